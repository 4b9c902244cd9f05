"""Keys and elements whose class has its own `__hash__` and `__eq__`: what these read is seen, and is the caller's."""

import collections
import dataclasses
import functools

import numpy as np
import pytest

import sct
from sct.errors import SctError, SideEffectError

BACKENDS = pytest.mark.parametrize("backend", ["numpy", "native"])
X = np.array([3.0, 1.0, 2.0])


class Key:
    def __init__(self, k, v=0):
        self.k = k
        self.v = v

    def __hash__(self):
        return hash(self.k)

    def __eq__(self, other):
        return isinstance(other, Key) and self.k == other.k


@dataclasses.dataclass(unsafe_hash=True)
class Data:
    k: int
    v: int = dataclasses.field(default=0, compare=False)


class Plain:
    def __init__(self, v):
        self.v = v


class Counted:
    asked = 0

    def __hash__(self):
        Counted.asked += 1
        return 1


# -- what an outside key's methods read ------------------------------------------------------------------


def displays(x, key, of):
    return of(1) in {key}, of(2) in {key}, len({key, of(2)}), len({of(2), key}), len({key: 1, of(2): 2}), x[0]


def methods(x, key, of):
    seen = set()
    seen.add(key)
    seen.update([of(2)])
    table = {of(1): x[1], of(2): x[2]}
    return len(seen), table.get(key), table.setdefault(key, 9.0), table.pop(key, None), len(table)


def items(x, key, of):
    table = {of(2): x[1]}
    table[key] = 5.0
    found = key in table, len(table), table[key]
    del table[key]
    return found, len(table)


def operators(x, key, of):
    a, b = {key}, {of(2)}
    return a == b, a <= {of(1), of(2)}, len(a | b), len(a & b), len(a - b), len(a ^ b), a.isdisjoint([of(2)]), x[0]


def makers(x, key, of):
    pairs = dict([(of(2), 1), (key, 2)]), dict(zip([key, of(1)], [1, 2], strict=True)), dict.fromkeys([of(2), key])
    counts = collections.Counter([of(1), key])
    return [len(d) for d in pairs], len({k for k in [of(2), key]}), len(frozenset([of(2), key])), counts[of(1)], x[0]


def inside_of_tuples(x, key, of):
    return (key, 1) in {(of(2), 1)}, {(0, (of(1), key)): 7}.get((0, (of(1), of(2)))), x[0]


def hashes(x, key, of):
    return hash(key) == hash(of(2)), hash((key, 1)) == hash((of(2), 1)), x[0]


def kept(x, key, of):
    calls = []

    @functools.lru_cache
    def look(one):
        calls.append(one.k)
        return one.k

    return look(key), look(of(1)), look(of(2)), look(of(1)), calls, x[0]


@BACKENDS
@pytest.mark.parametrize("of", [Key, Data])
@pytest.mark.parametrize("f", [displays, methods, items, operators, makers, inside_of_tuples, hashes, kept])
def test_an_object_that_changes_between_calls(f, of, backend):
    static = sct.to_static(f, backend=backend)
    key = of(0)
    for k in (1, 2, 3, 1):
        key.k = k
        assert static(X, key, of) == f(X, key, of)


@BACKENDS
def test_a_key_of_numpys(backend):
    def f(x, key):
        return key in {Key(3.0)}, len({key, Key(2.0)}), x[0]

    static = sct.to_static(f, backend=backend)
    key = Key(0)
    for k in (3.0, 2.0, 3.0):
        key.k = np.float64(k)
        assert static(X, key) == f(X, key)


# -- the caller's sets and dicts of objects --------------------------------------------------------------


def read(x, table):
    return [e.v + x[0] for e in table]


@BACKENDS
@pytest.mark.parametrize("of", [lambda v: Key(1, v), lambda v: Data(1, v), Plain])
@pytest.mark.parametrize("table", [lambda e: {e}, lambda e: frozenset([e]), lambda e: {e: 1}])
def test_what_is_read_of_elements(of, table, backend):
    static = sct.to_static(read, backend=backend)
    for v in (5, 6, 5):
        assert static(X, table(of(v))) == read(X, table(of(v)))
    one = of(7)
    same = table(one)
    for v in (7, 8, 7):
        one.v = v
        assert static(X, same) == read(X, same)


@BACKENDS
@pytest.mark.parametrize("table", [lambda e: {e}, lambda e: frozenset([e]), lambda e: {e: 1}, lambda e: {(e, 1)}])
def test_an_element_is_the_callers_own(table, backend):
    def f(x, table):
        for e in table:
            one = e[0] if isinstance(e, tuple) else e
            one.v = one.v + x[0]
        return one

    static = sct.to_static(f, backend=backend)
    for one in (Plain(1.0), Key(1, 2.0)):
        held = table(one)
        for _ in range(2):
            before = one.v
            assert static(X, held) is one
            assert one.v == before + 3.0


@BACKENDS
def test_a_callers_set_gets_and_loses_objects(backend):
    def f(x, seen, old):
        seen.discard(old)
        seen.add(Key(7, x[0]))
        return len(seen)

    static = sct.to_static(f, backend=backend)
    for _ in range(2):
        old, other = Key(1), Key(2)
        seen = {old, other}
        assert static(X, seen, old) == 2
        assert old not in seen and any(e is other for e in seen)
        (new,) = [e for e in seen if e is not other]
        assert vars(new) == {"k": 7, "v": 3.0} and Key(7) in seen


