"""What an operator is asked about: one of several objects of the user's, lists beside what NumPy has made."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from sct.runtime.current import current, is_variable
from sct.runtime.homes import home_of
from sct.runtime.iteration.array_likes import as_list
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.joins.choice import Choice
from sct.runtime.numbers.number_operands import is_numpys, is_one_number
from sct.runtime.numpy_functions.beside_arrays import check_names
from sct.runtime.objects.as_written import as_written
from sct.runtime.state.bare import ROWS

__all__ = ["beside_numpys", "users_choice"]


def users_choice(a: Any, b: Any, *names: str) -> Choice | None:
    """The operand that is one of several objects, some of a class of the user's with one of these methods, or None."""
    for x in (a, b):
        if type(x) is Choice and x.number is None and any(_has_one(one, names) for one in x.alternatives):
            return x
    return None


def _has_one(x: Any, names: tuple[str, ...]) -> bool:
    if type(x) is Choice:
        return any(_has_one(one, names) for one in x.alternatives)
    if home_of(type(x)).startswith("sct."):
        return False
    return any(type(as_written(getattr(type(x), name, None))) is FunctionType for name in names)


def beside_numpys(a: Any, b: Any, own: str) -> tuple[Any, Any]:
    """The operands, of which NumPy's operator makes arrays of what is no list, or says itself what it holds."""
    trace = current()
    for x, y in ((a, b), (b, a)):
        if is_numpys(x) and not is_variable(y):
            check_names(y)
    likes = [x for x in (a, b) if isinstance(x, (*ROWS, SymbolicRange))]
    if trace is None or not likes or not (is_numpys(a) or is_numpys(b)):
        return a, b
    number = any(is_numpys(x) and is_one_number(x) for x in (a, b))
    if own == "__mul__" and number and isinstance(likes[0], (list, tuple)):  # which repeats itself, if anything does
        return a, b
    return as_list(trace, a), as_list(trace, b)
