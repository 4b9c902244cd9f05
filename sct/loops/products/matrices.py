"""Matrices in memory, and the products of two of them as calls of BLAS.

Which of its functions is called with which arguments is what NumPy would choose, so that results are equal
to the last bit: `matmul.c.src` in NumPy's sources. Strides count elements.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sct.loops.code import FALSE, ONE, TRUE, ZERO, Const, Operand
from sct.loops.lower import Lowering
from sct.loops.numbers.scalars import number
from sct.loops.products.small_products import fits_kernel, lies_better, small_product
from sct.loops.values import Arr, Num, load, machine_type, row_major, store
from sct.records import record

__all__ = ["Extents", "Stack", "dot_of", "each", "kind_of", "multiply"]

_ROWS, _COLUMNS = Const("i32", 101), Const("i32", 102)  # CBLAS_ORDER
_PLAIN, _TRANSPOSED = Const("i32", 111), Const("i32", 112)  # CBLAS_TRANSPOSE
_MOST = 2**31 - 1


@record
class Stack:
    """Matrices of one extent: a stride for each axis of the batch, one from row to row, one from column to column."""

    pointer: Operand
    batch: tuple[Operand, ...]
    down: Operand
    across: Operand

    @property
    def turned(self) -> Stack:
        """The transposed matrices."""
        return Stack(self.pointer, self.batch, self.across, self.down)


@record
class Extents:
    """Of the batch, and of a product of (m, k) by (k, n)."""

    batch: tuple[Operand, ...]
    m: Operand
    n: Operand
    k: Operand

    @property
    def turned(self) -> Extents:
        """Of the transposed product."""
        return Extents(self.batch, self.n, self.m, self.k)


@record
class _Ready:
    """A stack as BLAS takes it: lines of memory that are rows, or columns where `flag` says so."""

    stack: Stack
    columns: Operand  # i1
    lead: Operand  # from line to line


def kind_of(dtype: np.dtype[Any]) -> str:
    """As the names of functions have it: f32, c128."""
    return f"{dtype.kind}{8 * dtype.itemsize}"


def multiply(low: Lowering, dtype: np.dtype[Any], extents: Extents, a: Stack, b: Stack, c: Stack) -> None:
    """Have the products of the matrices of `a` and `b` in memory at `c`, whose rows or columns are contiguous."""
    if c.across != ONE and extents.n != ONE:
        multiply(low, dtype, extents.turned, b.turned, a.turned, c.turned)
        return
    m, n, k, batch = extents.m, extents.n, extents.k, extents.batch
    _check_small(low, m, n, k)
    temporaries: list[Arr] = []
    if k == ZERO:
        each(low, batch, dtype, (c,), lambda at: _clear(low, dtype, (m, n), at[0]))
    elif k == ONE and m != ONE and n != ONE and dtype.kind == "c":
        each(low, batch, dtype, (a, b, c), lambda at: _column_by_row(low, dtype, extents, at))
    elif a.down == ONE and lies_better(m, n, k) and fits_kernel(dtype, n, m, k, True):
        made = low.allocate(dtype, (n, m))
        temporaries.append(made)
        other = Stack(made.pointer, tuple([ZERO for _ in batch]), m, ONE)
        each(low, batch, dtype, (b.turned, a.turned, other, c), lambda at: _turned(low, dtype, extents, at))
    elif fits_kernel(dtype, m, n, k, b.across == ONE):
        each(low, batch, dtype, (a, b, c), lambda at: _small(low, dtype, extents, at))
    else:
        left = _line(low, dtype, a.turned, batch, k, temporaries) if m == ONE else None
        right = _line(low, dtype, b, batch, k, temporaries) if n == ONE else None
        first = left or _ready(low, dtype, a, batch, m, k, temporaries)
        second = right or _ready(low, dtype, b, batch, k, n, temporaries)
        mirrored = a.pointer is b.pointer and a.down == b.across and a.across == b.down and m == n
        mirrored = mirrored and a.batch == b.batch  # not each matrix with each
        each(
            low, batch, dtype, (first.stack, second.stack, c),
            lambda at: _product(low, dtype, extents, first, second, at, mirrored),
        )  # fmt: skip
    for arr in temporaries:
        low.release(arr)


def _small(low: Lowering, dtype: np.dtype[Any], extents: Extents, at: tuple[Stack, ...]) -> None:
    a, b, c = at
    strides = (a.down, a.across, b.down, b.across, c.down)
    small_product(low.code, dtype, (extents.m, extents.n, extents.k), (a.pointer, b.pointer, c.pointer), strides)


def _turned(low: Lowering, dtype: np.dtype[Any], extents: Extents, at: tuple[Stack, ...]) -> None:
    """The transposed product, turned round on its way to the last of the stacks."""
    _small(low, dtype, extents.turned, at[:3])
    code, made, c = low.code, at[2], at[3]
    with code.loop(0, extents.m) as i, code.loop(0, extents.n) as j:
        value = load(code, dtype, made.pointer, code.iadd(code.imul(j, made.down), i))
        store(code, value, c.pointer, code.iadd(code.imul(i, c.down), code.imul(j, c.across)))


def _check_small(low: Lowering, *extents: Operand) -> None:
    """Libraries with integers of 32 bits take nothing larger: give up there."""
    if low.blas() == 32:
        for extent in extents:
            low.code.fail(low.code.icmp("sgt", extent, _MOST))


def _column_by_row(low: Lowering, dtype: np.dtype[Any], extents: Extents, at: tuple[Stack, ...]) -> None:
    """A column times a row, which NumPy does not leave to BLAS: parts are added to zero, so none of them is -0.0."""
    code, kind = low.code, machine_type(np.dtype(f"f{dtype.itemsize // 2}"))
    a, b, c = at
    with code.loop(0, extents.m) as i:
        x = load(code, dtype, a.pointer, code.imul(i, a.down)).parts
        with code.loop(0, extents.n) as j:
            y = load(code, dtype, b.pointer, code.imul(j, b.across)).parts
            (rr, ii), (ri, ir) = (
                [code.pure("fmul", kind, u, v) for u, v in zip(x, order, strict=True)] for order in (y, y[::-1])
            )
            parts = (code.pure("fsub", kind, rr, ii), code.pure("fadd", kind, ri, ir))
            value = Num(dtype, tuple([code.pure("fadd", kind, Const(kind, 0.0), part) for part in parts]))
            store(code, value, c.pointer, code.iadd(code.imul(i, c.down), code.imul(j, c.across)))


# -- layouts -----------------------------------------------------------------------------------------


def _ready(
    low: Lowering, dtype: np.dtype[Any], stack: Stack, batch: Sequence[Operand], rows: Operand, cols: Operand,
    temporaries: list[Arr],
) -> _Ready:  # fmt: skip
    """The stack itself, or a copy where its strides are none that BLAS takes."""
    code = low.code
    down, across = stack.down, stack.across
    if rows == ONE:  # the stride between rows is of no account, nor is that between columns below
        down = cols if across == ONE else ONE
    if cols == ONE:
        across = rows if down == ONE and rows != ONE else ONE
    in_rows = code.and_(code.icmp("eq", across, ONE), code.icmp("sge", down, cols))
    in_columns = code.and_(code.icmp("eq", down, ONE), code.icmp("sge", across, rows))
    if in_rows == TRUE or in_columns == TRUE:
        upright = in_rows != TRUE
        line = across if upright else down
        known = TRUE if upright else FALSE
        return _Ready(Stack(stack.pointer, stack.batch, down, across), known, code.imax(line, ONE))
    good = code.or_(in_rows, in_columns)
    columns = code.and_(in_columns, code.not_(in_rows))
    copy = _copied(low, dtype, stack, (*batch, rows, cols), code.not_(good), temporaries)
    if good == FALSE:
        return _Ready(copy, FALSE, code.imax(cols, ONE))
    strides = tuple([code.select(good, x, y) for x, y in zip(stack.batch, copy.batch, strict=True)])
    chosen = Stack(code.select(good, stack.pointer, copy.pointer), strides, down, across)
    lead = code.select(columns, across, code.select(in_rows, down, cols))
    return _Ready(chosen, columns, code.imax(lead, ONE))


def _line(
    low: Lowering, dtype: np.dtype[Any], stack: Stack, batch: Sequence[Operand], count: Operand, temporaries: list[Arr]
) -> _Ready:  # fmt: skip
    """The first columns of the stack, as vectors whose stride is positive: it is the answer's `lead`."""
    code = low.code
    good = code.icmp("sge", stack.down, ONE)
    if good == TRUE:
        return _Ready(stack, FALSE, stack.down)
    copy = _copied(low, dtype, stack, (*batch, count, ONE), code.not_(good), temporaries)
    strides = tuple([code.select(good, x, y) for x, y in zip(stack.batch, copy.batch, strict=True)])
    pointer = code.select(good, stack.pointer, copy.pointer)
    return _Ready(Stack(pointer, strides, stack.down, ONE), FALSE, code.select(good, stack.down, ONE))


