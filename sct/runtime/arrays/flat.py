"""`x.flat`: the elements of an array in C order, read and written by one index, and an iterator over them."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from sct import ops
from sct.errors import SctError, StaticValueError, UnsupportedOpError
from sct.ir.types import PYTHON
from sct.runtime.arrays.flat_keys import flat_key
from sct.runtime.arrays.indexing import parse_index
from sct.runtime.arrays.storage import ViewStep
from sct.runtime.arrays.views import view_of
from sct.runtime.current import has_spec
from sct.runtime.iteration.array_likes import as_list
from sct.runtime.iteration.steps import Steps
from sct.runtime.lists.converted_items import nested
from sct.runtime.numpy_functions.numpy_signatures import stand_in
from sct.runtime.numpy_functions.reads_again import check_values_apart
from sct.runtime.objects.operator_functions import FUNCTIONS
from sct.runtime.variable import Variable

__all__ = ["FlatVariable"]


class FlatVariable(Variable):
    """What `x.flat` answers: it reads as a vector, and writes into the array wherever that is."""

    __slots__ = ("_array", "_where", "sct_steps")

    def __init__(self, array: Variable) -> None:
        trace = array.storage.trace
        op = ops.get("ravel")
        spec = trace.builder.op("ravel", (array.sct_value(),), {})[0].spec
        super().__init__(array.storage, (*array.steps, ViewStep(op, (), {})), spec)
        self._array, self._where = array, trace.location()
        elements = Variable(self.storage, self.steps, spec)
        self.sct_steps = Steps(trace, "np.flatiter", self.shape[0], elements.__getitem__)

    def sct_passing(self) -> SctError:
        """Why it cannot leave the branch or iteration that it was made in."""
        return StaticValueError(
            "an x.flat is used that was made in a branch or loop before",
            where=self._where,
            why="it is an iterator, and which one it is would be known only when the program runs",
            fix="choose the array there, and ask for its .flat afterwards",
        )

    @property
    def python_type(self) -> type:
        """The type that plain Python would find here."""
        return np.flatiter

    def __iter__(self) -> Any:
        return self.sct_steps

    def __getitem__(self, key: Any) -> Any:
        plain = Variable(self.storage, self.steps, self.spec)
        with self.storage.trace.handling.apart():  # NumPy has other words for it than of an array
            chosen = plain[flat_key(key, self.spec)]
        self.sct_steps.rewind()
        return ops.get("copy")(chosen) if chosen.spec.kind == "array" else chosen

    def __setitem__(self, key: Any, value: Any) -> None:
        trace = self.storage.trace
        self._array.sct_check_writable()
        index, operands = parse_index(flat_key(key, self.spec, is_written=True), trace)
        value = as_list(trace, value)
        check_values_apart(self._array, value, "x.flat[...] = ...")
        value = nested(value, self.spec.dtype) if isinstance(value, (list, tuple)) else value
        new = ops.get("flat_set")(self._array, value, *operands, index=index)
        self._array.sct_assign(trace.value(new))
        self.sct_steps.rewind()

    def sct_array(self) -> Variable:
        """What NumPy makes of it: a view where the array lies in C order, else a copy that may not be written to."""
        from sct.runtime.arrays.array_attributes import is_writeable

        made: Variable = view_of(self.storage.trace, self._array, self.steps[-1], self.spec)
        if made.storage is not self.storage:
            is_told = not made.storage.untold or not is_writeable(self._array)
            made.storage.frozen = "yes" if is_told else "perhaps"
        return made

    def __getattr__(self, name: str) -> Any:
        if name == "copy":
            return Variable(self.storage, self.steps, self.spec).copy
        if name in ("index", "coords", "base", "__next__"):
            raise UnsupportedOpError(
                f"flatiter.{name} has no static support",
                where=self.storage.trace.location(),
                fix="loop over x.flat, or index it",
            )
        return super().__getattr__(name)


_SAMPLE = np.zeros(1)
_PLAIN = (int, float, complex, bool, str, bytes, list, tuple, dict, set, type(None), np.flatiter)


def _raise(function: Any, a: Any, b: Any) -> None:
    """Raise what Python says of the operands."""
    try:
        function(a, b)
    except TypeError as error:
        raise error.with_traceback(None) from None


def _stand_in(other: Any) -> Any:
    """A plain value of the same type: what is raised is about that."""
    if isinstance(other, FlatVariable):
        return _SAMPLE.flat
    return stand_in(other) if has_spec(other) else other


def _install() -> None:
    """A flatiter has no arithmetic of its own: that of an array on the other side takes it for an array."""

    def binary(name: str, function: Any, symbol: str) -> Any:
        inherited = getattr(Variable, name)

        def method(self: FlatVariable, other: Any) -> Any:
            is_array = type(other) is Variable and other.spec.kind != PYTHON
            if is_array or isinstance(other, (np.ndarray, np.generic)):
                return inherited(self, other)
            plain = _stand_in(other)
            if type(plain) in _PLAIN:
                _raise(function, *((plain, _SAMPLE.flat) if name.startswith("__r") else (_SAMPLE.flat, plain)))
            raise TypeError(f"unsupported operand type(s) for {symbol}: 'numpy.flatiter' and {type(other).__name__!r}")

        return method

    def unary(symbol: str) -> Any:
        def method(self: FlatVariable) -> Any:
            raise TypeError(f"bad operand type for {symbol}: 'numpy.flatiter'")

        return method

    signs = (
        ("add", "+"), ("sub", "-"), ("mul", "*"), ("truediv", "/"), ("floordiv", "//"), ("mod", "%"), ("pow", "**"),
        ("matmul", "@"), ("and", "&"), ("or", "|"), ("xor", "^"), ("lshift", "<<"), ("rshift", ">>"),
        ("divmod", "divmod()"),
    )  # fmt: skip
    for word, sign in signs:
        for name in (f"__{word}__", f"__r{word}__"):
            setattr(FlatVariable, name, binary(name, FUNCTIONS[word], sign))
        if word != "divmod":  # `v += x` makes an array, too
            in_place = binary(f"__{word}__", getattr(operator, f"__i{word}__"), f"{sign}=")
            setattr(FlatVariable, f"__i{word}__", in_place)
    for name, symbol in (("neg", "unary -"), ("pos", "unary +"), ("invert", "unary ~"), ("abs", "abs()")):
        setattr(FlatVariable, f"__{name}__", unary(symbol))


_install()
