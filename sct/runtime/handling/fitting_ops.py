"""Ops whose operands may have extents that do not fit: asked beforehand, where a handler of the function takes that.

What NumPy says of it names the shapes, so this is for handlers that do not ask which exception it is.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import reduce
from itertools import combinations, zip_longest
from typing import TYPE_CHECKING, Any, NoReturn

from sct.ops.infer import may_raise
from sct.ops.registry import Fact, OpDef
from sct.runtime.handling.jumps import can_jump, taker

if TYPE_CHECKING:
    from sct.ir.core import Value
    from sct.runtime.trace import Trace

__all__ = ["fitted"]

Extents = tuple[Any, ...]


def fitted(trace: Trace, op: OpDef, values: Sequence[Value], attrs: dict[str, Any]) -> bool:
    """Test the extents of operands of an op that is about to be recorded; whether it cannot raise any more."""
    test = _broadcast if Fact.ELEMENTWISE in op.facts else _TESTS.get(op.name)
    if test is None or not can_jump(trace) or not _is_taken_unasked(trace):
        return False
    shapes = [trace.variable(v).shape if v.spec.ndim else () for v in values]
    fits = test(shapes, attrs)
    if fits is None:
        return False
    from sct.runtime.control_flow import select

    select(reduce(operator.and_, fits, True), lambda: None, _raise)
    if "view" in op.extras:  # which may be made once more elsewhere, for what shares memory with it
        return False
    return op.name in _TESTS or not may_raise(op, tuple(v.spec for v in values), attrs)


def _is_taken_unasked(trace: Trace) -> bool:
    """Whether a handler that does not ask takes what NumPy raises."""
    found = taker(trace.handling.around, ValueError())
    return found is not None and found[0].is_reached() and not found[0].asks(found[1])


def _raise() -> NoReturn:
    raise ValueError("shapes that do not fit")


# -- tests: what has to hold, or None where that is not known --------------------------------------


def _broadcast(shapes: list[Extents], attrs: dict[str, Any]) -> list[Any]:
    """All have one shape, but for what is stretched."""
    found: list[Any] = []
    for extents in zip_longest(*[reversed(shape) for shape in shapes], fillvalue=1):
        longer = [n for n in extents if type(n) is not int or n != 1]
        found += [(n == m) | (n == 1) | (m == 1) for n, m in combinations(longer, 2)]
    return found


def _reshaped(shapes: list[Extents], attrs: dict[str, Any]) -> list[Any] | None:
    (shape, *others), wanted = shapes, attrs["shape"]
    wanted = wanted if type(wanted) is tuple else (wanted,)
    if others or any(type(n) is not int or n < -1 for n in wanted) or wanted.count(-1) > 1:
        return None
    size, known = _product(shape), _product([n for n in wanted if n != -1])
    if -1 not in wanted:
        return [size == known]
    return [size % known == 0] if known else None


def _product(extents: Sequence[Any]) -> Any:
    return reduce(operator.mul, extents, 1)


def _multiplied(shapes: list[Extents], attrs: dict[str, Any]) -> list[Any] | None:
    x, y = shapes
    if not x or not y or attrs.get("axes"):
        return None
    inner = y[-2] if len(y) > 1 else y[-1]
    return [x[-1] == inner, *_broadcast([x[:-2], y[:-2]], attrs)]


def _dotted(shapes: list[Extents], attrs: dict[str, Any]) -> list[Any] | None:
    x, y = shapes
    return [x[-1] == (y[-2] if len(y) > 1 else y[-1])] if x and y else None


def _concatenated(shapes: list[Extents], attrs: dict[str, Any]) -> list[Any] | None:
    axis, first = attrs.get("axis"), shapes[0]
    if type(axis) is not int or any(len(shape) != len(first) for shape in shapes):
        return None
    axis %= len(first)
    return [n == m for s in shapes[1:] for k, (n, m) in enumerate(zip(first, s, strict=True)) if k != axis]


def _stacked(shapes: list[Extents], attrs: dict[str, Any]) -> list[Any] | None:
    first = shapes[0]
    if any(len(shape) != len(first) for shape in shapes):
        return None
    return [n == m for s in shapes[1:] for n, m in zip(first, s, strict=True)]


def _stretched(shapes: list[Extents], attrs: dict[str, Any]) -> list[Any] | None:
    (shape, *others), wanted = shapes, attrs["shape"]
    if others or any(type(n) is not int for n in wanted) or len(shape) > len(wanted):
        return None
    pairs = zip(reversed(shape), reversed(wanted), strict=False)
    return [(n == m) | (n == 1) for n, m in pairs]


def _assigned(shapes: list[Extents], attrs: dict[str, Any]) -> list[Any] | None:
    """Into a part of an array that slices and integers with known bounds make."""
    index = attrs["index"]
    if len(shapes) != 2 or not shapes[1] or not isinstance(index, tuple):
        return None  # a number always fits, but may be none that the array can hold
    places = [item for item in index if item[0] != "ellipsis"]
    rest = len(shapes[0]) - len(places)
    gap = next((k for k, item in enumerate(index) if item[0] == "ellipsis"), len(places))
    whole = [("slice", None, None, None)] * rest
    wanted = [_left(n, item) for n, item in zip(shapes[0], [*places[:gap], *whole, *places[gap:]], strict=False)]
    if rest < 0 or any(n is None for n in wanted):
        return None
    target = [n for n in wanted if n != ()]
    if len(shapes[1]) > len(target):
        return None
    pairs = zip(reversed(shapes[1]), reversed(target), strict=False)
    return [(n == m) | (n == 1) for n, m in pairs]


def _left(n: Any, item: tuple[Any, ...]) -> Any:
    """What an item of an index leaves of an axis: its extent, `()` where that is gone; None: it is not known."""
    if item[0] == "slice" and item[1:] == (None, None, None):
        return n
    if type(n) is not int or item[0] not in ("slice", "int") or any(type(b) not in (int, type(None)) for b in item[1:]):
        return None
    if item[0] == "int":
        return () if -n <= item[1] < n else None
    return len(range(n)[slice(*item[1:])]) if item[3] != 0 else None


_TESTS: dict[str, Callable[[list[Extents], dict[str, Any]], list[Any] | None]] = {
    "reshape": _reshaped,
    "matmul": _multiplied,
    "dot": _dotted,
    "concatenate": _concatenated,
    "stack": _stacked,
    "broadcast_to": _stretched,
    "setitem": _assigned,
}
