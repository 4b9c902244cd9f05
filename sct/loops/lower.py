"""From a Program to structured code: the walk over the ops, and what all families of ops need.

Every array value owns one reference to its header, given back where the value dies. Work on arrays
piles up in the schedule and is written as fused loops when something needs it done.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.ir.core import Block, Op, Program, Value
from sct.ir.types import UNKNOWN, Dim, Extent, Spec
from sct.loops.code import ONE, ZERO, Code, Const, Operand, Var
from sct.loops.finishing import finish
from sct.loops.handlers import HANDLERS as HANDLERS
from sct.loops.handlers import handler as handler
from sct.loops.known.counters import Counters
from sct.loops.known.layouts import Layout, Order, memory_layouts, packed_values, shared_with_outputs
from sct.loops.known.leaving import leaving_branches
from sct.loops.known.lent import lent_views
from sct.loops.known.liveness import Liveness
from sct.loops.known.sinking import prepared
from sct.loops.known.unread import is_unread
from sct.loops.memory.arguments import NOTHING, Changes, owned
from sct.loops.memory.memory_classes import MemoryClasses
from sct.loops.memory.parts import view_of
from sct.loops.memory.updating import updates_of
from sct.loops.schedule import Schedule, identity
from sct.loops.turns.hoisting import Hoist
from sct.loops.values import Arr, Coord, Handle, Lazy, Nest, Num, Pack, Unsupported, row_major
from sct.loops.words import read_array, read_words, write_words
from sct.ops import registry
from sct.records import record

if TYPE_CHECKING:
    from sct.loops.turns.on_lanes import Mode

__all__ = ["HANDLERS", "Lowering", "Site", "attr", "handler"]

@record(eq=False)
class Site:
    """A place where the program calls back: the op, and what it takes and answers."""

    op: Op
    operands: tuple[Spec, ...]
    results: tuple[Spec, ...]
    views: bool  # the results may be views of operands, with strides of any kind
    stores: bool = False  # a store into the first operand itself
    turned: tuple[bool, ...] = ()  # of each result: it lies as the kernel leaves it, in another order than C

    def contiguous(self, k: int) -> bool:
        """Whether the `k`-th result is to be in C order."""
        return not self.views and not self.turned[k]


def attr(op: Op, name: str) -> Any:
    """An attribute of the op, or what its kernel takes for it by default."""
    given = dict(op.attrs)
    return given[name] if name in given else _defaults(op.name)[name]


@cache
def _defaults(name: str) -> dict[str, Any]:
    parameters = inspect.signature(registry.get(name).kernel).parameters.values()
    return {p.name: p.default for p in parameters}


class Lowering:
    """One program on its way to code; `blas` answers how many bits the integers of BLAS have, 0 without one.

    Attributes
    ----------
    sites : list of Site
        Where the program calls back.
    constants : list of Op
        The `constant` ops that are arrays: their words follow those of the inputs.
    """

    def __init__(
        self, program: Program, contiguous: Sequence[Order], *, threads: bool = False, check: bool = False,
        blas: Callable[[], int] = int, changes: Changes = NOTHING, code: type[Code] = Code,
    ) -> None:  # fmt: skip
        self.program = program = prepared(program)
        self.blas = blas
        self.liveness = Liveness(program)
        self.lent = lent_views(program, self.liveness)
        self.updates = updates_of(program)
        self.ownership, self.changes = owned(program, self.liveness, changes, self.updates)
        self.changed = {program.body.args[k] for k, _ in self.changes.stored}
        self.contiguous, self.layouts = memory_layouts(program, contiguous, self.ownership.in_place, self.updates)
        self.shared = shared_with_outputs(program, self.ownership)
        self.packed = packed_values(program, self.shared)
        self.code = code(threads=threads, check=check)
        self.counters = Counters(self)
        self.leaving = leaving_branches(program)
        self.memory = MemoryClasses(program, self.updates)
        self.hoist: Hoist | None = None  # what the loop that is being written need not test
        self.turns_left: Var | None = None  # in which the loops around count until they poll
        self.schedule = Schedule(self.code, self.allocate, self.release)
        self.env: dict[Value, Handle] = {}
        self.moved: set[Value] = set()  # values whose reference has gone elsewhere
        self.borrowed: set[Value] = set()  # values that have none
        self.given: dict[Value, Arr] = {}  # the arguments that the code changes
        self.dims: list[dict[Dim, Operand]] = [{}]
        self.joins: dict[Operand, tuple[Operand, ...]] = {}  # extents that others broadcast to, and those
        self.stretched: dict[Any, Arr] = {}  # arrays as they are read until the next flush
        self.sites: list[Site] = []
        self.constants: list[Op] = []
        self.constant_words = 0  # where the next one starts
        self.flags: list[Var] = []  # set by what waits where it must fail
        self.late: list[Arr] = []  # to be given back after the next flush
        self.own: list[Arr] = []  # what the op that is being written has made for itself: late after it
        self.lanes: Mode | None = None  # while a loop is written strip by strip
        self.ctx = self.code.do("argument", "ptr", note="ctx")

    # -- the whole -----------------------------------------------------------------------------------

    def run(self) -> Code:
        from sct.loops.memory.write_back import write_back  # what it needs imports this module

        words = self.code.pure("argument", "ptr", note="in")
        at = 0
        for arg in self.program.body.args:
            at = self._input(arg, words, at)
        self.constant_words = at
        for op in self.program.body.ops:
            self.op(op)
        changed = write_back(self)
        out = self.code.do("argument", "ptr", note="out")
        at = 0
        for k, value in enumerate(self.program.outputs):
            keep = value in self.program.outputs[k + 1 :]
            at = write_words(self, value, out, at, keep=keep, instead=changed.get(k))
        if self.code.check:
            from sct.loops.turns.checks import check  # seldom wanted

            check(self, out)
        finish(self.code, ctx=self.ctx, calls=bool(self.sites))
        return self.code

    def _input(self, arg: Value, words: Operand, at: int) -> int:
        handle, after = read_words(self, arg, words, at, arg in self.contiguous, self.layouts.get(arg))
        if arg in self.changed:
            self.given[arg] = handle if isinstance(handle, Arr) else read_array(self, arg, words, at, True)
        self.define(arg, handle)
        if isinstance(handle, Arr):
            self.borrowed.add(arg)
        return after

    # -- names and extents ---------------------------------------------------------------------------

    def define(self, value: Value, handle: Handle) -> None:
        """Say what a value is: small arrays in registers, or in memory where others are views of them."""
        if isinstance(handle, Pack) and value in self.shared:
            handle = self.boxed(handle)
        self.env[value] = handle
        if value in self.packed and isinstance(handle, (Arr, Lazy)):
            self.flush()
            handle = self.env[value]
            if isinstance(handle, Arr):
                self.env[value] = self.unpacked(handle, value.spec)
                self.release(handle)
            elif isinstance(handle, Num):
                self.env[value] = Pack(handle.dtype, tuple(int(n) for n in value.spec.shape), (handle,))  # type: ignore[arg-type]
            return
        dims = getattr(handle, "dims", None)
        if dims is not None:
            for extent, operand in zip(value.spec.shape, dims, strict=True):
                if isinstance(extent, Dim) and self.extent(extent) is None:
                    self.dims[-1][extent] = operand

    def extent(self, extent: Extent) -> Operand | None:
        """The run-time value of an extent, if it is known by name."""
        if isinstance(extent, int):
            return Const("i64", extent)
        if extent == UNKNOWN:
            return None
        return next((scope[extent] for scope in self.dims[::-1] if extent in scope), None)

    def known(self, extent: Extent) -> Operand:
        found = self.extent(extent)
        if found is None:
            raise Unsupported(f"an extent {extent} that nothing defines")
        return found

    def extents(self, value: Value) -> tuple[Operand, ...]:
        """The run-time extents of a value."""
        handle = self.handle(value)
        if isinstance(handle, Num):
            return ()
        if isinstance(handle, Pack):
            return tuple(Const("i64", n) for n in handle.shape)
        return handle.dims

    def roots(self, value: Value) -> frozenset[Any]:
        return self.ownership.memory(value) or frozenset((value,))

    # -- memory --------------------------------------------------------------------------------------

    def allocate(self, dtype: np.dtype[Any], dims: tuple[Operand, ...], layout: Layout | None = None) -> Arr:
        """A new array without gaps, with one reference: C-contiguous, if nothing else is said."""
        code = self.code
        size: Operand = Const("i64", dtype.itemsize)
        for extent in dims:
            size = code.imul(size, extent)
        header = code.call("sct_alloc", "ptr", self.ctx, size)
        code.fail(code.icmp("eq", header, Const("ptr", 0)), 3)
        pointer = code.load("ptr", header, 1)
        return Arr(dtype, pointer, dims, row_major(code, dims, layout), header, frozenset((object(),)), layout is None)

    def retain(self, arr: Arr) -> None:
        assert arr.header != Const("ptr", 0), "memory of this function has no owner"
        count = self.code.load("i64", arr.header, 0)
        self.code.store(self.code.do("iadd", "i64", count, ONE), arr.header, 0)

    def hold(self, arr: Arr, view: Value) -> None:
        """A reference for a view, if it needs one."""
        if view in self.lent and view not in self.packed:
            self.borrowed.add(view)
        else:
            self.retain(arr)

    def release(self, arr: Arr) -> None:
        code = self.code
        count = code.do("isub", "i64", code.load("i64", arr.header, 0), ONE)
        code.store(count, arr.header, 0)
        with code.when(code.icmp("eq", count, ZERO)):
            code.call("sct_release", None, arr.header)

    def take_over(self, op: Op, x: Value, dims: tuple[Operand, ...] | None = None) -> Arr:
        """The memory of an operand, updated in place, as the result; `dims` if it is another list now."""
        result = op.results[0]
        arr = self.handle(x)
        assert isinstance(arr, Arr)
        if x in self.borrowed:
            self.borrowed.add(result)
        else:
            self.moved.add(x)
        made = replace(arr, roots=arr.roots | self.roots(result))
        if dims is not None:
            made = replace(made, dims=dims, strides=row_major(self.code, dims), part=None)
        self.define(result, made)
        return made

    def drop(self, value: Value) -> None:
        """The value is dead: its reference goes, once nothing that waits reads the memory."""
        if is_unread(self, self.env.get(value)):
            self.flush()
        handle = self.env.get(value)
        if not isinstance(handle, Arr) or value in self.moved or value in self.borrowed:
            return
        self.moved.add(value)
        if self.schedule.pending:
            handle.free = value in self.ownership.alone and value not in self.memory.lists and self.lanes is None
            self.late.append(handle)
        else:
            self.release(handle)

    # -- handles -------------------------------------------------------------------------------------

    def handle(self, value: Value) -> Handle:
        return self.env[value]

    def flush(self) -> None:
        """Have all work done that waits."""
        self.stretched.clear()
        if not self.schedule.pending and not self.late:
            return
        lazy = [(value, handle) for value, handle in self.env.items() if isinstance(handle, Lazy)]
        for _, handle in lazy:
            handle.nest.escapes = True
        late, self.late = self.late, []
        taken = self.schedule.flush([arr for arr in late if arr.free])
        for flag in self.flags:
            self.code.fail(self.code.get(flag))
        self.flags = []
        first: dict[Nest, bool] = {}
        for value, handle in lazy:
            made = self._settled(value, handle)
            self.env[value] = made
            if isinstance(made, Arr) and first.setdefault(handle.nest, True):
                first[handle.nest] = False  # takes over the reference of the nest
            elif isinstance(made, Arr):
                self.retain(made)
        for arr in late:
            if arr not in taken:
                self.release(arr)

    def _settled(self, value: Value, handle: Lazy) -> Handle:
        nest = handle.nest
        if nest.target is None:
            assert nest.value is not None
            return nest.value
        return self.view(nest.target, handle.coords, handle.dims, self.roots(value))

    def view(self, arr: Arr, coords: tuple[Coord, ...], dims: tuple[Operand, ...], roots: frozenset[Any]) -> Arr:
        """An array that shows part of another."""
        if coords == identity(len(dims)) and len(dims) == len(arr.dims):
            together = arr.contiguous and dims[1:] == arr.dims[1:]  # the first rows are, not the first columns
            return replace(arr, dims=dims, roots=roots | arr.roots, contiguous=together)
        return view_of(self.code, arr, coords, dims, roots)

    def num(self, value: Value) -> Num:
        """A value without axes, in registers."""
        if isinstance(self.handle(value), Lazy):
            self.flush()
        handle = self.handle(value)
        if isinstance(handle, Num):
            return handle
        if isinstance(handle, Pack):
            (item,) = handle.items
            return item
        assert isinstance(handle, Arr)
        self.flush()
        return handle.load(self.code, tuple(ZERO for _ in handle.dims))

    def arr(self, value: Value) -> Arr:
        """An array in memory, complete."""
        self.flush()
        handle = self.handle(value)
        if isinstance(handle, (Num, Pack)):
            return self.spilled(handle)
        assert isinstance(handle, Arr)
        return handle

    def spilled(self, handle: Num | Pack) -> Arr:
        """Registers, written to memory of this function: for reading, within the function."""
        pack = handle if isinstance(handle, Pack) else Pack(handle.dtype, (), (handle,))
        size = pack.dtype.itemsize * len(pack.items)
        dims = tuple(Const("i64", n) for n in pack.shape)
        pointer = self.code.buffer(size)
        arr = Arr(pack.dtype, pointer, dims, row_major(self.code, dims), Const("ptr", 0), frozenset((object(),)), True)
        self.fill(arr, pack)
        return arr

    def boxed(self, handle: Handle, layout: Layout | None = None) -> Arr:
        """Registers, in memory that has an owner: one new reference. In C order, if nothing else is said."""
        assert isinstance(handle, (Num, Pack))
        pack = handle if isinstance(handle, Pack) else Pack(handle.dtype, (), (handle,))
        self.fill(arr := self.allocate(pack.dtype, tuple(Const("i64", n) for n in pack.shape), layout), pack)
        return arr

    def fill(self, arr: Arr, pack: Pack) -> None:
        """Write registers into an array."""
        for at, index in zip(pack.items, np.ndindex(*pack.shape), strict=True):
            arr.store(self.code, at, tuple(Const("i64", i) for i in index))

    def unpacked(self, arr: Arr, spec: Spec) -> Pack:
        """A small array, read into registers."""
        shape = tuple(int(n) for n in spec.shape)  # type: ignore[arg-type]
        items = [arr.load(self.code, tuple(Const("i64", i) for i in index)) for index in np.ndindex(*shape)]
        return Pack(arr.dtype, shape, tuple(items))

    # -- ops -----------------------------------------------------------------------------------------

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Extents that are defined inside are not known outside."""
        self.dims.append({})
        try:
            yield
        finally:
            self.dims.pop()

    def block(self, block: Block) -> None:
        for op in block.ops:
            self.op(op)
        self.flush()

    def op(self, op: Op) -> None:
        from sct.loops.calls import call_back  # the families import this module
        from sct.loops.memory.write_back import take_place

        if self.schedule.full:
            self.flush()
        around, self.own, self.code.source = self.own, [], op
        lower = (self.lanes and self.lanes.handler(self, op)) or HANDLERS.get(op.name)
        try:
            if lower is None:
                raise Unsupported(op.name)
            lower(self, op)
        except Unsupported:
            if self.lanes is not None:
                raise
            call_back(self, op)
        if op in self.updates and op in self.ownership.in_place:
            take_place(self, op, self.updates[op])
        if op.name != "if":
            for value in self.liveness.dying[op]:
                self.drop(value)
                self.env.pop(value, None)
        self.late += self.own
        self.own = around
