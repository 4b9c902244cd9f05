"""f-strings and messages: text now, or a template that is filled in when the program runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sct.runtime.current import current

__all__ = ["fstring", "message_template"]

_CONVERSIONS: dict[str, Callable[[Any], str]] = {"s": str, "r": repr, "a": ascii}


def fstring(*parts: Any) -> Any:
    """An f-string: each part is text, or a tuple of value, conversion and format spec.

    Examples
    --------
    >>> fstring("x = ", (1.5, "", ".2f"), "!", ("a", "r", ""))
    "x = 1.50!'a'"
    """
    if current() is not None:
        from sct.runtime.texts.deferred_text import deferred_fstring

        return deferred_fstring(parts)
    return "".join([part if type(part) is str else _text(*part) for part in parts])


def _text(value: Any, conversion: str | None = None, spec: str | None = None) -> str:
    if conversion:
        value = _CONVERSIONS[conversion](value)
    return format(value, spec or "")


def message_template(args: tuple[Any, ...]) -> tuple[tuple[Any, ...], list[Any]]:
    """What `str()` of an exception with these arguments says, as a template and its run-time values."""
    from sct.runtime.texts.deferred_text import pieces_of
    from sct.runtime.texts.text_pieces import template_from

    if not args:
        return (), []
    try:
        return template_from(pieces_of(args[0] if len(args) == 1 else args, "s"))
    except ValueError:  # Python makes exceptions of ints that it does not write
        return ("an int too long to show",), []
