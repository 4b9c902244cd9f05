"""What a library's function answers, by asking it: on arrays of the right dtypes that stand in for the real ones.

Extents are the real ones where they are known and the arrays are small; else two runs with other extents show which
extents of the results follow which of the arguments. What is found is checked again at each call of the program.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from sct.ir.types import ARRAY, PYTHON, SCALAR, Dim, Extent, Spec
from sct.records import record

__all__ = ["Outcome", "leaves_of", "measured", "rebuilt"]

Extents = tuple[Any, ...]  # of each axis: a number, (operand, axis) with that extent, or None
Result = tuple[np.dtype[Any], str, Extents]
_SMALL = 20_000
_FIRST, _SECOND = (31, 37, 41, 43, 47, 53), (59, 61, 67, 71, 73, 79)
_LONG = 16
_NUMBERS: dict[str, Any] = {"b": True, "i": 1, "f": 0.5, "c": 0.5 + 0j}


@record
class Outcome:
    """The results of a function, and how they are arranged: `tree` has numbers for them."""

    tree: Any
    results: tuple[Result, ...]


def measured(call: Callable[..., Any], specs: tuple[Spec, ...], fixed: tuple[int, ...], loose: Any) -> Outcome:
    """What `call(*operands)` answers for operands of these specs; what it raises on the stand-ins passes through."""
    static = all(s.static for s in specs)
    size = sum(math.prod(n for n in s.shape if isinstance(n, int)) for s in specs)
    if static and size <= _SMALL:
        got = _run(call, specs, {})
        return _outcome(got, got, fixed, loose, lambda a, b: a)
    try:
        return _by_two_runs(call, specs, fixed, loose, static)
    except Exception:
        if not static:
            return _of_one_length(call, specs, fixed, loose)
    got = _run(call, specs, {})
    return _outcome(got, got, fixed, loose, lambda a, b: a)


def _by_two_runs(
    call: Callable[..., Any], specs: tuple[Spec, ...], fixed: tuple[int, ...], loose: Any, exact: bool
) -> Outcome:
    unknown = dict.fromkeys(n for s in specs for n in s.shape if isinstance(n, Dim) or n > _LONG)
    if len(unknown) > len(_FIRST):
        raise ValueError("too many different extents")
    first: dict[Extent, int] = dict(zip(unknown, _FIRST, strict=False))
    second: dict[Extent, int] = dict(zip(unknown, _SECOND, strict=False))
    places = {n: (k, axis) for k, s in reversed(list(enumerate(specs))) for axis, n in enumerate(s.shape)}

    def extent(a: int, b: int) -> Any:
        if a == b:
            return a
        for n in unknown:
            if (first[n], second[n]) == (a, b):
                return n if isinstance(n, int) else places[n]
        if exact:
            raise ValueError("an extent that is none of the arguments'")
        return None

    return _outcome(_run(call, specs, first), _run(call, specs, second), fixed, loose, extent)


def _of_one_length(
    call: Callable[..., Any], specs: tuple[Spec, ...], fixed: tuple[int, ...], loose: Any
) -> Outcome:
    """The same where extents that only the run knows have to be equal, as those of `x[mask]` and `y[mask]` are."""
    unknown: list[Extent] = [n for s in specs for n in s.shape if isinstance(n, Dim)]
    first, second = (_run(call, specs, dict.fromkeys(unknown, length)) for length in (_FIRST[0], _SECOND[0]))
    return _outcome(first, second, fixed, loose, lambda a, b: a if a == b else None)


def _run(call: Callable[..., Any], specs: tuple[Spec, ...], extents: dict[Extent, int]) -> Any:
    failure: Exception | None = None
    for fill in (_rising, _ones, _falling, _counting):
        operands = [_stand_in(s, tuple([extents.get(n, n) for n in s.shape]), fill) for s in specs]
        before = [np.array(x) for x in operands]
        try:
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                got = call(*operands)
        except Exception as error:
            failure = failure or error
            continue
        if not all(np.array_equal(x, y, equal_nan=True) for x, y in zip(before, operands, strict=True)):
            raise ValueError("it changes its arguments")
        found = [x for x in leaves_of(got, ()) if isinstance(x, np.ndarray)]
        if any(np.may_share_memory(x, y) for k, x in enumerate(found) for y in (*operands, *found[:k])):
            raise ValueError("it answers views")
        return got
    assert failure is not None
    raise failure


def _stand_in(spec: Spec, shape: tuple[Any, ...], fill: Callable[[tuple[int, ...]], np.ndarray[Any, Any]]) -> Any:
    if spec.kind == PYTHON:
        return _NUMBERS[spec.dtype.kind]
    values = fill(shape)
    if spec.dtype.kind in "iu":  # zero is an index that never leads astray: pivots go to LAPACK unchecked
        values = np.zeros(shape) if fill is _rising else np.ones(shape) if fill is not _counting else fill(shape)
    elif spec.dtype.kind == "b":
        values = np.arange(values.size).reshape(shape) % 2 == 0
    array = values.astype(spec.dtype)
    return array[()] if spec.kind == SCALAR else array


def _rising(shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """Rising numbers between zero and one; square matrices are symmetric and positive definite."""
    count = int(np.prod(shape))
    values = np.linspace(0.1, 0.9, count).reshape(shape)
    if len(shape) < 2:
        return values
    values = np.sin(values * 12345.678) * 0.4 + 0.5
    if shape[-1] == shape[-2]:
        values = (values + np.swapaxes(values, -1, -2)) / 2 + shape[-1] * np.eye(shape[-1])
    return values


def _ones(shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    return np.ones(shape)


def _falling(shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    return 1 / (1.0 + np.arange(int(np.prod(shape))).reshape(shape))


def _counting(shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    return np.arange(int(np.prod(shape)), dtype=float).reshape(shape)


# -- the results -------------------------------------------------------------------------------------


def _parts(value: Any) -> list[Any] | None:
    """What a container of results holds; None for a result."""
    if isinstance(value, dict):
        return list(value.values())
    return [*value, *_extras(value).values()] if isinstance(value, (tuple, list)) else None


def _extras(value: Any) -> dict[str, Any]:
    """The numbers that a tuple of SciPy's has beside its items; no more than these are kept."""
    extras = getattr(value, "__dict__", {})
    return {name: x for name, x in extras.items() if isinstance(x, (np.generic, float)) and not name.startswith("_")}


