"""The memory of an array while it is traced: a name for a value that changes.

In the graph nothing is mutable. A `Storage` holds the SSA value that the array has now; an in-place
write replaces it by a functional update. Views are chains of view ops over one Storage, so every
alias sees the write.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any, NamedTuple

from sct.errors import AliasError, JoinError, Location
from sct.ir.build import Builder
from sct.ir.core import Value
from sct.ops.registry import OpDef

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["Storage", "ViewStep"]


class ViewStep(NamedTuple):
    """One view op over its base: which op, with which operands and attributes."""

    op: OpDef
    operands: tuple[Value, ...]
    attrs: dict[str, Any]


class Storage:
    """What a traced array points to: the current value, and what else may share the memory."""

    __slots__ = (
        "__weakref__",
        "_lost",
        "_sharers",
        "born",
        "builder",
        "c_order",
        "external",
        "layout_inputs",
        "origin",
        "stand_in",
        "trace",
        "value",
    )

    def __init__(self, trace: Trace, value: Value, origin: Location | None = None) -> None:
        self.trace = trace
        self.value = value
        self.builder: Builder = trace.builder
        self.born: Builder = trace.builder
        self.origin = origin
        self.external = -1  # the index among the program's inputs and captures, or -1
        self.c_order = True  # whether the memory is known to be laid out in C order …
        self.layout_inputs: frozenset[int] = frozenset()  # … if these inputs are laid out as in this trace
        self.stand_in = False  # whether this stands for "the array of this name in any iteration"
        self._lost: tuple[str, Location | None] | None = None
        self._sharers: list[weakref.ref[Storage]] = []

    def read(self) -> Value:
        """The current value; refused where it is not known or out of scope."""
        if self._lost is not None:
            why, place = self._lost
            also = (("the other name is written here", place),) if place else ()
            raise AliasError(
                "this array was changed in a loop under another name", where=self.trace.location(), why=why, also=also
            )
        if not self.trace.in_scope(self.builder):
            raise JoinError(
                "a value that was made inside a branch or loop body is used outside of it",
                where=self.trace.location(),
                why="it escaped through an object that the join of the branches cannot see",
                fix="assign it to a plain variable in every branch",
                also=(("made here", self.origin),) if self.origin else (),
            )
        return self.value

    def write(self, value: Value) -> None:
        """Replace the value; refused where it is not known which other arrays share the memory."""
        for ref in self._sharers:
            other = ref()
            if other is not None and self.trace.in_scope(other.born):
                raise AliasError(
                    "an in-place write to an array that may or may not be the same as another one",
                    where=self.trace.location(),
                    why="a branch or a loop decided at run time which array this name stands for",
                    also=(("the other array", other.origin),) if other.origin else (),
                )
        self.trace.touch_storage(self)
        self.value = value
        self.builder = self.trace.builder

    def lose(self, why: str, place: Location | None) -> None:
        """From now on the value is not known: reading it is refused."""
        self._lost = (why, place)

    def share(self, other: Storage) -> None:
        """Both may be the same memory, depending on a run-time value."""
        if other is not self:
            self._sharers.append(weakref.ref(other))
            other._sharers.append(weakref.ref(self))

    def content(self) -> tuple[Value, Builder, Any]:
        """For transactions."""
        return (self.value, self.builder, self._lost)

    def restore(self, content: tuple[Value, Builder, Any]) -> None:
        """For transactions."""
        self.value, self.builder, self._lost = content
