"""Which arrays of a Program are C-contiguous, whichever way control flow goes, and which are kept in registers."""

from __future__ import annotations

from collections.abc import Sequence

from sct.ir.aliasing import carried, is_fresh
from sct.ir.core import Block, Op, Program, Value
from sct.ir.types import ARRAY
from sct.loops.ownership import Ownership

__all__ = ["SMALL", "contiguous_values", "is_small", "packed_values", "shared_with_outputs"]

SMALL = 9  # elements of an array that lives in registers: a 3 x 3 matrix
_KEEP = frozenset({"expand_dims", "squeeze", "reshape", "ravel", "flatten", "reshape_like", "ascontiguousarray"})
_STRIDED = frozenset(
    {"transpose", "swapaxes", "flip", "diagonal", "broadcast_to", "real", "imag", "einsum_view", "asfortranarray"}
    | {"imag_of_real"}
)


def contiguous_values(program: Program, inputs: Sequence[bool]) -> set[Value]:
    """The array values that are C-contiguous; `inputs` says it for the arguments of the program."""
    found = {arg for arg, known in zip(program.body.args, inputs, strict=True) if known}
    _Walk(found).block(program.body)
    return found


class _Walk:
    def __init__(self, found: set[Value]) -> None:
        self.found = found

    def block(self, block: Block) -> None:
        for op in block.ops:
            self.op(op)

    def op(self, op: Op) -> None:
        if dict(op.attrs).get("order", "C") != "C" and op.results[0].spec.ndim > 1:
            self.mark(op.results[0], False)
        elif op.name == "if":
            for block in op.blocks:
                self.block(block)
            for k, result in enumerate(op.results):
                self.mark(result, all(block.results[k] in self.found for block in op.blocks))
        elif op.blocks:
            self.loop(op)
        elif op.name == "getitem":
            self.mark(op.results[0], self._selects_rows(op))
        elif op.name in _STRIDED or (op.name not in _KEEP and not is_fresh(op)):
            self.mark(op.results[0], False)
        elif op.name == "setitem":
            self.mark(op.results[0], True)
        else:
            for result in op.results:
                self.mark(result, op.name not in _KEEP or op.args[0] in self.found)

    def loop(self, op: Op) -> None:
        """States are contiguous until one turns out not to be."""
        state, entry = carried(op)
        known = [value in self.found for value in entry]
        while True:
            for k, arg in enumerate(state):
                self.mark(arg, known[k])
                if len(op.blocks) == 2:
                    self.mark(op.blocks[0].args[k], known[k])
            for block in op.blocks:
                self.block(block)
            then = [a and result in self.found for a, result in zip(known, op.blocks[-1].results, strict=True)]
            if then == known:
                break
            known = then
        for k, result in enumerate(op.results):
            self.mark(result, known[k])

    def mark(self, value: Value, contiguous: bool) -> None:
        if contiguous:
            self.found.add(value)
        else:
            self.found.discard(value)

    def _selects_rows(self, op: Op) -> bool:
        """Integers first and whole axes after them: what is selected lies together."""
        x = op.args[0]
        template = op.attr("index")
        assert isinstance(template, tuple)
        if any(a.spec.kind == ARRAY and a.spec.shape for a in op.args[1:]):
            return True  # a copy
        if x not in self.found:
            return False
        started = False
        for entry in template:
            if entry[0] in ("int", "arg"):
                if started:
                    return False
            elif entry[0] == "slice":
                if entry[1:] != (None, None, None):
                    return False
                started = True
            elif entry[0] == "ellipsis":
                started = True
        return True


def is_small(value: Value) -> bool:
    """Whether `value` is an array of so few elements that it may live in registers."""
    spec = value.spec
    if spec.kind != ARRAY or not spec.static:
        return False
    size = 1
    for extent in spec.shape:
        assert isinstance(extent, int)
        size *= extent
    return size <= SMALL


def shared_with_outputs(program: Program, ownership: Ownership) -> set[Value]:
    """Values that may point into memory that an output shares with an argument, or with another output."""
    args = program.body.args
    roots: set[Value] = set()
    for value, aliases in zip(program.outputs, ownership.aliases, strict=True):
        roots.update(args[k] for k in aliases.inputs)
        if aliases.outputs:
            roots |= ownership.roots(value)
    if not roots:
        return set()
    values = list(args)
    handed_on: list[tuple[Value, Value]] = []
    for op in program.body.walk():
        values += op.results
        values += [arg for block in op.blocks for arg in block.args]
        if op.blocks and op.name != "if":
            handed_on += zip(carried(op)[0], op.results, strict=True)
    known = 0
    while known != len(roots):  # the state of a loop is a root within its body
        known = len(roots)
        roots |= {state for state, result in handed_on if ownership.roots(result) & roots}
    return {value for value in values if ownership.roots(value) & roots}


def packed_values(program: Program, shared: set[Value]) -> set[Value]:
    """The arrays in registers: small ones, but for those that must share memory with the caller's arrays."""
    found: set[Value] = set()
    loops: list[tuple[Value, ...]] = []  # values that are one variable

    def look(block: Block) -> None:
        found.update(v for v in block.args if is_small(v) and v not in shared)
        for op in block.ops:
            found.update(v for v in op.results if is_small(v) and v not in shared)
            for inner in op.blocks:
                look(inner)
            if op.blocks and op.name != "if":
                state, _ = carried(op)
                heads = op.blocks[0].args if len(op.blocks) == 2 else state
                loops.extend(zip(state, heads, op.results, strict=True))

    look(program.body)
    for same in loops:
        if not found.issuperset(same):
            found.difference_update(same)
    return found
