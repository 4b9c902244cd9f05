"""From trees to the values of an op and back: `inject` takes the leaves out, `project` puts results in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from sct import ops
from sct.ir.core import Value
from sct.ir.types import ARRAY, PYTHON, Spec
from sct.runtime import trace as tracing
from sct.runtime.array_attributes import joined_frozen
from sct.runtime.choice import Choice
from sct.runtime.deferred_text import FormattedText
from sct.runtime.doubtful import Joined
from sct.runtime.instances import new_instance
from sct.runtime.lost import Lost
from sct.runtime.rows import Items, Rows
from sct.runtime.storage import Storage
from sct.runtime.templates import (
    TChoice,
    Template,
    TGone,
    TNode,
    TRows,
    TStatic,
    TVar,
    fits,
    has_rows,
    same_template,
    template_of,
)
from sct.runtime.trees import Chosen, Leaf, Many, Node, Static, Tree
from sct.runtime.views import join_layouts

__all__ = ["dummy", "inject", "inject_item", "item_specs", "leaf_specs", "project", "widened"]

_INDEX = Spec(np.dtype("int64"), (), PYTHON)
_FLAG = Spec(np.dtype("bool"), (), PYTHON)


def leaf_specs(template: Template) -> list[Spec]:
    """The specs of the leaves, in the order in which `inject` answers and `project` takes them."""
    match template:
        case TVar(spec=spec):
            return [spec]
        case TNode(items=items):
            return [spec for item in items for spec in leaf_specs(item)]
        case TChoice(items=items):
            return [_INDEX, *(spec for item in items for spec in leaf_specs(item))]
        case TRows(item=item, extent=extent):
            return [Spec(spec.dtype, (extent, *spec.shape), ARRAY) for spec in item_specs(item)]
    return []


def item_specs(item: Template) -> list[Spec]:
    """The leaves of one item of a list; where all items are the same object, a flag counts them."""
    return leaf_specs(item) or [_FLAG]


def inject(trace: tracing.Trace, tree: Tree, template: Template) -> list[Value]:
    """The leaves of `tree` in the order of `template`, recorded where the trace records now."""
    match template:
        case TVar(spec=spec):
            return [_leaf_value(trace, tree, spec)]
        case TStatic() | TGone():
            return []
        case TNode(items=(TRows() as rows,)):
            return _inject_rows(trace, tree, rows)
        case TRows():
            assert isinstance(tree, Many)
            return _inject_many(trace, tree, template)
        case TNode():
            assert isinstance(tree, Node)
            return [v for t, x in zip(template.items, tree.items, strict=True) for v in inject(trace, x, t)]
        case TChoice():
            return _inject_choice(trace, tree, template)


def _leaf_value(trace: tracing.Trace, tree: Tree, spec: Spec) -> Value:
    if isinstance(tree, Leaf):
        return tree.value
    assert isinstance(tree, Static), tree
    return trace.value(tree.obj)


def inject_item(trace: tracing.Trace, tree: Tree, item: Template) -> list[Value]:
    """The leaves of one item of a list."""
    return inject(trace, tree, item) or [trace.builder.constant(True)]


def _inject_rows(trace: tracing.Trace, tree: Tree, template: TRows) -> list[Value]:
    """The buffers of a list that may have been an ordinary one."""
    if isinstance(tree, Chosen):
        index = trace.value(tree.index.obj) if isinstance(tree.index, Static) else tree.index.value
        options = [(i, _inject_rows(trace, item, template)) for i, item in enumerate(tree.items)]
        return _select_leaves(trace, index, options)
    assert isinstance(tree, Node), tree
    if has_rows(tree):
        return inject(trace, tree.items[0], template)
    if not tree.items:
        return dummy(trace, template)
    columns = zip(*[inject_item(trace, item, template.item) for item in tree.items], strict=True)
    return [trace.builder.op("list_pack", column)[0] for column in columns]


def _inject_many(trace: tracing.Trace, tree: Many, template: TRows) -> list[Value]:
    values = [leaf.value for leaf in tree.items]
    return widened(trace, tree.obj.item, template.item, values, trace.value(tree.obj.length))


def widened(trace: tracing.Trace, own: Template, item: Template, columns: list[Value], n: Value) -> list[Value]:
    """The columns of items that may now take more forms."""
    if same_template(own, item):
        return columns
    if isinstance(item, TVar) and isinstance(own, TStatic):
        return [_repeated(trace, trace.value(own.obj), n)]
    if isinstance(item, TNode) and isinstance(own, TNode):
        given, made = iter(columns), []
        for mine, wanted in zip(own.items, item.items, strict=True):
            made += widened(trace, mine, wanted, [next(given) for _ in leaf_specs(mine)], n)
        return made
    if isinstance(item, TChoice) and not isinstance(own, TChoice):
        at = next(i for i, alternative in enumerate(item.items) if fits(own, alternative))
        made = [_repeated(trace, trace.builder.constant(at), n)]
        for i, alternative in enumerate(item.items):
            if i == at:
                made += widened(trace, own, alternative, columns if leaf_specs(own) else [], n)
            else:
                made += [_repeated(trace, value, n) for value in dummy(trace, alternative)]
        return made
    if isinstance(item, TChoice) and isinstance(own, TChoice):
        return _renumbered(trace, own, item, columns, n)
    return columns


def _renumbered(trace: tracing.Trace, own: TChoice, item: TChoice, columns: list[Value], n: Value) -> list[Value]:
    """The columns of items that were one of several kinds, and may now be one of more."""
    places = [next(i for i, wanted in enumerate(item.items) if fits(mine, wanted)) for mine in own.items]
    index = trace.variable(columns[0])
    made = [trace.value(ops.get("take")(np.array(places), index, axis=0))]
    rest = iter(columns[1:])
    given = [[next(rest) for _ in leaf_specs(mine)] for mine in own.items]
    for i, wanted in enumerate(item.items):
        here = [k for k, place in enumerate(places) if place == i]
        if not here:
            made += [_repeated(trace, value, n) for value in dummy(trace, wanted)]
            continue
        chosen = widened(trace, own.items[here[0]], wanted, given[here[0]], n)
        for k in here[1:]:
            others = widened(trace, own.items[k], wanted, given[k], n)
            chosen = [_where(trace, index == k, a, b) for a, b in zip(others, chosen, strict=True)]
        made += chosen
    return made


def _where(trace: tracing.Trace, test: Any, a: Value, b: Value) -> Value:
    tests = test.reshape(-1, *(1,) * (a.spec.ndim - 1))
    return trace.value(ops.get("where")(tests, trace.variable(a), trace.variable(b)))


def _repeated(trace: tracing.Trace, value: Value, n: Value) -> Value:
    return trace.builder.op("list_repeat", (value, n))[0]


def _inject_choice(trace: tracing.Trace, tree: Tree, template: TChoice) -> list[Value]:
    if not isinstance(tree, Chosen):
        at = _alternative(trace, tree, template)
        values = [trace.builder.constant(at)]
        for i, item in enumerate(template.items):
            values += inject(trace, tree, item) if i == at else dummy(trace, item)
        return values
    places = [_alternative(trace, item, template) for item in tree.items]
    index = trace.value(tree.index.obj) if isinstance(tree.index, Static) else tree.index.value
    slots = [[i for i, at in enumerate(places) if at == k] for k in range(len(template.items))]
    values = [_renumber(trace, index, places)]
    for item, sources in zip(template.items, slots, strict=True):
        values += _select_leaves(trace, index, [(i, inject(trace, tree.items[i], item)) for i in sources]) or dummy(
            trace, item
        )
    return values


def _select_leaves(trace: tracing.Trace, index: Value, options: list[tuple[int, list[Value]]]) -> list[Value]:
    """Of several alternatives that fall on one place, the leaves of the one that `index` says."""
    if not options:
        return []
    chosen = options[-1][1]
    for i, values in reversed(options[:-1]):
        test = trace.builder.one("py_eq", index, trace.builder.constant(i))
        chosen = [_pick(trace, test, v, w) for v, w in zip(values, chosen, strict=True)]
    return chosen


def _renumber(trace: tracing.Trace, index: Value, places: list[int]) -> Value:
    if places == list(range(len(places))):
        return index
    return _select_leaves(trace, index, [(i, [trace.builder.constant(at)]) for i, at in enumerate(places)])[0]


def _pick(trace: tracing.Trace, test: Value, a: Value, b: Value) -> Value:
    if a is b:
        return a
    then, orelse = trace.builder.child(), trace.builder.child()
    return trace.builder.op("if", (test,), {}, blocks=(then.close([a]), orelse.close([b])))[0]


def _alternative(trace: tracing.Trace, tree: Tree, template: TChoice) -> int:
    for own in (template_of(tree), template_of(tree, apart=True)):
        for i, item in enumerate(template.items):
            if fits(own, item):
                return i
    raise AssertionError(f"no alternative for {own} in {template}")


def dummy(trace: tracing.Trace, template: Template) -> list[Value]:
    """Leaves that nobody will look at."""
    match template:
        case TVar(spec=spec):
            return [_zero(trace, spec)]
        case TStatic() | TGone():
            return []
        case TNode():
            return [v for item in template.items for v in dummy(trace, item)]
        case TChoice():
            return [trace.builder.constant(0), *(v for item in template.items for v in dummy(trace, item))]
        case TRows(item=item):
            return [_none_of(trace, spec) for spec in item_specs(item)]


def _none_of(trace: tracing.Trace, spec: Spec) -> Value:
    """A buffer with no items."""
    return trace.builder.constant(np.zeros((0, *(n if isinstance(n, int) else 0 for n in spec.shape)), spec.dtype))


def _zero(trace: tracing.Trace, spec: Spec) -> Value:
    if spec.kind != ARRAY:
        zero = spec.dtype.type(0)
        return trace.builder.constant(zero.item() if spec.weak else zero)
    shape = tuple(n if isinstance(n, int) else 0 for n in spec.shape)
    if 0 in shape or shape == ():
        return trace.builder.constant(np.zeros(shape, spec.dtype))
    return trace.builder.one("zeros", shape=shape, dtype=spec.dtype)


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
        case TVar():
            made = trace.variable(next(values), origin)
            _share(trace, made, [*sources, *more])
            return made
        case TStatic(obj=obj):
            return obj
        case TNode(items=(TRows() as rows,)):
            made = template.kind([project(trace, rows, values, sources, origin)])
            trace.note_new(made)
            return made if joined is None else joined.one(sources, made)
        case TNode():
            parts = [
                project(trace, item, values, _parts(sources, i, template), origin, joined, _parts(more, i, template))
                for i, item in enumerate(template.items)
            ]
            made = _rebuild(template, parts)
            if not isinstance(made, tuple):
                trace.note_new(made)
            return made if joined is None else joined.one([t for t in sources if _is_of_form(t, template)], made)
        case TChoice():
            index = trace.variable(next(values), origin)
            ways = _ways(trace, template, [*sources, *more])
            items = zip(template.items, ways, strict=True)
            return Choice(index, [project(trace, t, values, sources, origin, joined, way) for t, way in items])
        case TGone():
            return Lost(template.error)
        case TRows(item=item):
            kinds = item_specs(item)
            columns = [trace.variable(next(values), origin) for _ in kinds]
            for k, (column, spec) in enumerate(zip(columns, kinds, strict=True)):
                if spec.kind == ARRAY:
                    _share(trace, column, [x for tree in sources for x in _columns_of(tree, k)])
            twice = any(_has_twice(tree) for tree in sources) and any(spec.kind == ARRAY for spec in kinds)
            return Rows(item, tuple(columns), template.repeats or twice)


def _ways(trace: tracing.Trace, template: TChoice, trees: list[Tree | None]) -> list[list[Tree | None]]:
    """For each alternative, what it may come from where a tree is one of several."""
    ways: list[list[Tree | None]] = [[] for _ in template.items]
    for tree in trees:
        for one in tree.items if isinstance(tree, Chosen) else ():
            ways[_alternative(trace, one, template)].append(one)
    return ways


def _has_twice(tree: Tree | None) -> bool:
    """Whether an ordinary list may hold one array twice."""
    if isinstance(tree, Chosen):
        return any(map(_has_twice, tree.items))
    if not isinstance(tree, Node) or has_rows(tree):
        return False
    found = [x.storage for x in _arrays(tree)]
    return any(a is b or a.related(b) for k, a in enumerate(found) for b in found[:k])


def _arrays(tree: Tree) -> list[Any]:
    if isinstance(tree, Leaf):
        is_array = tree.value.spec.kind == ARRAY and isinstance(getattr(tree.variable, "storage", None), Storage)
        return [tree.variable] if is_array else []
    return [x for item in tree.items for x in _arrays(item)] if isinstance(tree, (Node, Chosen)) else []


def _columns_of(tree: Tree | None, k: int) -> list[Tree | None]:
    """The arrays that the `k`-th leaf of a list's items may come from."""
    if isinstance(tree, Many):
        return [tree.items[k]] if k < len(tree.items) else list(tree.items)
    if isinstance(tree, Leaf):
        return [tree]
    return [x for item in tree.items for x in _columns_of(item, k)] if isinstance(tree, (Node, Chosen)) else []


