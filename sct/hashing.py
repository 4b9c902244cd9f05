"""Content hashes that are the same in every process: canonical, tagged by type, never by address.

`content_hash(x)` tells apart whatever Python code can tell apart: 1, True and 1.0; a list and a tuple;
0.0 and -0.0; two dicts with another order of insertion. A value is encoded as a tag, a length and a
body, so no two different values share an encoding. What has no content that can be read (an open file,
an arbitrary object) is refused: a hash made from an address would be a different key every time, or
worse, the same key for another object.

>>> content_hash((1, 2.0, "x")) == content_hash((1, 2.0, "x"))
True
>>> content_hash(1) == content_hash(True)
False
>>> content_hash(object())
Traceback (most recent call last):
    ...
sct.hashing.UnhashableContentError: a value of type builtins.object has no content hash
"""

from __future__ import annotations

import dataclasses
import enum
import struct
import sys
import types
from collections.abc import Callable, Iterable
from typing import Any

from sct.digest import blake2b
from sct.dtypes import dtype_code

__all__ = ["UnhashableContentError", "canonical_bytes", "content_hash"]


class UnhashableContentError(TypeError):
    """A value whose content cannot be read, so that a key made from it would mean nothing."""


def content_hash(value: Any, *, size: int = 16) -> str:
    """The BLAKE2b hash of `value`'s canonical form, as `2 * size` hexadecimal digits."""
    return blake2b(canonical_bytes(value), digest_size=size).hexdigest()


def canonical_bytes(value: Any) -> bytes:
    """An encoding of `value` that no other value has; the same in every process."""
    encoder = _Encoder()
    try:
        encoder.encode(value)
    except RecursionError:
        raise UnhashableContentError("a value nested this deeply has no content hash") from None
    return b"".join(encoder.out)


class _Encoder:
    """One walk over a value; remembers the containers it is in, to refuse one that holds itself."""

    def __init__(self) -> None:
        self.out: list[bytes] = []
        self.open: set[int] = set()  # only while the containers are alive, on the way down

    def put(self, tag: bytes, body: bytes) -> None:
        self.out.append(b"%b%d:" % (tag, len(body)))
        self.out.append(body)

    def encode(self, value: Any) -> None:
        handler = _HANDLERS.get(type(value))
        if handler is None:
            handler = _handler_of(value)
        handler(self, value)

    def items(self, tag: bytes, owner: Any, values: Iterable[Any]) -> None:
        if id(owner) in self.open:
            raise UnhashableContentError(f"a {type(owner).__name__} that holds itself has no content hash")
        self.open.add(id(owner))
        try:
            inner = list(values)
            self.out.append(b"%b%d(" % (tag, len(inner)))
            for value in inner:
                self.encode(value)
        finally:
            self.open.discard(id(owner))


def _float(e: _Encoder, value: float) -> None:
    e.put(b"f", struct.pack(">d", value))


def _set(tag: bytes) -> Callable[[_Encoder, Any], None]:
    def encode(e: _Encoder, value: Any) -> None:
        parts = sorted(canonical_bytes(item) for item in value)
        e.items(tag, value, parts)

    return encode


def _function(e: _Encoder, value: types.FunctionType) -> None:
    """Its name, code, defaults and closure; not the globals it would look up."""
    e.put(b"F", f"{value.__module__}:{value.__qualname__}".encode())
    e.encode(value.__code__)
    try:
        closure = [cell.cell_contents for cell in value.__closure__ or ()]
    except ValueError:
        raise UnhashableContentError(f"{value.__qualname__} has a closure variable without a value") from None
    e.items(b"(", value, (value.__defaults__, value.__kwdefaults__, *closure))


def _code(e: _Encoder, value: types.CodeType) -> None:
    """What the code does, not where it stands: file names and line numbers are left out."""
    names = (value.co_names, value.co_varnames, value.co_freevars, value.co_cellvars)
    counts = (value.co_argcount, value.co_posonlyargcount, value.co_kwonlyargcount, value.co_flags)
    exceptions = getattr(value, "co_exceptiontable", b"")
    e.items(b"C", value, (value.co_name, value.co_code, exceptions, names, counts, value.co_consts))


def _qualified(tag: bytes) -> Callable[[_Encoder, Any], None]:
    def encode(e: _Encoder, value: Any) -> None:
        e.put(tag, f"{value.__module__}:{value.__qualname__}".encode())

    return encode


