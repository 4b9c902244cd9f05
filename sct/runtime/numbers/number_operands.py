"""Which operands make an operator one of Python's own numbers: run-time ones, plain ones, and what is one of them."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from sct import ops
from sct.dtypes import is_alias, same_dtype
from sct.errors import UnsupportedOpError
from sct.ir.types import ARRAY, PYTHON, SCALAR, Spec
from sct.ops.probe import probe
from sct.runtime.current import has_spec, here
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.trace import NUMBERS, is_variable, spec_of_number

__all__ = [
    "beside_complex", "is_numpys", "is_one_number", "is_python_number", "numpys_operator", "plain_number",
    "python_operands", "unary_of",
]  # fmt: skip

_BASES: tuple[tuple[type, str], ...] = ((int, "__int__"), (float, "__float__"), (complex, "__complex__"))


def is_python_number(x: Any) -> bool:
    """Whether `x` is a Python number, now or when the program runs."""
    return x.spec.kind == PYTHON if is_variable(x) else type(x) in NUMBERS


def unary_of(x: Any, name: str) -> Any:
    """What the op of an operator answers; `abs` of a single complex number of NumPy's is the root of its parts."""
    if name == "absolute" and x.spec.kind == SCALAR and x.spec.dtype.kind == "c":
        return ops.get("hypot")(x.real, x.imag)  # arrays have a loop of their own, with other last bits
    return ops.get(name)(x)


def numpys_operator(name: str, method: str, a: Any, b: Any) -> Any:
    """What the op of an operator answers, one operand of which is NumPy's.

    Numbers of NumPy's have loops of their own: `np.longlong(7) // 2` is a longlong, of which `np.floor_divide` makes an
    int64.
    """
    made = ops.get(name)(a, b)
    dtypes = [x.spec.dtype if has_spec(x) else x.dtype for x in (a, b) if has_spec(x) or isinstance(x, np.generic)]
    if not any(map(is_alias, dtypes)) or made.spec.kind != SCALAR or not (is_one_number(a) and is_one_number(b)):
        return made
    specs = [x.spec if has_spec(x) else spec_of_number(plain_number(x, method)) for x in (a, b)]
    dtype = probe(getattr(operator, method), *specs).dtype
    return made if same_dtype(dtype, made.spec.dtype) else ops.get("cast")(made, dtype=dtype)


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
