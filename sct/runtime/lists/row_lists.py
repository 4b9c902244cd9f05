"""Lists of `Rows`: each of Python's list operations as operations on the columns."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct import ops
from sct.errors import AliasError
from sct.ir.core import Value
from sct.ir.types import ARRAY, PYTHON
from sct.ops import bindings
from sct.runtime.arrays.item_layouts import lay_out, note_layouts
from sct.runtime.arrays.storage import Storage
from sct.runtime.callers.known_numbers import MANY, known_numbers
from sct.runtime.current import is_variable
from sct.runtime.exits.viewed_items import is_made_anew
from sct.runtime.joins import pieces
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.fitting import are_unlike, fits
from sct.runtime.joins.function_forms import FUNCTIONS
from sct.runtime.joins.kept_whole import as_they_are, kept_whole
from sct.runtime.joins.leaf_forms import array_leaves, holds_containers, inner_repeats, item_specs, ragged_leaves
from sct.runtime.joins.leaves import inject, inject_item, project
from sct.runtime.joins.templates import Template, TNode, TRows, template_of
from sct.runtime.joins.trees import ITEM, Node, freeze
from sct.runtime.lists import exchanged, item_links, items_again, sealed_items
from sct.runtime.lists.apart_views import are_all_apart
from sct.runtime.lists.list_ops import op_value, put
from sct.runtime.lists.plain_items import are_plain
from sct.runtime.lists.ragged import in_room
from sct.runtime.lists.rows import MOVED, ONCE, TWICE, Head, Rows
from sct.runtime.lists.taken import arrays_in, head_after_write, known_items, note_taken, own_arrays
from sct.runtime.lists.whole_items import check_extents, check_items
from sct.runtime.lists.widening import common_form, widened
from sct.runtime.state.containers_in import containers_in
from sct.runtime.texts.kind_names import type_name
from sct.runtime.trace import Trace

__all__ = ["appended", "as_index"]
__all__ += [
    "concatenated",
    "copied",
    "deleted",
    "filled",
    "hold",
    "inserted",
    "item",
    "made_of",
    "op_value",
    "repeated",
    "replaced",
    "rewritten",
    "rows_of",
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
        template, columns = known
        return made_of(trace, template, [trace.builder.constant(column) for column in columns])
    if len(items) >= MANY and all(x is items[0] for x in items) and are_plain(items[:1]):
        return filled(trace, items[0], len(items))
    kept = frozenset() if beside is None else frozenset(kept_whole(beside.item))
    note_layouts(trace, items)
    tree = Node(list, None, tuple(as_they_are(freeze(trace, x, None, ITEM), kept) for x in items), items)
    check_items(trace, tree)
    template = common_form(trace, [template_of(x) for x in tree.items])
    values = inject(trace, tree, TNode(list, None, (TRows(template, len(items)),)))
    made = made_of(trace, template, values)
    made.head = Head(known_items(tree.items))
    for k, x in enumerate(items):
        hold(trace, made, x, k)
    return made


def made_of(trace: Trace, item: Template, values: list[Value], old: Rows | None = None) -> Rows:
    """Rows of these columns; arrays in them may still be those that were put into `old`."""
    columns = tuple(trace.variable(value, trace.location()) for value in values)
    made = Rows(item, columns, ONCE if old is None else old.repeats)
    sealed_items.start(made)
    if old is not None:
        _share_columns(made, old)
    return made


def _share_columns(made: Rows, old: Rows) -> None:
    """Arrays in a list may be those of another one, whose items may be of another form."""
    sealed_items.pass_on(made, old)
    mine, theirs = _arrays(made), _arrays(old)
    for k, new in enumerate(mine):
        for before in theirs[k : k + 1] if len(mine) == len(theirs) else theirs:
            new.storage.share(before.storage)
            new.storage.agree_as(before.storage)


def hold(trace: Trace, rows: Rows, x: Any, at: Any) -> None:
    """Note that arrays in `x` are now in the list, too, and so are containers: at the index `at`."""
    _hold_arrays(trace, rows, x)
    kept = frozenset(kept_whole(rows.item))
    containers = [one for one in containers_in(x) if id(one) not in kept]
    items_again.note_together(trace, rows, list({id(one): one for one in containers}.values()))
    for container in containers:
        part = container is x or isinstance(x, (tuple, Choice, *FUNCTIONS))
        item_links.enter(trace, rows, container, at if container is x else None, None if part else x)


def _hold_arrays(trace: Trace, rows: Rows, x: Any, again: bool = False) -> None:
    """Note the arrays in an item; those that are in the list `again` where they were in it were known."""
    sealed_items.note_held(rows, x)
    arrays = _arrays(rows)
    leaves = [k for k, is_array in enumerate(array_leaves(rows.item)) if is_array]
    own: dict[Storage, list[int]] = {}  # which columns hold an array
    for one, leaf in zip((own_arrays(rows.item, x) if leaves else None) or (), leaves, strict=False):
        own.setdefault(one.storage, []).append(leaf)
    held = [one for one in arrays_in(x) if not is_made_anew(trace, one)] if leaves else []
    for storage in dict.fromkeys(one.storage for one in held):
        views = [one for one in held if one.storage is storage]
        known = any(column.storage.related(storage) for column in arrays) or not are_all_apart(views)
        if known and again:
            came = _came_from(trace, x, storage)
            if storage not in own or came == own[storage]:
                continue
            rows.repeats |= MOVED if came is None else ONCE  # of one item, each column has it once
        else:
            # not what the other branch has made of it
            others = any(trace.in_scope(one.born) for one in storage.kin()[1:])
            fresh = items_again.happens_once(trace, storage.born) and not storage.stand_in and not others
            rows.repeats |= TWICE if known or not fresh else ONCE
        for column in [rows.columns[k] for k in own[storage]] if storage in own else arrays:
            column.storage.share(storage)
    for storage, places in own.items() if not is_variable(x) else ():
        trace.items.placed[storage] = (x, places)


def _came_from(trace: Trace, x: Any, storage: Storage) -> list[int] | None:
    """In which columns the item `x` of a list had an array; None where another one may have had it."""
    written: Any = storage.item_of
    if written is not None and written.item is x:
        return [written.leaf]
    of, places = trace.items.placed.get(storage) or (None, None)
    return places if of is x else None


def _arrays(rows: Rows) -> list[Any]:
    """The columns that hold arrays of the user's."""
    return [c for c, is_array in zip(rows.columns, array_leaves(rows.item), strict=True) if is_array]


