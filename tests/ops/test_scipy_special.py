"""scipy.special through its bindings: every ufunc that it has, and the functions that are none."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from sct.ops import bindings
from tests.ops.checked import Checked, plain, same
from tests.ops.operands import quietly

special = pytest.importorskip("scipy.special")
UFUNCS = """
    erf erfc erfcx erfinv erfcinv dawsn wofz expit logit log_expit gamma gammaln loggamma rgamma digamma psi beta betaln xlogy xlog1py log1p expm1
    cosm1 exp10 exp2 cbrt entr rel_entr kl_div ndtr ndtri log_ndtr i0 i0e i1 j0 j1 y0 jv yv kv iv gammainc gammaincc betainc binom huber pseudo_huber
    boxcox inv_boxcox ellipk ellipe hyp2f1 sici fresnel airy poch zetac lambertw_ owens_t radian sindg agm eval_legendre
""".split()
UFUNCS = [n for n in UFUNCS if hasattr(special, n)]
COVERED = ("scipy_special", "scipy_special_2", "scipy_special_3", "scipy_special_4", "logsumexp", "softmax", "log_softmax", "scipy_function")


def agree(function, *args, **kwargs):
    """The binding answers what scipy answers, with known and with symbolic extents."""
    want = quietly(function, *args, **kwargs)
    binding = bindings.lookup_binding(function)
    assert binding is not None
    for dims in (False, True):
        wrapped = [Checked(a, dims=dims) if isinstance(a, (np.ndarray, np.generic, int, float)) else a for a in args]
        got = quietly(lambda: plain(binding(*wrapped, **kwargs)))
        assert got[0] == want[0], (function, args, got, want)
        if want[0] == "value":
            assert same(got[1], want[1]), (function, args, got, want)
        else:
            assert issubclass(got[1], want[1]) or got[1] is want[1], (function, got, want)


@pytest.mark.parametrize("name", UFUNCS)
def test_ufuncs(name):
    function = getattr(special, name)
    for char in "?bhlBQefdFD":
        x = np.array([0.25, 0.5, 1.0, 2.0]).astype(char)
        for operand in (x, x.reshape(2, 2), x[:0], x[1:2].reshape(()), x[3]):
            agree(function, *[operand] * function.nin)
    agree(function, *[0.5] * function.nin)
    agree(function, *[2] * function.nin)
    agree(function, *[np.float32(0.5), 0.25, np.array([0.5, 1.0]), np.array([[1.0], [2.0]]), 1.0, 1.0, 1.0][: function.nin])


X = np.random.default_rng(0).normal(size=(2, 3, 4))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["logsumexp", "softmax", "log_softmax"])
@pytest.mark.parametrize("x", [X, X[0].astype("f4"), X[0, 0], np.arange(4), X[:0], np.array(2.0), np.float32(1), X > 0, [1.0, 2.0]], ids=range(9))
def test_functions(name, x):
    function = getattr(special, name)
    agree(function, x)
    for axis in (0, -1, 1, (0, 1), 7):
        agree(function, x, axis=axis)
        if name == "logsumexp":
            agree(function, x, axis=axis, keepdims=True)
    if name == "logsumexp":
        agree(function, X, axis=0, b=X[0] ** 2)
        agree(function, X, b=2.0)


def test_functions_of_elements():
    agree(special.polygamma, 1, X[0] ** 2)
    agree(special.zeta, X[0] ** 2 + 2)
    agree(special.zeta, X[0] ** 2 + 2, 3.0)
    if hasattr(special, "softplus"):
        agree(special.softplus, X)


def test_scipy_is_not_imported_by_sct():
    code = "import sys, sct; assert not any(m.startswith('scipy') for m in sys.modules), 'scipy'"
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True)
