"""`Opaque`: a Python function as an attribute of an op."""

from __future__ import annotations

from types import CodeType
from typing import Any

from sct.digest import blake2b
from sct.errors import UnsupportedCallError
from sct.hashing import canonical_bytes

__all__ = ["Opaque"]


class Opaque:
    """A Python function that a program calls back, compared by content.

    Two are equal if module, qualified name and code are, and if they close over the very same objects.
    It cannot be saved: the function lives in this process only.

    >>> Opaque(len) == Opaque(len), Opaque(len) == Opaque(max), str(Opaque(len))
    (True, False, 'builtins.len')
    """

    __slots__ = ("_bound", "digest", "function", "name")

    def __init__(self, function: Any) -> None:
        self.function = function
        named = function if hasattr(function, "__qualname__") else type(function)
        self.name = f"{getattr(named, '__module__', None) or '?'}.{named.__qualname__}"
        code = getattr(function, "__code__", None)
        self.digest = blake2b(_content(code), digest_size=8).hexdigest() if code else ""
        self._bound = _bound(function, named)

    def __call__(self, *args: Any) -> Any:
        return self.function(*args)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Opaque):
            return NotImplemented
        if self.function is other.function:
            return True
        if (self.name, self.digest, len(self._bound)) != (other.name, other.digest, len(other._bound)):
            return False
        return all(a is b for a, b in zip(self._bound, other._bound, strict=True))

    def __hash__(self) -> int:
        return hash((self.name, self.digest))

    def __str__(self) -> str:
        return f"{self.name}:{self.digest}" if self.digest else self.name

    def __repr__(self) -> str:
        return f"<opaque {self}>"

    def __reduce__(self) -> Any:
        raise UnsupportedCallError(
            f"The program calls back {self.name}, which cannot be saved with it.",
            why="A call-back runs a Python function of this process; a saved program has only its graph.",
            fix="Write the function with NumPy operations, so that it becomes part of the graph.",
        )


def _content(code: CodeType) -> bytes:
    """What the code does, without where it stands."""
    parts: list[Any] = [code.co_code, code.co_names, code.co_varnames, code.co_freevars]
    parts += [_content(c) if isinstance(c, CodeType) else canonical_bytes(c) for c in code.co_consts]
    return repr(parts).encode()


def _bound(function: Any, named: Any) -> tuple[Any, ...]:
    """The objects, beside its code, that make a function what it is: compared by identity."""
    if named is not function:
        return (function,)
    bound: list[Any] = [getattr(function, "__self__", None), getattr(function, "__globals__", None)]
    for cell in getattr(function, "__closure__", None) or ():
        try:
            bound.append(cell.cell_contents)
        except ValueError:  # an empty cell: nothing yet
            bound.append(cell)
    bound += getattr(function, "__defaults__", None) or ()
    bound += (getattr(function, "__kwdefaults__", None) or {}).values()
    return tuple(bound)
