"""Templates: the form of a tree without its values, and the form that two trees have in common.

Where two leaves have nothing in common (None and an array, two strings, an int and a float), the
template is a choice between both.
"""

from __future__ import annotations

import functools
import operator
from typing import Any, TypeGuard

import numpy as np

from sct.errors import SctError
from sct.ir.types import ARRAY, Dim, Extent, Spec
from sct.records import record
from sct.runtime import trace as tracing
from sct.runtime.callers.same_static import same_static
from sct.runtime.hashing.entries import ENTRIES
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.function_forms import opened_form
from sct.runtime.joins.too_many import MAX_ALTERNATIVES, are_too_many, refusal
from sct.runtime.joins.trees import Chosen, Gone, Leaf, Many, Node, Static, Tree, Varying, is_unchanging
from sct.runtime.lists.rows import IN_POOLS, ONCE, Items, Ragged
from sct.runtime.numbers.number_kinds import common_dtype

__all__ = [
    "TChoice", "TGone", "TNode", "TRows", "TStatic", "TVar", "Template", "common_template", "grown", "has_rows",
    "is_ragged", "lists_in", "one_of", "opened", "same_form", "sole_template", "spec_of", "template_of", "unify",
]  # fmt: skip

OpenDims = frozenset[Dim] | None  # None where branches are joined, not iterations


@record
class TVar:
    """One symbolic leaf."""

    spec: Spec


@record(eq=False)
class TStatic:
    """The same Python object every time."""

    obj: Any
    tree: Node | None = None  # of a list or dict that was there before
    chosen: Chosen | Node | None = None  # what it comes apart into, where another value stands beside it


@record(eq=False)
class TNode:
    """A container or instance."""

    kind: type
    keys: tuple[Any, ...] | None
    items: tuple[Template, ...]
    instance: bool = False
    site: Any = None  # of a dict or list: see Node


@record(eq=False)
class TChoice:
    """One of several; where they are all one number of several kinds, `number` is the dtype of the leaf they share."""

    items: tuple[Template, ...]
    number: np.dtype[Any] | None = None


@record(eq=False)
class TRows:
    """The items of a list, all of one form: the only item of its list's template.

    Where the list is `inner`, itself an item of one, its columns have room for the longest of all, and its own
    length is one more leaf.
    """

    item: Template
    extent: Extent
    repeats: int = ONCE  # whether an item may also be elsewhere, or in the list twice
    inner: bool = False


@record(eq=False)
class TGone:
    """Nothing that could be used."""

    error: SctError


Template = TVar | TStatic | TNode | TChoice | TGone | TRows


def template_of(tree: Tree, apart: bool = False) -> Template:
    """The form of a tree; containers that were there before stay what they are, unless taken `apart`."""
    if not isinstance(tree, (Node, Chosen)):
        return _form_of(tree, apart)
    known: Template | None = tree.form_apart if apart else tree.form
    if known is None:  # else each level of what is deep would be gone through once more for each one around it
        known = _form_of(tree, apart)
        kind: Any = type(tree)
        (kind.form_apart if apart else kind.form).__set__(tree, known)
    return known


def _form_of(tree: Tree, apart: bool) -> Template:
    match tree:
        case Node(outer=True) if not apart:
            opened = tree.kind in (list, set) or issubclass(tree.kind, dict)
            return TStatic(tree.obj, tree if opened and not tree.theirs else None)
        case Leaf(value=value):
            return TVar(value.spec)
        case Static(obj=obj):
            return TStatic(obj)
        case Node():
            items = tuple(template_of(item, apart) for item in tree.items)
            return TNode(tree.kind, tree.keys, items, tree.instance, tree.site)
        case Chosen():
            return one_of(tuple(template_of(item, apart) for item in tree.items))
        case Gone():
            return TGone(tree.error)
        case Many():
            from sct.runtime.joins.rooms import with_rooms

            extents = [leaf.value.spec.shape[0] for leaf in tree.items]  # of which some may have been found out
            unknown = next((n for n in extents if isinstance(n, Dim)), extents[0])
            return TRows(with_rooms(tree.obj.item, [leaf.value.spec for leaf in tree.items]), unknown, tree.obj.repeats)


