"""The iterators and generators that a trace has met, and who asks them for items."""

from __future__ import annotations

from typing import Any

from sct.runtime.state.cells import IdentityMap

__all__ = ["IteratorsMet"]


class IteratorsMet:
    """What goes on between iterators, what they go through, and the loops that take from them.

    Attributes
    ----------
    indexed : IdentityMap
        A list -> the iterators that go through it by index.
    stepped_through : list
        Python's own iterators that go through lists and deques.
    entered_dicts : IdentityMap
        A dict -> what generators go through of it.
    sequences : bool
        Whether `iter` was asked for an iterator of a sequence; `by_position`: whether those are objects with a
        position, and generators machines.
    consumers : tuple
        The loops whose bodies the generator that runs calls.
    stepping : bool or str
        Whether an iterator of the user's is asked for its next item.
    stepped : list
        Generators that stand somewhere in their code.
    guarded : list
        Those that do something where they are closed, made for steps of the program; `leaving`: whether they are closed
        at the end.
    """

    def __init__(self) -> None:
        self.indexed = IdentityMap()
        self.stepped_through: list[Any] = []
        self.entered_dicts = IdentityMap()
        self.sequences = False
        self.by_position = False
        self.consumers: tuple[Any, ...] = ()
        self.stepping: bool | str = False
        self.stepped: list[Any] = []
        self.guarded: list[Any] = []
        self.leaving = False