def leaves_of(value: Any, fixed: tuple[int, ...]) -> Iterator[Any]:
    """The results in what a function has answered, in order, without None and what is fixed."""
    yield from (leaf for k, leaf in enumerate(_all_leaves(value)) if k not in fixed and leaf is not None)


def _all_leaves(value: Any) -> Iterator[Any]:
    parts = _parts(value)
    if parts is None:
        yield value
    for part in parts or ():
        yield from _all_leaves(part)


def _outcome(
    first: Any, second: Any, fixed: tuple[int, ...], loose: Any, extent: Callable[[int, int], Any]
) -> Outcome:
    results: list[Result] = []
    seen = 0

    def visit(a: Any, b: Any) -> Any:
        nonlocal seen
        if type(a) is not type(b):
            raise TypeError("what it answers depends on the extents")
        mine, other = _parts(a), _parts(b)
        if mine is not None:
            assert other is not None
            if len(mine) != len(other):
                raise TypeError("how much it answers depends on the extents")
            inner = tuple(visit(x, y) for x, y in zip(mine, other, strict=True))
            return (_class_of(a), tuple(a) if isinstance(a, dict) else tuple(_extras(a)), inner)
        at, seen = seen, seen + 1
        if a is None or at in fixed:
            return ("=", a)
        shapes = tuple(extent(x, y) for x, y in zip(np.shape(a), np.shape(b), strict=True))
        known = loose is not None and at not in loose
        results.append((_dtype_of(a), _kind_of(a), shapes if known else (None,) * len(shapes)))
        return len(results) - 1

    tree = visit(first, second)
    return Outcome(tree, tuple(results))


def _class_of(value: Any) -> type:
    kind = type(value)
    named = isinstance(value, tuple) and hasattr(kind, "_fields")
    if kind in (tuple, list, dict) or named:
        return kind
    raise TypeError(f"it answers a {kind.__name__}")


def _kind_of(value: Any) -> str:
    if type(value) is np.ndarray:
        return ARRAY
    return SCALAR if isinstance(value, np.generic) else PYTHON


def _dtype_of(value: Any) -> np.dtype[Any]:
    if not isinstance(value, (np.ndarray, np.generic, bool, int, float, complex)):
        raise TypeError(f"it answers a {type(value).__name__}")
    dtype = np.asarray(value).dtype
    if dtype.kind not in "biufc" or dtype.char in "gG":
        raise TypeError(f"it answers an array of dtype {dtype}")
    return dtype


def rebuilt(tree: Any, results: tuple[Any, ...]) -> Any:
    """The results, arranged as the function does."""
    if isinstance(tree, int):
        return results[tree]
    if tree[0] == "=":
        return tree[1]
    kind, keys, parts = tree
    items = [rebuilt(part, results) for part in parts]
    if kind is dict:
        return dict(zip(keys, items, strict=True))
    if kind in (tuple, list):
        return kind(items)
    made = tuple.__new__(kind, items[: len(items) - len(keys)])
    for name, item in zip(keys, items[len(items) - len(keys) :], strict=True):
        vars(made)[name] = item
    return made
