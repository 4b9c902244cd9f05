"""Graph passes: Program to Program, valid in and valid out. `optimize` runs them in order."""

from __future__ import annotations

from collections.abc import Callable

from sct.ir.core import Program

__all__ = ["DEFAULT", "Pass", "optimize"]

Pass = Callable[[Program], Program]
DEFAULT: tuple[Pass, ...] = ()


def optimize(program: Program, passes: tuple[Pass, ...] = DEFAULT) -> Program:
    """Run `passes` in order."""
    for one in passes:
        program = one(program)
    return program
