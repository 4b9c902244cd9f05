"""Where the search for what a loop carries starts, if the loop has been traced before: see `lessons`."""

from __future__ import annotations

from collections.abc import Sequence

from sct.ir.types import Dim
from sct.runtime.carried import Slot, leaf_storages
from sct.runtime.cells import StorageCell
from sct.runtime.fitting import same_template
from sct.runtime.lessons import Carried, Lessons
from sct.runtime.open_extents import renamed
from sct.runtime.places import freeze_content, known_with
from sct.runtime.templates import TStatic, template_of, unify
from sct.runtime.trace import Trace
from sct.runtime.trees import Chosen, Leaf, Many, Node, Tree

__all__ = ["may_say_more", "recall", "teach"]


def recall(trace: Trace, lessons: Lessons, slots: list[Slot], names: int, known: set[int]) -> list[Slot]:
    """Give the slots, of which the first are `names`, the form they had before, and add those of cells.

    Answers those that are carried for that reason alone, as yet.
    """
    _rename(trace, lessons)
    recalled = []
    for before in lessons.carried:
        if before.cell is not None and not trace.is_inner(before.cell):
            content = before.cell.get()
            if isinstance(before.cell, StorageCell) and before.cell.owner.known_value() is None:
                before.cell.owner.read()  # refused: a loop around has given the memory to other names since
            slot = Slot(content, freeze_content(trace, before.cell, content, known_with(known, content)), before.cell)
            _take_over(trace, slot, before, lessons.open_dims)
            slot.written = before.written
            slots.append(slot)
            recalled.append(slot)
    for slot, before in zip(slots[:names], lessons.carried, strict=False):
        if before.cell is None:
            _take_over(trace, slot, before, lessons.open_dims)
            slot.written = before.written
            recalled += [slot] if slot.written or slot.carried else []
    return recalled


def _rename(trace: Trace, lessons: Lessons) -> None:
    """Give open extents new names: by the old ones, what is around may know the results of an earlier trace."""
    names = {dim: trace.builder.fresh_dim() for dim in sorted(lessons.open_dims, key=lambda dim: dim.name)}
    for before in lessons.carried:
        before.template = renamed(before.template, lambda n: names.get(n, n))
    lessons.open_dims = frozenset(names.values())


def needs_to_be_carried(slot: Slot) -> bool:
    """Whether the body has indeed changed what was carried because it was before."""
    if slot.cell is not None or slot.changed:
        return slot.changed
    return not (isinstance(slot.final, Leaf) and slot.final.variable is slot.given)


def _take_over(trace: Trace, slot: Slot, before: Carried, open_dims: frozenset[Dim]) -> None:
    """The form that is known, if what enters the loop adds nothing to it."""
    if isinstance(before.template, TStatic):
        return
    if same_template(unify(trace, before.template, template_of(slot.initial), open_dims), before.template):
        slot.template = before.template
        slot.fresh = False


def may_say_more(trace: Trace, slots: Sequence[Slot], hasty: int) -> bool:
    """Whether another attempt is needed after the first one from what was learned, which has not seen what is carried.

    Where a loop around this one is in such an attempt itself, that is left to its next trace: each loop would double
    the traces of those inside of it otherwise. `hasty` is how many did so before this attempt.
    """
    if trace.hasty == hasty and _shares_nothing(slots):
        return False
    trace.hasty += trace.preliminary
    return not trace.preliminary


def _shares_nothing(slots: Sequence[Slot]) -> bool:
    """Whether all that goes from iteration to iteration are numbers, which cannot be one and the same.

    Nor can what an array holds be, that each iteration writes to and that stays where it is.
    """
    moving = [slot for slot in slots if slot.carried and not isinstance(slot.cell, StorageCell)]
    return not any(_may_be_shared(tree) for slot in moving for tree in (slot.initial, slot.final))


def _may_be_shared(tree: Tree) -> bool:
    if isinstance(tree, Chosen):
        return any(map(_may_be_shared, tree.items))
    return isinstance(tree, (Node, Many)) or bool(leaf_storages(tree))


def teach(lessons: Lessons, slots: Sequence[Slot], open_dims: frozenset[Dim]) -> None:
    """Remember what was carried."""
    lessons.carried = [Carried(slot.template, slot.written, slot.cell) for slot in slots]
    lessons.open_dims = open_dims
