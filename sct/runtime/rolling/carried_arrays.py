"""The arrays among what a loop carries: where each comes from, and what an iteration leaves in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import permutations
from typing import Any

from sct.ir.types import ARRAY, Spec
from sct.runtime.arrays.storage import Storage
from sct.runtime.arrays.view_names import View, doubt_names, is_sure, is_view, name_of
from sct.runtime.joins.alternatives import alternative
from sct.runtime.joins.leaf_forms import leaf_specs
from sct.runtime.joins.memory import Memory, Test, both, either, is_apart
from sct.runtime.joins.templates import TChoice, Template, TNode, TVar, has_rows
from sct.runtime.joins.trees import Chosen, Leaf, Node, Static, Tree
from sct.runtime.rolling.carried import Slot
from sct.runtime.state.cells import StorageCell
from sct.runtime.texts.text_forms import are_letters
from sct.runtime.trace import Trace

__all__ = ["Came", "Place", "is_linked", "made_by", "may_be_one", "met_in", "name_places", "note_starts", "places_of"]
__all__ += ["sources_of", "sources_of_names"]


class Came:
    """An array that is in a place, if `test` says that the place is in use."""

    def __init__(self, trace: Trace, variable: Any, test: Test, spec: Spec) -> None:
        self.variable = variable
        self.test = test
        self.whole = not is_view(trace, variable)
        # whether it is the array itself, which the loop may carry as one of any extents
        self.plain = self.whole and (variable.spec.dtype, variable.spec.ndim) == (spec.dtype, spec.ndim)
        self.storage: Storage = variable.storage
        self.names = name_of(trace, variable)

    @property
    def is_named(self) -> bool:
        """Whether tests say which object it is."""
        known = self.storage.item_of is None and (not self.whole or is_sure(self.storage))
        return known and all(test is not None for test, _ in self.names)

    def tests(self, trace: Trace, one: Memory | View) -> Test:
        """Whether there is an array, and it is this one."""
        found: Test = False
        for test, mine in self.names:
            if mine is one and test is not None:
                found = either(trace.builder, found, both(trace.builder, self.test, test))
        return found


class Place:
    """One array that a loop carries.

    Attributes
    ----------
    k : int
        Which one it is: the run-time number of what comes in here.
    at, leaf : int
        Which leaf of the state it is, and which of its slot.
    stand_in : Storage
        What the body has in this place.
    start, end : Came or None
        What comes in, and what an iteration leaves.
    tracked : bool
        Whether it is known of what comes in where it goes.
    named : bool
        Whether it is known which object it is, if not of what it is a view.
    ghost : bool
        Whether the body does not look at what an iteration left there.
    """

    def __init__(self, k: int, slot: Slot, at: int, leaf: int, stand_in: Storage) -> None:
        self.k, self.slot, self.at, self.leaf, self.stand_in = k, slot, at, leaf, stand_in
        self.start: Came | None = None
        self.end: Came | None = None
        self.tracked = True
        self.named = True
        self.ghost = False
        self.used = False

    @property
    def written(self) -> bool:
        """Whether what is in this place may be written to."""
        return self.slot.written

    @property
    def memory(self) -> Memory:
        """What the body takes the array to be."""
        return next(iter(self.stand_in.memory))

    def tests(self, trace: Trace, other: Place) -> Test:
        """Whether an iteration leaves here what it had in the place of the other."""
        return self.end is not None and self.end.tests(trace, other.memory)

    def leaves(self, trace: Trace, one: Memory | View) -> Test:
        """Whether an iteration leaves here this, which is from around the loop.

        Where it is known of what is here where it goes, that is memory: the names that it has go with it.
        """
        if self.end is None or (self.tracked and one not in self.end.storage.memory):
            return False
        return self.end.tests(trace, one)

    def may_hold(self, other: Place) -> bool:
        """Whether an iteration may leave here what it had in the place of the other."""
        if self.end is None:
            return False
        return other.memory in self.end.storage.memory or self.end.storage.linked(other.stand_in)


def places_of(trace: Trace, slots: list[Slot]) -> tuple[list[Place], int]:
    """The places of a loop's arrays; and how many leaves its state has. Recorded in the body: tests of its end."""
    found: list[Place] = []
    at = 0
    for slot in slots:
        n = len(leaf_specs(slot.template))
        if n and not isinstance(slot.cell, StorageCell):
            tested = slot.arrays_of_test or [None] * n
            used = [_is_used(x) or _is_used(y) for x, y in zip(slot.arrays, tested, strict=True)]
            ends = list(_leaves(trace, slot.template, slot.final))
            for k, x in enumerate(slot.arrays):
                if x is not None:
                    place = Place(len(found), slot, at + k, k, x.storage)
                    place.used = used[k]
                    place.end = _came(place, ends[k])
                    found.append(place)
        at += n
    return found, at


