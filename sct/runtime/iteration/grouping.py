"""`itertools.groupby` of items that only the run knows, or by keys that it does."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from sct.errors import SctError, StaticValueError
from sct.runtime.calls.raising import Diverged
from sct.runtime.control_flow import select, truth
from sct.runtime.current import has_spec, is_variable
from sct.runtime.iteration.run_time_items import decides, generator, holds_variables, inlined, listed_early
from sct.runtime.iteration.steps import Steps
from sct.runtime.lists import growing
from sct.runtime.lists.only_comparing import ENDED, tried
from sct.runtime.objects import operators
from sct.runtime.rolling.early import TakenEarly, check_quiet
from sct.runtime.trace import Trace

__all__ = ["groupby"]


class _Group(Steps):
    """The items of one group, which are gone when the next one is asked for."""

    def __init__(self, trace: Trace, xs: list[Any], unchanged: TakenEarly) -> None:
        super().__init__(trace, "group", growing.length(trace, xs), self._item)
        self.where = trace.location()
        self.xs, self.unchanged = xs, unchanged

    def _item(self, i: Any) -> Any:
        self.unchanged()
        return growing.get(self.trace, self.xs, i)

    def sct_passing(self) -> SctError:
        """Why it cannot be used after the iteration that it was made in."""
        return StaticValueError("a group is used after the next one was asked for", where=self.where)


def groupby(trace: Trace, original: Callable[..., Any], iterable: Any, key: Any = None) -> Any:
    """`itertools.groupby`; NotImplemented where Python's own will do."""
    if not decides(iterable) and (key is None or not holds_variables(iterable)):
        return NotImplemented
    (items,), unchanged = listed_early(trace, "groupby", iterable)
    if key is not None:
        check_quiet(trace, "groupby", "a key", lambda: inlined(trace, "keys_of", items, key))
    keys = items if key is None else inlined(trace, "keys_of", items, key)
    _check_only_compares(trace, keys)
    if key is not None or not is_variable(iterable):
        _leave_alike_nans(trace, keys)
    return generator(trace, itertools.groupby, "groupby_", _Groups(trace, unchanged), items, keys)


class _Groups:
    """What the library calls for a group of these items; without items, the last one is over."""

    def __init__(self, trace: Trace, unchanged: TakenEarly) -> None:
        self.trace, self.unchanged = trace, unchanged
        self.last: _Group | None = None

    def __call__(self, xs: list[Any] | None) -> _Group | None:
        if xs is not None:
            self.unchanged()
        if xs is None and self.last is not None:
            self.last.expire()
        self.last = None if xs is None else _Group(self.trace, xs, self.unchanged)
        return self.last


def _check_only_compares(trace: Trace, keys: list[Any]) -> None:
    """Refuse keys whose `__eq__` does more: Python asks it again each time that a group is gone through to its end."""
    with trace.region() as region:
        try:
            loud = any(_is_loud(trace, a, b) for a, b in _pairs(trace, keys))
        except SctError:  # in what it does besides
            loud = True
        except (Exception, Diverged):  # as it will where it is compared
            loud = False
        finally:
            region.transaction.rollback()
    if loud:
        raise StaticValueError(
            "groupby() compares objects, and to compare them does more than that",
            where=trace.location(),
            why="how often Python compares them depends on how the groups are gone through",
            fix="let __eq__ only compare, or group by a key of numbers",
        )


def _pairs(trace: Trace, keys: list[Any]) -> Iterable[tuple[Any, Any]]:
    """Two keys of a list of as many as the run has found; all neighbours of others."""
    if growing.is_growing(keys):
        return [(growing.get(trace, keys, 0), growing.get(trace, keys, -1))]
    return itertools.pairwise(keys)


def _is_loud(trace: Trace, a: Any, b: Any) -> bool:
    if has_spec(a) or has_spec(b):
        return False
    found, does_more = tried(trace, lambda: operators.compare("eq", a, b))
    return does_more and found is not ENDED  # which it will do where it is compared


def _leave_alike_nans(trace: Trace, keys: list[Any]) -> None:
    """Two NaN beside each other may be one object, which Python takes for equal to itself: only it can tell."""
    from sct.runtime.layers.caught import leave_to_python

    refusal = StaticValueError(
        "groupby() of NaN beside NaN",
        where=trace.location(),
        why="Python takes them for alike where they are the same object",
        fix="group by a key without NaN",
    )
    for lost in _neighbours(trace, keys):
        select(truth(trace, lost), lambda: leave_to_python(trace, refusal), lambda: None)


def _neighbours(trace: Trace, keys: list[Any]) -> Iterable[Any]:
    """For each column of numbers, or pair of known keys that are one object, whether two NaN are beside each other."""
    rows = growing.as_rows(trace, keys) if growing.is_growing(keys) else None
    if rows is None:
        return [np.isnan(a) for a, b in itertools.pairwise(keys) if a is b and _may_be_nan(a)]
    lost = [np.isnan(x) for x in rows.columns if _may_be_nan(x) and x.spec.ndim]
    return [np.any(x[1:] & x[:-1]) for x in lost]


def _may_be_nan(x: Any) -> bool:
    return has_spec(x) and x.spec.dtype.kind in "fc"
