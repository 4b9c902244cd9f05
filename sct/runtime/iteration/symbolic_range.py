"""A `range` with a bound that is known when the program runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from sct import ops
from sct.errors import StaticValueError
from sct.ir.types import PYTHON
from sct.runtime.current import has_spec, is_variable
from sct.runtime.trace import Trace

if TYPE_CHECKING:
    from sct.runtime.iteration.iterables import Rollable

__all__ = ["SymbolicRange", "may_be_one_range"]


def int_of(x: Any) -> Any:
    """A Python int."""
    return ops.get("py_int")(x) if is_variable(x) else int(x)


def _is_whole(x: Any) -> bool:
    """Whether it is an int or bool of Python's, which a range computes with."""
    return _is_python_number(x) and x.spec.dtype.kind in "bi"


#: What equals no number.
_OTHERS = (str, bytes, tuple, list, dict, set, frozenset, type(None))


class SymbolicRange:
    """A `range` with a bound that is known when the program runs; `one_of`: it may be one that is elsewhere, too."""

    python_type = range
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, trace: Trace, start: Any, stop: Any, step: Any, one_of: bool = False) -> None:
        self.trace, self.one_of = trace, one_of
        self.start, self.stop, self.step = start, stop, step

    @property
    def length(self) -> Any:
        """How many items there are, as a Python int."""
        return self._signed(self._length)

    def _signed(self, of_sign: Any) -> Any:
        if is_variable(self.step):
            return _select(self.step > 0, lambda: of_sign(1), lambda: of_sign(-1))
        return of_sign(1 if self.step > 0 else -1)

    def _length(self, sign: int) -> Any:
        span, step = (self.stop - self.start, self.step) if sign > 0 else (self.start - self.stop, -self.step)
        count = span if not is_variable(step) and step == 1 else (span + (step - 1)) // step
        return count * (count > 0)

    def at(self, index: Any) -> Any:
        """The item of a non-negative index."""
        item = index if not is_variable(self.step) and self.step == 1 else index * self.step
        return item if not is_variable(self.start) and self.start == 0 else self.start + item

    def sct_rollable(self) -> Rollable:
        """For `for` loops."""
        from sct.runtime.iteration.iterables import Rollable

        return Rollable(self.length, self.at)

    def sct_contains(self, item: Any) -> Any:
        """`item in range(…)`."""
        if isinstance(item, _OTHERS):
            return False
        if isinstance(item, np.generic) or _is_numpys_number(item):
            item = item.item()
        elif not isinstance(item, (int, float)) and not _is_python_number(item):
            return self._refuse("looking for what is no number in a symbolic range")

        def inside(sign: int) -> Any:
            from_start = item - self.start if sign > 0 else self.start - item
            to_stop = self.stop - item if sign > 0 else item - self.stop
            return (from_start >= 0) & (to_stop > 0) & (from_start % (self.step * sign) == 0)

        return self._signed(inside)

    def index(self, item: Any) -> Any:
        """`range(…).index(item)`."""
        from sct.runtime.lists.list_comparing import in_list_library

        inside, whole = self.sct_contains(item), type(item) in (int, bool) or _is_whole(item)
        at = 0 if isinstance(item, _OTHERS) else (item - self.start) // self.step
        return in_list_library(self.trace, "place_in_range", inside, int_of(at), item, whole)

    def count(self, item: Any) -> Any:
        """`range(…).count(item)`."""
        return int_of(self.sct_contains(item))

    def sct_truth(self) -> Any:
        """Whether there is an item."""
        return self.length > 0

    def _refuse(self, what: str) -> Any:
        raise StaticValueError(
            f"{what} while the graph is built",
            where=self.trace.location(),
            why="a bound of the range is known only when the program runs",
            fix="use a `for` statement, or np.arange",
        )

    def __iter__(self) -> Any:
        return self._refuse("stepping a symbolic range item by item")

    def __len__(self) -> int:
        self._refuse("the length of a symbolic range in code that sct does not convert")
        return 0

    def __bool__(self) -> bool:
        self._refuse("the truth of a symbolic range")
        return False

    def __eq__(self, other: object) -> Any:
        if isinstance(other, range):
            other = SymbolicRange(self.trace, other.start, other.stop, other.step)
        if not isinstance(other, SymbolicRange):
            return False
        n = self.length
        same_step = (n == 1) | (self.step == other.step)
        return (n == other.length) & ((n == 0) | ((self.start == other.start) & same_step))

    def __ne__(self, other: object) -> Any:
        from sct.runtime.logical import not_

        return not_(self == other)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self._part(index.start, index.stop, 1 if index.step is None else index.step)

        from sct.runtime.calls.raising import raise_later
        from sct.runtime.lists.row_lists import as_index

        length, index = self.length, as_index(index, "range")
        index = _select(index < 0, lambda: index + length, lambda: index)

        def outside() -> None:
            raise_later(self.trace, IndexError("range object index out of range"))

        _select((index >= 0) & (index < length), lambda: None, outside)
        return self.at(index)

    def _part(self, start: Any, stop: Any, step: Any) -> Any:
        """`self[start:stop:step]`, with the bounds that `slice.indices` finds."""
        if is_variable(step):
            return self._refuse("a slice with a run-time step of a symbolic range")
        if step == 0:
            raise ValueError("slice step cannot be zero")
        n = self.length
        low, high = (0, n) if step > 0 else (-1, n - 1)

        def bound(at: Any, missing: Any) -> Any:
            if at is None:
                return missing
            at = _select(at < 0, lambda: at + n, lambda: at)
            at = _select(at < low, lambda: low, lambda: at)
            return _select(at > high, lambda: high, lambda: at)

        first, last = (low, high) if step > 0 else (high, low)
        begin, end = bound(start, first), bound(stop, last)
        return SymbolicRange(
            self.trace, self.start + begin * self.step, self.start + end * self.step, self.step * step
        )

    def shown(self, text: Callable[..., Any]) -> Any:
        """What `text` makes of the bounds that are shown."""
        bounds = self.start, self.stop
        return _select(self.step == 1, lambda: text(*bounds), lambda: text(*bounds, self.step))

    def __deepcopy__(self, memo: Any) -> Any:
        return self  # nothing changes it

    def __repr__(self) -> str:
        return f"<symbolic range({self.start!r}, {self.stop!r}, {self.step!r})>"


def may_be_one_range(a: Any, b: Any) -> bool:
    """Whether two objects are ranges of which the run says whether they are one."""
    ranges = all(isinstance(x, (range, SymbolicRange)) for x in (a, b))
    return ranges and any(isinstance(x, SymbolicRange) and x.one_of for x in (a, b))


def _select(condition: Any, yes: Any, no: Any) -> Any:
    from sct.runtime.control_flow import select

    return select(condition, yes, no)


def _is_python_number(x: Any) -> bool:
    return has_spec(x) and x.spec.kind == PYTHON and x.spec.dtype.kind in "bif"


def _is_numpys_number(x: Any) -> bool:
    known = has_spec(x) and x.spec.kind != PYTHON
    return known and not x.spec.ndim and x.spec.dtype.kind in "biuf"
