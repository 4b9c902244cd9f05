"""What is kept of a layer, as bytes: plain values, parts of programs, and references to objects of the process.

Nothing else is written, so that nothing is taken for the same in another process that may not be.
"""

from __future__ import annotations

import dataclasses
import functools
import io
import operator
import pickle
import sys
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, MethodType, WrapperDescriptorType
from typing import Any

import numpy as np

from sct.dtypes import dtype_code
from sct.ops import registry
from sct.runtime.homes import home_of
from sct.runtime.layers.elsewhere import PLAIN, STANDARD, Finder, Names, NotTheSameError, Ref, is_of_library

__all__ = ["packed", "unpacked"]


_MAKERS = (functools.partial, operator.itemgetter)
_OF_CALLABLES: dict[str, type] = {"function": FunctionType, "method": MethodType, "builtin": BuiltinFunctionType}
_OURS = ("sct.ir.", "sct.ops.", "sct.errors", "sct.runtime.", "sct.loops.memory.ownership", "sct.backends.native.plans")
_ROOTS = ("sct", "numpy", "builtins", "functools", "operator", "_operator", "math", "cmath", *STANDARD)


def packed(value: Any, names: Names) -> bytes:
    """`value` as bytes; `NotTheSameError` if something in it would be another thing in another process."""
    file = io.BytesIO()
    try:
        _Writer(file, names).dump(value)
    except (pickle.PicklingError, AttributeError, TypeError, RecursionError) as error:
        raise NotTheSameError(str(error)) from None
    return file.getvalue()


def unpacked(data: bytes, find: Finder) -> Any:
    """What was packed; `NotTheSameError` if something is not found."""
    return _Reader(io.BytesIO(data), find).load()


class _Writer(pickle.Pickler):
    def __init__(self, file: io.BytesIO, names: Names) -> None:
        super().__init__(file, protocol=5)
        self._names = names

    def persistent_id(self, obj: Any) -> Ref | None:
        kind = type(obj)
        ref = self._names.known(obj)
        if ref is None and kind is not tuple and kind not in PLAIN and not _is_known_kind(obj, kind):
            raise NotTheSameError(f"a {kind.__name__} has no words")
        return ref

    def reducer_override(self, obj: Any) -> Any:
        if dataclasses.is_dataclass(obj) and not isinstance(obj, type):
            return type(obj), tuple([getattr(obj, field.name) for field in dataclasses.fields(obj)])
        if type(obj) is np.ndarray:
            return _array, (dtype_code(obj.dtype), obj.shape, obj.tobytes())
        if isinstance(obj, np.generic):
            return _scalar, (dtype_code(obj.dtype), obj.tobytes())
        if isinstance(obj, np.dtype):
            return np.dtype, (dtype_code(obj),)  # by itself, it is pickled as one that is equal
        if type(obj) is FunctionType and _is_kernel(obj):
            return _kernel, (getattr(sys.modules[obj.__module__], obj.__name__).name,)
        if obj is np:
            return _numpy, ()
        if isinstance(obj, type) and obj in _OF_CALLABLES.values():
            return _of_callables, (next(name for name, kind in _OF_CALLABLES.items() if kind is obj),)
        if type(obj) is functools.partial:
            return _partial, (obj.func, obj.args, tuple(obj.keywords.items()))
        return NotImplemented


class _Reader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, find: Finder) -> None:
        super().__init__(file)
        self._find = find

    def persistent_load(self, pid: Any) -> Any:
        return self._find(pid)

    def find_class(self, module: str, name: str) -> Any:
        if module.partition(".")[0] not in _ROOTS:
            raise pickle.UnpicklingError(f"{module}.{name} is nothing that is kept")
        return super().find_class(module, name)


def _is_known_kind(obj: Any, kind: type) -> bool:
    if kind is np.ndarray:
        return bool(obj.dtype.kind in "biufc")
    if isinstance(obj, (np.generic, np.dtype)):
        dtype = obj if isinstance(obj, np.dtype) else obj.dtype
        return dtype.kind in "biufc" and dtype.metadata is None
    if isinstance(obj, (type, FunctionType, BuiltinFunctionType)):  # pickled by name, if that leads there
        return str(obj.__module__).partition(".")[0] in _ROOTS
    if obj is np:
        return True
    if kind in (MethodDescriptorType, WrapperDescriptorType):  # pickled as an attribute of its class
        return is_of_library(obj.__objclass__)
    return kind in _MAKERS or (dataclasses.is_dataclass(kind) and home_of(kind).startswith(_OURS))


def _array(dtype: str, shape: tuple[int, ...], data: bytes) -> Any:
    return np.frombuffer(bytearray(data), dtype=np.dtype(dtype)).reshape(shape)


def _scalar(dtype: str, data: bytes) -> Any:
    return _array(dtype, (), data)[()]


def _of_callables(name: str) -> type:
    return _OF_CALLABLES[name]


def _numpy() -> Any:
    return np


def _partial(function: Any, args: tuple[Any, ...], keywords: tuple[tuple[str, Any], ...]) -> Any:
    return functools.partial(function, *args, **dict(keywords))


def _is_kernel(function: FunctionType) -> bool:
    """Whether it is what an op of its name computes with: in its module, the op stands in its place."""
    found = getattr(sys.modules.get(function.__module__), function.__name__, None)
    return isinstance(found, registry.OpDef) and found.kernel is function and _kernel(found.name) is function


def _kernel(name: str) -> Any:
    return registry.get(name).kernel
