"""Conditions of loops that are computed once too often."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sct.ir.aliasing import carried
from sct.ir.core import ArrayConst, Op, Program, Value
from sct.ops import registry
from sct.ops.registry import Fact
from sct.passes.facts import is_removable
from sct.passes.rewrite import Rewriter
from sct.records import record
from sct.shown import int_text

__all__ = ["FirstTests"]

_MOST = 64  # ops before a loop that are looked at

Key = Any  # equal for what computes the same


@record
class FirstTests:
    """What stands before a `while`, used by nothing, goes if the condition of the loop does the same at once.

    Tracing asks for the condition once, to learn whether it is known. What may raise stays in front of the loop then,
    and is done twice before the first turn.

    Before::

        %3: int64 = getitem(%0, %1, index=(("arg", 0),))
        %4: int = while(%1) (%5: int) {
          %6: int64 = getitem(%0, %5, index=(("arg", 0),))
          …

    After, the first `getitem` is gone: it fails in the condition, if it fails.
    """

    def __call__(self, program: Program) -> Program:
        if not any(op.name == "while" for op in program.body.walk()):
            return program
        return _Sweeper(program.body.uses()).program(program)


class _Sweeper(Rewriter):
    def __init__(self, uses: Counter[Value]) -> None:
        super().__init__()
        self.uses = uses

    def op(self, op: Op, out: list[Op]) -> None:
        if op.name == "while":
            self.sweep(op, out)
        out.append(self.copy(op))

    def sweep(self, loop: Op, out: list[Op]) -> None:
        """Take what the loop does first from the end of `out`."""
        near = next((k for k in range(1, min(len(out), _MOST) + 1) if not _is_pure(out[-k])), _MOST + 1) - 1
        ops = out[-near:] if near else []
        first = _First(loop, ops)
        for op in reversed(ops):
            if any(self.uses[result] for result in op.results):
                if not is_removable(op, ()):
                    return
            elif first.does(op):
                out.remove(op)
                self.uses.subtract(op.args)
                for block in op.blocks:
                    self.uses.subtract(block.uses())
            else:
                return


def _is_pure(op: Op) -> bool:
    if op.blocks:
        return op.name == "if" and all(_is_pure(inner) for block in op.blocks for inner in block.ops)
    facts = registry.get(op.name).facts
    return Fact.PURE in facts and Fact.EFFECT not in facts


class _Level:
    """What is done for sure, and what in the branches of ifs."""

    def __init__(self, around: _Level | None = None) -> None:
        self.done: set[Key] = set(around.done) if around else set()
        self.branches: dict[Key, tuple[_Level, _Level]] = {}


class _First:
    """What the condition of a loop does before the first turn; `before` are ops in front of it."""

    def __init__(self, loop: Op, before: list[Op]) -> None:
        cond = loop.blocks[0]
        self._names: dict[Value, Key] = {}
        self._numbers: dict[Key, int] = {}  # short names of long keys
        for op in before:
            self._note(op)
        self._names.update((arg, self._name(value)) for arg, value in zip(cond.args, carried(loop)[1], strict=True))
        self._level = self._level_of(cond.ops, _Level())

    def does(self, op: Op) -> bool:
        """Whether an op without uses need not be done before the loop."""
        return self._does(op, self._level)

    def _does(self, op: Op, level: _Level | None) -> bool:
        if op.name == "if":
            branches = level.branches.get(self._name(op.args[0])) if level is not None else None
            ways = zip(op.blocks, branches or (None, None), strict=True)
            return all(self._does(inner, way) for block, way in ways for inner in block.ops)
        return is_removable(op, ()) or (level is not None and self._key(op) in level.done)

    def _level_of(self, ops: tuple[Op, ...], level: _Level) -> _Level:
        for op in ops:
            if not _is_pure(op):
                break  # it may be what raises
            self._note(op)
            if op.name == "if":
                then, orelse = (self._level_of(block.ops, _Level(level)) for block in op.blocks)
                level.branches[self._name(op.args[0])] = then, orelse
            else:
                level.done.add(self._key(op))
        return level

    def _name(self, value: Value) -> Key:
        return self._names.get(value, value)

    def _key(self, op: Op) -> Key:
        attrs = [(name, value if isinstance(value, ArrayConst) else _text(value)) for name, value in op.attrs]
        key = op.name, tuple(attrs), tuple([self._name(arg) for arg in op.args])
        return self._numbers.setdefault(key, len(self._numbers))

    def _note(self, op: Op) -> None:
        """Name the results of an op after what it computes."""
        for block in op.blocks:
            for inner in block.ops:
                self._note(inner)
        if not op.blocks:
            key = self._key(op)
            self._names.update((result, (key, k)) for k, result in enumerate(op.results))


def _text(value: Any) -> str:
    return int_text(value) if type(value) is int else repr(value)
