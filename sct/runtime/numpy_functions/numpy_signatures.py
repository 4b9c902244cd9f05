"""What NumPy itself says to a call: its signature, which shapes `out=` may have, what it raises for such arguments.

Bindings may take more than NumPy does, or fail in their own words. What NumPy would not take is never computed, and
what no op serves is refused by name.
"""

from __future__ import annotations

import functools
import inspect
import math
import types
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.errors import SctError, UnsupportedOpError
from sct.ir.types import ARRAY, PYTHON
from sct.ops.bindings.refused import is_of_files
from sct.ops.bindings.table import symbolic
from sct.runtime.calls.defects import is_said_by_sct, is_users
from sct.runtime.current import has_kind, has_spec
from sct.runtime.state.cells import is_python_class

__all__ = [
    "OUT_MAY_BE_ELLIPSIS",
    "asked_for",
    "check_arity",
    "check_out",
    "check_out_by_numpy",
    "check_signature",
    "check_ufunc_out",
    "raised_by_numpy",
    "serving",
    "stand_in",
]

#: Whether ufuncs answer arrays for `out=...`, also where they would answer numbers.
OUT_MAY_BE_ELLIPSIS = np.lib.NumpyVersion(np.__version__) >= "2.3.0"


@functools.lru_cache(maxsize=1024)
def _signature(function: Any) -> inspect.Signature | None:
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):
        return None


