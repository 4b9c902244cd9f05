"""Format specs of numbers, packed into one word for the runtime that writes them."""

from __future__ import annotations

import re

__all__ = ["DECIMAL", "BINARY", "OCTAL", "HEX", "LARGE_HEX", "SHORTEST", "FIXED", "INSIDE", "LEFT", "MIDDLE", "RIGHT"]
__all__ += ["longest", "packed"]

DECIMAL, BINARY, OCTAL, HEX, LARGE_HEX = range(5)  # of integers
SHORTEST, FIXED = 5, 6  # of doubles
LEFT, RIGHT, MIDDLE, INSIDE = range(4)

_SPEC = re.compile(r"(?:(.)?([<>^=]))?([-+ ]?)(0?)(\d*)(?:\.(\d+))?([a-zA-Z]?)", re.DOTALL)
_ALIGNMENTS = {"<": LEFT, ">": RIGHT, "^": MIDDLE, "=": INSIDE}
_KINDS = {"d": DECIMAL, "b": BINARY, "o": OCTAL, "x": HEX, "X": LARGE_HEX}
_MOST = 60  # columns, or digits after the point


def packed(spec: str, is_float: bool, is_text: bool) -> int | None:
    """A word that says what a spec does; None of what the runtime does not know. `is_text`: after `!s` or `!r`.

    >>> packed(".2f", True, False) == FIXED | RIGHT << 4 | 2 << 16 | ord(" ") << 40
    True
    >>> packed("e", True, False)
    """
    match = _SPEC.fullmatch(spec)
    if match is None:
        return None
    fill, align, sign, zero, width, precision, kind = match.groups()
    if int(width or 0) > _MOST or int(precision or 0) > _MOST:
        return None
    if is_text and (sign or precision or kind not in ("", "s") or align == "="):
        return None
    if is_text:
        code = SHORTEST if is_float else DECIMAL
    elif is_float:
        if kind not in ("", "f") or (precision and not kind):
            return None
        code = FIXED if kind else SHORTEST
    else:
        if precision or (kind or "d") not in _KINDS:
            return None
        code = _KINDS[kind or "d"]
    if not align:
        align = "<" if is_text else "=" if zero else ">"
    letter = fill or ("0" if zero else " ")
    digits = int(precision if precision else 6) if code == FIXED else 0
    shown = ord(sign) if sign in ("+", " ") and sign else 0
    return code | _ALIGNMENTS[align] << 4 | shown << 8 | digits << 16 | int(width or 0) << 28 | ord(letter) << 40


def longest(word: int) -> int:
    """How many letters a number may take, at most."""
    kind, digits, width = word & 15, (word >> 16) & 4095, (word >> 28) & 4095
    return max(width, {FIXED: 312 + digits, SHORTEST: 26}.get(kind, 66)) + 1
