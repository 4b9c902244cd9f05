"""What the leaves of a template are: their specs, which are arrays of the user's, and values that nobody looks at."""

from __future__ import annotations

import functools
import operator

import numpy as np

from sct.ir.core import Value
from sct.ir.types import ARRAY, PYTHON, SCALAR, Dim, Spec
from sct.runtime import trace as tracing
from sct.runtime.joins.templates import TChoice, Template, TGone, TNode, TRows, TStatic, TVar, is_ragged
from sct.runtime.joins.trees import is_unchanging
from sct.runtime.joins.tuple_forms import is_tuple_form
from sct.runtime.lists.rows import IN_POOLS
from sct.runtime.text_arrays.of_codes import OfCodes

__all__ = [
    "array_leaves",
    "dummy",
    "holds_containers",
    "holds_lists",
    "holds_pooled",
    "inner_repeats",
    "is_plain",
    "item_specs",
    "leaf_specs",
    "ragged_leaves",
]

_INDEX = Spec(np.dtype("int64"), (), PYTHON)
_FLAG = Spec(np.dtype("bool"), (), PYTHON)


def leaf_specs(template: Template) -> list[Spec]:
    """The specs of the leaves, in the order in which `inject` answers and `project` takes them."""
    match template:
        case TVar(spec=spec):
            return [spec]
        case TNode(items=items):
            return [spec for item in items for spec in leaf_specs(item)]
        case TChoice(items=items, number=None):
            return [_INDEX, *(spec for item in items for spec in leaf_specs(item))]
        case TChoice(number=dtype):
            assert dtype is not None
            return [_INDEX, Spec(dtype, (), SCALAR)]
        case TRows(item=item, extent=extent):
            columns = [Spec(spec.dtype, (extent, *spec.shape), ARRAY) for spec in item_specs(item)]
            return [_INDEX, *columns] if template.inner else columns
    return []


def item_specs(item: Template) -> list[Spec]:
    """The leaves of one item of a list; where all items are the same object, a flag counts them."""
    return leaf_specs(item) or [_FLAG]


def holds_containers(t: Template) -> bool:
    """Whether an item holds lists, dicts or objects, which are one object or another."""
    if isinstance(t, TNode):
        plain = t.kind in IN_POOLS or is_unchanging(t.kind)
        return not plain or any(map(holds_containers, t.items))
    return isinstance(t, TChoice) and any(map(holds_containers, t.items))


def holds_lists(t: Template) -> bool:
    """Whether an item holds lists or tuples of which only the running program knows how long they are."""
    if is_ragged(t):
        return False
    return isinstance(t, TRows) or (isinstance(t, (TNode, TChoice)) and any(map(holds_lists, t.items)))


def holds_pooled(t: Template) -> bool:
    """Whether an item holds what lies in a pool, under the number of its place."""
    if isinstance(t, TRows):
        return holds_pooled(t.item)
    if isinstance(t, TNode) and t.kind in IN_POOLS:
        return True
    return isinstance(t, (TNode, TChoice)) and any(map(holds_pooled, t.items))


def is_plain(item: Template) -> bool:
    """Whether the program can compare items column by column: numbers, and tuples of them."""
    match item:
        case TChoice(items=items):
            return all(is_plain(x) and not isinstance(x, TNode) for x in items)
        case TNode(kind=kind, items=items):
            whole = is_tuple_form(item) and bool(items) and _is_compared_as_tuple(kind)
            return whole and all(isinstance(x, TVar) and is_plain(x) for x in items)
        case TStatic(obj=obj):
            return isinstance(obj, (*tracing.NUMBERS, np.generic))
        case TVar(spec=spec):
            return not spec.ndim and spec.kind != ARRAY
    return False


def _is_compared_as_tuple(kind: type) -> bool:
    return all(getattr(kind, name) is getattr(tuple, name) for name in ("__eq__", "__ne__", "__lt__", "__gt__"))


