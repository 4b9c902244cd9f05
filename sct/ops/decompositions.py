"""Solvers and factorisations; what cannot be done raises LinAlgError when the program runs."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sct.ir.types import ARRAY, UNKNOWN, Extent, Shape, Spec
from sct.ops.infer import PY_BOOL, broadcast_shapes, shape_text
from sct.ops.linalg import same_extent
from sct.ops.probe import probe, probe_all
from sct.ops.reductions import reduced
from sct.ops.registry import Fact, op

__all__ = ["cholesky", "det", "eigh", "inv", "like", "lstsq", "norm", "pinv", "qr", "solve", "square", "svd"]

MAY_RAISE = Fact.PURE | Fact.RAISES


def square(x: Spec) -> tuple[Shape, Extent]:
    """The batch shape and the extent of square matrices."""
    _matrix(x)
    n = same_extent(x.shape[-1], x.shape[-2])
    if n is None:
        raise np.linalg.LinAlgError("Last 2 dimensions of the array must be square")
    return x.shape[:-2], n


def _matrix(x: Spec) -> None:
    if x.ndim < 2:
        raise np.linalg.LinAlgError(f"{x.ndim}-dimensional array given. Array must be at least two-dimensional")


def like(specs: Sequence[Spec], *shapes: Shape) -> tuple[Spec, ...]:
    """The specs with other shapes."""
    return tuple(s.with_(shape=shape) for s, shape in zip(specs, shapes, strict=True))


def _same(function: Any) -> Any:
    def infer(x: Spec, **attrs: Any) -> Spec:
        batch, n = square(x)
        return probe(function, x).with_(shape=(*batch, n, n))

    return infer


@op("inv", infer=_same(np.linalg.inv), facts=MAY_RAISE)
def inv(x: Any, *, xp: Any) -> Any:
    """The inverse of square matrices."""
    return xp.linalg.inv(x)


def _det(x: Spec) -> Spec:
    batch, _ = square(x)
    return probe(np.linalg.det, x).with_(shape=batch)


@op("det", infer=_det, facts=MAY_RAISE, total=lambda x: x.static)
def det(x: Any, *, xp: Any) -> Any:
    """The determinant."""
    return xp.linalg.det(x)


def _slogdet(x: Spec) -> tuple[Spec, ...]:
    batch, _ = square(x)
    return like(probe_all(np.linalg.slogdet, x), batch, batch)


@op("slogdet", infer=_slogdet, facts=MAY_RAISE, total=lambda x: x.static, results=2)
def slogdet(x: Any, *, xp: Any) -> Any:
    """The sign and the logarithm of the determinant."""
    return tuple(xp.linalg.slogdet(x))


def _cholesky(x: Spec, *, upper: bool = False) -> Spec:
    batch, n = square(x)
    return probe(np.linalg.cholesky, x).with_(shape=(*batch, n, n))


@op("cholesky", infer=_cholesky, facts=MAY_RAISE)
def cholesky(x: Any, *, upper: bool = False, xp: Any) -> Any:
    """The triangular factor of positive definite matrices."""
    return xp.linalg.cholesky(x, upper=upper) if upper else xp.linalg.cholesky(x)


def _solve(a: Spec, b: Spec) -> Spec:
    batch, n = square(a)
    got = probe(np.linalg.solve, a, b)
    if b.ndim == 1:
        if same_extent(n, b.shape[0]) is None:
            raise ValueError(_core("solve1", "(m,m),(m)->(m)", b.shape[0], n))
        return got.with_(shape=(*batch, n))
    if same_extent(n, b.shape[-2]) is None:
        raise ValueError(_core("solve", "(m,m),(m,n)->(m,n)", b.shape[-2], n))
    return got.with_(shape=(*broadcast_shapes(batch, b.shape[:-2]), n, b.shape[-1]))


def _core(name: str, signature: str, got: Extent, wanted: Extent) -> str:
    return (
        f"{name}: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature {signature} "
        f"(size {got} is different from {wanted})"
    )


@op("solve", infer=_solve, facts=MAY_RAISE)
def solve(a: Any, b: Any, *, xp: Any) -> Any:
    """The solution x of a @ x = b."""
    return xp.linalg.solve(a, b)


# -- the same, where a handler takes what is raised ------------------------------------------------


def _with_an_answer(infer: Callable[..., Spec]) -> Callable[..., tuple[Spec, Spec]]:
    return lambda *specs: (infer(*specs), PY_BOOL)


def _attempted(function: Callable[..., Any], like: Any, *operands: Any) -> tuple[Any, bool]:
    try:
        return function(*operands), True
    except np.linalg.LinAlgError:
        made = np.result_type(*operands)
        return np.zeros(like, made if made.kind in "fc" else np.float64), False


@op("inv_or_not", infer=_with_an_answer(_same(np.linalg.inv)), facts=Fact.PURE, results=2)
def inv_or_not(x: Any, *, xp: Any) -> Any:
    """The inverse of square matrices, and whether there is one."""
    return _attempted(xp.linalg.inv, x.shape, x)


@op("cholesky_or_not", infer=_with_an_answer(_cholesky), facts=Fact.PURE, results=2)
def cholesky_or_not(x: Any, *, xp: Any) -> Any:
    """The triangular factor of positive definite matrices, and whether they are."""
    return _attempted(xp.linalg.cholesky, x.shape, x)


@op("solve_or_not", infer=_with_an_answer(_solve), facts=Fact.PURE, results=2)
def solve_or_not(a: Any, b: Any, *, xp: Any) -> Any:
    """The solution x of a @ x = b, and whether there is one."""
    shape = a.shape[:-1] if b.ndim == 1 else (*np.broadcast_shapes(a.shape[:-2], b.shape[:-2]), *b.shape[-2:])
    return _attempted(xp.linalg.solve, shape, a, b)


# -- factorisations --------------------------------------------------------------------------------


def _least(m: Extent, n: Extent) -> Extent:
    if isinstance(m, int) and isinstance(n, int):
        return min(m, n)
    return m if m == n else UNKNOWN


def _qr(x: Spec, *, mode: str = "reduced") -> tuple[Spec, ...]:
    _matrix(x)
    got = probe_all(np.linalg.qr, x)
    batch, (m, n) = x.shape[:-2], x.shape[-2:]
    k = m if mode == "complete" else _least(m, n)
    return like(got, (*batch, m, k), (*batch, k, n))


@op("qr", infer=_qr, results=2)
def qr(x: Any, *, mode: str = "reduced", xp: Any) -> Any:
    """An orthonormal and a triangular factor (modes "reduced" and "complete")."""
    return tuple(xp.linalg.qr(x, mode))


def _qr_raw(x: Spec) -> tuple[Spec, ...]:
    _matrix(x)
    got = probe_all(_raw, x)
    batch, (m, n) = x.shape[:-2], x.shape[-2:]
    return like(got, (*batch, n, m), (*batch, _least(m, n)))


def _raw(x: Any) -> Any:
    """`np.linalg.qr` in its mode "raw"."""
    return np.linalg.qr(x, "raw")


@op("qr_raw", infer=_qr_raw, results=2)
def qr_raw(x: Any, *, xp: Any) -> Any:
    """The Householder reflectors and their factors, as LAPACK has them."""
    h, tau = xp.linalg.qr(x, "raw")
    return xp.array(h), tau


def _qr_r(x: Spec) -> Spec:
    return _qr(x)[1]


@op("qr_r", infer=_qr_r)
def qr_r(x: Any, *, xp: Any) -> Any:
    """The triangular factor alone."""
    return xp.linalg.qr(x, "r")


def _svd(x: Spec, *, full_matrices: bool = True, hermitian: bool = False) -> tuple[Spec, ...]:
    _matrix(x)
    got = probe_all(np.linalg.svd, x)
    batch, (m, n) = x.shape[:-2], x.shape[-2:]
    if hermitian:
        square(x)
    k = _least(m, n)
    return like(got, (*batch, m, m if full_matrices else k), (*batch, k), (*batch, n if full_matrices else k, n))


@op("svd", infer=_svd, facts=MAY_RAISE, results=3)
def svd(x: Any, *, full_matrices: bool = True, hermitian: bool = False, xp: Any) -> Any:
    """The singular value decomposition."""
    return tuple(xp.linalg.svd(x, full_matrices, hermitian=hermitian))


def _svdvals(x: Spec, *, hermitian: bool = False) -> Spec:
    _matrix(x)
    return probe(np.linalg.svdvals, x).with_(shape=(*x.shape[:-2], _least(*x.shape[-2:])))


@op("svdvals", infer=_svdvals, facts=MAY_RAISE)
def svdvals(x: Any, *, hermitian: bool = False, xp: Any) -> Any:
    """The singular values alone."""
    return xp.linalg.svd(x, compute_uv=False, hermitian=hermitian)


def _eigh(x: Spec, *, uplo: str = "L") -> tuple[Spec, ...]:
    batch, n = square(x)
    return like(probe_all(np.linalg.eigh, x), (*batch, n), (*batch, n, n))


@op("eigh", infer=_eigh, facts=MAY_RAISE, results=2)
def eigh(x: Any, *, uplo: str = "L", xp: Any) -> Any:
    """Eigenvalues and eigenvectors of Hermitian matrices."""
    return tuple(xp.linalg.eigh(x, uplo))


def _eigvalsh(x: Spec, *, uplo: str = "L") -> Spec:
    batch, n = square(x)
    return probe(np.linalg.eigvalsh, x).with_(shape=(*batch, n))


@op("eigvalsh", infer=_eigvalsh, facts=MAY_RAISE)
def eigvalsh(x: Any, *, uplo: str = "L", xp: Any) -> Any:
    """Eigenvalues of Hermitian matrices."""
    return xp.linalg.eigvalsh(x, uplo)


# -- least squares ---------------------------------------------------------------------------------


def _lstsq(a: Spec, b: Spec, *, rcond: Any = None) -> tuple[Spec, ...]:
    if a.ndim != 2:
        raise np.linalg.LinAlgError(f"{a.ndim}-dimensional array given. Array must be two-dimensional")
    m, n = a.shape
    if b.ndim and same_extent(m, b.shape[0]) is None:
        raise np.linalg.LinAlgError("Incompatible dimensions")
    got = probe_all(np.linalg.lstsq, a, b)
    return (
        got[0].with_(shape=(n, *b.shape[1:])),
        Spec(got[1].dtype, (UNKNOWN,), ARRAY),
        got[2],
        got[3].with_(shape=(_least(m, n),)),
    )


@op("lstsq", infer=_lstsq, facts=MAY_RAISE, results=4)
def lstsq(a: Any, b: Any, *, rcond: Any = None, xp: Any) -> Any:
    """The least-squares solution, residuals, rank and singular values."""
    return tuple(xp.linalg.lstsq(a, b, rcond=rcond))


def _pinv(x: Spec, *, hermitian: bool = False, **cutoff: Any) -> Spec:
    _matrix(x)
    got = x if 0 in x.shape[-2:] else probe(np.linalg.pinv, x)  # NumPy keeps the dtype of what is empty
    return Spec(got.dtype, (*x.shape[:-2], x.shape[-1], x.shape[-2]), ARRAY)


@op("pinv", infer=_pinv, facts=MAY_RAISE)
def pinv(x: Any, *, hermitian: bool = False, xp: Any, **cutoff: Any) -> Any:
    """The pseudo-inverse."""
    return xp.linalg.pinv(x, hermitian=hermitian, **cutoff)


def _matrix_rank(x: Spec, *, hermitian: bool = False, **cutoff: Any) -> Spec:
    got = probe(np.linalg.matrix_rank, x)
    return got.with_(shape=x.shape[:-2])


@op("matrix_rank", infer=_matrix_rank, facts=MAY_RAISE)
def matrix_rank(x: Any, *, hermitian: bool = False, xp: Any, **cutoff: Any) -> Any:
    """How many singular values are above the cutoff."""
    return xp.linalg.matrix_rank(x, hermitian=hermitian, **cutoff)


def _matrix_power(x: Spec, *, n: int) -> Spec:
    batch, m = square(x)
    return probe(np.linalg.matrix_power, x, n=n).with_(shape=(*batch, m, m))


@op("matrix_power", infer=_matrix_power, facts=MAY_RAISE, total=lambda x, n: n >= 0 and x.static)
def matrix_power(x: Any, *, n: int, xp: Any) -> Any:
    """A square matrix to an integer power."""
    made = xp.linalg.matrix_power(x, n)
    return xp.array(made) if n == 1 else made  # the first power is x itself


def _norm(x: Spec, *, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Spec:
    got = probe(np.linalg.norm, x, ord=ord, axis=axis, keepdims=keepdims)
    return got.with_(shape=reduced(x.shape, axis, keepdims))


@op(
    "norm",
    infer=_norm,
    facts=MAY_RAISE,
    total=lambda x, ord=None, **attrs: x.static and ord not in (2, -2, "nuc"),
)
def norm(x: Any, *, ord: Any = None, axis: Any = None, keepdims: bool = False, xp: Any) -> Any:
    """A norm of vectors or matrices."""
    return xp.linalg.norm(x, ord=ord, axis=axis, keepdims=keepdims)


def _cond(x: Spec, *, p: Any = None) -> Spec:
    _matrix(x)
    return probe(np.linalg.cond, x, p=p).with_(shape=x.shape[:-2])


@op("cond", infer=_cond, facts=MAY_RAISE)
def cond(x: Any, *, p: Any = None, xp: Any) -> Any:
    """The condition number."""
    return xp.linalg.cond(x, p)


def _vector_norm(x: Spec, *, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Spec:
    got = probe(np.linalg.vector_norm, x, axis=axis, keepdims=keepdims, ord=ord)
    return got.with_(shape=reduced(x.shape, axis, keepdims))


@op("vector_norm", infer=_vector_norm, facts=MAY_RAISE)
def vector_norm(x: Any, *, axis: Any = None, keepdims: bool = False, ord: Any = 2, xp: Any) -> Any:
    """A norm of vectors along axes, of all elements by default."""
    return xp.linalg.vector_norm(x, axis=axis, keepdims=keepdims, ord=ord)


def _multi_dot(*arrays: Spec) -> Spec:
    got = probe(_MultiDot(), *arrays)
    for x, y in itertools.pairwise(arrays):
        if same_extent(x.shape[-1], y.shape[0]) is None:
            raise ValueError(
                f"shapes {shape_text(x.shape)} and {shape_text(y.shape)} not aligned: "
                f"{x.shape[-1]} (dim {x.ndim - 1}) != {y.shape[0]} (dim 0)"
            )
    return got.with_(shape=(*arrays[0].shape[:-1], *arrays[-1].shape[1:]))


class _MultiDot:
    """`np.linalg.multi_dot` with the matrices as arguments."""

    def __call__(self, *arrays: Any) -> Any:
        return np.linalg.multi_dot(arrays)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _MultiDot)

    def __hash__(self) -> int:
        return hash(_MultiDot)


@op("multi_dot", infer=_multi_dot, facts=MAY_RAISE)
def multi_dot(*arrays: Any, xp: Any) -> Any:
    """The product of several matrices, in the cheapest order."""
    return xp.linalg.multi_dot(arrays)
