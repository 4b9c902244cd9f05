"""Which functional updates may be done in place, and which outputs share memory with what.

`setitem` answers a new array. It may write into its operand instead when nobody can tell: when the
operand is a whole buffer that the program itself has made, and no value that is still needed may
share that buffer. Values are mapped to *roots*, the buffers they may point into; a root is named by
the value that first held it, and belongs to the innermost loop body it is made in.

The state of a loop owns its buffers from the first iteration on: where a body writes into a state in
place, the initial value is copied once before the loop, unless it is the program's own and dies there.

Arguments are the caller's, and are not written to, but for those that are to be changed where they lie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sct.ir.aliasing import calls_back, carried, is_fresh, updates
from sct.ir.core import Block, Op, Program, Value
from sct.ir.effects import raises
from sct.ir.types import ARRAY
from sct.loops.known.liveness import Liveness
from sct.records import record

__all__ = ["OutputAliases", "Ownership"]

Roots = frozenset[Value]
NONE: Roots = frozenset()


@record
class OutputAliases:
    """What one output of a program may share memory with.

    Attributes
    ----------
    inputs
        Indices of inputs and captures.
    outputs
        Indices of other outputs.
    constant
        Whether it may be (a view of) a constant of the program, which is read-only.
    """

    inputs: tuple[int, ...] = ()
    outputs: tuple[int, ...] = ()
    constant: bool = False


class Ownership:
    """The storage plan of a program.

    Attributes
    ----------
    in_place
        The `setitem` ops, and those of lists, that may write into their first operand.
    entry_copies
        For each loop, the indices into its state that are copied before it starts.
    entry_moves
        For each loop, the indices into its state whose buffers it takes over, to write into them.
    aliases
        One `OutputAliases` for each output.
    alone
        The values that are all of a buffer that the program has made, which nothing else shares when they die.

    Parameters
    ----------
    changed
        The arguments that may be written to.
    updates
        Other ops that may write their result where an operand lies, each with that operand.
    """

    def __init__(
        self,
        program: Program,
        liveness: Liveness | None = None,
        changed: frozenset[Value] = frozenset(),
        updates: Mapping[Op, Value] | None = None,
    ) -> None:
        self._updates = updates or {}
        self.liveness = liveness or Liveness(program)
        self.in_place: set[Op] = set()
        self.entry_copies: dict[Op, tuple[int, ...]] = {}
        self.entry_moves: dict[Op, frozenset[int]] = {}
        self.alone: set[Value] = set()
        self._roots: dict[Value, Roots] = {}
        self._members: dict[Value, set[Value]] = {}
        self._whole: set[Value] = set()  # values that are a whole buffer, not a view of a part
        self._frame: dict[Value, Block | None] = {}  # root -> the loop body it is made in; None: not ours
        self._dead: set[Value] = set()
        self._mutated: set[Value] = set()
        self._escaped: set[Value] = set()  # roots that Python code outside may hold on to
        self._constants: set[Value] = set()
        self._fresh: set[Value] = set()  # roots that ops have made: no state of a loop, no argument
        self._taken: dict[Value, Roots] = {}  # what a loop makes -> the buffers it took over, one of which it may be
        self._going_on: dict[Op, Sequence[Block]] = {}  # the branches whose ends are ever seen
        known = -1
        while known != len(self._escaped):  # an escape forbids writes before it too: loops come round
            known = len(self._escaped)
            self._dead.clear()
            for arg in program.body.args:
                ours = arg in changed
                self._define(arg, frozenset((arg,)), frame=program.body if ours else None, whole=ours)
            self._block(program.body, program.body, ())
        self.aliases = self._outputs(program)

    def roots(self, value: Value) -> Roots:
        """The buffers that `value` may point into."""
        return self._roots.get(value, NONE)

    def memory(self, value: Value) -> Roots:
        """The same, and those that loops have taken over on the way to `value`."""
        found = self.roots(value)
        return found.union(*[self._taken[root] for root in found if root in self._taken])

    # -- values --------------------------------------------------------------------------------------

    def _define(self, value: Value, roots: Roots, *, frame: Block | None, whole: bool = False) -> None:
        """Note what `value` may point into; a root that is the value itself is new, in `frame`."""
        self._dead.discard(value)
        if value.spec.kind != ARRAY:
            roots = NONE
        self._roots[value] = roots
        if value in roots:
            self._frame[value] = frame
        for root in roots:
            self._members.setdefault(root, set()).add(value)
        if whole:
            self._whole.add(value)
        else:
            self._whole.discard(value)

    def _union(self, values: tuple[Value, ...]) -> Roots:
        return NONE.union(*[self._roots.get(v, NONE) for v in values])

    def _shared(self, value: Value) -> set[Value]:
        """The living values that may share memory with `value`."""
        found: set[Value] = set()
        for root in self._roots[value]:
            found |= {v for v in self._members[root] - self._dead if root in self._roots[v]}
        found.discard(value)
        return found

    def _ours(self, value: Value, frame: Block) -> bool:
        """Whether `value` is a whole buffer made in this frame, that nothing outside can hold."""
        roots = self._roots[value]
        return (
            value in self._whole
            and bool(roots)
            and all(self._frame[root] is frame for root in roots)
            and not (roots & self._escaped)
        )

    # -- blocks --------------------------------------------------------------------------------------

    def _block(self, block: Block, frame: Block, inherited: tuple[Value, ...]) -> None:
        """Walk the ops of a block; `inherited` are outer values that nothing after the block uses."""
        last: dict[Op | None, list[Value]] = {}
        if inherited:
            used = self._last_uses(block)
            for value in inherited:
                if value not in block.results:
                    last.setdefault(used.get(value), []).append(value)
        killed = last.pop(None, [])
        self._dead.update(killed)
        self._dead.update(self.liveness.unused_args[block])
        for op in block.ops:
            dying = self.liveness.dying[op] + tuple(last.get(op, ()))
            killed += last.get(op, ())
            self._op(op, frame, dying)
            self._dead.update(dying)
            self._note_alone(self.liveness.dying[op], frame)
        self._dead.difference_update(killed)  # the sibling block starts as this one did

    def _note_alone(self, dying: tuple[Value, ...], frame: Block) -> None:
        for value in dying:
            if self.memory(value) <= self._fresh and self._ours(value, frame) and not self._shared(value):
                self.alone.add(value)
            else:
                self.alone.discard(value)

    def _last_uses(self, block: Block) -> dict[Value, Op]:
        found: dict[Value, Op] = {}
        for op in block.ops:
            for value in self.liveness.uses(op):
                found[value] = op
        return found

    def _op(self, op: Op, frame: Block, dying: tuple[Value, ...]) -> None:
        if op.name == "setitem" or updates(op) or op in self._updates:
            self._setitem(op, frame, dying)
        elif op.name == "if":
            self._if(op, frame, dying)
        elif op.blocks:
            self._loop(op, frame, dying)
        elif op.name == "constant":
            result = op.results[0]
            self._constants.add(result)
            self._define(result, frozenset((result,)), frame=None)
        elif is_fresh(op):
            self._fresh.update(op.results)
            for result in op.results:
                self._define(result, frozenset((result,)), frame=frame, whole=True)
        else:
            shared = self._union(op.args)
            if calls_back(op):
                self._escaped |= shared
            for result in op.results:
                self._define(result, shared | {result}, frame=None)

    def _setitem(self, op: Op, frame: Block, dying: tuple[Value, ...]) -> None:
        target, result = self._updates.get(op, op.args[0]), op.results[0]
        if self._writable(op, frame, dying):
            self.in_place.add(op)
            self._mutated |= self._roots[target]
            self._define(result, self._roots[target], frame=frame, whole=True)
        else:
            self.in_place.discard(op)
            self._fresh.add(result)
            self._define(result, frozenset((result,)), frame=frame, whole=True)

    def _writable(self, op: Op, frame: Block, dying: tuple[Value, ...]) -> bool:
        target, *rest = op.args
        elementwise = op in self._updates
        if elementwise:
            target = self._updates[op]
        elif target in rest:
            return False
        if target not in dying or not self._ours(target, frame):
            return False
        sharing = self._shared(target)
        if not sharing:
            return True
        if op.name != "setitem":
            return False
        # NumPy itself takes care of a value that overlaps, if the index is basic
        basic = all(a.spec.kind != ARRAY and a.spec.dtype.kind != "b" for a in rest[1:])
        return basic and sharing <= {rest[0]} and rest[0] in dying

    def _if(self, op: Op, frame: Block, dying: tuple[Value, ...]) -> None:
        for block in op.blocks:
            self._block(block, frame, dying)
            self._dead.update(value for inner in block.ops for value in inner.results)
        if op not in self._going_on:
            self._going_on[op] = [block for block in op.blocks if not raises(block)] or op.blocks
        for k, result in enumerate(op.results):
            ends = tuple(block.results[k] for block in self._going_on[op])
            self._define(result, self._union(ends), frame=frame, whole=all(e in self._whole for e in ends))

    # -- loops ---------------------------------------------------------------------------------------

    def _loop(self, op: Op, frame: Block, dying: tuple[Value, ...]) -> None:
        body = op.blocks[-1]
        state, entry = carried(op)
        arrays = [k for k, arg in enumerate(state) if arg.spec.kind == ARRAY]
        owned = set(arrays)  # the states whose buffers might be the loop's own
        held = [self._roots.get(value, NONE) for value in entry]  # what the other states may point into
        while True:
            self._enter(op, owned, held)
            for block in op.blocks:
                self._block(block, body, ())
            required = self._required(state, body, owned)
            refused = {k for k in required if not self._keeps(k, state, body, owned)}
            owned -= refused
            more = [k for k in arrays if k not in owned and not self._roots[body.results[k]] <= held[k]]
            for k in more:
                held[k] |= self._roots[body.results[k]]  # grows only, so this comes to an end
            if not refused and not more:
                break
        self._leave(op, frame, dying, required)

    def _enter(self, op: Op, owned: set[int], held: list[Roots]) -> None:
        """Define the arguments of the loop's blocks: a root of its own for each owned state."""
        body = op.blocks[-1]
        state, _ = carried(op)
        self._mutated.difference_update(state)
        for arg in body.args:
            self._define(arg, NONE, frame=body)
        for k, arg in enumerate(state):
            if k in owned:
                self._define(arg, frozenset((arg,)), frame=body, whole=True)
            else:
                self._define(arg, held[k], frame=body)
        if len(op.blocks) == 2:  # the condition of a `while` sees the state that the body goes on with
            for arg, seen in zip(op.blocks[0].args, state, strict=True):
                self._define(arg, self._roots[seen], frame=body)

    def _required(self, state: tuple[Value, ...], body: Block, owned: set[int]) -> set[int]:
        """The states that are written to in place, in this iteration or under another name in a later one."""
        required = {k for k in owned if state[k] in self._mutated}
        grown = True
        while grown:
            reached = self._union(tuple(body.results[k] for k in required))
            more = {k for k in owned if state[k] in reached} - required
            required |= more
            grown = bool(more)
        return required

    def _keeps(self, k: int, state: tuple[Value, ...], body: Block, owned: set[int]) -> bool:
        """Whether the next value of state `k` is a buffer of this loop, that no other state shares."""
        value = body.results[k]
        roots = self._roots[value]
        if not self._ours(value, body):
            return False
        owned_args = {state[j] for j in owned}
        if any(root in state and root not in owned_args for root in roots):
            return False
        others = [body.results[j] for j in range(len(state)) if j != k]
        return not any(roots & self._roots[other] for other in others)

    def _leave(self, op: Op, frame: Block, dying: tuple[Value, ...], required: set[int]) -> None:
        body = op.blocks[-1]
        state, entry = carried(op)
        for block in op.blocks:
            self._dead.update(block.args)
            self._dead.update(value for inner in block.ops for value in inner.results)
        copies = []
        for k in sorted(required):
            if entry[k] in dying and self._may_move(op, entry[k], frame):
                self._mutated |= self._roots[entry[k]]
            else:
                copies.append(k)
        self.entry_copies[op] = tuple(copies)
        self.entry_moves[op] = frozenset(required.difference(copies))
        number = {arg: k for k, arg in enumerate(state)}
        for k in required:
            self._taken[op.results[k]] = NONE.union(
                *[self.memory(entry[j]) for j in self._reached(k, state, body) if j not in copies]
            )
        results: list[Roots] = [
            frozenset((op.results[k],)) if k in required else self._roots[entry[k]] for k in range(len(state))
        ]
        grown = True
        while grown:
            grown = False
            for k in range(len(state)):
                if k in required:
                    continue
                ends = [results[number[r]] if r in number else frozenset((r,)) for r in self._roots[body.results[k]]]
                joined = results[k].union(*ends)
                grown |= joined != results[k]
                results[k] = joined
        self._fresh.update(op.results[k] for k in required)
        for k, result in enumerate(op.results):
            self._define(result, results[k], frame=frame, whole=k in required)

    def _reached(self, k: int, state: tuple[Value, ...], body: Block) -> set[int]:
        """The states in whose buffers state `k` may end: its own, and those that change places with it."""
        found, todo = {k}, [k]
        while todo:
            roots = self.memory(body.results[todo.pop()])
            more = [j for j, arg in enumerate(state) if arg in roots and j not in found]
            found.update(more)
            todo += more
        return found

    def _may_move(self, op: Op, value: Value, frame: Block) -> bool:
        """Whether the loop may take over the buffer of its initial value."""
        return (
            op.args.count(value) == 1
            and value not in self.liveness.free[op]
            and self._ours(value, frame)
            and not self._shared(value)
        )

    # -- outputs -------------------------------------------------------------------------------------

    def _outputs(self, program: Program) -> tuple[OutputAliases, ...]:
        number = {arg: k for k, arg in enumerate(program.body.args)}
        all_roots = [self.memory(value) for value in program.outputs]
        found = []
        for k, roots in enumerate(all_roots):
            inputs = sorted(number[root] for root in roots if root in number)
            others = tuple(j for j, other in enumerate(all_roots) if j != k and roots & other)
            found.append(OutputAliases(tuple(inputs), others, bool(roots & self._constants)))
        return tuple(found)
