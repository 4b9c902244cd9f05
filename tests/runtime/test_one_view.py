"""One view under two names is one object, and leaves a function as one, whatever branches and loops have done with it."""

from __future__ import annotations

import linecache
import warnings

import numpy as np
import pytest

import sct
from sct.errors import AliasError, PlainPythonWarning
from tests.harness import Call
from tests.harness.observe import differences, observe


def by_a_loop(a, m, n, k):
    e = m[1]
    for _ in range(n):
        a = e
    return a, e


def by_a_while(a, m, n, k):
    c = m + 1
    e = c[1]
    i = 0
    while i < n:
        i += 1
        a = e
    return a, e, c


def in_some_iterations(a, m, n, k):
    e, best = m[1], None
    for i in range(n):
        if i == k:
            best = e
    return best, e


def in_a_dict(a, m, n, k):
    e = m[1]
    q = {"a": a}
    for _ in range(n):
        q["a"] = e
    return q, e


def in_a_list(a, m, n, k):
    e = m[1]
    xs = [a, a]
    for _ in range(n):
        xs[0] = e
    return xs, e


def made_in_the_loop(a, m, n, k):
    c = a
    for i in range(n):
        a = m[i % 3]
        c = a
    return a, c


def two_made_in_the_loop(a, m, n, k):
    c = a
    for i in range(n):
        a = m[i % 3]
        c = m[i % 3]
    return a, c


def in_a_loop_in_a_loop(a, m, n, k):
    c, e = a, m[2]
    for _ in range(n):
        for _ in range(k):
            a = e
        c = e
    return a, c, e


def changed_places(a, m, n, k):
    e = m[1]
    b = a[::-1]
    for _ in range(n):
        a, b, e = b, e, a
    return a, b, e


def of_run_time_length(a, m, n, k):
    e = a[n % 2 :]
    b = m[0]
    for _ in range(n):
        b = e
    return b, e


def a_view_of_all(a, m, n, k):
    b, d = a + 1, a
    for _ in range(n):
        d = b.reshape(-1)
    return d, b


def a_view_of_what_was_chosen(a, m, n, k):
    b = a
    if n % 2 == 0:
        b = np.ones(4)
    d = a
    for _ in range(n):
        d = b.T
    return d, b


def a_view_of_an_unknown_length(a, m, n, k):
    e = np.zeros(k * 0 + 4)
    for _ in range(n):
        if k > 1:
            a = e.T
    return a, e


def left_early(a, m, n, k):
    d, e = a, m[1]
    ys = [d, d]
    for i in range(n):
        if i > k:
            return ys, e
        d = e
    return d, e


def twice_in_one_alternative(a, m, n, k):
    e = m[n % 3]
    if k > 1:
        return [e, e], e
    return [a, a], a


def in_alternatives_of_several(a, m, n, k):
    e = m[k % 3]
    x = e if n > 1 else None
    y = None if k > 1 else e
    return x, y, e


def of_two(a, m, n, k):
    e = m[k % 3]
    x = e if n > 1 else a
    return x, e


def arrays_twice_in_lists_that_change_places(a, m, n, k):
    c = a + 1
    d = c + 1
    xs, ys = [a, c], [d, d]
    for _ in range(n):
        xs, ys = ys, xs
    return xs


def last_of_a_list_that_changes(a, m, n, k):
    d, e = np.zeros(k * 0 + 4), a
    xs, ys = [a, a], [d, d]
    for _ in range(n):
        e = xs[-1]
        xs = ys
    return e, xs


def a_list_of_two_lengths_twice(a, m, n, k):
    q = None
    if n > 0:
        x = [n, k]
        if n > 1:
            x.append(3)
        q = {"a": x, "b": x}
    return q


def a_list_of_two_lengths_twice_by_key(a, m, n, k):
    q = {}
    if n > 0:
        x = [n, k]
        if n > 1:
            q = {"a": x, "b": x}
        else:
            x.append(3)
            q = {"a": x, "b": x, "c": x}
    return q


FUNCTIONS = [
    by_a_loop,
    by_a_while,
    in_some_iterations,
    in_a_dict,
    in_a_list,
    made_in_the_loop,
    two_made_in_the_loop,
    in_a_loop_in_a_loop,
    changed_places,
    of_run_time_length,
    a_view_of_all,
    a_view_of_what_was_chosen,
    a_view_of_an_unknown_length,
    left_early,
    twice_in_one_alternative,
    in_alternatives_of_several,
    of_two,
    arrays_twice_in_lists_that_change_places,
    last_of_a_list_that_changes,
    a_list_of_two_lengths_twice,
    a_list_of_two_lengths_twice_by_key,
]


