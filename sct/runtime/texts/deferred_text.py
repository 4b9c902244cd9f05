"""Text that shows run-time values: it is put together when the program runs.

While the graph is built such text is a list of pieces: plain strings, and values with the conversion
and the format spec that Python would use. Values are taken as they are at that moment; what is
written to an array afterwards does not change the text.
"""

from __future__ import annotations

import dataclasses
from collections import OrderedDict, deque
from collections.abc import Callable
from types import FunctionType
from typing import Any, NoReturn

import numpy as np

from sct.errors import StaticValueError
from sct.ir.types import ARRAY, PYTHON
from sct.ops.array_texts import styled
from sct.runtime import ignore
from sct.runtime.callers.callables import note_text
from sct.runtime.callers.class_lookup import guard_special
from sct.runtime.callers.shown_addresses import shown_by_address
from sct.runtime.calls.purity import shows_variables
from sct.runtime.calls.unseen_code import watched
from sct.runtime.current import current, has_kind, has_own, has_spec, here, is_variable
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.hashing.hashed_texts import hashed_text
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.lost import Lost
from sct.runtime.lists.rows import Marker, Rows, Variants, marker_of
from sct.runtime.numpy_functions.numpy_signatures import stand_in
from sct.runtime.state.bare import items_in, pairs_in
from sct.runtime.state.class_content import lookup
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts
from sct.runtime.text_arrays.of_codes import OfCodes
from sct.runtime.texts.exception_texts import exception_text
from sct.runtime.texts.kind_names import a_kind, type_name
from sct.runtime.texts.object_arrays import shown_now
from sct.runtime.texts.text_pieces import LETTERS, FormattedText, Piece, Pieces, template_from
from sct.runtime.texts.unread_texts import UnreadText, text_or_unread
from sct.runtime.trace import Trace

__all__ = [
    "FormattedText", "Piece", "deferred_fstring", "holds_variable", "pieces_of", "put_together", "show",
    "template_from", "with_spec",
]  # fmt: skip

_CONVERSIONS: dict[str, Callable[[Any], str]] = {"s": str, "r": repr, "a": ascii}
_DEPTH = 20
_EMPTY: tuple[Any, ...] = ({}, OrderedDict())
_VIEWS = tuple(type(view) for d in _EMPTY for view in (d.values(), d.items()))
_BY_STR = (int.__format__, float.__format__, complex.__format__, str.__format__)  # which ask `__str__` without a spec


def holds_variable(value: Any, depth: int = _DEPTH) -> bool:
    """Whether a value is symbolic, or a container or instance that Python would show holds one."""
    if is_variable(value) or isinstance(value, (FormattedText, Lost, np.ndarray)) or has_kind(value):
        return True
    if type(value) is slice:
        return any(holds_variable(part, depth) for part in (value.start, value.stop, value.step))
    if depth == 0 or isinstance(value, (str, bytes, type)):
        return False
    if isinstance(value, (Marker, ArrayOfTexts)) or (isinstance(value, (dict, set)) and is_hashed(value)):
        return True
    if isinstance(value, dict):
        return any(holds_variable(v, depth - 1) for _, v in pairs_in(value))
    if isinstance(value, (list, tuple, set, frozenset, deque)) or type(value) in _VIEWS:
        return any(holds_variable(v, depth - 1) for v in items_in(value))
    if isinstance(value, BaseException) and holds_variable(value.args, depth - 1):
        return True
    if dataclasses.is_dataclass(value):
        return any(holds_variable(getattr(value, f.name, None), depth - 1) for f in dataclasses.fields(value))
    return any(_own_method(type(value), name) is not None for name in ("__repr__", "__str__", "__format__"))


def _own_method(kind: type, name: str) -> FunctionType | None:
    """A text method that the user wrote: it may show what an instance holds."""
    method = getattr(kind, name, None)
    if type(method) is not FunctionType or _is_generated(kind, method) or ignore.is_ignored_function(method):
        return None
    if (trace := current()) is not None:
        guard_special(trace, kind, name)
    return method


def has_own_text(value: Any) -> bool:
    """Whether the user wrote what shows this object, or one in a tuple or dict of arguments."""
    if type(value) is tuple:
        return any(map(has_own_text, value))
    if type(value) is dict:
        return any(map(has_own_text, value.values()))
    return any(_own_method(type(value), name) for name in ("__str__", "__repr__", "__format__"))


