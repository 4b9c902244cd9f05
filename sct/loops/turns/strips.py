"""Which loops over arrays may run strip by strip: some elements at a time, from the first turn to the last.

A loop whose arrays have one shape, and in which no element depends on another, does for each element what
it would do for this element alone. If it turns equally often for all of them, it may as well finish a few
elements, in registers, before it starts with the next. If it goes on for as long as a mask holds anywhere
(`while mask.any()`, `if not mask.any(): break`), a strip whose own mask holds nowhere is done, provided that
nothing changes any more where the mask is false (`settled`); otherwise it goes on for as many turns as the others need.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sct.ir.aliasing import carried, exposed
from sct.ir.core import ArrayConst, Block, Op, Value
from sct.ir.types import ARRAY, UNKNOWN, Shape
from sct.loops.turns.masks import PICKED, is_whole
from sct.loops.turns.symbols import FALSE, Symbols
from sct.ops import registry
from sct.ops.registry import Fact
from sct.records import record

if TYPE_CHECKING:
    from sct.loops.lower import Lowering

__all__ = ["Plan", "plan"]

_FOLDS = frozenset({"any", "all", "sum", "count_nonzero"})
_NEW = frozenset({"zeros", "ones", "full", "zeros_like", "ones_like", "full_like"})
_PARTS = frozenset({"real", "imag"})
_WITH_ZERO = frozenset({"less", "less_equal", "equal", "not_equal", "greater", "greater_equal"})
_TRUTH = frozenset({"truth", "py_bool", "py_not", "logical_not"})


@record(eq=False)
class Plan:
    """How a loop runs strip by strip.

    Attributes
    ----------
    shape
        Of its arrays.
    fold
        The op that tells whether the mask holds anywhere, if the number of turns depends on it.
    settled
        Whether nothing changes any more where the mask is false.
    watched
        A mask, if the number of turns depends on none: where it is false, nothing changes any more.
    arrays
        The arrays from outside, of this shape or broadcast to it, that are read element by element.
    """

    shape: Shape
    fold: Op | None
    settled: bool
    watched: Value | None
    arrays: tuple[Value, ...]


def plan(low: Lowering, op: Op) -> Plan | None:
    """The plan of a `while` or `for`; None if it must run as it stands."""
    state, entry = carried(op)
    arrays = [k for k, v in enumerate(state) if v.spec.kind == ARRAY and v not in low.packed]
    if not arrays:
        return None
    shape = state[arrays[0]].spec.shape
    if not shape or UNKNOWN in shape or 0 in shape:
        return None
    if any(state[k].spec.shape != shape or entry[k].spec.shape != shape for k in arrays):
        return None
    loop = _Loop(low, op, shape)
    if not all(loop.fits(block, False) for block in op.blocks) or len(loop.folds) > 1:
        return None
    if not loop.whole.isdisjoint((*loop.elements, *entry)):
        return None
    fold = loop.folds[0] if loop.folds else None
    if _shares(low, op, arrays) or (fold is not None and not _ends(low, op, fold)):
        return None
    given = [entry[k] for k in arrays]
    elements = dict.fromkeys([*given, *loop.elements])
    settled = fold is not None and _settles(low, op, fold, arrays)
    return Plan(shape, fold, settled, None if fold is not None else _watched(low, op, arrays), tuple(elements))


class _Loop:
    """Looks through the blocks of one loop."""

    def __init__(self, low: Lowering, op: Op, shape: Shape) -> None:
        self.low = low
        self.shape = shape
        self.folds: list[Op] = []
        self.elements: dict[Value, None] = {}  # from outside
        self.whole: set[Value] = set()  # from outside, of which single elements are picked
        self.outside = {v for v in low.liveness.free[op] if v.spec.kind == ARRAY and v.spec.shape}

    def _is_number(self, value: Value) -> bool:
        return not value.spec.shape and (value.spec.kind != ARRAY or value in self.low.packed)

    def _is_element(self, value: Value) -> bool:
        return value.spec.kind == ARRAY and value.spec.shape == self.shape and value not in self.low.packed

    def fits(self, block: Block, inner: bool) -> bool:
        """Whether all ops work element by element, or on numbers; `inner` says that a loop inside is looked at."""
        if not all(self._is_number(v) or self._is_element(v) for v in block.args):
            return False
        return all(self._op(op, inner) for op in block.ops)

    def _op(self, op: Op, inner: bool) -> bool:
        if not all(self._is_number(v) or self._is_element(v) for v in op.results):
            return False
        if op.blocks:
            inside = inner or op.name != "if"
            return all(self._reads(a) for a in op.args) and all(self.fits(b, inside) for b in op.blocks)
        if any(self._is_element(a) for a in op.args) and self._is_number(op.results[0]):
            return not inner and self._folds(op)
        definition = registry.get(op.name)
        if Fact.PURE not in definition.facts or Fact.EFFECT in definition.facts:
            return False
        if self._is_number(op.results[0]):
            arrays = [a for a in op.args if not self._is_number(a)]
            self.whole.update(arrays)
            return op.name == "getitem" and self.outside.issuperset(arrays) if arrays else True
        if not self._works(op, Fact.ELEMENTWISE in definition.facts):
            return False
        return op.name in _NEW or all(self._reads(a) for a in op.args)

    def _works(self, op: Op, elementwise: bool) -> bool:
        if op.name == "setitem":
            return self._is_element(op.args[0]) and (
                is_whole(op.attr("index"))
                or (op.attr("index") == PICKED and self._is_element(op.args[2]) and not op.args[1].spec.shape)
            )
        if op.name in _NEW:
            values = op.args[1:] if op.name.endswith("_like") else op.args
            return not any(a.spec.shape for a in values) and len(op.args) <= (2 if op.name == "full_like" else 1)
        if op.name == "constant":
            value: Any = op.attr("value")
            return isinstance(value, ArrayConst) and len(set(value.array().ravel().tolist())) == 1
        return elementwise or op.name in _PARTS or op.name in ("cast", "asarray", "copy", "reordered")

    def _reads(self, value: Value) -> bool:
        """Note an operand of work on elements; whether it can be one."""
        if value in self.outside and self._stretches(value):
            self.elements[value] = None
            return True
        return self._is_number(value) or self._is_element(value)

    def _stretches(self, value: Value) -> bool:
        own = value.spec.shape
        if len(own) > len(self.shape):
            return False
        return all(a in (1, b) for a, b in zip(own, self.shape[len(self.shape) - len(own) :], strict=True))

    def _folds(self, op: Op) -> bool:
        """Whether the op asks, of a whole mask, if it holds anywhere."""
        attrs = dict(op.attrs)
        if op.name not in _FOLDS or len(op.args) != 1 or attrs.get("axis") is not None or attrs.get("initial"):
            return False
        if op.name in ("sum", "count_nonzero") and (op.args[0].spec.dtype.kind != "b" or attrs.get("dtype")):
            return False
        self.folds.append(op)
        return True


def _shares(low: Lowering, op: Op, arrays: list[int]) -> bool:
    """Whether two results that the caller may see, or a result and a view of it, may be made of one new array."""
    inner = {v for block in op.blocks for o in block.walk() for v in o.results}
    parts = {v for block in op.blocks for o in block.walk() if o.name in _PARTS for v in o.results}
    seen = exposed(low.program)
    found: set[Value] = set()
    for k in arrays:
        roots = low.ownership.roots(op.results[k]) & inner
        if op.results[k] in seen:
            if roots & (found | parts):
                return True
            found |= roots
    return False


def _uses(op: Op, value: Value) -> Iterator[Op | None]:
    """The ops in the blocks of a loop that use a value; None where a block answers it."""
    for block in op.blocks:
        for inner in block.walk():
            if value in inner.args:
                yield inner
            if any(value in b.results for b in inner.blocks):
                yield None
        if value in block.results:
            yield None


def _ends(low: Lowering, op: Op, fold: Op) -> bool:
    """Whether the loop ends as soon as the mask holds nowhere, and of a count asks no more than that."""
    if op.name != "while":
        return False
    if fold.name in ("sum", "count_nonzero"):
        zeros = {value for value, made in _constants(low).items() if _is_zero(made)}
        for use in _uses(op, fold.results[0]):
            if use is None or (use.name not in _TRUTH and not _compares_with(use, zeros)):
                return False
    symbols = Symbols(fold, _constants(low))
    cond, body = op.blocks
    first = [symbols.fresh() for _ in op.results]
    symbols.reach = True
    if fold in cond.walk():
        return symbols.run(cond, first, False) == [FALSE]
    state = symbols.run(body, first, False)
    symbols.reach = False
    return symbols.run(cond, state, False) == [FALSE]


def _constants(low: Lowering) -> dict[Value, Op]:
    return {op.results[0]: op for op in low.program.body.walk() if op.name == "constant"}


def _is_zero(op: Op) -> bool:
    return type(op.attr("value")) is int and op.attr("value") == 0


def _compares_with(op: Op, zeros: set[Value]) -> bool:
    name = {"lt": "less", "le": "less_equal", "eq": "equal", "ne": "not_equal", "gt": "greater", "ge": "greater_equal"}
    word = name.get(op.name[3:], "") if op.name.startswith("py_") else op.name
    return word in _WITH_ZERO and not zeros.isdisjoint(op.args)


def _settles(low: Lowering, op: Op, fold: Op, arrays: list[int]) -> bool:
    """Whether an element stays as it is, and out of the mask, once it is out of it."""
    symbols = Symbols(fold, _constants(low))
    cond, body = op.blocks
    first = [symbols.fresh() for _ in op.results]
    in_cond = fold in cond.walk()
    symbols.run(cond if in_cond else body, first, True)
    assert symbols.mask is not None
    symbols.suppose_false(symbols.mask)

    def turn(state: list[int], holds: bool) -> list[int]:
        if in_cond:
            symbols.run(cond, state, holds)
            return symbols.run(body, state, True) if holds else state
        return symbols.run(body, state, holds)

    def same(a: list[int], b: list[int]) -> bool:
        return all(symbols.known.get(a[k], a[k]) == symbols.known.get(b[k], b[k]) for k in arrays)

    last, after = turn(first, False), turn(first, True)
    if symbols.mask != FALSE or not same(last, after):
        return False
    again = turn(after, True)
    return symbols.mask == FALSE and same(again, after) and same(turn(after, False), after)


def _watched(low: Lowering, op: Op, arrays: list[int]) -> Value | None:
    """A mask of the body by which the elements that may still change can be told."""
    body = op.blocks[-1]
    masks: dict[Value, None] = {}
    for inner in body.ops:
        if inner.name == "where":
            masks[inner.args[0]] = None
        elif inner.name == "setitem" and inner.attr("index") == PICKED:
            masks[inner.args[2]] = None
    state = body.args[len(body.args) - len(body.results) :]
    after = dict(zip(state, body.results, strict=True))
    made = {value for inner in body.ops for value in inner.results}
    found = [after.get(mask, mask) for mask in masks]
    return next((m for m in found if m in made and m.spec.shape and _rests(low, op, m, arrays)), None)


def _rests(low: Lowering, op: Op, mask: Value, arrays: list[int]) -> bool:
    """Whether an element stays as it is from the end of the turn on in which it is out of the mask."""
    symbols = Symbols(None, _constants(low), mask)
    body = op.blocks[-1]
    first = [symbols.fresh() for _ in op.results]
    symbols.run(body, first, True)
    if symbols.mask is None:
        return False
    symbols.suppose_false(symbols.mask)
    after = symbols.run(body, first, True)
    if symbols.mask != FALSE:
        return False
    again = symbols.run(body, after, True)
    known = symbols.known
    return symbols.mask == FALSE and all(known.get(after[k], after[k]) == known.get(again[k], again[k]) for k in arrays)
