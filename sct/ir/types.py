"""What is known of a value while the graph is built: dtype, shape, and what Python holds there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import numpy as np

from sct.dtypes import dtype_text, same_dtype
from sct.records import record

__all__ = [
    "ARRAY",
    "PYTHON",
    "SCALAR",
    "UNKNOWN",
    "Dim",
    "Extent",
    "Kind",
    "Shape",
    "Spec",
    "spec_text",
]

Kind = Literal["array", "scalar", "python"]
ARRAY: Kind = "array"  # an ndarray, 0-d ones included: mutable
SCALAR: Kind = "scalar"  # a NumPy scalar such as np.float64(1): immutable
PYTHON: Kind = "python"  # a Python bool, int, float or complex: immutable and weak in promotion


@record
class Dim:
    """A symbolic extent, known when the program runs. Equal names are equal extents.

    `Dim("?")` is what `infer` answers for an extent that depends on data; the Builder gives
    each of them a name of its own (`d0`, `d1`, …), the verifier takes any Dim for it.
    """

    name: str

    def __str__(self) -> str:
        return self.name


UNKNOWN = Dim("?")
Extent = int | Dim
Shape = tuple[Extent, ...]


@record
class Spec:
    """dtype, shape and kind of a value.

    `kind` says what plain Python would hold: an ndarray, a NumPy scalar or a Python number.
    Python numbers have dtype bool, int64, float64 or complex128 and promote weakly (NEP 50).
    Two Specs are equal only if their dtypes are the same (`same_dtype`), which says more than `==` of dtypes.
    """

    dtype: np.dtype[Any]
    shape: Shape = ()
    kind: Kind = ARRAY

    @property
    def weak(self) -> bool:
        """Whether this is a Python number, which gives way to any dtype of its kind or above."""
        return self.kind == PYTHON

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def static(self) -> bool:
        """Whether every extent is known."""
        return all(isinstance(n, int) for n in self.shape)

    @property
    def element(self) -> tuple[object, ...]:
        """What tells the dtype and the kind from others: two are equal only if both are the same."""
        return (self.dtype, self.dtype.num, self.kind)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Spec):
            return NotImplemented
        return self.kind == other.kind and self.shape == other.shape and same_dtype(self.dtype, other.dtype)

    def is_like(self, other: Spec) -> bool:
        """Whether the two differ in their extents alone."""
        return self.element == other.element and self.ndim == other.ndim

    def __hash__(self) -> int:
        return hash((self.dtype, self.shape, self.kind))

    def with_(self, **changes: object) -> Spec:
        """A copy with some fields changed."""
        return replace(self, **changes)  # type: ignore[arg-type]

    def __str__(self) -> str:
        return spec_text(self)


_PYTHON_NAMES = {"bool": "bool", "int64": "int", "float64": "float", "complex128": "complex"}


def spec_text(spec: Spec) -> str:
    """How a Spec is written: `float64[3, n]` an array, `float64` a NumPy scalar, `float` a Python number.

    >>> str(Spec(np.dtype("bool"), (), SCALAR)), str(Spec(np.dtype("bool"), (), PYTHON))
    ('bool_', 'bool')
    >>> str(Spec(np.dtype("int8"), (2, Dim("n")))), str(Spec(np.dtype("int8"), ()))
    ('int8[2, n]', 'int8[]')
    """
    if spec.kind == PYTHON:
        return _PYTHON_NAMES[spec.dtype.name]
    name = dtype_text(spec.dtype)
    if spec.kind == ARRAY:
        return f"{name}[{', '.join(map(str, spec.shape))}]"
    return "bool_" if name == "bool" else name
