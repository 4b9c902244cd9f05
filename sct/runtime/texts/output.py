"""Where and how a function prints."""

from __future__ import annotations

from typing import Any

__all__ = ["Output"]


class Output:
    """What a function has set for what it prints.

    Attributes
    ----------
    options : dict
        The print options of NumPy that it has set.
    streams : dict
        What stands in place of one of `sys` for a while.
    """

    def __init__(self) -> None:
        self.options: dict[str, Any] = {}
        self.streams: dict[str, Any] = {}
