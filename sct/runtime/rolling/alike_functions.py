"""Functions that a `def` or `lambda` has made anew in each iteration of a loop: alike in all but which object they are.

Such functions see the same variables, so that one stands for all of them. Which of them a name stands for is then not
known any more, and whoever asks for that is refused. So it is with methods that each iteration takes from one object.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any

from sct.errors import AliasError, SideEffectError, StaticValueError
from sct.runtime.conversion.converted_code import is_converted_code
from sct.runtime.conversion.settled_cells import NOTHING, content_of, variables_of
from sct.runtime.current import current
from sct.runtime.lists.rows import stale_or_marker
from sct.runtime.state.bare import items_in

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["are_alike", "check_alike", "check_leaving", "check_which", "check_writing", "made_alike"]
__all__ += ["may_be_several", "methods_alike", "note_copied", "partials_alike", "refusal_to_leave"]


_KINDS = (FunctionType, MethodType, BuiltinFunctionType, functools.partial)


def are_alike(a: FunctionType, b: FunctionType, same: Callable[[Any, Any], bool]) -> bool:
    """Whether two runs of one `def` or `lambda` of the traced function have made functions that do the same."""
    if a.__code__ is not b.__code__ or not is_converted_code(a.__code__) or a.__globals__ is not b.__globals__:
        return False
    mine, yours = ((one.__defaults__ or (), tuple((one.__kwdefaults__ or {}).items())) for one in (a, b))
    trace = current()
    if vars(a) or vars(b) or not _same_parts(mine, yours, same) or not _same_variables(trace, a, b, same):
        return False
    if trace is not None:
        trace.code.alike[a.__code__] = True
    return True


def _same_variables(trace: Trace | None, a: FunctionType, b: FunctionType, same: Callable[[Any, Any], bool]) -> bool:
    """Whether two functions see the same variables, or such as hold the same and will not change."""
    for name, x, y in zip(a.__code__.co_freevars, a.__closure__ or (), b.__closure__ or (), strict=True):
        if x is y:
            continue
        mine, yours = content_of(x), content_of(y)
        settled = trace is not None and mine is not NOTHING and variables_of(trace, a).is_settled(name)
        if not settled or yours is NOTHING or not same(mine, yours):
            return False
    return True


def made_alike(a: Any, b: Any) -> bool:
    """Whether two methods of one object, or two more such wrappers, may be what two iterations of a loop have made."""
    trace = current()
    if trace is None or not trace.loops.around or a in trace.sources or b in trace.sources:
        return False
    if any(id(x) in before for x in (a, b) for before in trace.loops.around):
        return False
    trace.code.alike[getattr(a.__func__, "__code__", a.__func__)] = True
    return True


def methods_alike(a: Any, b: Any) -> bool:
    """Whether two methods of one list or dict, or the like, are one and the same."""
    trace = current()
    if trace is None or a.__self__ is not b.__self__ or a.__name__ != b.__name__ or isinstance(a.__self__, ModuleType):
        return False
    trace.code.made_of_parts[a] = trace.code.made_of_parts[b] = True
    return True


def partials_alike(a: functools.partial[Any], b: functools.partial[Any], same: Callable[[Any, Any], bool]) -> bool:
    """Whether two partials that the trace has made do the same; caller's ones are what they are."""
    trace = current()
    if trace is None or a in trace.sources or b in trace.sources or vars(a) or vars(b) or not same(a.func, b.func):
        return False
    if not _same_parts((a.args, tuple(a.keywords.items())), (b.args, tuple(b.keywords.items())), same):
        return False
    trace.code.made_of_parts[a] = trace.code.made_of_parts[b] = True
    return True


def _same_parts(a: Any, b: Any, same: Callable[[Any, Any], bool]) -> bool:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(_same_parts(x, y, same) for x, y in zip(a, b, strict=True))
    return same(a, b)


def check_which(one: Any, other: Any) -> None:
    """Before it is asked whether the two are one object: methods are asked for, too, which are equal in any case."""
    if not isinstance(one, _KINDS):
        return
    check_alike(one, other)
    check_alike(*(x.__func__ if type(x) is MethodType else x for x in (one, other)))


