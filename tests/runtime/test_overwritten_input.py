"""`overwrite_input=True` of medians and quantiles: the result, and what is left in the array."""

import numpy as np
import pytest

import sct
from tests.runtime.same import observe

R = np.random.RandomState(3)
V, M = R.rand(31), R.rand(7, 9)
HOLES = np.where(R.rand(12) > 0.7, np.nan, R.rand(12))


def _fresh(x):
    return np.median(x.copy(), overwrite_input=True), np.percentile(x + 1, 30, overwrite_input=True)


def _part(x):
    a, b = x[::2], x[1:9]
    first = np.median(a, overwrite_input=True), np.median(b, overwrite_input=True)
    return *first, np.median(a, axis=0, overwrite_input=True)


def _loop(x):
    total = 0.0
    for k in range(len(x)):
        total += np.median(x[k:], overwrite_input=True) * k
    return total


USES = {
    "median": (lambda x: np.median(x, overwrite_input=True), V, M, V[:4], HOLES, M.T),
    "quantile": (lambda x: np.quantile(x, [0.1, 0.7], overwrite_input=True), V, M, M.T),
    "percentile": (lambda x: np.percentile(x, 35, method="lower", overwrite_input=True), V, M),
    "along an axis": (lambda x: np.median(x, 0, overwrite_input=True), V, M, M.T),
    "quantile along": (lambda x: np.percentile(x, 20, axis=-1, keepdims=True, overwrite_input=True), V, M, M.T),
    "nanmedian": (lambda x: np.nanmedian(x, overwrite_input=True), V, HOLES, M),
    "nanquantile": (lambda x: np.nanquantile(x, 0.4, overwrite_input=True), V, HOLES),
    "a copy": (_fresh, V, M),
    "parts": (_part, V),
    "a loop": (_loop, V[:4]),
    "not asked for": (lambda x: np.median(x, overwrite_input=False), V, M),
}


@pytest.mark.filterwarnings("error::sct.errors.PlainPythonWarning")
@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("name", USES)
def test_result_and_array(name, backend):
    function, *arrays = USES[name]
    static = sct.to_static(function, backend=backend)
    for x in arrays:
        assert observe(static, (x,)) == observe(function, (x,))


def test_over_several_axes_is_refused():
    static = sct.to_static(lambda x: np.median(x, axis=(0, 1), overwrite_input=True))
    with pytest.raises(sct.errors.UnsupportedOpError, match="over such axes"):
        static(M.copy())
