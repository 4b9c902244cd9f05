"""What `infer` rules are made of: broadcasting with symbolic extents, and NumPy's own promotion.

Nothing here guesses. dtypes come from `ufunc.resolve_dtypes`, and where there is no ufunc from running
the function on one element (`sct.ops.probe`); both are cached, so a rule costs a few microseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Any

import numpy as np

from sct.ir.core import Op
from sct.ir.types import ARRAY, PYTHON, SCALAR, UNKNOWN, Dim, Extent, Kind, Shape, Spec
from sct.ops.registry import Fact, Infer, OpDef, get

__all__ = [
    "PY_BOOL",
    "PY_COMPLEX",
    "PY_FLOAT",
    "PY_INT",
    "broadcast_shapes",
    "broadcast_specs",
    "kind_of",
    "loop_dtypes",
    "may_raise",
    "op_may_raise",
    "promote",
    "python_type",
    "right_unit",
    "shape_text",
    "surely_fits",
    "ufunc_infer",
]

PY_BOOL = Spec(np.dtype("bool"), (), PYTHON)
PY_INT = Spec(np.dtype("int64"), (), PYTHON)
PY_FLOAT = Spec(np.dtype("float64"), (), PYTHON)
PY_COMPLEX = Spec(np.dtype("complex128"), (), PYTHON)

_PYTHON_TYPES: dict[str, type] = {"b": bool, "i": int, "f": float, "c": complex}


def python_type(spec: Spec) -> type:
    """The Python type of a PYTHON-kind value.

    >>> python_type(PY_INT)
    <class 'int'>
    """
    return _PYTHON_TYPES[spec.dtype.kind]


def shape_text(shape: Shape) -> str:
    """A shape as NumPy's messages write it: an extent that is to be found is left out in front, or a `newaxis`.

    >>> shape_text((2, 3)), shape_text((2,)), shape_text((-1, 2, -1))
    ('(2,3)', '(2,)', '(2,newaxis)')
    """
    found = [isinstance(n, int) and n < 0 for n in shape]
    first = found.index(False) if False in found else len(shape)
    words = ["newaxis" if found[k] else str(shape[k]) for k in range(first, len(shape))]
    return f"({shape[0]},)" if len(shape) == 1 and words else f"({','.join(words)})"


@lru_cache(maxsize=4096)
def broadcast_shapes(*shapes: Shape) -> Shape:
    """The shape that `shapes` broadcast to; ValueError, worded as NumPy does, if they never can.

    A symbolic extent gives way to a known one other than 1; two different ones are unknown,
    because each of them may turn out to be 1.

    >>> broadcast_shapes((3, 1), (4,))
    (3, 4)
    >>> broadcast_shapes((Dim("n"), 1), (1, 5)), broadcast_shapes((Dim("n"),), (Dim("n"),))
    ((Dim(name='n'), 5), (Dim(name='n'),))
    >>> broadcast_shapes((2,), (3,))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: operands could not be broadcast together with shapes (2,) (3,)...
    """
    ndim = max(map(len, shapes), default=0)
    out: list[Extent] = []
    for axis in range(-ndim, 0):
        extent: Extent = 1
        for shape in shapes:
            if -axis > len(shape):
                continue
            extent = _join_extents(extent, shape[axis], shapes)
        out.append(extent)
    return tuple(out)


def _join_extents(a: Extent, b: Extent, shapes: tuple[Shape, ...]) -> Extent:
    if a == b or b == 1:
        return a
    if a == 1:
        return b
    if isinstance(a, Dim):
        return UNKNOWN if isinstance(b, Dim) else b
    if isinstance(b, Dim):
        return a
    texts = "".join(f"{shape_text(s)} " for s in shapes)
    raise ValueError(f"operands could not be broadcast together with shapes {texts}")


def broadcast_specs(*specs: Spec) -> Shape:
    """The shape that values of these specs broadcast to."""
    return broadcast_shapes(*[s.shape for s in specs])


def kind_of(shape: Shape) -> Kind:
    """What a ufunc answers: a NumPy scalar for 0-d results, otherwise an array."""
    return ARRAY if shape else SCALAR


def _operands(specs: tuple[Spec, ...]) -> tuple[Any, ...]:
    """What `resolve_dtypes` takes for operands: dtypes, and Python types for weak numbers."""
    return tuple([_PYTHON_TYPES[s.dtype.kind] if s.weak and s.dtype.kind != "b" else s.dtype for s in specs])


@lru_cache(maxsize=4096, typed=True)  # each dtype is of a class of its own
def _resolve(ufunc: np.ufunc, dtype: Any, casting: str, *operands: Any) -> tuple[np.dtype, ...]:
    options: dict[str, Any] = {"casting": casting}
    if dtype is not None:
        options["signature"] = (None,) * ufunc.nin + (np.dtype(dtype),) * ufunc.nout
    return ufunc.resolve_dtypes(operands + (None,) * ufunc.nout, **options)


def promote(ufunc: np.ufunc, *specs: Spec, dtype: Any = None, casting: str | None = None) -> tuple[np.dtype, ...]:
    """The dtypes of `ufunc`'s results, by NumPy itself; its TypeError passes through.

    >>> promote(np.add, Spec(np.dtype("float32"), (3,)), PY_FLOAT)
    (dtype('float32'),)
    """
    return _resolve(ufunc, dtype, casting or "same_kind", *_operands(specs))[ufunc.nin :]


def loop_dtypes(ufunc: np.ufunc, *specs: Spec, dtype: Any = None, casting: str | None = None) -> tuple[np.dtype, ...]:
    """The dtypes that the inner loop of `ufunc` works on: operands first, results after them.

    >>> loop_dtypes(np.multiply, PY_INT, Spec(np.dtype("int8"), (3,)))
    (dtype('int8'), dtype('int8'), dtype('int8'))
    """
    return _resolve(ufunc, dtype, casting or "same_kind", *_operands(specs))


def ufunc_infer(ufunc: np.ufunc) -> Infer:
    """The `infer` rule of an elementwise ufunc.

    >>> str(ufunc_infer(np.sqrt)(Spec(np.dtype("int8"), (2,))))
    'float16[2]'
    """

    def infer(*specs: Spec, dtype: Any = None, casting: str | None = None) -> Spec | tuple[Spec, ...]:
        if len(specs) != ufunc.nin:
            raise TypeError(f"{ufunc.__name__}() takes {ufunc.nin} operands, {len(specs)} were given")
        return _ufunc_specs(ufunc, specs, dtype, casting)

    return infer


@lru_cache(maxsize=8192, typed=True)
def _ufunc_specs(ufunc: np.ufunc, specs: tuple[Spec, ...], dtype: Any, casting: str | None) -> Spec | tuple[Spec, ...]:
    dtypes = promote(ufunc, *specs, dtype=dtype, casting=casting)
    shape = broadcast_specs(*specs)
    kind = kind_of(shape)
    out = tuple([Spec(d, shape, kind) for d in dtypes])
    return out[0] if len(out) == 1 else out


def may_raise(opdef: OpDef, specs: tuple[Spec, ...], attrs: dict[str, Any] | None = None) -> bool:
    """Whether the op may raise on values of these specs: finer than `Fact.RAISES` alone.

    An op's extra `total=` says by the specs that it cannot raise. A Python int beside an integer array
    of another dtype than int64 raises OverflowError where it does not fit.

    >>> from sct.ops.elementwise import power
    >>> may_raise(power, (PY_FLOAT, PY_FLOAT)), may_raise(power, (PY_INT, PY_INT))
    (False, True)
    """
    if Fact.RAISES in opdef.facts:
        total = opdef.extras.get("total")
        if total is None or not total(*specs, **(attrs or {})):
            return True
    weak = [k for k, s in enumerate(specs) if s.kind == PYTHON and s.dtype.kind == "i"]
    if not weak or Fact.ELEMENTWISE not in opdef.facts:
        return False
    taken: Sequence[np.dtype] = [s.dtype for s in specs]
    if "ufunc" in opdef.extras:  # ldexp takes its exponent as an int32, whatever stands beside it
        dtype, casting = (attrs or {}).get("dtype"), (attrs or {}).get("casting")
        taken = _resolve(opdef.extras["ufunc"], dtype, casting or "same_kind", *_operands(specs))
        return any(taken[k].kind in "iu" and taken[k] != PY_INT.dtype for k in weak)
    return any(d.kind in "iu" and d != PY_INT.dtype for d in taken)


def op_may_raise(op: Op) -> bool:
    """Whether an op may raise, as far as its operands' specs tell; what is in its blocks is not looked at."""
    return may_raise(get(op.name), tuple([arg.spec for arg in op.args]), dict(op.attrs))


