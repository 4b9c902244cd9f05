"""Arrays of several shapes in a list of run-time length: each at the start of the room that the largest needs.

Beside the room stands how much of it the array takes. An array that differs from the others in its first extent only
lies there as its rows, beside their number. Of any other there are the extents, and the elements in C order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.dtypes import same_dtype
from sct.ir.types import ARRAY, PYTHON, Extent, Shape, Spec
from sct.runtime.joins.templates import Template, TNode, TRows, TStatic, TVar, is_ragged, spec_of
from sct.runtime.joins.trees import Leaf, Static, Tree
from sct.runtime.lists.list_ops import heads
from sct.runtime.lists.rows import ONCE, Ragged

if TYPE_CHECKING:
    from sct.ir.core import Value
    from sct.runtime.joins.templates import OpenDims
    from sct.runtime.trace import Trace

__all__ = ["by_rows", "element", "holds", "in_room", "injected", "is_known", "joined", "ndim_of", "ragged_form"]
__all__ += ["read", "text_of", "widened"]

_EXTENT = TVar(Spec(np.dtype("int64"), (), PYTHON))


# -- forms -------------------------------------------------------------------------------------------


def ragged_form(trace: Trace, spec: Spec) -> TNode:
    """The form of arrays of this dtype and rank, of which not all have the same extents."""
    tail = spec.shape[1:] if all(is_known(trace, n) for n in spec.shape[1:]) else None
    return _form(spec.dtype, spec.ndim, tail, trace.builder.fresh_dim())


def is_known(trace: Trace, n: Extent) -> bool:
    """Whether an extent is the same for all arrays: a number, or one of the program's arguments."""
    return isinstance(n, int) or n in trace.dims.values()


def _form(dtype: np.dtype[Any], ndim: int, tail: Shape | None, room: Extent) -> TNode:
    """That of arrays with rows of the shape `tail`; None if these differ, too."""
    extents = (_EXTENT,) * ndim if tail is None else ()
    rows = TRows(TVar(Spec(dtype, () if tail is None else tail, ARRAY)), room, ONCE, inner=True)
    return TNode(Ragged, None, (*extents, rows))


def element(form: TNode) -> Spec:
    """What lies in the room: the spec of a row, or of an element."""
    rows = form.items[-1]
    assert isinstance(rows, TRows) and isinstance(rows.item, TVar)
    return rows.item.spec


def by_rows(form: TNode) -> bool:
    """Whether the arrays lie there as their rows."""
    return len(form.items) == 1


def ndim_of(form: TNode) -> int:
    """The rank of the arrays."""
    return element(form).ndim + 1 if by_rows(form) else len(form.items) - 1


def _room(form: TNode) -> Extent:
    rows = form.items[-1]
    assert isinstance(rows, TRows)
    return rows.extent


def _alike(t: Template, dtype: np.dtype[Any], ndim: int) -> bool:
    """Whether this is the form of arrays of a dtype and rank."""
    if is_ragged(t):
        return same_dtype(element(t).dtype, dtype) and ndim_of(t) == ndim
    spec = spec_of(t)
    return spec is not None and spec.kind == ARRAY and same_dtype(spec.dtype, dtype) and spec.ndim == ndim


def _tail(t: Template) -> Shape | None:
    """The shape of a row, where all arrays of the form have it."""
    if is_ragged(t):
        return element(t).shape if by_rows(t) else None
    spec = spec_of(t)
    assert spec is not None
    return spec.shape[1:]


def joined(trace: Trace, a: Template, b: Template, open_dims: OpenDims) -> Template | None:
    """One form for what two forms hold, one of them that of such arrays; None if they have nothing in common."""
    one, other = (a, b) if is_ragged(a) else (b, a)
    assert is_ragged(one)
    dtype, ndim = element(one).dtype, ndim_of(one)
    if not _alike(other, dtype, ndim):
        return None
    tail = _tail(one) if _tail(one) == _tail(other) else None
    rooms = [_room(t) for t in (a, b) if is_ragged(t)]
    kept = len(set(rooms)) == 1 or rooms[0] in (open_dims or ())
    return _form(dtype, ndim, tail, rooms[0] if kept else trace.builder.fresh_dim())


def holds(form: TNode, own: Template) -> bool:
    """Whether arrays of a form can stand among such ones."""
    return _alike(own, element(form).dtype, ndim_of(form)) and (not by_rows(form) or _tail(own) == _tail(form))


# -- leaves ------------------------------------------------------------------------------------------


def injected(trace: Trace, tree: Tree, form: TNode) -> list[Value]:
    """The leaves of one array."""
    assert isinstance(tree, (Leaf, Static)), tree
    array = trace.variable(tree.value if isinstance(tree, Leaf) else trace.value(tree.obj))
    if by_rows(form):
        return [trace.value(array.shape[0]), trace.value(array)]
    flat = array.reshape(-1)
    return [*map(trace.value, array.shape), trace.value(flat.shape[0]), trace.value(flat)]


def read(trace: Trace, form: TNode, values: Iterator[Value]) -> Value:
    """The array that these leaves are."""
    extents = tuple(trace.variable(next(values)) for _ in form.items[:-1])
    length, room = trace.variable(next(values)), trace.variable(next(values))
    (array,) = heads(trace, [room], length)
    return trace.value(array.reshape(extents) if extents else array)


def in_room(trace: Trace, room: Value, array: Value) -> Value:
    """An array that has been changed in place, as it lies in such a room."""
    return array if array.spec.ndim == room.spec.ndim - 1 else trace.value(trace.variable(array).reshape(-1))


def widened(
    trace: Trace, own: Template, form: TNode, columns: list[Value], repeated: Callable[[Value], Value]
) -> list[Value]:
    """The columns of a list of arrays whose form was another one; `repeated` answers that of one value."""
    if not is_ragged(own):
        (column,) = columns if isinstance(own, TVar) else [repeated(trace.value(_the_one(own)))]
        array = trace.variable(column)
        return _columns(trace, form, array, [repeated(trace.value(m)) for m in array.shape[1:]], repeated)
    if by_rows(own) == by_rows(form):
        return columns
    array = trace.variable(columns[1])
    return _columns(trace, form, array, [columns[0], *(repeated(trace.value(m)) for m in array.shape[2:])], repeated)


def _the_one(own: Template) -> Any:
    """The array that all items are."""
    assert isinstance(own, TStatic)
    return own.obj


def _columns(
    trace: Trace, form: TNode, array: Any, extents: list[Value], repeated: Callable[[Value], Value]
) -> list[Value]:
    """The columns of arrays of these extents, which lie in `array` one after the other."""
    if by_rows(form):
        return [extents[0], trace.value(array)]
    sizes = math.prod(map(trace.variable, extents[1:]), start=trace.variable(extents[0]))
    n, *room = array.shape
    return [*extents, trace.value(sizes), trace.value(array.reshape((n, math.prod(room))))]


# -- leaving -----------------------------------------------------------------------------------------


def text_of(form: TNode, names: Iterator[tuple[str, Any]], name: Callable[[Any], str]) -> str:
    """The expression that makes an array of its leaves, where the list leaves the program."""
    extents = [next(names)[0] for _ in form.items[:-1]]
    (length, _), (room, maker) = next(names), next(names)
    shape = f".reshape(({''.join(f'{n}, ' for n in extents)}))" if extents else ""
    return f"{name(maker)}({room}[:{length}]{shape})"
