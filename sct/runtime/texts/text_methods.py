"""The methods of str on texts that are known when the program runs: Python's own, called by the program."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from sct import ops
from sct.errors import StaticValueError
from sct.ir.types import ARRAY
from sct.runtime.calls.purity import words
from sct.runtime.control_flow import select
from sct.runtime.current import has_spec, is_variable
from sct.runtime.generators import TracedGenerator
from sct.runtime.iteration.length_hints import without_room
from sct.runtime.joins.choice import Choice
from sct.runtime.lists import growing, row_lists
from sct.runtime.lists.rows import Rows
from sct.runtime.numpy_functions.numpy_signatures import raised_by_numpy
from sct.runtime.texts.kind_names import type_name
from sct.runtime.texts.letters import as_pieces, code_of, letter, of_rows, table
from sct.runtime.texts.text_forms import CODE, letters_item
from sct.runtime.texts.text_pieces import FormattedText, Piece, template_from
from sct.runtime.trace import Trace

__all__ = ["filled_in", "formatted", "join", "method", "number", "read_hex"]

_TEXT = words(
    """
    upper lower title capitalize swapcase casefold strip lstrip rstrip removeprefix removesuffix replace center ljust
    rjust zfill expandtabs translate
    """
)
_INT = frozenset(("find", "rfind", "index", "rindex", "count"))
_TESTS = words(
    """
    isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper
    """
)
_BOOL = _TESTS | {"startswith", "endswith", "__contains__"}
_LETTER_BY_LETTER = frozenset(("upper", "lower", "swapcase", "title", "capitalize", "casefold"))
_PARTS = frozenset(("split", "rsplit", "splitlines", "partition", "rpartition"))
_ASCII = 128


def method(trace: Trace, text: Any, name: str, *args: Any, **kwargs: Any) -> Any:
    """`text.name(*args, **kwargs)`."""
    if name == "join":
        if len(args) != 1 or kwargs:
            "".join(*[()] * len(args), **kwargs)  # raises
        return join(trace, text, *args, **kwargs)
    if name == "encode":
        from sct.runtime.texts.bytes_methods import encoded

        return encoded(trace, text, args, kwargs)
    if name not in _TEXT | _INT | _BOOL | _PARTS:
        raise _refusal(trace, f"its method {name}()")
    given = _in_places(name, args, kwargs)
    if not given and (name in _TESTS or name in _LETTER_BY_LETTER):
        code = code_of(trace, as_pieces(trace, text) or [])
        if code is not None:
            return _of_letter(trace, name, code)
    return _called(trace, name, [text, *given])


def formatted(trace: Trace, value: Any, spec: FormattedText) -> FormattedText:
    """`format(value, spec)` with a spec that only the running program knows."""
    made = _called(trace, "format", [value, spec])
    assert isinstance(made, FormattedText)
    return made


def filled_in(trace: Trace, template: FormattedText, values: Any) -> FormattedText:
    """`template % values` with a template that only the running program knows."""
    if isinstance(values, (dict, list)) or growing.is_growing(values):
        raise _refusal(trace, "% formatting of such values")
    several = isinstance(values, tuple)
    given = values if several else (values,)
    made = _called(trace, "%" if several else "% one", [template, *(_as_it_is(trace, x) for x in given)])
    assert isinstance(made, FormattedText)
    return made


def _as_it_is(trace: Trace, x: Any) -> Any:
    """A number of NumPy's stays one: `%r` shows it."""
    return trace.variable(trace.builder.constant(x)) if isinstance(x, np.generic) else x


