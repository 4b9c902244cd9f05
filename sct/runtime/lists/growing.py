"""Lists of run-time length, as user code sees them: what their methods, indices and operators do.

A list that holds a marker (see `rows`) is the same Python object as before, so every name for it sees every
change. What only reads works on the marker; what changes puts another marker into the list.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from sct.errors import StaticValueError
from sct.ir.types import Dim
from sct.runtime.current import has_own, has_spec, is_variable
from sct.runtime.generators import TracedGenerator
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.function_forms import FUNCTIONS
from sct.runtime.joins.kept_whole import kept_whole
from sct.runtime.joins.leaf_forms import array_leaves, holds_containers, holds_lists
from sct.runtime.lists import row_lists
from sct.runtime.lists.item_links import claim, hand_over, known_item, link_item, spread, writing
from sct.runtime.lists.items_written import ItemWrites
from sct.runtime.lists.rows import Marker, Ref, Rows, Variants, marker_of, stale_or_marker
from sct.runtime.lists.taken import arrays_of_leaves
from sct.runtime.state.bare import items_in, refill
from sct.runtime.state.cells import DequeCell, ListCell
from sct.runtime.state.containers_in import containers_in
from sct.runtime.state.put_back import is_put_back, picked
from sct.runtime.trace import Trace
from sct.runtime.variable import Variable

__all__ = [
    "as_rows",
    "changed",
    "containers_of",
    "get",
    "growing_tuple",
    "is_dynamic_slice",
    "is_growing",
    "is_same_item",
    "item",
    "is_unknown",
    "length",
    "made",
    "may_be_unknown",
    "plain",
    "put",
    "read",
    "refuse",
    "rows_in",
    "settle_length",
    "shared",
    "store",
    "touch",
]


def is_growing(value: Any) -> bool:
    """Whether `value` is a list or deque of which only the running program knows what it holds."""
    found = stale_or_marker(value)
    return found is not None and (isinstance(found, Ref) or marker_of(value) is not None)


def is_dynamic_slice(key: slice) -> bool:
    """Whether a bound of a slice is known only at run time."""
    return any(map(is_variable, (key.start, key.stop, key.step)))


def read(trace: Trace, xs: list[Any], plainly: Callable[[list[Any]], Any], rows: Callable[[Rows], Any]) -> Any:
    """What a use that changes nothing gives: of ordinary items, or of rows."""
    marker = marker_of(xs)
    if isinstance(marker, Variants):
        return marker.choice.sct_distribute(lambda items: plainly(trace.note_new(list(items))))
    if isinstance(marker, Rows):
        return rows(marker)
    return plainly(xs)


def changed(trace: Trace, xs: Any, plainly: Callable[[Any], Any], rows: Callable[[Rows], Any]) -> Any:
    """What a use that changes the list gives; `rows` answers the new Rows and the result."""
    with writing(trace, xs):
        return _changed(trace, xs, plainly, rows)


def _changed(trace: Trace, xs: list[Any], plainly: Callable[[list[Any]], Any], rows: Callable[[Rows], Any]) -> Any:
    marker = marker_of(xs)
    if isinstance(marker, Variants):

        def on(items: list[Any]) -> Any:
            put(trace, xs, list(items))
            return _by_python(xs, plainly)

        return marker.choice.sct_distribute(on)
    if not isinstance(marker, Rows):
        touch(trace, xs)
        return _by_python(xs, plainly)
    marker.order.owner = xs if marker.order.owner is None else marker.order.owner  # of what a loop has left
    new, result = rows(marker)
    put(trace, xs, [new])
    return result


def _by_python(xs: Any, plainly: Callable[[Any], Any]) -> Any:
    """What Python's own methods give, whatever a class that is derived from `list` or `deque` has under their names."""
    if type(xs) in (list, deque):
        return plainly(xs)
    items = list(items_in(xs)) if isinstance(xs, list) else deque(items_in(xs), xs.maxlen)
    result = plainly(items)
    refill(xs, items)
    return result


def put(trace: Trace, xs: Any, items: list[Any]) -> None:
    """Give a list other items."""
    if type(xs) is tuple:
        raise StaticValueError(
            "an item of a tuple of run-time length is written to",
            where=trace.location(),
            why="it is a row of what holds all items of the tuple, which never changes",
            fix="make a list of the tuple, or write before the item is put into it",
        )
    if isinstance(stale_or_marker(xs), Ref):
        pools().assign(trace, xs, items)
        return
    with writing(trace, xs):
        touch(trace, xs)
        refill(xs, items)
        if items and isinstance(items[0], Rows):
            hand_over(items[0], xs)


