"""`"%d of %s" % (i, x)` with run-time values: the same text as an f-string would make, put together when it runs."""

from __future__ import annotations

import operator
import re
from collections import deque
from collections.abc import Iterator
from typing import Any

from sct.errors import StaticValueError
from sct.runtime.current import has_spec
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.joins.choice import Choice, is_number
from sct.runtime.lists import growing
from sct.runtime.numbers.number_operands import is_python_number
from sct.runtime.texts.deferred_text import has_own_text, holds_variable, pieces_of, show
from sct.runtime.texts.missing_keys import makes_missing
from sct.runtime.texts.text_pieces import FormattedText, Piece, Pieces
from sct.runtime.trace import Trace, is_variable

__all__ = ["deferred_percent", "is_shown_by_program"]

_FIELD = re.compile(
    r"%(?:\((?P<key>[^)]*)\))?(?P<flags>[#0\- +]*)(?P<width>\*|\d+)?(?:\.(?P<precision>\*|\d+))?[hlL]?(?P<kind>.)"
)


def deferred_percent(trace: Trace, template: str, values: Any) -> Any:
    """`template % values`.

    Raises
    ------
    StaticValueError
        For a field that has no counterpart in format specs.
    """
    if type(values) is Choice and any(isinstance(one, (tuple, dict)) for one in values.alternatives):
        return values.sct_distribute(lambda one: deferred_percent(trace, template, one))
    pieces: Pieces = []
    rest = iter(growing.plain(trace, values)) if isinstance(values, tuple) else iter((values,))  # type: ignore[arg-type]
    end = 0
    for field in _FIELD.finditer(template):
        pieces.append(template[end : field.start()])
        end = field.end()
        if field["kind"] == "%":
            pieces.append("%")
            continue
        field, width = _without_stars(field, rest)
        value = _named(trace, values, field["key"]) if field["key"] is not None else _next(rest)
        made = _field(trace, field, value)
        pieces += made if width is None else pieces_of(_padded(trace, show(made), field, width), "s")
    pieces.append(template[end:])
    if next(rest, pieces) is not pieces and not _takes_keys(trace, values):
        raise TypeError("not all arguments converted during string formatting")
    return show(pieces)


def _named(trace: Trace, values: Any, key: str) -> Any:
    """The value of a field that has a name."""
    if isinstance(values, dict) and is_hashed(values):
        from sct.runtime.hashing import hashed

        return hashed.item(trace, values, key)
    if not _takes_keys(trace, values):
        raise TypeError("format requires a mapping")
    from sct.runtime.lists.item_reads import read_item

    return read_item(trace, values, key)


def _takes_keys(trace: Trace, values: Any) -> bool:
    """Whether Python takes it for a mapping, of which not all has to be used: no tuple, deque or text."""
    if type(values) is Choice:
        found = {_takes_keys(trace, one) for one in values.alternatives}
        if len(found) == 1:
            return found.pop()
    if isinstance(values, (tuple, str, FormattedText, deque)):
        return False
    if is_variable(values) and not has_spec(values):
        raise StaticValueError(
            "a % format was given a value of several kinds that it does not use",
            where=trace.location(),
            fix="leave the value out",
        )
    return not is_python_number(values) and (is_variable(values) or hasattr(type(values), "__getitem__"))


def _next(rest: Iterator[Any]) -> Any:
    for value in rest:
        return value
    raise TypeError("not enough arguments for format string")


def _without_stars(field: re.Match[str], rest: Iterator[Any]) -> tuple[re.Match[str], Any]:
    """The field with the width and precision that the values before its own say; a width that only the run knows."""
    text, width = field[0], None
    if field["width"] == "*":
        width = _star(rest)
        known = not is_variable(width)
        text = text.replace("*", str(width) if known else "", 1)
        width = None if known else width
    if field["precision"] == "*":
        text = text.replace("*", str(max(operator.index(_star(rest)), 0)), 1)
    return _FIELD.match(text) or field, width


def _padded(trace: Trace, text: Any, field: re.Match[str], width: Any) -> Any:
    """A text that is as long as the run says, at least."""
    from sct.runtime.control_flow import select
    from sct.runtime.texts.text_methods import method

    flags = field["flags"]
    zeros = "0" in flags and field["kind"] not in "srac"
    if zeros and " " in flags:
        raise StaticValueError(
            "the flags '0' and ' ' of a % format with a width that is known only at run time",
            where=trace.location(),
            fix="use an f-string",
        )
    right = "zfill" if zeros else "rjust"
    if "-" in flags:
        return method(trace, text, "ljust", abs(width))
    return select(width < 0, lambda: method(trace, text, "ljust", -width), lambda: method(trace, text, right, width))


