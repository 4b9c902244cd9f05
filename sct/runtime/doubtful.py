"""Finding the lists, dicts and objects of a join that may be one with another."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from sct.ir.types import Spec
from sct.runtime import trace as tracing
from sct.runtime.choice import Choice
from sct.runtime.doubts import Doubt
from sct.runtime.instances import attributes_of
from sct.runtime.text_pieces import FormattedText
from sct.runtime.trees import Chosen, Node, Tree

__all__ = ["Joined", "doubt"]


def doubt(trace: tracing.Trace, tree: Tree | None, made: Any, test: Any = None, holds: bool = True) -> None:
    """Note which containers in `made` may be those that `tree` was taken from."""
    for node, container in _containers(tree, made):
        if node.outer:
            trace.doubts.add(container, Doubt(node.obj, test, holds))
        for earlier in node.may_be:
            trace.doubts.add(container, Doubt(earlier, None, True))


class Joined:
    """What one join made of which objects: an object that is met twice is one afterwards, too."""

    def __init__(self, trace: tracing.Trace) -> None:
        self.trace = trace
        self._made: dict[tuple[int, ...], Any] = {}
        self._of: dict[int, Any] = {}
        self._arrays: dict[Any, Any] = {}

    def one(self, trees: list[Tree | None], made: Any) -> Any:
        """`made` of these trees, or what was made of the same objects before."""
        objects = [tree.obj for tree in trees if isinstance(tree, Node)]
        if isinstance(made, (tuple, FormattedText)) or not objects:
            return made
        key = tuple(map(id, objects))
        if key not in self._made:
            self._made[key] = made
            self._note(objects, made)
        return self._made[key]

    def next_place(self) -> None:
        """Another variable: an array is one with others of the same variable only."""
        self._arrays.clear()

    @contextlib.contextmanager
    def alternative(self) -> Iterator[None]:
        """While one of several alternatives is made: what another one has is not there when this one is taken."""
        outer, self._arrays = self._arrays, {}
        try:
            yield
        finally:
            self._arrays = outer

    def array(self, spec: Spec, leaves: list[Any]) -> Any:
        """The array that all of `leaves` are, also after the join; or what was made of the same ones before."""
        if not leaves:
            return None
        first, storage = leaves[0], leaves[0].storage
        if all(x is first for x in leaves) and self.trace.in_scope(storage.born) and not storage.joined:
            if not any(step.operands for step in first.steps):
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
        for node, container in _containers(tree, made):
            self._note([node.obj], container)

    def _note(self, objects: list[Any], made: Any) -> None:
        for obj in objects:
            other = self._of.setdefault(id(obj), made)
            if other is not made:
                self.trace.doubts.add(made, Doubt(other, None, True))


def _containers(tree: Tree | None, made: Any) -> Iterator[tuple[Node, Any]]:
    """Pairs of what was taken apart and what was made of it."""
    if isinstance(made, Choice):
        for alternative in made.alternatives:
            yield from _containers(tree, alternative)
    elif isinstance(tree, Chosen):
        for item in tree.items:
            yield from _containers(item, made)
    elif isinstance(tree, Node) and tree.kind is type(made) and tree.obj is not made:
        holder: Any = attributes_of(made) if tree.instance else made
        parts = holder.values() if isinstance(holder, dict) else holder if isinstance(holder, (list, tuple)) else ()
        if not isinstance(made, (tuple, FormattedText)):
            yield tree, made
        if len(parts) == len(tree.items):
            for item, part in zip(tree.items, parts, strict=True):
                yield from _containers(item, part)
