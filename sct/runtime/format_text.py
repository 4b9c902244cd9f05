"""f-strings and messages: text now, or a template that is filled in when the program runs."""

from __future__ import annotations

from typing import Any

from sct.runtime.current import current

__all__ = ["fstring"]

_CONVERSIONS = {"s": str, "r": repr, "a": ascii}


def fstring(*parts: Any) -> Any:
    """An f-string: each part is text, or a tuple of value, conversion and format spec.

    Examples
    --------
    >>> fstring("x = ", (1.5, "", ".2f"), "!", ("a", "r", ""))
    "x = 1.50!'a'"
    """
    if current() is not None:
        from sct.runtime import deferred_text

        return deferred_text.fstring(parts)
    return "".join([part if type(part) is str else _text(*part) for part in parts])


def _text(value: Any, conversion: str | None = None, spec: str | None = None) -> str:
    if conversion:
        value = _CONVERSIONS[conversion](value)
    return format(value, spec or "")
