"""What a loop carries from iteration to iteration, and which arrays that makes one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sct.ir.build import Builder
from sct.ir.types import ARRAY
from sct.runtime import trace as tracing
from sct.runtime.arrays.storage import Storage
from sct.runtime.arrays.views import stays_ordered
from sct.runtime.callers.same_static import same_static
from sct.runtime.hashing.entries import is_of_dict, parts_of
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.chosen_views import relatives
from sct.runtime.joins.doubts import HELD
from sct.runtime.joins.fitting import fits
from sct.runtime.joins.leaf_forms import leaf_specs
from sct.runtime.joins.templates import TChoice, Template, TNode, TStatic, TVar, has_rows, template_of
from sct.runtime.joins.trees import Chosen, Leaf, Node, Tree
from sct.runtime.lists.rows import IN_POOLS, Rows
from sct.runtime.lists.taken import arrays_in
from sct.runtime.state.cells import Cell, StorageCell
from sct.runtime.state.instances import attributes_of
from sct.runtime.state.places import freeze_content, known_with
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts

__all__ = [
    "Slot",
    "follow_items",
    "follow_writes",
    "guess_writes",
    "is_same",
    "keeps_layouts",
    "leaf_storages",
    "lost_on_purpose",
    "narrow",
    "note_ends",
    "note_writes",
    "passed_on",
    "share_results",
    "slots_of",
    "storages_of",
    "without_lost",
]


class Slot:
    """One carried place: a variable of the function (by position) or a cell."""

    def __init__(self, content: Any, initial: Tree, cell: Cell | None = None) -> None:
        self.cell = cell
        self.content = content  # as it stood before the loop
        self.initial = initial
        self.template: Template = TStatic(content) if cell is None else template_of(initial)
        self.guess: Template | None = None  # the form of the one that it is taken for, see `learned`
        self.fresh = True  # whether no iteration has been joined to it
        self.final: Tree = initial
        self.items: list[Tree] = []  # what it ended as where that may be an item of a list of run-time length
        self.stand_ins: list[Storage] = []  # of the body's arguments
        self.given: Any = None  # what the body had in this place when it began,
        self.arrays: list[Any] = []  # the arrays in that, one entry for each leaf,
        self.arrays_of_test: list[Any] = []  # and those that the loop's test had
        self.entered: list[Rows] = []  # the lists of run-time length that the body was given
        self.written = False  # whether the body writes in place to what it was given
        self.changed = False  # whether the last iteration that was traced wrote to it in place
        self.answer = False  # whether a `return` leaves its value here, and so leaves the loop

    def enter(self, content: Any) -> None:
        """Note what an iteration begins with, which may change then."""
        self.given = content
        for storage in self.stand_ins if self.answer else ():
            storage.frozen = "never"
        self.arrays = _variables_in(self.template, content)

    @property
    def carried(self) -> bool:
        """Whether its value goes from iteration to iteration."""
        return not isinstance(self.template, TStatic)


def slots_of(trace: tracing.Trace, known: set[int], cells: Sequence[Cell]) -> list[Slot]:
    """What a loop carries in these cells, with what they hold now."""
    contents = zip(cells, [cell.get() for cell in cells], strict=True)
    return [Slot(x, freeze_content(trace, cell, x, known_with(known, x)), cell) for cell, x in contents]


def share_results(
    trace: tracing.Trace, slots: list[Slot], state: list[Any], is_told: Callable[[Storage], bool], body: Builder
) -> None:
    """Names that end an iteration as one array are one array after the loop, too, told by numbers or not."""
    with trace.recording(body):  # of which they are ends: one may be the other by way of what the body has made
        pairs = list(_one_with_lists(slots, state))
    for new, now in pairs:
        new.share(now)
    ends: dict[int, Storage] = {}
    for slot, content in zip(slots, state, strict=True):
        if isinstance(slot.cell, StorageCell):
            continue
        for old, new in zip(leaf_storages(slot.final), storages_of(content), strict=False):
            if id(old) in ends and not (is_told(new) and is_told(ends[id(old)])):
                new.share(ends[id(old)])
            ends[id(old)] = new


def _one_with_lists(slots: list[Slot], contents: list[Any]) -> Iterator[tuple[Storage, Storage]]:
    """Arrays that an iteration leaves in a list of run-time length and under another name are one, too."""
    ends = [
        (slot, old, new)
        for slot, content in zip(slots, contents, strict=True)
        if not isinstance(slot.cell, StorageCell)
        for old, new in zip(leaf_storages(slot.final), storages_of(content), strict=False)
    ]
    for slot, old, new in ends:
        if not slot.entered or not old.may_be_others:
            continue
        for other, then, now in ends:
            if other is not slot and old.related(then):
                yield new, now


def narrow(choice: Choice, slot: Slot) -> Any:
    """After at least one iteration a variable that every iteration binds is bound."""
    final = template_of(slot.final)
    if isinstance(final, TChoice) or not isinstance(slot.template, TChoice):
        return choice
    fitting = [i for i, item in enumerate(slot.template.items) if fits(final, item)]
    return choice.alternatives[fitting[0]] if fitting else choice


def note_ends(slots: list[Slot]) -> None:
    """The arrays that a loop's body begins with may be what an iteration leaves in that place."""
    for slot in slots:
        found = [one.taken for one in leaf_storages(slot.final) if one.taken is not None]
        for storage in slot.stand_ins if found else ():
            if storage.taken is not None:
                storage.taken.of += found


