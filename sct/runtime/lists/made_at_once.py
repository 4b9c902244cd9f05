"""Dicts and sets that are made, or get all that they are given, in one call, and what they are given as a list."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterator, Mapping
from types import BuiltinFunctionType
from typing import Any

import numpy as np

from sct.runtime.current import has_spec
from sct.runtime.generators import TracedGenerator
from sct.runtime.hashing import hashed
from sct.runtime.hashing.entries import ENTRIES, is_hashed
from sct.runtime.hashing.hashed import in_library
from sct.runtime.hashing.keys import brings_run_time_keys
from sct.runtime.hashing.run_time_order import in_order
from sct.runtime.hashing.run_time_sets import DICTS, items_of
from sct.runtime.hashing.users_mappings import as_dict
from sct.runtime.iteration.iterables import is_chosen_list
from sct.runtime.iteration.iterators import check_iterator
from sct.runtime.iteration.steps import Steps
from sct.runtime.iteration.taken_whole import OF_ITEMS
from sct.runtime.iteration.user_iteration import is_asked, users_iterable
from sct.runtime.lists import growing
from sct.runtime.pools import hash_pools
from sct.runtime.trace import Trace

__all__ = ["listed", "made_by", "takes_pairs", "walks_chosen"]

_STEPPED = (TracedGenerator, Steps, zip, enumerate)


def _counts_or_keys(f: Any) -> bool:
    return f is Counter or (type(f) is BuiltinFunctionType and f in (dict.fromkeys, OrderedDict.fromkeys))


def _counts_more(f: Any) -> bool:
    """Whether elements are added to a Counter, or taken away, which may come from an iterator."""
    return type(getattr(f, "__self__", None)) is Counter and getattr(f, "__name__", "") in ("update", "subtract")


def _updates(f: Any, items: Any) -> bool:
    """Whether a dict gets pairs, or a set elements, which Python asks an iterator for one after the other."""
    owner = getattr(f, "__self__", None)
    if getattr(f, "__name__", "") != "update" or type(owner) not in (*DICTS, set):
        return False
    return isinstance(items, _STEPPED)


def _takes_mappings(f: Any) -> bool:
    """Whether Python asks an argument for its keys, and for what it has under each."""
    of_dict = isinstance(getattr(f, "__self__", None), dict) and getattr(f, "__name__", "") in ("update", "subtract")
    return of_dict or any(f is kind for kind in _COPYING)


def takes_pairs(owner: Any, items: Any) -> bool:
    """Whether `owner |= items` gives a dict pairs, of which only the run may know the keys."""
    if type(owner) not in DICTS or isinstance(items, dict):
        return False
    return isinstance(items, _STEPPED) or is_hashed(owner) or brings_run_time_keys(owner, items)


def listed(trace: Trace, f: Any, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of such a call with the items of an iterator, which can be asked only once, as a list.

    So are those of arrays that a method of a set goes through.
    """
    if _takes_mappings(f):
        args = tuple(as_dict(trace, x) if isinstance(x, Mapping) or f is not Counter else x for x in args)
    if type(getattr(f, "__self__", None)) in (set, frozenset, Counter) and getattr(f, "__name__", "") in OF_ITEMS:
        args = tuple(_listed_array(trace, x) for x in args)
    if len(args) == 1 and _updates(f, args[0]):
        hashed.add_from(trace, f.__self__, args[0])
        return ((),)
    if any(f is kind for kind in _OF_PAIRS):
        from sct.runtime.lists.making import listed_pairs

        return listed_pairs(trace, args)
    if not args or not (_counts_or_keys(f) or _counts_more(f)):
        return args
    if not isinstance(args[0], Iterator) or growing.is_unknown(args[0]) or is_asked(args[0]):
        return args
    check_iterator(trace, args[0])
    if isinstance(args[0], TracedGenerator) and args[0].is_fresh:
        from sct.runtime.comprehension import collect

        return collect(trace, args[0]), *args[1:]
    return list(args[0]), *args[1:]


def _listed_array(trace: Trace, x: Any) -> Any:
    from sct.runtime.calls.traced_call import convert_traced

    is_array = isinstance(x, np.ndarray) or (has_spec(x) and x.python_type is np.ndarray)
    return convert_traced(trace, list)(x) if is_array else x


def walks_chosen(f: Any, args: tuple[Any, ...]) -> bool:
    """Whether keys are made of one of several lists, which is walked through: a dict could not leave the choice."""
    return bool(args) and is_chosen_list(args[0]) and _counts_or_keys(f)


_OF_PAIRS = (OrderedDict, defaultdict)
_COPYING = (Counter, *_OF_PAIRS)


def _made_of_dict(trace: Trace, kind: Any, args: tuple[Any, ...]) -> Any:
    """`Counter(d)`, `OrderedDict(d)` and `defaultdict(factory, d)` of a dict with run-time keys."""
    if len(args) != 1 + (kind is defaultdict):
        return hashed.refuse(trace, args[-1])
    made = kind(*args[:-1])
    made[ENTRIES] = hashed.copied(trace, args[-1])[ENTRIES]
    return hash_pools.entered(trace, trace.note_new(made), trace.location())


def made_by(trace: Trace, f: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`Counter(items)`, `dict.fromkeys(items)` and `OrderedDict(pairs)` of what only the run knows; else None."""
    from sct.runtime.calls.traced_call import convert_traced
    from sct.runtime.comprehension import collect

    counts = f is Counter
    if not args or kwargs:
        return None
    if isinstance(args[-1], dict) and is_hashed(args[-1]) and any(f is kind for kind in _COPYING):
        return _made_of_dict(trace, f, args)
    if any(f is kind for kind in _OF_PAIRS):
        from sct.runtime.lists.making import of_pairs

        return of_pairs(trace, f, args)
    if not _counts_or_keys(f) or isinstance(args[0], str) or (isinstance(args[0], dict) and not is_hashed(args[0])):
        return None
    if is_asked(args[0]) and not (counts and isinstance(args[0], Mapping)):  # converted, and only once
        return convert_traced(trace, f)(collect(trace, users_iterable(trace, args[0])), *args[1:])
    hashed_set = isinstance(args[0], set) and is_hashed(args[0])
    items = in_order(trace, args[0]) if hashed_set else items_of(args[0])
    if not growing.is_unknown(items) and not is_chosen_list(items):
        try:
            items = list(iter(items))
        except Exception:  # Python says what is wrong
            return None
        from sct.runtime.lists.making import is_unhashable_now

        if not any(map(is_unhashable_now, items)):
            return None
    made: Any = Counter() if counts else f.__self__()
    made[ENTRIES] = tuple(trace.note_new([]) for _ in range(3))
    trace.note_new(made)
    if counts:
        in_library(trace, "count_all", made, items)
    else:
        in_library(trace, "from_keys", made, items, *(args[1:] or (None,)))
    return hash_pools.entered(trace, made, trace.location())
