"""Methods of the user's that Python calls by itself while a trace is under way: refused where they do more than answer.

sct asks objects by converted methods, in Python's order. Where code of its own, or one of Python's functions that it
calls, comes to such an object all the same, the method would run as it was written: once, while the graph is built,
also in a branch that is never taken. So the calls are overheard, once an object is met whose class could tell. What
only answers may be asked.
"""

from __future__ import annotations

import contextlib
import functools
import sys
from collections import Counter
from types import CodeType, FrameType, FunctionType
from typing import TYPE_CHECKING, Any

from sct.errors import SctError, SideEffectError
from sct.runtime.calls.doing_code import may_do_more
from sct.runtime.calls.raising import Diverged
from sct.runtime.current import current
from sct.runtime.homes import home_of
from sct.runtime.ignore import is_ignored_class
from sct.runtime.state.cells import is_python_class

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["Overheard"]

_MADE = frozenset(("__init__", "__new__", "__post_init__", "__init_subclass__", "__class_getitem__", "__set_name__"))
_FEW = 16  # calls of one method that are tried out


class Overheard:
    """What a trace hears of such methods."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.refused: SctError | None = None
        self._classes: set[type] = set()
        self._methods: dict[CodeType, FunctionType] = {}
        self._names: set[str] = set()
        self._tried: Counter[CodeType] = Counter()

    def notice(self, kind: type) -> None:
        """An object of this class is met: from now on its methods are overheard, if they may do more than answer."""
        if kind in self._classes:
            return
        self._classes.add(kind)
        if not is_python_class(kind) or is_ignored_class(kind) or home_of(kind).startswith("sct."):
            return
        for method in (methods := _methods(kind)):
            self._methods[method.__code__] = method
            self._names.add(method.__code__.co_name)
        if methods and sys.getprofile() is None:
            sys.setprofile(self)

    def over(self) -> None:
        """The trace is over."""
        if sys.getprofile() is self:
            sys.setprofile(None)

    def check(self) -> None:
        """Refuse what was overheard, if what called the method has caught the refusal."""
        if self.refused is not None:
            raise self.refused

    def __call__(self, frame: FrameType, event: str, arg: Any) -> None:
        """Hear of a step into a function."""
        if event != "call" or frame.f_code.co_name not in self._names or self.refused is not None:
            return
        method = self._methods.get(frame.f_code)
        if method is None or self._tried[frame.f_code] >= _FEW or current() is not self.trace:
            return
        self._tried[frame.f_code] += 1
        if _does_more(self.trace, method, _arguments(frame)):
            self.refused = SideEffectError(
                f"Python calls {method.__qualname__} by itself, which does more than answer",
                where=self.trace.location(),
                why="it would run as it was written, while the graph is built, and not where the program comes to it",
                fix="call the method yourself, and use what it answers",
            )
            raise self.refused


@functools.lru_cache(maxsize=4096)
def _methods(kind: type) -> tuple[FunctionType, ...]:
    """The methods of a class that Python may call by itself, and that may do more than answer."""
    users = [cls for cls in kind.__mro__ if is_python_class(cls) and not is_ignored_class(cls)]
    asked = [x for cls in users for name, x in vars(cls).items() if _is_special(name) and type(x) is FunctionType]
    asked = [x for x in asked if x.__module__ != "enum"]  # which puts its own into classes: they keep what they answer
    return tuple(x for x in asked if x.__code__.co_filename != "<string>" and may_do_more(x, kind))


def _is_special(name: str) -> bool:
    return name == "keys" or (name.startswith("__") and name.endswith("__") and name not in _MADE)


def _arguments(frame: FrameType) -> tuple[Any, ...]:
    code, found = frame.f_code, frame.f_locals
    args = [found[name] for name in code.co_varnames[: code.co_argcount] if name in found]
    rest = found.get(code.co_varnames[code.co_argcount + code.co_kwonlyargcount], ()) if code.co_flags & _REST else ()
    return (*args, *(rest if type(rest) is tuple else ()))


_REST = 4  # flag of code that takes any arguments


def _does_more(trace: Trace, method: FunctionType, args: tuple[Any, ...]) -> bool:
    from sct.runtime.call import convert_call
    from sct.runtime.comprehension import collect
    from sct.runtime.generators import TracedGenerator
    from sct.runtime.iteration.loud import does_more
    from sct.runtime.state.trials import trial

    with trace.region() as region, trial(trace):
        with contextlib.suppress(Exception, Diverged):
            made = convert_call(method)(*args)
            if isinstance(made, TracedGenerator):
                collect(trace, made)
        more = does_more(trace, region, None)
        region.transaction.rollback()
    return more
