"""The real and the imaginary parts, which are views of complex arrays."""

from __future__ import annotations

from typing import Any

from sct.ir.types import ARRAY, Spec
from sct.ops.probe import probe
from sct.ops.registry import op

__all__ = ["imag", "imag_of_real", "real", "with_imag", "with_real"]


def _real_part(x: Any) -> Any:
    return x.real


def _imag_part(x: Any) -> Any:
    return x.imag


def _real(x: Spec) -> Spec:
    return probe(_real_part, x).with_(shape=x.shape)


def _imag(x: Spec) -> Spec:
    return probe(_imag_part, x).with_(shape=x.shape)


def _complex(base: Spec, part: Spec) -> Spec:
    return base.with_(kind=ARRAY)


@op("with_real", infer=_complex)
def with_real(base: Any, part: Any, *, xp: Any) -> Any:
    """A copy of a complex array with other real parts."""
    out = xp.array(base, copy=True)
    out.real = part
    return out


@op("with_imag", infer=_complex)
def with_imag(base: Any, part: Any, *, xp: Any) -> Any:
    """A copy of a complex array with other imaginary parts."""
    out = xp.array(base, copy=True)
    out.imag = part
    return out


def _real_back(base: Any, new: Any) -> Any:
    return with_real(base, new) if base.dtype.kind == "c" else new


@op("real", infer=_real, view="always", unview=_real_back)
def real(x: Any, *, xp: Any) -> Any:
    """The real parts; an array of real numbers is its own."""
    return x.real


@op("imag", infer=_imag, view="always", unview=lambda base, new: with_imag(base, new))
def imag(x: Any, *, xp: Any) -> Any:
    """The imaginary parts of complex numbers."""
    return x.imag


@op("imag_of_real", infer=_imag, view="readonly", unview=lambda base, new: base)
def imag_of_real(x: Any, *, xp: Any) -> Any:
    """The imaginary parts of real numbers: zeros, which NumPy lets nobody write."""
    return x.imag
