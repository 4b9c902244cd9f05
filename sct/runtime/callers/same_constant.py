"""Whether two Python constants are one and the same to Python."""

from __future__ import annotations

import struct
from itertools import chain
from operator import is_
from types import CellType
from typing import Any

import numpy as np

from sct.dtypes import same_dtype
from sct.runtime.state.own_dict import dict_of

__all__ = ["is_empty", "same_buffer", "same_constant", "same_items", "same_members", "same_table"]


def same_constant(a: Any, b: Any) -> bool:
    """Whether two Python constants are the same in type and in every bit that Python can see."""
    kind = type(a)
    if kind is not type(b):
        return False
    if kind in _EXACT:
        return bool(a == b)
    if isinstance(a, type) or dict_of(a) or dict_of(b):  # of a user's class, with attributes
        return a is b
    if isinstance(a, float):
        return struct.pack("<d", a) == struct.pack("<d", b)  # NaN have a sign and a payload, zeros a sign
    if isinstance(a, complex):
        return same_constant(a.real, b.real) and same_constant(a.imag, b.imag)
    if isinstance(a, np.generic):
        return bool(same_dtype(a.dtype, b.dtype) and a.tobytes() == b.tobytes())
    if isinstance(a, tuple):
        return len(a) == len(b) and _are_same(a, b)
    if isinstance(a, slice):
        return all(map(same_constant, (a.start, a.stop, a.step), (b.start, b.stop, b.step)))
    if isinstance(a, frozenset):
        return a == b and all(any(same_constant(x, y) for y in b) for x in a)
    if type(a).__module__ in _WRITTEN:
        return repr(a) == repr(b)
    base: Any = next((kind for kind in _PLAIN if isinstance(a, kind)), object)
    return bool(a == b) if base is object or type(a) is base else bool(base.__eq__(a, b))  # not as a user's class says


_EXACT = frozenset((int, bool, str, bytes, type(None)))  # in which nothing differs that is equal
_WRITTEN = ("decimal", "fractions", "datetime", "uuid")  # Decimal("1.0") and Decimal("1") are equal, and two things


def same_buffer(now: Any, then: Any) -> bool:
    """Whether two of `bytearray` or `array.array` hold the same bits, as numbers of the same kind."""
    if type(now) is not type(then) or len(now) != len(then):
        return False
    if isinstance(now, bytearray):
        return bool(now == then)
    return bool(now.typecode == then.typecode and now.tobytes() == then.tobytes())


def is_empty(cell: CellType) -> bool:
    """Whether the variable of an enclosing function that is kept there has no value."""
    return bool(cell == _EMPTY)


_EMPTY = CellType()


def same_items(held: Any, first: int, expected: tuple[Any, ...]) -> bool:
    """Whether a list, tuple or dict holds these constants from its place `first` on."""
    found = tuple(held.values() if type(held) is dict else held)[first : first + len(expected)]
    return len(found) == len(expected) and _are_same(found, expected)


def same_table(held: Any, kind: type, width: int, expected: tuple[Any, ...]) -> bool:
    """Whether a list consists of tuples, or lists, of this many constants, which are `expected` one after another."""
    if set(map(type, held)) != {kind} or set(map(len, held)) != {width}:
        return False
    found = tuple(chain.from_iterable(held))
    return len(found) == len(expected) and _are_same(found, expected)


def _are_same(found: tuple[Any, ...], expected: tuple[Any, ...]) -> bool:
    if all(map(is_, found, expected)):
        return True
    kinds = [*map(type, found)]
    if kinds != [*map(type, expected)]:
        return False
    if _EXACT.issuperset(kinds):
        return found == expected
    if all(kind is tuple for kind in kinds):
        lengths = [*map(len, found)] == [*map(len, expected)]
        return lengths and _are_same(tuple(chain.from_iterable(found)), tuple(chain.from_iterable(expected)))
    return all(map(same_constant, found, expected))


def same_members(now: tuple[Any, ...], then: tuple[Any, ...]) -> bool:
    """Whether keys or elements are the same constants, and the same objects."""
    return len(now) == len(then) and all(map(_same_member, now, then))


def _same_member(a: Any, b: Any) -> bool:
    if a is b:
        return True
    if isinstance(a, tuple):
        return type(a) is type(b) and same_members(a, b)
    if isinstance(a, frozenset):
        return all(type(x) in _PLAIN for x in a) and same_constant(a, b)
    return (type(a) in _PLAIN or isinstance(a, np.generic)) and same_constant(a, b)


_PLAIN = (bool, int, float, complex, str, bytes, type(None))
