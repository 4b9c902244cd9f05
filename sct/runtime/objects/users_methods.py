"""Which special method of an object is the user's own, to be converted as their functions are."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from sct.runtime.callers.class_lookup import guard_special
from sct.runtime.current import current
from sct.runtime.ignore import is_ignored_class, is_ignored_function
from sct.runtime.objects.as_written import as_written

__all__ = ["users_method"]


def users_method(value: Any, name: str) -> FunctionType | None:
    """The special method of a user's class, if it is written in Python and not to be left alone."""
    kind = type(value)
    method = as_written(getattr(kind, name, None))
    if type(method) is FunctionType and not is_ignored_function(method) and not _is_librarys(kind, method):
        trace = current()
        if trace is not None:
            guard_special(trace, kind, name)
        return method
    return None


def _is_librarys(kind: type, method: FunctionType) -> bool:
    """Whether a class of a library has this method from the classes of `collections.abc`."""
    return method.__globals__.get("__name__") == "collections.abc" and is_ignored_class(kind)
