"""A list of many known rows of unlike lengths, such as texts, is one constant: as many copies would take LLVM seconds.

Before::

    %9: int64[9, d1] = list_pack(%0, %1, …, %8, ragged=True)

After::

    %10: int64[9, 8] = constant(…)
    %9: int64[9, d1] = list_set(%10, 0, %0, ragged=True)

One of the rows, which is shorter, is set to what it is, for the sake of the extent: to what comes after, only the run
knows it. Where all are of one length, which other columns of the list have, too, that is done by folding one long row.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from sct.ir.build import constant_attr, freeze_attrs
from sct.ir.core import Block, Op, Program, Value

__all__ = ["known_rows"]

_MANY = 16
_MOST = 1 << 20  # bytes of a constant


def known_rows(program: Program) -> Program:
    """The same program, with such constants."""
    if not any(map(_is_large, program.body.walk())):
        return program
    known = {op.results[0]: op for op in program.body.walk() if op.name == "constant"}
    return replace(program, body=_block(program.body, known))


def _is_large(op: Op) -> bool:
    return op.name == "list_pack" and len(op.args) >= _MANY and bool(op.attrs) and op.args[0].spec.ndim == 1


def _block(block: Block, known: dict[Value, Op]) -> Block:
    ops: list[Op] = []
    for op in block.ops:
        if op.blocks:
            op = op.with_blocks(tuple(_block(inner, known) for inner in op.blocks))
        ops += (_as_constant(op, known) if _is_large(op) else None) or [op]
    return Block(block.args, tuple(ops), block.results)


def _as_constant(op: Op, known: dict[Value, Op]) -> list[Op] | None:
    """The ops in place of a `list_pack`; None where a row is not known."""
    if any(item not in known for item in op.args):
        return None
    contents: list[Any] = [known[item].attr("value") for item in op.args]
    rows = [content.array() for content in contents]
    widths = [len(row) for row in rows]
    width = max(widths)
    odd = next((k for k, n in enumerate(widths) if n != width), None)
    dtype = op.args[0].spec.dtype
    if len(rows) * width * dtype.itemsize > _MOST:
        return None
    if odd is None:
        flat, count = _constant(np.concatenate(rows), op), _constant(len(rows), op)
        return [flat, count, Op("list_refold", (flat.results[0], count.results[0]), (), op.results, (), op.source)]
    all_ = np.zeros((len(rows), width), dtype)
    for to, row in zip(all_, rows, strict=True):
        to[: len(row)] = row
    padded, at = _constant(all_, op), _constant(odd, op)
    operands = (padded.results[0], at.results[0], op.args[odd])
    return [padded, at, Op("list_set", operands, freeze_attrs({"ragged": True}), op.results, (), op.source)]


def _constant(value: Any, like: Op) -> Op:
    attr, spec = constant_attr(value)
    return Op("constant", (), freeze_attrs({"value": attr, "kind": spec.kind}), (Value(spec),), (), like.source)
