"""What was done to a set, step by step: in which order Python goes through it follows from that, and from nothing less.

A set is a table of CPython's: where an element lies depends on what lay there when it came, on what has been taken
out since, and on when the table was made larger. Steps are numbers for a small machine with a stack of sets, lists and
dicts; the elements that they are about come beside them, in order.

>>> order_after([ADD, ADD, ADD, DISCARD, ADD], [1, 9, 17, 9, 25])
[1, 25, 17]
>>> order_after([ADD, NEW, ADD, ADD, METHODS["union"]], [3, 8, 16])
[8, 16, 3]
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from sct.errors import VerifyError
from sct.ir.types import ARRAY, Spec
from sct.ops.hash_tables import Form, elements_of
from sct.ops.infer import PY_INT
from sct.ops.registry import Fact, op

__all__ = ["ADD", "CLEAR", "COPY", "DISCARD", "METHODS", "NEW", "NEW_DICT", "NEW_LIST", "POP"]
__all__ += ["continued", "order_after", "replayed", "set_next", "set_order_after"]

ADD, DISCARD, CLEAR, POP, COPY, NEW, NEW_LIST, NEW_DICT = range(8)
_NAMES = (
    "union", "intersection", "difference", "symmetric_difference", "update", "intersection_update",
    "difference_update", "symmetric_difference_update",
)  # fmt: skip
METHODS = {name: NEW_DICT + 1 + k for k, name in enumerate(_NAMES)}
_METHOD_OF = {code: name for name, code in METHODS.items()}
_MAKERS = {NEW: set, NEW_LIST: list, NEW_DICT: dict}
_INT = np.dtype(np.int64)


def replayed(steps: Iterable[int], elements: Iterable[Any]) -> set[Any]:
    """A set to which all this has been done, from an empty one on."""
    return continued(set(), steps, elements)


def continued(made: set[Any], steps: Iterable[int], elements: Iterable[Any]) -> set[Any]:
    """A set after all this; the same set, if no step makes another one of it."""
    stack: list[Any] = [made]
    coming = iter(elements)
    for code in steps:
        top = stack[-1]
        if code == ADD:
            _put(top, next(coming))
        elif code == DISCARD:
            _own(top).discard(top, next(coming))
        elif code == CLEAR:
            _own(top).clear(top)
        elif code == POP:
            _own(top).pop(top)
        elif code == COPY:
            stack[-1] = top.copy()
        elif code in _MAKERS:
            stack.append(_MAKERS[code]())
        else:
            other = stack.pop()
            made = getattr(stack[-1], _METHOD_OF[code])(other)
            stack[-1] = stack[-1] if made is None else made
    found: set[Any] = stack[0]
    return found


def _own(top: Any) -> Any:
    """The class whose methods change it, whatever one that is derived from `set` has under their names."""
    return set if isinstance(top, set) else type(top)


def _put(top: Any, x: Any) -> None:
    if isinstance(top, set):
        set.add(top, x)
    elif isinstance(top, dict):
        top[x] = None
    else:
        top.append(x)


def order_after(steps: Iterable[int], elements: Iterable[Any]) -> list[Any]:
    """The elements of such a set, in order."""
    return list(replayed(steps, elements))


def _columns_of(operands: tuple[Any, ...], form: Form) -> tuple[list[Any], list[int], list[Any]]:
    """The elements, the steps, and the elements that these are about."""
    half = len(operands) // 2
    return elements_of(form, operands[:half]), operands[half].tolist(), elements_of(form, operands[half + 1 :])


def _check(operands: tuple[Spec, ...]) -> None:
    if len(operands) < 3 or not len(operands) % 2 or operands[len(operands) // 2].dtype != _INT:
        raise VerifyError("the order of a set without elements or steps")


def _set_order_after(*operands: Spec, form: Form) -> Spec:
    _check(operands)
    return Spec(_INT, (operands[0].shape[0],), ARRAY)


@op("set_order_after", infer=_set_order_after, facts=Fact.PURE)
def set_order_after(*operands: Any, form: Form, xp: Any) -> Any:
    """Where each element of a set is, in Python's order: columns of the elements, the steps, and columns for these."""
    elements, steps, about = _columns_of(operands, form)
    places = {x: k for k, x in enumerate(elements)}
    return np.array([places[x] for x in replayed(steps, about)], _INT)


def _set_next(*operands: Spec, form: Form) -> Spec:
    _check(operands)
    return PY_INT


@op("set_next", infer=_set_next, facts=Fact.PURE)
def set_next(*operands: Any, form: Form, xp: Any) -> Any:
    """Where the element is that `pop` takes out of such a set; -1 of an empty one."""
    elements, steps, about = _columns_of(operands, form)
    if not elements:
        return -1
    return elements.index(replayed(steps, about).pop())
