"""What happens when a program, or plain Python in its place, runs once more."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from sct.ir.core import Block, Op, Program
from sct.ops import registry
from sct.ops.registry import Fact

__all__ = ["GIVING", "has_effects", "have_effects", "is_replayable", "raises"]

GIVING = ("print", "log_record", "warn")
"""Ops that give something out of the program, of which is counted how much that was."""


def is_replayable(program: Program) -> bool:
    """Whether the plain function may run after the program has raised: nothing has happened but printing.

    A program changes arrays of the caller and Python objects only once it is through; what it printed,
    logged or warned of is not given again.
    """
    return all(_is_harmless(op.name) for op in program.body.walk())


def raises(block: Block) -> bool:
    """Whether a block surely raises where it is run, so that nothing sees what it answers."""
    return any(op.name == "raise" or (op.name == "if" and all(map(raises, op.blocks))) for op in block.ops)


def _is_harmless(name: str) -> bool:
    facts = registry.get(name).facts
    return Fact.EFFECT not in facts or Fact.RAISES in facts or name in GIVING


def has_effects(block: Block) -> bool:
    """Whether an op of a block does something beside answering values."""
    return any(Fact.EFFECT in registry.get(op.name).facts for op in block.walk())


def have_effects(ops: Iterable[Op]) -> bool:
    """Whether one of these ops, or of those in their blocks, does something beside answering values or raising."""
    return any(_does_something(inner.name) for op in ops for inner in (op, *_inside(op)))


def _inside(op: Op) -> Iterator[Op]:
    return itertools.chain.from_iterable(block.walk() for block in op.blocks)


def _does_something(name: str) -> bool:
    return Fact.EFFECT in registry.get(name).facts and name not in ("assert", "raise")
