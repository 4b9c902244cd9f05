"""`x.flags.writeable = False` and `x.setflags(write=False)`: one array object becomes read-only.

Views that are made of it from then on are read-only, those that are there already are not. So the object has a last
step that answers a read-only view, and its views go on from there. Where it is no view of something itself, it leaves
the program as what it is, and is made read-only when all else is done: see `late_changes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.errors import SideEffectError, UnsupportedOpError
from sct.ops import registry
from sct.runtime.arrays.memory_owners import keep_owner
from sct.runtime.current import is_variable

if TYPE_CHECKING:
    from sct.runtime.trace import Trace
    from sct.runtime.variable import Variable

__all__ = ["late_changes", "set_flag", "set_flag_item", "set_flags"]

_OF_NO_ARRAY = ("as_strided", "sliding_window_view")  # whose memory NumPy knows through another object
_SHORT = {"W": "writeable", "A": "aligned", "X": "writebackifcopy"}


def set_flag(x: Variable, name: str, value: Any) -> None:
    """`x.flags.name = value`, where NumPy lets it be set."""
    if name != "writeable":
        setattr(np.empty(1).flags, name, value if isinstance(value, bool) else True)  # raises, unless it is what it was
        raise _unserved(x, f"flags.{name} of an array cannot be assigned in a static function")
    _set(x, value)


def set_flag_item(x: Variable, name: Any, value: Any) -> None:
    """`x.flags[name] = value`."""
    attribute = _SHORT.get(name, name.lower()) if isinstance(name, str) and name.isupper() else ""
    if attribute not in _SHORT.values():
        np.empty(1).flags[name] = True  # raises
    set_flag(x, attribute, value)


def set_flags(x: Variable, write: Any = None, align: Any = None, uic: Any = None) -> None:
    """`x.setflags(write=…)`."""
    if align is not None or uic is not None:
        raise _unserved(x, "ndarray.setflags with align= or uic= has no static support")
    if write is not None:
        _set(x, write)


def _set(x: Variable, value: Any) -> None:
    trace = x.storage.trace
    if is_variable(value) or x.storage.frozen in ("perhaps", "never") or x.storage.may_be_others:
        raise _unserved(x, "only the run knows which array is made read-only, or whether it is")
    if value and any(step.op.name in _OF_NO_ARRAY for step in x.steps):
        raise ValueError("cannot set WRITEABLE flag to True of this array")
    if bool(value) == _is_writeable(x):
        return
    if trace.depth:
        raise SideEffectError(
            "an array is made read-only in a branch or loop that is decided at run time",
            where=trace.location(),
            why="it is the same array object before and after, which is read-only or not",
            fix="do it before or after",
        )
    if value:
        _open(trace, x)
    else:
        _seal(trace, x)


def _is_writeable(x: Variable) -> bool:
    from sct.runtime.arrays.array_attributes import is_writeable

    return is_writeable(x)


def _seal(trace: Trace, x: Variable) -> None:
    if x.storage.external >= 0 and trace.members.source_of(x) is not None:
        raise _unserved(x, "an argument that shares memory with another one is made read-only")
    if not x.steps or x in trace.late:
        trace.late[x] = {**trace.late.get(x, {}), "read-only": True}
    frozen = registry.get("frozen")(x)
    keep_owner(x)
    x.steps = frozen.steps


def _open(trace: Trace, x: Variable) -> None:
    """Only what this function has made read-only can be made writeable again for sure."""
    becomes = trace.late.get(x, {})
    if "read-only" not in becomes or not x.steps or x.steps[-1].op.name != "frozen":
        raise _unserved(x, "an array that is read-only is made writeable")
    trace.late[x] = {what: value for what, value in becomes.items() if what != "read-only"}
    x.steps = x.steps[:-1]


def late_changes(trace: Trace, place: Callable[[Any], str | None]) -> Iterator[str]:
    """The statements that give the arrays which leave, or are the caller's, the shape and flags that they have now."""
    for x, becomes in trace.late.items():
        k = x.storage.external
        name = f"__s_i{k}" if k >= 0 else place(x.storage)
        if name and "shape" in becomes:
            yield f"{name}.shape = {becomes['shape']!r}"
        if name and "read-only" in becomes:
            yield f"{name}.flags.writeable = False"


def _unserved(x: Variable, what: str) -> UnsupportedOpError:
    return UnsupportedOpError(
        what,
        where=x.storage.trace.location(),
        why="the memory of arrays is not part of the program",
        fix="do it outside of the static function",
    )
