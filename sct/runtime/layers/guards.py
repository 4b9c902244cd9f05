"""What must still hold at the next call for a compiled program to be the right one.

A guard compares one thing that the trace read, found again through its `Source`, with what it was.
Values are compared whole and with their type, so 1, True and 1.0, 0.0 and -0.0, a list and a tuple all
differ; NaN equals itself. A hash never decides.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from sct.dtypes import dtype_text, same_dtype
from sct.records import record
from sct.runtime.callers.class_forms import same_form
from sct.runtime.callers.known_nans import first_nans, same_nans, same_nans_in_rows
from sct.runtime.callers.number_lists import LEAST, are_numbers, kind_of_numbers, kinds_of_columns, width_of_table
from sct.runtime.callers.placement import place_of
from sct.runtime.callers.same_constant import is_empty, same_buffer, same_constant, same_items, same_members, same_table
from sct.runtime.callers.sources import Constants, Source
from sct.runtime.joins.known_content import same_content
from sct.runtime.numbers.answered import answered
from sct.shown import shown

__all__ = ["ArrayFacts", "Guard", "Guards", "same_constant"]


@record
class Guard:
    """One condition: `kind` says what is compared, `expected` with what."""

    kind: str  # value | identity | array | type | length | keys | elements | buffer | absent
    source: Source
    expected: Any

    def code(self, constants: Constants) -> list[str]:
        """Python conditions, each of which must be true."""
        e = self.source.expr(constants)
        k = self.expected
        if self.kind == "identity":
            return [f"{e} is {'None' if k is None else constants.name(k)}"]
        if self.kind == "type":
            return [f"type({e}) is {constants.name(k, 'T')}"]
        if self.kind == "value":
            return _value_code(e, k, constants)
        if self.kind == "length":
            return [f"len({e}) == {k}"]
        if self.kind == "at_least":
            return [f"len({e}) >= {k}"]
        if self.kind == "keys":
            return [f"tuple({e}) == {constants.name(k)}", *_key_types(e, k, constants)]
        if self.kind == "elements":
            return [f"{e} == {constants.name(k)}"]
        if self.kind == "constants":  # of a long list or tuple
            items = [f"len({e}) == {len(k)}", f"__s_same_items({e}, 0, {constants.name(k)})"]
            nans = first_nans(k)
            return [*items, f"{constants.name(same_nans)}({e}, {nans})"] if nans else items
        if self.kind == "table":  # of a long list of tuples or lists
            kind, width, flat = k
            length = f"len({e}) == {len(flat) // width}"
            rows = [length, f"{constants.name(same_table)}({e}, {kind.__name__}, {width}, {constants.name(flat)})"]
            nans = first_nans(flat)
            return [*rows, f"{constants.name(same_nans_in_rows)}({e}, {nans})"] if nans else rows
        if self.kind == "columns":  # of a list of tuples, the places of which are inputs
            length = f"len({e}) == {k[1]}" if isinstance(k[1], int) else f"len({e}) >= {LEAST}"
            return [length, f"{constants.name(kinds_of_columns)}({e}, {len(k[0])}) == {constants.name(k[0])}"]
        if self.kind == "numbers":  # of a list that is an input
            length = f"len({e}) == {k[1]}" if isinstance(k[1], int) else f"len({e}) >= {LEAST}"
            return [length, f"{constants.name(are_numbers)}({e}, {k[0].__name__})"]
        if self.kind == "buffer":
            return [f"{constants.name(same_buffer)}({e}, {constants.name(k)})"]
        if self.kind == "ordered":  # of a set: what it gives when it is walked through
            if any(isinstance(item, (tuple, frozenset)) for item in k):
                return [f"__s_same_constant(tuple({e}), {constants.name(k)})"]
            types = tuple(map(type, k))
            return [f"tuple({e}) == {constants.name(k)}", f"tuple(map(type, {e})) == {constants.name(types)}"]
        if self.kind == "members":  # of a dict or set with objects of users' classes, which are these very objects
            return [f"{constants.name(same_members)}(tuple({e}), {constants.name(k)})"]
        if self.kind == "absent":
            scope, name = k
            return [f"{name!r} not in {constants.name(scope, 'G')}"]
        if self.kind == "empty":  # of the cell of a variable
            return [f"{constants.name(is_empty)}({e})"]
        if self.kind in ("shadowed", "unshadowed"):
            owner, _, name = e.rpartition(".")
            return [f"{name!r} {'in' if self.kind == 'shadowed' else 'not in'} {owner}.__dict__"]
        if self.kind == "function":
            code, defaults, keywords = (constants.name(part) if part is not None else "None" for part in k)
            whole = [f"{e}.__code__ is {code}", f"{e}.__defaults__ is {defaults}", f"{e}.__kwdefaults__ is {keywords}"]
            held = [f"{e}.__kwdefaults__[{name!r}] is {constants.name(value)}" for name, value in (k[2] or {}).items()]
            return whole + held
        if self.kind == "code":
            return [f"{e}.__code__ is {constants.name(k[0])}", f"{e}.__globals__ is {constants.name(k[1], 'G')}"]
        if self.kind == "contiguous":
            return [f"{e}.flags.c_contiguous"]
        if self.kind == "writeable":
            return [f"{e}.flags.writeable" if k else f"not {e}.flags.writeable"]
        if self.kind == "longer":
            return [f"{e}.shape[{k}] != 1"]
        if self.kind == "answered":
            _, steps, outcome = k
            return [f"{constants.name(partial(answered, steps))}({e}) == {outcome!r}"]
        if self.kind == "strides":
            return [f"{e}.strides == {k!r}"]
        if self.kind == "place":
            return [f"{constants.name(place_of)}({e}) == {k!r}"]
        if self.kind == "owner":
            return [f"{e}.base is None and {e}.flags.owndata"]
        if self.kind == "content":
            return [f"{constants.name(same_content)}({e}, {constants.name(k)})"]
        if self.kind in ("absent_attr", "present_attr"):
            owner, _, name = e.rpartition(".")
            return [f"{'not ' if self.kind == 'absent_attr' else ''}hasattr({owner}, {name!r})"]
        if self.kind == "classattr":
            name, found = k
            absent = "" if found is not None else f"{name!r} not in {e}.__dict__"
            return [absent or f"{e}.__dict__.get({name!r}) is {constants.name(found)}"]
        if self.kind == "form":
            return [f"__s_same_form({e}, {constants.name(k)})"]
        assert self.kind == "array", self.kind
        return _array_code(e, k, constants)

    def holds(self, scope: dict[str, Any]) -> bool:
        """Evaluate the guard alone, for explanations; `scope` has the call's arguments."""
        constants = Constants(careful=True)
        conditions = self.code(constants)
        helpers = {"__s_same_constant": same_constant, "__s_same_items": same_items, "__s_same_form": same_form}
        names = {**constants.names, **helpers, **scope}
        try:
            return all(bool(eval(c, {"__builtins__": __builtins__}, names)) for c in conditions)
        except Exception:  # the path no longer exists: the guard fails
            return False

    def now(self, scope: dict[str, Any]) -> Any:
        """What stands at the source now; KeyError, AttributeError, … if the path is gone."""
        constants = Constants(careful=True)
        return eval(self.source.expr(constants), {"__builtins__": __builtins__}, {**constants.names, **scope})

    def present(self, scope: dict[str, Any]) -> Any:
        """The same, or None where the path is gone."""
        try:
            return self.now(scope)
        except Exception:
            return None

    def is_number(self, scope: dict[str, Any]) -> bool:
        """Whether a Python number stands where another one of its type stood."""
        return type(self.expected) in (int, float, complex) and type(self.present(scope)) is type(self.expected)

    def is_longer(self, scope: dict[str, Any]) -> bool:
        """Whether a list or deque stands there that has become longer."""
        now = self.present(scope)
        held = self.expected if self.kind == "length" else len(self.expected) if self.kind == "constants" else None
        return held is not None and type(now) in (list, deque) and len(now) > held

    def changed_list(self, scope: dict[str, Any]) -> bool | None:
        """Where a list of numbers has changed, whether it is longer or shorter; None where it is no such list."""
        now = self.present(scope)
        if self.kind in ("table", "columns"):
            return self._changed_table(now)
        if self.kind == "length":
            return True if kind_of_numbers(now) or kinds_of_columns(now, width_of_table(now, LEAST)) else None
        if kind_of_numbers(now) is None:
            return None
        kind, extent = self.expected if self.kind == "numbers" else (kind_of_numbers(list(self.expected)), None)
        if type(now[0]) is not kind:
            return None
        return len(now) != (len(self.expected) if extent is None else extent)

    def _changed_table(self, now: Any) -> bool | None:
        if self.kind == "table":
            kind, width, flat = self.expected
            kinds, extent = tuple(map(type, flat[:width])), len(flat) // width
            if kind is list:  # whose numbers become inputs one by one
                same = width_of_table(now) == width and type(now[0]) is list and tuple(map(type, now[0])) == kinds
                return False if same and len(now) == extent else None
        else:
            kinds, extent = self.expected
        fits = kinds_of_columns(now, len(kinds)) == kinds and len(now) >= LEAST
        return len(now) != extent if fits else None

    def changed_extents(self, scope: dict[str, Any]) -> dict[int, tuple[int, int]] | None:
        """Which extents differ (axis: old and new), if nothing else does and all of them are above 1."""
        try:
            array = self.now(scope)
            facts: ArrayFacts = self.expected
            if type(array) is not np.ndarray or facts.type is not np.ndarray:
                return None
            if not same_dtype(array.dtype, facts.dtype) or array.ndim != len(facts.shape):
                return None
        except Exception:  # the path is gone
            return None
        changed = {}
        for axis, (old, new) in enumerate(zip(facts.shape, array.shape, strict=True)):
            if isinstance(old, int) and old != new:
                changed[axis] = (old, new)
            if (not isinstance(old, int) or old != new) and (new < 2 or (isinstance(old, int) and old < 2)):
                return None
        return changed

    def describe(self, scope: dict[str, Any]) -> str:
        """The guard and what is there now, in the user's words."""
        if self.kind == "absent":
            return f"{self.source.describe()} hides the builtin of that name now"
        if self.kind == "empty":
            return f"{self.source.describe()} has a value now"
        if self.kind in _PRESENCE:  # not to be looked at: the class may answer what the object does not hold
            return f"{self.source.describe()} {_PRESENCE[self.kind]}"
        try:
            now = self.now(scope)
        except Exception:  # shown as such
            return f"{self.source.describe()} is gone"
        what = self.source.describe()
        if self.kind == "classattr":
            return f"{what} was replaced"
        if self.kind == "form":
            return f"{what} was given other bases or special methods"
        if self.kind == "function":
            return f"{what} was given other code or defaults"
        if self.kind == "code":
            return f"{what} has other code"
        if self.kind == "array":
            return f"{what} was {_array_text(self.expected)}, now is {_describe(now)}"
        if self.kind == "type":
            return f"{what} was a {self.expected.__name__}, now is a {type(now).__name__}"
        if self.kind == "owner":
            return f"{what} was no view of another array"
        if self.kind == "content":
            return f"{what} had other elements"
        if self.kind == "longer":
            return f"{what} was longer than 1 on axis {self.expected}"
        if self.kind == "answered":
            return f"a view of {what} was made where it is copied now, or the other way round"
        if self.kind == "writeable":
            return f"{what} was {'not ' * (not self.expected)}writeable"
        if self.kind == "at_least":
            return f"{what} had {self.expected} items or more, now has {len(now)}"
        if self.kind == "length":
            return f"{what} had length {self.expected}, now has {len(now)}"
        if self.kind == "table":
            return f"{what} held other numbers, or other tuples"
        if self.kind == "columns":
            return f"{what} held {self.expected[1]} tuples of numbers of one type each"
        if self.kind == "numbers":
            return f"{what} held {self.expected[1]} numbers of one type"
        if self.kind == "constants":
            return _changed_item(what, self.expected, now)
        if self.kind == "keys":
            return f"{what} had keys {shown(list(self.expected))}, now has {shown(list(now))}"
        return f"{what} was {_describe(self.expected)}, now is {_describe(now)}"


