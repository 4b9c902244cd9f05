"""`sct cache`: what the disk cache holds, where it is, and how to empty it."""

from __future__ import annotations

import datetime
import sys

from rich.console import Console
from rich.table import Table

from sct.backends.native.disk import DiskCache
from sct.cli.target import TargetError
from sct.config import settings

__all__ = ["clear", "folder", "listing"]


def _cache() -> DiskCache:
    """The cache that the settings name, also where programs are told not to use it."""
    if settings.cache_dir is None:
        raise TargetError("there is no folder for the disk cache; name one in SCT_CACHE_DIR")
    return DiskCache(settings.cache_dir, settings.cache_size)


def folder() -> int:
    """Print where the cache is."""
    print(_cache().folder)
    return 0


def listing() -> int:
    """Print the entries, the last used first."""
    cache = _cache()
    table = Table("what", "size", "last used", "key", box=None, pad_edge=False)
    table.columns[1].justify = "right"
    entries = cache.entries()
    shown = [entry for entry in entries if "module" not in entry.metadata]  # others only lead to one of these
    for entry in shown:
        used = datetime.datetime.fromtimestamp(entry.used).isoformat(" ", "seconds")
        name = entry.metadata.get("name", "[damaged]")
        table.add_row(_plain(name), size_text(entry.size), used, entry.key)
    console = Console()
    if not console.is_terminal:
        console = Console(width=200)
    if shown:
        console.print(table)
    held = sum(entry.size for entry in entries)
    count = "1 entry" if len(shown) == 1 else f"{len(shown)} entries"
    print(f"{count}, {size_text(held)} of {size_text(cache.limit)}, in {cache.folder}")
    if not settings.disk_cache:
        print("switched off by SCT_DISK_CACHE", file=sys.stderr)
    return 0


def clear() -> int:
    """Remove every entry."""
    cache = _cache()
    removed = cache.clear()
    print(f"{removed} {'file' if removed == 1 else 'files'} removed from {cache.folder}")
    left = len(cache.entries())
    if left:
        print(f"sct: {left} could not be removed", file=sys.stderr)
    return int(left > 0)


def size_text(size: int) -> str:
    """A number of bytes as people read it.

    >>> size_text(999), size_text(2048), size_text(512 << 20)
    ('999 B', '2.0 KB', '512.0 MB')
    """
    if size < 1024:
        return f"{size} B"
    unit, power = next((u, p) for u, p in (("KB", 10), ("MB", 20), ("GB", 30)) if u == "GB" or size < 1024 << p)
    return f"{size / (1 << power):.1f} {unit}"


def _plain(text: object) -> str:
    """Without a meaning for rich."""
    return str(text).replace("[", r"\[")