def common_template(trace: tracing.Trace, a: Tree, b: Tree, open_dims: OpenDims = None) -> Template:
    """The template of two branches; what both left untouched stays the same object."""
    if isinstance(a, Leaf) and isinstance(b, Leaf) and (a.variable is b.variable or a.value.spec == b.value.spec):
        return TStatic(a.variable) if a.variable is b.variable else TVar(a.value.spec)
    if isinstance(a, (Node, Chosen, Many)) and isinstance(b, (Node, Chosen, Many)) and a.obj is b.obj:
        return TStatic(a.obj, chosen=_parts(a))
    if isinstance(a, Node) and isinstance(b, Node) and same_form(a, b) and (a.keys or ())[:1] != (ENTRIES,):
        return TNode(
            a.kind,
            a.keys,
            tuple(common_template(trace, x, y, open_dims) for x, y in zip(a.items, b.items, strict=True)),
            a.instance,
            a.site or b.site,
        )
    if open_dims is not None and isinstance(a, Node) and isinstance(b, Node) and a.kind is b.kind is list:
        return unify(trace, opened(a), opened(b), open_dims)
    return unify(trace, template_of(a), template_of(b), open_dims)


def _parts(tree: Node | Chosen | Many) -> Chosen | Node | None:
    """What comes apart where another value stands beside it: one of several, or a tuple, which cannot change."""
    return None if isinstance(tree, Many) or (isinstance(tree, Node) and not issubclass(tree.kind, tuple)) else tree


def opened(tree: Node) -> Template:
    """The form of a list's items, also where the list was there before."""
    return TNode(tree.kind, tree.keys, tuple(map(template_of, tree.items)), site=tree.site)


def sole_template(trace: tracing.Trace, tree: Tree) -> Template:
    """The template where the other branch never comes back: arrays from before stay what they are."""
    if isinstance(tree, Leaf) and tracing.is_variable(tree.variable):
        x = tree.variable
        if x.spec.kind == ARRAY and trace.in_scope(x.storage.born) and not any(step.operands for step in x.steps):
            return TStatic(x)
    return template_of(tree)


def same_form(a: Node | TNode, b: Node | TNode) -> bool:
    """Whether two containers are of one kind, with the same keys or as many items."""
    if a.kind is Varying:
        return False
    return a.kind is b.kind and a.keys == b.keys and len(a.items) == len(b.items) and has_rows(a) == has_rows(b)


def has_rows(node: Node | TNode) -> bool:
    """Whether a container is a list of run-time length."""
    return len(node.items) == 1 and isinstance(node.items[0], (Many, TRows)) and node.kind is not Ragged


def is_ragged(t: Template) -> TypeGuard[TNode]:
    """Whether this is the form of arrays of several shapes."""
    return isinstance(t, TNode) and t.kind is Ragged


def unify(trace: tracing.Trace, a: Template, b: Template, open_dims: OpenDims) -> Template:
    """The smallest template that holds both; in loops, `open_dims` already stand for any extent."""
    from sct.runtime.joins import form_sites

    form_sites.relate(trace, a, b)
    if not (isinstance(a, TStatic) and isinstance(b, TStatic) and a.obj is b.obj):
        a, b = _alternatives(a), _alternatives(b)
    return _join(trace, opened_form(a, b), opened_form(b, a), open_dims) or _choice(trace, a, b, open_dims)


def _alternatives(t: Template) -> Template:
    """One of several that was left alone so far, as what it may be."""
    return template_of(t.chosen) if isinstance(t, TStatic) and t.chosen is not None else t


