"""The order in which attributes come to an object, which is the order that `vars` of it has.

Branches are traced one after the other, and joined: what the trace sees of an object has its attributes in some order.
So each attribute that comes to an object is given a number, greater than those of all that came before, as a piece of
the state of the trace: where branches have made it come at different times, the number is the run's. In a loop, where
one line makes attributes come in several turns, the run counts.
"""

from __future__ import annotations

import itertools
from types import MemberDescriptorType
from typing import Any

from sct.errors import Location, SideEffectError
from sct.runtime.callers.sources import AttrSource
from sct.runtime.state.cells import ABSENT, UNTOUCHED, AttrCell
from sct.runtime.state.class_content import in_class
from sct.runtime.state.instances import attributes_of, class_says
from sct.runtime.state.own_dict import dict_of
from sct.runtime.state.shadowed import absence, may_be_absent
from sct.runtime.texts.kind_names import a_kind

__all__ = [
    "Births",
    "attribute_order",
    "births_of",
    "check_order",
    "guard_presence",
    "note_birth",
    "note_loss",
    "numbers_of",
    "put_in_order",
    "unordered",
]

_THERE = -1  # the number of what was there before
_LATER = 1 << 62  # that of what has come by `vars(x)` since
_TURNS = 1 << 40  # numbers that a loop may give away


class _Numbers:
    """The number of each attribute that has come, as attributes; and how many have come in loops, as `_COUNT`."""


_COUNT = " count"


