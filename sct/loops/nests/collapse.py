"""Several axes as one: work on whole contiguous arrays needs a single loop."""

from __future__ import annotations

from sct.loops.code import ONE, ZERO, Code, Operand
from sct.loops.values import Access, Arr, Coord, Nest

__all__ = ["collapse"]


def collapse(code: Code, nests: list[Nest]) -> dict[Nest, tuple[Operand, ...]]:
    """If all of `nests` go over the same whole arrays, make each of them one loop.

    Answers the extents of the arrays that the nests which escape will make.
    """
    members = set(nests)
    dims = nests[0].dims
    if len(dims) < 2 or not all(_fits(nest, dims, members) for nest in nests):
        return {}
    total: Operand = ONE
    for extent in dims:
        total = code.imul(total, extent)
    whole: dict[Nest, tuple[Operand, ...]] = {}
    for nest in nests:
        if nest.escapes and nest.kept and nest.writes is None:
            whole[nest] = dims
        elif nest.writes is not None and nest.target is not None:
            nest.target = _flat(nest.target, total)
            nest.writes = (Coord(ZERO, 0, ONE),)
        nest.reads = tuple([_read(access, total) for access in nest.reads])
        nest.dims = (total,)
        if nest.reduce is not None:
            nest.reduce = nest.reduce.over(frozenset((0,)))
    return whole


def _fits(nest: Nest, dims: tuple[Operand, ...], members: set[Nest]) -> bool:
    if nest.dims != dims or nest.indexed or nest.order is not None or (nest.escapes and nest.layout is not None):
        return False
    if nest.product is not None:
        return False
    if nest.reduce is not None and nest.kept:
        return False
    if nest.writes is not None and not _is_whole(nest.writes, nest.target, dims):
        return False
    return all(_reads_whole(access, dims, members) for access in nest.reads)


def _reads_whole(access: Access, dims: tuple[Operand, ...], members: set[Nest]) -> bool:
    if not access.coords:
        return True
    source = access.source
    if isinstance(source, Nest):
        if source in members:
            return _is_identity(access.coords, len(dims))
        return source.target is not None and _is_whole(access.coords, source.target, dims)
    return _is_whole(access.coords, source, dims)


def _is_whole(coords: tuple[Coord, ...], arr: Arr | None, dims: tuple[Operand, ...]) -> bool:
    return arr is not None and arr.contiguous and arr.dims == dims and _is_identity(coords, len(dims))


def _is_identity(coords: tuple[Coord, ...], ndim: int) -> bool:
    return len(coords) == ndim and all(c.plain and c.axis == k for k, c in enumerate(coords))


def _read(access: Access, total: Operand) -> Access:
    source = access.source
    if not access.coords:
        return access
    if isinstance(source, Nest) and source.target is not None and len(source.target.dims) > 1:
        source = source.target
    return Access(_flat(source, total) if isinstance(source, Arr) else source, (Coord(ZERO, 0, ONE),))


def _flat(arr: Arr, total: Operand) -> Arr:
    return Arr(arr.dtype, arr.pointer, (total,), (ONE,), arr.header, arr.roots, True, part=arr.part)
