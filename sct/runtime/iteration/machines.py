"""Generators as machines: functions that go on to the next `yield`, from where variables of the program say.

That is how they are stepped where the run decides how often, and what their code calls for what they go through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sct.errors import StaticValueError
from sct.runtime import trace as tracing
from sct.runtime.calls.raising import IN_GENERATOR
from sct.runtime.iteration.steps import Steps
from sct.runtime.joins.choice import Choice
from sct.runtime.trace import Trace

__all__ = ["STEPPED", "begun", "delegated", "forwarded", "machine_of", "stepped", "steps"]


class Resumption:
    """Goes on to the next `yield`; answers the item in a tuple, or None at the end."""

    def __init__(self, trace: Trace, step: Any, name: str, inline: Callable[..., Any]) -> None:
        self.trace, self.step, self.name, self.inline = trace, step, name, inline
        self.running = False

    def __call__(self, sent: Any) -> Any:
        trace = self.trace
        if self.running:
            raise StaticValueError(
                f"the generator {self.name} is stepped by its own code",
                where=trace.location(),
                why="Python raises ValueError there: generator already executing",
            )
        outer = trace.iterators.consumers, trace.iterators.stepping
        trace.iterators.consumers, trace.iterators.stepping, self.running = (), IN_GENERATOR, True
        try:
            with trace.handling.apart():  # what it raises ends it
                return self.inline(trace, self.step, sent)
        except StopIteration as error:
            raise RuntimeError("generator raised StopIteration") from error
        finally:
            self.running = False
            trace.iterators.consumers, trace.iterators.stepping = outer


def machine_of(
    trace: Trace, make: Callable[..., Any], args: tuple[Any, ...], name: str, inline: Callable[..., Any]
) -> Any:
    """An iterator whose class is converted, over a generator that begins."""
    from sct.runtime.calls.traced_call import convert_traced
    from sct.runtime.libraries.iterator_library import Machine

    step, stop, result = make(*args)
    return convert_traced(trace, Machine)(Resumption(trace, step, name, inline), stop, result)


# -- what a machine's code calls ---------------------------------------------------------------------


def begun(sent: Any) -> None:
    """At the start of a generator nothing can have been sent to it."""
    if type(sent) is Choice:
        sent.sct_distribute(begun)
    elif sent is not None:
        raise TypeError("can't send non-None value to a just-started generator")


def steps(iterable: Any) -> Any:
    """`iter(iterable)` of a `for` with a `yield` in it: as something with a position, where that is known."""
    trace = tracing.current()
    if trace is None:
        return iter(iterable)
    from sct.runtime.iteration.positions import of_a_generator

    return of_a_generator(trace, iterable)


def stepped(iterator: Any) -> Any:
    """The next item in a tuple, or None."""
    from sct.runtime.generators import TracedGenerator
    from sct.runtime.iteration.user_iteration import step_of

    trace = tracing.current()
    if type(iterator) is Choice:
        return iterator.sct_distribute(stepped)
    if isinstance(iterator, Steps):
        return iterator.sct_step()
    if isinstance(iterator, TracedGenerator):
        iterator = iterator.as_machine() or iterator
    step = None if trace is None else step_of(trace, iterator)
    if step is not None:
        return step()
    for item in iterator if trace is None else _checked(trace, iterator):
        return (item,)
    return None


class _Stepped:
    """`stepped` for code that is converted: one object, wherever it is kept."""

    def __call__(self, iterator: Any) -> Any:
        return stepped(iterator)


STEPPED = _Stepped()


def _checked(trace: Trace, iterator: Iterator[Any]) -> Iterator[Any]:
    from sct.runtime.iteration.iterators import check_iterator

    check_iterator(trace, iterator)
    for item in iterator:
        yield trace.own(item)


def forwarded(iterator: Any, sent: Any) -> Any:
    """The next item of what `yield from` has under way, which gets what was sent."""
    if sent is None:
        return stepped(iterator)
    if type(iterator) is Choice:
        return iterator.sct_distribute(lambda one: forwarded(one, sent))
    machine = _machine(iterator)
    if machine is None:
        _refuse("is sent to something that is no generator with a `yield` of its own")
    return machine.step(sent)


def delegated(iterator: Any) -> Any:
    """What `yield from` answers at the end."""
    from sct.runtime.generators import TracedGenerator

    if type(iterator) is Choice:
        return iterator.sct_distribute(delegated)
    machine = _machine(iterator)
    if machine is not None:
        return None if machine.result is None else machine.result()
    if isinstance(iterator, TracedGenerator) or not hasattr(type(iterator), "__sct_steps__"):
        _refuse("is asked for what it returns")
    return None


def _machine(iterator: Any) -> Any:
    from sct.runtime.generators import TracedGenerator

    return iterator.machine if isinstance(iterator, TracedGenerator) else None


def _refuse(what: str) -> None:
    trace = tracing.current()
    raise StaticValueError(
        f"what a `yield from` goes through {what}",
        where=None if trace is None else trace.location(),
        fix="write a `for` around a `yield`",
    )
