"""Python's own iterators over sequences, and views of dicts, that leave a program: `return zip(names, values)`.

Such an iterator says what it goes through and how far it has come, as it does when it is pickled; a view goes with its
dict. The sequence and the dict are made anew, or are those that leave beside it, and with them it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sct.runtime.state.bare import shown_by

__all__ = ["is_pythons_iterator", "iterator_anew"]

_EMPTY: tuple[Any, ...] = ([], (), range(0), "", reversed([]))
_SEQUENCES = tuple(type(iter(x)) for x in _EMPTY)
_VIEWS: dict[type, Callable[..., Any]] = {
    type({}.keys()): dict.keys, type({}.values()): dict.values, type({}.items()): dict.items,
}  # fmt: skip


def is_pythons_iterator(x: Any) -> bool:
    """Whether `iterator_anew` knows what to make an object of."""
    kind = type(x)
    return kind in (zip, enumerate) or kind in _SEQUENCES or (kind in _VIEWS and type(shown_by(x)) is dict)


def iterator_anew(x: Any) -> tuple[Callable[..., Any], list[Any]]:
    """What makes it when it is called, and with what.

    >>> make, parts = iterator_anew(zip([1, 2], "ab", strict=True))
    >>> list(make(*parts))
    [(1, 'a'), (2, 'b')]
    """
    if type(x) in _VIEWS:
        return _VIEWS[type(x)], [shown_by(x)]
    make, given, *state = x.__reduce__()
    if make is zip:
        return (_zipped_strictly if state else zip), list(given)
    return (make, list(given)) if make is enumerate else (_gone_on, [make, *given, *state])


def _zipped_strictly(*iterators: Any) -> Any:
    return zip(*iterators, strict=True)


def _gone_on(make: Callable[[Any], Any], items: Any, at: int | None = None) -> Any:
    """`iter` or `reversed` of a sequence that has come to an index; from Python 3.12 on, ranges tell none."""
    made = make(items)
    if at is not None:
        made.__setstate__(at)
    return made
