"""The words of the little language that the runtime is written in, for `translate` to read.

A runtime function looks like Python and type-checks as Python, but each value is one 64-bit word: a
number, or an address. It never runs as Python.
"""

from __future__ import annotations

from sct.records import record

__all__ = ["External", "Intrinsic", "alloca", "load", "load8", "load16", "load32", "loadu32"]
__all__ += ["multiply_high"]
__all__ += ["exchange", "loads8", "loads16", "run_program", "store", "store32", "table"]


@record
class Intrinsic:
    """A word of the language itself."""

    name: str

    def __call__(self, *words: int) -> int:
        raise TypeError(f"{self.name} exists as machine code only")


@record
class External:
    """A function of Python, NumPy or the C library, called through its slot in the table.

    Attributes
    ----------
    parameters
        A letter each: `w` a 64-bit word, `i` a C int, `d` a double (given as its bits).
    result
        The same, or `v` for none.
    numpy
        The index in NumPy's C-API table; None for a symbol of the process.
    """

    name: str
    parameters: str
    result: str
    numpy: int | None = None

    def __call__(self, *words: int) -> int:
        raise TypeError(f"{self.name} exists as machine code only")


load = Intrinsic("load")  # the 64-bit word at an address
load32 = Intrinsic("load32")  # 32 bits, sign extended; loadu32: zero extended
loadu32 = Intrinsic("loadu32")
load16 = Intrinsic("load16")  # 16 and 8 bits, zero extended; loads16, loads8: sign extended
load8 = Intrinsic("load8")
loads16 = Intrinsic("loads16")
loads8 = Intrinsic("loads8")
store = Intrinsic("store")  # store(address, word)
store32 = Intrinsic("store32")
exchange = Intrinsic("exchange")  # exchange(address, word): the word that was there; no other thread comes between
multiply_high = Intrinsic("multiply_high")  # the upper 64 bits of the product of two words without sign
alloca = Intrinsic("alloca")  # so many bytes of the caller's stack frame
table = Intrinsic("table")  # the word in a slot of the table that Python fills in
run_program = Intrinsic("run_program")  # run_program(address, ctx, in, out)
