"""`sum` of numbers, one after the other, as the running Python adds them.

Since Python 3.12 what each addition of a float loses is carried along, while the sum is a float and the items are
floats or ints: from the first item on that is neither, items are just added. NumPy's floats are neither.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

from sct import ops
from sct.ir.types import PYTHON
from sct.ops.float_sums import sum_loss, sum_total
from sct.runtime.current import has_spec, is_variable
from sct.runtime.joins.choice import Choice
from sct.runtime.objects import operators

__all__ = ["COMPENSATED", "steps", "summed"]

COMPENSATED = sys.version_info >= (3, 12)
_LARGEST = 2**63


def summed(items: Iterable[Any], start: Any) -> Any:
    """`start + items[0] + items[1] + …` of items that are known one by one."""
    total, lost = start, 0.0
    exact = COMPENSATED and (_is_float(start) or _is_int(start))
    for item in items:
        if exact:
            exact = _stays(total, item)
            total, lost = added(total, lost, item)
        else:
            total = operators.binary("add", total, item)
    return finished(total, lost)


def steps(start: Any) -> tuple[Callable[..., tuple[Any, Any]], Callable[..., Any]]:
    """How a loop adds an item to the sum and what has been lost so far, and how it ends."""
    return added if _is_float(start) or _is_int(start) else _just_added, finished


def _just_added(total: Any, lost: Any, item: Any) -> tuple[Any, Any]:
    return operators.binary("add", total, item), lost


def _stays(total: Any, item: Any) -> bool:
    """Whether what comes after `item` may still be added with care."""
    if isinstance(total, Choice) or isinstance(item, Choice):
        return True
    if _is_float(total):
        return bool(_is_float(item) or _is_number(item))
    if _is_number(item) and not _is_float(item) and not is_variable(total) and not is_variable(item):
        return bool(-_LARGEST <= total + item < _LARGEST)  # as long as it fits into a long of C
    return True


def added(total: Any, lost: Any, item: Any) -> tuple[Any, Any]:
    """The next sum, and what has been lost in all."""
    loss = _each(total, lambda t: _each(item, lambda x: _loss(t, lost, x)))
    if not (isinstance(lost, float) and lost == 0.0):
        total = _each(total, lambda t: _each(item, lambda x: finished(t, lost) if _ends(t, x) else t))
    return operators.binary("add", total, item), loss


def finished(total: Any, lost: Any) -> Any:
    """The sum, in the end."""
    if isinstance(lost, float) and lost == 0.0:
        return total
    return _each(total, lambda t: _each(lost, lambda c: _finished(t, c)))


def _finished(total: Any, lost: Any) -> Any:
    if not _is_float(total):
        return total
    if is_variable(total) or is_variable(lost):
        return ops.get("sum_total")(total, lost)
    return sum_total(total, lost)


def _loss(total: Any, lost: Any, item: Any) -> Any:
    if not _is_float(total) or _ends(total, item):
        return 0.0
    if not _is_float(item):
        return lost
    loss = ops.get("sum_loss")(total, item) if is_variable(total) or is_variable(item) else sum_loss(total, item)
    return operators.binary("add", lost, loss)


def _ends(total: Any, item: Any) -> bool:
    """Whether a sum of floats is one no longer with this item."""
    return _is_float(total) and not _is_float(item) and not _is_number(item)


def _each(value: Any, use: Callable[[Any], Any]) -> Any:
    return value.sct_distribute(use) if isinstance(value, Choice) else use(value)


def _is_float(x: Any) -> bool:
    """Whether this is exactly a Python float."""
    return x.spec.kind == PYTHON and x.spec.dtype.kind == "f" if _has_spec(x) else type(x) is float


def _is_int(x: Any) -> bool:
    """Whether this is exactly a Python int, no bool."""
    return x.spec.kind == PYTHON and x.spec.dtype.kind == "i" if _has_spec(x) else type(x) is int


def _is_number(x: Any) -> bool:
    """Whether this is a Python int or bool that is added to a float as it is."""
    if _has_spec(x):
        return bool(x.spec.kind == PYTHON and x.spec.dtype.kind in "bi")
    return isinstance(x, int) and -_LARGEST <= x < _LARGEST


def _has_spec(x: Any) -> bool:
    return has_spec(x)
