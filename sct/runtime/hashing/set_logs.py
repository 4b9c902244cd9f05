"""What is done to sets with run-time elements, written down as the program runs.

The order of a set from which elements were taken, or that was made of others, follows from all that was done to it.
Where that is asked for, the function is traced once more, and every set has a list of steps and one of the elements
that these are about, from its beginning on. From them Python's own table is made: where the set is gone through, where
`pop` takes an element, and where it leaves the function.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from sct.ops import set_steps
from sct.runtime.hashing.dict_views import View
from sct.runtime.hashing.entries import Elements, is_hashed, lists_of
from sct.runtime.hashing.hashed_columns import columns_of
from sct.runtime.hashing.set_history import steps_of
from sct.runtime.libraries import hash_library
from sct.runtime.lists import growing, row_lists, row_search
from sct.runtime.lists.rows import Rows
from sct.runtime.stand_ins import like_others
from sct.runtime.trace import Trace

__all__ = ["add", "copied", "discard", "displayed", "log_of", "made", "new", "next_place", "note"]
__all__ += ["opened", "operated", "order", "quietly", "text"]

Log = tuple[list[Any], list[Any]]
"""The steps, and the elements that these are about."""

_LATER = {"union": "update", "difference": "difference_update"}  # for the second operand of a method, and those after
_ONLY_CONTENT = ("difference", "difference_update")  # of the operand


def new(trace: Trace) -> Elements:
    """The elements of an empty set."""
    lists = [trace.note_new([]) for _ in range(4 if trace.set_orders.logged else 2)]
    return Elements(*lists)


def add(trace: Trace, elements: Elements, at: Any, x: Any) -> None:
    """`s.add(x)`, of which it is known where it is, or -1."""
    if elements.steps is None or elements.quiet:
        _in_library(trace, "add", elements.items, at, x)
    else:
        _in_library(trace, "add_noted", elements.items, at, x, elements.steps, elements.about, set_steps.ADD)


def discard(trace: Trace, elements: Elements, at: Any, x: Any, required: bool) -> None:
    """`s.discard(x)` and `s.remove(x)`."""
    if elements.steps is None:
        _in_library(trace, "discard", elements.items, at, x, required)
    else:
        log = elements.steps, elements.about, set_steps.DISCARD
        _in_library(trace, "discard_noted", elements.items, at, x, required, *log)


def note(trace: Trace, elements: Elements, code: int) -> None:
    """A step that is about the set as a whole."""
    if elements.steps is not None:
        _in_library(trace, "append", elements.steps, code)


@contextlib.contextmanager
def quietly(elements: Elements) -> Iterator[None]:
    """While elements are added that one step brings."""
    before, elements.quiet = elements.quiet, True
    try:
        yield
    finally:
        elements.quiet = before


# -- sets of others ----------------------------------------------------------------------------------


def operated(trace: Trace, name: str, a: Any, others: tuple[Any, ...]) -> Log | None:
    """What makes the result of a method of sets; None where the table of an operand is known to Python only."""
    log = log_of(trace, a)
    for k, other in enumerate(others):
        theirs = _operand(trace, other, name in _ONLY_CONTENT)
        if log is None or theirs is None:
            return None
        method = name if k == 0 else _LATER.get(name, name)
        log = _joined(trace, log, theirs, set_steps.METHODS[method])
    if not others and log is not None:
        log = _joined(trace, log, ([], []), set_steps.COPY)
    return log


def opened(trace: Trace, elements: Elements, known: set[Any]) -> None:
    """A set of elements that were known up to here is going to get others."""
    elements.items[:] = map(like_others, known)
    log = log_of(trace, known) if elements.steps is not None else None
    if log is not None:
        assert elements.steps is not None and elements.about is not None
        elements.steps[:], elements.about[:] = log
    elements.ordered = log is not None


def copied(trace: Trace, source: Any) -> Log | None:
    """What makes `set(source)` of a set or a dict."""
    if isinstance(source, (set, frozenset)):
        return operated(trace, "union", source, ())
    return displayed(trace, [(True, source)])


def displayed(trace: Trace, parts: list[tuple[bool, Any]]) -> Log | None:
    """What makes a display of sets, dicts and lists after stars, and of elements."""
    log: Log = trace.note_new([]), trace.note_new([])
    for starred, x in parts:
        theirs = _operand(trace, x if starred else [x], False)
        if theirs is None:
            return None
        if starred and isinstance(x, (set, frozenset, dict)):
            log = _joined(trace, log, theirs, set_steps.METHODS["update"])
        else:
            log = _added(trace, log, theirs[1])
    return log


def _added(trace: Trace, log: Log, items: list[Any]) -> Log:
    steps, about = log
    _in_library(trace, "extend", steps, _in_library(trace, "repeated_step", items, set_steps.ADD))
    _in_library(trace, "extend", about, items)
    return steps, about


def made(trace: Trace, value: set[Any], log: Log | None) -> None:
    """How a set has come to be; None: nobody knows."""
    (elements,) = value
    if elements.steps is None:
        return
    if log is None:
        from sct.runtime.hashing.run_time_order import disorder

        disorder(trace, value)
        return
    elements.shrunk, elements.ordered = False, True
    for xs, now in zip((elements.steps, elements.about), log, strict=True):
        growing.put(trace, xs, list(now))


def _joined(trace: Trace, mine: Log, theirs: Log, code: int) -> Log:
    steps, about = (trace.note_new(list(xs)) for xs in mine)
    _in_library(trace, "join_logs", steps, about, *theirs, code)
    return steps, about


def log_of(trace: Trace, x: Any) -> Log | None:
    """The steps to a set, from an empty one on."""
    if is_hashed(x):
        (elements,) = x
        if elements.steps is None or not elements.ordered or (elements.joined and trace.set_orders.loose):
            return None
        return _copied(trace, elements.steps), _copied(trace, elements.about)
    found = steps_of(trace, x)
    if found is None:
        return None
    return trace.note_new([code for code, _ in found]), trace.note_new([y for _, about in found for y in about])


def _operand(trace: Trace, x: Any, only_content: bool) -> Log | None:
    """The steps to what stands beside a set, as something new on the stack."""
    if isinstance(x, (set, frozenset)) and not only_content:
        log = log_of(trace, x)
        return None if log is None else _begun(trace, set_steps.NEW, log)
    kind = set_steps.NEW if isinstance(x, (set, frozenset)) else set_steps.NEW_LIST
    if type(x) is dict:  # others are gone through like lists
        kind = set_steps.NEW_DICT
    items = _items(trace, x)
    return _begun(trace, kind, (_in_library(trace, "repeated_step", items, set_steps.ADD), items))


def _begun(trace: Trace, code: int, log: Log) -> Log:
    steps, about = log
    found = trace.note_new([code])
    _in_library(trace, "extend", found, steps)
    return found, about


def _items(trace: Trace, x: Any) -> list[Any]:
    from sct.runtime.hashing.dict_views import list_of

    if isinstance(x, View):
        return _copied(trace, list_of(x))
    if isinstance(x, (dict, set)) and is_hashed(x):
        return _copied(trace, lists_of(x)[0])
    if growing.is_growing(x):
        return _copied(trace, x)
    known: list[Any] = sorted(x, key=repr) if isinstance(x, (set, frozenset)) else list(x)
    trace.note_new(known)
    return known


def _copied(trace: Trace, xs: list[Any]) -> list[Any]:
    from sct.runtime.hashing.hashed import copy_of

    found: list[Any] = copy_of(trace, xs)
    return found


# -- the order ---------------------------------------------------------------------------------------


def order(trace: Trace, elements: Elements, rows: Rows) -> Any:
    """Where each element is, in Python's order; None where the elements are no numbers."""
    return _asked(trace, "set_order_after", elements, rows)


def next_place(trace: Trace, elements: Elements) -> Any:
    """Where the element is that `pop` takes; -1 of an empty set, None where the elements are no numbers."""
    rows = growing.as_rows(trace, elements.items)
    if rows is None:
        return -1
    return _asked(trace, "set_next", elements, rows)


def _asked(trace: Trace, op: str, elements: Elements, rows: Rows) -> Any:
    assert elements.steps is not None and elements.about is not None
    steps, about = growing.as_rows(trace, elements.steps), growing.as_rows(trace, elements.about)
    mine = columns_of(trace, rows)
    others = None if about is None else columns_of(trace, about)
    if steps is None or mine is None or others is None or mine[1] != others[1]:
        return None
    (codes,) = row_search.plain_columns(trace, steps, "")
    return trace.variable(row_lists.op_value(trace, op, [*mine[0], codes, *others[0]], form=mine[1]))


def text(elements: Elements, render: Any, name: Any) -> str:
    """An expression for the set itself."""
    return f"{name(set_steps.replayed)}({render(elements.steps)}, {render(elements.about)})"


def _in_library(trace: Trace, name: str, *args: Any) -> Any:
    from sct.runtime.iteration.generator_builtins import inlined

    return inlined(trace, getattr(hash_library, name), *args)