def is_same(slot: Slot, final: Tree) -> bool:
    """Whether the body left a place that is not carried as it found it."""
    if not isinstance(slot.template, TStatic):
        return False
    obj = slot.template.obj
    if isinstance(final, Leaf):
        return final.variable is obj
    if hasattr(final, "obj"):
        return final.obj is obj or (not isinstance(final, Node) and same_static(final.obj, obj))
    return False


def storages_of(content: Any) -> list[Storage]:
    """The array storages in a projected value, in the order of its leaves; views are of arrays from before."""
    return [one.storage for one in arrays_in(content) if not one.steps]


def guess_writes(slots: Sequence[tuple[Slot, Tree | None]], cells: list[Cell]) -> bool:
    """What was written to before it was known that its name moves on was written to by that name. Whether any was."""
    owners = {id(cell.owner) for cell in cells if isinstance(cell, StorageCell)}
    found = False
    for slot, final in slots:
        moves = final is None or not (slot.carried or is_same(slot, final))
        if moves and not slot.written and any(id(s) in owners for s in leaf_storages(slot.initial)):
            slot.written = found = True
    return found


def lost_on_purpose(slots: list[Slot]) -> list[Storage]:
    """What comes in under names that are written to and move on: in the loop it is not known any more."""
    found = [s for slot in slots if slot.written for s in leaf_storages(slot.initial)]
    found += [other for storage in found for other in relatives(storage)]
    return list(dict.fromkeys(found))


def without_lost(slots: list[Slot]) -> list[Slot]:
    """Those places whose content is not carried under a name anyway."""
    lost = lost_on_purpose(slots)
    return [slot for slot in slots if not (isinstance(slot.cell, StorageCell) and slot.cell.owner in lost)]


def passed_on(slots: list[Slot]) -> frozenset[Storage]:
    """What enters a loop in places that it carries, and nothing else in the body writes to."""
    mine = [s for slot in slots if slot.carried and slot.cell is None for s in leaf_storages(slot.initial)]
    mine += [other for storage in mine for other in relatives(storage)]
    return frozenset(mine).difference(slot.cell.owner for slot in slots if isinstance(slot.cell, StorageCell))


