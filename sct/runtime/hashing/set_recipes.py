"""How a set with run-time elements came to be, where that is not one element after the other.

In which order such a set is walked through, Python's own table says. So one that leaves the function is made as Python
would have made it: of the sets, dicts and lists that it was made of, and of the elements that came later, one by one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sct.runtime.hashing import set_logs
from sct.runtime.hashing.entries import is_hashed, lists_of
from sct.runtime.hashing.set_history import replayed, steps_to
from sct.runtime.lists import growing
from sct.runtime.lists.rows import table_place

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = [
    "copied_in_order",
    "expression",
    "in_order_of",
    "know",
    "note_made",
    "note_update",
    "noted",
    "recipe_of",
    "snapshot",
]

Recipe = tuple[Any, ...]
"""What makes a set: a function of other recipes, what is known, a list, or a set and what it got later."""


def recipe_of(trace: Trace, x: Any) -> Recipe | None:
    """What makes an operand anew as it is now; None where that is not known."""
    from sct.runtime.hashing.hashed import copy_of
    from sct.runtime.hashing.run_time_order import is_shrunk

    if trace.builder is not trace.root:  # what leaves a branch or loop is put together of lists
        return None
    if isinstance(x, (set, dict)) and is_hashed(x):
        items = copy_of(trace, lists_of(x)[0])
        if isinstance(x, dict):
            return ("call", dict.fromkeys, ("list", items)) if type(x) is dict else ("list", items)
        (elements,) = x
        if elements.base is not None:
            recipe, count = elements.base
            return ("later", recipe, items, count)
        if elements.steps is not None and (elements.joined or elements.changes - {"more"}):
            return None  # what is written down says more than which elements it has
        return None if is_shrunk(trace, x) or not elements.ordered else ("call", set, ("list", items))
    if isinstance(x, (set, frozenset)):
        return _known(trace, x) if not trace.callers.originals.get(x) else None
    if type(x) is dict:
        return ("known", dict.fromkeys(x))
    return ("list", copy_of(trace, x)) if isinstance(x, list) else None


def _known(trace: Trace, x: Any) -> Recipe:
    steps = steps_to(trace, x)
    return ("call", replayed, ("known", steps)) if steps is not None else ("call", type(x), ("known", frozenset(x)))


def note_made(trace: Trace, made: Any, function: Callable[..., Any], *operands: Recipe | None) -> Any:
    """A set was made by a function of these; what it gets later is added one by one."""
    if None not in operands and isinstance(made, set) and is_hashed(made):
        know(trace, made, ("call", function, *operands))
    return made


def note_update(trace: Trace, owner: Any, mine: Recipe | None, other: Recipe | None) -> None:
    """A set has got all elements of another set, or all keys of a dict, at once."""
    note_made(trace, owner, _updated, mine, other)


def noted(method: Callable[..., Any], function: Callable[..., Any], in_place: bool = False) -> Callable[..., Any]:
    """A method of a set of which it is noted what its result was made of, or the set itself: by `function`."""

    def call(trace: Trace, owner: Any, *others: Any) -> Any:
        recipes = [recipe_of(trace, x) for x in (owner, *others)]
        log = set_logs.operated(trace, _method_name(function), owner, others) if trace.set_orders.logged else None
        made = method(trace, owner, *others)
        new = owner if in_place else made
        note_made(trace, new, _in_place(function) if in_place else function, *recipes)
        if isinstance(new, set) and is_hashed(new):
            next(iter(new)).quiet = False
            set_logs.made(trace, new, log)
        return made

    return call


_OPERATORS = {
    "__or__": "union", "__and__": "intersection", "__sub__": "difference", "__xor__": "symmetric_difference",
    "__ior__": "update", "__iand__": "intersection_update", "__isub__": "difference_update",
    "__ixor__": "symmetric_difference_update",
}  # fmt: skip


def _method_name(function: Callable[..., Any]) -> str:
    return _OPERATORS.get(function.__name__, function.__name__)


def _in_place(function: Callable[..., Any]) -> Callable[..., Any]:
    return functools.partial(_changed, function)


def _changed(function: Callable[..., Any], made: set[Any], *others: Any) -> set[Any]:
    function(made, *others)
    return made


def know(trace: Trace, made: set[Any], recipe: Recipe | None) -> None:
    """How a set was made that has its elements now."""
    if table_place(made) is not None:  # others may change it under another name
        return
    (elements,) = made
    elements.base = None if recipe is None else (recipe, growing.length(trace, elements.items))


def copied_in_order(trace: Trace, made: Any, source: Any) -> Any:
    """`made`, which is `set(source)`."""
    if trace.set_orders.logged:
        set_logs.made(trace, made, set_logs.copied(trace, source))
    return note_made(trace, made, set, recipe_of(trace, source))


def snapshot(trace: Trace, table: Any) -> Any:
    """A set that is walked through as a set or dict is now."""
    from sct.runtime.hashing.hashed import set_of

    recipe = recipe_of(trace, table)
    if not is_hashed(table):
        steps = steps_to(trace, table) or (("update", (frozenset(table),)),)
        return replayed(steps) if isinstance(table, set) else table
    made = set_of(trace, lists_of(table)[0])
    next(iter(made)).ordered = False
    if trace.set_orders.logged:
        log = set_logs.copied(trace, table) if isinstance(table, dict) else set_logs.log_of(trace, table)
        set_logs.made(trace, made, log)
    know(trace, made, recipe)
    return made


def in_order_of(trace: Trace, made: Any, parts: list[tuple[bool, Recipe | None]]) -> Any:
    """`made`, a display of sets and dicts after stars and of elements, each in a list."""
    recipe: Recipe | None = ("call", set)
    for starred, part in parts:
        recipe = None if recipe is None or part is None else ("call", _updated if starred else _added, recipe, part)
    know(trace, made, recipe)
    return made


def _updated(made: set[Any], other: Any) -> set[Any]:
    made.update(other)
    return made


def _added(made: set[Any], items: list[Any]) -> set[Any]:
    made.update(items)  # a list, of which each goes in by itself
    return made


def _later(made: set[Any], items: list[Any], count: int) -> set[Any]:
    made.update(items[count:])
    return made


def expression(made: set[Any], render: Callable[[Any], str], name: Callable[..., str]) -> str | None:
    """An expression for a set of which it is known how it was made."""
    (elements,) = made
    if elements.base is None:
        return None
    recipe, count = elements.base
    return _text(("later", recipe, elements.items, count), render, name)


def _text(recipe: Recipe, render: Callable[[Any], str], name: Callable[..., str]) -> str:
    kind, *parts = recipe
    if kind == "known":
        return name(parts[0])
    if kind == "list":
        return render(parts[0])
    if kind == "later":
        base, items, count = parts
        return f"{name(_later)}({_text(base, render, name)}, {render(items)}, {render(count)})"
    function, *operands = parts
    return f"{name(function, 'T')}({', '.join(_text(one, render, name) for one in operands)})"
