"""The `try` statements that are under way in a trace, and how what is raised gets to their handlers."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from types import CodeType
from typing import TYPE_CHECKING, Any

from sct.runtime.handling.words import has_pythons_words

if TYPE_CHECKING:
    from sct.runtime.handling.attempt import Attempt
    from sct.runtime.handling.going_on import GoingOn

__all__ = ["Asked", "Barrier", "Handling"]


class Barrier:
    """What is raised behind this is seen by someone before it gets to a handler further out.

    That may be a `finally` clause, a `with`, a generator that is run through, or a handler of Python's own.
    """

    is_clause = True


class Asked:
    """Code inside of this was asked for an item: exceptions of these classes say there that there is none."""

    is_clause = False

    def __init__(self, kinds: tuple[type[Exception], ...]) -> None:
        self.kinds = kinds


class Handling:
    """What a trace knows of the handlers around.

    Attributes
    ----------
    around : list
        The `try` statements under way, inner ones last, and what parts them.
    levels : list
        For each branch or `try` that is under way: what of it is gone through on the condition that nothing was raised.
    arms : int
        How many of the branches that are being recorded are arms of an `if`, or such conditional rests.
    loops : frozenset
        Bodies of loops from which handlers around them are jumped to; `under_way`: of those that are being traced;
        `whiles`: of `while` loops.
    jumps, jumped : bool
        Whether handlers may be jumped to, and whether one was.
    """

    def __init__(self) -> None:
        self.around: list[Attempt | Barrier | Asked] = []
        self.levels: list[list[GoingOn]] = []
        self.arms = 0
        self.loops: frozenset[CodeType] = frozenset()
        self.under_way: list[CodeType] = []
        self.whiles: set[CodeType] = set()
        self.jumps = True
        self.jumped = False
        self._passed: list[BaseException] = []
        self._standing_in: list[BaseException] = []
        self._stand_ins = 0

    @contextlib.contextmanager
    def standing_in(self) -> Iterator[None]:
        """While a number stands for those that the run may have: what is raised says that one."""
        self._stand_ins += 1
        try:
            yield
        except Exception as error:
            self._standing_in.append(error)
            raise
        finally:
            self._stand_ins -= 1

    def note_while(self, body: Any) -> None:
        """Note the body of a `while` loop."""
        self.whiles.add(body.__code__)

    def note_passed(self, error: BaseException) -> None:
        """Note an exception of which it was found out before that it says what Python's own would say."""
        self._passed.append(error)

    def says_pythons_words(self, error: BaseException) -> bool:
        """Whether the arguments of an exception are Python's."""
        if self._stand_ins or any(error is one for one in self._standing_in):
            return False
        return any(error is one for one in self._passed) or has_pythons_words(error)

    def part(self) -> Barrier:
        """From here on nothing is raised past this in a jump."""
        barrier = Barrier()
        self.around.append(barrier)
        return barrier

    def leave(self, one: Attempt | Barrier | Asked) -> None:
        """It is over, with all that was inside of it; a generator may be left when its surroundings are long gone."""
        for k, other in enumerate(self.around):
            if other is one:
                del self.around[k:]
                return

    @contextlib.contextmanager
    def apart(self) -> Iterator[None]:
        """While this lasts, nothing is raised past it in a jump."""
        barrier = self.part()
        try:
            yield
        finally:
            self.leave(barrier)

    @contextlib.contextmanager
    def asked(self, *kinds: type[Exception]) -> Iterator[None]:
        """While code is asked for an item, which says by a StopIteration, or one of these, that there is none."""
        asked = Asked((StopIteration, *kinds))
        self.around.append(asked)
        try:
            yield
        finally:
            self.leave(asked)
