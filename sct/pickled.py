"""How a static function is pickled: by its name, where it has one, else as its function and options."""

from __future__ import annotations

import inspect
from typing import Any

from sct.quick_call import kind_of

__all__ = ["reduced"]


def reduced(static: Any) -> Any:
    """Return what `__reduce__` answers for a `StaticFunction`."""
    function = static.__sct_original__
    found: Any = inspect.getmodule(function)
    for part in function.__qualname__.split("."):
        found = getattr(found, part, None)
    if found is static:
        return function.__qualname__
    # the function itself can only be found by its name if nothing static stands there
    named = found if getattr(found, "__sct_original__", None) is function else function
    return _rebuild, (kind_of(static), named, static._instance, static._options)


def _rebuild(kind: type, named: Any, instance: Any, options: dict[str, Any]) -> Any:
    return kind(getattr(named, "__sct_original__", named), instance=instance, **options)
