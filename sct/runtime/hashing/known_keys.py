"""Where a run-time key is among many known ones: a hash table, which is a constant of the program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sct.dtypes import dtype_text, same_dtype
from sct.ir.core import Value
from sct.ops import registry
from sct.ops.hash_tables import is_hashable
from sct.passes.constants import compute
from sct.runtime.control_flow import select
from sct.runtime.current import has_spec, is_variable
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.tuple_forms import hashed_parts, parts_of_value, put_together
from sct.runtime.lists import row_lists
from sct.runtime.lists.growing import is_growing
from sct.runtime.objects import operators
from sct.runtime.stand_ins import beside
from sct.runtime.texts.letters import code_of, letters_of, of_rows, table
from sct.runtime.texts.text_pieces import FormattedText, Piece
from sct.runtime.texts.text_uses import item_of_known
from sct.runtime.trace import Trace

__all__ = ["MANY", "OTHER", "as_key", "has_equal", "place"]

MANY = 17  # keys; fewer are compared one by one
_PRIME = 1_000_003
_PLAIN = (bool, int, float, str, bytes, type(None))
_NUMBERS = (bool, int, float, complex, np.generic)
_PYTHONS = ("bool", "int64", "float64", "complex128")  # the dtypes of Python's own numbers

OTHER = object()
"""Another key."""


def place(trace: Trace, keys: Sequence[Any], key: Any) -> Any:
    """The index of `key` among known keys `as_key` says, or -1; None where there is no table for them."""
    if len(keys) < MANY:
        return None
    if isinstance(key, FormattedText):
        return _place_of_text(trace, keys, key) if all(type(k) is str for k in keys) else None
    leaves = _leaves(key)
    if not leaves or not all(map(_is_number, leaves)) or not all(_is_alike(key, k) for k in keys):
        return None
    columns = zip(*[_beside(key, k) for k in keys], strict=True)
    arrays = [np.array(column, x.spec.dtype) for column, x in zip(columns, leaves, strict=True)]
    return _found(trace, arrays, [x.sct_value() for x in leaves])


def _found(trace: Trace, columns: list[Any], values: list[Value]) -> Any:
    """The index of these numbers among the rows of some columns, or -1."""
    words = compute(registry.get("hash_note"), [np.zeros(0, np.int64), *columns], {})
    assert words is not None
    known = [trace.builder.constant(array) for array in (*words, *columns)]
    return trace.variable(row_lists.op_value(trace, "hash_find", [*known, *values]))


def has_equal(trace: Trace, items: Sequence[Any], item: Any) -> Any:
    """Whether a run-time number or text equals one of many known ones of its own kind; None of others.

    Items of a list are compared as they are: NumPy compares an int64 and a float as doubles, an int and a float32 as
    float32.
    """
    if len(items) < MANY:
        return None
    if isinstance(item, FormattedText) and all(type(x) is str for x in items):
        return place(trace, [*dict.fromkeys(items)], item) >= 0 if len({*items}) >= MANY else None
    if not is_variable(item) or not _is_number(item):
        return None
    wanted = {"f": float, "i": int, "b": bool}.get(item.spec.dtype.kind)
    dtype = item.spec.dtype
    known = all(type(x) is wanted or (isinstance(x, np.generic) and same_dtype(x.dtype, dtype)) for x in items)
    if dtype_text(dtype) not in ("bool", "int64", "float64") or not known:
        return None
    at = place(trace, [k for x in items if (k := as_key(item, x)) is not OTHER], item)
    return None if at is None else at >= 0


def _is_number(x: Any) -> bool:
    return has_spec(x) and not isinstance(x, Choice) and is_hashable(x.spec)


def _leaves(key: Any) -> list[Any]:
    """What of a key only the run knows."""
    if isinstance(key, tuple) and not is_growing(key):
        return [leaf for part in key for leaf in _leaves(part)]
    return [key] if isinstance(key, tuple) or is_variable(key) or isinstance(key, (FormattedText, Choice)) else []


def _is_alike(key: Any, k: Any) -> bool:
    """Whether a known key has numbers where `key` has run-time ones, and is the same for the rest."""
    if isinstance(key, tuple):
        return isinstance(k, tuple) and all(map(_is_alike, key, k))
    return isinstance(k, _NUMBERS) if is_variable(key) else type(key) in _PLAIN and type(k) in _PLAIN


def as_key(key: Any, k: Any) -> Any:
    """A known key, with numbers of the same dtypes as those that `key` has at run time; OTHER if it is not that key.

    Keys are equal if their hashes are: a float32 is 0.1 only if it is exactly that, which it is not. The operator `==`
    says that it is.
    """
    if any(isinstance(x, tuple) and is_growing(x) for x in (key, k)):  # whatever its length is
        return OTHER if isinstance(key, _PLAIN + _NUMBERS) or isinstance(k, _PLAIN + _NUMBERS) else k
    if isinstance(key, tuple):
        if not isinstance(k, tuple):
            return OTHER if isinstance(k, _PLAIN + _NUMBERS) else k
        parts = [as_key(part, known) for part, known in zip(key, k, strict=len(key) == len(k))]
        return OTHER if len(key) != len(k) or any(part is OTHER for part in parts) else tuple(parts)
    if is_variable(key) and not isinstance(key, Choice) and has_spec(key):
        if isinstance(k, _NUMBERS):
            return exactly(k, key.spec.dtype)
        return OTHER if isinstance(k, (*_PLAIN, tuple, frozenset)) else k
    if (held := parts_of_value(key)) is not None:
        k = beside(k, key)
        found: Any = as_key(held, hashed_parts(k)) if type(k) is type(key) else OTHER
        return OTHER if found is OTHER else put_together(k, found)
    known = type(key) in _PLAIN and type(k) in _PLAIN
    return OTHER if known and key is not k and key != k else k


def exactly(number: Any, dtype: np.dtype[Any]) -> Any:
    """The number of a dtype that is the same; OTHER if there is none."""
    x = number.item() if isinstance(number, np.generic) else number
    if not isinstance(x, (bool, int, float, complex)):
        return OTHER if isinstance(x, _PLAIN) else number  # a longdouble, or a date
    if isinstance(x, complex) and dtype.kind != "c":
        if x.imag != 0:
            return OTHER
        x = x.real
    try:
        with np.errstate(all="ignore"):
            made = dtype.type(int(x) if dtype.kind in "iu" else x)
    except (OverflowError, ValueError):
        return OTHER
    same = made.item() == x
    return (made.item() if dtype.name in _PYTHONS else made) if same else OTHER


def _beside(key: Any, k: Any) -> list[Any]:
    """What of a known key stands where `key` has what only the run knows."""
    if isinstance(key, tuple):
        return [leaf for part, known in zip(key, k, strict=True) for leaf in _beside(part, known)]
    return [k] if is_variable(key) else []


def _place_of_text(trace: Trace, keys: Sequence[str], text: FormattedText) -> Any:
    """Where a text is among known ones."""
    pieces = text.pieces
    if len(pieces) == 1 and isinstance(pieces[0], Piece) and isinstance(pieces[0].conversion, tuple):
        places = {k: number for number, k in enumerate(keys)}
        return table(trace, [places.get(one, -1) for one in pieces[0].conversion], pieces[0].value)
    code = code_of(trace, pieces)
    if code is not None:
        return _found(trace, [np.array([ord(k) if len(k) == 1 else -1 for k in keys])], [trace.value(code)])
    letters = letters_of(trace, pieces)
    powers, sums = _sums(keys)
    codes = letters.columns[0]

    def found() -> Any:
        whole = (codes * trace.variable(trace.builder.constant(powers))[: letters.length]).sum()
        at = _found(trace, [sums], [whole.sct_value()])
        return select(at >= 0, lambda: select(is_it(at), lambda: at, lambda: -1), lambda: -1)

    def is_it(at: Any) -> Any:
        known = item_of_known(trace, tuple(keys), at)
        return operators.compare("eq", of_rows(letters), known)

    return select(letters.length <= len(powers), found, lambda: -1)


def _sums(keys: Sequence[str]) -> tuple[Any, Any]:
    """Numbers for the letters at each place, so that the sums of numbers times codes differ for all texts."""
    codes = np.zeros((len(keys), max(map(len, keys))), np.int64)
    for k, text in enumerate(keys):
        codes[k, : len(text)] = [*map(ord, text)]
    for attempt in range(1, 100):
        powers = np.array([pow(_PRIME, attempt * (k + 1), 2**64) for k in range(codes.shape[1])], np.uint64)
        sums = (codes * powers.view(np.int64)).sum(axis=1)
        if len(np.unique(sums)) == len(keys):
            break
    return powers.view(np.int64), sums
