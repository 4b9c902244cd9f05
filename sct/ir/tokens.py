"""One line of program text as tokens, and the literals that attributes are made of."""

from __future__ import annotations

import base64
import binascii
import json
import re
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf, nan, prod
from typing import Any

import numpy as np

from sct.dtypes import dtype_code, dtype_text
from sct.errors import ProgramTextError
from sct.ir.core import ArrayConst
from sct.ir.types import ARRAY, PYTHON, SCALAR, Dim, Extent, Spec

__all__ = ["Line", "tokenize"]

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<comment>\#.*)
    | (?P<string>"(?:[^"\\]|\\.)*")
    | (?P<value>%[0-9]+)
    | (?P<number>-?(?:0x[0-9a-f]+|[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?|inf\b))
    | (?P<name>[^\W\d]\w*)
    | (?P<mark>->|[()\[\]{},:;=?])
    )""",
    re.VERBOSE,
)
_PYTHON = {"bool": "bool", "int": "int64", "float": "float64", "complex": "complex128"}
_END = ("end", "")


def tokenize(text: str, number: int) -> tuple[list[tuple[str, str]], str]:
    """The tokens of a line, as (kind, text), and its comment; ProgramTextError for what is no token."""
    tokens: list[tuple[str, str]] = []
    at, text = 0, text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise ProgramTextError(f"line {number}: cannot read {text[at:].strip()[:40]!r}")
        kind = match.lastgroup or ""
        if kind == "comment":
            return tokens, match[kind][1:].strip()
        tokens.append((kind, match[kind]))
        at = match.end()
    return tokens, ""


@dataclass
class Line:
    """The tokens of one line and how far they are read."""

    tokens: list[tuple[str, str]]
    number: int
    comment: str = ""
    opaques: Mapping[str, Any] | None = None
    at: int = 0

    def fail(self, what: str) -> ProgramTextError:
        """An error that names the line."""
        return ProgramTextError(f"line {self.number}: {what}")

    @property
    def peek(self) -> str:
        """The text of the next token."""
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    @property
    def kind(self) -> str:
        """The kind of the next token."""
        return self.tokens[self.at][0] if self.at < len(self.tokens) else "end"

    def next(self) -> tuple[str, str]:
        token = self.tokens[self.at] if self.at < len(self.tokens) else _END
        self.at += 1
        return token

    def accept(self, mark: str) -> bool:
        """Whether the next token is this mark; it is read then."""
        if self.peek == mark and self.kind != "string":
            self.at += 1
            return True
        return False

    def expect(self, mark: str) -> None:
        if not self.accept(mark):
            raise self.fail(f"expected {mark!r}, found {self.peek or 'the end of the line'!r}")

    def finish(self) -> None:
        """Nothing may be left."""
        if self.at < len(self.tokens):
            raise self.fail(f"unexpected {self.peek!r}")

    def name(self) -> str:
        kind, text = self.next()
        if kind == "string":
            return self.unquote(text)
        if kind != "name":
            raise self.fail(f"expected a name, found {text or 'the end of the line'!r}")
        return text

    def unquote(self, text: str) -> str:
        try:
            return str(json.loads(text))
        except ValueError as error:
            raise self.fail(f"{text[:40]} is no string: {error}") from None

    def string(self) -> str:
        kind, text = self.next()
        if kind != "string":
            raise self.fail(f"expected a string, found {text or 'the end of the line'!r}")
        return self.unquote(text)

    def number_(self) -> int | float:
        kind, text = self.next()
        if text == "nan" and kind == "name":
            return self._nan()
        if kind != "number":
            raise self.fail(f"expected a number, found {text or 'the end of the line'!r}")
        try:
            if "0x" in text:
                return int(text, 16)
            if text.endswith("inf"):
                return -inf if text[0] == "-" else inf
            return float(text) if "." in text or "e" in text else int(text)
        except ValueError as error:
            raise self.fail(str(error)) from None

    def _nan(self) -> float:
        if not self.accept("("):
            return nan
        value: float
        try:
            (value,) = struct.unpack(">d", bytes.fromhex(self.string()))
        except (ValueError, struct.error):
            raise self.fail("the content of a nan is 16 hexadecimal digits") from None
        self.expect(")")
        return value

    def listed(self, item: Callable[[], Any], end: str) -> list[Any]:
        """Items parted by commas, up to `end`, which is read."""
        items: list[Any] = []
        while not self.accept(end):
            items.append(item())
            if not self.accept(","):
                self.expect(end)
                break
        return items

    # -- types ---------------------------------------------------------------------------------------

    def dtype(self, name: str | None = None) -> np.dtype[Any]:
        quoted = name is None and self.kind == "string"
        name = self.name() if name is None else name
        try:
            dtype = np.dtype(name)
            if dtype_text(dtype) != (f'"{name}"' if quoted else name) or dtype.hasobject:
                raise TypeError
        except (TypeError, ValueError):
            raise self.fail(f"{name!r} is no dtype") from None
        return dtype

    def extent(self) -> Extent:
        if self.accept("?"):
            return Dim("?")
        if self.kind in ("name", "string"):
            return Dim(self.name())
        value = self.number_()
        if type(value) is not int or value < 0:
            raise self.fail(f"an extent is a natural number or a name, not {value!r}")
        return value

    def spec(self) -> Spec:
        if self.kind == "name" and self.peek in (*_PYTHON, "bool_"):
            name = self.name()
            if name == "bool_":
                return Spec(np.dtype("bool"), (), SCALAR)
            if not (name == "bool" and self.peek == "["):
                return Spec(np.dtype(_PYTHON[name]), (), PYTHON)
            dtype = np.dtype("bool")
        else:
            dtype = self.dtype()
        if not self.accept("["):
            return Spec(dtype, (), SCALAR)
        return Spec(dtype, tuple(self.listed(self.extent, "]")), ARRAY)

    # -- attributes ----------------------------------------------------------------------------------

    def attr(self) -> Any:
        """The value of an attribute."""
        if self.kind == "string":
            return self.string()
        if self.accept("("):
            return self._tuple()
        if self.kind != "name" or self.peek == "nan":
            return self.number_()
        word = self.name()
        if word in _WORDS:
            return _WORDS[word]
        self.expect("(")
        made = self._call(word)
        self.expect(")")
        return made

    def _tuple(self) -> tuple[Any, ...]:
        return tuple(self.listed(self.attr, ")"))

    def _call(self, word: str) -> Any:
        if word == "dtype":
            return self.dtype()
        if word == "complex":
            real = float(self.number_())
            self.expect(",")
            return complex(real, float(self.number_()))
        if word == "bytes":
            return self._bytes(bytes.fromhex)
        if word == "dim":
            return self.extent()
        if word == "spec":
            return self.spec()
        if word == "array":
            return self._array()
        if word == "opaque":
            return self._opaque()
        raise self.fail(f"there is no attribute of the form {word}(…)")

    def _bytes(self, decode: Callable[[str], bytes]) -> bytes:
        try:
            return decode(self.string())
        except (ValueError, binascii.Error) as error:
            raise self.fail(str(error)) from None

    def _array(self) -> ArrayConst:
        dtype = self.dtype()
        self.expect(",")
        self.expect("(")
        shape = self._tuple()
        self.expect(",")
        if not all(type(n) is int and n >= 0 for n in shape):
            raise self.fail(f"{shape!r} is no shape")
        if self.accept("["):
            items = self.listed(self.attr, "]")
            try:
                data = np.array(items, dtype).tobytes()
            except (TypeError, ValueError, OverflowError) as error:
                raise self.fail(f"these are no {dtype}: {error}") from None
        else:
            data = self._bytes(lambda text: base64.b64decode(text, validate=True))
        if len(data) != prod(shape) * dtype.itemsize:
            raise self.fail(f"{len(data)} bytes are no {dtype} array of shape {shape!r}")
        return ArrayConst(dtype_code(dtype), shape, data)

    def _opaque(self) -> Any:
        name = self.string()
        if self.opaques is None or name not in self.opaques:
            raise ProgramTextError(
                f"line {self.number}: the program calls the Python object {name}, which its text cannot hold",
                fix="pass it: parse_program(text, opaques={name: object})",
            )
        return self.opaques[name]


_WORDS = {"None": None, "True": True, "False": False}
