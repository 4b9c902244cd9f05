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
