"""Code of the user's that a library calls by itself, where the trace does not see it.

`math.dist(p, q)` asks the `__iter__` of its arguments, a class of `string` asks `__str__`: methods that would run as
they were written, while the graph is built. What they read would not be guarded and what they do would be done once.
So such a call is refused before the first line of such a method has run.
"""

from __future__ import annotations

import sys
from collections import Counter, OrderedDict, defaultdict, deque
from types import FrameType, FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from sct.errors import SctError, UnsupportedCallError
from sct.runtime.callers.buffers import check_own_buffers
from sct.runtime.callers.shown import shown
from sct.runtime.calls.purity import full_name
from sct.runtime.conversion.converted_code import is_converted_code
from sct.runtime.current import is_variable, take_missed
from sct.runtime.homes import home_of
from sct.runtime.ignore import is_ignored_class, is_ignored_module, is_opened
from sct.runtime.iteration.walked_by_callers import staying_known
from sct.runtime.state.unseen_changes import unchanged

if TYPE_CHECKING:
    from collections.abc import Callable

    from sct.runtime.trace import Trace

__all__ = ["is_users", "may_run_code", "overhears", "profiled", "watched"]

_PLAIN = frozenset((int, float, bool, complex, str, bytes, type(None), range, FunctionType, MethodType))
_TABLES = (set, frozenset, dict, Counter, OrderedDict, defaultdict)  # keys have been asked what these ask them
_HOLDERS = (list, tuple, set, frozenset, deque)
_DEEP = 4
_GENERATED = ("__create_fn__", "namedtuple_")  # by `dataclass` and `namedtuple`: they read attributes only


def watched(trace: Trace, f: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`f(*args, **kwargs)` of a function that sct does not see into.

    Raises
    ------
    UnsupportedCallError
        It calls a method of the user's.
    """
    given = (*args, *kwargs.values(), getattr(f, "__self__", None))
    take_missed(trace)
    check_own_buffers(trace, f, given)
    with shown(trace, f, given), unchanged(trace, f, given), staying_known(trace, given, full_name(f)):
        result = _watched(trace, f, args, kwargs, given)
    if (missed := take_missed(trace)) is not None:  # it has caught that what it asked for is not known
        raise missed
    return result


def _watched(
    trace: Trace, f: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], given: tuple[Any, ...]
) -> Any:
    owner = given[-1]
    known = any(f is table or owner is table for table in _TABLES)
    if known or not (sys.getprofile() is None or overhears(trace)) or not any(map(may_run_code, given)):
        return f(*args, **kwargs)

    def judge(frame: FrameType, event: str, arg: Any) -> SctError | None:
        found = event == "call" and is_users(frame)
        return _refusal(trace, f, frame.f_code.co_qualname) if found else None

    return profiled(lambda: f(*args, **kwargs), judge)


def overhears(trace: Trace) -> bool:
    """Whether calls are looked at by the trace itself, and by nobody else."""
    return sys.getprofile() is trace.overheard


def profiled(call: Callable[[], Any], judge: Callable[[FrameType, str, Any], SctError | None]) -> Any:
    """`call()`, of which each step into another function is judged: it ends with the first refusal."""
    refused: list[SctError] = []

    def look(frame: FrameType, event: str, arg: Any) -> None:
        if (error := judge(frame, event, arg)) is not None:
            refused.append(error)
            raise error

    outer = sys.getprofile()
    sys.setprofile(look)
    try:
        result = call()
    except Exception as error:
        if refused and error is not refused[0]:  # what was called has caught that
            raise refused[0] from None
        raise
    finally:
        sys.setprofile(outer)
    if refused:  # and what was called has caught that
        raise refused[0]
    return result


def _refusal(trace: Trace, f: Any, method: str) -> UnsupportedCallError:
    return UnsupportedCallError(
        f"{full_name(f)}() calls {method}, which sct does not see there",
        where=trace.location(),
        why="a library that calls a method by itself runs it as it was written, while the graph is built",
        fix="call the method yourself, and give the function what it answers",
    )


def may_run_code(x: Any, depth: int = _DEEP) -> bool:
    """Whether a class of the user's is behind an object, or behind one in it."""
    kind = type(x)
    if kind in _PLAIN or is_variable(x):
        return False
    if kind in _HOLDERS:
        return depth > 0 and any(may_run_code(item, depth - 1) for item in x)
    if kind is slice:
        return any(may_run_code(part, depth) for part in (x.start, x.stop, x.step))
    if isinstance(x, BaseException) and depth > 0 and may_run_code(x.args, depth - 1):
        return True
    if kind is dict:
        return depth > 0 and any(may_run_code(item, depth - 1) for pair in x.items() for item in pair)
    kind = x if isinstance(x, type) else kind
    return not is_ignored_class(kind) and not home_of(kind).startswith("sct.")


def _is_importing(frame: FrameType | None) -> bool:
    """Whether a finder or loader of modules, which anybody may have put there, runs for an import."""
    while frame is not None and frame.f_code.co_filename != __file__:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def is_users(frame: FrameType) -> bool:
    """Whether a frame is of a function of the user's that sct does not see."""
    code, module = frame.f_code, str(frame.f_globals.get("__name__", ""))
    if not module or is_converted_code(code) or module.startswith("sct."):
        return False
    if is_ignored_module(module) or is_opened(module):
        return False
    if code.co_name == "__del__" or code.co_qualname.startswith(_GENERATED) or module.startswith(_GENERATED):
        return False
    return not _is_importing(frame)
