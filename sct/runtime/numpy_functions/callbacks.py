"""NumPy functions that call a Python function: `np.piecewise`, and what `np.vectorize` makes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.errors import UnsupportedOpError
from sct.ir.core import Op
from sct.ir.types import ARRAY
from sct.ops import bindings, registry
from sct.ops.infer import op_may_raise
from sct.runtime import trace as tracing
from sct.runtime.calls.raising import Diverged
from sct.runtime.joins.choice import Choice
from sct.runtime.numpy_functions.numpy_lines import with_signature
from sct.runtime.state.trials import trial
from sct.runtime.text_arrays.answered_texts import AnsweredTexts, is_text
from sct.runtime.text_arrays.vectorized import of_codes

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["calling"]


def calling(trace: Trace, f: Any) -> Callable[..., Any] | None:
    """What serves a function of NumPy that calls back; None if `f` is none."""
    module = str(getattr(f, "__module__", ""))
    if getattr(f, "__name__", "") == "__call__" and module.startswith("numpy"):  # an instance that is called
        instance = getattr(f, "__self__", None)
        if instance is None:
            return lambda owner, *args, **kwargs: _again(trace, owner, f, args, kwargs)
        f = instance
    if isinstance(f, np.vectorize):
        return lambda *args, **kwargs: _vectorized(trace, f, args, kwargs)
    if f is np.piecewise:
        return lambda *args, **kwargs: _piecewise(trace, *args, **kwargs)
    if isinstance(f, np.poly1d):
        return lambda x: _call(np.polyval, f.coeffs, x)
    return None


def _again(trace: Trace, owner: Any, f: Any, args: Any, kwargs: Any) -> Any:
    found = calling(trace, owner)
    if found is None:
        raise UnsupportedOpError(f"an instance of np.{type(owner).__name__}, called, has no static support")
    return found(*args, **kwargs)


def _call(function: Any, *args: Any, **kwargs: Any) -> Any:
    binding = bindings.lookup_binding(function)
    assert binding is not None, function
    return binding(*args, **kwargs)


def _converted(trace: Trace, f: Any) -> Any:
    from sct.runtime.call import convert_call

    return convert_call(f)


# -- np.piecewise ------------------------------------------------------------------------------------


def _piecewise(trace: Trace, x: Any, condlist: Any, funclist: Any, *args: Any, **kw: Any) -> Any:
    """Where a condition holds, what its function answers for those elements; the steps are NumPy's own."""
    from sct.runtime.control_flow import select

    x = trace.own(_call(np.asarray, x))
    count = len(funclist)
    alone = not isinstance(condlist, (list, tuple)) and not _is_array(condlist)
    single = alone or (x.ndim != 0 and not (isinstance(condlist[0], list) or _is_array(condlist[0])))
    conditions = [_call(np.asarray, c, bool) for c in ([condlist] if single else condlist)]
    if count == len(conditions) + 1:
        left = registry.get("logical_not")(_any(conditions))
        conditions.append(left)
    elif count != len(conditions):
        raise ValueError(
            f"with {len(conditions)} condition(s), either {len(conditions)} or {len(conditions) + 1} "
            "functions are expected"
        )
    y = trace.own(_call(np.zeros_like, x))
    for condition, function in zip(conditions, funclist, strict=True):
        if not callable(function):
            y[condition] = function
            continue
        converted = _converted(trace, function)

        def put(condition: Any = condition, converted: Any = converted) -> None:
            y[condition] = converted(x[condition], *args, **kw)

        chosen = x[condition]
        if not tracing.is_variable(chosen) or _is_alike_for_none(trace, put, chosen.spec.shape):
            put()
        else:
            select(chosen.size > 0, put, lambda: None)
    return y


def _is_alike_for_none(trace: Trace, put: Callable[[], None], shape: Any) -> bool:
    """Whether to call a function for no elements is as good as not to call it, which is what NumPy does.

    It is where the function does nothing but compute each element by itself; tried out, and undone.
    """
    with trace.region() as region, trial(trace):
        try:
            put()
            ops, written = region.builder.ops, [cell for cell, _, _ in region.transaction.changes()]
            return len(written) <= 1 and all(_is_of_elements(op, shape) for op in ops)
        except (Exception, Diverged):
            return False
        finally:
            region.transaction.rollback()


def _is_of_elements(op: Op, shape: Any) -> bool:
    """Whether an op does the same for no elements as for some, and cannot raise: all its arrays are of one shape."""
    definition = registry.get(op.name)
    if op.name in ("getitem", "setitem"):
        masked = len(op.args) == op.name.count("s") + 2 and op.args[-1].spec.dtype.kind == "b"
        return masked and (op.name == "getitem" or op.args[1].spec.shape in ((), shape))
    elementwise = registry.Fact.ELEMENTWISE in definition.facts and all(x.spec.shape in ((), shape) for x in op.args)
    raises = op_may_raise(op)
    return op.name == "constant" or (elementwise and not raises)


def _any(conditions: list[Any]) -> Any:
    found = conditions[0]
    for condition in conditions[1:]:
        found = registry.get("logical_or")(found, condition)
    return found


def _is_array(x: Any) -> bool:
    return x.spec.kind == ARRAY if tracing.is_variable(x) else isinstance(x, np.ndarray)


# -- np.vectorize ------------------------------------------------------------------------------------


