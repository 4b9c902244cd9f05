"""What NumPy does in place, as functional updates: a copy of the array on which it has been done."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from sct.ir.types import ARRAY, UNKNOWN, Spec
from sct.ops.index_template import Template, build_index, select
from sct.ops.registry import Fact, get, op

__all__ = ["Path", "flat_set", "moved", "written"]

Path = tuple[tuple[str, int, tuple[tuple[str, Any], ...]], ...]
"""View ops, one upon the other: the name of each, how many operands it has beside the array, and its attributes."""

MAY_RAISE = Fact.PURE | Fact.RAISES


def _same(x: Spec, *operands: Spec, **attrs: Any) -> Spec:
    if x.kind != ARRAY:
        raise TypeError("only arrays can be written to")
    return x


@op("written", infer=_same, facts=MAY_RAISE)
def written(x: Any, *operands: Any, function: str, options: tuple[tuple[str, Any], ...] = (), xp: Any) -> Any:
    """A copy of x on which NumPy's `function` (put, place, fill_diagonal, median…) has been done."""
    out = xp.array(x, copy=True, order="K")
    getattr(xp, function)(out, *operands, **dict(options))
    return out


def _flat_set(x: Spec, value: Spec, *operands: Spec, index: Template) -> Spec:
    select(Spec(x.dtype, (UNKNOWN,)), index, operands)
    return _same(x)


@op("flat_set", infer=_flat_set, facts=MAY_RAISE)
def flat_set(x: Any, value: Any, *operands: Any, index: Template, xp: Any) -> Any:
    """A copy of x in which `x.flat[index] = value` has been done: the values repeat, or too many are left."""
    out = xp.array(x, copy=True, order="K")
    chosen = build_index(index, operands)
    out.flat[chosen[0] if len(chosen) == 1 else chosen] = value
    return out


def _moved(x: Spec, *operands: Spec, to: Path, taken: Path, order: str) -> Spec:
    return Spec(x.dtype, x.shape, x.kind)


@op("moved", infer=_moved, facts=MAY_RAISE)
def moved(x: Any, *operands: Any, to: Path, taken: Path, order: str, xp: Any) -> Any:
    """A copy of x in which NumPy has copied one view to another, in the order that memory laid out so has."""
    memory = np.array(x, order=order, copy=True, subok=False)  # type: ignore[call-overload]
    given = iter(operands)
    target, source = (_view(memory, path, given) for path in (to, taken))
    target[...] = source
    out = xp.array(x, copy=True, order="K")
    out[...] = memory
    return out


def _view(x: Any, path: Path, operands: Iterator[Any]) -> Any:
    for name, count, attrs in path:
        x = get(name).kernel(x, *islice(operands, count), xp=np, **dict(attrs))
    return x
