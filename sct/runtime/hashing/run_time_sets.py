"""Operators between dicts and sets that have run-time keys.

The order of the elements of a result is known to Python only: it can be asked, counted and sorted.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, ItemsView, KeysView
from typing import Any

from sct.errors import SideEffectError
from sct.runtime.hashing import hashed, set_logs, view_operators
from sct.runtime.hashing.dict_views import View, list_of
from sct.runtime.hashing.element_forms import are_of_one_form
from sct.runtime.hashing.entries import ENTRIES, is_counted_later, is_hashed, is_users_dict, lists_of, table_of
from sct.runtime.hashing.frozensets import is_frozen, with_elements
from sct.runtime.hashing.run_time_order import shrink
from sct.runtime.hashing.set_recipes import noted
from sct.runtime.libraries import hash_library
from sct.runtime.lists import growing
from sct.runtime.lists.rows import table_place
from sct.runtime.objects.operator_functions import COMPARISONS, SYMBOLS
from sct.runtime.objects.operators import users_method
from sct.runtime.pools import hash_pools
from sct.runtime.state.bare import has_own, pairs_in
from sct.runtime.texts.kind_names import type_name
from sct.runtime.trace import Trace

__all__ = ["DICTS", "METHODS", "augment", "compare", "items_of", "needs_program", "operate", "same_pairs", "signed"]

_SETS = (set, frozenset)
DICTS = (dict, defaultdict, OrderedDict)


def _in_library(trace: Trace, name: str, *args: Any) -> Any:
    from sct.runtime.calls.library_calls import inlined

    return inlined(trace, getattr(hash_library, name), *args)


def items_of(x: Any) -> Any:
    """The elements or keys, in an order that does not depend on hashes."""
    if isinstance(x, View):
        return list_of(x)
    if isinstance(x, (dict, set)) and is_hashed(x):
        return lists_of(x)[0]
    return sorted(x, key=repr) if isinstance(x, _SETS) else x


def _new(trace: Trace) -> Any:
    elements = set_logs.new(trace)
    elements.shrunk = True  # whatever the order is, it is not Python's
    elements.quiet = True  # nor is it that in which these come
    return trace.note_new({elements})


def _as_set(trace: Trace, x: Any) -> Any:
    return x if isinstance(x, (*_SETS, dict)) else hashed.set_of(trace, x)


# -- operators ---------------------------------------------------------------------------------------


def _union(trace: Trace, a: Any, *others: Any) -> Any:
    out = _new(trace)
    for one in (a, *others):
        _in_library(trace, "add_all", out, items_of(one))
    return out


def _intersection(trace: Trace, a: Any, *others: Any) -> Any:
    """Which of two that are equal, 1 or 1.0, is there afterwards: of other iterables theirs, else the smaller set's."""
    for other in others:
        out = _new(trace)
        if not isinstance(other, _SETS):
            _in_library(trace, "common", out, items_of(other), a)
        elif are_of_one_form(items_of(a), items_of(other)):
            _in_library(trace, "common", out, items_of(a), other)
        else:
            _in_library(trace, "common_to_sets", out, items_of(a), a, items_of(other), other)
        a = out
    return a if others else _union(trace, a)


def _difference(trace: Trace, a: Any, *others: Any) -> Any:
    for other in others:
        out = _new(trace)
        _in_library(trace, "without", out, items_of(a), _as_set(trace, other))
        a = out
    return a if others else _union(trace, a)


def _symmetric_difference(trace: Trace, a: Any, other: Any, /) -> Any:
    other = _as_set(trace, other)
    out = _new(trace)
    _in_library(trace, "without", out, items_of(a), other)
    _in_library(trace, "without", out, items_of(other), a)
    return out


def _within(trace: Trace, a: Any, b: Any) -> Any:
    return _in_library(trace, "all_in", items_of(a), _as_set(trace, b))


_OPERATORS: dict[str, Callable[..., Any]] = {
    "or": _union, "and": _intersection, "sub": _difference, "xor": _symmetric_difference,
}  # fmt: skip


