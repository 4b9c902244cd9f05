"""What a container holds for Python itself, whatever a class that is derived from `list` or its like says of it.

Such a class may have `__iter__`, `__setitem__`, `clear` or `update` of its own. sct looks into containers, undoes what
was done to them and fills them again, and none of that is something the user's code does.
"""

from __future__ import annotations

import gc
from collections import OrderedDict, defaultdict, deque
from collections.abc import Iterable, Iterator
from typing import Any

__all__ = [
    "ROWS",
    "as_it_is",
    "has_own",
    "items_in",
    "length_of",
    "pairs_in",
    "plain",
    "refill",
    "refill_dict",
    "shown_by",
    "speaks_for_itself",
    "table_of",
    "twin",
]

ROWS: tuple[type, ...] = (list, tuple, deque)
"""Python's own classes of items in a row."""
_KINDS: tuple[Any, ...] = (*ROWS, set, frozenset, bytearray)


def items_in(xs: Any) -> Iterator[Any]:
    """The items of a list, tuple or deque, or the elements of a set."""
    for kind in _KINDS:
        if isinstance(xs, kind):
            found: Iterator[Any] = kind.__iter__(xs)
            return found
    return iter(xs)


def length_of(xs: Any) -> int:
    """How many items, elements or letters Python's own class holds of these."""
    kind = next((k for k in (*_KINDS, str, bytes, dict) if isinstance(xs, k)), None)
    return len(xs) if kind is None else int(kind.__len__(xs))


def pairs_in(mapping: dict[Any, Any]) -> Iterable[tuple[Any, Any]]:
    """The keys of a dict with their values, in order."""
    found: Iterable[tuple[Any, Any]] = _dicts(mapping).items(mapping)
    return found


def _dicts(mapping: dict[Any, Any]) -> Any:
    """Python's own class of it: an OrderedDict keeps a list of its keys beside what a dict has."""
    return OrderedDict if isinstance(mapping, OrderedDict) else dict


class _Held:
    """What a dict holds at any time, without asking its class."""

    __slots__ = ("_kind", "_of")

    def __init__(self, mapping: dict[Any, Any]) -> None:
        self._of, self._kind = mapping, _dicts(mapping)

    def __iter__(self) -> Iterator[Any]:
        found: Iterator[Any] = self._kind.__iter__(self._of)
        return found

    def __len__(self) -> int:
        return int(dict.__len__(self._of))

    def __contains__(self, key: Any) -> bool:
        return bool(dict.__contains__(self._of, key))

    def __getitem__(self, key: Any) -> Any:
        return dict.__getitem__(self._of, key)

    def get(self, key: Any) -> Any:
        return dict.get(self._of, key)


def shown_by(view: Any) -> dict[Any, Any] | None:
    """The dict of which one of Python's own views is; None of another view."""
    return next((x for x in gc.get_referents(view) if isinstance(x, dict)), None)


def as_it_is(view: Any, mapping: Any) -> Any:
    """The mapping that a view shows; of a class that says otherwise what it holds, what Python's own dict holds."""
    shown = shown_by(view)
    return _Held(shown) if shown is not None and speaks_for_itself(type(shown)) else mapping


def refill(xs: Any, content: Iterable[Any]) -> None:
    """Put these items or elements into a list, deque, set or bytearray, in place of what it holds."""
    if isinstance(xs, list):
        list.__setitem__(xs, slice(None), content)
    elif isinstance(xs, deque):
        deque.clear(xs)
        deque.extend(xs, content)
    elif isinstance(xs, set):
        set.clear(xs)
        set.update(xs, content)
    else:
        xs[:] = content


def refill_dict(mapping: dict[Any, Any], content: Iterable[tuple[Any, Any]]) -> None:
    """The same of a dict."""
    kind = _dicts(mapping)
    kind.clear(mapping)
    for key, value in content:  # not by `update`, which a Counter counts with
        kind.__setitem__(mapping, key, value)


def speaks_for_itself(kind: type) -> bool:
    """Whether a class that is derived from a container of Python's says itself what it holds, or how it is filled."""
    base = next((k for k in (*_KINDS, OrderedDict, dict) if issubclass(kind, k)), None)
    return base is not None and has_own(kind, base, _SAYING)


def has_own(kind: type, base: type, names: Iterable[str]) -> bool:
    """Whether a class that is derived from one of Python's has something else than that under one of these names."""
    return any(getattr(kind, name, None) is not getattr(base, name, None) for name in names)


_SAYING = (
    "__iter__", "__len__", "__getitem__", "__setitem__", "__delitem__", "__reversed__", "__eq__", "__ne__",
    "keys", "items", "values", "append", "extend", "add", "discard", "update", "clear", "pop",
)  # fmt: skip


def plain(value: Any) -> Any:
    """What it holds, in Python's own list, tuple, deque, set or dict."""
    if isinstance(value, dict):
        return dict(pairs_in(value))
    kind = next(k for k in _KINDS if isinstance(value, k))
    hashed = isinstance(value, (set, frozenset))  # of which Python knows the hashes
    return kind(value if hashed else items_in(value))


def table_of(value: Any) -> Any:
    """What Python, which looks into its table, finds in a set of a class that says otherwise; others as they are."""
    kind = type(value)
    says = issubclass(kind, (set, frozenset)) and kind not in (set, frozenset) and speaks_for_itself(kind)
    return plain(value) if says else value


def twin(value: Any) -> Any:
    """A shallow copy of a list, deque, set or dict of any class, with its attributes, made by no code of the user's."""
    kind = type(value)
    base: Any = next(k for k in kind.__mro__ if not k.__flags__ & _HEAP)
    made = base.__new__(kind)
    if isinstance(value, deque):
        deque.__init__(made, (), value.maxlen)
    if isinstance(value, defaultdict):
        made.default_factory = value.default_factory
    if isinstance(value, dict):
        refill_dict(made, pairs_in(value))
    else:
        refill(made, value if isinstance(value, set) else items_in(value))
    state = object.__getstate__(value)
    slots, names = state if isinstance(state, tuple) else (state, None)
    for name, held in {**(slots or {}), **(names or {})}.items():
        object.__setattr__(made, name, held)
    return made


_HEAP = 1 << 9  # Py_TPFLAGS_HEAPTYPE: made by a class statement
