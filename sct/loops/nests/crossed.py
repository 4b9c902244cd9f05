"""Copies of transposed arrays, and other work that reads along one axis and writes along another.

However the two loops stand, one of the two sides goes across memory, and of each line that the processor fetches it
uses one element before the line is gone. So the inner loop is written a few elements at a time, for all turns of the
outer one: those lines are still there at the next turn.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from sct.loops.code import ONE, ZERO, Const, Operand
from sct.loops.nests.group import are_independent
from sct.loops.values import Nest

if TYPE_CHECKING:
    from sct.loops.nests.group import Item
    from sct.loops.nests.writer import Writer

__all__ = ["write_crossed"]

FEW = 8  # elements: so many lines are at hand, also where they lie a power of two apart
LEAST = 1 << 13  # elements: fewer stay at hand anyway
NEAR = {ZERO, ONE, Const("i64", -1)}


def write_crossed(writer: Writer, item: Item, extent: Operand) -> bool:
    """Write the loop of `item` and the one within it, a few elements of that at a time; False if it would not help."""
    if len(item.children) != 1 or any(nest.reduce is not None for nest in item.nests):
        return False
    (inner,) = item.children
    if inner.extent is None or any(child.extent is not None for child in inner.children):
        return False
    memory, level = writer.memory, item.level
    if not any(_crosses(writer, nest, level) for nest in item.nests) or not _pays(extent, inner.extent):
        return False
    pairs = product(item.nests, repeat=2)
    if not all(memory.same_elements(a, b, k) for a, b in pairs for k in (level, level + 1)):
        return False
    code, columns = writer.code, inner.extent
    few = FEW if any(nest.dtype.itemsize >= 8 for nest in item.nests) else 2 * FEW
    independent = level == 0 and are_independent(memory, item.nests)
    blocks = code.pure("sdiv", "i64", code.iadd(columns, few - 1), Const("i64", few))
    with code.loop(ZERO, blocks, independent=independent) as block:
        start = code.imul(block, few)
        with code.loop(ZERO, extent) as i:
            for nest in item.nests:
                writer.index[nest][nest.loops[level]] = i
            with code.loop(start, code.imin(code.iadd(start, few), columns)) as j:
                for nest in item.nests:
                    writer.index[nest][nest.loops[level + 1]] = j
                writer.write_items(inner.children)
    return True


def _crosses(writer: Writer, nest: Nest, level: int) -> bool:
    """Whether something lies in memory along the outer loop, and far apart along the inner one."""
    if nest.escapes and nest.layout is not None and nest.layout[-1] == nest.loops[level]:
        return True
    return any(
        touch.strides and touch.strides[level] == ONE and touch.strides[level + 1] not in NEAR
        for touch in writer.memory.touches[nest]
    )


def _pays(rows: Operand, columns: Operand) -> bool:
    if isinstance(columns, Const) and int(columns.value) <= 2 * FEW:
        return False
    if not isinstance(rows, Const) or not isinstance(columns, Const):
        return True
    return int(rows.value) * int(columns.value) >= LEAST
