"""Methods of Python's own lists, dicts, sets, deques and bytearrays."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from typing import Any

from sct.errors import StaticValueError, UnsupportedCallError
from sct.ir.types import PYTHON
from sct.runtime.callers import callers_attributes
from sct.runtime.callers.buffers import reads_buffer
from sct.runtime.callers.owning import owned
from sct.runtime.calls.argument_counts import check_count
from sct.runtime.calls.purity import words
from sct.runtime.current import has_spec, is_variable
from sct.runtime.hashing import hashed, hashed_methods, keys
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.hashing.user_keys import OF_ONE_KEY
from sct.runtime.iteration.asked_lists import taken_by_slice
from sct.runtime.iteration.iterators import check_iterator
from sct.runtime.iteration.taken_whole import OF_ITEMS
from sct.runtime.joins.choice import Choice
from sct.runtime.lists import deques, growing, list_methods
from sct.runtime.lists.comparing import needs_program
from sct.runtime.lists.item_links import writing
from sct.runtime.lists.list_comparing import bare
from sct.runtime.lists.searching import searched
from sct.runtime.lists.windows import as_whole_window
from sct.runtime.pools.object_pools import pooled_dict_method
from sct.runtime.state import attribute_dicts
from sct.runtime.state.bare import ROWS, items_in, speaks_for_itself
from sct.runtime.state.mutation import touch
from sct.runtime.state.settling import settle
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.trace import Trace

__all__ = ["call_container"]

_READING = words(
    """
    copy count index get items keys values union intersection difference symmetric_difference
    isdisjoint issubset issuperset __contains__ __len__ __iter__ __getitem__ __eq__ __ne__ __lt__
    __le__ __gt__ __ge__ __repr__ __str__ __reversed__ __add__ __mul__ __or__ __and__ __sub__
    __xor__ __sizeof__ __class_getitem__ fromkeys __new__ __getattribute__
    """
)
_OF_BYTES = words("index rindex find rfind count extend __iadd__")
_STORING = words("append appendleft insert setdefault get pop __setitem__")


_ASKED = words("__contains__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__")


def _asked(name: str, owner: Any, other: Any) -> Any:
    """What Python's own special method answers, which looks at the items."""
    from sct.runtime.logical import in_
    from sct.runtime.objects import operators

    if name == "__contains__":
        return in_(other, owner)
    kind = next(k for k in ROWS if isinstance(owner, k))
    return operators.compare(name.strip("_"), owner, other) if isinstance(other, kind) else NotImplemented


def _is_counted_later(owner: Any, args: Any, kwargs: Any) -> bool:
    """Whether only the run knows a count, or how many of them are asked for."""
    from sct.runtime.calls.foreign_call import holds_symbolic

    return isinstance(owner, dict) and any(map(holds_symbolic, (owner, args, kwargs)))


def _is_numpys(x: Any) -> bool:
    return has_spec(x) and x.spec.kind != PYTHON


def _is_asked_for_copies(kind: type) -> bool:
    """Whether Python's own `copy` of a dict asks methods of the class."""
    return speaks_for_itself(kind) if issubclass(kind, OrderedDict) else kind.__iter__ is not dict.__iter__  # type: ignore[attr-defined]


