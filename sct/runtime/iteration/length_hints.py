"""What `list(x)` asks before it walks through `x`: for how many items it should make room.

The answer decides nothing, but to ask runs code of the user's, a `__len__` or a `__length_hint__`, after `__iter__`.
"""

from __future__ import annotations

from typing import Any

from sct.runtime.calls.raised_words import raise_as_python
from sct.runtime.current import has_spec, is_variable
from sct.runtime.iteration.user_iteration import users_iterable
from sct.runtime.numbers.whole_objects import as_index
from sct.runtime.objects.operators import users_method
from sct.runtime.state.bare import items_in
from sct.runtime.trace import Trace

__all__ = ["as_length", "with_room", "without_room"]

class _Sized:
    """Has a length: Python says what it thinks of it."""

    def __init__(self, length: Any) -> None:
        self.length = length

    def __len__(self) -> int:
        found: int = self.length
        return found


def as_length(answer: Any) -> Any:
    """What `len` answers where `__len__` has answered this; what the run knows is taken for a length.

    >>> as_length(True)
    1
    >>> as_length(-1)
    Traceback (most recent call last):
    ValueError: __len__() should return >= 0
    """
    if has_spec(answer) or hasattr(type(answer), "alternatives"):
        return answer
    answer = as_index(answer)
    return int(answer) if isinstance(answer, int) and answer >= 0 else raise_as_python(len, _Sized(answer))


_OF_PYTHON = (list, tuple, dict, set, frozenset, str)


def with_room(trace: Trace, x: Any) -> Any:
    """What is walked through in place of `x`, which has been asked for its length."""
    if type(x) in _OF_PYTHON or is_variable(x) or not _tells(x):
        return x
    if isinstance(x, _OF_PYTHON) and users_method(x, "__iter__") is None:
        if isinstance(x, (list, tuple)):
            _ask(trace, x)
            return _own_items(x)
        return x
    walked = users_iterable(trace, x)
    _ask(trace, x)
    return walked


def without_room(x: Any) -> Any:
    """The same where Python does not ask: the items of a list of the user's class, which it is not to ask."""
    own = isinstance(x, (list, tuple)) and type(x) not in (list, tuple) and _tells(x)
    return _own_items(x) if own and users_method(x, "__iter__") is None else x


def _own_items(x: list[Any] | tuple[Any, ...]) -> Any:
    """Those of a list of the user's class: Python's own code is not to ask for its length once more."""
    from sct.runtime.lists import growing

    return x if growing.is_growing(x) else list(items_in(x))


def _tells(x: Any) -> bool:
    return any(users_method(x, name) is not None for name in ("__len__", "__length_hint__"))


def _ask(trace: Trace, x: Any) -> None:
    from sct.runtime.call import convert_call

    try:
        if users_method(x, "__len__") is not None:
            convert_call(len)(x)
            return
    except TypeError:  # Python goes on to the hint
        pass
    hint = users_method(x, "__length_hint__")
    if hint is None:
        return
    try:
        answer = convert_call(hint)(x)
    except TypeError:
        return
    if is_variable(answer) or answer is NotImplemented:
        return
    if not isinstance(answer, int):
        raise TypeError(f"__length_hint__ must be an integer, not {type(answer).__name__}")
    if answer < 0:
        raise ValueError("__length_hint__() should return >= 0")
