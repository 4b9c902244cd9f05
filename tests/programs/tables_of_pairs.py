"""Dicts of other kinds that are made of pairs of which only the run knows the keys, or their order."""

from collections import OrderedDict, defaultdict

import numpy as np

from tests.harness import Theme, call

program = Theme("tables_of_pairs")
K = ["a", "b", "a", "c", "b"]
V = np.array([1.0, 5.0, 2.0, 3.0, -2.0])
CALLS = (call(K, V), call([], V[:0]), call(["q", "r"], V[:2]))


@program(*CALLS)
def groups_by_their_largest(k, v):
    """An OrderedDict of sorted groups, moved and popped from."""
    groups = defaultdict(list)
    for a, b in zip(k, v):
        groups[a].append(b)
    table = OrderedDict(sorted(groups.items(), key=lambda kv: -max(kv[1])))
    if table:
        table.move_to_end(next(iter(table)))
    return table, list(table), "zz" in table


@program(*CALLS)
def sums_in_order(k, v):
    """An OrderedDict of sorted sums, printed and as a text."""
    sums = defaultdict(float)
    for a, b in zip(k, v):
        sums[a] += b
    table = OrderedDict(sorted(sums.items(), key=lambda kv: kv[1]))
    for key in table:
        print(key, table[key])
    return table, str(table), table.get("zz"), table == OrderedDict(sums), table == dict(sums)


@program(*CALLS)
def of_a_generator(k, v):
    """Pairs that a generator gives, and zipped ones."""
    table = OrderedDict((a, b) for a, b in sorted(zip(k, v.tolist()), key=lambda kv: kv[1]))
    other = OrderedDict(zip(v.tolist(), k))
    if "a" in table:
        table.move_to_end("a", last=False)
    if other:
        other.popitem(last=False)
    return table, other


@program(*CALLS)
def with_a_factory(k, v):
    """A defaultdict of a factory and pairs, which makes items of its own."""
    counts = defaultdict(int, sorted(zip(k, v.tolist()), key=lambda kv: kv[1]))
    counts["zz"] += 1
    lists = defaultdict(lambda: [0.5], [(int(b), [b]) for b in v])
    for b in v:
        lists[int(b) + 1].append(b)
    return counts, lists


@program(call(np.array([3, 1, 3, 2])), call(np.array([0, 0])), call(np.array([1, 2, 3, 4, 5, 6])))
def known_and_not(x):
    """The same calls with known keys, with none, and with what is no pair."""
    known = OrderedDict([("u", x[0]), ("v", x[1])])
    empty = OrderedDict()
    named = OrderedDict([("u", 1)], w=2)
    table = OrderedDict((int(v), i) for i, v in enumerate(x))
    if len(x) > 4:
        table = OrderedDict(x)
    return known, empty, named, table
