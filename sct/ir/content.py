"""The content hash of a Program: the hash of its canonical text, the same in every process."""

from __future__ import annotations

from sct.digest import blake2b
from sct.ir.core import Program
from sct.ir.text import format_program
from sct.ops.opaque import Opaque

__all__ = ["content_hash", "is_portable"]


def content_hash(program: Program) -> str:
    r"""The BLAKE2b hash of the canonical text, as 32 hexadecimal digits.

    >>> from sct.ir.parse import parse_program
    >>> text = "program f(%0: int) {\n  return %0\n}\n"
    >>> content_hash(parse_program(text)) == content_hash(parse_program(text))
    True

    Equal hashes mean equal programs only if the program `is_portable`.
    """
    text = format_program(program)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def is_portable(program: Program) -> bool:
    """Whether the text is the whole program: no op calls back a Python object of this process.

    Two such objects may have one name and one code, and yet be bound to different values.
    """
    return not any(isinstance(value, Opaque) for op in program.body.walk() for _, value in op.attrs)
