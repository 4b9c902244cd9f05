"""The text of the file that a function stands in."""

from __future__ import annotations

import linecache
import os.path
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
    of_module = os.path.basename(fn.__globals__.get("__file__") or "") == os.path.basename(name)
    # a module's loader gives the module's text whatever the name is: not that of code which was made there by `exec`
    return linecache.getlines(name, fn.__globals__ if of_module else None)
