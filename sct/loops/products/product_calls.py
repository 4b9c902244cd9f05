"""How a product of matrices is written in the loops over the axes of its batch: as a call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sct.loops.code import ONE, ZERO, Code, Operand
from sct.loops.products.small_products import small_product
from sct.loops.values import Access, Arr, Coord, Nest

__all__ = ["write_product"]


def write_product(
    code: Code, nest: Nest, index: Mapping[int, Operand], found: Sequence[tuple[Arr, tuple[Coord, ...]]]
) -> None:
    """Call the kernel at an index of the batch, given both operands and the result with coordinates of the nest."""
    product = nest.product
    assert product is not None
    pointers, strides = [], []
    for arr, coords in found:
        start, steps = Access(arr, coords).memory(code, arr, len(nest.dims))
        at: Operand = ZERO
        for axis in nest.loops:
            at = code.iadd(at, code.imul(index[axis], steps[axis]))
        pointers.append(code.offset(start, at, arr.dtype.itemsize))
        strides.append(steps)
    a, b, c = strides
    rows, columns, inner = product.rows, product.columns, product.inner
    sizes = tuple([nest.dims[axis] for axis in (rows, columns, inner)])
    assert c[columns] == ONE
    steps = (a[rows], a[inner], b[inner], b[columns], c[rows])
    small_product(code, nest.dtype, sizes, tuple(pointers), steps)
