"""A text as a list of the codes of its letters: how it is made of pieces, and what is one of its letters."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ir.core import Value
from sct.ops import bindings
from sct.ops.texts import codes_of
from sct.runtime.joins.choice import Choice
from sct.runtime.lists import row_lists
from sct.runtime.lists.rows import Rows
from sct.runtime.texts.text_forms import CODE
from sct.runtime.texts.text_pieces import LETTER, LETTERS, FormattedText, Piece, Pieces, code_of_piece, template_from
from sct.runtime.trace import Trace

__all__ = ["as_pieces", "code_of", "letter", "letters_of", "of_rows", "table"]

_FEW = 8  # letters that are appended one by one


def letter(code: Any) -> FormattedText:
    """The text of one letter."""
    return FormattedText([Piece(code, LETTER, "")])


def of_rows(rows: Rows) -> FormattedText:
    """The text of these codes."""
    return FormattedText([Piece((rows,), LETTERS, "")])


def as_pieces(trace: Trace, text: Any) -> Pieces | None:
    """The pieces of a text, chosen texts among them; None of what is no text."""
    if type(text) is str:
        return [text] if text else []
    if isinstance(text, FormattedText):
        pieces: Pieces = text.pieces
        return pieces
    if not isinstance(text, Choice):
        return None
    if all(type(x) is str for x in text.alternatives):
        return [Piece(text.index, tuple(text.alternatives), "")]
    if not all(as_pieces(trace, x) is not None for x in text.alternatives):
        return None
    found = text.sct_distribute(lambda x: of_rows(letters_of(trace, as_pieces(trace, x) or [])))
    return as_pieces(trace, found)


def code_of(trace: Trace, pieces: Pieces) -> Any:
    """The code of a text that is one letter; None of another one."""
    if len(pieces) != 1:
        return None
    (piece,) = pieces
    if isinstance(piece, Piece) and isinstance(piece.conversion, tuple):
        if any(len(text) != 1 for text in piece.conversion):
            return None
        return table(trace, [ord(text) for text in piece.conversion], piece.value)
    return code_of_piece(piece)


def table(trace: Trace, numbers: list[int], index: Any, error: str = "list index out of range") -> Any:
    """`numbers[index]`, as an array of the program."""
    column = trace.variable(trace.builder.constant(np.array(numbers, np.int64)))
    return row_lists.item(trace, Rows(CODE, (column,)), index, error)


def letters_of(trace: Trace, pieces: Pieces) -> Rows:
    """The codes of the letters of all pieces, one after the other."""
    if len(pieces) == 1 and isinstance(pieces[0], Piece) and (pieces[0].conversion, pieces[0].spec) == (LETTERS, ""):
        rows: Rows = pieces[0].value[0]
        return rows
    first = pieces[0] if pieces else ""
    if isinstance(first, Piece) and (first.conversion, first.spec) == (LETTERS, ""):
        return _with_more(trace, first.value[0], pieces[1:])
    parts = _parts(trace, pieces)
    if len(parts) == 2 and isinstance(parts[0], list) and not isinstance(parts[1], list):
        return _rows(trace, _with_before(trace, parts[1], parts[0]))
    return _rows(trace, _joined(trace, parts))


def _rows(trace: Trace, value: Value) -> Rows:
    return Rows(CODE, (trace.variable(value),))


def _with_more(trace: Trace, rows: Rows, pieces: Pieces) -> Rows:
    """A text with more at its end: in place, where nobody can tell."""
    value = rows.columns[0].sct_value()
    for part in _parts(trace, pieces):
        if isinstance(part, list):
            for code in part:
                value = row_lists.op_value(trace, "list_append", [value, trace.value(code)])
        else:
            value = row_lists.op_value(trace, "list_extend", [value, part])
    return _rows(trace, value)


def _with_before(trace: Trace, value: Value, codes: list[Any]) -> Value:
    """A text with few letters before it: in place, where nobody can tell."""
    for code in reversed(codes):
        value = row_lists.op_value(trace, "list_insert", [value, trace.value(0), trace.value(code)])
    return value


def _parts(trace: Trace, pieces: Pieces) -> list[Any]:
    """A list of few codes, or an array of many, for each piece; formatted ones that follow each other are one."""
    parts: list[Any] = []
    formatted: Pieces = []
    for k, piece in enumerate(pieces):
        code = code_of(trace, [piece])
        bare = isinstance(piece, Piece) and (isinstance(piece.conversion, tuple) or piece.conversion == LETTERS)
        if isinstance(piece, Piece) and (code is not None or (bare and not piece.spec)):
            parts += _formatted(trace, formatted)
            formatted = []
            parts.append([code] if code is not None else _piece(trace, piece))
        elif isinstance(piece, Piece) or formatted or _is_formatted(pieces[k + 1 : k + 2]):
            formatted.append(piece)
        else:
            parts.append(list(map(ord, piece)) if len(piece) <= _FEW else trace.builder.constant(codes_of(piece)))
    return parts + _formatted(trace, formatted)


def _is_formatted(pieces: Pieces) -> bool:
    """Whether Python formats these pieces."""
    plain = (LETTER, LETTERS)
    return any(isinstance(p, Piece) and isinstance(p.conversion, str) and p.conversion not in plain for p in pieces)


def _formatted(trace: Trace, pieces: Pieces) -> list[Value]:
    if not pieces:
        return []
    template, values = template_from(pieces)
    return [row_lists.op_value(trace, "text_letters", [trace.value(v) for v in values], template=template)]


def _piece(trace: Trace, piece: Piece) -> Value:
    """The letters of a list of them, or of one of several texts."""
    if not isinstance(piece.conversion, tuple):
        value: Value = piece.value[0].columns[0].sct_value()
        return value
    texts = piece.conversion
    ends = np.cumsum([0, *map(len, texts)]).tolist()
    start, stop = table(trace, ends[:-1], piece.value), table(trace, ends[1:], piece.value)
    letters = trace.variable(trace.builder.constant(codes_of("".join(texts))))
    return trace.value(letters[start:stop])


def _joined(trace: Trace, parts: list[Any]) -> Value:
    arrays: list[Value] = []
    codes: list[Any] = []
    for part in [*parts, None]:
        if isinstance(part, list):
            codes += part
            continue
        if codes:
            arrays.append(_packed(trace, codes))
            codes = []
        if part is not None:
            arrays.append(part)
    if not arrays:
        return trace.builder.constant(np.zeros(0, np.int64))
    if len(arrays) == 1:
        return arrays[0]
    join: Any = bindings.lookup_binding(np.concatenate)
    return trace.value(join([trace.variable(array) for array in arrays]))


def _packed(trace: Trace, codes: list[Any]) -> Value:
    if all(type(code) is int for code in codes):
        return trace.builder.constant(np.array(codes, np.int64))
    return row_lists.op_value(trace, "list_pack", [trace.value(code) for code in codes])