def array_leaves(item: Template) -> list[bool]:
    """Which of the leaves of an item are arrays of the user's: objects, that others may see, too."""

    def of(t: Template) -> list[bool]:
        match t:
            case TVar(spec=spec):
                return [spec.kind == ARRAY]
            case TNode(kind=kind) if issubclass(kind, OfCodes) and kind.python_type is np.str_:  # which never changes
                return [False for _ in leaf_specs(t)]
            case TNode(items=items):
                return [x for part in items for x in of(part)]
            case TChoice(items=items, number=None):
                return [False, *(x for part in items for x in of(part))]
            case TChoice():
                return [False, False]
            case TRows():
                return [False, *array_leaves(t.item)]
        return []

    return of(item) or [False]


def inner_repeats(t: Template) -> int:
    """Whether an array in a list that is an item, or is in one, may also be elsewhere, or there twice."""
    if isinstance(t, TRows):
        return (t.repeats if any(array_leaves(t.item)) else 0) | inner_repeats(t.item)
    return functools.reduce(operator.or_, map(inner_repeats, t.items), 0) if isinstance(t, (TNode, TChoice)) else 0


def ragged_leaves(item: Template) -> list[bool]:
    """Which of the leaves of an item have other extents than those of the next item."""

    def of(t: Template) -> list[bool]:
        match t:
            case TNode(items=items):
                return [x for part in items for x in of(part)]
            case TChoice(items=items, number=None):
                return [False, *(x for part in items for x in of(part))]
            case TRows():
                return [False, *(True for _ in item_specs(t.item))]
        return [False for _ in leaf_specs(t)]

    return of(item) or [False]


def dummy(trace: tracing.Trace, template: Template) -> list[Value]:
    """Leaves that nobody will look at."""
    match template:
        case TVar(spec=spec):
            return [_zero(trace, spec)]
        case TStatic() | TGone():
            return []
        case TNode():
            return [v for item in template.items for v in dummy(trace, item)]
        case TChoice(number=None):
            return [trace.builder.constant(0), *(v for item in template.items for v in dummy(trace, item))]
        case TChoice(number=dtype):
            assert dtype is not None
            return [trace.builder.constant(0), _zero(trace, Spec(dtype, (), SCALAR))]
        case TRows(item=item, extent=extent):
            none = [_zero(trace, Spec(spec.dtype, (extent, *spec.shape), ARRAY)) for spec in item_specs(item)]
            return [trace.builder.constant(0), *none] if template.inner else none


def _zero(trace: tracing.Trace, spec: Spec) -> Value:
    if spec.kind != ARRAY:
        zero = spec.dtype.type(0)
        return trace.builder.constant(zero.item() if spec.weak else zero)
    named = {axis: _extent(trace, n) for axis, n in enumerate(spec.shape) if isinstance(n, Dim)}
    known = {axis: value for axis, value in named.items() if value is not None}
    shape = tuple(n if isinstance(n, int) else 0 for n in spec.shape)
    if known:  # as long as what the program takes it for: machine code is made for arrays of that extent
        places = {axis: ("arg", k) for k, axis in enumerate(known)}
        attrs = {"shape": tuple(places.get(axis, n) for axis, n in enumerate(shape)), "dtype": spec.dtype}
        extents = {axis: spec.shape[axis] for axis in known}
        return trace.builder.op("zeros", tuple(known.values()), attrs, extents=extents)[0]
    if 0 in shape or shape == ():
        return trace.builder.constant(np.zeros(shape, spec.dtype))
    return trace.builder.one("zeros", shape=shape, dtype=spec.dtype)


def _extent(trace: tracing.Trace, n: Dim) -> Value | None:
    """An extent of the program's arguments as a number; None if it is another one."""
    outermost = trace.builder
    while outermost.parent is not None:
        outermost = outermost.parent
    found = ((arg, arg.spec.shape.index(n)) for arg in outermost.args if n in arg.spec.shape)
    arg, axis = next(found, (None, 0))
    return None if arg is None else trace.builder.one("dim", arg, axis=axis)
