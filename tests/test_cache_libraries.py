"""What a trace has used of libraries, classes' classes and the like is a guard, too: patched later, it is noticed."""

import builtins
import math

import numpy as np
import pytest

import sct
from tests.harness import differences, observe
from tests.harness.program import call

X = np.array([1.0, -2.0, 3.0])
BACKENDS = ("numpy", "native")


def same(static, *args):
    """The static function answers what plain Python answers, twice: the second time through its builtin."""
    for _ in range(2):
        expected = observe(static.__wrapped__, call(*args)())
        assert differences(expected, observe(static, call(*args)())) == []


@pytest.mark.parametrize("backend", BACKENDS)
def test_patched_numpy_functions(backend, monkeypatch):
    static = sct.to_static(lambda x: np.sin(x) + np.sum(x), backend=backend)
    same(static, X)
    with monkeypatch.context() as patch:
        patch.setattr(np, "sin", np.cos)
        same(static, X)
        patch.setattr(np, "sin", lambda x: x * 0)
        same(static, X)
        patch.setattr(np, "sum", lambda x: 100.0)
        same(static, X)
    same(static, X)


@pytest.mark.parametrize("backend", BACKENDS)
def test_patched_math(backend, monkeypatch):
    static = sct.to_static(lambda x: math.sqrt(4.0) * x + math.pi, backend=backend)
    same(static, X)
    monkeypatch.setattr(math, "pi", 3)
    same(static, X)
    monkeypatch.setattr(math, "sqrt", lambda v: v)
    same(static, X)


@pytest.mark.parametrize("backend", BACKENDS)
def test_patched_builtins(backend, monkeypatch):
    static = sct.to_static(lambda x: abs(x[1]) + len(x), backend=backend)
    same(static, X)
    with monkeypatch.context() as patch:
        patch.setattr(builtins, "abs", lambda v: 1000.0)
        plain, found = static.__wrapped__(X), static(X)
    assert found == plain == 1003.0
    same(static, X)


def test_other_changes_of_a_library_cost_no_program(monkeypatch):
    static = sct.to_static(lambda x: np.sin(x) + 1, backend="native")
    same(static, X)
    for k in range(20):
        monkeypatch.setattr(np, "of_another_package", k, raising=False)
        same(static, X)
    before = static._quick.hits
    same(static, X)
    assert static.cache_info().misses == 1
    assert static._quick.hits == before + 2  # the builtin takes it again


@pytest.mark.parametrize("backend", BACKENDS)
def test_keyword_default_is_replaced_in_place(backend):
    def scaled(x, *, k=1):
        return x * k, type(k).__name__

    static = sct.to_static(scaled, backend=backend)
    for k in (1, True, 1.0, -1, -2):
        scaled.__kwdefaults__["k"] = k
        same(static, X)


@pytest.mark.parametrize("backend", BACKENDS)
def test_an_attribute_gets_before_getattr(backend):
    class Lengths:
        def __getattr__(self, name):
            return len(name)

    lengths = Lengths()
    static = sct.to_static(lambda x: x * lengths.foo, backend=backend)
    same(static, X)
    lengths.foo = 10
    same(static, X)
    del lengths.foo
    same(static, X)
    Lengths.foo = 20
    same(static, X)
    del Lengths.foo
    Lengths.__getattr__ = lambda self, name: 50
    same(static, X)


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_the_metaclass_has(backend):
    class Meta(type):
        offset = 2

        @property
        def rate(cls):
            return cls.hidden * 2

        def scaled(cls, x):
            return x * cls.hidden

    class Plain(metaclass=Meta):
        hidden = 1

    static = sct.to_static(lambda x: Plain.scaled(x) * Plain.rate + Plain.offset, backend=backend)
    same(static, X)
    Plain.hidden = 4
    same(static, X)
    Meta.offset = 3.0
    same(static, X)
    Meta.scaled = lambda cls, x: -x
    same(static, X)
    Plain.offset = 7
    same(static, X)
