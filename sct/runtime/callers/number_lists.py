"""Long lists and tuples of constants among the arguments: guarded as a whole, and one input where they keep changing.

A guard for each of thousands of numbers takes longer than all else. Lists of Python floats or ints whose content has
changed from call to call become arrays: a list of the program's whose items lie in one input.
"""

from __future__ import annotations

import operator
import struct
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.ir.types import ARRAY, PYTHON, Spec
from sct.runtime.callers.sources import ColumnSource, NumbersSource, Source

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = [
    "are_numbers",
    "held_column",
    "held_numbers",
    "input_list",
    "input_table",
    "is_long",
    "kind_of_numbers",
    "kinds_of_columns",
    "width_of_table",
]

LONG = 48  # items of which each is guarded by itself in shorter ones, as long as they have the same length
LONG_TABLE = 12  # the same of lists of tuples, which take more to trace item by item
LEAST = 2  # items of a list whose length keeps changing; shorter ones are known
_CONSTANTS = frozenset((bool, int, float, str, bytes, type(None)))
_CODES = {float: "d", int: "q"}
_WIDEST = 16  # items of each tuple of a table


def is_long(value: Any) -> bool:
    """Whether a list or tuple holds so many constants, and nothing else, that they are guarded together."""
    return type(value) in (list, tuple) and len(value) >= LONG and set(map(type, value)) <= _CONSTANTS


def kind_of_numbers(value: Any) -> Any:
    """Whether a list holds numbers of one type, float or int, that a program can hold: which, or None."""
    if type(value) is not list or len(value) < LEAST:
        return None
    kind = type(value[0])
    return kind if kind in _CODES and are_numbers(value, kind) else None


def are_numbers(value: list[Any], kind: type) -> bool:
    """Whether all items are of this very type, and fit into 64 bits."""
    if list(map(type, value)).count(kind) != len(value):
        return False
    if kind is int:
        try:
            struct.pack(f"{len(value)}q", *value)
        except struct.error:
            return False
    return True


def held_numbers(value: list[Any], kind: type) -> Any:
    """The numbers of a list as an array."""
    return np.frombuffer(struct.pack(f"{len(value)}{_CODES[kind]}", *value), np.float64 if kind is float else np.int64)


def _keeps_changing(trace: Trace, value: Any, source: Source) -> bool:
    """Whether a list is to be an input, as its numbers have been others at each call."""
    if type(value) is not list or not trace.symbolic:
        return False
    where = source.describe()
    return where in trace.symbolic and where not in trace.known


def input_list(trace: Trace, value: list[Any], source: Source) -> Any:
    """What the trace sees in place of a list whose items are one input; None if it has to see the numbers."""
    from sct.runtime.callers.lift import add_input
    from sct.runtime.lists.listing import as_their_list

    kind = kind_of_numbers(value) if _keeps_changing(trace, value, source) else None
    if kind is None:
        return None
    where = source.describe()
    extent = trace.dims.get((where, 0), len(value))
    trace.guards.add("numbers", source, (kind, extent))
    array = held_numbers(value, kind)
    with trace.recording(trace.root):
        made = add_input(trace, NumbersSource(source, kind), array, Spec(array.dtype, (extent,), ARRAY))
        return as_their_list(made)


# -- lists of tuples -----------------------------------------------------------------------------------


def width_of_table(value: Any, least: int = LONG_TABLE) -> int:
    """How many items each of the tuples has, or of the lists, of which a long list consists; 0 if it does not.

    None of them may be there twice.
    """
    if type(value) is not list or len(value) < least or type(value[0]) not in (list, tuple):
        return 0
    width = len(value[0])
    if set(map(type, value)) != {type(value[0])} or set(map(len, value)) != {width} or not 0 < width <= _WIDEST:
        return 0
    kinds = set(map(type, chain.from_iterable(value)))
    return width if kinds <= _CONSTANTS and len(set(map(id, value))) == len(value) else 0


def kinds_of_columns(value: Any, width: int) -> tuple[type, ...] | None:
    """Whether each place of the tuples of a list holds numbers of one type, float or int: which, or None."""
    if type(value) is not list or set(map(type, value)) != {tuple} or set(map(len, value)) != {width}:
        return None
    kinds = tuple(map(type, value[0]))
    fitting = all(kind in _CODES and are_numbers(_column(value, k), kind) for k, kind in enumerate(kinds))
    return kinds if fitting else None


def _column(value: list[Any], place: int) -> list[Any]:
    return list(map(operator.itemgetter(place), value))


def held_column(value: list[Any], place: int, kind: type) -> Any:
    """The numbers at one place of all tuples of a list, as an array."""
    return held_numbers(_column(value, place), kind)


def input_table(trace: Trace, value: list[Any], source: Source) -> Any:
    """What the trace sees in place of a list of tuples, with an input for each of their places; None as above."""
    from sct.runtime.callers.lift import add_input
    from sct.runtime.joins.templates import TNode, TVar
    from sct.runtime.lists.rows import Rows

    width = width_of_table(value, LEAST) if _keeps_changing(trace, value, source) else 0
    kinds = kinds_of_columns(value, width) if width else None
    if kinds is None:
        return None
    where = source.describe()
    extent = trace.dims.get((where, 0), len(value))
    trace.guards.add("columns", source, (kinds, extent))
    columns, numbers = [], []
    with trace.recording(trace.root):
        for k, kind in enumerate(kinds):
            array = held_column(value, k, kind)
            given = add_input(trace, ColumnSource(source, k, kind), array, Spec(array.dtype, (extent,), ARRAY))
            columns.append(given.astype(array.dtype))
            numbers.append(TVar(Spec(array.dtype, (), PYTHON)))
        return trace.note_new([Rows(TNode(tuple, None, tuple(numbers)), tuple(columns))])
