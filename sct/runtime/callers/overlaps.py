"""Arguments that share memory without being one array: all of them as views of the array that owns it.

`f(a[:-1], a[1:])` that writes into one of them is traced once more, with the owner of the memory as the one input
and each argument as a view of it. Where in its owner an argument lies is guarded, so the program is the right one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.errors import AliasError
from sct.ir.types import ARRAY, Spec
from sct.ops import registry
from sct.records import record
from sct.runtime.arrays.storage import ViewStep
from sct.runtime.callers.placement import Steps, owner_of, place_of, placement
from sct.runtime.callers.sources import Constants, Source
from sct.runtime.layers.guards import ArrayFacts
from sct.runtime.state.cells import IdentityMap

if TYPE_CHECKING:
    from sct.runtime.trace import Trace
    from sct.runtime.variable import Variable

__all__ = ["Members", "Overlap", "OwnerSource", "lift_member"]


class Overlap(Exception):
    """Arguments turned out to overlap, and one of them is written to: trace again, knowing that."""

    def __init__(self, refusal: AliasError, arrays: list[Any]) -> None:
        super().__init__(refusal)
        self.refusal = refusal
        self.owners = [owner_of(array) for array in arrays]


@record
class OwnerSource(Source):
    """The owner of the memory of an array that has a source itself."""

    member: Source

    def expr(self, constants: Constants) -> str:
        return f"{constants.name(owner_of)}({self.member.expr(constants)})"

    def describe(self) -> str:
        return f"the memory of {self.member.describe()}"


class Members:
    """The arguments that are views of a common owner, and where they came from."""

    def __init__(self) -> None:
        self._owners = IdentityMap()
        self.inputs = IdentityMap()  # owner -> the Variable that is the input
        self._sources = IdentityMap()  # Variable -> source
        self._writeable: list[tuple[Variable, Source]] = []

    def expect(self, owners: list[Any]) -> None:
        """Take every array that is a view of one of these as a member."""
        for owner in owners:
            self._owners[owner] = True

    def takes(self, array: Any) -> bool:
        """Whether `array` has to be lifted as a view of its owner."""
        return array.size > 0 and owner_of(array) in self._owners

    def add(self, variable: Variable, source: Source, writeable: bool) -> None:
        """Note one member."""
        self._sources[variable] = source
        if writeable:
            self._writeable.append((variable, source))

    def source_of(self, variable: Variable) -> Source | None:
        """Where a member came from; None if this is no member."""
        found: Source | None = self._sources.get(variable)
        return found

    def all(self) -> Iterator[tuple[Variable, Source]]:
        """Every member with its source."""
        return self._sources.items()

    def written_through(self, external: int) -> list[tuple[Variable, Source]] | None:
        """The members to write back where their owner is this input; None if the input is no such owner."""
        if not any(variable.storage.external == external for variable, _ in self.all()):
            return None
        return [(variable, source) for variable, source in self._writeable if variable.storage.external == external]


def lift_member(trace: Trace, array: Any, source: Source) -> Any:
    """The Variable for an array that may share memory with other inputs: a view of its owner."""
    from sct.runtime.variable import Variable

    owner = owner_of(array)
    steps = placement(array, owner)
    if steps is None:
        raise AliasError(
            f"{source.describe()} is written to or overlaps what is, and its place in memory is an unusual one",
            where=trace.where,
            why="it is no slice, transpose, reshape or complex part of the array that owns the memory",
        )
    base = _lift_owner(trace, owner, OwnerSource(source))
    trace.guards.add("array", source, ArrayFacts(array.dtype, array.shape, np.ndarray))
    trace.guards.add("place", source, place_of(array))
    trace.callers.instances.append((array, source))
    with trace.recording(trace.root):  # it is the caller's, wherever it was met first: also after a loop it may be it
        made = Variable(base.storage, *_applied(base.spec, steps))
    trace.lifted[array] = made
    trace.members.add(made, source, array.flags.writeable)
    return made


def _lift_owner(trace: Trace, owner: Any, source: Source) -> Any:
    from sct.runtime.callers.lift import add_input

    known = trace.members.inputs.get(owner)
    if known is None:
        trace.guards.add("array", source, ArrayFacts(owner.dtype, owner.shape, np.ndarray))
        known = trace.members.inputs[owner] = add_input(trace, source, owner, Spec(owner.dtype, owner.shape, ARRAY))
    else:
        trace.callers.same_arrays.append((source, trace.inputs[known.storage.external][0]))
    return known


def _applied(spec: Spec, steps: Steps) -> tuple[tuple[ViewStep, ...], Spec]:
    made = []
    for name, attrs in steps:
        op = registry.get(name)
        spec = op.specs((), (spec,), attrs)[0]
        made.append(ViewStep(op, (), attrs))
    return tuple(made), spec
