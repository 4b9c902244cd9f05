"""Which part of an array is touched, and whether two parts of one array have an element in common.

`a[k + 1:, k + 1:] -= np.outer(a[k + 1:, k], a[k, k + 1:])` reads a column and a row beside what it writes, so what
is computed goes straight to its place.
"""

from __future__ import annotations

import math
from dataclasses import replace

from sct.loops.code import ONE, ZERO, Code, Const, Operand
from sct.loops.values import Access, Arr, Coord, Part

__all__ = ["are_apart", "part_of_access", "through", "view_of"]

Coords = tuple[Coord, ...]
Dims = tuple[Operand, ...]


def view_of(code: Code, arr: Arr, coords: Coords, dims: Dims, roots: frozenset[object]) -> Arr:
    """An array that shows part of another."""
    pointer, strides = Access(arr, coords).memory(code, arr, len(dims))
    part = part_of_access(code, arr, coords, dims)
    return Arr(arr.dtype, pointer, dims, strides, arr.header, roots | arr.roots, part=part)


def through(code: Code, outer: Coord, coords: Coords) -> Coord:
    """A coordinate of what is below a view, given one that the view has there and those of another view of it."""
    if outer.axis is None:
        return outer
    inner = coords[outer.axis]
    offset = code.iadd(outer.offset, code.imul(outer.step, inner.offset))
    return Coord(offset, inner.axis, code.imul(outer.step, inner.step))


def part_of_access(code: Code, arr: Arr, coords: Coords, dims: Dims) -> Part:
    """What a rectangle of these extents touches of the array at these coordinates."""
    coords = tuple([c if c.turn is None else Coord(ZERO, c.axis, ONE) for c in coords])  # it goes all around
    part = arr.part
    if part is None:
        return Part(arr.pointer, arr.dtype.itemsize, arr.strides, coords, dims)
    if all(c.plain and c.axis == k for k, c in enumerate(coords)):
        return part
    return replace(part, coords=tuple([through(code, c, coords) for c in part.coords]), dims=dims)


def are_apart(code: Code, a: Part, b: Part) -> bool:
    """Whether it is known that two parts of one array share no element."""
    if a.pointer is not b.pointer or a.itemsize != b.itemsize or a.strides != b.strides:
        return False
    return any(_never_meet(code, x, a.dims, y, b.dims) for x, y in zip(a.coords, b.coords, strict=True))


def _never_meet(code: Code, x: Coord, x_dims: Dims, y: Coord, y_dims: Dims) -> bool:
    """Whether no place along one axis is in both."""
    if isinstance(x.offset, Const) and isinstance(y.offset, Const):
        steps = [c.step if c.axis is not None else ZERO for c in (x, y)]
        if all(isinstance(step, Const) for step in steps):
            grid = math.gcd(*[int(step.value) for step in steps])  # type: ignore[union-attr]
            if grid > 1 and (x.offset.value - y.offset.value) % grid:
                return True
    mine, theirs = _ends(code, x, x_dims), _ends(code, y, y_dims)
    if mine is None or theirs is None:
        return False
    return any(code.ranges.relation("sle", a[1], b[0]) is True for a, b in ((mine, theirs), (theirs, mine)))


def _ends(code: Code, coord: Coord, dims: Dims) -> tuple[Operand, Operand] | None:
    """From where a coordinate goes to where, which it does not reach."""
    if coord.axis is None:
        return coord.offset, code.iadd(coord.offset, ONE)
    if not isinstance(coord.step, Const) or coord.step.value == 0:
        return None
    span = code.imul(coord.step, dims[coord.axis])
    if coord.step.value > 0:
        return coord.offset, code.iadd(coord.offset, span)
    return code.iadd(code.iadd(coord.offset, span), ONE), code.iadd(coord.offset, ONE)
