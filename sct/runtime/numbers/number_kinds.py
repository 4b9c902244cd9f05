"""One number of which only the run knows what Python holds: a Python number, or a NumPy scalar.

`best = np.inf` and then `best = a[i]` in a loop: a Python float, or an `np.float64`. For the machine both are one
double, so the program carries that, as a NumPy scalar, and beside it the index that tells which of the two it is.
What Python would compute alike from both is computed once, from the number; what it would tell apart (a type, a
division by zero, the promotion beside a float32) is done with each alternative, as with any `Choice`.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from sct import ops
from sct.dtypes import dtype_text, same_dtype
from sct.ir.types import ARRAY, PYTHON, SCALAR, Spec
from sct.ops.infer import loop_dtypes
from sct.ops.python_numbers import is_too_large
from sct.ops.registry import OpDef
from sct.runtime import trace as tracing
from sct.runtime.current import has_spec
from sct.runtime.joins.choice import Choice

__all__ = [
    "alike", "as_int", "as_number", "called", "common_dtype", "holds_number", "of_kind", "of_one_text", "operate",
]  # fmt: skip

_EXACT = 2**53  # ints up to here are doubles
_INDEXED = (range, bin, oct, hex, chr, operator.index)  # take the Python int of any int
_TO_PYTHON = {"b": "py_bool", "i": "py_int", "f": "py_float", "c": "py_complex"}
_CARRIED = ("bool", "int64", "float64", "complex128")  # the dtypes of Python's own numbers


def common_dtype(specs: Sequence[Spec | None], constants: Sequence[Any]) -> np.dtype[Any] | None:
    """The dtype in which one machine number stands for each of these: the run-time ones, and the known ones."""
    dtypes = {dtype_text(spec.dtype): spec.dtype for spec in specs if spec is not None}
    if len(dtypes) != 1 or any(spec is None or spec.ndim or spec.kind == ARRAY for spec in specs):
        return None
    ((name, dtype),) = dtypes.items()
    return dtype if name in _CARRIED and all(_is_exact(x, dtype) for x in constants) else None


def _is_exact(x: Any, dtype: np.dtype[Any]) -> bool:
    """Whether a number that is known is one of this dtype, or an int that a double holds."""
    if type(x) not in tracing.NUMBERS and not isinstance(x, np.generic):
        return False
    if same_dtype(tracing.spec_of_number(x).dtype, dtype):
        return not is_too_large(x)
    return type(x) is int and dtype.kind == "f" and -_EXACT <= x <= _EXACT


def as_number(trace: tracing.Trace, x: Any, dtype: np.dtype[Any]) -> Any:
    """The number that an alternative is, as a NumPy scalar."""
    if tracing.is_variable(x):
        return x if x.spec.kind == SCALAR else ops.get("cast")(x, dtype=dtype.name)
    return trace.variable(trace.builder.constant(dtype.type(x)))


def of_kind(number: Any, spec: Spec) -> Any:
    """The number as what Python would hold there."""
    return ops.get(_TO_PYTHON[spec.dtype.kind])(number) if spec.kind == PYTHON else number


def holds_number(x: Any) -> bool:
    """Whether `x` is one number of a kind that only the run knows."""
    return type(x) is Choice and x.number is not None


def _spec_of(x: Any) -> Spec | None:
    if tracing.is_variable(x):
        spec: Spec | None = x.spec if has_spec(x) else None
        return spec
    return tracing.spec_of_number(x) if type(x) in tracing.NUMBERS or isinstance(x, np.generic) else None


def _forms(x: Any) -> list[Spec] | None:
    """The specs that an operand may have; of a number of several kinds also that of what is carried."""
    found = [_spec_of(one) for one in (*x.alternatives, x.number)] if type(x) is Choice else [_spec_of(x)]
    known = [spec for spec in found if spec is not None]
    return known if len(known) == len(found) else None


# -- what is alike for all alternatives ----------------------------------------------------------------


def alike(op: OpDef, args: tuple[Any, ...], attrs: dict[str, Any]) -> tuple[Any, ...] | None:
    """The arguments with numbers in place of choices, where an op makes the same of every alternative."""
    if not all(holds_number(x) for x in args if type(x) is Choice):
        return None
    ufunc = op.numpy[0] if op.numpy and isinstance(op.numpy[0], np.ufunc) else None
    if ufunc is None:
        same = op.name in _INDEXING and _indexes_alike(args, _INDEXING[op.name])
    else:
        same = not attrs and _converts_alike(ufunc, args)
    return tuple(x.number if type(x) is Choice else x for x in args) if same else None


def _converts_alike(ufunc: np.ufunc, args: Sequence[Any]) -> bool:
    """Whether NumPy works on the same dtypes whichever of the alternatives its operands are."""
    forms = [_forms(x) for x in args]
    if len(args) != ufunc.nin or any(one is None for one in forms):
        return False
    found = {loop_dtypes(ufunc, *specs) for specs in itertools.product(*[one or [] for one in forms])}
    return len(found) == 1


def called(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A function of numbers of several kinds, called once; NotImplemented where the alternatives go apart."""
    choices = [x for x in args if type(x) is Choice]
    if function in _INDEXED and not kwargs:
        args = tuple(map(as_int, args))
        if not any(type(x) is Choice for x in args):
            from sct.runtime.call import convert_call

            return convert_call(function)(*args)
    if kwargs or not choices or any(x.number is None for x in choices):
        return NotImplemented
    if function is abs and len(args) == 1:
        return operate("abs", *args)
    if function in (int, float, complex):
        same = len(args) == 1
    elif getattr(function, "__module__", None) == "math":
        same = all(_is_float(one) for x in choices for one in x.alternatives)
    else:
        ufunc = getattr(function, "__self__", None) if getattr(function, "__name__", "") == "__call__" else function
        same = isinstance(ufunc, np.ufunc) and _converts_alike(ufunc, args)
    if not same:
        return NotImplemented
    from sct.runtime.call import convert_call

    return convert_call(function)(*[x.number if type(x) is Choice else x for x in args])


