"""From trees to the values of an op and back: `inject` takes the leaves out, `project` puts results in."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from sct.errors import JoinError, Location
from sct.ir.core import Value
from sct.ir.types import ARRAY, Dim, Spec
from sct.runtime import trace as tracing
from sct.runtime.arrays.storage import Storage
from sct.runtime.callers.known_numbers import known_numbers
from sct.runtime.exits import viewed_items
from sct.runtime.hashing import table_forms
from sct.runtime.joins import form_sites
from sct.runtime.joins.alternatives import alternative, alternatives_of, standing_at, ways_of
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.doubtful import Joined
from sct.runtime.joins.fitting import fits
from sct.runtime.joins.from_parts import from_parts
from sct.runtime.joins.function_forms import static_tree
from sct.runtime.joins.joined_arrays import columns_of, has_twice, share
from sct.runtime.joins.kept_whole import kept_whole
from sct.runtime.joins.knots import tie
from sct.runtime.joins.leaf_forms import array_leaves, dummy, holds_containers, leaf_specs, ragged_leaves
from sct.runtime.joins.lost import Lost
from sct.runtime.joins.outdated import note_joined
from sct.runtime.joins.picking import pick
from sct.runtime.joins.templates import (
    TChoice,
    Template,
    TGone,
    TNode,
    TRows,
    TStatic,
    TVar,
    has_rows,
    one_of,
    template_of,
)
from sct.runtime.joins.trees import Chosen, Gone, Leaf, Many, Node, Static, Tree, is_unchanging
from sct.runtime.joins.tuple_forms import is_value, items_of
from sct.runtime.lists import ragged
from sct.runtime.lists.item_links import spread
from sct.runtime.lists.list_ops import heads
from sct.runtime.lists.rows import IN_POOLS, TWICE, Ragged, Rows, Tagged, Viewed
from sct.runtime.lists.taken import joined_head
from sct.runtime.lists.widening import widened
from sct.runtime.numbers.number_kinds import as_number, of_kind
from sct.runtime.texts.text_pieces import FormattedText, is_letters
from sct.runtime.texts.text_trees import letters_in

__all__ = ["inject", "inject_final", "inject_item", "pack", "project"]


def inject(trace: tracing.Trace, tree: Tree, template: Template) -> list[Value]:
    """The leaves of `tree` in the order of `template`, recorded where the trace records now."""
    if isinstance(tree, Gone) and not isinstance(template, (TStatic, TGone)):  # lost since its form was found
        raise tree.error
    match template:
        case TVar(spec=spec):
            return [_leaf_value(trace, tree, spec)]
        case TStatic() | TGone():
            return []
        case TNode(kind=kind, keys=keys) if kind is FormattedText and is_letters(keys):
            (letters,) = template.items
            return inject(trace, letters_in(trace, tree), letters)
        case TNode(kind=kind) if kind is Ragged:
            if isinstance(tree, Chosen):
                return _select_leaves(trace, _index_of(trace, tree), _injected(trace, tree, template))
            return ragged.injected(trace, tree, template)
        case TNode(items=(TRows() as rows,)):
            return (_inject_inner if rows.inner else _inject_rows)(trace, tree, rows)
        case TRows():
            assert isinstance(tree, Many)
            return _inject_many(trace, tree, template)
        case TNode():
            if isinstance(tree, Chosen):  # too many to be kept apart: one that holds what the chosen one does
                return _select_leaves(trace, _index_of(trace, tree), _injected(trace, tree, template))
            tree = static_tree(tree.obj, template) if isinstance(tree, Static) else tree
            assert isinstance(tree, Node), tree
            return [v for t, x in zip(template.items, tree.items, strict=True) for v in inject(trace, x, t)]
        case TChoice():
            return _inject_choice(trace, tree, template)


def _leaf_value(trace: tracing.Trace, tree: Tree, spec: Spec) -> Value:
    if isinstance(tree, Leaf):
        return tree.value
    assert isinstance(tree, Static), tree
    value: Value = trace.value(tree.obj) if tree.leaf is None else tree.leaf.value
    return value


def inject_final(trace: tracing.Trace, tree: Tree, template: Template, where: Location | None) -> list[Value]:
    """What a loop's body leaves; refused where lists in a list have lost what extents their arrays have."""
    values = inject(trace, tree, template)
    for value, spec in zip(values, leaf_specs(template), strict=True):
        pairs = zip(value.spec.shape, spec.shape, strict=True)
        if any(isinstance(n, Dim) and isinstance(m, int) for n, m in pairs):
            raise JoinError(
                "a loop puts lists of arrays into a list, and how large these arrays are is not known there",
                where=where,
                why="the arrays of such lists lie in one array, and have to be of one shape",
                fix="keep numbers, or tuples of numbers, in the lists",
            )
    return values


