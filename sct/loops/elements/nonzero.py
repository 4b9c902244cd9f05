"""Where elements are not zero: `np.nonzero`, `np.argwhere`, `np.where` of a condition.

The truths are made and counted first. Then each index is written where the next hit belongs, whether it is one or not;
along one axis, eight truths at a time are looked at, and passed over if none holds.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sct.ir.core import Op, Value
from sct.loops.code import ONE, ZERO, Code, Const, Operand, Var
from sct.loops.lower import Lowering, handler
from sct.loops.numbers.scalars import cast
from sct.loops.operands import full, stored
from sct.loops.values import Arr, Nest, Num, Unsupported, is_native, store

__all__: list[str] = []

INT, BOOL = np.dtype(np.intp), np.dtype(bool)
BLOCK = 8  # truths, as many as a word has bytes


@handler("argwhere")
def _argwhere(low: Lowering, op: Op) -> None:
    x, result = op.args[0], op.results[0]
    if x.spec.ndim == 0 or result in low.packed or not is_native(x.spec.dtype) or INT.itemsize != 8:
        raise Unsupported("where numbers in registers are not zero")
    code = low.code
    truths = _truths(low, x)
    size: Operand = ONE
    for extent in truths.dims:
        size = code.imul(size, extent)
    count = code.var("i64", ZERO)
    with code.loop(0, size) as i:
        code.set(count, code.iadd(code.get(count), _truth(code, truths, i)))
    found = code.get(count)
    ndim = len(truths.dims)
    made = low.allocate(INT, (code.iadd(found, ONE), Const("i64", ndim)))  # one more: for what follows the last hit
    at = code.var("i64", ZERO)
    if ndim == 1:
        _along(code, size, truths, lambda i: _put(code, made, at, (i,), truths, i))
    else:
        _over(code, truths, lambda index: _put(code, made, at, index, truths, truths.address(code, index)))
    low.release(truths)
    dims = (found, Const("i64", ndim))
    low.define(
        result, Arr(INT, made.pointer, dims, made.strides, made.header, made.roots | low.roots(result), True)
    )


def _truths(low: Lowering, x: Value) -> Arr:
    """Whether each element is not zero: in memory of its own, one byte for each."""
    nest = Nest(
        "nonzero", low.extents(x), (full(low, x),), lambda code, n, index: cast(code, n[0], BOOL), BOOL
    )
    return stored(low, nest)


def _truth(code: Code, truths: Arr, at: Operand) -> Operand:
    return code.pure("zext", "i64", code.load("i1", truths.pointer, at))


def _put(code: Code, made: Arr, at: Var, index: tuple[Operand, ...], truths: Arr, flat: Operand) -> None:
    place = code.get(at)
    first = code.imul(place, len(index))
    for k, i in enumerate(index):
        store(code, Num(INT, (i,)), made.pointer, code.iadd(first, k))
    code.set(at, code.iadd(place, _truth(code, truths, flat)))


def _along(code: Code, size: Operand, truths: Arr, action: Callable[[Operand], None]) -> None:
    blocks = code.pure("ashr", "i64", size, Const("i64", 3))
    with code.loop(0, blocks) as k:
        some = code.icmp("ne", code.load("i64", truths.pointer, k), ZERO)
        with code.when(some):
            first = code.imul(k, BLOCK)
            for j in range(BLOCK):
                action(code.iadd(first, j))
    with code.loop(code.imul(blocks, BLOCK), size) as i:
        action(i)


def _over(code: Code, truths: Arr, action: Callable[[tuple[Operand, ...]], None], *outer: Operand) -> None:
    if len(outer) == len(truths.dims):
        action(outer)
        return
    with code.loop(0, truths.dims[len(outer)]) as i:
        _over(code, truths, action, *outer, i)
