"""How wide the vector registers are that loops are vectorised for."""

from __future__ import annotations

from functools import cache
from importlib import import_module

__all__ = ["vector_width", "vectors_at_once"]


@cache
def vector_width() -> int:
    """512 bits where the processor has AVX-512 with its integer parts, else 256.

    NumPy has looked already, and asking LLVM would mean importing it.

    >>> vector_width() in (256, 512)
    True
    """
    try:
        features = import_module("numpy._core._multiarray_umath").__cpu_features__
    except (ImportError, AttributeError):
        return 256
    return 512 if features.get("AVX512_SKX") else 256


def vectors_at_once() -> int:
    """How many vectors a chain of functions works on at a time: what 32 registers hold, or 16."""
    return 4 if vector_width() == 512 else 2
