"""Whether a variable that a function sees of the one around it can still change.

What cannot change may be copied: a function that is an item of a list then holds the value, as Python's function does.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Iterator
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from types import CellType, CodeType, FunctionType
from typing import TYPE_CHECKING, Any

from sct.records import record
from sct.runtime.conversion.converted_code import innermost_converted
from sct.runtime.conversion.places_of_code import code_at, is_same_code, place_of, traced_functions
from sct.runtime.state.cells import IdentityMap
from sct.runtime.state.undefined import Undefined

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["NOTHING", "Variables", "content_of", "variables_of"]

NOTHING = object()  # what a variable holds that has no value

_STORES = ("STORE_DEREF", "DELETE_DEREF")
_GOES_ON = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR  # what may run on though it is not called any more


@record(eq=False)
class Variables:
    """What is known of the variables that a function sees of those around it: by their names, the owner's code.

    `once` are those that get a value once, `by_owner` those that only the owner gives values.
    """

    owners: dict[str, CodeType]
    by_owner: frozenset[str]
    once: frozenset[str]

    def is_settled(self, name: str) -> bool:
        """Whether a variable that has a value will not get another one."""
        return name in self.by_owner and (name in self.once or not self.is_under_way(name))

    def is_under_way(self, name: str) -> bool:
        """Whether the function that has the variable may still go on."""
        owner = self.owners.get(name)
        if owner is None or owner.co_flags & _GOES_ON or owner.co_name in _COMPREHENSIONS:
            return True
        frame = innermost_converted(sys._getframe(1))
        while frame is not None:
            if is_same_code(owner, frame.f_code):
                return True
            frame = innermost_converted(frame.f_back)
        return False


_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")  # which are converted to other code


def content_of(cell: CellType) -> Any:
    """What a variable holds."""
    try:
        found = cell.cell_contents
    except ValueError:
        return NOTHING
    return NOTHING if isinstance(found, Undefined) else found


def variables_of(trace: Trace, f: FunctionType) -> Variables:
    """What is known of the variables of a converted function."""
    known: IdentityMap = trace.code.variables
    found: Variables | None = known.get(f.__code__)
    if found is None:
        owners = _owners(trace, f)
        by_owner = {name for name, code in owners.items() if not any(name in _stored(x) for x in _seeing(code, name))}
        once = {name for name in by_owner if _is_stored_once(owners[name], name)}
        found = known[f.__code__] = Variables(owners, frozenset(by_owner), frozenset(once))
    return found


def _owners(trace: Trace, f: FunctionType) -> dict[str, CodeType]:
    """The code of the functions whose variables they are; none where the user's code is not found."""
    at = place_of(f, traced_functions(trace))
    if at is None:
        return {}
    outer, place = at
    around = [code_at(outer, place[:k]) for k in range(len(place))]
    found = {}
    for name in code_at(outer, place).co_freevars:
        owner = next((code for code in reversed(around) if name in code.co_cellvars), None)
        if owner is not None:
            found[name] = owner
    return found


def _seeing(code: CodeType, name: str) -> Iterator[CodeType]:
    """The code of the functions in another one that see a variable of its."""
    for const in code.co_consts:
        if isinstance(const, CodeType) and name in const.co_freevars:
            yield const
            yield from _seeing(const, name)


def _stored(code: CodeType) -> list[str]:
    return [one.argval for one in dis.get_instructions(code) if one.opname in _STORES]


def _is_stored_once(code: CodeType, name: str) -> bool:
    """Whether the function itself gives a variable its value once: as an argument, or outside of all loops."""
    code_lines = list(dis.get_instructions(code))
    stores = [one.offset for one in code_lines if one.opname in _STORES and one.argval == name]
    count = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)
    if name in code.co_varnames[:count]:
        return not stores
    backward = [(one.argval, one.offset) for one in code_lines if "JUMP_BACKWARD" in one.opname]
    return len(stores) == 1 and not any(start <= stores[0] <= end for start, end in backward)
