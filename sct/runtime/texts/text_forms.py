"""When texts that differ are joined as lists of the codes of their letters, and not as one of a few."""

from __future__ import annotations

from typing import Any

from sct.errors import StaticValueError
from sct.ir.types import Dim, Extent
from sct.ops.infer import PY_INT
from sct.runtime import trace as tracing
from sct.runtime.joins.templates import TChoice, Template, TNode, TRows, TStatic, TVar
from sct.runtime.joins.too_many import MAX_ALTERNATIVES
from sct.runtime.lists.rows import ONCE
from sct.runtime.texts.text_pieces import LETTERS, FormattedText, is_letters, template_from

__all__ = [
    "CODE", "are_letters", "form_of_texts", "has_texts", "is_text", "joined", "letters_for", "letters_item",
    "texts_together",
]  # fmt: skip

CODE = TVar(PY_INT)
_SOON = 4  # texts in a loop, of which some are parts of others: more are going to come

OpenDims = frozenset[Dim] | None


def is_text(t: Template) -> bool:
    """Whether all that a template stands for is text."""
    if isinstance(t, TChoice):
        return all(map(is_text, t.items))
    if isinstance(t, TNode):
        return t.kind is FormattedText
    return isinstance(t, TStatic) and type(t.obj) is str


def has_texts(t: Template) -> bool:
    """Whether items are texts, or tuples of texts and numbers, and of such tuples."""
    if isinstance(t, TNode) and t.kind is tuple:
        return any(map(has_texts, t.items)) and all(map(_is_compared, t.items))
    return is_text(t)


def _is_compared(t: Template) -> bool:
    """Whether columns say in which order such parts of items are."""
    if isinstance(t, TStatic):
        return t.obj is None or (isinstance(t.obj, (str, int, float)) and t.obj == t.obj)  # a NaN is another one
    if isinstance(t, TChoice) or (isinstance(t, TNode) and t.kind is tuple):
        return all(map(_is_compared, t.items))
    return is_text(t) or isinstance(t, TVar)


def are_letters(t: Template) -> bool:
    """Whether a template is that of a text of run-time length."""
    return isinstance(t, TNode) and t.kind is FormattedText and is_letters(t.keys)


def joined(trace: tracing.Trace, a: Template, b: Template, open_dims: OpenDims) -> Template | None:
    """The letters of two texts of which one is letters, or grows in a loop; None of others."""
    if are_letters(a) == are_letters(b) is True or not (is_text(a) and is_text(b)):
        return None
    for one in (a, b):
        if are_letters(one):
            return _letters(_extent(trace, _rows(one).extent, open_dims), _rows(one).inner)
    if open_dims is not None and (_grows(a, b) or _grows(b, a)):
        return _letters(trace.builder.fresh_dim())
    return None


def letters_for(trace: tracing.Trace, items: list[Template], open_dims: OpenDims) -> Template | None:
    """Letters in place of an alternative too many; None as long as there are few, or other things among them."""
    if not all(map(is_text, items)):
        return None
    if len(items) > MAX_ALTERNATIVES or (open_dims is not None and len(items) > _SOON and _are_parts(items)):
        return _letters(trace.builder.fresh_dim())
    return None


def texts_together(trace: tracing.Trace, items: list[Template]) -> list[Template]:
    """Letters in place of the texts among other things (a function that has not returned), which are too many."""
    texts = [item for item in items if is_text(item)]
    if len(texts) < 2:
        return items
    return [item for item in items if item not in texts] + [_letters(trace.builder.fresh_dim())]


def _letters(extent: Extent, inner: bool = False) -> TNode:
    rows = TNode(tuple, None, (TRows(CODE, extent, ONCE, inner),))
    return TNode(FormattedText, ((LETTERS, ""),), (rows,))


def _rows(t: Template) -> TRows:
    assert isinstance(t, TNode)
    (letters,) = t.items
    assert isinstance(letters, TNode)
    (rows,) = letters.items
    assert isinstance(rows, TRows)
    return rows


def form_of_texts(trace: tracing.Trace, t: Template) -> tuple[Any, ...]:
    """How the op `text_rows` makes texts of the columns of a list: see there."""
    if isinstance(t, TStatic):
        return "known", t.obj
    if isinstance(t, TChoice):
        return "choice", tuple(form_of_texts(trace, item) for item in t.items)
    assert isinstance(t, TNode)
    if any(isinstance(part, TStatic) for part in t.items):
        raise StaticValueError(
            "texts of several kinds in a list, with values in them that do not change",
            where=trace.location(),
            fix="put the values into the texts with str() first",
        )
    template, _ = template_from(FormattedText.together(t.keys or (), [None] * len(t.items)).pieces)
    return "text", template, tuple(part.spec.kind if isinstance(part, TVar) else "letters" for part in t.items)


def _extent(trace: tracing.Trace, extent: Extent, open_dims: OpenDims) -> Extent:
    return extent if extent in (open_dims or ()) else trace.builder.fresh_dim()


def _form(t: Template) -> tuple[Any, ...] | None:
    """The pieces of a text, where there is but one form."""
    if isinstance(t, TStatic):
        return (t.obj,) if t.obj else ()
    return t.keys if isinstance(t, TNode) else None


def _grows(a: Template, b: Template) -> bool:
    """Whether `b` is `a` with more before or after it."""
    short, long = _form(a), _form(b)
    if short is None or long is None or len(short) >= len(long):
        return False
    n = len(short)
    return any(long[k : k + n] == short for k in range(len(long) - n + 1))


def _are_parts(items: list[Template]) -> bool:
    """Whether some of these known texts are parts of others."""
    texts = [t.obj for t in items if isinstance(t, TStatic) and t.obj]
    return any(a != b and a in b for a in texts for b in texts)


def letters_item(trace: tracing.Trace) -> TNode:
    """The form of the items of a list of texts."""
    return _letters(trace.builder.fresh_dim(), inner=True)
