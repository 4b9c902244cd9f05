"""The symbolic array: what user code holds while the graph is built.

A `Variable` is a view (a chain of view ops, often empty) on a `Storage`. It stands for an ndarray, a
NumPy scalar or a Python number, as its spec's kind says, and behaves as that would: operators on two
Python numbers follow Python, everything else follows NumPy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sct import ops
from sct.errors import SctError, StaticValueError, UnsupportedOpError
from sct.ir.core import Value
from sct.ir.types import ARRAY, PYTHON, Dim, Spec
from sct.ops import bindings, registry
from sct.runtime import trace as tracing
from sct.runtime.arrays.array_attributes import frozen_error
from sct.runtime.arrays.indexing import as_subscript, as_value, check_depth, chosen_index, parse_index
from sct.runtime.arrays.overlapping_writes import written_through
from sct.runtime.arrays.run_time_extents import run_time_extent
from sct.runtime.arrays.storage import Storage, ViewStep
from sct.runtime.iteration.array_items import ArrayItems
from sct.runtime.iteration.array_likes import as_list
from sct.runtime.joins.chosen_views import updated
from sct.runtime.joins.known_content import known_int
from sct.runtime.lists.converted_items import is_chosen_list, nested
from sct.runtime.numbers.number_operands import is_one_number, numpys_operator, plain_number, python_operands, unary_of
from sct.runtime.rolling.affine import known_bounds
from sct.runtime.texts.kind_names import type_name
from sct.shown import no_attribute

__all__ = ["Variable"]

_BINARY = {
    "add": ("add", "py_add"),
    "sub": ("subtract", "py_sub"),
    "mul": ("multiply", "py_mul"),
    "truediv": ("divide", "py_truediv"),
    "floordiv": ("floor_divide", "py_floordiv"),
    "mod": ("remainder", "py_mod"),
    "pow": ("pow", "py_pow"),
    "matmul": ("matmul", ""),
    "and": ("bitwise_and", "py_and"),
    "or": ("bitwise_or", "py_or"),
    "xor": ("bitwise_xor", "py_xor"),
    "lshift": ("left_shift", "py_lshift"),
    "rshift": ("right_shift", "py_rshift"),
}
_COMPARE = {
    "lt": ("less", "py_lt"),
    "le": ("less_equal", "py_le"),
    "gt": ("greater", "py_gt"),
    "ge": ("greater_equal", "py_ge"),
    "eq": ("equal", "py_eq"),
    "ne": ("not_equal", "py_ne"),
}
_UNARY = {
    "neg": ("negative", "py_neg"),
    "pos": ("positive", "py_pos"),
    "abs": ("absolute", "py_abs"),
    "invert": ("invert", "py_invert"),
}
_OPERANDS = (bool, int, float, complex, np.generic, np.ndarray, list, tuple, range)


class Variable:
    """An array, NumPy scalar or Python number that is known when the program runs."""

    __slots__ = ("__weakref__", "born", "spec", "steps", "storage")
    __sct_symbolic__ = True

    def __init__(self, storage: Storage, steps: tuple[ViewStep, ...], spec: Spec) -> None:
        self.storage = storage
        self.steps = steps
        self.spec = spec
        self.born = storage.trace.builder  # a view is an object of the region that made it, not of its memory's

    # -- the value -------------------------------------------------------------------------------

    def sct_value(self) -> Value:
        """The SSA value that this has now."""
        trace = self.storage.trace
        if tracing.current() is not trace:
            raise StaticValueError(
                "a symbolic value is used outside of the call that made it",
                where=tracing.frame_location_of_caller(),
                why="it was kept in an object or global while the graph was built",
                fix="return it from the static function instead",
            )
        value = self.storage.read()
        for step in self.steps:
            value = trace.builder.op(step.op.name, (value, *step.operands), step.attrs, source=self.storage.origin)[0]
        return value

    def sct_assign(self, new: Value) -> None:
        """Replace the whole content by `new`, of the same spec; every alias sees it."""
        trace = self.storage.trace
        new = updated(trace, self.storage.read(), self.steps, new)
        self.storage.write(new)

    def __sct_op__(self, op: registry.OpDef, args: tuple[Any, ...], attrs: dict[str, Any]) -> Any:
        return self.storage.trace.record(op, args, attrs)

    def sct_layout(self, always: bool = False) -> Any:
        """An array with the memory layout that NumPy gives this one, or `always` does; None if that is not known."""
        from sct.runtime.arrays.views import layout_of

        return layout_of(self, always)

    # -- NumPy's protocols -----------------------------------------------------------------------

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any) -> Any:
        from sct.runtime.numpy_functions.numpy_calls import call_ufunc

        return call_ufunc(self.storage.trace, ufunc, method, inputs, kwargs)

    def __array_function__(self, func: Any, types: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        from sct.runtime.numpy_functions.numpy_calls import call_function

        return call_function(self.storage.trace, func, args, kwargs)

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        raise self._needs("its elements", "a function that sct cannot see into asked for a NumPy array")

    # -- what is known while the graph is built --------------------------------------------------

    @property
    def dtype(self) -> np.dtype[Any]:
        """The dtype; Python numbers have none, as in Python."""
        self._only_numpy("dtype")
        return self.spec.dtype

    @property
    def shape(self) -> tuple[Any, ...]:
        """The extents: Python ints where they are static, symbolic ints where not."""
        self._only_numpy("shape")
        return tuple(self._extent(axis) for axis in range(self.spec.ndim))

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        self._only_numpy("ndim")
        return self.spec.ndim

    @property
    def size(self) -> Any:
        """The number of elements."""
        self._only_numpy("size")
        total: Any = 1
        for extent in self.shape:
            total = total * extent
        return total

    @property
    def itemsize(self) -> int:
        """Bytes per element."""
        self._only_numpy("itemsize")
        return self.spec.dtype.itemsize

    @property
    def nbytes(self) -> Any:
        """Bytes in all."""
        return self.size * self.itemsize

    def _extent(self, axis: int) -> Any:
        extent = self.spec.shape[axis]
        return run_time_extent(self, axis) if isinstance(extent, Dim) else extent

    def _only_numpy(self, name: str) -> None:
        if self.spec.kind == PYTHON:
            raise no_attribute(self.python_type, name, self)

    @property
    def python_type(self) -> type:
        """The type that plain Python would find here."""
        if self.spec.kind == ARRAY:
            return np.ndarray
        if self.spec.kind == PYTHON:
            return {"b": bool, "i": int, "f": float, "c": complex}[self.spec.dtype.kind]
        return self.spec.dtype.type

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise no_attribute(self.python_type, name, self)
        from sct.runtime.arrays.methods import bound_method, python_number_attribute

        if self.spec.kind == PYTHON:
            found = python_number_attribute(self, name)
            if found is not None:
                return found
        prop = bindings.lookup_property(name)
        if prop is not None and self.spec.kind != PYTHON:
            return prop(self)
        method = bound_method(self, name)
        if method is not None or (name == "base" and self.spec.kind == ARRAY):
            return method
        if hasattr(self.python_type, name):
            raise UnsupportedOpError(
                f"the {self.python_type.__name__} attribute {name!r} has no static support",
                where=self.storage.trace.location(),
                fix="use a NumPy function that `sct ops` lists, or keep this step out of the static function",
            )
        raise no_attribute(self.python_type, name, self)

    # -- indexing --------------------------------------------------------------------------------

    def __getitem__(self, key: Any) -> Any:
        if self.spec.kind == PYTHON:
            raise TypeError(f"'{self.python_type.__name__}' object is not subscriptable")
        trace = self.storage.trace
        chosen = chosen_index(key := as_subscript(trace, key, self.spec.ndim))
        if chosen is not None:
            return chosen[0].sct_distribute(lambda x: self[chosen[1](x)])
        index, operands = known_bounds(trace, self.spec.shape, *parse_index(key, trace, self.spec.kind != ARRAY))
        return ops.get("getitem")(self, *operands, index=index)

    def __setitem__(self, key: Any, value: Any) -> None:
        if self.spec.kind != ARRAY:
            raise TypeError(f"'{type_name(self)}' object does not support item assignment")
        trace = self.storage.trace
        self.sct_check_writable()
        chosen = chosen_index(key := as_subscript(trace, key, self.spec.ndim))
        if chosen is not None:
            chosen[0].sct_distribute(lambda x: self.__setitem__(chosen[1](x), value))
            return
        if is_chosen_list(value):
            value.sct_distribute(lambda x: self.__setitem__(key, x))
            return
        index, operands = known_bounds(trace, self.spec.shape, *parse_index(key, trace))
        value = as_value(self, value, operands, index)
        if written_through(self, value, index, operands):
            return
        if isinstance(value, (list, tuple)):  # NumPy converts each item by itself
            given, value = value, nested(value, self.spec.dtype)
            check_depth(self, given, value, operands, index)
        self.sct_assign(trace.value(ops.get("setitem")(self, value, *operands, index=index)))

    def sct_check_writable(self) -> None:
        """Raise ValueError, as NumPy does, where the caller's array is read-only."""
        storage = self.storage
        if storage.frozen != "no":
            raise frozen_error(self)
        if any(step.op.extras["view"] == "readonly" for step in self.steps):
            raise ValueError("assignment destination is read-only")
        if storage.external >= 0 and storage.trace.members.source_of(self) is None:
            source, _, array = storage.trace.inputs[storage.external]
            if not isinstance(array, np.ndarray):
                return
            storage.trace.guards.add("writeable", source, array.flags.writeable)
            if not array.flags.writeable:
                raise ValueError("assignment destination is read-only")

    def __len__(self) -> int:
        if self.spec.kind == PYTHON or self.spec.ndim == 0:
            name = f"object of type '{type_name(self)}'"
            raise TypeError("len() of unsized object" if self.spec.kind == ARRAY else f"{name} has no len()")
        extent = self.spec.shape[0]
        if isinstance(extent, Dim):
            raise self._needs("its length", "len() must answer a Python int here")
        return extent

    def __iter__(self) -> Any:
        if self.spec.kind == PYTHON or self.spec.ndim == 0:
            name = f"'{type_name(self)}' object"
            raise TypeError("iteration over a 0-d array" if self.spec.kind == ARRAY else f"{name} is not iterable")
        return iter(ArrayItems(self))

    def __contains__(self, item: Any) -> bool:
        raise self._needs("whether it contains an item", "`in` was used in code that sct does not convert")

    # -- conversions that Python insists on ------------------------------------------------------

    def _needs(self, what: str, why: str) -> SctError:
        made = self.storage.origin
        error = StaticValueError(
            f"a value that is known only at run time ({self.spec}) was asked for {what} while the graph is built",
            where=self.storage.trace.location(),
            why=why,
            fix="keep the value symbolic (np.where, an `if` in converted code), or pass it as a Python value",
            also=(("it was made here", made),) if made else (),
        )
        error.asked = self
        from sct.runtime.callers.asked import asked_of_caller

        asked = asked_of_caller(self.storage.trace, error)  # here, for it may have been made in a branch that is left
        if asked:
            error.asked_inputs = asked
        self.storage.trace.missed = error
        return error

    def __bool__(self) -> bool:
        raise self._needs("its truth", "a condition was evaluated in code that sct does not convert")

    def __hash__(self) -> int:
        if self.spec.kind == ARRAY:
            raise TypeError(f"unhashable type: 'numpy.{self.python_type.__name__}'")
        raise self._needs("its hash", "sets and the keys of dicts are known while the graph is built")

    def __index__(self) -> int:
        if (known := known_int(self)) is None:
            raise self._needs("an index", "Python needs an int here")
        return known

    def __int__(self) -> int:
        raise self._needs("a Python int", "int() was called in code that sct does not convert")

    def __float__(self) -> float:
        raise self._needs("a Python float", "float() was called in code that sct does not convert")

    def __complex__(self) -> complex:
        raise self._needs("a Python complex", "complex() was called in code that sct does not convert")

    def __repr__(self) -> str:
        return f"Variable({self.spec})"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        if not spec:
            return repr(self)
        raise self._needs("its text", "str.format needs the value; f-strings and print in converted code do not")

    def __divmod__(self, other: Any) -> Any:
        from sct.runtime.arrays.methods import divmod_of

        return divmod_of(self, other, _OPERANDS, False)

    def __rdivmod__(self, other: Any) -> Any:
        from sct.runtime.arrays.methods import divmod_of

        return divmod_of(self, other, _OPERANDS, True)

    def __round__(self, digits: Any = None) -> Any:
        from sct.runtime.arrays.methods import round_value

        return round_value(self, digits)

    def __copy__(self) -> Any:
        return ops.get("copy")(self) if self.spec.kind == ARRAY else self

    def __deepcopy__(self, memo: Any) -> Any:
        return self.__copy__()