def check_signature(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Raise a TypeError where the function does not take such arguments."""
    signature = None if isinstance(function, np.ufunc) or function in _MORE_THAN_SAID else _signature(function)
    if signature is None:
        return
    try:
        signature.bind(*args, **kwargs)
    except TypeError as error:
        zeros = (0,) * len(args), dict.fromkeys(kwargs, 0)  # it is not asked of some values, but of these
        raise raised_by_numpy(function, args, kwargs) or raised_by_numpy(function, *zeros) or error from None


#: These take more than their signature says: `np.arange(a, b, s, dtype)`, `np.arange(stop=n)`.
_MORE_THAN_SAID = (np.arange,)


def check_arity(ufunc: np.ufunc, inputs: tuple[Any, ...]) -> None:
    """Raise a TypeError where a ufunc does not take so many arguments."""
    if not ufunc.nin <= len(inputs) <= ufunc.nargs:
        given = "1 was" if len(inputs) == 1 else f"{len(inputs)} were"
        takes = f"takes from {ufunc.nin} to {ufunc.nargs} positional arguments"
        raise TypeError(f"{ufunc.__name__}() {takes} but {given} given")


def check_ufunc_out(ufunc: np.ufunc, args: tuple[Any, ...], out: Any) -> None:
    """Raise where a ufunc does not take such an `out`: given twice, too few or too many, or no arrays."""
    given = args[ufunc.nin :]
    if given and out is not None:
        raise TypeError("cannot specify 'out' as both a positional and keyword argument")
    if isinstance(out, tuple) and len(out) != ufunc.nout:
        raise ValueError("The 'out' tuple must have exactly one entry per ufunc output")
    for item in (*given, *(out if isinstance(out, tuple) else (out,))):
        if item is not None and not _is_array(item):
            raise TypeError("return arrays must be of ArrayType")


#: Made of ufuncs over elements, or of a copy: the result is broadcast to `out`.
_BROADCASTING = (
    *(np.clip, np.fix, np.isposinf, np.isneginf, np.outer),
    *(np.ndarray.clip, np.ndarray.conj, np.ndarray.conjugate),
    *(np.quantile, np.percentile, np.nanquantile, np.nanpercentile, np.nanmedian),
)


_ROUNDING = (np.round, np.around, np.ndarray.round)  # `out` may have more axes of one element before


def check_out(function: Any, out: Any, result: Any) -> None:
    """Raise where NumPy does not take such an `out` for such a result: no array, or one of another shape."""
    for item in out if isinstance(out, tuple) else (out,):
        if item is not None and not (_is_array(item)):
            raise TypeError("return arrays must be of ArrayType")
    if isinstance(out, tuple) or function in _BROADCASTING or not (symbolic(result) or np.isscalar(result)):
        return
    have, want = (x.spec.shape if symbolic(x) else np.shape(x) for x in (out, result))
    more = max(len(have) - len(want), 0) if function in _ROUNDING else 0
    if all(n == 1 for n in have[:more]):
        have = have[more:]
    else:
        more = 0
    known = [(a, b) for a, b in zip(have, want, strict=False) if isinstance(a, int) and isinstance(b, int)]
    if len(have) != len(want) or any(a != b for a, b in known):
        raise ValueError(f"output parameter has the wrong shape: {have} for a result of {want}")
    for axis, (a, b) in enumerate(zip(have, want, strict=True)):
        if a != b:
            _check_extent(out, result, axis + more, axis)


def check_core(ufunc: np.ufunc, args: Any, out: Any, result: Any) -> None:
    """Raise in the run where an `out=` that NumPy broadcasts to has not the extents of a product at its end."""
    signature = (ufunc.signature or "->").split("->")[1]
    count = sum(x.ndim > 1 for x in args) if ufunc is np.matmul else signature.count("n") + signature.count("m")
    for axis in range(-count, 0) if symbolic(result) and symbolic(out) else ():
        if -axis <= min(out.spec.ndim, result.spec.ndim) and out.spec.shape[axis] != result.spec.shape[axis]:
            _check_extent(out, result, axis, axis)


def _check_extent(out: Any, result: Any, axis: int, other: int) -> None:
    """Raise in the run where the extents are not the same, also where NumPy would broadcast if it did."""
    from sct.runtime.control_flow import select

    def fail() -> None:
        raise ValueError("output parameter has the wrong shape")

    select(out.shape[axis] == result.shape[other], lambda: None, fail)


def _is_array(value: Any) -> bool:
    return isinstance(value, np.ndarray) or (symbolic(value) and value.spec.kind == ARRAY)


# -- where a binding fails ---------------------------------------------------------------------------


def serving(name: Callable[[Any], str], function: Any, call: Callable[[], Any], args: Any, kwargs: Any) -> Any:
    """`call()`, which serves a NumPy function with these arguments; what goes wrong in it is said by name."""
    try:
        return call()
    except Exception as error:
        if is_users(error):
            said = raised_by_numpy(function, args, kwargs) if is_said_by_sct(error) else None
            if type(said) is type(error) or (isinstance(error, TypeError) and isinstance(said, TypeError)):
                raise said from None  # in NumPy's own words
            raise
        raised = raised_by_numpy(function, args, kwargs)
        if raised is not None:
            raise raised from error
        raise UnsupportedOpError(
            f"{name(function)} has no static support for these arguments",
            fix="`sct ops` lists what has; or call it outside of the static function",
        ) from error


_LARGE, _SMALL, _FEW = 1 << 16, 4, 16


def raised_by_numpy(function: Any, args: Any, kwargs: Any) -> Exception | None:
    """What NumPy raises for arrays of ones in place of the arrays that only the run knows; None if nothing.

    Where their extents are not known, it has to be the same for several. Of one of several values it is not asked, nor
    of what would be changed or run: files, iterators, functions of the user's.
    """
    if _holds_choice((args, kwargs)) or is_of_files(function) or _is_changed((args, kwargs)):
        return None
    if any(has_kind(x) and x.python_type is np.dtype for x in (*args, *kwargs.values())):
        return None  # a dtype that only the run knows
    raised = _raised_for(function, args, kwargs, _EXTENTS[0])
    if raised is not None:
        raised.__traceback__ = None  # it is going to be raised where the user's call is
    words = type(raised), str(raised)
    if isinstance(raised, TypeError):
        others = [_raised_for(function, args, kwargs, _EXTENTS[0], ones) for ones in (2, -1)]
        of_lists = "scalar index" in words[1]  # which NumPy says of arrays, and these may stand for lists
        if of_lists or any((type(other), str(other)) != words for other in others):
            vars(raised)["sct_by_value"] = True  # what it says of the values is not what the run would
    if raised is None or isinstance(raised, TypeError) or _is_static((args, kwargs)):
        return raised
    for extent in _EXTENTS[1:]:
        other = _raised_for(function, args, kwargs, extent)
        if (type(other), str(other)) != words:
            return None
    return raised


_EXTENTS = (2, 1, 3, 60)


def raised_at_once(function: Any, args: Any, kwargs: Any) -> Exception | None:
    """The same of one call, whatever it says of the values."""
    if _holds_choice((args, kwargs)) or is_of_files(function) or _is_changed((args, kwargs)):
        return None
    return _raised_for(function, args, kwargs, _EXTENTS[0])


def _holds_choice(value: Any) -> bool:
    """Whether a value that is one of several, and so of several specs, is in a nest of lists, tuples and dicts."""
    if isinstance(value, dict):
        return any(map(_holds_choice, value.values()))
    if isinstance(value, (list, tuple)):
        return any(map(_holds_choice, value))
    return symbolic(value) and not has_spec(value)


def _is_changed(value: Any) -> bool:
    """Whether NumPy would change or run something that is in a nest of lists, tuples and dicts."""
    if isinstance(value, dict):
        return any(map(_is_changed, value.values()))
    if isinstance(value, (list, tuple)):
        return any(map(_is_changed, value))
    kind = type(value)
    holds = any("__getitem__" in vars(cls) for cls in kind.__mro__)  # and not the metaclass, as that of an enum
    asked = holds and is_python_class(kind) and not symbolic(value)  # what it holds is not seen
    return asked or hasattr(kind, "__next__") or isinstance(value, _RUN) or hasattr(kind, "read")


_RUN = (types.FunctionType, types.MethodType, functools.partial)


def _raised_for(function: Any, args: Any, kwargs: Any, extent: int, ones: int = 1) -> Exception | None:
    try:
        small = any(map(_is_large, (*args, *kwargs.values())))
        args, kwargs = _standing_in(args, small, extent, ones), _standing_in(kwargs, small, extent, ones)
        if isinstance(function, types.MethodDescriptorType) and isinstance(args[0], np.generic):
            function = getattr(type(args[0]), function.__name__)
        with np.errstate(all="ignore"):
            function(*args, **kwargs)
    except SctError:  # of a text that only the run knows
        return None
    except TypeError as error:
        return error
    except (ValueError, IndexError, AttributeError) as error:
        return None if small else error
    except Exception:  # too large, or not to be asked without the values
        return None
    return None


def asked_for(x: Any, name: str, *args: Any, **kwargs: Any) -> Any:
    """`x.name(*args, **kwargs)` of a plain value, to see what it raises."""
    return getattr(type(x), name)(x, *args, **kwargs)


_Arguments = tuple[tuple[Any, ...], dict[str, Any]]


def check_out_by_numpy(function: Any, given: _Arguments, without: _Arguments) -> None:
    """Raise what NumPy raises for `out=` and arrays of ones, where it raises nothing without `out=`."""
    raised = raised_by_numpy(function, *given) if _is_static(given) else None
    if raised is not None and raised_by_numpy(function, *without) is None:
        raise raised


def _is_static(value: Any) -> bool:
    """Whether all extents are known: those that stand in for them need not fit together."""
    if isinstance(value, dict):
        return all(map(_is_static, value.values()))
    if isinstance(value, (list, tuple)):
        return all(map(_is_static, value))
    return not symbolic(value) or bool(has_spec(value) and value.spec.static)


def _is_large(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(map(_is_large, value))
    spec = value.spec if has_spec(value) else None
    return spec is not None and math.prod(n for n in spec.shape if isinstance(n, int)) > _LARGE


def stand_in(value: Any) -> Any:
    """A plain value of the same type as a run-time value, of few elements."""
    return _standing_in(value, small=True, extent=1, ones=1)


def _standing_in(value: Any, small: bool, extent: int, ones: int) -> Any:
    """Arrays of `ones`, of a few elements along each axis if they shall be `small`; constants are what they are."""
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        return type(value)(_standing_in(item, small, extent, ones) for item in value)
    if isinstance(value, dict):
        held = {key: _standing_in(item, small, extent, ones) for key, item in value.items()}
        if type(value) is defaultdict:
            return defaultdict(None, held)
        return type(value)(held) if type(value) in (Counter, OrderedDict) else held
    if not symbolic(value):
        return value.copy() if isinstance(value, np.ndarray) else value
    spec = value.spec
    shape = tuple((min(n, _SMALL) if small else n) if isinstance(n, int) else extent for n in spec.shape)
    known = value.storage.known(value) if hasattr(value, "storage") and math.prod(shape) <= _FEW else None
    ones = ones == 1 if spec.dtype.kind == "b" else abs(ones) if spec.dtype.kind == "u" else ones
    made = np.full(shape, ones, spec.dtype) if known is None else np.array(known, spec.dtype)
    return made if spec.kind == ARRAY else made[()] if spec.kind != PYTHON else made[()].item()
