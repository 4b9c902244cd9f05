"""`min`, `max`, `sum`, `any` and `all` on symbolic values, in the order and with the ties of Python."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

import numpy as np

from sct import ops
from sct.errors import UnrollLimitError
from sct.ir.types import PYTHON, Dim
from sct.ops.infer import kind_of
from sct.runtime.callers.owning import owned
from sct.runtime.callers.set_order import in_order
from sct.runtime.calls.raising import raise_later
from sct.runtime.control_flow import select, truth
from sct.runtime.current import has_spec, is_variable
from sct.runtime.hashing import run_time_order
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.hashing.frozensets import holds_floats, in_any_order
from sct.runtime.iteration.iterators import check_iterator
from sct.runtime.iteration.steps import Steps
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.iteration.user_iteration import users_iterable
from sct.runtime.iteration.walked_by_callers import gone_through
from sct.runtime.joins.choice import Choice
from sct.runtime.lists import growing
from sct.runtime.lists.pooled_tuples import as_opened
from sct.runtime.lists.row_lists import op_value
from sct.runtime.numbers import float_sums
from sct.runtime.objects import operators
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import NUMBERS, Trace

__all__ = ["all_", "any_", "iterable_of", "max_", "min_", "sum_"]

_FEW = 8  # up to so many items are taken one by one
_NESTED = 100


def min_(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """`min(…)`."""
    return _extreme(trace, min, "lt", args, kwargs)


def max_(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """`max(…)`."""
    return _extreme(trace, max, "gt", args, kwargs)


def _extreme(trace: Trace, function: Any, better: str, args: Any, kwargs: Any) -> Any:
    key = kwargs.get("key")
    if key is not None:
        from sct.runtime.calls.traced_call import convert_traced

        key = convert_traced(trace, key)
    if set(kwargs) - {"key", "default"} or (len(args) != 1 and "default" in kwargs) or not args:
        return function(*args, **kwargs)
    walked: Any = args
    if len(args) == 1:
        args = (in_any_order(trace, args[0], key is not None),)
        if growing.is_growing(args[0]):
            from sct.runtime.lists.growing_builtins import best_of

            return best_of(trace, function, args[0], key, tuple(kwargs[k] for k in ("default",) if k in kwargs))
        if _is_open(args[0]):
            return _open_extreme(trace, function, args[0], key, kwargs)
        if key is None and _is_long(args[0]):
            return _array_extreme(args[0], better == "gt")
        walked = (owned(trace, item) for item in iterable_of(trace, args[0]))
        walked = gone_through(trace, args[0], walked, function.__name__)
    items, keys, rest = [], [], iter(walked)
    for item in rest:  # the next one is looked at when the key of this one is known
        items.append(item)
        keys.append(item if key is None else key(item))
        if key is not None and len(keys) == 1 and _orders_itself(keys[0]) and _are_few(args):
            return _compared_in_turn(better, key, rest, item, keys[0])
    if not items:
        return function([], **kwargs)
    if not any(is_variable(k) or _is_compared_by_user(k) for k in keys):
        best = function(range(len(keys)), key=keys.__getitem__)
        return items[best]
    by_place = key is not None and _are_objects(items)
    what: list[Any] = list(range(len(items))) if by_place else items
    best, best_key = what[0], keys[0]
    for item, k in zip(what[1:], keys[1:], strict=True):
        best, best_key = _better(operators.compare(better, k, best_key), item, k, best, best_key, key is None)
    return growing.get(trace, trace.note_new(items), best) if by_place else best


def _are_few(args: tuple[Any, ...]) -> bool:
    given = args[0] if len(args) == 1 else args
    return not isinstance(given, (list, tuple)) or len(given) <= _FEW


def _compared_in_turn(better: str, key: Any, rest: Iterator[Any], best: Any, best_key: Any) -> Any:
    """The best of these and the `rest`: each key is compared, by a method of the user's, before the next is made."""
    for item in rest:
        k = key(item)
        best, best_key = _better(operators.compare(better, k, best_key), item, k, best, best_key, False)
    return best


