"""`print` in converted code: on plain values Python's own, in a trace an op that prints at every run."""

from __future__ import annotations

import builtins
from typing import Any

from sct.runtime.call import convert_call
from sct.runtime.current import current

__all__ = ["convert_print"]


def convert_print(f: Any) -> Any:
    """What to call instead of `print`, or of what the user's globals have under that name.

    Examples
    --------
    >>> convert_print(print)("a", 1, sep="-")
    a-1
    """
    trace = current()
    if trace is None or f is not builtins.print:
        return convert_call(f)
    from sct.runtime.effects import print_later

    return print_later
