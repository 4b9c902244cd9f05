"""New arrays that several writers start from are made once for each of them.

Equal ops are one op in a program, so `a = np.zeros(n); b = np.zeros(n)` is one array of zeros, and each loop that
writes to `a` or `b` would start with a copy of it. Before::

    %1: float64[n] = zeros(%0)
    %4: float64[n] = for(%2, %1) { … setitem … }
    %5: float64[n] = for(%3, %1) { … setitem … }

After, each loop has a `zeros` of its own, and takes it over. So do arrays that are made anew in each turn of a loop,
which other passes had moved out of it, or made a constant.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from sct.ir.aliasing import carried, updates
from sct.ir.core import ArrayConst, Block, Op, Program, Value
from sct.ir.types import ARRAY
from sct.loops.known.layouts import is_small
from sct.loops.turns.masks import without

__all__ = ["separate_blanks"]

_BLANKS = frozenset({"zeros", "ones", "full", "zeros_like", "ones_like", "full_like", "arange"})


def separate_blanks(program: Program) -> Program:
    """The same program, with such arrays made where they are wanted."""
    made = {result: op for op in program.body.walk() for result in op.results if _is_blank(op)}
    if not made:
        return program
    rewriter = _Rewriter(made, program.body.uses())
    body = rewriter.block(program.body, top=True)
    if body is program.body:
        return program
    uses = body.uses()
    return replace(program, body=without(body, lambda op: op in rewriter.copied and not uses[op.results[0]]))


def _is_blank(op: Op) -> bool:
    """Whether the op makes an array anew as fast as it could be copied."""
    if len(op.results) != 1 or op.results[0].spec.kind != ARRAY or is_small(op.results[0]):
        return False
    return op.name in _BLANKS or (op.name == "constant" and _filling(op) is not None)


def _filling(op: Op) -> ArrayConst | None:
    """The one element that a constant array repeats."""
    value = op.attr("value")
    if not isinstance(value, ArrayConst) or not value.data:
        return None
    one = value.array().ravel()[:1].tobytes()
    return ArrayConst(value.dtype, (), one) if one * (len(value.data) // len(one)) == value.data else None


class _Rewriter:
    def __init__(self, made: dict[Value, Op], uses: Counter[Value]) -> None:
        self.made = made
        self.uses = uses
        self.copied: set[Op] = set()

    def block(self, block: Block, top: bool = False) -> Block:
        ops: list[Op] = []
        here: set[Value] = set()  # what this block makes
        for op in block.ops:
            if op.blocks:
                op = op.with_blocks(tuple([self.block(b) for b in op.blocks]))
            places = [k for k in _written(op) if self.wanted(op.args[k], here)]
            if places:
                args = list(op.args)
                for k in places:
                    args[k] = self.again(op.args[k], ops)
                op = Op(op.name, tuple(args), op.attrs, op.results, op.blocks, op.source)
            ops.append(op)
            here.update(op.results)
        results = block.results
        if not top:  # what leaves a branch or a turn is written to later
            results = tuple([self.again(r, ops) if self.wanted(r, here) else r for r in results])
        same = len(ops) == len(block.ops) and all(a is b for a, b in zip(ops, block.ops, strict=True))
        return block if same else Block(block.args, tuple(ops), results)

    def wanted(self, value: Value, here: set[Value]) -> bool:
        """Whether a writer could not take the array over: others use it, or later turns of a loop."""
        op = self.made.get(value)
        return op is not None and (op.name == "constant" or value not in here or self.uses[value] > 1)

    def again(self, value: Value, ops: list[Op]) -> Value:
        """The array, made once more."""
        op = self.made[value]
        self.copied.add(op)
        result = Value(value.spec, value.hint)
        if op.name != "constant":
            ops.append(Op(op.name, op.args, op.attrs, (result,), (), op.source))
            return result
        one = _filling(op)
        assert one is not None
        number = Value(replace(value.spec, shape=(), kind="scalar"))
        ops.append(Op("constant", (), (("kind", "scalar"), ("value", one)), (number,), (), op.source))
        attrs = (("dtype", value.spec.dtype), ("shape", value.spec.shape))
        ops.append(Op("full", (number,), attrs, (result,), (), op.source))
        return result


def _written(op: Op) -> list[int]:
    """Which operands the op would rather write to than copy."""
    if op.name == "setitem" or updates(op):
        return [0]
    if not op.blocks or op.name == "if":
        return []
    state, entry = carried(op)
    first = len(op.args) - len(entry)
    results = op.blocks[-1].results
    return [first + k for k, (old, new) in enumerate(zip(state, results, strict=True)) if old is not new]
