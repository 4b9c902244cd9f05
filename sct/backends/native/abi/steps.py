"""The steps of a guarded layer: one instruction each, with up to three operands.

Slots hold objects: the arguments first, then what steps read or make. `dst` is a slot that is filled,
`slot` one that is read; lists are a count and slots.
"""

from __future__ import annotations

__all__: list[str] = []

OPERANDS: dict[int, str] = {}
"""For each step, its operands: `s` a slot or an index, `w` a word, `l` a list of slots."""


def _step(number: int, operands: str) -> int:
    OPERANDS[number] = operands
    return number


# reading; what is not there is a miss
GLOBAL = _step(1, "sww")  # dst, dict, key
CELL = _step(2, "sw")  # dst, cell
ATTRIBUTE = _step(3, "ssw")  # dst, slot, name
ITEM = _step(4, "ssw")  # dst, slot, key
CONSTANT = _step(5, "sw")  # dst, object
PREDICATE = _step(6, "swl")  # dst, callable, list

# what must hold
IS = _step(10, "sw")  # slot, object
SAME = _step(11, "ss")  # slot, slot
TYPE = _step(12, "sw")  # slot, type
ARRAY = _step(13, "sww")  # slot, value code, descr: an ndarray of this dtype
RANK = _step(14, "sw")  # slot, number
EXTENT = _step(15, "sww")  # slot, axis, number
EXTENTS = _step(16, "ssw")  # slot, slot, axis | other axis << 32: two extents are equal
STRIDE = _step(17, "sww")  # slot, axis, number
LENGTH = _step(18, "sw")  # slot, number
EQUAL = _step(19, "sw")  # slot, object
TRUE = _step(20, "s")  # slot
ABSENT = _step(21, "ww")  # dict, key
FLAGS = _step(22, "sw")  # slot, mask: flags of an ndarray
WORD = _step(23, "ww")  # address, word: what a function's code and defaults are
BITS = _step(24, "sw")  # slot, word: the value of a float
APART = _step(25, "ss")  # slot, slot: two ndarrays do not overlap
OTHER = _step(26, "ss")  # slot, slot: two objects
KEYS = _step(27, "sw")  # slot, tuple: the keys of a dict, in order
LACKS = _step(28, "sw")  # slot, key: `key not in slot`
SPREAD = _step(29, "s")  # slot: no two elements of an ndarray share memory
ITEMS = _step(30, "sww")  # slot, place << 2 | kind of holder, tuple: the constants that it holds from that place on
FIELD = _step(31, "sww")  # slot, offset, word: what lies in an object of a known type
BARE = _step(32, "sw")  # slot, offset: an object with no attributes, whose dict would lie there
HOLDERS: dict[type | None, int] = {tuple: 0, list: 1, dict: 2}

# from here on an exception is the call's own
COMMIT = _step(40, "")

CALL = _step(41, "swl")  # dst, callable, list
OUTPUT = _step(42, "sss")  # dst, slot, index: an item of a tuple
TUPLE = _step(43, "swl")  # dst, nothing, list
LIST = _step(44, "swl")  # dst, nothing, list
DICT = _step(45, "swl")  # dst, nothing, list of keys and values
COPY_INTO = _step(46, "ss")  # slot, slot
COPY = _step(47, "ssw")  # dst, slot, order
OWN = _step(48, "ssw")  # dst, slot, whether always: a copy of an array, else only of a read-only one
PICK = _step(51, "swl")  # dst, nothing, list of a, b and two values: the first if a == b
HOLD = _step(50, "sw")  # dst, object
RETURN = _step(49, "s")  # slot