class Births:
    """What has come to one object."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names  # as they stood before anything came or went
        self.numbers = _Numbers()
        self.lost = False  # whether any was deleted
        self.spans: dict[str, tuple[int, int]] = {}  # between which numbers that of an attribute is

    def number(self, name: str) -> Any:
        """The number of an attribute."""
        return vars(self.numbers).get(name, _THERE if name in self.names else _LATER)

    def place(self, name: str) -> int:
        """Where an attribute stood before."""
        return self.names.index(name) if name in self.names else len(self.names)

    @property
    def is_plain(self) -> bool:
        """Whether each attribute has come once, in a place that every run comes to."""
        return not self.lost and all(type(self.number(name)) is int for name in self.spans)

    def span(self, name: str) -> tuple[int, int]:
        """Between which numbers that of an attribute is."""
        number = self.number(name)
        return (number, number) if type(number) is int else self.spans[name]


def births_of(trace: Any, owner: Any) -> Births | None:
    """What has come to an object in this trace; None if nothing has."""
    found: Births | None = trace.births.of.get(owner)
    return found


def note_birth(trace: Any, owner: Any, name: str) -> None:
    """Before an attribute is set, which may not be there."""
    slots = None if isinstance(owner, type) else dict_of(owner)
    if slots is None or not isinstance(name, str) or isinstance(in_class(type(owner), name), MemberDescriptorType):
        return
    if name == "__dict__":
        raise SideEffectError(
            f"the attribute '__dict__' of {a_kind(owner)} is assigned",
            where=trace.location(),
            why="two objects could share all their attributes",
            fix="use vars(x).update(...)",
        )
    content = slots.get(name, ABSENT)
    there = trace.transaction.original(AttrCell(owner, name))
    if there is UNTOUCHED and trace.depth:
        guard_presence(trace, owner, name, content)
    if content is not ABSENT and not may_be_absent(content):
        return
    births = _births(trace, owner, slots)
    for other in slots:
        if other not in births.names and other not in births.spans:  # it came by `vars(x)`
            _come(trace, births, other, False)
    was = content is not ABSENT if there is UNTOUCHED else there is not ABSENT
    _come(trace, births, name, was, absence(content))


def _come(trace: Any, births: Births, name: str, was: bool, absent: Any = True) -> None:
    low, high = births.spans.get(name, (_THERE, _THERE) if was else (_LATER, _THERE))
    number, first, last = _next(trace, births)
    births.spans[name] = (min(low, first), max(high, last))
    if absent is not True:
        number = _where(absent, number, births.number(name))
    _set(trace, births, name, number)


def note_loss(trace: Any, owner: Any, name: str) -> None:
    """Before an attribute is deleted: undone, it would stand at the end."""
    slots = None if isinstance(owner, type) else dict_of(owner)
    if AttrCell(owner, name).get() is ABSENT and trace.transaction.original(AttrCell(owner, name)) is UNTOUCHED:
        guard_presence(trace, owner, name, ABSENT)  # there is nothing to delete, which raises
    elif slots is not None and name in slots:
        _births(trace, owner, slots).lost = True
        if trace.transaction.original(AttrCell(owner, name)) is UNTOUCHED:
            guard_presence(trace, owner, name, slots[name])


def guard_presence(trace: Any, owner: Any, name: str, content: Any) -> None:
    """Where the run decides what is set, it matters what was there before."""
    source = trace.sources.get(owner)
    if source is None or isinstance(owner, type):
        return
    if isinstance(in_class(type(owner), name), MemberDescriptorType):
        kind = "absent_attr" if content is ABSENT else "present_attr"
    else:
        kind = "shadowed" if content is not ABSENT else "unshadowed" if class_says(owner, name) else "absent_attr"
    trace.guards.add(kind, AttrSource(source, name), None)


def put_in_order(trace: Any) -> None:
    """When all has been undone: what was deleted, and is there again, stands where it stood."""
    for owner, births in trace.births.of.items():
        slots = vars(owner)
        names = [name for name in births.names if name in slots]
        names += [name for name in slots if name not in births.names]
        if names != list(slots):
            held = {name: slots[name] for name in names}
            slots.clear()
            slots.update(held)


def attribute_order(trace: Any, owner: Any) -> list[str] | None:
    """The names of an object's attributes in the order in which plain Python has them; None if that is the run's."""
    names = list(attributes_of(owner))
    births = births_of(trace, owner)
    if births is None:
        return names
    names.sort(key=lambda name: (births.span(name)[0], births.place(name)))
    for one, other in itertools.pairwise(names):
        low, high = births.span(one), births.span(other)
        if low[1] >= high[0] and not (low == high and low[0] == low[1] and low[0] in (_THERE, _LATER)):
            return None
    return names


def numbers_of(trace: Any, owner: Any, names: list[str]) -> list[tuple[Any, str]]:
    """The number of each attribute with its name; of those that were there before, in their order."""
    births = births_of(trace, owner)
    assert births is not None
    return [(births.number(name), name) for name in sorted(names, key=births.place)]


def check_order(trace: Any, owner: Any) -> None:
    """Refuse where the attributes of an object are seen in an order that the trace does not have."""
    order = attribute_order(trace, owner)
    if order != list(attributes_of(owner)):
        raise unordered(owner, trace.location())


def unordered(owner: Any, where: Location | None) -> SideEffectError:
    """The refusal of an object whose attributes have another order in each run."""
    return SideEffectError(
        f"in which order {a_kind(owner)} got its attributes is known at run time only",
        where=where,
        why="the branches or turns of a loop that set them first are chosen by run-time values",
        fix="set the attributes in __init__, so that every object has them",
    )


def _births(trace: Any, owner: Any, slots: dict[str, Any]) -> Births:
    births = births_of(trace, owner)
    if births is None:
        births = trace.births.of[owner] = Births(tuple(slots))
        trace.made[births.numbers] = trace.made.get(owner) or trace.root  # as old as the object
    return births


def _next(trace: Any, births: Births) -> tuple[Any, int, int]:
    """A number that is greater than all before, and between which numbers it is known to be."""
    if not trace.bodies:
        trace.births.last += 1
        number = trace.births.last * _TURNS
        return number, number, number
    outermost = trace.bodies[0]
    if trace.births.loop is not outermost:  # all turns of a loop, and of those inside of it, share one
        trace.births.loop = outermost
        trace.births.last += 1
    first = trace.births.last * _TURNS
    count = vars(births.numbers).setdefault(_COUNT, 0)
    _set(trace, births, _COUNT, count + 1)
    return count + first, first, first + _TURNS - 1


def _set(trace: Any, births: Births, name: str, number: Any) -> None:
    vars(births.numbers).setdefault(name, _THERE)
    trace.touch(AttrCell(births.numbers, name))
    vars(births.numbers)[name] = number


def _where(test: Any, a: Any, b: Any) -> Any:
    from sct.runtime.control_flow import select

    return select(test, lambda: a, lambda: b)
