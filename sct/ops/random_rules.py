"""What a draw gives: dtype and kind by asking a generator of our own, the shape by the method's rule."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from sct.ir.types import ARRAY, PYTHON, UNKNOWN, Dim, Extent, Shape, Spec
from sct.ops.infer import broadcast_shapes, shape_text
from sct.ops.probe import tiny

__all__ = ["decoded", "draw_spec"]

_OURS: dict[str, Callable[[int], Any]] = {
    "Generator": np.random.default_rng,
    "RandomState": np.random.RandomState,
    "Random": random.Random,
}
# Arguments of ones are outside of the domain of a few.
_EXAMPLES: dict[tuple[str, str], float] = {
    ("integers", "high"): 2,
    ("randint", "high"): 2,
    ("randrange", "stop"): 2,
    ("triangular", "right"): 2,
    ("triangular", "high"): 2,
    ("zipf", "a"): 2,
    ("logseries", "p"): 0,
}
# With an upper end beside them, these are the lower one: less than it also where both are truths.
_LOWER = {"low": "high", "left": "right", "start": "stop"}
_BUILTINS = {"builtins.int": int, "builtins.bool": bool, "builtins.float": float}
Params = Mapping[str, Spec]
Rule = Callable[[Params, Shape | None, Mapping[str, Any]], Shape]


def decoded(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as the methods take them: `int` and `np.int64` as a dtype are two different things there."""
    return {k: _BUILTINS.get(v, v) if isinstance(v, str) else v for k, v in options.items()}


def draw_spec(by: str, params: Params, size: Shape | None, options: Mapping[str, Any]) -> Spec:
    """The Spec of one draw."""
    family, _, name = by.partition(".")
    rule: Rule = _RULES.get(name, _broadcast)
    given = tuple((k, Spec(s.dtype, (1,) * s.ndim, s.kind)) for k, s in params.items())
    dtype, kind = _asked(family, name, given, None if size is None else len(size), tuple(options.items()))
    return Spec(dtype, () if kind != ARRAY else rule(params, size, options), kind)


@lru_cache(maxsize=4096, typed=True)
def _asked(family: str, name: str, given: Any, rank: int | None, options: Any) -> tuple[np.dtype, Any]:
    arguments: dict[str, Any] = {}
    names = [k for k, _ in given]
    for k, spec in given:
        one = tiny(spec)
        example = _EXAMPLES.get((name, k), 0 if (name, _LOWER.get(k)) in _EXAMPLES and _LOWER[k] in names else None)
        if example is not None:
            one = np.full_like(one, example) if spec.kind == ARRAY else type(one)(example)
        arguments[k] = one
    if rank is not None:
        arguments["size"] = (1,) * rank
    ours = _OURS[family](0)
    keywords = {**arguments, **decoded(dict(options))}
    with np.errstate(all="ignore"):
        positional = [keywords.pop(k) for k in list(arguments)] if family == "Random" else []
        got = getattr(ours, name)(*positional, **keywords)
    if isinstance(got, np.ndarray):
        return got.dtype, ARRAY
    return (got.dtype, "scalar") if isinstance(got, np.generic) else (np.asarray(got).dtype, PYTHON)


# -- shapes ------------------------------------------------------------------------------------------


def _sized(size: Shape | None, own: Shape) -> Shape:
    """`size`, into which the parameters must broadcast."""
    if size is None:
        return own
    joined: Shape | None
    try:
        joined = broadcast_shapes(size, own)
    except ValueError:
        joined = None
    if joined is None or len(joined) != len(size) or any(_differ(a, b) for a, b in zip(joined, size, strict=True)):
        raise ValueError(
            f"Output size {shape_text(size)} is not compatible with broadcast dimensions of inputs {shape_text(own)}."
        )
    return size


def _differ(a: Extent, b: Extent) -> bool:
    return isinstance(a, int) and isinstance(b, int) and a != b


def _broadcast(params: Params, size: Shape | None, options: Mapping[str, Any]) -> Shape:
    return _sized(size, broadcast_shapes(*[s.shape for s in params.values()]))


def _multinomial(params: Params, size: Shape | None, options: Mapping[str, Any]) -> Shape:
    pvals = params["pvals"].shape
    return (*_sized(size, broadcast_shapes(params["n"].shape, pvals[:-1])), *pvals[-1:])


def _rows(name: str) -> Rule:
    """Each draw is a vector as long as the parameter `name`."""

    def rule(params: Params, size: Shape | None, options: Mapping[str, Any]) -> Shape:
        return (*(size or ()), *params[name].shape)

    return rule


def _choice(params: Params, size: Shape | None, options: Mapping[str, Any]) -> Shape:
    a = params["a"].shape if "a" in params else ()
    if not a:
        return size or ()
    axis = options.get("axis", 0) % len(a)
    return (*a[:axis], *(size or ()), *a[axis + 1 :])


def _permutation(params: Params, size: Shape | None, options: Mapping[str, Any]) -> Shape:
    if "x" not in params:
        return (options["x"],)
    return params["x"].shape or (UNKNOWN,)


def _same(params: Params, size: Shape | None, options: Mapping[str, Any]) -> Shape:
    shape = params["x"].shape
    return tuple(n if isinstance(n, (int, Dim)) else UNKNOWN for n in shape)


_RULES: dict[str, Rule] = {
    "multinomial": _multinomial,
    "dirichlet": _rows("alpha"),
    "multivariate_normal": _rows("mean"),
    "multivariate_hypergeometric": _rows("colors"),
    "choice": _choice,
    "permutation": _permutation,
    "permuted": _same,
}
