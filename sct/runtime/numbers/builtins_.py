"""The builtins that mean something else on symbolic values: `len`, `int`, `range`, `isinstance`, …"""

from __future__ import annotations

from typing import Any

from sct.runtime.call import convert_call

__all__ = ["convert_builtin"]


def convert_builtin(f: Any) -> Any:
    """What to call instead of `f`, which stands where the user wrote the name of a builtin.

    On plain values that is the builtin itself. It is whatever the user put in its place where a
    global of the same name hides it.

    Examples
    --------
    >>> convert_builtin(len)("abc")
    3
    """
    return convert_call(f)
