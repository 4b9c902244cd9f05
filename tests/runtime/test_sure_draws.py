"""Programs whose draws cannot raise do not remember generators; those that may raise put them back."""

import random

import numpy as np
import pytest

import sct
from sct.ops import random_table


@pytest.fixture
def remembered(monkeypatch):
    """The generators whose states were remembered."""
    found = []
    original = random_table._remember
    monkeypatch.setattr(random_table, "_remember", lambda g: found.append(g) or original(g))
    return found


def known(g, x):
    return [
        g.normal(0.0, 1.0, 5),
        g.uniform(-1, 2),
        g.gamma(2.0, 0.5, size=(2, 2)),
        g.normal(x, 2.0),
        g.standard_normal(),
    ]


def of_python(r, x):
    return [r.uniform(0, 10), r.uniform(x, 2), r.gauss(x, 1.5), r.random(), r.betavariate(1.0, 2.0)]


def unknown(g, x):
    return [g.normal(0.0, 1.0), g.normal(0.0, x)]


def wrong(g, x):
    return [g.normal(0.0, 1.0), g.normal(0.0, -1.0), x]


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("make", [np.random.default_rng, np.random.RandomState])
def test_of_numpy(make, backend, remembered):
    static = sct.to_static(known, backend=backend)
    ours, theirs = make(1), make(1)
    for x in (0.5, np.float64(-2.0), np.float64(3.0)):
        for a, b in zip(static(ours, x), known(theirs, x), strict=True):
            assert np.array_equal(a, b)
            assert type(a) is type(b)
    assert not remembered


@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_of_python(backend, remembered):
    static = sct.to_static(of_python, backend=backend)
    ours, theirs = random.Random(1), random.Random(1)
    for x in (0.5, np.float64(-2.0)):
        assert static(ours, x) == of_python(theirs, x)
    assert not remembered


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("make", [np.random.default_rng, np.random.RandomState])
@pytest.mark.parametrize("function", [unknown, wrong])
def test_what_may_raise(function, make, backend, remembered):
    static = sct.to_static(function, backend=backend)
    ours, theirs = make(1), make(1)
    for x in (np.float64(1.0), np.float64(-1.0), np.float64(2.0)):
        outcomes = []
        for call, g in ((static, ours), (function, theirs)):
            try:
                outcomes.append(call(g, x))
            except ValueError as error:
                outcomes.append(type(error))
        assert outcomes[0] == outcomes[1]
        assert ours.normal() == theirs.normal()
    assert remembered
