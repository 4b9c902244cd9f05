"""The rules of the IR, checked: each value is defined once and before its uses, each Spec is what inference says.

A Program that breaks a rule is a defect of sct or of a pass, so the error shows the op as it stands in
the printed program.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sct.errors import SctError, VerifyError
from sct.ir.core import Block, Op, Program, Value
from sct.ir.text import format_op
from sct.ir.types import UNKNOWN, Dim, Spec
from sct.ops import registry

__all__ = ["verify"]


def verify(program: Program) -> None:
    """Raise VerifyError unless `program` keeps every rule of the IR.

    >>> from sct.ir.parse import parse_program
    >>> verify(parse_program('''program f(%0: float64[3]) {
    ...   %1: float32[3] = add(%0, %0)
    ...   return %1
    ... }
    ... '''))
    Traceback (most recent call last):
        ...
    sct.errors.VerifyError:
    Why: inference says float64[3] (array)
       program f(%0: float64[3]) {
    ->   %1: float32[3] = add(%0, %0)
         return %1
       }
    result 0 of add is float32[3] (array)
    """
    _Verifier(program).run()


@dataclass
class _Verifier:
    program: Program
    visible: set[Value] = field(default_factory=set)
    defined: set[Value] = field(default_factory=set)

    def run(self) -> None:
        program = self.program
        if not 0 <= program.inputs <= len(program.body.args):
            raise self.fail(f"{program.inputs} inputs, but the body has {len(program.body.args)} arguments")
        self.block(program.body, None)
        for index, output in program.mutated:
            if not (0 <= index < len(program.body.args) and 0 <= output < len(program.outputs)):
                raise self.fail(f"mutated names input {index} and output {output}, which are not there")
            given, made = program.body.args[index].spec, program.outputs[output].spec
            if not _flows(made, given):
                raise self.fail(f"output {output} is {_say(made)}, to be written into an input that is {_say(given)}")
        if len({index for index, _ in program.mutated}) != len(program.mutated):
            raise self.fail("an input is written back twice")

    def fail(self, what: str, op: Op | None = None, why: str = "") -> VerifyError:
        if op is None:
            return VerifyError(what, why=why)
        return VerifyError(what, where=op.source, why=why + self.shown(op))

    def shown(self, op: Op) -> str:
        """The op in its printed context."""
        try:
            text = format_op(self.program, op)
        except SctError:  # what cannot be printed is what is wrong
            return ""
        return f"\n{text}" if text else ""

    # -- blocks --------------------------------------------------------------------------------------

    def block(self, block: Block, owner: Op | None) -> None:
        opened: list[Value] = []
        for arg in block.args:
            self.define(arg, owner, opened)
        for op in block.ops:
            self.op(op, opened)
        for k, value in enumerate(block.results):
            if value not in self.visible:
                raise self.fail(f"result {k} of a block is a value that is not defined there", owner)
        self.visible.difference_update(opened)

    def define(self, value: Value, owner: Op | None, opened: list[Value]) -> None:
        if value in self.defined:
            raise self.fail("a value is defined twice", owner)
        if UNKNOWN in value.spec.shape:
            raise self.fail(f"a value has the Spec {value.spec}: its unknown extent has no name", owner)
        self.defined.add(value)
        self.visible.add(value)
        opened.append(value)

    def op(self, op: Op, opened: list[Value]) -> None:
        for k, arg in enumerate(op.args):
            if arg not in self.visible:
                known = "defined later or in another block" if arg in self.defined else "not defined before it"
                raise self.fail(f"operand {k} of {op.name} is {known}", op)
        names = [name for name, _ in op.attrs]
        if names != sorted(set(names)):
            raise self.fail(f"the attributes of {op.name} are not sorted by name", op)
        try:
            definition = registry.get(op.name)
        except KeyError:
            raise self.fail(f"there is no op {op.name!r}", op) from None
        control = registry.Fact.CONTROL in definition.facts
        if op.blocks and not control:
            raise self.fail(f"{op.name} takes no blocks", op)
        for block in op.blocks:
            self.block(block, op)
        self.specs(op, definition)
        for result in op.results:
            self.define(result, op, opened)

    # -- specs ---------------------------------------------------------------------------------------

    def specs(self, op: Op, definition: registry.OpDef) -> None:
        try:
            inferred = definition.specs(op.blocks, tuple(arg.spec for arg in op.args), dict(op.attrs))
        except Exception as error:
            what = error.what if isinstance(error, SctError) else f"{type(error).__name__}: {error}"
            raise self.fail(f"{op.name} does not fit its operands: {what}", op) from error
        if len(inferred) != len(op.results):
            raise self.fail(f"{op.name} has {len(op.results)} results, not {len(inferred)}", op)
        for k, (result, wanted) in enumerate(zip(op.results, inferred, strict=True)):
            if not _matches(wanted, result.spec):
                raise self.fail(
                    f"result {k} of {op.name} is {_say(result.spec)}", op, f"inference says {_say(wanted)}"
                )


def _say(spec: Spec) -> str:
    return f"{spec} ({spec.kind})"


def _matches(inferred: Spec, recorded: Spec) -> bool:
    """Whether the recorded Spec is the inferred one; any Dim stands for an unknown extent."""
    if (inferred.dtype, inferred.kind, inferred.ndim) != (recorded.dtype, recorded.kind, recorded.ndim):
        return False
    pairs = zip(inferred.shape, recorded.shape, strict=True)
    return all(a == b or (a == UNKNOWN and isinstance(b, Dim)) for a, b in pairs)


def _flows(made: Spec, target: Spec) -> bool:
    """Whether a value may be stored where `target` is."""
    if (made.dtype, made.kind, made.ndim) != (target.dtype, target.kind, target.ndim):
        return False
    pairs = zip(made.shape, target.shape, strict=True)
    return all(a == b or isinstance(a, Dim) or isinstance(b, Dim) for a, b in pairs)

