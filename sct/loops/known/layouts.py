"""How the arrays of a Program lie in memory, whichever way control flow goes, and which are kept in registers.

Most are C-contiguous. Others have no gaps either, but their axes in another order: transposed arrays, arguments in
Fortran order, and what elementwise functions make of such, for that is in the order of the operands, as in NumPy.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any, Literal

from sct.ir.aliasing import carried, is_fresh
from sct.ir.core import Block, Op, Program, Value
from sct.ir.types import ARRAY, UNKNOWN
from sct.loops.memory.ownership import Ownership
from sct.loops.memory.searched import searched
from sct.ops import registry

__all__ = ["SMALL", "Layout", "Order", "is_small", "memory_layouts", "packed_values", "shared_with_outputs"]

Order = bool | Literal["F"]
"""Of an argument: whether it is C-contiguous, or else in Fortran order."""

Layout = tuple[int, ...]

SMALL = 9  # elements of an array that lives in registers: a 3 x 3 matrix
_KEEP = frozenset(
    {"expand_dims", "squeeze", "reshape", "ravel", "flatten", "reshape_like", "ascontiguousarray"}
    | {"list_refold", "list_flat", "sized_as"}
)
# as functions of elements do
_ALIKE = frozenset({"where", "copy", "new", "astype", "asarray", "pow", "clip", "round", "nan_to_num", "angle"})
_STRIDED = frozenset(
    {"flip", "diagonal", "broadcast_to", "real", "imag", "einsum_view", "asfortranarray"}
    | {"imag_of_real"}
)


def memory_layouts(
    program: Program, inputs: Sequence[Order], in_place: Container[Op], updates: Mapping[Op, Value]
) -> tuple[set[Value], dict[Value, Layout]]:
    """The arrays that are C-contiguous, and the axes of others without gaps, from those far apart to neighbours.

    `inputs` says it for the arguments of the program; what is changed `in_place` stays as it is: the operand that
    `updates` name, or the first.
    """
    pairs = list(zip(program.body.args, inputs, strict=True))
    walk = _Walk({arg for arg, known in pairs if known is True}, in_place, updates)
    walk.layouts = {arg: tuple(reversed(range(arg.spec.ndim))) for arg, known in pairs if known == "F"}
    walk.block(program.body)
    return walk.found, walk.layouts


class _Walk:
    def __init__(self, found: set[Value], in_place: Container[Op], updates: Mapping[Op, Value]) -> None:
        self.found = found
        self.in_place = in_place
        self.updates = updates
        self.layouts: dict[Value, Layout] = {}
        self.turned: set[Value] = set()  # copies in Fortran order that the user asked for

    def block(self, block: Block) -> None:
        for op in block.ops:
            self.op(op)

    def op(self, op: Op) -> None:
        if (op.name == "reordered" and op.attr("order") == "F") or self._turns(op):
            self.put(op.results[0], tuple(reversed(range(op.results[0].spec.ndim))))
            self.turned.add(op.results[0])
        elif op.name in ("copy", "new") and op.args[0] in self.turned:
            self.put(op.results[0], self.layout(op.args[0]))
        elif dict(op.attrs).get("order", "C") != "C" and op.results[0].spec.ndim > 1:
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
        elif op.name in ("transpose", "swapaxes"):
            self.put(op.results[0], _moved(op, self.layout(op.args[0])))
        elif self.kept_order(op) is not None:
            self.put(op.results[0], self.kept_order(op))
        elif op.name in _STRIDED or (op.name not in _KEEP and not is_fresh(op)):
            self.mark(op.results[0], False)
        elif op in self.in_place and op.results[0].spec.ndim:
            self.put(op.results[0], self.layout(self.updates.get(op, op.args[0])))
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

    def layout(self, value: Value) -> Layout | None:
        """The axes as memory has them, if there are no gaps."""
        return tuple(range(value.spec.ndim)) if value in self.found else self.layouts.get(value)

    def put(self, value: Value, layout: Layout | None) -> None:
        straight = tuple(range(value.spec.ndim))
        self.mark(value, layout == straight)
        if layout is not None and layout != straight:
            self.layouts[value] = layout

    def kept_order(self, op: Op) -> Layout | None:
        """The order of the operands, where an elementwise function or a copy keeps one that is not C's."""
        if ("ufunc" not in registry.get(op.name).extras and op.name not in _ALIKE) or len(op.results) != 1:
            return None
        shape = op.results[0].spec.shape
        if len(shape) < 2 or any(extent in (1, UNKNOWN) for extent in shape):
            return None
        found: set[Layout | None] = set()
        for arg in op.args:
            if sum(extent != 1 for extent in arg.spec.shape) > 1:  # others may go along any axis
                found.add(self.layout(arg) if arg.spec.shape == shape else None)
        (only,) = found if len(found) == 1 else (None,)
        return None if only == tuple(range(len(shape))) else only

    def mark(self, value: Value, contiguous: bool) -> None:
        self.layouts.pop(value, None)
        if contiguous:
            self.found.add(value)
        else:
            self.found.discard(value)

    def _turns(self, op: Op) -> bool:
        """Whether a copy in Fortran order is made of an array that surely is in no such order."""
        if op.name != "asfortranarray" or op.args[0] not in self.found:
            return False
        shape = op.args[0].spec.shape
        return len(shape) > 1 and all(isinstance(extent, int) and extent > 1 for extent in shape)

    def _selects_rows(self, op: Op) -> bool:
        """Integers first, then neighbours along one axis, then whole axes: what is selected lies together."""
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
                if entry[1:] != (None, None, None) and (started or entry[3] not in (None, 1)):
                    return False
                started = True
            elif entry[0] == "ellipsis":
                started = True
        return True


def _moved(op: Op, layout: Layout | None) -> Layout | None:
    """What becomes of a layout where axes change places."""
    if layout is None:
        return None
    ndim = len(layout)
    order = list(range(ndim))
    attrs: dict[str, Any] = dict(op.attrs)
    if op.name == "swapaxes":
        a, b = (int(attrs[name]) % ndim for name in ("axis1", "axis2"))
        order[a], order[b] = order[b], order[a]
    else:
        axes = attrs.get("axes")
        order = [k % ndim for k in axes] if axes is not None else order[::-1]
    return tuple([order.index(axis) for axis in layout])


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
    found -= searched(program, found)
    for same in loops:
        if not found.issuperset(same):
            found.difference_update(same)
    return found