def _in_places(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
    """The arguments in their order; those that are left out in between have Python's defaults."""
    if not kwargs:
        return list(args)
    method = getattr(str, name)
    try:
        bound = inspect.signature(method).bind("", *args, **kwargs)
    except TypeError as error:
        raise raised_by_numpy(method, ("", *args), kwargs) or error from None
    bound.apply_defaults()
    return list(bound.args[1:])


def _of_letter(trace: Trace, name: str, code: Any) -> Any:
    """A test of one letter, or the letter in another case: looked up, or by Python where it is a rare one."""
    letters = [getattr(chr(k), name)() for k in range(_ASCII)]
    tests = name in _TESTS

    def looked_up() -> Any:
        found = table(trace, list(map(int, letters)) if tests else list(map(ord, letters)), code)
        return found != 0 if tests else letter(found)

    return select(code < _ASCII, looked_up, lambda: _called(trace, name, [letter(code)]))


def _called(trace: Trace, name: str, given: list[Any]) -> Any:
    arguments: list[Any] = []
    values: list[Any] = []
    for x in given:
        arguments.append(_argument(trace, name, x, values))
    operands = [trace.value(v) for v in values]
    attrs: dict[str, Any] = {"name": name, "arguments": tuple(arguments)}
    if name in _PARTS:
        return _parts(trace, name, operands, attrs)
    answers = "text" if name in _TEXT or name in ("format", "%", "% one") else "int" if name in _INT else "bool"
    made = trace.variable(row_lists.op_value(trace, "text_method", operands, answers=answers, **attrs))
    return of_rows(Rows(CODE, (made,))) if answers == "text" else made


def _argument(trace: Trace, name: str, x: Any, values: list[Any]) -> tuple[str, Any]:
    """How the op finds an argument: a text of pieces, a number, or an object that is known."""
    pieces = as_pieces(trace, x)
    if pieces is not None:
        template, more = template_from(pieces)
        template = tuple(p if isinstance(p, str) else (p[0], p[1] + len(values), *p[2:]) for p in template)
        values += more
        return "text", template
    if has_spec(x) and not x.spec.ndim and x.spec.kind != ARRAY:
        values.append(x)
        return "value", len(values) - 1
    if name == "translate" and type(x) is dict and all(type(k) is int for k in x):
        return "table", tuple(x.items())
    if x is None or type(x) in (int, bool, float) or (type(x) is tuple and all(type(part) is str for part in x)):
        return "known", x
    if isinstance(x, np.integer):
        return "known", int(x)
    raise _refusal(trace, f"its method {name}() with such arguments")


def _parts(trace: Trace, name: str, operands: list[Any], attrs: dict[str, Any]) -> Any:
    """The list of the texts that a method answers."""
    where = trace.location()
    trace.note_raising(ops.get("text_parts"), tuple(operands), attrs, where)
    lengths, letters = trace.builder.op("text_parts", operands, attrs, source=where)
    rows = Rows(letters_item(trace), (trace.variable(lengths), trace.variable(letters)))
    if name in ("partition", "rpartition"):
        return tuple(row_lists.item(trace, rows, k) for k in range(3))
    return growing.made(trace, rows)


def _refusal(trace: Trace, what: str) -> StaticValueError:
    return StaticValueError(
        f"text that contains run-time values was used for {what}",
        where=trace.location(),
        why="its characters are known only when the program runs",
        fix="use operators, indices and methods such as split and replace, or do it outside of the static function",
    )


# -- join --------------------------------------------------------------------------------------------


def join(trace: Trace, separator: Any, items: Any) -> Any:
    """`separator.join(items)`."""
    if isinstance(items, TracedGenerator) or growing.is_unknown(items):
        if growing.is_growing(items):

            def rolled(rows: Rows) -> Any:
                return _walked(trace, separator, items)

            return growing.read(trace, items, lambda known: _joined(trace, separator, known), rolled)
        return _walked(trace, separator, items)
    no_items = has_spec(items) and not items.spec.ndim
    if no_items or not (hasattr(type(items), "__iter__") or hasattr(type(items), "__getitem__")):
        raise TypeError("can only join an iterable")
    return _joined(trace, separator, list(without_room(items)))


def _walked(trace: Trace, separator: Any, items: Any) -> Any:
    """The items one after the other, in a loop."""
    from sct.runtime.calls.library_calls import inlined
    from sct.runtime.libraries import text_library

    library: Any = text_library
    if type(separator) is str and not separator:
        return inlined(trace, library.joined, items, _PLAIN)
    return inlined(trace, library.join, separator, items, _PLAIN)


def _joined(trace: Trace, separator: Any, items: list[Any]) -> Any:
    from sct.runtime.texts.deferred_text import show

    pieces: list[str | Piece] = []
    for i, x in enumerate(items):
        mine = as_pieces(trace, _plain_text(x))
        if mine is None:
            if isinstance(x, Choice):
                before, after = items[:i], items[i + 1 :]
                return x.sct_distribute(lambda one: _joined(trace, separator, [*before, one, *after]))  # noqa: B023
            raise TypeError(f"sequence item {i}: expected str instance, {type_name(x)} found")
        pieces += (as_pieces(trace, separator) or []) if i else []
        pieces += mine
    return show(pieces)


def _plain_text(x: Any) -> Any:
    """A text of Python's own for one of another class, as one of NumPy's; also one of several."""
    if type(x) is Choice and all(isinstance(one, str) for one in x.alternatives):
        return Choice(x.index, ["".join((one,)) for one in x.alternatives])
    return "".join((x,)) if isinstance(x, str) else x


class _Plain:
    """`_plain_text` where the program goes through the items."""

    def __call__(self, x: Any) -> Any:
        return _plain_text(x)


_PLAIN = _Plain()


# -- numbers -----------------------------------------------------------------------------------------


def number(trace: Trace, kind: type, text: FormattedText, base: Any = 10) -> Any:
    """`int(text, base)` or `float(text)`."""
    if kind not in (int, float) or is_variable(base):
        raise _refusal(trace, f"{kind.__name__}()")
    code = code_of(trace, text.pieces)
    if code is not None and kind is int and base == 10:
        digit = (code >= ord("0")) & (code <= ord("9"))
        return select(digit, lambda: code - ord("0"), lambda: _number(trace, kind, letter(code), base))
    return _number(trace, kind, text, base)


def read_hex(trace: Trace, text: FormattedText) -> Any:
    """`float.fromhex(text)`."""
    return _said(trace, "hex", text, 10)


def _number(trace: Trace, kind: type, text: FormattedText, base: int) -> Any:
    return _said(trace, kind.__name__, text, base)


def _said(trace: Trace, kind: str, text: FormattedText, base: int) -> Any:
    template, values = template_from(text.pieces)
    operands = [trace.value(v) for v in values]
    attrs: dict[str, Any] = {"template": template, "kind": kind, "base": base}
    return trace.variable(row_lists.op_value(trace, "text_number", operands, **attrs))
