"""Functions, bound methods and partials from outside that are made anew for each call, known by what they are made of.

A lambda in a call is another object each time, of the same code. Where an argument leads to it, its code, globals,
defaults and closure are guarded in place of the object itself: another one of the same parts will do, and a number in
its closure is as good as one among the arguments. Which object it is, is guarded where the function asks for that.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from itertools import combinations
from types import BuiltinFunctionType, CellType, FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.runtime.callers.callers_attributes import entered
from sct.runtime.callers.sources import (
    ArgSource,
    AttrSource,
    ClosureSource,
    Constants,
    ConstSource,
    FreeSource,
    ItemSource,
    OwnSource,
    Source,
)
from sct.runtime.ignore import is_ignored_class, is_ignored_function, is_marked
from sct.runtime.rolling.alike_functions import check_alike
from sct.runtime.state.cells import AttrCell, FreeCell, GlobalCell

if TYPE_CHECKING:
    from sct.runtime.callers.found import Found
    from sct.runtime.trace import Trace

__all__ = [
    "attribute_of", "calls_library", "cell_place", "cell_source", "guarded_by_parts", "note_callables",
    "note_identity", "note_kept", "note_object", "note_text", "relations", "variable_place",
]  # fmt: skip

Lift = Callable[["Trace", Any, Source], Any]
_WORDS = ("__name__", "__qualname__", "__module__", "__doc__")
_CALLABLES = (FunctionType, MethodType, BuiltinFunctionType, functools.partial)
_LIBRARIES = (ModuleType, type, type(None))


def guarded_by_parts(trace: Trace, value: Any, source: Source, lift: Lift) -> bool:
    """Guard a callable by its parts, if an argument leads to it and it has parts that say all; whether it did."""
    if not _of_argument(source):
        return False
    kind = type(value)
    if kind is FunctionType:
        if vars(value) or is_marked(value) or is_ignored_function(value):
            return False
        _guard_function(trace, value, source)
    elif kind is MethodType:
        if type(value.__func__) is not FunctionType or is_marked(value):
            return False
        trace.guards.add("type", source, kind)
        lift(trace, value.__func__, AttrSource(source, "__func__"))
        owner = lift(trace, value.__self__, AttrSource(source, "__self__"))
        trace.code.parted[value] = MethodType(value.__func__, owner)
    elif kind is functools.partial:
        if vars(value):
            return False
        _guard_partial(trace, value, source, lift)
    elif kind is BuiltinFunctionType:
        owner = value.__self__
        if isinstance(owner, _LIBRARIES) or not is_ignored_class(type(owner)) or isinstance(owner, np.generic):
            return False
        trace.guards.add("type", source, kind)
        trace.guards.add("value", AttrSource(source, "__name__"), value.__name__)
        known = lift(trace, owner, AttrSource(source, "__self__"))
        trace.code.parted[value] = value if known is owner else getattr(known, value.__name__)
    else:
        return False
    if value not in trace.code.parted:
        trace.code.parted[value] = value
    return True


def _of_argument(source: Source) -> bool:
    while isinstance(source, (AttrSource, OwnSource, ItemSource, ClosureSource)):
        source = source.parent
    return isinstance(source, ArgSource)


def _guard_function(trace: Trace, fn: FunctionType, source: Source) -> None:
    trace.guards.add("type", source, FunctionType)
    trace.guards.add("code", source, (fn.__code__, fn.__globals__))
    trace.guards.add("length", AttrSource(source, "__dict__"), 0)
    for name in ("__defaults__", "__kwdefaults__"):  # what they hold is read when the function is called
        held, where = getattr(fn, name), AttrSource(source, name)
        if held is None:
            trace.guards.add("identity", where, None)
            continue
        trace.guards.add("type", where, type(held))
        if type(held) is tuple:
            trace.guards.add("length", where, len(held))
        else:
            trace.guards.add("keys", where, tuple(held))


def _guard_partial(trace: Trace, value: functools.partial[Any], source: Source, lift: Lift) -> None:
    args, named = AttrSource(source, "args"), AttrSource(source, "keywords")
    trace.guards.add("type", source, functools.partial)
    trace.guards.add("length", AttrSource(source, "__dict__"), 0)
    trace.guards.add("length", args, len(value.args))
    trace.guards.add("keys", named, tuple(value.keywords))
    inner = lift(trace, value.func, AttrSource(source, "func"))
    values = [lift(trace, x, ItemSource(args, i)) for i, x in enumerate(value.args)]
    keywords = {name: lift(trace, x, ItemSource(named, name)) for name, x in value.keywords.items()}
    trace.code.parted[value] = functools.partial(inner, *values, **keywords)


def cell_source(trace: Trace, cell: CellType, name: str, fn: FunctionType | None = None) -> Source:
    """Where the next call finds a variable of an enclosing function, which `fn` reads or assigns."""
    parent = trace.sources.get(fn) if fn is not None and fn in trace.code.parted else None
    if fn is None or parent is None:
        found: Source = FreeSource(cell, name)
    else:
        found = ClosureSource(parent, fn.__code__.co_freevars.index(name), name)
    known: Source | None = trace.callers.cells.get(cell)
    if known is None:
        trace.callers.cells[cell] = found
        return found
    if found.describe() != known.describe():  # two functions have it
        trace.callers.same_arrays.append((cell_place(found), cell_place(known)))
    return known


def cell_place(source: Source) -> Source:
    """Where the variable itself is, of the source of what it holds."""
    if isinstance(source, ClosureSource):
        return ItemSource(AttrSource(source.parent, "__closure__"), source.place)
    assert isinstance(source, FreeSource)
    return ConstSource(source.cell, source.describe())


def variable_place(trace: Trace, cell: GlobalCell | FreeCell, constants: Constants, found: Found) -> str:
    """What a global name, or a variable of an enclosing function, is assigned as."""
    if isinstance(cell, GlobalCell):
        return f"{constants.name(cell.owner, 'G')}[{cell.name!r}]"
    source = trace.callers.cells.get(cell.owner)
    if isinstance(source, ClosureSource):
        return f"{found.place(cell_place(source))}.cell_contents"
    return f"{constants.name(cell.owner, 'C')}.cell_contents"


def note_identity(trace: Trace, value: Any) -> Any:
    """What the function does depends on which object this is, or one in it; answers it."""
    if type(value) in (tuple, list, dict, frozenset, set):
        for item in (*value, *value.values()) if isinstance(value, dict) else value:
            note_identity(trace, item)
        return value
    source = trace.sources.get(value)
    if source is not None:
        original = trace.callers.originals.get(value)  # of which the trace has a shadow
        trace.guards.add("identity", source, value if original is None else original[0])
    return value


def note_object(trace: Trace, value: Any) -> Any:
    """What the function does depends on which object this is; answers it, the caller's own where there is a shadow."""
    check_alike(value)
    if (original := trace.callers.originals.get(value)) is not None:
        trace.guards.add("identity", original[1], original[0])
        return original[0]
    return note_identity(trace, value)


