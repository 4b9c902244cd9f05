"""`np.dot`, `np.einsum` and `np.linalg`."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np

from sct.dtypes import same_dtype
from sct.ops import decompositions as ops
from sct.ops import linalg, registry
from sct.ops.bindings.orders import in_order
from sct.ops.bindings.table import (
    FUNCTIONS,
    array,
    axes,
    axis_of,
    bind,
    dtype_of,
    flag,
    ndim_of,
    no_out,
    shape_of,
    spec_of,
    static,
    strict_array,
    told,
    unsupported,
)
from sct.ops.casts import astype

__all__: list[str] = []


def _result(function: Any, *args: Any) -> Any:
    """The named tuple that a function of np.linalg answers."""
    return type(function(*args))


_EYE = np.eye(1)
_EIGH = _result(np.linalg.eigh, _EYE)
_QR, _SVD, _SLOGDET = (
    _result(np.linalg.qr, _EYE),
    _result(np.linalg.svd, _EYE),
    _result(np.linalg.slogdet, _EYE),
)


@bind(np.dot)
def dot(a: Any, b: Any, out: Any = None) -> Any:
    """The dot product."""
    no_out(out)
    return linalg.dot(array(a), array(b))


bind(method="dot")(dot)


@bind(np.vdot)
def vdot(a: Any, b: Any, /) -> Any:
    """The dot product of all elements."""
    return linalg.vdot(array(a), array(b))


@bind(np.inner)
def inner(a: Any, b: Any, /) -> Any:
    """The sum of products over the last axes."""
    return linalg.inner(array(a), array(b))


@bind(np.linalg.matmul)
def linalg_matmul(x1: Any, x2: Any, /) -> Any:
    """The matrix product."""
    return linalg.matmul(array(x1), array(x2))


@bind(np.linalg.outer)
def linalg_outer(x1: Any, x2: Any, /) -> Any:
    """All products of elements of two vectors."""
    x1, x2 = strict_array(x1), strict_array(x2)
    if ndim_of(x1) != 1 or ndim_of(x2) != 1:
        raise ValueError(
            f"Input arrays must be one-dimensional, but they are x1.ndim={ndim_of(x1)} and x2.ndim={ndim_of(x2)}."
        )
    return linalg.outer(x1, x2)


def _tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    return linalg.tensordot(strict_array(a), strict_array(b), axes=static(axes, "axes"))


bind(np.tensordot)(_tensordot)


@bind(np.linalg.tensordot)
def linalg_tensordot(x1: Any, x2: Any, /, *, axes: Any = 2) -> Any:
    """The sum of products over pairs of axes."""
    return _tensordot(x1, x2, axes)


@bind(np.linalg.vecdot)
def vecdot(x1: Any, x2: Any, /, *, axis: Any = -1) -> Any:
    """The dot products of vectors along an axis."""
    x1, x2 = strict_array(x1), strict_array(x2)
    move = FUNCTIONS[np.moveaxis]
    at = axis_of(axis)
    return registry.get("vecdot")(move(x1, at, -1), move(x2, at, -1))


@bind(np.einsum)
def einsum(*operands: Any, out: Any = None, optimize: Any = False, **kwargs: Any) -> Any:
    """The sum of products that subscripts describe."""
    no_out(out)
    dtype, casting = dtype_of(kwargs.pop("dtype", None)), static(kwargs.pop("casting", "safe"), "casting")
    told(np.einsum, "i", np.zeros(1), casting=casting)  # which says what rules there are
    order = kwargs.pop("order", "K")
    if kwargs:
        raise TypeError(f"Did not understand the following kwargs: {list(kwargs)}")
    subscripts, arrays = _subscripts(list(operands))
    if len(arrays) == 1 and linalg.keeps_all_labels(subscripts, ndim_of(arrays[0])):
        return linalg.einsum_view(strict_array(arrays[0]), subscripts=subscripts)
    if dtype is not None:
        arrays = [_cast(k, strict_array(x), dtype, casting) for k, x in enumerate(arrays)]
    optimize = static(optimize, "optimize")
    if optimize and not linalg.einsum_terms(subscripts, tuple(map(ndim_of, arrays)))[1]:
        for x in arrays:  # whether the answer is a number or an array of no axes depends on them
            static(tuple(shape_of(x)), "the extents")
    made = linalg.einsum(*arrays, subscripts=subscripts, optimize=optimize)
    return in_order(made, order, arrays[0])


def _cast(k: int, x: Any, dtype: np.dtype[Any], casting: str) -> Any:
    own = spec_of(x).dtype
    if not np.can_cast(own, dtype, casting):  # type: ignore[arg-type]
        raise TypeError(
            f"Iterator operand {k} dtype could not be cast from {own!r} to {dtype!r} according to the rule '{casting}'"
        )
    return x if same_dtype(own, dtype) else astype(x, dtype=dtype)


@bind(np.einsum_path)
def einsum_path(*operands: Any, optimize: Any = "greedy", einsum_call: Any = False) -> tuple[Any, str]:
    """The order of contractions, which depends on nothing but the extents."""
    subscripts, arrays = _subscripts(list(operands))
    shapes = [static(tuple(shape_of(x)), "the extents") for x in arrays]
    how = static(optimize, "optimize")
    how = list(how) if isinstance(optimize, list) else how  # NumPy puts the path that it was given in a list
    made: tuple[Any, str] = np.einsum_path(subscripts, *map(np.empty, shapes), optimize=how, einsum_call=einsum_call)
    return made


def _subscripts(operands: list[Any]) -> tuple[str, list[Any]]:
    if isinstance(operands[0], str):
        return operands[0], [array(x) for x in operands[1:]]
    terms, arrays = [], []
    while len(operands) > 1:
        arrays.append(array(operands.pop(0)))
        terms.append(_letters(operands.pop(0)))
    text = ",".join(terms)
    return (f"{text}->{_letters(operands[0])}" if operands else text), arrays


def _letters(labels: Any) -> str:
    alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return "".join("..." if k is Ellipsis else sorted(alphabet)[k] for k in labels)


# -- np.linalg -------------------------------------------------------------------------------------


@bind(np.linalg.inv)
def inv(a: Any) -> Any:
    """The inverse."""
    return ops.inv(strict_array(a))


@bind(np.linalg.det)
def det(a: Any) -> Any:
    """The determinant."""
    return ops.det(strict_array(a))


@bind(np.linalg.slogdet)
def slogdet(a: Any) -> Any:
    """The sign and the logarithm of the determinant."""
    return _SLOGDET(*ops.slogdet(strict_array(a)))


@bind(np.linalg.cholesky)
def cholesky(a: Any, /, *, upper: Any = False) -> Any:
    """The triangular factor."""
    return ops.cholesky(strict_array(a), upper=flag(upper, "upper"))


@bind(np.linalg.solve)
def solve(a: Any, b: Any) -> Any:
    """The solution of linear equations."""
    return ops.solve(strict_array(a), strict_array(b))


@bind(np.linalg.qr)
def qr(a: Any, mode: Any = "reduced") -> Any:
    """An orthonormal and a triangular factor."""
    mode = static(mode, "mode")
    if mode == "r":
        return ops.qr_r(strict_array(a))
    if mode == "raw":
        raw: tuple[Any, ...] = registry.get("qr_raw")(strict_array(a))
        return raw
    if mode in ("full", "f", "economic", "e"):
        raise unsupported("np.linalg.qr", f"mode={mode!r}", "use 'reduced', 'complete', 'raw' or 'r'")
    if mode not in ("reduced", "complete"):
        raise ValueError(f"Unrecognized mode '{mode}'")
    return _QR(*ops.qr(strict_array(a), mode=mode))


@bind(np.linalg.svd)
def svd(a: Any, full_matrices: Any = True, compute_uv: Any = True, hermitian: Any = False) -> Any:
    """The singular value decomposition."""
    hermitian = flag(hermitian, "hermitian")
    if not flag(compute_uv, "compute_uv"):
        return ops.svdvals(strict_array(a), hermitian=hermitian)
    full = flag(full_matrices, "full_matrices")
    return _SVD(*ops.svd(strict_array(a), full_matrices=full, hermitian=hermitian))


@bind(np.linalg.svdvals)
def svdvals(x: Any, /) -> Any:
    """The singular values."""
    return ops.svdvals(strict_array(x))


@bind(np.linalg.eigh)
def eigh(a: Any, UPLO: Any = "L") -> Any:
    """Eigenvalues and eigenvectors of Hermitian matrices."""
    return _EIGH(*ops.eigh(strict_array(a), uplo=static(UPLO, "UPLO")))


@bind(np.linalg.eigvalsh)
def eigvalsh(a: Any, UPLO: Any = "L") -> Any:
    """Eigenvalues of Hermitian matrices."""
    return ops.eigvalsh(strict_array(a), uplo=static(UPLO, "UPLO"))


@bind(np.linalg.lstsq)
def lstsq(a: Any, b: Any, rcond: Any = None) -> tuple[Any, ...]:
    """The least-squares solution."""
    made: tuple[Any, ...] = ops.lstsq(strict_array(a), strict_array(b), rcond=static(rcond, "rcond"))
    return made


def _cutoffs(**given: Any) -> dict[str, Any]:
    return {name: static(value, name) for name, value in given.items() if value is not None}


@bind(np.linalg.pinv)
def pinv(a: Any, rcond: Any = None, hermitian: Any = False, *, rtol: Any = np._NoValue) -> Any:
    """The pseudo-inverse."""
    cutoffs = _cutoffs(rcond=rcond, rtol=None if rtol is np._NoValue else rtol)
    return ops.pinv(strict_array(a), hermitian=flag(hermitian, "hermitian"), **cutoffs)


@bind(np.linalg.matrix_rank)
def matrix_rank(A: Any, tol: Any = None, hermitian: Any = False, *, rtol: Any = None) -> Any:
    """The rank."""
    x = strict_array(A)
    if ndim_of(x) < 2:  # NumPy answers a Python int
        some = FUNCTIONS[np.any](registry.get("not_equal")(x, 0))
        return registry.get("py_int")(some)
    return ops.matrix_rank(x, hermitian=flag(hermitian, "hermitian"), **_cutoffs(tol=tol, rtol=rtol))


@bind(np.linalg.matrix_power)
def matrix_power(a: Any, n: Any) -> Any:
    """A square matrix to an integer power."""
    a = strict_array(a)
    power = operator.index(static(n, "n"))
    made = ops.matrix_power(a, n=power)
    return a if power == 1 else made


@bind(np.linalg.norm)
def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: Any = False) -> Any:
    """A norm of vectors or matrices."""
    axis = _norm_axis(axis)
    return ops.norm(
        strict_array(x), ord=static(ord, "ord"), axis=axes(axis, loose=True), keepdims=flag(keepdims, "keepdims")
    )


def _norm_axis(axis: Any) -> Any:
    if isinstance(axis, list):
        raise TypeError("'axis' must be None, an integer or a tuple of integers")
    return int(axis) if isinstance(axis, (bool, float)) else axis  # as NumPy has it


@bind(np.linalg.vector_norm)
def vector_norm(x: Any, /, *, axis: Any = None, keepdims: Any = False, ord: Any = 2) -> Any:
    """A norm of vectors, of all elements by default."""
    axis = _norm_axis(axis)
    return registry.get("vector_norm")(
        strict_array(x), axis=axes(axis, loose=True), keepdims=flag(keepdims, "keepdims"), ord=static(ord, "ord")
    )


@bind(np.linalg.matrix_norm)
def matrix_norm(x: Any, /, *, keepdims: Any = False, ord: Any = "fro") -> Any:
    """A norm of the matrices in the last two axes."""
    return norm(x, ord, (-2, -1), keepdims)


@bind(np.linalg.cond)
def cond(x: Any, p: Any = None) -> Any:
    """The condition number."""
    return ops.cond(strict_array(x), p=static(p, "p"))


@bind(np.linalg.multi_dot)
def multi_dot(arrays: Any, *, out: Any = None) -> Any:
    """The product of several matrices, in the cheapest order."""
    no_out(out)
    if len(arrays) < 2:
        raise ValueError("Expecting at least two arrays.")
    matrices = [strict_array(x) for x in arrays]
    return linalg.dot(*matrices) if len(matrices) == 2 else registry.get("multi_dot")(*matrices)


@bind(np.linalg.tensorsolve)
def tensorsolve(a: Any, b: Any, axes: Any = None) -> Any:
    """The tensor x with `tensordot(a, x, x.ndim) == b`."""
    a, b = strict_array(a), strict_array(b)
    if axes is not None:
        order = list(range(ndim_of(a)))
        for k in static(axes, "axes"):
            order.remove(k)
            order.insert(ndim_of(a), k)
        a = FUNCTIONS[np.transpose](a, order)
    shape = static(shape_of(a), "shape of a")
    left = shape[-(len(shape) - ndim_of(b)) :]
    prod = math.prod(left)
    if math.prod(shape) != prod**2:
        raise np.linalg.LinAlgError(
            "Input arrays must satisfy the requirement \
            prod(a.shape[b.ndim:]) == prod(a.shape[:b.ndim])"
        )
    reshape = FUNCTIONS[np.reshape]
    solved = ops.solve(reshape(a, (prod, prod)), reshape(b, (-1,)))
    return reshape(solved, left)


@bind(np.linalg.tensorinv)
def tensorinv(a: Any, ind: Any = 2) -> Any:
    """The inverse of a as a linear map between tensors."""
    a, ind = strict_array(a), static(ind, "ind")
    shape = static(shape_of(a), "shape of a")
    if ind <= 0:
        raise ValueError("Invalid ind argument.")
    if not shape:
        raise TypeError("reshape() takes exactly 1 argument (0 given)")
    reshape = FUNCTIONS[np.reshape]
    inverse = ops.inv(reshape(a, (math.prod(shape[ind:]), -1)))
    return reshape(inverse, shape[ind:] + shape[:ind])