def pools() -> Any:
    """What knows the lists that hold a `Ref`."""
    from sct.runtime.pools import pools

    return pools


def touch(trace: Trace, xs: Any) -> None:
    """Before a list or deque changes."""
    trace.touch(DequeCell(xs) if isinstance(xs, deque) else ListCell(xs))


def made(trace: Trace, rows: Rows) -> list[Any]:
    """A new list."""
    rows = pools().owned(trace, rows) if rows.borrowed else rows
    xs: list[Any] = [rows]
    hand_over(rows, xs)
    trace.note_new(xs)
    return xs


def growing_tuple(trace: Trace, xs: list[Any]) -> Any:
    """`tuple(xs)`."""
    marker = marker_of(xs)
    if isinstance(marker, Variants):
        return marker.choice.sct_distribute(lambda items: tuple(items))
    if isinstance(marker, Rows) and not isinstance(marker.length, int):
        return (row_lists.copied(trace, shared(marker)),)
    return tuple(plain(trace, xs))


def as_rows(trace: Trace, xs: Any, beside: Rows | None = None) -> Rows | None:
    """The Rows of a list; those of an ordinary one are made, as `rows_of` makes them. None: no item is known."""
    marker = marker_of(xs)
    if isinstance(marker, Rows):
        return None if marker.item is pools().NO_ITEM else marker
    if isinstance(marker, Variants):
        from sct.runtime.joins.leaves import inject
        from sct.runtime.joins.templates import TNode, TRows, template_of
        from sct.runtime.joins.trees import freeze

        contents = [list(items) for items in marker.choice.alternatives]
        known = row_lists.rows_of(trace, [x for items in contents for x in items])
        if known is None:
            return None
        tree = freeze(trace, trace.note_new([marker]), set())
        template = TNode(list, None, (TRows(known.item, trace.builder.fresh_dim()),))
        assert template_of(tree) is not None
        return row_lists.made_of(trace, known.item, inject(trace, tree, template), known)
    return row_lists.rows_of(trace, list(xs), beside)


def settle_length(trace: Trace, x: Any) -> None:
    """Make rows of a list of one of several lengths, which becomes an item where only the run knows whether."""
    if type(x) is list and isinstance(marker_of(x), Variants) and trace.builder is not trace.root:
        rows = as_rows(trace, x)
        if rows is not None:
            put(trace, x, [rows])


def length(trace: Trace, xs: list[Any]) -> Any:
    """`len(xs)`."""
    if isinstance(stale_or_marker(xs), Ref):
        return pools().length(trace, xs)
    return read(trace, xs, len, lambda rows: rows.length)


def plain(trace: Trace, xs: list[Any]) -> list[Any]:
    """The items of a list whose length is known after all; refused where it is not."""
    marker = marker_of(xs)
    if isinstance(marker, Rows) and isinstance(marker.length, int):
        return [row_lists.item(trace, marker, i) for i in range(marker.length)]
    if isinstance(marker, Marker):
        marker.sct_refuse()
    return xs


def is_unknown(iterable: Any) -> bool:
    """Whether only the running program knows how many items there are."""
    if is_growing(iterable):
        return True
    if has_own(iterable, "sct_rollable"):
        return bool(is_variable(iterable.length))
    return has_spec(iterable) and isinstance((*iterable.spec.shape, 0)[0], Dim)


def may_be_unknown(iterable: Any) -> bool:
    """Whether so it is, or a generator that the program can go through may leave it to the program."""
    return is_unknown(iterable) or (isinstance(iterable, TracedGenerator) and iterable.is_fresh)


def refuse(rows: Rows) -> Any:
    """What code does that cannot work on rows."""
    return rows.sct_refuse()


# -- subscripts --------------------------------------------------------------------------------------


