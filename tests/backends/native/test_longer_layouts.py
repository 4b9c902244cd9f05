"""Programs that have code for inputs in C order, and are too long for inputs that lie otherwise."""

import warnings

import numpy as np
import pytest

import sct
from sct.backends.native import abi, disk, written

pytestmark = pytest.mark.skipif(not abi.available(), reason="of the native backend")


def walked(grid, start):
    total, i, j = 0.0, start, 0
    for _ in range(20):
        total += grid[i, j]
        if total > 3.0:
            i, total = (i + 1) % 5, total - grid[j, i % 4]
        else:
            j = (j + 1) % 4
    return total, grid * 2.0 + grid.T.copy().T


@pytest.fixture
def limited(monkeypatch):
    """Programs may be as long as the first of them is; answers the lengths of all that is written."""
    lengths = []
    make = written.Written.__init__

    def noted(self, program, contiguous):
        make(self, program, contiguous)
        lengths.append(self._lines)
        monkeypatch.setattr(written, "MOST_LINES", lengths[0])

    monkeypatch.setattr(written.Written, "__init__", noted)
    monkeypatch.setattr(disk, "default", lambda: disk.DiskCache(None, 0))  # each is written anew
    return lengths


def calls(n, dtype):
    """Static calls with an array in Fortran's order answer what Python does; no warning that Python stands in."""
    grid = np.asfortranarray(np.random.default_rng(0).random((5, 5)), dtype=dtype)
    static = sct.to_static(walked, backend="native")
    expected = walked(grid, 1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(n):
            total, grown = static(grid, 1)
            assert total == pytest.approx(expected[0])
            assert type(total) is type(expected[0])
            assert np.array_equal(grown, expected[1])
            assert grown.flags.f_contiguous == expected[1].flags.f_contiguous
    return next(iter(static._entries.values())).executable


def test_there_is_code_for_another_layout_that_takes_a_few_lines_more(limited):
    executable = calls(2, np.float64)
    first, other = limited
    assert first < other < 2 * first
    assert list(executable._variants.values()) != [executable._fallback] * 2


def test_where_there_is_none_that_is_found_out_once(limited, monkeypatch):
    monkeypatch.setattr(written, "MORE", 1)
    executable = calls(3, np.float32)  # no layer that has been kept
    assert len(limited) == 2
    assert list(executable._variants.values()) == [executable._fallback] * 2
