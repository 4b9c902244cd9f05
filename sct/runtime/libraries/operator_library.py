"""The functions of `operator` while a trace is under way: what instrumented code does for `+`, `[]` and their like."""

from __future__ import annotations

import functools
import operator
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.runtime import containers
from sct.runtime.call import convert_call
from sct.runtime.callers.reads import users_attribute
from sct.runtime.control_flow import truth
from sct.runtime.current import has_kind, has_spec
from sct.runtime.joins.choice import Choice, distribute_call
from sct.runtime.lists.item_reads import read_item
from sct.runtime.logical import in_, is_, is_not, not_
from sct.runtime.numbers import numbers_
from sct.runtime.objects import operators
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import Trace

__all__ = ["GETTERS", "OPERATORS"]

_BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "lshift", "rshift", "xor")
_COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")
_UNARY = ("neg", "pos", "invert")
_JOIN: Any = operator.concat
_SEQUENCES = (list, tuple, str, bytes, bytearray, deque, FormattedText)


def _plain(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda trace, /, *args: function(*args)


def _named(way: Callable[..., Any], name: str) -> Callable[..., Any]:
    return lambda trace, /, *args: way(name, *args)


def _concat(trace: Trace, /, a: Any, b: Any) -> Any:
    """`operator.concat`: `a + b` of two sequences."""
    for x in (a, b):
        if type(x) is Choice:
            return distribute_call(operator.concat, (a, b), {})
    if not isinstance(a, _SEQUENCES):
        return _no_sequence(a, b)
    if isinstance(b, np.ndarray) or has_spec(b):  # which has no word in this: Python's TypeError
        return _JOIN("" if isinstance(a, FormattedText) else type(a)(), _like(b))
    return operators.binary("add", a, b)


def _iconcat(trace: Trace, /, a: Any, b: Any) -> Any:
    """`operator.iconcat`: a list takes the items of anything."""
    if type(a) is Choice:
        return distribute_call(operator.iconcat, (a, b), {})
    if isinstance(a, (list, deque)):
        convert_call(a.extend)(b)
        return a
    return _concat(trace, a, b)


def _like(x: Any) -> Any:
    """Something of the type that plain Python would have."""
    kind = x.python_type if has_kind(x) else type(x)
    return np.empty(0) if issubclass(kind, np.ndarray) else kind()


def _no_sequence(a: Any, b: Any) -> Any:
    return _JOIN(_like(a) if has_kind(a) else a, b)


def _got(trace: Trace, f: Any, /, x: Any) -> Any:
    """`operator.itemgetter(key)(x)`."""
    found = tuple(read_item(trace, x, key) for key in f.__reduce__()[1])
    return found if len(found) > 1 else found[0]


def _attribute_got(trace: Trace, f: Any, /, x: Any) -> Any:
    """`operator.attrgetter("a.b")(x)`."""
    found = tuple(_attribute(trace, x, name) for name in f.__reduce__()[1])
    return found if len(found) > 1 else found[0]


def _attribute(trace: Trace, x: Any, path: str) -> Any:
    return functools.reduce(lambda owner, name: users_attribute(trace, owner, name), path.split("."), x)


def _method_called(trace: Trace, f: Any, /, x: Any) -> Any:
    """`operator.methodcaller(name, …)(x)`."""
    maker, args = f.__reduce__()
    if isinstance(maker, functools.partial):
        (name,), named = maker.args, maker.keywords
    else:
        (name, *args), named = args, {}
    return convert_call(users_attribute(trace, x, name))(*args, **named)


GETTERS: dict[type, Callable[..., Any]] = {
    operator.itemgetter: _got, operator.attrgetter: _attribute_got, operator.methodcaller: _method_called,
}  # fmt: skip
"""What calls of these objects do, with the trace and the object before what they are called with."""


def _truth(trace: Trace, /, x: Any) -> Any:
    return truth(trace, x)


OPERATORS: dict[Any, Callable[..., Any]] = {
    **{getattr(operator, name): _named(operators.binary, name) for name in _BINARY},
    **{getattr(operator, name): _named(operators.compare, name) for name in _COMPARISONS},
    **{getattr(operator, name): _named(operators.unary, name) for name in _UNARY},
    **{getattr(operator, f"{name}_"): _named(operators.binary, name) for name in ("and", "or")},
    **{getattr(operator, n): _plain(getattr(containers, n)) for n in containers.__all__ if n.startswith("i")},
    operator.concat: _concat,
    operator.iconcat: _iconcat,
    operator.getitem: read_item,
    operator.setitem: _plain(containers.store_item),
    operator.delitem: _plain(containers.del_item),
    operator.index: numbers_.index_,
    operator.not_: _plain(not_),
    operator.is_: _plain(is_),
    operator.is_not: _plain(is_not),
    operator.contains: lambda trace, /, container, item: in_(item, container),
    operator.truth: _truth,
}
"""Each function, and what is called in its place, with the trace before the arguments."""
