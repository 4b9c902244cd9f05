"""`range`, `enumerate`, `zip` and `reversed` over symbolic things: what a `for` can step through by index."""

from __future__ import annotations

import functools
import itertools
from collections import OrderedDict, deque
from typing import Any

import numpy as np

from sct import ops
from sct.errors import StaticValueError
from sct.ir.types import ARRAY, PYTHON
from sct.runtime.callers.owning import owned
from sct.runtime.callers.set_order import in_order
from sct.runtime.current import has_own, has_spec, is_variable
from sct.runtime.hashing.dict_views import View
from sct.runtime.iteration.iterables import Anew, Rollable, as_rollable, is_chosen_list, items_of_text, list_changed
from sct.runtime.iteration.sequence_iterators import by_python
from sct.runtime.iteration.steps import Steps
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.iteration.user_iteration import users_iterable
from sct.runtime.layers.caught import leave_to_python
from sct.runtime.lists import growing, known_lists
from sct.runtime.numbers.whole_objects import as_index
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import NUMBERS, Trace

__all__ = ["Steps", "by_items", "enumerate_", "iter_", "of_stand_in", "range_", "steps_of", "zip_"]


def range_(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """`range(*args)`."""
    args = tuple(owned(trace, x) if isinstance(x, np.ndarray) else as_index(x) for x in args)
    if kwargs or not 1 <= len(args) <= 3 or not any(map(is_variable, args)):
        return range(*args, **kwargs)
    bounds = [_as_int(x) for x in args]
    if len(bounds) == 1:
        bounds.insert(0, 0)
    start, stop, step = (*bounds, 1)[:3]
    if is_variable(step):
        from sct.runtime.control_flow import select

        select(step == 0, _zero_step, lambda: None)
    elif step == 0:
        _zero_step()
    return SymbolicRange(trace, start, stop, step)


def _zero_step() -> None:
    raise ValueError("range() arg 3 must not be zero")


def _as_int(x: Any) -> Any:
    if not is_variable(x):
        import operator

        return operator.index(x)
    if x.spec.dtype.kind not in "iub" or x.spec.ndim or (x.spec.dtype.kind == "b" and x.spec.kind != PYTHON):
        kind = x.python_type
        if x.spec.kind == ARRAY and kind is np.ndarray:
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        name = f"numpy.{kind.__name__}" if kind.__module__ == "numpy" else kind.__name__
        raise TypeError(f"'{name}' object cannot be interpreted as an integer")
    return x if x.spec.kind == PYTHON and x.spec.dtype.kind == "i" else ops.get("py_int")(x)


def _is_stepped(x: Any) -> bool:
    """Whether a `for` over `x` would be one loop of the program."""
    if isinstance(x, (SymbolicRange, Steps, np.ndarray)) or is_chosen_list(x):
        return True
    if isinstance(x, range):
        return len(x) >= 4
    if isinstance(x, (list, tuple, deque)):
        return growing.is_growing(x)
    if has_own(x, "sct_rollable") or isinstance(x, FormattedText):
        return True
    return has_spec(x)


def steps_of(trace: Trace, xs: tuple[Any, ...]) -> list[Rollable] | None:
    """Each of `xs` by index, or None where plain Python iterators will do."""
    known_lists.in_rows(trace)
    if not any(map(_is_stepped, xs)):
        return None
    others = [x for x in xs if not isinstance(x, Steps)]  # which that takes nothing from
    found = [as_rollable(trace, x) for x in others]
    if any(f is None for f in found):
        return None
    rest = iter(found)
    known: list[Any] = [as_rollable(trace, x) if isinstance(x, Steps) else next(rest) for x in xs]
    if any(is_variable(f.trips) for f in known):
        known = [_by_run_time_index(trace, x, f) or f for x, f in zip(xs, known, strict=True)]
    return known


def _by_run_time_index(trace: Trace, x: Any, as_it_is: Rollable) -> Rollable | None:
    """The numbers of a list or tuple, in rows, and which of other items it is; None of anything else."""
    if type(x) not in (list, tuple) or not x or growing.is_growing(x):
        return None
    if not all(isinstance(item, NUMBERS) or (has_spec(item) and not item.spec.ndim) for item in x):
        return _choosing(trace, as_it_is)
    items = tuple(x)
    rows = as_rollable(trace, growing.made(trace, growing.rows_in(trace, list(x))))
    assert rows is not None

    def as_it_was() -> bool:
        return len(x) == len(items) and all(a is b for a, b in zip(x, items, strict=True))

    def at(i: Any) -> Any:
        if not as_it_was():
            raise list_changed(trace)
        return rows.at(i)

    return Rollable(rows.trips, at, as_it_is.anew, as_it_was)


def _choosing(trace: Trace, found: Rollable) -> Rollable:
    """Items that are chosen by the run: no loop over as many as only the run knows can be unrolled."""

    def at(i: Any) -> Any:
        if not found.as_it_was():
            raise list_changed(trace)
        return found.choose(i)

    return Rollable(found.trips, at, found.anew, found.as_it_was)


def by_items(trace: Trace, x: Any) -> Any:
    """A text as something whose items are found by index, unless it is to be gone through by position."""
    return x if trace.iterators.by_position else items_of_text(x)


def enumerate_(trace: Trace, /, iterable: Any, start: Any = 0) -> Any:
    """`enumerate(iterable, start)`."""
    start = as_index(start)
    iterable = users_iterable(trace, in_order(trace, by_items(trace, iterable)))
    steps = steps_of(trace, (iterable,))
    if steps is None:
        made = enumerate(iterable, start)
        return by_python(trace, made, (iterable,), lambda known: _enumerated(trace, known, start))
    if is_variable(start):
        start = _as_int(start)
    return _enumerated(trace, steps, start)


def _enumerated(trace: Trace, steps: list[Rollable], start: Any) -> Steps:
    (only,) = steps
    shifted = is_variable(start) or start != 0
    made = Steps(trace, "enumerate", only.trips, lambda i: (start + i if shifted else i, only.at(i)))
    made.any_at = lambda i: (start + i if shifted else i, only.choose(i))
    made.finish, made.as_it_was = only.finish, only.as_it_was
    if only.anew is not None:
        lists, more, item = only.anew.lists, only.anew.more, only.anew.item
        made.anew = Anew(lists, more, lambda at: (start + at if shifted else at, item(at)))
    return made


def iter_(trace: Trace, x: Any) -> Steps | None:
    """`iter(x)` of what has as many items as only the running program knows."""
    kinds = {dict: "dict iterator", set: "set iterator"}
    name = next((name for kind, name in kinds.items() if isinstance(x, kind)), "list iterator")
    found = as_rollable(trace, x)
    if found is None:
        return None
    made = Steps(trace, name, found.trips, found.at)
    made.kind = _iterator_kind(x)
    made.finish = found.finish
    return made


def of_stand_in(trace: Trace, made: Any, kind: type) -> Any:
    """The iterator of what stands for bytes or a frozenset, which goes through a list, as one of Python's `kind`."""
    if type(made) is type(iter([])):
        items = trace.note_new(list(made))
        made = iter_(trace, items) or iter(items)
    if isinstance(made, Steps):
        made.kind = kind
    return made


def _iterator_kind(x: Any) -> type | None:
    """The class of Python's iterator through what stands for this; None where the name says it."""
    if isinstance(x, View):
        return type(iter(x.of_nothing))
    if isinstance(x, FormattedText):
        return type(iter("" if repr(x.pieces).isascii() else "\u00e9"))
    return next((type(iter(kind())) for kind in _ITERATED if isinstance(x, kind)), None)


_ITERATED = (OrderedDict, dict, set, frozenset, deque, tuple, list)


def zip_(trace: Trace, /, *iterables: Any, strict: Any = False) -> Any:
    """`zip(*iterables, strict=strict)`."""
    iterables = tuple(users_iterable(trace, in_order(trace, by_items(trace, x))) for x in iterables)
    if any(map(growing.is_unknown, iterables)):
        iterables = tuple(map(items_of_text, iterables))
    endless = {k: next(x) for k, x in enumerate(iterables) if not strict and _is_endless(x)}
    steps = steps_of(trace, tuple(x for k, x in enumerate(iterables) if k not in endless))
    if steps is not None:
        for k, item in endless.items():
            steps.insert(k, Rollable(steps[0].trips, lambda _, item=item: item))  # type: ignore[misc]
    if steps is None:
        made = zip(*iterables, strict=strict)

        def by_steps(known: list[Rollable]) -> Steps | None:
            return None if strict and len({each.trips for each in known}) > 1 else _zipped(trace, known)

        return by_python(trace, made, iterables, by_steps)
    if strict:
        lengths = [s.trips for s in steps]
        unknown, known = _different(trace, lengths), {n for n in lengths if not is_variable(n)}
        if len(known) > 1:
            return by_python(trace, zip(*iterables, strict=True), iterables, lambda _: None)
        _check_equal(trace, [*known, *unknown])
    return _zipped(trace, steps)


def _is_endless(x: Any) -> bool:
    """Whether it is an `itertools.repeat` that never ends, which is never another one."""
    if type(x) is not itertools.repeat:
        return False
    try:
        x.__length_hint__()
    except TypeError:  # of no length
        return True
    return False


def _zipped(trace: Trace, steps: list[Rollable]) -> Steps:
    lengths = [s.trips for s in steps]
    known = [n for n in lengths if not is_variable(n)]
    unknown = _different(trace, lengths)
    shortest: Any = min(known) if known else unknown.pop(0)
    for n in unknown:
        from sct.runtime.control_flow import select

        best = shortest
        shortest = select(n < best, lambda n=n: n, lambda best=best: best)  # type: ignore[misc]
    made = Steps(trace, "zip", shortest, lambda i: tuple(s.at(i) for s in steps))
    made.any_at = lambda i: tuple(s.choose(i) for s in steps)
    made.as_it_was = lambda: all(s.as_it_was() for s in steps)
    made.finish = next((s.finish for s in steps if s.finish is not None), None)
    if any(s.anew is not None for s in steps):
        made.anew = _anew_together([s.each() for s in steps])
    return made


def _anew_together(steps: list[Anew]) -> Anew:
    """One item of each, as long as all of them have one."""
    from sct.runtime.logical import and_

    def more(at: Any) -> Any:
        return functools.reduce(lambda so_far, each: and_(so_far, lambda: each.more(at)), steps[1:], steps[0].more(at))

    lists = tuple(xs for each in steps for xs in each.lists)
    return Anew(lists, more, lambda at: tuple(each.item(at) for each in steps))


def _different(trace: Trace, lengths: list[Any]) -> list[Any]:
    """The run-time ones among these lengths, each once."""
    unknown: list[Any] = []
    for n in lengths:
        if is_variable(n) and not any(n is m or trace.value(n) is trace.value(m) for m in unknown):
            unknown.append(n)
    return unknown


def _check_equal(trace: Trace, lengths: list[Any]) -> None:
    """Where one of these run-time lengths is another than the first, plain Python goes as far as the shortest."""
    from sct.runtime.control_flow import select

    refusal = StaticValueError(
        "zip(strict=True) over lengths that are known only at run time",
        where=trace.location(),
        why="plain Python would have to run where they differ, but what the program does before cannot be done again",
        fix="assert that the lengths are equal, and leave strict out",
    )
    for n in lengths[1:]:
        select(n == lengths[0], lambda: None, lambda: leave_to_python(trace, refusal))
