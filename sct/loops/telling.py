"""Code that tells where it gives up: each place has a status of its own.

Such code is written where somebody wants to know. It is run once more on the inputs with which the program's own code,
in which all places have one status, has given up.
"""

from __future__ import annotations

from typing import Any

from sct.loops.code import Code, Const, Operand, Ref
from sct.loops.turns.checks import BROKEN
from sct.records import record

__all__ = ["Place", "Telling"]

# what the instruction that made a condition says of it
_REASONS = {
    ".ovf": "an integer outgrows 64 bits",
    "icmp.uge": "an index is out of bounds",
    "icmp.ugt": "an integer is too large",
    "fcmp.uno": "there is NaN among the numbers",
    "fcmp.oeq": "a number is what Python would raise for, or handle otherwise",
    "icmp.ne": "two extents are not the same",
    "icmp.slt": "a number is negative, or too small",
}


@record
class Place:
    """Where code gives up.

    Attributes
    ----------
    op
        What was written there; None outside of all ops.
    reason
        In words, as far as it is known.
    """

    op: Any
    reason: str


class Telling(Code):
    """Code whose `fails` are the places that the statuses from `BROKEN` on stand for."""

    def __init__(self, *, threads: bool = False, check: bool = False) -> None:
        super().__init__(threads=threads, check=check)
        self.fails: list[Place] = []

    def fail(self, cond: Operand, status: int = 1, *, late: bool = False) -> None:
        if status == 1 and not (isinstance(cond, Const) and not cond.value):
            status = BROKEN + len(self.fails)
            self.fails.append(Place(self.source, self._reason(cond)))
        super().fail(cond, status)

    def _reason(self, cond: Operand) -> str:
        if said := _raised(self.source):
            return said
        if isinstance(cond, Const):
            return "it is always so"
        made = {dest: key for key, dest in self._known.items() if isinstance(dest, Ref)}
        name = str(made.get(cond, ("",))[0])
        return next((text for end, text in _REASONS.items() if name.endswith(end)), "")


def _raised(op: Any) -> str:
    """What an op raises, with the message as far as it is known before the run."""
    if op is None or op.name not in ("raise", "assert"):
        return ""
    text = "".join(piece if isinstance(piece, str) else "…" for piece in op.attr("template"))
    kind = str(op.attr("exception")).rpartition(".")[2]
    return text if kind.startswith("PlainPython") else f"{kind}: {text}" if text else kind
