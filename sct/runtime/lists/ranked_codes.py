"""Elements of arrays of texts that are compared as items of a list: their codes are in the order of the texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sct.ir.types import SCALAR
from sct.runtime.joins.leaf_forms import leaf_specs
from sct.runtime.joins.templates import Template, TNode, TVar
from sct.runtime.joins.tuple_forms import is_tuple_form
from sct.runtime.lists.rows import Rows
from sct.runtime.text_arrays.of_codes import OfCodes

__all__ = ["by_codes"]


def by_codes(rows: Rows) -> Rows:
    """The items with numbers in place of such texts: one for each letter that there is room for."""
    if not _has_codes(rows.item):
        return rows
    columns: list[Any] = []
    item = _numbers(rows.item, iter(rows.columns), columns)
    return Rows(item, tuple(columns))


def _has_codes(item: Template) -> bool:
    if not isinstance(item, TNode):
        return False
    return _is_element(item) or (is_tuple_form(item) and any(map(_has_codes, item.items)))


def _is_element(item: TNode) -> bool:
    """Whether this is one letter, or one text of a known width."""
    held = item.items[0] if issubclass(item.kind, OfCodes) and len(item.items) == 1 else None
    return isinstance(held, TVar) and held.spec.ndim < 2 and isinstance((*held.spec.shape, 1)[0], int)


def _numbers(item: Template, given: Iterator[Any], columns: list[Any]) -> Template:
    if isinstance(item, TNode) and _is_element(item):
        (held,), codes = item.items, next(given)
        assert isinstance(held, TVar)
        number = TVar(held.spec.with_(shape=(), kind=SCALAR))
        if not held.spec.ndim:
            columns.append(codes)
            return number
        width = held.spec.shape[0]
        assert isinstance(width, int)
        columns += [codes[:, k] for k in range(width)]
        return TNode(tuple, None, (number,) * width)
    if isinstance(item, TNode) and is_tuple_form(item):
        return TNode(item.kind, item.keys, tuple([_numbers(one, given, columns) for one in item.items]))
    columns += [next(given) for _ in leaf_specs(item)]
    return item