def follow_writes(slots: list[Slot], finals: list[Tree]) -> bool:
    """Mark what moves to a name that is written to: a later iteration writes to it. Whether anything was new."""
    new = False
    moved = True
    while moved:
        moved = False
        pairs = zip(slots, finals, strict=False)
        written = [storage for slot, tree in pairs if slot.written for storage in leaf_storages(tree)]
        memory = {one for storage in written for one in storage.memory}
        for slot in slots:
            mine = [s for s in slot.stand_ins if not isinstance(slot.cell, StorageCell)]
            if not slot.written and any(not memory.isdisjoint(s.memory) or _among(s, written) for s in mine):
                slot.written = moved = new = True
    return new


def follow_items(slots: list[Slot], finals: list[Tree]) -> bool:
    """Note which names end an iteration as what may be an item of a list. Whether any was new."""
    new = False
    for slot, final in zip(slots, finals, strict=False):
        if not slot.items and not is_same(slot, final) and _may_be_item(final):
            slot.items = [final]
            new = True
    return new


def _may_be_item(tree: Tree) -> bool:
    if isinstance(tree, Node) and any(other is HELD for other in tree.may_be):
        return True
    return isinstance(tree, (Node, Chosen)) and any(map(_may_be_item, tree.items))


def _among(storage: Storage, others: list[Storage]) -> bool:
    return any(storage.may_be(other) for other in others)


def note_writes(slots: list[Slot], changes: list[Cell]) -> bool:
    """Learn in which places the body writes to arrays; whether all of that was known."""
    owners = {id(cell.owner) for cell in changes if isinstance(cell, StorageCell)}
    keys = {cell.key for cell in changes}
    known = True
    for slot in slots:
        in_place = any(id(storage) in owners for storage in slot.stand_ins)
        slot.changed = in_place if slot.cell is None else slot.cell.key in keys
        if in_place and not slot.written and not isinstance(slot.cell, StorageCell):
            slot.written = True
            known = False
    return known


def leaf_storages(tree: Tree) -> list[Storage]:
    """The array storages that a tree was frozen from, in the order of its leaves."""
    return [x.storage for x in _leaf_arrays(tree)]


def _leaf_arrays(tree: Tree) -> list[Any]:
    if isinstance(tree, Leaf):
        storage = getattr(tree.variable, "storage", None)
        return [tree.variable] if isinstance(storage, Storage) and tree.value.spec.kind == ARRAY else []
    if hasattr(tree, "items"):
        return [x for item in tree.items for x in _leaf_arrays(item)]
    return []


def keeps_layouts(slot: Slot) -> bool:
    """Whether the arrays that an iteration leaves are laid out as the next one takes them to be."""
    ends = [] if slot.answer else _leaf_arrays(slot.final)  # no iteration comes after an answer
    return all(stays_ordered(s, x) for s, x in zip(slot.stand_ins, ends, strict=False))


def _variables_in(template: Template, content: Any) -> list[Any]:
    """The arrays in a projected value, one entry for each leaf of its template: None where it is no array."""
    nothing: list[Any] = [None] * len(leaf_specs(template))
    if isinstance(template, TVar):  # a number has nothing to be told apart by
        return [content] if template.spec.kind == ARRAY and tracing.is_variable(content) else nothing
    if isinstance(template, TChoice) and isinstance(content, Choice) and template.number is None:
        parts = zip(template.items, content.alternatives, strict=True)
        return [None, *(x for t, part in parts for x in _variables_in(t, part))]
    if isinstance(template, TNode) and not has_rows(template):
        items = _parts(template, content)
        if items is not None and len(items) == len(template.items):
            return [x for t, item in zip(template.items, items, strict=True) for x in _variables_in(t, item)]
    return nothing


def _parts(template: TNode, content: Any) -> list[Any] | None:
    if template.kind in IN_POOLS:
        return None
    if template.instance:
        return [attributes_of(content).get(key) for key in template.keys or ()]
    if isinstance(content, ArrayOfTexts):
        return [content.codes]
    if is_of_dict(type(content)):
        held = parts_of(content)
        return [held.get(key) for key in template.keys or ()]
    if isinstance(content, dict):
        return [content[key] for key in template.keys or ()]
    return list(content) if isinstance(content, (list, tuple)) else None
