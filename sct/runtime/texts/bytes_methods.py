"""The methods of bytes that are known when the program runs, which Python's own answer; and texts that are encoded."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from sct.errors import StaticValueError
from sct.ir.types import ARRAY, PYTHON
from sct.runtime.calls.purity import words
from sct.runtime.calls.raising import raise_later
from sct.runtime.control_flow import select
from sct.runtime.current import current, has_spec, is_variable
from sct.runtime.generators import TracedGenerator
from sct.runtime.iteration.taken_whole import whole
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.templates import TVar
from sct.runtime.lists import growing
from sct.runtime.lists.growing import as_rows
from sct.runtime.lists.list_ops import op_value
from sct.runtime.lists.row_lists import as_index
from sct.runtime.lists.rows import Rows
from sct.runtime.objects.operators import users_method
from sct.runtime.stand_ins import StandIn
from sct.runtime.texts.kind_names import type_name
from sct.runtime.texts.letters import as_pieces, of_rows
from sct.runtime.texts.run_time_bytes import codes_of_bytes, made_of_codes, of_array, refuse_bytes, with_known_bytes
from sct.runtime.texts.text_forms import CODE
from sct.runtime.texts.text_pieces import FormattedText, template_from
from sct.runtime.trace import Trace

__all__ = ["BYTES", "bytes_", "encoded", "filled_in", "method", "to_bytes"]

_BYTES = words(
    """
    upper lower title capitalize swapcase strip lstrip rstrip removeprefix removesuffix replace center ljust rjust zfill
    expandtabs translate %
    """
)
_INT = words("find rfind index rindex count")
_BOOL = words("startswith endswith isalnum isalpha isascii isdigit islower isspace istitle isupper __contains__")
_TEXT = words("decode hex __repr__ __str__")
_ANSWERS = {"bytes": _BYTES, "int": _INT, "bool": _BOOL}


def method(x: Any, name: str, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None) -> Any:
    """`x.name(*args, **kwargs)`."""
    trace = current()
    assert trace is not None
    answers = next((kind for kind, names in _ANSWERS.items() if name in names), "text")
    values: list[Any] = []
    placed = _in_places(getattr(bytes, name), args, kwargs) if kwargs else args
    given = [_argument(trace, one, values) for one in (x, *(placed or ()))]
    if name == "%" and None in given:
        refuse_bytes("% of such values")
    if (answers == "text" and name not in _TEXT) or placed is None or None in given:
        known = with_known_bytes(f"{name}()", x)
        return getattr(known, name)(*with_known_bytes("an argument", args), **(kwargs or {}))
    attrs = {"name": name, "arguments": tuple(given), "answers": answers}
    made = trace.variable(op_value(trace, "bytes_method", [trace.value(v) for v in values], **attrs))
    if answers == "bytes":
        return made_of_codes(trace, made)
    return of_rows(Rows(CODE, (made,))) if answers == "text" else made


def filled_in(template: Any, values: Any) -> Any:
    """`template % values`."""
    given = values if type(values) is tuple else (values,)
    return method(template, "%", given)


def _in_places(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...] | None:
    """The arguments in their order, with the defaults between them; None where they have no names."""
    if not kwargs:
        return args
    try:
        bound = inspect.signature(function).bind(None, *args, **kwargs)
    except ValueError:
        return None
    bound.apply_defaults()
    return tuple(bound.args[1:])


def _argument(trace: Trace, x: Any, values: list[Any]) -> tuple[str, Any] | None:
    """How the op finds an argument; None of what it cannot have."""
    if isinstance(x, StandIn) and type(x).stands_for is bytes:
        values.append(codes_of_bytes(trace, x))
        return "bytes", len(values) - 1
    if has_spec(x) and not x.spec.ndim and x.spec.kind != ARRAY and x.spec.dtype.kind in "iuf":
        values.append(x)
        return "value", len(values) - 1
    of_bytes = type(x) is tuple and set(map(type, x)) <= {bytes}
    known = x is None or type(x) in (int, bool, float, str, bytes) or of_bytes
    return ("known", x) if known else None


def encoded(trace: Trace, text: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`text.encode(encoding, errors)`."""
    pieces = as_pieces(trace, text) or []
    template, values = template_from(pieces)
    given = _in_places(str.encode, args, kwargs) or ()
    if not all(type(x) is str for x in given):
        "".encode(*given)  # what Python says of them
    arguments = (("text", template), *(("known", x) for x in given))
    operands = [trace.value(v) for v in values]
    attrs = {"name": "encode", "arguments": arguments, "answers": "bytes"}
    return made_of_codes(trace, trace.variable(op_value(trace, "text_method", operands, **attrs)))


