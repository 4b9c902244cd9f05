"""The caller's objects that the way out of a program needs: where each is found, and under which name it is kept."""

from __future__ import annotations

from sct.errors import Location, SideEffectError
from sct.runtime.callers.sources import Constants, Source
from sct.runtime.state.cells import Cell

__all__ = ["Found", "not_found"]


class Found:
    """Names for the caller's objects: once effects begin, one may no longer be where it was found."""

    def __init__(self, constants: Constants) -> None:
        self.constants = constants
        self._names: dict[str, str] = {}

    def place(self, source: Source) -> str:
        """The name of an object of the caller's."""
        text = source.expr(self.constants)
        return text if text.isidentifier() else self._names.setdefault(text, f"__s_at{len(self._names)}_")

    def named(self, lines: list[str], result: str, changes: bool) -> tuple[list[str], str]:
        """These lines and this expression, with the objects found first if anything changes, or where they are used."""
        if changes:
            return [f"{name} = {text}" for text, name in self._names.items()] + lines, result
        for text, name in self._names.items():
            lines = [line.replace(name, text) for line in lines]
            result = result.replace(name, text)
        return lines, result


def not_found(cell: Cell, where: Location | None) -> SideEffectError:
    """The error for a place of an object that no path leads to."""
    return SideEffectError(
        f"{cell.describe()} is written, of an object that sct cannot find again at the next call",
        where=where,
        fix="pass the object as an argument",
    )
