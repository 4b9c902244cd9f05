"""The tables of bindings, and what bindings are made of.

A binding has NumPy's own signature and maps a call to ops. What has to be known while the graph is
built (axes, dtypes, shapes) goes through `static`, `axes`, `dtype_of`; what may be an array, a number or a
nested list of them goes through `array`.
"""

from __future__ import annotations

import functools
import operator
import sys
from collections.abc import Callable, Iterator, Sequence
from types import FunctionType
from typing import Any, TypeVar

import numpy as np

from sct.dtypes import dtype_text
from sct.errors import StaticValueError, UnsupportedOpError
from sct.ir.types import ARRAY, PYTHON, SCALAR, Spec
from sct.ops.casts import asarray
from sct.ops.joining import array_of
from sct.shown import no_attribute

__all__ = [
    "FUNCTIONS", "METHODS", "PROPERTIES", "absent", "array", "as_extent", "ask", "axes", "axis_of", "bind",
    "copy_mode", "dtype_of", "flag", "holds_symbolic", "is_array", "known_extents", "ndim_of", "no_out", "prop",
    "shape_of", "spec_of", "static", "strict_array", "symbolic", "told", "typed", "unknown_axes",
    "unsupported", "whole_items", "whole_numbers", "without_code",
]  # fmt: skip

F = TypeVar("F", bound=Callable[..., Any])


class _Functions(dict[Any, Callable[..., Any]]):
    """The bindings of functions; one of a family that is not imported yet is found, too."""

    def __missing__(self, function: Any) -> Callable[..., Any]:
        from sct.ops.bindings import lookup_binding

        found = lookup_binding(function)
        if found is None:
            raise KeyError(function)
        return found


FUNCTIONS: dict[Any, Callable[..., Any]] = _Functions()
METHODS: dict[str, Callable[..., Any]] = {}
PROPERTIES: dict[str, Callable[..., Any]] = {}


def bind(*functions: Any, method: str = "") -> Callable[[F], F]:
    """Register the decorated function for NumPy functions, and as the array method called `method`."""

    def register(binding: F) -> F:
        for function in functions:
            if function in FUNCTIONS:
                raise ValueError(f"{function!r} is bound twice")
            FUNCTIONS[function] = binding
        if method:
            if method in METHODS:
                raise ValueError(f"the method {method!r} is bound twice")
            METHODS[method] = _of_arrays(binding, method)
        return binding

    return register


def _of_arrays(binding: Callable[..., Any], name: str) -> Callable[..., Any]:
    """The binding as a method; NumPy scalars lack some of those that arrays have."""
    if hasattr(np.generic, name):
        return binding

    @functools.wraps(binding)
    def method(a: Any, *args: Any, **kwargs: Any) -> Any:
        spec = spec_of(a)
        if spec.kind == SCALAR and not hasattr(spec.dtype.type, name):
            raise AttributeError(f"'numpy.{spec.dtype.name}' object has no attribute {name!r}")
        return binding(a, *args, **kwargs)

    return method


def prop(name: str) -> Callable[[F], F]:
    """Register the decorated function as the array attribute `name`."""

    def register(binding: F) -> F:
        PROPERTIES[name] = binding
        return binding

    return register


def symbolic(value: Any) -> bool:
    """Whether `value` records ops instead of computing them."""
    return getattr(type(value), "__sct_op__", None) is not None


def holds_symbolic(value: Any) -> bool:
    """The same, looking into lists and tuples."""
    if isinstance(value, (list, tuple)):
        return any(map(holds_symbolic, _items(value)))
    return symbolic(value)


def _items(value: list[Any] | tuple[Any, ...]) -> Iterator[Any]:
    """What it holds, whatever a class of the user's says of that."""
    return list.__iter__(value) if isinstance(value, list) else tuple.__iter__(value)


def static(value: Any, name: str) -> Any:
    """`value` as Python holds it; refused if it is known only at run time."""
    if isinstance(value, (list, tuple)):
        return tuple(static(item, name) for item in _items(value))
    if symbolic(value):
        known = value.storage.known(value) if hasattr(value, "storage") else None
        if known is not None:
            return static(known, name)
        error = StaticValueError(
            f"the argument {name!r} is known only when the program runs",
            why="it decides about the shape, dtype or structure of the result, which the graph has to know",
            fix=f"pass a Python value for {name!r}",
        )
        error.asked, error.argument = value, name
        raise error
    if hasattr(type(value), "sct_refuse"):  # it stands for items of which only the run knows how many they are
        value.sct_refuse(f"was given for {name!r}")
    if isinstance(value, np.generic):
        return value.item()
    return static(value.tolist(), name) if isinstance(value, np.ndarray) else value


def known_extents(value: Any, name: str) -> tuple[tuple[Any, ...], list[Any]]:
    """A shape with None for each extent that only the running program knows, and these extents."""
    shape = value if isinstance(value, (list, tuple)) else _rows(value) if symbolic(value) else static(value, name)
    shape = shape if isinstance(shape, (list, tuple)) else (shape,)
    unknown = [symbolic(n) and not spec_of(n).ndim and spec_of(n).dtype.kind in "iu" for n in shape]
    known = tuple(None if mine else static(n, name) for n, mine in zip(shape, unknown, strict=True))
    return known, [n for n, mine in zip(shape, unknown, strict=True) if mine]


