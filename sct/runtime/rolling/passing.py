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
from sct.runtime.arrays.storage import Storage, one_look
from sct.runtime.arrays.view_names import Name, View, names_if, same_name
from sct.runtime.joins.memory import Memory, Test, both, either, negated, note_use, part, part_as
from sct.runtime.joins.picking import pick, pick_like, pick_of
from sct.runtime.rolling.carried import Slot, leaf_storages
from sct.runtime.rolling.carried_arrays import (
    Place,
    is_linked,
    made_by,
    may_be_one,
    met_in,
    name_places,
    note_starts,
    places_of,
    sources_of,
    sources_of_names,
)
from sct.runtime.trace import Trace

__all__ = ["Passing", "with_more_arguments"]

class Passing:
    """What a loop, whose body has settled, does with the arrays that it carries."""

    def __init__(self, trace: Trace, slots: list[Slot], body: Builder, where: Location | None, runs: bool) -> None:
        self.trace, self.body, self.where = trace, body, where
        self.runs = runs  # whether there is an iteration, whatever the program decides
        with trace.recording(body):
            self.places, self.leaves = places_of(trace, slots)
        note_starts(trace, self.places)
        with one_look(trace):
            self.sources = sources_of(self.places)
            self._track()
            name_places(self.places)
            self.outer = self._outer()
            self._haunt()
            self._audit(slots)
            self.meet = met_in(self.places, self.sources, lambda p, q: self._collide(p, q, answers=True))
        made = set(made_by(self.places, {*self.outer, *(p.memory for p in self.places)}))
        self.new = {p: {one for _, one in p.end.names if one in made} if p.end else set() for p in self.places}
        with trace.recording(body):
            self.pairs = list(self._pairs())
        self.moving = [p for p in self.places if p.named and not self._stays(p)]
        self.numbers: dict[Place, Value] = {}  # in the body, and later after the loop
        self.kept: dict[Place, Value] = {}  # of what came in there: its content while nothing in the loop holds it
        self.specs: list[Spec] = []
        self._turn: Value | None = None  # in the body, which iteration it is, where that is of interest
        self._made: dict[Value, Place] = {}
        self._left: dict[Place, Storage] = {}

    # -- what is known of the body ---------------------------------------------------------------

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

    def _outer(self) -> dict[Memory | View, int]:
        """What an iteration may leave in a place of memory and views from around it: each has a number, too."""
        found = dict.fromkeys(one for p in self.places if p.named and p.end is not None for _, one in p.end.names)
        return {one: len(self.places) + k for k, one in enumerate(one for one in found if one.in_scope(self.trace))}

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

    def _collide(self, p: Place, q: Place, answers: bool = False) -> bool:
        """Whether an iteration may begin with one array in both places; with `answers`, whether it may end so."""
        if q.slot.answer and not answers:
            return False
        starts = p.start is not None and q.start is not None and may_be_one(p.start.storage, q.start.storage)
        return starts or (p.end is not None and q.end is not None and may_be_one(p.end.storage, q.end.storage))

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
                if came is not None and any(may_be_one(came.storage, storage) for storage in theirs):
                    return True
        return False

    def _stays(self, p: Place) -> bool:
        """Whether every iteration leaves in this place what it had there."""
        return p.end is not None and p.end.test is True and p.end.storage is p.stand_in and p.end.whole

    def _pairs(self) -> Iterator[tuple[Place, Place, bool]]:
        """The places that the loop may leave with one array that it has made; whether each iteration does."""
        held = {p: {one for q in self.sources[p] for one in self.new[q]} for p in self.places}
        for p, q in combinations([p for p in self.places if p.named and not self._is_stale(p)], 2):
            if (p, q) not in self.meet or p.end is None or q.end is None or held[p].isdisjoint(held[q]):
                continue
            if not (p.tracked and q.tracked and p.end.storage.linked(q.end.storage)):
                yield p, q, self._leave_new(p, q) and self._end_same(p, q) is True

    def _leave_new(self, p: Place, q: Place) -> bool:
        """Whether an iteration may leave in both places one array that it has made."""
        return p.named and q.named and not self.new[p].isdisjoint(self.new[q])

    def _end_same(self, p: Place, q: Place) -> Test:
        """Whether an iteration leaves one array in both places."""
        if p.end is None or q.end is None:
            return False
        same = same_name(self.trace, p.end.names, q.end.names) or False
        return both(self.trace.builder, both(self.trace.builder, p.end.test, q.end.test), same)

    # -- what more the loop carries --------------------------------------------------------------

    def entries(self) -> list[Value]:
        """The numbers, and the arrays that may be let go, as they enter. Recorded before the loop."""
        values = [self._number_at_start(p) for p in self.moving]
        for p in self._released():
            assert p.start is not None
            self.kept[p] = p.start.storage.value
        values += [self.trace.builder.constant(1)] if self.pairs else []
        self.specs = [value.spec for value in (*values, *self.kept.values())]
        return [*values, *self.kept.values()]

    def _number_at_start(self, p: Place) -> Value:
        builder = self.trace.builder
        new = builder.constant(-1 - p.k if self.pairs else -1)
        return new if p.start is None else pick(builder, p.start.test, builder.constant(p.k), new)

    def _number_of_new(self, p: Place) -> Value:
        """The number of an array that an iteration has made: where one may be in two places, each has its own."""
        builder = self.trace.builder
        if self._turn is None:
            return builder.constant(-1)
        made = builder.one("py_mul", self._turn, builder.constant(len(self.places)))
        return builder.one("py_sub", builder.constant(-1 - p.k), made)

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
        self._turn = values[len(self.moving)] if self.pairs else None
        self._kept_in_body = dict(zip(self.kept, values[len(self.moving) + bool(self.pairs) :], strict=True))

    def finals(self, ends: dict[Storage, Value | None]) -> list[Value]:
        """What the body leaves of these, where `ends` is what its arrays hold at last. Recorded in the body."""
        builder = self.trace.builder
        found = []
        for p in self.moving:
            number = self._number_of_new(p)
            for q in reversed(self.places[: p.k] if self.pairs else ()):
                if self._leave_new(p, q):  # it has the number of the first place that it is left in
                    number = pick(builder, self._end_same(p, q), self._number_of_new(q), number)
            for q in self.places:
                test = p.tests(self.trace, q) if q.named else False
                if test is not False:
                    number = pick(builder, test, self._number(q), number)
            for one, its in sorted(self.outer.items(), key=lambda pair: isinstance(pair[0], View)):  # which it then is
                if (test := p.leaves(self.trace, one)) is not False:
                    number = pick(builder, test, builder.constant(its), number)
            found.append(number)
        found += [builder.one("py_add", self._turn, builder.constant(1))] if self._turn is not None else []
        for k, content in self._kept_in_body.items():
            for p in self.places:
                if p.tracked and not p.ghost and k in self.sources[p]:
                    lets_go = both(builder, self._is_released(p), self._is_number(p, k))
                    if lets_go is not False:
                        content = pick_like(self.trace, lets_go, self._known(ends[p.stand_in]), content)
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
        kept = dict(zip(self.kept, more[len(self.moving) + bool(self.pairs) :], strict=True))
        self._shared: dict[Place, dict[Memory, Test]] = {}
        for p, q, always in self.pairs:
            one = Memory()
            self._shared.setdefault(p, {})[one] = True
            self._shared.setdefault(q, {})[one] = (self.runs and always) or self._is_same_new(p, q)
        contents = [(p, self._content(p, own, kept)) for p in self.places if self._changes(p)]
        for p, content in contents:
            assert p.start is not None
            p.start.storage.write(content)
        self._made = {own[p.at]: p for p in self.places}
        outer, self.trace.joining.meeting = self.trace.joining.meeting, self
        try:
            yield own
        finally:
            self.trace.joining.meeting = outer

    def _is_same_new(self, p: Place, q: Place) -> Test:
        builder = self.trace.builder
        made = builder.one("py_lt", self._number(p), builder.constant(0))
        return both(builder, made, builder.one("py_eq", self._number(p), self._number(q)))

    def _content(self, k: Place, own: Sequence[Value], kept: dict[Place, Value]) -> Value:
        """What an array that came in holds after the loop."""
        assert k.start is not None
        holds = [p for p in self.places if p.tracked and not p.ghost and not p.slot.answer and k in self.sources[p]]
        if k in kept:
            found = kept[k]
        elif k.start.test is True:
            found = own[holds.pop().at]
        else:
            found = k.start.storage.value
        ways = [(self._is_number(p, k), own[p.at]) for p in holds]
        return pick_of(self.trace, ways, found, k.start.storage.value)

    def memory_of(self, made: Any, trees: Any) -> dict[Memory, Test] | None:
        """Which memory an array is that the loop leaves; None if that cannot be told."""
        p = self._made.get(made.storage.value)
        if p is None:
            return None
        self._left[p] = made.storage
        if self._is_stale(p):
            return {Memory(): True}
        if not p.tracked:
            made.storage.label(tuple(self._names(p)))
            return None
        found: dict[Memory, Test] = dict(self._shared.get(p, {}))
        builder = self.trace.builder
        for k in self.sources[p]:
            test = self._is_number(p, k)
            for mine, t in () if test is False or k.start is None else k.start.storage.memory.items():
                found[mine] = either(builder, found.get(mine, False), both(builder, test, t))
        for memory, its in self.outer.items() if p in self.numbers else ():
            ends = [q.end for q in self.sources[p]]
            if isinstance(memory, Memory) and any(end and memory in end.storage.memory for end in ends):
                test = builder.one("py_eq", self.numbers[p], builder.constant(its))
                found[memory] = either(builder, found.get(memory, False), test)
        own: Test = p not in self.numbers and p.start is None
        if p in self.numbers:
            own = builder.one("py_lt", self.numbers[p], builder.constant(0))
        return {**found, Memory(): own} if own is not False else found

    def _names(self, p: Place) -> Iterator[Name]:
        """Which objects it may be that the loop leaves in a place where views are, too."""
        builder = self.trace.builder
        came = [(q.start, q.end) for q in sources_of_names(p, self.sources[p])]
        others = {one for q in self.places if q.end is not None and not q.named for _, one in q.end.names}
        for array in (*(start for start, _ in came), *(end for _, end in came)):
            views = (view for _, view in (array.names if array is not None else ()) if isinstance(view, View))
            yield from (Name(None, view) for view in views if not p.named or view in others)
        if not p.named:
            return
        yield from (Name(test, one) for one, test in self._shared.get(p, {}).items())
        for k in self.sources[p]:
            test = self._is_number(p, k)
            for t, one in k.start.names if test is not False and k.start is not None else ():
                yield Name(None if t is None else both(builder, test, t), one)
        for one, its in self.outer.items() if p in self.numbers else ():
            yield from names_if(self.trace, builder.one("py_eq", self.numbers[p], builder.constant(its)), one)

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
            if p.tracked and q.tracked and (p, q) not in self.meet:
                part(mine, yours)
            elif p.end is not None and q.end is not None and may_be_one(p.end.storage, q.end.storage):
                if not (p.tracked and q.tracked and not is_linked(p.end, q.end)):
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


def with_more_arguments(block: Block, builder: Builder, specs: Sequence[Spec]) -> Block:
    """The test of a loop, which does not look at these."""
    more = builder.child()
    return Block((*block.args, *(more.argument(spec) for spec in specs)), block.ops, block.results)
