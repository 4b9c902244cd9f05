"""Lists of `Rows`: each of Python's list operations as operations on the columns."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct import ops
from sct.errors import StaticValueError
from sct.ir.core import Value
from sct.ir.types import ARRAY, PYTHON, Spec
from sct.ops import bindings
from sct.runtime import exchanged, item_links, pieces
from sct.runtime.carried import storages_of
from sct.runtime.choice import Choice
from sct.runtime.containers_in import containers_in
from sct.runtime.current import is_variable
from sct.runtime.fitting import fits
from sct.runtime.kept_whole import as_they_are, kept_whole
from sct.runtime.known_numbers import known_numbers
from sct.runtime.leaf_forms import array_leaves, holds_containers, item_specs, ragged_leaves
from sct.runtime.leaves import inject, inject_item, project
from sct.runtime.rows import ONCE, TWICE, Rows
from sct.runtime.storage import Storage
from sct.runtime.templates import TChoice, Template, TNode, TRows, TStatic, TVar, template_of
from sct.runtime.trace import NUMBERS, Trace
from sct.runtime.trees import Leaf, Node, Tree, freeze
from sct.runtime.whole_items import check_extents, check_items
from sct.runtime.widening import common_form, widened

__all__ = ["appended", "as_index"]
__all__ += [
    "check_plain",
    "comparable",
    "concatenated",
    "copied",
    "deleted",
    "extended",
    "filled",
    "find",
    "hold",
    "inserted",
    "item",
    "made_of",
    "op_value",
    "plain_columns",
    "repeated",
    "replaced",
    "rewritten",
    "rows_of",
    "single_column",
    "sliced",
    "taken",
    "written",
]

def rows_of(trace: Trace, items: list[Any], beside: Rows | None = None) -> Rows | None:
    """The Rows of an ordinary list, which is joined with those `beside`; None if it is empty."""
    if not items:
        return None
    known = known_numbers(items)
    if known is not None:
        template, column = known
        return made_of(trace, template, [trace.builder.constant(column)])
    kept = frozenset() if beside is None else frozenset(kept_whole(beside.item))
    tree = Node(list, None, tuple(as_they_are(freeze(trace, x, None), kept) for x in items), items)
    check_items(trace, tree)
    template = common_form(trace, [template_of(x) for x in tree.items])
    values = inject(trace, tree, TNode(list, None, (TRows(template, len(items)),)))
    made = made_of(trace, template, values)
    for k, x in enumerate(items):
        hold(trace, made, x, k)
    return made


def made_of(trace: Trace, item: Template, values: list[Value], old: Rows | None = None) -> Rows:
    """Rows of these columns; arrays in them may still be those that were put into `old`."""
    columns = tuple(trace.variable(value, trace.location()) for value in values)
    if old is not None and len(old.columns) == len(columns):
        for new, before, is_array in zip(columns, old.columns, array_leaves(item), strict=True):
            if is_array:
                new.storage.share(before.storage)
    return Rows(item, columns, ONCE if old is None else old.repeats)


def hold(trace: Trace, rows: Rows, x: Any, at: Any) -> None:
    """Note that arrays in `x` are now in the list, too, and so are containers: at the index `at`."""
    _hold_arrays(trace, rows, x)
    kept = frozenset(kept_whole(rows.item))
    for container in (one for one in containers_in(x) if id(one) not in kept):
        part = container is x or isinstance(x, (tuple, Choice))
        item_links.enter(trace, rows, container, at if container is x else None, None if part else x)


def _hold_arrays(trace: Trace, rows: Rows, x: Any, again: bool = False) -> None:
    """Note the arrays in an item; those that are in the list `again` were known."""
    arrays = _arrays(rows)
    for storage in storages_of(x) if arrays else ():
        known = any(column.storage.related(storage) for column in arrays)
        if known and again:
            continue
        fresh = storage.born is trace.builder and not storage.stand_in and not storage.may_be_others
        if known or not fresh:
            rows.repeats = TWICE
        for column in arrays:
            column.storage.share(storage)


def _arrays(rows: Rows) -> list[Any]:
    """The columns that hold arrays of the user's."""
    return [c for c, is_array in zip(rows.columns, array_leaves(rows.item), strict=True) if is_array]


