"""Under which key machine code is kept: what it was made from, and for what machine, by which LLVM."""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec
from types import FunctionType

from sct.backends.native.processor import processor
from sct.digest import blake2b
from sct.hashing import content_hash

__all__ = ["code_key", "compiler_state"]

_LLVM = os.path.join(os.path.dirname(__file__), "llvm.py")  # it asks LLVM


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
    """What stands between the text and the code: llvmlite, which brings its own LLVM, and how it is asked.

    The version is read from llvmlite's file, for importing it is slow.
    """
    try:
        spec = find_spec("llvmlite")
        version = (
            "" if spec is None or spec.origin is None else os.path.join(os.path.dirname(spec.origin), "_version.py")
        )
        return _content(version) + _content(_LLVM) if version else ""
    except (OSError, ValueError):  # one of them stands in an archive
        import llvmlite

        from sct.backends.native import llvm

        codes = [value.__code__ for value in vars(llvm).values() if isinstance(value, FunctionType)]
        return f"{llvmlite.__version__} {content_hash(codes)}"


def _content(path: str) -> str:
    with open(path, "rb") as file:
        return blake2b(file.read(), digest_size=8).hexdigest()
