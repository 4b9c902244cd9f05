"""Generators in a trace: run through with their consumer inlined at each `yield`, or stepped as Python steps them."""

from __future__ import annotations

import contextlib
import inspect
import sys
from collections.abc import Callable, Generator, Iterator
from types import GeneratorType
from typing import Any

from sct.errors import Location, SctError, SideEffectError, StaticValueError
from sct.ir.build import Builder
from sct.ir.effects import have_effects
from sct.runtime import trace as tracing
from sct.runtime.consumers import Consumer
from sct.runtime.inlining import inline
from sct.runtime.raising import Diverged

__all__ = [
    "TracedGenerator", "abandon", "check_left", "close_since", "consume", "decided", "emit", "emit_from", "generator",
    "is_named", "pulled", "stopped",
]  # fmt: skip

FRESH, STEPPED, SPENT, DONE = "fresh", "stepped", "spent", "done"


class TracedGenerator(Iterator[Any]):
    """A generator of converted code, which has not begun, or has been stepped, or has been run through.

    Both happen only where it was made, so what it has done so far is undone and repeated with that place.
    """

    python_type: type = GeneratorType

    def __init__(
        self,
        trace: tracing.Trace,
        push: Callable[..., Any] | None,
        pull: Callable[..., Generator[Any, Any, Any]] | None,
        args: tuple[Any, ...],
        name: str,
        cleanup: str,
    ) -> None:
        self.trace, self.push, self.pull, self.args = trace, push, pull, args
        self.name, self.cleanup = name.rstrip("_"), cleanup  # sct has a `map_` of its own
        self.born: Builder = trace.builder
        self.progress = FRESH
        self._steps: Any = None
        self._trying_depth = 0

    def __repr__(self) -> str:
        return f"<traced generator {self.name}>"

    # -- run through -----------------------------------------------------------------------------

    @property
    def is_fresh(self) -> bool:
        """Whether it can be run through here: it has not begun, and is not to be found begun elsewhere."""
        return self.progress == FRESH and self.push is not None and self.born is self.trace.builder

    def run(self, sink: Any) -> Any:
        """Run the body through; answers what it returns."""
        assert self.push is not None
        self.progress = SPENT
        trace = self.trace
        outer = trace.consumers
        trace.consumers = (*sink.around, sink)
        try:
            result = self.push(sink, *self.args) if _is_ours(self.push) else inline(trace, self.push, sink, *self.args)
        finally:
            trace.consumers = outer
        if sink.stopped() is False:
            self.progress = DONE
        return result

    def copy(self) -> TracedGenerator:
        """One that begins anew here, with copies of the generators that it is given."""
        args = tuple(x.copy() if isinstance(x, TracedGenerator) and x.progress == FRESH else x for x in self.args)
        return TracedGenerator(self.trace, self.push, self.pull, args, self.name, self.cleanup)

    # -- stepped ---------------------------------------------------------------------------------

    def __iter__(self) -> TracedGenerator:
        return self

    def __next__(self) -> Any:
        return self._step(next)

    def send(self, value: Any) -> Any:
        """As of a generator."""
        return self._step(lambda steps: steps.send(value))

    def throw(self, *error: Any) -> Any:
        """As of a generator."""
        return self._step(lambda steps: steps.throw(*error))

    def close(self) -> None:
        """As of a generator."""
        if self.progress == FRESH:
            self.progress = SPENT
        elif self._steps is not None:
            self._step(lambda steps: steps.close())

    def _step(self, step: Callable[[Any], Any]) -> Any:
        trace = self.trace
        if self.born is not trace.builder and not trace.leaving:
            raise SideEffectError(
                f"the generator {self.name} is stepped as often as only the running program knows",
                where=trace.location(),
                why="where it stops in its code would be known only at run time",
                fix="make the generator where it is used, or go through it in one `for`",
            )
        if self._steps is None:
            if self.progress == DONE:
                raise StopIteration
            if self.progress == SPENT:
                self._refuse("is used again after a loop over it that may have ended early")
            if self.pull is None:
                self._refuse("yields inside of an expression or a statement that cannot be left in between")
            assert self.pull is not None
            self.progress = STEPPED
            self._steps = self.pull(*self.args)
            trace.stepped.append(self._steps)
        outer = trace.trying_depth, trace.consumers
        trace.trying_depth, trace.consumers = self._trying_depth, ()
        try:
            return trace.own(step(self._steps))
        finally:
            self._trying_depth = trace.trying_depth
            trace.trying_depth, trace.consumers = outer

    def _refuse(self, what: str) -> None:
        raise StaticValueError(
            f"the generator {self.name} {what}",
            where=self.trace.location(),
            why="while the graph is built it has been run through in one go",
            fix="make a list of its items first, or call the generator function again",
        )


