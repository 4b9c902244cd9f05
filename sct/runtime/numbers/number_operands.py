"""Which operands make an operator one of Python's own numbers: run-time ones, plain ones, and what is one of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct import ops
from sct.errors import UnsupportedOpError
from sct.ir.types import ARRAY, PYTHON, SCALAR, Spec
from sct.runtime.current import has_spec, here
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.trace import NUMBERS, is_variable

__all__ = [
    "alone",
    "beside_complex",
    "is_numpys",
    "is_one_number",
    "is_python_number",
    "plain_number",
    "python_operands",
]

_BASES: tuple[tuple[type, str], ...] = ((int, "__int__"), (float, "__float__"), (complex, "__complex__"))


def is_python_number(x: Any) -> bool:
    """Whether `x` is a Python number, now or when the program runs."""
    return x.spec.kind == PYTHON if is_variable(x) else type(x) in NUMBERS


def is_numpys(x: Any) -> bool:
    """Whether this is a number or an array of NumPy's, known or not."""
    if is_variable(x):
        return bool(has_spec(x) and x.spec.kind != PYTHON)
    return isinstance(x, (np.generic, np.ndarray))


def is_one_number(x: Any) -> bool:
    """Whether NumPy makes no array of an operand by itself: it is none."""
    return x.spec.kind != ARRAY if has_spec(x) else not isinstance(x, np.ndarray)


def beside_complex(a: Any, b: Any) -> Any:
    """`b` as a Python complex number on its left takes it: np.float64 is a float to it, and is not asked."""
    if type(a) is not complex and not _is_number(a, PYTHON, "complex128"):
        return b
    if _is_number(b, SCALAR, "float64"):
        return ops.get("py_float")(b)
    return float(b) if type(b) is np.float64 else b


def _is_number(x: Any, kind: str, dtype: str) -> bool:
    spec = x.spec if has_spec(x) else None
    return isinstance(spec, Spec) and spec.kind == kind and spec.dtype == dtype


_ORDERS = ("py_lt", "py_le", "py_gt", "py_ge")  # complex numbers have none, so np.float64 is asked


def python_operands(name: str, a: Any, b: Any) -> tuple[Any, Any] | None:
    """The operands of an operator that is one of Python's numbers; None if it is NumPy's."""
    if not name:
        return None
    b = b if name in _ORDERS else beside_complex(a, b)
    return (a, b) if is_python_number(a) and is_python_number(b) else None


def alone(numpy_name: str, python_name: str, x: Any) -> Any:
    """An operator on one operand, as its kind has it."""
    if numpy_name == "absolute" and x.spec.kind == SCALAR and x.spec.dtype.kind == "c":
        return ops.get("hypot")(x.real, x.imag)  # the size of a scalar is the C library's, that of the ufunc another
    return ops.get(python_name if x.spec.kind == PYTHON else numpy_name)(x)


def plain_number(x: Any, *methods: str) -> Any:
    """`x`; members of an IntEnum and the like as the numbers whose operators they have inherited.

    Raises
    ------
    UnsupportedOpError
        If the class has operators of its own, which only its members could tell the meaning of.
    """
    if type(x) in NUMBERS or isinstance(x, np.generic):
        return x
    for base, convert in _BASES:
        if not isinstance(x, base):
            continue
        if all(getattr(type(x), name, None) is getattr(base, name, None) for name in methods):
            return getattr(base, convert)(x)
        raise UnsupportedOpError(
            f"an operator between a number that is known only when the program runs and {a_kind(x)}",
            where=here(),
            why="the class has operators of its own, and what they answer depends on the number",
            fix=f"convert to a plain number first: {base.__name__}(...)",
        )
    return x