def _are_objects(items: list[Any]) -> bool:
    """Whether these are too many, and no numbers, to be told apart as what they are: their places are."""
    plain = (*NUMBERS, tuple, np.generic, np.ndarray, FormattedText)
    return len(items) > _FEW and any(not (is_variable(x) or isinstance(x, plain)) for x in items)


def _is_compared_by_user(key: Any) -> bool:
    """Whether comparing may need the program: by a method of the user's, or item by item."""
    return isinstance(key, (tuple, list, deque, set, FormattedText)) or _orders_itself(key)


def _orders_itself(key: Any) -> bool:
    return any(operators.users_method(key, name) is not None for name in ("__lt__", "__gt__"))


def _better(test: Any, item: Any, k: Any, best: Any, best_key: Any, same: bool) -> tuple[Any, Any]:
    if same:
        chosen = select(test, lambda: item, lambda: best)
        return chosen, chosen
    pair = select(test, lambda: (item, k), lambda: (best, best_key))
    return pair[0], pair[1]


def _is_long(x: Any) -> bool:
    return bool(
        is_variable(x)
        and has_spec(x)
        and x.spec.ndim == 1
        and x.spec.dtype.kind in "biuf"
        and not isinstance(x.spec.shape[0], Dim)
        and x.spec.shape[0] > _FEW
    )


def _is_open(x: Any) -> bool:
    """Whether this is an array of numbers of which only the program knows how many they are."""
    return bool(
        is_variable(x)
        and has_spec(x)
        and x.spec.ndim == 1
        and x.spec.dtype.kind in "biuf"
        and isinstance(x.spec.shape[0], Dim)
    )


def _open_extreme(trace: Trace, function: Any, x: Any, key: Any, kwargs: dict[str, Any]) -> Any:
    """`min` or `max` of an array that may have no items."""
    if key is not None:
        from sct.runtime.comprehension import collect
        from sct.runtime.lists.growing_builtins import best_of

        default = tuple(kwargs[k] for k in ("default",) if k in kwargs)
        return best_of(trace, function, collect(trace, x), key, default)

    def missing() -> Any:
        return kwargs["default"] if "default" in kwargs else raise_later(trace, _no_items(function))

    return select(x.shape[0] == 0, missing, lambda: _array_extreme(x, function is max))


def _no_items(function: Any) -> ValueError:
    """What Python itself says."""
    try:
        function([])
    except ValueError as error:
        return error
    raise AssertionError


def _array_extreme(x: Any, greatest: bool) -> Any:
    """The first best item. A NaN is neither less nor greater: only in the first place it stays."""
    argbest = np.argmax if greatest else np.argmin
    if x.spec.dtype.kind != "f":
        return x[argbest(x)]
    worst = x.spec.dtype.type(-np.inf if greatest else np.inf)
    index = argbest(np.where(np.isnan(x), worst, x))
    return x[select(np.isnan(x[0]), lambda: 0, lambda: ops.get("py_int")(index))]


def iterable_of(trace: Trace, iterable: Any) -> Any:
    """An iterable that is about to be walked through: checked, if its position is state."""
    iterable = as_opened(iterable)
    if isinstance(iterable, np.ndarray):
        return owned(trace, iterable)
    if isinstance(iterable, (dict, set)) and is_hashed(iterable):
        return growing.plain(trace, run_time_order.in_order(trace, iterable))
    iterable = users_iterable(trace, in_order(trace, iterable, matters=False))
    if isinstance(iterable, Iterator) and not isinstance(iterable, Steps):
        check_iterator(trace, iterable)
    return growing.plain(trace, iterable) if growing.is_growing(iterable) else iterable


# -- sum ---------------------------------------------------------------------------------------------


def sum_(trace: Trace, /, iterable: Any, start: Any = 0) -> Any:
    """`sum(iterable, start)`: `start + items[0] + items[1] + …`, rows of an array included."""
    if isinstance(iterable, Choice):
        return iterable.sct_distribute(lambda x: sum_(trace, x, start))
    if isinstance(start, str):
        return sum((), start)
    iterable = in_any_order(trace, iterable, holds_floats(iterable))
    if growing.is_growing(iterable):
        from sct.runtime.lists.growing_builtins import total

        return total(trace, iterable, start)
    iterable = iterable_of(trace, iterable)
    if isinstance(iterable, (SymbolicRange, Steps)) and is_variable(iterable.length):
        iterable.__iter__() if isinstance(iterable, SymbolicRange) else next(iterable)
    if is_variable(iterable) and iterable.spec.ndim:
        length = iterable.shape[0]
        if is_variable(length):
            return select(length == 0, lambda: start, lambda: _total(trace, iterable, start))
        if length > _FEW:
            return _total(trace, iterable, start)
    return float_sums.summed((owned(trace, item) for item in iterable), start)


