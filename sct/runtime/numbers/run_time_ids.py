"""`id(x)` of what is known only when the program runs: it has none yet, but two can be compared, as `is` does it."""

from __future__ import annotations

import weakref
from typing import Any, NoReturn

from sct.errors import StaticValueError
from sct.runtime.current import has_spec, here
from sct.runtime.logical import is_, not_

__all__ = ["RunTimeId"]


class RunTimeId:
    """The id of an array: of one that lives as long as the other, since later ones may get the id of what is gone."""

    __slots__ = ("_of",)

    def __init__(self, of: Any) -> None:
        self._of = weakref.ref(of) if has_spec(of) else lambda: None

    def __eq__(self, other: object) -> Any:
        mine = self._of()
        theirs = other._of() if isinstance(other, RunTimeId) else None
        if mine is None or theirs is None:
            self._refuse()
        return is_(mine, theirs)

    def __ne__(self, other: object) -> Any:
        return not_(self == other)

    def __hash__(self) -> int:
        self._refuse()

    def __getattr__(self, name: str) -> NoReturn:
        self._refuse()

    def _refuse(self, *others: Any) -> NoReturn:
        raise StaticValueError(
            "id() of a run-time value was asked for while the graph is built",
            where=here(),
            why="it has none before the program runs; while both objects live, two ids can be compared with ==",
            fix="use `is`, or the object as a key of a dict or an element of a set, which the program can find",
        )


_NUMERIC = "add sub mul truediv floordiv mod divmod pow lshift rshift and or xor"
_OTHERS = "lt le gt ge neg pos abs invert int float complex index bool repr str format"
for _name in (*_NUMERIC.split(), *(f"r{name}" for name in _NUMERIC.split()), *_OTHERS.split()):
    setattr(RunTimeId, f"__{_name}__", RunTimeId._refuse)
