"""Containers, objects and texts put together of their parts, by their form."""

from __future__ import annotations

from collections import deque
from typing import Any

from sct.runtime.hashing.entries import is_of_dict, put_together
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.joins.choice import Choice, current_trace
from sct.runtime.joins.function_forms import FUNCTIONS, function_of
from sct.runtime.joins.templates import TNode
from sct.runtime.lists.rows import IN_POOLS, Items, Variants
from sct.runtime.state.instances import new_instance, new_tuple
from sct.runtime.text_arrays.of_codes import OfCodes
from sct.runtime.texts.text_pieces import FormattedText

__all__ = ["from_parts"]


def from_parts(template: TNode, parts: list[Any]) -> Any:
    """The object of the form of `template` that holds these parts."""
    kind: Any = template.kind
    if template.instance:
        return new_instance(kind, dict(zip(template.keys or (), parts, strict=True)))
    if kind in FUNCTIONS:
        return function_of((template.keys or ())[0], parts)
    if kind in IN_POOLS:
        return (template.keys or ())[0].handle(*parts)
    if kind is slice:
        return slice(*parts)
    if kind is SymbolicRange:
        start, stop, step = parts
        return SymbolicRange(current_trace(), start, stop, step, one_of=True)
    if issubclass(kind, OfCodes):
        return kind.sct_together(template.keys or (), parts[0])
    if kind is FormattedText:
        return FormattedText.together(template.keys or (), parts)
    if is_of_dict(kind) or kind is set:
        return put_together(kind, dict(zip(template.keys or (), parts, strict=True)))
    if kind is deque:
        items = [Variants(parts[0])] if isinstance(parts[0], Choice) else parts[0]
        return deque(items, (template.keys or ())[1])
    if template.keys is not None:
        return dict(zip(template.keys, parts, strict=True))
    return kind(parts) if kind in (list, tuple, Items) else new_tuple(kind, parts)
