"""`f(*xs)` where only the running program knows how many items `xs` has."""

from __future__ import annotations

import builtins
import functools
import itertools
import math
from collections.abc import Callable
from inspect import CO_VARARGS
from types import FunctionType, MethodType
from typing import Any

from sct.ir.types import ARRAY
from sct.runtime.calls.raising import raise_later
from sct.runtime.control_flow import select
from sct.runtime.current import has_spec, is_variable
from sct.runtime.iteration.displays import display, listed
from sct.runtime.iteration.length_hints import with_room
from sct.runtime.iteration.taken_whole import whole
from sct.runtime.iteration.unpacking import is_one_of_several
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.leaf_forms import array_leaves, holds_containers
from sct.runtime.joins.templates import TNode, has_rows
from sct.runtime.lists import growing
from sct.runtime.lists.rows import Variants, marker_of
from sct.runtime.numbers.python_sequences import hypot_of_list
from sct.runtime.texts.kind_names import type_name
from sct.runtime.trace import Trace

__all__ = ["Spreads"]


class Spread:
    """What stands for the items among the arguments of a call."""

    def __init__(self, items: Any) -> None:
        self.items = items


class Spreads:
    """What converted code asks for a call with stars."""

    trace: Trace
    iter: Callable[[Any], Any]

    def spread(self, items: Any) -> Any:
        """What comes after a star among the arguments."""
        items = whole(self.trace, with_room(self.trace, items))
        if not growing.is_growing(items) and growing.may_be_unknown(items):
            items = listed(items)
        if has_spec(items) and items.spec.kind != ARRAY:
            refused = TypeError(f"Value after * must be an iterable, not {type_name(items)}")
            vars(refused)["sct_by_value"] = True  # in other words where nothing is before the star
            raise refused
        unknown = is_one_of_several(items) or (isinstance(items, (list, tuple)) and growing.is_growing(items))
        return (Spread(items),) if unknown else self.iter(items)

    def spreading(self, f: Any) -> Any:
        """The function that is called."""
        return functools.partial(_call, self.trace, f)


Parts = list[tuple[bool, Any]]


def _call(trace: Trace, f: Any, /, *args: Any, **kwargs: Any) -> Any:
    """`f(*args, **kwargs)`, where there may be a Spread among the arguments."""
    if not any(type(x) is Spread for x in args):
        return _converted(f)(*args, **kwargs)
    if f is builtins.zip and len(args) == 1:
        args = (Spread(_in_rows(trace, args[0].items)),)
    for k, x in enumerate(args):
        marker = marker_of(x.items) if type(x) is Spread else None
        chosen = marker.choice if isinstance(marker, Variants) else x.items if type(x) is Spread else None
        if type(chosen) is Choice:
            before, after = args[:k], args[k + 1 :]
            return chosen.sct_distribute(
                lambda items: _call(trace, f, *before, *_spread(items), *after, **kwargs)  # noqa: B023
            )
    parts: Parts = [(type(x) is Spread, x.items if type(x) is Spread else x) for x in args]
    if isinstance(f, MethodType) and type(f.__func__) is FunctionType:
        return _users(trace, f, parts, kwargs, f.__func__, 1)
    if type(f) is FunctionType:
        return _users(trace, f, parts, kwargs, f, 0)
    if _is_initialised(f):
        return _users(trace, f, parts, kwargs, f.__init__, 1)
    known = _KNOWN.get(f) if getattr(f, "__hash__", None) else None
    if known is None or (kwargs and f not in _NAMED):
        one_by_one = [y for is_many, x in parts for y in (growing.plain(trace, x) if is_many else [x])]
        return _converted(f)(*one_by_one, **kwargs)
    return known(trace, _display(trace, parts), **kwargs)


def _is_initialised(f: Any) -> bool:
    """Whether a call of it gives its arguments to the user's `__init__`, and to nothing else."""
    init = getattr(f, "__init__", None) if type(f) is type else None
    return type(init) is FunctionType and getattr(f, "__new__", None) is object.__new__


def _in_rows(trace: Trace, items: Any) -> Any:
    """A list of one of several lengths, of tuples that hold no objects, as one of run-time length: one `zip` then."""
    if not isinstance(marker_of(items), Variants):
        return items
    rows = growing.as_rows(trace, items)
    if rows is None or not isinstance(rows.item, TNode) or rows.item.kind is not tuple:
        return items
    if holds_containers(rows.item) or any(array_leaves(rows.item)):
        return items
    return growing.made(trace, rows)


