"""Which dtype one is: its name, what makes it again, and whether another is the same.

NumPy has dtypes that are equal, and two: of C's `long` and `long long`, where both have 64 bits, each has its letter
and the type of its scalars, and NumPy says which of them a result has.
"""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["dtype_code", "dtype_text", "is_alias", "same_dtype"]


def dtype_text(dtype: np.dtype[Any]) -> str:
    """The name of a dtype, or its quoted code where the name says too little.

    >>> dtype_text(np.dtype("float32")), dtype_text(np.dtype(">f4")), dtype_text(np.dtype("M8[ns]"))
    ('float32', '">f4"', '"<M8[ns]"')
    """
    if not dtype.isnative or dtype.kind not in "biufc" or not dtype.name.isidentifier():
        return f'"{dtype_code(dtype)}"'
    return dtype.type.__name__ if is_alias(dtype) else dtype.name


def dtype_code(dtype: np.dtype[Any]) -> str:
    """What `np.dtype` makes this very dtype of again, of a dtype without fields.

    >>> dtype_code(np.dtype("float32")), dtype_code(np.dtype(">f4"))
    ('<f4', '>f4')
    >>> all(np.dtype(dtype_code(np.dtype(c))).char == c for c in "?bhilqBHILQefdgFDG")
    True
    """
    if not is_alias(dtype):
        return dtype.str
    return dtype.char if dtype.isnative else dtype.byteorder + dtype.char


def same_dtype(a: np.dtype[Any], b: np.dtype[Any]) -> bool:
    """Whether two dtypes are one to whoever looks: equal, and of one type of C.

    >>> any(same_dtype(np.dtype("q"), np.dtype(c)) for c in "il"), same_dtype(np.dtype("f4"), np.dtype("float32"))
    (False, True)
    """
    return a is b or (a == b and a.num == b.num)


def is_alias(dtype: np.dtype[Any]) -> bool:
    """Whether a dtype is equal to another of its name, and no other: of two of C's integers that are of one width.

    >>> is_alias(np.dtype("int64")), is_alias(np.dtype(">i8")), [is_alias(np.dtype(c)) for c in "ilq"].count(True)
    (False, False, 1)
    """
    return dtype.kind in "iu" and dtype.char not in _OWN_CODES


_OWN_CODES = frozenset(np.dtype(f"{sign}int{8 << k}").char for sign in ("", "u") for k in range(4))
