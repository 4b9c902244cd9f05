"""The form of a file in the disk cache: an object file, what is known of it, and a checksum over both.

    magic (8 bytes), size of the metadata (4), size of the object (8), BLAKE2b (32), metadata as JSON, object

The checksum also covers the key, so that a file under another name is not taken for what it is not.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import field
from typing import IO, Any

from sct.digest import blake2b
from sct.records import record

__all__ = ["DamagedEntryError", "Entry"]

_MAGIC = b"SCTobj\x01\n"  # the last but one is the version of this form
_HEADER = struct.Struct("<8sIQ32s")


class DamagedEntryError(ValueError):
    """A file of the cache that is not what was written under that key."""


@record
class Entry:
    """What is kept under a key.

    Attributes
    ----------
    code
        The object file.
    metadata
        Whatever goes with it, as JSON has it.

    Examples
    --------
    >>> data = Entry(b"code", {"name": "f"}).to_bytes("key")
    >>> Entry.from_bytes("key", data).metadata
    {'name': 'f'}
    >>> Entry.from_bytes("another key", data)
    Traceback (most recent call last):
        ...
    sct.backends.native.entry.DamagedEntryError: its checksum is not that of its content
    """

    code: bytes
    metadata: Mapping[str, Any] = field(default_factory=dict)

    def to_bytes(self, key: str) -> bytes:
        """The content of the file under `key`."""
        metadata = json.dumps(self.metadata, allow_nan=False, separators=(",", ":")).encode()
        checksum = _checksum(key, metadata, self.code)
        return _HEADER.pack(_MAGIC, len(metadata), len(self.code), checksum) + metadata + self.code

    @classmethod
    def from_bytes(cls, key: str, data: bytes) -> Entry:
        """What `data`, found under `key`, holds; `DamagedEntryError` if it is not what was written."""
        size, checksum = _header_of(data)
        begin = _HEADER.size
        metadata, code = data[begin : begin + size], data[begin + size :]
        if _checksum(key, metadata, code) != checksum:
            raise DamagedEntryError("its checksum is not that of its content")
        return cls(code, json.loads(metadata))

    @classmethod
    def metadata_of(cls, file: IO[bytes]) -> dict[str, Any]:
        """The metadata at the start of a file, unchecked: for lists that people read."""
        head = file.read(_HEADER.size)
        if len(head) < _HEADER.size:
            raise DamagedEntryError("it is cut short")
        magic, size, _, _ = _HEADER.unpack(head)
        if magic != _MAGIC:
            raise DamagedEntryError("it is no entry, or of another version")
        found = json.loads(file.read(min(size, 1 << 24)))
        return found if isinstance(found, dict) else {}


def _header_of(data: bytes) -> tuple[int, bytes]:
    """The size of the metadata, and the checksum; `DamagedEntryError` unless `data` is as long as it says."""
    if len(data) < _HEADER.size:
        raise DamagedEntryError("it is cut short")
    magic, metadata, code, checksum = _HEADER.unpack_from(data)
    if magic != _MAGIC:
        raise DamagedEntryError("it is no entry, or of another version")
    if _HEADER.size + metadata + code != len(data):
        raise DamagedEntryError("it is cut short, or too long")
    return metadata, checksum


def _checksum(key: str, metadata: bytes, code: bytes) -> bytes:
    made = blake2b(digest_size=32)
    for part in (key.encode(), metadata, code):
        made.update(struct.pack("<Q", len(part)))
        made.update(part)
    return made.digest()
