"""From a Python subscript to the index template and operands of the `getitem` and `setitem` ops."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from types import EllipsisType
from typing import Any

import numpy as np

from sct import ops
from sct.errors import StaticValueError
from sct.ir.types import ARRAY
from sct.ops.bindings.table import spec_of
from sct.ops.index_template import BAD_BOUND, BAD_ENTRY
from sct.runtime import trace as tracing
from sct.runtime.current import has_spec
from sct.runtime.iteration.array_likes import answers_itself, as_list
from sct.runtime.joins.choice import Choice
from sct.runtime.layers.caught import leave_to_python
from sct.runtime.lists.pooled_tuples import PooledTuple
from sct.runtime.numpy_functions.beside_arrays import check_names
from sct.runtime.objects.as_python import as_python
from sct.runtime.stand_ins import StandIn
from sct.runtime.state.bare import items_in

__all__ = ["array_of_places", "as_subscript", "as_value", "check_depth", "chosen_index", "is_same_place", "parse_index"]

_ONE = np.zeros(1)

Template = tuple[tuple[Any, ...], ...]


def parse_index(key: Any, trace: tracing.Trace, scalar: bool = False) -> tuple[Template, list[Any]]:
    """The template (see the ops of index.py) and the symbolic operands of a subscript of an array or a `scalar`."""
    operands: list[Any] = []

    def operand(value: Any) -> tuple[str, int]:
        operands.append(value)
        return ("arg", len(operands) - 1)

    def bound(value: Any) -> Any:
        if value is None:
            return None
        if type(value) is Choice and value.number is None and all(map(_is_whole, value.alternatives)):
            from sct.runtime.numbers.numbers_ import index_

            value = index_(trace, value)  # NumPy asks for no more
        if tracing.is_variable(value) and not _is_flat(value):
            return operand(value)
        if not hasattr(type(value), "__index__") or _is_flat(value):
            raise TypeError(BAD_BOUND)
        return as_python(operator.index, value)

    def place(item: Any) -> int:
        try:
            at = operator.index(item)
        except TypeError:  # `__index__ = None`, say
            raise IndexError(BAD_ENTRY) from None
        if not scalar and at.bit_length() > 62:  # not by `abs`, which the user may have patched
            _check_huge((at,) if isinstance(key, tuple) else at)
        return at

    def entry(item: Any) -> tuple[Any, ...]:
        if item is None:
            return ("newaxis",)
        if isinstance(item, EllipsisType):
            return ("ellipsis",)
        if isinstance(item, slice):
            return ("slice", bound(item.start), bound(item.stop), bound(item.step))
        if tracing.is_variable(item):
            return operand(_places(item) if _is_flat(item) else item)
        if isinstance(item, (bool, np.bool_)):
            return operand(trace.lift_array(np.asarray(item)))
        if isinstance(item, (int, np.integer)):
            return ("int", place(item))
        if isinstance(item, np.ndarray):
            return operand(trace.lift_array(item))
        item = as_list(trace, item)
        if tracing.is_variable(item):
            return operand(item)
        if isinstance(item, (list, tuple)):
            return operand(_places(_as_array(item, trace)))
        check_names(item)
        if hasattr(type(item), "__index__"):
            return ("int", place(item))
        if _is_like_array(item):
            from sct.runtime.call import convert_call

            made = convert_call(np.asarray)(item)
            return operand(made.astype(np.intp) if 0 in spec_of(made).shape else _places(made))
        raise IndexError("invalid index to scalar variable." if scalar else BAD_ENTRY)

    items = tuple(items_in(key)) if isinstance(key, tuple) else (key,)
    if any(type(x) is PooledTuple for x in (key, *items)):
        leave_to_python(trace, _of_pool(trace))
    return tuple(entry(item) for item in items), operands


def _of_pool(trace: tracing.Trace) -> StaticValueError:
    return StaticValueError(
        "an array is indexed by a tuple of which only the program knows which one it is",
        where=trace.location(),
        why="it may hold others of its form, and how many there are inside of one another is up to the run",
        fix="take the numbers out of the tuple first: i, j = t",
    )


def _check_huge(key: Any) -> None:
    """Raise what NumPy says of an integer of which it makes no place."""
    try:
        _ = _ONE[key]
    except (IndexError, OverflowError) as error:
        if "out of bounds" not in str(error):
            raise error.with_traceback(None) from None


def _is_whole(x: Any) -> bool:
    return x.spec.dtype.kind in "iu" and not x.spec.ndim if has_spec(x) else isinstance(x, (int, np.integer))


def _is_flat(x: Any) -> bool:
    return has_spec(x) and x.python_type is np.flatiter


def _is_like_array(item: Any) -> bool:
    """Whether NumPy asks an object for an array, or goes through its items, to find places in it."""
    from sct.runtime.texts.text_pieces import FormattedText

    kind: Any = type(item)
    if issubclass(kind, (str, bytes, FormattedText, StandIn)):
        return False
    asked = any(hasattr(kind, name) for name in ("__array__", "__array_interface__"))
    return asked or (hasattr(kind, "__len__") and hasattr(kind, "__getitem__") and not hasattr(kind, "keys"))


def _places(array: Any) -> Any:
    """The array that NumPy has made of a list, whose dtype it minds in other words than that of an array."""
    if type(array) is not Choice and spec_of(array).dtype.kind not in "iub":
        raise IndexError(BAD_ENTRY)
    return array


def as_subscript(trace: tracing.Trace, key: Any, ndim: int) -> Any:
    """A subscript; a tuple of as many items as the run knows, which are columns, is taken for one of each axis."""
    from sct.runtime.lists import growing

    if isinstance(key, tuple) and answers_itself(key):
        from sct.runtime.call import convert_call

        return convert_call(tuple)(key)
    if type(key) is not tuple or not growing.is_growing(key):
        return key
    items: Any = key
    length = growing.length(trace, items)
    if not isinstance(length, int):
        trace.effect("assert", (length == ndim,), {"exception": "sct.errors.StaticValueError", "template": (_OTHER,)})
        length = ndim
    return tuple([growing.get(trace, items, i) for i in range(length)])


_OTHER = "a subscript of as many items as the run knows, of other than one for each axis"


def chosen_index(key: Any) -> tuple[Any, Callable[[Any], Any]] | None:
    """What in a subscript is one of several that make different subscripts of it, and the subscript with one of them.

    That is a Choice with `None`, a slice or a list among its alternatives; numbers and arrays are operands anyway.
    """
    if isinstance(key, tuple):
        for k, item in enumerate(items_in(key)):
            found = chosen_index(item)
            if found is not None:
                return found[0], partial(_replaced, key, k, found[1])
    if isinstance(key, slice):
        found = chosen_index((key.start, key.stop, key.step))
        return None if found is None else (found[0], partial(_slice, found[1]))
    if isinstance(key, Choice) and not all(map(_is_operand, key.alternatives)):
        return key, lambda x: x
    return None


def is_same_place(target: Any, value: Any, index: Template, operands: list[Any]) -> bool:
    """Whether `target[index] = value` writes a view onto itself, as `x[i] += y` ends."""
    if value.storage is not target.storage or len(value.steps) != len(target.steps) + 1:
        return False
    last = value.steps[-1]
    if value.steps[:-1] != target.steps or last.op.name != "getitem" or last.attrs.get("index") != index:
        return False
    numbers = [x.number if type(x) is Choice else x for x in operands]  # what `getitem` takes of several kinds
    if any(x is None for x in numbers):
        return False
    return bool(last.operands == tuple(map(target.storage.trace.value, numbers)))


def _replaced(key: tuple[Any, ...], k: int, inner: Callable[[Any], Any], x: Any) -> tuple[Any, ...]:
    return (*key[:k], inner(x), *key[k + 1 :])


def _slice(bounds: Callable[[Any], Any], x: Any) -> slice:
    return slice(*bounds(x))


def _is_operand(x: Any) -> bool:
    return tracing.is_variable(x) or (isinstance(x, (int, np.integer, np.ndarray)) and not isinstance(x, bool))


def _as_array(items: Any, trace: tracing.Trace) -> Any:
    from sct.runtime.lists import growing

    if growing.is_growing(items):
        return array_of_places(items, trace)
    if _holds_variable(items):
        from sct.ops import bindings

        function = bindings.lookup_binding(np.array)
        assert function is not None
        return function(items)
    array = np.array(items)
    return trace.lift_array(array.astype(np.intp) if array.size == 0 else array)


def array_of_places(items: Any, trace: tracing.Trace) -> Any:
    """The array of a list of run-time length that indexes something."""
    from sct.runtime.lists import growing
    from sct.runtime.lists.row_arrays import array_of_rows
    from sct.runtime.lists.row_search import single_column

    rows = growing.as_rows(trace, items)
    if rows is None:
        return _as_array(list(growing.plain(trace, items)), trace)
    column = single_column(trace, rows)
    are_places = column is not None and column[1].dtype.kind == "i" and column[1].shape == ()
    return array_of_rows(trace, items, rows, np.intp if are_places else None)  # an empty list holds places, too


def _holds_variable(items: Any) -> bool:
    if isinstance(items, (list, tuple)):
        return any(_holds_variable(item) for item in items)
    return tracing.is_variable(items)


def _alike(given: list[Any] | tuple[Any, ...]) -> Any:
    """As many zeros; one for as many items as only the run knows."""
    from sct.runtime.lists import growing

    return type(given)([0] * (1 if growing.is_growing(given) else len(given)))


def as_value(x: Any, value: Any, operands: Any, index: Any) -> Any:
    """What is written under an index: of a list of a user's class, which NumPy does not ask for a single element."""
    if isinstance(value, range):
        return value
    if not answers_itself(value) or _viewed(x, operands, index)[1].kind == ARRAY:
        return as_list(x.storage.trace, value)
    return list(items_in(value))


def _viewed(x: Any, operands: Any, index: Any) -> tuple[Any, Any]:
    """The specs of what an index is made from, and of what it picks."""
    specs = (x.spec, *(spec_of(operand) for operand in operands))
    return specs, ops.get("getitem").specs((), specs, {"index": index})[0]


def check_depth(x: Any, given: Any, value: Any, operands: Any, index: Any) -> None:
    """Raise where a nested list is written to a view with fewer axes: only arrays lose axes of one element."""
    specs, picked = _viewed(x, operands, index)
    if picked.kind != ARRAY:  # NumPy asks the list itself for a number
        try:
            np.zeros(1, x.spec.dtype)[0] = _alike(given) if type(given) in (list, tuple) else given
        except (TypeError, ValueError) as error:
            raise error.with_traceback(None) from None  # the user's, who gave such a list
    if not ops.get("getitem").extras["is_view"](*specs, index=index):
        return
    if 0 < picked.ndim < spec_of(value).ndim:
        raise ValueError(
            f"setting an array element with a sequence. The requested array would exceed the maximum number of "
            f"dimension of {picked.ndim}."
        )
