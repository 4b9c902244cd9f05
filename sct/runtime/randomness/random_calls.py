"""Calls that draw, make or seed a generator: functions of `np.random` and `random`, classes, bound methods."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from sct import ops
from sct.ops.random import MAKERS
from sct.ops.random_table import KINDS
from sct.runtime.numpy_functions.asked_sequences import check_numpy
from sct.runtime.randomness.generator_bits import bits_of_made
from sct.runtime.randomness.random_object import RandomObject, refuse
from sct.runtime.randomness.randomness import new_object, seed_of, stand_in
from sct.runtime.trace import Trace

__all__ = ["random_callee"]


_SEEDS = {"Generator": "bit_generator", "SeedSequence": "entropy", "Random": "x"}  # what the first parameter is called


def _made(maker: str) -> Callable[..., Any]:
    """`np.random.default_rng(seed)` and its like."""
    name = _SEEDS.get(maker, "seed")

    def make(trace: Trace, *args: Any, **kwargs: Any) -> RandomObject:
        if maker != "Random":
            check_numpy(trace, maker, args, kwargs)
        seed = args[0] if args else kwargs.pop(name, None)
        if args[1:] or kwargs:
            more = ", ".join(f"{key}=…" for key in kwargs) or "…"
            refuse(trace, f"{maker}({more}) with more than its seed", "it has no static form", "pass a seed only")
        if type(seed) in KINDS:
            seed = stand_in(trace, seed)
        kind: Any = np.random.Generator if maker == "default_rng" else MAKERS[maker]
        if isinstance(seed, RandomObject):
            if maker == "default_rng" and seed.kind is np.random.Generator:
                return seed
            operands: tuple[Any, ...] = (seed.handle,)
            attrs: dict[str, Any] = {"wraps": True}
        else:
            operands, attrs = seed_of(seed)
        handle = trace.record(ops.get("new_generator"), operands, {"maker": maker, **attrs})
        return new_object(trace, kind, handle, bits_of_made(seed) if kind is np.random.Generator else None)

    return make


def _named(**names: str) -> dict[str, str]:
    return names


_FUNCTIONS: dict[Any, Callable[..., Any]] = {
    **{function: _made(maker) for maker, function in MAKERS.items()},
}
_LEGACY: Any = np.random.mtrand._rand
_OF_LEGACY: dict[Any, str] = {
    np.random.seed: "seed",
    np.random.ranf: "random_sample",
    np.random.sample: "random_sample",
}


def random_callee(trace: Trace, f: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """What to call in a trace instead of a function that draws, makes or seeds; None if `f` does none of that.

    The arguments that it takes are those of the call, without the generator where `f` is an unbound method.
    """
    try:
        made = _FUNCTIONS.get(f)
    except TypeError:  # not hashable
        return None
    if made is not None:
        return partial(made, trace)
    if f in _OF_LEGACY:
        return _bound(trace, _LEGACY, _OF_LEGACY[f])
    owner = getattr(f, "__self__", None)
    if _is_generator(owner):
        return _bound(trace, owner, f.__name__)
    if args and _is_generator(args[0]) and _is_unbound_method(f, args[0]):
        bound = _bound(trace, args[0], f.__name__)
        return lambda _, *rest, **kwargs: bound(*rest, **kwargs)
    return None


def _is_generator(owner: Any) -> bool:
    return isinstance(owner, (RandomObject, random.Random, *(kind for kind in KINDS if kind is not random.Random)))


def _is_unbound_method(f: Any, owner: Any) -> bool:
    kind = owner.kind if isinstance(owner, RandomObject) else type(owner)
    return getattr(kind, getattr(f, "__name__", ""), None) is f


def _bound(trace: Trace, owner: Any, name: str) -> Callable[..., Any]:
    if not isinstance(owner, RandomObject) and type(owner) not in KINDS:
        refuse(
            trace,
            f"{type(owner).__name__}.{name}",
            "its class is derived from a generator, and may draw in another way",
            "use a generator of NumPy or of Python itself",
        )
    method: Callable[..., Any] = getattr(stand_in(trace, owner), name)
    return method
