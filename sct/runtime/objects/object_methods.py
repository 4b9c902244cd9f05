"""The methods that every object has from `object`, called by their names: `object.__hash__(x)`, `x.__str__()`, …"""

from __future__ import annotations

from types import FunctionType, GetSetDescriptorType, MemberDescriptorType
from typing import Any

from sct.runtime.callers.callables import note_object
from sct.runtime.objects.as_written import as_written
from sct.runtime.rolling.alike_functions import check_alike
from sct.runtime.state.class_content import in_class
from sct.runtime.state.instances import is_of_attributes
from sct.runtime.trace import Trace

__all__ = ["object_method"]

_DESCRIPTORS = (MemberDescriptorType, GetSetDescriptorType, property)
_OF_IDENTITY = ("__hash__", "__repr__")


def object_method(trace: Trace, f: Any, owner: Any, args: tuple[Any, ...]) -> Any:
    """What the method `f` of an object of a user's class answers; NotImplemented if it is none of these.

    The address is in what `object` itself makes a hash or a text of.
    """
    name = f.__name__
    if name in (*_OF_IDENTITY, "__eq__", "__ne__", "__str__"):
        check_alike(owner, *args)
    if isinstance(owner, _DESCRIPTORS) and name in ("__get__", "__set__", "__delete__") and args:
        return _descriptor_method(trace, f, owner, name, args)
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


def _descriptor_method(trace: Trace, f: Any, owner: Any, name: str, args: tuple[Any, ...]) -> Any:
    """`K.slot.__set__(x, v)`: as `x.slot = v`, where the class of `x` has nothing else under this name."""
    from sct.runtime.callers.reads import read_attribute
    from sct.runtime.state.mutation import call_converted, del_attr_plainly, store_attr_plainly

    x, *rest = args
    if isinstance(owner, property):
        method = as_written({"__get__": owner.fget, "__set__": owner.fset, "__delete__": owner.fdel}[name])
        asked = type(method) is FunctionType and not (name == "__get__" and x is None)
        return call_converted(method, x, *(rest if name == "__set__" else ())) if asked else NotImplemented
    kept = owner.__name__
    if x is None or isinstance(x, type) or in_class(type(x), kept) is not owner:
        return NotImplemented if name == "__get__" else f(*args)
    if name == "__get__":
        return read_attribute(trace, x, kept)
    return store_attr_plainly(trace, x, kept, *rest) if name == "__set__" else del_attr_plainly(trace, x, kept)