def inject_item(trace: tracing.Trace, tree: Tree, item: Template) -> list[Value]:
    """The leaves of one item of a list."""
    return inject(trace, tree, item) or [trace.builder.constant(True)]


def _inject_rows(trace: tracing.Trace, tree: Tree, template: TRows) -> list[Value]:
    """The buffers of a list that may have been an ordinary one."""
    if isinstance(tree, Chosen):
        options = [(i, _inject_rows(trace, item, template)) for i, item in enumerate(tree.items)]
        return _select_leaves(trace, _index_of(trace, tree), options)
    assert isinstance(tree, Node), tree
    if has_rows(tree):
        return inject(trace, tree.items[0], template)
    if not tree.items:
        return dummy(trace, template)
    known = known_numbers([x.obj if isinstance(x, (Static, Node)) else None for x in tree.items])
    if known is not None and fits(known[0], template.item):
        item, held = known
        n = trace.builder.constant(len(tree.items))
        return widened(trace, item, template.item, [trace.builder.constant(column) for column in held], n)
    columns = zip(*[inject_item(trace, item, template.item) for item in tree.items], strict=True)
    ragged = ragged_leaves(template.item)
    return [pack(trace, column, one) for column, one in zip(columns, ragged, strict=True)]


def pack(trace: tracing.Trace, items: Iterable[Value], ragged: bool) -> Value:
    """A column of these leaves."""
    attrs: dict[str, Any] = {"ragged": True} if ragged else {}
    return trace.builder.op("list_pack", tuple(items), attrs)[0]


def _inject_inner(trace: tracing.Trace, tree: Tree, template: TRows) -> list[Value]:
    """The length and the buffers of a list that is an item of another one."""
    if isinstance(tree, Chosen):
        options = [(i, _inject_inner(trace, item, template)) for i, item in enumerate(tree.items)]
        return _select_leaves(trace, _index_of(trace, tree), options)
    assert isinstance(tree, Node), tree
    many = tree.items[0] if has_rows(tree) else None
    length = many.obj.known_length if isinstance(many, Many) else len(tree.items)
    return [trace.value(length), *_inject_rows(trace, tree, TRows(template.item, template.extent, template.repeats))]


def _inject_many(trace: tracing.Trace, tree: Many, template: TRows) -> list[Value]:
    values = [leaf.value for leaf in tree.items]
    return widened(trace, tree.obj.item, template.item, values, trace.value(tree.obj.length))


def _inject_choice(trace: tracing.Trace, tree: Tree, template: TChoice) -> list[Value]:
    if template.number is not None:
        return _inject_number(trace, tree, template, template.number)
    if not isinstance(tree, Chosen):
        at = alternative(trace, tree, template)
        values = [trace.builder.constant(at)]
        for i, item in enumerate(template.items):
            values += inject(trace, tree, item) if i == at else dummy(trace, item)
        return values
    index = _index_of(trace, tree)
    if any(isinstance(item, Chosen) for item in tree.items):
        return _select_leaves(trace, index, _injected(trace, tree, template))
    places = [alternative(trace, item, template) for item in tree.items]
    slots = [[i for i, at in enumerate(places) if at == k] for k in range(len(template.items))]
    values = [_renumber(trace, index, places)]
    for item, sources in zip(template.items, slots, strict=True):
        values += _select_leaves(trace, index, [(i, inject(trace, tree.items[i], item)) for i in sources]) or dummy(
            trace, item
        )
    return values


def _inject_number(trace: tracing.Trace, tree: Tree, template: TChoice, dtype: np.dtype[Any]) -> list[Value]:
    """The index and the one leaf of a number of several kinds."""
    if not isinstance(tree, Chosen):
        assert isinstance(tree, (Leaf, Static))
        x = trace.variable(tree.value) if isinstance(tree, Leaf) else tree.obj
        number = as_number(trace, x, dtype)
        return [trace.builder.constant(alternative(trace, tree, template)), trace.value(number)]
    index = _index_of(trace, tree)
    if tree.number is not None and tree.number.value.spec.dtype == dtype:
        places = [alternative(trace, item, template) for item in tree.items]
        return [_renumber(trace, index, places), tree.number.value]
    return _select_leaves(trace, index, _injected(trace, tree, template))


def _index_of(trace: tracing.Trace, tree: Chosen) -> Value:
    return trace.value(tree.index.obj) if isinstance(tree.index, Static) else tree.index.value


