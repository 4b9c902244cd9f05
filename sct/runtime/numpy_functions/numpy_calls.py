"""`np.*` on Variables: ufuncs and functions become ops, `out=` becomes an in-place write."""

from __future__ import annotations

import functools
import itertools
import operator
import sys
import types
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from sct import ops
from sct.errors import UnsupportedOpError
from sct.ir.types import ARRAY, SCALAR
from sct.ops import bindings, registry
from sct.ops.bindings.orders import in_order
from sct.ops.bindings.table import dtype_of, spec_of, static, strict_array, told
from sct.runtime import trace as tracing
from sct.runtime.arrays.flat_arguments import check_flats, is_flat, with_arrays
from sct.runtime.callers.few_values import for_each_of_few
from sct.runtime.iteration.array_likes import as_lists
from sct.runtime.joins.choice import Choice, distribute_call
from sct.runtime.numpy_functions.by_loops import by_loop
from sct.runtime.numpy_functions.by_values import chosen_by_values
from sct.runtime.numpy_functions.joined_into import JOINS, joined_into, with_dtype_of
from sct.runtime.numpy_functions.masked_operands import check_mask, masked_operands
from sct.runtime.numpy_functions.numpy_callbacks import calls_back
from sct.runtime.numpy_functions.numpy_signatures import (
    OUT_MAY_BE_ELLIPSIS,
    check_arity,
    check_core,
    check_out,
    check_out_by_numpy,
    check_ufunc_out,
    serving,
)
from sct.runtime.numpy_functions.odd_arguments import as_whole_numbers
from sct.runtime.numpy_functions.out_dtypes import cast_at_the_end, check_dtype_of_out, computed_as_out, place_of
from sct.runtime.numpy_functions.reads_again import check_reads_again, is_part_of, may_overlap
from sct.runtime.text_arrays import functions as text_functions

__all__ = ["call_binding", "call_function", "call_method", "call_numpy", "call_ufunc", "write_out"]


