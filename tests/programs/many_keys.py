"""Known dicts, sets and lists of many keys, asked for one that only the running program knows."""

import operator
from collections import Counter, OrderedDict, defaultdict

import numpy as np

from tests.harness import Theme, call

program = Theme("many keys")
WORDS = [f"w{i * i}" for i in range(80)]
SCORES = {word: i * 0.5 for i, word in enumerate(WORDS)}
PRIMES = frozenset(n for n in range(2, 400) if all(n % k for k in range(2, n)))
KS = np.array([0, 3, 4, 9, -3, 195, 192, 41, 6400])


@program(call(np.int64(6), 70), call(np.int64(9), 800), call(np.int64(7), 70), call(np.int64(-6), 70))
def in_two(k, n):
    """`in` of two dicts of hundreds of keys."""
    d = dict.fromkeys([i * 3 for i in range(n)], 1)
    e = dict.fromkeys([i * 2 for i in range(n)], 1)
    return k in d and k in e, k in d.keys() or k in set(e)


@program(call(KS), call(KS[::-1]), call(np.array([1.0, 3.0, 3.5, np.nan, np.inf])), call(KS.astype(np.uint8)))
def read_numbers(ks):
    """`get` of a dict of 65 numbers."""
    d = {i * 3: i for i in range(65)}
    return [d.get(k, -1) for k in ks], [d.get(k) for k in ks], sum(d[k] for k in ks if k in d)


@program(call(np.int64(6)), call(np.int64(7)), call(np.int64(192)))
def by_subscript(k):
    """A key that is missing is Python's KeyError."""
    return {i * 3: i * 0.5 for i in range(65)}[k]


@program(call(KS), call(KS[:3]))
def values_of_many_forms(ks):
    """Numbers of several kinds, texts, None and tuples as values."""
    d = {i: (None, i, i * 0.5, f"n{i}", (i, "even"), True)[i % 6] for i in range(200)}
    return [d.get(k, "none") for k in ks], [type(d.get(k)).__name__ for k in ks]


@program(call(KS), call(KS[1:5]))
def containers_as_values(ks):
    """Lists as values."""
    d = {i: [i] * (i % 4) for i in range(200)}
    return [len(d[k]) for k in ks if k in d], sum(sum(d[abs(k) % 200]) for k in ks)


@program(call(KS, 3), call(KS[::-1], 1))
def squares(ks, dx):
    """Tuples of numbers as keys: a grid with its neighbours."""
    grid = {(x, y): x * 10 + y for x in range(8) for y in range(8)}
    found = []
    for k in ks:
        for place in ((k, 1), (k + dx, k), (k % 8, dx), (0, k)):
            if place in grid:
                found.append(grid[place])
    return found, sum(grid.get((k, k), 100) for k in ks)


@program(call(KS), call(KS[:2]))
def half_known(ks):
    """Tuples of a known text and a number."""
    d = {(kind, i): i if kind == "a" else -i for i in range(40) for kind in "ab"}
    return [d.get(("a", k)) for k in ks], [d.get(("b", int(k)), 0.5) for k in ks], [("c", k) in d for k in ks]


@program(call(KS), call(np.array([6241, 6400, 6, 1])))
def texts(ks):
    """Texts that are built at run time."""
    built = [SCORES.get("w" + str(k), -1.0) for k in ks]
    return built, ["w" + str(k) in WORDS for k in ks], [SCORES.get("w" * abs(int(k)), 0.25) for k in ks[:3]]


@program(call(KS), call(np.array([25, 26, 27])))
def letters(ks):
    """Letters, and texts that are chosen by a number."""
    code = {chr(97 + i): "." * (i % 3) + "-" * (i % 2 + 1) for i in range(26)}
    text = "".join([code[chr(97 + k % 26)] for k in ks])
    return text, [SCORES[WORDS[k % 80]] for k in ks], [chr(97 + k % 30) in code for k in ks]


@program(call(KS), call(KS[:4]), call(KS / 2))
def primes(ks):
    """A frozenset of the module, and lists."""
    known = sorted(PRIMES)
    return [k in PRIMES for k in ks], [k in known for k in ks], [k in tuple(known) for k in ks]


@program(call(np.int64(6)), call(np.int64(9)))
def other_ways(k):
    """By name, by operator, of subclasses."""
    d = {i * 3: i for i in range(65)}
    counts, ordered = Counter(d), OrderedDict(d)
    missing = defaultdict(int, {i * 3: i for i in range(65)})
    return (
        operator.getitem(d, k), d.__getitem__(k), dict.get(d, k), d.__contains__(k + 1), operator.contains(d, k),
        counts[k], missing[k + 1], len(missing), ordered[k], list(map(d.get, [k, k + 1])), {**d, 1: 5}.get(k),
    )  # fmt: skip


@program(call({i * 3: i for i in range(65)}, np.int64(6)), call({i * 3: i for i in range(65)}, np.int64(9)))
def callers(d, k):
    """A dict of the caller's."""
    return d[k], d.get(k + 1), k in d, k + 1 in d


@program(call(KS), call(KS[2:]))
def listed(ks):
    """A list of 100 values of several forms under a run-time index."""
    xs = [(None, i, i * 0.5, "odd", (i, "x"))[i % 5] for i in range(100)]
    return [xs[k % 100] for k in ks], [xs[-(k % 100) - 1] for k in ks]


@program(call(np.int64(5)), call(np.int64(-7)), call(np.int64(100)), call(np.int64(-101)))
def out_of_range(k):
    """Python's IndexError of such a list."""
    xs = [(None, i, "odd")[i % 3] for i in range(100)]
    total = 0
    for _ in range(2):
        total += xs[k + total * 0] is None
    return total
