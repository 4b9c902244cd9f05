"""Equality of items as Python's containers ask for it: `x is y or x == y`, so that a NaN equals itself.

Numbers of the run have no identity. Where two of them may be one object and turn out to be NaN, plain Python answers:
it alone knows which object each of them is.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.errors import SctError
from sct.ir.core import Op, Value
from sct.ir.types import ARRAY
from sct.ops import get, registry
from sct.runtime.current import has_spec, is_variable
from sct.runtime.joins.choice import Choice, is_number
from sct.runtime.layers.caught import with_none
from sct.runtime.lists.rows import pool_place
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import Trace, spec_of_number

__all__ = ["answer", "are_equal", "same_item", "with_fields"]

_ARITHMETIC = ("elementwise", "elementwise_math", "reductions", "python_math", "comparison")
_PYTHONS = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "neg", "abs", "round")
_MADE = ("item", *[f"py_{name}" for name in _PYTHONS])
_DEEP = 16  # writes to an array, one after the other
_TEXT = "NaN beside NaN is compared in a container, which asks first whether they are one object"


def are_equal(trace: Trace, a: Any, b: Any) -> Any:
    """Whether two items are equal: a bool, or a run-time one."""
    from sct.runtime.control_flow import truth

    return truth(trace, answer(trace, a, b))


def same_item(a: Any, b: Any) -> Any:
    """What `are_equal` stands for in Python that is inlined."""
    return a is b or a == b


def answer(trace: Trace, a: Any, b: Any) -> Any:
    """What says whether two items are equal: True, or what `==` answers, whose truth is not asked for yet."""
    from sct.runtime.objects.operators import compare

    if a is b:
        return True
    if _is_chosen(a):
        return a.sct_distribute(with_none(lambda one: answer(trace, one, b)))
    if _is_chosen(b):
        return b.sct_distribute(with_none(lambda one: answer(trace, a, one)))
    if _is_array(a) and _is_array(b):
        return _of_arrays(trace, a, b)
    if pool_place(a) is not None and pool_place(b) is not None and dict not in (type(a), type(b)):
        return _one_or(a, b, lambda: compare("eq", a, b))
    if type(a) is type(b) and _has_own_equality(a, b):
        return _of_objects(trace, a, b)
    if _may_be_one_nan(trace, a, b):
        _leave(trace, [compare("eq", x, x) for x in (a, b)])
    return compare("eq", a, b)


def _one_or(a: Any, b: Any, equal: Callable[[], Any], untold: Callable[[SctError], Any] | None = None) -> Any:
    """True of two things that are one, what `equal` says of others, and `untold` where it cannot be told."""
    from sct.runtime.control_flow import select
    from sct.runtime.logical import is_

    try:
        one = is_(a, b)
    except SctError as error:
        if untold is None:
            raise
        return untold(error)
    return select(one, lambda: True, equal)


def _of_arrays(trace: Trace, a: Any, b: Any) -> Any:
    """What holds of one array need not hold of its elements: they may be NaN, and several have no truth."""
    from sct.runtime.objects.operators import compare

    def untold(error: SctError) -> Any:
        if a.spec.dtype == b.spec.dtype and a.spec.ndim == b.spec.ndim and a.spec.dtype.kind in "fc":
            _leave(trace, [np.all(x == x) for x in (a, b)])
        return compare("eq", a, b)

    return _one_or(a, b, lambda: compare("eq", a, b), untold)


def _has_own_equality(a: Any, b: Any) -> bool:
    """Whether a class of the user's says what is equal, and not its fields do."""
    from sct.runtime.lists.comparing import dataclass_method
    from sct.runtime.objects.operators import users_method

    method = users_method(a, "__eq__")
    return method is not None and dataclass_method(method, (a, b)) is None


def _of_objects(trace: Trace, a: Any, b: Any) -> Any:
    """Objects whose `__eq__` Python asks only where they are two; it may be False of one and itself."""
    from sct.runtime.control_flow import truth
    from sct.runtime.lists.only_comparing import tried
    from sct.runtime.objects.operators import compare

    def untold(error: SctError) -> Any:
        if tried(trace, lambda: truth(trace, compare("eq", a, a)))[1]:
            raise error
        found = truth(trace, compare("eq", a, b))
        if found is not True:
            _leave(trace, [found, compare("eq", a, a)])
        return found

    return _one_or(a, b, lambda: compare("eq", a, b), untold)


