"""Under which key machine code is kept: what it was made from, and for what machine, by which LLVM."""

from __future__ import annotations

import os
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec

from sct.backends.native.processor import processor
from sct.hashing import content_hash

__all__ = ["code_key", "compiler_state"]


def code_key(content: str) -> str:
    """The key of the code made from `content`, which is all that the compiler was told.

    Examples
    --------
    >>> code_key("a") == code_key("a"), code_key("a") == code_key("b")
    (True, False)
    """
    return content_hash((content, processor(), compiler_state()))


@cache
def compiler_state() -> str:
    """The version of llvmlite, which brings its own LLVM; read from its file, for importing it is slow."""
    spec = find_spec("llvmlite")
    if spec is None or spec.origin is None:
        return ""
    try:
        with open(os.path.join(os.path.dirname(spec.origin), "_version.py"), "rb") as file:
            return blake2b(file.read(), digest_size=8).hexdigest()
    except OSError:
        import llvmlite

        return str(llvmlite.__version__)
