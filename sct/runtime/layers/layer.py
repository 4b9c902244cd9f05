"""What is called: a compiled program with its guards, and the way back to Python values.

A `Layer` is what a trace, or what has been kept of one, comes to. Its `call` is one generated Python function
with the user's own signature: it checks the guards, reads the inputs, runs the executable, writes
mutated arrays and effects back, and rebuilds the result. It answers `MISS` when a guard fails.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sct.ir.content import content_hash
from sct.ir.core import Program
from sct.ops.control import render
from sct.ops.printed import counting
from sct.runtime.callers.class_forms import same_form
from sct.runtime.callers.placement import owner_of, place_of
from sct.runtime.callers.same_constant import same_constant, same_items
from sct.runtime.exits.attribute_exit import give, ordered
from sct.runtime.exits.users_values import new_value
from sct.runtime.state.cells import ABSENT, IdentityMap, delete_plainly, set_plainly
from sct.runtime.state.instances import new_instance

__all__ = ["ALWAYS", "GIVEN", "MISS", "ONCE", "READ_ONLY", "SHARED", "Layer", "is_spread"]


class _Miss:
    """The answer of a layer whose guards do not hold."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<miss>"


MISS = _Miss()


class Layer:
    """A compiled Program that knows when it applies.

    Attributes
    ----------
    program : Program
        The optimised program.
    key : str
        The content hash of the program: equal in every process, for every function that builds it.
    guards : Guards
        What must hold for the program to be the right one.
    replayable : bool
        Whether the plain function may be run when the program has raised, to raise as Python does.
    may_be_caught : bool
        Whether plain Python may catch what the program raises, and go on.
    recurses : bool
        Whether it leaves calls to plain Python that go deeper than it does.
    call : callable
        The generated function; takes the user's arguments, answers the result or `MISS`.
    applies : callable
        Whether the guards hold for these arguments; also generated.
    """

    program: Program
    guards: Any
    executable: Any
    replayable: bool
    may_be_caught: bool
    recurses: bool
    symbolic: frozenset[str]
    dims: dict[Any, Any]
    backend: str
    source: str
    constants: dict[str, Any]
    draws = remembers = prints = False
    effort = 0  # what all attempts at tracing it have taken, as `too_long.effort` counts it
    rests: Any = None  # where plain Python does its calls for now

    @property
    def key(self) -> str:
        """The content hash of the program."""
        return content_hash(self.program)

    @property
    def openness(self) -> int:
        """How much of what calls differ in the program leaves to the run: the less it does, the faster it is."""
        return len(self.dims) + len(self.symbolic)

    def holds(self, bound: dict[str, Any]) -> bool:
        """Whether every guard holds for these bound arguments."""
        return all(guard.holds(bound) for guard in self.guards)

    def first_failure(self, bound: dict[str, Any]) -> Any:
        """The first guard that does not hold, or None."""
        return next((guard for guard in self.guards if not guard.holds(bound)), None)

    def _compile(self, run: Callable[..., Any]) -> None:
        """Make `call` and `applies` of the generated code."""
        scope: dict[str, Any] = {}
        if self.draws:
            from sct.ops.random_table import Generators, drawing

            run, scope["__s_Generators"] = drawing(run), Generators
        scope |= {
            "__s_MISS": MISS,
            "__s_run": counting(run) if self.prints else run,
            "__s_own": _own,
            "__s_parted": _parted,
            "__s_distinct": _distinct,
            "__s_render": render,
            "__s_copyto": _copy_into,
            "__s_may_share_memory": np.may_share_memory,
            "__s_spread": is_spread,
            "__s_new_instance": new_instance,
            "__s_new_value": new_value,
            "__s_absent": ABSENT,
            "__s_set": set_plainly,
            "__s_delete": delete_plainly,
            "__s_ordered": ordered,
            "__s_give": give,
            "__s_same_constant": same_constant,
            "__s_same_items": same_items,
            "__s_same_form": same_form,
            **self.constants,
        }
        exec(compile(self.source, "<sct layer>", "exec"), scope)
        self.call: Callable[..., Any] = scope["call"]
        self.applies: Callable[..., bool] = scope["applies"]


READ_ONLY, ALWAYS, ONCE, SHARED = range(4)
GIVEN = 4  # added to one of these: not where the output is a view of an argument


def is_spread(array: Any) -> bool:
    """Whether no two elements of an array share memory: along each axis, a step is longer than what lies within it."""
    within = array.itemsize
    for step, extent in sorted((abs(s), n) for s, n in zip(array.strides, array.shape, strict=True) if n != 1):
        if step < within:
            return not array.size
        within += (extent - 1) * step
    return True


def _copy_into(array: Any, new: Any) -> None:
    """Write an argument back, unless the program has done so."""
    if new is not array:
        np.copyto(array, new)


def _own(outputs: tuple[Any, ...], copies: tuple[tuple[int, int], ...], inputs: tuple[Any, ...]) -> list[Any]:
    """The outputs, with copies where they share memory with what is not theirs."""
    once = {id(outputs[j]): np.array(outputs[j]) for j, when in copies if when == ONCE}
    owned = [once.get(id(output), output) for output in outputs] if once else list(outputs)
    constants = IdentityMap()
    for j, kind in copies:
        when = kind % GIVEN
        if kind >= GIVEN and any(np.may_share_memory(owned[j], one) for one in inputs):
            continue
        if when == SHARED and not owned[j].flags.writeable:
            owned[j] = _owned_with(constants, owned[j])
        elif when == ALWAYS or not owned[j].flags.writeable:
            owned[j] = np.array(owned[j])
    return owned


def _owned_with(copies: IdentityMap, array: Any) -> Any:
    """The same part of a copy of the memory: one copy for all that are parts of it."""
    owner = owner_of(array)
    copy = copies.get(owner)
    if copy is None:
        copy = copies[owner] = np.array(owner)
    if array is owner or not (array.size and owner.flags.c_contiguous):  # what is empty shares nothing
        return copy if array is owner else np.array(array)
    return np.ndarray(array.shape, array.dtype, copy, place_of(array)[2], array.strides)


def _parted(outputs: Sequence[Any], pairs: tuple[tuple[int, int], ...]) -> list[Any]:
    """The outputs, with copies of what is computed once where Python would have made an array each time."""
    parted = list(outputs)
    for j, k in pairs:
        if parted[j] is parted[k] or np.may_share_memory(parted[j], parted[k]):  # what is empty shares nothing
            parted[j] = np.array(parted[j])
    return parted


def _distinct(*objects: Any) -> bool:
    """Whether no two of these are one object."""
    return len(set(map(id, objects))) == len(objects)
