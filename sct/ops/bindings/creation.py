"""`np.array`, `np.zeros` and their relatives with NumPy's signatures; shapes may have symbolic entries."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from sct.ops import registry
from sct.ops import shape as views
from sct.ops.bindings.shape import extents, template
from sct.ops.bindings.table import (
    FUNCTIONS,
    array,
    bind,
    dtype_of,
    holds_symbolic,
    is_array,
    ndim_of,
    shape_of,
    spec_of,
    static,
    symbolic,
    unsupported,
)
from sct.ops.joining import array_of

__all__: list[str] = []


# -- from what is there ----------------------------------------------------------------------------


def _converted(value: Any, dtype: Any, copy: bool | None) -> Any:
    """`value` as an array: itself where no copy is asked for and none is needed."""
    wanted = dtype_of(dtype)
    if isinstance(value, (list, tuple)) and holds_symbolic(value):
        return array(value, wanted)
    value = array(value, wanted)
    fits = is_array(value) and wanted in (None, spec_of(value).dtype)
    if fits and not copy:
        return value
    if copy is False:
        raise ValueError(
            "Unable to avoid copy while creating an array as requested.\\n"
            "If using `np.array(obj, copy=False)` replace it with `np.asarray(obj)` to allow a copy when needed "
            "(no behavior change in NumPy 1.x)."
        )
    return array_of(value, structure=0, dtype=wanted)


@bind(np.array)
def np_array(
    object: Any,
    dtype: Any = None,
    *,
    copy: Any = True,
    order: Any = "K",
    subok: Any = False,
    ndmin: Any = 0,
    like: Any = None,
) -> Any:
    """A new array from an array, a number or nested lists of them."""
    made = _converted(object, dtype, static(copy, "copy"))
    missing = static(ndmin, "ndmin") - ndim_of(made)
    return views.expand_dims(made, axis=tuple(range(missing))) if missing > 0 else made


@bind(np.asarray)
def asarray(
    a: Any, dtype: Any = None, order: Any = None, *, device: Any = None, copy: Any = None, like: Any = None
) -> Any:
    """An array of what is given, itself if it is one."""
    return _converted(a, dtype, static(copy, "copy"))


bind(np.asanyarray)(asarray)


@bind(np.ascontiguousarray)
def ascontiguousarray(a: Any, dtype: Any = None, *, like: Any = None) -> Any:
    """A contiguous array with at least one axis."""
    made = _converted(a, dtype, True)
    return made if ndim_of(made) else views.reshape(made, shape=(1,))


@bind(np.copy)
def copy(a: Any, order: Any = "K", subok: Any = False) -> Any:
    """A new array with the same elements."""
    return _converted(a, None, True)


@bind(method="copy")
def method_copy(a: Any, order: Any = "C") -> Any:
    """A new array with the same elements; a NumPy scalar answers itself."""
    return _converted(a, None, True) if is_array(a) else a


@bind(np.astype)
def astype(x: Any, dtype: Any, /, *, copy: Any = True, device: Any = None) -> Any:
    """The elements converted to a dtype."""
    return method_astype(x, dtype, copy=copy)


@bind(method="astype")
def method_astype(
    a: Any, dtype: Any, order: Any = "K", casting: Any = "unsafe", subok: Any = True, copy: Any = True
) -> Any:
    """The elements converted to a dtype."""
    wanted = dtype_of(dtype)
    assert wanted is not None
    if wanted.kind not in "biufc":
        raise unsupported("astype", f"dtype {wanted}", "convert it outside of the static function")
    rule = static(casting, "casting")
    if rule != "unsafe" and not np.can_cast(spec_of(a).dtype, wanted, rule):
        raise TypeError(
            f"Cannot cast array data from {spec_of(a).dtype!r} to {wanted!r} according to the rule '{rule}'"
        )
    if not static(copy, "copy") and wanted == spec_of(a).dtype and is_array(a):
        return a
    return registry.get("astype")(a, dtype=wanted)


# -- filled ----------------------------------------------------------------------------------------


def _full(shape: Any, value: Any, dtype: Any) -> Any:
    entries, operands = template(extents(shape))
    if operands or symbolic(value):
        made = registry.get("full")(array(value), *operands, shape=entries, dtype=dtype)
        return made
    return np.full(entries, value, dtype=dtype)


def _filled(value: Any) -> Any:
    def binding(
        shape: Any, dtype: Any = float, order: Any = "C", *, device: Any = None, like: Any = None
    ) -> Any:
        wanted = dtype_of(float if dtype is None else dtype)
        assert wanted is not None
        return _full(shape, wanted.type(value), wanted)

    return binding


bind(np.zeros)(_filled(0))
bind(np.empty)(_filled(0))
bind(np.ones)(_filled(1))


@bind(np.full)
def full(
    shape: Any, fill_value: Any, dtype: Any = None, order: Any = "C", *, device: Any = None, like: Any = None
) -> Any:
    """An array of one value."""
    value = array(fill_value)
    wanted = dtype_of(dtype) or spec_of(value).dtype
    if ndim_of(value) == 0:
        return _full(shape, value, wanted)
    return array_of(FUNCTIONS[np.broadcast_to](value, shape), structure=0, dtype=wanted)


def _like(value: Any) -> Any:
    def binding(
        a: Any,
        dtype: Any = None,
        order: Any = "K",
        subok: Any = True,
        shape: Any = None,
        *,
        device: Any = None,
    ) -> Any:
        a = array(a)
        wanted = dtype_of(dtype) or spec_of(a).dtype
        return _full(shape_of(a) if shape is None else shape, wanted.type(value), wanted)

    return binding


bind(np.zeros_like)(_like(0))
bind(np.empty_like)(_like(0))
bind(np.ones_like)(_like(1))


@bind(np.full_like)
def full_like(
    a: Any,
    fill_value: Any,
    dtype: Any = None,
    order: Any = "K",
    subok: Any = True,
    shape: Any = None,
    *,
    device: Any = None,
) -> Any:
    """An array of one value, like another one."""
    a = array(a)
    return full(
        shape_of(a) if shape is None else shape, fill_value, dtype=dtype_of(dtype) or spec_of(a).dtype
    )


# -- ranges, grids ---------------------------------------------------------------------------------


@bind(np.arange)
def arange(*args: Any, dtype: Any = None, device: Any = None, like: Any = None, **named: Any) -> Any:
    """Evenly spaced numbers of a half-open interval."""
    parts = list(args)
    if len(parts) == 4:
        dtype = parts.pop()
    start, stop, step = _range(parts, named)
    wanted = dtype_of(dtype)
    if not holds_symbolic([start, stop, step]):
        return np.arange(start, stop, step, dtype=wanted)
    return registry.get("arange")(start, stop, step, dtype=wanted)


def _range(parts: list[Any], named: dict[str, Any]) -> tuple[Any, Any, Any]:
    values: dict[str, Any] = dict(zip(("start", "stop", "step"), parts, strict=False))
    if len(parts) == 1 and "stop" not in named:
        values = {"stop": parts[0]}
    values.update(named)
    if "stop" not in values:
        raise TypeError("arange() requires stop to be specified.")
    start = values.get("start")
    step = values.get("step")
    return 0 if start is None else start, values["stop"], 1 if step is None else step


@bind(np.linspace)
def linspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: Any = True,
    retstep: Any = False,
    dtype: Any = None,
    axis: Any = 0,
    *,
    device: Any = None,
) -> Any:
    """Evenly spaced numbers of an interval."""
    count = operator.index(static(num, "num"))
    if static(retstep, "retstep"):
        raise unsupported("np.linspace", "retstep=True", "compute the step: (stop - start) / (num - 1)")
    if static(axis, "axis") not in (0, -1) or (
        static(axis, "axis") == -1 and (ndim_of(array(start)) or ndim_of(array(stop)))
    ):
        raise unsupported("np.linspace", "axis=", "use np.moveaxis on the result")
    return registry.get("linspace")(
        array(start),
        array(stop),
        num=count,
        endpoint=bool(static(endpoint, "endpoint")),
        dtype=dtype_of(dtype),
    )


@bind(np.eye)
def eye(
    N: Any,
    M: Any = None,
    k: Any = 0,
    dtype: Any = float,
    order: Any = "C",
    *,
    device: Any = None,
    like: Any = None,
) -> Any:
    """Ones on a diagonal."""
    if not holds_symbolic([N, M, k]):
        return np.eye(N, M, k, dtype=dtype_of(dtype))
    n, m = _symbolic_arange(N), _symbolic_arange(N if M is None else M)
    rows, columns = views.expand_dims(n, axis=1), views.expand_dims(m, axis=0)
    hits = registry.get("equal")(registry.get("subtract")(columns, rows), k)
    return registry.get("astype")(hits, dtype=dtype_of(dtype))


def _symbolic_arange(n: Any) -> Any:
    return arange(n) if symbolic(n) else np.arange(n)


@bind(np.identity)
def identity(n: Any, dtype: Any = None, *, like: Any = None) -> Any:
    """The identity matrix."""
    return eye(n, dtype=dtype)


@bind(np.tri)
def tri(N: Any, M: Any = None, k: Any = 0, dtype: Any = float, *, like: Any = None) -> Any:
    """Ones at and below a diagonal."""
    if not holds_symbolic([N, M, k]):
        return np.tri(N, M, k, dtype=dtype_of(dtype))  # type: ignore[arg-type]
    n, m = _symbolic_arange(N), _symbolic_arange(N if M is None else M)
    low = registry.get("add")(views.expand_dims(n, axis=1), k)
    hits = registry.get("greater_equal")(low, views.expand_dims(m, axis=0))
    return registry.get("astype")(hits, dtype=dtype_of(dtype))


@bind(np.indices)
def indices(dimensions: Any, dtype: Any = int, sparse: Any = False) -> Any:
    """The indices of a grid."""
    if not holds_symbolic(dimensions):
        return np.indices(
            static(dimensions, "dimensions"), dtype=dtype_of(dtype), sparse=static(sparse, "sparse")
        )  # type: ignore[arg-type]
    ranges = [registry.get("astype")(_symbolic_arange(n), dtype=dtype_of(dtype)) for n in dimensions]
    grids = FUNCTIONS[np.meshgrid](*ranges, indexing="ij", sparse=sparse)
    return grids if static(sparse, "sparse") else FUNCTIONS[np.stack](grids)
