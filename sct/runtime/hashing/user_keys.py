"""Keys of dicts and elements of sets that are objects of users' classes with a `__hash__` or `__eq__` of their own.

Python's tables call these methods by themselves, as they were written. What they read has to be guarded, so the
converted ones are called beforehand, and their answers dropped. A table keeps the hash that an element had when it
went in; what leaves a program is made anew, and would have the hash of then.
"""

from __future__ import annotations

import functools
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from sct.errors import Location, SctError, SideEffectError, StaticValueError
from sct.ir.effects import have_effects
from sct.runtime.current import is_variable
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.hashing.set_history import note_step
from sct.runtime.hashing.steady_hashes import note_elements, note_given
from sct.runtime.ignore import is_ignored_class
from sct.runtime.lists.rows import pool_place
from sct.runtime.rolling.alike_functions import check_alike
from sct.runtime.state.bare import items_in, pairs_in
from sct.runtime.state.instances import attributes_of, is_of_attributes, new_instance

if TYPE_CHECKING:
    from sct.runtime.state.cells import Transaction
    from sct.runtime.trace import Trace

__all__ = [
    "OF_ONE_KEY",
    "before_call",
    "check_hashes",
    "hashes_itself",
    "is_decided_by_run",
    "is_hashed_by_users",
    "is_of_users",
    "note_key",
    "note_changed_key",
    "note_keys",
    "note_run_time_key",
    "note_table",
    "says_how_it_is_hashed",
]

_TABLES = (dict, set, frozenset)
_MAKERS = (set, frozenset, dict, Counter, OrderedDict, defaultdict)
OF_ONE_KEY = frozenset(("add", "discard", "get", "pop", "remove", "setdefault", "__contains__", "__delitem__",
                     "__getitem__", "__setitem__", "move_to_end"))  # fmt: skip
"""Methods of dicts and sets whose first argument is a key or an element."""
_VALUES = (int, float, complex, str, bytes, tuple, frozenset)
_PLAIN = frozenset((int, str, float, bool, bytes, type(None)))
_ONE_BY_ONE = 200  # elements; of larger tables all hashes are compared at once


def note_key(trace: Trace, key: Any, table: Iterable[Any] | None = ()) -> None:
    """Before Python's own table takes a key or looks for it; `table`: what it holds, None where it is only hashed."""
    if trace.pools and (place := pool_place(key)) is not None:
        refusal = StaticValueError(
            "an object that several names may stand for is a key, or an element of a set",
            where=trace.location(),
            why="which object it is, is known only when the program runs",
            fix="use a number of it as the key",
        )
        refusal.keyed = place.pool
        raise refusal
    check_alike(key)
    if isinstance(key, _VALUES) and says_how_it_is_hashed(type(key)):
        _ask_value(trace, key)
    if isinstance(key, (tuple, frozenset)):
        for part in items_in(key):
            note_key(trace, part, None if table is None else _parts(table))
    elif is_hashed_by_users(key) and not any(one is key for one in trace.keyed_objects.asked):
        from sct.runtime.hashing.keys import is_run_time_key

        if is_run_time_key(key):  # which no table of Python's is going to take
            return
        trace.keyed_objects.asked.append(key)
        try:
            _ask(trace, key, table)
        finally:
            trace.keyed_objects.asked.pop()


def _parts(table: Iterable[Any]) -> Iterator[Any]:
    for key in table:
        if isinstance(key, (tuple, frozenset)):
            yield from items_in(key)


def note_keys(trace: Trace, keys: Iterable[Any], table: Iterable[Any] = ()) -> None:
    """The same for several."""
    for key in keys:
        note_key(trace, key, table)


def note_table(trace: Trace, made: Any) -> None:
    """The keys of a dict, or the elements of a set, that has just been made."""
    note_keys(trace, made)
    if isinstance(made, set) and not is_hashed(made):
        note_elements(trace, items_in(made))