def arguments(n, k):
    m = np.arange(12.0).reshape(3, 4)
    return [Call((a, m, np.int64(n), np.int64(k)), {}) for a in (np.arange(4.0), m[1], m[2, ::-1])]


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_leaves_as_one_object(function, backend):
    static = sct.to_static(function, backend=backend)
    with warnings.catch_warnings():
        warnings.simplefilter("error", PlainPythonWarning)
        for n, k in ((2, 1), (0, 2), (1, 0), (3, 2), (4, 5)):
            for mine, yours in zip(arguments(n, k), arguments(n, k), strict=True):
                assert not differences(observe(function, mine), observe(static, yours)), (n, k)


NAMES_MOVE = ["x, y = c[:], d", "for _ in range(k):", "    x[0] += 1", "    x, y = y, x"]
ITEMS_MOVE = ["q = {'x': c[::-1], 'y': d}", "for _ in range(k):", "    q['x'][0] += 1", "    q['x'], q['y'] = q['y'], q['x']"]
AROUND = [["if n > 0:"], ["for _ in range(n):"], ["while i < k:", "i += 1", "if n > 0:"]]


@pytest.mark.parametrize("moves", [NAMES_MOVE, ITEMS_MOVE], ids=["names", "items"])
@pytest.mark.parametrize("heads", AROUND, ids="; ".join)
def test_writes_to_a_view_that_moves_on_stay_lost(moves, heads):
    """The array was not known after the loop, but was again after the branch: the writes had gone."""
    lines, pad = ["def f(n, k):", "    c, d, i = np.zeros(4), np.ones(4), 0"], "    "
    for head in heads:
        lines.append(pad + head)
        pad += "    " * head.endswith(":")
    text = "\n".join([*lines, *(pad + line for line in moves), "    return c", ""])
    name = f"<{'; '.join([*heads, *moves])}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    scope = {"np": np}
    exec(compile(text, name, "exec"), scope)
    with pytest.raises(AliasError, match="changed (in a loop )?under another name"):
        sct.to_static(scope["f"], backend="numpy")(np.int64(2), np.int64(3))


def equal_to_a_changed_argument(a, b, n):
    e = a
    if n > 2:
        e = b + 1
        b += 1
    xs, i = [a, a], 0
    while i < n:
        i += 1
        xs = [xs[1], a]
    return e, xs


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_what_was_computed_as_a_changed_argument_was_is_another_array(backend):
    static = sct.to_static(equal_to_a_changed_argument, backend=backend)
    for n in (3, 1, 4):
        calls = [Call((np.arange(4.0), np.ones(4), np.int64(n)), {}) for _ in range(2)]
        assert not differences(observe(equal_to_a_changed_argument, calls[0]), observe(static, calls[1])), n


def kept_from_some_iteration(a, b, n, k):
    c = d = a
    for i in range(n):
        if i % 2 == 0:
            c = a + i
            d = c
    c[0] = 7
    return c, d


def kept_and_exchanged(a, b, n, k):
    c = d = e = a
    for i in range(n):
        if i == 0:
            c = a + i
            d = c
        else:
            c, d, e = d, e, c
    c[0] = 7
    return c, d, e


def kept_under_a_third_name(a, b, n, k):
    c = d = e = a
    for i in range(n):
        if i == 0:
            e = a + 1
        else:
            c = e
            d = e
    c[0] = 7
    return c, d, e


def kept_from_a_loop_in_a_loop(a, b, n, k):
    c = d = e = a
    for i in range(n):
        for j in range(k):
            if j == 0:
                c = a + i
                d = c
            else:
                c, e = e, c
        if i == 1:
            d, e = e, d
    c[0] = 7
    return c, d, e


def the_best_two_and_the_last(a, b, n, k):
    best, second, last = a, b, a
    for i in range(n):
        x = b * 2 - i
        last = x
        if x.sum() > best.sum():
            second = best
            best = x
        elif x.sum() > second.sum():
            second = x
    best[0] = 5
    last[1] = 6
    return best, second, last


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize(
    "function",
    [
        kept_from_some_iteration,
        kept_and_exchanged,
        kept_under_a_third_name,
        kept_from_a_loop_in_a_loop,
        the_best_two_and_the_last,
    ],
    ids=lambda f: f.__name__,
)
def test_what_two_names_keep_from_an_earlier_iteration_is_one_array(function, backend):
    """They were told to be one only if the last iteration had made them so: a write to one was lost to the other."""
    static = sct.to_static(function, backend=backend)
    for n, k in ((2, 1), (0, 2), (1, 0), (3, 2), (4, 5)):
        mine, yours = (Call((np.arange(4.0), np.ones(4), np.int64(n), np.int64(k)), {}) for _ in range(2))
        assert not differences(observe(function, mine), observe(static, yours)), (n, k)


