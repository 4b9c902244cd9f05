"""Arrays in lists and dicts that get sums: `out[k] += row`, where the run says which one it is."""

from collections import defaultdict

import numpy as np

from tests.harness import Theme, call

program = Theme("summed by key")
A = np.array([[2.0, 0, -1], [5, 3, 3], [-4, 1, 0], [7, 7, 2], [5, 0, 1]])
CALLS = (call(A), call(A[::-1]), call(A[:1]))


@program(*CALLS)
def in_a_list(a):
    """A few arrays, and more of them; others have names, too."""
    few, more = [np.zeros(3) for _ in range(3)], [np.zeros(3) for _ in range(12)]
    first = few[0]
    for row in a:
        few[int(row[0]) % 3] += row
        more[int(row[0]) % 12] -= row
    return few, more, first is few[0]


@program(*CALLS)
def in_a_list_that_grows(a):
    """As long as the run says."""
    out = []
    for _ in range(len(a)):
        out.append(np.ones(3))
    for row in a:
        out[int(row[1]) % len(out)] *= row
    return out


@program(*CALLS)
def under_keys(a):
    """Made where it is missing, in one branch or the other."""
    d, e = {}, {}
    for row in a:
        k = int(row[0]) % 3
        if k not in d:
            d[k] = np.zeros(3)
        d[k] += row
        if k in e:
            e[k] += row
        else:
            e[k] = row * 1.0
    return d, e


@program(*CALLS)
def under_new_keys(a):
    """A defaultdict makes them."""
    d = defaultdict(lambda: np.zeros(3))
    for row in a:
        d[int(row[0]) % 3] += row
    return dict(d), sum(v.sum() for v in d.values())
