"""Values as trees: what a branch or an iteration left, in a form that outlives its rollback."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np

from sct.errors import SctError
from sct.ir.core import Value
from sct.ops.infer import op_may_raise
from sct.records import record
from sct.runtime import trace as tracing
from sct.runtime.callers.callers_attributes import leaves_alone
from sct.runtime.current import has_own
from sct.runtime.hashing.entries import is_hashed, is_of_dict, parts_of
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.doubts import HELD
from sct.runtime.joins.function_forms import FUNCTIONS
from sct.runtime.joins.knots import around
from sct.runtime.joins.lost import Lost
from sct.runtime.joins.memory import read_unseen, unseen
from sct.runtime.joins.tuple_forms import is_named, is_value
from sct.runtime.lists.rows import (
    Items,
    Place,
    Ragged,
    Ref,
    Rows,
    Stale,
    TableRef,
    Tagged,
    Variants,
    Viewed,
    pool_place,
    stale_or_marker,
    table_place,
)  # fmt: skip
from sct.runtime.randomness.random_object import RandomObject
from sct.runtime.rolling.too_long import check_depth
from sct.runtime.stand_ins import StandIn
from sct.runtime.state.births import attribute_order, unordered
from sct.runtime.state.instances import attributes_of, is_plain_instance
from sct.runtime.state.undefined import Undefined
from sct.runtime.text_arrays.of_codes import OfCodes
from sct.runtime.text_arrays.open_dtype import OpenDtype
from sct.runtime.text_arrays.text_array import TextArray
from sct.runtime.text_arrays.text_item import NumpyText
from sct.runtime.text_arrays.word_array import WordArray
from sct.runtime.text_arrays.word_item import WordText
from sct.runtime.texts.text_pieces import FormattedText

__all__ = ["ITEM", "UNCHANGING", "Chosen", "Gone", "Leaf", "Many", "Node", "Static", "Tree", "Varying", "freeze"]
__all__ += ["is_plain", "is_unchanging", "same_items", "with_number"]

ITEM = (0,)  # what an item of a list is inside of, where it is taken apart alone
# kinds that are taken apart, and cannot change as one object
UNCHANGING = (
    tuple, slice, SymbolicRange, FormattedText, Tagged, Ragged, Viewed, StandIn,
    TextArray, NumpyText, WordArray, WordText, OpenDtype, *FUNCTIONS,
)  # fmt: skip


def is_unchanging(kind: type) -> bool:
    """Whether objects of a kind are taken apart, and cannot change: named tuples, too."""
    return kind in UNCHANGING or is_named(kind) or issubclass(kind, StandIn)


@record(eq=False)
class Leaf:
    """A symbolic value, read while it was in scope."""

    value: Value
    variable: Any


@record(eq=False)
class Static:
    """A Python object that is known while the graph is built."""

    obj: Any
    leaf: Any = None  # of an array that a function holds, as it was there


@record(eq=False)
class Node:
    """A container or an instance of a user's class, taken apart."""

    kind: type
    keys: tuple[Any, ...] | None  # of a dict or of an instance's attributes; None for sequences
    items: tuple[Tree, ...]
    obj: Any
    instance: bool = False
    outer: bool = False  # whether it was there before the branch or loop that is left
    may_be: tuple[Any, ...] = ()  # the containers from before that it may be
    theirs: bool = False  # whether it is the caller's own
    site: Any = None  # where a dict was made, which may turn out to need run-time keys, or a list
    link: Any = None  # which item of a list of run-time length it was
    form: Any = None  # its template, and the one that it has taken apart, once they have been asked for
    form_apart: Any = None
    plain: Any = None  # whether nothing in it can change as an object, once that has been asked for


@record(eq=False)
class Chosen:
    """A value that is one of several, as a run-time index says."""

    index: Leaf | Static
    items: tuple[Tree, ...]
    obj: Any
    number: Leaf | None = None  # what all of them are, but for their kinds
    form: Any = None
    form_apart: Any = None
    plain: Any = None


@record(eq=False)
class Gone:
    """A value that cannot leave its branch; using it is refused with this error."""

    error: SctError


@record(eq=False)
class Many:
    """All items of a list of run-time length: the arrays that hold them."""

    items: tuple[Leaf, ...]
    obj: Rows


Tree = Leaf | Static | Node | Chosen | Gone | Many
_NO_OBJECTS = (*UNCHANGING, Items)  # what a list holds is taken apart as `Items`, which nobody has a name for


def is_plain(tree: Tree | None) -> bool:
    """Whether nothing in a tree is a list, dict or object that was taken apart: then it may be no other one."""
    if not isinstance(tree, (Node, Chosen)):
        return True
    known: bool | None = tree.plain
    if known is None:  # asked of each tree many times, and of each level of what is deep
        apart = isinstance(tree, Chosen) or issubclass(tree.kind, _NO_OBJECTS)
        known = apart and all(map(is_plain, tree.items))
        kind: Any = type(tree)
        kind.plain.__set__(tree, known)
    return known


