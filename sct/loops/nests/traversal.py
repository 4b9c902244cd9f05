"""In which order loops go over axes: so that neighbours in memory come one after the other.

Work on transposed arrays, on arrays in Fortran order, and whatever else does not lie in C order. Sums keep the order
that they are in, for it shows in their last bits; but where all that is read lies the other way round, as in
`x.T.sum(axis=0)`, NumPy goes through memory, too.
"""

from __future__ import annotations

from collections.abc import Iterable

from sct.loops.code import ONE, ZERO, Code, Const, Operand
from sct.loops.values import Access, Arr, Nest

__all__ = ["orient"]

NEAR = {Const("i64", 0), Const("i64", 1), Const("i64", -1)}
READ, WRITE = 1, 2


def orient(code: Code, nests: list[Nest]) -> None:
    """Choose the order of the axes for all nests; those over one rectangle, which may share loops, get the same."""
    rectangles: dict[tuple[Operand, ...], list[Nest]] = {}
    for nest in nests:
        if nest.product is None:
            rectangles.setdefault(nest.dims, []).append(nest)
    for dims, members in rectangles.items():
        axes = [axis for axis, extent in enumerate(dims) if extent != ONE]
        folding = [nest for nest in members if nest.reduce is not None]
        if len(axes) > 1 and (not folding or all(_is_turned(code, nest) for nest in members)):
            order = _best(code, members, axes, len(dims))
            if order is not None:
                for nest in members:
                    nest.order = order


def _is_turned(code: Code, nest: Nest) -> bool:
    """Whether a nest over two axes, which may fold one, reads only memory whose neighbours are along the first."""
    reduce = nest.reduce
    if len(nest.dims) != 2 or nest.gathers or nest.writes is not None:
        return False
    if reduce is not None and (len(reduce.axes) != 1 or reduce.registers):
        return False
    turned = False
    for access in nest.reads:
        if isinstance(access.source, Arr):
            first, second = access.memory(code, access.source, 2)[1]
            if second != ZERO and (first != ONE or second in NEAR):
                return False
            turned = turned or second != ZERO
        elif not isinstance(access.source, Nest) or access.source.target is not None:
            return False
    return turned or bool(nest.reads)


def _best(code: Code, nests: list[Nest], axes: list[int], ndim: int) -> tuple[int, ...] | None:
    cost = dict.fromkeys(axes, 0)
    for nest in nests:
        for weight, strides in _touches(code, nest, ndim):
            for axis in axes:
                cost[axis] += 0 if strides[axis] in NEAR else weight
    last = min(reversed(axes), key=lambda axis: cost[axis])
    if last == axes[-1]:
        return None
    for nest in nests:
        if nest.layout is not None and nest.layout[-1] == last:
            return nest.layout
    return (*[axis for axis in range(ndim) if axis != last], last)


def _touches(code: Code, nest: Nest, ndim: int) -> Iterable[tuple[int, tuple[Operand, ...]]]:
    """What the nest reads and writes: how much it matters, and one stride for each axis."""
    for access in nest.reads:
        if isinstance(access.source, Arr):
            yield READ, access.memory(code, access.source, ndim)[1]
        elif access.source.target is not None:
            yield READ, access.memory(code, access.source.target, ndim)[1]
    if nest.writes is not None and nest.target is not None:
        yield WRITE, Access(nest.target, nest.writes).memory(code, nest.target, ndim)[1]
    elif nest.escapes and nest.target is None and nest.reduce is None:
        near = ndim - 1 if nest.layout is None else nest.layout[-1]
        yield WRITE, tuple([ONE if axis == near else Const("i64", 2) for axis in range(ndim)])
