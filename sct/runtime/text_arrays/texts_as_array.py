"""`np.array` of lists of texts that the run makes: how wide their dtype is, only the run knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.runtime.current import current
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.leaf_forms import leaf_specs
from sct.runtime.joins.templates import TChoice, Template, TNode, TVar
from sct.runtime.lists.rows import Ragged, Rows, Variants, marker_of
from sct.runtime.text_arrays.array_of_texts import refuse
from sct.runtime.text_arrays.of_codes import OfCodes
from sct.runtime.text_arrays.text_array import TextArray
from sct.runtime.text_arrays.text_item import NumpyText
from sct.runtime.text_arrays.traced import called, leave_unless
from sct.runtime.text_arrays.word_array import WordArray
from sct.runtime.text_arrays.word_item import WordText
from sct.runtime.texts.text_forms import form_of_texts, is_text
from sct.runtime.texts.text_pieces import FormattedText

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["array_of_texts", "codes_of_text", "holds_texts_of_the_run", "run_texts_as_arrays", "template_of_text"]
__all__ += ["is_made_by_the_run"]

_NO_TEXTS = "np.array() of an empty list, which is one of numbers"


def holds_texts_of_the_run(x: Any) -> bool:
    """Whether this is a list of texts of which some are made by the run, or of lists of such."""
    if type(x) not in (list, tuple):
        return False
    marker = marker_of(x)
    if marker is not None:
        if isinstance(marker, Variants):
            contents = marker.choice.alternatives
            return any(map(len, contents)) and all(_is_text(x) for one in contents for x in one)
        return isinstance(marker, Rows) and _are_texts(marker.item)
    return any(_is_text_of_the_run(item) or holds_texts_of_the_run(item) for item in x)


def _is_text_of_the_run(x: Any) -> bool:
    return _is_text(x) and not isinstance(x, str)


def _is_text(x: Any) -> bool:
    if type(x) is Choice:
        return all(isinstance(one, (str, FormattedText)) for one in x.alternatives)
    return isinstance(x, (str, FormattedText))


def _are_texts(item: Template) -> bool:
    """Whether items of this form are texts, or lists of as many texts each."""
    if isinstance(item, TNode) and item.kind in (list, tuple):
        return bool(item.items) and all(map(_is_served, item.items))
    return _is_served(item)


def _is_served(item: Template) -> bool:
    if isinstance(item, TChoice):
        return item.number is None and all(map(_is_served, item.items))
    if isinstance(item, TNode) and item.kind is WordText:
        return all(isinstance(part, TVar) and part.spec.static for part in item.items) or _is_of_any_width(item)
    return is_text(item)


def _is_of_any_width(item: TNode) -> bool:
    """Whether elements of arrays lie there as letters and how many these are."""
    (codes,) = item.items
    return isinstance(codes, TNode) and codes.kind is Ragged and len(codes.items) == 1


def array_of_texts(trace: Trace, x: Any, dtype: Any = None, *, objects: bool = False) -> Any:
    """`np.array(x, dtype)` of such lists; or of the array of `objects` that NumPy has made of one before."""
    if isinstance(dtype, OfCodes):
        refuse("an array of a dtype that only the run knows, of texts,")
    wanted = np.dtype(str if dtype is None else dtype)
    if wanted.kind not in "Uiufc":
        refuse(f"an array of dtype {wanted} of texts that only the run knows")
    marker = marker_of(x)
    if isinstance(marker, Rows):
        if dtype is None:
            leave_unless(marker.length != 0, _NO_TEXTS)
        return _of_rows(trace, marker, wanted, objects)
    if isinstance(marker, Variants):
        return marker.choice.sct_distribute(lambda items: _of_items(trace, list(items), dtype, wanted, objects))
    return _of_items(trace, x, dtype, wanted, objects)


def _of_items(trace: Trace, x: Any, dtype: Any, wanted: np.dtype[Any], objects: bool) -> Any:
    if dtype is None and not x:
        return trace.own(np.array([]))
    leaves: list[Any] = []
    shape = _flatten(x, leaves)
    if shape is None:
        refuse("an array of lists of texts that are of several lengths")
    values: list[Any] = []
    templates = tuple(template_of_text(trace, leaf, values) for leaf in leaves)
    return _recorded(trace, "made", values, wanted, templates=templates, shape=shape, objects=objects)


def template_of_text(trace: Trace, text: Any, values: list[Any]) -> tuple[Any, ...]:
    """The template of a text, whose values go behind those that are there."""
    from sct.runtime.texts.letters import as_pieces
    from sct.runtime.texts.text_pieces import template_from

    pieces = as_pieces(trace, text)
    if pieces is None:
        refuse("an array of texts and of what is none")
    template, more = template_from(pieces)
    placed = tuple(p if isinstance(p, str) else (p[0], p[1] + len(values), *p[2:]) for p in template)
    values += more
    return placed


def codes_of_text(trace: Trace, text: Any) -> Any:
    """The codes of one text, as wide as it is."""
    from sct.runtime.lists.list_ops import op_value

    values: list[Any] = []
    templates = (template_of_text(trace, text, values),)
    attrs: dict[str, Any] = {"templates": templates, "shape": (), "dtype": np.dtype(str), "objects": False}
    return trace.variable(op_value(trace, "words_made", [trace.value(x) for x in values], **attrs))


def _flatten(x: Any, leaves: list[Any]) -> tuple[int, ...] | None:
    """The shape of nested lists; None where they are of several lengths."""
    if type(x) not in (list, tuple):
        if not isinstance(x, (str, FormattedText, Choice)):
            refuse("an array of texts and of what is none")
        leaves.append(x)
        return ()
    if marker_of(x) is not None:
        refuse("an array of lists whose lengths only the run knows")
    if not x:
        return (0,)
    shapes = {_flatten(item, leaves) for item in x}
    (inner,) = shapes if len(shapes) == 1 else (None,)
    return None if inner is None else (len(x), *inner)


def _recorded(trace: Trace, how: str, values: list[Any], dtype: np.dtype[Any], **attrs: Any) -> Any:
    from sct.runtime.lists.list_ops import op_value

    name = f"{'words' if dtype.kind == 'U' else 'numbers'}_{how}"
    made = trace.variable(op_value(trace, name, [trace.value(x) for x in values], dtype=dtype, **attrs))
    if dtype.kind != "U":
        return made
    return TextArray(made[..., 0], False) if made.spec.shape[-1] == 1 else WordArray(made)


def _of_rows(trace: Trace, rows: Rows, dtype: np.dtype[Any], objects: bool) -> Any:
    columns = iter(rows.columns)
    if not (isinstance(rows.item, TNode) and rows.item.kind in (list, tuple)):
        return _of_columns(trace, rows, rows.item, columns, dtype, objects)
    lines = [_of_columns(trace, rows, item, columns, dtype, objects) for item in rows.item.items]
    return called(np.stack, lines, axis=1)


def _of_columns(
    trace: Trace, rows: Rows, item: Template, columns: Iterator[Any], dtype: np.dtype[Any], objects: bool
) -> Any:
    mine = [next(columns) for _ in leaf_specs(item)]
    return _recorded(trace, "of_rows", [rows.length, *mine], dtype, form=_form(trace, item), objects=objects)


def _form(trace: Trace, item: Template) -> tuple[Any, ...]:
    if isinstance(item, TNode) and item.kind is WordText:
        return ("word", _is_of_any_width(item))
    if isinstance(item, TChoice):
        return "choice", tuple(_form(trace, one) for one in item.items)
    return form_of_texts(trace, item)


def is_made_by_the_run(x: Any) -> bool:
    """Whether `np.array` makes such a list an array of texts that are longer than a letter, for all that is known."""
    if not holds_texts_of_the_run(x):
        return False
    return marker_of(x) is not None or not _are_letters(x)


def _are_letters(x: Any) -> bool:
    from sct.runtime.texts.letters import code_of

    trace = current()
    assert trace is not None
    if type(x) in (list, tuple):
        return marker_of(x) is None and all(map(_are_letters, x))
    if isinstance(x, NumpyText):
        return True
    if isinstance(x, (str, FormattedText)):
        return len(x) == 1 if isinstance(x, str) else code_of(trace, x.pieces) is not None
    return type(x) is Choice and all(map(_are_letters, x.alternatives))


def run_texts_as_arrays(x: Any) -> Any:
    """An array in place of such a list; anything else as it is."""
    if not holds_texts_of_the_run(x) or not is_made_by_the_run(x):
        return x
    trace = current()
    assert trace is not None
    return array_of_texts(trace, x)
