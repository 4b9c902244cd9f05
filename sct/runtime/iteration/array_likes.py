"""Sequences that NumPy takes as it takes lists: ranges, also those of run-time length, deques, and lists of a class.

Where NumPy makes an array of a sequence, it asks that once for its length, and for an iterator, of which it makes a
list; it looks into Python's own lists and tuples. A list or tuple of a user's class may note how often it is asked.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from sct.errors import UnsupportedCallError
from sct.runtime.callers.number_lists import is_long
from sct.runtime.current import here
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.state.bare import items_in
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.trace import Trace

__all__ = ["answers_itself", "as_list", "as_lists"]

_SEQUENCES = (range, SymbolicRange, deque)
_OF_PYTHON = (list, tuple, deque)


def as_list(trace: Trace, value: Any) -> Any:
    """A list in place of another sequence, also inside of lists and tuples."""
    if isinstance(value, SymbolicRange):
        from sct.runtime.comprehension import collect

        return collect(trace, value)
    if answers_itself(value):
        return _asked(trace, value)
    if isinstance(value, deque):
        from sct.runtime.lists.deques import listed

        return listed(trace, value)
    if isinstance(value, range):
        return list(value)
    holds_others = type(value) in (list, tuple) and not is_long(value)
    if holds_others and any(isinstance(x, (*_SEQUENCES, list, tuple)) for x in value):
        items = [as_list(trace, x) for x in value]
        return value if all(a is b for a, b in zip(items, value, strict=True)) else type(value)(items)
    return value


def answers_itself(value: Any) -> bool:
    """Whether this is a list, tuple or deque whose class, a user's, is asked what it holds, or how much."""
    if type(value) in _OF_PYTHON or not isinstance(value, _OF_PYTHON):
        return False
    from sct.runtime.lists import growing
    from sct.runtime.objects.operators import users_method

    asked = any(users_method(value, name) is not None for name in ("__iter__", "__len__", "__getitem__"))
    return asked and not growing.is_growing(value)


def _asked(trace: Trace, value: Any) -> Any:
    """What NumPy finds in it: a list, or a tuple, which is told from a list where axes and shapes are wanted."""
    from sct.runtime.call import convert_call
    from sct.runtime.iteration import asked_lists

    try:
        convert_call(len)(value)
        items = asked_lists.as_list(trace, value)
    except Exception as error:
        raise UnsupportedCallError(
            f"NumPy makes an array of {a_kind(value)}, which cannot be asked for its items",
            where=here(),
            why=f"{type(error).__name__}: {error}",
            fix="give it a list of the items",
        ) from error
    own = convert_call(list)(items) if items is not value else list(items_in(value))
    found = as_list(trace, own)
    return tuple(found) if isinstance(value, tuple) and type(found) is list else found


def as_lists(trace: Trace, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of a NumPy function, without other sequences than lists and tuples."""
    return tuple(as_list(trace, x) for x in args)
