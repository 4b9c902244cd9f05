"""Lists of run-time length whose items come to one form from several: texts and lists of other lengths among them."""

from __future__ import annotations

import numpy as np

from tests.harness import Theme, call

program = Theme("merged_kinds")

PICKS = np.array([3.0, 1.0, 2.0, 5.0])
DISTANCES = np.array(
    [[0, 17, 21, 31, 23], [17, 0, 30, 34, 21], [21, 30, 0, 28, 39], [31, 34, 28, 0, 43.0], [23, 21, 39, 43, 0]]
)


@program(
    call(DISTANCES, list("abcde")), call(DISTANCES[:3, :3], ["x", "", "long name"]), call(np.zeros((1, 1)), ["one"])
)
def upgma(D, names):
    """Clusters are tuples of a text, a count and a height; the nearest two become one."""
    D = D.astype(float).copy()
    clusters = [(n, 1, 0.0) for n in names]
    while len(clusters) > 1:
        n = len(clusters)
        best = (np.inf, -1, -1)
        for i in range(n):
            for j in range(i + 1, n):
                if D[i, j] < best[0]:
                    best = (D[i, j], i, j)
        d, i, j = best
        (ni, si, hi), (nj, sj, hj) = clusters[i], clusters[j]
        h = d / 2
        name = f"({ni}:{h - hi:.1f},{nj}:{h - hj:.1f})"
        row = (D[i] * si + D[j] * sj) / (si + sj)
        keep = [k for k in range(n) if k not in (i, j)]
        new = np.zeros((n - 1, n - 1))
        new[:-1, :-1] = D[np.ix_(keep, keep)]
        new[-1, :-1] = new[:-1, -1] = row[keep]
        D = new
        clusters = [clusters[k] for k in keep] + [(name, si + sj, h)]
    return clusters[0][0] + ";", clusters[0][2]


@program(call(PICKS, list("abcd")), call(PICKS[:2], ["x", "yy"]), call(PICKS[1:], ["", "long name", "q"]))
def neighbours(D, names):
    """Texts that grow, next to numbers that are Python's first and NumPy's later; all of them leave."""
    parts = [(n, 1, 0.0) for n in names]
    seen = []
    while len(parts) > 1:
        i = int(np.argmin(D[: len(parts) - 1]))
        (a, m, g), (b, n, h) = parts[i], parts[i + 1]
        keep = [k for k in range(len(parts)) if k not in (i, i + 1)]
        parts = [parts[k] for k in keep] + [(f"({a}:{D[i] - g:.1f},{b})", m + n, g + h + D[i])]
        seen.append([part[0] for part in parts])
    return parts[0], seen


@program(call(PICKS, [1, 2]), call(PICKS, []))
def growing_lists(D, xs):
    """Lists of other lengths, next to a number that is int, float or NumPy's."""
    items = [([], 0), ([1], 0), ([2, 3], 1.5)]
    for d in D:
        k = int(d) % len(items)
        a, w = items[k]
        items = [items[q] for q in range(len(items)) if q != k] + [(a + xs + [int(d)], w + d)]
        if len(items[0][0]) > 3:
            print(items[0])
    return items


@program(call(PICKS), call(np.array([0.0, 7.0])))
def growing_nested(D):
    """Lists of lists of other lengths, next to a number or None."""
    items = [([], None), ([[1]], 0), ([[2], [3, 4]], 2.5)]
    for d in D:
        k = int(d) % len(items)
        a, w = items[k]
        items = [items[q] for q in range(len(items)) if q != k] + [(a + [[int(d)] * int(d)], d if w is None else w * d)]
    return items


@program(call(PICKS), call(np.array([0.0, 7.0])))
def growing_arrays(D):
    """Lists of arrays of other lengths, next to a number."""
    items = [([], 0), ([D[:2] * 1], 0.5)]
    for d in D:
        k = int(d) % len(items)
        a, w = items[k]
        items = items[:k] + items[k + 1 :] + [(a + [D[:2] + d], w + d)]
    return items