def before_call(trace: Trace, f: Any, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of a function of Python's own; those that are going to be hashed are noted."""
    owner, name = getattr(f, "__self__", None), getattr(f, "__name__", "")
    if isinstance(owner, _TABLES):
        if isinstance(owner, (set, frozenset)) and not is_hashed(owner):
            note_given(trace, name, args)
        if isinstance(owner, set):
            note_step(trace, owner, name, args)
        if name in OF_ONE_KEY:
            note_keys(trace, args[:1], owner)
            return args
    elif not (isinstance(f, type) and f in _MAKERS) and not (name == "fromkeys" and isinstance(owner, type)):
        return args
    for items in args:
        if type(items) in (list, tuple):
            _note_items(trace, items, f in (dict, OrderedDict) or name == "update", owner)
    return args


def _elements(table: Any) -> Any:
    """The elements or keys, whatever a class of the user's says of them."""
    return (key for key, _ in pairs_in(table)) if isinstance(table, dict) else items_in(table)


def _note_items(trace: Trace, items: Any, may_be_pairs: bool, owner: Any) -> None:
    keys = [x[0] if may_be_pairs and type(x) in (list, tuple) and len(x) == 2 else x for x in items]
    note_keys(trace, keys, [*keys, *_elements(owner)] if isinstance(owner, _TABLES) else keys)


def is_hashed_by_users(key: Any) -> bool:
    """Whether an object is of a user's class that has a `__hash__` or `__eq__` of its own, and can be hashed."""
    return says_how_it_is_hashed(type(key)) and not is_variable(key) and is_of_attributes(key)


def says_how_it_is_hashed(kind: Any) -> bool:
    """The same of its class."""
    if kind in _PLAIN or (kind.__hash__ is object.__hash__ and kind.__eq__ is object.__eq__):
        return False
    return kind.__hash__ is not None and not is_ignored_class(kind)


def hashes_itself(key: Any) -> bool:
    """Whether the class of an object, or of one in a tuple, says how it is hashed."""
    if isinstance(key, (tuple, frozenset)):
        return any(map(hashes_itself, items_in(key)))
    kind: Any = type(key)
    return kind.__hash__ is not object.__hash__ and is_hashed_by_users(key)


def is_of_users(key: Any) -> bool:
    """Whether a key is an object of a user's class, or a tuple with one in it."""
    if isinstance(key, (tuple, frozenset)):
        return any(map(is_of_users, items_in(key)))
    return not is_variable(key) and is_of_attributes(key)


def _ask(trace: Trace, key: Any, table: Iterable[Any] | None) -> None:
    """Call the converted `__hash__` and `__eq__`, for what they read."""
    from sct.runtime.objects.operators import users_method

    hashing, same = users_method(key, "__hash__"), users_method(key, "__eq__")
    if hashing is not None:
        _, more = _tried(trace, key, lambda: _known_hash(hashing, key))
        if more:
            raise _too_much(trace, key)
    if same is not None and table is not None:
        twin = new_instance(type(key), dict(attributes_of(key)))
        found, more = _tried(trace, key, lambda: _answer(same, key, twin))
        if not more and is_variable(found) and _answers_plainly(key, twin):
            bool(found)
        if more and _may_be_compared(key, table):
            raise _too_much(trace, key)


def _ask_value(trace: Trace, key: Any) -> None:
    """Refuse one of a class derived from Python's text, numbers or tuples that does more than answer."""
    from sct.runtime.objects.operators import users_method

    for name, args in (("__hash__", ()), ("__eq__", (key,))):
        method = users_method(key, name)
        if method is not None and _tried(trace, key, functools.partial(_answer, method, key, *args))[1]:
            raise _too_much(trace, key)


def is_decided_by_run(trace: Trace, key: Any) -> bool:
    """Whether only the run knows the hash of an object, or what it equals; not where to ask does more than that."""
    from sct.runtime.objects.operators import users_method

    if any(one is key for one in trace.keyed_objects.asked):  # one of the methods leads to the other
        return False
    twin = new_instance(type(key), dict(attributes_of(key)))
    found = []
    trace.keyed_objects.asked += [key, twin]
    try:
        for name, args in (("__hash__", (key,)), ("__eq__", (key, twin))):
            method = users_method(key, name)
            if method is not None:
                answer, more = _tried(trace, key, functools.partial(_answer, method, *args))
                if more:
                    return False
                found.append(answer)
    finally:
        del trace.keyed_objects.asked[-2:]
    return any(map(is_variable, found))


def _known_hash(hashing: Any, key: Any) -> Any:
    found = _answer(hashing, key)
    if is_variable(found):
        hash(key)  # which asks for the value, or is what it was while the graph is built
        hash(found)
    return found


def _tried(trace: Trace, key: Any, ask: Callable[[], Any]) -> tuple[Any, bool]:
    """What a method of a key answers, and whether it does more, which is undone.

    It may keep what it has found, and put back what it has changed for as long as it runs.
    """
    from sct.runtime.calls.raising import Diverged

    raises = len(trace.plain_raises)
    with trace.region() as region:
        try:
            found, ended = ask(), False
        except Diverged:
            found, ended = None, True
        more = ended or _changes_more(region.transaction, key) or have_effects(region.builder.ops)
        region.transaction.rollback()
    del trace.plain_raises[raises:]
    return found, more


def _changes_more(transaction: Transaction, key: Any) -> bool:
    """Whether a method of a key has changed anything but the key, and what it has made itself."""
    changes = transaction.changes()
    changed = [cell for cell, before, now in changes if now is not before and cell.owner is not key]
    return not all(map(transaction.is_own, changed))


def _may_be_compared(key: Any, table: Iterable[Any]) -> bool:
    """Whether Python would compare a key with another one, of the same hash."""
    return any(one is not key and type(one) is type(key) and hash(one) == hash(key) for one in table)


def note_run_time_key(trace: Trace, kind: type) -> None:
    """An object of this class is a key that only the run knows: the program keeps what it holds, not its hash."""
    trace.keyed_objects.classes[kind] = trace.location()
    _check_unchanged(trace, kind)


def note_changed_key(trace: Trace, kind: type) -> None:
    """An object of a class that says how it is hashed is changed after it was made."""
    trace.keyed_objects.remade[kind] = trace.location()
    _check_unchanged(trace, kind)


def _check_unchanged(trace: Trace, kind: type) -> None:
    if kind in trace.keyed_objects.classes and kind in trace.keyed_objects.remade:
        raise SideEffectError(
            f"objects of the class {kind.__name__} are keys that only the run knows, and are changed",
            where=trace.keyed_objects.remade.get(kind),
            why="Python keeps the hash that a key had when it went in; the program looks at what it holds now",
            fix="make a new object instead, or use a tuple of its numbers as the key",
        )


def _too_much(trace: Trace, key: Any) -> SideEffectError:
    return SideEffectError(
        f"a {type(key).__name__} is a key or an element of a set, and to hash or compare it does more than that",
        where=trace.location(),
        why="Python does so as often as its table needs it, while the graph is built",
        fix="let __hash__ and __eq__ only compute their answer",
    )


def _answer(method: Any, *args: Any) -> Any:
    from sct.runtime.call import convert_call

    try:
        return convert_call(method)(*args)
    except SctError:
        raise
    except Exception:  # Python raises it where it calls the method itself
        return None


def _answers_plainly(key: Any, twin: Any) -> bool:
    """Whether Python's own call sees no run-time value where the converted one does: what it says is not guarded."""
    plain: Any = type(key).__eq__
    try:
        return not is_variable(plain(key, twin))
    except Exception:  # it asks for the value, as it will when it is called
        return False


# -- the hashes that a table keeps ---------------------------------------------------------------------


def check_hashes(trace: Trace, table: Any, where: Location | None = None) -> None:
    """Refuse a dict or set with an element that has changed since it went in."""
    if not isinstance(table, _TABLES) or not any(map(hashes_itself, _elements(table))):
        return
    try:
        found = _changed(table)
    except SctError as error:
        raise _refusal(trace, next(filter(hashes_itself, table)), where) from error
    if found is not None:
        raise _refusal(trace, found, where)


def _refusal(trace: Trace, key: Any, where: Location | None) -> SideEffectError:
    while isinstance(key, (tuple, frozenset)):
        inside = list(filter(hashes_itself, items_in(key)))
        key = next((x for x in inside if x in trace.keyed_objects.written), inside[0])
    return SideEffectError(
        f"a {type(key).__name__} has changed since it became a key or an element of a set: its hash is another one",
        where=trace.keyed_objects.written.get(key) or where or trace.where,
        why="Python's table keeps the hash of then, and a table that is made anew would not have it",
        fix="take it out before it is changed, and put it in again",
    )


class _Hashed:
    """What has a given hash."""

    def __init__(self, key: Any) -> None:
        self.number = hash(key)

    def __hash__(self) -> int:
        return self.number


def _changed(table: Any) -> Any:
    """A key whose hash is not the one that the table has kept; None if there is none."""
    if isinstance(table, OrderedDict):
        return next((key for key in table if key not in table), None)
    kept: Any = set(dict.copy(table) if isinstance(table, dict) else table)  # with the hashes of the table
    if len(kept) > _ONE_BY_ONE:
        same = hash(frozenset(kept)) == hash(frozenset(map(_Hashed, kept)))
        return None if same else next(filter(hashes_itself, kept))
    while kept:
        rest = kept.copy()
        key = rest.pop()
        if hash(frozenset(kept - rest)) != hash(frozenset([_Hashed(key)])):  # of its one element, as it is kept
            return key
        kept = rest
    return None
