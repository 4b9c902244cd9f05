"""Programs of thousands of lines of LLVM text are compiled with fewer passes, and answer the same."""

import numpy as np
import pytest

import sct
from sct.backends.native import abi, disk, written

pytestmark = pytest.mark.skipif(not abi.available(), reason="of the native backend")

X = np.linspace(-2.0, 3.0, 37)


def arrays(x):
    y = np.exp(x) * 2.0 + np.where(x > 0, x, -x)
    return y.sum(), y.max(), np.cumsum(y)[::3], (x > 0.5).any(), (y @ y)


def loops(x):
    counts = {}
    grown = []
    for v in x:
        k = int(v * 2)
        counts[k] = counts.get(k, 0) + 1
        if v > 1 and counts[k] > 1:
            grown.append(v)
    return counts, grown, len(grown)


@pytest.mark.parametrize("function", [arrays, loops])
@pytest.mark.parametrize(
    "limits, options",
    [
        ({}, {"unroll": True}),
        ({"SOME_LINES": 0}, {"unroll": True, "opt": 2}),
        ({"MANY_LINES": 0}, {"straight": True, "opt": 1}),
        ({"LONG_LINES": 0}, {"straight": True, "opt": 0}),
        ({"LONGEST_LINES": 0}, {"straight": True, "opt": 0, "in_memory": True}),
    ],
)
def test_passes_by_length(monkeypatch, function, limits, options):
    seen = []

    def stored_module(text, *, symbols, name, **given):
        seen.append(given)
        return compiled(text, symbols=symbols, name=name, **given)

    compiled = written.stored_module
    monkeypatch.setattr(disk, "default", lambda: disk.DiskCache(None, 0))  # each is compiled anew
    monkeypatch.setattr(written, "stored_module", stored_module)
    for limit, lines in limits.items():
        monkeypatch.setattr(written, limit, lines)
    static = sct.to_static(function, backend="native")
    plain = function(X)
    for ours, theirs in zip(static(X), plain, strict=True):
        np.testing.assert_equal(ours, theirs) if function is loops else np.testing.assert_allclose(ours, theirs, 1e-13)
    assert seen == [options]


def test_what_would_be_far_too_long_is_not_even_written(monkeypatch):
    monkeypatch.setattr(written, "MOST_OPS", 3)
    monkeypatch.setattr(written, "function_text", None)
    static = sct.to_static(arrays, backend="native")
    for ours, theirs in zip(static(X), arrays(X), strict=True):
        np.testing.assert_array_equal(ours, theirs)
    (layer,) = static._entries.values()
    assert layer.executable.instead == "arrays is too long"
