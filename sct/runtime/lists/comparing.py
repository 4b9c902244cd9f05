"""Comparisons of tuples, lists and dataclasses that hold run-time values: item by item, as Python does it."""

from __future__ import annotations

import dataclasses
import operator
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

import numpy as np

from sct.runtime.current import is_variable
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.lists.item_equality import are_equal, with_fields
from sct.runtime.lists.rows import pool_place
from sct.runtime.objects.as_written import as_written
from sct.runtime.objects.searched_live import Searched, may_change
from sct.runtime.state.bare import items_in
from sct.runtime.state.class_content import mro_of
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import Trace, current

__all__ = ["ITEMS", "compare_sequences", "dataclass_method", "needs_program"]

_PLAIN: dict[str, Callable[[Any, Any], Any]] = {
    name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")
}
_DICTS = (dict, defaultdict, OrderedDict, Counter)
ITEMS: tuple[Any, ...] = (type({}.items()), type(OrderedDict().items()))
"""The classes of `d.items()` of Python's dicts."""
_COMPARED_BY = ("__eq__", "__lt__", "__gt__")
_FIELD_BY_FIELD = sys.version_info >= (3, 13)  # how a dataclass is compared with ==: before, as tuples
_ORDER = {"__lt__": "lt", "__le__": "le", "__gt__": "gt", "__ge__": "ge"}


def compare_sequences(name: str, a: Any, b: Any) -> Any:
    """`a == b`, `a < b` and their like; NotImplemented where they are not two sequences with run-time values."""
    if type(a) is type(b) is slice:
        a, b = _bounds(a), _bounds(b)
    for kind in (tuple, list, deque):
        if isinstance(a, kind) and isinstance(b, kind):
            own = getattr(type(a), f"__{name}__") is getattr(kind, f"__{name}__")
            if own and getattr(type(b), f"__{name}__") is getattr(kind, f"__{name}__"):
                trace = current()
                if trace is not None and (needs_program(a) or needs_program(b)):
                    return _compare(trace, name, a, b)
    if name in ("eq", "ne") and isinstance(a, dict) and isinstance(b, dict):
        return _compare_dicts(name, a, b)
    return NotImplemented


def _bounds(part: slice) -> tuple[Any, Any, Any]:
    return part.start, part.stop, part.step


def needs_program(item: Any) -> bool:
    """Whether comparing something may need the program: it holds run-time values, or the user says how."""
    if isinstance(item, (tuple, list, deque, slice)):
        return any(map(needs_program, _bounds(item) if type(item) is slice else items_in(item)))
    if isinstance(item, (set, dict)) and is_hashed(item):  # Python would compare what it is made of
        return True
    if isinstance(item, dict) and type(item) in _DICTS:
        return any(map(needs_program, item.values()))
    if is_variable(item) or isinstance(item, (np.ndarray, FormattedText)) or pool_place(item) is not None:
        return True
    return any(type(as_written(getattr(type(item), name, None))) is FunctionType for name in _COMPARED_BY)


def _compare(trace: Trace, name: str, a: Sequence[Any], b: Sequence[Any]) -> Any:
    from sct.runtime.control_flow import select, truth
    from sct.runtime.objects.operators import compare

    if name in ("eq", "ne") and len(a) != len(b):
        return name == "ne"

    items = (*items_in(a), *items_in(b))
    held = [Searched(trace, x) for x in (a, b) if may_change(x, *items)]
    again = bool(held) and isinstance(a, deque)  # what differs is compared once more, also by `==`

    def from_(i: int) -> Any:
        for one in held:
            one.items()
        if i >= min(len(a), len(b)):
            return _PLAIN[name](len(a), len(b))
        same = are_equal(trace, a[i], b[i])
        return from_(i + 1) if same is True else select(same, lambda: from_(i + 1), lambda: differing(i))

    def differing(i: int) -> Any:
        if name in ("eq", "ne") and not again:
            return name == "ne"
        found = compare(name, a[i], b[i])
        return truth(trace, found) if again else found

    return from_(0)


def _compare_dicts(name: str, a: dict[Any, Any], b: dict[Any, Any]) -> Any:
    """`a == b` of dicts whose keys are known, value by value in the order of `a`."""
    trace = current()
    if trace is None or type(a) not in _DICTS or type(b) not in _DICTS:
        return NotImplemented
    if not any(map(needs_program, (*a.values(), *b.values()))):
        return NotImplemented
    if type(a) is type(b) is Counter:  # a count that is not there is zero
        keys = {**a, **b}
        return _compare(trace, name, [a[key] for key in keys], [b[key] for key in keys])
    in_order = type(a) is type(b) is OrderedDict
    if a.keys() != b.keys() or (in_order and list(a) != list(b)):
        return name == "ne"
    return _compare(trace, name, list(a.values()), [b[key] for key in a])


def dataclass_method(f: FunctionType, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """What stands for a comparison method that `dataclasses` has made, whose source is nowhere."""
    if len(args) != (1 if f.__name__ == "__hash__" else 2) or f.__name__ not in (*_ORDER, "__eq__", "__hash__"):
        return None
    if not dataclasses.is_dataclass(args[0]) or f.__code__.co_filename != "<string>":
        return None
    kind = next((cls for cls in mro_of(type(args[0])) if vars(cls).get(f.__name__) is f), type(args[0]))
    if f.__name__ == "__hash__":
        return lambda instance: _hash_of_fields(instance, kind)
    name = _ORDER.get(f.__name__, "eq")

    def method(self: Any, other: Any) -> Any:
        from sct.runtime.objects.operators import compare

        if name == "eq" and _FIELD_BY_FIELD and self is other:
            return True
        if other.__class__ is not self.__class__:
            return NotImplemented
        ours, theirs = _compared(self, kind), _compared(other, kind)
        if name != "eq" or not _FIELD_BY_FIELD:
            return compare(name, ours, theirs)
        trace = current()
        assert trace is not None
        return with_fields(trace, (self, other), list(zip(ours, theirs, strict=True)))

    return method


def _hash_of_fields(instance: Any, kind: Any) -> Any:
    from sct.runtime.call import convert_call
    from sct.runtime.callers.reads import read_attribute

    trace = current()
    assert trace is not None
    fields = [f for f in dataclasses.fields(kind) if (f.compare if f.hash is None else f.hash)]
    return convert_call(hash)(tuple(read_attribute(trace, instance, f.name) for f in fields))


def _compared(instance: Any, kind: Any) -> tuple[Any, ...]:
    """The fields of an object which the class compares that the method was made for."""
    from sct.runtime.callers.reads import read_attribute

    trace = current()
    assert trace is not None
    return tuple(read_attribute(trace, instance, f.name) for f in dataclasses.fields(kind) if f.compare)
