"""The frozensets in a function's code: converted code goes through them in the order of the user's own.

Where hashes collide, the order of a set depends on how it came to be: by the compiler, or from a file, which lists
its items in another order. So the converted code gets the very objects of the user's code.
"""

from __future__ import annotations

from types import CodeType
from typing import Any

from sct.runtime.conversion.code_match import code_objects

__all__ = ["with_sets_of"]


def with_sets_of(user: CodeType, code: CodeType) -> CodeType:
    """`code` with the frozensets of `user` in the place of equal ones.

    >>> made = with_sets_of(compile("x in {16, 8, 0}", "a", "eval"), compile("x in {0, 8, 16}", "b", "eval"))
    >>> made.co_consts[0] == {0, 8, 16}
    True
    """
    if not any(map(_has_sets, code_objects(code))):
        return code
    known = {_key(c): c for one in code_objects(user) for c in one.co_consts if type(c) is frozenset}
    return _replaced(code, known)


def _has_sets(code: CodeType) -> bool:
    return frozenset in map(type, code.co_consts)


def _replaced(code: CodeType, known: dict[Any, frozenset[Any]]) -> CodeType:
    constants: list[Any] = []
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            constant = _replaced(constant, known)
        elif type(constant) is frozenset:
            constant = known.get(_key(constant), constant)
        constants.append(constant)
    return code.replace(co_consts=tuple(constants))


def _key(items: frozenset[Any]) -> frozenset[str]:
    """What equal sets share whose items are of the same types: `{1}` is not `{True}`."""
    return frozenset(map(repr, items))
