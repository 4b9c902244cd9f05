"""The NumPy backend: the definition of what a Program means.

A Program becomes the source of one Python function, compiled once. Python numbers stay Python numbers,
NumPy scalars stay scalars, and functional updates are done in place where nobody can tell.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any, ClassVar

from sct.backends.numpy.emit import Emitter
from sct.ir.core import Program
from sct.loops.known.liveness import Liveness
from sct.loops.memory.ownership import OutputAliases, Ownership
from sct.loops.memory.through_views import through_views

__all__ = ["Executable", "compile"]


class Executable:
    """A Program that can be run: `executable(*inputs, *captures)` answers the tuple of outputs.

    Inputs are never written to. An output may be an input itself or a view of one, it may be a
    read-only constant, and two outputs may share memory: `output_aliases` says which, so that the
    caller copies where it matters, and nowhere else.

    Attributes
    ----------
    program : Program
        What it was made from.
    source : str
        The generated Python code.
    run : callable
        The generated function; calling it directly saves a call.
    output_aliases : tuple of OutputAliases
        One for each output.
    instead : str
        Why this runs in the place of machine code, if it does.
    """

    written: ClassVar[tuple[int, ...]] = ()
    """The inputs that have been written back when a call is done."""

    __slots__ = ("instead", "output_aliases", "program", "run", "source")

    def __init__(
        self, program: Program, source: str, run: Callable[..., Any], aliases: tuple[OutputAliases, ...]
    ) -> None:
        self.program = program
        self.source = source
        self.run = run
        self.output_aliases = aliases
        self.instead = ""

    def __call__(self, *arrays: Any) -> tuple[Any, ...]:
        return self.run(*arrays)  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"<numpy executable of {self.program.name}>"


def compile(program: Program, *, check: bool = False, in_place: bool = True) -> Executable:
    """Compile `program`.

    Parameters
    ----------
    check
        Assert after each op that dtype, shape and kind are those of its Spec, and that only views
        share memory with their operands. Slow; for tests.
    in_place
        Whether functional updates may reuse their operand's buffer. The results are the same.

    Examples
    --------
    >>> import numpy as np
    >>> from sct.ir.parse import parse_program
    >>> import sct.ops.elementwise
    >>> program = parse_program('''program twice(%0: float64[n]) {
    ...   %1: float64[n] = add(%0, %0)
    ...   return %1
    ... }
    ... ''')
    >>> compile(program)(np.array([1.0, 2.0]))
    (array([2., 4.]),)
    """
    written = through_views(program)
    liveness = Liveness(written)
    ownership = Ownership(written, liveness)
    emitter = Emitter(written, liveness, ownership if in_place else None, check)
    source = emitter.source()
    code = builtins.compile(source, f"<sct {program.name}>", "exec")
    exec(code, emitter.namespace)
    return Executable(program, source, emitter.namespace["run"], ownership.aliases)
