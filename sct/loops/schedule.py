"""Writes the loops of the work that has piled up: fused, with as little memory between as possible.

A value that is used in the iteration that makes it stays in a register. One that is used in another loop
of the same outer iteration is kept in a buffer of what is left of its axes; what escapes is written whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from sct.loops.code import ONE, ZERO, Code, Operand
from sct.loops.nests.collapse import collapse
from sct.loops.nests.traversal import orient
from sct.loops.nests.writer import Writer
from sct.loops.values import Arr, Coord, Nest, row_major

__all__ = ["Schedule"]

Alloc = Callable[..., Arr]  # of a dtype, extents and a layout
MOST = 160


class Schedule:
    """Nests that wait, and how they are written.

    Parameters
    ----------
    allocate
        Makes a contiguous array of a dtype and extents.
    release
        Gives such an array back.
    """

    def __init__(self, code: Code, allocate: Alloc, release: Callable[[Arr], None]) -> None:
        self.code = code
        self.allocate = allocate
        self.release = release
        self.pending: list[Nest] = []
        self.regions = count()
        self.groups: list[list[Any]] = []  # the ops that were written together

    def add(self, nest: Nest) -> None:
        self.pending.append(nest)

    def changed_since(self, nest: Nest) -> set[Any]:
        """What memory is written by those that wait behind a nest, so that it cannot be done again after them."""
        behind = self.pending[self.pending.index(nest) + 1 :] if nest in self.pending else self.pending
        targets = [one.target for one in behind if one.writes is not None and one.target is not None]
        return {root for target in targets for root in target.roots}

    @property
    def full(self) -> bool:
        """Whether so much waits that looking for what fits together takes too long."""
        return len(self.pending) >= MOST

    def flush(self, free: Sequence[Arr] = ()) -> set[Arr]:
        """Write everything that waits; what escapes has a `target` afterwards.

        Answers which arrays have given their memory to what escapes, of those that are `free` afterwards.
        """
        nests, self.pending = self.pending, []
        source = self.code.source
        taken: set[Arr] = set()
        nests = self._set(_needed(nests))
        for nest in nests:
            self._name_extents(nest)
        if nests:
            self.groups.append([nest.source for nest in nests if nest.source is not None])
            orient(self.code, nests)
            whole = collapse(self.code, nests)
            writer = Writer(self, nests)
            taken = writer.write({arr: self._canonical(arr.dims) for arr in free}, whole)
            for nest, dims in whole.items():
                assert nest.target is not None
                nest.target = replace(nest.target, dims=dims, strides=row_major(self.code, dims))
        self.code.source = source
        return taken

    def _set(self, nests: list[Nest]) -> list[Nest]:
        """Without those whose memory may hold what it will, as no other nest reads them."""
        read = {access.source for nest in nests for access in nest.reads if isinstance(access.source, Nest)}
        rest = []
        for nest in nests:
            if nest.unset and nest.escapes and nest not in read and nest.writes is None and nest.target is None:
                nest.target = self.allocate(nest.dtype, self._canonical(nest.dims), nest.layout)
            else:
                rest.append(nest)
        return rest

    def _name_extents(self, nest: Nest) -> None:
        """Give extents that have turned out to be equal one name."""
        nest.dims = self._canonical(nest.dims)
        if nest.target is not None:
            nest.target = replace(nest.target, dims=self._canonical(nest.target.dims))
        for access in nest.reads:
            if isinstance(access.source, Arr):
                access.source = replace(access.source, dims=self._canonical(access.source.dims))

    def _canonical(self, dims: tuple[Operand, ...]) -> tuple[Operand, ...]:
        return tuple([self.code.canonical(extent) for extent in dims])


def _needed(nests: list[Nest]) -> list[Nest]:
    """Without the nests whose results nobody asks for."""
    wanted: set[Nest] = set()
    for nest in reversed(nests):
        if nest.escapes or nest.writes is not None or nest in wanted:
            wanted.add(nest)
            wanted.update(a.source for a in nest.reads if isinstance(a.source, Nest))
    return [nest for nest in nests if nest in wanted]


def identity(ndim: int) -> tuple[Coord, ...]:
    """The coordinates of an array that is looked at as it is."""
    return tuple(Coord(ZERO, axis, ONE) for axis in range(ndim))
