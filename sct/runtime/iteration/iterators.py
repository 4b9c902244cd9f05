"""Python iterators in a trace: their position is state that no transaction can restore.

An iterator may be stepped where it was made, once per tracing of that place. It is refused where it
came from outside, or where stepping it happens as often as only the running program knows.
"""

from __future__ import annotations

import operator
import sys
from array import array
from collections import deque
from collections.abc import Callable, Iterator
from itertools import chain
from types import FrameType, GeneratorType
from typing import Any

from sct.errors import SideEffectError, UnsupportedCallError
from sct.runtime.calls.purity import words
from sct.runtime.current import has_spec
from sct.runtime.generators import TracedGenerator, stepped_elsewhere
from sct.runtime.homes import home_of
from sct.runtime.iteration.length_hints import hint_of
from sct.runtime.iteration.under_way import check_content
from sct.runtime.joins.choice import Choice
from sct.runtime.objects.operators import users_method
from sct.runtime.source import is_converted_code
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.trace import Trace

__all__ = ["check_iterator", "check_reading", "check_walked", "check_walking", "length_hint", "note_iterator"]

_WALKING = words(
    """
    extend extendleft __iadd__ __ior__ update union intersection difference symmetric_difference intersection_update
    difference_update symmetric_difference_update issubset issuperset isdisjoint fromkeys join from_iterable
    """
)
_WALKERS = (list, dict, set, frozenset, deque, str, bytes, bytearray, array)


def note_iterator(trace: Trace, made: Any) -> Any:
    """Remember where an iterator was made; anything else passes."""
    if isinstance(made, Iterator) and not isinstance(made, TracedGenerator) and trace.made.get(made) is None:
        trace.made[made] = trace.builder
    return made


def check_iterator(trace: Trace, iterator: Any) -> None:
    """Before an iterator is stepped: refuse it where its position would have to be undone or joined."""
    if isinstance(iterator, TracedGenerator) or hasattr(type(iterator), "__sct_steps__"):
        return  # it looks after itself
    if trace.sources.get(iterator) is not None:
        raise SideEffectError(
            f"{a_kind(iterator)} from outside the static function is stepped in it",
            where=trace.location(),
            why="each call of the program would have to take the next items",
            fix="take the items outside and pass them as arguments",
        )
    born = trace.made.get(iterator)
    if born is None and (trace.depth == 0 or _is_inline(iterator)):
        born = trace.made[iterator] = trace.builder
    if born is not trace.builder:
        trace.iterators.sequences = True
        raise stepped_elsewhere(
            trace,
            a_kind(iterator),
            "the position of a Python iterator cannot be undone or joined",
            "make the iterator where it is used, or use an index into a list or an array",
        )
    check_content(trace, iterator)


def check_walked(trace: Trace, *walked: Any) -> None:
    """Before code of Python's own goes through all of them."""
    for one in walked:
        if isinstance(one, Iterator):
            check_iterator(trace, one)


def check_walking(trace: Trace, owner: Any, name: str, args: tuple[Any, ...]) -> None:
    """Before a method of Python's own is called: many go through what they are given."""
    if name == "from_iterable" and owner is chain and args and isinstance(args[0], (list, tuple)):
        check_walked(trace, *args[0])
    elif name in _WALKING and isinstance(owner, (*_WALKERS, type)):
        check_walked(trace, *args)
    elif name == "__setitem__" and isinstance(owner, _WALKERS) and len(args) == 2 and isinstance(args[0], slice):
        check_walked(trace, args[1])


def check_reading(trace: Trace, owner: Any, name: str) -> None:
    """Before an attribute of an object is read: those of an iterator from outside say where it stands."""
    if isinstance(owner, Iterator) and name not in _STEPPING and type(owner).__module__ in ("builtins", "itertools"):
        if trace.sources.get(owner) is not None:
            raise SideEffectError(
                f"{name!r} of {a_kind(owner)} from outside the static function is read",
                where=trace.location(),
                why="it depends on where the iterator stands, which is another place at each call",
                fix="read it outside and pass it as an argument",
            )


_STEPPING = ("__next__", "__iter__", "send", "throw", "close", "__class__")  # refused where they are called


def length_hint(trace: Trace, x: Any, default: int, length: Callable[[Trace, Any], Any]) -> Any:
    """`operator.length_hint`: of an iterator where it stands; of anything else its `length`."""
    if type(x) is Choice:
        return x.sct_distribute(lambda one: length_hint(trace, one, default, length))
    if has_spec(x) and x.spec.ndim == 0:
        return default
    if any(users_method(x, name) is not None for name in ("__len__", "__length_hint__")):
        answer = hint_of(trace, x)
        if type(answer) is Choice:
            return answer.sct_distribute(lambda one: default if one is None else one)
        return default if answer is None else answer
    stepped = isinstance(x, TracedGenerator) or hasattr(type(x), "__sct_steps__")
    known = home_of(type(x)).startswith("sct.") or hasattr(type(x), "__len__")
    if stepped or known:
        try:
            return length(trace, x)
        except TypeError as error:  # it is Python's own iterator that would have told
            raise UnsupportedCallError(
                "operator.length_hint() of an iterator that the program steps through",
                where=trace.location(),
                why="how much of it is left is known only when the program runs",
                fix="take the length of what it goes through, and count",
            ) from error
    if isinstance(x, Iterator):
        check_iterator(trace, x)
    return operator.length_hint(x, default)


def _is_inline(iterator: Any) -> bool:
    """Whether a generator expression stands in the code that runs now, and so was made by it."""
    if not isinstance(iterator, GeneratorType):
        return False
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and not is_converted_code(frame.f_code):
        frame = frame.f_back
    return frame is not None and iterator.gi_code in frame.f_code.co_consts
