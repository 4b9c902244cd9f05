"""Arrays that were taken out of a list of run-time length: copies of its items, where Python has the item itself.

As long as such an array stays inside, `Storage` says what it shares memory with. Where it leaves the function, it has
to be told which object it is. A list whose first items are known arrays, and that only gets longer, says so by the
index; and of two arrays that were taken out of one list, the indices say whether they are one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import TYPE_CHECKING, Any

from sct.errors import Location
from sct.ir.core import Value
from sct.ir.types import ARRAY
from sct.runtime.arrays.storage import Storage
from sct.runtime.current import is_variable
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.fitting import same_template
from sct.runtime.joins.function_forms import FUNCTIONS, held_by
from sct.runtime.joins.leaf_forms import array_leaves
from sct.runtime.joins.memory import Test
from sct.runtime.joins.templates import TChoice, Template, TNode, TVar, has_rows
from sct.runtime.joins.trees import Chosen, Leaf, Many, Node, Tree
from sct.runtime.lists.rows import ONCE, Head, Ragged, Rows, Tagged, Variants, Viewed
from sct.runtime.state.cells import IdentityMap
from sct.runtime.state.instances import attributes_of, is_taken_apart
from sct.runtime.texts.text_pieces import FormattedText

if TYPE_CHECKING:
    from sct.runtime.trace import Trace
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts
from sct.runtime.text_arrays.word_item import WordText

__all__ = ["Taken", "arrays_in", "arrays_of_leaves", "as_one", "as_told", "joined_head", "joined_taken", "known_arrays"]
__all__ += ["head_after_write", "known_items", "note_taken", "own_arrays"]

_MOST = 8  # of a list's first items are told apart


class Taken:
    """What an array is that was taken out of a list; or what a branch or a loop has made of such arrays and others."""

    __slots__ = ("at", "form", "head", "is_once", "leaf", "of", "told", "where")

    def __init__(self, of: Iterable[Taken] = (), where: Location | None = None) -> None:
        self.of = list(of)
        self.where = where
        self.head: Head | None = None  # where the items of its list are
        self.at: Any = None  # the index, from the beginning of the list
        self.leaf = 0  # which of the item's arrays it is,
        self.form: Template | None = None  # in items of this form
        self.is_once = False  # whether no array is in the list twice
        self.told: list[tuple[Test, Any]] = []  # of known arrays, whether it is that one

    @property
    def is_copy(self) -> bool:
        """Whether it may be a copy of what Python has there."""
        seen, rest = {self}, [self]
        while rest:
            one = rest.pop()
            if one.head is not None:
                return True
            rest += [other for other in one.of if other not in seen]
            seen.update(one.of)
        return False

    def tells(self, x: Storage) -> bool:
        """Whether it is known when this is an array of that storage."""
        if not self.is_once:
            return False
        other = x.taken
        if other is not None and other.is_once and other.head is self.head:
            return self.form is not None and other.form is not None and same_template(self.form, other.form)
        return any(one.storage is x for _, one in self.told)


def arrays_in(x: Any, inside: tuple[int, ...] = ()) -> Iterator[Any]:
    """The arrays in a value, in the order of its leaves; objects may hold one another."""
    if is_variable(x) and not isinstance(x, Choice):
        if x.spec.kind == ARRAY:
            yield x
        return
    if not inside and not _holds_array(x):
        return
    if is_taken_apart(x):
        if id(x) in inside:
            return
        inside = (*inside, id(x))
    for part in _parts(x):
        yield from arrays_in(part, inside or (0,))


def _holds_array(x: Any) -> bool:
    """Whether there is an array at all: alternatives that hold alternatives lead to one object in very many ways."""
    rest, met = [x], IdentityMap()
    while rest:
        one = rest.pop()
        if is_variable(one) and not isinstance(one, Choice):
            if one.spec.kind == ARRAY:
                return True
        elif one not in met:
            met[one] = True
            rest += _parts(one)
    return False


def _parts(x: Any) -> Iterable[Any]:
    parts: Iterable[Any] = ()
    if isinstance(x, Choice):
        parts = x.alternatives
    elif isinstance(x, Rows):
        parts = x.columns
    elif isinstance(x, Variants):
        parts = (x.choice,)
    elif isinstance(x, ArrayOfTexts):
        parts = (x.codes,)
    elif isinstance(x, (list, tuple)):
        parts = x
    elif isinstance(x, dict):
        parts = x.values()
    elif type(x) in FUNCTIONS:
        parts = held_by(x)
    elif is_taken_apart(x):
        parts = attributes_of(x).values()
    return parts


def arrays_of_leaves(item: Template, x: Any) -> Iterator[Any]:
    """The arrays that were made of the leaves of an item of a list; those that stayed what they are do not count."""
    if (isinstance(item, TVar) and item.spec.kind == ARRAY) or (isinstance(item, TNode) and item.kind is Ragged):
        yield x
    elif isinstance(item, TNode) and item.kind is Tagged:
        yield from arrays_of_leaves(item.items[0], x)
    elif isinstance(item, TChoice) and item.number is None:
        for t, one in zip(item.items, x.alternatives, strict=True):
            yield from arrays_of_leaves(t, one)
    elif isinstance(item, TNode) and any(array_leaves(item)):
        held = [x.codes] if isinstance(x, (ArrayOfTexts, WordText)) else attributes_of(x) if item.instance else x
        held = x.apart()[1] if item.kind is FormattedText else held_by(x) if item.kind in FUNCTIONS else held
        for t, part in zip(item.items, held.values() if isinstance(held, dict) else held, strict=True):
            yield from arrays_of_leaves(t, part)


def own_arrays(item: Template, x: Any) -> list[Any] | None:
    """The arrays that go to the columns of an item's arrays, in their order; None where its form does not say which."""
    if not any(array_leaves(item)):
        return []
    if not isinstance(item, (TVar, TNode)) or isinstance(x, Choice):
        return None
    if isinstance(item, TNode) and item.kind is Tagged:
        return own_arrays(item.items[0], x)
    if isinstance(item, TVar) or item.kind is Ragged:
        return [x] if is_variable(x) else None
    if has_rows(item):
        return None
    held = [x.codes] if isinstance(x, ArrayOfTexts) else attributes_of(x) if item.instance else x
    held = held_by(x) if item.kind in FUNCTIONS else held
    if isinstance(held, dict) and item.keys is not None and held.keys() == set(item.keys):
        parts = [held[key] for key in item.keys]
    elif isinstance(held, (list, tuple)) and len(held) == len(item.items):
        parts = list(held)
    else:
        return None
    found = [own_arrays(t, part) for t, part in zip(item.items, parts, strict=True)]
    return None if any(one is None for one in found) else [array for one in found if one for array in one]


