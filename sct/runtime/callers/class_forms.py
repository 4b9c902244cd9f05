"""What Python asks the user's classes for without a name in the source: their order, and their special methods.

`o == 3`, `if o:`, `o.n = 1`, `x in o` and `o.method` of a base find what the classes of the objects have, or that they
have nothing. A class may be given a special method, or other bases, between two calls, so for each class that guards
name, one more guard has its form. Names that the source has are guarded one by one, where they are read.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from sct.runtime.callers.sources import ConstSource
from sct.runtime.ignore import is_ignored_class
from sct.runtime.state.cells import IdentityMap, is_python_class
from sct.runtime.state.class_content import is_special

if TYPE_CHECKING:
    from sct.runtime.layers.guards import Guard, Guards

__all__ = ["Form", "dicts_of", "guard_forms", "same_form"]

Form = tuple[tuple[tuple[type, ...], ...], tuple[tuple[type, tuple[str, ...], tuple[tuple[str, Any], ...]], ...]]
"""The orders of a class and of its metaclass; for each of the user's in them all names, and what special ones hold."""

_name_of = itemgetter(0)


def guard_forms(guards: Guards, made: IdentityMap) -> None:
    """Guard the forms of the classes that other guards name, but for those that are `made` at each call."""
    for kind in _classes(list(guards)):
        if kind not in made and _may_change(kind):
            guards.add("form", ConstSource(kind, f"class {kind.__qualname__}"), _form_of(kind))


def same_form(kind: type, form: Form) -> bool:
    """Whether a class still has the form."""
    orders, parts = form
    mine, meta = _orders(kind)
    if not ((mine is orders[0] or _are_same(mine, orders[0])) and (meta is orders[1] or _are_same(meta, orders[1]))):
        return False
    for cls, names, special in parts:
        held = vars(cls)
        if tuple(held) != names and tuple(map(_name_of, _special(cls))) != tuple(map(_name_of, special)):
            return False
        if not all(held[name] is value or _are_names(held[name], value) for name, value in special):
            return False
    return True


def dicts_of(form: Form) -> Iterator[dict[str, Any]]:
    """The dicts in which the classes hold their names, of which Python itself shows views only."""
    for cls, _, _ in form[1]:
        yield from (held for held in gc.get_referents(vars(cls)) if type(held) is dict)


def _form_of(kind: type) -> Form:
    orders = _orders(kind)
    users = [cls for order in orders for cls in order if _may_change(cls)]
    return orders, tuple((cls, tuple(vars(cls)), _special(cls)) for cls in users)


def _orders(kind: type) -> tuple[tuple[type, ...], ...]:
    return type.__dict__["__mro__"].__get__(kind), type.__dict__["__mro__"].__get__(type(kind))


def _special(cls: type) -> tuple[tuple[str, Any], ...]:
    return tuple([item for item in vars(cls).items() if is_special(item[0])])


def _are_names(one: Any, other: Any) -> bool:
    """Whether both are the same names in a tuple: `__slots__`, say, of a class of another process."""
    both = (one, other)
    return all(type(names) is tuple and all(type(name) is str for name in names) for names in both) and one == other


def _are_same(some: Iterable[Any], others: Iterable[Any]) -> bool:
    """Whether these are the same objects, whatever they say they are equal to."""
    mine, yours = list(map(id, some)), list(map(id, others))
    return mine == yours


def _may_change(kind: type) -> bool:
    return is_python_class(kind) and not is_ignored_class(kind)


def _classes(guards: Iterable[Guard]) -> list[type]:
    found = IdentityMap()
    for guard in guards:
        held = guard.source.value if isinstance(guard.source, ConstSource) else None
        for one in (held, guard.expected if guard.kind in ("type", "identity") else None):
            if isinstance(one, type):
                found[one] = True
    return [kind for kind, _ in found.items()]