def needs_program(a: Any, b: Any) -> bool:
    """Whether an operator between these is none that Python's own can answer: keys or counts are of the run's."""
    counted = type(a) is type(b)
    return any(isinstance(x, (dict, set)) and (is_hashed(x) or (counted and is_counted_later(x))) for x in (a, b))


def operate(trace: Trace, name: str, a: Any, b: Any) -> Any:
    """`a | b` and its like."""
    if _unites(a) and _unites(b) and name == "or":
        out = _new_dict(trace, a, b)
        _in_library(trace, "store_all", out, hashed.pairs(trace, a))
        _in_library(trace, "store_all", out, hashed.pairs(trace, b))
        return hash_pools.entered(trace, out, trace.location())
    if type(a) is type(b) is Counter and f"counter_{name}" in vars(hash_library):
        counts: Any = Counter()
        counts[ENTRIES] = tuple(trace.note_new([]) for _ in range(3))
        _in_library(trace, f"counter_{name}", trace.note_new(counts), a, b)
        return hash_pools.entered(trace, counts, trace.location())
    if name in _OPERATORS and (isinstance(a, (View, KeysView)) or isinstance(b, (View, KeysView))):
        return view_operators.operate(trace, name, a, b)
    if type(a) is frozenset or is_frozen(a):
        return _of_frozen(name, with_elements(a), b)
    if type(a) is set and is_frozen(b) and name in _OPERATORS:
        return hash_pools.entered(trace, _OPERATORS[name](trace, a, hashed.set_of(trace, b.items)), trace.location())
    if type(a) is not set or not isinstance(b, _SETS) or name not in _OPERATORS:
        return hashed.refuse(trace, a if isinstance(a, (dict, set)) and is_hashed(a) else b)
    made = noted(_OPERATORS[name], getattr(set, f"__{name}__"))(trace, a, b)
    return hash_pools.entered(trace, made, trace.location())


def _of_frozen(name: str, a: Any, b: Any) -> Any:
    from sct.runtime.call import convert_call

    made = convert_call(getattr(type(a), f"__{name}__"))(a, b) if name in _OPERATORS else NotImplemented
    if made is NotImplemented:
        raise TypeError(f"unsupported operand type(s) for {SYMBOLS[name]}: 'frozenset' and '{type_name(b)}'")
    return made


def _unites(x: Any) -> bool:
    """Whether Python's own dicts, or one of the user's that leaves it to them, answer `|`."""
    kind = type(x)
    return kind in DICTS or (is_users_dict(kind) and not has_own(kind, dict, _UNITING))


_UNITING = ("__or__", "__ror__", "__ior__")


def _new_dict(trace: Trace, a: Any, b: Any) -> Any:
    """The empty dict that gets the items of `a | b`: of the kind of `b`, if that is derived from the kind of `a`."""
    like = b if type(a) is dict else a
    kind = dict if is_users_dict(type(like)) else type(like)  # what a class of the user's inherits answers dicts
    made: Any = defaultdict(like.default_factory) if kind is defaultdict else kind()
    made[ENTRIES] = tuple(trace.note_new([]) for _ in range(3))
    return trace.note_new(made)


def augment(trace: Trace, name: str, a: Any, b: Any) -> Any:
    """`a |= b` and its like."""
    if isinstance(b, (View, KeysView)) and isinstance(a, set) and name[1:] in _OPERATORS:  # Python makes a new set
        return view_operators.operate(trace, name[1:], a, b)
    if not is_hashed(a):
        error = SideEffectError("a set or dict gets run-time keys", where=trace.location())
        hashed.with_run_time_keys(trace, a, error)
    if _unites(a) and isinstance(b, dict) and name == "ior":
        hashed.store_all(trace, a, hashed.pairs(trace, b))
        return a
    if type(a) is type(b) is Counter and f"counter_{name[1:]}" in vars(hash_library):
        _become(trace, a, operate(trace, name[1:], a, b))
        return a
    if not isinstance(a, set) or not isinstance(b, _SETS) or name[1:] not in _OPERATORS:
        return hashed.refuse(trace, a)
    noted(_updating(_OPERATORS[name[1:]]), getattr(set, f"__{name}__"), in_place=True)(trace, a, b)
    return a


