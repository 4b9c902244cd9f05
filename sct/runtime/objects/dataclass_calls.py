"""`dataclasses.asdict` and `astuple` of objects that hold lists whose length only the run knows."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from sct.runtime.joins.lost import Lost
from sct.runtime.lists import growing
from sct.runtime.state.class_content import in_class
from sct.runtime.state.instances import attributes_of
from sct.runtime.trace import Trace

__all__ = ["OF_DATACLASSES", "names_of_fields"]

_DEEP = 20


def names_of_fields(x: Any) -> list[str]:
    """The names of the fields of an object of a dataclass."""
    return [field.name for field in dataclasses.fields(x)]


def _asdict(trace: Trace, /, obj: Any, *, dict_factory: Any = dict) -> Any:
    return _taken_apart(trace, dataclasses.asdict, "as_dict", obj, dict_factory=dict_factory)


def _astuple(trace: Trace, /, obj: Any, *, tuple_factory: Any = tuple) -> Any:
    return _taken_apart(trace, dataclasses.astuple, "as_tuple", obj, tuple_factory=tuple_factory)


def _taken_apart(trace: Trace, function: Callable[..., Any], name: str, obj: Any, **factory: Any) -> Any:
    from sct.runtime.calls.foreign_call import call_foreign
    from sct.runtime.calls.library_calls import inlined
    from sct.runtime.libraries import dataclass_library

    if isinstance(obj, type) or not dataclasses.is_dataclass(obj) or not _holds_growing(obj):
        return call_foreign(trace, function, obj, **factory)
    library: Any = dataclass_library
    return inlined(trace, getattr(library, name), obj, *factory.values())


def _holds_growing(x: Any, depth: int = _DEEP) -> bool:
    """Whether a list of run-time length, or one of several things, is in a nest of objects and containers."""
    if growing.is_growing(x):
        return True
    if not depth:
        return False
    if isinstance(x, (list, tuple, dict)):
        return any(_holds_growing(item, depth - 1) for item in (x.values() if isinstance(x, dict) else x))
    if isinstance(x, type) or not dataclasses.is_dataclass(x):
        return False
    if any(type(in_class(type(x), field.name)) in (Lost, property) for field in dataclasses.fields(x)):
        return True  # the class may be asked for what the object does not hold
    return any(_holds_growing(item, depth - 1) for item in attributes_of(x).values())


OF_DATACLASSES: dict[Any, Callable[..., Any]] = {dataclasses.asdict: _asdict, dataclasses.astuple: _astuple}