def _injected(trace: tracing.Trace, tree: Chosen, template: Template) -> list[tuple[int, list[Value]]]:
    return [(i, inject(trace, item, template)) for i, item in enumerate(tree.items)]


def _select_leaves(trace: tracing.Trace, index: Value, options: list[tuple[int, list[Value]]]) -> list[Value]:
    """Of several alternatives that fall on one place, the leaves of the one that `index` says."""
    if not options:
        return []
    chosen = options[-1][1]
    for i, values in reversed(options[:-1]):
        test = trace.builder.one("py_eq", index, trace.builder.constant(i))
        chosen = [pick(trace.builder, test, v, w) for v, w in zip(values, chosen, strict=True)]
    return chosen


def _renumber(trace: tracing.Trace, index: Value, places: list[int]) -> Value:
    if places == list(range(len(places))):
        return index
    return _select_leaves(trace, index, [(i, [trace.builder.constant(at)]) for i, at in enumerate(places)])[0]


def project(
    trace: tracing.Trace,
    template: Template,
    values: Iterator[Value],
    trees: Iterable[Tree | None] = (),
    origin: Any = None,
    joined: Joined | None = None,
    chosen: Iterable[Tree | None] = (),
) -> Any:
    """The Python value of `template` with `values` as its leaves; `trees` are where it may come from.

    `chosen` are more of these: what a tree is one of, as a run-time index says.
    """
    sources, more = list(trees), list(chosen)
    match template:
        case TVar(spec=spec):
            if spec.kind != ARRAY:  # a number is no object: what it comes from is all the same
                return trace.variable(next(values), origin)
            return _array(trace, spec, next(values), [*sources, *more], origin, joined)
        case TNode(kind=kind) if kind is Ragged:
            value = ragged.read(trace, template, values)
            return _array(trace, value.spec, value, [*sources, *more], origin, joined)
        case TStatic(obj=obj):
            return obj
        case TNode(items=(TRows() as rows,)):
            content = project(trace, rows, values, sources, origin)
            if holds_containers(rows.item):
                _note_items(trace, content, sources, rows.item, joined)
            made = template.kind([content])
            trace.note_new(made)
            form_sites.note(trace, made, template)
            return made if joined is None else joined.one(sources, made)
        case TNode():
            outer = joined
            several = [one for t in sources if isinstance(t, Chosen) for one in alternatives_of(t)]
            if not more and any(_is_of_form(one, template) for one in several):  # which it is has been forgotten
                sources, joined = [one for t in sources for one in alternatives_of(t)], None
            parts = [
                project(trace, item, values, _parts(sources, i, template), origin, joined, _parts(more, i, template))
                for i, item in enumerate(template.items)
            ]
            if (error := table_forms.torn(trace, template, parts)) is not None:
                return Lost(error)
            if template.kind is Viewed:
                return viewed_items.remade(trace, template.keys[0], parts)  # type: ignore[index]
            if template.kind is Tagged:
                return trace.tags.note(*parts)
            made = from_parts(template, parts)
            if trace.joining.tied:
                tie(trace, made)
            if template.kind in IN_POOLS:
                return trace.note_new(made)
            if not isinstance(made, tuple):
                note_joined(trace, made, [t.obj for t in (*sources, *more) if isinstance(t, Node)])
                trace.note_new(made)
                form_sites.note(trace, made, template)
            if joined is None:
                if is_value(made) and items_of(made):
                    trace.doubts.remade[made] = True
                if outer is not None:
                    outer.forgotten([t for t in sources if _is_of_form(t, template)], made)
                return made
            ours, others = ([t for t in trees if _is_of_form(t, template)] for trees in (sources, more))
            return joined.merged_one(sources, others, made) if joined.merged else joined.one([*ours, *others], made)
        case TChoice(number=dtype) if dtype is not None:
            index, number = trace.variable(next(values), origin), trace.variable(next(values), origin)
            kinds = [of_kind(number, t.spec) if isinstance(t, TVar) else t.obj for t in template.items]  # type: ignore[union-attr]
            return Choice(index, kinds, number)
        case TChoice():
            index = trace.variable(next(values), origin)
            if all(isinstance(t, TStatic) or (isinstance(t, TVar) and t.spec.kind != ARRAY) for t in template.items):
                made = [project(trace, t, values, (), origin) for t in template.items]
                return Choice(index, made, _number_of(trace, template, index, made))
            made, ways = [], ways_of(trace, template, [*sources, *more])
            here = zip(standing_at(template, sources), standing_at(template, more), ways, strict=True)
            for t, (ours, others, (way, merged)) in zip(template.items, here, strict=True):
                with joined.alternative(merged) if joined is not None else contextlib.nullcontext():
                    made.append(project(trace, t, values, ours, origin, joined, [*way, *others]))
            return Choice(index, made, _number_of(trace, template, index, made))
        case TGone():
            return Lost(template.error)
        case TRows(item=item):
            length = trace.variable(next(values), origin) if template.inner else None
            arrays = array_leaves(item)
            columns = [trace.variable(next(values), origin) for _ in arrays]
            if length is not None:
                columns = heads(trace, columns, length)
            twice = any(arrays) and any(has_twice(tree) for tree in sources)  # as things are without these columns
            for k, column in enumerate(columns):
                if arrays[k]:
                    share(trace, column, [x for tree in sources for x in columns_of(tree, item, k)], whole=False)
            made = Rows(item, tuple(columns), template.repeats | TWICE if twice else template.repeats)
            made.told, made.head = length, joined_head(trace, sources)
            return made


