"""Which alternative of a choice a tree is."""

from __future__ import annotations

from collections.abc import Iterator

from sct.errors import JoinError
from sct.runtime.joins.fitting import fits
from sct.runtime.joins.templates import TChoice, TStatic, template_of
from sct.runtime.joins.trees import Chosen, Node, Tree
from sct.runtime.trace import Trace

__all__ = ["alternative", "alternatives_of", "standing_at", "ways_of"]


def alternative(trace: Trace, tree: Tree, template: TChoice) -> int:
    """Which alternative of a template a tree is."""
    place = _place(tree, template)
    if place is None:
        raise JoinError(
            "a container that two paths or iterations leave has forms that cannot be joined",
            where=trace.location(),
            why="it is one of several, and holds itself, or what may be it",
            fix="make the container anew on each path, in one form",
        )
    return place


_TAKEN = ((False, True), (False, False), (True, True))  # in which ways a form is looked at: apart, whole


def _place(tree: Tree, template: TChoice) -> int | None:
    """Where in a template a tree stands, if it stands there at all: what it is one of may have several."""
    if isinstance(tree, Node):  # which may have stood here as it is before it came apart
        for i, item in enumerate(template.items):
            if isinstance(item, TStatic) and item.obj is tree.obj:
                return i
    for apart, whole in _TAKEN if isinstance(tree, (Node, Chosen)) else _TAKEN[:1]:
        form = template_of(tree, apart)
        for i, item in enumerate(template.items):
            if fits(form, item, whole):
                return i
    return None


def ways_of(trace: Trace, template: TChoice, trees: list[Tree | None]) -> list[tuple[list[Tree | None], bool]]:
    """For each alternative, what it may come from where a tree is one of several; whether it is several of one tree."""
    found: list[tuple[list[Tree | None], bool]] = [([], False) for _ in template.items]
    for tree in trees:
        if not isinstance(tree, Chosen):
            continue
        places = [(_place(one, template), one) for one in alternatives_of(tree)]
        for k, (way, merged) in enumerate(found):
            mine = [one for at, one in places if at == k]
            told_apart = isinstance(template.items[k], TChoice)  # by an index of its own
            found[k] = [*way, *mine], merged or (len(mine) > 1 and not told_apart)
    return found


def standing_at(template: TChoice, trees: list[Tree | None]) -> list[list[Tree | None]]:
    """For each alternative, the trees, without those that stand at another one: what has been here is not theirs."""
    places = [{_place(one, template) for one in alternatives_of(tree)} for tree in trees]
    return [
        [tree if at & {None, k} else None for tree, at in zip(trees, places, strict=True)]
        for k in range(len(template.items))
    ]


def alternatives_of(tree: Tree | None) -> Iterator[Tree]:
    """What a tree may be, however the choices are nested."""
    if isinstance(tree, Chosen):
        for item in tree.items:
            yield from alternatives_of(item)
    elif tree is not None:
        yield tree
