"""Functions of libraries, called when the program runs: those in `library_table`, imported when one of them is used."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from sct.dtypes import same_dtype
from sct.errors import StaticValueError
from sct.ir.types import ARRAY, PYTHON, UNKNOWN, Spec
from sct.ops.control import render
from sct.ops.infer import python_type
from sct.ops.library_table import FIXED
from sct.ops.opaque import Opaque
from sct.ops.registry import Fact, op
from sct.ops.stand_ins import leaves_of

__all__ = ["MOST_RESULTS", "calling", "converted", "counted_between", "found", "method_of", "remember"]

MOST_RESULTS = 12
_FUNCTIONS: dict[str, Any] = {}


def found(name: str) -> Any:
    """The function that a name like `scipy.stats:norm.pdf` means."""
    function = _FUNCTIONS.get(name)
    if function is None:
        module, _, path = name.partition(":")
        function = import_module(module)
        for part in path.split("."):
            function = getattr(function, part)
        _FUNCTIONS[name] = function
    return function


def remember(name: str, function: Any) -> None:
    """What the user has under this name is what is called, also if the module gets another function."""
    _FUNCTIONS[name] = function


def calling(function: Any, call: Any, held: Any = None) -> Callable[..., Any]:
    """The function of the operands that `call`, a template of arguments, makes of `function`.

    >>> calling(divmod, ((("=", 7), ("arg", 0)), ()))(2)
    (3, 1)
    """
    positional, named = call

    def run(*operands: Any) -> Any:
        args = [operands[part[1]] if part[0] == "arg" else _filled(part, operands, held) for part in positional]
        if not named:
            return function(*args)
        return function(*args, **{name: _filled(part, operands, held) for name, part in named})

    return run


def method_of(owner: Any, method: str, *args: Any, **kwargs: Any) -> Any:
    """What a method of an object answers."""
    return getattr(owner, method)(*args, **kwargs)


def methods_indices(owner: Any, method: str, *args: Any, **kwargs: Any) -> Any:
    """The list of indices that a method of an object answers, as an array."""
    return np.array(getattr(owner, method)(*args, **kwargs), np.int64)


def converted(kind: str, other: str, coef: Any, domain: Any, window: Any, new_domain: Any, new_window: Any) -> Any:
    """The coefficients that a series of `numpy.polynomial` has as one of another kind, domain and window."""
    module = import_module("numpy.polynomial")
    series = getattr(module, kind)(coef, domain, window)
    return series.convert(new_domain, getattr(module, other), new_window).coef.copy()


def counted_between(sample: Any, bins: Any, **how: Any) -> tuple[Any, ...]:
    """What `np.histogramdd` counts, and the edges that it has made: those that it is given are answered as they are."""
    counts, edges = np.histogramdd(sample, bins, **how)
    return counts, *(made for made, given in zip(edges, bins, strict=True) if not np.ndim(given))


def _filled(part: Any, operands: tuple[Any, ...], held: Any) -> Any:
    if part[0] == "=":
        return part[1]
    kind, *rest = part
    if kind == "held":
        return held
    if kind == "object":
        return calling(found(rest[0]), (rest[1], rest[2]), held)(*operands)
    if kind == "arg":
        return operands[rest[0]]
    if kind == "text":
        return render(rest[0], operands[rest[1] :])
    items = [_filled(item, operands, held) for item in rest]
    return tuple(items) if kind == "tuple" else items


def _library(
    *specs: Spec, function: str, call: Any, results: tuple[Any, ...], held: Any = None
) -> tuple[Spec, ...]:
    return tuple(Spec(dtype, tuple(_extent(n, specs) for n in extents), kind) for dtype, kind, extents in results)


def _extent(n: Any, specs: tuple[Spec, ...]) -> Any:
    if isinstance(n, tuple):
        return specs[n[0]].shape[n[1]]
    return UNKNOWN if n is None else n


def _define(count: int) -> None:
    def kernel(
        *args: Any, function: str, call: Any, results: tuple[Any, ...], held: Opaque | None = None, xp: Any
    ) -> Any:
        got = calling(found(function), call, held and held.function)(*map(_writeable, args))
        leaves = [got] if type(got) is np.ndarray else list(leaves_of(got, FIXED.get(function, ())))
        _check(function, leaves, results, args)
        return leaves[0] if count == 1 else tuple(leaves)

    kernel.__doc__ = f"A function of a library with {count} result{'s' if count > 1 else ''}: scipy.signal.lfilter, …."
    op(f"library_{count}", infer=_library, facts=Fact.PURE | Fact.RAISES, results=count)(kernel)


@op("library_check", infer=lambda *specs, **attrs: (), facts=Fact.EFFECT | Fact.RAISES, results=0)
def library_check(*args: Any, function: str, call: Any, xp: Any) -> Any:
    """A function of a library that raises or does nothing: numpy.testing.assert_allclose, …."""
    calling(found(function), call)(*args)


def _writeable(value: Any) -> Any:
    """Constants of the program are read-only, which some of SciPy's compiled functions do not take."""
    return value if not isinstance(value, np.ndarray) or value.flags.writeable else value.copy()


def _check(function: str, leaves: list[Any], results: tuple[Any, ...], args: tuple[Any, ...]) -> None:
    """Raise where the function answers what could not be foreseen: plain Python is asked then."""
    expected = len(leaves) == len(results)
    for value, (dtype, kind, extents) in zip(leaves, results, strict=False):
        if kind == PYTHON:
            expected &= type(value) is python_type(Spec(dtype, (), PYTHON))
            continue
        if kind == ARRAY:
            expected &= type(value) is np.ndarray and not _shares(value, args)
        else:
            expected &= isinstance(value, np.generic)
        if not isinstance(value, (np.ndarray, np.generic)) or not same_dtype(value.dtype, dtype):
            expected = False
        elif value.shape != extents:
            expected &= len(value.shape) == len(extents)
            expected &= all(_fits(n, m, args) for n, m in zip(value.shape, extents, strict=False))
    if not expected:
        raise StaticValueError(
            f"{function.replace(':', '.')} answered what its arguments' dtypes and shapes do not tell",
            why="the program was made for another dtype or shape, and has done what cannot be done again",
        )


def _shares(value: np.ndarray[Any, Any], args: tuple[Any, ...]) -> bool:
    """Whether a result may lie where an operand does; one with memory of its own does if that is a view of it."""
    if value.base is None and value.flags.owndata:
        return any(x is value or getattr(x, "base", None) is value for x in args)
    return any(np.may_share_memory(value, x) for x in args if isinstance(x, np.ndarray))


def _fits(n: int, wanted: Any, args: tuple[Any, ...]) -> bool:
    if isinstance(wanted, tuple):
        return bool(n == np.shape(args[wanted[0]])[wanted[1]])
    return wanted is None or bool(n == wanted)


for _count in range(1, MOST_RESULTS + 1):
    _define(_count)
