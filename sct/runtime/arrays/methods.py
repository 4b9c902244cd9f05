"""Methods and in-place operators of symbolic arrays and numbers."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from types import FunctionType
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from sct import ops
from sct.dtypes import is_alias
from sct.errors import StaticValueError
from sct.ir.types import ARRAY, PYTHON, SCALAR
from sct.ops import bindings
from sct.ops.bindings.table import told
from sct.runtime import trace as tracing
from sct.runtime.arrays.array_attributes import ATTRIBUTES
from sct.runtime.iteration.array_likes import as_list
from sct.runtime.joins.choice import Choice
from sct.runtime.lists.converted_items import is_chosen_list, nested
from sct.runtime.numbers.mismatched import check_types
from sct.runtime.numbers.number_operands import is_python_number, plain_number
from sct.runtime.numpy_functions import by_values
from sct.runtime.numpy_functions.beside_arrays import check_items, check_other, is_unlike
from sct.runtime.numpy_functions.numpy_signatures import asked_for, raised_by_numpy
from sct.runtime.objects.as_python import as_python
from sct.runtime.state.sealing import set_flags

if TYPE_CHECKING:
    from sct.runtime.variable import Variable

__all__ = ["bound_method", "python_number_attribute", "round_value", "store_whole", "unlike", "update_in_place"]

_INPLACE = {
    "add": ("add", np.add),
    "sub": ("subtract", np.subtract),
    "mul": ("multiply", np.multiply),
    "truediv": ("divide", np.divide),
    "floordiv": ("floor_divide", np.floor_divide),
    "mod": ("remainder", np.remainder),
    "pow": ("pow", np.power),
    "matmul": ("matmul", np.matmul),
    "and": ("bitwise_and", np.bitwise_and),
    "or": ("bitwise_or", np.bitwise_or),
    "xor": ("bitwise_xor", np.bitwise_xor),
    "lshift": ("left_shift", np.left_shift),
    "rshift": ("right_shift", np.right_shift),
}


def update_in_place(x: Variable, symbol: str, other: Any) -> Any:
    """`x += other` and its like on an array: computed, cast as NumPy casts, stored; every alias sees it."""
    if x.spec.kind != ARRAY:
        check_types(x, other, f"__i{symbol}__")
        return NotImplemented
    op_name, ufunc = _INPLACE[symbol]
    if symbol == "pow" and is_alias(x.spec.dtype):
        op_name = "power"  # of which `pow` knows no dtype; here it is cast to that of x
    if symbol == "matmul" and type(other) is Choice:
        from sct.runtime.state.augmenting import augment

        other.sct_distribute(lambda one: augment(x.storage.trace, operator.imatmul, x, one))
        return x
    if is_chosen_list(other):
        other.sct_distribute(lambda one: update_in_place(x, symbol, one))
        return x
    if not (tracing.is_variable(other) or isinstance(other, (bool, int, float, complex, np.generic, np.ndarray))):
        other = as_list(x.storage.trace, other)
        if not isinstance(other, (list, tuple)) and not tracing.is_variable(other):
            check_types(x, other, f"__i{symbol}__")
            if hasattr(type(other), f"__r{symbol}__"):
                check_other(other)
            check_items(other)
            return NotImplemented
        other = nested(other)
    x.sct_check_writable()
    if symbol == "matmul" and (x.spec.ndim < 1 or np.ndim(other) < 2):
        raise raised_by_numpy(operator.imatmul, (x, other), {}) or ValueError(
            "inplace matrix multiplication requires the first operand to have at least one "
            "and the second at least two dimensions."
        )
    try:
        result = ops.get(op_name)(x, other)
    except ValueError as error:  # NumPy says of which shape it is that it would write to, if its dtype fits
        raise raised_by_numpy(getattr(operator, f"i{symbol}"), (x, other), {}) or error from None
    if symbol == "matmul" and result.spec.shape != x.spec.shape:
        _refuse_product(x, other)
    store_whole(x, result, f"{ufunc.__name__}", ufunc)
    return x


def _refuse_product(x: Variable, other: Any) -> NoReturn:
    """Raise what NumPy raises where a product is not of the shape of the array that it would be written to."""
    raise raised_by_numpy(operator.imatmul, (x, other), {}) or StaticValueError(
        "the product of `x @= y` may be of another shape than x",
        where=x.storage.trace.location(),
        fix="write x = x @ y, or x[...] = x @ y",
    )


def store_whole(x: Variable, result: Any, what: str, ufunc: Any = None, casting: str = "same_kind") -> None:
    """`x[...] = result` under the rules of `out=`: same shape after broadcasting, same-kind cast."""
    trace = x.storage.trace
    x.sct_check_writable()
    value = trace.value(result)
    spec = value.spec
    if not np.can_cast(spec.dtype, x.spec.dtype, casting):  # type: ignore[arg-type]
        if ufunc is not None:  # let NumPy itself say it
            nin = ufunc.nin
            ufunc(*(np.zeros(0, spec.dtype) for _ in range(nin)), out=np.zeros(0, x.spec.dtype))
        raise TypeError(
            f"Cannot cast {what} output from {spec.dtype!r} to {x.spec.dtype!r} with casting rule {casting!r}"
        )
    shapes = (x.spec.shape, spec.shape)
    if len(shapes[1]) > len(shapes[0]) or any(
        isinstance(a, int) and isinstance(b, int) and a != b and b != 1
        for a, b in zip(reversed(shapes[0]), reversed(shapes[1]), strict=False)
    ):
        raise ValueError(
            f"non-broadcastable output operand with shape {_shape(shapes[0])} doesn't match the broadcast shape "
            f"{_shape(shapes[1])}"
        )
    if spec == x.spec:
        x.sct_assign(value)
    else:
        new = ops.get("setitem")(x, trace.variable(value), index=(("ellipsis",),))
        x.sct_assign(trace.value(new))


def _shape(shape: tuple[Any, ...]) -> str:
    return "(" + ",".join(map(str, shape)) + ("," if len(shape) == 1 else "") + ")"


def bound_method(x: Variable, name: str) -> Any:
    """The method or other attribute `name` of an array or NumPy scalar, or None."""
    if x.spec.kind == PYTHON:
        return None
    found = _own_method(x, name)
    return _minding(x, name, found) if found is not None else _library_method(x, name)


def _own_method(x: Variable, name: str) -> Any:
    if name == "bit_count" and x.spec.kind == SCALAR and x.spec.dtype.kind in "iu":
        return lambda: ops.get("py_bit_count")(ops.get("py_int")(x))
    if name == "is_integer" and x.spec.kind == SCALAR and x.spec.dtype.kind in "biuf":
        return lambda: ops.get("truth")(ops.get("equal")(ops.get("remainder")(x, 1), 0))
    if name in ("hex", "as_integer_ratio") and x.spec.kind == SCALAR and hasattr(x.spec.dtype.type, name):
        return python_number_attribute(ops.get("py_float")(x), name)
    if name in ATTRIBUTES and (x.spec.kind == ARRAY or name == "tobytes"):
        return ATTRIBUTES[name](x)
    return None


def _minding(x: Variable, name: str, found: Any) -> Any:
    """What stands for a method of Python's or NumPy's: it says in their words that it does not take something."""
    if not isinstance(found, (FunctionType, partial)):
        return found

    def called(*args: Any, **kwargs: Any) -> Any:
        try:
            return found(*args, **kwargs)
        except TypeError as error:
            if error.__traceback__ is None or error.__traceback__.tb_next is not None:
                raise
            raise raised_by_numpy(asked_for, (x, name, *args), kwargs) or error from None

    return called


def _library_method(x: Variable, name: str) -> Any:
    special = _IN_PLACE.get(name) if x.spec.kind == ARRAY else None
    function = special or by_values.METHODS.get(name) or bindings.lookup_method(name)
    if function is None:
        return None

    def method(*args: Any, **kwargs: Any) -> Any:
        from sct.runtime.numpy_functions.asked_sequences import check_numpy
        from sct.runtime.numpy_functions.numpy_calls import call_method

        check_numpy(x.storage.trace, f"{x.python_type.__name__}.{name}", args, kwargs)
        return call_method(function, name, (x, *args), kwargs)

    method.__name__ = name
    method.sct_method = x, name  # type: ignore[attr-defined]
    return method


def _fill(x: Variable, value: Any) -> None:
    if isinstance(value, (list, tuple)):
        raise ValueError("setting an array element with a sequence.")
    x[...] = value


def _sort(x: Variable, axis: int | None = -1, kind: Any = None, order: Any = None, *, stable: Any = None) -> None:
    if axis is None:
        told(np.empty(1).sort, axis=axis)  # raises
    sort = bindings.lookup_binding(np.sort)
    assert sort is not None
    store_whole(x, sort(x, axis=axis, kind=kind, order=order, stable=stable), "sort")


def _partition(x: Variable, kth: Any, axis: int | None = -1, kind: str = "introselect", order: Any = None) -> None:
    if axis is None:
        told(np.empty(1).partition, 0, axis=axis)  # raises
    partition = bindings.lookup_binding(np.partition)
    assert partition is not None
    store_whole(x, partition(x, kth, axis=axis, kind=kind, order=order), "partition")


def _put(x: Variable, indices: Any, values: Any, mode: str = "raise") -> None:
    put = bindings.lookup_binding(np.put)
    assert put is not None
    put(x, indices, values, mode)


_IN_PLACE: dict[str, Callable[..., Any]] = {"fill": _fill, "sort": _sort, "partition": _partition, "put": _put}
_IN_PLACE["setflags"] = set_flags


def round_value(x: Variable, digits: Any = None) -> Any:
    """`round(x)`: a Python int without digits, as Python and NumPy scalars answer it."""
    if digits is not None and not tracing.is_variable(digits):
        as_python(operator.index, digits)  # raises
    if x.spec.kind == PYTHON:
        return ops.get("py_round")(x) if digits is None else ops.get("py_round")(x, digits)
    if x.spec.kind == ARRAY or x.spec.dtype.kind in "bc":
        name = "ndarray" if x.spec.kind == ARRAY else x.spec.dtype.type.__name__
        raise TypeError(f"type numpy.{name} doesn't define __round__ method")
    rounded = ops.get("round")(x, decimals=0 if digits is None else digits)
    return ops.get("py_int")(rounded) if digits is None else rounded


def python_number_attribute(x: Variable, name: str) -> Any:
    """Attributes of Python's int, float and complex; None if sct has none of that name."""
    return _minding(x, name, _number_attribute(x, name))


