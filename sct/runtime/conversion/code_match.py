"""Whether two code objects are the same code: everything but positions and the names around them."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from types import CodeType
from typing import Any

from sct.hashing import canonical_bytes

__all__ = ["code_objects", "future_flags", "positions", "same_code", "same_shape"]

_CLASS_OR_MODULE = 0
_FLAGS = ~inspect.CO_NESTED


def same_code(a: CodeType, b: CodeType) -> bool:
    r"""Whether `a` and `b` do the same: positions and qualified names may differ.

    >>> same_code(compile("x + 1", "a", "eval"), compile("\n\nx + 1", "b", "eval"))
    True
    >>> same_code(compile("x + 1", "a", "eval"), compile("x + 1.0", "a", "eval"))
    False
    """
    return (
        a.co_code == b.co_code
        and a.co_name == b.co_name
        and a.co_names == b.co_names
        and a.co_varnames == b.co_varnames
        and a.co_freevars == b.co_freevars
        and a.co_cellvars == b.co_cellvars
        and a.co_argcount == b.co_argcount
        and a.co_posonlyargcount == b.co_posonlyargcount
        and a.co_kwonlyargcount == b.co_kwonlyargcount
        and a.co_flags & _FLAGS == b.co_flags & _FLAGS
        and a.co_exceptiontable == b.co_exceptiontable
        and len(a.co_consts) == len(b.co_consts)
        and all(_same_constant(p, q, a, b) for p, q in zip(a.co_consts, b.co_consts, strict=True))
    )


def _same_constant(p: Any, q: Any, a: CodeType, b: CodeType) -> bool:
    if isinstance(p, CodeType):
        return isinstance(q, CodeType) and same_code(p, q)
    if type(p) is not type(q):
        return False
    if isinstance(p, tuple):
        if not a.co_flags & inspect.CO_OPTIMIZED and len(p) == len(q) and all(isinstance(s, str) for s in (*p, *q)):
            return sorted(p) == sorted(q)  # 3.13 lists the attributes that methods set, in no fixed order
        return len(p) == len(q) and all(_same_constant(x, y, a, b) for x, y in zip(p, q, strict=True))
    if isinstance(p, frozenset):
        return sorted(map(canonical_bytes, p)) == sorted(map(canonical_bytes, q))
    if isinstance(p, str) and p == a.co_qualname and q == b.co_qualname:
        return True
    return p == q if isinstance(p, int) else repr(p) == repr(q)


def same_shape(a: CodeType, b: CodeType) -> bool:
    """A weaker test, for code that pytest compiled with its own `assert` statements in it."""
    ours = [name for name in a.co_varnames if not name.startswith("@")]
    return (
        a.co_name == b.co_name
        and ours == list(b.co_varnames)
        and a.co_freevars == b.co_freevars
        and a.co_argcount == b.co_argcount
        and a.co_posonlyargcount == b.co_posonlyargcount
        and a.co_kwonlyargcount == b.co_kwonlyargcount
        and set(b.co_names) - {"AssertionError"} <= set(a.co_names)
    )


def code_objects(code: CodeType) -> Iterator[CodeType]:
    """`code` and all code objects in it, outer ones first."""
    queue = [code]
    for current in queue:
        yield current
        queue.extend(c for c in current.co_consts if isinstance(c, CodeType))


def positions(code: CodeType) -> list[tuple[int | None, ...]]:
    """The source range of each instruction."""
    return list(code.co_positions())


def future_flags(code: CodeType) -> int:
    """The `from __future__` flags with which `code` was compiled."""
    import __future__

    flags = 0
    for name in __future__.all_feature_names:
        flag: int = getattr(__future__, name).compiler_flag
        if flag > 0xFFFF:  # the older ones are part of every Python
            flags |= code.co_flags & flag
    return flags
