"""How many ops a trace records: twice as many statements make about twice as many."""

import linecache

import numpy as np
import pytest

import sct
from sct.runtime import partial_program

HEAD = "def f(x, m):\n    a = x * 1\n    b = a\n    d = x * 2\n"
STATEMENTS = {
    "replaced": "    if a[{k} % 4] > {k}:\n        a = a + {k}\n",
    "replaced or written": (
        "    if a[{k} % 4] > {k}:\n        a = a + {k}\n    else:\n        a[{k} % 3] = {k}\n"
    ),
    "swapped": "    if m > {k}:\n        d, a = a, d + {k}\n",
    "small": (
        "    if a[{k} % 3] > {k}: a = np.array([a[1] * 0.5, a[2] + {k}, a[0] - a[1], {k}])\n    else: a[{k} % 3] += 1\n"
    ),
}


def function(statement, n):
    text = HEAD + "".join(statement.format(k=k) for k in range(n)) + "    d[1:] = 2\n    return a, b, d\n"
    name = f"<growth {n} {statement}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    scope = {"np": np, "__name__": "growth"}
    exec(compile(text, name, "exec"), scope)
    return scope["f"]


@pytest.fixture
def recorded(monkeypatch):
    """Tells how many ops the trace of a call records, before any pass."""
    raw = []
    monkeypatch.setattr(partial_program, "verify", raw.append)

    def count(f, *args):
        raw.clear()
        static = sct.to_static(f, backend="numpy")
        plain = f(*[np.array(arg)[()] for arg in args])
        for mine, right in zip(static(*args), plain, strict=True):
            np.testing.assert_array_equal(mine, right)
        return sum(1 for _ in raw[0].body.walk())

    return count


@pytest.mark.parametrize("name", STATEMENTS)
def test_ifs_that_replace_or_write_an_array(name, recorded):
    x, m = np.array([1.0, 2.0, 3.0, 0.5]), np.int64(5)
    few, many = (recorded(function(STATEMENTS[name], n), x, m) for n in (15, 30))
    assert many < 2.3 * few


KEYS = {
    "set": ("s = set()", "s.add(int(x[{k} % 4]) + {k} % 3)", "len(s), sorted(s)"),
    "set of pairs": ("s = set()", "s.add((int(x[{k} % 4]), int(m) % {k}))", "len(s), sorted(s)"),
    "dict": ("s = {{}}", "s[int(x[{k} % 4])] = s.get(int(x[{k} % 4]), 0) + {k}", "len(s), sum(s.values())"),
}


@pytest.mark.parametrize("name", KEYS)
def test_keys_that_may_be_the_same(name, recorded):
    first, each, end = (part.format(k="{k}") for part in KEYS[name])

    def adding(n):
        lines = ["def f(x, m):", first, *(each.format(k=k) for k in range(1, n + 1)), f"return {end}"]
        text = "\n    ".join(lines) + "\n"
        name = f"<growth {n} {each}>"
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
        scope = {"__name__": "growth"}
        exec(compile(text, name, "exec"), scope)
        return scope["f"]

    x, m = np.array([1.0, 2.0, 3.0, 0.5]), np.int64(5)
    few, many = (recorded(adding(n), x, m) for n in (5, 10))
    assert many < 3 * few


def pairs_in_a_set(a, b):
    found = set(zip(a.tolist(), b.tolist()))
    return len(found), (3, 4) in found


EDGES = [(k % 7, (k * k + 1) % 7) for k in range(400)]


def known_pairs(a, b):
    degrees = np.zeros(7)
    for u, v in EDGES:
        degrees[u] += a[v]
        degrees[v] += b[u]
    return degrees, EDGES[int(a[0])]


@pytest.mark.parametrize("f", [pairs_in_a_set, known_pairs], ids=lambda f: f.__name__)
def test_many_pairs_are_a_loop(f, recorded):
    rng = np.random.default_rng(3)
    assert recorded(f, *rng.integers(0, 9, (2, 200))) < 1_000


def test_what_a_loop_makes_anew_in_rows_may_be_rolled(recorded):
    def rounds(x):
        kept = [x[0] * k for k in range(5)]
        for _ in range(10):
            more = []
            for i in range(int(kept[-1]) + 3):
                more.append(x[i % 4] + i)
            kept = more
        return len(kept), kept[0]

    assert recorded(rounds, np.array([1.0, 2.0, 3.0, 0.5])) < 100


@pytest.mark.parametrize("added", ["[0.0] * 300", "range(300)", "[(k, 1.0) for k in range(300)]", "[x[0]] * 300", '["q"] * 300'])
def test_many_known_items_behind_a_list_are_one_op(added, recorded):
    text = f"def f(x):\n    out = [v for v in x if v > 1]\n    out += {added}\n    return len(out), x[0]\n"
    name = f"<growth {added}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    scope = {"__name__": "growth"}
    exec(compile(text, name, "exec"), scope)
    assert recorded(scope["f"], np.array([1.0, 2.0, 3.0, 0.5])) < 150


def test_a_hundred_iterations_that_resize_an_array_are_a_loop(recorded):
    def reduced(x, n):
        t, stages = x, ["a", "b"]
        for _ in range(100):
            if not stages:
                return len(t), t.sum()
            if t[0].sum() < 0:
                stages.pop()
                t = np.delete(t, 0, axis=0)
            else:
                for i, v in enumerate(t[:, 0]):
                    t[i] -= v + 1.0
        return -1, 0.0

    assert recorded(reduced, np.arange(12.0).reshape(4, 3), np.int64(1)) < 1_000


def test_pairs_of_sorted_rows(recorded):
    def nearest(x):
        s = sorted(x, key=lambda r: r[0])
        best = 1e9
        for i in range(len(s) - 1):
            for j in range(i + 1, len(s)):
                best = min(best, (s[i][0] - s[j][0]) ** 2 + (s[i][1] - s[j][1]) ** 2)
        return best, len(s)

    few, many = (recorded(nearest, np.random.default_rng(n).normal(size=(n, 2))) for n in (10, 20))
    assert many < 6 * few and many < 6_000
