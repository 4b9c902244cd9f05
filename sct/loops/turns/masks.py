"""`x[m] = g(x[m], y[m])` without moving an element: computed everywhere, kept where the mask holds.

What `y[m]` picks is as long as the mask has true elements, and lies elsewhere than its places in y. Where all that
becomes of it is computed element by element, from what the same mask picks and from numbers, and is stored
through this mask again, the elements may as well stay where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sct.ir.core import Attrs, Block, Op, Program, Value
from sct.ir.types import ARRAY, PYTHON, UNKNOWN, Dim, Shape, Spec
from sct.ops import registry
from sct.ops.infer import op_may_raise
from sct.ops.registry import Fact

__all__ = ["CASTS", "PICKED", "in_place_of_picking", "is_whole", "picks", "without"]

PICKED = (("arg", 0),)
WHOLE = (("ellipsis",),)
Constants = dict[Value, Any]
CASTS = frozenset({"astype", "cast", "asarray", "copy", "reordered"})


def in_place_of_picking(program: Program) -> Program:
    """The same program, in which masked updates are selections between whole arrays.

    Before::

        %3: float64[d0] = getitem(%0, %2, index=(("arg", 0),))
        %4: float64[d0] = sqrt(%3)
        %5: float64[8] = setitem(%0, %4, %2, index=(("arg", 0),))

    After::

        %6: float64[8] = sqrt(%0)
        %7: float64[8] = where(%2, %6, %0)
        %5: float64[8] = setitem(%0, %7, index=(("ellipsis",),))
    """
    if not any(picks(op) for op in program.body.walk()):
        return program
    constants = {op.results[0]: op.attr("value") for op in program.body.walk() if op.name == "constant"}
    body = _Body(constants).block(program.body)
    return program if body is program.body else replace(program, body=_pruned(body, constants))


def is_whole(template: Any) -> bool:
    """Whether an index names all elements as they lie: `x[...]`, `x[:]`."""
    return all(entry in (("ellipsis",), ("slice", None, None, None)) for entry in template)


def picks(op: Op) -> bool:
    """Whether the op is `y[mask]`, with a mask of y's own shape."""
    return op.name == "getitem" and op.attr("index") == PICKED and _is_mask(op.args[1].spec, op.args[0].spec.shape)


def _is_mask(spec: Spec, shape: Shape) -> bool:
    same = spec.shape == shape and UNKNOWN not in shape
    return bool(shape) and same and spec.kind == ARRAY and spec.dtype.kind == "b"


class _Place:
    """What a picked value was where it came from: the mask, and the value for all elements."""

    def __init__(self, mask: Value, op: Op | None, whole: Value) -> None:
        self.mask = mask
        self.op = op  # computes `whole`; None: there already
        self.whole = whole


class _Body:
    """Writes blocks anew; `constants` are the values of those of the program."""

    def __init__(self, constants: Constants) -> None:
        self.constants = constants

    def block(self, block: Block) -> Block:
        places: dict[Value, _Place] = {}
        made: set[Value] = set()
        ops: list[Op] = []
        for op in block.ops:
            if op.blocks:
                op = op.with_blocks(tuple([self.block(b) for b in op.blocks]))
            elif picks(op):
                places[op.results[0]] = _Place(op.args[1], None, op.args[0])
            elif _stores_picked(op, places):
                place = places[op.args[1]]
                _write(place, places, made, ops)
                ops += _stored(op, place)
                continue
            else:
                computed = self._computed(op, places)
                if computed is not None:
                    places[op.results[0]] = computed
            ops.append(op)
        if len(ops) == len(block.ops) and all(a is b for a, b in zip(ops, block.ops, strict=True)):
            return block
        return Block(block.args, tuple(ops), block.results)

    def _computed(self, op: Op, places: dict[Value, _Place]) -> _Place | None:
        """The op on whole arrays, if it works element by element on what one mask picks and on numbers."""
        found = [places[a] for a in op.args if a in places]
        definition = registry.get(op.name)
        if not found or len(op.results) != 1 or (Fact.ELEMENTWISE not in definition.facts and op.name not in CASTS):
            return None
        if any(p.mask is not found[0].mask for p in found) or any(a.spec.shape for a in op.args if a not in places):
            return None
        if Fact.EFFECT in definition.facts or _raises(op, self.constants):
            return None
        args = tuple(places[a].whole if a in places else a for a in op.args)
        whole = _op(op.name, args, op.attrs, op)
        return _Place(found[0].mask, whole, whole.results[0])