def _take(trace: Trace, a: Any, made: Any) -> None:
    """A set gets the elements of a new one."""
    shrink(trace, a)
    growing.put(trace, lists_of(a)[0], hashed.copy_of(trace, lists_of(made)[0]))
    if table_place(a) is None:
        growing.put(trace, table_of(a), list(table_of(made)))
    else:
        hashed.forget(trace, a)


def _become(trace: Trace, a: Any, made: Any) -> None:
    """A dict gets the pairs of a new one in place of its own."""
    for xs, others in zip(lists_of(a), lists_of(made), strict=True):
        growing.put(trace, xs, hashed.copy_of(trace, others))
    hashed.forget(trace, a)
    hashed.note(trace, a)


def compare(trace: Trace, name: str, a: Any, b: Any) -> Any:
    """`a <= b` and its like."""
    from sct.runtime.logical import not_
    from sct.runtime.objects.operators import compare as compared

    found = _of_views(trace, name, a, b)
    if found is not NotImplemented:
        return found
    if type(a) is type(b) is Counter:
        return _compare_counters(trace, name, a, b)
    if not (isinstance(a, _SETS) and isinstance(b, _SETS)):
        if name not in ("eq", "ne"):
            return hashed.refuse(trace, a if isinstance(a, (dict, set)) else b)
        same = _same(trace, a, b)
        return same if name == "eq" else not_(same)
    if name in ("ge", "gt"):
        a, b, name = b, a, "le" if name == "ge" else "lt"
    sizes = [growing.length(trace, lists_of(x)[0]) if isinstance(x, set) and is_hashed(x) else len(x) for x in (a, b)]
    inside = _in_library(trace, "all_in", items_of(a), b)
    if name == "le":
        return inside
    fits = compared("lt" if name == "lt" else "eq", *sizes)
    both = _in_library(trace, "both", inside, fits)
    return not_(both) if name == "ne" else both


def _of_views(trace: Trace, name: str, a: Any, b: Any) -> Any:
    """Keys beside a set are compared as one; NotImplemented where neither is a view."""
    from sct.runtime.objects.operators import compare as compared

    for one, other, how in ((a, b, name), (b, a, COMPARISONS[name][1])):
        if type(one) is View:
            return getattr(one, f"__{how}__")(other)
        if isinstance(one, (KeysView, ItemsView)) and isinstance(other, set):
            return compared(how, hashed.set_of(trace, list(one)), other)
    return NotImplemented


def _compare_counters(trace: Trace, name: str, a: Any, b: Any) -> Any:
    """Counts of what is missing are zeros."""
    from sct.runtime.logical import not_

    if name in ("ge", "gt"):
        a, b, name = b, a, "le" if name == "ge" else "lt"
    if name in ("eq", "ne", "le"):
        found = _in_library(trace, "counter_le" if name == "le" else "counter_eq", a, b)
        return not_(found) if name == "ne" else found
    unlike = not_(_in_library(trace, "counter_eq", a, b))
    return _in_library(trace, "both", _in_library(trace, "counter_le", a, b), unlike)


def signed(trace: Trace, name: str, a: Any) -> Any:
    """`+a` and `-a` of a Counter."""
    if type(a) is not Counter or name not in ("pos", "neg"):
        return hashed.refuse(trace, a)
    counts: Any = Counter()
    counts[ENTRIES] = tuple(trace.note_new([]) for _ in range(3))
    _in_library(trace, f"counter_{name}", trace.note_new(counts), a)
    return hash_pools.entered(trace, counts, trace.location())


