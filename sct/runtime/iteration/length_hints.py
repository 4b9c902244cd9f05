"""What `list(x)` asks before it walks through `x`: for how many items it should make room.

The answer decides nothing, but to ask runs code of the user's, a `__len__` or a `__length_hint__`, after `__iter__`.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from sct.runtime.calls.raising import raise_later
from sct.runtime.current import has_own, is_variable
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.iteration.user_iteration import users_iterable
from sct.runtime.joins.choice import Choice
from sct.runtime.objects.kinds import kind_of
from sct.runtime.objects.operators import users_method
from sct.runtime.state.bare import items_in, pairs_in
from sct.runtime.texts.kind_names import type_name
from sct.runtime.trace import Trace

__all__ = ["hint_of", "unasked", "with_room", "without_room"]

_OF_PYTHON = (list, tuple, dict, set, frozenset, str, bytes, deque)


def with_room(trace: Trace, x: Any) -> Any:
    """What is walked through in place of `x`, which has been asked for its length."""
    if type(x) in _OF_PYTHON or is_variable(x) or not _tells(x):
        return x
    if isinstance(x, _OF_PYTHON) and users_method(x, "__iter__") is None:
        if not _has_items(x):
            return x
        hint_of(trace, x)
        return _own_items(x)
    walked = users_iterable(trace, x)
    if not getattr(walked, "hinted", False):
        hint_of(trace, x)
    return unasked(walked)


def unasked(walked: Any) -> Any:
    """What is walked through, which is not asked for its length by what makes a list of it."""
    if has_own(walked, "sct_hint"):
        walked.hinted = True
    return walked


def without_room(x: Any) -> Any:
    """The same where Python does not ask: the items of a list of the user's class, which it is not to ask."""
    own = isinstance(x, _OF_PYTHON) and type(x) not in _OF_PYTHON and _has_items(x) and _tells(x)
    if has_own(x, "sct_hint"):
        return unasked(x)
    return _own_items(x) if own and users_method(x, "__iter__") is None else x


def _has_items(x: Any) -> bool:
    """Whether what it holds is known in the order in which Python goes through it."""
    return not isinstance(x, (set, frozenset)) and not (isinstance(x, dict) and is_hashed(x))


def _own_items(x: Any) -> Any:
    """Those of a list, dict or text of the user's class: Python's own code is not to ask for its length once more."""
    from sct.runtime.lists import growing

    if isinstance(x, dict):
        return [key for key, _ in pairs_in(x)]
    if isinstance(x, (str, bytes)):
        return list(str.__iter__(x) if isinstance(x, str) else bytes.__iter__(x))
    return x if growing.is_growing(x) else list(items_in(x))


def _tells(x: Any) -> bool:
    by_users = any(users_method(x, name) is not None for name in ("__len__", "__length_hint__"))
    return by_users or has_own(x, "sct_hint")


def hint_of(trace: Trace, x: Any) -> Any:
    """How many items an object of the user's says that it has; None where it says nothing."""
    from sct.runtime.call import convert_call

    if has_own(x, "sct_hint"):
        return _of_an_iterator(x)
    try:
        if users_method(x, "__len__") is not None:
            with trace.handling.apart():
                return convert_call(len)(x)
    except TypeError:  # Python goes on to the hint
        pass
    hint = users_method(x, "__length_hint__")
    if hint is None:
        return None
    try:
        with trace.handling.apart():
            answer = convert_call(hint)(x)
    except TypeError:
        return None
    return None if answer is NotImplemented else _checked(trace, answer)


def _of_an_iterator(x: Any) -> Any:
    """What Python's own iterator of a sequence of the user's says, which asks that for its length."""
    try:
        return x.sct_hint()
    except TypeError:
        return None


def _checked(trace: Trace, answer: Any) -> Any:
    from sct.runtime.control_flow import select

    if type(answer) is Choice:
        return answer.sct_distribute(lambda one: None if one is NotImplemented else _checked(trace, one))
    if not issubclass(kind_of(answer), int):
        raise TypeError(f"__length_hint__ must be an integer, not {type_name(answer)}")
    below = ValueError("__length_hint__() should return >= 0")
    select(answer < 0, lambda: raise_later(trace, below), lambda: None)
    return answer if kind_of(answer) is not bool else answer + 0
