"""`searchsorted`: a binary search that goes on from the place of the key before.

Source: `npy_binsearch` of NumPy 2.4. Where the array is not sorted, later versions of NumPy answer other places.
"""

from __future__ import annotations

import numpy as np

from sct.ir.core import Op
from sct.loops.code import ONE, ZERO, Operand
from sct.loops.lower import Lowering, attr, handler
from sct.loops.numbers.scalars import apply, cast
from sct.loops.values import Arr, Num, Unsupported, is_native, store

__all__: list[str] = []

BOOL, INT = np.dtype("bool"), np.dtype("int64")


@handler("searchsorted")
def _searchsorted(low: Lowering, op: Op) -> None:
    if len(op.args) != 2:
        raise Unsupported("a sorter")
    bins, x = op.args
    result = op.results[0]
    dtype = np.promote_types(bins.spec.dtype, x.spec.dtype)
    if not is_native(dtype) or dtype.kind not in "fiu" or x.spec.ndim > 1:
        raise Unsupported("places of this dtype")
    code = low.code
    sorted_ = low.arr(bins)
    size = sorted_.dims[0]
    last = cast(code, low.num(x) if not x.spec.ndim else _first(low, low.arr(x)), dtype)
    search = _Search(low, sorted_, size, dtype, attr(op, "side"), last)
    if not x.spec.ndim:
        low.define(result, Num(INT, (search.place(last),)))
        return
    keys = low.arr(x)
    made = low.allocate(INT, keys.dims)
    made.roots = made.roots | low.roots(result)
    with code.loop(0, keys.dims[0]) as i:
        place = search.place(cast(code, keys.load(code, (i,)), dtype))
        store(code, Num(INT, (place,)), made.pointer, made.address(code, (i,)))
    low.define(result, made)


def _first(low: Lowering, keys: Arr) -> Num:
    """The first key, or anything if there is none."""
    code = low.code
    zero = cast(code, Num(INT, (ZERO,)), keys.dtype)
    found = [code.var(part.type, part) for part in zero.parts]
    with code.when(code.icmp("sgt", keys.dims[0], ZERO)):
        for var, part in zip(found, keys.load(code, (ZERO,)).parts, strict=True):
            code.set(var, part)
    return Num(keys.dtype, tuple([code.get(var) for var in found]))


class _Search:
    def __init__(
        self, low: Lowering, bins: Arr, size: Operand, dtype: np.dtype[np.generic], side: str, key: Num
    ) -> None:
        self.low, self.bins, self.size, self.dtype, self.side = low, bins, size, dtype, side
        code = low.code
        self.before = code.var(key.x.type, key.x)
        self.least, self.most = code.var("i64", ZERO), code.var("i64", size)

    def goes_before(self, a: Num, b: Num) -> Operand:
        """Whether a key `b` has its place behind `a`; NaN comes after all numbers."""
        code = self.low.code
        if self.side == "right":
            return code.not_(self.less(b, a))
        return self.less(a, b)

    def less(self, a: Num, b: Num) -> Operand:
        code = self.low.code
        found = apply(code, "less", [a, b], BOOL).x
        if self.dtype.kind != "f":
            return found
        first, second = (apply(code, "not_equal", [n, n], BOOL).x for n in (a, b))
        return code.or_(found, code.and_(second, code.not_(first)))

    def place(self, key: Num) -> Operand:
        code = self.low.code
        before = Num(self.dtype, (code.get(self.before),))
        least, most = code.get(self.least), code.get(self.most)
        rises = self.goes_before(before, key)
        further = code.select(code.icmp("slt", most, self.size), code.iadd(most, ONE), self.size)
        code.set(self.least, code.select(rises, least, ZERO))
        code.set(self.most, code.select(rises, self.size, further))
        code.set(self.before, key.x)

        def halve() -> None:
            low, high = code.get(self.least), code.get(self.most)
            middle = code.iadd(low, code.pure("ashr", "i64", code.isub(high, low), ONE))
            item = cast(code, self.bins.load(code, (middle,)), self.dtype)
            right = self.goes_before(item, key)
            code.set(self.least, code.select(right, code.iadd(middle, ONE), low))
            code.set(self.most, code.select(right, high, middle))

        code.repeat(lambda: code.icmp("slt", code.get(self.least), code.get(self.most)), halve)
        return code.get(self.least)