@BACKENDS
def test_an_element_is_replaced_by_an_equal_one(backend):
    def f(x, seen, old, new):
        seen.remove(old)
        seen.add(new)
        return x[0]

    static = sct.to_static(f, backend=backend)
    old, new = Key(1), Key(1)
    seen = {old}
    static(X, seen, old, new)
    assert next(iter(seen)) is new


@BACKENDS
def test_out_before_the_change_and_in_again(backend):
    def f(x, seen, key):
        seen.discard(key)
        key.k = 2
        seen.add(key)
        return key in seen, Key(1) in seen, Key(2) in seen, x[0]

    static = sct.to_static(f, backend=backend)
    key = Key(1)
    seen = {key}
    assert static(X, seen, key) == (True, False, True, 3.0)
    assert key in seen and len(seen) == 1
    key.k = 1
    assert key not in seen


# -- elements that have changed since they went in --------------------------------------------------------


def in_a_set(x):
    key = Key(1, x[0])
    found = {key}
    key.k = 2  # changed
    return found


def in_a_frozenset(x):
    key = Key(1, x[0])
    found = frozenset([(key, 1)])
    key.k = 2  # changed
    return found


def in_a_dict(x):
    key = Key(1)
    found = collections.Counter([key])
    found[key] += 1
    key.k = 2  # changed
    return found, x[0]


def exchanged(x):
    a, b = Key(1), Key(2)
    found = {a, b}
    a.k = 2
    b.k = 1  # changed
    return found, x[0]


def in_a_branch(x):
    key = Key(1)
    found = {key}
    if x[0] > 0:
        key.k = 2  # changed
    return found


@BACKENDS
@pytest.mark.parametrize("f", [in_a_set, in_a_frozenset, in_a_dict, exchanged, in_a_branch])
def test_changed_elements_are_refused(f, backend):
    with pytest.raises(SideEffectError, match="has changed since it became a key") as caught:
        sct.to_static(f, backend=backend)(X)
    with open(__file__, encoding="utf-8") as file:
        line = file.readlines()[caught.value.where.line - 1]
    assert line.endswith("# changed\n") or f is exchanged


@BACKENDS
def test_a_hash_that_reads_a_list(backend):
    class Length:
        def __init__(self, items):
            self.items = items

        def __hash__(self):
            return len(self.items)

        def __eq__(self, other):
            return self.items == other.items

    def f(x, grows):
        key = Length([1, 2])
        found = {key: x[0]}
        if grows:
            key.items.append(3)
        return found, key

    static = sct.to_static(f, backend=backend)
    found, key = static(X, False)
    assert found[key] == 3.0
    with pytest.raises(SideEffectError, match="has changed since"):
        static(X, True)


@BACKENDS
def test_the_callers_changed_element(backend):
    def f(x, seen):
        return len(seen), x[0]

    static = sct.to_static(f, backend=backend)
    key = Key(1)
    for seen in ({key}, {key: 1}):
        key.k = 1
        static(X, seen)
        key.k = 2
        with pytest.raises(SideEffectError, match="has changed since"):
            static(X, seen)


@BACKENDS
def test_looked_up_as_it_has_changed(backend):
    def f(x):
        key = Key(1, x[0])
        seen, table = {key}, {key: x[1]}
        key.k = 2
        found = key in seen, Key(1) in seen, Key(2) in table, table.get(key)
        key.k = 1
        return found, key in seen, table[key]

    assert sct.to_static(f, backend=backend)(X) == f(X)


@BACKENDS
def test_methods_that_do_more_are_refused(backend):
    def f(x):
        return len({Counted(), Counted()}), x[0]

    with pytest.raises(SideEffectError, match="does more than that"):
        sct.to_static(f, backend=backend)(X)


@BACKENDS
def test_a_hash_that_is_kept(backend):
    class Lazy:
        def __init__(self, k):
            self.k = k
            self.known = None

        def __hash__(self):
            if self.known is None:
                self.known = hash(self.k)
            return self.known

        def __eq__(self, other):
            return self.k == other.k

    def f(x, key):
        return key in {Lazy(1)}, len({key, Lazy(2)}), x[0]

    with pytest.raises(SctError, match="Lazy.__hash__ by itself, which does more than answer"):
        sct.to_static(f, backend=backend)(X, Lazy(1))  # the caller's would not know it at the next call


# -- lru_cache -------------------------------------------------------------------------------------------


@BACKENDS
def test_kept_results_of_equal_objects(backend):
    @functools.lru_cache
    def value(key):
        return key.v

    def f(x, key):
        return value(key) + x[0]

    static = sct.to_static(f, backend=backend)
    assert static(X, Key(1, 5)) == 8.0
    assert static(X, Key(1, 6)) == 8.0  # an equal key: the first answer is kept
    assert f(X, Key(1, 7)) == 8.0


def test_what_cannot_be_the_key_of_a_cache():
    class Equal:
        def __eq__(self, other):
            return True

    @functools.lru_cache
    def one(key):
        return 1

    def f(x):
        return one(Equal()) + x[0]

    with pytest.raises(TypeError, match="unhashable type: 'Equal'"):
        sct.to_static(f)(X)
