"""Iteration over objects of the user's classes: their `__iter__`, `__next__` and `__getitem__` are converted."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

from sct.errors import UnrollLimitError
from sct.ir.core import Op
from sct.ir.types import ARRAY
from sct.ops.infer import op_may_raise
from sct.runtime.callers.buffers import is_own_buffer
from sct.runtime.conversion.instrumented import note_instrumented
from sct.runtime.current import has_own, has_spec, is_variable
from sct.runtime.generators import TracedGenerator
from sct.runtime.homes import home_of
from sct.runtime.joins.choice import Choice
from sct.runtime.objects.kinds import kind_of
from sct.runtime.objects.operators import users_method
from sct.runtime.source import get_step_conversion
from sct.runtime.texts.kind_names import type_name
from sct.runtime.trace import Trace

__all__ = ["Backwards", "begun", "is_asked", "step_of", "stepped_by_python", "users_iterable"]

_PLAIN = (list, tuple, dict, set, frozenset, str, range, type(None))


def users_iterable(trace: Trace, x: Any, *, asked: bool = False) -> Any:
    """What is walked through in place of `x`: `x` itself, if its class is none of the user's.

    Where it is `asked` for by `iter`, an iterator of the user's is answered as it is.
    """
    if type(x) in _PLAIN or is_variable(x):
        return x if asked or not has_own(x, "sct_steps") else x.sct_steps
    if isinstance(x, TracedGenerator):
        machine = None if asked or x.is_fresh else x.as_machine()
        return x if machine is None else users_iterable(trace, machine)
    if is_own_buffer(x) and not asked:
        return x.sct_items
    from sct.runtime.calls.library_calls import library_generator

    method = users_method(x, "__iter__")
    if method is not None:
        made = _call(method, x)
        if not _is_iterator(made):
            raise TypeError(f"iter() returned non-iterator of type '{type_name(made)}'")
        step = users_method(made, "__next__")
        if step is None or asked:
            return made
        if not _says_when_it_stops(trace, step):
            return _Stepping(trace, made)
        return library_generator(trace, "stepped", _Step(trace, made, step))
    item = None if hasattr(type(x), "__iter__") else users_method(x, "__getitem__")
    if item is None:
        return x
    if not asked and "IndexError" not in item.__globals__ and _names(item.__code__, "IndexError"):
        return library_generator(trace, "by_index", _IndexStep(trace, x, item))
    return _Indexing(trace, x)


def _is_iterator(made: Any) -> bool:
    """Whether a `__iter__` of the user's may answer this."""
    if isinstance(made, (Choice, Iterator)):  # of several, each is asked
        return True
    kind = kind_of(made)
    return hasattr(kind, "__next__") or home_of(kind).startswith("sct.")


def is_asked(x: Any) -> bool:
    """Whether code of the user's answers what is gone through, or each item."""
    if type(x) in _PLAIN or is_variable(x):
        return False
    by_index = not hasattr(type(x), "__iter__") and users_method(x, "__getitem__") is not None
    return by_index or users_method(x, "__iter__") is not None


def begun(trace: Trace, iterable: Any) -> Any:
    """What a generator expression goes through: Python asks for it where the expression stands, stepped or not."""
    from sct.runtime.iteration.displays import is_iterable

    if has_spec(iterable) and iterable.spec.kind == ARRAY and iterable.spec.ndim == 0:
        raise TypeError("iteration over a 0-d array")
    if not is_iterable(iterable) and (has_spec(iterable) or not home_of(type(iterable)).startswith("sct.")):
        raise TypeError(f"'{type_name(iterable)}' object is not iterable")
    return iterable if users_method(iterable, "__iter__") is None else users_iterable(trace, iterable)


def step_of(trace: Trace, iterator: Any, stepping: bool | str = True) -> Any:
    """What asks an iterator of the user's, or of sct's own, for its next item: for a tuple of it, or None.

    While it does, it is `stepping`: see `record_exception`.
    """
    method = users_method(iterator, "__next__")
    if method is None or not _says_when_it_stops(trace, method):
        return None
    return _Step(trace, iterator, method, stepping)


def stepped_by_python(trace: Trace, iterator: Any) -> Any:
    """What `next` may be asked of in place of an iterator, while the graph is built."""
    return iterator if users_method(iterator, "__next__") is None else _Stepping(trace, iterator)


def _call(method: Any, *args: Any) -> Any:
    from sct.runtime.call import convert_call

    return convert_call(method)(*args)


def _says_when_it_stops(trace: Trace, step: FunctionType) -> bool:
    name = "StopIteration"
    return trace.iterators.by_position or (name not in step.__globals__ and _names(step.__code__, name))


def _names(code: CodeType, name: str) -> bool:
    """Whether code, or a function in it, has a global of this name; converted code has it as a text."""
    inner = (x for x in code.co_consts if isinstance(x, CodeType))
    return name in code.co_names or name in code.co_consts or any(_names(x, name) for x in inner)


class _Step:
    """Asks an iterator of the user's for its next item: a tuple of it, or None."""

    def __init__(self, trace: Trace, iterator: Any, step: FunctionType, stepping: bool | str = True) -> None:
        self.trace, self.iterator, self.stepping = trace, iterator, stepping
        self.converted = get_step_conversion(step).traced(step, trace.reads_for(step))
        note_instrumented(self.converted.__code__)

    def __call__(self) -> Any:
        from sct.runtime.calls.inlining import inline

        trace = self.trace
        around, trace.iterators.stepping = trace.iterators.stepping, self.stepping
        try:
            with trace.handling.asked():
                return inline(trace, self.converted, self.iterator)
        except StopIteration:  # from what it calls
            return None
        finally:
            trace.iterators.stepping = around


