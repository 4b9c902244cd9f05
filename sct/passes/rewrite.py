"""Copying a Program op by op, with replacements: what the passes are written on.

Values and ops that nothing changed are kept as they are, so an unchanged program is the same object.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sct.ir.core import Attrs, Block, Op, Program, Value
from sct.ir.types import UNKNOWN, Dim, Extent, Spec
from sct.ops import registry

__all__ = ["Rewriter"]


class Rewriter:
    """Walks a program in order and writes it anew; a pass overrides `op`.

    Attributes
    ----------
    values
        What takes the place of a value of the old program.
    extents
        What takes the place of a Dim in every Spec and attribute from here on.
    """

    def __init__(self) -> None:
        self.values: dict[Value, Value] = {}
        self.extents: dict[Dim, Extent] = {}

    def program(self, program: Program) -> Program:
        """The new program."""
        body = self.block(program.body)
        return program if body is program.body else replace(program, body=body)

    def block(self, block: Block) -> Block:
        """A copy of `block`, or itself if nothing in it changes."""
        args = self.define_all(block.args)
        ops: list[Op] = []
        for op in block.ops:
            self.op(op, ops)
        results = self.use_all(block.results)
        same = args is block.args and results is block.results and len(ops) == len(block.ops)
        if same and all(a is b for a, b in zip(ops, block.ops, strict=True)):
            return block
        return Block(args, tuple(ops), results)

    def op(self, op: Op, out: list[Op]) -> None:
        """Append what becomes of `op` to `out`."""
        out.append(self.copy(op))

    def copy(self, op: Op) -> Op:
        """`op` with replaced operands, blocks and extents."""
        args = self.use_all(op.args)
        blocks = tuple([self.block(b) for b in op.blocks]) if op.blocks else ()
        attrs = self.attrs(op.attrs)
        results = self.results(op, args, attrs, blocks)
        same = args is op.args and attrs is op.attrs and results is op.results
        if same and all(a is b for a, b in zip(blocks, op.blocks, strict=True)):
            return op
        return Op(op.name, args, attrs, results, blocks, op.source)

    def results(self, op: Op, args: tuple[Value, ...], attrs: Attrs, blocks: tuple[Block, ...]) -> tuple[Value, ...]:
        """The results of a copied op; where extents have become known, inference finds what follows."""
        if not self.extents:
            return op.results
        inferred = registry.get(op.name).specs(blocks, tuple([a.spec for a in args]), dict(attrs))
        for result, spec in zip(op.results, inferred, strict=True):
            for was, now in zip(result.spec.shape, spec.shape, strict=True):
                if isinstance(was, Dim) and now != UNKNOWN and self.extents.get(was, was) != now:
                    self.extents[was] = now
        return self.define_all(op.results)

    # -- values --------------------------------------------------------------------------------------

    def use(self, value: Value) -> Value:
        """What stands for `value` now."""
        return self.values.get(value, value)

    def use_all(self, values: tuple[Value, ...]) -> tuple[Value, ...]:
        """What stands for `values` now; the same tuple if nothing changed."""
        known = self.values
        for value in values:
            if value in known:
                return tuple([known.get(v, v) for v in values])
        return values

    def define_all(self, values: tuple[Value, ...]) -> tuple[Value, ...]:
        """The values themselves, or new ones where a Dim in their Spec is replaced."""
        if not self.extents:
            return values
        new = tuple([self.define(value) for value in values])
        return new if any(a is not b for a, b in zip(new, values, strict=True)) else values

    def define(self, value: Value) -> Value:
        spec = self.spec(value.spec)
        if spec is value.spec:
            return value
        made = self.values[value] = Value(spec, value.hint)
        return made

    # -- extents -------------------------------------------------------------------------------------

    def refine(self, old: Value, new: Value) -> None:
        """Let `new` stand for `old`; extents of `old` that `new` knows better are replaced everywhere."""
        for was, now in zip(old.spec.shape, new.spec.shape, strict=True):
            if isinstance(was, Dim) and was != now:
                self.extents[was] = now
        self.values[old] = new

    def spec(self, spec: Spec) -> Spec:
        if not self.extents or not any(isinstance(n, Dim) and n in self.extents for n in spec.shape):
            return spec
        shape = [self.extents.get(n, n) if isinstance(n, Dim) else n for n in spec.shape]
        return replace(spec, shape=tuple(shape))

    def attrs(self, attrs: Attrs) -> Attrs:
        if not self.extents:
            return attrs
        new = tuple([(name, self._attr(value)) for name, value in attrs])
        return new if new != attrs else attrs

    def _attr(self, value: Any) -> Any:
        if isinstance(value, Dim):
            return self.extents.get(value, value)
        if isinstance(value, Spec):
            return self.spec(value)
        return tuple([self._attr(item) for item in value]) if isinstance(value, tuple) else value
