"""Where a value that the trace read came from, as a path that can be walked again at the next call.

A source prints itself as a Python expression, so that guards and the reading of captures compile to
straight-line code; `describe` says the same in the user's words.
"""

from __future__ import annotations

import re
from types import CellType
from typing import Any

from sct.records import record
from sct.runtime.state.bare import plain
from sct.shown import WIDE, shown

__all__ = [
    "ArgSource",
    "AttrSource",
    "CallSource",
    "ClosureSource",
    "ColumnSource",
    "ConstSource",
    "Constants",
    "LIBRARY",
    "FreeSource",
    "GlobalSource",
    "ItemSource",
    "LettersSource",
    "LengthSource",
    "ModuleSource",
    "NumbersSource",
    "OwnSource",
    "Source",
    "each_item",
    "is_of_each_item",
]


_STEM = "L"
LIBRARY = f"__s_{_STEM}"
"""How the names of library dicts begin in generated code."""


class Constants:
    """Objects that generated code refers to by name.

    Where it is `careful`, the code is not behind guards that have looked at the way: what is gone is not made anew.
    """

    def __init__(self, careful: bool = False) -> None:
        self.careful = careful
        self.names: dict[str, Any] = {}
        self._known: dict[int, str] = {}

    def name(self, value: Any, stem: str = "k") -> str:
        """The name for `value` in the generated code."""
        known = self._known.get(id(value))
        if known is None:
            known = self._known[id(value)] = f"__s_{stem}{len(self.names)}"
            self.names[known] = value
        return known


class Source:
    """A path from the call to a value."""

    def expr(self, constants: Constants) -> str:
        """A Python expression that reads the value."""
        raise NotImplementedError

    def describe(self) -> str:
        """The path in the user's words."""
        raise NotImplementedError

    def extent(self, constants: Constants, axis: int) -> str:
        """A Python expression for an extent of the array that is read."""
        return f"{self.expr(constants)}.shape[{axis}]"


@record
class ArgSource(Source):
    """A parameter of the static function."""

    name: str

    def expr(self, constants: Constants) -> str:
        return self.name

    def describe(self) -> str:
        return f"argument {self.name!r}"


@record(eq=False)
class ConstSource(Source):
    """An object that the function itself holds, such as its defaults."""

    value: Any
    label: str

    def expr(self, constants: Constants) -> str:
        return constants.name(self.value)

    def describe(self) -> str:
        return self.label


@record(eq=False)
class GlobalSource(Source):
    """A global name of the module whose dict this is; a builtin name if it is not there."""

    scope: dict[str, Any]
    name: str

    def expr(self, constants: Constants) -> str:
        return f"{constants.name(self.scope, 'G')}[{self.name!r}]"

    def describe(self) -> str:
        return f"global {self.name!r}"


@record(eq=False)
class ModuleSource(GlobalSource):
    """What a module holds that the function only uses, found in the module's dict."""

    module: str

    def expr(self, constants: Constants) -> str:
        return f"{constants.name(self.scope, _STEM)}[{self.name!r}]"

    def describe(self) -> str:
        return f"attribute {self.name!r} of module {self.module!r}"


@record(eq=False)
class FreeSource(Source):
    """A variable of an enclosing function."""

    cell: CellType
    name: str

    def expr(self, constants: Constants) -> str:
        return f"{constants.name(self.cell, 'C')}.cell_contents"

    def describe(self) -> str:
        return f"closure variable {self.name!r}"


@record
class ClosureSource(Source):
    """What a function that has a source itself holds of an enclosing one."""

    parent: Source
    place: int
    name: str

    def expr(self, constants: Constants) -> str:
        return f"{self.parent.expr(constants)}.__closure__[{self.place}].cell_contents"

    def describe(self) -> str:
        return f"closure variable {self.name!r} of {self.parent.describe()}"


@record
class AttrSource(Source):
    """An attribute of an object that has a source itself."""

    parent: Source
    name: str

    def expr(self, constants: Constants) -> str:
        return f"{self.parent.expr(constants)}.{self.name}"

    def describe(self) -> str:
        return f"attribute {self.name!r} of {self.parent.describe()}"


