"""What a run-time value is, where that follows from constants of the program alone.

Shapes, axes and the like have to be known while the graph is built. They may come in an array, too: one that the
function makes of constants, or a small one of the caller's, whose content then is guarded.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.ir.core import Op, Value
from sct.ops import registry
from sct.ops.registry import Fact
from sct.passes.constants import compute, constant_value

if TYPE_CHECKING:
    from sct.ir.build import Builder
    from sct.runtime.trace import Trace

__all__ = [
    "MOST_BYTES", "can_be_known", "comes_from_inputs", "evaluated", "known_int", "made_of",
    "makers_around", "same_content",
]  # fmt: skip

MOST_BYTES = 1 << 20  # of what is known as a whole, for the sake of its bytes
_MOST_ELEMENTS = 64
_MOST_GIVEN = {"b": 32, "i": 32, "u": 32, "f": 4}  # by kind: shapes, axes and places, or the limits of a range


def can_be_known(value: Any, whole: bool = False) -> bool:
    """Whether programs are made for the content of such an input; `whole`: where nothing else can serve."""
    if not isinstance(value, (np.ndarray, np.generic)):
        return False
    return bool(value.size <= (MOST_BYTES // value.itemsize if whole else _MOST_GIVEN.get(value.dtype.kind, 1)))


def same_content(now: Any, expected: Any) -> bool:
    """Whether an array of the same dtype has the same shape, and the same bits."""
    return bool(now.shape == expected.shape and now.tobytes() == expected.tobytes())


def evaluated(trace: Trace, variable: Any, most: int = _MOST_ELEMENTS) -> Any:
    """The number or array that `variable` is; None if that is known only when the program runs."""
    try:
        found = _Evaluation(trace, most).value(variable.sct_value())
    except _Unknown:
        return None
    return found.copy() if isinstance(found, np.ndarray) else found


def known_int(variable: Any) -> int | None:
    """The int that a number is, for what is no code of sct's (`deque(maxlen=n)`); None if only the run knows."""
    if variable.spec.ndim or variable.spec.dtype.kind not in "biu":
        return None
    known = evaluated(variable.storage.trace, variable)
    return None if known is None else int(known)


def comes_from_inputs(trace: Trace, variable: Any) -> bool:
    """Whether a value is made of what the caller gives, so that it would not be known in an unrolled loop either."""
    rest, seen = [variable.sct_value()], set()
    while rest:
        value = rest.pop()
        op = trace.builder.made_by(value)
        if op is None and value in trace.root.args and value not in trace.callers.contents:
            return True
        seen.add(value)
        rest += [arg for arg in (op.args if op is not None else ()) if arg not in seen]
    return False


def makers_around(trace: Trace) -> dict[Value, Op]:
    """The ops that made what can be used here: those recorded here, and in the blocks around."""
    found: dict[Value, Op] = {}
    builder: Builder | None = trace.builder
    while builder is not None:
        found |= {result: op for op in builder.ops for result in op.results}
        builder = builder.parent
    return found


def made_of(makers: dict[Value, Op], value: Value) -> list[Value] | None:
    """The values that one of these ops makes `value` of; None if it is one with blocks other than an `if`."""
    op = makers[value]
    if op.name != "if":
        return None if op.blocks else list(op.args)
    makers |= {result: inner for block in op.blocks for inner in block.ops for result in inner.results}
    return [*op.args, *(block.results[op.results.index(value)] for block in op.blocks)]


class _Unknown(Exception):
    """A value that only the run knows."""


class _Evaluation:
    def __init__(self, trace: Trace, most: int) -> None:
        self.contents = trace.callers.contents
        self.found: dict[Value, Any] = trace.callers.evaluated if most == _MOST_ELEMENTS else {}
        self.most = most
        self.builder = trace.builder
        self.inner: dict[Value, Op] = {}  # what the taken blocks of branches have made

    def value(self, value: Value) -> Any:
        """What the value is."""
        if value in self.contents:
            return self.contents[value]
        if value not in self.found:
            op = self.inner.get(value) or self.builder.made_by(value)
            if op is None:
                raise _Unknown
            if op.name == "if":
                self.found[value] = self._of_branch(op, value)
            else:
                self._run(op)
        return self.found[value]

    def _of_branch(self, op: Op, value: Value) -> Any:
        """The same of a result of an `if`, whose condition is known, too."""
        block = op.blocks[0 if self.value(op.args[0]) else 1]
        self.inner |= {result: inner for inner in block.ops for result in inner.results}
        return self.value(block.results[op.results.index(value)])

    def _run(self, op: Op) -> None:
        if op.name == "constant":
            values: tuple[Any, ...] | None = (constant_value(op),)
        else:
            definition = registry.get(op.name)
            known = (Fact.PURE | Fact.NEW) & definition.facts
            if op.blocks or not known or Fact.EFFECT in definition.facts:
                raise _Unknown
            if any(_size(result) > self.most for result in op.results):
                raise _Unknown
            values = compute(definition, [self.value(arg) for arg in op.args], dict(op.attrs))
        if values is None or len(values) != len(op.results):
            raise _Unknown
        self.found |= dict(zip(op.results, values, strict=True))


def _size(value: Value) -> int:
    """The number of elements; 0 if it is not known."""
    return math.prod(n if isinstance(n, int) else 0 for n in value.spec.shape)
