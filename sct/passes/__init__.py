"""Graph passes: Program to Program, valid in and valid out.

A pass is a frozen dataclass that is called with a Program; its docstring says what it does, its fields
are its settings. Passes know ops by the facts in the registry, not by their names (but for control flow).

>>> from sct.ir.parse import parse_program
>>> from sct.ir.text import format_program
>>> program = parse_program('''program f(%0: float64[3]) {
...   %1: float = constant(kind="python", value=1.0)
...   %2: float64[3] = multiply(%0, %1)
...   %3: float64[3] = sin(%2)
...   return %3
... }
... ''')
>>> print(format_program(optimize(program)), end="")
program f(%0: float64[3]) {
  %1: float64[3] = sin(%0)
  return %1
}
"""

from __future__ import annotations

from collections.abc import Callable

from sct.ir.core import Program
from sct.ir.verify import verify
from sct.passes.dead_code import DeadCode
from sct.passes.first_tests import FirstTests
from sct.passes.fold import Fold
from sct.passes.loop_invariant import LoopInvariant
from sct.passes.new_memory import NewMemory
from sct.passes.simplify import Simplify

__all__ = ["DEFAULT", "DeadCode", "FirstTests", "Fold", "LoopInvariant", "NewMemory", "Pass", "Simplify", "optimize"]

Pass = Callable[[Program], Program]

DEFAULT: tuple[Pass, ...] = (
    NewMemory(),  # before all others: what it takes away keeps them from their work
    Fold(),  # before the rest: makes the constants that the others look for
    Simplify(),  # after folding: needs constant units and predicates
    LoopInvariant(),  # after simplifying: an inlined `if` no longer keeps its ops in the loop
    FirstTests(),  # after them: what a loop does first may have become constant
    DeadCode(),  # last: takes away the constants and ops that the others left without a use
)


def optimize(program: Program, passes: tuple[Pass, ...] = DEFAULT, *, check: bool = False) -> Program:
    """Run `passes` in order; with `check`, verify the program after each of them."""
    for one in passes:
        program = one(program)
        if check:
            verify(program)
    return program