def op_value(trace: Trace, name: str, args: list[Value], /, **attrs: Any) -> Value:
    """Record an op of lists."""
    where = trace.location()
    trace.note_raising(ops.get(name), tuple(args), attrs, where)
    return trace.builder.op(name, args, attrs, source=where)[0]


def _leaves(trace: Trace, rows: Rows, x: Any) -> tuple[Rows, list[Value]]:
    """The leaves of an item; and the rows, in a form that holds it."""
    tree = as_they_are(freeze(trace, x, None), frozenset(kept_whole(rows.item)))
    check_items(trace, tree)
    own = template_of(tree)
    if not fits(own, rows.item):
        wider = common_form(trace, [rows.item, own])
        values = [c.sct_value() for c in rows.columns]
        rows = made_of(trace, wider, widened(trace, rows.item, wider, values, trace.value(rows.length)), rows)
    return rows, inject_item(trace, tree, rows.item)


# -- items -------------------------------------------------------------------------------------------


def item(trace: Trace, rows: Rows, at: Any, error: str = "list index out of range") -> Any:
    """`xs[at]`; an IndexError says `error`."""
    index = as_index(at)
    specs = item_specs(rows.item)
    values = [
        op_value(trace, "list_item", [c.sct_value(), index_value(trace, index)], kind=spec.kind, error=error)
        for c, spec in zip(rows.columns, specs, strict=True)
    ]
    made = project(trace, rows.item, iter(values))
    arrays = _arrays(rows)
    for storage in storages_of(made) if arrays else ():
        for column in arrays:
            storage.share(column.storage)
    return made


def as_index(at: Any) -> Any:
    """An index as a Python int, known or not; TypeError as of a list."""
    if type(at) is Choice:
        one = at.number is not None and at.number.spec.dtype.kind in "iu"
        return as_index(at.number) if one else at.sct_distribute(as_index)
    if is_variable(at):
        if at.spec.ndim or at.spec.dtype.kind not in "iub" or (at.spec.dtype.kind == "b" and at.spec.kind != PYTHON):
            raise TypeError(f"list indices must be integers or slices, not {_type_name(at)}")
        return at if at.spec.kind == PYTHON and at.spec.dtype.kind == "i" else ops.get("py_int")(at)
    if not hasattr(at, "__index__"):
        raise TypeError(f"list indices must be integers or slices, not {type(at).__name__}")
    return at.__index__()


def _type_name(x: Any) -> str:
    kind: type = x.python_type
    return f"numpy.{kind.__name__}" if kind.__module__ == "numpy" else kind.__name__


def index_value(trace: Trace, index: Any) -> Value:
    """The SSA value of an index."""
    return trace.value(index)


def replaced(trace: Trace, rows: Rows, at: Any, x: Any) -> Rows:
    """The rows after `xs[at] = x`."""
    index = as_index(at)
    made = _with(trace, rows, x, "list_set", index_value(trace, index))
    made.origin, made.added, made.order.owner = rows.origin, rows.added, rows.order.owner
    flat = not _arrays(made) and [id(x)] == [id(container) for container in containers_in(x)]
    if flat and rows.half is not None and exchanged.is_completed(trace, rows.half, x, index):
        made.repeats = rows.half.repeats
        exchanged.let_go(trace, made, x)
        return made
    link, repeats = trace.doubts.links.get(x) if flat else None, rows.repeats
    hold(trace, made, x, at)
    made.half = exchanged.first_half(trace, rows, repeats, x, link, index)
    if made.half is not None:
        rows.repeats = repeats  # what it held before, it held no oftener
    return made


def rewritten(trace: Trace, rows: Rows, at: Any, x: Any) -> Rows:
    """The rows after a change of the container `x` that is the item at `at`."""
    made = _with(trace, rows, x, "list_set", index_value(trace, at))
    made.origin, made.added, made.order = rows.origin, rows.added, rows.order
    _hold_arrays(trace, made, x, again=True)
    item_links.note_parts(trace, made, x)
    return made