def with_fields(trace: Trace, objects: tuple[Any, Any], fields: list[tuple[Any, Any]]) -> Any:
    """Whether two objects that are equal where they are one have fields that are equal, by `==` alone."""
    from sct.runtime.logical import and_
    from sct.runtime.objects.operators import compare

    if not fields:
        return True
    tests = [functools.partial(compare, "eq", a, b) for a, b in fields]

    def equal() -> Any:
        return and_(tests[0](), *tests[1:])

    def untold(error: SctError) -> Any:
        for a, b in fields:
            if (a is b and _may_be_nan(a)) or _may_be_one_nan(trace, a, b):
                _leave(trace, [compare("eq", x, x) for x in (a, b)])
        return equal()

    return _one_or(*objects, equal, untold)


def _leave(trace: Trace, numbers: list[Any]) -> None:
    """Plain Python runs where neither holds no NaN."""
    from sct.runtime.control_flow import truth

    tests = [truth(trace, x) for x in numbers]
    if not any(x is True for x in tests):
        error = {"exception": "sct.errors.StaticValueError", "template": (_TEXT,)}
        trace.effect("assert", (get("py_or")(*tests),), error)


def _is_array(x: Any) -> bool:
    """Whether this is an array that only the run knows."""
    return has_spec(x) and type(x) is not Choice and x.spec.kind == ARRAY


def _is_chosen(x: Any) -> bool:
    """Whether this is one of several things that have an identity."""
    return type(x) is Choice and not all(map(_is_plain, x.alternatives))


def _is_plain(x: Any) -> bool:
    """Whether there is no more to say about what it is one with than that it is equal."""
    return x is None or isinstance(x, (str, bytes, FormattedText)) or is_number(x)


def _may_be_one_nan(trace: Trace, a: Any, b: Any) -> bool:
    for x, y in ((a, b), (b, a)):
        if type(x) is Choice:
            return any(_may_be_one_nan(trace, one, y) for one in x.alternatives)
    if not (_may_be_nan(a) and _may_be_nan(b)) or not (is_variable(a) or is_variable(b)):
        return False
    spec, other = (x.spec if has_spec(x) else spec_of_number(x) for x in (a, b))
    if (spec.dtype, spec.kind) != (other.dtype, other.kind):
        return False
    x, y = trace.value(a), trace.value(b)
    return x is y or not (_is_another(trace, x, y) or _is_another(trace, y, x))


def _is_another(trace: Trace, x: Value, y: Value) -> bool:
    """Whether `x` is made where it is computed, and `y` is too, or was there before."""
    return _is_made(trace, x) and (trace.builder.comes_before(y, x) or _is_made(trace, y))


def _may_be_nan(x: Any) -> bool:
    if not is_number(x):
        return False
    if has_spec(x):
        return bool(x.spec.dtype.kind in "fc")
    return isinstance(x, (float, complex, np.inexact)) and bool(x != x)


def _is_made(trace: Trace, x: Value, deep: int = _DEEP) -> bool:
    """Whether this is a number that is made where it is computed, so that another one is another object."""
    op: Op | None = trace.builder.made_by(x)
    if op is None:
        return False
    if op.name == "constant" or op.name in _MADE or registry.get(op.name).family in _ARITHMETIC:
        return True
    return op.name == "getitem" and _is_users_array(trace, op.args[0], deep)


def _is_users_array(trace: Trace, x: Value, deep: int) -> bool:
    """Whether this is an array of the user's, each item of which is made when it is asked for: no column of a list."""
    while deep and (op := trace.builder.made_by(x)) is not None and op.name == "setitem":
        x, deep = op.args[0], deep - 1
    if op is None:
        return any(x is one for one in trace.root.args)
    return registry.get(op.name).family in (*_ARITHMETIC, "creation")
