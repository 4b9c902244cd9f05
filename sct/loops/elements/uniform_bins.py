"""`np.histogram` with bins of one width: one look at each element, whose bin is computed and set right at the edges.

Source: `histogram` in `numpy/lib/_histograms_impl.py` of NumPy 2.4, whose blocks are kept: weights are added up in
doubles within a block, and the sums of the blocks in the dtype of the weights.
"""

from __future__ import annotations

import numpy as np

from sct.ir.core import Op
from sct.loops.code import ONE, ZERO, Const, Operand
from sct.loops.lower import Lowering, attr, handler
from sct.loops.numbers.scalars import apply, cast, number
from sct.loops.values import Arr, Num, Unsupported

__all__: list[str] = []

BOOL, INT, FLOAT = np.dtype("bool"), np.dtype("int64"), np.dtype("float64")
BLOCK = 65536
EXACT = 2.0**52  # whole numbers below it, and their differences, are doubles


@handler("uniform_histogram")
def _uniform_histogram(low: Lowering, op: Op) -> None:
    x, _, _, *weights = op.args
    if x.spec.ndim != 1:
        raise Unsupported("a histogram of several axes")
    code = low.code
    sample, by = low.arr(x), low.arr(weights[0]) if weights else None
    if by is not None:
        code.must_equal(sample.dims[0], by.dims[0])
    many = attr(op, "bins")
    extents = (Const("i64", many), Const("i64", many + 1))
    counts, edges = (low.allocate(r.spec.dtype, (n,)) for r, n in zip(op.results, extents, strict=True))
    for made, result in zip((counts, edges), op.results, strict=True):
        made.roots = made.roots | low.roots(result)
    first, last = _ends(low, op, sample.dims[0], edges.dtype)
    bins = _Bins(low, edges, first, last, many, kept=attr(op, "limits") is not None)
    bins.spread()
    _count(low, bins, sample, by, counts)
    for result, made in zip(op.results, (counts, edges), strict=True):
        low.define(result, made)


def _ends(low: Lowering, op: Op, size: Operand, dtype: np.dtype[np.generic]) -> tuple[Num, Num]:
    """The outer edges; the code gives up at those that NumPy has words for, or computes with as integers."""
    code = low.code
    first, last = (cast(code, low.num(end), dtype) for end in op.args[1:3])
    if attr(op, "limits") is None:
        none = code.icmp("eq", size, ZERO)
        if dtype != FLOAT:  # the numbers of Python's that then stand for the ends are doubles
            code.fail(none)
        first, last = (_either(low, none, number(k, dtype), end) for k, end in enumerate((first, last)))
    far = number(EXACT if op.args[0].spec.dtype.kind == "i" else np.inf, dtype)
    for end in (first, last):
        code.fail(code.not_(apply(code, "less", [apply(code, "absolute", [end], dtype), far], BOOL).x))
    one = apply(code, "equal", [first, last], BOOL).x
    half = number(0.5, dtype)
    wider = (apply(code, name, [end, half], dtype) for name, end in (("subtract", first), ("add", last)))
    first, last = (_either(low, one, wide, end) for wide, end in zip(wider, (first, last), strict=True))
    return first, last


def _either(low: Lowering, cond: Operand, a: Num, b: Num) -> Num:
    return Num(b.dtype, (low.code.select(cond, a.x, b.x),))


class _Bins:
    """The bins between two edges.

    Attributes
    ----------
    kept
        Whether there may be elements outside.
    """

    def __init__(self, low: Lowering, edges: Arr, first: Num, last: Num, bins: int, kept: bool) -> None:
        self.low, self.edges, self.first, self.last, self.kept = low, edges, first, last, kept
        self.dtype = edges.dtype
        self.bins = Const("i64", bins)
        self.many = number(bins, self.dtype)
        self.range = self.op("subtract", last, first)

    def op(self, name: str, a: Num, b: Num) -> Num:
        return apply(self.low.code, name, [a, b], self.dtype)

    def holds(self, name: str, a: Num, b: Num) -> Operand:
        return apply(self.low.code, name, [a, b], BOOL).x

    def spread(self) -> None:
        """Write the edges, as `np.linspace` does; the code gives up where they do not rise."""
        code = self.low.code
        step = self.op("divide", self.range, self.many)
        code.fail(self.holds("equal", step, number(0, self.dtype)))
        with code.loop(0, self.bins) as i:
            edge = self.op("add", self.op("multiply", cast(code, Num(INT, (i,)), self.dtype), step), self.first)
            self.edges.store(code, edge, (i,))
        self.edges.store(code, self.last, (self.bins,))
        with code.loop(0, self.bins) as i:
            code.fail(code.not_(self.holds("less", self.edge(i), self.edge(code.iadd(i, ONE)))))

    def edge(self, i: Operand) -> Num:
        return self.edges.load(self.low.code, (i,))

    def inside(self, item: Num) -> Operand:
        code = self.low.code
        if not self.kept:
            return Const("i1", 1)
        return code.and_(self.holds("greater_equal", item, self.first), self.holds("less_equal", item, self.last))

    def place(self, item: Num) -> Operand:
        """The bin of an element that is inside."""
        code = self.low.code
        share = self.op("multiply", self.op("divide", self.op("subtract", item, self.first), self.range), self.many)
        found = cast(code, share, INT).x
        final = code.isub(self.bins, 1)
        found = code.select(code.icmp("eq", found, self.bins), final, found)
        below = self.holds("less", item, self.edge(found))
        found = code.select(below, code.isub(found, ONE), found)
        above = self.holds("greater_equal", item, self.edge(code.iadd(found, ONE)))
        further = code.and_(above, code.icmp("ne", found, final))
        return code.select(further, code.iadd(found, ONE), found)


def _count(low: Lowering, bins: _Bins, sample: Arr, by: Arr | None, counts: Arr) -> None:
    code = low.code
    size = sample.dims[0]
    zero = number(0, counts.dtype)
    with code.loop(0, bins.bins) as i:
        counts.store(code, zero, (i,))
    if by is None:
        _add_up(low, bins, sample, None, counts, ZERO, size)
        return
    sums = low.allocate(FLOAT, counts.dims)
    with code.loop(0, size, BLOCK) as start:
        with code.loop(0, bins.bins) as i:
            sums.store(code, number(0, FLOAT), (i,))
        _add_up(low, bins, sample, by, sums, start, code.imin(code.iadd(start, BLOCK), size))
        with code.loop(0, bins.bins) as i:
            block = cast(code, sums.load(code, (i,)), counts.dtype)
            counts.store(code, apply(code, "add", [counts.load(code, (i,)), block], counts.dtype), (i,))
    low.release(sums)


def _add_up(
    low: Lowering, bins: _Bins, sample: Arr, by: Arr | None, into: Arr, start: Operand, stop: Operand
) -> None:
    code = low.code
    with code.loop(start, stop) as i, code.one():
        item = cast(code, sample.load(code, (i,)), bins.dtype)
        with code.when(bins.inside(item)):
            place = (bins.place(item),)
            more = number(1, INT) if by is None else cast(code, by.load(code, (i,)), FLOAT)
            into.store(code, apply(code, "add", [into.load(code, place), more], into.dtype), place)
