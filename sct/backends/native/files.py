"""The state of this package's own files: what was made by them is not taken for what others made."""

from __future__ import annotations

import os
from collections.abc import Iterable

from sct.digest import blake2b

__all__ = ["state_of"]


def state_of(floors: Iterable[str], more: str) -> str:
    """A short text that changes with the files of these packages, and with `more`; "" if unknown.

    The package "" is sct itself: the files that stand right in it.
    """
    home = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    made = blake2b(more.encode(), digest_size=16)
    try:
        for floor in floors:
            _add_files(made, os.path.join(home, floor), inner=floor != "")
    except OSError:  # they stand in an archive
        return ""
    return made.hexdigest()


def _add_files(made: blake2b, folder: str, *, inner: bool = True) -> None:
    """Names, sizes and times, as Python itself tells whether a file has changed since it was compiled."""
    with os.scandir(folder) as items:
        for item in sorted(items, key=lambda item: item.name):
            if item.name == "__pycache__":
                continue
            if item.is_dir():
                if inner:
                    _add_files(made, item.path)
                continue
            info = item.stat()
            made.update(f"{item.name} {info.st_size} {info.st_mtime_ns};".encode())
