"""`enumerate`, `zip` and `reversed` over what is found by index: iterators whose position the program may know."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.errors import StaticValueError
from sct.runtime.current import is_variable
from sct.runtime.iteration.iterables import Anew, Rollable
from sct.runtime.state.cells import Cell
from sct.runtime.trace import Trace

__all__ = ["Steps"]


class _Walked:
    """The position of what may have been left anywhere."""

    def __repr__(self) -> str:
        return "<somewhere>"


_WALKED = _Walked()
_KINDS: dict[str, type] = {
    "enumerate": enumerate, "zip": zip, "reversed": reversed, "range": range, "list iterator": type(iter([])),
    "dict iterator": type(iter({})), "set iterator": type(iter(set())), "group": itertools._grouper,  # type: ignore[attr-defined]
    "combinations": itertools.combinations, "combinations_with_replacement": itertools.combinations_with_replacement,
    "permutations": itertools.permutations, "product": itertools.product,
    "np.ndenumerate": np.ndenumerate, "np.flatiter": np.flatiter, "np.broadcast": np.broadcast,
}  # fmt: skip


class Steps:
    """An iterator of `total` items, each found by its index: `enumerate`, `zip` or `reversed` of such.

    A `for` rolls it; Python steps it item by item where it is known how many are left. How many have been taken is
    state of the program, which branches and loops carry.
    """

    __sct_steps__ = True
    sct_stepped = True  # its position is an attribute that the program knows
    sct_entered: tuple[Any, ...] = ()  # what it goes through that notices changes, as that was

    def __init__(self, trace: Trace, name: str, total: Any, at: Callable[[Any], Any]) -> None:
        self.trace = trace
        self.name = name
        self.total = total
        self.at = at
        self.any_at: Callable[[Any], Any] = at  # the same, also where an item of a list must be chosen at run time
        self.position: Any = 0
        self.kind: type | None = None  # what plain Python has here, where the name does not say
        self.finish: Callable[[], None] | None = None
        self.as_it_was: Callable[[], bool] = lambda: True  # whether the body of a loop has changed nothing of it
        self.anew: Anew | None = None
        self.origin: tuple[Any, ...] | None = None  # what `in_steps` makes the same of
        trace.made[self] = trace.builder

    @property
    def python_type(self) -> type:
        """What plain Python has here."""
        return self.kind or _KINDS[self.name]

    @property
    def length(self) -> Any:
        """How many items are left."""
        self._check()
        if self.is_fresh:
            return self.total
        left = self.total - self.position
        return left * (left > 0) if is_variable(left) else left

    @property
    def is_fresh(self) -> bool:
        """Whether nothing has been taken, as far as is known here."""
        return _is_start(self.position)

    # -- all that are left -----------------------------------------------------------------------

    def sct_rollable(self) -> Rollable:
        """For `for` loops: the items that are left, which are taken by that.

        How many the loop takes is known only if it says that it has ended.
        """
        start, left = self.position, self.length
        self._move(_WALKED)
        if _is_start(start):
            return Rollable(left, self.at, self.anew, self.as_it_was, self.finish, None, self._end, self.any_at)
        at = self.any_at if is_variable(start) else self.at
        shifted, any_shifted = lambda i: at(i + start), lambda i: self.any_at(i + start)
        return Rollable(left, shifted, None, self.as_it_was, self.finish, None, self._end, any_shifted)

    def _end(self) -> None:
        self._move(self.total)

    def expire(self) -> None:
        """From here on plain Python has no items here any more."""
        self._move(_WALKED)

    def rewind(self) -> None:
        """From here on it begins anew, as a flatiter does that is indexed."""
        if not self.is_fresh:
            self._check()
            self._move(0)

    def take_all(self, ends: bool) -> bool:
        """Whether none has been taken; if so, all are from here on, or, if that never `ends`, as many as may be."""
        if not self.is_fresh:
            return False
        self._move(self.total if ends else _WALKED)
        return True

    # -- one by one ------------------------------------------------------------------------------

    def more(self) -> Any:
        """Whether there is another item."""
        self._check()
        if not self.as_it_was():
            self._refuse(f"stepping {self._text()} over a list that has changed its length")
        return self.total > self.position

    def take(self) -> Any:
        """That item."""
        position = self.position
        self._move(position + 1)
        return self.any_at(position) if is_variable(position) else self.at(position)

    def sct_step(self) -> Any:
        """The next item in a tuple, or None."""
        return self._next_or(lambda: (self.take(),), lambda: None)

    def sct_next(self, *default: Any) -> Any:
        """`next(steps)`, which may find that there is no item as only the running program knows."""
        from sct.runtime.calls.raising import raise_later

        there = self.more()
        if not is_variable(there):
            return next(self, *default)
        if default:
            return self._next_or(self.take, lambda: default[0])
        return self._next_or(self.take, lambda: raise_later(self.trace, StopIteration()))

    def _next_or(self, taken: Callable[[], Any], otherwise: Callable[[], Any]) -> Any:
        from sct.runtime.control_flow import select

        there = self.more()
        if not is_variable(there):
            return taken() if there else otherwise()
        return select(there, taken, otherwise)

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        there = self.more()
        if is_variable(there):
            self._refuse(f"stepping {self._text()} item by item")
        if not there:
            raise StopIteration
        return self.take()

    # -- where it is -----------------------------------------------------------------------------

    def _check(self) -> None:
        if self.sct_entered:
            from sct.runtime.iteration.under_way import check_entered

            check_entered(self.trace, self)
        known = type(self.position) is int or hasattr(type(self.position), "spec")
        if not known:
            self._refuse(f"using {self._text()} again that a loop has walked through, or is walking through,")

    def _move(self, position: Any) -> None:
        self.trace.touch(_PositionCell(self))
        self.position = position

    def _text(self) -> str:
        return f"{'an' if self.name[0] in 'aeio' else 'a'} {self.name}"

    def _refuse(self, what: str) -> Any:
        self.trace.iterators.sequences = True
        refusal = StaticValueError(
            f"{what} while the graph is built",
            where=self.trace.location(),
            why="how many items there are is known only when the program runs",
            fix="use a `for` statement, which becomes a loop of the program",
        )
        refusal.by_position = True  # type: ignore[attr-defined]
        raise refusal

    def __repr__(self) -> str:
        return f"<symbolic {self.name}>"


def _is_start(position: Any) -> bool:
    return type(position) is int and position == 0


class _PositionCell(Cell):
    """How far a Steps has got."""

    __slots__ = ()

    def get(self) -> Any:
        return self.owner.position

    def set(self, content: Any) -> None:
        self.owner.position = content

    def describe(self) -> str:
        return f"the position of {self.owner._text()}"
