"""Walks from array to array through all that may be the same memory: they end soon, however many there are."""

import numpy as np
import pytest

import sct
from sct.runtime.joins.memory import Reachable
from sct.runtime.rolling.unrolling import Unrolled

POINTS = np.random.default_rng(1).standard_normal((30, 2))


def spread_out(points, k):
    """The start of k-means: rows that are chosen by where a sum passes a number."""
    centers = [points[0]]
    while len(centers) < k:
        far = [min(sum((a - b) ** 2 for a, b in zip(x, c, strict=True)) for c in centers) for x in points]
        at, passed = 0.6 * sum(far), 0.0
        for i, one in enumerate(far):
            passed += one
            if passed >= at:
                centers.append(points[i])
                break
    clusters = None
    for _ in range(3):
        clusters = [[] for _ in range(k)]
        for x in points:
            best = min(range(k), key=lambda j: sum((a - b) ** 2 for a, b in zip(x, centers[j], strict=True)))
            clusters[best].append(x)
        centers = [np.mean(c, axis=0) if c else centers[j] for j, c in enumerate(clusters)]
    return np.array(centers), [len(c) for c in clusters]


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_rows_that_are_chosen_again_and_again(backend):
    static = sct.to_static(spread_out, backend=backend)
    for points in (POINTS, POINTS[::-1].copy()):
        centers, sizes = spread_out(points, 3)
        found, counts = static(points, 3)
        assert np.allclose(found, centers)
        assert counts == sizes


def test_the_holders_of_memory_are_not_gone_through_for_each_read(monkeypatch):
    looks = 0
    through = Reachable.__iter__

    def counted(self):
        nonlocal looks
        looks += 1
        return through(self)

    monkeypatch.setattr(Reachable, "__iter__", counted)
    sct.to_static(spread_out, backend="numpy")(POINTS, 3)
    assert looks < 8_000  # 18,000 where each array that is met asks for all others that may be it


def test_iterations_that_record_more_and_more_are_not_all_waited_for(monkeypatch):
    recorded = []
    go_on = Unrolled.may_go_on

    def noted(self, new, left=0):
        recorded.append(new)
        go_on(self, new, left)

    monkeypatch.setattr(Unrolled, "may_go_on", noted)
    sct.to_static(spread_out, backend="numpy")(POINTS[:25], 3)
    assert sum(recorded) < 1_000  # 4,000 until the loop is rolled rather
