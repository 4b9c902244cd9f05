"""Items of lists: where they are, and what was read of them or put in their place."""

from __future__ import annotations

from typing import Any

from sct.runtime.joins.memory import Reachable
from sct.runtime.state.cells import IdentityMap

__all__ = ["ItemLayouts", "ItemsMet"]


class ItemLayouts:
    """What is known of all arrays in the lists of run-time length of a trace.

    Attributes
    ----------
    known : bool
        Whether all are in C order, so far.
    asked : bool
        Whether something goes by that.
    inputs : frozenset of int
        The inputs on whose layouts it depends.
    """

    def __init__(self) -> None:
        self.known = True
        self.asked = False
        self.inputs: frozenset[int] = frozenset()


class ItemsMet:
    """What a trace knows of the items of its lists.

    Attributes
    ----------
    coming : list
        Known lists that are indexed at run time: their items go into rows before the next loop.
    writing : tuple
        Items that are being changed.
    placed : IdentityMap
        The memory of an array -> the item of a list that it was put into, and where there.
    read : Reachable
        Arrays that were read from lists of run-time length.
    picked : IdentityMap
        The memory of an array that was chosen -> its list, the index, and what was in it.
    lost : bool
        Whether a list of known length did not keep its items one by one.
    told : bool
        Whether a list has one of several contents, of which the items are known.
    buffers : bool
        Whether the function makes a `bytearray`; `own_buffers`: whether what it makes is a list of the program's.
    layouts : ItemLayouts
        What is known of the memory of arrays in lists of run-time length.
    """

    def __init__(self) -> None:
        self.coming: list[list[Any]] = []
        self.writing: tuple[Any, ...] = ()
        self.placed = IdentityMap()
        self.read = Reachable()
        self.picked = IdentityMap()
        self.lost = False
        self.told = False
        self.buffers = False
        self.own_buffers = False
        self.layouts = ItemLayouts()
