"""NumPy's functions that write into their first argument: an array, and no list, of which they would fill a copy."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.runtime.lists import growing
from sct.runtime.numpy_functions.reads_again import check_values_apart

__all__ = ["check_written", "check_written_at"]

_WRITING = (np.put, np.place, np.copyto, np.putmask)
_IN_TURN: dict[Any, int] = {np.place: 2, np.fill_diagonal: 1}  # of which argument they read an element, and write one


def check_written(f: Any, args: tuple[Any, ...]) -> None:
    """Let NumPy itself say that it takes no list, where `f` would write into one of run-time length.

    Values are refused that it would read from the array while it writes to it.
    """
    if f in _IN_TURN and len(args) > _IN_TURN[f]:
        check_values_apart(args[0], args[_IN_TURN[f]], f"np.{f.__name__}")
    if args and f in _WRITING and growing.is_growing(args[0]):
        f([], *([0] for _ in args[1:]))


def check_written_at(ufunc: np.ufunc, args: tuple[Any, ...]) -> None:
    """The same for `ufunc.at`."""
    if args and growing.is_growing(args[0]):
        at: Any = ufunc.at
        at([], *([0] for _ in args[1:]))