def _copied(
    low: Lowering, dtype: np.dtype[Any], stack: Stack, dims: tuple[Operand, ...], wanted: Operand,
    temporaries: list[Arr],
) -> Stack:  # fmt: skip
    """A copy in C order, which is empty where it is not wanted."""
    code = low.code
    stretched = [stride == ZERO for stride in stack.batch]  # one matrix for all of the batch stays one
    kept = tuple([ONE if k < len(stretched) and stretched[k] else extent for k, extent in enumerate(dims)])
    made = low.allocate(dtype, (code.select(wanted, kept[0], ZERO), *kept[1:]))
    temporaries.append(made)
    strides = row_major(code, kept)
    here = (*stack.batch, stack.down, stack.across)
    limits = (code.select(wanted, kept[0], ZERO), *kept[1:])

    def walk(axis: int, source: Operand, target: Operand) -> None:
        if axis == len(limits):
            store(code, load(code, dtype, stack.pointer, source), made.pointer, target)
            return
        with code.loop(0, limits[axis]) as i:
            ahead = code.iadd(source, code.imul(i, here[axis]))
            walk(axis + 1, ahead, code.iadd(target, code.imul(i, strides[axis])))

    walk(0, ZERO, ZERO)
    batch = tuple([ZERO if s else stride for s, stride in zip(stretched, strides, strict=False)])
    return Stack(made.pointer, batch, strides[-2], strides[-1])


