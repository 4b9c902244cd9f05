"""Products of stacks of matrices that share their loops with what comes before and after them.

Of a stack like the heads of attention each product is computed where the loops over its axes of the batch are, next
to the elementwise work on its result: that is still in the cache then, and what has no other readers is one matrix of
memory, not a stack of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.ir.core import Op, Value
from sct.loops.code import ONE, Code, Const, Operand
from sct.loops.lower import Lowering
from sct.loops.operands import along, lazy
from sct.loops.products.small_products import fits_kernel, lies_better
from sct.loops.values import Access, Arr, Lazy, Matrices, Nest, Num

if TYPE_CHECKING:
    from sct.loops.products.contractions import Sorted

__all__ = ["share_loops"]

LEAST_COLUMNS = 32  # fewer are better gone over together with the rows, and with the axes of the batch
LARGEST = 1 << 19  # bytes of one result that stay in the second cache
LEAST = 1 << 17  # bytes of all results: less stays there anyway


def share_loops(low: Lowering, op: Op, plan: Sorted, extents: Mapping[str, Operand]) -> bool:
    """Have the products of `op` computed in loops that others may share; False where that does not pay."""
    result = op.results[0]
    dtype = result.spec.dtype
    if low.lanes is not None or result in low.packed or any(value.spec.dtype != dtype for value in op.args):
        return False
    if any(len(labels) != 1 for labels in (plan.rows, plan.columns, plan.inner)):
        return False
    if plan.out != (*plan.batch, *plan.rows, *plan.columns) or not _pays(dtype, plan, extents):
        return False
    labels = (*plan.out, *plan.inner)
    reads = []
    for value, term in zip(op.args, plan.terms, strict=True):
        access = _operand(low, value, term, labels, extents)
        if access is None:
            return False
        reads.append(access)
    rows = len(plan.batch)
    made = Nest(
        op.name, tuple([extents[label] for label in labels]), tuple(reads), _called, dtype,
        source=op, product=Matrices(rows, rows + 1, rows + 2),
    )  # fmt: skip
    low.define(result, lazy(low, made))
    return True


def _called(code: Code, numbers: list[Num], index: tuple[Operand, ...]) -> Num:
    raise AssertionError("a product has no elements of its own")


def _pays(dtype: np.dtype[Any], plan: Sorted, extents: Mapping[str, Operand]) -> bool:
    batch, known = [extents[label] for label in plan.batch], [extents[label] for label in plan.out[len(plan.batch) :]]
    m, n, k = *known, extents[plan.inner[0]]
    if not batch or lies_better(m, n, k) or not fits_kernel(dtype, m, n, k, False):
        return False
    sizes = [int(size.value) for size in (*batch, m, n) if isinstance(size, Const)]
    if len(sizes) <= len(batch) + 1 or sizes[-1] < LEAST_COLUMNS:
        return False
    return sizes[-2] * sizes[-1] * dtype.itemsize <= LARGEST and prod(sizes) * dtype.itemsize >= LEAST


def _operand(
    low: Lowering, value: Value, term: Sequence[str], labels: Sequence[str], extents: Mapping[str, Operand]
) -> Access | None:
    handle = low.handle(value)
    if not isinstance(handle, (Arr, Lazy)):
        return None
    stretched = [extent == 1 and extents[label] != ONE for label, extent in zip(term, value.spec.shape, strict=True)]
    return along(handle, [None if s else labels.index(label) for s, label in zip(stretched, term, strict=True)])
