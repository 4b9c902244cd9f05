"""Whether a value of one form can stand where another form is, and whether two forms are one."""

from __future__ import annotations

from sct.runtime.callers.same_static import same_static
from sct.runtime.joins.function_forms import opened_form
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
    same_form,
    spec_of,
    template_of,
)
from sct.runtime.lists import ragged
from sct.runtime.texts.text_forms import are_letters, is_text

__all__ = ["are_unlike", "fits", "same_template"]


def fits(own: Template, item: Template, whole: bool = True) -> bool:
    """Whether a tree of form `own` can be injected into `item`.

    Lists and dicts that were there before fit as they are only, or, if they need not stay `whole`,
    by what they hold, too.
    """
    if not whole and isinstance(own, TStatic) and own.tree is not None and not isinstance(item, TStatic):
        inside = own.tree.items
        own = TNode(own.tree.kind, own.tree.keys, tuple(template_of(one) for one in inside))
    if isinstance(item, TGone):
        return True
    own = opened_form(own, item)
    if are_letters(item):
        return is_text(own)
    if isinstance(item, TNode) and has_rows(item) and lists_in(own):
        if lists_in(own)[0].kind is not item.kind:
            return False
        (rows,) = item.items
        assert isinstance(rows, TRows)
        held = [x.item if isinstance(x, TRows) else x for one in lists_in(own) for x in one.items]
        return all(fits(x, rows.item, whole) for x in held)
    if isinstance(own, TChoice):
        return isinstance(item, TChoice) and all(any(fits(o, i, whole) for i in item.items) for o in own.items)
    if isinstance(item, TStatic):
        if isinstance(own, TStatic):
            return same_static(own.obj, item.obj)
        return False
    if isinstance(item, TVar):
        spec = spec_of(own)
        return spec is not None and spec.is_like(item.spec)
    if is_ragged(item) and not isinstance(own, TChoice):
        return ragged.holds(item, own)
    if isinstance(item, TNode):
        return isinstance(own, TNode) and same_form(own, item) and all(
            fits(x, y, whole) for x, y in zip(own.items, item.items, strict=True)
        )
    if isinstance(item, TChoice):
        return any(fits(own, alternative, whole) for alternative in item.items)
    return True


def are_unlike(own: Template, item: Template) -> bool:
    """Whether arrays in what fits into another form have other extents there: all of one list have room for any."""
    if isinstance(own, TChoice):
        return any(are_unlike(one, item) for one in own.items)
    if isinstance(item, TChoice):
        return all(are_unlike(own, one) for one in item.items if fits(own, one))
    if isinstance(item, TVar):
        spec = spec_of(own)
        return spec is not None and spec.shape != item.spec.shape
    if not isinstance(item, TNode) or is_ragged(item):
        return False
    if has_rows(item):
        (rows,) = item.items
        assert isinstance(rows, TRows)
        held = [x.item if isinstance(x, TRows) else x for one in lists_in(own) for x in one.items]
        return any(are_unlike(x, rows.item) for x in held)
    return isinstance(own, TNode) and any(map(are_unlike, own.items, item.items))


def same_template(a: Template, b: Template, extents: bool = True) -> bool:
    """Whether two templates are the same form; without `extents`, lists in them may be of others."""

    def same(x: Template, y: Template) -> bool:
        return same_template(x, y, extents)

    if isinstance(a, TVar) and isinstance(b, TVar):
        return a == b
    if isinstance(a, TStatic) and isinstance(b, TStatic):
        return same_static(a.obj, b.obj)
    if isinstance(a, TNode) and isinstance(b, TNode):
        alike = a.kind is b.kind and a.keys == b.keys and len(a.items) == len(b.items)
        return alike and all(map(same, a.items, b.items))
    if isinstance(a, TChoice) and isinstance(b, TChoice):
        shared = a.number == b.number and len(a.items) == len(b.items)
        return shared and all(map(same, a.items, b.items))
    if isinstance(a, TRows) and isinstance(b, TRows):
        if extents and (a.extent, a.repeats) != (b.extent, b.repeats):
            return False
        return a.inner == b.inner and same(a.item, b.item)
    return type(a) is type(b)