def _join(trace: tracing.Trace, a: Template, b: Template, open_dims: OpenDims) -> Template | None:
    """Unify without a choice at this level, or None."""
    if isinstance(a, TGone) or isinstance(b, TGone):
        return a if isinstance(a, TGone) else b
    if is_ragged(a) or is_ragged(b):
        from sct.runtime.lists import ragged

        return ragged.joined(trace, a, b, open_dims)
    if isinstance(a, TRows) and isinstance(b, TRows):
        extent = a.extent if a.extent == b.extent or a.extent in (open_dims or ()) else trace.builder.fresh_dim()
        item = _unify_items(trace, [a.item, b.item], open_dims)
        return TRows(item, extent, a.repeats | b.repeats, a.inner or b.inner)
    lists = lists_in(a), lists_in(b)
    alike = lists[0] and lists[1] and lists[0][0].kind is lists[1][0].kind
    if alike and (found := grown(trace, *lists, open_dims)) is not None:
        return found
    if isinstance(a, TStatic) and isinstance(b, TStatic) and same_static(a.obj, b.obj):
        return a
    if not isinstance(a, TVar) and not isinstance(b, TVar):
        from sct.runtime.texts import text_forms

        if (text := text_forms.joined(trace, a, b, open_dims)) is not None:
            return text
    spec_a, spec_b = spec_of(a), spec_of(b)
    if spec_a is not None and spec_b is not None:
        if not spec_a.is_like(spec_b):
            return None
        return TVar(Spec(spec_a.dtype, _dims(trace, spec_a, spec_b, open_dims), spec_a.kind))
    if isinstance(a, TNode) and isinstance(b, TNode) and same_form(a, b):
        if a.keys is not None and a.keys[:1] == (ENTRIES,):
            from sct.runtime.hashing import table_forms

            return table_forms.joined(trace, a, b, open_dims)
        items = tuple(unify(trace, x, y, open_dims) for x, y in zip(a.items, b.items, strict=True))
        return TNode(a.kind, a.keys, items, a.instance, a.site or b.site)
    for one, other in ((a, b), (b, a)):
        site = _plain_site(trace, one, other) if isinstance(other, TNode) else None
        if site is not None:
            from sct.runtime.hashing.hashed import gets_keys_like_another

            gets_keys_like_another(trace, site)
    return None


def _plain_site(trace: tracing.Trace, t: Template, other: TNode) -> Any:
    """Where a set or an empty dict was made that has no run-time keys, beside one that has."""
    if isinstance(t, TStatic) and type(t.obj) is set and other.kind is set:
        return trace.sites.get(t.obj)
    is_empty = isinstance(t, TNode) and t.kind is dict and not t.keys
    return t.site if is_empty and other.kind is dict and other.keys == (ENTRIES,) else None  # type: ignore[union-attr]


def lists_in(t: Template) -> list[TNode]:
    """The alternatives of a template, if all of them are lists, or all of them tuples."""
    items = t.items if isinstance(t, TChoice) else (t,)
    found = [item for item in items if isinstance(item, TNode) and item.kind in (list, Items, tuple)]
    return found if len(found) == len(items) and len({item.kind for item in found}) == 1 else []


def grown(
    trace: tracing.Trace, mine: list[TNode], others: list[TNode], open_dims: OpenDims, always: bool = False
) -> Template | None:
    """One list of run-time length for these; None if alternatives of known length will do."""
    from sct.runtime.hashing.table_forms import holds_deque

    lists = mine + others
    hold = any(_is_container(item) for one in lists for item in one.items)
    if (hold and lists[0].kind is tuple) or any(holds_deque(item) for one in lists for item in one.items):
        return None
    soon = (open_dims is not None and lists[0].kind is not tuple) or hold
    several = soon and any(not same_form(lists[0], other) for other in lists)
    rows = [one.items[0] for one in lists if has_rows(one)]
    if not (several or rows or always):
        return None
    items = [row.item for row in rows if isinstance(row, TRows)]
    items += [_taken_apart(trace, item) for one in lists if not has_rows(one) for item in one.items]
    extents = [row.extent for row in rows if isinstance(row, TRows)]
    known = len(rows) == len(lists) and len(set(extents)) == 1
    own = [row.extent for one in mine for row in one.items if isinstance(row, TRows)]  # not those of another list
    kept = extents[:1] if known else [n for n in own if n in (open_dims or ())]
    extent = kept[0] if kept else trace.builder.fresh_dim()
    repeats = functools.reduce(operator.or_, [row.repeats for row in rows if isinstance(row, TRows)], ONCE)
    site = next((one.site for one in lists if one.site is not None), None)
    return TNode(lists[0].kind, None, (TRows(_unify_items(trace, items, open_dims), extent, repeats),), site=site)


def _taken_apart(trace: tracing.Trace, t: Template) -> Template:
    """The form of an item that is copied into rows; what a branch has changed stays one object."""
    if isinstance(t, TStatic) and t.tree is not None and not _is_changing(trace, t.tree):
        items = tuple(_taken_apart(trace, template_of(item)) for item in t.tree.items)
        return TNode(t.tree.kind, t.tree.keys, items, site=t.tree.site)
    if not isinstance(t, (TNode, TChoice)):
        return t
    items = tuple(_taken_apart(trace, item) for item in t.items)
    if all(new is old for new, old in zip(items, t.items, strict=True)):
        return t
    return TNode(t.kind, t.keys, items, t.instance, t.site) if isinstance(t, TNode) else TChoice(items)


