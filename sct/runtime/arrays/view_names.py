"""Which object a view is: NumPy makes one for each `m[1]`, and two of the same memory are not one.

The memory of an array that a branch or a loop has chosen says what it shares, and when the program runs, its address
does. Neither says which of several views it is. So an array that a loop leaves has names: the objects that it may be,
each with a test, or with None where no test can tell.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sct.errors import AliasError
from sct.runtime.joins.chosen_views import parts_of
from sct.runtime.joins.memory import Memory, Test, both, either, holders, sameness

if TYPE_CHECKING:
    from sct.runtime.arrays.storage import Storage
    from sct.runtime.trace import Trace

__all__ = ["Name", "View", "another", "check_names", "doubt_names", "is_labelled", "is_never", "is_sure", "is_view"]
__all__ += ["labels", "leaving_error", "name_of", "names_if", "names_of", "same_name", "view_of"]


class View:
    """One view that the trace has seen made, as an object."""

    __slots__ = ("variable",)

    def __init__(self, variable: Any) -> None:
        self.variable = variable

    def in_scope(self, trace: Trace) -> bool:
        """Whether it is from where the trace records now, or from around that."""
        return trace.in_scope(self.variable.born) and trace.in_scope(self.variable.storage.born)


class Name(NamedTuple):
    """An object that an array may be: a view, or some memory as a whole."""

    test: Test | None
    one: View | Memory


def is_view(trace: Trace, x: Any) -> bool:
    """Whether it is an object of its own beside the array whose memory it shows."""
    return bool(x.steps) or trace.members.source_of(x) is not None


def name_of(trace: Trace, x: Any) -> list[Name]:
    """The objects that an array may be, as tests say that are recorded where the trace records now."""
    return [Name(True, view_of(trace, x))] if is_view(trace, x) else names_of(x.storage)


def view_of(trace: Trace, x: Any) -> View:
    """The object that a view is."""
    if x not in trace.views:
        trace.views[x] = View(x)
    found: View = trace.views.get(x)
    return found


def names_of(storage: Storage) -> list[Name]:
    """The objects that an array may be which is no view that the trace has seen made."""
    whole = [Name(test, one) for one, test in storage.memory.items()]
    return [*whole, *(Name(test, view_of(storage.trace, x)) for test, x in parts_of(storage)), *labels(storage)]


def _told(storage: Storage) -> Iterator[View | Memory]:
    """Those of `names_of`, without their tests: the array may be from a branch that has ended."""
    yield from storage.memory
    for one in _all_of(storage):
        yield from (view_of(storage.trace, view) for test, view in one.parts if test is not False)
        yield from (name for _, name in one.names or ())


def _all_of(storage: Storage) -> list[Storage]:
    """An array and the others that it may be, as it is told where it was made: that may be a branch that has ended."""
    trace = storage.trace
    with trace.recording(trace.builder if trace.in_scope(storage.born) else storage.born):
        return [storage, *holders(storage)]


def is_labelled(storage: Storage) -> bool:
    """Whether an array is one that a loop has made, with names for it, or may be."""
    return storage.trace.joining.labelled and any(one.names is not None for one in (storage, *holders(storage)))


def is_sure(storage: Storage) -> bool:
    """Whether the names of an array say which object it is."""
    return not any(one.may_be_any for one in _all_of(storage))


def is_never(mine: Storage, yours: Storage) -> bool:
    """Whether two arrays, whose names have nothing in common, are no one object: not in a way that no test tells."""
    return not (_may_be(mine, yours) or _may_be(yours, mine))


def _may_be(storage: Storage, other: Storage) -> bool:
    untold = [one for one in (storage, *holders(storage)) if one.untold]
    theirs = {*_told(other)}.union(*(one.doubted or () for one in (other, *holders(other))))
    return any(one.doubted is None or not theirs.isdisjoint(one.doubted) for one in untold)


def labels(storage: Storage) -> Iterator[Name]:
    """The objects that an array may be that a loop has made, itself or as another one that it may be."""
    yield from storage.names or ()
    for other in list(holders(storage)) if storage.trace.joining.labelled else ():
        for test, one in other.names or ():
            same = sameness(storage.trace, storage, other)
            if same is not False:
                yield Name(None if test is None else both(storage.trace.builder, same, test), one)


def names_if(trace: Trace, test: Test, one: View | Memory) -> Iterator[Name]:
    """The objects that an array may be which is this, if the test says so."""
    yield Name(test, one)
    if isinstance(one, View) or not trace.joining.labelled:
        return
    for other in one.holders:
        if other.names and trace.in_scope(other.born):
            same = both(trace.builder, test, other.memory.get(one, False))
            for its, name in other.names:
                yield Name(None if its is None else both(trace.builder, same, its), name)


def same_name(trace: Trace, mine: Iterable[Name], yours: Iterable[Name]) -> Test | None:
    """Whether both are one object; None if no test can tell."""
    found: Test = False
    others = list(yours)
    for a, one in mine:
        for b in [test for test, other in others if other is one]:
            if a is not False and b is not False:
                if a is None or b is None:
                    return None
                found = either(trace.builder, found, both(trace.builder, a, b))
    return found


def doubt_names(storage: Storage, arrays: Iterable[Any]) -> None:
    """Note that a join has made an array of these, and that no test tells which it is."""
    trace = storage.trace
    arrays = list(arrays)
    told = [[view_of(trace, x)] if is_view(trace, x) else _told(x.storage) for x in arrays]
    ones = dict.fromkeys(itertools.chain.from_iterable(told))
    storage.label(tuple([Name(None, one) for one in ones if isinstance(one, View)]) or None)
    unsure = [one for x in arrays if not is_view(trace, x) for one in _all_of(x.storage) if one.untold]
    if all(one.doubted is not None for one in unsure):
        storage.doubted = frozenset(ones).union(*(one.doubted or () for one in unsure))


def another(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """`x` as another object than `y`, where one computation stands for two views."""
    return x[...] if x is y else x


def check_names(trace: Trace, arrays: list[Storage], views: Iterable[Any]) -> None:
    """Refuse what leaves the function if no test tells which view it is: of whole arrays, memory does."""
    leaving = [(one, [name for name in names_of(one) if isinstance(name.one, View)]) for one in arrays]
    named = [(one, names) for one, names in leaving if any(test is None for test, _ in names)]
    for storage, names in named:
        others = [other for one, other in leaving if one is not storage] + [name_of(trace, x) for x in views]
        if any(same_name(trace, names, other) is None for other in others):
            what = "a view that a branch or a loop has chosen leaves the function together with what it may be"
            raise leaving_error(storage, what, "whether both are one object is known only at run time")


def leaving_error(storage: Storage, what: str, why: str) -> AliasError:
    """The refusal to let an array leave that a branch or a loop has chosen."""
    return AliasError(what, where=storage.origin or storage.trace.where, why=why, fix="return a copy of it: x.copy()")