def each(
    low: Lowering, batch: Sequence[Operand], dtype: np.dtype[Any], stacks: tuple[Stack, ...],
    action: Callable[[tuple[Stack, ...]], None],
) -> None:  # fmt: skip
    """`action` with the stacks at each index of the batch."""
    if not batch:
        action(stacks)
        return
    code = low.code
    with code.loop(0, batch[0]) as i:
        inner = []
        for stack in stacks:
            pointer = code.offset(stack.pointer, code.imul(i, stack.batch[0]), dtype.itemsize)
            inner.append(Stack(pointer, stack.batch[1:], stack.down, stack.across))
        each(low, batch[1:], dtype, tuple(inner), action)


# -- calls -------------------------------------------------------------------------------------------


def _product(
    low: Lowering, dtype: np.dtype[Any], extents: Extents, left: _Ready, right: _Ready, at: tuple[Stack, ...],
    mirrored: bool,
) -> None:  # fmt: skip
    a, b, c = at
    m, n, k = extents.m, extents.n, extents.k
    code, kind = low.code, kind_of(dtype)
    if m == ONE and n == ONE:
        store(code, _dot(low, dtype, k, (a.pointer, left.lead), (b.pointer, right.lead)), c.pointer, ZERO)
    elif n == ONE:
        _vector(low, dtype, (m, k), left, (a.pointer, b.pointer, c.pointer), (right.lead, c.down))
    elif m == ONE:
        turned = _Ready(right.stack, code.not_(right.columns), right.lead)
        _vector(low, dtype, (n, k), turned, (b.pointer, a.pointer, c.pointer), (left.lead, c.across))
    elif mirrored and isinstance(left.columns, Const) and right.columns == code.not_(left.columns):
        flag = _TRANSPOSED if left.columns == TRUE else _PLAIN
        lead = right.lead if left.columns == TRUE else left.lead
        code.call(f"sct_blas_syrk_{kind}", None, flag, n, k, a.pointer, lead, c.pointer, code.imax(c.down, ONE))
        _mirror(low, dtype, n, c)
    else:
        flags = [code.select(x.columns, _TRANSPOSED, _PLAIN) for x in (left, right)]
        sizes = (a.pointer, left.lead, b.pointer, right.lead, c.pointer, code.imax(c.down, ONE))
        code.call(f"sct_blas_gemm_{kind}", None, *flags, m, n, k, *sizes)