def _array(
    trace: tracing.Trace, spec: Spec, value: Value, trees: list[Tree | None], origin: Any, joined: Joined | None
) -> Any:
    """The array or number that a value is, which may come from any of these trees."""
    leaves = _leaves_of(spec, trees)
    known = None if joined is None else joined.array(spec, leaves)
    if known is not None:
        return known
    made = trace.variable(value, origin)
    share(trace, made, trees)
    return made if joined is None else joined.note_array(spec, leaves, made)


def _number_of(trace: tracing.Trace, template: TChoice, index: Any, made: list[Any]) -> Any:
    """The one number that items of a list are which are kept kind by kind, or None."""
    kinds = one_of(template.items)
    if kinds.number is None:
        return None
    options = [(i, [trace.value(as_number(trace, x, kinds.number))]) for i, x in enumerate(made)]
    return trace.variable(_select_leaves(trace, trace.value(index), options)[0])


def _leaves_of(spec: Spec, trees: list[Tree | None]) -> list[Any]:
    """The arrays that a leaf of this spec may come from, of whatever extents."""
    if spec.kind != ARRAY:
        return []
    leaves = [t for t in trees if isinstance(t, Leaf) and fits(template_of(t), TVar(spec))]
    return [leaf.variable for leaf in leaves if isinstance(getattr(leaf.variable, "storage", None), Storage)]


def _note_items(
    trace: tracing.Trace, rows: Rows, sources: Iterable[Tree | None], form: Template, joined: Joined | None
) -> None:
    """Lists and objects that were items of an ordinary list are copied into the rows, all but those that are kept."""
    kept = frozenset(kept_whole(form))
    for arm, tree in enumerate(sources):
        for one in alternatives_of(tree):
            if isinstance(one, Node) and not _is_rows(one):
                nodes = [node for node in _containers(one) if not node.theirs and id(node.obj) not in kept]
                ours = {id(node.obj) for node in nodes}
                sure = [id(node.obj) for node in _containers(one, sure=True) if id(node.obj) in ours]
                if len(set(sure)) < len(sure):
                    rows.repeats |= TWICE
                for node in nodes:
                    trace.doubts.note_copied(node.obj)
                    for x in (node.obj, *node.may_be):
                        trace.doubts.held[x] = True
                    if one is tree:  # another list may have it where this has another alternative
                        for other in trace.doubts.list_also(node.obj, rows, joined or trace.builder, arm):
                            spread(other)
                            spread(rows)


def _is_rows(tree: Tree) -> bool:
    return isinstance(tree, Node) and has_rows(tree)


def _containers(tree: Tree, sure: bool = False) -> Iterator[Node]:
    """The lists, dicts and objects in a list; those that are `sure` to be, if only they are asked for."""
    for item in tree.items if isinstance(tree, Node if sure else (Node, Chosen)) else ():
        if isinstance(item, Node) and not is_unchanging(item.kind):
            yield item
        if not _is_rows(item):
            yield from _containers(item, sure)


def _parts(trees: list[Tree | None], i: int, template: TNode) -> list[Tree | None]:
    parts = [t.items[i] if isinstance(t, Node) and _is_of_form(t, template) else None for t in trees]
    return [x.leaf if isinstance(x, Static) and x.leaf is not None else x for x in parts]


def _is_of_form(tree: Tree | None, template: TNode) -> bool:
    """Whether `tree` is what `template` was made of."""
    return isinstance(tree, Node) and (tree.kind, tree.keys, len(tree.items)) == (
        template.kind, template.keys, len(template.items)
    )  # fmt: skip
