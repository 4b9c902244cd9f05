"""What follows where a special method of the user's has answered NotImplemented, or may have when the program runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sct.runtime.calls.raised_words import in_pythons_words
from sct.runtime.current import has_spec
from sct.runtime.homes import home_of
from sct.runtime.joins.choice import Choice
from sct.runtime.logical import is_, not_
from sct.runtime.state.bare import items_in
from sct.runtime.state.cells import is_python_class, pythons_base

__all__ = ["by_python", "has_no_answer", "or_else"]

_RANKS = ("__array_ufunc__", "__array_priority__")  # by which an object says that it goes before NumPy's operators


def has_no_answer(answer: Any) -> bool:
    """Whether this is NotImplemented, or may be as the run decides.

    >>> has_no_answer(NotImplemented), has_no_answer(None)
    (True, False)
    """
    return answer is NotImplemented or (
        type(answer) is Choice and any(one is NotImplemented for one in answer.alternatives)
    )


def or_else(answer: Any, otherwise: Callable[[], Any]) -> Any:
    """`answer`, or what `otherwise` answers where it is NotImplemented.

    >>> or_else(1, lambda: 2), or_else(NotImplemented, lambda: 2)
    (1, 2)
    """
    if not has_no_answer(answer):
        return answer
    return otherwise() if answer is NotImplemented else answer.sct_distribute(lambda one: or_else(one, otherwise))


def by_python(function: Callable[[Any, Any], Any], own: str, a: Any, b: Any) -> Any:
    """What Python answers, or raises, where neither of the two has an answer: their methods are not asked again."""
    if own in ("__eq__", "__ne__"):
        return is_(a, b) if own == "__eq__" else not_(is_(a, b))
    a, b = _without_methods(a, own), _without_methods(b)
    if has_spec(a) or has_spec(b):  # whose own methods would say it the other way round
        from sct.runtime.numpy_functions.numpy_signatures import raised_by_numpy

        raised = raised_by_numpy(function, (a, b), {})
        if isinstance(raised, TypeError) and not getattr(raised, "sct_by_value", False):
            raise raised
    return in_pythons_words(function, a, b)


def _without_methods(x: Any, own: str = "") -> Any:
    """An object of a class of the same name in place of one of the user's.

    A list or tuple holds the same items, unless its class has a method of its `own` in place of Python's.
    """
    kind: Any = type(x)
    if not is_python_class(kind) or home_of(kind).startswith("sct."):
        return x
    base = pythons_base(kind)
    if base not in (object, list, tuple) and base not in _HELD:
        return x
    base = object if own and getattr(kind, own, None) is not getattr(base, own, None) else base
    ranks = {name: getattr(kind, name) for name in _RANKS if not callable(getattr(kind, name, len))}
    named = {"__module__": kind.__module__, "__qualname__": kind.__qualname__}
    bare: Any = type(kind.__name__, (base,), {**named, **ranks})
    return bare() if base is object else bare(_HELD.get(base, items_in)(x))


_HELD: dict[Any, Any] = {int: int.__int__, float: float.__float__, complex: complex.__pos__, str: str.__str__}
"""What an object of a class derived from one of Python's values is to Python itself."""
