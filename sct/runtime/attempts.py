"""What attempts at tracing a function have taught: how the next one goes about it, or that there is none.

A first attempt takes the plainest forms: lists item by item, names that stand for one thing, loops unrolled where
they are short. What that cannot express asks for another form, by an exception of its own, or is refused; then the
function is traced once more in the first other way of `_WAYS` that may help. Each way is taken once, or as long as it
finds something new, so that there is an end; what is refused in the end is what the plainer way was refused for.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from sct.errors import AliasError, JoinError, SctError, SymbolicRecursionError
from sct.runtime.callers.overlaps import Overlap
from sct.runtime.exits.array_tags import Tags
from sct.runtime.exits.told_apart import NotTold
from sct.runtime.handling.jumps import LoopsLeft
from sct.runtime.hashing.entries import KeysComing, OtherLayouts, PositionsRather, RolledRather, StepsComing
from sct.runtime.lessons_of_attempts import Lesson
from sct.runtime.plans import Plan
from sct.runtime.pools.pooling import Pooling
from sct.runtime.rolling.too_long import TooLong, effort
from sct.runtime.state.trials import without_frames
from sct.runtime.trace import Trace

__all__ = ["LEARNED_FROM", "Attempts"]

_MOST_STACKED = 3  # attempts with stacks that have come to nothing, after which there are no others with them
MOST_KNOWN = 16  # numbers of the caller that one program may be made for


class Attempts:
    """How a function is traced next, by what has come of the attempts so far."""

    def __init__(self) -> None:
        self.spent = 0  # effort in attempts that have come to nothing
        self._lessons: list[Lesson] = []  # what these have shown
        self._handled = sys.exc_info()[1]  # what the user's code handles, which stays as it is
        self._pooling = Pooling()
        self._owners: list[Any] = []  # of arguments that overlap
        self._hashing: set[Any] = set()  # where lists, dicts and sets are made that are run-time ones
        self._once_hashed: set[Any] = set()  # in attempts of another kind, too
        self._known: frozenset[str] = frozenset()  # numbers of the caller that are constants
        self._tells_apart = False  # whether each array has memory of its own
        self._orders_known = True  # whether arrays in lists are taken to be in C order
        self._logs_sets = False  # whether all that is done to sets is written down
        self._numbered: bool | None = None  # whether arrays have numbers; None: it has not been tried
        self._rolls_plain = True  # whether long loops of Python's own become the program's
        self._rolled_rather: frozenset[Any] | None = frozenset()  # loops that are not unrolled; None: all may
        self._recursion_left = False  # whether Python recurses
        self._stacks: bool | None = None  # whether recursion is a loop with a stack; None: it has not been tried
        self._stacked_at = 0  # how many attempts there were before that
        self._left: frozenset[Any] = frozenset()  # loops that are left for handlers around them
        self._jumps = True  # whether exceptions that the function handles are jumps to its handlers
        self._may_step = True  # whether iterators may get positions for the sake of a loop
        self._hoped = False  # whether that is being tried
        self._own_buffers: bool | None = None  # whether a bytearray is the program's; None: it has not been tried
        self._by_memory: SctError | None = None  # what was refused before
        self._by_position: SctError | None = None  # what was refused before iterators had a position
        self._by_items: SctError | None = None  # … before the items of lists were kept one by one
        self._in_rows: AliasError | None = None  # … before short lists were in rows
        self._rolls_short: SctError | None = None  # … before no list's contents were told apart

    def prepare(self, trace: Trace) -> None:
        """Set up the next attempt; the trace is the current one."""
        trace.plan = self._plan()
        trace.tells_apart, trace.set_orders.logged = self._tells_apart, self._logs_sets
        trace.loops.rolls_plain, trace.loops.rolled_rather = self._rolls_plain, self._rolled_rather
        trace.known, trace.items.layouts.known = self._known, self._orders_known
        trace.recursion.stacks, trace.handling.jumps = bool(self._stacks), self._jumps
        trace.handling.loops = self._left
        trace.iterators.by_position, trace.items.own_buffers = self._by_position is not None, bool(self._own_buffers)
        trace.tags = Tags(trace) if self._numbered else None
        trace.members.expect(self._owners)
        self._pooling.prepare(trace)

    def _plan(self) -> Plan:
        """All that `prepare` goes by."""
        plain = self._rolls_plain, self._tells_apart, self._logs_sets, self._rolled_rather, self._known
        more = self._by_position is not None, bool(self._numbered), len(self._owners), bool(self._own_buffers)
        return Plan(
            (*plain, *more, self._orders_known, self._jumps, self._left, self._pooling.whole()),
            frozenset(self._hashing),
            may_pool=self._pooling.may_pool,
            may_step=self._may_step,
            rolls_short=self._rolls_short is not None,
            keeps_items=self._by_items is not None and self._rolls_short is None,
            stacks=bool(self._stacks),
            recurses=self._recursion_left,
        )

    def over(self, trace: Trace) -> None:
        """Count what an attempt has taken."""
        self.spent += effort(trace)

    def learn(self, trace: Trace, error: BaseException) -> None:
        """Take another way after what an attempt has ended with: one of `LEARNED_FROM`.

        What comes of an attempt that would be an earlier one again is known: the way after that is taken at once.

        Raises
        ------
        SctError
            If there is none.
        """
        self._take_another_way(lesson := Lesson(trace, error))
        self._keep(lesson)
        while (known := self._known_lesson()) is not None:
            before = _copied(self), _copied(self._pooling)
            try:
                self._take_another_way(known)
            except SctError as refusal:
                if refusal is not known.error or self._is_first(refusal):
                    raise
                vars(self).update(before[0])
                vars(self._pooling).update(before[1])
                return  # that attempt is made, for the sake of the frames that it ends in

    def _known_lesson(self) -> Lesson | None:
        """What the next attempt is going to show, if that is known."""
        plan = self._plan()
        return next((one for one in self._lessons if one.plan.comes_to_the_same(plan)), None)

    def _take_another_way(self, lesson: Lesson) -> None:
        error = lesson.error
        for kind, answer in _ANSWERS.items():
            if isinstance(error, kind):
                answer(self, lesson, error)
                return
        assert isinstance(error, SctError)
        if self._stacks and len(self._lessons) > self._stacked_at + _MOST_STACKED:
            self._begin_anew(stacks=False)
            return
        if not any(way(self, lesson, error) for way in _WAYS):
            raise self._first_refusal() or error

    def _keep(self, lesson: Lesson) -> None:
        """Remember what an attempt has shown, but not the frames that it ended in, unless the user may see them."""
        self._lessons.append(lesson)
        if not self._is_first(lesson.error):
            without_frames(lesson.error, self._handled)

    def _is_first(self, error: BaseException) -> bool:
        """Whether a refusal is one that may be raised in the end, when other ways have not helped."""
        firsts = (self._rolls_short, self._in_rows, self._by_position, self._by_items, self._by_memory)
        return any(error is one for one in (*firsts, self._pooling.refusal))

    def _first_refusal(self) -> SctError | None:
        return self._rolls_short or self._in_rows or self._by_position or self._by_items or self._by_memory

    # -- what asks for another attempt --------------------------------------------------------------

    def _overlapping(self, lesson: Lesson, overlap: Any) -> None:
        if all(any(owner is known for known in self._owners) for owner in overlap.owners):
            raise overlap.refusal from None
        self._owners += overlap.owners

    def _not_told(self, lesson: Lesson, request: Any) -> None:
        self._tells_apart = True

    def _keys_coming(self, lesson: Lesson, coming: Any) -> None:
        if coming.site in self._once_hashed:  # the others will be needed again, too
            self._hashing |= self._once_hashed
        self._once_hashed.add(coming.site)
        self._hashing.add(coming.site)

    def _steps_coming(self, lesson: Lesson, request: Any) -> None:
        self._logs_sets = True

    def _other_layouts(self, lesson: Lesson, request: Any) -> None:
        self._orders_known = False

    def _positions_rather(self, lesson: Lesson, rather: Any) -> None:
        self._by_position, self._hoped = rather.refusal, True
        self._hashing.clear()

    def _rolled_loops(self, lesson: Lesson, loops: Any) -> None:
        self._rolled_rather = (self._rolled_rather or frozenset()) | loops.bodies

    def _loops_left(self, lesson: Lesson, loops: Any) -> None:
        self._left |= loops.bodies

    def _too_long(self, lesson: Lesson, long: Any) -> None:
        if lesson.pools:
            self._pooling.give_up()
        elif self._hoped:
            self._hope_no_more()
        elif not (long.refusal.deepening and self._more_pools(lesson, long.refusal)):
            if not self._without_jumps(lesson, long.refusal):
                raise self._pooling.refusal or self._first_refusal() or long.refusal from None

    # -- what may be tried where something is refused: whether it is worth another attempt -----------

    def _with_numbers(self, lesson: Lesson, error: SctError) -> bool:
        """Arrays with numbers that say which they are."""
        if self._numbered is None and getattr(error, "untagged", False):
            self._numbered = True
            return True
        return False

    def _without_numbers(self, lesson: Lesson, error: SctError) -> bool:
        """Without them: they are none of its worries, or do not help."""
        if not self._numbered:
            return False
        self._numbered = False
        return True

    def _lists_in_rows(self, lesson: Lesson, error: SctError) -> bool:
        """Short lists in rows, where it is asked which of their items something is."""
        lists = lesson.lists
        if not isinstance(error, AliasError) or lists <= self._hashing or lesson.pools:
            return False
        self._in_rows = self._in_rows or error
        self._pooling.note(lesson, in_doubt=True)
        self._hashing |= lists
        return True

    def _buffers_of_ours(self, lesson: Lesson, error: SctError) -> bool:
        """What the function makes as a `bytearray` is the program's."""
        if not lesson.buffers or self._own_buffers is not None or error.of_own_buffers:
            return False
        self._own_buffers, self._by_memory = True, error
        return True

    def _buffers_of_python(self, lesson: Lesson, error: SctError) -> bool:
        """It is Python's, where something needs its memory."""
        if not self._own_buffers or not error.of_own_buffers:
            return False
        self._own_buffers, self._by_memory = False, error
        return True

    def _buffers_given_up(self, lesson: Lesson, error: SctError) -> bool:
        """The same where nothing else has helped: all else begins anew."""
        if not self._own_buffers:
            return False
        refused = self._by_memory
        self._begin_anew(stacks=None)
        self._own_buffers, self._by_memory = False, refused
        return True

    def _recursion_by_stacks(self, lesson: Lesson, error: SctError) -> bool:
        """Recursion as a loop with a stack: all else begins anew."""
        if self._stacks is not None or not self._is_endless(lesson, error):
            return False
        self._begin_anew(stacks=True)
        return True

    def _recursion_without(self, lesson: Lesson, error: SctError) -> bool:
        """Without, where nothing else has helped."""
        if not self._stacks:
            return False
        self._begin_anew(stacks=False)
        return True

    def _without_jumps(self, lesson: Lesson, error: SctError) -> bool:
        """Handlers as Python's own: where one is gone on in, more comes behind it than the program has a form for."""
        if not self._jumps or not any(one.jumped for one in (*self._lessons, lesson)):
            return False
        self._begin_anew(stacks=None)
        self._jumps = False
        return True

    def _begin_anew(self, *, stacks: bool | None) -> None:
        kept = self.spent, self._lessons, self._handled, self._jumps, self._left
        self.__init__()  # type: ignore[misc]
        self.spent, self._lessons, self._handled, self._jumps, self._left = kept
        self._stacks, self._stacked_at = stacks, len(self._lessons)

    def _recursion_for_pools(self, lesson: Lesson, error: SctError) -> bool:
        """Recursion as Python's own, with pools: without them, it did not even get that far."""
        if lesson.pools and self._is_endless(lesson, error):
            self._recursion_left = True
            return True
        return False

    def _more_pools(self, lesson: Lesson, error: SctError) -> bool:
        """More lists, dicts and objects in pools."""
        return self._pooling.asks_for_more(lesson, error) and self._anew()

    def _no_pools(self, lesson: Lesson, error: SctError) -> bool:
        """None, also where they were hoped for."""
        if not lesson.pools and not lesson.hurried:
            return False
        self._pooling.give_up()
        return self._anew()

    def _unrolled_again(self, lesson: Lesson, error: SctError) -> bool:
        """Iterators as they were, and the loop unrolled for whose sake they got positions."""
        if not self._hoped:
            return False
        self._hope_no_more()
        return self._anew()

    def _unrolled_at_length(self, lesson: Lesson, error: SctError) -> bool:
        """Loops unrolled that were rolled because they got too long."""
        if not self._rolled_rather or (self._is_endless(lesson, error) and not lesson.recursed_there):
            return False
        self._rolled_rather = None
        return self._anew()

    def _positions(self, lesson: Lesson, error: SctError) -> bool:
        """Iterators over sequences as objects with a position."""
        if not lesson.sequence_iterators or self._by_position is not None or isinstance(error, SymbolicRecursionError):
            return False
        self._by_position = error
        return self._anew()

    def _numbers_known(self, lesson: Lesson, error: SctError) -> bool:
        """Numbers of the caller as constants, where something needs their value."""
        asked = lesson.asked
        if len(self._known) >= MOST_KNOWN or asked <= self._known:
            return False
        self._known |= asked
        return True

    def _recursion(self, lesson: Lesson, error: SctError) -> bool:
        """Recursion as Python's own."""
        if not lesson.recursed or self._recursion_left:
            return False
        self._recursion_left, self._known = True, frozenset()
        return True

    def _plain_loops(self, lesson: Lesson, error: SctError) -> bool:
        """Long loops as Python's own, which find values that Python has."""
        if not lesson.rolled_plain:
            return False
        self._rolls_plain = False
        return self._anew()

    def _items_one_by_one(self, lesson: Lesson, error: SctError) -> bool:
        """Lists of known length with their items one by one."""
        if not lesson.lost_items or self._by_items is not None:
            return False
        self._by_items, self._rolls_plain, self._known = error, True, frozenset()
        return self._anew()

    def _short_loops_rolled(self, lesson: Lesson, error: SctError) -> bool:
        """No contents of lists told apart, and short loops rolled."""
        told = lesson.told_contents and self._rolls_short is None
        if not told or not isinstance(error, (AliasError, JoinError)):
            return False
        self._rolls_short, self._numbered = self._first_refusal() or error, None
        return self._anew()

    def _is_endless(self, lesson: Lesson, error: SctError) -> bool:
        return isinstance(error, SymbolicRecursionError) and bool(lesson.recursed) and not self._recursion_left

    def _hope_no_more(self) -> None:
        self._by_position, self._may_step, self._hoped = None, False, False

    def _anew(self) -> bool:
        """Another attempt, in which other lists may be run-time ones."""
        self._hashing.clear()
        return True


