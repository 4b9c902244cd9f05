"""Loops that run strip by strip: each strip's elements stay in registers from the first turn to the last.

The loop is written once, for a strip, by the same code that writes loops over numbers: an element is a number
there, one in each lane. See `strips` for when this may be done.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.ir.aliasing import carried, exposed
from sct.ir.core import Op, Value
from sct.ir.types import ARRAY
from sct.loops.code import ONE, TRUE, ZERO, Code, Const, If, Lanes, Operand, Stmt, While
from sct.loops.lower import HANDLERS, Lowering
from sct.loops.operands import broadcast_source, lazy
from sct.loops.schedule import Schedule, identity
from sct.loops.state import Slot
from sct.loops.turns.on_lanes import Mode
from sct.loops.turns.polls import poll
from sct.loops.turns.strips import Plan, plan
from sct.loops.values import Arr, Lane, Lazy, Nest, Num, Pack, Unsupported, component, machine_type

__all__ = ["in_strips"]

WIDTH = 16
FEW_STRIPS = Const("i64", 64)
INT = np.dtype("int64")
Read = Callable[[Code, Operand], Num]


def in_strips(low: Lowering, op: Op) -> bool:
    """Write a loop strip by strip, if that may be done; answer whether it was."""
    found = plan(low, op)
    if found is None or not _is_writable(low, op, found):
        return False
    _Strips(low, op, found).write()
    return True


def _is_writable(low: Lowering, op: Op, found: Plan) -> bool:
    """Try it, on code that is thrown away: every op must have a form on lanes."""
    trial = copy.copy(low)
    trial.code = code = Code()
    trial.schedule = Schedule(code, trial.allocate, trial.release)
    trial.env, trial.moved, trial.flags, trial.late, trial.own = dict(low.env), set(low.moved), [], [], []
    trial.borrowed = set(low.borrowed)
    trial.sites, trial.dims = [], [dict(scope) for scope in low.dims]
    for value in [*low.env]:
        handle = low.env[value]
        if isinstance(handle, (Num, Pack)):
            continue
        if not value.spec.shape or value in found.arrays:
            trial.env[value] = _unknown(code, value)
        elif isinstance(handle, Lazy):
            pointer = code.ref("ptr")
            trial.env[value] = Arr(handle.dtype, pointer, handle.dims, handle.dims, pointer, frozenset())
    for value in found.arrays:
        trial.env[value] = _unknown(code, value)
    trial.lanes = mode = Mode(op, found)
    mode.held = code.var("i64", ZERO)
    try:
        HANDLERS[op.name](trial, op)
    except Unsupported:
        return False
    return not (trial.sites or trial.flags or trial.schedule.pending)


def _unknown(code: Code, value: Value) -> Num:
    dtype = value.spec.dtype
    return Num(dtype, tuple([code.ref(machine_type(dtype)) for _ in range(component(dtype))]))


class _Strips:
    """Writes one loop."""

    def __init__(self, low: Lowering, op: Op, found: Plan) -> None:
        self.low = low
        self.code = low.code
        self.op = op
        self.plan = found
        self.state, self.entry = carried(op)
        self.number = {value: k + 1 for k, value in enumerate(found.arrays)}
        dying = low.liveness.dying[op]
        self.kept = [
            k for k, v in enumerate(op.results) if v.spec.kind == ARRAY and v not in low.packed and v not in dying
        ]
        self.seen = [k for k in self.kept if op.results[k] in exposed(low.program)]
        self.numbers = [k for k, v in enumerate(op.results) if v.spec.kind != ARRAY or v in low.packed]
        self.copies: list[Arr] = []

    def write(self) -> None:
        low, code = self.low, self.code
        first = next(v for v in self.entry if v.spec.kind == ARRAY and v not in low.packed)
        self.dims = low.extents(first)
        self.count: Operand = ONE
        for extent in self.dims:
            self.count = code.imul(self.count, extent)
        sunk = self._sink()
        late, low.late = low.late, []  # what is still to be read lives until the loop is done
        low.flush()
        code.fail(code.icmp("eq", self.count, ZERO))
        self.small = code.icmp("slt", self.count, WIDTH)
        reads = {v: self._reader(v, sunk.get(v)) for v in self.plan.arrays}
        self.outs = {k: low.allocate(self.op.results[k].spec.dtype, self.dims) for k in self.kept}
        self.places = {k: self._roomy(arr) for k, arr in self.outs.items()}
        self._prepare()
        self._passes(reads)
        for k, arr in self.outs.items():
            self._back(arr, self.places[k])
        for arr in (*late, *self.copies):
            low.release(arr)
        self._define()

    # -- what comes in -------------------------------------------------------------------------------

    def _sink(self) -> dict[Value, Nest]:
        """Arrays that nobody needs but the loop, and that are as well computed strip by strip."""
        low = self.low
        found: dict[Value, Nest] = {}
        changed: set[Any] = set()  # by stores that wait: these come first
        for waiting in low.schedule.pending:
            if waiting.writes is not None and waiting.target is not None:
                changed |= waiting.target.roots
        for value in self.plan.arrays:
            handle = low.env.get(value)
            if not isinstance(handle, Lazy) or handle.coords != identity(len(self.dims)):
                continue
            nest = handle.nest
            ends = value in low.liveness.dying[self.op]
            if _is_light(nest, self.dims, changed) and (ends or not nest.reads):
                found[value] = nest
                if ends:
                    del low.env[value]
        return found

    def _reader(self, value: Value, nest: Nest | None) -> Read:
        """How an element of the array is read, given the number of the strip's first."""
        if nest is not None:
            return self._computed(nest)
        low = self.low
        handle = low.handle(value)
        if isinstance(handle, Arr) and handle.contiguous and handle.dims == self.dims:
            return self._loaded(handle)
        source = broadcast_source(low, value, self.plan.shape, self.dims)
        if isinstance(source, Num):
            return lambda code, at: source
        copied = Nest("copy", self.dims, (source,), lambda code, n, index: n[0], value.spec.dtype)
        copied.escapes = True
        lazy(low, copied)
        low.flush()
        assert copied.target is not None
        self.copies.append(copied.target)
        return self._loaded(copied.target)

    def _computed(self, nest: Nest) -> Read:
        reads = [
            self._loaded(a.source) if isinstance(a.source, Arr) else self._computed(a.source) for a in nest.reads
        ]
        index = tuple(ZERO for _ in self.dims)
        return lambda code, at: nest.compute(code, [read(code, at) for read in reads], index)

    def _loaded(self, arr: Arr) -> Read:
        pointer = self._filled_up(arr)
        kind, parts = machine_type(arr.dtype), component(arr.dtype)

        def read(code: Code, at: Operand) -> Num:
            return Num(
                arr.dtype, tuple([code.pure("lane.load", kind, pointer, at, note=(k, parts)) for k in range(parts)])
            )

        return read

    def _filled_up(self, arr: Arr) -> Operand:
        """Where the elements are; fewer than a strip are put where the last one may be repeated."""
        code, small = self.code, self.small
        if isinstance(small, Const) and not small.value:
            return arr.pointer
        room = Arr(arr.dtype, code.buffer(WIDTH * arr.dtype.itemsize), (), (ONE,), Const("ptr", 0), frozenset())
        flat = Arr(arr.dtype, arr.pointer, (), (ONE,), arr.header, arr.roots)
        with code.when(small), code.loop(0, WIDTH) as k:
            room.store(code, flat.load(code, (code.imin(k, code.isub(self.count, ONE)),)), (k,))
        return code.select(small, room.pointer, arr.pointer)

    def _roomy(self, arr: Arr) -> Operand:
        """Where elements may be written, a whole strip at least."""
        code, small = self.code, self.small
        if isinstance(small, Const) and not small.value:
            return arr.pointer
        return code.select(small, code.buffer(WIDTH * arr.dtype.itemsize), arr.pointer)

    def _back(self, arr: Arr, place: Operand) -> None:
        """What was written elsewhere, for want of room."""
        if place is arr.pointer:
            return
        code = self.code
        there = Arr(arr.dtype, place, (), (ONE,), arr.header, arr.roots)
        flat = Arr(arr.dtype, arr.pointer, (), (ONE,), arr.header, arr.roots)
        with code.when(self.small), code.loop(0, self.count) as k:
            flat.store(code, there.load(code, (k,)), (k,))

    # -- strips --------------------------------------------------------------------------------------

    def _prepare(self) -> None:
        """Variables for what the strip that turned most often found."""
        code, low = self.code, self.low
        self.strips = code.pure("sdiv", "i64", code.iadd(self.count, WIDTH - 1), Const("i64", WIDTH))
        self.last = code.imax(code.isub(self.count, WIDTH), ZERO)
        self.most = code.var("i64", ZERO)
        self.best = {k: Slot(low, self.op.results[k]) for k in self.numbers}
        self.origins = {k: code.var("i64", ZERO) for k in self.seen}
        self.turns: Arr | None = None
        if self.plan.fold is not None and not self.plan.settled:
            self.turns = low.allocate(INT, (self.strips,))
            with code.loop(0, self.strips) as s:
                self.turns.store(code, Num(INT, (Const("i64", -1),)), (s,))

    def _passes(self, reads: dict[Value, Read]) -> None:
        """All strips, again and again as long as one turned less often than another that came after it."""
        code, turns = self.code, self.turns
        if turns is None:
            self._all(reads)
            return
        before = code.var("i64", Const("i64", -1))
        head: list[Stmt] = []
        body: list[Stmt] = []
        with code.into(head):
            more = code.icmp("ne", code.get(before), code.get(self.most))
        with code.into(body):
            code.set(before, code.get(self.most))
            self._all(reads)
        code.append(While(head, more, body))
        self.low.release(turns)

    def _all(self, reads: dict[Value, Read]) -> None:
        code = self.code
        statements: list[Stmt] = []
        poll(self.low, statements, FEW_STRIPS)
        with code.loop(0, self.strips) as strip:
            code.here.extend(statements)
            if self.turns is None:
                self._one(strip, reads)
                return
            done = self.turns.load(code, (strip,)).x
            with code.when(code.icmp("slt", done, code.get(self.most))):
                self._one(strip, reads)

    def _one(self, strip: Operand, reads: dict[Value, Read]) -> None:
        code, low = self.code, self.low
        at = code.imin(code.imul(strip, WIDTH), self.last)
        region = Lanes(WIDTH)
        code.append(region)
        env = dict(low.env)
        low.lanes, code.strips = Mode(self.op, self.plan), True
        mode = low.lanes
        mode.least = self.most if self.turns is not None else None
        with code.into(region.body), low.scope():
            mode.held = code.var("i64", ZERO)
            if self.plan.watched is not None:  # the first strip makes all turns, for what becomes of numbers
                mode.moves = code.var("i1", TRUE)
                mode.always = code.icmp("eq", strip, ZERO)
            for value, read in reads.items():
                number = read(code, at)
                low.env[value] = Lane(number.dtype, number.parts, Const("i64", self.number[value]))
            HANDLERS[self.op.name](low, self.op)
            self._keep(mode, strip, at)
        low.lanes, code.strips = None, False
        low.env = env

    def _keep(self, mode: Mode, strip: Operand, at: Operand) -> None:
        """Write what a strip has come to, and remember its numbers if it turned as often as any."""
        code, low = self.code, self.low
        made = {k: low.num(self.op.results[k]) for k in self.kept}
        for k, number in made.items():
            code.do("lane.store", None, *number.parts, self.places[k], at)
        assert mode.held is not None
        held = code.get(mode.held)
        if self.turns is not None:
            self.turns.store(code, Num(INT, (held,)), (strip,))
        ahead = If(code.icmp("sge", held, code.get(self.most)) if mode.moves is None else mode.always)
        code.append(ahead)
        with code.into(ahead.then):
            code.set(self.most, held)
            for k, slot in self.best.items():
                slot.fill(low.env[self.op.results[k]])
            for k, var in self.origins.items():
                code.set(var, getattr(made[k], "origin", ZERO))

    # -- what comes out ------------------------------------------------------------------------------

    def _define(self) -> None:
        low = self.low
        for k in self.numbers:
            low.define(self.op.results[k], self.best[k].read())
        for k, arr in self.outs.items():
            result = self.op.results[k]
            if k in self.origins:
                arr = self._itself(k, arr)
            arr.roots = arr.roots | low.roots(result)
            low.define(result, arr)

    def _itself(self, k: int, made: Arr) -> Arr:
        """The result, or an array from outside if the result is still that one."""
        code, low = self.code, self.low
        given = {v: low.env[v] for v in self.plan.arrays if isinstance(low.env.get(v), Arr)}
        if not given:
            return made
        slot = Slot(low, self.op.results[k])
        origin = code.get(self.origins[k])
        slot.fill(made)
        for value, arr in given.items():
            shared = low.ownership.roots(self.op.results[k]) & low.ownership.roots(value)
            if not shared or value.spec.shape != self.plan.shape or value.spec.dtype != made.dtype:
                continue
            with code.when(code.icmp("eq", origin, self.number[value])):
                assert isinstance(arr, Arr)
                low.retain(arr)
                low.release(made)
                slot.fill(arr)
        found = slot.read()
        assert isinstance(found, Arr)
        return found


def _is_light(nest: Nest, dims: tuple[Operand, ...], changed: set[Any], depth: int = 4) -> bool:
    """Whether the nest is quick to compute for any strip: few ops on whole contiguous arrays that are not `changed`."""
    if nest.reduce is not None or nest.writes is not None or nest.indexed or nest.gathers or nest.dims != dims:
        return False
    if depth == 0 or nest.target is not None:
        return False
    whole = identity(len(dims))
    for access in nest.reads:
        source = access.source
        if access.coords != whole:
            return False
        if isinstance(source, Arr):
            if not source.contiguous or source.dims != dims or source.roots & changed:
                return False
        elif not _is_light(source, dims, changed, depth - 1):
            return False
    return True