def _install() -> None:
    """The operators, one closure each over the two ops that it may mean."""

    def binary(numpy_name: str, python_name: str, swapped: bool, *methods: str) -> Any:
        def operator(self: Variable, other: Any) -> Any:
            from sct.runtime.arrays.methods import beside

            if not isinstance(other, (Variable, *_OPERANDS)):
                return beside(self, other, numpy_name, methods[0], swapped)
            if self.spec.kind == PYTHON:
                other = plain_number(other, *methods)
            if numpy_name == "matmul" and self.spec.kind != ARRAY and is_one_number(other):
                return NotImplemented  # numbers have no such operator
            pair = (other, self) if swapped else (self, other)
            numbers = python_operands(python_name, *pair)
            if numbers is not None:
                return ops.get(python_name)(*numbers)
            if isinstance(other, (list, tuple, range)):
                if self.spec.kind == PYTHON:
                    return beside(self, other, numpy_name, methods[0], swapped)
                made = nested(as_list(self.storage.trace, other))
                pair = (made, self) if swapped else (self, made)
            return numpys_operator(numpy_name, methods[0], *pair)

        return operator

    def named(name: str, method: Any) -> None:
        method.__name__ = name
        setattr(Variable, name, method)

    def unary(numpy_name: str, python_name: str) -> Any:
        return lambda self: unary_of(self, python_name if self.spec.kind == PYTHON else numpy_name)

    def inplace(symbol: str) -> Any:
        def operator(self: Variable, other: Any) -> Any:
            from sct.runtime.arrays.methods import update_in_place

            return update_in_place(self, symbol, other)

        return operator

    for symbol, (numpy_name, python_name) in _BINARY.items():
        methods = f"__{symbol}__", f"__r{symbol}__"
        named(methods[0], binary(numpy_name, python_name, False, *methods))
        named(methods[1], binary(numpy_name, python_name, True, *methods))
        named(f"__i{symbol}__", inplace(symbol))
    for symbol, (numpy_name, python_name) in _COMPARE.items():
        named(f"__{symbol}__", binary(numpy_name, python_name, False, f"__{symbol}__"))
    for symbol, (numpy_name, python_name) in _UNARY.items():
        named(f"__{symbol}__", unary(numpy_name, python_name))


_install()