def note_starts(trace: Trace, places: list[Place]) -> None:
    """Find what comes in. Recorded before the loop."""
    for slot in dict.fromkeys(place.slot for place in places):
        mine = [place for place in places if place.slot is slot]
        found = list(_leaves(trace, slot.template, slot.initial))
        for place in mine:
            place.start = _came(place, found[place.leaf])


def sources_of(places: list[Place]) -> dict[Place, list[Place]]:
    """For each place the places from which something may get there, itself first."""
    step = {p: [q for q in places if p.may_hold(q)] for p in places}
    found = {}
    for p in places:
        seen = [p]
        for q in seen:
            seen += [r for r in step[q] if r not in seen]
        found[p] = seen
    return found


def sources_of_names(p: Place, sources: list[Place]) -> list[Place]:
    """The places from which an object may get there: not those with whose arrays it shares no more than memory."""
    found = [p]
    for q in found:
        doubted = None if q.end is None else q.end.storage.doubted
        found += [
            r for r in sources if r not in found and q.may_hold(r) and (doubted is None or r.memory in doubted)
        ]
    return found


def name_places(places: list[Place]) -> None:
    """Find the places of which it is known which object they hold, views or not."""
    changed = True
    while changed:
        changed = False
        theirs = {p.memory for p in places if not p.named}
        for p in places:
            named = p.tracked or (p.named and (p.end is None or all(one not in theirs for _, one in p.end.names)))
            p.named, changed = named, changed or named is not p.named


def made_by(places: list[Place], known: set[Memory | View]) -> list[Memory | View]:
    """What an iteration leaves that is not `known` around it."""
    found = dict.fromkeys(one for p in places if p.end is not None for _, one in p.end.names)
    return [one for one in found if one not in known]


def may_be_one(a: Storage, b: Storage) -> bool:
    """Whether two arrays may be one memory when the program runs."""
    return not is_apart(a, b) or a.linked(b)


def is_linked(a: Came | None, b: Came | None) -> bool:
    """Whether two arrays may be one memory in a way that no test can tell."""
    return a is not None and b is not None and a.storage.linked(b.storage)


def met_in(
    places: list[Place], sources: Mapping[Place, list[Place]], collide: Callable[[Place, Place], bool]
) -> set[tuple[Place, Place]]:
    """The places that may hold one array after the loop: it came in, was left, or moved to both of them."""
    pairs = list(permutations(places, 2))
    found = {(p, q) for p, q in pairs if collide(p, q)}
    for p, q in pairs:  # left in one what came in in another, and is in the second by now
        came = [k.start.storage for k in sources[q] if k.start is not None]
        if (p, q) not in found and p.end is not None and any(may_be_one(p.end.storage, one) for one in came):
            found |= {(p, q), (q, p)}
    holders = {q: [p for p in places if p.may_hold(q)] for q in places} if found else {}
    rest = list(found)
    while rest:
        p, q = rest.pop()
        new = {(one, other) for one in holders[p] for other in holders[q] if one is not other} - found
        found |= new
        rest += new
    return found


