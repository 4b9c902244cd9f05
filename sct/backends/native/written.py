"""A Program as LLVM text, and what is known of it on the way there. Importing this imports all that lowers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sct.backends.native import abi, threads
from sct.backends.native.blas import blas_bits, blas_form, blas_functions, blas_symbols
from sct.backends.native.calling import Calling, calling_of
from sct.backends.native.emit import function_text
from sct.backends.native.executable import NoCodeError
from sct.backends.native.kernel_modules import kernel_symbols
from sct.backends.native.marks import is_read_only_at_times, output_marks
from sct.backends.native.math import library
from sct.backends.native.picking import picks_places
from sct.backends.native.product_text import product_functions
from sct.backends.native.report import report
from sct.backends.native.stored import Code as Compiled
from sct.backends.native.stored import stored_module
from sct.backends.native.sums import sum_functions
from sct.backends.native.width import vector_width
from sct.config import settings
from sct.ir.core import Program
from sct.loops import families  # noqa: F401  registers the native forms of the ops
from sct.loops.code import Code
from sct.loops.known.layouts import Order
from sct.loops.lower import Lowering
from sct.loops.lowerable import is_lowerable
from sct.loops.memory.arguments import NOTHING, Changes, changes_of
from sct.loops.memory.write_back import lowered
from sct.loops.telling import Place, Telling
from sct.loops.text import to_text
from sct.ops.random_functions import symbols_of_draws

__all__ = ["Written"]

SOME_LINES = 3_000  # of LLVM text: from here on no loops are doubled for the sake of conditions that stay the same,
MANY_LINES = 6_000  # from here on compile time is what counts,
LONG_LINES = 15_000  # from here on LLVM translates line by line: in a tenth of the time, for code a tenth slower,
LONGEST_LINES = 80_000  # and from here on it finds no registers for variables, either
MOST_LINES = 250_000
MOST_OPS = 60_000  # which become more lines than that, and are not even written
MORE = 2  # times as many, where the program has code already: for inputs of another layout it is not much longer


class Written:
    """`program` as code for inputs of one layout.

    Attributes
    ----------
    text : str
        The LLVM text.
    calling : Calling
        How the code is called.
    fails : list of Place
        Where it gives up, if it is code that tells it.
    """

    def __init__(self, program: Program, contiguous: Sequence[Order], code: type[Code] = Code) -> None:
        if not is_lowerable(program):
            raise NoCodeError(f"{program.name} has values that machines do not have")
        if is_read_only_at_times(program):
            raise NoCodeError(f"{program.name} answers what is read-only or not as the run decides")
        if sum(1 for _ in program.body.walk()) > MOST_OPS:
            raise NoCodeError(f"{program.name} is too long")
        self._name = program.name
        asked: list[bool] = []
        self._tells = tells = issubclass(code, Telling)

        def blas() -> int:
            asked.append(True)
            return blas_bits()

        def begun(changes: Changes) -> Lowering:
            threads = settings.num_threads > 1
            check = settings.check and not tells
            return Lowering(
                program, contiguous, threads=threads, check=check, blas=blas, changes=changes, code=code
            )  # fmt: skip

        lowering = lowered(begun, NOTHING if tells else changes_of(program, contiguous))
        if lowering.changes.stored and _is_unsure(program, lowering.changes):
            lowering = lowered(begun, NOTHING)
        self._lowering = lowering
        self.fails: list[Place] = lowering.code.fails if isinstance(lowering.code, Telling) else []
        body, math, externals, self._done = function_text("sct_program", lowering.code)
        width = vector_width()
        attributes = f'attributes #0 = {{ nounwind "prefer-vector-width"="{width}" }}\n'
        parts = [library(sorted(math), width=width), sum_functions(externals)]
        products, kernels = product_functions(externals, width)
        parts += [blas_functions(externals), products]
        self.text = "".join([*parts, body, attributes])
        pool = not externals.isdisjoint(threads.EXPORTS)
        self._lines = body.count("\n")
        self.calling: Calling = calling_of(
            program, contiguous, lowering, threads=pool, blas=blas_form() if asked else "",
            kernels=kernels,
        )  # fmt: skip

    def compiled(self, again: bool = False) -> Compiled:
        """The code, compiled or from the disk cache; `again`: there is some for inputs of another layout."""
        if self._lines > MOST_LINES * (MORE if again else 1):
            raise NoCodeError(f"{self._name} is too long")
        options = self._options()
        if picks_places(self._lowering.code.body):
            options["gathers"] = True
        symbols = abi.symbols() | (threads.symbols() if self.calling.threads else {})
        if self.calling.draws:
            symbols |= symbols_of_draws()
        if self.calling.blas:
            symbols |= blas_symbols() | kernel_symbols(self.calling.kernels)
        return stored_module(self.text, symbols=symbols, name=self._name, **options)

    def _options(self) -> dict[str, Any]:
        if self._lines > LONGEST_LINES:
            return {"straight": True, "opt": 0, "in_memory": True}
        if self._lines > LONG_LINES:
            return {"straight": True, "opt": 0}
        if self._done:
            return {"straight": True}
        if settings.check or self._tells or self._lines > MANY_LINES:  # checks leave little to vectorise
            return {"straight": True, "opt": 1}
        return {"unroll": True} | ({"opt": 2} if self._lines > SOME_LINES else {})

    def report(self) -> str:
        """What became of the program, for people."""
        return report(self._name, self._lowering)

    def loops(self) -> str:
        """The loops over memory, as text that reads like C."""
        return to_text(self._lowering.code)


def _is_unsure(program: Program, changes: Changes) -> bool:
    """Whether NumPy may have to answer again in the end, as it alone knows which array an output is."""
    answered = changes.outputs()
    return any(mark.unsure and k not in answered for k, mark in enumerate(output_marks(program)))
