"""`np.errstate`, `np.seterr` and the filters of warnings: what becomes of a division by zero.

Whether NumPy would warn is known to NumPy alone. So where the function asks for more than to be spared of warnings
(an exception, a call, a list of them), its program runs in NumPy's kernels and ends at the first warning; plain
Python does the call then. As long as there is none, the answer is the program's.
"""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.errors import SideEffectError
from sct.runtime.callers.sources import CallSource
from sct.runtime.trace import Trace

__all__ = ["ERROR_STATES", "ErrorState", "decorated", "is_decorated", "left_behind", "note_warning", "watching"]

_STATE: Any = inspect.getclosurevars(np.errstate.__enter__).globals["_extobj_contextvar"]
_MILD = {"ignore", "warn"}


class ErrorState:
    """What a `with` enters in place of an `np.errstate`; what is computed while the graph is built obeys it too."""

    def __init__(self, trace: Trace, state: Any) -> None:
        self._trace = trace
        self._state = _again(state)

    def __enter__(self) -> Any:
        entered = self._state.__enter__()
        _note(self._trace)
        return entered

    def __exit__(self, *error: Any) -> None:
        self._state.__exit__(*error)


def _again(state: Any) -> Any:
    """The same settings in a new object: each can be entered once, and the caller's is for the run."""
    if state._token is not None:
        return state  # NumPy's own TypeError
    made: Any = np.errstate(**{name: getattr(state, f"_{name}") for name in ("all", *np.geterr())})
    made._call = state._call
    return made


def _note(trace: Trace) -> None:
    """Note the state that holds from here on."""
    state: dict[str, Any] = dict(np.geterr())
    for kind, mode in state.items():
        trace.complaints.modes.setdefault(kind, set()).add(mode)
    if trace.complaints.strict and not trace.complaints.warnings_matter:
        _may_leave(trace, "an error state that asks for more than warnings")


def _may_leave(trace: Trace, what: str) -> None:
    trace.plain_raises.append(
        SideEffectError(
            what,
            where=trace.location(),
            why="at the first warning plain Python does the call; what the program does before cannot be done again",
            fix="move the part that may warn to a function that is not static, or test for what it warns of",
        )
    )


_DECORATED = np.errstate()(lambda: None).__code__


def is_decorated(f: Any) -> bool:
    """Whether this function is what `@np.errstate(...)` makes of one."""
    return f.__code__ is _DECORATED


def decorated(trace: Trace, f: Any, /, *args: Any, **kwargs: Any) -> Any:
    """A call of what `@np.errstate(...)` makes of a function."""
    from sct.runtime.calls.traced_call import convert_traced

    held = inspect.getclosurevars(f).nonlocals
    with ErrorState(trace, held["self"]):
        return convert_traced(trace, held["func"])(*args, **kwargs)


def _set(trace: Trace, /, state: Any) -> Any:
    token = _STATE.set(state)
    _note(trace)
    return token


def _guard_caller(trace: Trace) -> None:
    """The program is for the state that the caller has set."""
    trace.guards.add("elements", CallSource(np.geterr, "np.geterr()"), trace.complaints.callers_state)


def _seterr(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    if trace.depth:
        raise SideEffectError(
            "np.seterr in a branch or loop that is decided at run time",
            where=trace.location(),
            why="which state holds afterwards would be known only when the program runs",
            fix="use `with np.errstate(...)` around what it is for",
        )
    _guard_caller(trace)
    before = np.seterr(*args, **kwargs)
    _note(trace)
    return before


def _geterr(trace: Trace, /) -> Any:
    _guard_caller(trace)
    return np.geterr()


# -- filters of warnings ------------------------------------------------------------------------------


def _catch_warnings(trace: Trace, /, **kwargs: Any) -> Any:
    trace.complaints.quiet = True
    if trace.complaints.warns:
        _warnings_matter(trace, "a warning, and filters of warnings")
    if kwargs.get("record"):
        _warnings_matter(trace, "a list of warnings")
    if kwargs.get("action") == "error":
        _warnings_matter(trace, "warnings that are errors")
    return warnings.catch_warnings(**kwargs)


def _filter(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(trace: Trace, /, action: Any, *args: Any, **kwargs: Any) -> None:
        if action == "error":
            _warnings_matter(trace, "warnings that are errors")
        function(action, *args, **kwargs)

    return call


def note_warning(trace: Trace) -> None:
    """The function warns itself: which filters hold there, plain Python knows."""
    trace.complaints.warns = True
    if trace.complaints.quiet:
        _warnings_matter(trace, "a warning, and filters of warnings")


def _warnings_matter(trace: Trace, what: str) -> None:
    trace.complaints.quiet = trace.complaints.warnings_matter = True
    for kind in ("divide", "over", "invalid"):
        trace.complaints.modes.setdefault(kind, set()).add("raise")
    _may_leave(trace, what)


ERROR_STATES: dict[Any, Callable[..., Any]] = {
    np.seterr: _seterr,
    np.geterr: _geterr,
    _STATE.set: _set,  # where NumPy's decorator is converted
    _STATE.reset: lambda trace, /, token: _STATE.reset(token),
    warnings.catch_warnings: _catch_warnings,
    warnings.simplefilter: _filter(warnings.simplefilter),
    warnings.filterwarnings: _filter(warnings.filterwarnings),
}


# -- running ------------------------------------------------------------------------------------------


def watching(trace: Trace, run: Callable[..., Any], *, silent: bool) -> Callable[..., Any]:
    """`run`, such that it raises where the function would see a warning, and gives none where it wants none.

    A `silent` one gives none of its own accord.
    """
    if not trace.complaints.strict and (silent or not (trace.complaints.modes or trace.complaints.quiet)):
        return run
    modes: dict[str, Any] = {
        kind: "raise" if seen - _MILD else "ignore" for kind, seen in trace.complaints.modes.items() if seen != {"warn"}
    }
    action: Any = "error" if trace.complaints.warnings_matter else "ignore"
    quiet = trace.complaints.quiet

    def watched(*args: Any) -> Any:
        with np.errstate(**modes):
            if not quiet:
                return run(*args)
            with warnings.catch_warnings():
                warnings.simplefilter(action)
                return run(*args)

    return watched


def left_behind(trace: Trace) -> dict[str, Any]:
    """What `np.seterr` has set and nothing has set back: the caller's from now on."""
    return {kind: mode for kind, mode in np.geterr().items() if mode != trace.complaints.callers_state[kind]}
