"""`sorted` of more items than are compared each with each, which are lists, dicts, objects or arrays."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

import sct

BACKENDS = pytest.mark.parametrize("backend", ["numpy", "native"])
POINTS = np.random.default_rng(0).normal(size=(30, 2))
ON_A_GRID = np.random.default_rng(0).integers(0, 5, (40, 2))


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y


def by_both(p):
    return sorted(p.tolist(), key=lambda row: (row[1], row[0]))


def by_one_backwards(p):
    return sorted(p.tolist(), key=lambda row: row[1], reverse=True)


def by_themselves(p):
    return sorted(p.tolist())


def in_place(p):
    rows = p.tolist()
    rows.sort(key=lambda row: -row[1])
    return rows, len(rows), rows[0][0]


def dicts(p):
    rows = [{"x": x, "y": y} for x, y in p]
    rows.sort(key=lambda row: row["y"])
    return [row["x"] for row in rows]


def objects(p):
    best = sorted([Point(x, y) for x, y in p], key=lambda point: point.x)[:5]
    return [(point.x, point.y) for point in best]


def arrays(p):
    return np.array(sorted(p, key=lambda row: row[1]))


def hull(p):
    made = []
    for row in sorted(p.tolist(), key=lambda row: row[0]):
        while len(made) > 1 and made[-1][1] > row[1]:
            made.pop()
        made.append(row)
    return made


@BACKENDS
@pytest.mark.parametrize("f", [by_both, by_one_backwards, by_themselves, in_place, dicts, objects, arrays, hull])
def test_as_python_sorts(f, backend, recwarn):
    static = sct.to_static(f, backend=backend)
    for p in (POINTS, ON_A_GRID, np.zeros((30, 2))):
        ours, theirs = static(p.copy()), f(p.copy())
        assert repr(ours) == repr(theirs)
    assert not recwarn


def taken_apart(p):
    return [(b, a) for a, b in sorted(p.tolist())[1:]]


def merged(p):
    rows = sorted(p.tolist(), key=lambda row: row[0])
    out = [rows[0]]
    for start, end in rows[1:]:
        if start <= out[-1][1]:
            out[-1][1] = max(out[-1][1], end)
        else:
            out.append([start, end])
    return out


@BACKENDS
@pytest.mark.parametrize("f", [by_both, by_themselves, taken_apart, merged])
def test_some_lists(f, backend, recwarn):
    """More lists than a choice is made of: finding the first made rows of all, and the next was looked for in one."""
    static = sct.to_static(f, backend=backend)
    for p in (POINTS[:12], POINTS[:5], ON_A_GRID[:9]):
        assert repr(static(p.copy())) == repr(f(p.copy()))
    assert not recwarn


@dataclass
class Spot:
    x: float
    y: float


def best_object(p):
    spots = [Spot(float(x), float(y)) for x, y in p]
    far = max(spots, key=lambda s: s.x)
    return far.y, replace(far, x=0.0), far


def changed_best(p):
    spots = [Spot(float(x), float(y)) for x, y in p]
    near = min(spots, key=lambda s: abs(s.x))
    near.y = 7.0
    return spots, near is spots[0]


def best_dict(p):
    dicts = [{"x": float(x), "y": float(y)} for x, y in p]
    return max(dicts, key=lambda d: d["y"])["x"], min(p.tolist(), key=lambda row: row[1])


def changed_after(p):
    rows = p.tolist()
    ordered = sorted(rows, key=lambda row: row[1])
    ordered[0][0] = 99.0
    return rows


@BACKENDS
@pytest.mark.parametrize("f", [best_object, changed_best, best_dict, changed_after])
def test_best_of_many(f, backend, recwarn):
    """Objects, dicts and lists are found by their place: more than eight are not told apart otherwise."""
    static = sct.to_static(f, backend=backend)
    for p in (POINTS[:12], POINTS[:5], ON_A_GRID[:9], POINTS):
        assert repr(static(p.copy())) == repr(f(p.copy()))
    assert not recwarn


def rows_of_the_callers(p):
    return sorted(p, key=lambda row: row[1])


@BACKENDS
def test_rows_of_the_callers_leave_as_views_of_it(backend):
    p = POINTS.copy()
    made = sct.to_static(rows_of_the_callers, backend=backend)(p)
    assert repr(made) == repr(rows_of_the_callers(p))
    for k, row in enumerate(made):
        row += k
    assert repr(made) == repr([row + k for k, row in enumerate(rows_of_the_callers(POINTS))])
    assert all(row.base is p for row in made)
