"""Numbers and small arrays of the caller that the graph has to know: the program is made for their values."""

from __future__ import annotations

from typing import Any

from sct.errors import SctError, SymbolicRecursionError
from sct.ir.types import SCALAR
from sct.runtime.current import is_variable
from sct.runtime.joins.known_content import can_be_known, made_of, makers_around
from sct.runtime.trace import Trace

__all__ = ["asked_of_caller"]


def asked_of_caller(trace: Trace, error: SctError) -> frozenset[str]:
    """The NumPy numbers and small arrays among the inputs that the graph would have to know, if that is missing."""
    if isinstance(error, SymbolicRecursionError):  # each of them may be what ends the recursion
        return frozenset(source.describe() for source, storage, _ in trace.inputs if storage.value.spec.kind == SCALAR)
    asked: Any = getattr(error, "asked", None)
    if not is_variable(asked):
        return frozenset()
    known = getattr(error, "asked_inputs", None)  # found where it was asked for, which may have been in a loop
    if known is not None:
        return frozenset(known)
    makers, whole = makers_around(trace), bool(getattr(error, "asked_whole", False))
    places = {value: k for k, value in enumerate(trace.root.args)}
    found: set[str] = set()
    try:
        todo = [asked.sct_value()]
    except SctError:  # it was made in a branch that is left
        return frozenset()
    seen = set()
    while todo:
        value = todo.pop()
        if value in seen:
            continue
        seen.add(value)
        if value in makers and (parts := made_of(makers, value)) is not None:
            todo += parts
        elif value in places and can_be_known(trace.inputs[places[value]][2], whole):
            found.add(trace.inputs[places[value]][0].describe())
        else:
            return frozenset()
    return frozenset(found)
