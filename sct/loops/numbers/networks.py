"""Sorts and medians of a few numbers in registers: comparisons in an order that does not depend on what they find.

Nobody can guess how comparisons of a sort come out, and in a network nobody has to. Equal numbers cannot be told apart,
but for zeros: which of -0.0 and 0.0 comes first is as it comes, as with NumPy's vectors. Floats are compared as the
whole numbers that rank them: LLVM knows the smaller and the greater of two of these at once, and in selections of
floats it looks for vectors, for 6 s where there are 20 numbers.

Source: Batcher, Sorting Networks and Their Applications, AFIPS 1968.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

import numpy as np

from sct.ir.core import Op, Value
from sct.ir.types import ARRAY
from sct.loops.code import Const, Operand
from sct.loops.lower import Lowering, attr, handler
from sct.loops.numbers.bit_ranks import rank, ranked
from sct.loops.numbers.elementwise import element_at
from sct.loops.numbers.scalars import cast
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
    if x.spec.ndim != 1 or attr(op, "axis") not in (0, -1, None):
        raise Unsupported("rows")
    items = tuple([Num(x.spec.dtype, (number,)) for number in _in_order(low, x)])
    pack = Pack(x.spec.dtype, (len(items),), items)
    if result in low.packed:
        low.define(result, pack)
        return
    made = low.boxed(pack)
    made.roots = made.roots | low.roots(result)
    low.define(result, made)


@handler("median")
def _median(low: Lowering, op: Op) -> None:
    (x,) = op.args
    result, dtype = op.results[0], op.results[0].spec.dtype
    if attr(op, "axis") is not None or attr(op, "keepdims") or not is_native(dtype) or dtype.kind != "f":
        raise Unsupported("medians along an axis")
    code, found = low.code, _in_order(low, x)
    below, above = (
        cast(code, Num(x.spec.dtype, (found[place],)), dtype).x for place in ((len(found) - 1) // 2, len(found) // 2)
    )
    middle = above
    if below is not above:
        middle = code.pure("fdiv", above.type, code.pure("fadd", above.type, below, above), Const(above.type, 2.0))
    if x.spec.dtype.kind == "f":  # one that is no number comes last, and is the median then
        middle = code.select(code.pure("fcmp.uno", "i1", found[-1], found[-1]), found[-1], middle)
    low.define(result, Num(dtype, (middle,)))


def _in_order(low: Lowering, x: Value) -> list[Operand]:
    """The elements of an array in ascending order."""
    spec, code = x.spec, low.code
    if spec.kind != ARRAY or not is_native(spec.dtype) or spec.dtype.kind not in "fiu":
        raise Unsupported("numbers of this dtype")
    dims = [int(extent.value) for extent in low.extents(x) if isinstance(extent, Const)]
    if len(dims) < spec.ndim or not 0 < prod(dims) <= MOST:
        raise Unsupported("more than a few numbers")
    numbers = [element_at(low, x, place).x for place in np.ndindex(*dims)]
    floats = spec.dtype.kind == "f"
    if floats:
        numbers = [rank(code, number) for number in numbers]
    for first, second in comparators(len(numbers)):
        a, b = numbers[first], numbers[second]
        behind = code.icmp("ult" if spec.dtype.kind == "u" else "slt", b, a)
        numbers[first], numbers[second] = code.select(behind, b, a), code.select(behind, a, b)
    return [ranked(code, number) for number in numbers] if floats else numbers
