"""The memory of an array while it is traced: a name for a value that changes.

In the graph nothing is mutable. A `Storage` holds the SSA value that the array has now; an in-place
write replaces it by a functional update. Views are chains of view ops over one Storage, so every
alias sees the write.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from sct.errors import AliasError, JoinError, Location
from sct.ir.build import Builder
from sct.ir.core import Value
from sct.ops.registry import OpDef
from sct.runtime.joins.chosen_views import Part, neighbours, parts_of, relatives, spread
from sct.runtime.joins.memory import NEVER, Apart, Memory, Test, Walk, keep

if TYPE_CHECKING:
    from sct.runtime.arrays.view_names import Name
    from sct.runtime.lists.taken import Taken
    from sct.runtime.trace import Trace

__all__ = ["Storage", "ViewStep", "one_look"]


@contextmanager
def one_look(trace: Trace) -> Iterator[None]:
    """Around questions about all pairs of arrays: what each may be is found once, until something changes that."""
    trace.links, before = {}, trace.links
    try:
        yield
    finally:
        trace.links = before


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
        "_written",
        "agreed",
        "apart",
        "born",
        "builder",
        "doubted",
        "external",
        "frozen",
        "item_of",
        "joined",
        "known_memory",
        "layout",
        "layout_inputs",
        "names",
        "number",
        "origin",
        "owner",
        "partial",
        "parts",
        "stand_in",
        "taken",
        "trace",
        "untold",
        "value",
        "viewers",
    )

    def __init__(self, trace: Trace, value: Value, origin: Location | None = None) -> None:
        self.trace, self.value = trace, value
        self.builder = self.born = trace.builder
        self.origin = origin
        self.item_of: Callable[[Storage], None] | None = None  # writes it into the list that it is an item of
        self.external = -1  # the index among the program's inputs and captures, or -1
        self.joined = False  # whether a branch or loop has made it of several
        self.partial = False  # whether what it shares memory with may be larger, or laid out otherwise
        # whether it is read-only where a branch or loop has made it: no, yes, perhaps; never: nothing gets here
        self.frozen = "no"
        self.layout: Callable[[], Any] | None = None  # an array laid out like this one; None: in C order …
        self.layout_inputs: frozenset[int] = frozenset()  # … if these inputs are laid out as in this trace
        self.owner: Callable[[], Any] | None = None  # the array that owns this: see `memory_owners`
        self.stand_in = False  # whether this stands for "the array of this name in any iteration"
        self._lost: tuple[str, Location | None, bool] | None = None
        self._sharers: dict[Storage, Value] = {}  # what may be this memory, and what it held when that was found
        self._written: Location | None = None
        self.agreed: dict[Storage, Value] = {}  # what was written to before this was made of what it may share with
        self.known_memory: dict[Memory, Test] | None = None  # None where nobody has asked
        self.parts: tuple[Part, ...] = ()  # what this may be a view of, as tests say
        self.viewers: list[Storage] = []  # what may be a view of this
        self.untold = False  # whether no test tells which of the arrays that it was made of it is
        self.names: tuple[Name, ...] | None = None  # the objects that this may be, where the rest does not say so
        self.doubted: frozenset[Any] | None = None  # all that this may be, where no test tells
        self.taken: Taken | None = None  # what it is that was taken out of a list of run-time length
        self.number = next(trace.storage_numbers)
        self.apart: Apart = NEVER  # what is never this, whatever the tests may say
        if trace.nursery is not None:
            trace.nursery.append(self)
        if trace.bodies:
            trace.made.note_array(self)

    def known(self, variable: Any) -> Any:
        """What a view of this is, if that follows from constants; None if only the run knows."""
        from sct.runtime.joins.known_content import evaluated

        return evaluated(self.trace, variable)

    @property
    def memory(self) -> dict[Memory, Test]:
        """What memory this is, with a test for each that it may be."""
        if self.known_memory is None:
            own = Memory()
            self.known_memory = {own: True}
            own.add(self)
        return self.known_memory

    def read(self) -> Value:
        """The current value; refused where it is not known or out of scope."""
        for memory in self.known_memory or ():
            memory.used = True
        if self._lost is not None:
            raise self.lost_error(self._lost)
        for other in self._changed():
            here = self.trace.location()
            raise AliasError(
                "an in-place write to an array that may or may not be the same as another one",
                where=other._place or (self.origin if here == self.trace.where else None) or here,
                why="a branch or a loop decided at run time which array a name stands for, and both are used",
                also=(
                    *((("the other array", self.origin),) if self.origin else ()),
                    *((("it is used here", here),) if here and here != self.trace.where else ()),
                ),
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

    def lost_error(self, lost: tuple[str, Location | None, bool]) -> AliasError:
        """The refusal to read what is not known any more."""
        why, place, alone = lost
        also = (("the other name is written here", place),) if place else ()
        what = "this array was changed under another name, in a branch or loop"
        error = AliasError(what, where=self.trace.location(), why=why, also=also)
        error.alone = alone
        return error

    @property
    def _place(self) -> Location | None:
        """Where this was written to or made; of what has no line of its own, where one that it may be was written."""
        own = self._written or self.origin
        return own or next((one._written for one, _, _ in self._reach() if one._written is not None), None)

    def known_value(self) -> Value | None:
        """The current value, if it is known."""
        return None if self._lost is not None or any(True for _ in self._changed()) else self.value

    def write(self, value: Value) -> None:
        """Replace the value; arrays that may or may not share the memory cannot be read any more."""
        self.trace.touch_storage(self)
        self._written = self.trace.location()
        self.hold(value, self.trace.builder)
        by_test = self.known_memory is not None or bool(self.parts or self.viewers)
        if by_test:
            spread(self)
        if self.item_of is not None:
            self.item_of(self)
        if (self._sharers or by_test) and self.trace.builder is not self.trace.root:
            self._tell_outside()

    def _tell_outside(self) -> None:
        """What was there before this branch or turn, and may be this, is not known any more: also when this is gone."""
        told = {self, *relatives(self), *getattr(self.item_of, "columns", ())}
        for other in {other: None for other, unsure, _ in self._reach() if unsure and other not in told}:
            if other.born is not self.trace.builder and self.trace.in_scope(other.born):
                self.trace.touch_storage(other)
                other.lose("no test tells whether it is the array that was written to", self._written, alone=True)

    def hold(self, value: Value, builder: Builder) -> None:
        """Have another value, whatever else has to be said of it."""
        self.trace.shaken |= bool(self._sharers) and value is not self.value
        self.value, self.builder = value, builder

    def lose(self, why: str, place: Location | None, alone: bool = False) -> None:
        """From now on the value is not known: reading this is refused, and what may be this, unless it is `alone`."""
        self.trace.shaken = True
        self._lost = (why, place, alone)
        keep(self)

    def share(self, other: Storage) -> None:
        """Both may be the same memory, depending on a run-time value."""
        if other is not self:
            self.trace.forget_links()
            self._sharers[other] = other.value
            other._sharers[self] = self.value
            keep(self)
            keep(other)

    @property
    def relates(self) -> bool:
        """Whether this says of others what they may share memory with, or that it was written to out of sight."""
        return bool(self.parts or self._sharers) or self._lost is not None

    def label(self, names: tuple[Name, ...] | None) -> None:
        """Be one of these objects, as the tests say."""
        self.names = names
        self.trace.joining.labelled |= names is not None

    def settle(self) -> None:
        """What this may share memory with holds now what this was made from."""
        for other in self._sharers:
            self.share(other)
        self.agree()

    def agree(self) -> None:
        """What this may be holds what this does, as far as it is known by now."""
        if self.trace.shaken:
            self.agreed = {**self.agreed, **{one: one.value for one, _, changed in self._reach() if changed}}

    def agree_as(self, other: Storage) -> None:
        """Be made of what another one holds."""
        if other.agreed:
            self.agreed = {**self.agreed, **other.agreed}

    def read_as_part_of(self, item: Storage) -> Value:
        """The current value, where only `item` has been written to, which is a part of this."""
        for other in self._changed():
            if other is not item:
                return self.read()
        return self.value

    def share_as(self, old: Storage, item: Storage) -> None:
        """Be what `old` was, after a write to its part `item`: others that may be that part hold what it was."""
        self.trace.shaken = True
        self.trace.forget_links()
        self.agree_as(old)
        for other in old._sharers:
            if other is not item:
                self._sharers[other] = other.value
                other._sharers[self] = old.value
                keep(other)
        self.share(item)

    def take_place_of(self, gone: list[Storage]) -> None:
        """Be what these may have been, which nothing can reach any more, without a look at when that was found."""
        self.trace.forget_links()
        seen, rest = {self: None}, [self]  # in the order in which they are found, which no address decides
        while rest:
            new = [one for one in rest.pop()._sharers if one not in seen]
            seen.update(dict.fromkeys(new))
            rest += new
        for one in [one for one in seen if one is not self]:
            one._sharers.pop(self, None)
        self._sharers.clear()
        joined = {one for one in gone if one.joined}
        for one in [one for one in seen if one not in joined]:
            self.share(one)

    def may_be(self, other: Storage) -> bool:
        """Whether both may be the same memory, depending on a run-time value."""
        return other in self._sharers or other in relatives(self)

    def related(self, other: Storage) -> bool:
        """Whether both may be the same memory, or may both be that of a third array."""
        return other is self or any(other is one for one, _, _ in self._reach())

    def linked(self, other: Storage, views_told: bool = False) -> bool:
        """Whether both may be the same memory in a way that no test can tell, or only one that tells of views."""
        # one of them may be of a loop's body
        return any(other in self._linked(born, views_told) for born in dict.fromkeys((self.born, other.born)))

    def _linked(self, born: Builder, views_told: bool) -> Set[Storage]:
        known = self.trace.links
        if known is not None and (self, born, views_told) in known:
            return known[self, born, views_told]
        with self.trace.recording(born):
            found = {one for one, unsure, _ in self._reach(views_told=views_told) if unsure}
        if known is not None:
            known[self, born, views_told] = found
        return found

    def _reach(
        self, passes: Callable[[Storage], bool] | None = None, views_told: bool = False
    ) -> Iterator[tuple[Storage, bool, bool]]:
        """What this may be, further on through what `passes`: through what is in scope, if not told otherwise.

        With that: whether no test can tell if it is, and whether it has been written to since that was found.
        """
        rest = [(self, False, False)]
        seen, met, walk = set(rest), {self}, Walk(self.trace)
        while rest:
            one, by_test, unsure = rest.pop()
            if one is not self and not (passes(one) if passes else self.trace.in_scope(one.born)):
                continue
            new = [((x, False, True), x.value is not then) for x, then in one._sharers.items()]
            if not by_test:  # a test tells of two arrays, not of a third
                new += [((x, True, unsure), False) for x in walk.on_from(one, unsure)]
            # it tells of views only where they are written, or leave
            new += [((x, False, unsure or not views_told), False) for x in neighbours(one)]
            for state, changed in new:
                if state not in seen:
                    yield state[0], state[2], changed and state[0] not in met
                    seen.add(state)
                    if one is self:  # what a test tells of it and a third one tells nothing of both
                        met.add(state[0])
                    rest.append(state)

    def kin(self) -> list[Storage]:
        """Itself, and all that may be the same memory or share it."""
        return [self, *dict.fromkeys(one for one, _, _ in self._reach())]

    @property
    def may_be_part(self) -> bool:
        """Whether this may share memory that is larger, or laid out otherwise."""
        return any(one.partial or one.parts for one in self.kin())

    @property
    def may_be_others(self) -> bool:
        """Whether a branch or loop decides at run time which array this is."""
        return any(True for _ in self._reach())

    @property
    def is_unsure(self) -> bool:
        """Whether this may be another array in a way that no test can tell."""
        found = [one for other in (self, *relatives(self)) for one in other._sharers]
        return any(self.trace.in_scope(one.born) for one in found)  # not what stood for it in a loop

    @property
    def may_be_any(self) -> bool:
        """Whether no test tells which of the arrays that this shares memory with it is, if it is one of them."""
        if self.names is not None:
            return any(test is None for test, _ in self.names)
        return self.untold

    @property
    def is_told(self) -> bool:
        """Whether its `memory` will say all there is to say of what it may be."""
        if not self.is_tested:
            return False
        with self.trace.recording(self.born):
            return not any(True for _ in parts_of(self))

    @property
    def is_tested(self) -> bool:
        """Whether its `memory` and its `parts` will say that."""
        if self.item_of is not None or self.stand_in or self.trace.in_scope(self.born):
            return self.item_of is None
        with self.trace.recording(self.born):
            rest = relatives(self)
        return not any(one._sharers for one in (self, *rest) if not self.trace.in_scope(one.born))

    def roots(self, carried: frozenset[Storage] = frozenset()) -> Iterator[Storage]:
        """The storages in scope that this is or may be, without those that pass their memory on."""
        here = self.trace.builder

        def is_root(one: Storage) -> bool:
            with self.trace.recording(here):
                return self.trace.in_scope(one.born) and one not in carried

        if is_root(self):
            found = [self]
        else:
            with self.trace.recording(here if self.trace.in_scope(self.born) else self.born):
                found = [one for one, _, _ in self._reach(lambda one: not is_root(one)) if is_root(one)]
        return iter([one for one in dict.fromkeys(found) if one._lost is None])

    def _changed(self) -> Iterator[Storage]:
        """What may be the same memory, and has been written to under another name since that was found."""
        if not (self.trace.shaken and (self._sharers or self.known_memory or self.parts or self.viewers)):
            return
        for other, _, changed in self._reach():
            stale = changed and self.agreed.get(other) is not other.value
            lost = other._lost is not None and not other._lost[2]
            if (stale or lost) and not self.trace.is_elsewhere(other.born):
                yield other

    def content(self) -> tuple[Value, Builder, Any]:
        """For transactions."""
        return (self.value, self.builder, self._lost)

    def restore(self, content: tuple[Value, Builder, Any]) -> None:
        """For transactions."""
        value, builder, self._lost = content
        self.hold(value, builder)
