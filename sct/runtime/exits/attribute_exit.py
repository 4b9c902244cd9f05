"""How attributes leave a program: those that are set on the caller's objects, and those of objects that are made."""

from __future__ import annotations

import keyword
from collections.abc import Callable
from types import FunctionType
from typing import Any

from sct.runtime.callers.found import Found, not_found
from sct.runtime.callers.lift import CONSTANTS
from sct.runtime.callers.sources import Constants
from sct.runtime.conversion.converted_code import is_converted_code
from sct.runtime.conversion.instrumented import is_instrumented
from sct.runtime.current import is_variable
from sct.runtime.joins.choice import Choice
from sct.runtime.objects.operators import users_method
from sct.runtime.state import births
from sct.runtime.state.cells import ABSENT, AttrCell, Cell, delete_plainly, is_set_by_class, set_plainly
from sct.runtime.state.instances import attributes_of
from sct.runtime.state.shadowed import may_be_absent
from sct.runtime.state.undefined import Undefined

__all__ = ["Chosen", "Render", "changed_objects", "effects_on", "give", "is_set", "made_with", "ordered"]
__all__ += ["place_of_changed", "statements"]

Render = Callable[[Any], str]
Chosen = Callable[[Choice], tuple[str, Callable[[Any, int], str]]]  # the index, and what renders an alternative


def made_with(trace: Any, x: Any, render: Render) -> str:
    """A display of the attributes of an object."""
    held, names = attributes_of(x), births.attribute_order(trace, x)
    if names is not None:
        return f"{{{', '.join(f'{name!r}: {render(held[name])}' for name in names)}}}"
    return f"__s_ordered({_rows(births.numbers_of(trace, x, list(held)), held.get, render)})"


def changed_objects(trace: Any) -> list[tuple[Any, dict[str, Any]]]:
    """The objects of which attributes have changed, each with what these were before."""
    found: dict[int, tuple[Any, dict[str, Any]]] = {}
    for cell, before, after in trace.transaction.changes():
        if isinstance(cell, AttrCell) and (is_set(trace, cell, before, after) or births.births_of(trace, cell.owner)):
            found.setdefault(id(cell.owner), (cell.owner, {}))[1][cell.name] = before
    return list(found.values())


def place_of_changed(trace: Any, owner: Any, changes: dict[str, Any], found: Found, constants: Constants) -> str:
    """Where an object of the caller's is, of which attributes have changed."""
    source = trace.sources.get(owner)
    if source is not None:
        return found.place(source)
    code = owner.__code__ if type(owner) is FunctionType else None
    if owner in trace.made or is_instrumented(code) or (code is not None and is_converted_code(code)):
        return ""
    if not isinstance(owner, type):
        raise not_found(AttrCell(owner, next(iter(changes))), trace.where)
    return constants.name(owner)


def is_set(trace: Any, cell: Cell, before: Any, after: Any) -> bool:
    """Whether a place gets its content anew: also what it holds by chance while the function is traced."""
    if after is ABSENT and not (isinstance(cell, AttrCell) and not isinstance(cell.owner, type)):
        return True  # whether an object has an attribute is guarded
    return before is not after or isinstance(after, CONSTANTS) or trace.sources.get(after) is not None


def effects_on(
    trace: Any, owner: Any, place: str, changes: dict[str, Any], render: Render, chosen: Chosen
) -> list[str]:
    """The statements that set the changed attributes of an object, each with what it was before."""
    known = births.births_of(trace, owner)
    if known is not None and known.is_plain:  # the order of the statements will do, whatever is there before
        known = None
    names = list(changes)
    for name, before in changes.items():
        if known is not None or _may_be_gone(AttrCell(owner, name).get()):
            births.guard_presence(trace, owner, name, before)
    if known is not None:
        order = births.attribute_order(trace, owner)
        names += [name for name in known.spans if name not in changes]
        if order is None:
            rows = births.numbers_of(trace, owner, names)
            return [f"__s_give({place}, {_rows(rows, lambda name: AttrCell(owner, name).get(), render)})"]
        names.sort(key=lambda name: order.index(name) if name in order else -1)
    lines: list[str] = []
    for name in names:
        after = AttrCell(owner, name).get()
        before = changes.get(name, after)
        put, gone = _statements(owner, place, name)
        if after is not ABSENT and before is not ABSENT and known is not None and _has_come(known.number(name)):
            lines.append(gone)  # and came again, at the end
        elif not is_set(trace, AttrCell(owner, name), before, after):
            continue
        there = before is not ABSENT or isinstance(owner, type)  # which is asked then
        lines += statements(put, gone, after, there, render, chosen)
    return lines


def _may_be_gone(content: Any) -> bool:
    return content is ABSENT or may_be_absent(content)


def _has_come(number: Any) -> bool:
    return type(number) is int and number >= 0


def _statements(owner: Any, place: str, name: str) -> tuple[Callable[[str], str], str]:
    """How an attribute is set to what an expression says, and deleted; the user's methods have run in the program."""
    plain = name.isidentifier() and not keyword.iskeyword(name)
    plain = plain and not is_set_by_class(type(owner), name)
    sets = plain and users_method(owner, "__setattr__") is None
    deletes = plain and users_method(owner, "__delattr__") is None
    gone = f"del {place}.{name}" if deletes else f"__s_delete({place}, {name!r})"
    if isinstance(owner, type):
        gone = f"if {name!r} in {place}.__dict__: {gone}"
    if sets:
        return (lambda text: f"{place}.{name} = {text}"), gone
    return (lambda text: f"__s_set({place}, {name!r}, {text})"), gone


def statements(
    put: Callable[[str], str], gone: str, content: Any, was_there: bool, render: Render, chosen: Chosen
) -> list[str]:
    """What gives a place its content, by `put` or, where there is nothing, `gone`; that may be up to the run."""
    if content is ABSENT or isinstance(content, Undefined):
        return [gone] if was_there else []
    if not _has_undefined(content) and not may_be_absent(content):
        return [put(render(content))]
    if not is_variable(content.index):
        return statements(put, gone, content.alternatives[content.index], was_there, render, chosen)
    index, of = chosen(content)
    lines: list[str] = []
    for k, one in enumerate(content.alternatives):
        inner = statements(put, gone, one, was_there, lambda x, k=k: of(x, k), chosen)  # type: ignore[misc]
        if inner:
            lines += [f"if {index} == {k}:", *[f"    {line}" for line in inner]]
    return lines


def _has_undefined(content: Any) -> bool:
    """Whether a variable may be without a value."""
    if not isinstance(content, Choice):
        return isinstance(content, Undefined)
    return any(map(_has_undefined, content.alternatives))


def _rows(numbers: list[tuple[Any, str]], content: Callable[[str], Any], render: Render) -> str:
    rows = ", ".join(f"({render(number)}, {name!r}, {render(content(name))})" for number, name in numbers)
    return f"({rows},)"


def ordered(rows: Any) -> dict[str, Any]:
    """Attributes, each with its number, in their order."""
    return {name: value for _, name, value in sorted(rows, key=_number) if value is not ABSENT}


def give(owner: Any, rows: Any) -> None:
    """Set attributes of an object, or delete them, in the order of their numbers; those below 0 keep their places."""
    held = attributes_of(owner)
    for number, name, value in sorted(rows, key=_number):
        if name in held and (number >= 0 or value is ABSENT):
            delete_plainly(owner, name)
        if value is not ABSENT:
            set_plainly(owner, name, value)


def _number(row: Any) -> Any:
    return row[0]
