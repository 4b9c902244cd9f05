"""Writing at integer arrays: `x[indices] = …`, `x[rows, columns] += …`, `np.add.at`.

The places are gone through in order, so that of several values for one place the last one stays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sct.ir.core import Op, Value
from sct.ir.types import Shape
from sct.loops.code import Code, Const, Operand
from sct.loops.elements.gather import Places
from sct.loops.elements.views import contiguous_copy
from sct.loops.lower import Lowering, attr, handler
from sct.loops.numbers.elementwise import ufunc_compute
from sct.loops.numbers.entering import check_fits, entered
from sct.loops.operands import broadcast_source
from sct.loops.values import Access, Arr, Nest, Num, Unsupported
from sct.ops.infer import loop_dtypes

__all__ = ["store_at_arrays"]

Target = Callable[[Lowering, Op], Arr]
Change = Callable[[Code, Num, Num], Num]  # what was there, and what comes


def store_at_arrays(low: Lowering, op: Op, template: Any, target: Target) -> None:
    """`setitem` with arrays first and whole axes after them; `Unsupported` for all other indices."""
    x, value, *operands = op.args
    spec, dtype = value.spec, x.spec.dtype

    def replaced(code: Code, old: Num, new: Num) -> Num:
        return entered(code, new, spec, dtype)

    _store(low, op, template, value, operands, (target, replaced))


@handler("ufunc_at")
def _ufunc_at(low: Lowering, op: Op) -> None:
    """`np.add.at` and its like: repeatedly where places repeat."""
    x, *rest = op.args
    name, template = str(attr(op, "ufunc")), attr(op, "index")
    if attr(op, "values") != 1 or name not in ("add", "subtract", "multiply", "maximum", "minimum"):
        raise Unsupported(name)
    value, *operands = rest
    loop = loop_dtypes(getattr(np, name), x.spec, value.spec)
    compute = ufunc_compute(name, (x.spec, value.spec), loop, x.spec.dtype)
    if loop[-1] != x.spec.dtype:
        raise Unsupported("a result that is cast")
    _store(low, op, template, value, operands, (_copied, lambda code, old, new: compute(code, [old, new])))


def _copied(low: Lowering, op: Op) -> Arr:
    """A copy of the first operand, as the result."""
    x, result = op.args[0], op.results[0]
    arr = contiguous_copy(low, x)
    arr.roots = arr.roots | low.roots(result)
    low.define(result, arr)
    return arr


def _store(
    low: Lowering, op: Op, template: Any, value: Value, operands: list[Value], how: tuple[Target, Change]
) -> None:
    x, result = op.args[0], op.results[0]
    if result in low.packed or x in low.packed or any(v.spec.dtype.kind == "b" for v in operands):
        raise Unsupported("an index in registers")
    if not isinstance(template, tuple) or not operands:
        raise Unsupported("an index without arrays")
    given = _apart(low, x, [value, *operands])
    try:
        places = Places(low, x, template, operands)
        dims = (*places.dims, *low.extents(x)[len(places.extents) :])
        if len(value.spec.shape) > len(dims):
            raise Unsupported("a value with more axes than its place")
        check_fits(low, value, x.spec.dtype)
        places.empty()
        source = broadcast_source(low, value, _region(dims), dims)
    finally:
        low.env.update(given)
    target, change = how
    arr = target(low, op)
    low.flush()
    code, note, count = low.code, low.memory.note(result), len(places.dims)

    def at(index: tuple[Operand, ...]) -> tuple[tuple[Operand, ...], Operand]:
        return places.at(code, [_loaded(code, access, index) for access in places.reads])

    wrong = code.flag()
    if places.reads:  # all are asked first: a caller's array is written to where it lies if nothing can fail after that
        _each(code, dims[:count], lambda index: code.set(wrong, code.or_(code.get(wrong), at(index)[1])))
    else:
        code.set(wrong, at(())[1])
    code.fail(code.get(wrong))

    def store(place: tuple[Operand, ...]) -> None:
        first = at(place)[0]

        def element(index: tuple[Operand, ...]) -> None:
            new = source if isinstance(source, Num) else _loaded(code, source, (*place, *index))
            inside = (*first, *index)
            arr.store(code, change(code, arr.load(code, inside, note), new), inside, note)

        _each(code, dims[count:], element)

    _each(code, dims[:count], store)


def _each(code: Code, dims: Sequence[Operand], action: Callable[[tuple[Operand, ...]], None], *outer: Operand) -> None:
    """Loops over all indices."""
    if len(outer) == len(dims):
        action(outer)
        return
    with code.loop(0, dims[len(outer)]) as i:
        _each(code, dims, action, *outer, i)


def _apart(low: Lowering, x: Value, values: list[Value]) -> dict[Value, Any]:
    """Have copies read where what is read may be written to; answers what the values were."""
    before = {}
    roots = low.arr(x).roots
    for value in values:
        handle = low.handle(value)
        if isinstance(handle, Arr) and handle.roots & roots and value not in before:
            before[value] = handle
            copied = contiguous_copy(low, value)
            low.late.append(copied)
            low.env[value] = copied
    return before


def _region(dims: tuple[Operand, ...]) -> Shape:
    return tuple([int(n.value) if isinstance(n, Const) else None for n in dims])  # type: ignore[misc]


def _loaded(code: Code, access: Access, index: tuple[Operand, ...]) -> Num:
    arr = access.source
    if isinstance(arr, Nest):
        assert arr.target is not None
        arr = arr.target
    return arr.load(code, tuple([coord.at(code, index) for coord in access.coords]))
