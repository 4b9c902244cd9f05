"""`heapq.merge` of items that only the run knows, or that objects of the user's are asked for."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any

from sct.errors import StaticValueError
from sct.runtime.calls.raising import Diverged
from sct.runtime.comprehension import collect
from sct.runtime.current import has_own
from sct.runtime.generators import TracedGenerator
from sct.runtime.iteration.displays import is_iterable
from sct.runtime.iteration.loud import check_asked
from sct.runtime.iteration.run_time_items import decides, generator, inlined, listed_early
from sct.runtime.iteration.user_iteration import is_asked, users_iterable
from sct.runtime.joins.templates import TChoice
from sct.runtime.lists import growing
from sct.runtime.lists.comparing import needs_program
from sct.runtime.lists.only_comparing import check_ties
from sct.runtime.lists.ranking_lists import class_of
from sct.runtime.objects.operators import users_method
from sct.runtime.rolling.early import check_quiet
from sct.runtime.state.trials import trial
from sct.runtime.texts.kind_names import type_name
from sct.runtime.trace import Trace

__all__ = ["check_alike", "merge"]

_GENERATOR: Any = type(iter(heapq.merge()))


def merge(trace: Trace, original: Callable[..., Any], *iterables: Any, key: Any = None, reverse: Any = False) -> Any:
    """`heapq.merge`; NotImplemented where Python's own will do."""
    if any(is_asked(x) or not is_iterable(x) for x in iterables):
        _check_order(trace, iterables)
        return generator(trace, _GENERATOR, "begun_later", _Begun(trace, iterables, key, reverse))
    if not any(map(decides, iterables)) or len(iterables) < 2:
        return NotImplemented
    _check_shared(trace, iterables)
    first = iterables[0]
    for other in iterables[1:]:
        lists, unchanged = listed_early(trace, "merge", first, other)
        if key is not None:
            check_quiet(trace, "merge", "a key", lambda: [inlined(trace, "keys_of", xs, key) for xs in lists])  # noqa: B023
        keys = lists if key is None else [inlined(trace, "keys_of", xs, key) for xs in lists]
        for one in keys:
            check_alike(trace, "merge", one)
        first = generator(trace, _GENERATOR, "merge_", *lists, *keys, reverse, unchanged)
    return first


def _check_shared(trace: Trace, iterables: tuple[Any, ...]) -> None:
    """Refuse one iterator that is given twice, which Python steps for both, one item after the other."""
    for k, x in enumerate(iterables):
        steps = isinstance(x, TracedGenerator) or hasattr(type(x), "__next__") or has_own(x, "sct_steps")
        if steps and any(x is y for y in iterables[:k]):
            raise StaticValueError(
                "one iterator is given twice to heapq.merge()",
                where=trace.location(),
                why="which of the two gets an item depends on what is compared when the program runs",
                fix="make a list of its items first",
            )


def _check_order(trace: Trace, iterables: tuple[Any, ...]) -> None:
    """Refuse iterators that do more than step: Python asks the next one when it has the first item of this."""
    if len(iterables) > 1:
        check_asked(trace, "heapq.merge", *(x for x in iterables if users_method(x, "__next__") is not None))


class _Begun:
    """What the library calls when the first item is asked for, which is when Python asks for the iterators."""

    def __init__(self, trace: Trace, iterables: tuple[Any, ...], key: Any, reverse: Any) -> None:
        self.trace, self.iterables, self.key, self.reverse = trace, iterables, key, reverse

    def __call__(self) -> Any:
        from sct.runtime.calls.foreign_call import call_foreign

        trace = self.trace
        asked = [_asked(trace, x) for x in self.iterables]
        if len(asked) > 1:
            _check_shared(trace, self.iterables)
        if len(asked) > 1 and any(_decides(trace, x) for x in asked):
            ready = map(_quietly(trace), asked)
            made = merge(trace, heapq.merge, *ready, key=self.key, reverse=self.reverse)
            if made is not NotImplemented:
                return made
        return call_foreign(trace, heapq.merge, *asked, key=self.key, reverse=self.reverse)


def _asked(trace: Trace, x: Any) -> Any:
    """What is gone through in place of `x`: a list where that is Python's iterator of one, which is then watched."""
    if not is_iterable(x):
        raise TypeError(f"'{type_name(x)}' object is not iterable")
    if not is_asked(x):
        return x
    walked = users_iterable(trace, x)
    if type(walked) is type(iter([])):
        parts: Any = walked.__reduce__()
        whole = parts[1][0] if parts[2:] == (0,) else None
        if type(whole) is list or growing.is_growing(whole):
            return whole
        return walked if whole is not None and not decides(whole) else list(walked)
    return walked


def _decides(trace: Trace, walked: Any) -> bool:
    """Whether items are compared when the program runs: tried out, and undone."""
    if not isinstance(walked, TracedGenerator) and not _is_stepped(walked):
        return decides(walked)
    if isinstance(walked, TracedGenerator) and not walked.is_fresh:
        return True
    with trace.region() as region, trial(trace):
        try:
            return any(map(needs_program, collect(trace, walked.copy())))
        except (Exception, Diverged):
            return True
        finally:
            region.transaction.rollback()


def _is_stepped(walked: Any) -> bool:
    return getattr(walked, "sct_stepped", False) is True


def _quietly(trace: Trace) -> Callable[[Any], Any]:
    """The items of an iterator that sct steps: all are taken at once."""

    def taken(walked: Any) -> Any:
        if not _is_stepped(walked):
            return walked
        check_quiet(trace, "merge", "an iterator", lambda: collect(trace, walked.copy()))
        return collect(trace, walked)

    return taken


def check_alike(trace: Trace, name: str, items: Any) -> None:
    """Refuse objects of which Python's heaps take those that are alike in another order than that of the list."""
    rows = growing.as_rows(trace, items) if growing.is_growing(items) else None
    if rows is None:
        return check_ties(trace, name, items)
    for one in rows.item.items if isinstance(rows.item, TChoice) else (rows.item,):
        check_ties(trace, name, (), class_of(one))
