"""Where the search for what a loop carries starts, if the loop has been traced before: see `lessons`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from sct.ir.types import Dim
from sct.runtime.joins.fitting import same_template
from sct.runtime.joins.leaf_forms import array_leaves, holds_containers, holds_pooled
from sct.runtime.joins.templates import TStatic, template_of, unify
from sct.runtime.joins.trees import Chosen, Leaf, Many, Node, Tree
from sct.runtime.lists.rows import Items
from sct.runtime.rolling.carried import Slot, leaf_storages
from sct.runtime.rolling.lessons import Carried, Lessons
from sct.runtime.rolling.open_extents import renamed
from sct.runtime.rolling.table_parts import found_part
from sct.runtime.state.cells import ABSENT, Cell, DequeCell, ListCell, StorageCell
from sct.runtime.state.places import freeze_content, known_with
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import Region, Trace

__all__ = ["ends_of", "known_ends", "lost_ends", "may_say_more", "recall", "teach", "were_right"]


def recall(trace: Trace, lessons: Lessons, slots: list[Slot], names: int, known: set[int]) -> list[Slot]:
    """Give the slots, of which the first are `names`, the form they had before, and add those of cells.

    Answers those that are carried for that reason alone, as yet.
    """
    _rename(trace, lessons)
    recalled = []
    for before in lessons.carried:
        cell = _found_again(trace, before)
        if cell is not None:
            content = cell.get()
            if isinstance(cell, StorageCell) and cell.owner.known_value() is None:
                cell.owner.read()  # refused: a loop around has given the memory to other names since
            slot = Slot(content, freeze_content(trace, cell, content, known_with(known, content)), cell)
            _take_over(trace, slot, before, lessons.open_dims)
            slot.guess = None if cell is before.cell else slot.template
            slot.written = before.written
            slots.append(slot)
            recalled.append(slot)
    for slot, before in zip(slots[:names], lessons.carried, strict=False):
        if before.cell is None:
            _take_over(trace, slot, before, lessons.open_dims)
            slot.written = before.written
            recalled += [slot] if slot.written or slot.carried else []
    return recalled


def _found_again(trace: Trace, before: Carried) -> Cell | None:
    """The place that was carried, or the one of what has been made instead since."""
    if before.cell is None or not trace.is_inner(before.cell):
        return before.cell
    if isinstance(before.cell, StorageCell):
        storage = None if before.array is None else trace.made.find_array(before.array, trace.builder)
        return None if storage is None else StorageCell(storage)
    owner = None if before.nth is None else trace.made.find(before.nth, trace.builder)
    if before.part is not None:
        owner = before.part.of(trace, owner)
    found = type(owner) is type(before.cell.owner) and _is_of_table(trace, owner) == (before.part is not None)
    return before.cell.of(owner) if found else None


def _is_of_table(trace: Trace, owner: Any) -> bool:
    """Whether a list is one of those that a dict, a set or a pool is made of, whose ops take it to be of one form."""
    return owner in trace.key_lists or owner in trace.doubts.inner


def _rename(trace: Trace, lessons: Lessons) -> None:
    """Give open extents new names: by the old ones, what is around may know the results of an earlier trace."""
    names = {dim: trace.builder.fresh_dim() for dim in sorted(lessons.open_dims, key=lambda dim: dim.name)}
    for before in lessons.carried:
        before.template = renamed(before.template, lambda n: names.get(n, n))
    lessons.open_dims = frozenset(names.values())


def were_right(trace: Trace, recalled: Sequence[Slot], settled: bool) -> bool:
    """Whether what was carried because it was before has to be, if it has `settled`; and is what it was taken for.

    A place that another attempt has made may have been mistaken for another one, and what an iteration then leaves has
    the form of that one, too.
    """
    guessed = [slot for slot in recalled if slot.guess is not None]
    if any(slot.guess is not slot.template for slot in guessed):
        return False
    return not settled or all(map(_needs_to_be_carried, recalled))


def _needs_to_be_carried(slot: Slot) -> bool:
    """Whether the body has indeed changed what was carried because it was before."""
    if isinstance(slot.final, Node) and slot.final.kind is Items and isinstance(slot.given, Items):
        pairs = zip_longest(slot.given, slot.final.obj, fillvalue=ABSENT)
        return any(now is not before for before, now in pairs)
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


def may_say_more(trace: Trace, slots: Sequence[Slot], hasty: int, blind: bool) -> bool:
    """Whether another attempt is needed after the first one, which in a loop that is `blind` as it starts from
    what was learned has not seen what is carried.

    Where a loop around this one is in such an attempt itself, that is left to its next trace: each loop would double
    the traces of those inside of it otherwise. `hasty` is how many did so before this attempt.
    """
    if trace.loops.hasty == hasty and (not blind or _shares_nothing(slots)):
        return False
    trace.loops.hasty += trace.loops.preliminary
    return not trace.loops.preliminary


def _shares_nothing(slots: Sequence[Slot]) -> bool:
    """Whether all that goes from iteration to iteration are numbers, which cannot be one and the same.

    Nor can what an array holds be, that each iteration writes to and that stays where it is, nor numbers in a list.
    """
    moving = [slot for slot in slots if slot.carried and not isinstance(slot.cell, StorageCell)]
    return not any(_may_be_shared(tree) for slot in moving for tree in (slot.initial, slot.final))


def _may_be_shared(tree: Tree) -> bool:
    if isinstance(tree, Chosen) or (isinstance(tree, Node) and tree.kind in (Items, tuple, FormattedText)):
        return any(map(_may_be_shared, tree.items))
    if isinstance(tree, Many):
        item = tree.obj.item
        return holds_containers(item) or holds_pooled(item) or any(array_leaves(item))
    return isinstance(tree, Node) or bool(leaf_storages(tree))


def known_ends(trace: Trace, region: Region, known: set[int]) -> dict[Any, Tree]:
    """Lists from outside of a region as it is about to leave them, by the keys of their cells, if all hold numbers.

    So a loop need not carry them through an iteration before it is known in which form it has to. Lists that hold
    something else, and those that go with them, as the keys of a dict do with its values, are looked at only then.
    """
    changes = [(cell, now) for cell, _, now in region.transaction.changes() if not region.transaction.is_own(cell)]
    lists = [(cell, now) for cell, now in changes if isinstance(cell, (DequeCell, ListCell))]
    found = {cell.key: freeze_content(trace, cell, now, known_with(known, now)) for cell, now in lists}
    found = {} if any(map(_may_be_shared, found.values())) else found
    return {**found, **lost_ends(trace, region, known)}


def lost_ends(trace: Trace, region: Region, known: set[int]) -> dict[Any, Tree]:
    """Arrays from outside of a region of which it leaves no one knows what: a loop does not carry them."""
    changes = [(cell, now) for cell, _, now in region.transaction.changes() if isinstance(cell, StorageCell)]
    return {cell.key: freeze_content(trace, cell, now, known) for cell, now in changes if now[2] is not None}


def ends_of(slots: Sequence[Slot], finals: Sequence[Tree], found: dict[Any, Tree]) -> list[tuple[Slot, Tree]]:
    """What an iteration leaves in its places, but for some of those that it was not known to write to."""
    new = [(slot, found.get(slot.cell.key)) for slot in slots[len(finals) :] if slot.cell is not None]
    return [*zip(slots, finals, strict=False), *((slot, tree) for slot, tree in new if tree is not None)]


def teach(trace: Trace, lessons: Lessons, slots: Sequence[Slot], open_dims: frozenset[Dim]) -> None:
    """Remember what was carried."""
    lessons.carried = []
    for slot in slots:
        nth = array = part = None
        if isinstance(slot.cell, StorageCell):
            array = trace.made.nth_array(slot.cell.owner, trace.builder)
        elif slot.cell is not None and not _is_of_table(trace, slot.cell.owner):
            nth = trace.made.nth(slot.cell.owner, trace.builder)
        elif slot.cell is not None and (found := found_part(trace, slot.cell.owner)) is not None:
            nth, part = found
        lessons.carried.append(Carried(slot.template, slot.written, slot.cell, nth, array, part))
    lessons.open_dims = open_dims
