"""A compiled Program that can be called, and what stands in for it where it does not apply."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from sct.backends import numpy as numpy_backend
from sct.backends.native import abi, threads
from sct.backends.native.emit import function_text
from sct.backends.native.kernels import site_function
from sct.backends.native.marks import output_marks
from sct.backends.native.math import library
from sct.backends.native.report import report
from sct.backends.native.stored import stored_module
from sct.backends.native.sums import sum_functions
from sct.backends.native.width import vector_width
from sct.config import settings
from sct.errors import SctError
from sct.ir.core import Program
from sct.ir.types import ARRAY, Spec
from sct.loops.lower import Lowering
from sct.loops.ownership import OutputAliases
from sct.loops.text import to_text
from sct.ops import registry
from sct.ops.registry import Fact

__all__ = ["Executable", "TooLargeError"]

MANY_LINES = 8_000  # of LLVM text: from here on compile time is what counts
MOST_LINES = 40_000


class TooLargeError(Exception):
    """The program is so long that compiling it would take minutes."""


class GaveUpError(SctError):
    """Machine code gave up after it had printed or drawn random numbers: the plain function is run instead."""


class Executable:
    """Machine code for one Program: `executable(*inputs, *captures)` answers the tuple of outputs.

    Arrays that are not C-contiguous get code of their own, compiled when they first come. Where the code
    gives up (an index out of bounds, an integer that overflows), the NumPy executable answers or raises.

    Attributes
    ----------
    program : Program
        What it was made from.
    run : callable
        A builtin; calling it directly saves a call.
    output_aliases : tuple of OutputAliases
        One for each output.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self._variants: dict[tuple[bool, ...], Callable[..., Any]] = {}
        self._lock = threading.Lock()
        self._once = any(_has_effect(op.name) for op in program.body.walk())
        first = tuple(arg.spec.kind == ARRAY for arg in program.body.args)
        self.code = Variant(program, first)
        self.output_aliases: tuple[OutputAliases, ...] = self.code.lowering.ownership.aliases
        self._variants[first] = self._fallback
        self.run: Callable[..., Any] = self.code.callable(self._other)

    @cached_property
    def definition(self) -> numpy_backend.Executable:
        """The same program on the NumPy backend: what it means."""
        return numpy_backend.compile(self.program)

    @property
    def source(self) -> str:
        """The LLVM text."""
        return self.code.text

    def report(self) -> str:
        """What became of the program, for people."""
        return report(self.program.name, self.code.lowering)

    def loops(self) -> str:
        """The loops over memory, as text that reads like C."""
        return to_text(self.code.lowering.code)

    def llvm(self) -> str:
        """The optimised LLVM text."""
        return self.code.module.llvm()

    def asm(self) -> str:
        """The machine code as assembly."""
        return self.code.module.asm()

    def __call__(self, *arrays: Any) -> tuple[Any, ...]:
        return self.run(*arrays)  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"<native executable of {self.program.name}>"

    def _fallback(self, *arrays: Any) -> Any:
        if self._once:
            raise GaveUpError(f"the machine code of {self.program.name} gave up", fix="Run the plain function.")
        return self.definition.run(*arrays)

    def _other(self, *arrays: Any) -> Any:
        """The inputs are not as the first variant takes them, or it gave up."""
        layout = tuple(type(a) is np.ndarray and bool(a.flags.c_contiguous) for a in arrays)
        found = self._variants.get(layout)
        if found is None:
            with self._lock:
                found = self._variants.get(layout)
                if found is None:
                    found = self._variants[layout] = Variant(self.program, layout).callable(self._fallback)
        return found(*arrays)


class Variant:
    """The code for inputs of one layout."""

    def __init__(self, program: Program, contiguous: tuple[bool, ...]) -> None:
        self.program = program
        self.contiguous = contiguous
        self.lowering = Lowering(program, contiguous, threads=settings.num_threads > 1)
        code = self.lowering.run()
        body, math, externals = function_text("sct_program", code)
        width = vector_width()
        attributes = f'attributes #0 = {{ nounwind "prefer-vector-width"="{width}" }}\n'
        self.text = library(sorted(math), width=width) + sum_functions(externals) + body + attributes
        lines = body.count("\n")
        if lines > MOST_LINES:
            raise TooLargeError(program.name)
        options: dict[str, Any] = {"opt": 1, "vectorise": False} if lines > MANY_LINES else {}
        symbols = abi.symbols() | (threads.symbols() if "sct_parallel" in externals else {})
        self.module = stored_module(self.text, symbols=symbols, name=program.name, **options)

    def callable(self, slow: Callable[..., Any]) -> Callable[..., Any]:
        program, lowering = self.program, self.lowering
        pairs = zip(program.body.args, self.contiguous, strict=True)
        inputs = [abi.value_code(arg.spec, contiguous=flag) for arg, flag in pairs]
        outputs = [
            abi.value_code(value.spec, view=marks.view, unsure=marks.unsure, read_only=marks.read_only)
            for value, marks in zip(program.outputs, output_marks(program), strict=True)
        ]
        sites = [
            abi.Site(
                site_function(site),
                tuple(abi.value_code(spec) for spec in site.operands),
                tuple(abi.value_code(spec, contiguous=not site.views) for spec in site.results),
            )
            for site in lowering.sites
        ]
        constants = [np.array(a) for a in lowering.constants]
        for array in constants:
            array.setflags(write=False)
        return abi.make_callable(
            self.module.address("sct_program"), inputs, outputs, sites, slow, program.name,
            constants=constants,
            constant_codes=[abi.value_code(Spec(a.dtype, a.shape), contiguous=True) for a in constants],
            keep=(self.module,),
        )  # fmt: skip


def _has_effect(name: str) -> bool:
    """Whether running the op a second time would be noticed."""
    return Fact.EFFECT in registry.get(name).facts and name not in ("assert", "raise")
