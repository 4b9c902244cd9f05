"""Converted callees on plain values: one converted function per function object, kept weakly.

A converted function refers to the globals and cells of the original, which often refer back to it, so
weak keys alone would keep some functions alive for ever; the cache is bounded as well.
"""

from __future__ import annotations

import logging
import threading
import weakref
from types import CodeType, FunctionType
from typing import Any

from sct.errors import SctError
from sct.runtime import ignore

__all__ = ["convert_plain"]

_log = logging.getLogger("sct.call")
_LIMIT = 4096
_AS_IS = object()
# function -> its code and defaults when it was converted, the converted function, and the weak
# reference whose callback drops the entry
_known: dict[weakref.ref[FunctionType], tuple[CodeType, Any, Any, Any]] = {}
_lock = threading.Lock()
_ref = weakref.ref


def convert_plain(fn: FunctionType) -> FunctionType:
    """The converted form of a Python function, or the function itself where it stays as it is."""
    entry = _known.get(_ref(fn))
    if entry is not None and entry[0] is fn.__code__ and entry[1] is fn.__defaults__:
        converted: FunctionType = fn if entry[2] is _AS_IS else entry[2]
        return converted
    return _convert(fn)


def _convert(fn: FunctionType) -> FunctionType:
    converted = convert_anew(fn)
    key = weakref.ref(fn)

    def drop(_: Any, key: Any = key) -> None:
        _known.pop(key, None)

    with _lock:
        if len(_known) >= _LIMIT:
            for old in list(_known)[: _LIMIT // 4]:
                _known.pop(old, None)
        kept = _AS_IS if converted is fn else converted
        _known[key] = (fn.__code__, fn.__defaults__, kept, weakref.ref(fn, drop))
    return converted


def convert_anew(fn: FunctionType) -> FunctionType:
    """Convert without looking into the cache."""
    from sct.runtime.source import get_conversion, is_converted_code

    if is_converted_code(fn.__code__) or ignore.is_ignored_function(fn):
        return fn
    try:
        converted: FunctionType = get_conversion(fn).plain(fn)
        return converted
    except SctError as error:
        _log.debug("%s is called as it is: %s", fn.__qualname__, error)
        return fn


def _forget() -> None:
    with _lock:
        _known.clear()


ignore.on_change(_forget)
