"""From a Program to the source of one Python function.

Values are local variables, control flow is Python's own, so an op costs what its kernel costs. Where
blocks are nested deeper than Python allows, the inner ones become functions of their own.
"""

from __future__ import annotations

from typing import Any

from sct.backends.numpy.checks import Checks
from sct.backends.numpy.kernels import constant, expression, subscript
from sct.backends.numpy.notes import Notes
from sct.errors import Location
from sct.ir.aliasing import carried
from sct.ir.core import Block, Op, Program, Value
from sct.ir.types import ARRAY
from sct.loops.known.liveness import Liveness
from sct.loops.memory.ownership import Ownership

__all__ = ["Emitter"]

DEEPEST = 14  # Python nests at most 20 loops and 100 indentations


def copied(array: str) -> str:
    """A copy in the memory order of the original."""
    return f"{array}.copy('K')"


class Emitter:
    """Writes the function of one program.

    Attributes
    ----------
    namespace
        The globals of the generated code.
    """

    def __init__(self, program: Program, liveness: Liveness, ownership: Ownership | None, check: bool) -> None:
        self.program = program
        self.liveness = liveness
        self.in_place = ownership.in_place if ownership else set()
        self.entry_copies = ownership.entry_copies if ownership else {}
        self.namespace: dict[str, Any] = {}
        self.sources: dict[int, Location] = {}
        self.checks = Checks() if check else None
        self.names: dict[Value, str] = {}
        self.constants: set[Value] = set()
        self.kept: set[Value] = set(program.body.args)  # values whose variable is not to be deleted
        self.lines: list[str] = []
        self.pending: list[tuple[str, Op]] = []  # ops that became functions of their own
        self._bound: dict[int, tuple[str, Any]] = {}
        self._count = 0
        self._parts = 0

    def source(self) -> str:
        """The text of the module that defines the function `run`."""
        program = self.program
        args = [self.name(arg) for arg in program.body.args]
        self.lines += [f"def run({', '.join(args)}):", "  try:"]
        if self.checks:
            self.check(program.body.args, "    ", None, top=True)
        self.block(program.body, 2, top=True)
        results = "".join(f"{self.use(v)}, " for v in program.outputs)
        self.lines += [f"    return ({results})", "  except Exception as error:", "    note(error)", "    raise"]
        while self.pending:
            self.part(*self.pending.pop(0))
        self.namespace["note"] = Notes(self.sources, self.namespace)
        return "\n".join(self.lines) + "\n"

    # -- names ---------------------------------------------------------------------------------------

    def name(self, value: Value) -> str:
        """The local variable of a value."""
        known = self.names.get(value)
        if known is None:
            known = self.names[value] = f"v{len(self.names)}"
        return known

    def use(self, value: Value) -> str:
        return self.names[value]

    def bind(self, hint: str, thing: Any) -> str:
        """A global name for an object, the same for the same object."""
        known = self._bound.get(id(thing))
        if known is not None:
            return known[0]
        name = hint
        if not name.isidentifier() or name in self.namespace or len(hint) == 1:
            self._count += 1
            name = f"{hint if hint.isidentifier() else 'k'}{self._count}"
        self._bound[id(thing)] = (name, thing)  # keeps the object, and so its address, alive
        self.namespace[name] = thing
        return name

    # -- statements ----------------------------------------------------------------------------------

    def put(self, depth: int, text: str, op: Op | None = None) -> None:
        self.lines.append("  " * depth + text)
        if op is not None and op.source is not None:
            self.sources[len(self.lines)] = op.source

    def block(self, block: Block, depth: int, top: bool = False) -> None:
        """The ops of a block; its results are for the caller to use."""
        for op in block.ops:
            self.op(op, depth, top)

    def op(self, op: Op, depth: int, top: bool) -> None:
        if op.name == "constant":
            self.names[op.results[0]] = constant(op, self.bind)
            self.constants.add(op.results[0])
            return
        if op.blocks:
            if depth >= DEEPEST:
                self.outline(op, depth)
            else:
                self.control(op, depth)
        elif op.name == "setitem":
            self.setitem(op, depth)
        else:
            self.plain(op, depth)
        if self.checks:
            self.check(op.results, "  " * depth, op, top)
        self.free(self.liveness.dying[op], depth)

    def plain(self, op: Op, depth: int) -> None:
        args = [self.use(arg) for arg in op.args]
        text = expression(op, args, self.bind, owned=op in self.in_place)
        if op.name == "assert":
            text = f"if not {args[0]}: {text}"
        targets = ", ".join([self.name(result) for result in op.results])
        self.put(depth, f"{targets} = {text}" if targets else text, op)

    def setitem(self, op: Op, depth: int) -> None:
        target, value, *operands = [self.use(arg) for arg in op.args]
        if op in self.in_place and op.results[0] not in self.names:
            name = self.names[op.results[0]] = target  # the old value is no more
            self.kept.add(op.args[0])
        else:
            name = self.name(op.results[0])
            self.put(depth, f"{name} = {target if op in self.in_place else copied(target)}", op)
        self.put(depth, f"{name}[{subscript(op.attr('index'), operands)}] = {value}", op)

    def free(self, values: tuple[Value, ...], depth: int) -> None:
        """Let go of arrays that nothing uses any more."""
        names = [
            self.names[v]
            for v in values
            if v.spec.kind == ARRAY and v.spec.shape and v not in self.constants and v not in self.kept
        ]
        if names:
            self.put(depth, f"del {', '.join(names)}")

    # -- control flow --------------------------------------------------------------------------------

    def control(self, op: Op, depth: int) -> None:
        if op.name == "if":
            self.if_(op, depth)
            return
        state, entry = carried(op)
        for arg, result in zip(state, op.results, strict=True):
            self.names[arg] = self.name(result)
        copies = self.entry_copies.get(op, ())
        first = [copied(self.use(v)) if k in copies else self.use(v) for k, v in enumerate(entry)]
        self.assign([self.use(arg) for arg in state], first, depth, op)
        if op.name == "for":
            self.for_(op, depth)
        else:
            self.while_(op, depth)

    def assign(self, targets: list[str], values: list[str], depth: int, op: Op) -> None:
        """All at once: a value may be the old content of a target."""
        pairs = [(t, v) for t, v in zip(targets, values, strict=True) if t != v]
        if pairs:
            left, right = zip(*pairs, strict=True)
            self.put(depth, f"{', '.join(left)} = {', '.join(right)}", op)

    def results(self, op: Op, block: Block, depth: int) -> None:
        """Assign what a block answers to the results of its op, or to the state of the loop."""
        names = [self.use(result) for result in op.results]
        self.assign(names, [self.use(v) for v in block.results], depth, op)
        if op.name != "if":  # what the body has made must not outlive the iteration
            made = {result for inner in block.ops for result in inner.results}
            ends = [v for v in dict.fromkeys(block.results) if v in made and self.use(v) not in names]
            self.free(tuple(ends), depth)

    def if_(self, op: Op, depth: int) -> None:
        then, orelse = op.blocks
        for word, block in ((f"if {self.use(op.args[0])}:", then), ("else:", orelse)):
            place = len(self.lines)
            self.put(depth, word, op)
            self.share_names(op, block)
            self.block(block, depth + 1)
            self.results(op, block, depth + 1)
            if len(self.lines) > place + 1:
                continue
            if block is orelse:
                self.lines.pop()
                self.sources.pop(place + 1, None)
            else:
                self.put(depth + 1, "pass")

    def share_names(self, op: Op, block: Block) -> None:
        """What a branch makes for a result of the `if` is stored in the result's variable at once."""
        made = {result for inner in block.ops if inner.name != "constant" for result in inner.results}
        for value, result in zip(block.results, op.results, strict=True):
            name = self.name(result)
            if value in made and value not in self.names:
                self.names[value] = name

    def for_(self, op: Op, depth: int) -> None:
        (body,) = op.blocks
        bounds = ", ".join([self.use(arg) for arg in op.args[:3]])
        self.put(depth, f"for {self.name(body.args[0])} in range({bounds}):", op)
        place = len(self.lines)
        self.loop_body(op, body, depth)
        if len(self.lines) == place:
            self.put(depth + 1, "pass")

    def while_(self, op: Op, depth: int) -> None:
        cond, body = op.blocks
        for arg, result in zip(cond.args, op.results, strict=True):
            self.names[arg] = self.name(result)
        self.kept.update(cond.args)  # the body goes on with them
        self.put(depth, "while True:", op)
        self.block(cond, depth + 1)
        self.put(depth + 1, f"if not {self.use(cond.results[0])}: break", op)
        self.loop_body(op, body, depth)

    def loop_body(self, op: Op, body: Block, depth: int) -> None:
        if self.checks:
            self.check(body.args, "  " * (depth + 1), op)
        self.block(body, depth + 1)
        self.results(op, body, depth + 1)

    # -- deep nesting --------------------------------------------------------------------------------

    def outline(self, op: Op, depth: int) -> None:
        """Call a function that does what `op` does; it is written after this one."""
        self._parts += 1
        name = f"part{self._parts}"
        self.pending.append((name, op))
        outer = dict.fromkeys(v for v in self.liveness.uses(op) if v not in self.constants)
        targets = "".join(f"{self.name(result)}, " for result in op.results)
        call = f"{name}({', '.join([self.use(v) for v in outer])})"
        self.put(depth, f"{targets}= {call}" if targets else call, op)

    def part(self, name: str, op: Op) -> None:
        outer = dict.fromkeys(self.use(v) for v in self.liveness.uses(op) if v not in self.constants)
        self.lines.append(f"def {name}({', '.join(outer)}):")
        self.control(op, 1)
        self.lines.append(f"  return ({''.join(f'{self.use(r)}, ' for r in op.results)})")

    # -- checks --------------------------------------------------------------------------------------

    def check(self, values: tuple[Value, ...], indent: str, op: Op | None, top: bool = False) -> None:
        if self.checks is None or not values:
            return
        site = self.checks.register(values, op, top)
        operands = [self.use(a) for a in op.args] if op is not None and self.checks.is_fresh(op) else []
        made = "".join(f"{self.use(v)}, " for v in values)
        given = "".join(f"{operand}, " for operand in operands)
        self.lines.append(f"{indent}{self.bind('check', self.checks)}({site}, ({made}), ({given}))")
        if op is not None and op.source is not None:
            self.sources[len(self.lines)] = op.source
