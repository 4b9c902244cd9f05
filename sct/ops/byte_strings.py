"""Bytes that only the run knows, as arrays of their codes. What Python's bytes does with them, Python does."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.errors import StaticValueError
from sct.ir.types import ARRAY, Spec
from sct.ops.infer import PY_BOOL, PY_INT
from sct.ops.registry import Fact, op
from sct.ops.texts import BYTE_CODES, TEXT_CODES, byte_codes_of, codes_of

__all__ = ["bytes_method", "bytes_of_ints", "int_from_bytes", "int_to_bytes"]

RAISES = Fact.PURE | Fact.RAISES
_ANSWERS = {"bytes": BYTE_CODES, "text": TEXT_CODES, "int": PY_INT, "bool": PY_BOOL}
Arguments = tuple[Any, ...]  # ("bytes", k) | ("value", k) | ("known", object)


def _method(*values: Spec, name: str, arguments: Arguments, answers: str) -> Spec:
    return _ANSWERS[answers]


@op("bytes_method", infer=_method, facts=RAISES)
def bytes_method(*values: Any, name: str, arguments: Arguments, answers: str, xp: Any) -> Any:
    """The bytes, text or number that a method of bytes, or `%`, answers: the first argument is the bytes themselves."""
    given = [what if kind == "known" else values[what] for kind, what in arguments]
    given = [x.tobytes() if kind == "bytes" else x for x, (kind, _) in zip(given, arguments, strict=True)]
    made = given[0] % tuple(given[1:]) if name == "%" else getattr(bytes, name)(*given)
    return byte_codes_of(made) if answers == "bytes" else codes_of(made) if answers == "text" else made


def _as_codes(numbers: Spec) -> Spec:
    return Spec(np.dtype(np.uint8), numbers.shape, ARRAY)


@op("bytes_of_ints", infer=_as_codes, facts=RAISES)
def bytes_of_ints(numbers: Any, *, xp: Any) -> Any:
    """The codes of `bytes` of a list of ints."""
    return byte_codes_of(bytes(numbers.tolist()))


def _to_bytes(x: Spec, *, length: int, byteorder: str, signed: bool) -> Spec:
    return Spec(np.dtype(np.uint8), (length,), ARRAY)


@op("int_to_bytes", infer=_to_bytes, facts=RAISES)
def int_to_bytes(x: Any, *, length: int, byteorder: Any, signed: bool, xp: Any) -> Any:
    """The codes of `x.to_bytes(length, byteorder, signed=signed)`."""
    return byte_codes_of(int(x).to_bytes(length, byteorder, signed=signed))


def _from_bytes(codes: Spec, *, byteorder: str, signed: bool) -> Spec:
    return PY_INT


@op("int_from_bytes", infer=_from_bytes, facts=RAISES)
def int_from_bytes(codes: Any, *, byteorder: Any, signed: bool, xp: Any) -> Any:
    """`int.from_bytes(x, byteorder, signed=signed)` of bytes of these codes."""
    number = int.from_bytes(codes.tobytes(), byteorder, signed=signed)
    if not -(2**63) <= number < 2**63:
        raise StaticValueError(
            "int.from_bytes() of bytes that say a number of more than 64 bits", fix="do it outside of the function"
        )
    return number
