"""Generators in a trace: run through with their consumer inlined at each `yield`, or stepped as Python steps them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator
from types import GeneratorType
from typing import Any

from sct.errors import SctError, SideEffectError, StaticValueError
from sct.runtime import trace as tracing
from sct.runtime.calls.inlining import inline, inline_apart, is_run
from sct.runtime.handling.met import Barrier
from sct.runtime.iteration.consumers import Consumer
from sct.runtime.iteration.machines import machine_of
from sct.runtime.joins.choice import Choice

__all__ = [
    "DONE", "FRESH", "OWNED", "TracedGenerator", "consume", "decided", "emit", "emit_from", "generator", "is_named",
    "pulled", "stepped_elsewhere", "stopped",
]  # fmt: skip

EXPRESSION = "<genexpr>"  # what Python calls it
OWNED = 4  # references: the arguments, sct's note of where it was made, the name and the argument of getrefcount
FRESH, STEPPED, SPENT, DONE = "fresh", "stepped", "spent", "done"


class TracedGenerator(Iterator[Any]):
    """A generator of converted code, which has not begun, or has been stepped, or has been run through.

    Both happen only where it was made, so what it has done so far is undone and repeated with that place.
    """

    python_type: type = GeneratorType
    sct_entered: tuple[Any, ...] = ()  # what it goes through that notices changes, as that was

    def __init__(
        self,
        trace: tracing.Trace,
        push: Callable[..., Any] | None,
        pull: Callable[..., Generator[Any, Any, Any]] | None,
        args: tuple[Any, ...],
        name: str,
        cleanup: str,
        make: Callable[..., Any] | None = None,
    ) -> None:
        self.trace, self.push, self.pull, self.args, self._make = trace, push, pull, args, make
        self.name, self.cleanup = name.rstrip("_"), cleanup  # sct has a `map_` of its own
        trace.note_new(self)
        self._inline = inline if push is not None and is_run(trace, push) else inline_apart
        self.progress: Any = FRESH
        if cleanup and make is not None:
            if trace.builder is trace.root:
                trace.iterators.guarded.append(self)
            else:
                make = None  # whether it has been closed by the end of this branch or turn is not known
        self.where = trace.location()
        self.machine: Any = None if make is None else machine_of(trace, make, args, self.name, self._inline)
        self.owned = False  # whether only a library generator or comprehension has it, which goes through it once
        self._steps: Any = None
        self._trying_depth = 0
        self._handlers: list[Any] = []  # what it is under way in

    @property
    def born(self) -> Any:
        """Where it was made, or from where on it may be stepped as Python steps it."""
        return self.trace.made.get(self)

    def __repr__(self) -> str:
        return f"<traced generator {self.name}>"

    # -- run through -----------------------------------------------------------------------------

    @property
    def is_fresh(self) -> bool:
        """Whether it can be run through here: it has not begun, as far as is known here."""
        return self.progress is FRESH and self.push is not None

    def _comes_to(self, progress: str) -> None:
        """How far it is, from here on: of a branch or loop, it becomes part of what that leaves."""
        self.trace.touch_attr(self, "progress")
        self.progress = progress

    def spend(self) -> None:
        """From here on plain Python stands somewhere else in it."""
        self._comes_to(SPENT)

    def as_machine(self) -> Any:
        """What steps it from here on, if it was made for that."""
        if self.machine is None or _may_be_spent(self.progress):
            return None
        self._check_entered()
        if self.progress is FRESH:
            self._comes_to(STEPPED)
        return self.machine

    def run(self, sink: Any) -> Any:
        """Run the body through; answers what it returns."""
        assert self.push is not None
        self._check_entered()
        self._comes_to(SPENT)
        trace = self.trace
        ours = _is_ours(self.push)
        for x in self.args if ours else ():
            if isinstance(x, TracedGenerator):
                x.owned = sys.getrefcount(x) <= OWNED
        outer = trace.iterators.consumers
        trace.iterators.consumers = (*sink.around, sink)
        try:
            with trace.handling.asked():
                result = self.push(sink, *self.args) if ours else self._inline(trace, self.push, sink, *self.args)
        finally:
            trace.iterators.consumers = outer
        if sink.stopped() is False:
            self._comes_to(DONE)
            if self.machine is not None:
                self._close_machine()
        return result

    def copy(self) -> TracedGenerator:
        """One that begins anew here, with copies of the generators that it is given."""
        args = tuple(x.copy() if isinstance(x, TracedGenerator) and x.progress is FRESH else x for x in self.args)
        return TracedGenerator(self.trace, self.push, self.pull, args, self.name, self.cleanup, self._make)

    def own_cells(self) -> list[Any]:
        """The variables of its code."""
        outside = self._make.__closure__ or ()  # type: ignore[union-attr]
        return [cell for cell in self.machine.stop.__closure__ if not any(cell is x for x in outside)]

    # -- stepped ---------------------------------------------------------------------------------

    def __iter__(self) -> TracedGenerator:
        return self

    def __next__(self) -> Any:
        """For code that knows of no program: whether there is another item must be known."""
        from sct.runtime.call import convert_call

        machine = self.as_machine()
        if machine is None:
            return self._step(next)
        got = machine.step(None)
        if got is None:
            raise StopIteration(*convert_call(machine.answer)())
        if type(got) is not tuple:
            raise _undecided(self.trace)
        return self.trace.own(got[0])

    def send(self, value: Any) -> Any:
        """As of a generator."""
        from sct.runtime.call import convert_call

        machine = self.as_machine()
        return self._step(lambda steps: steps.send(value)) if machine is None else convert_call(machine.send)(value)

    def throw(self, *error: Any) -> Any:
        """As of a generator: a machine has but `finally` clauses around a `yield`, which do not see what it is."""
        if self.as_machine() is None:
            return self._step(lambda steps: steps.throw(*error))
        self._close_machine()
        ended = (None for _ in "one")
        next(ended)
        return ended.throw(*error)

    def close(self) -> None:
        """As of a generator."""
        if self.progress is FRESH:
            self._comes_to(DONE)
        elif self.as_machine() is not None:
            self._close_machine()
        elif self._steps is not None:
            self._step(lambda steps: steps.close())

    def _close_machine(self) -> None:
        from sct.runtime.call import convert_call

        convert_call(self.machine.close)()

    def _step(self, step: Callable[[Any], Any]) -> Any:
        trace = self.trace
        if self.born is not trace.builder and not trace.iterators.leaving:
            trace.iterators.sequences = True
            raise stepped_elsewhere(
                trace,
                f"the generator {self.name}",
                "where it stops in its code would be known only at run time",
                "make the generator where it is used, or go through it in one `for`",
            )
        if self._steps is None or self.progress is SPENT:
            if self.progress is DONE:
                raise StopIteration
            if self.progress is not FRESH:
                self._refuse("is used again after a loop over it that may have ended early")
            if self.pull is None:
                self._refuse("yields inside of an expression or a statement that cannot be left in between")
            assert self.pull is not None
            self._comes_to(STEPPED)
            self._steps = self.pull(*self.args)
            trace.iterators.stepped.append(self._steps)
        self._check_entered()
        outer = trace.trying_depth, trace.iterators.consumers
        handlers = trace.handling.around
        trace.handling.around = [*handlers, *(self._handlers or [Barrier()])]
        trace.trying_depth, trace.iterators.consumers = outer[0] + self._trying_depth, ()
        try:
            return trace.own(step(self._steps))
        except SctError:
            trace.iterators.sequences = True
            raise
        finally:
            self._handlers = trace.handling.around[len(handlers) :]
            trace.handling.around = handlers
            self._trying_depth = trace.trying_depth - outer[0]
            trace.trying_depth, trace.iterators.consumers = outer

    def _check_entered(self) -> None:
        if self._steps is not None:
            from sct.runtime.iteration.under_way import check_content

            check_content(self.trace, self._steps)
        if self.sct_entered:
            from sct.runtime.iteration.under_way import check_entered

            check_entered(self.trace, self)

    def _refuse(self, what: str) -> None:
        self.trace.iterators.sequences = True
        raise StaticValueError(
            f"the generator {self.name} {what}",
            where=self.trace.location(),
            why="while the graph is built it has been run through in one go",
            fix="make a list of its items first, or call the generator function again",
        )


def _may_be_spent(progress: Any) -> bool:
    """Whether a generator has been run through, and may have ended early."""
    known = progress.alternatives if type(progress) is Choice else [progress]
    return not all(any(one is stage for stage in (FRESH, STEPPED, DONE)) for one in known)


def stepped_elsewhere(trace: tracing.Trace, what: str, why: str, fix: str) -> SideEffectError:
    """The refusal of an iterator that is stepped in a branch or loop, and was made outside of it."""
    refusal = SideEffectError(
        f"{what} is stepped as often as only the running program knows", where=trace.location(), why=why, fix=fix
    )
    refusal.by_position = True  # type: ignore[attr-defined]
    return refusal


def _is_ours(push: Any) -> bool:
    """Whether this is a generator of sct's own, which does not call itself."""
    return str(push.__module__).startswith("sct.runtime.")


