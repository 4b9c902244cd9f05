"""Products of small matrices whose extents are known, by a kernel of our own that comes along with the code."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.loops.code import Code, Const, Operand

__all__ = ["fits_kernel", "small_product"]

MOST_WORK = 1 << 23  # above, BLAS has several threads
MOST_DEPTH = 1024  # a packed panel of this depth stays in the second cache
FEW_ROWS = 32  # a matrix that lies the wrong way is packed element by element: for so few rows BLAS is faster
MOST_VECTOR = 1 << 14
TINY = 64


def fits_kernel(dtype: np.dtype[Any], m: Operand, n: Operand, k: Operand, rowwise: bool) -> bool:
    """Whether a product of (m, k) by (k, n) is one for the kernel; the rows of the second are contiguous, or not."""
    if dtype.kind != "f" or not (isinstance(m, Const) and isinstance(n, Const) and isinstance(k, Const)):
        return False
    work = m.value * n.value * k.value
    if work == 0 or work > MOST_WORK or k.value > MOST_DEPTH:
        return False
    if n.value == 1 or work <= TINY:
        return work <= TINY
    return (rowwise and (m.value > 1 or work <= MOST_VECTOR)) or m.value >= FEW_ROWS


def small_product(
    code: Code, dtype: np.dtype[Any], extents: tuple[Operand, ...], pointers: tuple[Operand, ...],
    strides: tuple[Operand, ...],
) -> None:  # fmt: skip
    """C = A @ B for pointers to A, B and C, given the two strides of A, those of B, and that between rows of C."""
    m, n, k = (int(extent.value) for extent in extents)  # type: ignore[union-attr]
    letter = "r" if strides[3] == Const("i64", 1) else "s"
    code.call(f"sct_product_f{8 * dtype.itemsize}_{m}_{n}_{k}_{letter}", None, *pointers, *strides)