def _total(trace: Trace, x: Any, start: Any) -> Any:
    """The rows added to `start`, one after the other: for floats that is not what `np.sum` does, which halves."""
    if x.spec.dtype.kind in "biu" and _is_int(start):
        return start + np.sum(x, axis=0, dtype=None if x.spec.dtype.kind == "b" else x.spec.dtype)
    if not (is_variable(start) or isinstance(start, (*NUMBERS, np.generic, np.ndarray))):
        from sct.runtime.iteration.generator_builtins import added_up

        return added_up(trace, x, start)
    kind = kind_of(x.spec.shape[1:])
    return trace.variable(op_value(trace, "list_sum", [trace.value(x), trace.value(start)], kind=kind))


def _is_int(x: Any) -> bool:
    """Whether this is a Python int: NumPy's numbers keep their type beside it."""
    if has_spec(x):
        return bool(x.spec.kind == PYTHON and x.spec.dtype.kind in "bi")
    return isinstance(x, int)


# -- any and all -------------------------------------------------------------------------------------


def any_(trace: Trace, /, iterable: Any) -> Any:
    """`any(iterable)`: a bool; items after the first true one are not looked at."""
    return _quantify(trace, iterable, True)


def all_(trace: Trace, /, iterable: Any) -> Any:
    """`all(iterable)`: a bool; items after the first false one are not looked at."""
    return _quantify(trace, iterable, False)


def _quantify(trace: Trace, iterable: Any, decides: bool) -> Any:
    if isinstance(iterable, Choice):
        return iterable.sct_distribute(lambda x: _quantify(trace, x, decides))
    iterable = in_any_order(trace, iterable)
    if growing.is_growing(iterable):
        from sct.runtime.lists.growing_builtins import quantified

        return quantified(trace, iterable, decides)
    iterable = iterable_of(trace, iterable)
    if is_variable(iterable) and iterable.spec.ndim == 1:
        return truth(trace, (np.any if decides else np.all)(iterable))
    if isinstance(iterable, (list, tuple)):
        folded = _folded(trace, iterable, decides)
        if folded is not None:
            return folded
    return _next_item(trace, iter(iterable), decides, 0)


def _folded(trace: Trace, items: Any, decides: bool) -> Any:
    """Items whose truth cannot raise: one chain of `or`s or `and`s."""
    found: Any = not decides
    name = "py_or" if decides else "py_and"
    for item in items:
        if not is_variable(item):
            if isinstance(item, np.ndarray):
                return None
            if any(operators.users_method(item, name) is not None for name in ("__bool__", "__len__")):
                return None
            if is_hashed(item) or growing.is_growing(item) or not isinstance(known := truth(trace, item), bool):
                return None
            if known is decides:
                return decides
            continue
        if isinstance(item, Choice) or item.spec.ndim:
            return None
        holds = truth(trace, item)
        found = holds if isinstance(found, bool) else ops.get(name)(found, holds)
    return found


def _next_item(trace: Trace, items: Iterator[Any], decides: bool, depth: int) -> Any:
    for item in items:
        holds = truth(trace, item)
        if not is_variable(holds):
            if holds is decides:
                return decides
            continue
        if depth >= _NESTED:
            raise UnrollLimitError(
                f"{'any' if decides else 'all'}() over more than {_NESTED} run-time values",
                where=trace.location(),
                why="each item is looked at only if those before leave the answer open",
                fix="make a list of them first, or use np.any and np.all",
            )
        if decides:
            return select(holds, lambda: True, lambda: _next_item(trace, items, decides, depth + 1))
        return select(holds, lambda: _next_item(trace, items, decides, depth + 1), lambda: False)
    return not decides
