"""The columns of a list of run-time length whose items may from now on take more forms."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from sct import ops
from sct.errors import JoinError
from sct.ir.core import Value
from sct.ops import bindings
from sct.runtime import trace as tracing
from sct.runtime.joins.fitting import fits, same_template
from sct.runtime.joins.function_forms import FUNCTIONS, is_array, opened_form
from sct.runtime.joins.leaf_forms import dummy, leaf_specs, ragged_leaves
from sct.runtime.joins.templates import (
    TChoice,
    Template,
    TGone,
    TNode,
    TRows,
    TStatic,
    TVar,
    has_rows,
    is_ragged,
    lists_in,
    unify,
)
from sct.runtime.lists import ragged
from sct.runtime.lists.item_forms import without_open_extents
from sct.runtime.texts.text_forms import are_letters, form_of_texts

__all__ = ["common_form", "widened"]


def common_form(trace: tracing.Trace, templates: list[Template]) -> Template:
    """One form for items of all these forms."""
    made = templates[0]
    for other in templates[1:]:
        made = unify(trace, made, other, frozenset())
    if isinstance(made, TGone):
        raise _too_many(trace) from made.error
    return without_open_extents(trace, made)


def _too_many(trace: tracing.Trace) -> JoinError:
    return JoinError(
        "an item of a list is one of too many different objects",
        where=trace.location(),
        why="the list holds numbers that tell which of the objects it is, and there are too many to tell apart",
        fix="append its number, or what it holds, as in xs.append(tuple(p))",
    )


def _place(trace: tracing.Trace, own: Template, item: TChoice) -> int:
    """Which alternative items of a form are from now on; an object that stayed whole cannot come apart later."""
    for i, alternative in enumerate(item.items):
        if fits(own, alternative):
            return i
    raise _too_many(trace)


def widened(trace: tracing.Trace, own: Template, item: Template, columns: list[Value], n: Value) -> list[Value]:
    """The columns of items that may now take more forms."""
    if columns and same_template(own, item):
        return columns
    given = columns if leaf_specs(own) else []
    return _leaves(trace, own, item, given, n) or [_repeated(trace, trace.builder.constant(True), n)]


def _leaves(trace: tracing.Trace, own: Template, item: Template, columns: list[Value], n: Value) -> list[Value]:
    """The columns of the leaves of a form, which may be none."""
    own = opened_form(own, item)
    if not leaf_specs(item) or same_template(own, item):
        return columns if leaf_specs(item) else []
    if are_letters(item) and not are_letters(own):
        return list(trace.builder.op("text_rows", (n, *columns), {"form": form_of_texts(trace, own)}))
    if is_ragged(item):
        return ragged.widened(trace, own, item, columns, lambda value: _repeated(trace, value, n))
    if isinstance(item, TVar) and isinstance(own, TStatic):
        return [_repeated(trace, trace.value(own.obj), n)]
    if isinstance(item, TNode) and has_rows(item):
        return _widened_lists(trace, own, item, columns, n)
    if isinstance(item, TNode) and isinstance(own, TNode):
        given, made = iter(columns), []
        for mine, wanted in zip(own.items, item.items, strict=True):
            if own.kind in FUNCTIONS and isinstance(wanted, TVar) and is_array(mine):  # which may be written to
                raise _too_many(trace)
            made += _leaves(trace, mine, wanted, [next(given) for _ in leaf_specs(mine)], n)
        return made
    if isinstance(item, TChoice) and not isinstance(own, TChoice):
        at = _place(trace, own, item)
        made = [_repeated(trace, trace.builder.constant(at), n)]
        for i, alternative in enumerate(item.items):
            if i == at:
                made += _leaves(trace, own, alternative, columns, n)
            else:
                made += [_repeated(trace, value, n) for value in dummy(trace, alternative)]
        return made
    if isinstance(item, TChoice) and isinstance(own, TChoice):
        return _renumbered(trace, own, item, columns, n)
    return columns


def _widened_lists(trace: tracing.Trace, own: Template, item: TNode, columns: list[Value], n: Value) -> list[Value]:
    """The columns of items that are lists, which may now be of any length."""
    (wanted,) = item.items
    assert isinstance(wanted, TRows)
    if not isinstance(own, TNode):
        return _whichever(trace, own, wanted, columns, n)
    if not has_rows(own):
        return _of_known_length(trace, own, wanted, columns, n, len(own.items))
    (mine,) = own.items
    assert isinstance(mine, TRows)
    length, inner = columns[0], columns[1:]
    if same_template(mine.item, wanted.item, extents=False):
        return columns
    flat = [trace.builder.op("list_flat", (c,))[0] for c in inner]
    total = trace.variable(flat[0]).shape[0]
    wide = widened(trace, mine.item, wanted.item, flat, trace.value(total))
    return [length, *(trace.builder.op("list_refold", (c, n))[0] for c in wide)]


def _whichever(trace: tracing.Trace, own: Template, wanted: TRows, columns: list[Value], n: Value) -> list[Value]:
    """The columns of items each of which is one of several lists or tuples of known lengths."""
    lists = lists_in(own)
    if not lists or any(map(has_rows, lists)) or any(ragged_leaves(wanted.item)):
        raise JoinError(
            "a list that is one of several becomes one of any length where it is put into a container",
            where=trace.location(),
            why="its items would have to be copied from whichever list it is",
            fix="make the list in one way on every path, or keep it under a name of its own",
        )
    index, rest = trace.variable(columns[0]), iter(columns[1:])
    room = max(len(one.items) for one in lists)
    made: list[Value] = []
    for k, one in enumerate(lists):
        given = [next(rest) for _ in leaf_specs(one)]
        here = _of_known_length(trace, one, wanted, given, n, room)
        made = [_where(trace, index == k, a, b) for a, b in zip(here, made, strict=True)] if made else here
    return made


def _of_known_length(
    trace: tracing.Trace, own: TNode, wanted: TRows, columns: list[Value], n: Value, room: int
) -> list[Value]:
    """The columns of lists of one known length: that length, and the items of each list side by side."""
    length, given = _repeated(trace, trace.builder.constant(len(own.items)), n), iter(columns)
    parts = [widened(trace, part, wanted.item, [next(given) for _ in leaf_specs(part)], n) for part in own.items]
    if not room:
        return [length, *(_repeated(trace, value, n) for value in dummy(trace, wanted)[1:])]
    if room > len(parts):
        filling = dummy(trace, wanted.item) or [trace.builder.constant(True)]
        parts += [[_repeated(trace, value, n) for value in filling]] * (room - len(parts))
    by_leaf = zip(*parts, ragged_leaves(wanted.item), strict=True)
    side_by_side = [_beside(trace, values, longer) for *values, longer in by_leaf]
    return [length, *map(trace.value, side_by_side)]


def _beside(trace: tracing.Trace, values: list[Value], longer: bool) -> Any:
    """Columns side by side; in some, the items may have more room than in others."""
    columns = [trace.variable(value) for value in values]
    if not longer or len(columns) == 1:
        return np.stack(columns, axis=1)
    joined = trace.variable(functools.reduce(lambda a, b: trace.builder.op("list_join", (a, b))[0], values))
    return joined.reshape((len(columns), columns[0].shape[0], *joined.shape[1:])).swapaxes(0, 1)


def _renumbered(trace: tracing.Trace, own: TChoice, item: TChoice, columns: list[Value], n: Value) -> list[Value]:
    """The columns of items that were one of several kinds, and may now be one of more."""
    places = [_place(trace, mine, item) for mine in own.items]
    index = trace.variable(columns[0])
    made = [trace.value(ops.get("take")(np.array(places), index, axis=0))]
    rest = iter(columns[1:])
    given = [[next(rest) for _ in leaf_specs(mine)] for mine in own.items]
    for i, wanted in enumerate(item.items):
        here = [k for k, place in enumerate(places) if place == i]
        if not here:
            made += [_repeated(trace, value, n) for value in dummy(trace, wanted)]
            continue
        ragged = ragged_leaves(wanted) if leaf_specs(wanted) else []
        chosen = _leaves(trace, own.items[here[0]], wanted, given[here[0]], n)
        for k in here[1:]:
            others = _leaves(trace, own.items[k], wanted, given[k], n)
            pick, both = index == k, zip(others, chosen, ragged, strict=True)
            chosen = [(_row_of if longer else _where)(trace, pick, a, b) for a, b, longer in both]
        made += chosen
    return made


def _row_of(trace: tracing.Trace, test: Any, a: Value, b: Value) -> Value:
    """The rows of one column where a test holds, else those of another one, in which they may have more room."""
    joined = trace.builder.op("list_join", (a, b))[0]
    arange: Any = bindings.lookup_binding(np.arange)
    places = arange(test.shape[0])
    at = np.where(test, places, places + test.shape[0])
    return trace.value(ops.get("take")(trace.variable(joined), at, axis=0))


def _where(trace: tracing.Trace, test: Any, a: Value, b: Value) -> Value:
    tests = test.reshape(-1, *(1,) * (a.spec.ndim - 1))
    return trace.value(ops.get("where")(tests, trace.variable(a), trace.variable(b)))


def _repeated(trace: tracing.Trace, value: Value, n: Value) -> Value:
    return trace.builder.op("list_repeat", (value, n))[0]