def _leaves(trace: Trace, rows: Rows, x: Any) -> tuple[Rows, list[Value]]:
    """The leaves of an item; and the rows, in a form that holds it."""
    note_layouts(trace, x)
    tree = as_they_are(freeze(trace, x, None, ITEM), frozenset(kept_whole(rows.item)))
    check_items(trace, tree)
    own = template_of(tree)
    more = inner_repeats(own) & ~inner_repeats(rows.item)
    if not fits(own, rows.item) or more or are_unlike(own, rows.item):
        wider = common_form(trace, [rows.item, own])
        values = [c.sct_value() for c in rows.columns]
        rows = made_of(trace, wider, widened(trace, rows.item, wider, values, trace.value(rows.length)), rows)
    return rows, inject_item(trace, tree, rows.item)


def may_be_twice(rows: Rows) -> bool:
    """Whether an array may be in a list twice."""
    return bool(rows.repeats & MOVED) or rows.repeats & TWICE == TWICE


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
    sealed_items.note_taken(rows, made)
    arrays = _arrays(rows)
    mine = [one for one in arrays_in(made) if not one.steps] if arrays else []
    lay_out(trace, mine)
    each_once = not may_be_twice(rows) and len(mine) == len(arrays)  # then each of them is of its own column
    for k, one in enumerate(mine):
        for column in arrays[k : k + 1] if each_once else arrays:
            one.storage.share(column.storage)
            one.storage.agree_as(column.storage)
    if arrays:
        note_taken(trace, rows, made, index)
    return made


