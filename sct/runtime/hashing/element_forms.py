"""Of what kinds the elements of sets are: 1, 1.0, True and `np.int64(1)` are equal, and four things."""

from __future__ import annotations

from typing import Any

from sct.runtime.current import is_variable
from sct.runtime.joins.templates import Template, TNode, TStatic, TVar
from sct.runtime.joins.tuple_forms import as_tuple, hashed_parts
from sct.runtime.lists.rows import Rows, marker_of
from sct.runtime.texts.text_pieces import FormattedText

__all__ = ["are_of_one_form"]


def are_of_one_form(a: Any, b: Any) -> bool:
    """Whether all that these lists hold is of one kind, so that what is equal is the same."""
    forms = _forms(a) | _forms(b)
    return len(forms) <= 1 and None not in forms


def _forms(items: Any) -> set[Any]:
    marker = marker_of(items)
    if marker is not None:
        return {_form(marker.item) if isinstance(marker, Rows) else None}
    return {_form_of(item) for item in items}


def _form(t: Template) -> Any:
    """The kind of all items of a list of run-time length; None if there are several."""
    if isinstance(t, TVar):
        return t.spec.dtype, t.spec.kind
    if isinstance(t, TStatic):
        return _form_of(t.obj)
    if isinstance(t, TNode) and t.kind is FormattedText:
        return str
    if isinstance(t, TNode) and (parts := as_tuple(t)) is not None:
        forms = tuple(map(_form, parts))
        return None if None in forms else (t.kind, *forms)
    return None


def _form_of(x: Any) -> Any:
    if isinstance(x, FormattedText):
        return str
    if is_variable(x):
        spec = getattr(x, "spec", None)
        return spec and (spec.dtype, spec.kind)
    if (parts := hashed_parts(x)) is not None:
        forms = tuple(map(_form_of, parts))
        return None if None in forms else (type(x), *forms)
    return type(x)
