"""Programs that run in vain: where plain Python has to answer each time, it is asked at once for a while.

What a handler of the function may catch, and recursion that goes on too long, end a program, and plain Python does
the call. Where that is so many times in a row, the program rests: its guards are checked, nothing else. After some
calls it is tried again, and each time that comes to nothing it rests twice as long.
"""

from __future__ import annotations

import weakref
from typing import Any

from sct.runtime.layers.layer import Layer

__all__ = ["Doubling", "InVain", "Rests"]

_PATIENCE = 16  # calls in a row that plain Python has answered,
_DEEPER = 2  # or that went deeper than the program, which then has done most of it in vain
_FIRST, _LONGEST = 64, 1 << 16  # calls


class Doubling:
    """How many calls a rest takes: twice as many each time."""

    def __init__(self) -> None:
        self._next = _FIRST

    def calls(self) -> int:
        """Those of the rest that begins now."""
        found, self._next = self._next, min(2 * self._next, _LONGEST)
        return found


class Rests:
    """For how many more calls a program rests."""

    def __init__(self, left: int) -> None:
        self.left = left

    def applies(self, layer: Layer, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        """Whether the guards of `layer` hold; what does not fit the signature is refused elsewhere."""
        try:
            return layer.applies(*args, **kwargs)
        except Exception:
            return False


class _Streak:
    def __init__(self) -> None:
        self.calls = 0
        self.answered = -1  # calls that programs of the function had answered by then
        self.rest = Doubling()


class InVain:
    """Counts, for the layers of one function, the calls in a row that plain Python has answered."""

    def __init__(self) -> None:
        self._streaks: weakref.WeakKeyDictionary[Layer, _Streak] = weakref.WeakKeyDictionary()

    def note(self, layer: Layer, answered: int, deeper: bool = False) -> Rests | None:
        """One more of them, after so many calls that programs have answered; a rest, if that is enough.

        `deeper`: the calls of the function inside of one another were more than the program has.
        """
        patience = _DEEPER if deeper else _PATIENCE
        streak = self._streaks.setdefault(layer, _Streak())
        if streak.answered != answered:
            streak.calls, streak.answered, streak.rest = 0, answered, Doubling()
        streak.calls += 1
        if streak.calls < patience:
            return None
        streak.calls = patience - 1  # once more in vain, and it rests again
        return Rests(streak.rest.calls())
