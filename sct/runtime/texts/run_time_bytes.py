"""`x.tobytes()` of an array that the run knows: keys of dicts and elements of sets, above all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn, cast

import numpy as np

from sct import ops
from sct.errors import StaticValueError
from sct.ir.types import SCALAR, Spec
from sct.runtime.callers.asked import asked_of_caller
from sct.runtime.current import current, here
from sct.runtime.joins.known_content import MOST_BYTES, evaluated
from sct.runtime.stand_ins import StandIn

if TYPE_CHECKING:
    from sct.runtime.trace import Trace
    from sct.runtime.variable import Variable

__all__ = [
    "as_bytes", "codes_of_bytes", "known_arrays", "known_bytes", "made_of_codes", "of_array", "refuse_bytes",
    "with_known_bytes",
]  # fmt: skip

_CODE = Spec(np.dtype(np.uint8), (), SCALAR)


def of_array(x: Variable) -> Callable[..., Any]:
    """The method `tobytes` of an array."""

    def tobytes(order: Any = "C") -> Any:
        if order not in ("C", None, "F"):
            refuse_bytes(f"tobytes({order!r})")
        return made_of_codes(x.storage.trace, ops.get("bits_as")(x.flatten(order or "C"), dtype=np.dtype(np.uint8)))

    return tobytes


def as_bytes(x: Any) -> Any:
    """Bytes that are known, as those that are not; anything else is left alone."""
    trace = current()
    if type(x) is not bytes or trace is None:
        return x
    return made_of_codes(trace, trace.variable(trace.builder.constant(np.frombuffer(x, np.uint8))))


def made_of_codes(trace: Trace, codes: Any) -> Any:
    """The bytes of these codes."""
    from sct.runtime.joins.templates import TVar
    from sct.runtime.libraries.bytes_library import Bytes
    from sct.runtime.lists.rows import Rows

    marker: Any = Rows(TVar(_CODE), (codes,))
    return Bytes((marker,))


def refuse_bytes(what: str) -> NoReturn:
    """Say which use of bytes is none of a program's."""
    raise _refusal(what)


def known_bytes(what: str, *some: Any) -> list[bytes]:
    """The bytes that these are: where they are made of what the caller gives, the program is made for them."""
    trace = current()
    assert trace is not None
    arrays = [codes_of_bytes(trace, x) for x in some]
    return [found.tobytes() for found in known_arrays(trace, arrays, _refusal(what))]


def with_known_bytes(what: str, x: Any) -> Any:
    """`x` with bytes in place of those that only the run knows, also in tuples and lists; `x` itself if none are."""
    some = list(_bytes_in(x))
    if not some:
        return x
    found = dict(zip(map(id, some), known_bytes(what, *some), strict=True))

    def replaced(part: Any) -> Any:
        if id(part) in found:
            return found[id(part)]
        return type(part)(map(replaced, part)) if type(part) in (tuple, list) else part

    return replaced(x)


def _bytes_in(x: Any) -> Iterator[Any]:
    if type(x) in (tuple, list):
        for part in x:
            yield from _bytes_in(part)
    elif isinstance(x, StandIn) and type(x).stands_for is bytes:
        yield x


def known_arrays(trace: Trace, arrays: list[Variable], refusal: StaticValueError) -> list[Any]:
    """The content of these arrays, which is asked of the caller where it is not known yet."""
    found = [evaluated(trace, x, MOST_BYTES) for x in arrays]
    missing = [x for x, content in zip(arrays, found, strict=True) if content is None]
    if missing:
        refusal.asked, refusal.asked_whole = missing[0], True
        asked = [asked_of_caller(trace, _asking(x)) for x in missing]
        refusal.asked_inputs = frozenset().union(*asked) if all(asked) else frozenset()
        raise refusal
    return found


def _asking(x: Variable) -> StaticValueError:
    error = StaticValueError("")
    error.asked, error.asked_whole = x, True
    return error


def codes_of_bytes(trace: Trace, x: Any) -> Variable:
    """The codes of bytes that only the run knows, as an array."""
    from sct.runtime.lists.growing import as_rows

    rows = as_rows(trace, list(x.codes))
    if rows is None:  # there are none
        return cast("Variable", trace.variable(trace.builder.constant(np.zeros(0, np.uint8))))
    (codes,) = rows.columns
    return cast("Variable", codes)


def _refusal(what: str) -> StaticValueError:
    return StaticValueError(
        f"{what} of the bytes of an array that is known only at run time",
        where=here(),
        why="a program can compare bytes, take their length and items, and use them as keys",
        fix="do it outside of the static function",
    )
