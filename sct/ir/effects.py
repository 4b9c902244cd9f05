"""What happens when a program, or plain Python in its place, runs once more."""

from __future__ import annotations

from sct.ir.core import Block, Program
from sct.ops import registry
from sct.ops.registry import Fact

__all__ = ["GIVING", "has_effects", "is_replayable"]

GIVING = ("print", "log_record", "warn")
"""Ops that give something out of the program, of which is counted how much that was."""


def is_replayable(program: Program) -> bool:
    """Whether the plain function may run after the program has raised: nothing has happened but printing.

    A program changes arrays of the caller and Python objects only once it is through; what it printed,
    logged or warned of is not given again.
    """
    return all(_is_harmless(op.name) for op in program.body.walk())


def _is_harmless(name: str) -> bool:
    facts = registry.get(name).facts
    return Fact.EFFECT not in facts or Fact.RAISES in facts or name in GIVING


def has_effects(block: Block) -> bool:
    """Whether an op of a block does something beside answering values."""
    return any(Fact.EFFECT in registry.get(op.name).facts for op in block.walk())
