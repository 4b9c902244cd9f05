"""How a program's machine code is called, as data: all that Python needs beside the code itself.

It is kept on disk beside the code, so that a program that was compiled once is run without being lowered
again: ops and constants stand in it as their places in the program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.backends.native import abi
from sct.backends.native.marks import Marks, output_marks
from sct.ir.core import Op, Program
from sct.ir.types import Spec
from sct.loops.drawn import native_draws
from sct.loops.known.layouts import Order
from sct.loops.memory.ownership import OutputAliases
from sct.records import record

if TYPE_CHECKING:
    from sct.loops.lower import Lowering

__all__ = ["CallSite", "Calling", "calling_of"]

Codes = tuple[int, ...]


@record
class CallSite:
    """A place where the code calls back: the op by its number in the program, and value codes."""

    op: int
    operands: Codes
    results: Codes
    stores: bool


@record
class Calling:
    """What the builtin around a program's code is made from.

    Attributes
    ----------
    inputs, outputs
        Value codes.
    sites
        Where the code calls back.
    constants
        The numbers of the `constant` ops whose arrays follow the inputs.
    aliases
        What each output may share memory with.
    threads
        Whether the code calls the thread pool.
    blas
        The form of the BLAS that was looked for, "none" if there was none; empty if none was needed.
    places
        Of checked code: the ops that its statuses stand for, -1 for none.
    kernels
        Which kernels of matrix products the code calls.
    written
        The numbers of the inputs that have their new content already when the code is done.
    draws
        Of a program that draws random numbers: the methods whose draws machine code can make here.
    """

    inputs: Codes
    outputs: Codes
    sites: tuple[CallSite, ...]
    constants: tuple[int, ...]
    aliases: tuple[OutputAliases, ...]
    threads: bool = False
    blas: str = ""
    places: tuple[int, ...] = ()
    kernels: tuple[str, ...] = ()
    written: tuple[int, ...] = ()
    draws: tuple[str, ...] = ()

    def to_json(self) -> list[Any]:
        """As JSON has it; see `from_json`."""
        sites = [[site.op, site.operands, site.results, site.stores] for site in self.sites]
        aliases = [[one.inputs, one.outputs, one.constant] for one in self.aliases]
        called = [self.threads, self.blas, self.places, self.kernels, self.written, self.draws]
        return [self.inputs, self.outputs, sites, self.constants, aliases, *called]

    @classmethod
    def from_json(cls, data: Any) -> Calling:
        """What `to_json` has made.

        >>> made = Calling((2,), (2, 0), (CallSite(3, (2,), (), True),), (1,), (OutputAliases((0,)), OutputAliases()))
        >>> import json
        >>> Calling.from_json(json.loads(json.dumps(made.to_json()))) == made
        True
        """
        inputs, outputs, sites, constants, aliases, threads, blas, places, kernels, written, draws = data
        return cls(
            tuple(inputs),
            tuple(outputs),
            tuple(CallSite(op, tuple(given), tuple(made), stores) for op, given, made, stores in sites),
            tuple(constants),
            tuple(OutputAliases(tuple(given), tuple(others), constant) for given, others, constant in aliases),
            bool(threads),
            str(blas),
            tuple(places),
            tuple(kernels),
            tuple(written),
            tuple(draws),
        )

    def builtin(
        self, name: str, program: Callable[[], Program], code: Any, slow: Callable[..., Any],
        broken: Callable[[int], Any] | None = None,
    ) -> Callable[..., Any]:  # fmt: skip
        """The builtin that runs `code`, the machine code of the program of that name; see `abi.make_callable`."""
        ops = _lowered(program()) if self.sites or self.constants or self.places else []
        values: list[Any] = [ops[number].attr("value") for number in self.constants]
        constants = [np.array(value.array()) for value in values]
        for array in constants:
            array.setflags(write=False)
        return abi.make_callable(
            code.address("sct_program"), self.inputs, self.outputs, [_site(site, ops) for site in self.sites], slow,
            name,
            constants=constants,
            constant_codes=[abi.value_code(Spec(a.dtype, a.shape), contiguous=True) for a in constants],
            broken=broken or (_broken(name, self.places, ops) if self.places else None),
            keep=(code,),
        )  # fmt: skip


def calling_of(
    program: Program, contiguous: Sequence[Order], lowering: Lowering, *, threads: bool, blas: str,
    kernels: tuple[str, ...],
) -> Calling:  # fmt: skip
    """How the code that `lowering` has written is called."""
    numbers = {op: number for number, op in enumerate(lowering.program.body.walk())}
    answered = lowering.changes.outputs()
    marks = [Marks() if k in answered else mark for k, mark in enumerate(output_marks(program))]
    pairs = zip(program.outputs, marks, strict=True)
    return Calling(
        tuple(abi.value_code(a.spec, contiguous=c is True) for a, c in zip(program.body.args, contiguous, strict=True)),
        tuple(abi.value_code(v.spec, view=m.view, unsure=m.unsure, read_only=m.read_only) for v, m in pairs),
        tuple(
            CallSite(
                numbers[site.op],
                tuple(abi.value_code(spec) for spec in site.operands),
                tuple(abi.value_code(spec, contiguous=site.contiguous(k)) for k, spec in enumerate(site.results)),
                site.stores,
            )
            for site in lowering.sites
        ),
        tuple(numbers[op] for op in lowering.constants),
        lowering.ownership.aliases,
        threads,
        blas,
        tuple(-1 if op is None else numbers.get(op, -1) for op in lowering.code.places),
        kernels,
        tuple(sorted(k for k, _ in lowering.changes.stored)),
        native_draws(lowering.program),
    )


def _broken(name: str, places: Sequence[int], ops: Sequence[Op]) -> Callable[[int], None]:
    from sct.backends.native.broken import Broken

    return Broken(name, [None if number < 0 else ops[number] for number in places])


def _lowered(program: Program) -> list[Op]:
    """The ops of what is lowered in the program's place, in order."""
    from sct.loops.known.sinking import prepared

    return list(prepared(program).body.walk())


def _site(site: CallSite, ops: Sequence[Op]) -> abi.Site:
    from sct.backends.native.kernels import site_function

    return abi.Site(site_function(ops[site.op], len(site.operands), site.stores), site.operands, site.results)
