"""Ops without a native form: the program calls back, and NumPy's kernel does them."""

from __future__ import annotations

import numpy as np

from sct.ir.aliasing import is_fresh
from sct.ir.core import Op
from sct.ir.types import ARRAY
from sct.loops.code import ZERO, Const, Fail, Operand
from sct.loops.lower import Lowering, Site
from sct.loops.values import Arr, Pack
from sct.loops.words import read_words, words_of, write_words

__all__ = ["call_back"]


def call_back(low: Lowering, op: Op) -> None:
    """Run the op's own kernel on the values as Python sees them."""
    low.flush()
    code = low.code
    in_place = op.name in ("setitem", "update_view") and op in low.ownership.in_place
    stores = in_place and isinstance(low.handle(op.args[0]), Arr)
    operands = tuple(a.spec for a in op.args)
    results = () if stores else tuple(r.spec for r in op.results)
    views = not is_fresh(op)
    number = len(low.sites)
    turned = tuple(r in low.layouts for r in op.results)  # NumPy keeps the order of the operands
    low.sites.append(Site(op, operands, results, views, stores, turned))
    given = code.buffer(8 * max(words_of(operands), 1))
    made = code.buffer(8 * max(words_of(results), 1))
    at = 0
    for value in op.args:
        at = write_words(low, value, given, at, keep=True)
    status = code.call("sct_callback", "i64", low.ctx, Const("i64", number), given, made)
    at = 0
    for spec in operands:  # each array was written with a reference of its own
        if spec.kind == ARRAY:
            _release_word(low, given, at)
        at += words_of((spec,))
    with code.when(code.icmp("ne", status, ZERO)) as failed:
        failed.then.append(Fail(2))
    if stores:
        low.take_over(op, op.args[0])
        return
    at = 0
    for value in op.results:
        contiguous = value in low.contiguous and not views
        first = at
        handle, at = read_words(low, value, made, at, contiguous)
        if isinstance(handle, Pack):
            _release_word(low, made, first)
        if isinstance(handle, Arr):
            handle.contiguous = contiguous
        low.define(value, handle)


def _release_word(low: Lowering, words: Operand, at: int) -> None:
    """Give back the reference that an array's words hold."""
    header = low.code.load("ptr", words, at + 1)
    low.release(Arr(np.dtype("int8"), header, (), (), header, frozenset()))