def _same(trace: Trace, a: Any, b: Any) -> Any:
    """`a == b` of two dicts."""
    plain = not any(users_method(x, "__eq__") for x in (a, b))
    if plain and not all(isinstance(x, (dict, set, frozenset)) for x in (a, b)):
        return False
    if not (isinstance(a, dict) and isinstance(b, dict)):
        return hashed.refuse(trace, a if isinstance(a, (dict, set)) else b)
    return same_pairs(trace, a, b, in_order=isinstance(a, OrderedDict) and isinstance(b, OrderedDict))


def same_pairs(trace: Trace, a: Any, b: Any, *, in_order: bool = False) -> Any:
    """Whether two dicts have equal values under the same keys."""
    if in_order:
        return _in_library(trace, "same_in_order", *_keys_and_values(a), *_keys_and_values(b))
    turned = not is_hashed(b)  # keys are looked up where there is a table
    if turned:
        a, b = b, a
    theirs = _keys_and_values(b)[1]
    return _in_library(trace, "same", *_keys_and_values(a), theirs, _Places(trace, b), turned)


class _Places:
    """Where the keys of a dict are, as the library asks for them."""

    def __init__(self, trace: Trace, owner: Any) -> None:
        self.trace, self.owner = trace, owner

    def __call__(self, key: Any) -> Any:
        return hashed.place(self.trace, self.owner, key)


# -- methods -----------------------------------------------------------------------------------------


def _updating(make: Callable[..., Any]) -> Callable[..., None]:
    def update(trace: Trace, a: Any, *others: Any) -> None:
        _take(trace, a, make(trace, a, *others))

    return update


def _count(sign: int) -> Callable[..., None]:
    def count(trace: Trace, owner: Any, *others: Any, **named: Any) -> None:
        """`update` and `subtract` of a Counter."""
        for other in (*others, named):
            if isinstance(other, dict):
                _in_library(trace, "add_counts", owner, hashed.pairs(trace, other), sign)
            else:
                _in_library(trace, "count_all" if sign > 0 else "subtract_all", owner, items_of(other))

    return count


def _update_dict(trace: Trace, owner: Any, *others: Any, **named: Any) -> None:
    if isinstance(owner, Counter):
        _count(1)(trace, owner, *others, **named)
        return
    for other in (*others, named):
        hashed.store_all(trace, owner, hashed.pairs(trace, other) if isinstance(other, dict) else other)


def _most_common(trace: Trace, owner: Any, n: Any = None) -> Any:
    if not isinstance(owner, Counter):
        raise AttributeError(f"{type(owner).__name__!r} object has no attribute 'most_common'")
    return _in_library(trace, "most_common", *_keys_and_values(owner), n)


def _keys_and_values(owner: dict[Any, Any]) -> tuple[list[Any], ...]:
    if is_hashed(owner):
        return lists_of(owner)
    pairs = list(pairs_in(owner))
    return [key for key, _ in pairs], [value for _, value in pairs]


METHODS: dict[type, dict[str, Callable[..., Any]]] = {
    dict: {
        "update": _update_dict,
        "most_common": _most_common,
        "subtract": _count(-1),
        "elements": lambda trace, owner: _in_library(trace, "elements", *_keys_and_values(owner)),
    },
    set: {
        "union": noted(_union, set.union),
        "intersection": noted(_intersection, set.intersection),
        "difference": noted(_difference, set.difference),
        "symmetric_difference": noted(_symmetric_difference, set.symmetric_difference),
        "intersection_update": noted(_updating(_intersection), set.intersection_update, in_place=True),
        "difference_update": noted(_updating(_difference), set.difference_update, in_place=True),
        "symmetric_difference_update": noted(
            _updating(_symmetric_difference), set.symmetric_difference_update, in_place=True
        ),
        "issubset": _within,
        "issuperset": lambda trace, a, b: _within(trace, _as_set(trace, b), a),
        "isdisjoint": lambda trace, a, b: _in_library(trace, "none_in", items_of(a), _as_set(trace, b)),
        "copy": noted(_union, set.copy),
    },
}
