"""How wide the vector registers are that loops are vectorised for."""

from __future__ import annotations

from functools import cache

__all__ = ["vector_width"]


@cache
def vector_width() -> int:
    """512 bits where the processor has AVX-512 with its integer parts, else 256.

    NumPy has looked already, and asking LLVM would mean importing it.

    >>> vector_width() in (256, 512)
    True
    """
    try:
        from numpy._core._multiarray_umath import __cpu_features__ as features
    except ImportError:
        return 256
    return 512 if features.get("AVX512_SKX") else 256