def written(trace: Trace, rows: Rows, at: Any, storage: Storage) -> Rows:
    """The rows after an in-place write to the array at `at`, which now holds what `storage` does."""
    (old,) = rows.columns
    index = trace.value(as_index(at))
    value = op_value(trace, "list_set", [old.storage.read_as_part_of(storage), index, storage.value])
    made = Rows(rows.item, (trace.variable(value),), rows.repeats)
    made.columns[0].storage.share_as(old.storage, storage)
    made.origin, made.added = rows.origin, rows.added
    return made


def appended(trace: Trace, rows: Rows, x: Any) -> Rows:
    """The rows after `xs.append(x)`."""
    made = _with(trace, rows, x, "list_append")
    made.origin, made.added, made.order = rows.origin, rows.added + 1, rows.order
    hold(trace, made, x, rows.length)
    return made


def inserted(trace: Trace, rows: Rows, at: Any, x: Any) -> Rows:
    """The rows after `xs.insert(at, x)`."""
    made = _with(trace, rows, x, "list_insert", index_value(trace, as_index(at)))
    made.order.owner = rows.order.owner
    hold(trace, made, x, None)
    made.origin, made.added = rows.origin, rows.added + 1
    return made


def _with(trace: Trace, rows: Rows, x: Any, op: str, *at: Value) -> Rows:
    """The rows with one more or another item, in a form that holds it."""
    rows, leaves = _leaves(trace, rows, x)
    values = []
    for column, leaf, ragged in zip(rows.columns, leaves, ragged_leaves(rows.item), strict=True):
        attrs: dict[str, Any] = {"ragged": True} if ragged else {}
        if not ragged:
            check_extents(trace, column.spec.shape, leaf.spec.shape)
        values.append(op_value(trace, op, [column.sct_value(), *at, leaf], **attrs))
    return made_of(trace, rows.item, values, rows)


def deleted(trace: Trace, rows: Rows, at: Any, pops: bool) -> Rows:
    """The rows without one item."""
    index = index_value(trace, as_index(at))
    values = [op_value(trace, "list_delete", [c.sct_value(), index], pops=pops) for c in rows.columns]
    return made_of(trace, rows.item, values, rows)


# -- whole lists -------------------------------------------------------------------------------------


def sliced(trace: Trace, rows: Rows, key: slice) -> Rows:
    """`xs[key]`."""
    bounds = [None if b is None else as_index(b) for b in (key.start, key.stop, key.step)]
    made = made_of(trace, rows.item, [trace.value(c[slice(*bounds)]) for c in rows.columns], rows)
    pieces.note_slice(made, rows, key)
    made.borrowed = rows.borrowed
    trace.slices_lists = True
    return made


def taken(trace: Trace, rows: Rows, order: Any) -> Rows:
    """The items at these indices."""
    return made_of(trace, rows.item, [trace.value(c[order]) for c in rows.columns], rows)


def concatenated(trace: Trace, a: Rows, b: Rows) -> Rows:
    """`xs + ys`."""
    item = common_form(trace, [a.item, b.item])
    pairs = []
    for rows in (a, b):
        values = [c.sct_value() for c in rows.columns]
        pairs.append(widened(trace, rows.item, item, values, trace.value(rows.length)))
    join: Any = bindings.lookup_binding(np.concatenate)
    joined = []
    for x, y, ragged in zip(*pairs, ragged_leaves(item), strict=True):
        both = None if ragged else join([trace.variable(x), trace.variable(y)])
        joined.append(op_value(trace, "list_join", [x, y]) if ragged else trace.value(both))
    made = made_of(trace, item, joined, a)
    if any(array_leaves(item)):
        made.repeats = TWICE
    elif holds_containers(item):
        pieces.note_joined(trace, made, a, b)
    for rows in (a, b):
        for new, old, is_array in zip(made.columns, rows.columns, array_leaves(item), strict=False):
            if is_array:
                new.storage.share(old.storage)
    return made


def copied(trace: Trace, rows: Rows) -> Rows:
    """The same items."""
    made = Rows(rows.item, rows.columns, rows.repeats)
    made.pieces, made.borrowed = rows.pieces, rows.borrowed
    return made


