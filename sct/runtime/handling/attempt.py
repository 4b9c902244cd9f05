"""`try` with handlers in a trace.

What is raised in a branch that the run decides about is a jump: the branch notes which handler takes the exception,
what the names of the function hold there, and ends. Whatever comes behind the branch is recorded on the condition that
nothing was raised, up to the end of the `try`; there an `if` chooses between the handlers and the `else` clause.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from sct.records import record
from sct.runtime import trace as tracing
from sct.runtime.branches import if_else
from sct.runtime.calls.defects import defects_pass
from sct.runtime.calls.raising import Diverged, record_exception
from sct.runtime.handling.going_on import close, close_all, go_on
from sct.runtime.handling.jumps import Jumped, NoteCell, is_zero
from sct.runtime.iteration.consumers import with_consumers
from sct.runtime.joins.absent import NOTHING
from sct.runtime.objects.managers import PASSING
from sct.runtime.state.places import cells_of
from sct.runtime.trace import Trace
from sct.runtime.trying import Handler, State, handled, is_one_of

__all__ = ["Attempt", "Way", "attempt", "go_through", "hold", "what_holds"]

_MOST_JUMPS = 50  # each of them has the rest of the `try` recorded one branch deeper


@record(eq=False)
class Way:
    """What a program may jump with: where to, and with which exception, of whose values the run knows."""

    goal: Any
    error: BaseException
    asks: bool


class Attempt:
    """A `try` whose body is under way.

    Attributes
    ----------
    ways
        What may be jumped with: to which handler, and with which exception, if it asks for that.
    code
        Which of them was taken, counted from 1; 0 while nothing was raised. A place of the trace's state, as are
        what the names held, `name_0` and so on, and what the exception holds, `held_1` and so on.
    catches, is_for_all
        Whether what is raised in the body may end here, and whether all of it is for the handlers to see.
    is_clause
        Whether this is a statement of the user's.
    """

    catches = is_for_all = is_clause = True

    def __init__(self, trace: Trace, handlers: tuple[Handler, ...], get_state: Callable[[], State]) -> None:
        self.trace = trace
        self.handlers = handlers
        self.get_state = get_state
        self.depth, self.arms = trace.depth, trace.handling.arms
        self.loops = len(trace.handling.under_way)
        self.code: Any = 0
        self.ways: list[Way] = []
        self.jumps: set[int] = set()  # those that were taken
        self.count = 0
        for k in range(len(get_state())):
            setattr(self, f"name_{k}", NOTHING)

    def is_reached(self) -> bool:
        """Whether only arms of `if`s lie between this `try` and where the trace records now."""
        return self.trace.depth - self.depth == self.trace.handling.arms - self.arms

    def place_of(self, error: BaseException) -> int | None:
        """The way of an exception; 0: none of the handlers takes it; None: this is not known."""
        for k, (kinds, _, asks) in enumerate(self.handlers):
            if kinds is None:
                return self.way(k, error, asks)
            named = kinds()
            if not all(isinstance(c, type) for c in (named if type(named) is tuple else (named,))):
                return None
            if is_one_of(error, named):
                return self.way(k, error, asks)
        return 0

    def way(self, goal: Any, error: BaseException, asks: bool) -> int:
        """The place of a way, which may be a new one."""
        for place, one in enumerate(self.ways, start=1):
            if one.goal == goal and one.asks == asks and (not asks or _is_like(error, one.error)):
                return place
        self.ways.append(Way(goal, error, asks))
        return len(self.ways)

    def can_take(self, place: int) -> bool:
        """Whether there is a handler to jump to."""
        return self.handlers[self.ways[place - 1].goal][1] is not None

    def names(self, place: int) -> bool:
        """Whether a handler names what it takes, and not just anything."""
        goal = self.ways[place - 1].goal
        kinds = self.handlers[goal][0] if type(goal) is int else None
        named = () if kinds is None else kinds()
        return not {Exception, BaseException}.intersection(named if type(named) is tuple else (named,)) and named != ()

    def asks(self, place: int) -> bool:
        """Whether a handler asks which exception it is."""
        return self.ways[place - 1].asks

    def take(self, place: int, error: BaseException) -> bool:
        """Note what the state is where `error` is raised, and that it goes this way; whether that can be done."""
        if self.count >= _MOST_JUMPS or not self.can_take(place):
            return False
        if self.asks(place):
            if not self.trace.handling.says_pythons_words(error):
                return False
            self._set(f"held_{place}", what_holds(error))
        self._note(place)
        return True

    def _note(self, place: int) -> None:
        """Note that this way is taken from here."""
        self.count += 1
        self._set("code", place)
        for k, value in enumerate(self.get_state()):
            self._set(f"name_{k}", value)
        self.jumps.add(place)
        self.trace.handling.jumped = True

    def _set(self, name: str, value: Any) -> None:
        if not hasattr(self, name):
            setattr(self, name, NOTHING)
        self.trace.touch(NoteCell(self, name))
        setattr(self, name, value)

    def left(self) -> State:
        """What the names hold where one of the handlers begins."""
        return tuple(getattr(self, f"name_{k}") for k in range(len(self.get_state())))

    def handle(self, place: int) -> None:
        """Run the handler at the end of a way that was taken."""
        handler = self.handlers[self.ways[place - 1].goal][1]
        assert handler is not None
        if not self.asks(place):
            handler(None)
            return
        error = self.error_at(place)
        try:
            raise error
        except BaseException:  # as Python does while a handler runs
            handler(error)

    def handled(self, error: BaseException) -> bool:
        """Run the handler that takes an exception of Python's own, if there is one."""
        return handled(error, self.handlers)

    def error_at(self, place: int) -> BaseException:
        """The exception of a way that was taken."""
        error = self.ways[place - 1].error
        if self.asks(place):
            hold(error, getattr(self, f"held_{place}"))
        return error


