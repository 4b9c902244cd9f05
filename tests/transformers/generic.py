"""Converted code with its converters: what `.code` shows, and what tracing starts from, run on plain values."""

from sct.runtime.conversion.converting import compiled
from sct.runtime.source import get_conversion


def generic(fn, passes=None):
    """The converted form of `fn`, in which every construct goes through `_sct`."""
    conversion = get_conversion(fn, passes)
    return conversion._function(fn, compiled(conversion.tree, conversion._recovered), {})
