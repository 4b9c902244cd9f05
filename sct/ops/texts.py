"""Texts of run-time length: arrays of the codes of their letters. What Python's str does with them, Python does.

`template` is that of `print` (see `control`): what an operand is taken for is in it. Methods take their operands as
templates too, so that formatted numbers, letters and whole texts are all arguments alike.
"""

from __future__ import annotations

from codecs import utf_32_le_decode, utf_32_le_encode
from typing import Any

import numpy as np

from sct.errors import StaticValueError, VerifyError
from sct.ir.types import ARRAY, PYTHON, UNKNOWN, Spec
from sct.ops.control import UTF_32, Template, render
from sct.ops.infer import PY_BOOL, PY_INT
from sct.ops.registry import Fact, op

__all__ = [
    "BYTE_CODES", "TEXT_CODES", "byte_codes_of", "codes_of", "text_letters", "text_method", "text_number", "text_parts",
    "text_of_form", "text_ranks", "text_rows", "words_as",
]  # fmt: skip

RAISES = Fact.PURE | Fact.RAISES
TEXT_CODES = Spec(np.dtype(np.int64), (UNKNOWN,), ARRAY)
BYTE_CODES = Spec(np.dtype(np.uint8), (UNKNOWN,), ARRAY)
_FLOAT = Spec(np.dtype(np.float64), (), PYTHON)
Arguments = tuple[Any, ...]  # ("text", template) | ("value", k) | ("known", object) | ("table", items of a dict)


def codes_of(text: str) -> Any:
    """The codes of the letters of a text, as lists hold numbers.

    >>> codes_of("ab")
    array([97, 98])
    """
    # the codec itself: `str.encode` looks it up by its name, which takes longer than all the rest
    return np.frombuffer(utf_32_le_encode(text, "surrogatepass")[0], UTF_32).astype(np.int64)


def byte_codes_of(data: bytes) -> Any:
    """The codes of bytes.

    >>> byte_codes_of(b"ab")
    array([97, 98], dtype=uint8)
    """
    return np.frombuffer(data, np.uint8).copy()


def _letters(*values: Spec, template: Template) -> Spec:
    return TEXT_CODES


@op("text_letters", infer=_letters)
def text_letters(*values: Any, template: Template, xp: Any) -> Any:
    """The letters of a template's text."""
    return codes_of(render(template, values))


def _called(name: str, arguments: Arguments, values: tuple[Any, ...]) -> Any:
    """What the method of a str, `format`, `%` of a tuple or "% one" answers: the first argument is the str itself."""
    given: list[Any] = []
    for kind, what in arguments:
        if kind == "text":
            given.append(render(what, values))
        else:
            given.append(values[what] if kind == "value" else dict(what) if kind == "table" else what)
    if name == "%":
        return given[0] % tuple(given[1:])
    if name == "% one":
        return given[0] % given[1]
    return format(*given) if name == "format" else getattr(str, name)(*given)


def _method(*values: Spec, name: str, arguments: Arguments, answers: str) -> Spec:
    return {"text": TEXT_CODES, "bytes": BYTE_CODES, "int": PY_INT, "bool": PY_BOOL}[answers]


@op("text_method", infer=_method, facts=RAISES)
def text_method(*values: Any, name: str, arguments: Arguments, answers: str, xp: Any) -> Any:
    """The text, bytes or number that a method of a str answers."""
    made = _called(name, arguments, values)
    return codes_of(made) if answers == "text" else byte_codes_of(made) if answers == "bytes" else made


def _parts(*values: Spec, name: str, arguments: Arguments) -> tuple[Spec, ...]:
    n = UNKNOWN
    return Spec(np.dtype(np.int64), (n,), ARRAY), Spec(np.dtype(np.int64), (n, UNKNOWN), ARRAY)


