"""Where a key is among many: hash tables over the columns of a list of run-time length.

Each key that a table gets to know has a stamp, one more than the last. A table is an array of int64: how many of the
keys it knows; how many stamps from the first on are out of use; how many others are; how many slots there are. Then the
slots, each with the stamp of a key, 0, or GONE where a key was taken out; a slot is looked for from the place that the
hash of the key says, to the next that is 0. Then a Fenwick tree over the stamps, half as many as slots: which of them
are out of use. So the index of a key is its stamp less those out of use before it, and taking a key out moves no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np

from sct.errors import VerifyError
from sct.ir.types import ARRAY, UNKNOWN, Spec
from sct.ops.infer import PY_INT
from sct.ops.registry import Fact, op

__all__ = ["FRONT", "GONE", "HEAD", "HOLES", "KNOWN", "LEAST", "MIXER", "NUMBER", "ROOM", "SLOTS", "Form"]
__all__ += ["elements_of", "hash_drop", "hash_find", "hash_note", "is_hashable", "python_hash", "set_order"]

KNOWN, FRONT, HOLES, SLOTS = range(4)
HEAD = 4  # words before the slots
GONE = -1
LEAST = 16  # slots of the smallest table
ROOM = 2  # slots for each stamp
MIXER = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1
_INT = np.dtype(np.int64)


NUMBER = "number"
Form: TypeAlias = str | tuple["Form", ...]
"""How an element of a set is made of columns: a NUMBER of one, or a tuple of such forms."""


def is_hashable(spec: Spec) -> bool:
    """Whether there are tables over a column of such numbers."""
    return not spec.ndim and spec.kind != ARRAY and spec.dtype.char in "?bBhHiIlLqQfd"


def _words(column: Any) -> Any:
    """The 64 bits of each number, the same for numbers that are equal."""
    if column.dtype.kind == "f":
        return (column.astype(np.float64) + 0.0).view(np.uint64)
    return column.astype(np.uint64 if column.dtype.kind == "u" else np.int64).view(np.uint64)


def _hashes(columns: Any) -> Any:
    mixed = np.zeros(len(columns[0]), np.uint64)
    for column in columns:
        mixed = (mixed ^ _words(column)) * np.uint64(MIXER)
        mixed = mixed ^ (mixed >> np.uint64(32))
    return mixed


def _as_in(column: Any, key: Any) -> Any:
    """The number of the column's dtype that equals a key; None if there is none."""
    made = np.zeros(1, column.dtype)
    try:
        made[0] = key
    except (OverflowError, ValueError):
        return None
    same = column.dtype.kind == "b" or not np.isnan(key)
    return made if same and made.item() == (key.item() if isinstance(key, np.generic) else key) else None


def _from(table: Any, mixed: int) -> Iterator[int]:
    """The slots from the place of a hash on, up to the next that is 0."""
    mask = int(table[SLOTS]) - 1
    slot = mixed & mask
    while table[HEAD + slot]:
        yield slot
        slot = (slot + 1) & mask


def _index(table: Any, stamp: int) -> int:
    """The index of the key with a stamp."""
    at = stamp - 1 - int(table[FRONT])
    tree = table[HEAD + int(table[SLOTS]) - 1 :]
    while stamp and table[HOLES]:
        at -= int(tree[stamp])
        stamp &= stamp - 1
    return at


def _hash_find(table: Spec, *operands: Spec) -> Spec:
    if table.dtype != _INT or table.ndim != 1 or not operands or len(operands) % 2:
        raise VerifyError(f"a key is looked for in {table}")
    return PY_INT


@op("hash_find", infer=_hash_find, facts=Fact.PURE)
def hash_find(table: Any, *operands: Any, xp: Any) -> Any:
    """The index of a key, or -1: half of the operands are the columns of all keys, the others are the key."""
    half = len(operands) // 2
    columns = operands[:half]
    with np.errstate(all="ignore"):
        wanted = [_as_in(c, key) for c, key in zip(columns, operands[half:], strict=True)]
        if any(w is None for w in wanted):
            return -1
        mixed = int(_hashes(wanted)[0])
    numbers = [w.item() for w in wanted]
    known = int(table[KNOWN]) if len(table) else 0
    for slot in _from(table, mixed) if known else ():
        if table[HEAD + slot] == GONE:
            continue
        at = _index(table, int(table[HEAD + slot]))
        if all(c[at] == n for c, n in zip(columns, numbers, strict=True)):
            return at
    for at in range(known, len(columns[0])):
        if all(c[at] == n for c, n in zip(columns, numbers, strict=True)):
            return at
    return -1