BOUND = "slice indices must be integers or None or have an __index__ method"


def as_index(at: Any, kind: str = "list", said: str = "") -> Any:
    """An index as a Python int, known or not; TypeError as of a list, of another `kind` of sequence, or as `said`."""
    if type(at) is Choice:
        one = at.number is not None and at.number.spec.dtype.kind in "iu"
        return as_index(at.number, kind, said) if one else at.sct_distribute(lambda x: as_index(x, kind, said))
    if is_variable(at):
        if at.spec.kind == ARRAY and (at.spec.ndim or at.spec.dtype.kind not in "iu"):
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        if at.spec.ndim or at.spec.dtype.kind not in "iub" or (at.spec.dtype.kind == "b" and at.spec.kind != PYTHON):
            raise TypeError(said or f"{kind} indices must be integers or slices, not {type_name(at)}")
        return at if at.spec.kind == PYTHON and at.spec.dtype.kind == "i" else ops.get("py_int")(at)
    if not hasattr(type(at), "__index__"):
        raise TypeError(said or f"{kind} indices must be integers or slices, not {type_name(at)}")
    return at.__index__()


def index_value(trace: Trace, index: Any) -> Value:
    """The SSA value of an index."""
    return trace.value(index)


def replaced(trace: Trace, rows: Rows, at: Any, x: Any) -> Rows:
    """The rows after `xs[at] = x`."""
    index = as_index(at)
    made = _with(trace, rows, x, "list_set", index_value(trace, index))
    made.origin, made.added, made.order.owner, made.told = rows.origin, rows.added, rows.order.owner, rows.told
    flat = not _arrays(made) and [id(x)] == [id(container) for container in containers_in(x)]
    half = rows.half
    if flat and isinstance(half, exchanged.Half) and exchanged.is_completed(trace, half, x, index):
        made.repeats = half.repeats
        exchanged.let_go(trace, made, x)
        return made
    link, repeats = trace.doubts.links.get(x) if flat else None, rows.repeats
    hold(trace, made, x, at)
    if isinstance(half, exchanged.ArrayHalf) and exchanged.exchanges_arrays(trace, half, x, index):
        made.repeats = half.rows.repeats
        return made
    made.half = exchanged.array_half(trace, rows, x, index) or exchanged.first_half(
        trace, rows, repeats, x, link, index
    )
    if isinstance(made.half, exchanged.Half):
        rows.repeats = repeats  # what it held before, it held no oftener
    return made


def rewritten(trace: Trace, rows: Rows, at: Any, x: Any) -> Rows:
    """The rows after a change of the container `x` that is the item at `at`."""
    made = _with(trace, rows, x, "list_set", index_value(trace, at))
    made.origin, made.added, made.order, made.told = rows.origin, rows.added, rows.order, rows.told
    _hold_arrays(trace, made, x, again=True)
    item_links.note_parts(trace, made, x)
    return made


def written(trace: Trace, rows: Rows, at: Any, storage: Storage, leaf: int) -> Rows:
    """The rows after an in-place write to an array of the item at `at`, which now holds what `storage` does."""
    if may_be_twice(rows):
        raise AliasError(
            "an in-place write to an array that may be in a list twice",
            where=trace.location(),
            why="the list holds a copy of it at each place, and where else it is, is known only when the program runs",
            fix="put a copy into the list, as in xs.append(x.copy()), or write xs[i] = xs[i] + y",
        )
    old = rows.columns[leaf]
    index = trace.value(as_index(at))
    room, ragged = old.storage.read_as_part_of(storage), ragged_leaves(rows.item)[leaf]
    value = put(trace, "list_set", room, (index,), in_room(trace, room, storage.value), ragged)
    now = trace.variable(value, trace.location())
    made = Rows(rows.item, (*rows.columns[:leaf], now, *rows.columns[leaf + 1 :]), rows.repeats)
    now.storage.share_as(old.storage, storage)
    made.origin, made.added, made.order = rows.origin, rows.added, rows.order
    made.told, made.head = rows.told, head_after_write(rows.head, {storage})
    return made