_HANDLERS: dict[type, Callable[[_Encoder, Any], None]] = {
    type(None): lambda e, v: e.put(b"N", b""),
    type(Ellipsis): lambda e, v: e.put(b"E", b""),
    type(NotImplemented): lambda e, v: e.put(b"I", b""),
    bool: lambda e, v: e.put(b"b", b"1" if v else b"0"),
    int: lambda e, v: e.put(b"i", hex(v).encode()),
    float: _float,
    complex: lambda e, v: e.put(b"c", struct.pack(">dd", v.real, v.imag)),
    str: lambda e, v: e.put(b"s", v.encode("utf-8", "surrogatepass")),
    bytes: lambda e, v: e.put(b"y", v),
    bytearray: lambda e, v: e.put(b"Y", bytes(v)),
    tuple: lambda e, v: e.items(b"(", v, v),
    list: lambda e, v: e.items(b"[", v, v),
    dict: lambda e, v: e.items(b"{", v, [part for item in v.items() for part in item]),
    set: _set(b"S"),
    frozenset: _set(b"Z"),
    slice: lambda e, v: e.items(b":", v, (v.start, v.stop, v.step)),
    range: lambda e, v: e.items(b"R", v, (v.start, v.stop, v.step)),
    types.FunctionType: _function,
    types.CodeType: _code,
    types.BuiltinFunctionType: lambda e, v: _builtin(e, v),
    types.MethodDescriptorType: lambda e, v: _descriptor(e, v),
    types.WrapperDescriptorType: lambda e, v: _descriptor(e, v),
    types.MethodType: lambda e, v: e.items(b"M", v, (v.__func__, v.__self__)),
    types.ModuleType: lambda e, v: e.put(b"m", v.__name__.encode()),
}


def _builtin(e: _Encoder, value: Any) -> None:
    owner = value.__self__
    if owner is not None and not isinstance(owner, (types.ModuleType, type)):
        raise _refusal(value)  # a method bound to some object
    name = owner.__name__ if owner is not None else value.__module__
    e.put(b"B", f"{name}:{value.__qualname__}".encode())


def _descriptor(e: _Encoder, value: Any) -> None:
    e.put(b"B", f"{value.__objclass__.__module__}:{value.__qualname__}".encode())


def _handler_of(value: Any) -> Callable[[_Encoder, Any], None]:
    kind = type(value)
    if isinstance(value, type):
        return _qualified(b"T")
    if isinstance(value, enum.Enum):
        return _tagged(b"e", lambda v: (v.name, v.value))
    if dataclasses.is_dataclass(value):
        return _tagged(b"D", lambda v: [(f.name, getattr(v, f.name)) for f in dataclasses.fields(v)])
    numpy = _numpy_handler(value)
    if numpy is not None:
        return numpy
    if isinstance(value, tuple) and hasattr(kind, "_fields"):
        return _tagged(b"n", tuple)
    raise _refusal(value)


def _tagged(tag: bytes, parts: Callable[[Any], Iterable[Any]]) -> Callable[[_Encoder, Any], None]:
    def encode(e: _Encoder, value: Any) -> None:
        kind = type(value)
        e.put(b"T", f"{kind.__module__}:{kind.__qualname__}".encode())
        e.items(tag, value, parts(value))

    return encode


def _numpy_handler(value: Any) -> Callable[[_Encoder, Any], None] | None:
    """NumPy stays unimported here; a value of its types can only be there if it has been imported."""
    np: Any = sys.modules.get("numpy")
    if np is None:
        return None
    if isinstance(value, np.dtype):
        return lambda e, v: e.items(b"d", v, (_dtype_content(v),))
    if type(value) is np.ndarray and not value.dtype.hasobject:
        return lambda e, v: e.items(b"A", v, (_dtype_content(v.dtype), v.shape, v.tobytes()))
    if isinstance(value, np.generic) and not value.dtype.hasobject:
        return lambda e, v: e.items(b"g", v, (_dtype_content(v.dtype), v.tobytes()))
    if isinstance(value, np.ufunc):
        return lambda e, v: e.put(b"U", f"{getattr(v, '__module__', 'numpy')}:{v.__name__}".encode())
    if type(value).__name__ == "_ArrayFunctionDispatcher":
        return _qualified(b"F")
    return None


def _dtype_content(dtype: Any) -> Any:
    if dtype.hasobject:
        raise UnhashableContentError(f"dtype {dtype} has no content hash: it holds Python objects")
    return dtype_code(dtype) if dtype.fields is None else (dtype.str, repr(dtype.descr))


def _refusal(value: Any) -> UnhashableContentError:
    name = f"{type(value).__module__}.{type(value).__qualname__}"
    return UnhashableContentError(f"a value of type {name} has no content hash")
