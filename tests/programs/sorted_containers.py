"""Lists, and tuples with lists in them, sorted without a key; arrays walked through together."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("sorted containers")
X = np.array([5, 3, 8, 1, 9, 2, 7])


@program(call(X), call(X[:0]), call(X[:1]))
def groups(x):
    """The items of a dict of lists: its keys differ."""
    found = {}
    for v in x:
        found.setdefault(int(v) % 3, []).append(int(v))
    return [(k, len(vs), sum(vs)) for k, vs in sorted(found.items())], sorted(found.items(), reverse=True)


@program(call(X))
def groups_by_texts(x):
    """With texts as keys."""
    found = {}
    for v in x:
        found.setdefault(f"k{int(v) % 4}", []).append(int(v))
    return sorted(found.items())


@program(call(np.int64(6)), call(np.int64(0)))
def lists(n):
    """Lists of numbers."""
    rows = [[(i * 7) % 5, i, -1.5 * i] for i in range(n)]
    rows.sort()
    return rows


@program(call(X))
def lists_with_texts(x):
    """Lists of numbers and texts."""
    return sorted([[float(v) // 2, f"t{int(v)}", i] for i, v in enumerate(x[: int(x[0])])])


@program(call(X), call(X // 2))
def tuples_with_arrays(x):
    """Arrays that are compared only where what stands before them is equal: NumPy raises there."""
    return sorted([(x[i], np.ones(2) * i) for i in range(int(x[0]) % 7)])


@program(call(X), call(X // 4))
def tuples_with_lists(x):
    """Lists, likewise: plain Python compares them."""
    return sorted([(x[i], [i]) for i in range(int(x[-1]))])


@program(call(X * 1.0))
def walked_together(x):
    """`np.broadcast`: its shape, and its elements."""
    both = np.broadcast(x, np.ones((2, 1)))
    total = 0.0
    for a, b in both:
        total += a * b
    return both.shape, both.ndim, both.size, both.numiter, total, [a - b for a, b in np.broadcast(x[:2], 3)]


@program(call(X * 1.0), refused=Refusal("UnsupportedOpError", "return add(x, 1)"))
def made_by_frompyfunc(x):
    """Arrays of objects."""
    add = np.frompyfunc(lambda a, b: a + b, 2, 1)
    return add(x, 1)