def _number_attribute(x: Variable, name: str) -> Any:
    kind = x.spec.dtype.kind
    if name == "real":
        return ops.get("py_real")(x) if kind == "c" else ops.get("py_pos")(x)
    if name == "imag":
        return ops.get("py_imag")(x) if kind == "c" else (0.0 if kind == "f" else 0)
    if name == "conjugate":
        return lambda: ops.get("py_conjugate")(x) if kind == "c" else ops.get("py_pos")(x)
    if name == "is_integer" and kind == "f":
        return lambda: ops.get("py_eq")(ops.get("py_mod")(x, 1.0), 0.0)
    if name == "hex" and kind == "f":
        from sct.runtime.texts.hex_numbers import as_hex

        return lambda: as_hex(x)
    if name == "as_integer_ratio" and kind in "bif":
        return lambda: ops.get("py_integer_ratio")(x)
    if kind in "bi":
        if name in ("bit_length", "bit_count"):
            return lambda: ops.get(f"py_{name}")(x)
        if name == "to_bytes":
            from sct.runtime.texts.bytes_methods import to_bytes

            return partial(to_bytes, x)
        if name in ("numerator", "denominator"):
            return ops.get("py_pos")(x) if name == "numerator" else 1
        if name == "is_integer" and hasattr(int, name):
            return lambda: True
    return None


