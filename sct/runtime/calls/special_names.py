"""Special methods of Python's own types, called by their names: `s.__le__(t)`, `r.__eq__(q)`."""

from __future__ import annotations

from collections import deque
from typing import Any

from sct.errors import StaticValueError, UnsupportedCallError
from sct.ir.types import PYTHON
from sct.runtime.calls.purity import full_name, words
from sct.runtime.calls.unseen_code import may_run_code
from sct.runtime.current import has_spec
from sct.runtime.homes import home_of
from sct.runtime.objects.operator_functions import COMPARISONS, FUNCTIONS
from sct.runtime.state.bare import ROWS
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.trace import Trace

__all__ = ["about_objects", "check_unanswered", "stores_arguments", "takes_another"]

_ASKING = words("__eq__ __ne__ __lt__ __le__ __gt__ __ge__") | words(
    "__and__ __or__ __xor__ __sub__ __rand__ __ror__ __rxor__ __rsub__"
)


def stores_arguments(f: Any) -> bool:
    """Whether `f` puts its arguments into a container as they are."""
    of_container = isinstance(getattr(f, "__self__", None), (list, dict, set, deque))
    return (of_container and f.__name__ not in _ASKING) or f in (list, tuple, dict)


def about_objects(trace: Trace, owner: Any, name: str, args: tuple[Any, ...]) -> bool:
    """Whether an operator of a run-time number, called by name, is asked about what is none: it has no answer.

    Raises
    ------
    UnsupportedCallError
        If it is one of NumPy's, which asks the object in its turn.
    """
    if len(args) != 1 or not has_spec(owner) or name.strip("_") not in _OPERATORS:
        return False
    (x,) = args
    if not may_run_code(x, 0) or isinstance(x, (int, float, complex, *ROWS)):
        return False
    if owner.spec.kind == PYTHON:
        return True
    raise UnsupportedCallError(
        f"{name} of an array or number of NumPy's is asked about {a_kind(x)}",
        where=trace.location(),
        why="NumPy asks the object then, in an order of its own",
        fix="use the operator",
    )


_OPERATORS = {*FUNCTIONS, *(f"r{name}" for name in FUNCTIONS), *COMPARISONS}


def check_unanswered(trace: Trace, f: Any, args: tuple[Any, ...]) -> None:
    """Refuse that such a method has no answer to what only stands for an operand of its type."""
    owner = type(getattr(f, "__self__", None))
    for x in args:
        if home_of(type(x)).startswith("sct.") and getattr(type(x), "python_type", None) is owner:
            raise StaticValueError(
                f"{full_name(f)}() was asked about what only the running program knows",
                where=trace.location(),
                fix="use the operator",
            )


_OF_ANOTHER = words("""
    __eq__ __ne__ __lt__ __le__ __gt__ __ge__ __add__ __or__ __and__ __sub__ __xor__ __ror__ __rand__ __rsub__ __rxor__
    __iadd__ __ior__ __iand__ __isub__ __ixor__ extend extendleft update union intersection difference
    symmetric_difference intersection_update difference_update symmetric_difference_update issubset issuperset
    isdisjoint
""")


def takes_another(owner: Any, name: str) -> bool:
    """Whether a method of a container is asked with another one, of which Python's own code would see a Choice."""
    return name in _OF_ANOTHER and isinstance(owner, (list, tuple, dict, set, frozenset, deque, bytearray))
