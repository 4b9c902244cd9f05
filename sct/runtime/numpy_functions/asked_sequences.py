"""Sequences of the user's classes that NumPy's functions are given: asked as often as NumPy asks them, or refused.

What makes one array of each argument asks for a length and an iterator once, as `array_likes` does. Other functions,
many of them written in Python, ask again where they like: there, objects that do more than answer are refused.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.errors import UnsupportedCallError
from sct.runtime.arrays.flat_arguments import check_flats
from sct.runtime.callers.number_lists import is_long
from sct.runtime.calls.purity import full_name
from sct.runtime.current import is_variable
from sct.runtime.iteration.array_likes import answers_itself, as_lists
from sct.runtime.iteration.loud import is_loud, refuse_loud
from sct.runtime.lists import growing
from sct.runtime.objects.operators import users_method
from sct.runtime.state.bare import items_in
from sct.runtime.trace import Trace

__all__ = ["check_numpy", "taken"]

#: These make one array of each argument, as ufuncs do.
_ONCE = (np.array, np.asarray, np.asanyarray)
#: These ask a list of a user's class for its items one by one.
_BY_PLACES = (np.concatenate, np.lexsort, np.choose, np.ravel_multi_index, np.piecewise)
_FEW = 16  # objects that are tried out


def taken(
    trace: Trace, f: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The arguments by position, as plain Python may be given them, and without other sequences than lists."""
    check_flats(f, args, kwargs)
    once = isinstance(f, np.ufunc) or any(f is one for one in _ONCE)
    met = check_numpy(trace, f, args, kwargs, once)
    listed = as_lists(trace, args)
    return listed if met and once else args, listed


def check_numpy(trace: Trace, f: Any, args: tuple[Any, ...], kwargs: dict[str, Any], once: bool = False) -> bool:
    """Whether there are lists that say themselves what they hold; refuse what does more than that.

    Not where they are asked `once`, by `as_lists`.
    """
    name = f if isinstance(f, str) else full_name(f)
    by_places = name.endswith(".shuffle") or any(f is one for one in _BY_PLACES)
    todo = [*((x, once) for x in args), *((x, False) for x in kwargs.values())]
    met, tried = False, 0
    while todo:
        x, is_asked = todo.pop()
        if growing.is_growing(x):
            _check_growing(trace, name, x)
            continue
        if type(x) in (list, tuple):
            todo += [] if is_long(x) else [(item, is_asked) for item in x]
            continue
        if not _is_object(x):
            continue
        if answers := answers_itself(x):
            met = True
            todo += [(item, is_asked) for item in items_in(x)]
        if not (answers and is_asked) and tried < _FEW:
            tried += 1
            if is_loud(trace, x, by_places=by_places):
                raise refuse_loud(trace, name)
    return met


def _check_growing(trace: Trace, name: str, x: Any) -> None:
    if users_method(x, "__iter__") is not None:
        raise UnsupportedCallError(
            f"{name}() goes through a list of run-time length by the __iter__ of its class",
            where=trace.location(),
            fix="give it list(…) of that",
        )


def _is_object(x: Any) -> bool:
    """Whether this may be an object of a user's class: most is not, and need not be asked."""
    return not (is_variable(x) or type(x).__module__ in ("builtins", "numpy"))