def surely_fits(opdef: OpDef, specs: Sequence[Spec]) -> bool:
    """Whether the operands of an elementwise op broadcast, whatever their extents turn out to be.

    >>> from sct.ops.elementwise import add
    >>> n, m = (Spec(np.dtype("float64"), (Dim(name),)) for name in "nm")
    >>> surely_fits(add, (n, n)), surely_fits(add, (n, m)), surely_fits(add, (n, PY_FLOAT))
    (True, False, True)
    """
    if Fact.ELEMENTWISE not in opdef.facts:
        return True
    for extents in zip_longest(*[reversed(spec.shape) for spec in specs], fillvalue=1):
        longer = [extent for extent in extents if extent != 1]
        if longer and (longer.count(longer[0]) < len(longer) or (len(longer) > 1 and longer[0] == UNKNOWN)):
            return False
    return True


def right_unit(opdef: OpDef, dtype: np.dtype) -> int | float | None:
    """The number u for which `op(x, u)` is x, bit for bit, for every x of the result's dtype.

    There is none for complex numbers, where `x * 1` turns `inf + 1j` into `inf + nanj`, nor for `x + 0` of
    floats, which turns -0.0 into 0.0.

    >>> from sct.ops.elementwise import add, multiply
    >>> [right_unit(add, np.dtype(t)) for t in ("int8", "float32")]
    [0, None]
    >>> [right_unit(multiply, np.dtype(t)) for t in ("float32", "complex64")]
    [1, None]
    """
    if dtype.kind == "c":
        return None
    if opdef.unit is not None:
        return opdef.unit
    unit: int | None = opdef.extras.get("real_unit")
    return opdef.extras.get("integer_unit") if unit is None and dtype.kind in "iu" else unit
