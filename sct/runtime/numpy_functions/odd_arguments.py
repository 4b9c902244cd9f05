"""Odd values where NumPy's functions want whole numbers, axes and flags: NumPy itself is asked whether it takes them.

Some functions take `np.True_`, 2.5, an array of one number or an object with `__index__` as an integer, others do
not, and each says so in its own words. Where such a value is given, the function is called with arrays of ones in
place of those that only the run knows: what it raises then is raised. What it takes becomes the integer that it is.
"""

from __future__ import annotations

import functools
import inspect
import types
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.ir.types import ARRAY, PYTHON, Spec
from sct.ops.bindings.table import absent, spec_of, static, symbolic, unsupported
from sct.runtime.calls.purity import words
from sct.runtime.current import current, has_spec
from sct.runtime.iteration.loud import check_number
from sct.runtime.joins.choice import Choice
from sct.runtime.numpy_functions.asked_objects import Asks, stand_in_for
from sct.runtime.numpy_functions.numpy_signatures import raised_by_numpy
from sct.runtime.objects.operators import users_method

__all__ = ["as_whole_numbers"]

#: Parameters that are whole numbers, or tuples of these.
_WHOLE = words(
    "N M args axes axis axis1 axis2 axisa axisb axisc count ddof decimals deg depth destination dims edge_order "
    "indices_or_sections k kth minlength n ndim ndmin new_shape newshape num offset pad_width repeats reps shape "
    "shift source window_shape"
)
#: About others NumPy is asked only; it goes through `p` and `seq_of_zeros` before it looks at them.
_ASKED = _WHOLE | words("beta bias bins copy dimensions keepdims obj ord p precision s seq_of_zeros value")
_ALSO = {"rollaxis": words("start")}
_NOT = {"logn": words("n"), "polyint": words("k"), "polygamma": words("n")}
_NONE: frozenset[str] = frozenset()
_FLAGS = words("bias copy keepdims")
_GONE_THROUGH = words("p seq_of_zeros")
#: Which may be arrays of whole numbers; which may be lists, or say themselves what is wrong with an array.
_ARRAYS = words(
    "bins dimensions dims indices_or_sections kth new_shape newshape obj pad_width repeats reps shape shift "
    "window_shape"
)
_SEQUENCES = _ARRAYS | words("args axes axis copy destination keepdims s source")
#: Where 2.0 is 2, if NumPy takes it at all.
_FRACTIONS = words("k reps start")
_SHAPES = words("shape newshape new_shape")
_LARGE = 1 << 16

Arguments = tuple[tuple[Any, ...], dict[str, Any]]


def as_whole_numbers(function: Any, binding: Callable[..., Any], args: Any, kwargs: dict[str, Any]) -> Arguments:
    """The arguments with Python's integers for what NumPy takes as such; raises what NumPy raises for the others."""
    names, defaults = _parameters(binding, len(args))
    given = [*zip(names, args, strict=True), *kwargs.items()]
    called = getattr(function, "__name__", "")
    for name, value in given:
        if name in _SHAPES and has_spec(value) and spec_of(value).kind == ARRAY:
            if value.python_type is np.flatiter:  # NumPy says where it lies in memory
                raise unsupported(_name(function), f"an x.flat as {name}=", "give it integers")
    also = _ALSO.get(called, _NONE)
    wanted = (_ASKED - _NOT.get(called, _NONE)) | also
    odd = {
        at: name
        for at, (name, value) in enumerate(given)
        if name in wanted and _is_odd(value, name, defaults.get(name))
    }
    if not odd:
        return args, kwargs
    values = [value for _, value in given]
    trace = current()
    for at in odd:
        if trace is not None and users_method(values[at], "__index__") is None and not symbolic(values[at]):
            check_number(trace, called, values[at])
    whole, asks = list(values), Asks()
    if not any(map(_is_dear, values)) and not any(map(_calls_users, values)):
        asks.ask(function, values, tuple(kwargs))
    for at, name in odd.items():
        if name in _WHOLE or name in also:
            whole[at] = _whole(values[at], name, asks)
        elif name == "bins":
            whole[at] = asks.answer(values[at])
    raised = None
    if not any(map(_is_dear, whole)) and not any(map(_calls_users, values)):
        asked = list(map(_as_asked, values, whole))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            named = dict(zip(kwargs, asked[len(args) :], strict=True))
            raised = raised_by_numpy(function, tuple(asked[: len(args)]), named)
    if raised is not None and not isinstance(raised, np.linalg.LinAlgError):
        by_kind = isinstance(raised, TypeError)
        if not by_kind:  # whether it is raised for this one, too, has to be known
            for at, name in odd.items():
                if symbolic(values[at]) and not spec_of(values[at]).ndim:
                    static(values[at], name)
        if by_kind or all(_is_known(whole[at]) for at in odd):
            raise raised
    for at, name in odd.items():
        if name not in _SEQUENCES and _is_array(values[at]) and (name == "ndim" or spec_of(values[at]).ndim):
            raise unsupported(_name(function), f"an array as {name}=", "pass a number")
    return tuple(whole[: len(args)]), dict(zip(kwargs, whole[len(args) :], strict=True))