def check_alike(one: Any, *others: Any) -> None:
    """Before it is asked which function `one` is, of several maybe."""
    trace = current()
    if trace is None or not (trace.code.alike or trace.code.made_of_parts):
        return
    if type(one) in (list, tuple):
        for mine in _functions_in(one):
            check_alike(mine, *(x for other in others for x in _functions_in(other)))
        return
    if not isinstance(one, _KINDS):
        return
    if any(_may_be_one(trace, one, other) for other in others) or (not others and may_be_several(trace, one)):
        raise StaticValueError(
            f"it is asked which of several functions {_name(one)!r} is",
            where=trace.location(),
            why="a loop has made it in each iteration, and which of them is meant is known only when the program runs",
            fix="make the function before the loop, or compare numbers",
        )


def _functions_in(x: Any) -> Iterator[Any]:
    """The functions in a list or tuple, however deep; of items that only the run knows, what they are made like."""
    if isinstance(x, _KINDS):
        yield x
    elif type(x) in (list, tuple):
        found = stale_or_marker(x)
        item = getattr(found, "item", None)  # the form of what a list of run-time length holds
        for part in items_in(x) if found is None else _functions_of_form(item):
            yield from _functions_in(part)


def _functions_of_form(t: Any) -> Iterator[Any]:
    if isinstance(obj := getattr(t, "obj", None), _KINDS):
        yield obj
    keys = getattr(t, "keys", None)
    if keys and isinstance(like := getattr(keys[0], "like", None), _KINDS):
        yield like
    for part in getattr(t, "items", ()):
        yield from _functions_of_form(part)


def check_leaving(x: Any, *others: Any) -> None:
    """Before a function leaves with others, or in a list of run-time length: the caller can ask which of them it is."""
    trace = current()
    several = trace is not None and (
        any(_may_be_one(trace, x, other) for other in others) if others else may_be_several(trace, x)
    )
    if several:
        raise refusal_to_leave(x)


def refusal_to_leave(x: Any) -> AliasError:
    """The refusal of functions that leave, of which one stands for several, or is a copy."""
    trace = current()
    return AliasError(
        f"functions {_name(x)!r} leave the static function, which a loop or a branch has made",
        where=None if trace is None else trace.where,
        why="one stands for all that were made there, and which of them are one object, only the run knows",
        fix="return what they give, or the values that they hold",
    )


def check_writing(x: Any) -> None:
    """Before an attribute of a function is written to, which stands for several, or is a copy."""
    trace = current()
    if trace is not None and isinstance(x, (FunctionType, functools.partial)) and may_be_several(trace, x):
        raise SideEffectError(
            f"an attribute of the function {_name(x)!r} is written to, which a loop or a branch has made",
            where=trace.location(),
            why="it stands for all that were made there, and which of them is meant, only the run knows",
            fix="keep what is in the attribute elsewhere, or use objects of a class with __call__",
        )


def _name(x: Any) -> str:
    return str(getattr(x, "__name__", "partial"))


def note_copied(trace: Trace, x: Any) -> None:
    """A function is not known any more as the object that it is in Python."""
    trace.code.made_of_parts[x] = True
    if type(x) is FunctionType:
        trace.code.alike[x.__code__] = True


def may_be_several(trace: Trace, one: Any) -> bool:
    """Whether a function stands for several, or is a copy of what it is in Python."""
    return one in trace.code.made_of_parts or (type(one) is FunctionType and one.__code__ in trace.code.alike)


def _may_be_one(trace: Trace, one: Any, other: Any) -> bool:
    """Whether only the run knows whether these are one function."""
    if type(one) is not type(other) or not (may_be_several(trace, one) or may_be_several(trace, other)):
        return False
    if type(one) is functools.partial:
        return True
    if type(one) is BuiltinFunctionType:
        return one.__self__ is other.__self__ and one.__name__ == other.__name__
    name = "__code__" if type(one) is FunctionType else "__func__"
    return getattr(one, name) is getattr(other, name)
