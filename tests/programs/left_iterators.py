"""Loops over `map`, `chain` and their like of what is known, left where only the run knows."""

from itertools import accumulate, chain, compress, filterfalse, islice, pairwise, starmap, takewhile, zip_longest

import numpy as np

from tests.harness import Theme, call

program = Theme("left iterators")
A = np.array([1.0, 2.0, 3.0, 4.0])
CALLS = call("abcd", A), call("abcd", -A), call("ab", A), call("abcd", A * 2)


@program(*CALLS)
def map_of_a_text(s, x):
    """A method of each letter, and its number."""
    out, last = "", None
    for i, c in enumerate(map(str.upper, s)):
        if x[i] > 2:
            break
        out += c
    for c in map(ord, s):
        last = c
        if x[last - 97] > 2:
            break
    return out, last


@program(*CALLS)
def returned_from(s, x):
    """A `return` in the loop."""
    for i, code in enumerate(map(ord, s)):
        if x[i] > 2:
            return code
    return -1


@program(*CALLS)
def map_of_a_function(s, x):
    """A function of the user's is called as often as Python calls it."""
    called = []

    def doubled(c):
        called.append(c)
        return 2 * c

    n = 0
    for c in map(doubled, s):
        if x[n] > 2:
            break
        n += 1
    return n, c, len(called)


@program(*CALLS)
def chain_of_two(s, x):
    """One text after the other, and a list."""
    n, last = 0, ""
    for c in chain(s, "xy", ["z"]):
        last = c
        if n < 4 and x[n] > 2:
            break
        n += 1
    return n, last


@program(*CALLS)
def parts_and_pairs(s, x):
    """`islice` and `pairwise`."""
    n, m = 0, 0
    for c in islice(s, 1, 4):
        if x[n] > 2:
            break
        n += ord(c) - 96
    for a, b in pairwise(s):
        if x[m] > 1:
            break
        m += ord(b) - ord(a)
    return n, m


@program(*CALLS)
def others_of_a_text(s, x):
    """The rest of `itertools`, and `filter`."""
    makers = [
        lambda: filter(str.isalpha, s), lambda: accumulate(s), lambda: compress(s, [1, 0, 1, 1]),
        lambda: takewhile(str.isalpha, s), lambda: starmap(max, zip(s, s[1:], strict=False)),
        lambda: filterfalse(str.isdigit, s), lambda: zip(s, map(ord, s), strict=False),
    ]  # fmt: skip
    out = []
    for make in makers:
        n, last = 0, None
        for c in make():
            last = c
            if x[n] > 2:
                break
            n += 1
        out.append((n, last))
    return out


@program(*CALLS)
def gone_on_with(s, x):
    """What is left of it afterwards."""
    n, it = 0, map(ord, map(str.upper, s))
    for _ in it:
        if x[n] > 1.5:
            break
        n += 1
    rest = list(it)
    return n, len(rest), rest[-1:]


@program(call(A, np.array([1.0, 2.0])), call(A * 2, A[:2] * 4), call(A[:2], A))
def longest(x, y):
    """The shorter one is filled up."""
    total = 0.0
    for a, b in zip_longest(x, y, fillvalue=0.5):
        if a + b > 7:
            break
        total += a * 2 + b
    return total


@program(call([1, 2, 3], np.array([1, 2])), call([1, 2], np.array([1, 3])), call([1, 2], np.array([1, 2])))
def order_of_versions(xs, y):
    """The first place where two differ decides."""
    for a, b in zip_longest(xs, y, fillvalue=0):
        if a != b:
            return -1 if a < b else 1
    return 0


@program(call(A, A[:2]), call(A * 2, A))
def filled_with_none(x, y):
    """What is missing is None."""
    total = 0.0
    for a, b in zip_longest(x, y):
        if b is None:
            total += a
            continue
        if a > 4:
            return total, a, b
        total += a * 2 + b
    return total, None, None


@program(call(A), call(A * 2))
def longest_of_three(x):
    """One of them a text, and the iterator has a name."""
    out, rest = [], []
    walked = zip_longest(x, x[1:], "abc", fillvalue=-1)
    for a, b, n in walked:
        if a > 2:
            break
        out.append((a, b, n))
    for a, b, _ in walked:
        rest.append(a + 10 * b)
    return out, rest


@program(call(A), call(A * 2))
def changed_under_way(x):
    """A list and an array that get other items while they are gone through."""
    xs, total = [1.0, 2.0, 3.0], 0.0
    for a, b in zip_longest(xs, x, fillvalue=2.0):
        if b > 6:
            break
        if len(xs) < 6:
            xs.append(b)
        x[2] += 1
        total += a * b
    return total, xs, x