def _star(rest: Iterator[Any]) -> Any:
    value = _next(rest)
    if not isinstance(value, int) and not (is_variable(value) and value.python_type is int):
        raise TypeError("* wants int")
    return value


_ASKED = (("diu", ("__int__", "__index__")), ("xXoc", ("__index__",)), ("eEfFgG", ("__float__", "__index__")))


def is_shown_by_program(values: Any) -> bool:
    """Whether run-time values, or methods of the user's, say what `template % values` is."""
    if holds_variable(values) or has_own_text(values) or makes_missing(values):
        return True
    parts = values if type(values) is tuple else values.values() if type(values) is dict else (values,)
    return any(_is_asked(part, names) for part in parts for _, names in _ASKED)


def _is_asked(value: Any, names: tuple[str, ...]) -> bool:
    from sct.runtime.objects.operators import users_method

    return any(users_method(value, name) is not None for name in names)


def _as_number(trace: Trace, kind: str, value: Any) -> Any:
    """The number that an object of the user's is, where a field asks for one; anything else as it is."""
    from sct.runtime.numbers.numbers_ import float_, int_

    for (kinds, names), ask in zip(_ASKED, (int_, _index, float_), strict=True):
        if kind in kinds and _is_asked(value, names):
            return ask(trace, value)
    return value


def _index(trace: Trace, value: Any) -> Any:
    from sct.runtime.numbers.whole_objects import as_index

    return as_index(value)


def _field(trace: Trace, field: re.Match[str], value: Any) -> Pieces:
    value = _as_number(trace, field["kind"], value)
    plain = not (isinstance(value, (list, tuple, dict)) or holds_variable(value) or has_own_text(value))
    if plain:
        return [field[0].replace(f"({field['key']})", "", 1) % (value,)]
    from sct.runtime.numbers.number_kinds import of_one_text
    from sct.runtime.numbers.numbers_ import int_

    kind, flags = field["kind"], field["flags"]
    if kind == "c" and has_spec(value) and value.spec.ndim == 0:
        padded = f"{'<' if '-' in flags else '>'}{field['width'] or ''}"
        return pieces_of(show(pieces_of(_character(trace, value), "s")), "", padded)
    value = of_one_text(value, "" if kind in "diu" else kind if kind in "ra" else "s")
    if kind in "diu" and has_spec(value) and value.spec.ndim == 0 and value.spec.dtype.kind in "bf":
        value = int_(trace, value)
    bare = not flags and field["width"] is None and field["precision"] is None
    if kind in "sra":
        if bare:
            return pieces_of(value, kind)
        if "#" not in flags:
            precision = f".{field['precision']}" if field["precision"] else ""
            padded = f"{'<' if '-' in flags else '>'}{field['width'] or ''}{precision}"
            return pieces_of(show(pieces_of(value, kind)), "", padded)
    elif is_variable(value) and "#" not in flags:
        spec = _spec(field, value)
        if spec is not None:
            return [Piece(value, "", spec)]
    if type(value) is Choice and all(map(is_number, value.alternatives)):
        return pieces_of(value.sct_distribute(lambda one: show(_field(trace, field, one))), "s")
    raise StaticValueError(
        f"the field {field[0]!r} of a % format was given a value that is known only at run time",
        where=trace.location(),
        fix="use an f-string",
    )


def _character(trace: Trace, number: Any) -> Any:
    """The text of one letter that `%c` makes of an int."""
    from sct.runtime.call import convert_call
    from sct.runtime.calls.raising import raise_later
    from sct.runtime.control_flow import select

    if number.spec.dtype.kind not in ("iub" if number.python_type is bool else "iu"):
        raise_later(trace, TypeError("%c requires int or char"))
    error = OverflowError("%c arg not in range(0x110000)")
    inside = (number >= 0) & (number < 0x110000)
    return select(inside, lambda: convert_call(chr)(number), lambda: raise_later(trace, error))


def _spec(field: re.Match[str], value: Any) -> str | None:
    """The format spec that shows a number as the field does, if there is one."""
    kind, flags = field["kind"], field["flags"]
    held = value.spec.dtype.kind if has_spec(value) and value.spec.ndim == 0 else ""
    if kind in "diu":
        if held not in ("i", "u"):
            return None
        kind = "d"
    elif kind in "xXo":
        if held not in ("i", "u") or field["precision"]:
            return None
    elif kind not in "eEfFgG" or held not in ("f", "i", "u"):
        return None
    align = "<" if "-" in flags else ""
    sign = "+" if "+" in flags else " " if " " in flags else ""
    zero = "0" if "0" in flags and not align else ""
    precision = f".{field['precision']}" if field["precision"] and kind != "d" else ""
    if kind == "d" and field["precision"]:
        return None
    return f"{align}{sign}{zero}{field['width'] or ''}{precision}{kind}"
