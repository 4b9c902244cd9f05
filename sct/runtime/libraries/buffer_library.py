"""`bytearray` and `array.array` as Python that is converted like users' classes: lists of numbers that fit.

A program has them where Python's own will not do: where only the run knows how long one is, or which item is meant.
What leaves it is Python's own again.
"""

# mypy: ignore-errors

from __future__ import annotations

import array
import operator

import numpy as np

from sct.runtime.callers.buffers import note_resized, refuse_memory
from sct.runtime.calls.purity import words

__all__ = ["STANDING_FOR", "Array", "ByteArray"]


class _Buffer:
    """What both do."""

    __slots__ = ()
    __hash__ = None

    def _whole(self, x):
        """The int that `x` is or stands for."""
        if isinstance(x, bool):
            return int(x)
        if not hasattr(x, "__index__"):
            raise TypeError(f"'{type(x).__name__}' object cannot be interpreted as an integer")
        return int(operator.index(x))

    def _check_memory(self, x):
        """Refuse what would be taken for its memory."""
        if isinstance(x, (np.ndarray, np.generic, memoryview, array.array)):
            refuse_memory(f"the memory of {type(x).__name__}")

    def _place(self, key):
        if not hasattr(key, "__index__"):
            raise TypeError(f"{self._name} indices must be integers, not {type(key).__name__}")
        key = self._whole(key)
        if not -len(self.sct_items) <= key < len(self.sct_items):
            raise IndexError(f"{self._name} index out of range")
        return key

    def __len__(self):
        return len(self.sct_items)

    def __bool__(self):
        return len(self.sct_items) > 0

    def __iter__(self):
        return iter(self.sct_items)

    def __reversed__(self):
        return iter(self.sct_items[::-1])

    def __getitem__(self, key):
        if isinstance(key, slice):
            return self._made(self.sct_items[key])
        return self.sct_items[self._place(key)]

    def __setitem__(self, key, value):
        if isinstance(key, slice):
            note_resized(self)
            self.sct_items[key] = self._for_slice(value)
        else:
            self.sct_items[self._place(key)] = self._number(value)

    def __delitem__(self, key):
        note_resized(self)
        del self.sct_items[key if isinstance(key, slice) else self._place(key)]

    def __add__(self, other):
        return self._made(self.sct_items + self._more(other))

    def __iadd__(self, other):
        note_resized(self)
        self.sct_items.extend(self._more(other))
        return self

    def __mul__(self, n):
        return self._made(self.sct_items * self._whole(n))

    __rmul__ = __mul__

    def __imul__(self, n):
        note_resized(self)
        self.sct_items *= self._whole(n)
        return self

    def __copy__(self):
        return self._made(self.sct_items.copy())

    def append(self, item):
        note_resized(self)
        self.sct_items.append(self._number(item))

    def insert(self, index, item):
        note_resized(self)
        self.sct_items.insert(self._whole(index), self._number(item))

    def pop(self, index=-1):
        if not len(self.sct_items):
            raise IndexError(f"pop from empty {self._name}")
        index = self._whole(index)
        if not -len(self.sct_items) <= index < len(self.sct_items):
            raise IndexError("pop index out of range")
        note_resized(self)
        return self.sct_items.pop(index)

    def reverse(self):
        self.sct_items.reverse()


