"""Classes that were made in the function and leave it: made anew at each call, with what they hold then.

Those that are not made as `class` makes them, such as enums, are one class for all calls if they hold nothing of one.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from types import CellType, FunctionType, GetSetDescriptorType, MappingProxyType, MemberDescriptorType, MethodType
from typing import Any

from sct.runtime.exits.functions_anew import FunctionLines
from sct.runtime.exits.rings import unreturnable
from sct.runtime.objects.class_hooks import only_notes
from sct.runtime.state.cells import IdentityMap
from sct.runtime.state.class_content import NOTES
from sct.runtime.state.instances import attributes_of, is_of_attributes
from sct.runtime.texts.deferred_text import holds_variable

__all__ = ["DefinitionLines"]

_DESCRIPTORS = (MemberDescriptorType, GetSetDescriptorType)
_OURS = ("_reads", "_sct")  # the variables of converted code that are no variables of the user's
_EMPTY = CellType()
_ROOM = 1000  # more is not looked through


class DefinitionLines(FunctionLines):
    """Writes the lines that make functions and classes, methods of classes, and partial functions."""

    def made(self, x: Any) -> str | None:
        """The name of `x`, after the lines that make it; None where it is none of these.

        Raises
        ------
        StaticValueError
            If it is one of these, but cannot be made anew.
        """
        if isinstance(x, type):
            return self.kind(x)
        if type(x) is MethodType and isinstance(x.__self__, type):
            function, owner = self._function_of(x.__func__), self.kind(x.__self__)
            return self._new(x, f"{self._name(MethodType)}({function}, {owner})")
        if type(x) is functools.partial:
            function = self._render(x.func)
            args = "".join(f", {self._render(one)}" for one in x.args)
            more = ", ".join(f"{key!r}: {self._render(value)}" for key, value in x.keywords.items())
            return self._new(x, f"{self._name(functools.partial)}({function}{args}, **{{{more}}})")
        return self._function_of(x) if type(x) is FunctionType else None

    def kind(self, kind: type) -> str:
        """The name of a class, after the lines that make it if it was made in the function."""
        if (known := self._known(kind)) is not None:
            return known
        if kind not in self._trace.made:
            return self._name(kind, "T")
        if not _is_simple(kind):
            if _holds(kind, self._trace.made, IdentityMap()):
                what = f"the class {kind.__name__}, which holds values of the call,"
                raise unreturnable(type(kind), self._trace.where, what)
            return self._name(kind, "T")
        bases = "".join(f"{self.kind(base)}, " for base in kind.__bases__)
        own = [(name, value) for name, value in vars(kind).items() if type(value) not in _DESCRIPTORS]
        content = ", ".join(f"{name!r}: {self._member(name, value)}" for name, value in own)
        content = f"{content}, '__qualname__': {kind.__qualname__!r}"
        return self._new(kind, f"{self._name(type, 'T')}({kind.__name__!r}, ({bases}), {{{content}}})")

    def name(self, x: Any, stem: str = "k") -> str:
        """The name of a constant, or of a class."""
        return self.kind(x) if isinstance(x, type) else self._name(x, stem)

    def _new(self, x: Any, maker: str) -> str:
        if (known := self._known(x)) is not None:
            return known
        name = self._named(x)
        self._lines.append(f"{name} = {maker}")
        return name

    def _member(self, name: str, value: Any) -> str:
        if name in NOTES and name != "__annotations__":
            return self._name(value)
        if isinstance(value, (staticmethod, classmethod)):
            return f"{self._name(type(value))}({self._function_of(value.__func__)})"
        if type(value) is property:
            parts = ", ".join(self._function_of(one) for one in (value.fget, value.fset, value.fdel))
            return f"{self._name(property)}({parts}, {value.__doc__!r})"
        return self._function_of(value) if type(value) is FunctionType else self._render(value)

    def _function_of(self, f: Any) -> str:
        if (known := self._known(f)) is not None:
            return known
        if (made := super().made(f)) is not None:
            return made
        if _holds(f, self._trace.made, IdentityMap()):
            raise unreturnable(type(f), self._trace.where)
        return self._name(f)


def _is_simple(kind: type) -> bool:
    """Whether nothing else happens when it is made again, and nothing else is in it than what it shows."""
    hooks = (vars(c).get("__init_subclass__") for c in kind.__mro__[1:-1])
    told = [type(value) for value in vars(kind).values() if hasattr(type(value), "__set_name__")]
    return type(kind) is type and not any(hooks) and all(one is property or only_notes(one) for one in told)


def _holds(x: Any, made: Any, seen: IdentityMap) -> bool:
    """Whether something of the call is in a class that was made in it, a function, or what they hold."""
    if x in seen or len(seen) > _ROOM:
        return False
    seen[x] = True
    if isinstance(x, (FunctionType, type)) or is_of_attributes(x):
        parts: Iterator[Any] = iter(_parts(x, made))
    elif isinstance(x, (staticmethod, classmethod, MethodType)):
        parts = iter([x.__func__])
    elif type(x) is property:
        parts = iter([x.fget, x.fset, x.fdel])
    elif isinstance(x, (dict, MappingProxyType)):
        parts = iter(x.values())
    elif isinstance(x, (list, tuple)):
        parts = iter(x)
    else:
        return holds_variable(x)
    return holds_variable(x) or any(_holds(part, made, seen) for part in parts)


def _parts(x: Any, made: Any) -> list[Any]:
    if isinstance(x, type):
        return [*vars(x).values(), *x.__bases__] if x in made else []
    if isinstance(x, FunctionType):
        found = [x.__defaults__, x.__kwdefaults__, x.__dict__]
        for name, cell in zip(x.__code__.co_freevars, x.__closure__ or (), strict=True):
            if name not in _OURS and cell != _EMPTY:
                found.append(cell.cell_contents)
        return found
    return list(attributes_of(x).values())
