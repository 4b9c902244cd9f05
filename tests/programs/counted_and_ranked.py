"""Counts and pairs with texts in them, in order: `Counter.most_common`, `sorted(d.items())`, and reports of them."""

from collections import Counter

import numpy as np

from tests.harness import Theme, call

program = Theme("counted and ranked")

NAMES = ["pear", "apple", "fig"]
_HOW_MANY = call(np.array([2])), call(np.array([0])), call(np.array([9])), call(np.array([-1]))
_PICKED = call(np.array([0, 1, 0])), call(np.array([2])), call(np.array([1, 1, 2, 0, 2])), call(np.array([], int))


@program(*_HOW_MANY)
def as_many_as_the_run_says(k):
    """The most common letters of a known Counter; below 0 it is none."""
    c = Counter("abracadabra")
    return c.most_common(int(k[0])), c.most_common(n=int(k[0])), [w for w, _ in c.most_common(k[0])]


@program(*_HOW_MANY)
def counts_of_the_run(k):
    """Known letters, some of whose counts only the run knows."""
    c = Counter("abracadabra")
    c["a"] += int(k[0])
    c["r"] -= int(k[0])
    return c.most_common(2), c.most_common(), c.most_common(None), list(c.elements())


@program(*_HOW_MANY)
def letters_of_the_run(k):
    """A letter that may be there, and one that may be gone."""
    c = Counter(a=1, b=2)
    if k[0] > 0:
        c["z"] = 5
    if k[0] > 5:
        del c["a"]
    return c.most_common(1), c.most_common(int(k[0])), sorted(c.elements())


@program(*_HOW_MANY)
def report_of_words(k):
    """Each word in a column as wide as the widest."""
    words = "the cat the dog a cat".split()
    top = Counter(words).most_common(int(k[0]))
    width = max((len(w) for w, _ in top), default=0)
    for w, n in top:
        print(f"{w:<{width}} | {'#' * n} {n / len(words):.1%}")
    return [f"{w:>{width + 2}}" for w, _ in top]


@program(call(np.array([0, 9])), call(np.array([1, 2])), call(np.array([2, 0])))
def text_and_width_of_the_run(x):
    """A text, the width and the way it is aligned."""
    w, how = NAMES[x[0]], [">8", "<7", "^6"][x[0]]
    return f"{w:{how}}|{x[1]:{how}}|", f"{w:{how[0]}{int(x[1])}}|{w!r:>{int(x[1])}}", f"{w}{x[1]:{x[0] + 3}}"


@program(*_PICKED)
def what_is_left_in_order(x):
    """The items of a dict, of which some are gone."""
    d = dict(pear=5, apple=5)
    for v in x:
        d.pop(NAMES[v], None)
    return sorted(d.items()), sorted(d.items(), reverse=True), max(d.items(), default=None)


@program(*_PICKED)
def tuples_in_tuples(x):
    """Texts in tuples that are in tuples, beside what is the same in each."""
    out = [((NAMES[v], v % 2), (3, "x"), float(v)) for v in x]
    out.sort()
    return out, max(out, default=0), sorted(out, key=lambda p: (p[1], p[0], p[2]), reverse=True)


@program(*_PICKED)
def numbers_of_two_kinds(x):
    """Texts beside an int or a float."""
    out = []
    for v in x:
        out.append((NAMES[v], 1) if v else (NAMES[v], 0.5))
    return sorted(out), max(out, default=0)


@program(*_HOW_MANY)
def operators_of_counters(k):
    """Known letters, and counts that only the run knows."""
    n = int(k[0])
    a, b = Counter(a=n, b=2), Counter(a=1, c=n)
    both = a + b, a - b, a & b, a | b, +a, -a
    return both, a.total(), sorted(a.elements()), a == b, a != b, a < b, a <= b, a >= b, a == {"a": 2, "b": 2}


@program(*_HOW_MANY)
def counters_changed_in_place(k):
    """`+=` and its like, of a Counter with two names."""
    a, b = Counter(a=int(k[0]), b=2), Counter(a=1, c=2)
    same = a
    a += b
    kept = a.copy()
    a -= Counter(b=1)
    kept &= b
    rest = Counter(same)
    rest |= a
    return a, same is a, kept, rest, list(a), sum((a, b), Counter())


@program(*_HOW_MANY)
def parts_of_tuples_and_ranges(k):
    """Bounds of slices that only the run knows."""
    n = int(k[0])
    t, r = (3, 1, 4, 1, 5), range(5, -5, -3)
    parts = t[n:], t[:n], t[n : n + 2], t[-n:], t[n::2], t[:n] + t[n:] == t, ("a", 1, None)[n:]
    return parts, list(r[n:]), r[:n], len(r[n:]), list(r[::-1][n:]), sum(r[n:]), (2, 3, 4)[:n] + (3,)


@program(*_HOW_MANY)
def shapes_in_part(k):
    """The shape of an array, up to an axis."""
    x = np.ones((2, 3, 4))
    return np.prod(x.shape[: int(k[0])]), x.shape[int(k[0]) :]