@op("text_parts", infer=_parts, facts=RAISES, results=2)
def text_parts(*values: Any, name: str, arguments: Arguments, xp: Any) -> Any:
    """The texts that a method of a str answers: how long they are, and their letters, row by row."""
    return _in_rows([codes_of(part) for part in _called(name, arguments, values)], xp)


def _number(*values: Spec, template: Template, kind: str, base: int) -> Spec:
    return PY_INT if kind == "int" else _FLOAT


@op("text_number", infer=_number, facts=RAISES)
def text_number(*values: Any, template: Template, kind: str, base: int, xp: Any) -> Any:
    """The number that a text says."""
    text = render(template, values)
    if kind == "float":
        return float(text)
    if kind == "hex":
        return float.fromhex(text)
    if kind != "int":
        raise VerifyError(f"text is made no {kind}")
    number = int(text, base)
    if not -(2**63) <= number < 2**63:
        raise StaticValueError(
            "int() of a text that says a number of more than 64 bits", fix="read the number outside of the function"
        )
    return number


# -- lists of texts ----------------------------------------------------------------------------------

# ("known", text) | ("text", template, kinds of its values) | ("choice", forms) | ("word", whether lengths come first)
Form = tuple[Any, ...]


def _rows(n: Spec, *columns: Spec, form: Form) -> tuple[Spec, ...]:
    return Spec(np.dtype(np.int64), (UNKNOWN,), ARRAY), Spec(np.dtype(np.int64), (UNKNOWN, UNKNOWN), ARRAY)


@op("text_rows", infer=_rows, results=2)
def text_rows(n: Any, *columns: Any, form: Form, xp: Any) -> Any:
    """The lengths and the letters of `n` texts, made of the columns that say which texts they are."""
    return _in_rows([codes_of(text_of_form(form, iter(columns), i)) for i in range(n)], xp)


def _in_rows(texts: list[Any], xp: Any) -> Any:
    lengths = xp.array([len(text) for text in texts], dtype=np.int64)
    letters = xp.zeros((len(texts), max(map(len, texts), default=0)), np.int64)
    for row, text in zip(letters, texts, strict=True):
        row[: len(text)] = text
    return lengths, letters


def text_of_form(form: Form, columns: Any, i: int) -> str:
    """The text of row `i`; takes as many columns as the form has."""
    if form[0] == "known":
        return str(form[1])
    if form[0] == "word":  # the codes of an element of an array, and zeros behind them
        most = next(columns)[i] if form[1] else None
        return utf_32_le_decode(next(columns)[i, :most].astype(UTF_32), "surrogatepass", True)[0].rstrip("\0")
    if form[0] == "choice":
        at = int(next(columns)[i])
        return [text_of_form(one, columns, i) for one in form[1]][at]
    values = []
    for kind in form[2]:
        column = next(columns)
        if kind == "letters":
            values.append(next(columns)[i, : column[i]])
        else:
            values.append(column.item(i) if kind == PYTHON else column[i])
    return render(form[1], tuple(values))


def _ranks(lengths: Spec, letters: Spec) -> Spec:
    return lengths


@op("text_ranks", infer=_ranks)
def text_ranks(lengths: Any, letters: Any, *, xp: Any) -> Any:
    """Where each text is among those of the list in their order; equal ones are at one place."""
    texts = [tuple(row[:n].tolist()) for n, row in zip(lengths, letters, strict=True)]
    places = {text: k for k, text in enumerate(sorted(set(texts)))}
    return xp.array([places[text] for text in texts], dtype=np.int64)


def _words_as(codes: Spec, *, dtype: Any) -> Spec:
    return Spec(np.dtype(dtype), codes.shape[:-1], ARRAY)


@op("words_as", infer=_words_as, facts=RAISES)
def words_as(codes: Any, *, dtype: Any, xp: Any) -> Any:
    """What NumPy reads in an array of texts, of which the last axis has the codes of the letters."""
    words = np.ascontiguousarray(codes, np.uint32).view(f"U{codes.shape[-1]}")[..., 0]
    return words.astype(dtype)