def _is_ours(push: Any) -> bool:
    """Whether this is a generator of sct's own, which does not call itself."""
    return str(push.__module__).startswith("sct.runtime.")


def generator(push: Any, pull: Any, args: tuple[Any, ...], name: str, cleanup: str) -> Any:
    """A call of a generator function in converted code."""
    trace = tracing.current()
    if trace is None:
        assert pull is not None
        return pull(*args)
    return TracedGenerator(trace, push, pull, args, name, cleanup)


# -- what the body that is run through calls ---------------------------------------------------------


def emit(sink: Any, item: Any) -> None:
    """`yield item`: the consumer's body."""
    sink.take(item)


def emit_from(sink: Any, items: Any) -> Any:
    """`yield from items`."""
    if isinstance(items, TracedGenerator) and items.is_fresh:
        return items.run(sink)
    from sct.runtime.generator_builtins import library_generator

    library_generator(sink.trace, "each", items).run(sink)
    return None


def stopped(sink: Any) -> Any:
    """Whether the consumer wants no more items."""
    return sink.stopped()


# -- what the body that is stepped calls -------------------------------------------------------------


def pulled(iterable: Any) -> Any:
    """The iterable of a `for` around a `yield`: stepped by Python itself."""
    from sct.runtime.iterators import check_iterator

    trace = tracing.current()
    if trace is None:
        return iterable
    if isinstance(iterable, Iterator):
        check_iterator(trace, iterable)
    return trace.own(iterable)


def decided(test: Any) -> Any:
    """The condition of an `if` or `while` around a `yield`: known while the graph is built."""
    from sct.runtime.control_flow import truth

    trace = tracing.current()
    if trace is None:
        return test
    holds = truth(trace, test)
    if not tracing.is_variable(holds):
        return holds
    raise StaticValueError(
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


def abandon(trace: tracing.Trace) -> None:
    """Close the generators of a trace that comes to nothing while it is still there for their `finally` clauses."""
    for steps in reversed(trace.stepped):
        with contextlib.suppress(Exception):
            steps.close()


def close_since(trace: tracing.Trace, count: int) -> None:
    """Close those that were only tried out, which nobody has: to be undone with the rest."""
    tried, trace.stepped[count:] = trace.stepped[count:], []
    for steps in reversed(tried):
        with contextlib.suppress(Exception, Diverged):
            steps.close()


def check_left(trace: tracing.Trace) -> None:
    """At the end: refuse generators that stand where Python, which lets go of them, would do something more."""
    for steps in trace.stepped:
        if inspect.getgeneratorstate(steps) != inspect.GEN_SUSPENDED:
            continue
        code, line = steps.gi_frame.f_code, steps.gi_frame.f_lineno
        with trace.region() as region:
            trace.leaving = True  # and with it those that it steps
            try:
                steps.close()
                changed = [cell.owner for cell, _, _ in region.transaction.changes()]
                does_more = have_effects(region.builder.ops) or any(owner not in trace.made for owner in changed)
            except (Exception, Diverged):
                does_more = True
            finally:
                trace.leaving = False
                region.transaction.rollback()
        if does_more:
            raise SideEffectError(
                "a generator is left here, in a `try` or `with` that does something at the end",
                where=Location(code.co_filename, line, function=code.co_qualname),
                why="Python does that when it lets go of the generator, which is not known while the graph is built",
                fix="take all of its items, or close it: `with contextlib.closing(generator):`",
            )


def is_named(reference_count: int) -> bool:
    """Whether more than the call that it is an argument of refers to a generator."""
    return reference_count > 2 or sys.implementation.name != "cpython"