def _is_used(x: Any) -> bool:
    return x is not None and any(memory.used for memory in x.storage.memory)


_Found = Came | bool  # False where nothing comes; True where it is not known what does


def _came(place: Place, found: _Found) -> Came | None:
    if isinstance(found, Came):
        place.tracked &= found.plain
        place.named &= found.is_named
        return found
    place.tracked &= not found
    place.named &= not found
    return None


def _leaves(trace: Trace, template: Template, tree: Tree, test: Test = True) -> Iterator[_Found]:
    """What a tree has for each leaf of a template."""
    if isinstance(template, TVar) and isinstance(tree, Leaf):
        storage = getattr(tree.variable, "storage", None)
        is_array = template.spec.kind == ARRAY and isinstance(storage, Storage)
        if is_array:
            yield Came(trace, tree.variable, test, template.spec)
        else:
            yield False
    elif isinstance(template, TChoice) and template.number is not None:
        yield from (False, False)
    elif are_letters(template):
        yield from [False] * len(leaf_specs(template))
    elif isinstance(template, TChoice):
        yield False
        yield from _chosen(trace, template, tree, test)
    elif isinstance(template, TNode) and isinstance(tree, Node) and not has_rows(template):
        for t, item in zip(template.items, tree.items, strict=True):
            yield from _leaves(trace, t, item, test)
    else:
        yield from [not isinstance(tree, Static)] * len(leaf_specs(template))


def _chosen(trace: Trace, template: TChoice, tree: Tree, test: Test) -> Iterator[_Found]:
    ways = list(_ways(trace, tree, test))
    at = [alternative(trace, way, template) for way, _ in ways]
    for k, item in enumerate(template.items):
        mine = [list(_leaves(trace, item, *ways[i])) for i, place in enumerate(at) if place == k]
        if len(mine) < 2:
            yield from mine[0] if mine else [False] * len(leaf_specs(item))
        else:
            for spec, *found in zip(leaf_specs(item), *mine, strict=True):
                yield _one_of(trace, spec, found)


def _ways(trace: Trace, tree: Tree, test: Test) -> Iterator[tuple[Tree, Test]]:
    """What a tree may be, however the choices are nested, and when."""
    if not isinstance(tree, Chosen):
        yield tree, test
        return
    for i, item in enumerate(tree.items):
        yield from _ways(trace, item, both(trace.builder, test, _says(trace, tree, i)))


def _one_of(trace: Trace, spec: Spec, found: list[_Found]) -> _Found:
    """What is in a place to which several ways lead."""
    came = [one for one in found if isinstance(one, Came)]
    if len(came) < len(found) and (not came or any(one is True for one in found)):
        return any(one is True for one in found)
    test: Test = False
    for one in came:
        test = either(trace.builder, test, one.test)
    first = came[0].variable
    if all(one.variable is first or (one.whole and came[0].whole and one.storage is first.storage) for one in came):
        return Came(trace, first, test, spec)
    return Came(trace, _any_of(trace, [one.variable for one in came]), test, spec)


def _any_of(trace: Trace, arrays: list[Any]) -> Any:
    """An array that may be each of these, as no test tells: it stands for them, and nobody reads it."""
    made = trace.variable(arrays[0].storage.value, trace.location())
    made.storage.untold = True
    for x in arrays:
        made.storage.share(x.storage)
    doubt_names(made.storage, arrays)
    return made


def _says(trace: Trace, tree: Tree, i: int) -> Test:
    """Whether a tree is its `i`-th alternative."""
    if not isinstance(tree, Chosen):
        return True
    if isinstance(tree.index, Static):
        return bool(tree.index.obj == i)
    return trace.builder.one("py_eq", tree.index.value, trace.builder.constant(i))