def _parts(trees: list[Tree | None], i: int, template: TNode) -> list[Tree | None]:
    return [t.items[i] if isinstance(t, Node) and _is_of_form(t, template) else None for t in trees]


def _share(trace: tracing.Trace, made: Any, trees: list[Tree | None]) -> None:
    """An array that may be one that existed before must not be written to as if it were new."""
    if made.spec.kind != ARRAY:
        return
    leaves = [tree.variable for tree in trees if isinstance(tree, Leaf)]
    arrays = [x for x in leaves if isinstance(getattr(x, "storage", None), Storage)]
    join_layouts(made.storage, arrays)
    made.storage.frozen = joined_frozen(arrays, len(trees))
    for x in arrays:
        for root in x.storage.roots(trace.carried):
            made.storage.share(root)
    trace.joined.append(made.storage)


def _is_of_form(tree: Tree | None, template: TNode) -> bool:
    """Whether `tree` is what `template` was made of."""
    return isinstance(tree, Node) and (tree.kind, tree.keys, len(tree.items)) == (
        template.kind, template.keys, len(template.items)
    )  # fmt: skip


def _rebuild(template: TNode, parts: list[Any]) -> Any:
    kind: Any = template.kind
    if template.instance:
        return new_instance(kind, dict(zip(template.keys or (), parts, strict=True)))
    if kind is FormattedText:
        return FormattedText.together(template.keys or (), parts)
    if template.keys is not None:
        return dict(zip(template.keys, parts, strict=True))
    return kind(parts) if kind in (list, tuple, Items) else kind._make(parts)
