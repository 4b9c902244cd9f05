"""Where the turns of a function's loops go: how much of its work LLVM could still make faster.

Loops that are written as vectors, and calls of kernels, are as fast as they get. If nearly all of the work is there, a
tenth of LLVM's passes does, in a tenth of the time.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

from sct.loops.code import Const, Instr

__all__ = ["Tally"]

MANY = 1000.0  # turns, where nobody knows
LANES = 16  # products that a kernel makes at a time
ONCE = 600.0  # instructions: so long a loop is never written out
ALTOGETHER = 500.0  # instructions of loops that are written out in one function
SHARE = 1 / 64  # of all turns, that may as well be some times slower


class Tally:
    """Counts the turns of innermost loops, while they are written.

    >>> tally = Tally()
    >>> with tally.loop(100):
    ...     tally.done(64)
    >>> tally.is_done
    True
    """

    def __init__(self) -> None:
        self._done = self._left = 0.0
        self._around = [1.0]  # how often each of the loops around is run
        self._holds = [True]  # whether they hold loops
        self._written_out = 0.0

    @property
    def is_done(self) -> bool:
        """Whether all but little of the work is done as well as it can be."""
        return self._done > 0 and self._left <= SHARE * self._done

    @contextmanager
    def loop(self, turns: float) -> Iterator[None]:
        """While a loop is written as it stands; if it holds no other one, it is LLVM's."""
        self._holds[-1] = True
        self._around.append(self._around[-1] * _guessed(turns))
        self._holds.append(False)
        try:
            yield
        finally:
            inner, around = self._holds.pop(), self._around.pop()
            if not inner:
                self._left += around if math.isfinite(turns) else math.inf

    def done(self, turns: float) -> None:
        """So many turns are written as vectors."""
        self._holds[-1] = True
        self._done += self._around[-1] * _guessed(turns)

    def may_write_out(self, length: float) -> bool:
        """Whether a loop may be written out that becomes `length` instructions by that; they count."""
        if not length <= ONCE:
            return True  # LLVM will not
        before = self._written_out
        self._written_out += length
        return before <= ALTOGETHER

    def called(self, instr: Instr) -> None:
        """A kernel is called: of products its name has the extents, sums are given theirs last."""
        extents = [int(part) for part in instr.note.split("_") if part.isdigit()]
        last = instr.args[-1]
        if instr.note.startswith("sct_product_") and len(extents) == 3:
            self.done(math.prod(extents) / LANES)
        else:
            self.done(float(last.value) if instr.note.startswith("sct_sum_") and isinstance(last, Const) else math.inf)

    def lost(self) -> None:
        """Something that only LLVM makes fast."""
        self._left = math.inf


def _guessed(turns: float) -> float:
    return turns if math.isfinite(turns) else MANY
