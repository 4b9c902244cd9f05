"""`list`, `tuple`, `set`, `frozenset` and `dict` of what only the running program knows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from sct.runtime.callers.set_order import in_order
from sct.runtime.comprehension import collect
from sct.runtime.current import is_variable
from sct.runtime.generators import TracedGenerator
from sct.runtime.hashing import hashed, run_time_order
from sct.runtime.hashing.entries import is_hashed, lists_of
from sct.runtime.hashing.frozensets import is_frozen, with_elements
from sct.runtime.hashing.keys import is_run_time_key
from sct.runtime.hashing.set_history import begun
from sct.runtime.hashing.set_recipes import copied_in_order
from sct.runtime.hashing.steady_hashes import note_elements
from sct.runtime.hashing.user_keys import before_call, note_keys
from sct.runtime.hashing.users_mappings import as_dict
from sct.runtime.iteration import sequences
from sct.runtime.iteration.user_iteration import users_iterable
from sct.runtime.joins.tuple_forms import hashed_parts
from sct.runtime.lists import growing, known_lists
from sct.runtime.lists.pooled_tuples import PooledTuple
from sct.runtime.numbers.extremes import iterable_of
from sct.runtime.objects.operators import users_method
from sct.runtime.pools import hash_pools, object_pools
from sct.runtime.state.bare import table_of
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import Trace

__all__ = ["dict_", "is_unhashable_now", "listed_pairs", "maker", "of_pairs"]


def maker(kind: Any, hashes: bool) -> Callable[..., Any]:
    """What stands for `kind`; `hashes` says that the order of the items does not matter."""

    def make(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
        if len(args) == 1 and hashes:
            args = (table_of(args[0]),)
        if hashes and len(args) == 1 and users_method(args[0], "__iter__") is not None:
            args = (users_iterable(trace, args[0]),)
        if hashes and len(args) == 1 and isinstance(args[0], TracedGenerator) and args[0].is_fresh:
            args = (collect(trace, args[0]),)
        if len(args) == 1 and isinstance(args[0], (dict, set)) and is_hashed(args[0]):
            if kind is set:
                made = hashed.set_of(trace, lists_of(args[0])[0])
                next(iter(made)).ordered = False  # its table is made at once
                copied_in_order(trace, made, args[0])
                return hash_pools.entered(trace, made, trace.location())
            if kind is frozenset:
                return with_elements(args[0] if isinstance(args[0], set) else lists_of(args[0])[0])
            args = (lists_of(args[0])[0] if hashes else run_time_order.in_order(trace, args[0]),)
            if kind is list:
                return known_lists.noted(trace, hashed.copy_of(trace, args[0]))
        if kind is list and len(args) == 1 and growing.is_unknown(args[0]):
            return known_lists.noted(trace, collect(trace, args[0]))
        if kind is tuple and len(args) == 1 and type(args[0]) is PooledTuple and not kwargs:
            return args[0]
        if kind is tuple and len(args) == 1 and growing.is_unknown(args[0]):
            xs = args[0] if growing.is_growing(args[0]) else collect(trace, args[0])
            return growing.growing_tuple(trace, xs)
        if not hashes and args:
            args = (in_order(trace, args[0]), *args[1:])
        if hashes and args and not isinstance(args[0], (set, frozenset)):
            if growing.is_unknown(args[0]) or isinstance(args[0], sequences.Steps) or is_frozen(args[0]):
                return _of_run_time(trace, kind, args[0])
            items = list(iter(iterable_of(trace, args[0])))  # which does not ask for a length
            if any(map(is_unhashable_now, items)):
                return _of_run_time(trace, kind, items)
            note_keys(trace, items, items)
            args = (args[0] if type(args[0]) is dict else items, *args[1:])  # a set makes room for a dict at once
        made = kind(*(iterable_of(trace, x) for x in args), **kwargs)
        if kind is not tuple:
            trace.made[made] = trace.builder
        if kind is frozenset:
            note_elements(trace, made)
        if kind is set:
            begun(trace, made, args[0] if args else ())
        return hashed.born(trace, made) if kind is set else known_lists.noted(trace, made)

    return make


def _of_run_time(trace: Trace, kind: type, items: Any) -> Any:
    """The set or frozenset of elements that only the run knows."""
    if kind is frozenset:
        return with_elements(items)
    return hash_pools.entered(trace, hashed.set_of(trace, items), trace.location())


def dict_(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """`dict(*args, **kwargs)`."""
    args = tuple(as_dict(trace, x) for x in args)
    if len(args) == 1 and isinstance(args[0], dict) and is_hashed(args[0]):
        made = hashed.copied(trace, args[0])
        hashed.add_from(trace, made, list(kwargs.items()))
        return hash_pools.entered(trace, made, trace.location())
    args = listed_pairs(trace, args)
    made = None if kwargs else of_pairs(trace, dict, args)
    if made is not None:
        return made
    args = before_call(trace, dict, args)
    made = dict(*(object_pools.snapshot(trace, iterable_of(trace, x)) for x in args), **kwargs)
    trace.made[made] = trace.builder
    return hashed.born(trace, made)


def listed_pairs(trace: Trace, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of a dict with the pairs of an iterator, which can be asked only once, as a list."""
    if args and users_method(args[-1], "__iter__") is not None:
        args = *args[:-1], users_iterable(trace, args[-1])
    pairs = args[-1] if args else None
    if not isinstance(pairs, Iterator) or isinstance(pairs, sequences.Steps):
        return args
    fresh = isinstance(pairs, TracedGenerator) and pairs.is_fresh
    return *args[:-1], collect(trace, pairs) if fresh else list(iterable_of(trace, pairs))


def of_pairs(trace: Trace, kind: Any, args: tuple[Any, ...]) -> Any:
    """`dict(pairs)`, `OrderedDict(pairs)` or `defaultdict(factory, pairs)` with run-time keys; None of others."""
    if len(args) != 1 + (kind is defaultdict) or not (growing.is_unknown(args[-1]) or _has_run_time_keys(args[-1])):
        return None
    return hash_pools.entered(trace, hashed.dict_of(trace, args[-1], kind, *args[:-1]), trace.location())


def is_unhashable_now(item: Any) -> bool:
    """Whether only the running program knows a key or element."""
    if (parts := hashed_parts(item)) is not None:
        return growing.is_growing(parts) or any(map(is_unhashable_now, parts))
    return is_variable(item) or isinstance(item, FormattedText) or is_run_time_key(item)


def _has_run_time_keys(pairs: Any) -> bool:
    """Whether these are, or may be, pairs of which the program alone knows the keys."""
    of_two = isinstance(pairs, list) and all(type(pair) in (tuple, list) and len(pair) == 2 for pair in pairs)
    return isinstance(pairs, sequences.Steps) or (of_two and any(is_unhashable_now(key) for key, _ in pairs))
