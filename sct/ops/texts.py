"""Texts of run-time length: arrays of the codes of their letters. What Python's str does with them, Python does.

`template` is that of `print` (see `control`): what an operand is taken for is in it. Methods take their operands as
templates too, so that formatted numbers, letters and whole texts are all arguments alike.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.errors import StaticValueError, VerifyError
from sct.ir.types import ARRAY, PYTHON, UNKNOWN, Spec
from sct.ops.control import Template, render
from sct.ops.infer import PY_BOOL, PY_INT
from sct.ops.registry import Fact, op

__all__ = ["text_letters", "text_method", "text_number", "text_parts"]

RAISES = Fact.PURE | Fact.RAISES
_CODES = Spec(np.dtype(np.int64), (UNKNOWN,), ARRAY)
_FLOAT = Spec(np.dtype(np.float64), (), PYTHON)
Arguments = tuple[Any, ...]  # ("text", template) | ("value", k) | ("known", object)


def codes_of(text: str) -> Any:
    """The codes of the letters of a text, as lists hold numbers.

    >>> codes_of("ab")
    array([97, 98])
    """
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4").astype(np.int64)


def _letters(*values: Spec, template: Template) -> Spec:
    return _CODES


@op("text_letters", infer=_letters)
def text_letters(*values: Any, template: Template, xp: Any) -> Any:
    """The letters of a template's text."""
    return codes_of(render(template, values))


def _called(name: str, arguments: Arguments, values: tuple[Any, ...]) -> Any:
    """What the method of a str answers: the first argument is the str itself."""
    given = []
    for kind, what in arguments:
        if kind == "text":
            given.append(render(what, values))
        else:
            given.append(values[what] if kind == "value" else what)
    return getattr(str, name)(*given)


def _method(*values: Spec, name: str, arguments: Arguments, answers: str) -> Spec:
    return {"text": _CODES, "int": PY_INT, "bool": PY_BOOL}[answers]


@op("text_method", infer=_method, facts=RAISES)
def text_method(*values: Any, name: str, arguments: Arguments, answers: str, xp: Any) -> Any:
    """The text or number that a method of a str answers."""
    made = _called(name, arguments, values)
    return codes_of(made) if answers == "text" else made


def _parts(*values: Spec, name: str, arguments: Arguments) -> tuple[Spec, ...]:
    n = UNKNOWN
    return Spec(np.dtype(np.int64), (n,), ARRAY), Spec(np.dtype(np.int64), (n, UNKNOWN), ARRAY)


@op("text_parts", infer=_parts, facts=RAISES, results=2)
def text_parts(*values: Any, name: str, arguments: Arguments, xp: Any) -> Any:
    """The texts that a method of a str answers: how long they are, and their letters, row by row."""
    made = [codes_of(part) for part in _called(name, arguments, values)]
    lengths = xp.array([len(part) for part in made], dtype=np.int64)
    letters = xp.zeros((len(made), max(map(len, made), default=0)), np.int64)
    for row, part in zip(letters, made, strict=True):
        row[: len(part)] = part
    return lengths, letters


def _number(*values: Spec, template: Template, kind: str, base: int) -> Spec:
    return PY_INT if kind == "int" else _FLOAT


@op("text_number", infer=_number, facts=RAISES)
def text_number(*values: Any, template: Template, kind: str, base: int, xp: Any) -> Any:
    """The number that a text says."""
    text = render(template, values)
    if kind == "float":
        return float(text)
    if kind != "int":
        raise VerifyError(f"text is made no {kind}")
    number = int(text, base)
    if not -(2**63) <= number < 2**63:
        raise StaticValueError(
            "int() of a text that says a number of more than 64 bits", fix="read the number outside of the function"
        )
    return number
