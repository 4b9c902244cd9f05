"""Functions that a branch or an iteration has made and that hold values of it, as trees: what they hold outlives it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import CellType, FunctionType, MethodType
from typing import Any

from sct.errors import JoinError, Location
from sct.runtime.conversion.converted_code import is_converted_code
from sct.runtime.conversion.settled_cells import NOTHING, Variables, content_of, variables_of
from sct.runtime.homes import home_of
from sct.runtime.joins.function_forms import FUNCTIONS, ITSELF, FunctionForm, vars_of
from sct.runtime.joins.trees import Chosen, Gone, Leaf, Node, Static, Tree, freeze, is_unchanging
from sct.runtime.rolling.alike_functions import note_copied
from sct.runtime.trace import Trace

__all__ = ["freeze_function"]


def freeze_function(trace: Trace, x: Any, known: set[int] | None, inside: tuple[int, ...]) -> Tree:
    """A function with the values that it holds, if any of them is of this branch or loop; else as it is."""
    trace.code.forms.remove(x)
    if (known is not None and id(x) in known) or x in trace.sources or x in trace.code.parted or not _is_users(x):
        return Static(x)

    def part(held: Any) -> Tree:
        return freeze(trace, held, known, inside)

    def stays(tree: Tree) -> bool:
        return _stays(trace, tree, known)

    form, parts = _of_function(trace, x, part, stays) if type(x) is FunctionType else _of_bound(x, part)
    rings = [ring for part in parts if (ring := _ring(part, inside)) is not None]
    if all(map(stays, parts)) or (rings and not all(rings)):  # an object that holds its own method is all of it
        return Static(x)
    error = see_one_another(trace.location()) if rings else _error(trace, x, parts)
    if error is not None:
        return Gone(error)
    trace.code.forms[x] = form
    if known is None:  # it becomes an item of a list, which has a copy
        note_copied(trace, x)
    held = (Static(one.variable, one) if isinstance(one, Leaf) and stays(one) else one for one in parts)
    return Node(form.kind, (form,), tuple(held), x)


def _error(trace: Trace, x: Any, parts: tuple[Tree, ...]) -> Any:
    """Why a function cannot be told by its parts, or None."""
    lost = next((part.error for part in parts if isinstance(part, Gone)), None)
    return has_attributes(trace.location()) if lost is None and vars_of(x) else lost


def _stays(trace: Trace, part: Tree, known: set[int] | None) -> bool:
    """Whether a part of a function was there before the branch or loop, or is known."""
    match part:
        case Static():
            return True
        case Leaf(variable=x):
            born = getattr(x, "born", None)
            return born is not None and _is_from_before(trace, born, known)
        case Node(outer=True):
            return True
        case Node(kind=kind, items=items):
            return is_unchanging(kind) and all(_stays(trace, x, known) for x in items)
    return False


def _is_from_before(trace: Trace, born: Any, known: set[int] | None) -> bool:
    if born is trace.builder:
        return False
    return born is trace.root if known is None else trace.in_scope(born)


def _ring(part: Tree, inside: tuple[int, ...]) -> bool | None:
    """Whether it is by functions alone that one is in its own parts, and not by an object; None if it is not there."""
    if isinstance(part, Static):
        return True if type(part.obj) in FUNCTIONS and id(part.obj) in inside else None
    if not isinstance(part, (Node, Chosen)):
        return None
    found = [ring for x in part.items if (ring := _ring(x, inside)) is not None]
    return (isinstance(part, Chosen) or part.kind in FUNCTIONS) and all(found) if found else None


def _is_users(x: Any) -> bool:
    if type(x) is MethodType:
        return type(x.__func__) is FunctionType and not home_of(type(x.__self__)).startswith("sct.")
    return type(x) is functools.partial or is_converted_code(x.__code__)


def _of_bound(x: Any, freeze: Callable[[Any], Tree]) -> tuple[FunctionForm, tuple[Tree, ...]]:
    """The form and the parts of a method or a partial."""
    if type(x) is MethodType:
        return FunctionForm(MethodType, x.__func__), (freeze(x.__self__),)
    form = FunctionForm(functools.partial, x, len(x.args), tuple(x.keywords))
    return form, tuple(map(freeze, form.parts(x) or ()))


def _of_function(
    trace: Trace, x: FunctionType, freeze: Callable[[Any], Tree], stays: Callable[[Tree], bool]
) -> tuple[FunctionForm, tuple[Tree, ...]]:  # fmt: skip
    defaults, named = x.__defaults__ or (), x.__kwdefaults__ or {}
    parts = list(map(freeze, (*defaults, *named.values())))
    cells: list[CellType | None] = []
    known = variables_of(trace, x)
    for name, cell in zip(x.__code__.co_freevars, x.__closure__ or (), strict=True):
        if content_of(cell) is x:
            cells.append(ITSELF)
            continue
        part = _part(known, name, cell, freeze)
        if part is None or isinstance(part, Gone) or (stays(part) and known.is_under_way(name)):
            cells.append(cell)
        else:
            cells.append(None)
            parts.append(part)
    return FunctionForm(FunctionType, x, len(defaults), tuple(named), tuple(cells)), tuple(parts)


def _part(known: Variables, name: str, cell: CellType, freeze: Callable[[Any], Tree]) -> Tree | None:
    content = content_of(cell)
    return freeze(content) if content is not NOTHING and known.is_settled(name) else None


def see_one_another(where: Location | None) -> JoinError:
    """The refusal of functions that hold values of the run, and one another."""
    return JoinError(
        "functions that see one another are used after the branch or iteration that has made them",
        where=where,
        why="they hold values of the run, and which of them holds which is not kept",
        fix="let one of them do the work of all, or pass it to the others when they are called",
    )


def has_attributes(where: Location | None) -> JoinError:
    """The refusal of a function with attributes that holds values of the run."""
    return JoinError(
        "a function with attributes is used after the branch or iteration that has made it",
        where=where,
        why="it holds values of the run, and its attributes may change",
        fix="keep what is in the attributes elsewhere, or use an object of a class",
    )
