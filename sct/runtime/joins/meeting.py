"""Where two branches meet: which memory the arrays are that the join makes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from sct.ir.core import Value
from sct.ir.types import ARRAY, Spec
from sct.runtime.arrays.storage import Storage, ViewStep
from sct.runtime.arrays.view_names import Name, is_sure, is_view, name_of, view_of
from sct.runtime.joins.chosen_views import Part, identify_parts
from sct.runtime.joins.leaf_forms import dummy
from sct.runtime.joins.memory import (
    Memory,
    Test,
    both,
    either,
    holders,
    identify,
    is_apart,
    negated,
    note_use,
    part,
    part_as,
    simplify,
)
from sct.runtime.joins.templates import TVar
from sct.runtime.joins.trees import Chosen, Leaf, Node, Tree
from sct.runtime.state.cells import IdentityMap
from sct.runtime.trace import Trace

__all__ = ["Meeting"]


class Meeting:
    """The join of the branches that come to their end, `arms` of them, of an `if` on `test`."""

    def __init__(self, trace: Trace, test: Any, arms: Sequence[int], trees: Sequence[Sequence[Tree]]) -> None:
        self.trace = trace
        self.test = test
        self.arms = list(arms)
        self._arm_of: dict[Leaf, int] = {}
        self._asked: list[tuple[int, Value]] = []  # what is known inside of an arm
        self._answers: dict[tuple[int, Value], Value] = {}
        self._made: list[tuple[Storage, dict[int, Storage]]] = []
        self._untold: list[tuple[Storage, list[tuple[int, Storage]]]] = []  # the others, and what they are made of
        self._roots: dict[tuple[int, Storage], Storage] = {}  # what an arm has made, and views of it leave
        self._views = {arm: IdentityMap() for arm in arms}  # a view that leaves an arm -> the view that it is outside
        for arm, column in zip(arms, trees, strict=True):
            for leaf in (leaf for tree in column for leaf in _leaves(tree)):
                self._arm_of[leaf] = arm
        self._told: set[tuple[int, Storage]] = set()  # of what an arm has made: what is asked of
        self._alone = self._find_alone()
        for leaf, arm in self._arm_of.items():
            self._ask(arm, leaf.variable, (arm, leaf.variable.storage) not in self._alone)
        self._asked = list(dict.fromkeys(self._asked))

    def _find_alone(self) -> set[tuple[int, Storage]]:
        """The arrays that an arm has made, and of which it leaves no more than one view."""
        views: dict[tuple[int, Storage], list[Any]] = {}
        for leaf, arm in self._arm_of.items():
            storage = leaf.variable.storage
            if not self.trace.in_scope(storage.born):
                views.setdefault((arm, storage), []).append(leaf.variable)
        return {
            (arm, storage)
            for (arm, storage), mine in views.items()
            if len(mine) == 1
            and not storage.parts
            and not self._others(storage)
            and not any((arm, one) in views or self._is_out(one) for one in self._kin(storage))
        }

    def _kin(self, storage: Storage) -> list[Storage]:
        """What an array of an arm may share memory with, as it is told there."""
        with self.trace.recording(storage.born):
            return storage.kin()[1:]

    def _others(self, storage: Storage) -> list[Storage]:
        """What else of its arm an array may be that is a view of something."""
        with self.trace.recording(storage.born):
            found = [one for one in holders(storage) if one.parts]
        return [one for one in found if not self._is_out(one)]

    def _is_out(self, storage: Storage) -> bool:
        return self.trace.in_scope(storage.born)

    def _ask(self, arm: int, x: Any, as_view: bool = True) -> None:
        """Note what has to be known outside of the arm to tell what this is."""
        simplify(self.trace, x.storage)
        if as_view and is_view(self.trace, x) and _is_tellable(x):
            self._asked += [(arm, operand) for step in x.steps for operand in step.operands]
            if not self._is_out(x.storage):
                self._asked.append((arm, x.storage.value))
        if self._is_out(x.storage) or (arm, x.storage) in self._told:
            return
        self._told.add((arm, x.storage))
        for storage in (x.storage, *self._others(x.storage)):
            tests = [*(storage.known_memory or {}).values(), *(test for test, _ in storage.names or ())]
            self._asked += [(arm, t) for t in tests if isinstance(t, Value)]
            for one in storage.parts:
                self._asked += [(arm, one.test)] if isinstance(one.test, Value) else []
                self._ask(arm, one.view)

    def answers(self, arm: int) -> list[Value]:
        """What an arm has to answer for what is known inside of the arms."""
        return [value if arm == mine else dummy(self.trace, TVar(value.spec))[0] for mine, value in self._asked]

    @contextlib.contextmanager
    def held(self, answers: Sequence[Value]) -> Iterator[None]:
        """While the join is made, with what the `if` has answered to that."""
        self._answers = dict(zip(self._asked, answers, strict=True))
        outer, self.trace.joining.meeting = self.trace.joining.meeting, self
        try:
            yield
        finally:
            self.trace.joining.meeting = outer
        self._part()
        self._relate()

    def memory_of(self, made: Any, trees: Sequence[Tree | None]) -> dict[Memory, Test] | None:
        """Which memory an array is that was made of these; None if that cannot be told."""
        found = self._memory_of(made, trees)
        if found is None:
            made.storage.label(self._names(made, trees))
            self._untold.append((made.storage, self._inner(trees)))
        return found

    def _inner(self, trees: Sequence[Tree | None]) -> list[tuple[int, Storage]]:
        """What an arm has made of which an array may be a part."""
        leaves = [leaf for tree in trees if tree is not None for leaf in _leaves(tree) if leaf in self._arm_of]
        found = [(self._arm_of[leaf], leaf.variable.storage) for leaf in leaves]
        return [(arm, storage) for arm, storage in found if not self._is_out(storage)]

    def _memory_of(self, made: Any, trees: Sequence[Tree | None]) -> dict[Memory, Test] | None:
        came: dict[int, Any] = {}
        for leaf in trees:
            if not isinstance(leaf, Leaf) or not isinstance(getattr(leaf.variable, "storage", None), Storage):
                continue
            arm, x = self._arm_of.get(leaf), leaf.variable
            if _form(x.spec) != _form(made.spec):
                continue  # it is another alternative of the same place
            if arm is None or not _is_same(came.get(arm, x), x) or not self._is_known(arm, x, made.spec):
                return None
            came[arm] = x
        if not came:
            return None
        ways = {arm: self._ways(arm, x) for arm, x in came.items()}
        found: dict[Memory, Test] = {}
        for memory in dict.fromkeys(memory for way in ways.values() for memory in way):
            tests = {arm: way.get(memory, False) for arm, way in ways.items()}
            found[memory] = self._test_of(tests)
        views = IdentityMap()
        for arm, x in came.items():
            for test, view in self._parts(arm, x):
                tests = views.get(view, {})
                views[view] = {**tests, arm: either(self.trace.builder, tests.get(arm, False), test)}
                note_use(view.storage)
        identify_parts(made.storage, [Part(self._test_of(tests), view) for view, tests in views.items()])
        self._made.append((made.storage, {arm: x.storage for arm, x in came.items()}))
        return found

    def _names(self, made: Any, trees: Sequence[Tree | None]) -> tuple[Name, ...] | None:
        """Which objects it may be that is made of these; None if that cannot be told."""
        found: list[tuple[int, Any, list[Name]]] = []
        for leaf in trees:
            if isinstance(leaf, Leaf) and isinstance(getattr(leaf.variable, "storage", None), Storage):
                arm, x = self._arm_of.get(leaf), leaf.variable
                if _form(x.spec) != _form(made.spec):
                    continue
                if arm is None or not (is_view(self.trace, x) or is_sure(x.storage)):
                    return None
                inside = not (is_view(self.trace, x) or self._is_out(x.storage))
                found.append((arm, x, self._inside(arm, x.storage) if inside else name_of(self.trace, x)))
        return tuple([name for one in found for name in self._tested(one, found)]) or None

    def _tested(self, way: tuple[int, Any, list[Name]], ways: list[tuple[int, Any, list[Name]]]) -> Iterator[Name]:
        """The names of what comes out of an arm; no test tells them where it may be another array of that arm."""
        arm, x, names = way
        told = all(_is_same(x, other) for at, other, _ in ways if at == arm)
        for test, one in names:
            known = test if told else None
            yield Name(None if known is None else both(self.trace.builder, self._comes_from(arm), known), one)

    def _inside(self, arm: int, storage: Storage) -> list[Name]:
        """The objects that an array of an arm may be, with tests that are known outside of it."""
        ways: list[tuple[Test | None, Any]] = [(test, one) for one, test in storage.memory.items()]
        ways += storage.names or ()
        ways += [(test, view_of(self.trace, view)) for test, view in storage.parts]
        others = [Name(None, view_of(self.trace, view)) for one in self._others(storage) for _, view in one.parts]
        with self.trace.recording(storage.born):
            labelled = [one.names for one in holders(storage) if one.names is not None]
        others += [Name(None, one) for names in labelled for _, one in names]
        return [*(Name(self._known(arm, test), one) for test, one in ways), *others]

    def _is_known(self, arm: int, x: Any, spec: Spec) -> bool:
        """Whether it can be told what an array is that leaves an arm as one of this spec."""
        if not x.storage.is_tested:
            return False
        if x.spec != spec and (is_view(self.trace, x) or any(one.parts for one in (x.storage, *holders(x.storage)))):
            return False  # a part of an array, of other extents: what is written to it has no place there
        if not self._are_movable(x.storage):
            return False
        return not is_view(self.trace, x) or (arm, x.storage) in self._alone or _is_tellable(x)

    def _are_movable(self, storage: Storage, seen: frozenset[Storage] = frozenset()) -> bool:
        """Whether it can be told outside of an arm of what an array is a view."""
        if self._is_out(storage) or storage in seen:
            return True
        parts = [one for other in (storage, *self._others(storage)) for one in other.parts]
        return all(_is_tellable(one.view) and self._are_movable(one.view.storage, seen | {storage}) for one in parts)

    def _test_of(self, tests: dict[int, Test]) -> Test:
        """What holds outside, if these hold at the end of the arms."""
        if len(tests) == len(self.arms) and all(t is True for t in tests.values()):
            return True
        builder = self.trace.builder
        found: Test = False
        for arm, t in tests.items():
            found = either(builder, found, both(builder, self._comes_from(arm), t))
        return found

    def _ways(self, arm: int, x: Any) -> dict[Memory, Test]:
        """The memory of an array of an arm, with tests that are known outside of it. Views have one of their own."""
        if is_view(self.trace, x):
            return {Memory(): True}
        return {m: self._known(arm, t) for m, t in x.storage.memory.items()}

    def _known(self, arm: int, test: Any) -> Any:
        return self._answers.get((arm, test), test) if isinstance(test, Value) else test

    def _parts(self, arm: int, x: Any) -> list[tuple[Test, Any]]:
        """What an array of an arm is a view of, outside of it, with tests that are known there."""
        if is_view(self.trace, x):
            return [] if (arm, x.storage) in self._alone else [(True, self._outside(arm, x))]
        if self._is_out(x.storage):
            return []  # it is that array itself, whose parts are known
        return self._parts_of(arm, x.storage)

    def _parts_of(self, arm: int, storage: Storage) -> list[tuple[Test, Any]]:
        """What an array that an arm has made is a view of, itself or as another one of the arm, which goes with it."""
        found = [(self._known(arm, one.test), self._outside(arm, one.view)) for one in storage.parts]
        builder = self.trace.builder
        for other in self._others(storage):
            same: Test = False
            for memory, test in storage.memory.items():
                as_other = self._known(arm, other.memory.get(memory, False))
                same = either(builder, same, both(builder, self._known(arm, test), as_other))
            found += [
                (both(builder, same, self._known(arm, one.test)), self._outside(arm, one.view)) for one in other.parts
            ]
        return found

    def _outside(self, arm: int, x: Any) -> Any:
        """A view of an arm as a view of what there is outside of it: the same object, if it was there before."""
        from sct.runtime.variable import Variable

        found = self._views[arm].get(x)
        if found is None:
            base = x.storage if self._is_out(x.storage) else self._root(arm, x.storage)
            steps = tuple(
                ViewStep(one.op, tuple(self._answers[arm, v] for v in one.operands), one.attrs) for one in x.steps
            )
            same = base is x.storage and not any(one.operands for one in steps)
            same |= self._is_out(x.storage) and self.trace.in_scope(x.born)
            found = self._views[arm][x] = x if same else Variable(base, steps, x.spec)
        return found

    def _root(self, arm: int, storage: Storage) -> Storage:
        """What an arm has made, outside of it."""
        if (arm, storage) not in self._roots:
            made = self.trace.variable(self._answers[arm, storage.value], storage.origin).storage
            made.layout, made.layout_inputs, made.frozen = storage.layout, storage.layout_inputs, storage.frozen
            identify(made, {m: self._known(arm, t) for m, t in storage.memory.items()})
            self._roots[arm, storage] = made
            identify_parts(made, [Part(test, view) for test, view in self._parts_of(arm, storage)])
        return self._roots[arm, storage]

    def _comes_from(self, arm: int) -> Test:
        """Whether the running program has taken this arm."""
        if len(self.arms) == 1:
            return True
        test: Value = self.trace.value(self.test)
        return test if arm == 0 else negated(self.trace.builder, test)

    def _relate(self) -> None:
        """What an arm has made may leave it in several arrays of which no test tells: they share memory."""
        others = [*self._untold, *((made, [*came.items()]) for made, came in self._made)]
        for k, (made, mine) in enumerate(self._untold):
            for other, yours in others[k + 1 :]:
                if any(arm == at and self._are_related(x, y) for arm, x in mine for at, y in yours):
                    made.share(other)

    def _are_related(self, x: Storage, y: Storage) -> bool:
        if x is y:
            return True
        if self._is_out(y):
            return False  # which was seen as the array was made
        with self.trace.recording(x.born):
            return x.related(y)

    def _part(self) -> None:
        """Arrays that each arm leaves apart from each other are apart."""
        for made, came in self._made:
            part_as(made, list(came.values()))
        for (a, mine), (b, yours) in combinations(self._made, 2):
            if a is not b and all(is_apart(mine[arm], yours[arm]) for arm in mine.keys() & yours.keys()):
                part(a, b)


def _is_tellable(x: Any) -> bool:
    """Whether a view can be made again outside of its branch."""
    return bool(x.storage.is_tested and x.storage.value.spec.static and x.spec.static)


def _is_same(a: Any, b: Any) -> bool:
    return a is b or (a.storage is b.storage and not a.steps and not b.steps)


def _form(spec: Spec) -> tuple[Any, ...]:
    return (spec.element, spec.ndim)


def _leaves(tree: Tree) -> Iterator[Leaf]:
    """The arrays in a tree that are there whatever the program decides, and alternatives as those of a branch."""
    if isinstance(tree, Leaf):
        if tree.value.spec.kind == ARRAY and isinstance(getattr(tree.variable, "storage", None), Storage):
            yield tree
    elif isinstance(tree, (Node, Chosen)):
        for item in tree.items:
            yield from _leaves(item)