# -- the first items of a list -----------------------------------------------------------------------


def known_items(trees: Sequence[Tree]) -> tuple[Any, ...]:
    """The first items of a list, as a `Head` has them."""
    return tuple(_known(tree) for tree in trees[:_MOST])


def _known(tree: Tree) -> Any:
    if isinstance(tree, Leaf) and tree.value.spec.kind == ARRAY and isinstance(_storage(tree.variable), Storage):
        return tree.variable
    if isinstance(tree, Node) and tree.kind is Tagged:
        return _known(tree.items[0])  # a value of it is the array
    if not isinstance(tree, Node) or tree.kind in (Ragged, Viewed) or has_rows(tree):
        return None
    return tuple(map(_known, tree.items)) if issubclass(tree.kind, tuple) else None


def known_arrays(head: Head) -> list[Any]:
    """The arrays that are known to be in the first items of a list."""
    return list(arrays_in(head.items))


def head_after_write(head: Head, told: Set[Storage]) -> Head:
    """The first items of a list, of whose arrays one has been written to: not known ones that have not been `told`."""
    outer: Head | None = head
    untold: list[Storage] = []
    while outer is not None:
        untold += [x.storage for x in known_arrays(outer) if x.storage not in told]
        outer = outer.outer
    if not untold:
        return head
    made = Head()
    made.written = (*head.written, *untold)
    return made


def _storage(variable: Any) -> Any:
    return getattr(variable, "storage", None)


def joined_head(trace: Trace, trees: Sequence[Tree | None]) -> Head:
    """The first items of a list that a branch or a loop makes of these, or that a loop begins with."""
    entering = trace.joining.entering
    found = [_outside(trace, head) for tree in (trees[:1] if entering else trees) for head in _heads(tree)]
    if entering:
        return Head((), trace.builder, _common(trace, found))
    written = tuple(dict.fromkeys(one for head in found for one in head.written if trace.in_scope(one.born)))
    for one in written:  # the list held a copy of it where that was done
        trace.touch_storage(one)
        one.lose("as the item of a list that only the run knows", trace.location(), alone=True)
    made = _common(trace, found)
    if written:
        made = Head(made.items, made.born, made.outer)
        made.written = written
    return made