class Varying:
    """The kind of a list whose content is one of several: such lists are never joined item by item."""


def with_number(trace: tracing.Trace, tree: Tree) -> Tree:
    """An array with its number, if it has one."""
    if trace.tags is None or not isinstance(tree, Leaf):
        return tree
    number = trace.tags.of(tree.variable)
    if number is None:
        return tree
    return Node(Tagged, None, (_as_view(trace, tree), freeze(trace, number, None)), tree.variable)


def _as_view(trace: tracing.Trace, tree: Leaf) -> Tree:
    """A view as the numbers that say which part of its array it is."""
    from sct.runtime.exits.viewed_items import taken_apart

    x = tree.variable
    if not x.steps:
        return tree
    window, operands = taken_apart(x)
    leaves = (Static(one) if type(one) is int else Leaf(one, trace.variable(one)) for one in operands)
    return Node(Viewed, (window,), tuple(leaves), x)


_PLAIN = (*tracing.NUMBERS, str, type(None))


def freeze(trace: tracing.Trace, value: Any, known: set[int] | None, _inside: tuple[int, ...] = ()) -> Tree:
    """Take `value` apart; instances in `known` existed before and stay whole.

    Without `known`, what the function has made comes apart: it is going to be an item of a list, which may outlive it.
    """
    if type(value) in _PLAIN:
        check_depth(trace, len(_inside) + 1)
        return Static(value)
    try:
        if isinstance(value, Choice):
            index = freeze(trace, value.index, known)
            if isinstance(index, Gone):  # in what holds itself there still is what the branch that made it told apart
                return index
            assert isinstance(index, (Leaf, Static))
            number = None if value.number is None else Leaf(value.number.sct_value(), value.number)
            each = tuple(_alternative(trace, value, i, known, _inside) for i in range(len(value.alternatives)))
            return Chosen(index, each, value, number)
        if isinstance(value, Lost):
            return Gone(value.error)
        if tracing.is_variable(value) and not has_own(value, "sct_passing"):
            leaf = Leaf(read_unseen(value), value)
            return with_number(trace, leaf) if _inside else leaf
        if isinstance(value, np.ndarray) and value.dtype != object:
            variable = trace.lift_array(value)
            if isinstance(variable, OfCodes):
                return freeze(trace, variable, known, _inside)
            return Leaf(variable.sct_value(), variable)
    except SctError as error:
        return Gone(error)
    if id(value) in _inside and known is not None:
        trace.joining.tied = True
        return Static(around(len(_inside) - 1 - _inside.index(id(value))))
    if id(value) in _inside or isinstance(value, Undefined):
        return Static(value)
    if isinstance(value, OfCodes):
        inner = freeze(trace, value.sct_held, known, _inside)
        return inner if isinstance(inner, Gone) else Node(type(value), value.sct_form, (inner,), value)
    if isinstance(value, FormattedText):
        form, values = value.apart()
        return Node(FormattedText, form, tuple(freeze(trace, v, known, _inside) for v in values), value)
    if isinstance(value, (slice, SymbolicRange)):
        bounds = tuple(freeze(trace, x, known, _inside) for x in (value.start, value.stop, value.step))
        return Static(value) if all(isinstance(x, Static) for x in bounds) else Node(type(value), None, bounds, value)
    if isinstance(value, Rows):
        return Many(tuple(Leaf(column.sct_value(), column) for column in value.columns), value)
    if has_own(value, "sct_passing") and (known is None or id(value) not in known):
        return Gone(value.sct_passing())
    inside = (*_inside, id(value))
    check_depth(trace, len(inside))
    kind = type(value)
    if kind in FUNCTIONS:
        from sct.runtime.joins.frozen_functions import freeze_function

        return freeze_function(trace, value, known, inside)
    marker = stale_or_marker(value)
    if isinstance(marker, Stale):
        return Gone(marker.error)
    if isinstance(marker, Ref):
        return Node(Ref, (marker.pool,), (freeze(trace, marker.at, known),), value)
    if trace.pools and (place := pool_place(value)) is not None:
        return Node(Place, (place.pool,), (freeze(trace, place.at, known),), value)
    if trace.pools and (table := table_place(value)) is not None:
        return Node(TableRef, (table.whole,), (freeze(trace, table.at, known),), value)
    if kind is deque and known is not None and not _is_outer(trace, value, known):
        held = freeze(trace, Items(value), known, inside)
        return Node(deque, ("items", value.maxlen), (held,), value, may_be=_others(trace, value))
    if isinstance(marker, Variants):
        return _freeze_variants(trace, value, marker, known, inside)
    if kind is tuple or (isinstance(value, tuple) and hasattr(kind, "_fields")):
        return Node(kind, None, tuple(freeze(trace, v, known, inside) for v in value), value)
    if kind is dict and (owner := trace.attribute_dicts.get(value)) is not None:
        if _is_outer(trace, owner, known):
            return Static(value)
        if known is not None:
            return Gone(leaves_alone(trace, owner))
    if kind in (list, dict, Items):
        held = value.values() if kind is dict else value
        items = tuple(Static(v) if type(v) in tracing.NUMBERS else freeze(trace, v, known, inside) for v in held)
        return Node(
            kind, tuple(value) if kind is dict else None, items, value, False, _is_outer(trace, value, known),
            _others(trace, value), _is_theirs(trace, value),
            trace.sites.get(value) if kind is dict else trace.doubts.site_of_list(value),
            trace.doubts.links.get(value),
        )  # fmt: skip
    if (is_of_dict(kind) or (kind is set and (_inside or not _is_outer(trace, value, known)))) and is_hashed(value):
        if kind is set:
            from sct.runtime.hashing.run_time_order import loosen_unlike

            loosen_unlike(trace, value)
        parts = parts_of(value)
        items = tuple(freeze(trace, v, known, inside) for v in parts.values())
        return Node(
            kind, tuple(parts), items, value, False, _is_outer(trace, value, known),
            _others(trace, value), _is_theirs(trace, value), trace.sites.get(value),
        )  # fmt: skip
    if _comes_apart(value) and not (_is_theirs(trace, value) if is_value(value) else _is_outer(trace, value, known)):
        slots, names = attributes_of(value), attribute_order(trace, value)
        if names is None:
            return Gone(unordered(value, trace.location()))
        items = tuple(freeze(trace, slots[name], known, inside) for name in names)
        others, link = _others(trace, value), trace.doubts.links.get(value)
        return Node(kind, tuple(names), items, value, True, may_be=others, link=link)
    return Static(value)