@functools.lru_cache(maxsize=1024)
def _parameters(binding: Callable[..., Any], count: int) -> tuple[tuple[str, ...], dict[str, Any]]:
    """What the first arguments by position are called, and the defaults."""
    try:
        found = inspect.signature(binding).parameters.values()
    except (TypeError, ValueError):
        return ("",) * count, {}
    names = [p.name for p in found if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    more = next((p.name for p in found if p.kind is p.VAR_POSITIONAL), "") if names else ""  # not those of meshgrid
    return (*names, *[more] * count)[:count], {p.name: p.default for p in found}


def _is_odd(value: Any, name: str, default: Any) -> bool:
    """Whether NumPy has to be asked; not for integers and for what a parameter is by default."""
    kind = type(value)
    if isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind not in "biufc":
        return True
    if isinstance(value, Choice):
        return any(_is_odd(one, name, default) for one in value.alternatives)
    if symbolic(value) or isinstance(value, (np.ndarray, np.generic)):
        spec = getattr(value, "spec", None) if symbolic(value) else spec_of(value)
        return spec is not None and _is_odd_number(spec, name)
    if name in _GONE_THROUGH or absent(value):
        return False
    if kind is int:
        return name in _FLAGS and name != "keepdims"
    if kind is bool:
        return name not in _FLAGS
    if value is None:
        return default is not None
    if kind in (list, tuple):
        return not value or name not in _SEQUENCES - _FLAGS or any(_is_odd(item, name, value) for item in value)
    return True


def _is_odd_number(spec: Spec, name: str) -> bool:
    if name in _GONE_THROUGH:
        return spec.ndim == 0
    whole = spec.dtype.kind in "iu"
    if name in _FLAGS and spec.dtype.kind != "b":
        return True
    if spec.kind == ARRAY:
        return spec.ndim == 0 or name not in _ARRAYS or not (whole or name == "bins")
    if spec.kind == PYTHON and spec.dtype.kind == "b":
        return name not in _FLAGS
    return not whole or spec.dtype == np.uint64  # of which NumPy makes floats beside integers


def _whole(value: Any, name: str, asks: Asks) -> Any:
    """The same with integers in place of NumPy's truths, arrays of no axis and objects that stand for one."""
    if type(value) in (list, tuple):
        return type(value)(_whole(item, name, asks) for item in value)
    if type(value) is range and name in _SEQUENCES:
        return tuple(value)
    if symbolic(value):
        spec = getattr(value, "spec", None)
        if spec is None or spec.ndim or spec.kind == PYTHON or spec.dtype.kind not in "biuf":
            return value
        if spec.dtype.kind == "f":
            return _whole(static(value, name), name, asks)  # which of them are integers depends on what they are
        known = value.storage.known(value) if hasattr(value, "storage") else None
        return int(known) if known is not None else value[()] if spec.dtype.kind != "b" else value[()].astype(np.int64)
    if isinstance(value, float):
        return int(value) if name in _FRACTIONS and value.is_integer() else value
    if isinstance(value, (np.ndarray, np.generic)):
        if value.ndim == 0 and value.dtype.kind in "mM":  # which NumPy takes for its number, if at all
            return int(value.astype(np.int64))
        return int(value) if value.ndim == 0 and value.dtype.kind in "biu" else value
    return asks.answer(value)


def _is_dear(value: Any) -> bool:
    """Whether NumPy might make a large array of an argument."""
    items = value if type(value) in (list, tuple) else (value,)
    return any(type(item) in (int, float) and abs(item) > _LARGE for item in items)


def _as_asked(value: Any, whole: Any) -> Any:
    """What NumPy is asked with: not the user's objects themselves, whose methods would run once more."""
    if type(value) in (list, tuple):
        items = whole if type(whole) is type(value) else value
        return type(value)(map(_as_asked, value, items))
    return value if whole is value or users_method(value, "__index__") is None else stand_in_for(value, whole)


def _calls_users(value: Any) -> bool:
    """Whether NumPy would call a function of the user's."""
    if type(value) in (list, tuple):
        return any(map(_calls_users, value))
    if isinstance(value, (types.FunctionType, types.MethodType, functools.partial)):
        return not str(getattr(value, "__module__", "")).startswith("numpy")
    return users_method(value, "__call__") is not None


def _is_known(value: Any) -> bool:
    if type(value) in (list, tuple):
        return all(map(_is_known, value))
    return not symbolic(value) or (hasattr(value, "storage") and value.storage.known(value) is not None)


def _is_array(value: Any) -> bool:
    return isinstance(value, np.ndarray) or (symbolic(value) and spec_of(value).kind == ARRAY)


def _name(function: Any) -> str:
    name = getattr(function, "__name__", repr(function))
    return f"ndarray.{name}" if isinstance(function, types.MethodDescriptorType) else f"np.{name}"
