"""Long lists of plain numbers, or of tuples of them: constants in place of a leaf for each of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ops.python_numbers import is_too_large
from sct.runtime.callers.same_constant import same_constant
from sct.runtime.joins.templates import Template, TNode, TStatic, TVar
from sct.runtime.trace import spec_of_number

__all__ = ["MANY", "known_numbers"]

MANY = 64  # items; with fewer, the program is as short
_KINDS = (bool, int, float, complex)


def known_numbers(items: Any) -> tuple[Template, list[Any]] | None:
    """The form of the items of a long list of Python numbers of one type, or of tuples of such; and their columns."""
    found = _form(items) if len(items) >= MANY else None
    if found is None:
        return None
    template, columns = found
    return template, columns or [np.ones(len(items), bool)]


def _form(items: Any) -> tuple[Template, list[Any]] | None:
    kind = type(items[0])
    if any(type(x) is not kind for x in items):
        return None
    return _tuples(items) if kind is tuple else _numbers(items, kind) if kind in _KINDS else None


def _tuples(items: Any) -> tuple[Template, list[Any]] | None:
    if any(len(x) != len(items[0]) for x in items):
        return None
    parts = [_form(part) for part in zip(*items, strict=True)]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    return TNode(tuple, None, tuple(t for t, _ in known)), [column for _, columns in known for column in columns]


def _numbers(items: Any, kind: type) -> tuple[Template, list[Any]] | None:
    first = items[0]
    if all(x is first or same_constant(x, first) for x in items):
        return TStatic(first), []
    if kind is int and any(map(is_too_large, items)):
        return None
    spec = spec_of_number(first)
    return TVar(spec), [np.array(items, spec.dtype)]