def _alternative(trace: tracing.Trace, choice: Choice, i: int, known: set[int] | None, inside: tuple[int, ...]) -> Tree:
    """One of several; a view that might not be there (`rows[2]`) is looked at only where the index says so."""
    from sct.runtime.joins.leaf_forms import dummy
    from sct.runtime.joins.templates import TVar

    value = choice.alternatives[i]
    if isinstance(value, Choice) or not tracing.is_variable(value) or not getattr(value, "steps", ()):
        return freeze(trace, value, known, inside)
    then, orelse = trace.builder.child(), trace.builder.child()
    with trace.recording(then), unseen(value):
        seen = value.sct_value()
    if not any(map(op_may_raise, then.ops)):
        return freeze(trace, value, known, inside)
    test = trace.value(choice.index == i)
    with trace.recording(orelse):
        (nothing,) = dummy(trace, TVar(seen.spec))
    return Leaf(trace.builder.op("if", (test,), {}, blocks=(then.close([seen]), orelse.close([nothing])))[0], value)


def _others(trace: tracing.Trace, value: Any) -> tuple[Any, ...]:
    """What an object may be: others, or an item of a list of run-time length."""
    others = tuple(one.other for one in trace.doubts.of(value))
    return (*others, HELD) if trace.doubts.may_be_item(value) else others


def _comes_apart(value: Any) -> bool:
    """Whether an object is no more than its attributes: they are joined one by one."""
    return isinstance(value, RandomObject) or is_plain_instance(value, hashed=True)


def _freeze_variants(
    trace: tracing.Trace, value: Any, marker: Variants, known: set[int] | None, inside: tuple[int, ...]
) -> Tree:
    if type(value) is not Items and _is_outer(trace, value, known):
        return Node(Varying, None, (), value, outer=True)
    index = freeze(trace, marker.choice.index, known)
    if isinstance(index, Gone):
        return index
    assert isinstance(index, (Leaf, Static))
    whole = marker.whole(type(value))
    for one in whole:
        trace.doubts.note_made(one, value)
    contents = [freeze(trace, one, known, inside) for one in whole]
    return Chosen(index, tuple(contents), value)


def _is_theirs(trace: tracing.Trace, value: Any) -> bool:
    return trace.sources.get(value) is not None or trace.callers.originals.get(value) is not None


def _is_outer(trace: tracing.Trace, value: Any, known: set[int] | None) -> bool:
    """Whether an object was there before the region that is recorded now."""
    if _is_theirs(trace, value):
        return True
    born = trace.made.get(value)
    if known is None:
        return born is trace.root and born is not trace.builder and not isinstance(value, (list, dict, set))
    if id(value) in known:
        return True
    return born is not None and born is not trace.builder and trace.in_scope(born)


def same_items(a: tuple[Any, ...], b: tuple[Any, ...]) -> bool:
    """Whether two tuples hold the same objects, in tuples within them, too."""
    if len(a) != len(b):
        return False
    for x, y in zip(a, b, strict=True):
        if x is y:
            continue
        if isinstance(x, tuple) and isinstance(y, tuple) and same_items(x, y):
            continue
        return False
    return True