@record(eq=False)
class OwnSource(Source):
    """What an object holds itself under a name, in its dict or a slot; its class is not asked where that is gone."""

    parent: Source
    name: str
    slot: Any

    def expr(self, constants: Constants) -> str:
        parent = self.parent.expr(constants)
        if self.slot is None:
            return f"{parent}.__dict__[{self.name!r}]"
        return f"{constants.name(self.slot)}.__get__({parent})"

    def describe(self) -> str:
        return f"attribute {self.name!r} of {self.parent.describe()}"


@record(eq=False)
class CallSource(Source):
    """What a function without arguments answers."""

    function: Any
    label: str

    def expr(self, constants: Constants) -> str:
        return f"{constants.name(self.function)}()"

    def describe(self) -> str:
        return self.label


@record(eq=False)
class ItemSource(Source):
    """An item of a list, tuple or dict that has a source itself."""

    parent: Source
    key: Any

    def expr(self, constants: Constants) -> str:
        key = self.key
        plain = type(key) in (str, bool) or (type(key) is int and -WIDE < key < WIDE)
        short = repr(key) if plain else constants.name(key)
        if constants.careful:
            return f"{constants.name(_held)}({self.parent.expr(constants)}, {short})"
        return f"{self.parent.expr(constants)}[{short}]"

    def describe(self) -> str:
        return f"item [{shown(self.key)}] of {self.parent.describe()}"


def _held(container: Any, key: Any) -> Any:
    """An item that is there: a dict with a `__missing__` would be asked for others, as a defaultdict makes them."""
    if isinstance(container, dict) and not dict.__contains__(container, key):
        raise KeyError(key)
    return container[key]


@record(eq=False)
class BareSource(Source):
    """What a container holds for Python itself, whose class says something else."""

    parent: Source

    def expr(self, constants: Constants) -> str:
        return f"{constants.name(plain)}({self.parent.expr(constants)})"

    def describe(self) -> str:
        return self.parent.describe()


@record(eq=False)
class LengthSource(Source):
    """How many items a list has that has a source itself."""

    parent: Source

    def expr(self, constants: Constants) -> str:
        return f"len({self.parent.expr(constants)})"

    def describe(self) -> str:
        return f"the length of {self.parent.describe()}"


def each_item(where: str) -> str:
    """What is described by `where`, at any place of the lists and tuples that it is in.

    >>> each_item("attribute 'x' of item [3] of argument 'points'")
    "attribute 'x' of each item of argument 'points'"
    """
    return re.sub(r"item \[-?\d+\] of ", _EACH, where)


_EACH = "each item of "


def is_of_each_item(where: str) -> bool:
    """Whether this is such a description."""
    return _EACH in where


@record(eq=False)
class NumbersSource(Source):
    """The numbers of a list that has a source itself, as an array."""

    parent: Source
    kind: type

    def expr(self, constants: Constants) -> str:
        from sct.runtime.callers.number_lists import held_numbers

        return f"{constants.name(held_numbers)}({self.parent.expr(constants)}, {self.kind.__name__})"

    def describe(self) -> str:
        return f"the numbers in {self.parent.describe()}"

    def extent(self, constants: Constants, axis: int) -> str:
        return f"len({self.parent.expr(constants)})"


@record(eq=False)
class LettersSource(Source):
    """The codes in an array of texts that has a source itself: its memory."""

    parent: Source
    width: int

    def expr(self, constants: Constants) -> str:
        from sct.runtime.text_arrays.memory import codes_in

        return f"{constants.name(codes_in)}({self.parent.expr(constants)}, {self.width})"

    def describe(self) -> str:
        return self.parent.describe()


@record(eq=False)
class ColumnSource(Source):
    """The numbers at one place of the tuples in a list that has a source itself, as an array."""

    parent: Source
    place: int
    kind: type

    def expr(self, constants: Constants) -> str:
        from sct.runtime.callers.number_lists import held_column

        return f"{constants.name(held_column)}({self.parent.expr(constants)}, {self.place}, {self.kind.__name__})"

    def describe(self) -> str:
        return f"the numbers at place {self.place} of the tuples in {self.parent.describe()}"

    def extent(self, constants: Constants, axis: int) -> str:
        return f"len({self.parent.expr(constants)})"
