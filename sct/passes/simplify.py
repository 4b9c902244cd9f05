"""Simplification by the facts that ops declare."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from sct.dtypes import same_dtype
from sct.ir.aliasing import exposed
from sct.ir.core import Op, Program, Value
from sct.ir.types import ARRAY, SCALAR, Kind, Spec
from sct.ops import registry
from sct.ops.registry import Fact, OpDef
from sct.passes.constants import compute, constant_value
from sct.passes.rewrite import Rewriter
from sct.records import record

__all__ = ["Simplify"]


@record
class Simplify:
    """Ops that change nothing go, and an `if` that is decided becomes the block it takes.

    Before::

        %2: float64[3] = multiply(%0, %1)       # %1 is the constant 1.0
        %3: float64[3] = negative(%2)
        %4: float64[3] = negative(%3)

    After, `%0` stands for `%4`.

    An op goes only where the result is the operand bit for bit, in dtype, shape and kind. Units are
    tried by the op's kernel on the numbers that matter: `x + 0.0` stays, because `-0.0 + 0.0` is
    `0.0`. An array that the caller may get is left alone too: `x * 1` is a new array, `x` is not.

    Facts used: `unit`, `integer_unit`, `real_unit`, COMMUTATIVE, and the extras `involution`
    (`op(op(x))` is x) and `inverse` (from the number of dimensions and attributes to those that undo them).
    """

    def __call__(self, program: Program) -> Program:
        return _Simplifier(exposed(program)).program(program)


class _Simplifier(Rewriter):
    def __init__(self, shared: set[Value]) -> None:
        super().__init__()
        self.shared = shared
        self.made: dict[Value, Op] = {}  # the op that defines a value of the new program

    def op(self, op: Op, out: list[Op]) -> None:
        if op.name == "if":
            predicate = self.made.get(self.use(op.args[0]))
            if predicate is not None and predicate.name == "constant":
                self.inline(op, bool(constant_value(predicate)), out)
                return
        shared = any(result in self.shared for result in op.results)
        results = op.results
        op = self.copy(op)
        same = None if op.blocks or shared or len(op.results) != 1 else self.same(op)
        if same is not None and same.spec == op.results[0].spec:
            self.values[results[0]] = same  # which may be another value than the copy's, where extents are known by now
            return
        self.made.update(dict.fromkeys(op.results, op))
        out.append(op)

    def inline(self, op: Op, taken: bool, out: list[Op]) -> None:
        """The ops of the block that is taken, in place of the `if`."""
        block = op.blocks[0 if taken else 1]
        for inner in block.ops:
            self.op(inner, out)
        for result, value in zip(op.results, block.results, strict=True):
            self.refine(result, self.use(value))

    def same(self, op: Op) -> Value | None:
        """The operand that the result of `op` is, or None."""
        definition = registry.get(op.name)
        if Fact.PURE not in definition.facts or Fact.EFFECT in definition.facts:
            return None
        if len(op.args) == 1:
            return self.undone(op, definition)
        if len(op.args) != 2 or op.attrs:
            return None
        if self.is_unit(definition, op.args[0], op.args[1], left=False):
            return op.args[0]
        if Fact.COMMUTATIVE in definition.facts and self.is_unit(definition, op.args[1], op.args[0], left=True):
            return op.args[1]
        return None

    def undone(self, op: Op, definition: OpDef) -> Value | None:
        inner = self.made.get(op.args[0])
        if inner is None or inner.name != op.name:
            return None
        inverse = definition.extras.get("inverse")
        if inverse is not None:
            ndim = op.args[0].spec.ndim
            again = inverse(ndim, **inverse(ndim, **dict(op.attrs)))  # the attributes of `op`, in normal form
            undoes = inverse(ndim, **dict(inner.attrs)) == again
        else:
            undoes = bool(definition.extras.get("involution")) and not op.attrs and not inner.attrs
        return inner.args[0] if undoes else None

    def is_unit(self, definition: OpDef, x: Value, unit: Value, *, left: bool) -> bool:
        made = self.made.get(unit)
        if made is None or made.name != "constant" or unit.spec.shape:
            return False
        value = constant_value(made)
        if not any(value == declared for declared in _units(definition, x.spec)):
            return False
        text = value.hex() if isinstance(value, float) else repr(value)
        return _exact(definition, x.spec.dtype, x.spec.kind, _Constant(value, text), left)


def _units(definition: OpDef, spec: Spec) -> list[Any]:
    units = [definition.unit]
    if spec.dtype.kind in "biu":
        units.append(definition.extras.get("integer_unit"))
    if spec.dtype.kind != "c":
        units.append(definition.extras.get("real_unit"))
    return [unit for unit in units if unit is not None]


class _Constant:
    """A constant operand, equal to another by type and content: 0.0 is not -0.0, nor 0."""

    def __init__(self, value: Any, text: str) -> None:
        self.value = value
        self.key = (type(value), type(getattr(value, "dtype", None)), str(getattr(value, "dtype", "")), text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Constant) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=1024, typed=True)
def _exact(definition: OpDef, dtype: np.dtype[Any], kind: Kind, unit: _Constant, left: bool) -> bool:
    """Whether the op with this constant answers every tell-tale number unchanged."""
    for x in _witnesses(dtype, kind):
        got = compute(definition, [unit.value, x] if left else [x, unit.value], {})
        if got is None or not _identical(got[0], x):
            return False
    return True


def _witnesses(dtype: np.dtype[Any], kind: Kind) -> list[Any]:
    """The numbers of a dtype on which units go wrong: zeros of both signs, NaN, infinities, extremes."""
    if dtype.kind == "b":
        numbers = np.array([False, True])
    elif dtype.kind in "iu":
        info = np.iinfo(dtype)
        numbers = np.array([0, 1, 2, 3, info.max, info.min, info.max - 1], dtype)
    else:
        real = np.dtype(dtype.char.lower()) if dtype.kind == "c" else dtype
        limits = np.finfo(real)
        tiny = limits.smallest_subnormal
        reals = [0.0, -0.0, 1.0, -1.5, np.nan, -np.nan, np.inf, -np.inf, tiny, -tiny, limits.max, limits.min]
        numbers = np.array(reals, real)
        if dtype.kind == "c":
            grid = np.empty((len(reals), len(reals)), dtype)
            grid.real, grid.imag = numbers[:, None], numbers
            numbers = grid.reshape(-1)
    if kind == ARRAY:
        return [numbers]
    return list(numbers) if kind == SCALAR else numbers.tolist()


def _identical(a: Any, b: Any) -> bool:
    if type(a) is not type(b):
        return False
    first, second = np.asarray(a), np.asarray(b)
    return same_dtype(first.dtype, second.dtype) and first.shape == second.shape and first.tobytes() == second.tobytes()