def pieces_of(value: Any, conversion: str, spec: str = "", depth: int = _DEPTH) -> Pieces:
    """The text of `value` as Python's `str`, `repr`, `ascii` or `format` (conversion "") would make it."""
    if has_own(value, "sct_text"):
        return pieces_of(value.sct_text(conversion), "", spec)
    if isinstance(value, OfCodes):
        return _of_letters(value, conversion, spec)
    if isinstance(value, FormattedText):
        return _again(value, conversion, spec)
    if isinstance(value, Lost):
        value.sct_refuse()
    if isinstance(value, np.ndarray):
        value = _trace().own(value)
        if isinstance(value, np.ndarray):
            return [_known_text(shown_now(_trace(), value), conversion, spec)]
    if has_spec(value) and value.python_type is np.flatiter:
        _refuse("the text of a flatiter, which says where it lies in memory,")
    if is_variable(value):
        return _symbolic(value, conversion, spec)
    if type(value) is str and not spec:
        return [value if conversion in ("", "s") else _CONVERSIONS[conversion](value)]
    own = _own_text(value, conversion, spec)
    if own is not None:
        return own if not spec or conversion == "" else _respec(own, spec)
    if not holds_variable(value):
        return [_known_text(value, conversion, spec, whole=depth == _DEPTH)]
    if isinstance(value, BaseException) and (conversion or not spec):
        said = exception_text(value, conversion, depth - 1) or [_known_text(value, conversion, "")]
        return _respec(said, spec) if spec else said
    if spec and conversion:
        return _respec(_container(value, "a" if conversion == "a" else "r", depth - 1), spec)
    if isinstance(value, SymbolicRange):
        format(range(0), spec)  # raises, if there is one
        return pieces_of(value.shown(lambda *bounds: FormattedText(_of_range(bounds))), "")
    if spec and getattr(type(value), "__format__", None) is object.__format__:
        return [object.__format__(value, spec)]  # raises
    if spec:
        _refuse(f"the format spec {spec!r} of {a_kind(value)} that holds run-time values")
    if depth == 0:
        _refuse("the text of a deeply nested container that holds run-time values")
    return _container(value, "a" if conversion == "a" else "r", depth - 1)


def _of_range(bounds: tuple[Any, ...]) -> Pieces:
    return ["range(", *_joined([pieces_of(x, "r") for x in bounds]), ")"]


def _of_letters(value: Any, conversion: str, spec: str) -> Pieces:
    """The text of an array of letters, or of one of its elements."""
    if isinstance(value, FormattedText):
        pieces = _again(value, conversion, spec if conversion in ("", "s") else "")
        made = ["np.str_(", *pieces, ")"] if conversion in ("r", "a") else pieces
        return _respec(made, spec) if spec and conversion in ("r", "a") else made
    if spec:
        return [np.ndarray.__format__(np.zeros(1, "U1"), spec)]  # raises
    style = styled(value.sct_shown + (conversion or "s"), _trace().output.options, {})
    return [Piece(_trace().variable(_trace().value(value.codes)), style, "")]


def _symbolic(value: Any, conversion: str, spec: str) -> Pieces:
    from sct.runtime.numbers.number_kinds import of_one_text
    from sct.runtime.texts.letters import as_pieces, letters_of, of_rows

    trace = _trace()
    value = of_one_text(value, conversion)
    if isinstance(value, Choice):
        if all(not is_variable(v) and not holds_variable(v) for v in value.alternatives):
            texts = [format(v, spec) if spec else _CONVERSIONS[conversion or "s"](v) for v in value.alternatives]
            if len(set(texts)) == 1:
                return [texts[0]]
            return [Piece(value.index, tuple(texts), "")]
        apart = conversion in ("r", "a") and any(isinstance(x, OfCodes) for x in value.alternatives)
        texts_ = None if apart else as_pieces(trace, value)
        if texts_ is None:  # the letters of each, since the conversions differ
            one = value.sct_distribute(lambda x: of_rows(letters_of(trace, pieces_of(x, conversion, spec))))
            return as_pieces(trace, one) or []
        return _again(FormattedText(texts_), conversion, spec)
    _check_spec("" if conversion else value, spec)
    if trace.output.options and value.spec.kind == ARRAY and not spec:
        conversion = styled(conversion or "s", trace.output.options, {})
    return [Piece(trace.variable(trace.value(value)), conversion, spec)]


def _again(text: FormattedText, conversion: str, spec: str) -> Pieces:
    """Text of a text."""
    from sct.runtime.texts.letters import letters_of, of_rows

    if not spec and conversion in ("", "s"):
        return list(text.pieces)
    (piece,) = of_rows(letters_of(_trace(), text.pieces)).pieces
    assert isinstance(piece, Piece)
    format("", spec)
    return [Piece(piece.value, f"{LETTERS}!{conversion}" if conversion in ("r", "a") else LETTERS, spec)]


def _check_spec(value: Any, spec: str) -> None:
    """Python's own error for a format spec that is none for numbers of this type."""
    if spec and (has_spec(value) or type(value) is str):
        format(stand_in(value) if has_spec(value) else value, spec)