def extended(trace: Trace, rows: Rows, items: list[Any]) -> Rows:
    """The rows with these items after them."""
    for x in items:
        rows = appended(trace, rows, x)
    return rows


def filled(trace: Trace, x: Any, times: Any) -> Rows:
    """`[x] * times`."""
    one = rows_of(trace, [x])
    assert one is not None
    leaves = inject_item(trace, freeze(trace, x, None), one.item)
    n = index_value(trace, times)
    made = made_of(trace, one.item, [op_value(trace, "list_repeat", [leaf, n]) for leaf in leaves], one)
    made.repeats = TWICE if holds_containers(one.item) else one.repeats
    return made


def repeated(trace: Trace, rows: Rows, times: Any) -> Rows:
    """`xs * times`."""
    n = rows.length
    total = n * times * (times > 0)
    arange: Any = bindings.lookup_binding(np.arange)
    order = arange(total) % (n + (n == 0))
    made = taken(trace, rows, order)
    made.repeats = TWICE if holds_containers(rows.item) else rows.repeats
    return made


# -- searching ---------------------------------------------------------------------------------------


def plain_columns(trace: Trace, rows: Rows, what: str) -> list[Value]:
    """The columns, where the items are numbers or tuples of numbers, which Python can compare."""
    if isinstance(rows.item, TChoice):
        from sct.runtime.row_arrays import numbers_of_choices

        merged = numbers_of_choices(trace, rows, rows.item)
        if merged is not None:
            return [trace.value(merged)]
    if isinstance(rows.item, TStatic) and isinstance(rows.item.obj, (*NUMBERS, np.generic)):
        return [op_value(trace, "list_repeat", [trace.value(rows.item.obj), trace.value(rows.length)])]
    check_plain(trace, rows.item, what)
    return [c.sct_value() for c in rows.columns]


def check_plain(trace: Trace, item: Template, what: str) -> None:
    """Refuse items that are no numbers, nor tuples of numbers."""
    if isinstance(item, TVar) and not item.spec.ndim and item.spec.kind != ARRAY:
        return
    if isinstance(item, TNode) and item.kind is tuple and item.items and all(isinstance(x, TVar) for x in item.items):
        for x in item.items:
            check_plain(trace, x, what)
        return
    raise StaticValueError(
        f"{what} a list of run-time length whose items are no numbers",
        where=trace.location(),
        why="the program can compare numbers and tuples of numbers",
        fix="make an array of the list, or keep what is compared in a list of its own",
    )


def find(trace: Trace, rows: Rows, x: Any, op: str = "list_find") -> Any:
    """The first index of `x`, or -1; or how often it is there."""
    from sct.runtime.looked_for import found

    return found(trace, rows, x, op)


def comparable(trace: Trace, x: Any, item: Template) -> list[Value] | None:
    """The numbers of `x` to compare with the items of a list; None if nothing of the kind can be in it."""
    return _comparable(trace, freeze(trace, x, None), item)


def _comparable(trace: Trace, tree: Tree, item: Template) -> list[Value] | None:
    """The numbers to compare with the items of a list; None if nothing of the kind can be in it."""
    if isinstance(item, TNode):
        if not isinstance(tree, Node) or tree.kind is not tuple or len(tree.items) != len(item.items):
            return None
        parts = [_comparable(trace, t, i) for t, i in zip(tree.items, item.items, strict=True)]
        return None if any(p is None for p in parts) else [v for p in parts for v in p or ()]
    if isinstance(tree, Leaf):
        if tree.value.spec.ndim or tree.value.spec.kind == ARRAY:
            raise StaticValueError("an array is looked for in a list of run-time length", where=trace.location())
        return [tree.value]
    obj = getattr(tree, "obj", None)
    if isinstance(obj, (bool, int, float, complex, np.generic)):
        return [trace.value(obj)]
    return None


def single_column(trace: Trace, rows: Rows) -> tuple[Any, Spec] | None:
    """The column and the spec of an item, where the items are numbers or arrays."""
    if not isinstance(rows.item, TVar):
        return None
    return rows.columns[0], rows.item.spec
