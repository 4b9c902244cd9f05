"""Products of small matrices whose extents are known, by a kernel of our own that comes along with the code."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.loops.code import Code, Const, Operand

__all__ = ["fits_kernel", "lies_better", "multiplications", "small_product"]

MOST_WORK = 1 << 23  # above, BLAS has several threads
MOST_DEPTH = 1024  # a packed panel of this depth stays in the second cache
FEW_ROWS = 32  # a matrix that lies the wrong way is packed element by element: for so few rows BLAS is faster
MOST_VECTOR = 1 << 14
DIRECT = 16  # rows; nothing is packed for so few
TINY = 64


def fits_kernel(dtype: np.dtype[Any], m: Operand, n: Operand, k: Operand, rowwise: bool) -> bool:
    """Whether a product of (m, k) by (k, n) is one for the kernel; the rows of the second are contiguous, or not."""
    if dtype.kind != "f" or not (isinstance(m, Const) and isinstance(n, Const) and isinstance(k, Const)):
        return False
    work = m.value * n.value * k.value
    if work == 0 or work > MOST_WORK or (k.value > MOST_DEPTH and not (rowwise and m.value <= DIRECT)):
        return False
    if n.value == 1 or work <= TINY:
        return work <= TINY
    return (rowwise and (m.value > 1 or work <= MOST_VECTOR)) or m.value >= FEW_ROWS


def lies_better(m: Operand, n: Operand, k: Operand) -> bool:
    """Whether a small result of a long sum is computed better as its transpose: its rows are vectors then."""
    known = isinstance(m, Const) and isinstance(n, Const) and isinstance(k, Const)
    return known and 1 < n.value < m.value <= 64 and n.value <= DIRECT and k.value >= 256  # type: ignore[union-attr]


def small_product(
    code: Code, dtype: np.dtype[Any], extents: tuple[Operand, ...], pointers: tuple[Operand, ...],
    strides: tuple[Operand, ...],
) -> None:  # fmt: skip
    """C = A @ B for pointers to A, B and C, given the two strides of A, those of B, and that between rows of C."""
    m, n, k = (int(extent.value) for extent in extents)  # type: ignore[union-attr]
    letter = "r" if strides[3] == Const("i64", 1) else "s"
    code.call(f"sct_product_f{8 * dtype.itemsize}_{m}_{n}_{k}_{letter}", None, *pointers, *strides)


def multiplications(name: str) -> int:
    """How many the kernel of that name does.

    >>> multiplications("sct_product_f64_4_8_3_r")
    96
    """
    m, n, k = name.split("_")[3:6]
    return int(m) * int(n) * int(k)