def what_holds(error: BaseException) -> tuple[Any, ...]:
    """The values that an exception has."""
    return (*error.args, *vars(error).values())


def hold(error: BaseException, held: tuple[Any, ...]) -> None:
    """Give an exception the values that the run has for it."""
    count = len(error.args)
    error.args = tuple(held[:count])
    if isinstance(error, StopIteration):
        error.value = error.args[0] if error.args else None
    vars(error).update(zip(vars(error), held[count:], strict=True))


def _is_like(error: BaseException, other: BaseException) -> bool:
    """Whether two exceptions differ in nothing but values."""
    same = type(error) is type(other) and len(error.args) == len(other.args)
    return same and vars(error).keys() == vars(other).keys() and not hasattr(type(error), "__slots__")


def attempt(
    body: Callable[[], None],
    handlers: tuple[Handler, ...],
    orelse: Callable[[], None] | None,
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
) -> None:
    """`try: body() except …: handler(error) else: orelse()` in a trace."""
    trace = tracing.current()
    assert trace is not None
    get_state, set_state = with_consumers(trace, get_state, set_state)
    go_through(Attempt(trace, handlers, get_state), body, orelse, get_state, set_state)


def go_through(
    this: Attempt,
    body: Callable[[], None],
    orelse: Callable[[], None] | None,
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
) -> None:
    """Run the body, and then what is behind it."""
    trace = this.trace
    handling = trace.handling
    trace.note_new(this)
    level: list[Any] = []
    handling.around.append(this)
    handling.levels.append(level)
    trace.trying_depth += this.catches
    try:
        try:
            with defects_pass(trace.where) if this.is_for_all else nullcontext():
                body()
            ended: State | None = get_state()
            jumped = False
        except Diverged as left:
            if not level and not isinstance(left, Jumped):
                raise
            ended, jumped = None, isinstance(left, Jumped)
        except PASSING:
            raise
        except Exception as error:
            if not level:
                _leave(this)
                if not this.handled(error):
                    raise
                return
            ended, jumped = None, _jumps(trace, error)
        was_open = bool(level)
        if was_open:
            ended, jumped = close(trace, level, ended, jumped, cells_of(get_state))
    finally:
        close_all(level)
        if this in handling.around:
            _leave(this)
    _go_on_after(this, ended, jumped, was_open, orelse, get_state, set_state)


def _leave(this: Attempt) -> None:
    this.trace.handling.leave(this)
    this.trace.handling.levels.pop()
    this.trace.trying_depth -= this.catches


def _jumps(trace: Trace, error: Exception) -> bool:
    """What is raised under a condition: a jump to a handler, else the program raises it."""
    try:
        record_exception(trace, error)
    except Jumped:
        return True
    return False


def _go_on_after(
    this: Attempt,
    ended: State | None,
    jumped: bool,
    was_open: bool,
    orelse: Callable[[], None] | None,
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
) -> None:
    """Behind the body: one of the handlers, the `else` clause, or whichever the run says."""
    trace = this.trace
    if not this.jumps or is_zero(this.code):
        if ended is None:
            raise Jumped if jumped else Diverged
        if was_open:
            set_state(ended)
            go_on(trace)
        if orelse is not None:
            orelse()
        return
    if ended is None and not jumped:
        raise Diverged
    go_on(trace)

    def handle() -> None:
        set_state(this.left())
        _choose(this, sorted(this.jumps), get_state, set_state)

    if ended is None:
        handle()
        return
    after = ended

    def go() -> State:
        set_state(after)
        if orelse is not None:
            orelse()
        return get_state()

    def caught() -> State:
        handle()
        return get_state()

    ours = cells_of(get_state)
    test = _is_code(this, 0)
    set_state(after)
    set_state(if_else(trace, test, go, caught, after, ours, lambda: set_state(after)))


def _is_code(this: Attempt, place: int) -> Any:
    from sct.runtime.control_flow import truth

    return truth(this.trace, this.code == place)


def _choose(
    this: Attempt, places: list[int], get_state: Callable[[], State], set_state: Callable[[State], None]
) -> None:
    """Run the handler that was jumped to, by one of these ways."""
    first, *others = places
    test = _is_code(this, first) if others else True
    if test is True:
        this.handle(first)
    elif test is False:
        _choose(this, others, get_state, set_state)
    else:
        before = get_state()

        def one() -> State:
            this.handle(first)
            return get_state()

        def another() -> State:
            _choose(this, others, get_state, set_state)
            return get_state()

        made = if_else(this.trace, test, one, another, before, cells_of(get_state), lambda: set_state(before))
        set_state(made)
