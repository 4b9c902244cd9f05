"""The text of the file that a function stands in."""

from __future__ import annotations

import linecache
import sys
from types import FunctionType

__all__ = ["lines_of"]

_FROZEN = "<frozen "


def lines_of(fn: FunctionType) -> list[str]:
    """The lines of its file; of a module that Python has frozen, of the file that it was made of."""
    name = fn.__code__.co_filename
    if name.startswith(_FROZEN):
        module = sys.modules.get(name.removeprefix(_FROZEN).rstrip(">"))
        name = getattr(module, "__file__", None) or name
    return linecache.getlines(name, fn.__globals__)
