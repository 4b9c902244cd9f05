"""Draws of single numbers in loops, as machine code does them: from the state of the generator itself.

Before::

    %2: int = constant(0)
    for ... { %5: float = draw(%2, by="Generator.random") }

After::

    %2: int = constant(0)
    %3: int = generator_bits(%2)
    for ... { %5: float = drawn(%2, %3, by="Generator.random") }
"""

from __future__ import annotations

from dataclasses import replace

from sct.ir.core import Block, Op, Program, Value
from sct.ir.types import ARRAY
from sct.ops.infer import PY_INT

__all__ = ["drawn_by_code", "native_draws"]

_DRAWS = ("draw", "random_index")
_MAKERS = ("new_generator", "child_generator")


def native_draws(program: Program) -> tuple[str, ...]:
    """The methods whose draws machine code can make here, if the program, which is to be lowered, draws at all."""
    if not any(op.name in (*_DRAWS, "drawn") for op in program.body.walk()):
        return ()
    from sct.ops.random_functions import native_methods

    return native_methods()


def drawn_by_code(program: Program) -> Program:
    """The same program with `drawn` where a loop draws single numbers from a generator that it does not make."""
    wanted = _handles(program)
    if not wanted:
        return program
    return replace(program, body=_Rewriting(program, wanted).body)


def _handles(program: Program) -> set[Value]:
    """The handles of what can be drawn from."""
    if not any(op.name in _DRAWS for op in program.body.walk()):
        return set()
    sources = {op.results[0] for op in program.body.walk() if op.name in ("constant", *_MAKERS)}
    found: set[Value] = set()
    for loop in program.body.walk():
        if loop.name in ("for", "while"):
            found.update(op.args[0] for block in loop.blocks for op in block.walk() if _is_drawn(op))
    return found & sources


def _is_drawn(op: Op) -> bool:
    if op.name not in _DRAWS:
        return False
    from sct.ops.random import INDEX  # only programs that draw import it
    from sct.ops.random_functions import is_native

    if op.name == "random_index":
        return is_native(INDEX)
    if any(v.spec.shape or v.spec.kind == ARRAY for v in (*op.args, *op.results)):
        return False
    return is_native(str(op.attr("by"))) and not {name for name, _ in op.attrs} - {"by", "names", "endpoint"}


class _Rewriting:
    """One program on its way; constant handles stand for numbers, and come to the front."""

    def __init__(self, program: Program, wanted: set[Value]) -> None:
        self._wanted = wanted
        self._bits: dict[Value, Value] = {}
        first: list[Op] = []
        known: dict[object, Value] = {}
        for op in program.body.walk():
            if op.name != "constant" or op.results[0] not in wanted:
                continue
            number = op.attr("value")
            if number not in known:
                handle = Value(PY_INT)
                bits = Value(PY_INT)
                first.append(Op("constant", (), op.attrs, (handle,), (), op.source))
                first.append(Op("generator_bits", (handle,), (), (bits,), (), op.source))
                known[number] = bits
            self._bits[op.results[0]] = known[number]
        body = self._block(program.body)
        self.body = Block(body.args, (*first, *body.ops), body.results)

    def _block(self, block: Block) -> Block:
        ops: list[Op] = []
        for op in block.ops:
            if _is_drawn(op) and op.args[0] in self._bits:
                op = self._drawn(op)
            ops.append(op if not op.blocks else op.with_blocks(tuple([self._block(b) for b in op.blocks])))
            if op.name in _MAKERS and op.results[0] in self._wanted:
                bits = self._bits[op.results[0]] = Value(PY_INT)
                ops.append(Op("generator_bits", op.results, (), (bits,), (), op.source))
        return Block(block.args, tuple(ops), block.results)

    def _drawn(self, op: Op) -> Op:
        from sct.ops.random import INDEX

        attrs = op.attrs if op.name == "draw" else (("by", INDEX),)
        return Op("drawn", (op.args[0], self._bits[op.args[0]], *op.args[1:]), attrs, op.results, (), op.source)
