"""The programs of `python -m benchmarks everyday` are served, and answer what NumPy answers."""

import copy

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import sct
from benchmarks.everyday import running
from sct.errors import PlainPythonWarning

FIRST = {function.__name__: (function, given) for _, function, given in reversed(list(running.cases()))}


@pytest.mark.filterwarnings("ignore:invalid value", "ignore:overflow", "ignore:divide by zero")
@pytest.mark.filterwarnings(f"error::{PlainPythonWarning.__module__}.{PlainPythonWarning.__name__}")
@pytest.mark.parametrize("name", FIRST)
def test_program(name):
    function, given = FIRST[name]
    plain, ours = copy.deepcopy(given), copy.deepcopy(given)
    expected, got = function(*plain), sct.to_static(function, backend="native")(*ours)
    assert running.alike((expected, plain), (got, ours))


@pytest.mark.parametrize("mode", ["edge", "constant", "reflect"])
@pytest.mark.parametrize("width", [2, (1, 2), ((1, 1), (1, 1)), ((1, 2), (1, 2)), ((1, 2), (0, 1))])
def test_pairs_of_padding(width, mode):
    def padded(x):
        return np.pad(x, width, mode=mode)

    x = np.arange(12.0).reshape(3, 4)
    np.testing.assert_array_equal(sct.to_static(padded, backend="native")(x), padded(x))