def _vectorized(trace: Trace, f: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """One call for every element, in a loop."""
    if f.signature is not None:
        return with_signature(trace, f, _converted(trace, f.pyfunc), args, kwargs)
    function, args = of_codes(*_of_elements(_converted(trace, f.pyfunc), f.excluded, args, kwargs))
    given = [_call(np.asarray, x) for x in args]
    axes = _axes_in_turn(given)
    arrays = [_call(np.transpose, x, axes) for x in _broadcast(given)]
    flats = [(x if tracing.is_variable(x) else trace.lift_array(x)).reshape(-1) for x in arrays]
    first = None if f.otypes else _first(function, flats)
    dtypes = [_dtype(x) for x in first] if first is not None else [np.dtype(t) for t in f.otypes]
    zero = trace.variable(trace.builder.constant(0))
    shape = arrays[0].shape
    outs = [AnsweredTexts(trace, shape) if d.kind == "U" else _call(np.full, shape, zero, d) for d in dtypes]
    lines = [out if isinstance(out, AnsweredTexts) else out.reshape(-1) for out in outs]
    kept = first if f.cache else None  # it is not asked for again
    _put(lines, 0, kept)
    _for_each(trace, function, flats, lines, 0 if kept is None else 1)
    outs = [out.array() if isinstance(out, AnsweredTexts) else out for out in outs]
    if axes != tuple(range(len(axes))):
        outs = [_converted(trace, np.transpose)(out, tuple(np.argsort(axes).tolist())) for out in outs]
    return outs[0] if len(outs) == 1 else tuple(outs)


def _axes_in_turn(arrays: list[Any]) -> tuple[int, ...]:
    """In which order NumPy goes through the axes, and lays out the results: as the arrays lie in memory."""
    samples = [x.sct_layout() if tracing.is_variable(x) else x for x in arrays]
    ndim = max((x.ndim for x in arrays), default=0)
    if ndim < 2 or any(x is None for x in samples):
        return tuple(range(ndim))
    copies = [np.empty_like(x, np.bool_, subok=False) for x in samples]  # NumPy makes arrays of objects of them
    made = np.nditer([*copies, None], ["zerosize_ok"], op_dtypes=[np.bool_] * (len(copies) + 1)).operands[-1]
    return tuple(sorted(range(ndim), key=lambda axis: -made.strides[axis]))


def _of_elements(function: Any, excluded: Any, args: Any, kwargs: dict[str, Any]) -> tuple[Any, tuple[Any, ...]]:
    """A function of the elements alone, and the arrays that they are of; what is excluded is passed as it is."""
    places = [k for k in range(len(args)) if k not in excluded]
    names = [name for name in kwargs if name not in excluded]
    if len(places) == len(args) and not kwargs:
        return function, args

    def of_elements(*elements: Any) -> Any:
        given, named = list(args), dict(kwargs)
        for k, element in zip(places, elements, strict=False):
            given[k] = element
        named.update(zip(names, elements[len(places) :], strict=True))
        return function(*given, **named)

    return of_elements, (*(args[k] for k in places), *(kwargs[name] for name in names))


def _put(outputs: list[Any], i: Any, values: Any) -> None:
    for out, value in zip(outputs, values or (), strict=values is not None):
        if isinstance(out, AnsweredTexts):
            out.put(value)
        else:
            out[i] = value


def _for_each(trace: Trace, function: Any, inputs: list[Any], outputs: list[Any], start: int) -> None:
    """The loop that np.vectorize stands for; NumPy makes arrays of objects, Python's numbers, of the inputs first."""
    from sct.runtime.iteration.symbolic_range import SymbolicRange
    from sct.runtime.loops import convert_for

    def body(i: Any) -> None:
        made = function(*[x[i].item() for x in inputs])
        _put(outputs, i, (made,) if len(outputs) == 1 else made)

    count = inputs[0].shape[0]
    items = SymbolicRange(trace, start, count, 1) if tracing.is_variable(count) else range(start, count)
    convert_for(items, body, None, lambda: (), lambda state: None, ())


def _broadcast(arrays: list[Any]) -> list[Any]:
    if not arrays:
        raise _refusal("no arguments", "call the function itself")
    if all(x.spec.shape == arrays[0].spec.shape if tracing.is_variable(x) else False for x in arrays):
        return arrays
    return list(_call(np.broadcast_arrays, *arrays))


def _first(function: Any, flats: list[Any]) -> tuple[Any, ...]:
    """The results for the first element, an additional call that says of which dtypes they are."""
    if flats[0].spec.shape[0] == 0:
        raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
    first = function(*[x[0] for x in flats])
    return first if isinstance(first, tuple) else (first,)


def _dtype(x: Any) -> Any:
    if is_text(x):
        return np.dtype(str)
    if isinstance(x, Choice):
        dtypes = {_dtype(alternative) for alternative in x.alternatives}
        if len(dtypes) == 1:
            return dtypes.pop()
        raise _refusal("a result whose type depends on the first element", "pass otypes=[float]")
    if tracing.is_variable(x):
        if x.spec.kind == ARRAY and x.spec.ndim:
            raise _refusal("results that are arrays", "write the loop over the elements")
        return x.spec.dtype
    return np.asarray(x).dtype


def _refusal(what: str, fix: str) -> UnsupportedOpError:
    return UnsupportedOpError(f"np.vectorize has no static support for {what}", fix=fix)