def whole_views_in_a_loop(a, m, n, k):
    d = np.zeros(n * 0 + 4)
    ys = [d, d]
    for _ in range(k):
        d = d[:]
        a = a[:]
    return d, ys, a


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_a_view_of_all_of_an_array_is_another_object(backend):
    static = sct.to_static(whole_views_in_a_loop, backend=backend)
    for n, k in ((2, 1), (0, 2), (1, 0), (3, 6)):
        for mine, yours in zip(arguments(n, k), arguments(n, k), strict=True):
            assert not differences(observe(whole_views_in_a_loop, mine), observe(static, yours)), (n, k)


def left_beside_what_came_in(a, b, n, k):
    d = np.arange(4.0)
    x, y, z = a, d, b
    for _ in range(n):
        x, y, z = d, z, y
    x[0] = 9
    return x, y, z


def left_in_a_pair_beside_what_came_in(a, b, n, k):
    d = np.arange(4.0)
    t = (a, d)
    for _ in range(n):
        t = (d,)[:1] + t[1:]
    t[0][1] = 8
    return t


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("function", [left_beside_what_came_in, left_in_a_pair_beside_what_came_in])
def test_an_array_from_around_a_loop_is_one_with_what_came_in(function, backend):
    """They were taken for two, and what was written to one was lost to the other."""
    static = sct.to_static(function, backend=backend)
    for n in (2, 0, 1, 3):
        mine, yours = (Call((np.ones(4), np.zeros(4), np.int64(n), np.int64(1)), {}) for _ in range(2))
        assert not differences(observe(function, mine), observe(static, yours)), n


def joined_again(a, b, n, k):
    t, c = (a,), [b]
    if b[0] > 3:
        pass
    else:
        if n > 2:
            for _ in range(n):
                b = t[0]
                c.append(b)
        if n > 2:
            pass
        else:
            b = np.full((4,), 0.0)
    return b


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_what_a_loop_in_a_branch_has_left_is_still_the_argument(backend):
    static = sct.to_static(joined_again, backend=backend)
    for n in (2, 4, 3):
        mine, yours = (Call((np.ones(4), np.zeros(4), np.int64(n), np.int64(1)), {}) for _ in range(2))
        assert not differences(observe(joined_again, mine), observe(static, yours)), n


def left_from_a_loop_in_a_loop(a, m, n, k):
    q = {"u": a}
    for _ in range(n):
        for _ in range(k):
            return q
        q = dict(q)
    return None


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_whole_arrays_are_told_by_their_memory(backend):
    static = sct.to_static(left_from_a_loop_in_a_loop, backend=backend)
    for mine, yours in zip(arguments(2, 1), arguments(2, 1), strict=True):
        want, got = observe(left_from_a_loop_in_a_loop, mine), observe(static, yours)
        assert not differences(want, got)


def left_as_one_of_two_lists(a, m, n, k):
    q = {"u": a, "v": a}
    for _ in range(n):
        for _ in range(k):
            return q
        q = dict(q)
    return q


def left_as_one_of_two_lists_perhaps(a, m, n, k):
    q = [a, m[1] + 1, a]
    for _ in range(n):
        for _ in range(k):
            if a[0] > k - 3:
                return q
        q = q[:]
    return q, a


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("function", [left_as_one_of_two_lists, left_as_one_of_two_lists_perhaps], ids=lambda f: f.__name__)
def test_one_array_twice_in_one_of_several_containers(function, backend):
    """Which of two copies of a container leaves, several ways to it decide: what is one array in both stays one."""
    static = sct.to_static(function, backend=backend)
    for n, k in ((2, 1), (0, 2), (1, 0), (3, 2), (2, 4)):
        for mine, yours in zip(arguments(n, k), arguments(n, k), strict=True):
            assert not differences(observe(function, mine), observe(static, yours)), (n, k)


def viewed_after_a_write(n, k):
    d = np.ones(4)
    for _ in range(k):
        d = np.zeros(4)
    d[n % 4] -= 1
    v = np.zeros(3)
    for _ in range(n):
        v = d[:3]
    return d, v


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_a_small_array_has_memory_where_views_of_it_leave(backend):
    """A write to one in registers left it there, and what was a view of it was a copy."""
    static = sct.to_static(viewed_after_a_write, backend=backend)
    for n, k in ((2, 1), (3, 0), (0, 2)):
        mine, yours = (Call((np.int64(n), np.int64(k)), {}) for _ in range(2))
        assert not differences(observe(viewed_after_a_write, mine), observe(static, yours)), (n, k)
