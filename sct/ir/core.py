"""The static graph: frozen, and compared by structure only through its text and hash.

Values and ops have identity: two are the same only if they are the same object. Equality of
whole programs is equality of their canonical text (`sct.ir.text`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.dtypes import dtype_code
from sct.errors import Location
from sct.ir.types import Spec
from sct.records import record

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["UNSEEN", "ArrayConst", "Attr", "Attrs", "Block", "Op", "Program", "Value"]

Attr = object  # None, bool, int, float, complex, str, np.dtype, slice-free nested tuples, ArrayConst
Attrs = tuple[tuple[str, Attr], ...]  # sorted by name
UNSEEN = "unseen"


@record
class ArrayConst:
    """The content of a constant NumPy array or NumPy scalar, hashable and serialisable."""

    dtype: str  # `dtype_code`, with byte order
    shape: tuple[int, ...]
    data: bytes  # in C order

    @classmethod
    def of(cls, array: object) -> ArrayConst:
        """Freeze `array`."""
        a = np.asarray(array)
        return cls(dtype_code(a.dtype), a.shape, a.tobytes())

    def array(self) -> NDArray[Any]:
        """A read-only array with the content."""
        return np.frombuffer(self.data, dtype=np.dtype(self.dtype)).reshape(self.shape)


@record(eq=False)
class Value:
    """One SSA value: the result of an op or the argument of a block."""

    spec: Spec
    hint: str = ""  # the user's name for it, for people; never part of text equality


@record(eq=False)
class Op:
    """One operation: arrays are positional, everything else is a keyword attribute."""

    name: str
    args: tuple[Value, ...]
    attrs: Attrs
    results: tuple[Value, ...]
    blocks: tuple[Block, ...] = ()
    source: Location | None = None

    def attr(self, name: str) -> Attr:
        """The attribute called `name`; KeyError if there is none."""
        for key, value in self.attrs:
            if key == name:
                return value
        raise KeyError(name)

    def with_blocks(self, blocks: tuple[Block, ...]) -> Op:
        """The same op with other blocks; itself where they are its own."""
        if all(a is b for a, b in zip(blocks, self.blocks, strict=True)):
            return self
        return Op(self.name, self.args, self.attrs, self.results, blocks, self.source)


@record(eq=False)
class Block:
    """A list of ops with arguments and results; it may use values of the blocks around it."""

    args: tuple[Value, ...]
    ops: tuple[Op, ...]
    results: tuple[Value, ...]

    def walk(self) -> Iterator[Op]:
        """Every op, inner blocks included, outer before inner."""
        waiting = list(reversed(self.ops))
        while waiting:
            op = waiting.pop()
            yield op
            for block in reversed(op.blocks):
                waiting.extend(reversed(block.ops))

    def uses(self) -> Counter[Value]:
        """How often each value is used: by ops, and as a result of a block; inner blocks included."""
        found: Counter[Value] = Counter(self.results)
        for op in self.walk():
            found.update(op.args)
            for block in op.blocks:
                found.update(block.results)
        return found


@record(eq=False)
class Program:
    """A whole static graph.

    `inputs` are the arguments' leaves, `captures` what was read from globals, closures and
    attributes; the body's arguments are both, in that order. `outputs` are the body's results.
    `mutated` pairs an index into inputs + captures with the index of the output that must be
    written back into that array when the program is done; an executable may have done so itself.
    `metadata` may name outputs that are `UNSEEN`: their content matters, and not which array they are.
    """

    body: Block
    inputs: int
    name: str = "program"
    mutated: tuple[tuple[int, int], ...] = ()
    metadata: Attrs = field(default=())

    @property
    def captures(self) -> int:
        """How many of the body's arguments are captures."""
        return len(self.body.args) - self.inputs

    @property
    def outputs(self) -> tuple[Value, ...]:
        """The values the program answers."""
        return self.body.results
