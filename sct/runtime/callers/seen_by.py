"""What a function can see that it is not given: asked where it runs as it is, beside what the trace has changed."""

from __future__ import annotations

import functools
import gc
import types
import typing
from collections.abc import Iterable, Iterator
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.errors import StaticValueError
from sct.runtime.arrays.storage import Storage
from sct.runtime.state.cells import Cell, GlobalCell, StorageCell, Transaction, is_python_class

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["changed_so_far", "check_sees_none", "sees_any"]

_MOST = 20_000
_ENDS = (str, bytes, int, float, complex, np.generic, np.dtype, type(None), BuiltinFunctionType, CodeType)
_ANYTHING = frozenset(("__import__", "eval", "exec", "globals", "import_module", "locals", "modules", "_getframe"))
"""Names by which code comes to what its text does not name."""


def changed_so_far(trace: Trace) -> Iterator[Cell]:
    """The places that were there before the call, and that the function has changed until now."""
    transaction: Transaction | None = trace.transaction
    while transaction is not None:
        yield from (cell for cell, _, _ in transaction.changes() if _is_outer(trace, cell.owner))
        transaction = transaction.parent


def _is_outer(trace: Trace, owner: Any) -> bool:
    return owner.external >= 0 if isinstance(owner, Storage) else owner not in trace.made


def check_sees_none(trace: Trace, f: Any) -> None:
    """Refuse to run `f` as it is where it finds containers or arrays as they were before the function changed them."""
    originals = trace.callers.originals
    apart = [c for c in changed_so_far(trace) if isinstance(c, StorageCell) or originals.get(c.owner) is not None]
    if not sees_any(trace, (f,), apart):
        return
    raise StaticValueError(
        f"{f.__qualname__}() runs as it is, and can see what the function has changed before it is called",
        where=trace.location(),
        why="it runs while the graph is built, when the change is not yet made",
        fix="pass it what it reads, or let it be converted",
    )


def sees_any(trace: Trace, started: Iterable[Any], changed: Iterable[Cell]) -> bool:
    """Whether code that begins with these objects may come to one of these places, which the trace has changed.

    Names are followed as they stand: the globals that a function names, the attributes of modules, all that objects
    and classes hold. Where that does not end, or code asks for what it does not name, the answer is yes.
    """
    targets: set[int] = set()
    names: set[tuple[int, str]] = set()
    arrays = False
    for cell in changed:
        if isinstance(cell, GlobalCell):
            names.add((id(cell.owner), cell.name))
            continue
        arrays = arrays or isinstance(cell, StorageCell)
        original = trace.callers.originals.get(cell.owner)
        targets.add(id(cell.owner if original is None else original[0]))
    return bool(targets or names) and _Walk(targets, names, arrays).finds(started)


class _Walk:
    def __init__(self, targets: set[int], names: set[tuple[int, str]], arrays: bool) -> None:
        self.targets = targets
        self.names = names
        self.arrays = arrays  # whether any array may be one that has changed
        self.rest: list[tuple[Any, tuple[str, ...]]] = []  # objects, and the names that are asked of them
        self.seen: set[Any] = set()

    def finds(self, started: Iterable[Any]) -> bool:
        self.rest = [(x, ()) for x in started]
        while self.rest:
            x, asked = self.rest.pop()
            if id(x) in self.targets or (self.arrays and isinstance(x, np.ndarray)):
                return True
            key = (id(x), asked if isinstance(x, ModuleType) else None)
            if key in self.seen or _ends(x):
                continue
            self.seen.add(key)
            if len(self.seen) > _MOST or self._goes_on(x, asked):
                return True
        return False

    def _goes_on(self, x: Any, asked: tuple[str, ...]) -> bool:
        if isinstance(x, ModuleType):
            return self._named(vars(x), asked)
        if isinstance(x, FunctionType):
            code = _names(x.__code__)
            held = (x.__closure__, x.__defaults__, x.__kwdefaults__, *vars(x).values())
            self.rest += [(part, code) for part in held]
            return not _ANYTHING.isdisjoint(code) or self._named(x.__globals__, code)
        if isinstance(x, type):
            self.rest += [(part, ()) for name, part in vars(x).items() if name != "__annotations__"]
            self.rest += [(base, ()) for base in x.__mro__[1:]]
            return False
        if isinstance(x, functools._lru_cache_wrapper):  # what it has kept is answered, not looked into
            self.rest += [(part, ()) for part in vars(x).values()]
            return False
        self.rest.append((type(x), ()))
        self.rest += [(part, asked) for part in gc.get_referents(x)]
        return False

    def _named(self, scope: dict[str, Any], names: tuple[str, ...]) -> bool:
        if any((id(scope), name) in self.names for name in names):
            return True
        self.rest += [(scope[name], names) for name in names if name in scope]
        return False


def _ends(x: Any) -> bool:
    if isinstance(x, type):
        return not is_python_class(x) or x.__module__ in (typing.__name__, types.__name__)
    return isinstance(x, _ENDS) or type(x).__module__ == typing.__name__


def _names(code: CodeType) -> tuple[str, ...]:
    """The names that a function's code, and the code in it, uses."""
    found = set(code.co_names)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            found.update(_names(inner))
    return tuple(sorted(found))
