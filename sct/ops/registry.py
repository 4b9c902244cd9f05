"""The op registry: one definition per op, one stanza each.

An op has a kernel that computes it on arrays (`xp` is numpy or cupy), an `infer` rule that says
what it gives for given specs, and facts that let graph passes treat it without knowing its name.
"""

from __future__ import annotations

import contextlib
import enum
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import Any

import numpy as np

from sct.ir.types import Spec
from sct.records import record

__all__ = ["Fact", "OpDef", "all_ops", "each_op", "get", "lookup_numpy", "op", "when_missed"]

Infer = Callable[..., Any]  # (*specs, **attrs) -> Spec | tuple[Spec, ...]


class Fact(enum.Flag):
    """What generic passes may assume of an op."""

    NONE = 0
    PURE = enum.auto()  # same operands, same result, nothing else happens: may be shared, moved, dropped
    COMMUTATIVE = enum.auto()  # op(x, y) is op(y, x), bit for bit
    ELEMENTWISE = enum.auto()  # broadcasts, then works element by element
    RAISES = enum.auto()  # may raise, depending on the data: kept and kept in order unless proven not to
    EFFECT = enum.auto()  # prints, draws random numbers, …: kept, in order, as often as written
    NEW = enum.auto()  # memory of its own each time: may be dropped, but neither shared nor moved
    CONTROL = enum.auto()  # has blocks; `infer` gets them first: (blocks, *specs, **attrs)


@record(eq=False)
class OpDef:
    """Everything sct knows of one op. Calling it computes on arrays, or records on Variables."""

    name: str
    kernel: Callable[..., Any]
    infer: Infer
    numpy: tuple[Any, ...] = ()  # the NumPy functions that this op is, signature for signature
    facts: Fact = Fact.PURE
    unit: float | None = None  # op(x, unit) is x, for every x of the result's dtype
    family: str = ""
    doc: str = ""
    results: int = 1
    extras: dict[str, Any] = field(default_factory=dict)  # onnx=, native=, … of floors above
    is_pure: bool = False  # what `facts` say, as these two are asked of every op that is recorded
    is_control: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_pure", Fact.PURE in self.facts)
        object.__setattr__(self, "is_control", Fact.CONTROL in self.facts)

    def __call__(self, *args: Any, **attrs: Any) -> Any:
        for arg in args:
            record = getattr(type(arg), "__sct_op__", None)
            if record is not None:
                return record(arg, self, args, attrs)
        return self.kernel(*args, xp=np, **attrs)

    def specs(self, blocks: tuple[Any, ...], specs: tuple[Spec, ...], attrs: Mapping[str, Any]) -> tuple[Spec, ...]:
        """Run `infer` and always answer a tuple."""
        got = self.infer(blocks, *specs, **attrs) if self.is_control else self.infer(*specs, **attrs)
        return got if isinstance(got, tuple) else (got,)

    def __repr__(self) -> str:
        return f"<op {self.name}>"


_OPS: dict[str, OpDef] = {}
_NUMPY: dict[Any, OpDef] = {}
_later: list[Callable[[], object]] = []
_watching: list[Callable[[OpDef], None]] = []


def op(
    name: str,
    *,
    infer: Infer,
    numpy: tuple[Any, ...] = (),
    facts: Fact = Fact.PURE,
    unit: float | None = None,
    results: int = 1,
    **extras: Any,
) -> Callable[[Callable[..., Any]], OpDef]:
    """Define an op; the decorated function is its kernel: arrays positional, attributes and `xp` keyword-only."""

    def define(kernel: Callable[..., Any]) -> OpDef:
        if name in _OPS:
            raise ValueError(f"op {name!r} is defined twice")
        family = kernel.__module__.rpartition(".")[2]
        made = OpDef(name, kernel, infer, numpy, facts, unit, family, (kernel.__doc__ or "").strip(), results, extras)
        _OPS[name] = made
        for function in numpy:
            if function in _NUMPY:
                raise ValueError(f"{function!r} is claimed by {_NUMPY[function].name!r} and {name!r}")
            _NUMPY[function] = made
        for note in _watching:
            note(made)
        return made

    return define


def each_op(note: Callable[[OpDef], None]) -> None:
    """Call `note` with every op that is defined, now or later."""
    for definition in list(_OPS.values()):
        note(definition)
    _watching.append(note)


def when_missed(load: Callable[[], object]) -> Callable[[], object]:
    """Let `load` define more ops once one is asked for that there is not: most programs need but a few families."""
    _later.append(load)
    return load


def _load_next() -> bool:
    """Define some more ops; whether there were more."""
    if not _later:
        return False
    load = _later[0]
    load()
    with contextlib.suppress(ValueError):  # another thread was there, too
        _later.remove(load)
    return True


def get(name: str) -> OpDef:
    """The op called `name`; KeyError if there is none."""
    found = _OPS.get(name)
    while found is None and _load_next():
        found = _OPS.get(name)
    if found is None:
        raise KeyError(name)
    return found


def lookup_numpy(function: Any) -> OpDef | None:
    """The op that is exactly `function` of NumPy, if any."""
    found = _NUMPY.get(function)
    while found is None and _load_next():
        found = _NUMPY.get(function)
    return found


def all_ops() -> Iterator[OpDef]:
    """All ops, by name."""
    while _load_next():
        pass
    return iter([_OPS[name] for name in sorted(_OPS)])
