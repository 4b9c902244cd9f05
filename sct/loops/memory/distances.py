"""How far apart two elements are in memory, if the way in which their addresses were computed tells.

Addresses are sums of values, each so many times, beyond a pointer. They wrap as machine numbers do, and so do these.
"""

from __future__ import annotations

from collections.abc import Mapping

from sct.loops.refs import Const, Operand, Ref
from sct.loops.statements import Instr

__all__ = ["distance"]

DEEP = 12  # sums of sums of sums: so far they are followed
Sum = dict[Ref, int]


def distance(
    a: tuple[Operand, Operand], b: tuple[Operand, Operand], size: int, made: Mapping[Ref, Instr]
) -> int | None:
    """The bytes from element `b` to element `a`, each a pointer and an index of elements of `size` bytes.

    `made` has the instructions that sums, differences, products and shifted pointers come from.
    None if it is not always the same, or not known.

    >>> p, i = Ref("ptr", 1), Ref("i64", 2)
    >>> j = Ref("i64", 3)
    >>> distance((p, j), (p, i), 8, {j: Instr(j, "iadd", (i, Const("i64", 2)))})
    16
    >>> distance((p, i), (Ref("ptr", 4), i), 8, {}) is None
    True
    """
    there: list[tuple[Ref, Sum, int]] = []
    for pointer, index in (a, b):
        terms: Sum = {}
        more = _add(index, size, terms, made, DEEP)
        while isinstance(pointer, Ref) and (shifted := made.get(pointer)) is not None and shifted.op == "offset":
            pointer, by = shifted.args
            more += _add(by, 1, terms, made, DEEP)
        if not isinstance(pointer, Ref):
            return None
        there.append((pointer, terms, more))
    (root, terms, more), (other, others, less) = there
    if root is not other:
        return None
    for term in {**terms, **others}:
        if terms.get(term, 0) != others.get(term, 0):
            return None
    return more - less


def _add(x: Operand, times: int, terms: Sum, made: Mapping[Ref, Instr], deep: int) -> int:
    """Add `x`, so many times, to the terms; answers the number that it has beside them."""
    if isinstance(x, Const):
        return int(x.value) * times
    instr = made.get(x) if deep else None
    if instr is not None and instr.op in ("iadd", "isub"):
        a, b = instr.args
        sign = 1 if instr.op == "iadd" else -1
        return _add(a, times, terms, made, deep - 1) + _add(b, sign * times, terms, made, deep - 1)
    if instr is not None and instr.op == "imul" and isinstance(instr.args[1], Const):
        return _add(instr.args[0], times * int(instr.args[1].value), terms, made, deep - 1)
    terms[x] = terms.get(x, 0) + times
    return 0