_THERE, _GONE = "was not there, and is now", "is gone"
_PRESENCE = {"shadowed": _GONE, "present_attr": _GONE, "unshadowed": _THERE, "absent_attr": _THERE}


@dataclass(slots=True)
class ArrayFacts:
    """What is guarded of an array: dtype, extents (a Dim where any extent will do), scalar or array."""

    dtype: np.dtype[Any]
    shape: tuple[Any, ...]
    type: type


@dataclass(slots=True)
class Guards:
    """All guards of one trace, in the order in which the trace read."""

    items: list[Guard] = field(default_factory=list)
    _seen: set[tuple[Any, ...]] = field(default_factory=set)

    def add(self, kind: str, source: Source, expected: Any) -> None:
        """Guard one more thing, once."""
        part = expected[0] if kind in ("classattr", "answered") else expected if kind == "longer" else None
        key = (kind, source.expr(self._constants), part)
        if key not in self._seen:
            self._seen.add(key)
            self.items.append(Guard(kind, source, expected))

    def __iter__(self) -> Iterator[Guard]:
        return iter(self.items)

    _constants: Constants = field(default_factory=Constants)


def _value_code(e: str, k: Any, constants: Constants) -> list[str]:
    if k is None or k is True or k is False:
        return [f"{e} is {k}"]
    name = constants.name(k)
    if type(k) in (int, str, bytes):
        return [f"type({e}) is {type(k).__name__}", f"{e} == {name}"]
    if type(k) is float and k == k and k != 0.0:
        return [f"type({e}) is float", f"{e} == {name}"]
    return [f"__s_same_constant({e}, {name})"]


