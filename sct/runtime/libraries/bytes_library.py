"""The `bytes` of an array as Python that is converted like users' classes; what leaves a program is `bytes` again."""

# mypy: ignore-errors

from __future__ import annotations

import dataclasses

from sct.runtime.stand_ins import StandIn
from sct.runtime.texts.run_time_bytes import as_bytes

__all__ = ["Bytes", "joined"]


def call_method(x, name, args=(), kwargs=None):
    """A method that Python answers while the program runs."""
    from sct.runtime.texts.bytes_methods import method

    return method(x, name, args, kwargs)


def filled(template, values):
    """`template % values`."""
    from sct.runtime.texts.bytes_methods import filled_in

    return filled_in(template, values)


def joined(separator, items):
    """`separator.join(items)`."""
    made, more = b"", False
    for item in items:
        if more:
            made += separator
        made += item
        more = True
    return made


@dataclasses.dataclass(frozen=True)
class Bytes(StandIn):
    """Bytes that the run knows: compared, ordered and hashed by the tuple of their codes."""

    codes: tuple[int, ...]

    stands_for = bytes
    likes = (bytes, bytearray)

    @staticmethod
    def of_known(x):
        return as_bytes(bytes(x))

    @property
    def __class__(self):
        return type(self)  # which is `bytes` where it is converted

    def __lt__(self, other):
        return bool(self.codes < as_bytes(other).codes) if isinstance(other, bytes) else NotImplemented

    def __le__(self, other):
        return bool(self.codes <= as_bytes(other).codes) if isinstance(other, bytes) else NotImplemented

    def __gt__(self, other):
        return bool(self.codes > as_bytes(other).codes) if isinstance(other, bytes) else NotImplemented

    def __ge__(self, other):
        return bool(self.codes >= as_bytes(other).codes) if isinstance(other, bytes) else NotImplemented

    def __len__(self):
        return len(self.codes)

    def __bool__(self):
        return len(self.codes) > 0

    def __iter__(self):
        return iter([int(code) for code in self.codes])

    def __reversed__(self):
        return iter([int(code) for code in self.codes][::-1])

    def __getitem__(self, key):
        if isinstance(key, slice):
            return Bytes(self.codes[key])
        if not -len(self.codes) <= key < len(self.codes):
            raise IndexError("index out of range")
        return int(self.codes[key])

    def __contains__(self, item):
        if not isinstance(item, int):
            return call_method(self, "__contains__", (item,))
        if not 0 <= item < 256:
            raise ValueError("byte must be in range(0, 256)")
        return item in self.codes

    def count(self, sub, *bounds):
        if isinstance(sub, bytes):
            return call_method(self, "count", (sub, *bounds))
        return self[slice(*bounds)].codes.count(sub) if bounds else self.codes.count(sub)

    def __add__(self, other):
        other = bytes(other) if isinstance(other, bytearray) else other
        return Bytes(self.codes + as_bytes(other).codes)

    def __radd__(self, other):
        return Bytes(as_bytes(other).codes + self.codes)

    def __repr__(self):
        return call_method(self, "__repr__")

    def join(self, items):
        return joined(self, items)

    def __mul__(self, n):
        return Bytes(self.codes * n)

    __rmul__ = __mul__

    def __mod__(self, values):
        return filled(self, values)


def _of_known(name):
    def method(self, *args, **kwargs):
        return call_method(self, name, args, kwargs)

    return method


for _name in vars(bytes):
    if _name not in vars(Bytes) and not _name.startswith("__"):
        setattr(Bytes, _name, _of_known(_name))

Bytes.__name__ = "bytes"  # as errors name it
