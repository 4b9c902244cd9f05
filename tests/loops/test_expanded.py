"""Methods of ufuncs, and what else is other ops one after the other, as machine code."""

import numpy as np
import pytest

import sct
from tests.harness import differences, observe
from tests.harness.program import call

RNG = np.random.default_rng(0)
X = RNG.random((4, 30)) - 0.5
NAN = np.where(X > 0.45, np.nan, X)

CASES = {
    "reduce": lambda x: (np.add.reduce(x), np.multiply.reduce(x, axis=1), np.maximum.reduce(x, axis=None), np.minimum.reduce(x, 1)),
    "reduce, axes kept": lambda x: np.add.reduce(x, axis=(0, 1), keepdims=True) + np.maximum.reduce(x, axis=-1, keepdims=True),
    "reduce truths": lambda x: (np.logical_or.reduce(x > 0.4), np.logical_and.reduce(x > -0.4, axis=1), np.logical_or.reduce(x)),
    "reduce narrow": lambda x: (np.add.reduce((x * 9).astype(np.int8)), np.multiply.reduce((x * 9).astype(np.uint8), axis=1)),
    "accumulate": lambda x: (np.add.accumulate(x), np.multiply.accumulate(x, axis=1), np.maximum.accumulate(x, axis=1)),
    "accumulate lows": lambda x: x - np.minimum.accumulate(x, axis=-1),
    "accumulate narrow": lambda x: (np.add.accumulate((x * 99).astype(np.int8), 1), np.maximum.accumulate((x * 99).astype(np.int16))),
    "ptp": lambda x: (np.ptp(x), np.ptp(x, axis=0), np.ptp(x, axis=1, keepdims=True), np.ptp((x * 300).astype(np.uint8))),
}  # fmt: skip


@pytest.mark.parametrize("x", [X, NAN, X.astype("f4"), X[:, :1]], ids=["plain", "nan", "single", "narrow"])
@pytest.mark.parametrize("name", CASES)
@np.errstate(all="ignore")
def test_machine_code(name, x):
    static = sct.to_static(CASES[name], backend="native")
    for given in (x, x.T.copy().T, x[::-1, :]):
        assert differences(observe(CASES[name], call(given)()), observe(static, call(given)())) == []
    static(x)
    assert "called back" not in str(static.report())


def test_what_has_no_elements_raises_as_before():
    empty = np.zeros((0, 3))
    for function in (lambda x: np.maximum.reduce(x), lambda x: np.ptp(x), lambda x: np.add.reduce(x), lambda x: np.maximum.accumulate(x)):
        static = sct.to_static(function, backend="native", input_spec=[sct.InputSpec([None, 3], "float64")])
        for given in (np.ones((2, 3)), empty):
            assert differences(observe(function, call(given)()), observe(static, call(given)())) == []


def test_others_are_called_back():
    static = sct.to_static(lambda x: (np.subtract.reduce(x), np.add.reduce(x, where=x > 0), np.add.reduce(x, initial=2.0)), backend="native")
    assert differences(observe(static.__wrapped__, call(X)()), observe(static, call(X)())) == []


@pytest.mark.parametrize("function", [lambda x: np.cov(x), lambda x: np.corrcoef(x[0], x[1]), lambda x: np.cov(x, rowvar=False, bias=True)])
def test_covariances_are_machine_code(function):
    static = sct.to_static(function, backend="native")
    # the last bits of a product are those of the BLAS's kernel for the processor, which goes by the layout of its operands
    assert differences(observe(function, call(X)()), observe(static, call(X)()), 1e-13) == []
    assert "called back" not in str(static.report())