def _own_text(value: Any, conversion: str, spec: str) -> Pieces | None:
    """The text that a `__str__`, `__repr__` or `__format__` of the user's makes; None if there is none."""
    from sct.runtime.call import convert_call

    kind: Any = type(value)
    names: tuple[str, ...] = ("__repr__",)
    if conversion in ("", "s"):
        names = ("__format__", "__str__", "__repr__") if not conversion else ("__str__", "__repr__")
    for name in names:
        method = _own_method(kind, name)
        if method is not None:
            text = convert_call(method)(value, spec) if name == "__format__" else convert_call(method)(value)
            text = _only_text(text, name)
            return pieces_of(text, "s", "" if name == "__format__" else spec)
        if name == "__format__" and spec and kind.__format__ is object.__format__ and not has_kind(value):
            object.__format__(value, spec)  # raises
        if name == "__format__" and not spec and any(getattr(kind, name) is one for one in _BY_STR):
            continue
        if name in ("__str__", "__format__") and getattr(kind, name) is not getattr(object, name):
            return None
    return None


def _only_text(text: Any, name: str) -> Any:
    """What such a method answers, which may be one of several texts; as Python says it where it is none."""
    if isinstance(text, Choice) and not all(isinstance(x, (str, FormattedText)) for x in text.alternatives):
        return text.sct_distribute(lambda one: _only_text(one, name))
    if not isinstance(text, (str, FormattedText, Choice)):
        kind = type_name(text)
        text = f"must return a str, not {kind}" if name == "__format__" else f"returned non-string (type {kind})"
        raise TypeError(f"{name} {text}")
    return text


def _respec(pieces: Pieces, spec: str) -> Pieces:
    if len(pieces) == 1 and isinstance(pieces[0], str):
        return [format(pieces[0], spec)]
    return _again(FormattedText(pieces), "", spec)


def _is_generated(kind: type, method: FunctionType) -> bool:
    """Whether `dataclass` or `namedtuple` made this `__repr__`."""
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return method.__globals__.get("__name__") == "collections"
    return dataclasses.is_dataclass(kind) and hasattr(method, "__wrapped__")


_REPR: Any = list.__repr__


def _container(value: Any, conversion: str, depth: int) -> Pieces:
    def listed(items: Any) -> Pieces:
        return _joined([pieces_of(item, conversion, depth=depth) for item in items])

    kind = type(value)
    if isinstance(value, (dict, set)) and is_hashed(value):
        text = hashed_text(_trace(), value, _CONVERSIONS[conversion])
        if text is None:
            _refuse(f"the text of a {kind.__name__} whose keys are known only at run time")
        return text
    if kind in (list, tuple) and marker_of(value) is not None:
        return _growing_list(value, conversion)
    if kind is list or (isinstance(value, list) and getattr(kind, "__repr__", None) is _REPR):
        return ["[", *listed(items_in(value)), "]"]
    if kind in _VIEWS:
        return [f"{kind.__name__}([", *listed(value), "])"]
    if kind is slice:
        return ["slice(", *listed((value.start, value.stop, value.step)), ")"]
    if kind is deque:
        room = "" if value.maxlen is None else f", maxlen={value.maxlen}"
        items = _growing_list(value, conversion) if marker_of(value) is not None else ["[", *listed(value), "]"]
        return ["deque(", *items, f"{room})"]
    if kind is tuple:
        return ["(", *listed(value), ",)" if len(value) == 1 else ")"]
    if kind is dict:
        return ["{", *_joined([[*pieces_of(k, conversion, depth=depth), ": ", *pieces_of(v, conversion, depth=depth)]
                               for k, v in value.items()]), "}"]  # fmt: skip
    if isinstance(value, tuple) and hasattr(kind, "_fields"):
        return _fields(kind.__name__, [(n, getattr(value, n)) for n in kind._fields], conversion, depth)
    if dataclasses.is_dataclass(kind):
        from sct.runtime.callers.reads import read_attribute

        _, holder = lookup(kind, "__repr__")  # which knows of its own fields
        known = dataclasses.fields(holder if dataclasses.is_dataclass(holder) else kind)
        fields = [(f.name, read_attribute(_trace(), value, f.name)) for f in known if f.repr]
        return _fields(kind.__qualname__, fields, conversion, depth)
    return [_known_text(value, conversion, "")]