def attribute_of(trace: Trace, fn: FunctionType, name: str, value: Any, source: Source, lift: Lift) -> Any:
    """`fn.name`, which is `value`, of a function from outside."""
    if name == "__dict__":
        return entered(trace, fn, value, source, lift)
    if trace.transaction.touched(AttrCell(fn, name)):
        return value
    if name in vars(fn) or name in _WORDS:
        return lift(trace, value, AttrSource(source, name))
    note_identity(trace, fn)
    return value


def note_kept(trace: Trace, f: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Any]:
    """The arguments of a function of a library that keeps callables, or looks at them."""
    if f is not functools.partial and getattr(f, "__module__", "") != "builtins":
        for value in (*args, *kwargs.values()):
            if value in trace.code.parted:
                note_identity(trace, value)
    return args, kwargs


def note_text(trace: Trace, value: Any) -> None:
    """Before a text of something known is made: that of some objects says where they lie in memory."""
    shows: Any = type(value)
    if type(value) in (tuple, list, dict, frozenset, set):
        for item in (*value, *value.values()) if isinstance(value, dict) else value:
            note_text(trace, item)
    elif value in trace.code.parted or shows.__repr__ is object.__repr__:
        note_identity(trace, value)


def calls_library(f: Any) -> bool:
    """Whether the code that `f` runs when it is called is a library's."""
    if type(f) is functools.partial:
        return calls_library(f.func)
    function = getattr(f, "__func__", f)
    if type(function) is FunctionType:
        return is_ignored_function(function)
    return is_ignored_class(f if isinstance(f, type) else type(f))


def note_callables(trace: Trace, keys: Iterable[Any]) -> None:
    """The keys of a dict, or the elements of a set, among which callables may be looked for."""
    for key in keys:
        if type(key) is tuple:
            note_callables(trace, key)
        elif type(key) in _CALLABLES:
            trace.code.functions[key] = True


def relations(trace: Trace, constants: Constants) -> list[str]:
    """Conditions between callables, and between the variables that they write: which are one, and which are not."""
    found: list[str] = []
    parted = [(value, trace.sources.get(value).expr(constants)) for value, _ in trace.code.parted.items()]
    for (one, here), (other, there) in combinations(parted, 2):
        if _may_be_one(one, other):
            found.append(f"__s_distinct({here}, {there})")
    for one, here in parted:
        for other, _ in trace.code.functions.items():
            if one is other or (one == other and type(one) is not FunctionType):
                found.append(f"{here} is {constants.name(one)}")
            elif type(one) is not FunctionType and type(other) is type(one):
                found.append(f"{here} != {constants.name(other)}")
            elif _may_be_one(one, other):
                found.append(f"__s_distinct({here}, {constants.name(other)})")
    return found + _between_variables(trace, constants)


def _may_be_one(one: Any, other: Any) -> bool:
    """Whether two callables could be one object at another call, although they are of the same parts."""
    return type(one) is type(other) and (type(one) is not FunctionType or one.__code__ is other.__code__)


def _between_variables(trace: Trace, constants: Constants) -> list[str]:
    found = []
    written = {id(cell.owner) for cell, _, _ in trace.transaction.changes() if isinstance(cell, FreeCell)}
    cells = list(trace.callers.cells.items()) if written else []
    for (one, here), (other, there) in combinations(cells, 2):
        moves = isinstance(here, ClosureSource) or isinstance(there, ClosureSource)
        if moves and (id(one) in written or id(other) in written):
            places = cell_place(here).expr(constants), cell_place(there).expr(constants)
            found.append(f"__s_distinct({', '.join(places)})")
    return found