def generator(push: Any, pull: Any, args: tuple[Any, ...], name: str, cleanup: str, make: Any = None) -> Any:
    """A call of a generator function in converted code, or a generator expression there."""
    trace = tracing.current()
    if trace is None:
        assert pull is not None
        return pull(iter(args[0])) if name == EXPRESSION else pull(*args)
    if name == EXPRESSION:
        from sct.runtime.iteration.user_iteration import begun

        args = (begun(trace, args[0]),)
    made = TracedGenerator(trace, push, pull, args, name, cleanup, make)
    if name == EXPRESSION:  # which asks for an iterator where it stands
        from sct.runtime.iteration.under_way import note_entered

        note_entered(made, args)
    return made


# -- what the body that is run through calls ---------------------------------------------------------


def emit(sink: Any, item: Any) -> None:
    """`yield item`: the consumer's body."""
    sink.take(item)


def emit_from(sink: Any, items: Any) -> Any:
    """`yield from items`."""
    if isinstance(items, TracedGenerator) and items.is_fresh:
        return items.run(sink)
    from sct.runtime.calls.library_calls import library_generator

    library_generator(sink.trace, "each", items).run(sink)
    return None


def stopped(sink: Any) -> Any:
    """Whether the consumer wants no more items."""
    return sink.stopped()


