"""Builds Programs: records ops, shares equal pure ones, names unknown extents.

Hash-consing makes common-subexpression elimination a property of construction: asking twice for
the same pure op with the same operands answers the same Value. An inner block sees what the blocks
around it recorded, never the other way round. Dropping a child Builder undoes all it recorded.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sct.errors import Location
from sct.ir.core import ArrayConst, Attrs, Block, Op, Program, Value
from sct.ir.types import ARRAY, PYTHON, SCALAR, UNKNOWN, Dim, Extent, Spec
from sct.ops import registry

__all__ = ["Builder", "constant_attr", "freeze_attrs"]


def freeze_attrs(attrs: Mapping[str, Any]) -> Attrs:
    """Attributes in canonical form: sorted by name, lists as tuples, NumPy numbers as Python ones."""
    return tuple([(name, _freeze(attrs[name])) for name in sorted(attrs)]) if attrs else ()


def _freeze(value: Any) -> Any:
    if value is None or type(value) in _FROZEN:  # most are: they are asked about first
        return value
    if isinstance(value, (list, tuple)):
        return tuple(_freeze(v) for v in value)
    if isinstance(value, np.ndarray):
        return ArrayConst.of(value)
    if isinstance(value, type) and issubclass(value, np.generic):
        return np.dtype(value)
    if isinstance(value, np.generic):
        return value.item()
    return value


_FROZEN = (str, int, bool, float)


def constant_attr(value: Any) -> tuple[Any, Spec]:
    """The attribute and the Spec of a constant Python number, NumPy scalar or array."""
    if type(value) in (bool, int, float, complex):
        dtype = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}[type(value)]
        return value, Spec(np.dtype(dtype), (), PYTHON)
    array = np.asarray(value)
    kind = SCALAR if isinstance(value, np.generic) else ARRAY
    return ArrayConst.of(array), Spec(array.dtype, array.shape, kind)


class _Names:
    """Counters shared by a Builder and its children."""

    def __init__(self) -> None:
        self.dims = 0
        self.recorded = 0  # ops, those of blocks that came to nothing included

    def fresh_dim(self) -> Dim:
        self.dims += 1
        return Dim(f"d{self.dims - 1}")


class Builder:
    """Records ops into one block; `child()` opens an inner block."""

    def __init__(self, parent: Builder | None = None) -> None:
        self.parent = parent
        self.names: _Names = parent.names if parent else _Names()
        self.args: list[Value] = []
        self.ops: list[Op] = []
        self._known: dict[Any, tuple[Value, ...]] = {}
        self._made: dict[Value, Op] = {}
        self.closed = False  # whether it has become a block; else it is recorded now, or came to nothing

    def child(self) -> Builder:
        """A Builder for a block inside this one."""
        return Builder(self)

    def argument(self, spec: Spec, hint: str = "") -> Value:
        """A new argument of the block."""
        value = Value(self._named(spec), hint)
        self.args.append(value)
        return value

    def fresh_dim(self) -> Dim:
        """An extent that equals no other."""
        return self.names.fresh_dim()

    def constant(self, value: Any) -> Value:
        """A constant Python number, NumPy scalar or array."""
        attr, spec = constant_attr(value)
        attrs = freeze_attrs({"value": attr, "kind": spec.kind})
        key = _number_key(attr)
        return self._record("constant", (), attrs, (spec,), (), None, pure=True, key_extra=key)[0]

    def op(
        self,
        name: str,
        args: Sequence[Value] = (),
        attrs: Mapping[str, Any] | None = None,
        *,
        blocks: tuple[Block, ...] = (),
        source: Location | None = None,
        extents: Mapping[int, Extent] | None = None,
    ) -> tuple[Value, ...]:
        """Record the op `name` and answer its results; an equal pure op is not recorded again.

        `extents` says of axes of the first result what inference cannot tell of them.
        """
        definition = registry.get(name)
        frozen = freeze_attrs(attrs or {})
        specs = definition.specs(blocks, tuple([a.spec for a in args]), dict(frozen))
        if extents:
            specs = (_with_extents(specs[0], extents), *specs[1:])
        pure = definition.is_pure and not blocks
        extra = tuple([_number_key(v) for _, v in frozen])
        return self._record(name, tuple(args), frozen, specs, blocks, source, pure=pure, key_extra=extra)

    def one(self, name: str, *args: Value, source: Location | None = None, **attrs: Any) -> Value:
        """Record an op that has one result."""
        return self.op(name, args, attrs, source=source)[0]

    def made_by(self, value: Value) -> Op | None:
        """The op of this block, or of one around it, that has made a value; None if it is an argument."""
        builder: Builder | None = self
        while builder is not None and value not in builder._made:
            builder = builder.parent
        return None if builder is None else builder._made[value]

    def comes_before(self, a: Value, b: Value) -> bool:
        """Whether a value was there before the block began whose op has made `b`."""
        builder: Builder | None = self
        while builder is not None and b not in builder._made:
            if a in builder._made or any(a is one for one in builder.args):
                return False
            builder = builder.parent
        return builder is not None and a not in builder._made

    def close(self, results: Sequence[Value]) -> Block:
        """Finish the block."""
        self.closed = True
        return Block(tuple(self.args), tuple(self.ops), tuple(results))

    def program(self, results: Sequence[Value], *, inputs: int, **fields: Any) -> Program:
        """Finish the outermost block as a Program."""
        return Program(self.close(results), inputs, **fields)

    def _record(
        self,
        name: str,
        args: tuple[Value, ...],
        attrs: Attrs,
        specs: tuple[Spec, ...],
        blocks: tuple[Block, ...],
        source: Location | None,
        *,
        pure: bool,
        key_extra: Any,
    ) -> tuple[Value, ...]:
        key = (name, args, attrs, key_extra)
        if pure:
            known = self._lookup(key)
            if known is not None:
                return known
        results = tuple([Value(self._named(spec)) for spec in specs])
        self.names.recorded += 1
        made = Op(name, args, attrs, results, blocks, source)
        self.ops.append(made)
        for value in results:
            self._made[value] = made
        if pure:
            self._known[key] = results
        return results

    def _lookup(self, key: Any) -> tuple[Value, ...] | None:
        builder: Builder | None = self
        while builder is not None:
            known = builder._known.get(key)
            if known is not None:
                return known
            builder = builder.parent
        return None

    def _named(self, spec: Spec) -> Spec:
        if UNKNOWN not in spec.shape:
            return spec
        return replace(spec, shape=tuple(self.fresh_dim() if n == UNKNOWN else n for n in spec.shape))


def _with_extents(spec: Spec, extents: Mapping[int, Extent]) -> Spec:
    shape = [extents.get(k, n) if n == UNKNOWN else n for k, n in enumerate(spec.shape)]
    return replace(spec, shape=tuple(shape))


def _number_key(value: Any) -> Any:
    """What tells 1 from 1.0 and True, 0.0 from -0.0 and NaN from -NaN, and finds NaN equal to itself."""
    if isinstance(value, tuple):
        return tuple(_number_key(v) for v in value)
    if isinstance(value, float):
        return "float", struct.pack("<d", value)
    if isinstance(value, complex):
        return "complex", struct.pack("<dd", value.real, value.imag)
    return type(value).__name__
