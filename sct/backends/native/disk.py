"""Machine code kept on disk, so that another process runs it without compiling.

Whatever goes wrong with the disk costs a compilation and a line in the log, never an exception: a full or
read-only disk, files cut short, damaged or written by others, many processes at once. Files appear whole
(written aside, then renamed) and are checked when read. The folder holds code that will be run: one that
somebody else may write to is not used. It is kept under its limit by dropping what was used longest ago.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Any

from sct.backends.native.entry import DamagedEntryError, Entry
from sct.config import settings
from sct.logs import log
from sct.records import record

__all__ = ["DiskCache", "Listed", "default"]

_ENDING, _ASIDE = ".sct", ".tmp"
_STALE = 3600.0  # seconds after which an unfinished file is nobody's
_AT_ONCE = 1000  # files dropped because there are too many: more would keep the caller waiting
_TOUCH = 600.0  # seconds within which a second use is not worth a write to the disk


@record
class Listed:
    """A file of the cache as `sct cache ls` shows it."""

    key: str
    size: int
    used: float
    metadata: dict[str, Any]


class DiskCache:
    """A folder of entries under their keys.

    Parameters
    ----------
    folder
        Made, for this user alone, when something is first put in. None: nothing is kept.
    limit
        The most bytes that it may hold.
    most
        The most files: a process that puts something in looks at all of them, once.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     cache = DiskCache(folder, 1 << 20)
    ...     cache.get("0" * 32), cache.put("0" * 32, Entry(b"code")), cache.get("0" * 32).code
    (None, True, b'code')
    """

    def __init__(self, folder: str | os.PathLike[str] | None, limit: int, most: int = 8192) -> None:
        self.folder = os.fspath(folder) if folder is not None else None
        self.limit = limit
        self.most = most
        self._held: int | None = None  # bytes, as far as this process knows
        self._number = 0  # files
        self._refused: str | None = None

    def get(self, key: str) -> Entry | None:
        """What was put under `key`, or None."""
        if self.folder is None or not self._trusted():
            return None
        path = self._path(key)
        try:
            entry = Entry.from_bytes(key, self._read(path))
        except FileNotFoundError:
            return None
        except DamagedEntryError as error:
            self._drop(path, f"is not used, {error}")
            return None
        except (OSError, ValueError) as error:
            log("cache", "%s is not used: %s", path, error)
            return None
        return entry

    def put(self, key: str, entry: Entry) -> bool:
        """Keep `entry` under `key`; whether that worked."""
        if self.folder is None:
            return False
        data = entry.to_bytes(key)
        if len(data) > self.limit:
            if self.limit:
                log("cache", "%d bytes of code are not kept: more than the disk cache may hold", len(data))
            return False
        try:
            os.makedirs(os.path.dirname(self.folder), exist_ok=True)
            if not os.path.isdir(self.folder):
                os.makedirs(self.folder, 0o700, exist_ok=True)
            if not self._trusted():
                return False
            self._make_room(len(data))
            self._write(self._path(key), data)
        except OSError as error:
            log("cache", "code is not kept in %s: %s", self.folder, error)
            return False
        return True

    def entries(self) -> list[Listed]:
        """What is in the folder, the last used first."""
        found = []
        for item, info in self._files():
            if not item.name.endswith(_ENDING):
                continue
            try:
                with open(item.path, "rb") as file:
                    metadata = Entry.metadata_of(file)
            except (OSError, ValueError):
                metadata = {}
            found.append(Listed(item.name.removesuffix(_ENDING), info.st_size, info.st_mtime, metadata))
        return sorted(found, key=lambda entry: (-entry.used, entry.key))

    def clear(self) -> int:
        """Remove every entry, and what writers left behind; how many files there were."""
        removed = 0
        for item, _ in self._files():
            try:
                os.unlink(item.path)
                removed += 1
            except OSError as error:
                log("cache", "%s stays: %s", item.path, error)
        self._held = None
        return removed

    def _path(self, key: str) -> str:
        assert self.folder is not None and key.isalnum()
        return os.path.join(self.folder, key + _ENDING)

    def _trusted(self) -> bool:
        """Whether nobody else can put code into the folder; the log hears of it once."""
        assert self.folder is not None
        try:
            why = _fault(os.stat(self.folder))
        except FileNotFoundError:
            return False
        except OSError as error:
            why = str(error)
        if why and why != self._refused:
            log("cache", "the disk cache %s is not used: %s", self.folder, why)
        self._refused = why
        return not why

    def _read(self, path: str) -> bytes:
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
        handle = os.open(path, flags)
        with open(handle, "rb") as file:
            info = os.fstat(handle)
            why = _fault(info) if stat.S_ISREG(info.st_mode) else "it is no plain file"
            if why:
                raise OSError(why)
            data = file.read()
        if time.time() - info.st_mtime > _TOUCH:
            with suppress(OSError):  # on a read-only disk it does not matter what was used when
                os.utime(path)
        return data

    def _write(self, path: str, data: bytes) -> None:
        aside = f"{path.removesuffix(_ENDING)}.{os.urandom(8).hex()}{_ASIDE}"
        handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        try:
            with open(handle, "wb") as file:
                file.write(data)
            os.replace(aside, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(aside)
            raise
        if self._held is not None:
            self._held += len(data)
            self._number += 1

    def _drop(self, path: str, why: str) -> None:
        log("cache", "%s %s", path, why)
        with suppress(OSError):  # it will be replaced, or found damaged again
            os.unlink(path)

    def _make_room(self, size: int) -> None:
        """Drop what was used longest ago until there is room for `size` bytes, and for a few more."""
        if self._held is not None and self._held + size <= self.limit and self._number < self.most:
            return
        seen = islice(self._files(), 4 * self.most)  # of a folder that older versions have filled, a part at a time
        files = [(info.st_mtime, item.path, info.st_size) for item, info in seen]
        self._held, self._number = sum(held for _, _, held in files), len(files)
        full = self._held + size > self.limit or self._number >= self.most
        bytes_left = self.limit * 9 // 10 if full else self.limit
        number_left = max(self.most * 9 // 10, self._number - _AT_ONCE) if full else self.most
        stale = time.time() - _STALE
        for used, path, held in sorted(files) if full else files:
            too_many = self._held + size > bytes_left or self._number > number_left
            if used < stale if path.endswith(_ASIDE) else too_many:
                try:
                    os.unlink(path)
                except FileNotFoundError:
                    pass  # another process was quicker
                except OSError as error:
                    log("cache", "%s stays: %s", path, error)
                    continue
                self._held -= held
                self._number -= 1

    def _files(self) -> Iterator[tuple[os.DirEntry[str], os.stat_result]]:
        """The files of the cache, in no order; nothing else in the folder is touched."""
        if self.folder is None:
            return
        try:
            with os.scandir(self.folder) as items:
                for item in items:
                    if not item.name.endswith((_ENDING, _ASIDE)):
                        continue
                    try:
                        info = item.stat(follow_symlinks=False)
                    except OSError:
                        continue  # another process was quicker
                    if stat.S_ISREG(info.st_mode):
                        yield item, info
        except OSError:
            return


def _fault(info: os.stat_result) -> str | None:
    """Why what stands there may be the work of others; None if it cannot."""
    if not hasattr(os, "geteuid"):
        return None
    if info.st_uid != os.geteuid():
        return "it belongs to another user"
    if info.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return "others may write to it (chmod go-w makes it yours)"
    return None


@cache
def default() -> DiskCache:
    """The disk cache that the settings ask for."""
    return DiskCache(settings.cache_dir if settings.disk_cache else None, settings.cache_size)
