"""Questions about arrays that are answered while the graph is built, and comparisons of whole arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from sct.errors import AliasError
from sct.ir.types import ARRAY, PYTHON
from sct.ops import registry
from sct.ops.bindings.table import (
    FUNCTIONS,
    array,
    ask,
    axes,
    bind,
    flag,
    ndim_of,
    shape_of,
    spec_of,
    strict_array,
    symbolic,
    told,
)
from sct.ops.infer import broadcast_shapes
from sct.ops.probe import tiny

__all__: list[str] = []


@bind(np.shape)
def shape(a: Any) -> tuple[Any, ...]:
    """The extents."""
    return shape_of(array(a))


@bind(np.ndim)
def ndim(a: Any) -> int:
    """The number of dimensions."""
    return ndim_of(array(a))


@bind(np.size)
def size(a: Any, axis: Any = None) -> Any:
    """The number of elements."""
    extents = shape_of(array(a))
    axis = axes(axis)
    if axis is not None:
        extents = tuple(extents[k] for k in normalize_axis_tuple(axis, len(extents)))
    total: Any = 1
    for extent in extents:
        total = total * extent
    return total


def _stand_in(value: Any) -> Any:
    """Something of the same dtype, kind and rank that NumPy can be asked about."""
    return tiny(spec_of(value)) if symbolic(value) else value


@bind(np.finfo)
def finfo(dtype: Any) -> Any:
    """What there is to know of a float dtype, or of that of a number."""
    return np.finfo(_stand_in(dtype))


@bind(np.iinfo)
def iinfo(type: Any) -> Any:
    """The limits of an integer dtype, or of that of a number."""
    return np.iinfo(_stand_in(type))


@bind(np.result_type)
def result_type(*arrays_and_dtypes: Any) -> np.dtype[Any]:
    """The dtype that promotion gives."""
    return np.result_type(*[_stand_in(x) for x in arrays_and_dtypes])


@bind(np.can_cast)
def can_cast(from_: Any, to: Any, casting: Any = "safe") -> bool:
    """Whether a dtype can be cast to another."""
    if symbolic(to) and spec_of(to).kind == ARRAY:
        told(np.can_cast, float, np.zeros(1), casting)  # raises
    source = spec_of(from_).dtype if symbolic(from_) else from_
    if symbolic(from_) and spec_of(from_).kind == PYTHON:
        source = source.type(0).item()  # NumPy 2 does not tell for such
    return np.can_cast(source, to, casting)


@bind(np.common_type)
def common_type(*arrays: Any) -> Any:
    """The inexact dtype common to arrays."""
    for x in arrays:
        ask(x, "dtype")
    return np.common_type(*[_stand_in(x) for x in arrays])


@bind(np.min_scalar_type)
def min_scalar_type(a: Any, /) -> Any:
    """The dtype of an array."""
    from sct.ops.bindings.table import unsupported

    a = array(a)
    if ndim_of(a) == 0:
        raise unsupported("np.min_scalar_type", "a run-time number", "name the dtype")
    return spec_of(a).dtype


@bind(np.iscomplexobj)
def iscomplexobj(x: Any) -> bool:
    """Whether the dtype is complex."""
    return spec_of(array(x)).dtype.kind == "c"


@bind(np.isrealobj)
def isrealobj(x: Any) -> bool:
    """Whether the dtype is not complex."""
    return spec_of(array(x)).dtype.kind != "c"


@bind(np.isscalar)
def isscalar(element: Any) -> bool:
    """Whether this is a NumPy scalar or a Python number."""
    return spec_of(element).kind != "array" if symbolic(element) else np.isscalar(element)


@bind(np.isfortran)
def isfortran(a: Any) -> Any:
    """Whether an array is laid out in Fortran order, and not in C order too."""
    ask(a, "flags")
    return a.flags.fnc


@bind(np.may_share_memory, np.shares_memory)
def layout_question(*args: Any, **kwargs: Any) -> Any:
    """Refused: the memory of arrays is not part of the program."""
    raise AliasError(
        "a question about the memory of an array whose place is known only at run time",
        why="the program has values; where they are stored is decided later",
        fix="ask outside of the static function",
    )


# -- whole arrays compared -------------------------------------------------------------------------


def _truth(value: Any) -> Any:
    return registry.get("truth")(value)


@bind(np.array_equal)
def array_equal(a1: Any, a2: Any, equal_nan: Any = False) -> Any:
    """Whether two arrays have the same shape and elements."""
    try:
        a1, a2 = strict_array(a1), strict_array(a2)
    except ValueError:  # of what is no array, as lists of several lengths
        return False
    if not _same_shape(spec_of(a1).shape, spec_of(a2).shape):
        return False
    equal = registry.get("equal")(a1, a2)
    if flag(equal_nan, "equal_nan"):
        nan = registry.get("logical_and")(_isnan(a1), _isnan(a2))
        equal = registry.get("logical_or")(equal, nan)
    return _truth(registry.get("all")(equal))


def _isnan(a: Any) -> Any:
    return registry.get("isnan")(a)


def _same_shape(a: tuple[Any, ...], b: tuple[Any, ...]) -> bool:
    from sct.ops.bindings.table import unsupported

    if len(a) != len(b) or any(isinstance(n, int) and isinstance(m, int) and n != m for n, m in zip(a, b, strict=True)):
        return False
    if a != b:
        raise unsupported("np.array_equal", "extents that may differ at run time", "compare the shapes before")
    return True


@bind(np.array_equiv)
def array_equiv(a1: Any, a2: Any) -> Any:
    """Whether two arrays are equal after broadcasting."""
    try:
        a1, a2 = strict_array(a1), strict_array(a2)
        broadcast_shapes(spec_of(a1).shape, spec_of(a2).shape)
    except ValueError:
        return False
    return _truth(registry.get("all")(registry.get("equal")(a1, a2)))


@bind(np.allclose)
def allclose(a: Any, b: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: Any = False) -> Any:
    """Whether all elements are close."""
    close = FUNCTIONS[np.isclose](a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)
    return _truth(registry.get("all")(close))
