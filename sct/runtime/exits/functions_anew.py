"""Functions that a program returns though it was traced with what they were converted to: made of the user's code.

The variables of the functions around them are made anew, too, and once for all that share them.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CellType, FunctionType
from typing import TYPE_CHECKING, Any

from sct.runtime.conversion.converted_code import is_converted_code
from sct.runtime.conversion.places_of_code import Place, code_at, place_of, traced_functions
from sct.runtime.current import is_variable
from sct.runtime.exits.attribute_exit import Chosen
from sct.runtime.exits.rings import Rings
from sct.runtime.joins.choice import Choice
from sct.runtime.state.undefined import Undefined

if TYPE_CHECKING:
    from sct.runtime.exits.exits import Exit

__all__ = ["FunctionLines"]

_NAMES = ("__name__", "__qualname__", "__doc__", "__module__")


class FunctionLines:
    """Writes the lines that make functions.

    `known` answers the name of what has been made, `named` the one that what has just been made gets, and
    `chosen` the index of what is one of several, and what renders each of these.
    """

    def __init__(
        self, exit: Exit, lines: list[str], rings: Rings, known: Callable[[Any], str | None],
        named: Callable[[Any], str], chosen: Chosen,
    ) -> None:  # fmt: skip
        self._trace, self._render, self._name = exit.trace, exit.render, exit.constants.name
        self._lines, self._rings, self._known, self._named = lines, rings, known, named
        self._chosen = chosen

    def made(self, x: Any) -> str | None:
        """The name of `x`, after the lines that make it; None where it is no function of the user's."""
        if type(x) is not FunctionType or (found := self._found(x)) is None:
            return None
        outer, place = found
        around = dict(zip(x.__code__.co_freevars, x.__closure__ or (), strict=True))
        cells = "".join(f"{self._cell(around[one])}, " for one in code_at(outer, place).co_freevars)
        if (known := self._known(x)) is not None:  # one of the variables holds it
            return known
        maker = f"{self._name(_function, 'F')}({self._name(outer)}, {place!r}, ({cells}))"
        name = self._named(x)
        self._lines.append(f"{name} = {maker}")
        self._lines += [f"{name}.{attribute} = {self._render(value)}" for attribute, value in _settings(x)]
        return name

    def _found(self, x: FunctionType) -> tuple[FunctionType, Place] | None:
        """The function in whose code that of `x` stands, and where."""
        return place_of(x, traced_functions(self._trace))

    def _cell(self, cell: CellType) -> str:
        if self._is_outside(cell):
            return self._name(cell)
        if (known := self._known(cell)) is not None:
            return known
        return self._rings.made(cell, self._lines, lambda: self._content(cell), f"{self._name(_variable, 'F')}(")

    def _is_outside(self, cell: CellType) -> bool:
        """Whether it is a variable of a function that was there before the call."""
        holders = (f for f in traced_functions(self._trace) if any(cell is one for one in f.__closure__ or ()))
        return any(not is_converted_code(f.__code__) and self._found(f) is None for f in holders)

    def _content(self, cell: CellType) -> str:
        try:
            value = cell.cell_contents
        except ValueError:  # it has no value yet
            return "()"
        return self._one(value, self._render)

    def _one(self, value: Any, render: Callable[[Any], str]) -> str:
        """A tuple of the value, or of none where the variable has none."""
        if isinstance(value, Undefined):
            return "()"
        if type(value) is not Choice or not is_variable(value.index):
            return f"({render(value)},)"
        index, one = self._chosen(value)
        parts = [self._one(x, lambda x, k=k: one(x, k)) for k, x in enumerate(value.alternatives)]  # type: ignore[misc]
        text = parts.pop()
        for k in reversed(range(len(parts))):
            text = f"({parts[k]} if {index} == {k} else {text})"
        return text


def _settings(x: FunctionType) -> list[tuple[str, Any]]:
    """What a function has beside its code and its variables."""
    plain = FunctionType(x.__code__, x.__globals__, closure=x.__closure__)
    found: list[tuple[str, Any]] = [
        (name, getattr(x, name)) for name in ("__defaults__", "__kwdefaults__", "__annotations__") if getattr(x, name)
    ]
    found += [(name, getattr(x, name)) for name in _NAMES if getattr(x, name) != getattr(plain, name)]
    return found + ([("__dict__", x.__dict__)] if x.__dict__ else [])


def _function(outer: FunctionType, place: Place, cells: tuple[CellType, ...]) -> FunctionType:
    """The function whose code stands in that of another, as plain Python makes it at each call."""
    code = code_at(outer, place)
    made = FunctionType(code, outer.__globals__, closure=cells or None)
    made.__qualname__ = code.co_qualname
    return made


def _variable(content: tuple[Any, ...], made: CellType | None = None) -> CellType:
    """A variable of the functions around a function, with a value, or without one yet."""
    made = CellType() if made is None else made
    if content:
        (made.cell_contents,) = content
    return made
