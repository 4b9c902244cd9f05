"""The state of this package's own files: what was made by them is not taken for what others made."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache

from sct.digest import blake2b

__all__ = ["state_of", "state_of_folder"]


def state_of(floors: Iterable[str], more: str) -> str:
    """A short text that changes with the files of these packages, and with `more`; "" if unknown.

    The package "" is sct itself: the files that stand right in it.
    """
    home = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    made = blake2b(more.encode(), digest_size=16)
    try:
        for floor in floors:
            made.update(state_of_folder(os.path.join(home, floor), floor != ""))
    except OSError:  # they stand in an archive
        return ""
    return made.hexdigest()


@cache
def state_of_folder(folder: str, inner: bool) -> bytes:
    """What stands for the files of a folder, and with `inner` of those in it, as this process has found them first."""
    made = blake2b(digest_size=16)
    _add_files(made, folder, inner=inner)
    return made.digest()


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
