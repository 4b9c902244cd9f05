"""`x.tobytes()` of an array that the run knows: keys of dicts and elements of sets, above all."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from sct import ops
from sct.errors import StaticValueError
from sct.ir.types import SCALAR, Spec
from sct.runtime.current import current, here

if TYPE_CHECKING:
    from sct.runtime.trace import Trace
    from sct.runtime.variable import Variable

__all__ = ["as_bytes", "of_array", "refuse_bytes"]

_CODE = Spec(np.dtype(np.uint8), (), SCALAR)


def of_array(x: Variable) -> Callable[..., Any]:
    """The method `tobytes` of an array."""

    def tobytes(order: Any = "C") -> Any:
        if order not in ("C", None, "F"):
            refuse_bytes(f"tobytes({order!r})")
        return _made(x.storage.trace, ops.get("bits_as")(x.flatten(order or "C"), dtype=np.dtype(np.uint8)))

    return tobytes


def as_bytes(x: Any) -> Any:
    """Bytes that are known, as those that are not; anything else is left alone."""
    trace = current()
    if type(x) is not bytes or trace is None:
        return x
    return _made(trace, trace.variable(trace.builder.constant(np.frombuffer(x, np.uint8))))


def _made(trace: Trace, codes: Variable) -> Any:
    from sct.runtime.joins.templates import TVar
    from sct.runtime.libraries.bytes_library import Bytes
    from sct.runtime.lists.rows import Rows

    marker: Any = Rows(TVar(_CODE), (codes,))
    return Bytes((marker,))


def refuse_bytes(what: str) -> NoReturn:
    """Say which use of bytes is none of a program's."""
    raise StaticValueError(
        f"{what} of the bytes of an array that is known only at run time",
        where=here(),
        why="a program can compare bytes, take their length and items, and use them as keys",
        fix="do it outside of the static function",
    )
