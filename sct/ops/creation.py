"""New arrays. Extents in a `shape` are ints, or `("arg", k)` for operand k, known only at run time.

`np.empty` is `zeros`: what an uninitialised array holds is unspecified, and zeros are among it. With `unset` nobody has
to write them: machine code leaves the memory as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.errors import UnsupportedOpError
from sct.ir.types import ARRAY, UNKNOWN, Dim, Extent, Shape, Spec
from sct.ops.infer import broadcast_specs, shape_text
from sct.ops.probe import probe, tiny
from sct.ops.registry import Fact, Infer, op
from sct.ops.typed_numbers import numbers_of

__all__: list[str] = []

RAISES = Fact.PURE | Fact.RAISES
Entry = int | tuple[str, int]  # an extent or a number, or ("arg", k): operand k
Template = tuple[Entry, ...]


def _filled(template: tuple[Any, ...], operands: tuple[Any, ...]) -> tuple[Any, ...]:
    """The template with the operands put in."""
    return tuple(operands[n[1]] if isinstance(n, tuple) else n for n in template)


def _shape(template: Template, operands: tuple[Spec, ...]) -> Shape:
    for operand in operands:
        if operand.dtype.kind not in "iub" or operand.shape:
            if operand.kind == ARRAY:
                raise TypeError("only integer scalar arrays can be converted to a scalar index")
            kind = type(tiny(operand))
            name = kind.__name__ if operand.weak else f"numpy.{kind.__name__}"
            raise TypeError(f"'{name}' object cannot be interpreted as an integer")
    shape: list[Extent] = [UNKNOWN if isinstance(n, tuple) else n for n in template]
    if any(isinstance(n, int) and n < 0 for n in shape):
        raise ValueError("negative dimensions are not allowed")
    return tuple(shape)


def _blank(*operands: Spec, shape: Template, dtype: Any = None, unset: bool = False) -> Spec:
    return Spec(np.dtype(dtype), _shape(shape, operands), ARRAY)  # np.dtype(None) is float64


def _static(*operands: Spec, **attrs: Any) -> bool:
    return not operands


@op("zeros", infer=_blank, ordered=True, facts=RAISES, total=_static)
def zeros(*operands: Any, shape: Template, dtype: Any = None, unset: bool = False, xp: Any) -> Any:
    """Zeros of a shape; if `unset`, whatever memory holds."""
    return xp.zeros(_filled(shape, operands), dtype)


@op("ones", infer=_blank, ordered=True, facts=RAISES, total=_static)
def ones(*operands: Any, shape: Template, dtype: Any = None, xp: Any) -> Any:
    """Ones of a shape."""
    return xp.ones(_filled(shape, operands), dtype)


def _check_fill(value: Shape, shape: Shape) -> None:
    """ValueError, worded as NumPy does, if a value can never be written into an array of this shape."""
    lead = max(len(value) - len(shape), 0)
    pairs = zip(reversed(value), reversed(shape), strict=False)
    fits = all(n == 1 or isinstance(n, Dim) for n in value[:lead])
    if not fits or any(n not in (1, m) and isinstance(n, int) and isinstance(m, int) for n, m in pairs):
        raise ValueError(
            f"could not broadcast input array from shape {shape_text(value)} into shape {shape_text(shape)}"
        )


def _fill_fits(value: Spec, dtype: Any) -> bool:
    """Whether writing `value` into an array of `dtype` cannot raise."""
    if dtype is None or not value.weak or np.dtype(dtype).kind not in "iu":
        return True
    return value.dtype.kind == "b" or np.dtype(dtype) == value.dtype


def _fill_dtype(value: Spec, dtype: Any) -> np.dtype:
    probe(_fill_one, value, dtype=None if dtype is None else np.dtype(dtype))  # raises as NumPy does
    return np.dtype(dtype) if dtype is not None else np.dtype(value.dtype)


def _fill_one(value: Any, *, dtype: Any) -> Any:
    return np.full((1,) * np.ndim(value), value, dtype)


def _full(value: Spec, *operands: Spec, shape: Template, dtype: Any = None) -> Spec:
    made = _shape(shape, operands)
    _check_fill(value.shape, made)
    return Spec(_fill_dtype(value, dtype), made, ARRAY)


@op(
    "full",
    infer=_full,
    ordered=True,
    facts=RAISES,
    total=lambda value, *operands, shape, dtype=None: value.static and not operands and _fill_fits(value, dtype),
)
def full(value: Any, *operands: Any, shape: Template, dtype: Any = None, xp: Any) -> Any:
    """A value, repeated to a shape."""
    return xp.full(_filled(shape, operands), value, dtype)


def _like(x: Spec, *, dtype: Any = None, unset: bool = False) -> Spec:
    return Spec(x.dtype if dtype is None else np.dtype(dtype), x.shape, ARRAY)


@op("zeros_like", infer=_like, ordered=True)
def zeros_like(x: Any, *, dtype: Any = None, unset: bool = False, xp: Any) -> Any:
    """Zeros of x's shape; if `unset`, whatever memory holds."""
    return xp.zeros_like(x, dtype=dtype)


