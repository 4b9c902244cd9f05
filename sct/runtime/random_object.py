"""What stands for a random generator while the graph is built: its number in the table of the run.

It is never drawn from while tracing; its methods record ops.
"""

from __future__ import annotations

import random
from typing import Any, NoReturn

from sct.errors import UnsupportedCallError
from sct.ops.random_table import KINDS
from sct.runtime.trace import Trace

__all__ = ["RandomObject", "family_of", "refuse"]


class RandomObject:
    """A generator that is there when the program runs; `handle` is its number, an int or a run-time int.

    Attributes
    ----------
    kind : type
        The class that plain Python would find.
    """

    kind: type
    handle: Any

    def __init__(self, kind: type, handle: Any) -> None:
        self.kind = kind
        self.handle = handle

    @property
    def python_type(self) -> type:
        """The class that plain Python would find."""
        return self.kind

    def __getattr__(self, name: str) -> Any:
        from sct.runtime.randomness import attribute

        found = None if name.startswith("__") and name.endswith("__") else attribute(self, name)
        if found is None:
            kind = self.kind.__name__ if self.kind is random.Random else f"{self.kind.__module__}.{self.kind.__name__}"
            raise AttributeError(f"'{kind}' object has no attribute {name!r}")
        return found


def family_of(owner: RandomObject) -> str:
    """Which methods it has: those of a Generator, RandomState, BitGenerator, SeedSequence or Random."""
    return KINDS.get(owner.kind, "BitGenerator")


def refuse(trace: Trace, name: str, why: str, fix: str) -> NoReturn:
    """Raise UnsupportedCallError."""
    raise UnsupportedCallError(f"{name} has no static form", where=trace.location(), why=why, fix=fix)