# -- ints --------------------------------------------------------------------------------------------


def bytes_(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """`bytes(...)`."""
    from sct.runtime.calls.foreign_call import call_foreign

    x = args[0] if args else None
    if isinstance(x, FormattedText) and (args[1:] or kwargs):
        return encoded(trace, x, args[1:], kwargs)
    if isinstance(x, FormattedText):
        raise TypeError("string argument without an encoding")
    if len(args) != 1 or kwargs or type(x) is Choice:
        return call_foreign(trace, bytes, *args, **kwargs)
    if all(users_method(x, name) is None for name in ("__bytes__", "__index__")):  # else these come first
        x = whole(trace, x, room=True)
    if isinstance(x, StandIn) and type(x).stands_for is bytes:
        return x
    if has_spec(x):
        return _of_variable(trace, x)
    if growing.may_be_unknown(x) or isinstance(x, TracedGenerator):
        return _of_ints(trace, x)
    if isinstance(x, (list, tuple)) and any(map(is_variable, x)):
        return _of_ints(trace, x)
    return call_foreign(trace, bytes, x)


def _of_variable(trace: Trace, x: Any) -> Any:
    from sct.runtime.call import convert_call

    whole = x.spec.dtype.kind in "iu" or (x.spec.dtype.kind == "b" and x.spec.kind == PYTHON)
    if x.spec.ndim or (x.spec.kind != PYTHON and not whole):
        return of_array(x)()
    if not whole:
        raise TypeError(f"cannot convert '{type_name(x)}' object to bytes")
    n, negative = as_index(x), ValueError("negative count")
    select(n < 0, lambda: raise_later(trace, negative), lambda: None)
    return made_of_codes(trace, convert_call(np.zeros)(n, np.uint8))


def _of_ints(trace: Trace, items: Any) -> Any:
    from sct.runtime.call import convert_call

    rows = as_rows(trace, convert_call(list)(items))
    if rows is None:
        return b""
    if not isinstance(rows.item, TVar) or rows.item.spec.ndim:
        raise StaticValueError("bytes() of run-time values that are no ints of one kind", where=trace.location())
    spec = rows.item.spec
    if spec.dtype.kind not in "iub" or (spec.dtype.kind == "b" and spec.kind != PYTHON):
        name = spec.dtype.type.__name__ if spec.kind != PYTHON else {"f": "float"}.get(spec.dtype.kind, "complex")
        qualified = name if spec.kind == PYTHON else f"numpy.{name}"
        raise TypeError(f"'{qualified}' object cannot be interpreted as an integer")
    codes = op_value(trace, "bytes_of_ints", [rows.columns[0].sct_value()])
    return made_of_codes(trace, trace.variable(codes))


def to_bytes(x: Any, length: Any = 1, byteorder: Any = "big", *, signed: Any = False) -> Any:
    """`x.to_bytes(length, byteorder, signed=signed)` of an int that only the run knows."""
    trace = current()
    assert trace is not None
    length, signed = (x.__index__() if is_variable(x) else x for x in (length, signed))
    (0).to_bytes(length, byteorder, signed=signed)  # what Python says of them
    attrs = {"length": int(length), "byteorder": byteorder, "signed": bool(signed)}
    return made_of_codes(trace, trace.variable(op_value(trace, "int_to_bytes", [trace.value(x)], **attrs)))


def _from_bytes(trace: Trace, /, data: Any, byteorder: Any = "big", *, signed: Any = False) -> Any:
    from sct.runtime.calls.foreign_call import call_foreign

    if has_spec(data) and data.spec.kind == ARRAY and data.spec.ndim:
        data = of_array(data)()
    elif isinstance(data, (list, tuple)) or users_method(data, "__iter__") is not None:
        data = bytes_(trace, data)
    if not (isinstance(data, StandIn) and type(data).stands_for is bytes) or is_variable(signed):
        return call_foreign(trace, int.from_bytes, data, byteorder, signed=signed)
    int.from_bytes(b"", byteorder, signed=signed)  # what Python says of them
    attrs = {"byteorder": byteorder, "signed": bool(signed)}
    return trace.variable(op_value(trace, "int_from_bytes", [trace.value(codes_of_bytes(trace, data))], **attrs))


BYTES: dict[Any, Any] = {bytes: bytes_, int.from_bytes: _from_bytes}
