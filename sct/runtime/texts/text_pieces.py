"""A str whose characters are known when the program runs, as a list of pieces.

A piece is text that is known, a run-time value with the conversion and the format spec that Python would use, one
of several texts, a letter by its code, or a text of run-time length: a list of the codes of its letters (see
`letters`), which grows as lists do.
"""

from __future__ import annotations

import dataclasses
from typing import Any, NoReturn

from sct.errors import StaticValueError
from sct.runtime.current import current, here, missing

__all__ = ["LETTER", "LETTERS", "FormattedText", "Piece", "Pieces", "code_of_piece", "is_letters", "template_from"]

LETTER = "char"  # the conversion of a letter's code
LETTERS = "text"  # and that of a list of codes


@dataclasses.dataclass(frozen=True, slots=True)
class Piece:
    """A run-time value in a text: `conversion` is "", "s", "r" or "a", as in an f-string.

    Or the value is an index, and `conversion` the texts of which one is meant; or see LETTER and LETTERS.
    """

    value: Any
    conversion: str | tuple[str, ...]
    spec: str


Pieces = list[str | Piece]


class FormattedText:
    """A str whose characters are known when the program runs."""

    __slots__ = ("pieces",)

    def __init__(self, pieces: Pieces) -> None:
        object.__setattr__(self, "pieces", pieces)

    def __deepcopy__(self, memo: Any) -> Any:
        return self  # nothing changes it

    def __repr__(self) -> str:
        return "".join(p if isinstance(p, str) else f"{{{p.value!r}}}" for p in self.pieces)

    def __getattr__(self, name: str) -> Any:
        if (name.startswith("__") and name.endswith("__")) or not hasattr(str, name):
            raise AttributeError(f"'str' object has no attribute '{name}'")
        self.refuse(f"its method {name}()")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"'str' object has no attribute '{name}'")

    def apart(self) -> tuple[tuple[Any, ...], list[Any]]:
        """The fixed form (texts, and conversions and format specs) and the values in it."""
        form = tuple(p if isinstance(p, str) else (p.conversion, p.spec) for p in self.pieces)
        return form, [p.value for p in self.pieces if not isinstance(p, str)]

    @classmethod
    def together(cls, form: tuple[Any, ...], values: list[Any]) -> FormattedText:
        """The opposite of `apart`."""
        from sct.runtime.joins.choice import Choice
        from sct.runtime.texts.deferred_text import pieces_of

        rest = iter(values)
        pieces: Pieces = []
        for part in form:
            if isinstance(part, str):
                pieces.append(part)
            elif isinstance(value := next(rest), Choice):  # of numbers that have not become one
                pieces += pieces_of(value, *part)
            else:
                pieces.append(Piece(value, *part))
        return cls(pieces)

    def sct_rollable(self) -> Any:
        """For `for` loops: letter by letter."""
        return self._use("rollable")

    def sct_truth(self) -> Any:
        """Whether there is any letter."""
        return self._use("is_filled")

    def sct_inside(self, known: str) -> Any:
        """`self in known`."""
        return self._use("inside", known)

    def __iter__(self) -> Any:
        steps = self.sct_rollable()
        return map(steps.at, range(steps.trips)) if isinstance(steps.trips, int) else self.refuse("iteration")

    @property
    def length(self) -> Any:
        """How many letters there are."""
        return self._use("length")

    def _use(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """A function of `text_uses`."""
        from sct.runtime.texts import text_uses

        trace = current()
        if trace is None:
            self.refuse("something outside of the call that made it")
        return getattr(text_uses, name)(trace, self, *args, **kwargs)

    def refuse(self, what: str) -> NoReturn:
        """Raise StaticValueError."""
        refusal = StaticValueError(
            f"text that contains run-time values was used for {what}",
            where=here(),
            why="its characters are known only when the program runs",
            fix="use operators, indices and methods such as split and replace, or do it outside of the static function",
        )
        raise missing(refusal)


def is_letters(form: tuple[Any, ...] | None) -> bool:
    """Whether a text of this form is nothing but a list of codes."""
    return form == ((LETTERS, ""),)


def code_of_piece(piece: str | Piece) -> Any:
    """The code of a piece that is one letter, known or not; None of another one."""
    if isinstance(piece, str):
        return ord(piece) if len(piece) == 1 else None
    return piece.value if piece.conversion == LETTER else None


def _install() -> None:
    def refusing(what: str) -> Any:
        def method(self: FormattedText, *_: Any, **__: Any) -> NoReturn:
            self.refuse(what)

        return method

    def using(name: str, *first: Any) -> Any:
        def method(self: FormattedText, *args: Any, **kwargs: Any) -> Any:
            return self._use(name, *first, *args, **kwargs)

        return method

    def put(name: str, method: Any) -> None:
        method.__name__ = name
        setattr(FormattedText, name, method)

    uses = {
        "a condition": "bool",
        "its length": "len",
        "% formatting": "rmod",
        "text in code that sct does not convert": "str format",
        "a number": "int float",
        "an array": "array",
        "a file name": "fspath",
        "a key": "hash",
    }
    for what, names in uses.items():
        for name in names.split():
            put(f"__{name}__", refusing(what))
    for name in ("eq", "ne", "lt", "le", "gt", "ge"):
        put(f"__{name}__", using("compared", name))
    for own, use in (("add", "added"), ("radd", "added_to"), ("mul", "repeated"), ("rmul", "repeated"),
                     ("mod", "filled_in"), ("getitem", "item"), ("contains", "contains")):  # fmt: skip
        put(f"__{own}__", using(use))
    for name in vars(str):
        if not name.startswith("_"):
            put(name, using("method", name))


_install()


def template_from(pieces: Pieces) -> tuple[tuple[Any, ...], list[Any]]:
    """The template of a `print` or `assert` op and the values that go into it."""
    template: list[Any] = []
    values: list[Any] = []
    for piece in pieces:
        if isinstance(piece, Piece):
            template.append(("arg", len(values), piece.conversion, piece.spec))
            rows = piece.value[0] if isinstance(piece.value, tuple) else None
            values.append(piece.value if rows is None else rows.columns[0])
        elif template and isinstance(template[-1], str):
            template[-1] += str.__str__(piece)
        elif piece:
            template.append(str.__str__(piece))
    return tuple(template), values
