"""Numbers that begin as Python's and become NumPy's in a loop: which of the two they are shows in what follows."""

import math
from collections import Counter

import numpy as np

from tests.harness import Theme, call

program = Theme("kinds of numbers")

FLOATS = np.array([3.0, -2.0, 1.0, 0.0])
NONE = np.array([])
INTS = np.array([3, -2, 1, 0])


@program(call(FLOATS), call(NONE), call(FLOATS[:1]))
def least(a):
    """The least item, or infinity, which is a Python float."""
    best = np.inf
    for i in range(len(a)):
        if a[i] < best:
            best = a[i]
    return best, type(best).__name__, isinstance(best, np.floating)


@program(call(FLOATS), call(NONE), call(-FLOATS))
def greatest_and_where(a):
    """A number and its place, in a tuple that is carried."""
    best = (0.0, -1)
    for i in range(len(a)):
        if a[i] > best[0]:
            best = (a[i], i)
    return best


@program(call(FLOATS), call(NONE))
def maximal_run(a):
    """Two running sums, one of them set back to a Python number."""
    best, run = -1e9, 0.0
    for i in range(len(a)):
        run = run + a[i]
        if run < 0:
            run = 0.0
        if run > best:
            best = run
    return best, run


@program(call(FLOATS, 3), call(FLOATS, 0), call(FLOATS, 4))
def divided_by_what_was_found(a, n):
    """Python's number raises where NumPy's is infinite."""
    found = 0.0
    for i in range(n):
        if a[i] < found or i == 3:
            found = a[i]
    return 1.0 / found


@program(call(FLOATS, np.array([1.5], np.float32)), call(NONE, np.array([1.5], np.float32)))
def beside_single_precision(a, x):
    """A Python float gives way to float32, an np.float64 does not."""
    best = 0.5
    for i in range(len(a)):
        if a[i] > best:
            best = a[i]
    return best * x, x[0] + best


@program(call(INTS), call(INTS[:0]), call(-INTS))
def an_integer(a):
    """An int that becomes an np.int64; Python's grow, NumPy's wrap."""
    best = 2
    for i in range(len(a)):
        if a[i] > best:
            best = a[i]
    return best + 1, best * 2, -best, best // 2, f"{best} {best!r}"


@program(call(INTS), call(INTS[:0]), call(FLOATS), call(NONE))
def a_sum_from_zero(a):
    """The int 0 is no double, and is not one where there was nothing to add."""
    total = 0
    for i in range(len(a)):
        total += a[i]
    return total, total * 2, total + 0.5


@program(call(INTS), call(INTS[:0]), call(-INTS))
def a_flag(a):
    """A bool that becomes an np.bool."""
    found = False
    for i in range(len(a)):
        if not found:
            found = a[i] > 2
    return found, not found, found + 1, 4 if found else 5


@program(call(FLOATS), call(NONE))
def what_functions_make_of_it(a):
    """Functions that answer the same, and ones that do not."""
    best = 4.0
    for i in range(len(a)):
        if a[i] < best:
            best = a[i]
    size = abs(best)
    return math.sqrt(size), np.sqrt(size), float(best), int(best), round(best, 1), best.is_integer(), max(best, 1.0)


@program(call(FLOATS, 2), call(FLOATS, 0))
def an_index_of_either_kind(a, n):
    """Where an index came from does not matter to an array."""
    at = 0
    places = np.array([2, 1])
    for i in range(n):
        at = places[i]
    a[at] += 1.5
    return a, a[at], a[at : at + 2]


class Best:
    """Something with a number in it."""

    def __init__(self):
        self.score = -math.inf


@program(call(FLOATS), call(NONE))
def an_attribute(a):
    """The number is an attribute of an object."""
    best = Best()
    for x in a:
        if x > best.score:
            best.score = x
    return best.score, best.score + 1, best.score == 3


@program(call(FLOATS), call(NONE))
def kept_in_lists(a):
    """What is one of both kinds goes into a list of run-time length."""
    low, lows = 9.0, []
    for i in range(len(a)):
        lows.append(low)
        if a[i] < low:
            low = a[i]
    lows.append(low)
    return lows, [type(x).__name__ for x in lows]


@program(call(FLOATS, FLOATS[::-1].copy()), call(NONE, FLOATS), call(FLOATS, NONE), call(NONE, NONE))
def two_of_them(a, b):
    """Both may be of either kind, and so may their sum."""
    x, y = 10.0, 0.0
    for i in range(len(a)):
        x = a[i] if a[i] < x else x
    for i in range(len(b)):
        y = b[i] if b[i] > y else y
    return x + y, x - y, x * y, x < y, x == y, -x, x / (y + 1), max(x, y), type(x + y).__name__


@program(call(np.array([[1, 2, 4], [5, 1, 0], [1, 1, 7]])), call(np.array([[1, 0, 9], [3, 1, 0], [8, 1, 7]])))
def neighbourhoods(g):
    """Bounds that are 0 or a NumPy integer, of what is added to in place."""
    g = g.copy()
    for y, x in np.argwhere(g > 3):
        g[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2] += 1
    low = max(0, g[0, 1] - 7)
    g[low % 3] -= 2
    return g