def _vector(
    low: Lowering, dtype: np.dtype[Any], extents: tuple[Operand, Operand], matrix: _Ready,
    pointers: tuple[Operand, Operand, Operand], steps: tuple[Operand, Operand],
) -> None:  # fmt: skip
    """A matrix times a vector. BLAS leaves the result alone where nothing is to be added."""
    code = low.code
    rows, cols = extents
    a, x, y = pointers
    if not isinstance(cols, Const):
        none = code.select(code.icmp("eq", cols, ZERO), rows, ZERO)
        with code.loop(0, none) as i:
            store(code, number(0, dtype), y, code.imul(i, steps[1]))
    order = code.select(matrix.columns, _ROWS, _COLUMNS)
    code.call(f"sct_blas_gemv_{kind_of(dtype)}", None, order, rows, cols, a, matrix.lead, x, steps[0], y, steps[1])


def dot_of(
    low: Lowering, dtype: np.dtype[Any], count: Operand, x: tuple[Operand, Operand], y: tuple[Operand, Operand],
    conjugated: bool = False,
) -> Num:  # fmt: skip
    """The dot product of two vectors, pointer and stride of each."""
    _check_small(low, count)
    temporaries: list[Arr] = []
    lines = [_line(low, dtype, Stack(at, (), step, ONE), (), count, temporaries) for at, step in (x, y)]
    first, second = ((line.stack.pointer, line.lead) for line in lines)
    found = _dot(low, dtype, count, first, second, conjugated)
    for arr in temporaries:
        low.release(arr)
    return found


def _dot(
    low: Lowering, dtype: np.dtype[Any], count: Operand, x: tuple[Operand, Operand], y: tuple[Operand, Operand],
    conjugated: bool = False,
) -> Num:  # fmt: skip
    """The dot product of two vectors, pointer and stride of each, whose strides are positive."""
    code, kind = low.code, machine_type(dtype)
    if dtype.kind == "f":
        found = code.call(f"sct_blas_dot_{kind_of(dtype)}", kind, count, *x, *y)
        return Num(dtype, (code.pure("fadd", kind, Const(kind, 0.0), found),))  # no -0.0, as in NumPy
    out = code.buffer(dtype.itemsize)
    code.call(f"sct_blas_dot{'c' if conjugated else ''}_{kind_of(dtype)}", None, count, *x, *y, out)
    return load(code, dtype, out, ZERO)


def _mirror(low: Lowering, dtype: np.dtype[Any], extent: Operand, c: Stack) -> None:
    """The lower triangle, from the upper one."""
    code = low.code
    with code.loop(0, extent) as i, code.loop(code.iadd(i, 1), extent) as j:
        value = load(code, dtype, c.pointer, code.iadd(code.imul(i, c.down), j))
        store(code, value, c.pointer, code.iadd(code.imul(j, c.down), i))


def _clear(low: Lowering, dtype: np.dtype[Any], extents: tuple[Operand, Operand], c: Stack) -> None:
    code = low.code
    with code.loop(0, extents[0]) as i, code.loop(0, extents[1]) as j:
        store(code, number(0, dtype), c.pointer, code.iadd(code.imul(i, c.down), code.imul(j, c.across)))