class ByteArray(_Buffer):
    """Bytes that may change."""

    __slots__ = ("sct_items",)
    sct_class = bytearray  # what `isinstance` asks
    _name = "bytearray"

    def __init__(self, source=(), encoding=None, errors="strict"):
        if not isinstance(source, np.generic):
            self._check_memory(source)
        if encoding is not None:
            source = source.encode(encoding, errors)
        if hasattr(source, "__index__"):
            n = self._whole(source)
            if n < 0:
                raise ValueError("negative count")
            self.sct_items = [0] * n
        elif not hasattr(source, "__iter__") and not hasattr(source, "__getitem__"):
            raise TypeError(f"cannot convert '{type(source).__name__}' object to bytearray")
        else:
            self.sct_items = self._numbers(source)

    def _number(self, x):
        x = self._whole(x)
        if not 0 <= x < 256:
            raise ValueError("byte must be in range(0, 256)")
        return x

    def _numbers(self, x):
        """The numbers in what is given as bytes or as an iterable of ints."""
        self._check_memory(x)
        if isinstance(x, (bytes, bytearray)):
            return list(x)
        if isinstance(x, str):
            raise TypeError("string argument without an encoding")
        return [self._number(one) for one in list(x)]

    def _for_slice(self, value):
        if isinstance(value, int):
            raise TypeError("can assign only bytes, buffers, or iterables of ints in range(0, 256)")
        return self._numbers(value)

    def _more(self, other):
        self._check_memory(other)
        if not isinstance(other, (bytes, bytearray)):
            raise TypeError(f"can't concat {type(other).__name__} to bytearray")
        return list(other)

    def __iadd__(self, other):
        if other is self and len(self.sct_items) > 0:  # Python looks at its memory while it gets longer
            raise BufferError("Existing exports of data: object cannot be re-sized")
        return _Buffer.__iadd__(self, other)

    def _made(self, items):
        made = ByteArray()
        made.sct_items = items
        return made

    def _is_alike(self, other):
        self._check_memory(other)
        return isinstance(other, (bytes, bytearray))

    def __bytes__(self):
        return bytes(self.sct_items)

    def __contains__(self, item):
        return self._number(item) in self.sct_items if isinstance(item, int) else item in bytes(self.sct_items)

    def __eq__(self, other):
        return bytes(self.sct_items) == bytes(other) if self._is_alike(other) else NotImplemented

    def __lt__(self, other):
        return bytes(self.sct_items) < bytes(other) if self._is_alike(other) else NotImplemented

    def __le__(self, other):
        return bytes(self.sct_items) <= bytes(other) if self._is_alike(other) else NotImplemented

    def __gt__(self, other):
        return bytes(self.sct_items) > bytes(other) if self._is_alike(other) else NotImplemented

    def __ge__(self, other):
        return bytes(self.sct_items) >= bytes(other) if self._is_alike(other) else NotImplemented

    def __radd__(self, other):
        if not isinstance(other, bytes):
            raise TypeError(f"can't concat bytearray to {type(other).__name__}")
        return other + bytes(self.sct_items)

    def __repr__(self):
        return f"bytearray({bytes(self.sct_items)!r})"

    def extend(self, items):
        note_resized(self)
        self.sct_items.extend(self._numbers(items))

    def remove(self, value):
        value = self._number(value)
        if value not in self.sct_items:
            raise ValueError("value not found in bytearray")
        note_resized(self)
        self.sct_items.remove(value)

    def clear(self):
        note_resized(self)
        self.sct_items.clear()

    def copy(self):
        return self._made(self.sct_items.copy())

    def count(self, sub, *bounds):
        self._check_memory(sub)
        if isinstance(sub, int) and not bounds:
            return self.sct_items.count(self._number(sub))
        return bytes(self.sct_items).count(sub, *bounds)

    def decode(self, encoding="utf-8", errors="strict"):
        return bytes(self.sct_items).decode(encoding, errors)

    def hex(self, *args):
        return bytes(self.sct_items).hex(*args)


def _asked(name):
    def method(self, *args):
        for one in args[:1]:
            self._check_memory(one)
        return getattr(bytes(self.sct_items), name)(*args)

    return method


def _anew(name):
    def method(self, *args):
        for one in args:
            self._check_memory(one)
        return bytearray(getattr(bytes(self.sct_items), name)(*args))

    return method


for _name in words("find rfind index rindex startswith endswith isalnum isalpha isascii isdigit islower isspace"):
    setattr(ByteArray, _name, _asked(_name))
for _name in words("upper lower strip lstrip rstrip replace removeprefix removesuffix ljust rjust center zfill"):
    setattr(ByteArray, _name, _anew(_name))