def _rows(value: Any) -> Any:
    """The extents that an array holds; a number is one."""
    from sct.ops.index import getitem

    shape = spec_of(value).shape
    if len(shape) != 1:
        return [value]
    if not isinstance(shape[0], int):
        raise unknown_axes()
    return [getitem(value, index=(("int", k),)) for k in range(shape[0])]


def unknown_axes() -> StaticValueError:
    """The refusal of a shape of which only the run knows how long it is."""
    return StaticValueError(
        "how many axes an array has is known only when the program runs",
        why="the axes are part of what a program is made for, their extents are not",
        fix="pass their number as a Python value",
    )


def typed(value: Any, name: str) -> Any:
    """`static`, but numbers of NumPy's come as (dtype, number): `sct.ops.typed_numbers` makes them of that again."""
    if isinstance(value, (list, tuple)):
        return tuple(typed(item, name) for item in value)
    known = static(value, name)
    if not symbolic(value) and not isinstance(value, (np.ndarray, np.generic)):
        return known
    spec = spec_of(value)
    if spec.kind == PYTHON or isinstance(known, str):
        return known
    return _with_dtype(known, dtype_text(spec.dtype))


def _with_dtype(known: Any, dtype: str) -> Any:
    return tuple(_with_dtype(item, dtype) for item in known) if isinstance(known, tuple) else (dtype, known)


def flag(value: Any, name: str) -> bool:
    """An argument that NumPy asks for its truth; as in NumPy, that of an array with many elements is none."""
    known = static(value, name)
    arrays = isinstance(value, np.ndarray) or symbolic(value)
    return bool(np.asarray(known)) if arrays else bool(known)


def copy_mode(value: Any) -> bool | None:
    """What `copy=` asks for: a copy, none (False), or one where it is needed (None)."""
    known = static(value, "copy")
    told(np.array, np.empty(0), copy=known)  # raises for texts
    if isinstance(known, np._CopyMode):
        return {np._CopyMode.ALWAYS: True, np._CopyMode.NEVER: False}.get(known)
    return None if known is None else bool(known)


def axis_of(value: Any, name: str = "axis", *, loose: bool = False) -> Any:
    """One axis or None; functions that ask `operator.index`, not NumPy's C code, are `loose` about bools."""
    _check_axis(value, loose)
    value = static(value, name)
    return None if value is None else operator.index(value)


def axes(value: Any, name: str = "axis", *, loose: bool = False) -> Any:
    """An axis, several or None; a tuple of one is that one."""
    if isinstance(value, list) and not loose:
        raise TypeError("'list' object cannot be interpreted as an integer")
    for item in value if isinstance(value, (tuple, list)) else (value,):
        _check_axis(item, loose)
    value = static(value, name)
    if isinstance(value, tuple):
        return tuple(operator.index(item) for item in value)
    return None if value is None else operator.index(value)


def _check_axis(value: Any, loose: bool) -> None:
    numpys = symbolic(value) and spec_of(value).kind != PYTHON and spec_of(value).dtype.kind == "b"
    if numpys or isinstance(value, np.bool_) or (isinstance(value, bool) and not loose):
        raise TypeError("an integer is required for the axis")


def dtype_of(value: Any) -> np.dtype[Any] | None:
    """A dtype argument as a dtype."""
    if (isinstance(value, np.generic) or symbolic(value)) and getattr(value, "dtype", None) is not None:
        if isinstance(value, np.generic) or not is_array(value):
            return dtype_of(value.dtype)  # a number of NumPy's stands for its dtype, whatever it is
    if not isinstance(value, list):  # of a list of fields NumPy makes another dtype than of a tuple
        value = static(value, "dtype")
    if isinstance(value, np.dtype) and value.metadata is not None:
        raise UnsupportedOpError("a dtype with metadata", fix=f"use the dtype without it: np.dtype({value.name!r})")
    dtype = None if value is None else np.dtype(value)
    if dtype is not None and dtype.subdtype is not None:
        base, shape = dtype.subdtype
        what = f"the dtype {dtype}, of which each element is an array"
        raise UnsupportedOpError(what, fix=f"use {base.name}, and {shape} as the last extents of the shape")
    return dtype


def absent(value: Any) -> bool:
    """Whether an argument has NumPy's mark for "not given"."""
    return value is np._NoValue


def no_out(out: Any, where: Any = None) -> None:
    """Refuse an `out` that came by position: the layer above takes it by keyword."""
    if out is not None:
        raise UnsupportedOpError(
            "`out` was passed by position", fix="pass it by name (out=…), or assign with out[...] = …"
        )


def unsupported(function: str, what: str, fix: str) -> UnsupportedOpError:
    """The error for a form of a function that has no static support."""
    return UnsupportedOpError(f"{function} has no static support for {what}", fix=fix)


def ask(value: Any, name: str) -> None:
    """Ask for an attribute of an array, as some of NumPy's Python code does: AttributeError of lists and numbers."""
    kind: Any = value.python_type if symbolic(value) else type(value)
    if not hasattr(kind, name):
        raise no_attribute(kind, name, value)