def _raises(op: Op, constants: Constants) -> bool:
    """Whether the op raises for some operands; Python's numbers that are known to fit are no reason."""
    if not op_may_raise(op):
        return False
    dtypes = [a.spec.dtype for a in (*op.args, *op.results) if a.spec.dtype.kind in "iu" and a.spec.kind != PYTHON]
    bounds = [np.iinfo(d) for d in dtypes]
    weak = [constants.get(a) for a in op.args if a.spec.kind == PYTHON]
    fit = all(type(v) is int and all(b.min <= v <= b.max for b in bounds) for v in weak)
    return Fact.RAISES in registry.get(op.name).facts or not fit


def _op(name: str, args: Sequence[Value], attrs: Attrs, like: Op) -> Op:
    (spec,) = registry.get(name).specs((), tuple(a.spec for a in args), dict(attrs))
    return Op(name, tuple(args), attrs, (Value(spec),), (), like.source)


def _stores_picked(op: Op, places: dict[Value, _Place]) -> bool:
    """Whether the op is `x[mask] = v` with a v that comes from the places of this mask."""
    if op.name != "setitem" or op.attr("index") != PICKED:
        return False
    x, value, mask = op.args
    place = places.get(value)
    kinds = (x.spec.dtype.kind, value.spec.dtype.kind)
    if place is None or place.mask is not mask or not _is_mask(mask.spec, x.spec.shape):
        return False
    return "c" not in kinds or kinds[0] == "c"  # complex into real warns


def _write(place: _Place, places: dict[Value, _Place], made: set[Value], ops: list[Op]) -> None:
    """Have the whole value computed, and what it needs."""
    op = place.op
    if op is None or place.whole in made:
        return
    made.add(place.whole)
    computed = {p.whole: p for p in places.values()}
    for arg in op.args:
        if arg in computed:
            _write(computed[arg], places, made, ops)
    ops.append(op)


def _stored(op: Op, place: _Place) -> list[Op]:
    x, _, mask = op.args
    ops: list[Op] = []
    whole = place.whole
    if whole.spec.dtype != x.spec.dtype:
        ops.append(_op("astype", (whole,), (("dtype", x.spec.dtype),), op))
        whole = ops[-1].results[0]
    ops.append(_op("where", (mask, whole, x), (), op))
    chosen = ops[-1].results[0]
    ops.append(Op("setitem", (x, chosen), (("index", WHOLE),), op.results, (), op.source))
    return ops


# -- what nothing needs any more ---------------------------------------------------------------------


def _pruned(body: Block, constants: Constants) -> Block:
    """Without the picked values that nothing uses now, as long as nothing else speaks of how many they are."""
    while True:
        pruned = without(body, _Idle(body, constants))
        if pruned is body:
            return body
        body = pruned


class _Idle:
    """Whether an op computes picked elements that nothing uses."""

    def __init__(self, body: Block, constants: Constants) -> None:
        self.constants = constants
        self.used: set[Value] = set(body.results)
        self.dims: dict[Dim, int] = {}
        for op in body.walk():
            self.used.update(op.args)
            self.used.update(v for block in op.blocks for v in block.results)
            self._count([a for _, a in op.attrs])
            self._count([v.spec.shape for v in op.results])
            self._count([v.spec.shape for block in op.blocks for v in block.args])

    def _count(self, entries: Any) -> None:
        for entry in entries:
            if isinstance(entry, Dim):
                self.dims[entry] = self.dims.get(entry, 0) + 1
            elif isinstance(entry, (tuple, list)):
                self._count(entry)

    def __call__(self, op: Op) -> bool:
        (result, *more) = op.results or (None,)
        if result is None or more or result in self.used or len(result.spec.shape) != 1:
            return False
        definition = registry.get(op.name)
        if not picks(op) and (Fact.ELEMENTWISE not in definition.facts and op.name not in CASTS):
            return False
        if Fact.EFFECT in definition.facts or (_raises(op, self.constants) and not picks(op)):
            return False
        (extent,) = result.spec.shape
        known = not picks(op) and any(extent in a.spec.shape for a in op.args)
        return isinstance(extent, Dim) and (known or self.dims.get(extent, 0) == 1)


def without(block: Block, idle: Callable[[Op], bool]) -> Block:
    """The block without ops that nobody needs, inner blocks included."""
    ops: list[Op] = []
    for op in block.ops:
        if op.blocks:
            ops.append(op.with_blocks(tuple([without(b, idle) for b in op.blocks])))
        elif not idle(op):
            ops.append(op)
    if len(ops) == len(block.ops) and all(a is b for a, b in zip(ops, block.ops, strict=True)):
        return block
    return Block(block.args, tuple(ops), block.results)