def as_int(x: Any) -> Any:
    """The Python int of a number that is an int of one of several kinds; anything else as it is."""
    if type(x) is not Choice:
        return x
    forms = _forms(x) if x.number is not None else [_spec_of(one) for one in x.alternatives]
    if any(spec is None or spec.ndim or spec.kind == ARRAY or spec.dtype.kind not in "iu" for spec in forms or [None]):
        return x
    if x.number is not None:
        return ops.get("py_int")(x.number)
    return x.sct_distribute(lambda one: ops.get("py_int")(one) if tracing.is_variable(one) else int(one))


def of_one_text(x: Any, conversion: str = "") -> Any:
    """The number in place of one of several kinds, if `str` and `format` make the same of them all; else `x`."""
    if not holds_number(x) or conversion not in ("", "s"):
        return x
    dtypes = {spec.dtype for one in x.alternatives if (spec := _spec_of(one)) is not None}
    return x.number if dtypes == {x.number.spec.dtype} else x


def _is_float(x: Any) -> bool:
    """Whether `x` is a Python float, or an `np.float64`, which is one."""
    spec = _spec_of(x)
    return spec is not None and spec.dtype == np.float64


_INDEXING = {"getitem": 1, "setitem": 2}  # where their indices begin


def _indexes_alike(args: tuple[Any, ...], first: int) -> bool:
    """Whether only indices are of several kinds, all of them ints; or a number that is stored in its own dtype."""
    for k, x in enumerate(args):
        if type(x) is not Choice:
            continue
        dtype = x.number.spec.dtype
        if k >= first and dtype.kind == "i":
            continue
        if k == 0 or k >= first or _spec_of(args[0]) is None or args[0].spec.dtype != dtype:
            return False
    return True


# -- operators -------------------------------------------------------------------------------------------

_ARITHMETIC: dict[str, np.ufunc] = {"add": np.add, "sub": np.subtract, "mul": np.multiply}
_COMPARISONS: dict[str, np.ufunc] = {
    "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal, "eq": np.equal, "ne": np.not_equal,
}  # fmt: skip
_ALONE: dict[str, np.ufunc] = {"neg": np.negative, "pos": np.positive, "abs": np.absolute}


def operate(name: str, *operands: Any) -> Any:
    """An operator on numbers of several kinds, in one piece; NotImplemented where the alternatives go apart.

    Beside an array or NumPy scalar NumPy answers; beside Python numbers, Python answers or NumPy does, with the
    same number: what it is follows what the operands are.
    """
    ufunc = (_ALONE if len(operands) == 1 else {**_ARITHMETIC, **_COMPARISONS}).get(name)
    if ufunc is None or not all(holds_number(x) or _spec_of(x) is not None for x in operands):
        return NotImplemented
    if not _converts_alike(ufunc, operands):
        return NotImplemented
    beside = [x for x in operands if type(x) is not Choice]
    numbers = [x.number if type(x) is Choice else x for x in operands]
    if not all(map(_is_python, beside)):
        return ufunc(*numbers)
    if not _python_agrees(name, operands):
        return NotImplemented
    return _of_each_kind(operands, ufunc(*numbers))


def _is_python(x: Any) -> bool:
    spec = _spec_of(x)
    return spec is not None and spec.kind == PYTHON


def _python_agrees(name: str, operands: Sequence[Any]) -> bool:
    """Whether Python's own operator makes the same of these numbers as NumPy's.

    Its ints grow, and are compared with floats as they are: only doubles, and ints that are doubles, are alike;
    and what is compared as it is.
    """
    dtypes = {x.number.spec.dtype for x in operands if type(x) is Choice}
    beside = [x for x in operands if type(x) is not Choice]
    ints = any(type(one) is int for x in operands if type(x) is Choice for one in x.alternatives)
    for x in beside:
        small = type(x) is int and all(_is_exact(x, dtype) for dtype in dtypes)
        spec = _spec_of(x)
        if spec is not None and not small:
            dtypes.add(spec.dtype)
            ints &= spec.dtype.kind != "f"
    names = {dtype_text(dtype) for dtype in dtypes}
    if name in _COMPARISONS:
        return len(names) == 1 and names <= {"float64", "int64", "bool"}
    return names == {"float64"} and not ints


def _of_each_kind(operands: Sequence[Any], number: Any) -> Any:
    """The result as what Python would hold, which is NumPy's if one of the operands is."""
    kinds = [[_is_python(one) for one in x.alternatives] for x in operands if type(x) is Choice]
    spec = Spec(number.spec.dtype, (), PYTHON)
    if all(all(one) for one in kinds):
        return of_kind(number, spec)
    if not any(any(one) for one in kinds):
        return number
    flags = [_is_numpys(x) for x in operands if type(x) is Choice]
    index = functools.reduce(ops.get("py_or"), flags)
    return Choice(ops.get("py_int")(index), [of_kind(number, spec), number], number)


def _is_numpys(x: Choice) -> Any:
    """Whether a number is a NumPy scalar, as a run-time bool."""
    tests = [x.index == k for k, one in enumerate(x.alternatives) if not _is_python(one)]
    return functools.reduce(ops.get("py_or"), tests) if tests else False
