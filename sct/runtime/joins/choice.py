"""A value of which only the run-time knows what it is: None or an array, one of two strings, …

Where two branches leave values that cannot be one array or number, the joined value is a `Choice`: a
run-time index and the alternatives. Whatever is done with it is done with each alternative, under the
index; results that fit together become one value again. So `x is None` is a run-time bool, `x + 1`
raises Python's own TypeError exactly when x is None, and nothing is promoted that Python would not.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.errors import StaticValueError
from sct.ir.types import ARRAY
from sct.runtime import trace as tracing
from sct.runtime.calls.defects import is_own_access, own_attribute
from sct.runtime.current import has_spec, missing
from sct.runtime.hashing.entries import RUN_TIME_ONLY
from sct.runtime.joins.known_alternatives import compared
from sct.runtime.layers.caught import with_none
from sct.runtime.state.cells import ABSENT
from sct.shown import shown

__all__ = ["Choice", "distribute_call", "distribute_op", "is_number"]


class Choice:
    """One of `alternatives`, as `index` (a symbolic Python int) says when the program runs.

    Where they are all one `number`, but of several kinds (`number_kinds`), that is there, too, as a NumPy scalar.
    """

    __slots__ = ("alternatives", "index", "number")
    __sct_symbolic__ = True

    def __init__(self, index: Any, alternatives: list[Any], number: Any = None) -> None:
        object.__setattr__(self, "index", index)
        object.__setattr__(self, "alternatives", alternatives)
        object.__setattr__(self, "number", number)

    def sct_distribute(self, use: Callable[[Any], Any]) -> Any:
        """`use` each alternative where the index says so, and join what comes out."""
        if any(one is ABSENT for one in self.alternatives):
            self._refuse("an attribute that is there")
        return self.sct_each(use)

    def sct_each(self, use: Callable[[Any], Any]) -> Any:
        """`use` each alternative, also that there is nothing."""
        from sct.runtime.control_flow import select

        def from_(i: int) -> Any:
            if i == len(self.alternatives) - 1:
                return use(self.alternatives[i])
            return select(self.index == i, lambda: use(self.alternatives[i]), lambda: from_(i + 1))

        return from_(0)

    def sct_is(self, other: Any) -> Any:
        """`self is other`."""
        from sct.runtime.logical import is_

        return self.sct_distribute(lambda alternative: is_(alternative, other))

    def sct_defined(self, free: bool = False) -> Any:
        """The value itself, where it is bound; the program raises Python's error where it is not."""
        from sct.runtime.state.undefined import Undefined, ld

        if any(isinstance(alternative, Undefined) for alternative in self.alternatives):
            return self.sct_distribute(lambda alternative: ld(alternative, free))
        return self

    def sct_value(self) -> Any:
        """The SSA value, if the alternatives have one in common."""
        joined = self.sct_distribute(lambda alternative: alternative)
        if isinstance(joined, Choice):
            self._refuse("one array or number")
        return current_trace().value(joined)

    def __sct_op__(self, op: Any, args: tuple[Any, ...], attrs: dict[str, Any]) -> Any:
        return current_trace().record(op, args, attrs)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        return distribute_call(getattr(ufunc, method), inputs, kwargs)

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return distribute_call(func, args, kwargs)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        if not is_own_access(sys._getframe(1)):
            return self.sct_attribute(name)
        where = current_trace().location()
        return self.sct_distribute(lambda alternative: own_attribute(alternative, name, where))

    def sct_attribute(self, name: str) -> Any:
        """The attribute of each alternative; also of a name with double underscores that the user wrote."""
        from sct.runtime.callers.reads import read_attribute

        trace = current_trace()
        return self.sct_distribute(lambda alternative: read_attribute(trace, alternative, name))

    def __setattr__(self, name: str, value: Any) -> None:
        from sct.runtime.containers import store_attr

        self.sct_distribute(lambda alternative: store_attr(alternative, name, value))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        from sct.runtime.call import convert_call

        return self.sct_distribute(lambda alternative: convert_call(alternative)(*args, **kwargs))

    def __setitem__(self, key: Any, value: Any) -> None:
        from sct.runtime.containers import store_item

        self.sct_distribute(lambda alternative: store_item(alternative, key, value))

    def __delitem__(self, key: Any) -> None:
        from sct.runtime.containers import del_item

        self.sct_distribute(lambda alternative: del_item(alternative, key))

    def __delattr__(self, name: str) -> None:
        from sct.runtime.containers import del_attr

        self.sct_distribute(lambda alternative: del_attr(alternative, name))

    def _refuse(self, what: str) -> Any:
        kinds = ", ".join(sorted({_kind(alternative) for alternative in self.alternatives}))
        refusal = StaticValueError(
            f"a value that is one of several kinds at run time ({kinds}) was used as {what}",
            where=current_trace().location(),
            why="which one it is is known only when the program runs",
            fix="give the variable the same kind of value on every path, or test it with `is None` first",
        )
        raise missing(refusal)

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        """As `copy.deepcopy` asks for it inside of what it copies; of what never changes there is one only."""
        if all(isinstance(one, (str, bytes, type(None))) or is_number(one) for one in self.alternatives):
            return self
        if not all(has_spec(one) for one in self.alternatives):
            self._refuse("a part of what is copied")
        return self.sct_distribute(lambda alternative: copy.deepcopy(alternative, memo))

    def __hash__(self) -> int:
        self._refuse("a key of a dict or an element of a set")
        return 0

    def __bool__(self) -> bool:
        self._refuse("a truth value in code that sct does not convert")
        return False

    def __index__(self) -> int:
        self._refuse("an index")
        return 0

    def __iter__(self) -> Any:
        self._refuse("something to iterate over")

    def __len__(self) -> int:
        self._refuse("something with a length")
        return 0

    def __repr__(self) -> str:
        return f"<one of {', '.join(map(_kind, self.alternatives))}, {RUN_TIME_ONLY}"


