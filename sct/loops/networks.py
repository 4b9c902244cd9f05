"""Sorting a few numbers in registers: comparisons in an order that does not depend on what they find.

Nobody can guess how comparisons of a sort come out, and in a network nobody has to. Equal numbers cannot be told apart,
but for zeros: which of -0.0 and 0.0 comes first is as it comes, as with NumPy's vectors.

Source: Batcher, Sorting Networks and Their Applications, AFIPS 1968.
"""

from __future__ import annotations

from collections.abc import Iterator

from sct.ir.core import Op
from sct.ir.types import ARRAY
from sct.loops.code import Code, Const, Operand
from sct.loops.elementwise import element_at
from sct.loops.lower import Lowering, attr, handler
from sct.loops.values import Num, Pack, Unsupported, is_native

__all__ = ["comparators"]

MOST = 32  # numbers: comparisons grow faster than those of other ways, and so does the code


def comparators(count: int) -> Iterator[tuple[int, int]]:
    """Which two places are compared and put in order, one after the other, to sort `count` numbers.

    >>> list(comparators(4))
    [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)]
    """
    width = 1
    while width < count:
        gap = width
        while gap:
            for start in range(gap % width, count - gap, 2 * gap):
                for low in range(start, min(start + gap, count - gap)):
                    if low // (2 * width) == (low + gap) // (2 * width):
                        yield low, low + gap
            gap //= 2
        width *= 2


@handler("sort")
def _sort(low: Lowering, op: Op) -> None:
    (x,) = op.args
    result = op.results[0]
    spec = x.spec
    if spec.kind != ARRAY or spec.ndim != 1 or attr(op, "axis") not in (0, -1, None):
        raise Unsupported("rows")
    if not is_native(spec.dtype) or spec.dtype.kind not in "fiu":
        raise Unsupported("numbers of this dtype")
    (extent,) = low.extents(x)
    if not isinstance(extent, Const) or not 0 < extent.value <= MOST:
        raise Unsupported("more than a few numbers")
    code, kind, count = low.code, spec.dtype.kind, int(extent.value)
    numbers = [element_at(low, x, (place,)).x for place in range(count)]
    for first, second in comparators(count):
        a, b = numbers[first], numbers[second]
        behind = _goes_first(code, b, a) if kind == "f" else code.icmp("ult" if kind == "u" else "slt", b, a)
        numbers[first], numbers[second] = code.select(behind, b, a), code.select(behind, a, b)
    pack = Pack(spec.dtype, (count,), tuple([Num(spec.dtype, (number,)) for number in numbers]))
    if result in low.packed:
        low.define(result, pack)
        return
    made = low.boxed(pack)
    made.roots = made.roots | low.roots(result)
    low.define(result, made)


def _goes_first(code: Code, b: Operand, a: Operand) -> Operand:
    """Whether b comes before a: it is less, or a is no number, and b is."""
    return code.and_(code.pure("fcmp.ult", "i1", b, a), code.pure("fcmp.oeq", "i1", b, b))