# -- what the body that is stepped calls -------------------------------------------------------------


def pulled(iterable: Any) -> Any:
    """The iterable of a `for` around a `yield`: stepped by Python itself."""
    trace = tracing.current()
    return iterable if trace is None else _stepped_by_python(trace, iterable)


def _stepped_by_python(trace: tracing.Trace, iterable: Any) -> Any:
    """The same while a function is traced."""
    from sct.runtime.hashing.entries import is_hashed
    from sct.runtime.iteration.iterators import check_iterator
    from sct.runtime.texts.kind_names import a_kind

    if isinstance(iterable, Iterator):
        check_iterator(trace, iterable)
    owned = trace.own(iterable)
    if isinstance(owned, (dict, set)) and is_hashed(owned):
        raise stepped_elsewhere(
            trace,
            f"a generator over {a_kind(owned)} with run-time keys",
            "what it would give next is a place in lists that the program holds",
            "go through it in one `for`, or through list(…) of it",
        )
    return owned


def decided(test: Any) -> Any:
    """The condition of an `if` or `while` around a `yield`: known while the graph is built."""
    from sct.runtime.control_flow import truth

    trace = tracing.current()
    if trace is None:
        return test
    holds = truth(trace, test)
    if not tracing.is_variable(holds):
        return holds
    raise _undecided(trace)


def _undecided(trace: tracing.Trace) -> StaticValueError:
    return StaticValueError(
        "whether a generator yields depends on a value that is known only at run time",
        where=trace.location(),
        why="its items are asked for one by one (by next, zip, unpacking, ...), so where it stops must be known",
        fix="go through it in one `for`, or collect the items in an array",
    )


# -- loops over generators ---------------------------------------------------------------------------


def consume(
    items: TracedGenerator,
    body: Callable[[Any], None],
    extra_test: Callable[[], Any] | None,
    get_state: Callable[[], Any],
    set_state: Callable[[Any], None],
    named: bool,
) -> bool:
    """Run a generator through under the body of a `for`; False where it has to be stepped.

    A generator that the user can still see after a `break`, or that cleans up when it is closed, is stepped
    if that is possible.
    """
    if not items.is_fresh:
        return False
    closes = extra_test is not None and items.cleanup != ""
    if (closes and ("with" in items.cleanup or named)) or (closes and "except" in items.cleanup):
        return False
    trace = items.trace
    if "except" in items.cleanup:
        body = _guarded(trace, body)
    items.run(Consumer(trace, body, extra_test, get_state, set_state))
    return True


def _guarded(trace: tracing.Trace, body: Callable[[Any], None]) -> Callable[[Any], None]:
    """A body whose exceptions must not meet the handlers of the generator."""

    def run(item: Any) -> None:
        try:
            body(item)
        except SctError:
            raise
        except Exception as error:
            raise SideEffectError(
                f"{type(error).__name__} leaves a loop over a generator that has a `try` around its `yield`",
                where=trace.location(),
                why="the loop is inlined at the `yield`, where the handlers would catch it",
                fix="make a list of the items first",
            ) from error

    return run


def is_named(reference_count: int) -> bool:
    """Whether more than the call that it is an argument of refers to a generator."""
    return reference_count > 2 or sys.implementation.name != "cpython"
