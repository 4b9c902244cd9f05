"""Whether NumPy copies: of views whose extents the run decides, of what NumPy makes of lists, and of columns of places."""

import warnings

import numpy as np
import pytest

import sct
from sct.errors import AliasError, PlainPythonWarning
from tests.fuzzing.check import load

SLICES = ["y[:, :n]", "y[:n]", "y[n:]", "y[:, n:]", "y[:n, :n]", "y[::n+1]", "y[:, ::n+1]", "y[:n].T", "y[n-1:n]",
          "y[:, n-1:n]", "y[:, n-1:n+1]", "y[:n-1:-1]", "y[:n, 0]", "y[0, :n]", "y[n % 3]", "y[:, n % 4]",
          "np.broadcast_to(y, (n, 3, 4))", "np.broadcast_to(y[:1], (n, 4))", "np.broadcast_to(y[:, :1], (3, n))",
          "y.reshape(2, 6)[:, :n]", "y.ravel()[:n]", "y[None, :n]", "y[:n][:, None]", "y.T[:, :n]", "y[0:3:n+1]",
          "y[:, n:n+2].T", "np.lib.stride_tricks.sliding_window_view(y.ravel(), n + 1)"]  # fmt: skip
LISTS = ["np.flip([1, 2, 3])", "np.rot90([[1, 2], [3, 4]])", "np.real([1 + 2j, 3j])", "np.flipud([[1, 2, 3], [4, 5, 6]])",
         "np.unravel_index([3, 4], (2, 3))[0]", "np.where([[0, 1], [1, 0]])[0]", "np.nonzero([[0, 1], [1, 0]])[1]",
         "np.transpose([[[1, 2, 3], [3, 4, 5]]], (1, 0, 2))", "np.hsplit(np.array([[1, 2, 3, 4], [3, 4, 5, 6]]), 2)[1]",
         "np.swapaxes([[[1, 2], [3, 4]]], 0, 2)", "np.array([[1, 2, 3], [4, 5, 6]], order='F')"]  # fmt: skip
PLACES = ["np.where(y)[0]", "np.nonzero(y)[1]", "np.argwhere(y)[:, 0]", "np.tril_indices(n)[1]",
          "np.triu_indices(n, 1, 4)[0]", "np.unravel_index(np.array([3, 4]) + n, y.shape)[0]",
          "np.unravel_index(np.argsort(y.ravel()), y.shape)[1]", "np.unravel_index(np.argmax(y), y.shape)[0]"]  # fmt: skip


SOURCE = """def f(x, n):
    y = {base}
    v = {view}
    made = [np.ascontiguousarray(v), v.ravel(), v.reshape(-1), np.asfortranarray(v), v.T.ravel()]
    {changed}[...] = 7
    return [float(one.sum()) for one in made]
"""


def check(backend, calls=(2, 3, 4, 1, 0, 2, 3), **parts):
    """Each call answers what plain Python does or is refused, and some are answered."""
    f = load(SOURCE.format(**parts))
    static, answered = sct.to_static(f, backend=backend), 0
    for n in calls:
        x = np.arange(12.0).reshape(3, 4)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PlainPythonWarning)
            try:
                found = static(x.copy(), n)
            except AliasError:
                continue
        assert found == f(x.copy(), n), n
        answered += 1
    assert answered


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("base", ["x", "x * 2"])
@pytest.mark.parametrize("view", SLICES)
def test_of_slices_whose_bounds_the_run_knows(view, base, backend):
    check(backend, base=base, view=view, changed="y")


@pytest.mark.parametrize("view", LISTS + PLACES)
def test_of_lists_and_of_places(view):
    check("numpy", base="x - 1", view=view, changed="v" if "argmax" not in view else "y")


@pytest.mark.parametrize("made", ["3", "(1, 2)", "[1.0]", "n", "y[0, 0]", "y[0, 0] * 2", "np.array([1, 2]) * n"])
def test_what_is_stretched_is_read_only(made):
    def f(y, n):
        wide = stretch(y, n)
        try:
            wide[0] = 5
        except ValueError as error:
            return str(error), wide.flags.writeable, wide.copy().flags.writeable
        return "written", wide

    stretch = load(f"def f(y, n):\n    return np.broadcast_to({made}, (n, 2))\n")
    static = sct.to_static(f, backend="numpy")
    for n in (2, 3, 4, 5):
        assert static(np.ones((2, 2)), n) == f(np.ones((2, 2)), n)