def _spread(items: Any) -> Any:
    return (Spread(items),) if growing.is_growing(items) else items


def _converted(f: Any) -> Any:
    from sct.runtime.call import convert_call

    return convert_call(f)


def _display(trace: Trace, parts: Parts) -> list[Any]:
    return display(trace, [*parts, (True, [])] if len(parts) == 1 else parts)


def _users(trace: Trace, f: Any, parts: Parts, kwargs: Any, function: FunctionType, bound: int) -> Any:
    """A call of a function of the user's: what its own parameters do not take are its `*args`."""
    code = function.__code__
    first = next(k for k, (is_many, _) in enumerate(parts) if is_many)
    missing = code.co_argcount - bound - first
    if missing < 0:
        first, missing = code.co_argcount - bound, 0
    named = [x for _, x in parts[:first]]
    rest = _display(trace, parts[first:])
    taken = code.co_varnames[bound + first : bound + first + missing]
    if not missing and code.co_flags & CO_VARARGS:
        many = growing.growing_tuple(trace, rest)
        return _converted(f)(*named, *many, **kwargs)
    if function.__defaults__ or any(name in kwargs for name in taken):
        return _converted(f)(*named, *growing.plain(trace, rest), **kwargs)
    count = growing.length(trace, rest)
    enough = count >= missing if code.co_flags & CO_VARARGS else count == missing
    error = TypeError(f"{f.__qualname__}() was called with as many positional arguments as it does not take")
    select(enough, lambda: None, lambda: raise_later(trace, error))
    named += [growing.get(trace, rest, k) for k in range(missing)]
    many = ()
    if code.co_flags & CO_VARARGS:
        many = growing.growing_tuple(trace, growing.get(trace, rest, slice(missing, None)))
    return _converted(f)(*named, *many, **kwargs)


# -- functions of Python's own -------------------------------------------------------------------------


def _best(function: Any) -> Callable[..., Any]:
    def best(trace: Trace, items: list[Any], **kwargs: Any) -> Any:
        error = TypeError(f"{function.__name__} expected at least 2 arguments, or an iterable")
        select(growing.length(trace, items) > 1, lambda: None, lambda: raise_later(trace, error))
        return _converted(function)(items, **kwargs)

    return best


def _print(trace: Trace, items: list[Any], *, sep: Any = None, **kwargs: Any) -> None:
    from sct.runtime.calls.library_calls import in_the_library

    _converted(print)(in_the_library(trace, "joined", items, " " if sep is None else sep), **kwargs)


def _folded(function: Any, start: int) -> Callable[..., Any]:
    def fold(trace: Trace, items: list[Any]) -> Any:
        from sct.runtime.calls.library_calls import in_the_library

        return in_the_library(trace, "reduce_", function, items, (start,))

    return fold


def _zip(trace: Trace, rows: list[Any], **strict: Any) -> Any:
    """The columns of rows, as many as the shortest of them has; none where there are no rows."""
    from sct.runtime.calls.library_calls import in_the_library

    known = growing.as_rows(trace, rows)
    form = None if known is None else known.item
    if not isinstance(form, TNode) or form.kind not in (list, tuple) or not is_variable(growing.length(trace, rows)):
        return _converted(zip)(*growing.plain(trace, rows), **strict)
    if has_rows(form):
        if strict:
            return _converted(zip)(*growing.plain(trace, rows), **strict)
        made = in_the_library(trace, "columns_of_any", rows)
    else:
        made = in_the_library(trace, "columns", rows, len(form.items))
    return _converted(iter)(made)


_NAMED = (builtins.print, builtins.max, builtins.min, builtins.zip)  # of which keywords are known, too
_KNOWN: dict[Any, Callable[..., Any]] = {
    builtins.max: _best(max),
    builtins.min: _best(min),
    builtins.print: _print,
    builtins.zip: _zip,
    math.gcd: _folded(math.gcd, 0),
    math.lcm: _folded(math.lcm, 1),
    math.hypot: hypot_of_list,
    itertools.chain: lambda trace, items: _converted(itertools.chain.from_iterable)(items),
}
