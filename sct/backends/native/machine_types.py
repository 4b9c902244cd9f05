"""How LLVM writes the types of structured code."""

from __future__ import annotations

__all__ = ["llvm_type"]

_TYPES = {"f32": "float", "f64": "double"}


def llvm_type(type_: str) -> str:
    """The name of a type.

    >>> llvm_type("f64"), llvm_type("i8")
    ('double', 'i8')
    """
    return _TYPES.get(type_, type_)
