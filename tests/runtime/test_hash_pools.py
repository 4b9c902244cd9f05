"""Sets and dicts that several names may stand for: what is one object, what leaves, and what is refused."""

import collections
import contextlib
import random

import numpy as np
import pytest

import sct
from sct.errors import SctError
from sct.runtime.hashing.set_layout import layout
from tests.runtime.same import form

BACKENDS = pytest.mark.parametrize("backend", ["numpy", "native"])
X = np.array([1, 4, 3, 0, 2, 4, 1, 3, 3, 2, 0, 4])
LONG = np.array([random.Random(4).randrange(50) for _ in range(150)])


def both(f, backend, *arrays):
    """What a function answers, plain and static, in a form that shows what is one object."""
    static = sct.to_static(f, backend=backend)
    for x in arrays:
        assert form(static(x.copy())) == form(f(x.copy()))


@BACKENDS
@pytest.mark.parametrize("kind", [dict, collections.OrderedDict, collections.Counter])
def test_each_kind_is_made_anew(kind, backend):
    def f(xs):
        out, cur = [], kind()
        for x in xs.tolist():
            if x == 4:
                out.append(cur)
                cur = kind()
            cur[x] = cur.get(x, 0) + 1
        out.append(cur)
        return out, cur

    both(f, backend, X, LONG, X[:0])


@BACKENDS
def test_default_factories(backend):
    def f(xs):
        out, cur = [], collections.defaultdict(int)
        for x in xs.tolist():
            if x == 4:
                out.append(cur)
                cur = collections.defaultdict(int)
            cur[x % 3] += x
        return out, cur, cur.default_factory

    both(f, backend, X, LONG)


@BACKENDS
def test_each_leaves_once(backend):
    def f(xs):
        cur = {0}
        out, last = [cur], cur
        for x in xs.tolist():
            if x == 3:
                last, cur = cur, {x}
                out.append(cur)
            elif x == 0:
                out.append(last)
            cur.add(x + 10)
        return out, cur, last, cur is last, out[0] is out[-1]

    both(f, backend, X, LONG)


@BACKENDS
def test_a_chain_of_thousands(backend):
    def f(xs):
        root = {}
        node = root
        for x in xs.tolist():
            node[x] = {}
            node = node[x]
        depth, node = 0, root
        while node:
            (node,) = node.values()
            depth += 1
        return depth, len(root)

    both(f, backend, np.arange(3000), X)


@BACKENDS
def test_one_that_holds_itself(backend):
    def f(xs):
        node = {-1: {}}
        first = node
        for x in xs.tolist():
            if x > 2:
                node[x] = first
                node = {-1: node}
        return first, node

    static = sct.to_static(f, backend=backend)
    for x in (X, X[:0], LONG):
        (first, last), (ours, our_last) = f(x), static(x)
        assert len(first) == len(ours) and [*first] == [*ours]
        assert all((v is first) == (w is ours) for v, w in zip(first.values(), ours.values(), strict=True))
        assert (first is last) == (ours is our_last)


@BACKENDS
def test_the_callers_changes_are_its_own(backend):
    """What leaves is new at each call."""

    def f(xs):
        out, cur = [], set()
        for x in xs.tolist():
            if x in cur:
                out.append(cur)
                cur = set()
            cur.add(x)
        return out

    static = sct.to_static(f, backend=backend)
    first = static(X)
    first[0].add(99)
    assert static(X) == f(X)


@BACKENDS
def test_keys_of_two_kinds_are_told_apart_or_refused(backend):
    def f(xs):
        out, cur = [], set()
        for x in xs:
            if x > 3:
                out.append(cur)
                cur = set()
            cur.add(x)
            cur.add(int(x) + 1)
        return [len(s) for s in out], len(cur)

    for x in (X, X.astype(float)):
        with contextlib.suppress(SctError):
            assert sct.to_static(f, backend=backend)(x) == f(x)


@BACKENDS
def test_arrays_as_values(backend):
    def f(xs):
        out, cur = [], {}
        for x in xs.tolist():
            if x > 3:
                out.append(cur)
                cur = {}
            cur[x] = xs * x
        return out

    for x in (X, X[:2], X[::-1].copy()):
        found, wanted = sct.to_static(f, backend=backend)(x), f(x)
        assert repr(found) == repr(wanted)
        assert not any(np.shares_memory(v, x) for one in found for v in one.values())


def test_a_layout_is_that_of_the_history():
    """Sets of the same steps lie alike; of others with the same elements, most do not."""
    chance = random.Random(1)
    for _ in range(200):
        steps = [(chance.random() < 0.3, chance.randrange(40)) for _ in range(chance.randrange(60))]
        made = []
        for _ in range(2):
            one = set()
            for takes, x in steps:
                one.discard(x) if takes else one.add(x)
            made.append(one)
        assert layout(made[0]) == layout(made[1]) is not None
        if list(made[0]) != list(again := set(sorted(made[0]))):
            assert layout(made[0]) != layout(again)