def elements_of(form: Form, columns: Sequence[Any]) -> list[Any]:
    """The elements that have these columns.

    >>> elements_of((NUMBER, (NUMBER,)), [np.array([1, 2]), np.array([3.0, 4.0])])
    [(1, (3.0,)), (2, (4.0,))]
    """
    return _put_together(form, iter(columns))


def _put_together(form: Form, columns: Iterator[Any]) -> list[Any]:
    if form == NUMBER:
        numbers: list[Any] = next(columns).tolist()
        return numbers
    return list(zip(*[_put_together(part, columns) for part in form], strict=True))


def _set_order(*columns: Spec, form: Form) -> Spec:
    if not columns:
        raise VerifyError("the order of a set without elements")
    return Spec(_INT, (columns[0].shape[0],), ARRAY)


@op("set_order", infer=_set_order, facts=Fact.PURE)
def set_order(*columns: Any, form: Form, xp: Any) -> Any:
    """Where each element of Python's set of these is that were added to it one after the other."""
    places = {x: k for k, x in enumerate(elements_of(form, columns))}
    order = set()
    for x in places:
        order.add(x)
    return np.array([places[x] for x in order], _INT)


def _python_hash(*parts: Spec, form: Form) -> Spec:
    if not parts or not all(map(is_hashable, parts)):
        raise VerifyError("the hash of what is no number, nor a tuple of numbers")
    return PY_INT


@op("python_hash", infer=_python_hash, facts=Fact.PURE)
def python_hash(*parts: Any, form: Form, xp: Any) -> Any:
    """What Python's `hash` answers of a number, or of a tuple of such."""
    (found,) = elements_of(form, [np.asarray(part).reshape(1) for part in parts])
    return hash(found)


def _hash_note(table: Spec, *columns: Spec) -> Spec:
    if table.dtype != _INT or table.ndim != 1 or not columns:
        raise VerifyError(f"keys are put into {table}")
    return Spec(_INT, (UNKNOWN,), ARRAY)


def _note_owned(table: Any, *columns: Any) -> Any:
    n = len(columns[0])
    if not len(table) or int(table[FRONT] + table[HOLES]) + n > table[SLOTS] // ROOM:
        slots = LEAST
        while slots < 2 * ROOM * n:
            slots *= 2
        table = np.zeros(HEAD + slots + slots // ROOM, _INT)
        table[SLOTS] = slots
    known, slots = int(table[KNOWN]), int(table[SLOTS])
    stamp = int(table[FRONT] + table[HOLES]) + known
    with np.errstate(all="ignore"):
        mixed = _hashes([c[known:] for c in columns]) & np.uint64(slots - 1)
    for k, first in enumerate(mixed.tolist(), stamp + 1):
        slot = first
        while table[HEAD + slot]:
            slot = (slot + 1) & (slots - 1)
        table[HEAD + slot] = k
    table[KNOWN] = n
    return table


@op("hash_note", infer=_hash_note, facts=Fact.PURE, owned=_note_owned)
def hash_note(table: Any, *columns: Any, xp: Any) -> Any:
    """The table with the keys that it does not know yet, which are at the end; it is made larger where it has to be."""
    return _note_owned(table.copy(), *columns)


def _hash_drop(table: Spec, at: Spec, *columns: Spec) -> Spec:
    if table.dtype != _INT or table.ndim != 1 or not columns or at != PY_INT:
        raise VerifyError(f"a key is taken out of {table}")
    return table


def _drop_owned(table: Any, at: int, *columns: Any) -> Any:
    if not 0 <= at < (table[KNOWN] if len(table) else 0):
        return table
    with np.errstate(all="ignore"):
        mixed = int(_hashes([c[at : at + 1] for c in columns])[0])
    stamps = ((slot, int(table[HEAD + slot])) for slot in _from(table, mixed))
    slot, stamp = next((slot, k) for slot, k in stamps if k != GONE and _index(table, k) == at)
    slots = int(table[SLOTS])
    table[HEAD + slot] = GONE
    table[KNOWN] -= 1
    if stamp == table[FRONT] + 1:
        table[FRONT] += 1
        return table
    table[HOLES] += 1
    while stamp <= slots // ROOM:
        table[HEAD + slots + stamp - 1] += 1
        stamp += stamp & -stamp
    return table


@op("hash_drop", infer=_hash_drop, facts=Fact.PURE, owned=_drop_owned)
def hash_drop(table: Any, at: Any, *columns: Any, xp: Any) -> Any:
    """The table without the key at an index, which is about to leave the columns; as it is if there is none."""
    return _drop_owned(table.copy(), at, *columns)
