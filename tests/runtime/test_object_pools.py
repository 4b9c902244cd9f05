"""Objects and dicts that several names may stand for: what is one object, what leaves, and what is refused."""

import collections
import functools
from types import SimpleNamespace

import numpy as np
import pytest

import sct
from sct.errors import SctError
from sct.runtime.exits.pool_exit import Objects
from tests.runtime.same import form

X = np.array([1.0, 4.0, 3.0, 0.0, 2.0, 4.0, 1.0, 3.0, 3.0, 2.0, 0.0, 4.0])
FEW = np.array([1.0, 3.0, 2.0, 4.0, 1.0])


class Part:
    def __init__(self, start=0.0):
        self.start, self.count, self.after = start, 0, None


def cut(xs):
    """Parts, of which the last one has another name."""
    out, cur = [], Part()
    for x in xs:
        if x > 2:
            out.append(cur)
            cur = Part(x)
        cur.count += 1
    out.append(cur)
    return out, cur


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("function", [min, max, sorted])
def test_best_of_a_list_of_one_of_a_few_lengths_is_its_item(backend, function):
    def f(xs):
        out, cur = [], Part()
        for i in range(5):
            if xs[i] > 2:
                out.append(cur)
                cur = Part(xs[i])
            cur.count += 1
        out.append(cur)
        best = function(out, key=lambda part: part.count)
        best = best[0] if function is sorted else best
        best.count += 10
        cur.count += 100
        return [part.count for part in out], best.count

    static = sct.to_static(f, backend=backend)
    for xs in (FEW, -FEW, FEW[::-1].copy()):
        assert static(xs) == f(xs)


def test_each_object_leaves_once():
    def f(xs):
        out, cur = cut(xs)
        out[0].after = cur
        cur.after = cur
        return out, cur, {"first": out[0]}

    out, cur, named = sct.to_static(f)(X)
    assert out[-1] is cur and cur.after is cur and named["first"] is out[0] and out[0].after is cur
    assert len({id(part) for part in out}) == len(out) == 7
    assert form([vars(part) for part in out[1:-1]]) == form([vars(part) for part in cut(X)[0][1:-1]])


def test_long_chains_leave_without_recursion():
    def f(xs):
        first = None
        for x in xs:
            node = Part(x)
            node.after = first
            first = node
        first.count = 1
        return first

    xs = np.arange(5000.0)
    first, n = sct.to_static(f)(xs), 0
    while first is not None:
        assert first.start == 4999 - n
        first, n = first.after, n + 1
    assert n == 5000


def test_objects_are_made_when_they_are_asked_for():
    asked = []

    def values(a, b):
        asked.append((a, b))
        return [[0, 1, 2][a:b], [objects[2 - k] for k in range(3)][a:b]]

    objects = Objects(Part, ("start", "after"), 3, values, True)
    assert objects[0].after is objects[2] and objects[2].after is objects[0] and objects[1].after is objects[1]
    assert asked == [(0, 1), (2, 3), (1, 2)]
    assert objects[3] is None  # a place that another way would have left


REFUSED = {
    "a key": lambda out, cur: {cur: 1},
    "an element": lambda out, cur: {cur, out[0]},
    "added to a set": lambda out, cur: set().union(out[:1]),
    "hashed": lambda out, cur: hash(cur) == hash(out[-1]),
    "its id": lambda out, cur: id(cur) == id(out[-1]),
    "all attributes": lambda out, cur: vars(cur),
    "without an attribute": lambda out, cur: delattr(cur, "start"),
    "with another attribute": lambda out, cur: setattr(cur, "other", 1),
    "shown by default": lambda out, cur: cur.__dict__["start"],
}


@pytest.mark.parametrize("use", REFUSED.values(), ids=REFUSED)
def test_what_needs_to_know_which_object_it_is_is_refused(use):
    def f(xs):
        out, cur = cut(xs)
        return use(out, cur), [part.count for part in out]

    with pytest.raises(SctError, match="test_object_pools.py"):
        sct.to_static(f, backend="numpy")(X)


def test_dicts_keep_their_keys_or_are_refused():
    def f(xs, change):
        out, cur = [], {"start": 0.0, "count": 0}
        for x in xs:
            if x > 2:
                out.append(cur)
                cur = {"start": x, "count": 0}
            cur["count"] += 1
        change(cur)
        return out, cur

    static = sct.to_static(f)
    for change in (lambda d: d.update(count=3), lambda d: d.setdefault("start", 9), lambda d: d.__setitem__("count", 2)):
        assert form(static(X, change)) == form(f(X, change))
    for change in (dict.clear, dict.popitem, lambda d: d.pop("count"), lambda d: d.update(more=1)):
        try:
            assert form(static(X, change)) == form(f(X, change))
        except SctError as error:
            assert "test_object_pools.py" in str(error)


def test_run_time_dicts_are_compared_value_by_value():
    def f(xs):
        a, b = {"k": xs[0], "n": 1}, {"n": 1, "k": xs[1]}
        return a == b, a != b, a == {"k": xs[0]}, a == {"k": xs[0], "n": 1}, {"k": 1} == a

    static = sct.to_static(f)
    for xs in (X, X[4:], np.array([2.0, 2.0])):
        assert static(xs) == f(xs)


def last_of(xs):
    out, cur = cut(xs)
    found = None
    for part in out:
        if part.count > 1:
            found = part
    return out, cur, found


COMPARED = {
    "one of several": lambda out, cur, found: (cur == found, found == cur, out[0] == found, found != out[-1]),
    "in containers": lambda out, cur, found: (cur in (out[0], out[-1]), cur in {"a": out[-1]}.values(), found in out),
    "in lists": lambda out, cur, found: ([cur] == [out[-1]], [{"a": (cur,)}] == [{"a": (out[-1],)}], out.count(found)),
    "in an iterator": lambda out, cur, found: (cur in iter(out[-2:]), found in iter(out)),
    "in a matcher": lambda out, cur, found: [part is cur for part in out] + [out.index(cur), out[1:].index(cur)],
}


@pytest.mark.parametrize("use", COMPARED.values(), ids=COMPARED)
def test_two_names_for_one_object_are_equal(use):
    def f(xs):
        return use(*last_of(xs))

    static = sct.to_static(f, backend="numpy")
    for xs in (X, X[::-1].copy()):
        assert static(xs) == f(xs)


class Keeps:
    def __init__(self, value):
        self.value = value

    @functools.cached_property
    def doubled(self):
        return self.value * 2

    @functools.lru_cache  # noqa: B019
    def times(self, k):
        return self.value * k


KEPT = {
    "cached property": lambda out, cur: (cur.doubled, out[-1].doubled),
    "cached method": lambda out, cur: (cur.times(2), out[-1].times(2)),
    "in a deque": lambda out, cur: collections.deque([cur]) == collections.deque([out[-1]]),
    "in a namespace": lambda out, cur: SimpleNamespace(p=cur) == SimpleNamespace(p=out[-1]),
}


@pytest.mark.parametrize("use", KEPT.values(), ids=KEPT)
def test_what_python_finds_by_identity_is_refused(use):
    def f(xs):
        out, cur = [], Keeps(0.0)
        for x in xs:
            if x > 2:
                out.append(cur)
                cur = Keeps(x)
            cur.value += 1
        out.append(cur)
        return use(out, cur)

    with pytest.raises(SctError, match="test_object_pools.py"):
        sct.to_static(f, backend="numpy")(X)
