"""Value codes: what stands in a run of words, as one number.

Bits 0-1 are the kind, 8-15 NumPy's type number, 16-23 the number of dimensions; bits 24 to 28 are flags.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.dtypes import dtype_text, is_alias
from sct.ir.types import ARRAY, PYTHON, SCALAR, Spec

__all__ = ["CONTIGUOUS", "FRESH", "KIND_ARRAY", "KIND_PYTHON", "KIND_SCALAR", "MAX_DIMENSIONS", "NUMBERS"]
__all__ += ["READ_ONLY", "UNSURE", "VIEW"]
__all__ += ["code_words", "dtype_of", "supported", "value_code", "words"]

KIND_PYTHON = 0
KIND_SCALAR = 1
KIND_ARRAY = 2
CONTIGUOUS = 1 << 24
FRESH = 1 << 25
VIEW = 1 << 26
READ_ONLY = 1 << 27
UNSURE = 1 << 28
MAX_DIMENSIONS = 64

BOOL = 0
HALF = 23
NAMES = (
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float16", "float32", "float64", "complex64", "complex128",
    *(dtype_text(np.dtype(code)) for code in "ilqILQ" if is_alias(np.dtype(code))),
)  # fmt: skip
NUMBERS: dict[str, int] = {name: np.dtype(name).num for name in NAMES}
"""The type number of each dtype that fits into words."""

INT8, UINT8, INT16, UINT16 = (NUMBERS[n] for n in ("int8", "uint8", "int16", "uint16"))
INT32, UINT32, INT64, UINT64 = (NUMBERS[n] for n in ("int32", "uint32", "int64", "uint64"))
FLOAT32, FLOAT64 = NUMBERS["float32"], NUMBERS["float64"]
COMPLEX64, COMPLEX128 = NUMBERS["complex64"], NUMBERS["complex128"]

_KINDS = {PYTHON: KIND_PYTHON, SCALAR: KIND_SCALAR, ARRAY: KIND_ARRAY}


def supported(spec: Spec) -> bool:
    """Whether values of this Spec fit into words: native numbers, up to 64 dimensions.

    >>> supported(Spec(np.dtype("float32"), (3,))), supported(Spec(np.dtype(">f4"), (3,)))
    (True, False)
    >>> supported(Spec(np.dtype("longdouble"), ())), supported(Spec(np.dtype("M8[s]"), ()))
    (False, False)
    """
    return spec.dtype.isnative and dtype_text(spec.dtype) in NUMBERS and spec.ndim <= MAX_DIMENSIONS


def value_code(
    spec: Spec,
    *,
    contiguous: bool = False,
    fresh: bool = False,
    view: bool = False,
    unsure: bool = False,
    read_only: bool = False,
) -> int:
    """The code of values of this Spec.

    Parameters
    ----------
    contiguous
        Whether an array must be C-contiguous. An input that is not takes the slow path; a callback's
        result that is not is copied.
    fresh
        Whether an output must be a new array that nobody else holds.
    view
        Whether an output is a new object, even over all of the memory of an input.
    unsure
        Whether the slow path is to answer where an output could be an array that was there before, or a
        view of all of it.
    read_only
        Whether an output is such a view, and nobody may write through it.

    Examples
    --------
    >>> hex(value_code(Spec(np.dtype("float64"), (3, 4)), contiguous=True))
    '0x1020c02'
    """
    if not supported(spec):
        raise ValueError(f"values of {spec} do not fit into words")
    number = NUMBERS[dtype_text(spec.dtype)]
    flags = 0
    if spec.kind == ARRAY:
        chosen = (contiguous, fresh, view or read_only, read_only, unsure)
        known = (CONTIGUOUS, FRESH, VIEW, READ_ONLY, UNSURE)
        flags = sum(flag for wanted, flag in zip(chosen, known, strict=True) if wanted)
    return _KINDS[spec.kind] | number << 8 | spec.ndim << 16 | flags


def words(spec: Spec) -> int:
    """How many words a value of this Spec takes.

    >>> words(Spec(np.dtype("float64"), (3, 4))), words(Spec(np.dtype("complex64"), (), SCALAR))
    (6, 2)
    """
    return code_words(value_code(spec))


def code_words(code: int) -> int:
    """How many words a value of this code takes."""
    if code & 3 == KIND_ARRAY:
        return 2 + 2 * (code >> 16 & 255)
    return 2 if code >> 8 & 255 in (COMPLEX64, COMPLEX128) else 1


def dtype_of(code: int) -> np.dtype[Any]:
    """The dtype in a code.

    >>> dtype_of(value_code(Spec(np.dtype("uint16"), ())))
    dtype('uint16')
    """
    number = code >> 8 & 255
    return np.dtype(next(name for name, known in NUMBERS.items() if known == number))
