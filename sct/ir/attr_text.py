"""How attributes are written: as Python literals where there are any, as small calls where not.

>>> attr_text((1, -0.0, "x", None, np.dtype("int8")))
'(1, -0.0, "x", None, dtype(int8))'
>>> attr_text(ArrayConst.of(np.array([[0.5, np.nan]])))
'array(float64, (1, 2), [0.5, nan])'
"""

from __future__ import annotations

import binascii
import json
import struct
from collections.abc import Callable
from math import isnan
from typing import Any

import numpy as np

from sct.dtypes import dtype_text
from sct.errors import ProgramTextError
from sct.ir.core import ArrayConst
from sct.ir.types import Dim, Spec, spec_text
from sct.ops.opaque import Opaque
from sct.shown import int_text

__all__ = ["attr_text", "name_text", "shape_text", "value_spec_text"]

READABLE = 16  # arrays with at most so many elements are written element by element
_NAN = struct.pack(">d", float("nan"))


def attr_text(value: Any) -> str:
    """The text of an attribute value, which `sct.ir.parse` reads back as an equal one."""
    write = _WRITERS.get(type(value))
    if write is not None:
        return write(value)
    if isinstance(value, np.dtype):
        if value.fields is not None or value.hasobject:
            raise ProgramTextError(f"dtype {value} has no text form")
        return f"dtype({dtype_text(value)})"
    name = f"{type(value).__module__}.{type(value).__qualname__}"
    raise ProgramTextError(
        f"an attribute of type {name} has no text form",
        why="attributes are numbers, strings, dtypes, arrays and tuples of them",
    )


def name_text(name: str) -> str:
    """A name, quoted unless it is a plain identifier."""
    return name if name.isidentifier() else _string(name)


def shape_text(shape: tuple[Any, ...]) -> str:
    """The inside of a shape's brackets."""
    return ", ".join([name_text(n.name) if isinstance(n, Dim) else str(n) for n in shape])


def value_spec_text(spec: Spec) -> str:
    """As `str(spec)`, with unusual names of extents quoted."""
    if all(isinstance(n, int) or n.name.isidentifier() for n in spec.shape):
        return spec_text(spec)
    return f"{dtype_text(spec.dtype)}[{shape_text(spec.shape)}]"


def _float(value: float) -> str:
    if isnan(value):
        bits = struct.pack(">d", value)
        return "nan" if bits == _NAN else f'nan("{bits.hex()}")'
    return repr(value)


def _string(value: str) -> str:
    return json.dumps(value)  # ASCII only, double quotes: readable by json.loads, lone surrogates too


def _tuple(value: tuple[Any, ...]) -> str:
    inner = ", ".join([attr_text(item) for item in value])
    return f"({inner},)" if len(value) == 1 else f"({inner})"


def _array(value: ArrayConst) -> str:
    dtype = np.dtype(value.dtype)
    head = f"{dtype_text(dtype)}, {_tuple(value.shape)}"
    array = value.array()
    if array.size <= READABLE and dtype.kind in "biufc":
        items = array.reshape(-1).tolist()
        if np.array(items, dtype).tobytes() == value.data:
            return f"array({head}, [{', '.join([attr_text(item) for item in items])}])"
    return f'array({head}, "{binascii.b2a_base64(value.data, newline=False).decode()}")'


_WRITERS: dict[type, Callable[[Any], str]] = {
    type(None): lambda v: "None",
    bool: lambda v: "True" if v else "False",
    int: int_text,
    float: _float,
    complex: lambda v: f"complex({_float(v.real)}, {_float(v.imag)})",
    str: _string,
    bytes: lambda v: f'bytes("{v.hex()}")',
    tuple: _tuple,
    ArrayConst: _array,
    Dim: lambda v: f"dim({name_text(v.name)})",
    Spec: lambda v: f"spec({value_spec_text(v)})",
    Opaque: lambda v: f"opaque({_string(str(v))})",
}
