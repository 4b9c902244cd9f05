"""`str`, `repr`, `format`, `bin`, `ord`, `chr` and their like in a trace."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

from sct.ir.types import PYTHON
from sct.runtime.calls.raised_words import raise_as_python
from sct.runtime.current import has_spec, is_variable
from sct.runtime.joins.choice import Choice
from sct.runtime.numbers import number_kinds, numbers_
from sct.runtime.numbers.whole_objects import as_index
from sct.runtime.texts import text_uses
from sct.runtime.texts.deferred_text import holds_variable, pieces_of, show
from sct.runtime.texts.kind_names import type_name
from sct.runtime.texts.text_methods import formatted
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.texts.unread_texts import text_or_unread
from sct.runtime.trace import Trace

__all__ = ["TEXTS"]


def _text(conversion: str, function: Any) -> Callable[..., Any]:
    def text(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
        if len(args) != 1 or kwargs:
            return function(*args, **kwargs)
        if type(args[0]) is str and conversion == "s":
            return args[0]
        value = number_kinds.of_one_text(args[0], conversion)
        if isinstance(value, Choice):
            return value.sct_distribute(lambda alternative: text(trace, alternative))
        return text_or_unread(lambda: show(pieces_of(value, conversion)))

    return text


def _ord(trace: Trace, /, x: Any) -> Any:
    if isinstance(x, Choice):
        return x.sct_distribute(lambda alternative: _ord(trace, alternative))
    if has_spec(x):
        raise TypeError(f"ord() expected string of length 1, but {type_name(x)} found")
    return text_uses.code(trace, x) if isinstance(x, FormattedText) else ord(x)


def _chr(trace: Trace, /, x: Any) -> Any:
    if isinstance(x, Choice):
        return x.sct_distribute(lambda alternative: _chr(trace, alternative))
    x = as_index(x)
    return text_uses.letter_of(trace, x) if is_variable(x) else chr(x)


def _digits(function: Any, spec: str) -> Callable[..., Any]:
    """`bin`, `hex` and `oct`: a format of ints."""

    def text(trace: Trace, /, x: Any) -> Any:
        x = number_kinds.as_int(as_index(x))
        if has_spec(x):
            if x.spec.dtype.kind not in "biu" or x.spec.ndim or (x.spec.dtype == bool and x.spec.kind != PYTHON):
                raise_as_python(function, x)
            return _format(trace, numbers_.int_(trace, x), spec)
        return function(x)

    return text


def _format(trace: Trace, /, value: Any, spec: Any = "") -> Any:
    if isinstance(spec, FormattedText):
        return formatted(trace, value, spec)
    if isinstance(spec, Choice):
        return spec.sct_distribute(lambda alternative: _format(trace, value, alternative))
    if not isinstance(spec, str):
        raise TypeError(f"format() argument 2 must be str, not {type_name(spec)}")
    value = number_kinds.of_one_text(value)
    if isinstance(value, Choice):
        return value.sct_distribute(lambda alternative: _format(trace, alternative, spec))
    return show(pieces_of(value, "", spec)) if holds_variable(value) else format(value, spec)


TEXTS: dict[Any, Callable[..., Any]] = {
    builtins.str: _text("s", str),
    builtins.repr: _text("r", repr),
    builtins.ascii: _text("a", ascii),
    builtins.format: _format,
    builtins.bin: _digits(bin, "#b"),
    builtins.hex: _digits(hex, "#x"),
    builtins.oct: _digits(oct, "#o"),
    builtins.ord: _ord,
    builtins.chr: _chr,
}
