"""Dataclasses that are quicker to make: a program of many small classes spends its start in making them.

`record` takes the place of `dataclass(frozen=True, slots=True)`. Its classes are dataclasses, with the same
methods; but what is particular to a class is compiled in one go, and the rest is shared by all of them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError
from typing import Any, TypeVar, dataclass_transform, overload

__all__ = ["record"]

T = TypeVar("T")


@overload
def record(cls: type[T], /) -> type[T]: ...
@overload
def record(*, eq: bool = True) -> Callable[[type[T]], type[T]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field, dataclasses.Field))
def record(cls: type[T] | None = None, /, *, eq: bool = True) -> Any:
    """As `dataclasses.dataclass(frozen=True, slots=True, eq=eq)`.

    >>> @record
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1) == Point(1, 0), hash(Point(1)) == hash(Point(1)), Point(1, y=2)
    (True, True, Point(x=1, y=2))
    >>> Point(1).x = 2
    Traceback (most recent call last):
        ...
    dataclasses.FrozenInstanceError: cannot assign to field 'x'
    >>> dataclasses.replace(Point(1), y=5)
    Point(x=1, y=5)
    """
    if cls is None:
        return lambda cls: _made(cls, eq)
    return _made(cls, eq)


def _made(cls: type[T], eq: bool) -> type[T]:
    own = {name for name, value in vars(cls).items() if value is not None}
    if cls.__doc__ is None:
        cls.__doc__ = f"{cls.__name__}."  # else dataclasses writes the signature there, which is slow to find
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    fields = dataclasses.fields(made)
    if not all(field.init and not field.kw_only for field in fields):
        raise TypeError(f"{cls.__qualname__}: a record has plain fields only; use dataclass")
    names: dict[str, Any] = {"MISSING": MISSING}
    parameters, body = [], []
    for field in fields:
        parameters.append(_parameter(field, names))
        names[f"set_{field.name}"] = getattr(made, field.name).__set__
        body.append(f"  set_{field.name}(self, {_value(field, names)})")
    if hasattr(made, "__post_init__"):
        body.append("  self.__post_init__()")
    text = f"def __init__(self, {', '.join(parameters)}):\n" + "\n".join(body or ["  pass"])
    if eq:
        compared = [f.name for f in fields if f.compare]
        ours, theirs = (f"({''.join(f'{who}.{name}, ' for name in compared)})" for who in ("self", "other"))
        text += f"\ndef __eq__(self, other):\n  if other.__class__ is self.__class__:\n    return {ours} == {theirs}\n"
        text += f"  return NotImplemented\ndef __hash__(self):\n  return hash({ours})"
    namespace: dict[str, Any] = {}
    exec(text, names, namespace)
    for name, function in namespace.items():
        function.__qualname__ = f"{made.__qualname__}.{name}"
        function.__module__ = made.__module__
    for name, function in (*namespace.items(), *_SHARED.items()):
        if name not in own:
            setattr(made, name, function)
    return made  # type: ignore[no-any-return]


def _parameter(field: Field[Any], names: dict[str, Any]) -> str:
    if field.default is not MISSING:
        names[f"default_{field.name}"] = field.default
        return f"{field.name}=default_{field.name}"
    return field.name if field.default_factory is MISSING else f"{field.name}=MISSING"


def _value(field: Field[Any], names: dict[str, Any]) -> str:
    if field.default_factory is MISSING:
        return field.name
    names[f"make_{field.name}"] = field.default_factory
    return f"make_{field.name}() if {field.name} is MISSING else {field.name}"


def _repr(self: Any) -> str:
    shown = (f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _setattr(self: Any, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _delattr(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _getstate(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _setstate(self: Any, state: list[Any]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


_SHARED: dict[str, Any] = {
    "__repr__": _repr,
    "__setattr__": _setattr,
    "__delattr__": _delattr,
    "__getstate__": _getstate,
    "__setstate__": _setstate,
}
