"""Folds of many rows into one (`x.sum(axis=0)`) in blocks of columns, which several threads may take.

Within a block the rows come in their order, as they do for one thread: the result is the same to the last bit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sct.loops.code import ZERO, Const, Operand
from sct.loops.values import Nest

if TYPE_CHECKING:
    from sct.loops.nests.group import Item
    from sct.loops.nests.writer import Writer

__all__ = ["fold_in_blocks"]

NARROWEST = 256  # columns: enough for memory to be read in long runs
MOST = 64
LEAST = 1 << 15  # elements


def fold_in_blocks(writer: Writer, item: Item, folding: list[Nest], extent: Operand) -> bool:
    """Write the loop of `item`, along which its nests `folding` fold, in blocks; False if it cannot be, or is short."""
    if not writer.code.threads or item.level != 0 or not folding or len(item.children) != 1:
        return False
    columns = item.children[0].extent
    if columns is None or not all(writer.folds_into_rows(nest) for nest in folding):
        return False
    if not all(_is_apart(writer, nest) for nest in item.nests):
        return False
    if isinstance(columns, Const):
        known = extent.value if isinstance(extent, Const) else LEAST
        if columns.value < 2 * NARROWEST or columns.value * known < LEAST:
            return False
    _write(writer, item, folding, extent, columns)
    return True


def _is_apart(writer: Writer, nest: Nest) -> bool:
    """Whether no column needs what another one does."""
    folded = nest.reduce is not None and nest.loops[1] in nest.reduce.axes
    return not folded and writer.memory.same_elements(nest, nest, 1)


def _write(writer: Writer, item: Item, folding: list[Nest], extent: Operand, columns: Operand) -> None:
    code = writer.code
    if isinstance(columns, Const):
        share = max(NARROWEST, -(-int(columns.value) // MOST))
        width: Operand = Const("i64", share)
        blocks: Operand = Const("i64", -(-int(columns.value) // share))
    else:
        width = code.imax(code.iadd(code.pure("sdiv", "i64", columns, Const("i64", MOST)), 1), NARROWEST)
        blocks = code.pure("sdiv", "i64", code.iadd(columns, code.isub(width, 1)), width)
    private = writer.private_memory(item, level=1)
    with code.loop(ZERO, blocks, independent=True, private=private) as block:
        start = code.imul(block, width)
        writer.block = (start, code.imin(code.iadd(start, width), columns), width)
        for nest in folding:
            writer.before(nest)
        writer.counted(item, ZERO, extent)
        for nest in folding:
            writer.after(nest, item)
    writer.block = None