def appended(trace: Trace, rows: Rows, x: Any) -> Rows:
    """The rows after `xs.append(x)`."""
    made = _with(trace, rows, x, "list_append")
    made.origin, made.added, made.order = rows.origin, rows.added + 1, rows.order
    made.head = rows.head
    hold(trace, made, x, rows.length)
    return made


def inserted(trace: Trace, rows: Rows, at: Any, x: Any) -> Rows:
    """The rows after `xs.insert(at, x)`."""
    said = f"'{type_name(at)}' object cannot be interpreted as an integer"
    made = _with(trace, rows, x, "list_insert", index_value(trace, as_index(at, said=said)))
    made.order.owner = rows.order.owner
    hold(trace, made, x, None)
    made.origin, made.added = rows.origin, rows.added + 1
    return made


def _with(trace: Trace, rows: Rows, x: Any, op: str, *at: Value) -> Rows:
    """The rows with one more or another item, in a form that holds it."""
    rows, leaves = _leaves(trace, rows, x)
    values = []
    for column, leaf, ragged in zip(rows.columns, leaves, ragged_leaves(rows.item), strict=True):
        if not ragged:
            check_extents(trace, column.spec.shape, leaf.spec.shape)
        values.append(put(trace, op, column.sct_value(), at, leaf, ragged))
    return made_of(trace, rows.item, values, rows)


def deleted(trace: Trace, rows: Rows, at: Any, pops: bool) -> Rows:
    """The rows without one item."""
    index = index_value(trace, as_index(at))
    values = [op_value(trace, "list_delete", [c.sct_value(), index], pops=pops) for c in rows.columns]
    return made_of(trace, rows.item, values, rows)


# -- whole lists -------------------------------------------------------------------------------------


def sliced(trace: Trace, rows: Rows, key: slice) -> Rows:
    """`xs[key]`."""
    bounds = [None if b is None else as_index(b, said=BOUND) for b in (key.start, key.stop, key.step)]
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
    made.head = a.head
    if any(array_leaves(item)):
        made.repeats = TWICE
    elif holds_containers(item):
        pieces.note_joined(trace, made, a, b)
    for rows in (a, b):
        _share_columns(made, rows)
    return made


def copied(trace: Trace, rows: Rows) -> Rows:
    """The same items."""
    made = Rows(rows.item, rows.columns, rows.repeats)
    made.pieces, made.borrowed, made.head = rows.pieces, rows.borrowed, rows.head
    return made


def filled(trace: Trace, x: Any, times: Any) -> Rows:
    """`[x] * times`."""
    one = rows_of(trace, [x])
    assert one is not None
    leaves = inject_item(trace, freeze(trace, x, None, ITEM), one.item)
    n = index_value(trace, times)
    known = {"known": times} if type(times) is int and times >= MANY else {}
    columns = [op_value(trace, "list_repeat", [leaf, n], **known) for leaf in leaves]
    made = made_of(trace, one.item, columns, one)
    made.repeats = TWICE if _are_objects(one.item) else one.repeats
    return made


def repeated(trace: Trace, rows: Rows, times: Any) -> Rows:
    """`xs * times`."""
    n = rows.length
    total = n * times * (times > 0)
    arange: Any = bindings.lookup_binding(np.arange)
    order = arange(total) % (n + (n == 0))
    made = taken(trace, rows, order)
    made.repeats = TWICE if _are_objects(rows.item) else rows.repeats
    return made


def _are_objects(item: Template) -> bool:
    """Whether it can be told if two items are one object."""
    return holds_containers(item) or any(array_leaves(item))
