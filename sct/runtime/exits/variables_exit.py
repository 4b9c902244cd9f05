"""How global names, and variables of enclosing functions, leave a program: set, or taken away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sct.runtime.exits.attribute_exit import Chosen, Render, is_set, statements
from sct.runtime.state.cells import FreeCell, GlobalCell

__all__ = ["changed_variables", "set_variable"]


def changed_variables(trace: Any) -> Iterator[tuple[GlobalCell | FreeCell, Any]]:
    """Those that have changed, with what they hold now."""
    for cell, before, after in trace.transaction.changes():
        known = cell.owner in trace.made  # to functions that were made here alone, which cannot leave
        if not known and isinstance(cell, (GlobalCell, FreeCell)) and is_set(trace, cell, before, after):
            yield cell, after


def set_variable(cell: GlobalCell | FreeCell, place: str, content: Any, render: Render, chosen: Chosen) -> list[str]:
    """The statements that give one its content, at the place where it is assigned."""
    gone = f"{place.partition('[')[0]}.pop({cell.name!r}, None)" if isinstance(cell, GlobalCell) else f"del {place}"
    return statements(lambda text: f"{place} = {text}", gone, content, True, render, chosen)
