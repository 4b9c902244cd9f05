"""Finding the lists, dicts and objects of a join that may be one with another."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from sct.ir.types import Spec
from sct.runtime import trace as tracing
from sct.runtime.callers.lift import CONSTANTS
from sct.runtime.current import has_spec
from sct.runtime.hashing.entries import is_hashed, is_of_dict, parts_of
from sct.runtime.joins.alternatives import alternatives_of
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.doubts import HELD, Doubt
from sct.runtime.joins.function_forms import FUNCTIONS, held_by
from sct.runtime.joins.trees import UNCHANGING, Chosen, Leaf, Node, Static, Tree, is_plain, same_items
from sct.runtime.joins.tuple_forms import is_value, items_of
from sct.runtime.lists.rows import ELSEWHERE, IN_POOLS, Items, Rows, stale_or_marker
from sct.runtime.stand_ins import StandIn
from sct.runtime.state.instances import attributes_of

__all__ = ["Joined", "doubt", "relate"]

_KNOWN_APART = (list, deque, Items, dict, set, *IN_POOLS)


def doubt(
    trace: tracing.Trace, tree: Tree | None, made: Any, test: Any = None, holds: bool = True, first: bool = False
) -> None:
    """Note which containers in `made` may be those that `tree` was taken from.

    That these may be items was noted when the tree was made, unless it is what a loop has `first`.
    """
    if is_plain(tree):
        return
    entered = trace.doubts.entered
    for node, container, sure in _containers(tree, made):
        trace.doubts.note_made(container, node.obj)
        if isinstance(rows := stale_or_marker(container), Rows):
            _hold_items(trace, rows, node.items)
        if node.outer or first:
            since = None if first else entered.get(node.obj, 0)
            trace.doubts.add(container, Doubt(node.obj, test if sure else None, holds, since))
        for earlier in node.may_be:
            trace.doubts.add(container, Doubt(earlier, None, True, entered.get(earlier, 0)))


def _hold_items(trace: tracing.Trace, rows: Rows, items: Iterable[Tree]) -> None:
    """A list that was known holds its items in columns from here on: those that are elsewhere may be changed there."""
    for item in items:
        if isinstance(item, Node) and not isinstance(item.obj, UNCHANGING):
            if (link := item.link or trace.doubts.links.get(item.obj)) is not None:
                rows.repeats |= ELSEWHERE
                if isinstance(theirs := stale_or_marker(link.order.owner), Rows):
                    theirs.repeats |= ELSEWHERE
            if item.outer and trace.in_scope(trace.made.get(item.obj) or trace.root):
                trace.doubts.held[item.obj] = True
        if isinstance(item, (Node, Chosen)):
            _hold_items(trace, rows, item.items)


def relate(trace: tracing.Trace, trees: Iterable[Tree]) -> None:
    """One name may stand for the lists or objects in each of these trees; so may an index for any item of a list."""
    found = list(_held(trees))
    objects = [tree.obj for tree in found if isinstance(tree, Static) or tree.kind is not Items]
    if any(x is not objects[0] for x in objects):
        trace.doubts.families.unite(*map(trace.doubts.site, objects))
    for items in _under_one_name([tree for tree in found if isinstance(tree, Node)]):
        relate(trace, items)


def _under_one_name(nodes: Iterable[Node]) -> Iterable[list[Tree]]:
    """What one expression may stand for, of all that these hold: any item of a list, or what has a name."""
    found: dict[Any, list[Tree]] = {}
    for node in nodes:
        names = range(len(node.items)) if node.keys is None or len(node.keys) != len(node.items) else node.keys
        for name, item in zip(names, node.items, strict=True):
            if isinstance(item, (Node, Chosen, Static)):
                found.setdefault(None if node.kind in (list, Items) else (node.kind, name), []).append(item)
    return found.values()


def _held(trees: Iterable[Tree]) -> Iterator[Node | Static]:
    """The lists, dicts and objects that these trees are, or may be; those that stay whole, too."""
    for tree in trees:
        if isinstance(tree, Chosen):
            yield from _held(tree.items)
        elif isinstance(tree, Static):
            if not isinstance(tree.obj, CONSTANTS):
                yield tree
        elif isinstance(tree, Node) and (tree.kind in _KNOWN_APART or tree.instance or is_of_dict(tree.kind)):
            yield tree


class Joined:
    """What one join made of which objects: an object that is met twice is one afterwards, too."""

    def __init__(self, trace: tracing.Trace) -> None:
        self.trace = trace
        self._made: dict[tuple[Any, ...], Any] = {}
        self.merged = False  # whether several objects that a tree may be are made one
        self._of: dict[int, list[Any]] = {}  # what an object has become, in each of its places
        self._arrays: dict[Any, Any] = {}

    def one(self, trees: list[Tree | None], made: Any) -> Any:
        """`made` of these trees, or what was made of the same objects before."""
        objects = [tree.obj for tree in trees if isinstance(tree, Node)]
        if is_value(made) and objects:
            if all(obj is objects[0] for obj in objects) and same_items(items_of(made), items_of(objects[0])):
                return objects[0]
            self.trace.doubts.remade[made] = True
        if isinstance(made, UNCHANGING) or not objects:
            return made
        key = tuple(map(id, objects))
        if key not in self._made:
            self._made[key] = made
            self._note(objects, made)
        return self._made[key]

    def merged_one(self, trees: list[Tree | None], chosen: list[Tree | None], made: Any) -> Any:
        """`made` of several objects, `chosen` of these trees; or what was made of those chosen alike before."""
        objects = [one.obj for one in [*trees, *chosen] if isinstance(one, Node)]
        if isinstance(made, UNCHANGING) or not objects:
            return self.one(trees, made)
        told = {id(one.obj) for tree in trees for one in alternatives_of(tree) if isinstance(one, Node)}
        key = ("merged", *map(_way, trees), *map(id, objects))
        if told.issuperset(map(id, objects)):
            if key in self._made:
                return self._made[key]
            self._made[key] = made
        self._note(objects, made)
        return made

    def forgotten(self, trees: Iterable[Tree | None], made: Any) -> None:
        """`made` is one of these, and nothing tells which: that it is none of their other places is in doubt."""
        for tree in trees:
            if tree is not None:
                self.note(tree, made)

    def next_place(self) -> None:
        """Another variable: an array is one with others of the same variable only."""
        self._arrays.clear()

    @contextlib.contextmanager
    def alternative(self, merged: bool) -> Iterator[None]:
        """While one of several alternatives is made: what another one has is not there when this one is taken."""
        outer = self._arrays, self.merged
        self._arrays, self.merged = {}, self.merged or merged
        try:
            yield
        finally:
            self._arrays, self.merged = outer

    def array(self, spec: Spec, leaves: list[Any]) -> Any:
        """The array that all of `leaves` are, also after the join; or what was made of the same ones before."""
        if not leaves:
            return None
        first, storage = leaves[0], leaves[0].storage
        if all(x is first for x in leaves) and self.trace.in_scope(storage.born) and not storage.joined:
            if self.trace.in_scope(first.born) or not any(step.operands for step in first.steps):
                return first
        made = self._arrays.get((spec, *map(id, leaves)))
        return None if made is None else made[0]

    def note_array(self, spec: Spec, leaves: list[Any], made: Any) -> Any:
        """`made`, which these have become."""
        if leaves:
            self._arrays[(spec, *map(id, leaves))] = (made, leaves)
        return made

    def note(self, tree: Tree, made: Any) -> None:
        """Objects in `tree` that are met under several names may be one in `made`."""
        if is_plain(tree):
            return
        for node, container, _ in _containers(tree, made):
            self._note([node.obj], container)

    def _note(self, objects: list[Any], made: Any) -> None:
        for obj in objects:
            places = self._of.setdefault(id(obj), [])
            if places and places[0] is not made:
                self.trace.doubts.add(made, Doubt(places[0], None, True))
            if not any(place is made for place in places):
                places.append(made)

    def settle(self, trees: Iterable[Tree | None]) -> None:
        """What was one of several objects before is one of what they have become; so are items of lists in columns."""
        met, settled = set[tuple[int, ...]](), set[tuple[int, int]]()  # one object may stand in many places
        for node in _nodes(trees):
            one = (id(node.obj), *map(id, node.may_be))
            if one in met:
                continue
            met.add(one)
            held = node.obj in self.trace.doubts.held
            others = [other for earlier in node.may_be for other in self._of.get(id(earlier), ())]
            for made in self._of.get(id(node.obj), ()):
                for other in [HELD, *others] if held else others:
                    pair = (id(made), id(other))
                    if other is not made and made is not node.obj and pair not in settled:
                        settled.add(pair)
                        self.trace.doubts.add(made, Doubt(other, None, True))


def _way(tree: Tree | None) -> Any:
    """Of which objects a tree is one, and what says which."""
    if isinstance(tree, Chosen):
        return (tree.index.obj if isinstance(tree.index, Static) else id(tree.index.value), *map(_way, tree.items))
    return id(tree.obj) if isinstance(tree, (Node, Static)) else None


def _nodes(trees: Iterable[Tree | None]) -> Iterator[Node]:
    """The lists, dicts and objects in trees."""
    for tree in trees:
        if is_plain(tree):
            continue
        if isinstance(tree, Node) and tree.kind not in UNCHANGING and not issubclass(tree.kind, StandIn):
            yield tree
        if isinstance(tree, (Node, Chosen)):
            yield from _nodes(tree.items)


def _containers(tree: Tree | None, made: Any) -> Iterator[tuple[Node, Any, bool]]:
    """Pairs of what was taken apart and what was made of it; with alternatives, it may be that or another one."""
    return _Pairs().of(tree, made, True)


class _Pairs:
    """What has been looked at: alternatives that hold alternatives lead to the same objects in ever more ways."""

    def __init__(self) -> None:
        self._met: set[tuple[int, int, bool]] = set()
        self._fits: dict[tuple[int, int], bool] = {}
        self._alive: list[Any] = []  # what was made to look into others: two of them at one address would be one

    def _parts(self, holder: Any, instance: bool) -> list[Any] | None:
        parts = _parts(holder, instance)
        self._alive.append(parts)
        return parts

    def of(self, tree: Tree | None, made: Any, sure: bool) -> Iterator[tuple[Node, Any, bool]]:
        pair = (id(tree), id(made), sure)
        if pair in self._met:
            return
        if isinstance(made, Choice):
            self._met.add(pair)
            whole = [item.obj for item in tree.items if isinstance(item, Static)] if isinstance(tree, Chosen) else []
            others = [one for one in made.alternatives if not any(one is obj for obj in whole)]
            fitting = [one for one in others if tree is None or self._may_be_in(tree, one)]
            for alternative in fitting or others:
                yield from self.of(tree, alternative, False)
        elif isinstance(tree, Chosen):
            self._met.add(pair)
            for item in tree.items:
                yield from self.of(item, made, False)
        elif isinstance(tree, Node) and tree.kind is type(made) and tree.obj is not made:
            self._met.add(pair)
            parts = self._parts(made, tree.instance) or []
            if not isinstance(made, UNCHANGING):
                yield tree, made, sure
            if len(parts) == len(tree.items):
                for item, part in zip(tree.items, parts, strict=True):
                    yield from self.of(item, part, sure)

    def _may_be_in(self, tree: Tree, made: Any) -> bool:
        """Whether what a tree was taken from can have become `made`, by the forms of both."""
        if isinstance(tree, Leaf):
            return has_spec(made) and tree.value.spec.is_like(made.spec)
        pair = (id(tree), id(made))
        found = self._fits.get(pair)
        if found is None:
            found = self._fits[pair] = self._has_form(tree, made)
        return found

    def _has_form(self, tree: Tree, made: Any) -> bool:
        if isinstance(tree, Chosen):
            return any(self._may_be_in(item, made) for item in tree.items)
        if isinstance(made, Choice):
            return any(self._may_be_in(tree, one) for one in made.alternatives)
        if isinstance(tree, Node):
            if tree.kind is type(made) and isinstance(stale_or_marker(made), Rows):
                return True  # whatever it held, and however much of it
            parts = self._parts(made, tree.instance) if tree.kind is type(made) else None
            fits = parts is not None and len(parts) == len(tree.items)
            return tree.obj is made or (fits and all(map(self._may_be_in, tree.items, parts or ())))
        return True


def _parts(holder: Any, instance: bool) -> list[Any] | None:
    """What a list, a dict, a tuple or an object holds."""
    held: Any = attributes_of(holder) if instance else held_by(holder) if type(holder) in FUNCTIONS else holder
    if isinstance(held, set):
        return list(parts_of(held).values()) if is_hashed(held) else None
    if isinstance(held, dict):
        return list(held.values())
    if type(held) is deque:
        return [Items(held)]
    return list(held) if isinstance(held, (list, tuple)) else None
