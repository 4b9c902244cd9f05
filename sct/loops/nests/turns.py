"""Loops over what is read as if it were rolled: cut where the reading turns around.

`np.roll(u, 1) + np.roll(u, -1)` is one loop over `u`. In each piece of it all that is read lies at a fixed distance
from the index, so that the pieces are as fast as loops over slices.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sct.loops.code import Code, Const, Operand
from sct.loops.nests.group import Item

__all__ = ["ranges"]

MOST = 4  # cuts; at others each turn of the loop asks on which side it is


def ranges(code: Code, item: Item, start: Operand, stop: Operand) -> Iterator[tuple[Operand, Operand, list[Operand]]]:
    """The pieces of the loop of `item`, and the shifts that each of them is on one side of."""
    shifts = _shifts(item)
    if any(child.extent is not None for child in item.children):
        shifts = []  # an outer loop asks once for all turns of the inner one
    points = [code.imin(code.imax(shift, start), stop) for shift in shifts]
    for first, end in pairwise([start, *_sorted(code, points), stop]):
        if first is not end and not (isinstance(first, Const) and first == end):
            yield first, end, shifts


def _shifts(item: Item) -> list[Operand]:
    """How far the arrays are moved that are read along the loop."""
    found: dict[Operand, None] = {}
    for nest in item.nests:
        for access in nest.reads:
            for coord in access.coords:
                if coord.turn is not None and coord.axis == nest.loops[item.level]:
                    found[coord.turn[0]] = None
    return list(found)[:MOST]


def _sorted(code: Code, points: list[Operand]) -> list[Operand]:
    found = list(points)
    for last in range(len(found) - 1, 0, -1):
        for k in range(last):
            a, b = found[k], found[k + 1]
            found[k], found[k + 1] = code.imin(a, b), code.imax(a, b)
    return found
