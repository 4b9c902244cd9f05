"""NumPy's functions on lists of run-time length: the items are the rows of an array already."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeGuard

import numpy as np

from sct import ops
from sct.errors import ObjectDtypeError
from sct.ir.types import ARRAY, PYTHON
from sct.ops import bindings
from sct.ops.bindings.creation import full
from sct.ops.bindings.table import spec_of
from sct.runtime.current import is_variable
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.leaf_forms import leaf_specs
from sct.runtime.joins.templates import TChoice, Template, TNode, TRows, TStatic, TVar, has_rows, is_ragged, lists_in
from sct.runtime.lists import ragged_joins
from sct.runtime.lists.alternatives import merged, parts_of
from sct.runtime.lists.converted_items import as_elements
from sct.runtime.lists.rows import Marker, Rows, Variants, marker_of
from sct.runtime.lists.side_by_side import JOINING, check_arrays, known_blocks
from sct.runtime.text_arrays.of_codes import OfCodes
from sct.runtime.text_arrays.word_item import WordText
from sct.runtime.trace import NUMBERS, Trace

__all__ = [
    "array_of_rows",
    "is_chosen_sequence",
    "joined",
    "needs_items",
    "over_chosen_items",
    "stacked",
    "without_lists",
]


_NO_ITEMS = "np.array() of an empty list has another dtype or shape than one with items"


def array_of_rows(trace: Trace, xs: Any, rows: Rows, dtype: Any = None) -> Any:
    """`np.array(xs, dtype)` of the list `xs`, which holds these."""
    if is_of_codes(rows.item) and dtype in (None, str):
        _not_empty(trace, rows.length, _NO_ITEMS)
        kind: Any = rows.item.kind
        return kind.of_items(rows.item.keys or (), ops.get("copy")(rows.columns[0]))
    xs, rows = ragged_joins.with_arrays(trace, xs, rows)
    if is_ragged(rows.item):
        _not_empty(trace, rows.length, _NO_ITEMS)
        return ragged_joins.as_array(trace, xs, rows, dtype)
    made, n = stacked(trace, rows), rows.length
    if not isinstance(n, int) and (_ndim(made) > 1 or (dtype is None and _has_other_dtype(made))):
        _not_empty(trace, n, _NO_ITEMS)
    return made if dtype is None else as_elements(trace, rows.item, made, dtype)


def is_of_codes(item: Template) -> TypeGuard[TNode]:
    """Whether items are letters, or arrays of texts of one shape; how wide an array of words is, only the run knows."""
    if not isinstance(item, TNode) or not issubclass(item.kind, OfCodes) or item.kind is WordText:
        return False
    (codes,) = item.items
    return isinstance(codes, TVar) and codes.spec.static


def _ndim(made: Any) -> int:
    return int((made.alternatives[0] if isinstance(made, Choice) else made).spec.ndim)


def _has_other_dtype(made: Any) -> bool:
    """Whether this is not of the dtype of no items; among several dtypes, theirs is."""
    return not isinstance(made, Choice) and bool(made.spec.dtype != np.float64)


def stacked(trace: Trace, rows: Rows, own: bool = False) -> Any:
    """The array of all items, along a new first axis; it may be a column itself, if these are `own`."""
    if isinstance(rows.item, TVar):
        return rows.columns[0] if own else ops.get("copy")(rows.columns[0])
    if isinstance(rows.item, TNode) and has_rows(rows.item):
        return _of_lists(trace, rows, rows.item)
    if isinstance(rows.item, TNode) and (rows.item.kind is tuple or lists_in(rows.item)):
        specs = [_number(item) for item in rows.item.items]
        if specs and all(spec is not None and spec == specs[0] for spec in specs):
            return np.stack(list(rows.columns), axis=1)
        if specs and all(spec is not None and spec.kind == PYTHON and spec.dtype.kind in "if" for spec in specs):
            return np.stack([c.astype(np.float64) for c in rows.columns], axis=1)
        if specs and all(isinstance(part, TNode) for part in rows.item.items):
            return _of_known_lists(trace, rows, rows.item)
        return _of_rows_of_numbers(trace, rows, rows.item)
    if isinstance(rows.item, TChoice):
        numbers = _without_none(trace, rows, rows.item)
        return _of_choices(trace, rows, rows.item) if numbers is None else stacked(trace, numbers)
    if isinstance(rows.item, TStatic) and isinstance(rows.item.obj, (*NUMBERS, np.generic)):
        return _full(trace, rows, rows.item.obj)  # as `[0] * n`
    raise _unlike(trace)


def _of_lists(trace: Trace, rows: Rows, item: TNode) -> Any:
    """The array of lists or tuples of run-time length, which must be of one: others raise here as in NumPy."""
    from sct.runtime.control_flow import select
    from sct.runtime.lists.row_lists import op_value

    (inner,) = item.items
    assert isinstance(inner, TRows)
    n, (lengths, *columns) = rows.length, rows.columns
    _not_empty(trace, n, _NO_ITEMS)
    attrs = {"kind": PYTHON, "error": "list index out of range"}
    m = trace.variable(op_value(trace, "list_item", [lengths.sct_value(), trace.value(0)], **attrs))
    _not_empty(trace, m, _NO_ITEMS)
    select(ops.get("truth")(np.all(lengths == m)), lambda: None, _raise_inhomogeneous)
    flat = [ops.get("copy")(c[:, :m]).reshape((n * m, *c.shape[2:])) for c in columns]
    made = stacked(trace, Rows(inner.item, tuple(flat)), own=True)

    def folded(one: Any) -> Any:
        return one.reshape((n, m, *one.shape[1:]))

    return made.sct_distribute(folded) if isinstance(made, Choice) else folded(made)


def _of_known_lists(trace: Trace, rows: Rows, item: TNode) -> Any:
    """The array of lists of lists of known length."""
    given, parts = list(rows.columns), []
    for part in item.items:
        columns = tuple(given.pop(0) for _ in leaf_specs(part))
        parts.append(stacked(trace, Rows(part, columns or rows.columns), own=True))
    if any(isinstance(part, Choice) or part.spec.shape[1:] != parts[0].spec.shape[1:] for part in parts):
        raise _unlike(trace)
    return np.stack(parts, axis=1)


def _raise_inhomogeneous() -> Any:
    raise ValueError("setting an array element with a sequence. The requested array has an inhomogeneous shape")


def _without_none(trace: Trace, rows: Rows, item: TChoice) -> Rows | None:
    """The items of a list in which None has stood for those to come, if one may be None: that none is, is checked."""
    is_none = [isinstance(one, TStatic) and one.obj is None for one in item.items]
    kept = [one for one, none in zip(item.items, is_none, strict=True) if not none]
    if item.number is not None or len(kept) == len(is_none) or not kept:
        return None
    index, columns = rows.columns[0], rows.columns[1:]
    fine = np.all(index != is_none.index(True))
    trace.effect("assert", (fine,), {"exception": "sct.errors.StaticValueError", "template": (_HOLDS_NONE,)})
    if len(kept) == 1:
        held = columns or (index == index,)
        return Rows(kept[0], held, rows.repeats)
    places = np.cumsum(np.logical_not(is_none)) - 1
    return Rows(TChoice(tuple(kept)), (ops.get("take")(np.maximum(places, 0), index, axis=0), *columns), rows.repeats)


_HOLDS_NONE = "an array of a list that holds None, which would be of dtype object"


def _of_choices(trace: Trace, rows: Rows, item: TChoice) -> Any:
    """The array of items of one shape that are of several kinds: its dtype is that of those that are there."""
    index, parts = rows.columns[0], parts_of(trace, rows.columns, item)
    if parts is None or len({_shape(part, own) for part, own in zip(parts, item.items, strict=True)}) > 1:
        raise _unlike(trace)
    dtypes = list(dict.fromkeys(part.spec.dtype for part in parts))
    if len(dtypes) > _MOST_DTYPES:
        raise _unlike(trace)
    from sct.runtime.control_flow import select

    def of_those(left: list[Any], there: list[Any]) -> Any:
        if not left:
            return merged(index, parts, np.result_type(*(there or [np.float64])))
        ours = [k for k, part in enumerate(parts) if part.spec.dtype == left[0]]
        some = ops.get("truth")(np.any(np.isin(index, np.array(ours))))
        return select(some, lambda: of_those(left[1:], [*there, left[0]]), lambda: of_those(left[1:], there))

    return of_those(dtypes, []) if len(dtypes) > 1 else merged(index, parts, dtypes[0])


def _of_rows_of_numbers(trace: Trace, rows: Rows, item: TNode) -> Any:
    """The array of tuples or lists of numbers of several kinds, where these have one common dtype in any case."""
    given = list(rows.columns)
    columns: list[tuple[Any, list[Any]]] = []
    dtypes: set[Any] = {None}  # of one item
    for part in item.items:
        index, parts = _numbers(trace, rows, part, [given.pop(0) for _ in leaf_specs(part)])
        columns.append((index, parts))
        dtypes = {np.result_type(*filter(None, (one, x.spec.dtype))) for one in dtypes for x in parts}
    if len(dtypes) != 1 or None in dtypes:
        raise _unlike(trace)
    (dtype,) = dtypes
    return np.stack([merged(index, parts, dtype) for index, parts in columns], axis=1)


def _numbers(trace: Trace, rows: Rows, part: Template, columns: list[Any]) -> tuple[Any, list[Any]]:
    """The numbers at one place of each item: which alternative it is, and the column of each of these."""
    if isinstance(part, TVar) and not part.spec.ndim:
        parts: list[Any] | None = columns
    elif isinstance(part, TStatic) and isinstance(part.obj, (*NUMBERS, np.generic)):
        parts = [_full(trace, rows, part.obj)]
    else:
        parts = parts_of(trace, columns, part) if isinstance(part, TChoice) else None
    if parts is None or any(x.spec.ndim > 1 or x.spec.dtype.kind not in "biuf" for x in parts):
        raise _unlike(trace)
    return columns[0] if isinstance(part, TChoice) else None, parts


def _full(trace: Trace, rows: Rows, number: Any) -> Any:
    """The array of as many of a known number as there are items."""
    made = full(rows.length, number)
    return made if is_variable(made) else trace.variable(trace.builder.constant(made))


_MOST_DTYPES = 3  # of which any may be there or not


def _shape(part: Any, item: Template) -> tuple[Any, ...]:
    """The shape of one item, of a column or a constant."""
    return tuple(part.spec.shape[1:] if isinstance(item, TVar) else part.spec.shape)


def _unlike(trace: Trace) -> ObjectDtypeError:
    return ObjectDtypeError(
        "an array of a list of run-time length whose items are not alike",
        where=trace.location(),
        why="its dtype would depend on which items there are",
        fix="append numbers of one type, or arrays of one shape and dtype",
    )


def _number(item: Template) -> Any:
    return item.spec if isinstance(item, TVar) else None


def _not_empty(trace: Trace, n: Any, text: str) -> None:
    fine = n > 0
    trace.effect("assert", (fine,), {"exception": "sct.errors.StaticValueError", "template": (text,)})


def needs_items(trace: Trace, rows: Rows, what: str) -> None:
    """Raise what NumPy raises of no arrays."""
    from sct.runtime.control_flow import select

    def missing() -> Any:
        raise ValueError(f"need at least one array to {what}")

    select(rows.length > 0, lambda: None, missing)


def _stack(trace: Trace, rows: Rows, axis: Any = 0, **kwargs: Any) -> Any:
    made = stacked(trace, rows)
    needs_items(trace, rows, "stack")
    moved = made if axis == 0 else ops.get("copy")(np.moveaxis(made, 0, axis))
    return moved.astype(kwargs["dtype"]) if kwargs.get("dtype") is not None else moved


def _concatenate(trace: Trace, rows: Rows, axis: Any = 0, **kwargs: Any) -> Any:
    if isinstance(rows.item, TNode) and has_rows(rows.item):
        return _one_after_the_other(trace, rows, rows.item, axis, kwargs.get("dtype"))
    made = stacked(trace, rows)
    needs_items(trace, rows, "concatenate")
    if made.spec.ndim == 1:
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    if axis is None:
        return made.reshape(-1)
    axis = axis + made.spec.ndim - 1 if axis < 0 else axis
    moved = np.moveaxis(made, 0, axis)
    n = made.shape
    shape = (*n[1 : 1 + axis], n[0] * n[1 + axis], *n[2 + axis :])
    joined_rows = ops.get("copy")(moved.reshape(shape))
    return joined_rows.astype(kwargs["dtype"]) if kwargs.get("dtype") is not None else joined_rows


def _one_after_the_other(trace: Trace, rows: Rows, item: TNode, axis: Any, dtype: Any) -> Any:
    """All numbers of lists of run-time length, which may be of unlike ones."""
    (inner,) = item.items
    assert isinstance(inner, TRows)
    if not isinstance(inner.item, TVar) or inner.item.spec.ndim or axis not in (0, -1, None):
        raise _unlike(trace)
    needs_items(trace, rows, "concatenate")
    lengths, column = rows.columns
    if column.spec.dtype != np.float64:  # of which an empty list is
        _not_empty(trace, np.min(lengths), _NO_ITEMS)
    arange: Any = bindings.lookup_binding(np.arange)
    made = column[arange(column.shape[1]) < lengths[:, None]]
    return made if dtype is None else made.astype(dtype)


def _vstack(trace: Trace, rows: Rows) -> Any:
    made = stacked(trace, rows)
    if made.spec.ndim <= 2:
        needs_items(trace, rows, "concatenate")
        return made.reshape(-1, 1) if made.spec.ndim == 1 else made
    return _concatenate(trace, rows)


def _hstack(trace: Trace, rows: Rows) -> Any:
    if isinstance(rows.item, TNode) and has_rows(rows.item):
        return _concatenate(trace, rows)
    made = stacked(trace, rows)
    if made.spec.ndim == 1:
        needs_items(trace, rows, "concatenate")
        return made
    return _concatenate(trace, rows, 0 if made.spec.ndim == 2 else 1)


_SEQUENCES: dict[Any, Callable[..., Any]] = {
    np.stack: _stack,
    np.concatenate: _concatenate,
    np.vstack: _vstack,
    np.hstack: _hstack,
}


def joined(trace: Trace, f: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any] | None:
    """What a NumPy function that joins the arrays of a list answers, if its first argument is such a list."""
    if not args or (f not in _SEQUENCES and f not in JOINING and f not in (np.block, np.histogramdd)):
        return None
    marker = marker_of(args[0])
    if isinstance(marker, Variants):
        return (marker.choice.sct_distribute(lambda items: _again(trace, f, list(items), args, kwargs)),)
    if f is np.block:
        known = known_blocks(trace, args[0])
        return None if known is args[0] else (_again(trace, f, known, args, kwargs),)
    if not isinstance(marker, Rows):
        return None
    xs, rows = ragged_joins.with_arrays(trace, args[0], marker)
    if f not in _SEQUENCES:
        return _side_by_side(trace, f, rows, args, kwargs)
    if is_ragged(rows.item):
        return (ragged_joins.call(trace, f, xs, rows, *args[1:], **kwargs),)
    return (_SEQUENCES[f](trace, rows, *args[1:], **kwargs),)


def _side_by_side(trace: Trace, f: Any, rows: Rows, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any]:
    """The same of those that tell a list of arrays from an array."""
    check_arrays(trace, f"np.{f.__name__}", rows)
    made = stacked(trace, rows)
    needs_items(trace, rows, "concatenate")
    if f is np.histogramdd:  # each item is a column
        from sct.runtime.calls.foreign_call import call_foreign

        return (call_foreign(trace, f, np.transpose(np.atleast_2d(made)), *args[1:], **kwargs),)
    return (JOINING[f](trace, made, *args[1:], **kwargs),)


def _again(trace: Trace, f: Any, items: list[Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    from sct.runtime.calls.foreign_call import call_foreign

    return call_foreign(trace, f, trace.note_new(items), *args[1:], **kwargs)


def over_chosen_items(trace: Trace, f: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any] | None:
    """What `f` answers of a sequence in which one item is one of several lists or arrays: the same for each of them."""
    from sct.runtime.calls.foreign_call import call_foreign

    for k, items in enumerate(args):
        found = _chosen_in(trace, items, f in _STACKING)
        if found is not None:
            one, made = found

            def with_one(x: Any, k: int = k, made: Callable[[Any], Any] = made) -> Any:
                return call_foreign(trace, f, *args[:k], made(x), *args[k + 1 :], **kwargs)

            return (one.sct_distribute(with_one),)
    return None


_STACKING = (np.hstack, np.vstack, np.dstack, np.block)  # which first look at how many axes each item has


def _chosen_in(trace: Trace, items: Any, stacking: bool) -> tuple[Choice, Callable[[Any], Any]] | None:
    """The first item of a sequence that is one of several, and the sequence with another one in its place."""
    for i, x in enumerate(items if type(items) in (list, tuple) else ()):
        if is_chosen_sequence(x) or (stacking and type(x) is Choice):
            return x, functools.partial(_with, trace, items, i)
        inner = _chosen_in(trace, x, stacking) if stacking else None
        if inner is not None:
            return inner[0], functools.partial(_with, trace, items, i, inside=inner[1])
    return None


def _with(trace: Trace, items: Any, i: int, x: Any, inside: Callable[[Any], Any] | None = None) -> Any:
    return trace.note_new([*items[:i], x if inside is None else inside(x), *items[i + 1 :]])


def is_chosen_sequence(x: Any) -> bool:
    """Whether this is one of several lists or arrays."""
    return type(x) is Choice and all(
        spec_of(y).kind == ARRAY if is_variable(y) else isinstance(y, (np.ndarray, list, tuple)) for y in x.alternatives
    )


def without_lists(trace: Trace, value: Any) -> Any:
    """`value` with an array in place of each list of run-time length, as NumPy would make one of it."""
    from sct.runtime.lists.list_methods import array_of

    if isinstance(marker_of(value), Marker):
        return array_of(trace, value)
    if type(value) in (list, tuple) and any(isinstance(x, (list, tuple)) for x in value):
        return type(value)(without_lists(trace, x) for x in value)
    return value


