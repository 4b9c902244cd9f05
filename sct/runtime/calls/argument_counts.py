"""How many arguments the methods of Python's containers take: what they say of others, they say themselves."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from functools import partial
from typing import Any

from sct.runtime.objects.as_python import as_python

__all__ = ["check_count"]

_Bounds = tuple[int, int, tuple[str, ...] | None]  # the least, the most, and names that are taken: None is any


def _bounds(text: str) -> dict[str, _Bounds]:
    """Of lines such as `0-1 pop popitem` and `0-1:last popitem`; `:*` takes any name."""
    found: dict[str, _Bounds] = {}
    for line in text.strip().splitlines():
        counts, *names = line.split()
        counts, _, named = counts.partition(":")
        least, _, most = counts.partition("-")
        taken = None if named == "*" else tuple(named.split(",")) if named else ()
        found.update(dict.fromkeys(names, (int(least), int(most or least), taken)))
    return found


_DICT = _bounds("""
    0 clear copy items keys popitem values
    1-2 get pop setdefault
    0-1:* update
""")
_ORDERED = {**_DICT, **_bounds("""
    0-1:last popitem
    1-2:key,last move_to_end
    1-2:key,default pop setdefault
""")}
_COUNTER = {**_DICT, **_bounds("""
    0 elements total
    0-1:n most_common
    0-1:* subtract update
""")}
_BOUNDS: dict[type, dict[str, _Bounds]] = {
    list: _bounds("""
        0 clear copy reverse
        0:key,reverse sort
        0-1 pop
        1 append count extend remove
        1-3 index
        2 insert
    """),
    deque: _bounds("""
        0 clear copy pop popleft reverse
        0-1 rotate
        1 append appendleft count extend extendleft remove
        1-3 index
        2 insert
    """),
    set: _bounds("""
        0 clear copy pop
        1 add discard isdisjoint issubset issuperset remove symmetric_difference symmetric_difference_update
        0-9999 difference difference_update intersection intersection_update union update
    """),
    dict: _DICT, defaultdict: _DICT, OrderedDict: _ORDERED, Counter: _COUNTER,
}  # fmt: skip


def check_count(owner: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Raise what Python raises where its own method does not take as many arguments, or none of these names."""
    bounds = _BOUNDS.get(type(owner), {}).get(name)
    if bounds is None:
        return
    least, most, named = bounds
    if named is None:
        fits = len(args) <= most
    else:
        fits = len(args) <= most and least <= len(args) + len(kwargs) <= max(most, len(named))
        fits = fits and kwargs.keys() <= set(named)
    if not fits:
        as_python(partial(getattr(type(owner)(), name), **dict.fromkeys(kwargs)), *[None] * len(args))
