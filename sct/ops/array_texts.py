"""Texts that NumPy makes of arrays and numbers, under print options that are part of the program."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from typing import Any

import numpy as np

__all__ = ["FUNCTIONS", "LETTERS", "WORDS", "styled", "text_maker"]

_BUILTINS: dict[str, Callable[..., str]] = {"s": str, "r": repr, "a": ascii, "hex": float.hex}
FUNCTIONS: dict[str, Callable[..., str]] = {
    name: getattr(np, name)
    for name in (
        *("array2string", "array_repr", "array_str", "binary_repr", "base_repr"),
        *("format_float_positional", "format_float_scientific"),
    )
}
"""Functions of NumPy that answer a text of their first argument."""
LETTERS = "letters:"
"""What the name of a conversion begins with that shows codes as an array of letters."""
WORDS = "words:"
"""And as an array of longer texts, whose letters are along the last axis."""


def styled(name: str, options: dict[str, Any], arguments: dict[str, Any]) -> str:
    """The conversion of a piece of text: `str`, `repr`, `ascii` or a function of these, under print options.

    >>> text_maker(styled("s", {"precision": 2}, {}))(np.array([1 / 3]))
    '[0.33]'
    """
    return json.dumps([name, options, arguments], sort_keys=True)


@functools.lru_cache(maxsize=256)
def text_maker(conversion: str) -> Callable[[Any], str]:
    """What makes the text of a value that `styled` says."""
    name, options, arguments = json.loads(conversion)
    kind, _, name = name.rpartition(":")
    function = _BUILTINS.get(name) or FUNCTIONS[name]

    def make(value: Any) -> str:
        if kind:
            value = value.view("U1") if kind in LETTERS else value.copy().view(f"U{value.shape[-1]}")[..., 0]
        if not options:
            return function(value, **arguments)
        with np.printoptions(**options):
            return function(value, **arguments)

    return make
