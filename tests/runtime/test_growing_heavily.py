"""Short loops in which lists grow are unrolled, so that the items stay known: but not where that is half a second's work."""

import numpy as np
import pytest

import sct


def smoothed(x, turns, steps):
    found = []
    for i in range(turns):
        for _ in steps:
            x = np.tanh(x * 0.5 + i) - 0.1
        found.append(x.sum())
    return found


def unpacked(x, steps):
    found = []
    for i in range(6):
        for _ in steps:
            x = np.tanh(x * 0.5 + i) - 0.1
        found.append(x.sum())
    a, b, *rest = found
    return {"a": a, "b": b, "rest": [f"{len(rest)}", *rest]}


def loops_in(static):
    return sum(op.name == "for" for entry in static._entries.values() for op in entry.program.body.ops)


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize(("turns", "steps", "loops"), [(12, 3, 0), (12, 30, 1), (5, 30, 1), (3, 3, 0)])
def test_heavy_turns_are_not_written_out(backend, turns, steps, loops):
    x, steps = np.linspace(0.0, 1.0, 5), ("step",) * steps
    static = sct.to_static(smoothed, backend=backend)
    got, expected = static(x, turns, steps), smoothed(x, turns, steps)
    assert type(got) is list and [type(a) for a in got] == [type(a) for a in expected]
    assert np.allclose(got, expected, rtol=1e-12)
    assert loops_in(static) == loops


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_their_items_are_there_all_the_same(backend):
    x, steps = np.linspace(0.0, 1.0, 5), ("step",) * 30
    got, expected = sct.to_static(unpacked, backend=backend)(x, steps), unpacked(x, steps)
    assert list(got) == list(expected) and got["rest"][0] == "4"
    assert np.allclose([got["a"], got["b"], *got["rest"][1:]], [expected["a"], expected["b"], *expected["rest"][1:]])
