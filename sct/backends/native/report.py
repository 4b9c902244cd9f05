"""What became of a program: which ops share loops, what is in place, what is called back, with the user's lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sct.ir.core import Op
from sct.loops.code import Parallel, walk

if TYPE_CHECKING:
    from sct.loops.lower import Lowering

__all__ = ["report"]


def report(name: str, lowering: Lowering) -> str:
    """A few lines for people."""
    lines = [f"{name}: machine code"]
    groups = [ops for ops in lowering.schedule.groups if ops]
    for number, ops in enumerate(groups, 1):
        lines.append(f"  loops {number}: {_named(ops)}")
    several = [one.loop for one in walk(lowering.code.body) if isinstance(one, Parallel)]
    fused = sum(loop.own is None for loop in several)
    if fused:
        lines.append(f"  on several threads, where it pays: {fused} of the loops")
    for op in dict.fromkeys(loop.own.op for loop in several if loop.own is not None):
        lines.append(f"  on several threads, where it pays: for {_line(op)}")
    stores = [op for op in lowering.program.body.walk() if op.name in ("setitem", "update_view")]
    for op in stores:
        how = "in place" if op in lowering.ownership.in_place else "on a copy"
        lines.append(f"  {how}: {'setitem' if op.name == 'setitem' else 'setitem of a view'} {_line(op)}")
    for site in lowering.sites:
        lines.append(f"  NumPy called back: {site.op.name} {_line(site.op)}")
    return "\n".join(lines)


def _named(ops: list[Op]) -> str:
    """The ops, each with the lines it stands on."""
    found: dict[str, list[str]] = {}
    for op in ops:
        places = found.setdefault(op.name, [])
        if op.source is not None and str(op.source.line) not in places:
            places.append(str(op.source.line))
    return ", ".join(f"{name} (line {', '.join(places)})" if places else name for name, places in found.items())


def _line(op: Op) -> str:
    return f"({op.source.filename}:{op.source.line})" if op.source is not None else ""