def _is_changing(trace: tracing.Trace, tree: Node) -> bool:
    """Whether a branch has changed an object, or a list that a set or dict with run-time keys is made of."""
    table = tree.items[0] if (tree.keys or ())[:1] == (ENTRIES,) else None
    parts = (tree, *(table.items if isinstance(table, Node) else ()))
    return any(id(part.obj) in trace.joining.changing for part in parts if isinstance(part, Node))


def _is_container(t: Template) -> bool:
    """Whether an item is, or holds, an object that can change: alternatives would be in doubt which one it is."""
    if not isinstance(t, TNode):
        return False
    plain = t.kind in IN_POOLS or is_unchanging(t.kind)
    return not plain or any(map(_is_container, t.items))


def _unify_items(trace: tracing.Trace, items: list[Template], open_dims: OpenDims) -> Template:
    from sct.runtime.lists.item_forms import without_open_extents

    made = items[0]
    settled: type | None = None  # Python numbers of this type change nothing any more
    for item in items[1:]:
        if settled is not None and isinstance(item, TStatic) and type(item.obj) is settled:
            continue
        if isinstance(made, TVar) and isinstance(item, TStatic) and type(item.obj) in tracing.NUMBERS:
            settled = type(item.obj) if spec_of(item) == made.spec else None
        made = unify(trace, made, item, open_dims)
    return without_open_extents(trace, made)


def spec_of(t: Template) -> Spec | None:
    """The spec of a form that is one leaf, or a number that is known."""
    if isinstance(t, TVar):
        return t.spec
    obj: Any = t.obj if isinstance(t, TStatic) else None
    if type(obj) in tracing.NUMBERS or (isinstance(obj, np.generic) and obj.dtype.kind in "biufc"):
        return tracing.spec_of_number(obj)
    found: Spec | None = obj.spec if tracing.is_variable(obj) and not isinstance(obj, Choice) else None
    return found


def _dims(trace: tracing.Trace, a: Spec, b: Spec, open_dims: OpenDims) -> tuple[Any, ...]:
    return tuple(
        m if m == n or (isinstance(m, Dim) and m in (open_dims or ())) else trace.builder.fresh_dim()
        for m, n in zip(a.shape, b.shape, strict=True)
    )


def _choice(trace: tracing.Trace, a: Template, b: Template, open_dims: OpenDims) -> Template:
    from sct.runtime.lists import sequence_forms

    items = list(a.items if isinstance(a, TChoice) else (a,))
    for new in b.items if isinstance(b, TChoice) else (b,):
        for i, old in enumerate(items):
            joined = _join(trace, opened_form(old, new), opened_form(new, old), open_dims)
            if joined is not None:
                items[i] = joined
                break
        else:
            items.append(new)
    together = sequence_forms.tuples_together(trace, items, open_dims)
    if together is not None and len(together) == 1:
        return together[0]
    items = together or items
    from sct.runtime.texts.text_forms import letters_for, texts_together

    text = letters_for(trace, items, open_dims)
    if text is not None:
        return text
    if len(items) > MAX_ALTERNATIVES:
        k = len(a.items) if isinstance(a, TChoice) else 1
        items = sequence_forms.lists_together(trace, items, k, open_dims)
        if len(items) == 1:
            return items[0]
    if _are_too_many(trace, items):
        items = texts_together(trace, items)
    if _are_too_many(trace, items):
        apart = [_taken_apart(trace, item) for item in items]
        if any(new is not old for new, old in zip(apart, items, strict=True)):
            return functools.reduce(lambda made, item: unify(trace, made, item, open_dims), apart)
        return TGone(refusal(trace.location()))
    return one_of(tuple(items))


def _are_too_many(trace: tracing.Trace, items: list[Template]) -> bool:
    return are_too_many(item.obj if isinstance(item, TStatic) else trace for item in items)


def one_of(items: tuple[Template, ...]) -> TChoice:
    """A choice of these; numbers that are one for the machine share their leaf."""
    constants = [item.obj for item in items if isinstance(item, TStatic)]
    specs = [item.spec for item in items if isinstance(item, TVar)]
    if len(specs) + len(constants) < len(items):
        return TChoice(items)
    number = common_dtype(specs, constants)
    return TChoice(items if number is None else tuple(sorted(items, key=_place)), number)


def _place(item: Template) -> int:
    """One order for the kinds of a number, so that branches and loops agree on what an index says."""
    return 0 if not isinstance(item, TVar) else 1 if item.spec.weak else 2
