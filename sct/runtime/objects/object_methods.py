"""The methods that every object has from `object`, called by their names: `object.__hash__(x)`, `x.__str__()`, …"""

from __future__ import annotations

from typing import Any

from sct.runtime.callers.callables import note_object
from sct.runtime.state.instances import is_of_attributes
from sct.runtime.trace import Trace

__all__ = ["object_method"]

_OF_IDENTITY = ("__hash__", "__repr__")


def object_method(trace: Trace, f: Any, owner: Any, args: tuple[Any, ...]) -> Any:
    """What the method `f` of an object of a user's class answers; NotImplemented if it is none of these.

    The address is in what `object` itself makes a hash or a text of.
    """
    name = f.__name__
    if getattr(f, "__objclass__", None) is not object or not is_of_attributes(owner):
        return NotImplemented
    if name in _OF_IDENTITY and not args:
        note_object(trace, owner)
        return NotImplemented
    from sct.runtime.numbers.traced_builtins import TRACED

    if name == "__str__" and not args:
        return TRACED[str](trace, owner)
    if name == "__getattribute__" and len(args) == 1 and type(args[0]) is str:
        try:
            f(*args)  # which asks no `__getattr__`
        except AttributeError:
            raise
        except Exception:  # from a property, which is called as converted code, too
            pass
        return TRACED[getattr](trace, owner, *args)
    return NotImplemented