def call_container(trace: Trace, f: Any, owner: Any, name: str, args: Any, kwargs: Any) -> Any:
    """Call `f`, the method `name` of `owner`."""
    from sct.runtime.calls.traced_call import convert_traced

    check_count(owner, name, args, kwargs)
    if isinstance(owner, bytearray) and name in _OF_BYTES and any(map(_is_numpys, args)):
        raise StaticValueError(
            f"an array or a number of NumPy's is given to bytearray.{name}()",
            where=trace.location(),
            why="it is taken for the bytes that it holds",
            fix="make a Python number of it, as in int(x), or bytes, as in x.tobytes()",
            of_own_buffers=True,
        )
    if isinstance(owner, (dict, set)) and is_hashed(owner):
        return hashed_methods.call_method(trace, owner, name, args, kwargs)
    if name in OF_ONE_KEY and args and type(args[0]) is Choice:
        return args[0].sct_distribute(lambda key: call_container(trace, f, owner, name, (key, *args[1:]), kwargs))
    if name == "pop" and (held_by := trace.attribute_dicts.get(owner)) is not None:
        return attribute_dicts.pop(trace, held_by, *args)
    updated = callers_attributes.updated(trace, owner, name, args, kwargs)
    if updated is not NotImplemented:
        return updated
    hashes = isinstance(owner, (dict, set))
    if hashes and trace.pools:
        found = pooled_dict_method(trace, owner, name, args, kwargs)
        if found is not NotImplemented:
            return found
    taken = name == "update" or (isinstance(owner, set) and name in OF_ITEMS)
    added = hashes and taken and any(keys.brings_run_time_keys(owner, x) for x in args)
    if added or (hashes and name in OF_ONE_KEY and args and keys.is_run_time_key(args[0])):
        refusal = StaticValueError(
            f"a run-time value was used as a key or element of a {type(owner).__name__}",
            where=trace.location(),
            why="where it belongs is known only when the program runs",
            fix="use an array, or a key that is a Python value",
        )
        hashed.with_run_time_keys(trace, owner, refusal)
    at = bool(args) and name in ("pop", "insert", "rotate", "__getitem__") and is_variable(args[0])
    if isinstance(owner, list):
        if name == "append" and len(args) == 1:
            growing.settle_length(trace, args[0])
            args = (as_whole_window(trace, args[0]),)
        if len(args) == 1 and name in ("index", "count", "remove"):
            at = any(map(needs_program, (*items_in(owner), *args)))
        adds = name in ("extend", "__iadd__") and any(growing.may_be_unknown(x) or type(x) is Choice for x in args[:1])
        if at or adds or growing.is_growing(owner) or (name == "copy" and not args):
            return list_methods.call_method(trace, owner, name, args, kwargs)
    elif isinstance(owner, deque):
        if at or growing.is_growing(owner) or (args and growing.may_be_unknown(args[0])):
            return deques.call_method(trace, owner, name, args)
        asked = len(args) == 1 and name in ("index", "count", "remove")
        if asked and any(map(needs_program, (*items_in(owner), *args))):
            return list_methods.call_method(trace, owner, name, args, kwargs)
    elif name not in _STORING:
        for value in args:
            settle(trace, value)
    if isinstance(owner, list) and not growing.is_growing(owner):
        found = searched(trace, owner, name, args, kwargs)
        if found is not NotImplemented:
            return found
    if name in ("most_common", "elements") and _is_counted_later(owner, args, kwargs):
        return hashed_methods.call_method(trace, owner, name, args, kwargs)
    if name in _ASKED and len(args) == 1 and isinstance(owner, ROWS):
        return _asked(name, bare(trace, owner), bare(trace, args[0]))
    if name == "copy" and isinstance(owner, dict) and _is_asked_for_copies(type(owner)):
        raise UnsupportedCallError(
            f"{a_kind(owner)} is copied, whose class says itself what it holds",
            where=trace.location(),
            why="Python's own copy() asks it, while the graph is built",
            fix="copy it by a method of the class, or with dict(x.items())",
        )
    if name in _READING or (isinstance(owner, bytearray) and reads_buffer(owner, name)):
        return owned(trace, f(*args, **kwargs))
    if name == "__setitem__" and len(args) == 2 and type(args[0]) is slice and isinstance(owner, list):
        args = (args[0], taken_by_slice(trace, owner, args[1]))
    if name == "__init__" or name == "update":
        for value in args:
            if isinstance(value, Iterator):
                check_iterator(trace, value)
    if name == "sort" and kwargs.get("key") is not None:
        kwargs = {**kwargs, "key": convert_traced(trace, kwargs["key"])}
    whose = trace.attribute_dicts.get(owner)
    with writing(trace, owner if whose is None else whose):
        if whose is not None:
            trace.doubts.check_write(trace, whose)
        touch(trace, owner)
        return owned(trace, f(*args, **kwargs))
