"""Eigenvalues of any square matrix.

Of a real matrix NumPy answers real arrays where every eigenvalue is real, else complex ones. So there are
two pairs of ops: of complex matrices, and of real ones with a third result, whether something is complex.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ir.types import Spec
from sct.ops.decompositions import like, square
from sct.ops.infer import PY_BOOL
from sct.ops.probe import probe, probe_all
from sct.ops.registry import Fact, op

__all__: list[str] = []

MAY_RAISE = Fact.PURE | Fact.RAISES


def _complex(x: Spec) -> Spec:
    """The matrix with the complex dtype of the results; NumPy's own error for dtypes that have none."""
    probe(np.linalg.eigvals, x)
    single = x.dtype.char in "fF"
    return x.with_(dtype=np.dtype("complex64" if single else "complex128"))


def _eig(x: Spec) -> tuple[Spec, ...]:
    batch, n = square(x)
    return like(probe_all(np.linalg.eig, x), (*batch, n), (*batch, n, n))


@op("eig", infer=_eig, facts=MAY_RAISE, results=2)
def eig(x: Any, *, xp: Any) -> Any:
    """Eigenvalues and eigenvectors of complex matrices."""
    return tuple(xp.linalg.eig(x))


def _eigvals(x: Spec) -> Spec:
    batch, n = square(x)
    return probe(np.linalg.eigvals, x).with_(shape=(*batch, n))


@op("eigvals", infer=_eigvals, facts=MAY_RAISE)
def eigvals(x: Any, *, xp: Any) -> Any:
    """Eigenvalues of complex matrices."""
    return xp.linalg.eigvals(x)


def _real_eig(x: Spec) -> tuple[Spec, ...]:
    batch, n = square(x)
    made = _complex(x)
    return (made.with_(shape=(*batch, n)), made.with_(shape=(*batch, n, n)), PY_BOOL)


@op("real_eig", infer=_real_eig, facts=MAY_RAISE, results=3)
def real_eig(x: Any, *, xp: Any) -> Any:
    """Eigenvalues and eigenvectors of real matrices, as complex numbers, and whether some have to be."""
    values, vectors = xp.linalg.eig(x)
    is_complex = values.dtype.kind == "c"
    dtype = values.dtype if is_complex else np.result_type(values.dtype, np.complex64)
    return values.astype(dtype), vectors.astype(dtype), is_complex


def _real_eigvals(x: Spec) -> tuple[Spec, ...]:
    batch, n = square(x)
    return _complex(x).with_(shape=(*batch, n)), PY_BOOL


@op("real_eigvals", infer=_real_eigvals, facts=MAY_RAISE, results=2)
def real_eigvals(x: Any, *, xp: Any) -> Any:
    """Eigenvalues of real matrices, as complex numbers, and whether some have to be."""
    values = xp.linalg.eigvals(x)
    is_complex = values.dtype.kind == "c"
    return values.astype(values.dtype if is_complex else np.result_type(values.dtype, np.complex64)), is_complex
