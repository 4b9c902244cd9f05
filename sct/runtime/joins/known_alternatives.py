"""Comparisons of what is one of several texts and numbers, of which only the run knows which it is.

What `==` answers for each pair of alternatives is known while the program is made, or is one op on two numbers. So the
answer is a question about the index, without a branch for each alternative, and in it for each of the other side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sct.ir.types import PYTHON
from sct.ops import get
from sct.runtime.current import current, has_spec, is_variable

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["compared"]

_KINDS = (str, type(None), bool, int, float)
_NUMBERS = {"bool": bool, "int64": int, "float64": float}
_MOST_PAIRS = 1024


def compared(name: str, a: Any, b: Any) -> Any:
    """`a < b` and its like; NotImplemented where it may raise, or an alternative is something else."""
    trace = current()
    left, right = _alternatives(a), _alternatives(b)
    if trace is None or not left or not right or len(left) * len(right) > _MOST_PAIRS:
        return NotImplemented
    answers = [[_answer(name, x, y) for y in right] for x in left]
    if any(one is NotImplemented for row in answers for one in row):
        return NotImplemented
    if len(left) == 1:
        return _told(b, answers[0])
    if len(right) == 1 or _are_one(trace, a, b):
        return _told(a, [row[min(k, len(row) - 1)] for k, row in enumerate(answers)])
    return _told(a, [_told(b, row) for row in answers])


def _alternatives(x: Any) -> list[Any]:
    from sct.runtime.joins.choice import Choice

    if type(x) is not Choice:
        return [x] if _kind(x) is not None else []
    return x.alternatives if x.number is None and all(_kind(one) is not None for one in x.alternatives) else []


def _kind(x: Any) -> type | None:
    """The class that Python has there, if it is one of those whose comparisons are known or one op."""
    if type(x) in _KINDS:
        return type(x)
    if is_variable(x) and has_spec(x) and x.spec.kind == PYTHON and not x.spec.ndim:
        return _NUMBERS.get(x.spec.dtype.name)
    return None


def _answer(name: str, x: Any, y: Any) -> Any:
    """A bool, or one of the run; NotImplemented where the comparison raises, or is more than one op."""
    from sct.runtime.objects.operator_functions import COMPARISONS
    from sct.runtime.objects.operators import compare

    kinds = _kind(x), _kind(y)
    if is_variable(x) or is_variable(y):
        if kinds[0] is kinds[1]:
            made = compare(name, x, y)
            return made if type(made) is bool or _kind(made) is bool else NotImplemented
        apart = any(kind in (str, type(None)) for kind in kinds)
        return name == "ne" if apart and name in ("eq", "ne") else NotImplemented
    if name not in ("eq", "ne") and kinds != (str, str) and not all(kind in _NUMBERS.values() for kind in kinds):
        return NotImplemented
    return COMPARISONS[name][0](x, y)


def _are_one(trace: Trace, a: Any, b: Any) -> bool:
    """Whether both are chosen by the same number."""
    return len(a.alternatives) == len(b.alternatives) and trace.value(a.index) is trace.value(b.index)


def _told(choice: Any, answers: list[Any]) -> Any:
    """The one of these answers that the index says."""
    known = [one for one in answers if type(one) is bool]
    if len(known) == len(answers) and (all(known) or not any(known)):
        return known[0]
    rather = len(known) == len(answers) and sum(known) * 2 > len(known)
    found = _any([_both(choice.index == k, one) for k, one in enumerate(answers) if one is not rather])
    return found if not rather else get("py_not")(found)


def _both(x: Any, y: Any) -> Any:
    return x if type(y) is bool else get("py_and")(x, y)


def _any(tests: list[Any]) -> Any:
    """Whether one of these holds."""
    found = tests[0]
    for test in tests[1:]:
        found = get("py_or")(found, test)
    return found
