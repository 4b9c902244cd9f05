"""Comparisons of users' objects: whether they do more than to compare, and whether ties are told as they are sorted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any

from sct.errors import SctError, StaticValueError
from sct.ir.effects import have_effects
from sct.runtime.calls.raising import Diverged
from sct.runtime.homes import home_of
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.tuple_forms import ordering_fields
from sct.runtime.trace import Trace

__all__ = ["ENDED", "check_ties", "compares_by_users", "more_than_compares", "tried"]


ENDED = object()


def compares_by_users(kind: type | None) -> bool:
    """Whether a class has a `__lt__` of the user's."""
    return type(getattr(kind, "__lt__", None)) is FunctionType


def tried(trace: Trace, compare: Callable[[], Any]) -> tuple[Any, bool]:
    """What `compare` answers, `ENDED` where it raises, and whether it does more than that; it is undone."""
    known, raises = trace.made.copy(), len(trace.plain_raises)
    with trace.region() as region:
        try:
            found = compare()
            changed = [cell.owner for cell, _, _ in region.transaction.changes()]
            own = all(x in trace.made and x not in known for x in changed)  # what it has made itself
            return found, have_effects(region.builder.ops) or not own
        except SctError:
            raise
        except (Exception, Diverged):  # which comes again where it is compared
            del trace.plain_raises[raises:]
            return ENDED, True
        finally:
            region.transaction.rollback()


def more_than_compares(trace: Trace) -> StaticValueError:
    """The refusal to sort where that can be noticed."""
    return StaticValueError(
        "objects are sorted by run-time values, and to compare them does more than that",
        where=trace.location(),
        why="how often Python compares them depends on the order that they are in",
        fix="let __lt__ only compare, or sort by a key",
    )


def check_ties(trace: Trace, function: str, items: Iterable[Any], kind: type | None = None) -> None:
    """Refuse objects of which Python's heaps take those that are alike in another order than that of the list."""
    each = (x for item in items for x in (item.alternatives if isinstance(item, Choice) else (item,)))
    kinds = dict.fromkeys(map(type, each))
    for one in [kind, *[known for known in kinds if not _is_ours(known)]]:
        if one is not None and compares_by_users(one) and not ordering_fields(one):
            raise StaticValueError(
                f"heapq.{function}() of objects of the class {one.__name__}, without a key",
                where=trace.location(),
                why="which comes first where neither is less is up to the heap that Python makes of them",
                fix="pass a key, or use sorted(...)[:n]",
            )


def _is_ours(kind: type) -> bool:
    """Whether this is a class of sct's own: what it holds is compared as numbers are."""
    return home_of(kind).startswith("sct.")
