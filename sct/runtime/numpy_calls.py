"""`np.*` on Variables: ufuncs and functions become ops, `out=` becomes an in-place write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from sct import ops
from sct.errors import UnsupportedOpError
from sct.ir.types import ARRAY
from sct.ops import bindings, registry
from sct.runtime import trace as tracing
from sct.runtime.choice import Choice, distribute_call

__all__ = ["call_function", "call_numpy", "call_ufunc", "write_out"]


def call_ufunc(
    trace: tracing.Trace, ufunc: np.ufunc, method: str, inputs: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """`ufunc(*inputs, **kwargs)` or one of its methods, recorded."""
    if any(isinstance(x, Choice) for x in inputs):
        return distribute_call(getattr(ufunc, method), inputs, kwargs)
    if method != "__call__":
        binding = getattr(bindings, "lookup_ufunc_method", lambda *_: None)(ufunc, method)
        if binding is None:
            _refuse(trace, f"np.{ufunc.__name__}.{method}")
        return _with_out(trace, binding, inputs, kwargs)
    definition = registry.lookup_numpy(ufunc)
    if definition is None:
        binding = bindings.lookup_binding(ufunc)
        if binding is None:
            _refuse(trace, f"np.{ufunc.__name__}")
        return _with_out(trace, binding, inputs, kwargs)
    arrays = tuple(_array_like(x) for x in inputs)
    return _with_out(trace, definition, arrays, kwargs)


def call_function(trace: tracing.Trace, func: Callable[..., Any], args: Any, kwargs: dict[str, Any]) -> Any:
    """A NumPy function that went through `__array_function__`."""
    if any(isinstance(x, Choice) for x in args):
        return distribute_call(func, args, kwargs)
    target = bindings.lookup_binding(func) or registry.lookup_numpy(func)
    if target is None:
        _refuse(trace, _name(func))
    return _with_out(trace, target, args, kwargs)


def call_numpy(trace: tracing.Trace, func: Callable[..., Any], args: Any, kwargs: dict[str, Any]) -> Any:
    """A NumPy function called by converted code with at least one Variable somewhere in its arguments."""
    if isinstance(func, np.ufunc):
        return call_ufunc(trace, func, "__call__", args, kwargs)
    return call_function(trace, func, args, kwargs)


def _with_out(trace: tracing.Trace, target: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    kwargs = dict(kwargs)
    out = kwargs.pop("out", None)
    if isinstance(out, tuple) and len(out) == 1:
        out = out[0]
    if isinstance(target, registry.OpDef):
        nin = getattr(target.numpy[0], "nin", None) if target.numpy else None
        if nin is not None and len(args) > nin:  # np.add(x, y, out)
            out, args = args[nin], args[:nin]
        where = kwargs.pop("where", True)
        if where is not True:
            return _masked(trace, target, args, kwargs, where, out)
        if kwargs.get("dtype", 0) is None:
            del kwargs["dtype"]
        if isinstance(kwargs.get("dtype"), (type, str)):
            kwargs["dtype"] = np.dtype(kwargs["dtype"])
        if kwargs.get("subok") is True:
            del kwargs["subok"]
    if out is None:
        return target(*args, **kwargs)
    if isinstance(out, tuple):
        results = target(*args, **kwargs)
        return tuple(r if o is None else write_out(trace, o, r) for o, r in zip(out, results, strict=True))
    return write_out(trace, out, target(*args, **kwargs))


def _masked(trace: tracing.Trace, target: Any, args: Any, kwargs: Any, where: Any, out: Any) -> Any:
    if out is None:
        _refuse(trace, f"np.{target.name} with where= but without out=")
    result = target(*args, **kwargs)
    kept = ops.get("where")(where, result, out)
    return write_out(trace, out, kept)


def write_out(trace: tracing.Trace, out: Any, result: Any) -> Any:
    """Write `result` into the array `out`, cast as NumPy's `out=` does, and answer `out`."""
    from sct.runtime.methods import store_whole

    if isinstance(out, np.ndarray):
        out = trace.lift_array(out)
    if not tracing.is_variable(out) or out.spec.kind != ARRAY:
        raise TypeError("return arrays must be of ArrayType")
    store_whole(out, result, "out=")
    return out


def _array_like(x: Any) -> Any:
    if isinstance(x, (list, tuple)):
        function = bindings.lookup_binding(np.array)
        return function(x) if function else np.array(x)
    return x


def _name(func: Any) -> str:
    module = getattr(func, "__module__", "") or ""
    name = getattr(func, "__name__", repr(func))
    return f"{module}.{name}".replace("numpy.", "np.", 1) if module.startswith("numpy") else name


def _refuse(trace: tracing.Trace, name: str) -> NoReturn:
    raise UnsupportedOpError(
        f"{name} has no static support",
        where=trace.location(),
        fix="`sct ops` lists what has; or call it outside of the static function",
    )
