"""Arrays that change places in a loop: which of those that came in each name stands for, as a number that is carried.

The arrays themselves are carried by name, so an iteration that lets two of them change places copies nothing. Beside
each goes the number of the place where its memory came into the loop, or -1 for memory that the loop has made. After
the loop these numbers say which of the function's arrays has which content, and what each name is one with.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from sct.errors import AliasError, Location
from sct.ir.build import Builder
from sct.ir.core import Block, Value
from sct.ir.types import Spec
from sct.runtime.carried import Slot, leaf_storages
from sct.runtime.carried_arrays import Came, Place, note_starts, places_of
from sct.runtime.memory import Memory, Test, both, either, is_apart, negated, note_use, part, part_as, pick, sameness
from sct.runtime.storage import Storage
from sct.runtime.trace import Trace

__all__ = ["Passing", "with_more_arguments"]

_NEW = -1


class Passing:
    """What a loop, whose body has settled, does with the arrays that it carries."""

    def __init__(self, trace: Trace, slots: list[Slot], body: Builder, where: Location | None, runs: bool) -> None:
        self.trace, self.body, self.where = trace, body, where
        self.runs = runs  # whether there is an iteration, whatever the program decides
        with trace.recording(body):
            self.places, self.leaves = places_of(trace, slots)
        note_starts(trace, self.places)
        self.sources = self._sources()
        self._track()
        self.outer = self._outer()
        self._haunt()
        self._audit(slots)
        with trace.recording(body):
            self.pairs = list(self._pairs())
        self.moving = [p for p in self.places if p.tracked and not self._stays(p)]
        self.numbers: dict[Place, Value] = {}  # in the body, and later after the loop
        self.kept: dict[Place, Value] = {}  # of what came in there: its content while nothing in the loop holds it
        self.specs: list[Spec] = []
        self._made: dict[Value, Place] = {}
        self._left: dict[Place, Storage] = {}

    # -- what is known of the body ---------------------------------------------------------------

    def _sources(self) -> dict[Place, list[Place]]:
        """For each place the places from which something may get there, itself first."""
        step = {p: [q for q in self.places if p.may_hold(q)] for p in self.places}
        found = {}
        for p in self.places:
            seen = [p]
            for q in seen:
                seen += [r for r in step[q] if r not in seen]
            found[p] = seen
        return found

    def _track(self) -> None:
        """Give up on places that may hold what has no number."""
        changed = True
        while changed:
            changed = False
            known = {p.memory for p in self.places if p.tracked}
            theirs = {p.memory for p in self.places} - known
            for p in self.places:
                if p.tracked and not self._is_told(p, known, theirs):
                    p.tracked, changed = False, True

    def _is_told(self, p: Place, known: set[Memory], theirs: set[Memory]) -> bool:
        if p.start is not None and p.start.storage.item_of is not None:
            return False
        if p.end is None:
            return True
        if not p.end.storage.is_told:
            return False
        return theirs.isdisjoint(p.end.storage.memory)

    def _outer(self) -> dict[Memory, int]:
        """Memory from around the loop that an iteration may leave in a place: each has a number, too."""
        found = (m for p in self.places if p.tracked and p.end is not None for m in p.end.storage.memory)
        mine = [m for m in dict.fromkeys(found) if m.in_scope(self.trace)]
        return {memory: len(self.places) + k for k, memory in enumerate(mine)}

    def _haunt(self) -> None:
        """Find the places where an array stands that is another name's, too, and that nothing looks at."""
        ghosts = {p for p in self.places if not p.used}
        gone = ghosts
        while gone:
            gone = {g for g in ghosts if any(p.may_hold(g) for p in self.places if p not in ghosts)}
            ghosts -= gone
        written = [q for q in self.places if q.written and not q.slot.answer]
        for p in self.places:
            p.ghost = p in ghosts and any(q is not p and self._collide(q, p) for q in written)

    def _collide(self, p: Place, q: Place) -> bool:
        """Whether an iteration may begin with one array in both places."""
        if q.slot.answer:
            return False
        starts = p.start is not None and q.start is not None and _may_be_one(p.start.storage, q.start.storage)
        return starts or (p.end is not None and q.end is not None and _may_be_one(p.end.storage, q.end.storage))

    def _audit(self, slots: list[Slot]) -> None:
        """Refuse where an in-place write would have to be seen in another place."""
        for p in self.places:
            if not p.written or p.slot.answer:
                continue
            outer = p.end is not None and any(m.in_scope(self.trace) for m in p.end.storage.memory)
            shared = any(q is not p and not q.ghost and self._collide(p, q) for q in self.places)
            if outer or shared or self._meets(p, slots):
                raise AliasError(
                    "a loop writes in place to an array that two of its variables share",
                    where=self.where,
                    why="from one iteration to the next the names change places",
                )
            if not p.tracked and any(q.start is not None and q.start.storage.external >= 0 for q in self.sources[p]):
                raise AliasError(
                    "a loop writes in place to an array that enters it as an argument under a name that moves on",
                    where=self.where,
                    why="which iteration writes to the caller's array is known only at run time",
                )

    def _meets(self, p: Place, slots: list[Slot]) -> bool:
        """Whether what is in a place may be part of what the loop carries in another form."""
        for slot in slots:
            mine = [q for q in self.places if q.slot is slot]
            trees = ((slot.initial, p.start, [q.start for q in mine]), (slot.final, p.end, [q.end for q in mine]))
            for tree, came, known in trees if slot.carried and not slot.answer else ():
                theirs = set(leaf_storages(tree)) - {one.storage for one in known if one}
                if came is not None and any(_may_be_one(came.storage, storage) for storage in theirs):
                    return True
        return False

    def _stays(self, p: Place) -> bool:
        """Whether every iteration leaves in this place what it had there."""
        return p.end is not None and p.end.test is True and p.end.storage is p.stand_in

    def _pairs(self) -> Iterator[tuple[Place, Place, Test]]:
        """The places where an iteration may leave one array that has no number, and the test of that."""
        numbered = {*self.outer, *(r.memory for r in self.places)}
        for p, q in combinations([p for p in self.places if p.tracked and not self._is_stale(p)], 2):
            if p.end is None or q.end is None or p.end.storage.linked(q.end.storage):
                continue
            common = p.end.storage.memory.keys() & q.end.storage.memory.keys()
            if not is_apart(p.end.storage, q.end.storage) and not common <= numbered:
                same = sameness(self.trace, p.end.storage, q.end.storage)
                yield p, q, both(self.trace.builder, both(self.trace.builder, p.end.test, q.end.test), same)

    # -- what more the loop carries --------------------------------------------------------------

    def entries(self) -> list[Value]:
        """The numbers, and the arrays that may be let go, as they enter. Recorded before the loop."""
        values = [self._number_at_start(p) for p in self.moving]
        for p in self._released():
            assert p.start is not None
            self.kept[p] = p.start.storage.value
        flags = [self._starts_same(p, q) for p, q, _ in self.pairs]
        self.specs = [value.spec for value in (*values, *flags, *self.kept.values())]
        return [*values, *flags, *self.kept.values()]

    def _starts_same(self, p: Place, q: Place) -> Value:
        """Whether one array comes in in both places."""
        builder = self.trace.builder
        same: Test = False
        if p.start is not None and q.start is not None:
            same = both(builder, p.start.test, q.start.test)
            same = both(builder, same, sameness(self.trace, p.start.storage, q.start.storage))
        return builder.constant(same) if isinstance(same, bool) else same

    def _number_at_start(self, p: Place) -> Value:
        builder = self.trace.builder
        new = builder.constant(_NEW)
        return new if p.start is None else pick(builder, p.start.test, builder.constant(p.k), new)

    def _released(self) -> list[Place]:
        """The places of what comes in and changes, and that the loop may let go."""
        with self.trace.recording(self.body):
            loose = [p for p in self.places if self._is_released(p) is not False]
        return [p for p in self.places if self._changes(p) and any(p in self.sources[q] for q in loose)]

    def _is_released(self, p: Place) -> Test:
        """Whether an iteration leaves what it had in this place nowhere."""
        held: Test = False
        for q in self.places:
            if q.tracked and not q.ghost and not q.slot.answer:
                held = either(self.trace.builder, held, q.tests(self.trace, p))
        return negated(self.trace.builder, held)

    def _changes(self, p: Place) -> bool:
        """Whether what comes in here may have another content afterwards."""
        if not p.tracked or p.ghost or p.slot.answer or p.start is None:
            return False
        return any(q.written and p in self.sources[q] for q in self.places)

    def arguments(self) -> None:
        """Give the body arguments for these."""
        values = [self.body.argument(spec) for spec in self.specs]
        self.numbers = dict(zip(self.moving, values, strict=False))
        self._kept_in_body = dict(zip(self.kept, values[len(self.moving) + len(self.pairs) :], strict=True))

    def finals(self, ends: dict[Storage, Value | None]) -> list[Value]:
        """What the body leaves of these, where `ends` is what its arrays hold at last. Recorded in the body."""
        builder = self.trace.builder
        found = []
        for p in self.moving:
            number = builder.constant(_NEW)
            for q in self.places:
                test = p.tests(self.trace, q) if q.tracked else False
                if test is not False:
                    number = pick(builder, test, self._number(q), number)
            for memory, its in self.outer.items():
                if p.end is not None and memory in p.end.storage.memory:
                    test = both(builder, p.end.test, p.end.storage.memory[memory])
                    number = pick(builder, test, builder.constant(its), number)
            found.append(number)
        found += [builder.constant(test) if isinstance(test, bool) else test for _, _, test in self.pairs]
        for k, content in self._kept_in_body.items():
            for p in self.places:
                if p.tracked and not p.ghost and k in self.sources[p]:
                    lets_go = both(builder, self._is_released(p), self._is_number(p, k))
                    if lets_go is not False:
                        content = pick(builder, lets_go, self._known(ends[p.stand_in]), content)
            found.append(content)
        return found

    def _known(self, value: Value | None) -> Value:
        if value is None:
            raise AliasError(
                "a loop lets go of an array that may have been written to under another name",
                where=self.where,
                why="which iteration lets it go is known only at run time",
            )
        return value

    def _number(self, p: Place) -> Value:
        known = self.numbers.get(p)
        return self._number_at_start(p) if known is None else known

    def _is_number(self, p: Place, k: Place) -> Test:
        """Whether what is in a place came in in another."""
        if k not in self.sources[p] or k.start is None:
            return False
        if p not in self.numbers:
            return k.start.test if p is k else False
        return self.trace.builder.one("py_eq", self.numbers[p], self.trace.builder.constant(k.k))

    # -- after the loop --------------------------------------------------------------------------

    @contextlib.contextmanager
    def leaving(self, results: Sequence[Value]) -> Iterator[Sequence[Value]]:
        """While the results are put in their places: what came in gets its content, what leaves its memory."""
        own, more = results[: self.leaves], results[self.leaves :]
        self.numbers = dict(zip(self.moving, more, strict=False))
        told = len(self.moving) + len(self.pairs)
        kept = dict(zip(self.kept, more[told:], strict=True))
        tests = [True if self.runs and test is True else after
                 for after, (_, _, test) in zip(more[len(self.moving) : told], self.pairs, strict=True)]  # fmt: skip
        self._shared: dict[Place, dict[Memory, Test]] = {}
        for (p, q, _), test in zip(self.pairs, tests, strict=True):
            one = Memory()
            self._shared.setdefault(p, {})[one] = True
            self._shared.setdefault(q, {})[one] = test
        contents = [(p, self._content(p, own, kept)) for p in self.places if self._changes(p)]
        for p, content in contents:
            assert p.start is not None
            p.start.storage.write(content)
        self._made = {own[p.at]: p for p in self.places}
        outer, self.trace.meeting = self.trace.meeting, self
        try:
            yield own
        finally:
            self.trace.meeting = outer

    def _content(self, k: Place, own: Sequence[Value], kept: dict[Place, Value]) -> Value:
        """What an array that came in holds after the loop."""
        assert k.start is not None
        builder = self.trace.builder
        holds = [p for p in self.places if p.tracked and not p.ghost and not p.slot.answer and k in self.sources[p]]
        if k in kept:
            found = kept[k]
        elif k.start.test is True:
            found = own[holds.pop().at]
        else:
            found = k.start.storage.value
        for p in holds:
            test = self._is_number(p, k)
            found = pick(builder, test, own[p.at], found) if test is not False else found
        return found

    def memory_of(self, made: Any, trees: Any) -> dict[Memory, Test] | None:
        """Which memory an array is that the loop leaves; None if that cannot be told."""
        p = self._made.get(made.storage.value)
        if p is None:
            return None
        self._left[p] = made.storage
        if self._is_stale(p):
            return {Memory(): True}
        if not p.tracked:
            return None
        found: dict[Memory, Test] = dict(self._shared.get(p, {}))
        builder = self.trace.builder
        for k in self.sources[p]:
            test = self._is_number(p, k)
            for memory, t in () if test is False or k.start is None else k.start.storage.memory.items():
                found[memory] = either(builder, found.get(memory, False), both(builder, test, t))
        for memory, its in self.outer.items():
            if p in self.numbers and any(q.end and memory in q.end.storage.memory for q in self.sources[p]):
                test = builder.one("py_eq", self.numbers[p], builder.constant(its))
                found[memory] = either(builder, found.get(memory, False), test)
        own: Test = p not in self.numbers and p.start is None
        if p in self.numbers:
            own = builder.one("py_eq", self.numbers[p], builder.constant(_NEW))
        return {**found, Memory(): own} if own is not False else found

    def settle(self) -> None:
        """What leaves the loop agrees with what came in and with each other."""
        for p in self.places:
            for q in self.sources[p] if p.used else ():
                if q.start is not None:
                    note_use(q.start.storage)
        for p, storage in self._left.items():
            if self._is_stale(p):
                storage.lose("another name for it was written to in a loop", self.where)
            for q in self.sources[p]:
                if q.start is not None and not (p.tracked and q.tracked):
                    for root in q.start.storage.roots():
                        storage.share(root)
        for p, storage in self._left.items():
            starts = [q.start.storage for q in self.sources[p] if q.start is not None]
            if p.tracked and not any(q.end and self.outer.keys() & q.end.storage.memory for q in self.sources[p]):
                part_as(storage, starts)
        left = [(p, storage) for p, storage in self._left.items() if not self._is_stale(p)]
        for (p, mine), (q, yours) in combinations(left, 2):
            first = p.start is None or q.start is None or not _may_be_one(p.start.storage, q.start.storage)
            last = p.end is None or q.end is None or not _may_be_one(p.end.storage, q.end.storage)
            if first and last and p.tracked and q.tracked:
                part(mine, yours)
            elif not last and not (p.tracked and q.tracked and not _is_linked(p.end, q.end)):
                mine.share(yours)

    @staticmethod
    def _is_stale(p: Place) -> bool:
        """Whether what is left there may have been written to under another name."""
        return p.ghost and p.may_hold(p)

    def is_told(self, storage: Storage) -> bool:
        """Whether the numbers say what an array that leaves is one with."""
        return any(mine is storage and p.tracked for p, mine in self._left.items())

    def lost(self) -> list[Storage]:
        """What came in, was written to, and is not known any more."""
        return [p.start.storage for p in self.places if p.written and not p.tracked and p.start is not None]


def _is_linked(a: Came | None, b: Came | None) -> bool:
    return a is not None and b is not None and a.storage.linked(b.storage)


def _may_be_one(a: Storage, b: Storage) -> bool:
    """Whether two arrays may be one memory when the program runs."""
    return not is_apart(a, b) or a.linked(b)


def with_more_arguments(block: Block, builder: Builder, specs: Sequence[Spec]) -> Block:
    """The test of a loop, which does not look at these."""
    more = builder.child()
    return Block((*block.args, *(more.argument(spec) for spec in specs)), block.ops, block.results)