def _key_types(e: str, keys: tuple[Any, ...], constants: Constants) -> list[str]:
    if all(type(k) is str for k in keys):
        return []
    return [f"__s_same_constant(tuple({e}), {constants.name(keys)})"]


def _array_code(e: str, k: ArrayFacts, constants: Constants) -> list[str]:
    conditions = [f"type({e}) is {constants.name(k.type, 'T')}", _dtype_code(e, constants.name(k.dtype, "D"))]
    if k.type is not np.ndarray:
        return conditions
    if all(isinstance(n, int) for n in k.shape):
        conditions.append(f"{e}.shape == {k.shape!r}")
    else:
        conditions.append(f"{e}.ndim == {len(k.shape)}")
        conditions += [f"{e}.shape[{i}] == {n}" for i, n in enumerate(k.shape) if isinstance(n, int)]
    return conditions


def _dtype_code(e: str, name: str) -> str:
    """Native dtypes are nearly always one object, and `is` is fast."""
    same = f"{e}.dtype == {name} and {e}.dtype.num == {name}.num and {e}.dtype.metadata is None"
    return f"{e}.dtype is {name} or {same}"


def _changed_item(what: str, expected: tuple[Any, ...], now: Any) -> str:
    if len(now) != len(expected):
        return f"{what} had length {len(expected)}, now has {len(now)}"
    pairs = enumerate(zip(expected, now, strict=True))
    k, a, b = next((k, a, b) for k, (a, b) in pairs if not same_constant(a, b))
    return f"item [{k}] of {what} was {_describe(a)}, now is {_describe(b)}"


def _array_text(k: ArrayFacts) -> str:
    return f"{dtype_text(k.dtype)}[{', '.join(map(str, k.shape))}]"


def _describe(value: Any) -> str:
    if isinstance(value, (np.ndarray, np.generic)):
        return f"{dtype_text(value.dtype)}[{', '.join(map(str, value.shape))}]"
    if isinstance(value, (bool, int, float, complex, str, bytes, type(None))):
        return shown(value)
    return f"a {type(value).__name__}"
