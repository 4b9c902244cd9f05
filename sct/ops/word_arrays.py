"""Arrays of texts whose width only the run knows: arrays of codes, the letters along the last axis. NumPy makes them.

As wide as NumPy makes it is what an op answers: its last extent is the `k` of the dtype `<Uk`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ir.types import ARRAY, UNKNOWN, Shape, Spec
from sct.ops.control import Template, render
from sct.ops.infer import broadcast_shapes
from sct.ops.registry import Fact, op
from sct.ops.texts import Form, text_of_form

__all__ = [
    "ANSWERS", "as_codes", "as_words_again", "numbers_made", "numbers_of_rows", "words_called", "words_fitted",
    "words_made", "words_of_numbers", "words_of_rows", "words_order",
]  # fmt: skip

RAISES = Fact.PURE | Fact.RAISES
CODE = np.dtype(np.uint32)
Arguments = tuple[Any, ...]  # ("words", k) | ("text", template) | ("value", k) | ("known", object)

_WORDS = (
    "add mod multiply capitalize center expandtabs ljust lower lstrip replace rjust rstrip strip swapcase title "
    "upper zfill"
)
_NUMBERS = "str_len count find rfind index rindex"
_TESTS = (
    "startswith endswith isalnum isalpha isdecimal isdigit islower isnumeric isspace istitle isupper "
    "equal not_equal less less_equal greater greater_equal"
)
ANSWERS = {
    **dict.fromkeys(_WORDS.split(), "words"),
    **dict.fromkeys(_NUMBERS.split(), "int"),
    **dict.fromkeys(_TESTS.split(), "bool"),
}
"""What NumPy's functions of texts answer, element by element."""
_DTYPES: dict[str, np.dtype[Any]] = {"words": CODE, "int": np.dtype(np.int64), "bool": np.dtype(bool)}
_MODULES = {"np": np, "char": np.char, "strings": np.strings}


def as_codes(texts: Any) -> Any:
    """The codes of an array of texts, with an axis for the letters.

    >>> as_codes(np.array(["ab", "c"])).tolist()
    [[97, 98], [99, 0]]
    """
    return np.array(texts, order="C")[..., None].view(CODE)


def as_words_again(codes: Any) -> Any:
    """The array of texts of these codes.

    >>> as_words_again(np.array([[97, 98], [99, 0]], np.uint32))
    array(['ab', 'c'], dtype='<U2')
    """
    return np.ascontiguousarray(codes, CODE).view(f"U{codes.shape[-1]}")[..., 0]


def _made(*values: Spec, templates: tuple[Template, ...], shape: Shape, dtype: Any, objects: bool) -> Spec:
    return _spec_of(shape, dtype)


