"""`x.__dict__` of an object or function of the caller's: it stays the object's own, with what the trace sees in it.

Attributes are lifted one by one where they are read. Whoever takes the dict may read all of them, in any way that
dicts have, so they are all lifted then, as if they had been so from the start; and what is done to the dict is done to
the attributes. Where that cannot be told, it is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from sct.errors import SideEffectError
from sct.runtime.callers.own_attributes import own_place
from sct.runtime.callers.sources import AttrSource, Source
from sct.runtime.state.cells import ABSENT, AttrCell, Transaction
from sct.runtime.texts.kind_names import a_kind

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["check_change", "entered", "leaves_alone", "updated"]


def guard_which(trace: Trace, owner: Any, held: dict[str, Any], source: Source) -> None:
    """Guard which attributes an object had when the function was called; `held` are those that it has now."""
    if _has_lost_any(trace, owner):
        _refuse(trace, owner, "is looked at after an attribute was deleted", "which ones it had is not known any more")
    before = tuple(name for name in held if trace.transaction.original(AttrCell(owner, name)) is not ABSENT)
    trace.guards.add("keys", AttrSource(source, "__dict__"), before)


def entered(trace: Trace, owner: Any, held: dict[str, Any], source: Source, lift: Callable[..., Any]) -> dict[str, Any]:
    """The `__dict__` of `owner`, which is found at `source`, as the trace may look at it."""
    if trace.attribute_dicts.get(held) is not None:
        return held
    guard_which(trace, owner, held, source)
    root = trace.transaction
    while root.parent is not None:
        root = root.parent
    for name, content in list(held.items()):
        cell = AttrCell(owner, name)
        if not trace.transaction.touched(cell):
            lifted = lift(trace, content, own_place(owner, name, source))
            if lifted is not content:
                root.touch(cell)
                held[name] = lifted
    trace.attribute_dicts[held] = owner
    return held


def _has_lost_any(trace: Trace, owner: Any) -> bool:
    region: Transaction | None = trace.transaction
    while region is not None:
        changed = [(cell, now) for cell, _, now in region.changes() if cell.owner is owner]
        if any(isinstance(cell, AttrCell) and now is ABSENT for cell, now in changed):
            return True
        region = region.parent
    return False


def check_change(trace: Any, held: Any) -> None:
    """Before a dict changes in a way that says nothing of attributes, which that of such an object must not."""
    owner = trace.attribute_dicts.get(held)
    if owner is None:
        return
    if owner not in trace.made:
        _refuse(trace, owner, "is changed as a whole", "it is the caller's, whose attributes are set one by one")
    if not any(one is owner for one in trace.items.writing):  # else whoever changes it has seen to that
        trace.doubts.check_write(trace, owner)


def leaves_alone(trace: Trace, owner: Any) -> SideEffectError:
    """For the `__dict__` of an object that is made again where its branch or loop is left, but not with this dict."""
    return SideEffectError(
        f"the __dict__ of {a_kind(owner)} leaves the branch or the loop in which the object was made",
        where=trace.location(),
        why="its attributes are joined one by one there, and the dict would no longer be theirs",
        fix="take the dict where it is used, as in vars(x)",
    )


def _refuse(trace: Any, owner: Any, what: str, why: str) -> NoReturn:
    raise SideEffectError(
        f"the __dict__ of {a_kind(owner)} from outside {what}",
        where=trace.location(),
        why=why,
        fix="set or delete its attributes by name",
    )


def updated(trace: Trace, held: dict[str, Any], name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`held.update(…)` or `held.setdefault(…)` of such a dict, name by name; NotImplemented of any other."""
    from sct.runtime.state.mutation import store_item

    owner = trace.attribute_dicts.get(held)
    if owner is None or name not in ("update", "setdefault"):
        return NotImplemented
    if name == "setdefault":
        if args[0] not in held:
            store_item(trace, held, args[0], args[1] if len(args) > 1 else None)
        return held[args[0]]
    if not all(type(given) is dict for given in args):
        return NotImplemented
    for given in (*args, kwargs):
        for key, value in list(given.items()):
            store_item(trace, held, key, value)
    return None
