"""Where in the tree of loops something is written."""

from __future__ import annotations

from sct.loops.nests.group import Item
from sct.loops.values import Nest

__all__ = ["chain", "common", "place"]


def place(items: list[Item], places: dict[Nest, Item | None]) -> None:
    """Note for each nest the item that writes its elements."""
    for item in items:
        if item.extent is None:
            places[item.nests[0]] = item
        else:
            place(item.children, places)


def chain(item: Item | None) -> list[Item]:
    """The loops around, outermost first, the item itself included if it is one."""
    found: list[Item] = []
    while item is not None:
        if item.extent is not None:
            found.append(item)
        item = item.parent
    return found[::-1]


def common(a: Item | None, b: Item | None) -> int:
    """How many loops two places share."""
    shared = 0
    for x, y in zip(chain(a), chain(b), strict=False):
        if x is not y:
            break
        shared += 1
    return shared