@op("ones_like", infer=_like, ordered=True)
def ones_like(x: Any, *, dtype: Any = None, xp: Any) -> Any:
    """Ones of x's shape."""
    return xp.ones_like(x, dtype=dtype)


def _full_like(x: Spec, value: Spec, *, dtype: Any = None) -> Spec:
    _check_fill(value.shape, x.shape)
    return Spec(_fill_dtype(value, x.dtype if dtype is None else dtype), x.shape, ARRAY)


@op(
    "full_like",
    infer=_full_like,
    ordered=True,
    facts=RAISES,
    total=lambda x, value, *, dtype=None: x.static and value.static and _fill_fits(value, dtype or x.dtype),
)
def full_like(x: Any, value: Any, *, dtype: Any = None, xp: Any) -> Any:
    """A value, repeated to x's shape."""
    return xp.full_like(x, value, dtype=dtype)


# -- diagonals -------------------------------------------------------------------------------------


def _eye(*operands: Spec, shape: Template, k: Entry = 0, dtype: Any = None) -> Spec:
    return Spec(np.dtype(dtype), _shape(shape, operands), ARRAY)


@op("eye", infer=_eye, facts=RAISES, total=_static)
def eye(*operands: Any, shape: Template, k: Entry = 0, dtype: Any = None, xp: Any) -> Any:
    """Ones on the k-th diagonal of a matrix, zeros elsewhere."""
    rows, columns, at = _filled((*shape, k), operands)
    return xp.eye(rows, columns, at, dtype=dtype or np.float64)


@op("tri", infer=_eye, facts=RAISES, total=_static)
def tri(*operands: Any, shape: Template, k: Entry = 0, dtype: Any = None, xp: Any) -> Any:
    """Ones on the k-th diagonal of a matrix and below it, zeros elsewhere."""
    rows, columns, at = _filled((*shape, k), operands)
    return xp.tri(rows, columns, at, dtype=dtype or np.float64)


# -- sequences of numbers --------------------------------------------------------------------------


def _arange(start: Spec, stop: Spec, step: Spec, *, dtype: Any = None) -> Spec:
    if any(n.shape or n.dtype.kind == "c" for n in (start, stop, step)):
        raise UnsupportedOpError("np.arange of complex numbers or of arrays", fix="give it real numbers")
    return Spec(probe(np.arange, start, stop, step, dtype=dtype).dtype, (UNKNOWN,), ARRAY)


@op("arange", infer=_arange, facts=RAISES)
def arange(start: Any, stop: Any, step: Any, *, dtype: Any = None, xp: Any) -> Any:
    """Numbers from start to before stop, a step apart; how many is known at run time."""
    return xp.arange(start, stop, step, dtype=dtype)


def _spaced(function: Callable[..., Any]) -> Infer:
    """The rule of `linspace` and its relatives."""

    def infer(start: Spec, stop: Spec, *operands: Spec, num: Entry, axis: int = 0, **attrs: Any) -> Spec:
        (extent,) = _shape((num,) if isinstance(num, tuple) else (max(num, 0),), operands)
        if isinstance(num, int) and num < 0:
            raise ValueError(f"Number of samples, {num}, must be non-negative.")
        made = probe(function, start, stop, num=2, axis=axis, **{k: numbers_of(v) for k, v in attrs.items()})
        rest = broadcast_specs(stop, start)  # in the order of NumPy's message
        at = axis % (len(rest) + 1)
        return Spec(made.dtype, (*rest[:at], extent, *rest[at:]), ARRAY)

    return infer


def _endpoints(start: Spec, stop: Spec, *operands: Spec, **attrs: Any) -> bool:
    return start.static and stop.static and not operands


@op("linspace", infer=_spaced(np.linspace), facts=RAISES, total=_endpoints)
def linspace(
    start: Any, stop: Any, *operands: Any, num: Entry, endpoint: bool = True, dtype: Any = None, axis: int = 0, xp: Any
) -> Any:
    """Numbers at equal distances."""
    (count,) = _filled((num,), operands)
    return xp.linspace(start, stop, count, endpoint=endpoint, dtype=dtype, axis=axis)


@op("logspace", infer=_spaced(np.logspace), facts=RAISES, total=_endpoints)
def logspace(
    start: Any,
    stop: Any,
    *operands: Any,
    num: Entry,
    endpoint: bool = True,
    base: Any = 10.0,
    dtype: Any = None,
    axis: int = 0,
    xp: Any,
) -> Any:
    """Powers of a base, with exponents at equal distances."""
    (count,) = _filled((num,), operands)
    return xp.logspace(start, stop, count, endpoint=endpoint, base=numbers_of(base), dtype=dtype, axis=axis)


@op("geomspace", infer=_spaced(np.geomspace), facts=RAISES)
def geomspace(
    start: Any, stop: Any, *operands: Any, num: Entry, endpoint: bool = True, dtype: Any = None, axis: int = 0, xp: Any
) -> Any:
    """Numbers at equal ratios; ends that are zero raise."""
    (count,) = _filled((num,), operands)
    return xp.geomspace(start, stop, count, endpoint=endpoint, dtype=dtype, axis=axis)