def beside(x: Variable, other: Any, function: str, method: str, swapped: bool) -> Any:
    """What an operator or comparison of an array answers beside what is no number; NotImplemented: ask the other."""
    if function in ("equal", "not_equal"):
        return unlike(x, other, function == "not_equal")
    if x.spec.kind != PYTHON:
        check_items(other)
    check_types(x, other, method, swapped)
    return NotImplemented  # a Choice tries each alternative


def divmod_of(x: Any, other: Any, operands: tuple[type, ...], swapped: bool) -> Any:
    """`divmod(x, other)`; `operands`: the types that have numbers."""
    if not (tracing.is_variable(other) or isinstance(other, operands)):
        return beside(x, other, "divmod", "__divmod__", swapped)
    other = plain_number(other, "__divmod__", "__rdivmod__") if x.spec.kind == PYTHON else other
    a, b = (other, x) if swapped else (x, other)
    numbers = is_python_number(x) and is_python_number(other)
    return ops.get("py_divmod")(a, b) if numbers else (a // b, a % b)


def unlike(x: Variable, other: Any, differs: bool) -> Any:
    """`x == text`, `x == None`, `x == {}`: NumPy compares element by element, and no element is alike."""
    is_text, scalar = isinstance(other, (str, bytes)), x.spec.kind != ARRAY
    if x.spec.kind == PYTHON or not (is_text or (is_unlike(other, scalar) and not scalar)):
        return NotImplemented  # Python's own answer: they are not one object
    if scalar or x.spec.ndim == 0:
        return np.bool_(differs)
    function = bindings.lookup_binding(np.full_like)
    assert function is not None
    return function(x, differs, dtype=bool)
