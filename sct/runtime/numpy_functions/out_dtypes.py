"""`out=` of another dtype than the result: some functions compute in that one, others cast at the end."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.errors import UnsupportedOpError
from sct.ops import registry
from sct.ops.bindings.table import array, is_array, spec_of
from sct.runtime.current import is_variable
from sct.runtime.trace import Trace

__all__ = ["cast_at_the_end", "check_dtype_of_out", "computed_as_out", "place_of"]

_EXTREMES = (np.max, np.amax, np.min, np.amin, np.ndarray.max, np.ndarray.min)
#: What these find does not depend on the dtype of `out`.
_CAST_AT_THE_END = (
    *(np.any, np.all, np.clip, np.fix, np.concatenate, np.stack, np.choose),
    *(np.ndarray.any, np.ndarray.all, np.ndarray.clip, np.ndarray.choose, np.ndarray.conj, np.ndarray.conjugate),
    *((ufunc, name) for ufunc in (np.logical_and, np.logical_or, np.logical_xor) for name in ("reduce", "accumulate")),
)
#: Sums and products, which are computed in the dtype of `out` where that holds all that there is.
_FOLDS = (
    *(np.sum, np.prod, np.cumsum, np.cumprod, np.nancumsum, np.nancumprod),
    *(np.ndarray.sum, np.ndarray.prod, np.ndarray.cumsum, np.ndarray.cumprod),
)
_FOLDING = (np.add, np.multiply)
_PLACES = (np.argmax, np.argmin, np.ndarray.argmax, np.ndarray.argmin)
_ALIKE = {"i": "iu", "u": "iu", "f": "f", "c": "c"}
_BUFFER = 8192  # elements that NumPy computes with at once
_METHODS = ("reduce", "accumulate", "reduceat")  # the same of ufuncs
_MEANS = (np.mean, np.ndarray.mean)


def computed_as_out(
    target: Callable[..., Any], func: Any, args: tuple[Any, ...], kwargs: dict[str, Any], out: Any
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments of what serves `func`, so that it computes in the dtype that NumPy does with such an `out`."""
    if not is_array(out) or not args:
        return args, kwargs
    folds = func in _FOLDS or (isinstance(func, tuple) and func[1] in _METHODS and _has_loop(func[0], out.dtype))
    if not (folds or func in (*_EXTREMES, *_MEANS, np.ptp)):
        return args, kwargs
    given = spec_of(array(args[0])).dtype
    if given == out.dtype and not folds:
        return args, kwargs
    if (func in _EXTREMES and _keeps_order(given, out)) or (func is np.ptp and np.can_cast(given, out.dtype)):
        return (array(args[0]).astype(out.dtype, casting="unsafe"), *args[1:]), kwargs
    common = np.promote_types(given, out.dtype)
    if common == out.dtype if func in _MEANS else folds and (common == out.dtype or _is_narrower(out.dtype, common)):
        place = place_of(target, "dtype")
        if place is not None and len(args) > place:
            if args[place] is None:
                args = (*args[:place], common, *args[place + 1 :])
        elif "dtype" not in kwargs:
            kwargs = {**kwargs, "dtype": common}
    return args, kwargs


def _has_loop(ufunc: np.ufunc, dtype: np.dtype[Any]) -> bool:
    """Whether a ufunc of two operands of a dtype answers that dtype."""
    return f"{dtype.char * 2}->{dtype.char}" in ufunc.types


def _keeps_order(given: np.dtype[Any], out: Any) -> bool:
    """Whether greater numbers are no smaller in another dtype of `out`, to which NumPy casts again and again."""
    return out.dtype.kind in "fc" or np.can_cast(given, out.dtype)


def _is_narrower(out: np.dtype[Any], computed: np.dtype[Any]) -> bool:
    """Whether what is computed in a dtype fits into another of its kind as far as that has room."""
    return out != computed and out.kind in _ALIKE.get(computed.kind, "") and np.promote_types(out, computed) == computed


def cast_at_the_end(func: Any, out: Any, result: Any, args: tuple[Any, ...]) -> Any:
    """The result as it fits into a narrower `out`, where NumPy computes it whole before."""
    return result.astype(out.dtype) if _is_cast_at_the_end(func, out, result, args) else result


def _is_cast_at_the_end(func: Any, out: Any, result: Any, args: tuple[Any, ...]) -> bool:
    """Whether NumPy casts what has been computed whole to a narrower `out`, and does not do so on the way.

    Sums and products of ints are the same wherever they are cut. Others are cast as often as NumPy's buffer is full.
    """
    if not is_variable(result) or isinstance(out, tuple) or not args or out.dtype == result.spec.dtype:
        return False
    if func in _PLACES:
        return bool(out.dtype.kind in "iu" and np.can_cast(out.dtype, np.intp))
    folds = func in _FOLDS or (isinstance(func, tuple) and func[0] in _FOLDING and func[1] in ("reduce", "accumulate"))
    if not folds or not _is_narrower(out.dtype, result.spec.dtype):
        return False
    given = spec_of(array(args[0]))
    whole = given.static and int(np.prod(given.shape)) <= _BUFFER  # type: ignore[arg-type]
    return whole or result.spec.dtype.kind in "iu"


def check_dtype_of_out(trace: Trace, func: Any, out: Any, result: Any) -> None:
    """Refuse an `out` of another dtype where NumPy computes in that one, or raises."""
    if isinstance(out, tuple) or not is_variable(result) or out.dtype == result.spec.dtype:
        return
    if func in _CAST_AT_THE_END:
        return
    raise UnsupportedOpError(
        f"out= of dtype {out.dtype} has no static support where the result is {result.spec.dtype}",
        where=trace.location(),
        why="whether NumPy computes in the dtype of out=, casts at the end or raises differs from function to function",
        fix="leave out= away, and assign: out[...] = ...",
    )


@functools.lru_cache(maxsize=1024)
def place_of(target: Callable[..., Any], name: str) -> int | None:
    """Which positional argument of a binding has this name."""
    if isinstance(target, registry.OpDef):
        return None
    parameters = inspect.signature(target).parameters.values()
    positional = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return positional.index(name) if name in positional else None
