"""Where two branches meet: which memory the arrays are that the join makes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from sct.ir.core import Value
from sct.ir.types import ARRAY, Spec
from sct.runtime.memory import Memory, Test, both, either, is_apart, negated, part, part_as
from sct.runtime.storage import Storage
from sct.runtime.trace import Trace
from sct.runtime.trees import Chosen, Leaf, Node, Tree

__all__ = ["Meeting"]


class Meeting:
    """The join of the branches that come to their end, `arms` of them, of an `if` on `test`."""

    def __init__(self, trace: Trace, test: Any, arms: Sequence[int], trees: Sequence[Sequence[Tree]]) -> None:
        self.trace = trace
        self.test = test
        self.arms = list(arms)
        self._arm_of: dict[Leaf, int] = {}
        self._asked: list[tuple[int, Value]] = []  # tests that are known inside of an arm
        self._answers: dict[tuple[int, Value], Value] = {}
        self._made: list[tuple[Storage, dict[int, Storage]]] = []
        for arm, column in zip(arms, trees, strict=True):
            for leaf in (leaf for tree in column for leaf in _leaves(tree)):
                self._arm_of[leaf] = arm
                storage = leaf.variable.storage
                if storage.known_memory is not None and not trace.in_scope(storage.born):
                    self._asked += [(arm, t) for t in storage.known_memory.values() if isinstance(t, Value)]
        self._asked = list(dict.fromkeys(self._asked))

    def answers(self, arm: int) -> list[Value]:
        """What an arm has to answer for the tests that are known inside of the arms."""
        no = self.trace.builder.constant(False)
        return [value if arm == mine else no for mine, value in self._asked]

    @contextlib.contextmanager
    def held(self, answers: Sequence[Value]) -> Iterator[None]:
        """While the join is made, with what the `if` has answered to that."""
        self._answers = dict(zip(self._asked, answers, strict=True))
        outer, self.trace.meeting = self.trace.meeting, self
        try:
            yield
        finally:
            self.trace.meeting = outer
        self._part()

    def memory_of(self, made: Any, trees: Sequence[Tree | None]) -> dict[Memory, Test] | None:
        """Which memory an array is that was made of these; None if that cannot be told."""
        came: dict[int, Storage] = {}
        for leaf in trees:
            if not isinstance(leaf, Leaf) or not isinstance(getattr(leaf.variable, "storage", None), Storage):
                continue
            arm, x = self._arm_of.get(leaf), leaf.variable
            if _form(x.spec) != _form(made.spec):
                continue  # it is another alternative of the same place
            if arm is None or came.get(arm, x.storage) is not x.storage:
                return None
            is_whole = not x.steps and self.trace.members.source_of(x) is None
            if not is_whole or x.spec != made.spec or not x.storage.is_told:
                return None
            came[arm] = x.storage
        if not came:
            return None
        found: dict[Memory, Test] = {}
        builder = self.trace.builder
        ways = {arm: self._ways(arm, storage) for arm, storage in came.items()}
        for memory in dict.fromkeys(memory for way in ways.values() for memory in way):
            tests = {arm: way.get(memory, False) for arm, way in ways.items()}
            if len(tests) == len(self.arms) and all(t is True for t in tests.values()):
                found[memory] = True
                continue
            test: Test = False
            for arm, t in tests.items():
                test = either(builder, test, both(builder, self._comes_from(arm), t))
            found[memory] = test
        self._made.append((made.storage, came))
        return found

    def _ways(self, arm: int, storage: Storage) -> dict[Memory, Test]:
        """The memory of a storage of an arm, with tests that are known outside of it."""
        return {m: self._answers.get((arm, t), t) if isinstance(t, Value) else t for m, t in storage.memory.items()}

    def _comes_from(self, arm: int) -> Test:
        """Whether the running program has taken this arm."""
        if len(self.arms) == 1:
            return True
        test: Value = self.trace.value(self.test)
        return test if arm == 0 else negated(self.trace.builder, test)

    def _part(self) -> None:
        """Arrays that each arm leaves apart from each other are apart."""
        for made, came in self._made:
            part_as(made, list(came.values()))
        for (a, mine), (b, yours) in combinations(self._made, 2):
            if a is not b and all(is_apart(mine[arm], yours[arm]) for arm in mine.keys() & yours.keys()):
                part(a, b)


def _form(spec: Spec) -> tuple[Any, ...]:
    return (spec.kind, spec.dtype, spec.ndim)


def _leaves(tree: Tree) -> Iterator[Leaf]:
    """The arrays in a tree that are there whatever the program decides, and alternatives as those of a branch."""
    if isinstance(tree, Leaf):
        if tree.value.spec.kind == ARRAY and isinstance(getattr(tree.variable, "storage", None), Storage):
            yield tree
    elif isinstance(tree, (Node, Chosen)):
        for item in tree.items:
            yield from _leaves(item)
