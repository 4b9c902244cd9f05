"""What a property or another descriptor answers; where it raises an AttributeError, a `__getattr__` is asked."""

from __future__ import annotations

from typing import Any

from sct.runtime import trace as tracing
from sct.runtime.call import convert_call
from sct.runtime.objects import operators

__all__ = ["got"]


def got(trace: tracing.Trace, owner: Any, name: str, getter: Any, *args: Any) -> Any:
    """`getter(*args)`, which stands for `owner.name`.

    Raises
    ------
    AttributeError
        Where the class of `owner` has no `__getattr__`, as Python does.
    """
    fallback = operators.users_method(owner, "__getattr__")
    if fallback is None:
        return convert_call(getter)(*args)
    try:
        with trace.handling.apart():
            return convert_call(getter)(*args)
    except AttributeError:
        return convert_call(fallback)(owner, name)
