"""How LLVM writes the types and the numbers of structured code."""

from __future__ import annotations

import struct

from sct.loops.refs import Const

__all__ = ["literal", "llvm_type"]

_TYPES = {"f32": "float", "f64": "double"}


def llvm_type(type_: str) -> str:
    """The name of a type.

    >>> llvm_type("f64"), llvm_type("i8")
    ('double', 'i8')
    """
    return _TYPES.get(type_, type_)


def literal(const: Const) -> str:
    """How LLVM writes a number; floats by their bits, so that none is rounded."""
    if const.type == "ptr":
        return "null"
    if const.type == "f32":
        value = struct.unpack("f", struct.pack("f", const.value))[0]
        return f"0x{struct.unpack('Q', struct.pack('d', value))[0]:016X}"
    if const.type == "f64":
        return f"0x{struct.unpack('Q', struct.pack('d', const.value))[0]:016X}"
    if const.type == "i1":
        return "true" if const.value else "false"
    return str(const.value)