def _growing_list(value: Any, conversion: str) -> Pieces:
    """A list or tuple of run-time length: one number or array after the other at once, other items in a loop."""
    from sct.runtime.calls.library_calls import inlined
    from sct.runtime.libraries import text_library
    from sct.runtime.texts.letters import as_pieces, letters_of, of_rows

    trace, marker = _trace(), marker_of(value)
    if isinstance(marker, Variants):
        text = Choice(marker.choice.index, marker.whole(tuple if type(value) is tuple else list)).sct_distribute(
            lambda one: of_rows(letters_of(trace, pieces_of(one, conversion)))
        )
        return as_pieces(trace, text) or []
    assert isinstance(marker, Rows)
    if type(value) is not tuple and hasattr(marker.item, "spec"):
        if trace.output.options and marker.item.spec.kind == ARRAY:
            _refuse("the text of a list of run-time length, with print options")
        return [Piece(marker.columns[0], "numbers" if marker.item.spec.kind == PYTHON else "items", "")]
    library: Any = text_library
    text = inlined(trace, library.tupled if type(value) is tuple else library.listed, value, _CONVERSIONS[conversion])
    return as_pieces(trace, text) or []


def _known_text(value: Any, conversion: str, spec: str, whole: bool = False) -> str:
    """Text that Python makes now; refused if a run-time value shows up in it after all."""
    note_text(_trace(), value)
    if (shown := next(shown_by_address(_trace(), value), None)) is not None:
        refusal = _refusal(f"the text of {a_kind(shown)}, which says where it lies in memory,")
        refusal.shows_address = whole  # no object of the user's is asked for a text behind it
        raise refusal
    if conversion:
        value = watched(_trace(), _CONVERSIONS[conversion], (value,), {})
    text: str = watched(_trace(), format, (value, spec), {})
    if shows_variables(text):
        _refuse(f"the text of {a_kind(value)} that holds run-time values")
    return text


def _fields(name: str, fields: list[tuple[str, Any]], conversion: str, depth: int) -> Pieces:
    shown: list[Pieces] = [[f"{n}=", *pieces_of(v, conversion, depth=depth)] for n, v in fields]
    return [f"{name}(", *_joined(shown), ")"]


def _joined(parts: list[Pieces]) -> Pieces:
    pieces: Pieces = []
    for i, part in enumerate(parts):
        pieces += [", ", *part] if i else part
    return pieces


def show(pieces: Pieces) -> Any:
    """The pieces as a str if there is no run-time value among them, else as FormattedText."""
    if all(isinstance(piece, str) for piece in pieces):
        return "".join(pieces)  # type: ignore[arg-type]
    return FormattedText(pieces)


def _is_chosen_text(part: tuple[Any, ...]) -> bool:
    """Whether a part is text already, or one of several texts: the parts are joined as they are."""
    value, conversion, spec = (*part, "", "")[:3]
    texts = value.alternatives if isinstance(value, Choice) else [value]
    plain = not conversion and (spec is None or (isinstance(spec, str) and not spec))
    return plain and all(isinstance(x, (str, FormattedText)) for x in texts)


def deferred_fstring(parts: tuple[Any, ...]) -> Any:
    """An f-string in a trace."""
    at = next((i for i, part in enumerate(parts) if isinstance(part, tuple) and isinstance(part[0], Choice)), None)
    if at is not None and not all(_is_chosen_text(part) for part in parts if isinstance(part, tuple)):
        choice, *how = parts[at]
        return choice.sct_distribute(lambda value: deferred_fstring((*parts[:at], (value, *how), *parts[at + 1 :])))
    return put_together([text_or_unread(lambda: _part(part)) for part in parts])  # noqa: B023 - made at once


def put_together(texts: list[Any]) -> Any:
    """The text of the pieces of all parts; one of these that is not read makes it one, too."""
    unread = next((text for text in texts if isinstance(text, UnreadText)), None)
    return show([piece for text in texts for piece in text]) if unread is None else unread


def _part(part: Any) -> Pieces:
    if isinstance(part, tuple):
        value, conversion, spec = (*part, "", "")[:3]
        return with_spec(value, conversion or "", "" if spec is None else spec)
    return part.pieces if isinstance(part, FormattedText) else [part]


def with_spec(value: Any, conversion: str, spec: Any) -> Pieces:
    """The pieces of a value, the format spec of which may be known only at run time."""
    if not isinstance(spec, FormattedText):
        return pieces_of(value, conversion, spec)
    from sct.runtime.texts.text_methods import formatted

    text = formatted(_trace(), FormattedText(pieces_of(value, conversion)) if conversion else value, spec)
    return list(text.pieces)


def _trace() -> Trace:
    trace = current()
    assert trace is not None
    return trace


def _refuse(what: str) -> NoReturn:
    raise _refusal(what)


def _refusal(what: str) -> StaticValueError:
    return StaticValueError(
        f"{what} was asked for",
        where=here(),
        why="sct can show run-time arrays and numbers, alone or in lists, tuples, dicts and dataclasses",
        fix="print or format the values one by one",
    )
