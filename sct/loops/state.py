"""Values that control flow hands on: each a set of variables, by its spec and layout."""

from __future__ import annotations

from sct.ir.core import Value
from sct.ir.types import ARRAY
from sct.loops.code import Const, Operand
from sct.loops.known.ranges import Span
from sct.loops.lower import Lowering
from sct.loops.values import Arr, Handle, Lane, Num, Pack, Unsupported, component, machine_type, row_major

__all__ = ["Slot"]


class Slot:
    """Where the result of a branch, or the state of a loop, is kept.

    An array owns one reference to its header. What its spec and its layout say is not kept, and no extent
    that has a name already: inner loops are fast where strides are seen to be one another's.
    """

    def __init__(self, low: Lowering, value: Value) -> None:
        self.low = low
        self.value = value
        spec = value.spec
        self.is_lane = low.lanes is not None and bool(spec.shape) and value not in low.packed
        self.is_array = spec.kind == ARRAY and value not in low.packed and not self.is_lane
        self.contiguous = value in low.contiguous
        self.span: Span | None = None  # where a number lies
        self.filled: list[Operand] = []  # what a number has been set to
        self.lies: list[Span] = []  # where that lay
        self.seen: list[Operand] = []  # by which names a number has been read
        code = low.code
        if not self.is_array:
            count = component(spec.dtype)
            for extent in spec.shape if not self.is_lane else ():
                assert isinstance(extent, int)
                count *= extent
            self.origin = code.var("i64") if self.is_lane else None
            self.parts = [code.var(machine_type(spec.dtype)) for _ in range(count)]
            return
        self.pointer, self.header = code.var("ptr"), code.var("ptr")
        self.named = [low.extent(n) for n in spec.shape]
        self.dims = [code.var("i64") if named is None else None for named in self.named]
        self.strides = [] if self.contiguous else [code.var("i64") for _ in spec.shape]

    def fill(self, handle: Handle) -> None:
        """Keep a value. The reference of an array is the caller's to hand over."""
        code = self.low.code
        if not self.is_array:
            if self.is_lane and isinstance(handle, Pack):
                raise Unsupported("an array in registers beside arrays that go strip by strip")
            numbers = handle.items if isinstance(handle, Pack) else (handle,)
            operands = [part for n in numbers for part in n.parts]  # type: ignore[union-attr]
            if self.is_lane and len(operands) != len(self.parts):
                raise Unsupported("an array in registers where lanes go on")
            for var, operand in zip(self.parts, operands, strict=True):
                code.set(var, operand)
            if len(operands) == 1:
                self.filled.append(operands[0])
                if operands[0].type == "i64":
                    self.lies.append(code.ranges.of(operands[0]))
            if self.origin is not None:
                code.set(self.origin, getattr(handle, "origin", Const("i64", 0)))
            return
        assert isinstance(handle, Arr)
        code.set(self.pointer, handle.pointer)
        code.set(self.header, handle.header)
        for place, named, operand in zip(self.dims, self.named, handle.dims, strict=True):
            if place is not None:
                code.set(place, operand)
            elif operand != named:
                code.fail(code.icmp("ne", operand, named))  # type: ignore[arg-type]
        for place, operand in zip(self.strides, handle.strides, strict=False):
            code.set(place, operand)

    def read(self) -> Handle:
        code, spec = self.low.code, self.value.spec
        if not self.is_array:
            operands: list[Operand] = [code.get(var) for var in self.parts]
            if len(operands) == 1:
                self.seen.append(operands[0])
                if self.span is not None:
                    code.ranges.note(operands[0], *self.span)
            each = component(spec.dtype)
            numbers = tuple(Num(spec.dtype, tuple(operands[k : k + each])) for k in range(0, len(operands), each))
            if self.origin is not None:
                return Lane(spec.dtype, numbers[0].parts, code.get(self.origin))
            if spec.kind != ARRAY:
                return numbers[0]
            return Pack(spec.dtype, tuple(int(n) for n in spec.shape), numbers)  # type: ignore[arg-type]
        dims = tuple(
            named if named is not None else code.extent(code.get(place))  # type: ignore[arg-type]
            for place, named in zip(self.dims, self.named, strict=True)
        )
        strides = row_major(code, dims) if self.contiguous else tuple(code.get(s) for s in self.strides)
        roots = self.low.roots(self.value)
        header = code.get(self.header)
        return Arr(
            spec.dtype, code.own(code.get(self.pointer), header), dims, strides, header, roots, self.contiguous
        )  # fmt: skip
