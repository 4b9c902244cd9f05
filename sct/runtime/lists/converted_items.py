"""Numbers of a list of run-time length as elements of a dtype: NumPy converts each by itself, and may raise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from sct import ops
from sct.errors import ObjectDtypeError, StaticValueError
from sct.ir.types import ARRAY, PYTHON, Spec
from sct.ops import bindings
from sct.ops.casts import number_fits
from sct.runtime.current import here
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.templates import TChoice, Template, TNode, TRows, TStatic, TVar
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import NUMBERS, Trace, spec_of_number

__all__ = ["as_elements", "is_chosen_list", "nested"]


def nested(value: Any, dtype: Any = None) -> Any:
    """An array of nested lists that may hold run-time values, or be of run-time length."""
    from sct.runtime.call import convert_call
    from sct.runtime.lists.growing import is_growing

    value = list(value) if isinstance(value, range) else value
    growing = is_growing(value) or any(map(is_growing, value))
    if _holds_text(value):
        raise ObjectDtypeError("an array of texts has no static form", where=here())
    function: Any = convert_call(np.array) if growing else bindings.lookup_binding(np.array)
    return function(value, dtype=dtype)


def _holds_text(value: Any) -> bool:
    """Whether a list holds a text, known or not, where each of its items is known."""
    if isinstance(value, (list, tuple)):
        return any(map(_holds_text, value))
    return isinstance(value, (str, FormattedText))


def as_elements(trace: Trace, item: Template, made: Any, dtype: Any) -> Any:
    """The array of all numbers in items of this form, as the dtype that was asked for."""
    specs = list(_numbers(item))
    odd = [spec for spec in specs if not number_fits(spec, dtype)]
    if any(spec.dtype.kind == "c" for spec in specs) and np.dtype(dtype).kind not in "cb":
        raise _refusal(trace, "complex numbers as real ones")
    if not odd:
        return made.astype(dtype)
    python = odd[0].kind == PYTHON
    if any((spec.kind == PYTHON) != python for spec in odd) or any(spec.kind == ARRAY for spec in specs):
        raise _refusal(trace, "numbers of Python's and NumPy's as integers")

    def converted(one: Any) -> Any:
        return ops.get("list_elements")(one, dtype=np.dtype(dtype), python=python)

    return made.sct_distribute(converted) if isinstance(made, Choice) else converted(made)


def is_chosen_list(value: Any) -> bool:
    """Whether this is one of several, of which some are lists or tuples."""
    return type(value) is Choice and any(isinstance(one, (list, tuple)) for one in value.alternatives)


def _numbers(item: Template) -> Iterator[Spec]:
    match item:
        case TVar(spec=spec):
            yield spec
        case TStatic(obj=obj):
            if isinstance(obj, (*NUMBERS, np.generic)):
                yield spec_of_number(obj)
        case TRows(item=inner):
            yield from _numbers(inner)
        case TNode(items=items) | TChoice(items=items):
            for one in items:
                yield from _numbers(one)


def _refusal(trace: Trace, what: str) -> StaticValueError:
    return StaticValueError(
        f"an array of a list of run-time length, of {what}",
        where=trace.location(),
        why="NumPy converts each item by itself, and what it makes of it depends on its class",
        fix="make the array first, and convert it with astype",
    )