@for_each_of_few
def call_ufunc(
    trace: tracing.Trace, ufunc: np.ufunc, method: str, inputs: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """`ufunc(*inputs, **kwargs)` or one of its methods, recorded."""
    if any(isinstance(x, Choice) for x in inputs):
        return distribute_call(getattr(ufunc, method), inputs, kwargs)
    if method != "__call__":
        inputs = tuple(strict_array(x) if type(x) is int and not -(2**63) <= x < 2**64 else x for x in inputs)
        if method == "at" and inputs and is_flat(inputs[0]):
            raise TypeError("first operand must be array")
        binding = getattr(bindings, "lookup_ufunc_method", lambda *_: None)(ufunc, method)
        if binding is None:
            _refuse(trace, f"np.{ufunc.__name__}.{method}")
        if kwargs.get("out") is Ellipsis and OUT_MAY_BE_ELLIPSIS and method != "at":
            return strict_array(call_binding(trace, binding, inputs, {k: v for k, v in kwargs.items() if k != "out"}))
        given = as_whole_numbers(getattr(ufunc, method), binding, inputs, kwargs)
        return call_binding(trace, binding, *given, (ufunc, method))
    check_arity(ufunc, inputs)
    definition = registry.lookup_numpy(ufunc)
    target = definition or bindings.lookup_binding(ufunc)
    if target is None and ufunc.__name__.endswith(" (vectorized)"):
        raise UnsupportedOpError(
            "a function that np.frompyfunc has made has no static support",
            where=trace.location(),
            why="it answers arrays of dtype object",
            fix="np.vectorize(f) answers arrays of numbers",
        )
    if target is None:
        _refuse(trace, f"np.{ufunc.__name__}")
    arrays = inputs if definition is None else (*map(_array_like, inputs[: ufunc.nin]), *inputs[ufunc.nin :])
    return serving(_name, ufunc, lambda: call_binding(trace, target, arrays, kwargs), inputs, kwargs)


@for_each_of_few
def call_function(trace: tracing.Trace, func: Callable[..., Any], args: Any, kwargs: dict[str, Any]) -> Any:
    """A NumPy function that went through `__array_function__`."""
    if any(isinstance(x, Choice) for x in args):
        return distribute_call(func, args, kwargs)
    func, args, kwargs = with_arrays(func, args, kwargs)
    target = chosen_by_values(func) or calls_back(func) or bindings.lookup_binding(func) or registry.lookup_numpy(func)
    if target is None:
        _refuse(trace, _name(func))
    args, kwargs = as_whole_numbers(func, target, args, kwargs)
    return serving(_name, func, lambda: call_binding(trace, target, args, kwargs, func), args, kwargs)


def call_numpy(trace: tracing.Trace, func: Callable[..., Any], args: Any, kwargs: dict[str, Any]) -> Any:
    """A NumPy function called by converted code with at least one Variable somewhere in its arguments."""
    if (texts := text_functions.serve(trace, func, args, kwargs)) is not None:  # of what lists have become
        return texts[0]
    if isinstance(func, np.ufunc):
        return call_ufunc(trace, func, "__call__", args, kwargs)
    return call_function(trace, func, args, kwargs)


@for_each_of_few
def call_method(binding: Callable[..., Any], name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The method `name` of the array or NumPy scalar that comes first."""
    trace, method = args[0].storage.trace, getattr(np.ndarray, name, None)
    check_flats(method, args[1:], kwargs)
    args = args if name == "item" else as_lists(trace, args)
    args, kwargs = as_whole_numbers(method, binding, args, kwargs)
    call = functools.partial(call_binding, trace, binding, args, kwargs, method)
    return serving(lambda _: f"ndarray.{name}", method, call, args, kwargs)


def call_binding(
    trace: tracing.Trace, target: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], func: Any = None
) -> Any:
    """Call what serves the NumPy function `func`; `out=` becomes a write."""
    as_given, kwargs = (args, kwargs), dict(kwargs)
    place = place_of(target, "out")
    if place is not None and len(args) > place:
        kwargs["out"], args = args[place], (*args[:place], None, *args[place + 1 :])
    if isinstance(target, registry.OpDef) and target.numpy and isinstance(target.numpy[0], np.ufunc):
        return _call_elementwise(trace, target, args, kwargs)
    out = kwargs.pop("out", None)
    if isinstance(out, tuple) and len(out) == 1:
        if func in (np.percentile, np.quantile) and out[0] is not None:  # which answer it as it is
            return (call_binding(trace, target, args, {**kwargs, "out": out[0]}, func),)
        out = out[0]
    if out is None:
        return target(*args, **kwargs)
    without = args, dict(kwargs)
    if kwargs.get("dtype", 0) is None:
        del kwargs["dtype"]
    if func in JOINS and hasattr(out, "dtype"):
        kwargs = with_dtype_of(out, kwargs)
    args, kwargs = computed_as_out(target, func, args, kwargs, out)
    result = target(*args, **kwargs)
    if _ignores_out(func):
        return result
    if getattr(func, "__module__", "") == "numpy.fft" and (kwargs.get("s") is not None or len(args) > 1):
        if func.__name__.endswith(("2", "n")):
            raise UnsupportedOpError(
                f"out= and lengths at once have no static support in np.fft.{func.__name__}",
                where=trace.location(),
                why="NumPy computes along the first axes into out=, too, which may not fit then",
                fix="leave out= away, and assign: out[...] = ...",
            )
    check_out(func, out, result)
    if callable(func) and getattr(getattr(result, "spec", None), "static", False):
        check_out_by_numpy(func, as_given, without)
    folded = func is np.linalg.multi_dot and len(args[0]) > 2 and out.ndim < 2  # NumPy makes matrices of vectors
    if func in _PRODUCTS and (folded or not _is_in_c_order(out)):
        raise ValueError(
            "output array is not acceptable (must have the right datatype, number of dimensions, and be a C-Array)"
        )
    result = cast_at_the_end(func, out, result, args)
    check_dtype_of_out(trace, func, out, result)
    if func is np.ptp:
        check_reads_again("ptp", out, args[:1])
    if func in JOINS and joined_into(trace, func, *without, out, is_part_of):
        return out
    casting = "unsafe" if func in (np.choose, np.ndarray.choose) else kwargs.get("casting", "same_kind")
    written = _written(trace, out, result, casting)
    return written[()] if not isinstance(out, tuple) and out.ndim == 0 and _answers_scalar(func, args) else written


def _answers_scalar(func: Any, args: tuple[Any, ...]) -> bool:
    """Whether what has been written to a 0-d `out` is answered as a scalar: by products, and methods of scalars."""
    if func in _PRODUCTS:
        return True
    one: Any = args[0] if args else None
    is_scalar = one.spec.kind == SCALAR if tracing.is_variable(one) else isinstance(one, np.generic)
    return is_scalar and (func in _METHODS or isinstance(func, types.MethodDescriptorType))


_PRODUCTS = (np.dot, np.ndarray.dot, np.linalg.multi_dot)
#: These ask the method of their first argument.
_METHODS = (
    *(np.sum, np.mean, np.max, np.amax, np.min, np.amin, np.prod, np.std, np.var, np.any, np.all, np.argmax, np.argmin),
    *(np.round, np.around, np.clip, np.take, np.choose),
)


@functools.lru_cache(maxsize=64)
def _ignores_out(func: Any) -> bool:
    """Whether the NumPy at hand takes no notice of `out`: a few of its Fourier transforms do not."""
    if getattr(func, "__name__", "") not in ("hfft", "ifft2", "irfft2"):
        return False
    x = np.ones((2, 2))
    out = func(x)
    return func(x, out=out) is not out


def _is_in_c_order(out: Any) -> bool:
    """Whether an array lies in C order; refused where that is not known."""
    from sct.runtime.arrays.flags import Flags

    return bool((Flags(out) if tracing.is_variable(out) else out.flags).c_contiguous)


def _call_elementwise(trace: tracing.Trace, target: registry.OpDef, args: Any, kwargs: dict[str, Any]) -> Any:
    """A ufunc with the keywords that all of them have."""
    ufunc = target.numpy[0]
    has_out = "out" in kwargs or len(args) > ufunc.nin
    out = kwargs.pop("out", None)
    if out is Ellipsis and OUT_MAY_BE_ELLIPSIS and len(args) <= ufunc.nin:  # arrays, also where numbers would do
        return _each(_call_elementwise(trace, target, args, kwargs), lambda _, r: strict_array(r))
    check_ufunc_out(ufunc, args, out)
    if len(args) > ufunc.nin:  # np.add(x, y, out)
        out, args = args[ufunc.nin :] + (None,) * (ufunc.nargs - len(args)), args[: ufunc.nin]
    if isinstance(out, tuple) and all(o is None for o in out):
        out = None
    if isinstance(out, tuple) and ufunc.nout == 1:
        out = out[0]
    where, order, casting = kwargs.pop("where", True), kwargs.pop("order", "K"), kwargs.get("casting")
    arrange = None
    if ufunc.signature and where is not True:
        raise TypeError(f"{ufunc.__name__}() got an unexpected keyword argument 'where'")
    if ufunc.__name__ == "vecdot":
        check_reads_again("vecdot", out, args)
    if ufunc.signature and len(args) == 2:
        args, arrange = _core_operands(ufunc, args, kwargs)
    attrs = _ufunc_attrs(trace, ufunc, kwargs)
    masked = where is not True
    if masked:
        check_mask(trace, where, has_out)
        where = _array_like(where)
        args = masked_operands(target, ufunc, args, where, attrs)
    result = by_loop(target, ufunc, args, attrs)
    if arrange is not None:
        result = arrange(result)
    if masked:
        result = _each(result, lambda k, r: ops.get("where")(where, r, _kept(out, k, r)))
    if out is None:
        return _each(result, lambda k, r: in_order(r, order, next(iter(args)))) if order != "K" else result
    if ufunc.signature:
        check_core(ufunc, args, out, result)
    return _written(trace, out, result, casting or "same_kind")


def _core_operands(ufunc: np.ufunc, args: Any, kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], Any]:
    """The operands of a product with `axis` or `axes` at the end, converted to `dtype`; what is done to the result."""
    operands = tuple(strict_array(x) for x in args)
    given = {name: kwargs.pop(name) for name in ("axis", "axes", "keepdims") if kwargs.get(name) is not None}
    given = {name: _as_python(value, name) for name, value in given.items()}
    if given:  # NumPy says what is wrong with them
        told(ufunc, *(np.ones((1,) * spec_of(x).ndim) for x in operands), **given)
    axis, axes, keepdims = given.get("axis"), given.get("axes"), bool(given.get("keepdims", False))
    casting = kwargs.pop("casting", None) or "same_kind"
    if axis is not None:
        axes = [axis, axis]
    arrange = None
    if axes is not None:
        ends, outer = _ends(axes, len(axes))
        operands = tuple(np.moveaxis(x, end, tuple(range(-len(end), 0))) for x, end in zip(operands, ends, strict=True))
        if outer:
            arrange = functools.partial(np.moveaxis, source=tuple(range(-len(outer), 0)), destination=outer)
    if keepdims:
        place = axes[-1] if axes is not None and (axis is not None or len(axes) == 3) else -1
        place = place[0] if isinstance(place, tuple) else place
        arrange = functools.partial(np.expand_dims, axis=place)
    dtype = kwargs.pop("dtype", None)
    if dtype is not None:
        operands = tuple(x.astype(dtype, casting=casting, copy=False) for x in operands)
    return operands, arrange


def _as_python(value: Any, name: str) -> Any:
    """What Python holds, lists as such: NumPy tells them from tuples here."""
    return [_as_python(item, name) for item in value] if isinstance(value, list) else static(value, name)


def _ends(axes: Any, count: int) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    """The core axes of the operands, and those of the result."""
    entries = [entry if isinstance(entry, tuple) else (operator.index(entry),) for entry in axes]
    return entries[:2], entries[2] if count == 3 else ()


def _ufunc_attrs(trace: tracing.Trace, ufunc: np.ufunc, kwargs: dict[str, Any]) -> dict[str, Any]:
    """The keywords of a ufunc that its op has as attributes."""
    kwargs.pop("subok", None)
    signature = kwargs.pop("signature" if "signature" in kwargs else "sig", None)
    if signature is not None:
        if "dtype" in kwargs or "sig" in kwargs:
            other = ("sig", "signature") if "sig" in kwargs else ("signature", "dtype")
            raise TypeError("cannot specify both '{}' and '{}'".format(*other))
        kwargs["dtype"] = _dtype_of(trace, ufunc, signature)
    if kwargs.get("dtype", 0) is None:
        del kwargs["dtype"]
    if "dtype" in kwargs:
        kwargs["dtype"] = dtype_of(kwargs["dtype"])
    for name in set(kwargs) & {"axis", "axes", "keepdims"}:
        raise UnsupportedOpError(
            f"np.{ufunc.__name__} with {name}= has no static support",
            where=trace.location(),
            fix="move the axes with np.moveaxis before and after",
        )
    for name in set(kwargs) - {"dtype", "casting"}:
        raise TypeError(f"{ufunc.__name__}() got an unexpected keyword argument '{name}'")
    return kwargs


def _dtype_of(trace: tracing.Trace, ufunc: np.ufunc, signature: Any) -> Any:
    """The dtype= that says the same as a signature; refused if none does."""
    types = signature.replace("->", "") if isinstance(signature, str) else signature
    if isinstance(types, (str, tuple)) and len(types) == 1:
        raise TypeError("Use `dtype` or  fill the tuple with more than one 'None'.")
    given = {np.dtype(t) for t in (types if isinstance(types, (str, tuple)) else (types,)) if t is not None}
    if len(given) != 1:
        _refuse(trace, f"np.{ufunc.__name__} with signature={signature!r}")
    return given.pop()


def _each(result: Any, function: Callable[[int, Any], Any]) -> Any:
    if isinstance(result, tuple):
        return tuple(function(k, r) for k, r in enumerate(result))
    return function(0, result)


def _kept(out: Any, k: int, result: Any) -> Any:
    """What stands where a ufunc does nothing: the content of `out`; without, anything will do."""
    kept = out[k] if isinstance(out, tuple) else out
    return kept if kept is not None else result.spec.dtype.type(0)


def _written(trace: tracing.Trace, out: Any, result: Any, casting: str = "same_kind") -> Any:
    if isinstance(out, tuple):
        given = [trace.lift_array(o) if isinstance(o, np.ndarray) else o for o in out if o is not None]
        places = [o for o in given if tracing.is_variable(o) and o.spec.kind == ARRAY]
        if any(may_overlap(a, b) for a, b in itertools.combinations(places, 2)):
            raise UnsupportedOpError(
                "two results are written to one array",
                where=trace.location(),
                why="which of them is left there depends on how NumPy goes through the memory",
                fix="give each result an array of its own",
            )
        pairs = zip(out, result if isinstance(result, tuple) else (result,), strict=True)
        return tuple(_as_large(r, places) if o is None else write_out(trace, o, r, casting) for o, r in pairs)
    return write_out(trace, out, result, casting)


def _as_large(result: Any, places: list[Any]) -> Any:
    """A result without an array of its own, for which the others are operands that it is broadcast with."""
    shape = places[0].shape if places else result.shape
    return result if result.shape == shape else np.broadcast_to(result, shape).copy()


def write_out(trace: tracing.Trace, out: Any, result: Any, casting: str = "same_kind") -> Any:
    """Write `result` into the array `out`, cast as NumPy's `out=` does, and answer `out`."""
    from sct.runtime.arrays.methods import store_whole

    if isinstance(out, np.ndarray):
        out = trace.lift_array(out)
    if not tracing.is_variable(out) or out.spec.kind != ARRAY or is_flat(out):
        raise TypeError("return arrays must be of ArrayType")
    store_whole(out, result, "out=", casting=casting)
    return out


def _array_like(x: Any) -> Any:
    if isinstance(x, (list, tuple)):
        function = bindings.lookup_binding(np.array)
        return function(x) if function else np.array(x)
    return x


_PUBLIC = ("", ".linalg", ".fft", ".random", ".testing", ".lib.stride_tricks", ".char", ".ma", ".polynomial.polynomial")


def _name(func: Any) -> str:
    """How users write the function."""
    name = getattr(func, "__name__", repr(func))
    for suffix in _PUBLIC:
        # who has its function has imported the module; importing them all takes longer than the whole first call
        if getattr(sys.modules.get(f"numpy{suffix}"), name, None) is func:
            return f"np{suffix}.{name}"
    if isinstance(getattr(func, "__self__", None), (np.vectorize, np.poly1d)):
        return f"np.{type(func.__self__).__name__}"
    module_name = getattr(func, "__module__", "") or ""
    return f"{module_name}.{name}".replace("numpy.", "np.", 1) if module_name.startswith("numpy") else name


def _refuse(trace: tracing.Trace, name: str) -> NoReturn:
    raise UnsupportedOpError(
        f"{name} has no static support",
        where=trace.location(),
        fix="`sct ops` lists what has; or call it outside of the static function",
    )
