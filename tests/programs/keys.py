"""Dicts, strings and tables under a key that only the running program knows."""

from collections import Counter, OrderedDict

import numpy as np

from tests.harness import Theme, call

program = Theme("keys")
V = np.array([1.0, -2.0, 3.0, 0.5, 4.0, -1.0])
N = np.array(2)
Z = np.array(-1)
K = np.array([0, 2, 1, 2, 2])


@program(call(K), call(K[::-1]))
def hist(k):
    """Run-time keys: hist."""
    d = {0: 0, 1: 0, 2: 0}
    for v in k:
        d[int(v)] += 1
    return d


@program(call(K), call(np.array([0, 1, 0])))
def hist_np(k):
    """Run-time keys: hist np."""
    d = {0: 0.0, 1: 0.0, 2: 0.0}
    for v in k:
        d[v] += 0.5
    return d


@program(call(K), call(np.array([0, 1, 5])))
def hist_missing(k):
    """Run-time keys: hist missing."""
    d = {0: 0, 1: 0, 2: 0}
    for v in k:
        if v in d:
            d[int(v)] += 1
    return d


@program(call(N), call(Z), call(np.array(9)))
def lookup_in_branch(n):
    """Run-time keys: lookup in branch."""
    d = {2: 1.5, -1: 2.5}
    if int(n) in d:
        return d[int(n)]
    return None


@program(call(N), call(np.array(1)), call(np.array(9)))
def tuple_key(n):
    """Run-time keys: tuple key."""
    d = {(2, 0): 1.5, (1, 0): 2.5}
    return d.get((int(n), 0), 9.0)


@program(call(np.array(2.0)), call(np.array(1.0)), call(np.array(1.5)))
def float_key(n):
    """Run-time keys: float key."""
    d = {2: 1.5, True: 2.5, "a": 0.0}
    return d.get(float(n), 9.0)


@program(call(N), call(Z), call(np.array(9)))
def fn_table(n):
    """Run-time keys: fn table."""
    d = {2: np.sin, -1: np.cos, 9: lambda v: v * 2}
    return d[int(n)](1.5)


@program(call(N), call(Z), call(np.array(9)))
def str_values(n):
    """Run-time keys: str values."""
    d = {2: "two", -1: "minus"}
    s = d.get(int(n), "other")
    print(s, len(s))
    return s


@program(call(N), call(np.array(0)), call(np.array(-3)), call(np.array(3)))
def string_idx(n):
    """Run-time keys: string idx."""
    s = "abc"
    c = s[int(n)]
    if c == "c":
        return 1
    return c + "x"


@program(call(N), call(np.array(0)))
def array_key(n):
    """Run-time keys: array key."""
    return {2: 1, 0: 2}[n]


@program(call(np.array(1)), call(np.array(-1)), call(np.array(7)))
def counter_branch(n):
    """Run-time keys: counter branch."""
    c = Counter("aab")
    if n > 0:
        c["a"] += 5
    else:
        c["b"] = int(n)
    return c["a"], c["b"], sum(c.values())


@program(call(np.array(1)), call(np.array(-1)))
def ordered_branch(n):
    """Run-time keys: ordered branch."""
    c = OrderedDict([("a", 1), ("b", 2)])
    if n > 0:
        c["a"] += 5
    else:
        c["b"] = int(n)
    return dict(c), list(c)


@program(call(np.array(1)), call(np.array(-1)))
def list_store(n):
    """Run-time keys: list store."""
    l = [1.0, 2.0, 3.0]
    l[int(n)] = 9.0
    return l


@program(call(K))
def state_machine(k):
    """Run-time keys: state machine."""
    table = {
        ("a", 0): "b",
        ("a", 2): "a",
        ("b", 2): "c",
        ("b", 1): "a",
        ("c", 2): "c",
        ("c", 1): "a",
        ("a", 1): "c",
        ("b", 0): "b",
        ("c", 0): "c",
    }
    s = "a"
    for v in k:
        s = table[(s, int(v))]
    return s


@program(call(K))
def memo(k):
    """Run-time keys: memo."""
    cache = {}

    def f(i):
        if i in cache:
            return cache[i]
        cache[i] = k[i] * 2 if i == 0 else f(i - 1) + k[i]
        return cache[i]

    return f(4), cache


@program(call(V), call(-V))
def by_sign(x):
    """Run-time keys: by sign."""
    d = {"pos": 0.0, "neg": 0.0}
    for v in x:
        d["pos" if v > 0 else "neg"] += v
    return d


@program(call(K))
def keys_that_come(k):
    """A dict that gets keys that only the running program knows."""
    d = {}
    for v in k:
        d[int(v)] = d.get(int(v), 0) + 1
    return d


@program(call(N), call(np.array(7)))
def text_index(n):
    """A character of a text, and Python's own error."""
    return "abc"[n], "abc"[int(n)]


@program(call(N), call(Z), call(np.array(5)))
def key_error(n):
    """Python's KeyError."""
    return {2: 2.5, -1: 3.5}[int(n)]