class Array(_Buffer):
    """Numbers of one of C's types."""

    __slots__ = ("sct_items", "typecode")
    sct_class = array.array
    _name = "array"

    def __init__(self, typecode, initializer=()):
        if typecode not in _BOUNDS and typecode not in ("f", "d"):
            refuse_memory(f"array.array({typecode!r})")
        if isinstance(initializer, (bytes, bytearray, str)):
            refuse_memory("array.array() of bytes")
        self.typecode = typecode
        self.sct_items = [self._number(x) for x in list(initializer)]

    def _number(self, x):
        if self.typecode not in ("f", "d"):
            x = self._whole(x)
            if not _BOUNDS[self.typecode][0] <= x <= _BOUNDS[self.typecode][1]:
                raise OverflowError(f"a number that the typecode {self.typecode!r} has no room for")
            return x
        if not hasattr(x, "__float__") and not hasattr(x, "__index__"):
            raise TypeError(f"must be real number, not {type(x).__name__}")
        return float(np.float32(x)) if self.typecode == "f" else float(x)

    def _for_slice(self, value):
        if not isinstance(value, array.array):
            raise TypeError(f'can only assign array (not "{type(value).__name__}") to array slice')
        return self._same(value)

    def _more(self, other):
        if isinstance(other, np.ndarray):
            refuse_memory("an array of NumPy's beside an array.array")
        if not isinstance(other, array.array):
            raise TypeError(f'can only append array (not "{type(other).__name__}") to array')
        return self._same(other)

    def __radd__(self, other):
        if isinstance(other, (bytes, bytearray)):
            refuse_memory("the memory of an array.array")
        raise TypeError(f"unsupported operand type(s) for +: '{type(other).__name__}' and 'array.array'")

    def _same(self, other):
        if other.typecode != self.typecode:
            raise TypeError("bad argument type for built-in operation")
        return list(other)

    def _made(self, items):
        made = Array(self.typecode)
        made.sct_items = items
        return made

    def _is_alike(self, other):
        if isinstance(other, (np.ndarray, memoryview)):
            refuse_memory("the memory of an array.array")
        return isinstance(other, array.array)

    @property
    def itemsize(self):
        return array.array(self.typecode).itemsize

    def __contains__(self, item):
        return item in self.sct_items

    def __eq__(self, other):
        return self.sct_items == list(other) if self._is_alike(other) else NotImplemented

    def __lt__(self, other):
        return self.sct_items < list(other) if self._is_alike(other) else NotImplemented

    def __le__(self, other):
        return self.sct_items <= list(other) if self._is_alike(other) else NotImplemented

    def __gt__(self, other):
        return self.sct_items > list(other) if self._is_alike(other) else NotImplemented

    def __ge__(self, other):
        return self.sct_items >= list(other) if self._is_alike(other) else NotImplemented

    def __repr__(self):
        return f"array({self.typecode!r}, {self.sct_items!r})" if len(self.sct_items) else f"array({self.typecode!r})"

    def extend(self, items):
        note_resized(self)
        if isinstance(items, array.array):
            if items.typecode != self.typecode:
                raise TypeError("can only extend with array of same kind")
            self.sct_items.extend(list(items))
        else:
            self.sct_items.extend([self._number(x) for x in list(items)])

    def fromlist(self, items):
        if not isinstance(items, list):
            raise TypeError("arg must be list")
        note_resized(self)
        self.sct_items.extend([self._number(x) for x in items])

    def tolist(self):
        return self.sct_items.copy()

    def count(self, x):
        return self.sct_items.count(x)

    def index(self, x, *bounds):
        if x not in self.sct_items:
            raise ValueError("array.index(x): x not in array")
        return self.sct_items.index(x, *bounds)

    def remove(self, x):
        if x not in self.sct_items:
            raise ValueError("array.remove(x): x not in array")
        note_resized(self)
        self.sct_items.remove(x)


def _refused(name):
    def method(self, *args, **kwargs):
        refuse_memory(f"{type(self).__name__}.{name}() of what only the run knows")

    return method


for _kind in (ByteArray, Array):
    for _name in dir(_kind.sct_class):
        if not _name.startswith("__") and not hasattr(_kind, _name):
            setattr(_kind, _name, _refused(_name))


def _bounds(code):
    bits = 8 * array.array(code).itemsize
    return (0, 2**bits - 1) if code.isupper() else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


_BOUNDS = {code: _bounds(code) for code in "bBhHiIlLqQ" if _bounds(code)[1] < 2**63}

STANDING_FOR: dict[type, type] = {bytearray: ByteArray, array.array: Array}