class _IndexStep:
    """Asks an object of the user's for the item at an index: a tuple of it, or None."""

    def __init__(self, trace: Trace, sequence: Any, item: FunctionType) -> None:
        self.trace, self.sequence = trace, sequence
        self.converted = get_step_conversion(item, by_index=True).traced(item, trace.reads_for(item))
        note_instrumented(self.converted.__code__)

    def __call__(self, i: Any) -> Any:
        from sct.runtime.calls.inlining import inline

        try:
            with self.trace.handling.asked(IndexError):
                return inline(self.trace, self.converted, self.sequence, i)
        except IndexError:  # from what it calls
            return None


_MOST_UNSURE = 64  # items of which only the run knows whether they are there


class _Unsure:
    """Counts the items that may be none: where an exception of the run's would be the end, there is none to be seen."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.count = 0

    @contextlib.contextmanager
    def item(self) -> Iterator[None]:
        """While one is asked for."""
        builder, before = self.trace.builder, len(self.trace.builder.ops)
        yield
        self.count += any(map(_may_end, builder.ops[before:]))
        if self.count > _MOST_UNSURE:
            raise UnrollLimitError(
                f"an object was asked for {self.count} items, each of which may be there or not",
                where=self.trace.location(),
                why="the exception that says where it ends is one of the run's, and is not caught in a program",
                fix="give the class an `__iter__` that loops over what it holds, or loop over range(len(…))",
            )


def _may_end(op: Op) -> bool:
    """Whether an op, or one in it, may raise."""
    return op.name == "raise" or op_may_raise(op) or any(_may_end(one) for block in op.blocks for one in block.ops)


def _step_of(iterator: Any) -> Any:
    """What steps it; the class may have lost that since the loop began."""
    step = getattr(type(iterator), "__next__", None)
    if step is None:
        raise TypeError(f"'{type_name(iterator)}' object is not iterable")
    return step


class _Stepping(Iterator[Any]):
    """Steps an iterator of the user's by its converted `__next__`."""

    sct_stepped = True  # its position is an attribute that the program knows

    def __init__(self, trace: Trace, iterator: Any) -> None:
        self.trace = trace
        self.iterator = iterator
        self.unsure = _Unsure(trace)
        trace.made[self] = trace.builder

    def copy(self) -> _Stepping:
        """Another one, which steps the same iterator."""
        return _Stepping(self.trace, self.iterator)

    def __next__(self) -> Any:
        trace = self.trace
        around, trace.iterators.stepping = trace.iterators.stepping, True
        try:
            with self.unsure.item(), trace.handling.asked():
                return trace.own(_call(_step_of(self.iterator), self.iterator))
        finally:
            trace.iterators.stepping = around


class _Sequence:
    """One that is walked through by index."""

    def __getitem__(self, index: int) -> None:
        """It is never asked."""


class _Indexing(Iterator[Any]):
    """Walks through a sequence of the user's by its converted `__getitem__`, which is not asked again at the end."""

    sct_stepped = True
    python_type: type = type(iter(_Sequence()))

    def __init__(self, trace: Trace, sequence: Any) -> None:
        self.trace = trace
        self.sequence = sequence
        self.position = 0
        self.ended = self.hinted = False  # hinted: asked for how many there are, by what takes them now
        self.unsure = _Unsure(trace)
        trace.made[self] = trace.builder

    def copy(self) -> _Indexing:
        """Another one, from the start."""
        return _Indexing(self.trace, self.sequence)

    def __next__(self) -> Any:
        if self.ended:
            raise StopIteration
        self.hinted = False
        try:
            with self.unsure.item(), self.trace.handling.asked(IndexError):
                item = _call(type(self.sequence).__getitem__, self.sequence, self.position)
        except (IndexError, StopIteration):
            self.ended = True
            raise StopIteration from None
        self.position += 1
        return self.trace.own(item)

    def sct_hint(self) -> Any:
        """How many items there are still: None where Python does not know."""
        from sct.runtime.call import convert_call

        if self.ended:
            return 0
        if users_method(self.sequence, "__len__") is None:
            return None
        from sct.runtime.control_flow import select

        left = convert_call(len)(self.sequence) - self.position
        return select(left >= 0, lambda: left, lambda: 0)


class Backwards(Iterator[Any]):
    """Walks back through a sequence of the user's of so many items by its converted `__getitem__`."""

    sct_stepped = True
    python_type: type = reversed

    def __init__(self, trace: Trace, sequence: Any, length: Any) -> None:
        self.trace, self.sequence, self.length = trace, sequence, length
        self.left = len(range(length))
        self.hinted = False
        trace.made[self] = trace.builder

    def copy(self) -> Backwards:
        """Another one, from the end."""
        return Backwards(self.trace, self.sequence, self.length)

    def __next__(self) -> Any:
        if not self.left:
            raise StopIteration
        self.left -= 1
        self.hinted = False
        try:
            with self.trace.handling.asked(IndexError):
                item = _call(type(self.sequence).__getitem__, self.sequence, self.left)
        except (IndexError, StopIteration):
            self.left = 0
            raise StopIteration from None
        return self.trace.own(item)

    def sct_hint(self) -> Any:
        """How many items there are still."""
        from sct.runtime.call import convert_call

        if not self.left:
            return 0
        from sct.runtime.control_flow import select

        return select(convert_call(len)(self.sequence) < self.left, lambda: 0, lambda: self.left)
