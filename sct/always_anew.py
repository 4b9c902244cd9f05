"""Functions that need another program at each call, as a text or a set of keys is always another one.

A program takes a thousand times as long to make as such calls take in plain Python. After many of them, plain Python
answers for a while where there is no program yet; then one is made again, and each time the while is twice as long,
until many calls have found a program. A program for which thousands of functions were called, or ops recorded, counts
for many: it took longer to make than all the others.
"""

from __future__ import annotations

from sct.cache_info import MAX_ENTRIES
from sct.logs import report
from sct.runtime.layers.in_vain import Doubling

__all__ = ["AlwaysAnew"]

_PATIENCE = 2 * MAX_ENTRIES  # programs, of which the first ones have been let go of
_EFFORT = 500  # what counts as one more program
_FEW = 3  # programs, of which the last one may be that of numbers and extents that change
_ENOUGH = 64  # calls that have found a program since the last one was made


class AlwaysAnew:
    """Counts the programs that one function has needed, and few calls have found."""

    def __init__(self) -> None:
        self._row = 0
        self._programs = 0
        self._hits = 0
        self._left = 0
        self._rest = Doubling()
        self._told = False

    def rests(self, hits: int) -> bool:
        """Whether plain Python is to answer a call that no program fits, after so many that have found one."""
        if hits - self._hits >= _ENOUGH:
            self._row, self._programs, self._left, self._rest, self._hits = 0, 0, 0, Doubling(), hits
        self._left -= self._left > 0
        return self._left > 0

    def note(self, name: str, hits: int, effort: int, reason: str = "the first one") -> None:
        """One more program is made, for this reason, which took so much effort."""
        self._row, self._programs, self._hits = self._row + 1 + effort // _EFFORT, self._programs + 1, hits
        if self._row < _PATIENCE or self._programs < _FEW:
            return
        told = "%s has needed %d programs for few more calls (%s); plain Python answers for a while where none fits"
        self._begin(told, name, self._programs, reason)

    def give_up(self, name: str, reason: str) -> None:
        """There is nothing in the function for a program to do: plain Python does the call."""
        self._begin("%s is left to plain Python for a while: %s", name, reason)

    def _begin(self, told: str, *words: object) -> None:
        self._left = self._rest.calls() + 1  # the next call takes one off
        if not self._told:
            self._told = True
            report(told, *words, unexpected=True)
