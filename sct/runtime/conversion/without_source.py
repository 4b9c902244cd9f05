"""Functions of the user's whose source is not there: those made by `exec`, say.

They run as they are while the graph is built. That is right where they do nothing but answer, and where what they
read is guarded; so their objects hold what the trace has of them, each step they make is looked at, and what they
change, print or draw is refused.
"""

from __future__ import annotations

import dis
import sys
from types import CodeType, CoroutineType, FrameType, FunctionType, GeneratorType, ModuleType
from typing import TYPE_CHECKING, Any

from sct.errors import SctError, UnsupportedCallError
from sct.runtime.callers.callables import note_identity
from sct.runtime.callers.lift import lift
from sct.runtime.callers.owning import owned
from sct.runtime.callers.shown import shown
from sct.runtime.callers.sources import GlobalSource
from sct.runtime.calls.purity import check_callee
from sct.runtime.calls.unseen_code import is_users, overhears, profiled
from sct.runtime.current import is_variable
from sct.runtime.joins.trees import same_items
from sct.runtime.lists.comparing import dataclass_method
from sct.runtime.state.mutation import touch_reachable
from sct.runtime.state.newborn import newborn
from sct.runtime.state.unseen_changes import unchanged

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["call_unseen"]

_ASSIGNS = ("STORE_GLOBAL", "DELETE_GLOBAL")
_READS = ("LOAD_GLOBAL", "LOAD_NAME")
_CONTAINERS = (list, dict, set)


def call_unseen(trace: Trace, f: FunctionType, /, *args: Any, **kwargs: Any) -> Any:
    """`f(*args, **kwargs)` of a function without source.

    Raises
    ------
    UnsupportedCallError, SideEffectError
        Where it does more than to answer.
    """
    known = dataclass_method(f, args)
    if known is not None:
        return known(*args, **kwargs)
    given = (*args, *kwargs.values())
    for value in given:
        touch_reachable(trace, value)
        note_identity(trace, value)
    with shown(trace, f, given), unchanged(trace, f, given):
        result = owned(trace, _looked_at(trace, f, args, kwargs))
    for one in result if isinstance(result, (list, tuple)) else (result,):
        if isinstance(one, (GeneratorType, CoroutineType)):  # which runs when it is stepped, and nobody looks at it
            raise _refusal(trace, f, "answers a generator")
    return newborn(trace, result, *given)


def _looked_at(trace: Trace, f: FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if not (sys.getprofile() is None or overhears(trace)):
        return f(*args, **kwargs)
    held: list[tuple[str, Any, Any]] = []
    met: set[CodeType] = set()

    def ours(frame: FrameType) -> bool:
        return frame.f_globals is f.__globals__ or is_users(frame)  # a scope made for `exec` may have no name

    def judge(frame: FrameType, event: str, arg: Any) -> SctError | None:
        try:
            if event == "call" and ours(frame) and frame.f_code not in met:
                met.add(frame.f_code)
                _note_globals(trace, f, frame, held)
            elif event == "c_call" and ours(frame):
                _check_called(trace, f, arg)
        except SctError as error:
            return error
        return None

    if f.__closure__:
        reads = trace.reads_for(f)
        for name, cell in reads.cells.items():
            reads.free(name, cell.cell_contents)
            held += _kept(name, cell.cell_contents)
    result = profiled(lambda: f(*args, **kwargs), judge)
    for name, container, content in held:
        if _differs(container, content):
            raise _refusal(trace, f, f"changes {name!r}, which is none of its arguments")
    return result


def _note_globals(trace: Trace, f: FunctionType, frame: FrameType, held: list[tuple[str, Any, Any]]) -> None:
    """Guard the global names that a function reads; refused where it assigns one, or a variable around it."""
    code, scope = frame.f_code, frame.f_globals
    for step in dis.get_instructions(code):
        name = step.argval
        if step.opname in _ASSIGNS or (step.opname == "STORE_DEREF" and name in code.co_freevars):
            raise _refusal(trace, f, f"assigns {name!r}")
        if step.opname in _READS and name in scope:
            value = lift(trace, scope[name], GlobalSource(scope, name))
            if is_variable(value) and not isinstance(scope[name], ModuleType):
                raise _refusal(trace, f, f"reads the array {name!r}")
            held += _kept(name, scope[name])


def _kept(name: str, value: Any) -> list[tuple[str, Any, Any]]:
    return [(name, value, value.copy())] if isinstance(value, _CONTAINERS) else []


def _differs(now: Any, before: Any) -> bool:
    """Whether a container holds others than it did: arrays in it cannot be compared."""
    if isinstance(now, set):
        return bool(now != before)
    if isinstance(now, dict):
        return list(now) != list(before) or _differs(list(now.values()), list(before.values()))
    return not same_items(tuple(now), tuple(before))


def _check_called(trace: Trace, f: FunctionType, callee: Any) -> None:
    if callee is print:
        raise _refusal(trace, f, "prints")
    check_callee(trace, callee)


def _refusal(trace: Trace, f: FunctionType, what: str) -> UnsupportedCallError:
    return UnsupportedCallError(
        f"{f.__qualname__}(), of which there is no source, {what}",
        where=trace.location(),
        why="it runs as it is while the graph is built, and not each time the program does",
        fix="define the function in a file",
    )