def told(call: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
    """Have NumPy itself say what is wrong with arguments: what it raises is no defect, also where a handler waits."""
    call(*args, **kwargs)


# -- operands --------------------------------------------------------------------------------------


def array(value: Any, dtype: Any = None) -> Any:
    """An operand: nested lists become arrays, arrays and numbers stay what they are."""
    if symbolic(value) or isinstance(value, (np.ndarray, np.generic, *_PYTHON)):
        return value
    if isinstance(value, (list, tuple)) and holds_symbolic(value):
        leaves: list[Any] = []
        structure = _structure(value, leaves)
        return array_of(*leaves, structure=structure, dtype=dtype)
    return np.asarray(without_code(value), dtype=dtype)


def _structure(value: Any, leaves: list[Any]) -> Any:
    if isinstance(value, (list, tuple)):
        return tuple(_structure(item, leaves) for item in _items(value))
    leaves.append(
        value if symbolic(value) or isinstance(value, _PYTHON) else np.asarray(without_code(value))[()]
    )
    return len(leaves) - 1


_PYTHON = (bool, int, float, complex)
_ASKED = ("__array__", "__array_interface__", "__array_struct__", "__buffer__", "__len__", "__getitem__")


_ASKED_AS_NUMBERS = ("__float__", "__int__", "__index__", "__complex__")


def _is_users(method: FunctionType, name: str) -> bool:
    """Whether this may do more than answer: numbers of Python's own library only answer."""
    module = str(method.__globals__.get("__name__")).partition(".")[0]
    return name in _ASKED or module not in sys.stdlib_module_names


def without_code(value: Any, but: Sequence[Any] = ()) -> Any:
    """A constant of which NumPy asks nothing that is written in Python: it would ask once, and not at each call."""
    rest = [value]
    while rest:
        one = rest.pop()
        if type(one) in (list, tuple):
            rest += [item for item in one if type(item) not in _PYTHON]
        if symbolic(one) or any(one is x for x in but) or type(one).__module__.startswith("sct."):
            continue
        for name in (*_ASKED, *_ASKED_AS_NUMBERS):
            found = next((vars(cls)[name] for cls in type(one).__mro__ if name in vars(cls)), None)
            if isinstance(found, property) or (isinstance(found, FunctionType) and _is_users(found, name)):
                raise StaticValueError(
                    f"NumPy asks a {type(one).__name__} for its {name}",
                    why="it does that by itself, where sct does not see it",
                    fix="pass an array of what it holds",
                )
    return value


def whole_numbers(values: Any) -> Any:
    """An array of known numbers as NumPy's C code takes them: fractions are cut off."""
    try:
        return np.array(values, np.intp)
    except (TypeError, ValueError, OverflowError) as error:
        raise type(error)(*error.args) from None


def whole_items(values: Any) -> Any:
    """The same of a list of which the run knows some: only Python's numbers may have a fraction."""
    from sct.ops import registry

    def cut(n: Any) -> Any:
        if symbolic(n):
            return registry.get("py_int")(n) if spec_of(n).kind == PYTHON and spec_of(n).dtype.kind == "f" else n
        return int(n) if type(n) is float else n

    return [cut(n) for n in values] if isinstance(values, (list, tuple)) else values


def strict_array(value: Any) -> Any:
    """The same, but numbers and NumPy scalars become 0-d arrays too, as np.asarray does."""
    value = array(value)
    return value if is_array(value) else asarray(value)


_NUMBERS = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}


def spec_of(value: Any) -> Spec:
    """The Spec of an operand that `array` answered."""
    if symbolic(value):
        spec: Spec = value.spec
        return spec
    if isinstance(value, np.ndarray):
        return Spec(value.dtype, value.shape, ARRAY)
    if isinstance(value, np.generic):
        return Spec(value.dtype, (), SCALAR)
    for kind, name in _NUMBERS.items():
        if isinstance(value, kind):
            return Spec(np.dtype(name), (), PYTHON)
    if hasattr(type(value), "sct_refuse"):  # what was joined to nothing
        value.sct_refuse()
    raise TypeError(f"{type(value).__name__} is no array and no number")


def ndim_of(value: Any) -> int:
    """The number of dimensions; arrays of texts, which may be one of several, have no Spec."""
    has_none = symbolic(value) and not hasattr(type(value), "spec")
    return int(value.ndim) if has_none else spec_of(value).ndim


def shape_of(value: Any) -> tuple[Any, ...]:
    """The extents, as user code sees them: symbolic where they are known only at run time."""
    spec = spec_of(value)
    if spec.static:
        return spec.shape
    return tuple(value.shape)


def is_array(value: Any) -> bool:
    """Whether Python would hold an ndarray."""
    return spec_of(value).kind == ARRAY


def as_extent(value: Any, name: str = "shape") -> Any:
    """An entry of a shape: a Python int, or a symbolic integer as it is."""
    if isinstance(value, bool):
        raise TypeError("an integer is required")
    return value if symbolic(value) else operator.index(static(value, name))
