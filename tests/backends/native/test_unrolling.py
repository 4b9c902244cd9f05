"""Loops of a few turns: what becomes vectors at once is not written out turn by turn first, which takes long."""

import re

import numpy as np
import pytest

import sct
from sct.backends.native import unrolling
from sct.backends.native.tally import Tally


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


def counted(loops):
    """A function of many short loops, in each of which a number is chosen by what it was."""
    lines = ["def f(x):", "    t = 0.0", "    k = 0"]
    for i in range(loops):
        lines += ["    for v in x:", f"        if v > t * {i}.5:", "            t += v", "            k += 1"]
    return "\n".join([*lines, "    return t, k"])


@pytest.mark.parametrize("turns", [12, 40])
def test_of_many_short_loops_the_first_are_written_out(tmp_path, turns):
    path = tmp_path / "many.py"
    path.write_text(counted(20))
    names = {}
    exec(compile(path.read_text(), str(path), "exec"), names)
    x = np.sin(np.arange(float(turns)))
    for backend in ("numpy", "native"):
        static = sct.to_static(names["f"], backend=backend)
        assert static(x) == names["f"](x)
    text = next(iter(static._entries.values())).executable.source
    nodes = dict(re.findall(r"^!(\d+) = (.*)$", text, re.M))
    loops = [line for line in text.split("\n") if re.match(r"  br i1 \S+, label %for", line)]
    again = [found.group(1) if (found := re.search(r"!llvm\.loop !(\d+)", line)) else "" for line in loops]
    # how each loop ends, of those that go back to their own beginning
    hinted = [mark for mark in again if mark]
    assert "" in again  # the first may be written out
    assert len(hinted) >= 10  # LLVM would take seconds for all of them: its time grows with the square of their turns
    assert all("unroll.disable" in nodes[k] for mark in hinted for k in re.findall(r"!(\d+)", nodes[mark])[1:2])


def test_a_loop_of_no_turns_counts_for_nothing():
    tally = Tally()
    assert tally.may_write_out(float("nan"))
    assert tally.may_write_out(float("inf"))
    assert [tally.may_write_out(300.0) for _ in range(4)] == [True, True, False, False]
