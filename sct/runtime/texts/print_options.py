"""`np.printoptions`, `np.set_printoptions` and the functions of NumPy that make texts of arrays.

The options in force are known where a text is made, so each piece of text carries them; only what
`np.set_printoptions` leaves behind for the caller is done when the program has run.
"""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from sct.errors import SctError, SideEffectError, UnsupportedCallError
from sct.ir.types import ARRAY
from sct.ops.array_texts import FUNCTIONS, styled
from sct.ops.bindings.table import static
from sct.runtime.current import has_kind, has_spec, is_variable
from sct.runtime.joins.lost import Lost
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts
from sct.runtime.texts.deferred_text import show
from sct.runtime.texts.object_arrays import shown_now
from sct.runtime.texts.text_pieces import Piece
from sct.runtime.trace import Trace

__all__ = ["PRINT_OPTIONS", "Options"]


class Options:
    """What `np.printoptions` answers in a trace."""

    def __init__(self, trace: Trace, given: dict[str, Any]) -> None:
        self._trace = trace
        self._given = given
        self._before: dict[str, Any] = {}

    def __enter__(self) -> Any:
        self._before = self._trace.output.options
        self._trace.output.options = {**self._before, **self._given}
        return Lost(_refusal(self._trace, "what `with np.printoptions(...) as options` gives"))

    def __exit__(self, *error: Any) -> None:
        self._trace.output.options = self._before


def _refusal(trace: Trace, what: str) -> SctError:
    return UnsupportedCallError(
        f"{what} has no static form",
        where=trace.location(),
        why="which print options the caller has set is known only when the program runs",
        fix="name the options that you need",
    )


def _checked(trace: Trace, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The options that are given, as plain values; what NumPy says to others is its own."""
    if args:
        kwargs = inspect.signature(np.set_printoptions).bind(*args, **kwargs).arguments
    given = {name: static(value, name) for name, value in kwargs.items()}
    with np.printoptions(**{name: _as_asked(value, given[name]) for name, value in kwargs.items()}):
        pass
    given = {name: value for name, value in given.items() if value is not None}
    if not all(isinstance(value, (int, float, str)) for value in given.values()):
        raise UnsupportedCallError(
            "print options that are functions have no static form",
            where=trace.location(),
            why="they would be called while the program runs",
            fix="format the elements with an f-string",
        )
    return given


def _as_asked(value: Any, known: Any) -> Any:
    """An option as NumPy's own checks see it: its bools are no whole numbers, as Python's are."""
    kind = value.python_type if has_kind(value) else np.bool_
    return np.bool_(known) if type(known) is bool and type(value) is not bool and kind is np.bool_ else known


def _options(trace: Trace, *args: Any, **kwargs: Any) -> Options:
    return Options(trace, _checked(trace, args, kwargs))


def _set(trace: Trace, *args: Any, **kwargs: Any) -> None:
    if trace.depth:
        raise SideEffectError(
            "np.set_printoptions in a branch or loop that is decided at run time",
            where=trace.location(),
            why="which options hold afterwards would be known only when the program runs",
            fix="use `with np.printoptions(...)` around what prints, or set them before",
        )
    trace.output.options = {**trace.output.options, **_checked(trace, args, kwargs)}


def _get(trace: Trace) -> NoReturn:
    raise _refusal(trace, "np.get_printoptions()")


def _text(name: str) -> Callable[..., Any]:
    """One of NumPy's functions that answer a text; what has no run-time value in it is made now."""
    function = FUNCTIONS[name]
    signature = inspect.signature(function)

    def text(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        given = dict(signature.bind(*args, **kwargs).arguments)
        value = trace.own(given.pop(next(iter(signature.parameters))))
        value, shown = (value.codes, value.sct_shown) if isinstance(value, ArrayOfTexts) else (value, "")
        given = {key: item for key, item in given.items() if item is not np._NoValue}
        named = {key: static(item, key) for key, item in given.items()}
        asked = {key: _as_asked(item, named[key]) for key, item in given.items()}
        if not is_variable(value) and not trace.output.options:
            return function(shown_now(trace, value) if isinstance(value, np.ndarray) else value, **named)
        if not has_spec(value) or not _is_plain(named):
            raise UnsupportedCallError(
                f"np.{name}() has no static form for these arguments",
                where=trace.location(),
                why="the text is made when the program runs, from an array or number and plain options",
                fix="leave formatters out, and pass one array",
            )
        if value.spec.kind == ARRAY or name not in ("array2string", "array_repr", "array_str"):
            function(np.zeros((1,) * value.spec.ndim, value.spec.dtype) if value.spec.kind == ARRAY else 1, **asked)
        return show([Piece(trace.variable(trace.value(value)), styled(shown + name, trace.output.options, named), "")])

    return functools.wraps(function)(text)


def _is_plain(options: dict[str, Any]) -> bool:
    try:
        return bool(json.loads(json.dumps(options)) == options)
    except TypeError:
        return False


PRINT_OPTIONS: dict[Any, Callable[..., Any]] = {
    np.printoptions: _options,
    np.set_printoptions: _set,
    np.get_printoptions: _get,
    **{function: _text(name) for name, function in FUNCTIONS.items()},
}
