"""Lists of groups of which the last, or the first that fits, grows while others are added."""

import numpy as np

from tests.harness import Theme, call

program = Theme("run grouping")
X = np.array([3, 4, 4, 1, 0, 5, 6, 2, 2, 8])
N = np.int64


@program(call(X), call(X[:1]), call(X[::-1].copy()))
def ascending_runs(xs):
    """The last group gets the next item, or a new one does."""
    out = [[xs[0]]]
    for x in xs[1:]:
        if x >= out[-1][-1]:
            out[-1].append(x)
        else:
            out.append([x])
    return out


@program(call(X // 3), call(X[:0]))
def equal_neighbours(xs):
    """From nothing."""
    out = []
    for x in xs:
        if out and out[-1][0] == x:
            out[-1].append(x)
        else:
            out.append([x])
    return out


@program(call(np.array([[5, 7], [1, 3], [2, 4], [6, 9]])), call(np.array([[1, 2], [3, 4]])))
def merged_intervals(pairs):
    """Few pairs: the loop is traced turn by turn."""
    pairs = sorted((a, b) for a, b in pairs)
    out = [list(pairs[0])]
    for s, e in pairs[1:]:
        if s <= out[-1][1]:
            out[-1][1] = max(out[-1][1], e)
        else:
            out.append([s, e])
    return out


@program(call(X, N(9)), call(X, N(100)), call(X[:0], N(9)))
def first_fit(xs, room):
    """The first group that has room."""
    bins = []
    for x in xs:
        for b in bins:
            if sum(b) + x <= room:
                b.append(x)
                break
        else:
            bins.append([x])
    return bins


@program(call(X), call(X[:3]))
def patience(xs):
    """Piles with the longest rising sequence."""
    piles = []
    for x in xs:
        for pile in piles:
            if pile[-1] >= x:
                pile.append(x)
                break
        else:
            piles.append([x])
    return piles, len(piles)


@program(call(X), call(X + 10))
def groups_as_dicts(xs):
    """Groups are dicts."""
    out = [{"low": xs[0], "count": 0}]
    for x in xs:
        if x > out[-1]["low"] + 3:
            out.append({"low": x, "count": 1})
        else:
            out[-1]["count"] += 1
    return out
