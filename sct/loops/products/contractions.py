"""Sums of products of two arrays as products of matrices: which axes are rows, columns, or those of the sum.

Axes that lie together in memory become one; what then does not fit into a matrix is a loop around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sct.ir.core import Op, Value
from sct.ir.types import ARRAY
from sct.loops.code import ONE, ZERO, Code, Const, Operand
from sct.loops.lower import Lowering
from sct.loops.numbers import scalars
from sct.loops.operands import full, stored
from sct.loops.products.batched import share_loops
from sct.loops.products.matrices import Extents, Stack, dot_of, multiply
from sct.loops.schedule import identity
from sct.loops.values import Access, Arr, Nest, Num, Pack
from sct.records import record

__all__ = ["Sorted", "as_matrices", "in_memory", "is_shallow", "sorted_labels"]

_SHALLOW, _NARROW, _MANY = 16, 64, 64
Labels = tuple[str, ...]
Sizes = dict[str, Operand]


@record
class Sorted:
    """The labels of two operands and of a result: in all three, in the first and the result, and so on."""

    terms: tuple[Labels, Labels]
    out: Labels
    batch: Labels
    rows: Labels
    columns: Labels
    inner: Labels


def sorted_labels(terms: Sequence[Labels], out: Labels) -> Sorted | None:
    """The labels by what they do; None if this is no product of matrices.

    >>> found = sorted_labels((("b", "i", "k"), ("k", "j", "b")), ("b", "i", "j"))
    >>> found.batch, found.rows, found.columns, found.inner
    (('b',), ('i',), ('j',), ('k',))
    >>> sorted_labels((("i", "j"), ("j",)), ("j",)) is None
    True
    """
    if len(terms) != 2 or any(len(set(labels)) < len(labels) for labels in (*terms, out)):
        return None
    a, b = terms
    inner = tuple(label for label in a if label in b and label not in out)
    if not inner or any(label not in out and label not in inner for label in (*a, *b)):
        return None
    batch = tuple(label for label in out if label in a and label in b)
    if out and out[-1] in batch:
        return None
    rows = tuple(label for label in out if label in a and label not in b)
    columns = tuple(label for label in out if label in b and label not in a)
    return Sorted((a, b), out, batch, rows, columns, inner)


def is_shallow(plan: Sorted, dtype: np.dtype[Any], extents: Sizes) -> bool:
    """Whether many rows meet a small matrix: the few terms of an element are written out, in loops that others share.

    The loop over the columns becomes vectors, so their number must fit.
    """
    if dtype.kind != "f" or plan.batch or not plan.rows or len(plan.columns) != 1 or len(plan.inner) != 1:
        return False
    columns, depth = extents[plan.columns[0]], extents[plan.inner[0]]
    if plan.out[-1] != plan.columns[0] or not isinstance(columns, Const) or not isinstance(depth, Const):
        return False
    few = any(isinstance(extents[label], Const) and extents[label].value < _MANY for label in plan.rows[:1])  # type: ignore[union-attr]
    return not few and depth.value <= _SHALLOW and columns.value % 8 == 0 and 0 < columns.value <= _NARROW


def as_matrices(low: Lowering, op: Op, plan: Sorted, extents: Sizes, conjugated: bool) -> None:
    """The result of `op` as products of matrices, in memory of its own."""
    if share_loops(low, op, plan, extents):
        return
    result = op.results[0]
    dtype = result.spec.dtype
    temporaries: list[Arr] = []
    x, y = op.args
    first = _view(low, x, plan.terms[0], extents, dtype, temporaries)
    second = _view(low, y, plan.terms[1], extents, dtype, temporaries)
    first, second, depth = _depth(low, plan, first, second, extents, dtype, temporaries)
    if not plan.out:
        last = _merged(low, plan.inner, (first, second), extents)[-1][-1]
        lines = [(view.pointer, view.strides[last]) for view in (first, second)]
        value = dot_of(low, dtype, depth, lines[0], lines[1], conjugated)
        low.define(result, Pack(dtype, (), (value,)) if result.spec.kind == ARRAY else value)
    else:
        arr = low.allocate(dtype, tuple([extents[label] for label in plan.out]))
        target = _View(arr.pointer, dict(zip(plan.out, arr.strides, strict=True)))
        _multiply(low, plan, (first, second, target), extents, depth, dtype)
        arr.roots = low.roots(result)
        low.define(result, arr)
    for temporary in temporaries:
        low.release(temporary)


@record
class _View:
    """Memory by labels: a stride for each."""

    pointer: Operand
    strides: Sizes

    def stride(self, label: str) -> Operand:
        return self.strides.get(label, ZERO)


def _view(
    low: Lowering, value: Value, labels: Labels, extents: Sizes, dtype: np.dtype[Any], temporaries: list[Arr]
) -> _View:
    """An operand of the right dtype in memory; an axis of extent 1 that stands for a longer one has stride 0."""
    arr = in_memory(low, value, dtype, temporaries)
    strides = {}
    for label, extent, stride in zip(labels, value.spec.shape, arr.strides, strict=True):
        strides[label] = ZERO if extent == 1 and extents[label] != ONE else stride
    return _View(arr.pointer, strides)


def in_memory(low: Lowering, value: Value, dtype: np.dtype[Any], temporaries: list[Arr]) -> Arr:
    """An operand of the right dtype in memory."""
    if value.spec.dtype == dtype:
        return low.arr(value)
    arr = _copy(low, full(low, value), low.extents(value), dtype)
    temporaries.append(arr)
    return arr


def _copy(low: Lowering, access: Access, dims: tuple[Operand, ...], dtype: np.dtype[Any]) -> Arr:
    """A contiguous array of its own with what is read."""

    def element(code: Code, numbers: list[Num], index: tuple[Operand, ...]) -> Num:
        return scalars.cast(code, numbers[0], dtype)

    nest = Nest("copy", dims, (access,), element, dtype)
    return stored(low, nest)


def _depth(
    low: Lowering, plan: Sorted, a: _View, b: _View, extents: Sizes, dtype: np.dtype[Any], temporaries: list[Arr]
) -> tuple[_View, _View, Operand]:
    """Both operands with the axes of the sum as one, whose stride is that of the last; and its extent."""
    a = _together(low, a, plan.terms[0], plan.inner, extents, dtype, temporaries)
    b = _together(low, b, plan.terms[1], plan.inner, extents, dtype, temporaries)
    depth: Operand = ONE
    for label in plan.inner:
        depth = low.code.imul(depth, extents[label])
    return a, b, depth


def _together(
    low: Lowering, view: _View, labels: Labels, inner: Labels, extents: Sizes, dtype: np.dtype[Any],
    temporaries: list[Arr],
) -> _View:  # fmt: skip
    if len(_merged(low, inner, (view,), extents)) == 1:
        return view
    order = (*[label for label in labels if label not in inner], *inner)
    dims = tuple([ONE if view.strides[label] == ZERO else extents[label] for label in order])
    source = Arr(
        dtype, view.pointer, dims, tuple([view.strides[label] for label in order]), Const("ptr", 0), frozenset()
    )
    arr = _copy(low, Access(source, identity(len(dims))), dims, dtype)
    temporaries.append(arr)
    found = zip(order, dims, arr.strides, strict=True)
    return _View(arr.pointer, {k: ZERO if n == ONE and extents[k] != ONE else s for k, n, s in found})


def _merged(low: Lowering, labels: Labels, views: tuple[_View, ...], extents: Sizes) -> list[Labels]:
    """Neighbours among the labels that are one axis in all views."""
    groups: list[Labels] = []
    for label in labels:
        if extents[label] == ONE and groups:
            groups[-1] = (*groups[-1][:-1], label, groups[-1][-1])
            continue
        if groups:
            before = groups[-1][-1]
            steps = [low.code.imul(extents[label], view.stride(label)) for view in views]
            if extents[before] == ONE or all(v.stride(before) == s for v, s in zip(views, steps, strict=True)):
                groups[-1] = (*groups[-1], label)
                continue
        groups.append((label,))
    return groups


def _multiply(
    low: Lowering, plan: Sorted, views: tuple[_View, _View, _View], extents: Sizes, depth: Operand,
    dtype: np.dtype[Any],
) -> None:  # fmt: skip
    """Loops over what does not fit into one matrix, and the products inside."""
    a, b, c = views
    rows = _merged(low, plan.rows, (a, c), extents)
    columns = _merged(low, plan.columns, (b, c), extents)
    row, column = rows[-1] if rows else (), columns[-1] if columns else ()
    around = [(label,) for label in plan.batch] + rows[:-1] + columns[:-1]
    around.sort(key=lambda group: plan.out.index(group[-1]))

    def size(group: Labels) -> Operand:
        total: Operand = ONE
        for label in group:
            total = low.code.imul(total, extents[label])
        return total

    def step(view: _View, group: Labels) -> Operand:
        return view.stride(group[-1]) if group else ONE

    inner = _merged(low, plan.inner, (a, b), extents)[-1]
    batches = [tuple([step(view, group) for group in around]) for view in views]
    multiply(
        low, dtype, Extents(tuple([size(group) for group in around]), size(row), size(column), depth),
        Stack(a.pointer, batches[0], step(a, row), step(a, inner)),
        Stack(b.pointer, batches[1], step(b, inner), step(b, column)),
        Stack(c.pointer, batches[2], step(c, row), step(c, column)),
    )  # fmt: skip
