"""Objects of the user's that do more than answer what they hold, where it matters how often they are asked."""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from sct.errors import SideEffectError, StaticValueError
from sct.ir.effects import have_effects
from sct.runtime.calls.raising import Diverged
from sct.runtime.comprehension import collect
from sct.runtime.generators import TracedGenerator
from sct.runtime.homes import home_of
from sct.runtime.iteration.length_hints import hint_of
from sct.runtime.iteration.user_iteration import is_asked, stepped_by_python, users_iterable
from sct.runtime.objects.operators import users_method
from sct.runtime.regions import Region
from sct.runtime.state.bare import items_in
from sct.runtime.state.trials import trial
from sct.runtime.trace import Trace

__all__ = ["check_asked", "check_number", "does_more", "is_loud", "one_by_one", "refuse_loud", "tried_out"]


def is_loud(trace: Trace, x: Any, *, by_places: bool = False, own: bool = True) -> bool:
    """Whether to ask it for its length and items does more than to step it: tried out, and undone.

    Where it is asked `by_places`, so is a list of a user's class; what it notes in itself counts if its `own` does.
    """
    from sct.runtime.call import convert_call

    generator = isinstance(x, TracedGenerator)
    if not (is_asked(x) or _can_be_asked_more(x)) and not (generator and x.is_fresh):
        return False
    with trace.region() as region, trial(trace):
        with contextlib.suppress(Exception, Diverged):
            if (method := users_method(x, "__getattr__")) is not None:
                convert_call(method)(x, "__array_interface__")
        try:
            hint_of(trace, x)
            collect(trace, x.copy() if generator else users_iterable(trace, x))
            if by_places:
                _ask_for_places(x)
        except (Exception, Diverged):  # as it will where it is asked
            pass
        steps = generator or not own or users_method(x, "__next__") is not None
        loud = does_more(trace, region, x if steps else None)
        region.transaction.rollback()
    return loud


def does_more(trace: Trace, region: Region, iterator: Any) -> bool:
    """Whether a region has effects, or has changed what is not its own."""
    if have_effects(region.builder.ops):
        return True
    changed = [cell.owner for cell, before, after in region.transaction.changes() if not _are_one(before, after)]
    return any(_is_others(trace, owner, iterator, region.builder) for owner in changed)


def _are_one(before: Any, after: Any) -> bool:
    """Whether a container that was looked into holds what it held."""
    items = (before, after)
    return before is after or (
        all(type(x) is tuple for x in items) and len(before) == len(after) and all(map(operator.is_, before, after))
    )


def tried_out(trace: Trace, act: Callable[[], Any]) -> tuple[Any, bool]:
    """What it makes, as long as that is no part of the program, and whether it does more: all that is undone."""
    made = error = None
    with trace.region() as region, trial(trace):
        try:
            made = act()
        except (Exception, Diverged) as raised:
            error = raised
        loud = isinstance(error, Diverged) or does_more(trace, region, None)
        region.transaction.rollback()
    if error is not None:
        raise refuse_loud(trace, "NumPy") if loud else error
    return made, loud


_OF_NUMBERS = {
    **dict.fromkeys(("__int__", "__trunc__", "__abs__"), ()),
    **dict.fromkeys(("__eq__", "__lt__", "__gt__", "__le__", "__ge__"), (1,)),
    **dict.fromkeys(("__add__", "__radd__", "__mul__", "__rmul__", "__sub__", "__rsub__", "__rtruediv__"), (1,)),
}


def check_number(trace: Trace, what: str, x: Any) -> None:
    """Refuse an object that stands where a function wants a number, and does more than answer what that is asked."""
    from sct.runtime.call import convert_call

    for name, args in _OF_NUMBERS.items():
        method = users_method(x, name)
        if method is None:
            continue
        with contextlib.suppress(TypeError, ValueError, AttributeError):
            if tried_out(trace, partial(convert_call(method), x, *args))[1]:
                raise refuse_loud(trace, what)


def _ask_for_places(x: Any) -> None:
    """Take the first item, and put it back, by methods of the class of the user's."""
    from sct.runtime.call import convert_call

    if (get := users_method(x, "__getitem__")) is not None:
        convert_call(get)(x, 0)
    if (put := users_method(x, "__setitem__")) is not None:
        convert_call(put)(x, 0, next(items_in(x)))


def _is_others(trace: Trace, owner: Any, iterator: Any, around: Any) -> bool:
    """Whether what has changed is neither where an iterator stands, nor sct's own, nor made meanwhile."""
    builder = trace.made.get(owner)
    while builder is not None and builder is not around:
        builder = builder.parent
    return owner is not iterator and builder is None and not home_of(type(owner)).startswith("sct.")


def check_asked(trace: Trace, what: str, *asked: Any) -> None:
    """Before code of a library goes through these in a way of its own."""
    if any(_can_be_asked_more(x) and is_loud(trace, x) for x in asked):
        raise refuse_loud(trace, what)


def refuse_loud(trace: Trace, what: str) -> SideEffectError:
    """The error where such an object is given to a function of a library's."""
    return SideEffectError(
        f"an object that does more than answer is given to {what}()",
        where=trace.location(),
        why="how often it is asked, and for what, is up to the code of the library",
        fix="give it a list of the object's items",
    )


_MORE = ("__len__", "__length_hint__", "__next__", "__getitem__", "__setitem__", "__getattr__")


def _can_be_asked_more(x: Any) -> bool:
    """Whether there is more to be asked than an `__iter__` that answers an iterator of Python's."""
    return any(users_method(x, name) is not None for name in _MORE)


def one_by_one(trace: Trace, x: Any) -> Iterator[Any]:
    """The items of a loud one for Python's own code, which takes no more than it needs: the trace has to know them."""
    from sct.runtime.call import convert_call
    from sct.runtime.lists.making import is_unhashable_now

    iterator = x if isinstance(x, TracedGenerator) else convert_call(iter)(x)

    def known() -> Iterator[Any]:
        for item in stepped_by_python(trace, iterator):
            if is_unhashable_now(item):
                raise StaticValueError(
                    "how many items are asked for depends on values of the run, and to ask does more than that",
                    where=trace.location(),
                    fix="make a list of the items first",
                )
            yield item

    return known()