def _copied(owner: Any) -> dict[str, Any]:
    """The attributes of an object, to be put back."""
    return {name: x.copy() if isinstance(x, (set, list, dict)) else x for name, x in vars(owner).items()}


_ANSWERS: dict[type[BaseException], Callable[[Attempts, Lesson, Any], None]] = {
    Overlap: Attempts._overlapping,
    NotTold: Attempts._not_told,
    KeysComing: Attempts._keys_coming,
    StepsComing: Attempts._steps_coming,
    OtherLayouts: Attempts._other_layouts,
    PositionsRather: Attempts._positions_rather,
    RolledRather: Attempts._rolled_loops,
    LoopsLeft: Attempts._loops_left,
    TooLong: Attempts._too_long,
}
LEARNED_FROM: tuple[type[BaseException], ...] = (SctError, *_ANSWERS)
"""What an attempt may end with, so that there is another one: a refusal, or what a trace raises to be begun anew."""

_WAYS: tuple[Callable[[Attempts, Lesson, SctError], bool], ...] = (
    Attempts._with_numbers,
    Attempts._without_numbers,
    Attempts._buffers_of_ours,
    Attempts._buffers_of_python,
    Attempts._recursion_by_stacks,
    Attempts._lists_in_rows,
    Attempts._recursion_for_pools,
    Attempts._more_pools,
    Attempts._no_pools,
    Attempts._unrolled_again,
    Attempts._unrolled_at_length,
    Attempts._positions,
    Attempts._numbers_known,
    Attempts._recursion,
    Attempts._plain_loops,
    Attempts._items_one_by_one,
    Attempts._short_loops_rolled,
    Attempts._recursion_without,
    Attempts._buffers_given_up,
    Attempts._without_jumps,
)
"""In the order in which they are tried: the sooner, the less is traced in another form for their sake."""
