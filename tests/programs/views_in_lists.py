"""Views of an argument that loops of known trips collect in lists: they leave as the views that they are."""

import numpy as np

from tests.harness import Theme, call

program = Theme("views in lists")
P = np.arange(12.0).reshape(6, 2)
LONG = np.arange(1200.0).reshape(600, 2)


@program(call(P), call(P[:1]), call(LONG))
def every_second(points):
    """A `while` whose test is known."""
    out, p = [], 0
    while p < len(points):
        out.append(points[p])
        p += 2
    return out


@program(call(P), call(LONG))
def every_third(points):
    """A `for` over a range, a comprehension, and a write that is seen."""
    out = []
    for p in range(0, len(points), 3):
        out.append(points[p])
    others = [points[p] for p in range(1, len(points), 3)]
    out[1][0] = 7.0
    return out, others, points


@program(call(P), call(P[:2]))
def parts(points):
    """Slices in tuples, left by a break."""
    out, p = [], 0
    while True:
        if p >= len(points):
            break
        out.append((p, points[p : p + 2]))
        p += 3
    return out, points


@program(call(P, 3.0), call(P, 30.0))
def some_of_them(points, least):
    """Which, only the run knows."""
    out, p = [], 0
    while p < len(points):
        if points[p, 0] > least:
            out.append(points[p])
        p += 2
    return out


ROWS = [call(np.random.default_rng(n).normal(size=(n, 2))) for n in (4, 12, 1)]


@program(*ROWS)
def rows_in_order(rows):
    """`sorted` of the rows of an array: its items are views, and a write to one is seen."""
    s = sorted(rows, key=lambda r: r[0])
    s[0][1] = 99.0
    return s, rows, s[-1] is s[0]


@program(*ROWS)
def rows_in_order_walked(rows):
    """In pairs, and a row after the other."""
    s = sorted(rows, key=lambda r: r[0], reverse=True)
    best = 1e9
    for i in range(len(s) - 1):
        for j in range(i + 1, len(s)):
            d = (s[i][0] - s[j][0]) ** 2 + (s[i][1] - s[j][1]) ** 2
            if d < best:
                best = d
    return best, [list(r) for r in sorted(rows.T, key=lambda r: (r[0], r[1] if len(r) > 1 else 0))]
