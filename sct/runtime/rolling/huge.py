"""Python's own operations whose result would not fit: in a branch or loop that may never run, they are not done.

`2 ** best` of known numbers is computed while the program is made. Where only the running program knows whether it
comes to that, a result that takes minutes and all memory would keep the program from being made at all.
"""

from __future__ import annotations

from typing import Any

from sct.errors import StaticValueError
from sct.runtime.layers.caught import leave_to_python
from sct.runtime.state.bare import length_of
from sct.runtime.trace import current

__all__ = ["check_size"]

_GROWING = ("pow", "lshift", "mul")  # what makes more than both operands together
_BITS = 1 << 20
_ITEMS = 10_000_000


def check_size(name: str, a: Any, b: Any) -> None:
    """Leave a huge result to plain Python, where it is not certain that it is asked for."""
    if name not in _GROWING or not _is_huge(name, _held(a), _held(b)):
        return
    trace = current()
    if trace is None or trace.depth == 0:
        return
    refusal = StaticValueError(
        "a number or sequence that fills the memory would be computed while the program is built",
        where=trace.location(),
        why="both operands are known, and whether it is needed is known only at run time",
    )
    leave_to_python(trace, refusal)


def _held(x: Any) -> Any:
    """The int itself of a class that is derived from it, and may have operators of its own."""
    return int.__int__(x) if isinstance(x, int) else x


def _is_huge(name: str, a: Any, b: Any) -> bool:
    """Whether the result takes too long or too much.

    >>> _is_huge("pow", 2, 2**62), _is_huge("pow", 2, 1000), _is_huge("pow", 1, 2**62), _is_huge("mul", 10**9, [1, 2])
    (True, False, False, True)
    """
    if not isinstance(a, int):
        a, b = b, a
        return name == "mul" and isinstance(a, int) and isinstance(b, _SEQUENCES) and a * length_of(b) > _ITEMS
    if isinstance(b, _SEQUENCES):
        return name == "mul" and a * length_of(b) > _ITEMS
    if not isinstance(b, int):
        return False
    if name == "mul":
        return a.bit_length() + b.bit_length() > _BITS
    if name == "lshift":
        return bool(a) and a.bit_length() + b > _BITS
    return abs(a) > 1 and (a.bit_length() - 1) * b > _BITS


_SEQUENCES = (str, bytes, list, tuple)