@program(call(FLOATS, 2), call(np.repeat(FLOATS, 3), 1))
def counted_one_after_the_other(x, least):
    """Counts in a list: each begins as Python's 0, beside one that has become NumPy's or may not have."""
    counts = []
    for m in [least, least + 1]:
        counts.append(0)
        for i in range(len(x) - m):
            counts[-1] += np.sum(x[i + 1 :] < x[i])
    return counts, [type(n).__name__ for n in counts]


@program(call(FLOATS), call(NONE), call(np.arange(6.0)))
def kept_beside_others(x):
    """A number that may be of either kind lies in a list, tuple and dict of which a loop changes the rest."""
    low = 10.0
    for i in range(len(x)):
        if x[i] < low:
            low = x[i]
    items, pair, table = [low, 0], (low, 0), {"low": low, "n": 0}
    for i in range(len(x)):
        items[1] += x[i]
        pair = (pair[0], pair[1] + x[i])
        table["n"] += x[i]
    return items, pair, table, type(items[0]).__name__


@program(call(FLOATS), call(NONE), call(np.arange(6.0)))
def replaced_later(x):
    """Such a number is replaced in a later loop, by one kind or the other."""
    low = 10.0
    for i in range(len(x)):
        if x[i] < low:
            low = x[i]
    items = [low, 0]
    for i in range(len(x)):
        items[1] += 1
        if x[i] > 2:
            items[0] = 7.0
        elif x[i] > 1:
            items[0] = x[i] + items[0]
    return items, [type(n).__name__ for n in items]


@program(call(FLOATS), call(FLOATS[1:]))
def in_arrays_asked_for_oddly(x):
    """A list with a number of one dtype or another, for an array with arguments that NumPy itself is asked about."""
    root = x[0] if x[0] > 0 else np.sqrt(x[0] + 0j)
    made = np.array([root, 0], copy=np._CopyMode.IF_NEEDED, dtype=None)
    return made, np.array([[root, root]], ndmin=3, copy=2), made.dtype == float


TENTHS = np.tile(np.array([0.1, 0.7, 0.3, -0.5], "f4"), 7)


@program(call(TENTHS), call(TENTHS[:1]), call(TENTHS.astype("f8")))
def tenths_in_a_list(x):
    """NumPy compares a float32 with Python's number as a float32: 0.7 is in a list of those."""
    a, b, c = [0.7], [], []
    a.pop()
    for v in x:
        if v > 0.5:
            a.append(v)
            b.append((v, 1))
            c.append(0.7)
    left = list(a)
    if 0.7 in left:
        left.remove(0.7)
    return 0.7 in a, a.count(0.7), a == c, c == a, a == [0.7] * 7, b == [(0.7, 1)] * 7, (0.7, 1) in b, left


LARGE = np.array([2.0**53, 1.0, 4.0] * 9)


@program(call(LARGE, np.array([2**53 + 1, 5])))
def large_ones_in_lists(x, n):
    """Integers that no float holds: Python's and NumPy's comparisons differ."""
    a, b, k = [], [], int(n[0])
    for v in x:
        a.append(v)
        b.append(int(v))
    c = [float(v) for v in x]
    return a.count(k), a.count(n[0]), b.count(2.0**53), b.count(k), b.count(n[0]), c.count(k), c.count(n[0]), a == b


MANY = np.tile(np.array([3.0, -1.0, 2.0, 5.0, 2.0, 0.0]), 4)


@program(call(MANY), call(-MANY), call(MANY[:0]))
def floats_behind_an_int(x):
    """What a list is asked for, which begins with an integer and goes on with floats."""
    seen, both = [0], [0, 2]
    for v in x:
        if v not in seen:
            seen.append(v)
        if v in both:
            both.remove(v)
        both.append(int(v))
    return seen, both, seen.index(0), both.count(2), 3 in seen, 3.0 in both, np.float64(3) in both, "a" in seen


@program(call(MANY), call(-MANY))
def an_int_that_is_not_there(x):
    """Python's error."""
    seen = [0]
    for v in x:
        if v > 2 and v not in seen:
            seen.append(v)
    return seen.index(5)


@program(call(TENTHS), call(TENTHS[1:]))
def tenths_as_keys(x):
    """Keys are equal if their hashes are, too: no float32 has that of 0.7, and 0.5 is 0.5."""
    d, s = {x[1]: 1, x[0]: 2}, {x[1]}
    s.add(0.7)
    s.add(x[1] * 1)
    many = {v: 1 for v in x}
    return d.get(0.7), 0.5 in {x[0] * 0 + np.float32(0.5)}, s, {0.7, x[1]}, len({(x[1], 1), (0.7, 1)}), many.get(0.7)


@program(call(np.array([2**53 + 1, 4])), call(np.array([2**53, 5])))
def large_ones_as_keys(n):
    """So it is with integers that no float holds."""
    return {float(n[0]): 1}.get(n[0]), {n[0]: 1}.get(float(n[0])), {n[0]: 3}.get(int(n[0])), {n[1]: 2}.get(float(n[1]))


@program(call(TENTHS), call(TENTHS[1:]))
def tenths_as_keys_of_two(x):
    """Dicts are equal if each key of the one is found in the other."""
    one, other, same = {x[1]: 1}, {0.7: 1}, {x[1] * 1: 1}
    many, again = {}, {}
    for v in x:
        many[v] = many.get(v, 0) + 1
    for v in x[::-1]:
        again[v] = again.get(v, 0) + 1
    tenths = Counter(x.tolist())
    return one == other, other != one, one == same, many == again, many.items() == again.items(), tenths == many
