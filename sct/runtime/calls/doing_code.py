"""Whether a method of the user's may do more than answer, as far as its text tells: it does not run for that.

A method that stores nothing, and calls nothing that may change something, only answers. What is called by a name that
is not known is taken for something that does.
"""

from __future__ import annotations

import builtins
import collections
import dis
import itertools
import math
import operator
from types import CodeType, FunctionType, MethodType
from typing import Any

import numpy as np

from sct.runtime.ignore import is_ignored_class, is_ignored_function
from sct.runtime.state.cells import is_python_class

__all__ = ["may_do_more"]

_STORES = ("STORE_ATTR", "STORE_SUBSCR", "STORE_SLICE", "STORE_GLOBAL", "DELETE_ATTR", "DELETE_SUBSCR", "DELETE_GLOBAL")
_IN_PLACE = 13  # from this operand of BINARY_OP on, it is that of `+=` and its like
_NAMES = """
    append extend insert pop remove clear sort reverse add discard update popitem setdefault appendleft extendleft
    popleft rotate write writelines send throw close put fill itemset resize setfield partition intersection_update
    subtract difference_update symmetric_difference_update move_to_end heappush heappop heapify heappushpop
    heapreplace insort shuffle seed random copyto place putmask at __setitem__ __delitem__ __setattr__ __delattr__
    __next__ __iadd__ __imul__ __ior__ __iand__ __isub__ __ixor__ __init__ __call__
"""
_CHANGING = frozenset(_NAMES.split())
_CALLING = (print, next, setattr, delattr, exec, eval, open, input, map, filter, sorted, max, min)
_TYPES = (list, dict, set, tuple, str, bytes, int, float, complex, slice, range)
_OWNERS = (*_TYPES, collections.deque, np.ndarray, np.generic, np, np.linalg, math, operator, itertools)
_KNOWN = {name for owner in _OWNERS for name in dir(owner)} - _CHANGING


def may_do_more(method: FunctionType, kind: type) -> bool:
    """Whether a method of a class may change something when it is asked."""
    own = {name: f for cls in reversed(kind.__mro__) if is_python_class(cls) for name, f in vars(cls).items()}
    return _Reader(own).does(method)


class _Reader:
    def __init__(self, own: dict[str, Any]) -> None:
        self.own = own  # what the class has, by name
        self.seen: set[CodeType] = set()

    def does(self, f: FunctionType, *, makes: bool = False) -> bool:
        """Whether a function may do more; where it `makes` an object, it may store what that holds."""
        cells = zip(f.__code__.co_freevars, f.__closure__ or (), strict=True)
        scope = {**vars(builtins), **f.__globals__, **{name: _content(cell) for name, cell in cells}}
        return self._code(f.__code__, scope, makes)

    def _code(self, code: CodeType, scope: dict[str, Any], makes: bool) -> bool:
        if code in self.seen:
            return False
        self.seen.add(code)
        inner = [part for part in code.co_consts if isinstance(part, CodeType)]
        steps = dis.get_instructions(code)
        return any(self._step(one, code, scope, makes) for one in steps) or any(
            self._code(part, scope, makes) for part in inner
        )

    def _step(self, one: dis.Instruction, code: CodeType, scope: dict[str, Any], makes: bool) -> bool:
        name = one.opname
        if name in _STORES:
            return not (makes and name == "STORE_ATTR")
        if name == "STORE_DEREF":
            return one.argval in code.co_freevars
        if name == "BINARY_OP":
            return (one.arg or 0) >= _IN_PLACE
        if name in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF", "LOAD_CLASSDEREF"):
            return self._object(scope.get(one.argval))
        if name in ("LOAD_METHOD", "LOAD_ATTR", "LOAD_SUPER_ATTR"):
            return self._attribute(one.argval, name == "LOAD_METHOD" or "NULL" in one.argrepr)
        return False

    def _object(self, x: Any) -> bool:
        """What is called by its name, if it is called at all."""
        if isinstance(x, type):
            init: Any = getattr(x, "__init__", None)
            users = is_python_class(x) and not is_ignored_class(x) and type(init) is FunctionType
            return users and self.does(init, makes=True)
        if type(x) is FunctionType:
            return not is_ignored_function(x) and self.does(x)
        return any(x is one for one in _CALLING)

    def _attribute(self, name: str, is_called: bool) -> bool:
        own = self.own.get(name)
        own = own.fget if isinstance(own, property) else getattr(own, "__func__", own)
        if type(own) is FunctionType:
            return self.does(own)
        return name in _CHANGING or (is_called and name not in _KNOWN)


def _content(cell: Any) -> Any:
    try:
        found = cell.cell_contents
    except ValueError:  # not yet bound
        return None
    return found.__func__ if isinstance(found, MethodType) else found