def get(trace: Trace, xs: list[Any], key: Any) -> Any:
    """`xs[key]`."""
    from sct.runtime.joins.choosing_items import choose_item

    if isinstance(key, slice):
        bounds = [key.start, key.stop, key.step]
        at = next((k for k, bound in enumerate(bounds) if isinstance(bound, Choice)), None)
        if at is not None:
            return bounds[at].sct_distribute(lambda b: get(trace, xs, _slice_of([*bounds[:at], b, *bounds[at + 1 :]])))
        return read(
            trace,
            xs,
            lambda items: _slice(trace, items, key),
            lambda rows: _of_kind(type(xs), made(trace, row_lists.sliced(trace, shared(rows), key))),
        )
    if isinstance(key, Choice):
        return key.sct_distribute(lambda k: get(trace, xs, k))
    return read(
        trace,
        xs,
        lambda items: picked(trace, xs, choose_item(trace, items, key), key) if is_variable(key) else items[key],
        lambda rows: item(trace, xs, rows, key),
    )


def _of_kind(kind: type, xs: list[Any]) -> Any:
    return tuple(xs) if kind is tuple else xs


def item(trace: Trace, xs: list[Any], rows: Rows, key: Any) -> Any:
    """An item of a list; writes to it go through to the list."""
    at = row_lists.as_index(key)
    if holds_containers(rows.item):
        claim(rows, xs)
        known = known_item(trace, rows, at)
        if known is not None:
            return known
    found = row_lists.item(trace, rows, at)
    _link(trace, rows, found, at)
    if holds_lists(rows.item):
        return found
    leaves = [k for k, is_array in enumerate(array_leaves(rows.item)) if is_array]
    for k, one in zip(leaves, arrays_of_leaves(rows.item, found), strict=True):
        one.storage.item_of = ItemWrites(trace, xs, rows, key, k, found)
        trace.items.read.add(one.storage)
    return found


def _link(trace: Trace, rows: Rows, found: Any, at: Any) -> None:
    """Containers made of an item know where it is."""
    for container in containers_of(rows, found):
        whole = container is found or (isinstance(found, Choice) and any(container is x for x in found.alternatives))
        part = isinstance(found, (tuple, Choice, *FUNCTIONS)) or whole
        link_item(trace, rows, container, at if whole else None, container is found, None if part else found)


def containers_of(rows: Rows, found: Any) -> Iterator[Any]:
    """The containers in an item that were made of columns."""
    kept = frozenset(kept_whole(rows.item))
    return (one for one in containers_in(found) if id(one) not in kept)


def shared(rows: Rows) -> Rows:
    """Note that the items of this list go to another one, too."""
    if holds_containers(rows.item):
        spread(rows)
    return rows


def is_same_item(a: Variable, b: Variable) -> bool:
    """Whether two arrays were read from one place of a list of run-time length, which is what it was."""
    x, y = a.storage.item_of, b.storage.item_of
    if a.steps or b.steps or not (isinstance(x, ItemWrites) and isinstance(y, ItemWrites)):
        return False
    return x.leaf == y.leaf and x.holds(y.xs, y.key) and y.holds(x.xs, x.key)


def _slice_of(bounds: list[Any]) -> slice:
    return slice(bounds[0], bounds[1], bounds[2])


def _slice(trace: Trace, items: list[Any], key: slice) -> Any:
    if not is_dynamic_slice(key):
        return trace.note_new(items[key])
    rows = row_lists.sliced(trace, rows_in(trace, items or [0]), key)  # bounds of an empty list are looked at, too
    return made(trace, rows) if items else trace.note_new([])


def rows_in(trace: Trace, items: list[Any]) -> Rows:
    """The Rows of an ordinary list that is not empty."""
    rows = row_lists.rows_of(trace, items)
    assert rows is not None
    return rows


def store(trace: Trace, xs: list[Any], key: Any, value: Any) -> None:
    """`xs[key] = value`."""
    if isinstance(key, slice):
        from sct.runtime.lists import list_slices

        list_slices.store(trace, xs, key, value)
        return
    if isinstance(stale_or_marker(xs), Ref):
        pools().store(trace, xs, key, value)
        return

    def plainly(items: list[Any]) -> None:
        if not is_variable(key):
            items[key] = value
        elif not items:
            raise IndexError("list assignment index out of range")
        else:
            put(trace, items, [row_lists.replaced(trace, rows_in(trace, items), key, value)])

    if is_put_back(trace, xs, key, value):
        return
    changed(trace, xs, plainly, lambda rows: (row_lists.replaced(trace, rows, key, value), None))