def _spec_of(shape: Shape, dtype: Any) -> Spec:
    """The spec of an array of texts, or of the numbers that texts say."""
    if dtype.kind != "U":
        return Spec(dtype, shape, ARRAY)
    return Spec(CODE, (*shape, dtype.itemsize // CODE.itemsize or UNKNOWN), ARRAY)


def _array(texts: list[str], dtype: Any, objects: bool) -> Any:
    """The array of some texts; NumPy makes it otherwise where they have been `objects` in an array before."""
    made: Any = np.array(texts, object) if objects else texts
    return np.array(made, dtype)


def _result(made: Any) -> Any:
    return as_codes(made) if made.dtype.kind == "U" else made


def _texts(values: tuple[Any, ...], templates: tuple[Template, ...], shape: Shape, dtype: Any, objects: bool) -> Any:
    return _result(_array([render(template, values) for template in templates], dtype, objects).reshape(shape))


@op("words_made", infer=_made)
def words_made(*values: Any, templates: tuple[Template, ...], shape: Shape, dtype: Any, objects: bool, xp: Any) -> Any:
    """The array of the texts that templates make."""
    return _texts(values, templates, shape, dtype, objects)


@op("numbers_made", infer=_made, facts=RAISES)
def numbers_made(
    *values: Any, templates: tuple[Template, ...], shape: Shape, dtype: Any, objects: bool, xp: Any
) -> Any:
    """The array of the numbers that the texts say."""
    return _texts(values, templates, shape, dtype, objects)


def _of_rows(n: Spec, *columns: Spec, form: Form, dtype: Any, objects: bool) -> Spec:
    return _spec_of((columns[0].shape[0] if columns else UNKNOWN,), dtype)


def _rows(n: Any, columns: tuple[Any, ...], form: Form, dtype: Any, objects: bool) -> Any:
    return _result(_array([text_of_form(form, iter(columns), i) for i in range(n)], dtype, objects))


@op("words_of_rows", infer=_of_rows)
def words_of_rows(n: Any, *columns: Any, form: Form, dtype: Any, objects: bool, xp: Any) -> Any:
    """The array of `n` texts, made of the columns that say which texts they are: see `text_rows`."""
    return _rows(n, columns, form, dtype, objects)


@op("numbers_of_rows", infer=_of_rows, facts=RAISES)
def numbers_of_rows(n: Any, *columns: Any, form: Form, dtype: Any, objects: bool, xp: Any) -> Any:
    """The array of the numbers that such texts say."""
    return _rows(n, columns, form, dtype, objects)


def _of_numbers(x: Spec, *, width: int) -> Spec:
    return Spec(CODE, (*x.shape, width), ARRAY)


@op("words_of_numbers", infer=_of_numbers, facts=RAISES)
def words_of_numbers(x: Any, *, width: int, xp: Any) -> Any:
    """`x.astype(f"U{width}")`."""
    return as_codes(x.astype(f"U{width}"))


def _fitted(rows: Spec, *width: Spec, to: int) -> Spec:
    return Spec(CODE, (*rows.shape[:-1], UNKNOWN if width else to), ARRAY)


@op("words_fitted", infer=_fitted)
def words_fitted(rows: Any, *width: Any, to: int, xp: Any) -> Any:
    """The same texts in so much room, a `width` or that of `to`: with zeros at their ends, or cut off."""
    room = int(width[0]) if width else to
    made = xp.zeros((*rows.shape[:-1], room), CODE)
    most = min(room, rows.shape[-1])
    made[..., :most] = rows[..., :most]
    return made


def _order(rows: Spec, *, kind: Any) -> Spec:
    return Spec(np.dtype(np.intp), rows.shape[:-1], ARRAY)


@op("words_order", infer=_order)
def words_order(rows: Any, *, kind: Any, xp: Any) -> Any:
    """`np.argsort` of texts along their last axis: equal ones are where NumPy puts them."""
    return np.argsort(as_words_again(rows), kind=kind)


def _called(*operands: Spec, module: str, name: str, arguments: Arguments) -> Spec:
    shapes = [operands[k].shape[:-1] for kind, k in arguments if kind == "words"]
    shapes += [operands[k].shape for kind, k in arguments if kind == "value"]
    shape, answers = broadcast_shapes(*shapes), ANSWERS[name]
    return Spec(_DTYPES[answers], (*shape, UNKNOWN) if answers == "words" else shape, ARRAY)


@op("words_called", infer=_called, facts=RAISES)
def words_called(*operands: Any, module: str, name: str, arguments: Arguments, xp: Any) -> Any:
    """What one of NumPy's functions of texts answers, element by element."""
    given: list[Any] = []
    for kind, what in arguments:
        if kind == "words":
            given.append(as_words_again(operands[what]))
        elif kind == "text":
            given.append(render(what, operands))
        else:
            given.append(operands[what] if kind == "value" else what)
    made = np.asarray(getattr(_MODULES[module], name)(*given))
    answers = ANSWERS[name]
    return as_codes(made) if answers == "words" else made.astype(_DTYPES[answers], copy=False)