def _heads(tree: Tree | None) -> list[Head]:
    if isinstance(tree, Chosen):
        return [head for item in tree.items for head in _heads(item)]
    if isinstance(tree, Node) and has_rows(tree):
        return _heads(tree.items[0])
    if isinstance(tree, Many):
        return [tree.obj.head]
    return [Head(known_items(tree.items) if isinstance(tree, Node) else ())]


def _outside(trace: Trace, head: Head) -> Head:
    """What a list still is that a loop's body was given, where the trace records now."""
    while head.outer is not None and not trace.in_scope(head.born):
        head = head.outer
    return head


def _common(trace: Trace, heads: list[Head]) -> Head:
    if heads and all(head is heads[0] for head in heads):
        return heads[0]
    items = []
    for column in zip(*(head.items for head in heads), strict=False):
        items.append(column[0] if all(_is_same(trace, column[0], x) for x in column) else None)
    return Head(tuple(items))


def _is_same(trace: Trace, a: Any, b: Any) -> bool:
    """Whether two known items are one, and can be seen where the trace records now."""
    if isinstance(a, tuple):
        return isinstance(b, tuple) and len(a) == len(b) and all(map(_is_same, [trace] * len(a), a, b))
    return a is b and (a is None or (trace.in_scope(a.born) and trace.in_scope(a.storage.born)))


# -- taking out --------------------------------------------------------------------------------------


def note_taken(trace: Trace, rows: Rows, item: Any, index: Any) -> None:
    """Note what the arrays in an item are, which was made of the rows for the index."""
    if is_variable(rows.length) and (is_variable(index) or index < 0):
        index = index + rows.length if not is_variable(index) else index + rows.length * (index < 0)
    elif not is_variable(index) and index < 0:
        index += rows.length
    paired: dict[Any, list[tuple[Test, Any]]] = {}
    for k, known in enumerate(rows.head.items):
        test: Test = index == k
        if is_variable(index):
            test = trace.builder.one("py_eq", trace.value(index), trace.builder.constant(k))
        for one, other in _pairs(item, known):
            paired.setdefault(one.storage, []).append((test, other))
    for leaf, one in enumerate(arrays_of_leaves(rows.item, item)):
        one.storage.taken = taken = Taken(where=trace.location())
        taken.head, taken.at, taken.leaf, taken.form = rows.head, index, leaf, rows.item
        taken.is_once, taken.told = rows.repeats == ONCE, paired.get(one.storage, [])


def _pairs(item: Any, known: Any) -> Iterator[tuple[Any, Any]]:
    """The arrays of an item, each with the one that it is if the item is that known one."""
    if is_variable(known):
        for one in item.alternatives if isinstance(item, Choice) else (item,):
            if is_variable(one) and not isinstance(one, Choice) and one.spec == known.spec:
                yield one, known
    elif isinstance(known, tuple) and isinstance(item, tuple) and len(item) == len(known):
        for a, b in zip(item, known, strict=True):
            yield from _pairs(a, b)


def joined_taken(arrays: Sequence[Any], is_entering: bool) -> Taken | None:
    """What is made of these arrays; a loop's stand-ins may also be what an iteration leaves."""
    found = [one.storage.taken for one in arrays if one.storage.taken is not None]
    return Taken(found) if found or is_entering else None


# -- leaving -----------------------------------------------------------------------------------------


def as_told(storage: Storage) -> list[tuple[Test, Any]]:
    """The known arrays that one may be which leaves the function, each with a test."""
    taken = storage.taken
    return [] if taken is None else [(test, one) for test, one in taken.told if one.spec == storage.value.spec]


def as_one(trace: Trace, storage: Storage, other: Storage) -> tuple[Value, Value] | bool:
    """Whether two arrays that leave were taken from one place of a list: a bool, or two indices to compare."""
    a, b = storage.taken, other.taken
    if a is None or b is None or a.head is None or a.head is not b.head or a.leaf != b.leaf:
        return False
    if not is_variable(a.at) and not is_variable(b.at):
        return bool(a.at == b.at)
    return trace.value(a.at), trace.value(b.at)
