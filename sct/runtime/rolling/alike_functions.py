"""Functions that a `def` or `lambda` has made anew in each iteration of a loop: alike in all but which object they are.

Such functions see the same variables, so that one stands for all of them. Which of them a name stands for is then not
known any more, and whoever asks for that is refused. So it is with methods that each iteration takes from one object.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from types import FunctionType, MethodType
from typing import Any

from sct.errors import StaticValueError
from sct.runtime.conversion.converted_code import is_converted_code
from sct.runtime.current import current

__all__ = ["are_alike", "check_alike", "check_which", "made_alike"]


def are_alike(a: FunctionType, b: FunctionType, same: Callable[[Any, Any], bool]) -> bool:
    """Whether two runs of one `def` or `lambda` of the traced function have made functions that do the same."""
    if a.__code__ is not b.__code__ or not is_converted_code(a.__code__) or a.__globals__ is not b.__globals__:
        return False
    mine, yours = ((one.__defaults__ or (), tuple((one.__kwdefaults__ or {}).items())) for one in (a, b))
    cells = [one.__closure__ or () for one in (a, b)]
    if vars(a) or vars(b) or not _same_parts(mine, yours, same) or not all(map(operator.is_, *cells)):
        return False
    trace = current()
    if trace is not None:
        trace.code.alike[a.__code__] = True
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


def _same_parts(a: Any, b: Any, same: Callable[[Any, Any], bool]) -> bool:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(_same_parts(x, y, same) for x, y in zip(a, b, strict=True))
    return same(a, b)


def check_which(one: Any, other: Any) -> None:
    """Before it is asked whether the two are one object: methods are asked for, too, which are equal in any case."""
    check_alike(*(x.__func__ if type(x) is MethodType else x for x in (one, other)))


def check_alike(one: Any, *others: Any) -> None:
    """Before it is asked which function `one` is, of several maybe."""
    trace = current()
    if type(one) is not FunctionType or trace is None or one.__code__ not in trace.code.alike:
        return
    if not others or any(type(other) is FunctionType and other.__code__ is one.__code__ for other in others):
        raise StaticValueError(
            f"it is asked which of several functions {one.__name__!r} is",
            where=trace.location(),
            why="a loop has made it in each iteration, and which of them is meant is known only when the program runs",
            fix="make the function before the loop, or compare numbers",
        )
