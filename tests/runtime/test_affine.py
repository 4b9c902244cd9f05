"""Ints that are extents: slices bounded by them, and arrays made of them, have extents with names."""

import linecache
import warnings

import numpy as np
import pytest

import sct
from tests.harness.observe import differences, observe
from tests.harness.program import Call

SPEC = sct.InputSpec([None], "float64")


def extents(f):
    """The extents of the results for a vector of n0 elements."""
    return [str(value.spec.shape[0]) for value in sct.to_static(f).program(SPEC).outputs if value.spec.shape]


@pytest.mark.parametrize(
    ("text", "extent"),
    [
        ("x[1:n - 1] * 2", "n0_minus_2"),
        ("x[:n - 1] + x[1:]", "n0_minus_1"),
        ("x[0:n - 2] * x[2:n]", "n0_minus_2"),
        ("np.zeros(n) + x", "n0"),
        ("np.ones((n - 1, 2))", "n0_minus_1"),
        ("np.full(n + 1, 2.0)", "n0_plus_1"),
        ("np.arange(n)", "n0"),
        ("np.diff(x) + x[: x.shape[0] - 1]", "n0_minus_1"),
        ("np.pad(x, 1)[1:-1] * 2", "n0"),
        ("np.concatenate([x, [1.0]])[1:] - x", "n0"),
        ("x[n - 1 :: -1] + x", "n0"),
        ("x.reshape(n, 1).ravel()", "n0"),
        ("x[: n - 3] * 2", "d0"),  # of two elements, n - 3 counts from the end
        ("x.reshape(n - 1)", "d0"),  # -1 has a meaning of its own
    ],
)
def test_extents(text, extent):
    source = f"def f(x):\n    n = len(x)\n    return {text}\n"
    name = f"<extents of {text}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    scope = {"np": np}
    exec(compile(source, name, "exec"), scope)
    f = scope["f"]
    if "reshape(n - 1)" not in text:
        assert extents(f) == [extent]
    static = sct.to_static(f, backend="numpy")
    for size in (5, 6, 7, 2, 1, 0, 3):
        x = np.arange(float(size)) + 0.5
        want, got = observe(f, Call((x.copy(),), {})), observe(static, Call((x.copy(),), {}))
        assert not differences(want, got), size
    assert static.cache_info().misses <= 3


def around(g):
    total = []
    n, m = g.shape
    for y, x in zip(*np.where(g > 9)):
        row = g[max(0, y - 1), 1 : m - 1]
        block = g[max(0, y - 1) : y + 2, max(x - 2, 0) : m - 1]
        total.append((row.sum(), block.sum(), g[min(y + 1, n - 1), m - 1]))
    return total


def lowered(g):
    g = g.copy()
    for y, x in np.argwhere(g > 9):
        g[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2] -= 1
        g[max(0, y - 1), 1 : x + 2] -= 1
    return g


@pytest.mark.parametrize("f", [around, lowered])
@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_bounds_of_several_kinds(f, backend):
    """`max(0, y - 1)` of an element y is an int or an int64: which of them, only the run knows."""
    g = np.array([[7, 6, 14, 14, 14], [8, 14, 13, 12, 13], [14, 13, 10, 11, 12]])
    static = sct.to_static(f, backend=backend)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for x in (g, g[::-1].copy(), np.concatenate([g, g]), np.concatenate([g, g], axis=1), g * 0):
            want, got = observe(f, Call((x.copy(),), {})), observe(static, Call((x.copy(),), {}))
            assert not differences(want, got), x