def _kind(value: Any) -> str:
    if tracing.is_variable(value):
        return str(value.spec) if has_spec(value) else repr(value)
    if isinstance(value, (str, bool, int, float, complex, type(None))):
        return shown(value)
    return type(value).__name__


def current_trace() -> tracing.Trace:
    """The trace that a symbolic value needs around it."""
    trace = tracing.current()
    if trace is None:
        raise StaticValueError(
            "a symbolic value is used outside of the call that made it",
            why="it was kept in an object or global while the graph was built",
            fix="return it from the static function instead",
        )
    return trace


def distribute_call(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call `function` once for each alternative of the first Choice among its arguments."""
    from sct.runtime.call import convert_call
    from sct.runtime.numbers.number_kinds import called

    made = called(function, args, kwargs)
    if made is not NotImplemented:
        return made
    at = next((i for i, arg in enumerate(args) if isinstance(arg, Choice)), None)
    if at is not None:
        use = with_none(lambda x: convert_call(function)(*args[:at], x, *args[at + 1 :], **kwargs))
        return args[at].sct_distribute(use)
    key = next((k for k, arg in kwargs.items() if isinstance(arg, Choice)), None)
    if key is not None:
        return kwargs[key].sct_distribute(with_none(lambda x: convert_call(function)(*args, **{**kwargs, key: x})))
    return convert_call(function)(*args, **kwargs)


def distribute_op(op: Any, args: tuple[Any, ...], attrs: dict[str, Any]) -> Any:
    """Record an op once for each alternative of the first Choice among its operands; once, if they are alike."""
    from sct.runtime.numbers.number_kinds import alike

    same = alike(op, args, attrs)
    if same is not None:
        return op(*same, **attrs)
    at = next(i for i, arg in enumerate(args) if isinstance(arg, Choice))
    return args[at].sct_distribute(with_none(lambda x: op(*args[:at], x, *args[at + 1 :], **attrs)))


def is_number(x: Any) -> bool:
    """Whether this is a number of Python's or NumPy's, known or not."""
    if has_spec(x):
        return bool(not x.spec.ndim and x.spec.kind != ARRAY)
    return type(x) in tracing.NUMBERS or isinstance(x, np.generic)


def _in_one_piece(name: str, *operands: Any) -> Any:
    """An operator on one number of several kinds, if all of them make the same of it; else NotImplemented."""
    if all(x.number is None for x in operands if type(x) is Choice):
        return NotImplemented
    from sct.runtime.numbers.number_kinds import operate

    return operate(name, *operands)


def _install() -> None:
    def binary(name: str, swapped: bool) -> Any:
        def method(self: Choice, other: Any) -> Any:
            from sct.runtime.objects import operators

            made = _in_one_piece(name, *((other, self) if swapped else (self, other)))
            if made is not NotImplemented:
                return made
            if swapped:
                return self.sct_distribute(with_none(lambda x: operators.binary(name, other, x)))
            return self.sct_distribute(with_none(lambda x: operators.binary(name, x, other)))

        return method

    def comparison(name: str) -> Any:
        def method(self: Choice, other: Any) -> Any:
            from sct.runtime.objects import operators

            made = compared(name, self, other)
            made = _in_one_piece(name, self, other) if made is NotImplemented else made
            if made is not NotImplemented:
                return made
            return self.sct_distribute(with_none(lambda x: operators.compare(name, x, other)))

        return method

    def item(self: Choice, key: Any) -> Any:
        from sct.runtime.lists.growing import get, is_growing
        from sct.runtime.lists.pooled_tuples import as_opened

        trace = current_trace()
        return self.sct_distribute(lambda x: get(trace, x, key) if is_growing(x) else as_opened(x)[key])

    def unary(name: str) -> Any:
        def method(self: Choice) -> Any:
            from sct.runtime.objects import operators

            made = _in_one_piece(name, self)
            return self.sct_distribute(lambda x: operators.unary(name, x)) if made is NotImplemented else made

        return method

    for name in [
        "add",
        "sub",
        "mul",
        "truediv",
        "floordiv",
        "mod",
        "pow",
        "matmul",
        "and_",
        "or_",
        "xor",
        "lshift",
        "rshift",
    ]:
        plain = name.rstrip("_")
        setattr(Choice, f"__{plain}__", binary(plain, False))
        setattr(Choice, f"__r{plain}__", binary(plain, True))
    for name in ["lt", "le", "gt", "ge", "eq", "ne"]:
        setattr(Choice, f"__{name}__", comparison(name))
    setattr(Choice, "__getitem__", item)  # noqa: B010  as the others; mypy takes the other form for a generic class
    for name in ["neg", "pos", "abs", "invert"]:
        setattr(Choice, f"__{name}__", unary(name))


_install()
