"""Loops of a few turns: what becomes vectors at once is not written out turn by turn first, which takes long."""

import re

import numpy as np
import pytest

import sct
from sct.backends.native import unrolling


def steps(x, y):
    x, y = x[::2], y[::2]  # with gaps: LLVM makes the vectors
    z = x * 2
    if y[0] > 1:
        z = z + y
    if y[1] > 2:
        z = z - x
    return z


def hints_of(n):
    """For each loop of `steps` over `n` elements: whether it may be written out, and whether its vectors may be."""
    x = np.linspace(1.0, 2.0, 2 * n)
    static = sct.to_static(steps, backend="native")
    assert np.array_equal(static(x, x + 1), steps(x, x + 1))
    text = next(iter(static._entries.values())).executable.source
    nodes = dict(re.findall(r"^!(\d+) = (.*)$", text, re.M))

    def forbids(node):
        return any("unroll.disable" in nodes[k] for k in re.findall(r"!(\d+)", nodes[node]) if k != node)

    found = []
    for loop in re.findall(r"!llvm\.loop !(\d+)", text):
        (after,) = [k for k in re.findall(r"!(\d+)", nodes[loop]) if "followup_all" in nodes[k]]
        found.append((not forbids(loop), not forbids(after)))
    return found


@pytest.mark.parametrize("n", [12, 16])
def test_short_loops_are_written_out_once_they_are_vectors(n):
    assert set(hints_of(n)) == {(False, True)}


@pytest.mark.parametrize(("n", "turns"), [(40, False), (1000, True)])
def test_the_vectors_of_longer_ones_stay_loops(n, turns):
    assert set(hints_of(n)) == {(turns, False)}


@pytest.mark.parametrize(("width", "n", "whole"), [(256, 12, True), (256, 13, False), (512, 13, True), (512, 7, False)])
def test_vectors_with_gaps_need_masks(monkeypatch, width, n, whole):
    monkeypatch.setattr(unrolling, "vector_width", lambda: width)
    assert unrolling._is_whole(float(n)) is whole


def halved(x):
    s = 0.0
    for value in x:
        s = s * 0.5 + value
    return s


def test_loops_that_hand_something_on_may_be_written_out():
    static, x = sct.to_static(halved, backend="native"), np.arange(12.0)
    assert static(x) == halved(x)
    assert "llvm.loop.unroll.disable" not in next(iter(static._entries.values())).executable.source
