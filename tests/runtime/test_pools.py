"""Lists that several names may stand for: how they lie side by side, what is one object, and what is refused."""

import random

import numpy as np
import pytest

import sct
from sct.runtime.libraries import pool_library
from tests.runtime.same import form

X = np.array([1.0, 1.5, 3.0, 3.2, 5.0, 5.1, 5.2, 9.0, 9.5, 12.0])


@pytest.mark.parametrize("seed", range(60))
def test_lists_side_by_side_are_pythons(seed):
    pick, pool, lists = random.Random(seed), ([], [], [], [], []), []
    starts, lengths, rooms, changes, items = pool
    for _ in range(80):
        what = pick.choice(["new", "append", "append", "extend", "assign", "pop", "store"])
        if what == "new" or not lists:
            assert pool_library.new(pool) == len(lists)
            lists.append([])
            continue
        at, x = pick.randrange(len(lists)), pick.random()
        more = [pick.random() for _ in range(pick.randrange(6))]
        now, before = lists[at], (lengths[at], changes[at])
        if what == "append":
            pool_library.append(pool, at, x)
            now.append(x)
        elif what == "extend":
            pool_library.extend(pool, at, more)
            now.extend(more)
        elif what == "assign":
            pool_library.assign(pool, at, more)
            now[:] = more
        elif what == "pop" and now:
            assert pool_library.pop(pool, at) == now.pop()
        elif what == "store" and now:
            k = pick.randrange(-len(now), len(now))
            pool_library.store(pool, at, k, x)
            now[k] = x
        if what in ("append", "assign") or (what == "extend" and more):
            assert (lengths[at], changes[at]) != before
        assert [items[start : start + n] for start, n in zip(starts, lengths, strict=True)] == lists
        used = sorted((start, start + room) for start, room in zip(starts, rooms, strict=True) if room)
        assert all(a[1] <= b[0] for a, b in zip(used, used[1:], strict=False))
        assert all(end <= len(items) for _, end in used)


@pytest.mark.parametrize("what", ["pop", "store"])
def test_what_is_not_there_is_pythons_error(what):
    pool = ([], [], [], [], [])
    at = pool_library.new(pool)
    with pytest.raises(IndexError) as ours:
        getattr(pool_library, what)(pool, at, *([0, 1.0] if what == "store" else []))
    with pytest.raises(IndexError) as theirs:
        [].pop() if what == "pop" else [].__setitem__(0, 1.0)
    assert str(ours.value) == str(theirs.value)


def groups(x):
    out, cur = [], [x[0]]
    for y in x[1:]:
        if y - cur[-1] > 1:
            out.append(cur)
            cur = [y]
        else:
            cur.append(y)
    out.append(cur)
    return out, cur, max(out, key=len)


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_a_list_is_one_object_however_many_names_it_has(backend):
    static = sct.to_static(groups, backend=backend)
    for x in (X, X[:1], X[::-1].copy(), np.cumsum(np.arange(900) % 3.0)):
        out, cur, longest = static(x)
        assert form((out, cur, longest)) == form(groups(x))
        assert cur is out[-1]
        assert any(longest is one for one in out)
    again = static(X)
    assert again[0][0] is not static(X)[0][0]  # those of another call


def test_one_tracing_serves_all_lengths():
    static = sct.to_static(groups, input_spec=[sct.InputSpec([None], "float64")])
    for n in (1, 4, 10):
        assert form(static(X[:n])) == form(groups(X[:n]))
    assert static.cache_info().misses <= 1


def changes_while_walked(x):
    out, cur = [], []
    for y in x:
        if y > 4:
            out.append(cur)
            cur = []
        cur.append(y)
        for v in cur:
            if v > 100:
                cur.append(v)
    return out, cur


def test_a_list_that_changes_under_a_loop_is_no_other_answer():
    static = sct.to_static(changes_while_walked)
    assert form(static(X)) == form(changes_while_walked(X))


def of_arrays(x):
    out, cur = [], []
    for y in x:
        if y[0] > 2:
            out.append(cur)
            cur = []
        cur.append(y)
    return out, cur


def test_lists_of_arrays_are_told_apart_turn_by_turn():
    x = np.arange(8.0).reshape(4, 2)
    assert form(sct.to_static(of_arrays)(x)) == form(of_arrays(x))


def handed_on(make):
    def f(x):
        cur, last = [1.0], None
        for y in x:
            if y > 0:
                last = cur
            else:
                cur = make(cur, y)
        return cur, last

    return f


MAKERS = {
    "anew": lambda cur, y: [y],
    "slice": lambda cur, y: cur[:],
    "list": lambda cur, y: list(cur),
    "sum": lambda cur, y: cur + [y],
    "items": lambda cur, y: [v for v in cur],
    "sorted": lambda cur, y: sorted(cur),
    "times": lambda cur, y: cur * 2,
}


@pytest.mark.parametrize("name", MAKERS)
def test_two_names_for_what_a_loop_has_made(name):
    plain = handed_on(MAKERS[name])
    static = sct.to_static(plain, backend="numpy")
    for x in ([-1, 1.0], [1, -1.0], [1, -1, 1.0], [-1, 1, -1, 1, 1.0]):
        wanted = plain(np.array(x))
        try:
            found = static(np.array(x))
        except sct.errors.AliasError:
            continue
        assert form(found) == form(wanted)
        assert (found[0] is found[1]) == (wanted[0] is wanted[1])
