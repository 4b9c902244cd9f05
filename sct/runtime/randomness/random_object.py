"""What stands for a random generator while the graph is built: its number in the table of the run.

It is never drawn from while tracing; its methods record ops.
"""

from __future__ import annotations

from typing import Any, NoReturn

from sct.errors import StaticValueError, UnsupportedCallError
from sct.runtime.current import current
from sct.runtime.homes import home_of
from sct.runtime.trace import Trace

__all__ = ["RandomObject", "family_of", "is_generator_class", "may_draw", "refuse"]

_HOMES = ("random", "numpy.random")


class RandomObject:
    """A generator that is there when the program runs; `handle` is its number, an int or a run-time int.

    Attributes
    ----------
    kind : type
        The class that plain Python would find.
    found : Any
        The object itself, if it comes from outside.
    bits : Any
        What a Generator that the program makes draws from: what stands for it, or its class; None if that is not known.
    asked : tuple or None
        Where it was asked for its bit generator, and what was answered.
    """

    kind: type
    handle: Any
    found: Any
    bits: Any
    asked: tuple[Any, RandomObject] | None

    def __init__(self, kind: type, handle: Any, found: Any = None, bits: Any = None) -> None:
        self.kind = kind
        self.handle = handle
        self.found = found
        self.bits = bits
        self.asked = None

    @property
    def python_type(self) -> type:
        """The class that plain Python would find."""
        return self.kind

    def __repr__(self) -> NoReturn:
        raise StaticValueError(
            f"a {self.kind.__name__} was made text of in a static function",
            why="the text names the object's place in memory or what it draws from, which only the run knows",
            fix="make the text outside of the static function",
        )

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in RandomObject.__annotations__:
            self._refuse_change(name)
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> NoReturn:
        self._refuse_change(name)

    def _refuse_change(self, name: str) -> NoReturn:
        trace = current()
        raise UnsupportedCallError(
            f"the attribute {name!r} of a {self.kind.__name__} was set or deleted in a static function",
            where=None if trace is None else trace.location(),
            why="what it draws, and which attributes it has, is up to the object that is there when the program runs",
            fix="do so outside of the static function, or write a function that draws in another way",
        )

    def __getattr__(self, name: str) -> Any:
        from sct.runtime.randomness.randomness import attribute

        found = None if name.startswith("__") and name.endswith("__") else attribute(self, name)
        if found is None:
            module = "" if self.kind.__module__ == "random" else f"{self.kind.__module__}."
            raise AttributeError(f"'{module}{self.kind.__name__}' object has no attribute {name!r}")
        return found


def is_generator_class(kind: type) -> bool:
    """Whether objects of exactly this class are random generators of Python or NumPy.

    >>> is_generator_class(int)
    False
    """
    if not home_of(kind).startswith(_HOMES):
        return False
    from sct.ops.random_table import KINDS

    return kind in KINDS


def may_draw(f: Any, args: tuple[Any, ...]) -> bool:
    """Whether `f` may be a function or a class of these modules, or a method of a generator: a quick look.

    >>> import random
    >>> may_draw(random.shuffle, ([],)), may_draw(len, ([],))
    (True, False)
    """
    if str(getattr(f, "__module__", "")).startswith(_HOMES):
        return True
    return any(
        isinstance(owner, RandomObject) or any(home_of(kind).startswith(_HOMES) for kind in type(owner).__mro__)
        for owner in (getattr(f, "__self__", None), *args[:1])
    )


def family_of(owner: RandomObject) -> str:
    """Which methods it has: those of a Generator, RandomState, BitGenerator, SeedSequence or Random."""
    from sct.ops.random_table import KINDS

    return KINDS.get(owner.kind, "BitGenerator")


def refuse(trace: Trace, name: str, why: str, fix: str) -> NoReturn:
    """Raise UnsupportedCallError."""
    raise UnsupportedCallError(f"{name} has no static form", where=trace.location(), why=why, fix=fix)
