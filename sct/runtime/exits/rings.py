"""Objects of a result that hold themselves: made empty first, and filled when their content is there."""

from __future__ import annotations

from collections.abc import Callable
from types import CellType
from typing import Any

from sct.errors import Location, StaticValueError
from sct.runtime.state.cells import IdentityMap
from sct.runtime.state.instances import is_of_attributes

__all__ = ["Rings", "unreturnable"]


class Rings:
    """Writes the lines that make lists, dicts and instances; `name` gives an object the name that it has there."""

    def __init__(self, name: Callable[[Any], str], where: Location | None) -> None:
        self._name = name
        self._where = where
        self._open = IdentityMap()  # what is being made -> its name, once it has been met inside of itself

    def met(self, x: Any) -> str | None:
        """The name of `x` if it is being made, which makes it a ring."""
        if x not in self._open:
            return None
        if not self._open.get(x):
            if type(x) not in (list, dict, CellType) and not is_of_attributes(x):
                raise unreturnable(type(x), self._where, f"a {type(x).__name__} that holds itself")
            self._open[x] = self._name(x)
        found: str = self._open.get(x)
        return found

    def is_open(self, x: Any) -> bool:
        """Whether `x` is being made."""
        return x in self._open

    def made(self, x: Any, lines: list[str], content: Callable[[], str], maker: str = "") -> str:
        """The name of `x`, after the lines that make it of `content()`; `maker` is the call that does, or a display."""
        start = len(lines)
        self._open[x] = ""
        text = content()
        name: str = self._open.get(x)
        self._open.remove(x)
        if not name:
            name = self._name(x)
            lines.append(f"{name} = {maker}{text})" if maker else f"{name} = {text}")
        elif maker:
            lines.insert(start, f"{name} = {maker}{{}})")
            lines.append(f"{name} = {maker}{text}, {name})")
        else:
            lines.insert(start, f"{name} = {type(x).__name__}()")
            lines.append(f"{name}.{'extend' if type(x) is list else 'update'}({text})")
        return name


def unreturnable(kind: type, where: Location | None, what: str | None = None) -> StaticValueError:
    """The refusal of an object that no line can make."""
    return StaticValueError(
        f"{what or f'a {kind.__name__}'} cannot be returned from a static function",
        where=where,
        why="it was made while the graph was built and cannot be made anew at each call",
        fix="return arrays, numbers, strings, None, and lists, tuples, dicts or plain objects of them",
    )
