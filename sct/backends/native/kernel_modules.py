"""The kernels of matrix products as modules of their own: compiled once for all programs, and kept on disk."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from sct.backends.native.product_text import kernel_text
from sct.backends.native.stored import Code, stored_module
from sct.backends.native.width import vector_width

__all__ = ["kernel_symbols"]


def kernel_symbols(names: Iterable[str]) -> dict[str, int]:
    """The addresses of kernels, which stay in memory."""
    return {name: _module(name).address(name) for name in names}


@cache
def _module(name: str) -> Code:
    text = kernel_text(name, vector_width())  # LLVM's passes would change nothing for the better
    return stored_module(text, symbols={}, name=name, straight=True)
