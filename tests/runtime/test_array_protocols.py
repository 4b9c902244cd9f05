"""Objects of users' classes that NumPy asks for arrays, or that take its functions over."""

import numpy as np
import pytest

import sct
from sct.errors import SctError
from tests.harness.observe import differences, observe
from tests.harness.program import Call

X = np.array([1.0, 2.0, 3.0])


class Array:
    def __init__(self, v):
        self.v = v

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.v, dtype)


class OwnUfuncs(Array):
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        given = [x.v if isinstance(x, OwnUfuncs) else x for x in inputs]
        if method != "__call__" or "out" in kwargs:
            return NotImplemented
        return ("ufunc", ufunc.__name__, ufunc(*given, **kwargs))


class Inherits(OwnUfuncs):
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return ("of the subclass", method, len(inputs), sorted(kwargs))


class NoUfuncs(Array):
    __array_ufunc__ = None


class OwnFunctions(Array):
    def __array_function__(self, func, types, args, kwargs):
        if func is np.mean:
            return NotImplemented
        names = sorted(kind.__name__ for kind in types)
        return ("function", func.__name__, names, len(args), sorted(kwargs), self.v.sum())


class WithMethods(Array):
    shape = (7,)

    def sum(self, axis=None, dtype=None, out=None):
        return "my own"


class Sequence:
    def __init__(self, v):
        self.v = v

    def __len__(self):
        return len(self.v)

    def __getitem__(self, i):
        return self.v[i]


class Interface:
    def __init__(self, v):
        self.v = v

    @property
    def __array_interface__(self):
        return self.v.__array_interface__


CALLS = [
    lambda o, x: np.multiply(o, 2),
    lambda o, x: np.add(x, o),
    lambda o, x: np.sqrt(o, where=x > 1, out=x),
    lambda o, x: np.add(x, x, out=o),
    lambda o, x: np.add.reduce(o),
    lambda o, x: np.add.outer(x, o),
    lambda o, x: np.maximum(o, Inherits(x)),
    lambda o, x: np.sum(o),
    lambda o, x: np.sum(a=o, axis=0),
    lambda o, x: np.mean(o),
    lambda o, x: np.concatenate([x, o]),
    lambda o, x: np.concatenate(arrays=(o, x)),
    lambda o, x: np.stack([x, o, x]),
    lambda o, x: np.where(x > 1, x, o),
    lambda o, x: np.array(o),
    lambda o, x: np.asarray(o),
    lambda o, x: np.array(o, dtype=np.float32),
    lambda o, x: np.array(o, ndmin=2),
    lambda o, x: np.array([o, x]),
    lambda o, x: np.dot(x, o),
    lambda o, x: np.shape(o),
    lambda o, x: np.iterable(o),
    lambda o, x: np.linalg.norm(o),
    lambda o, x: np.clip(x, 0, o),
    lambda o, x: np.interp(0.5, x, o),
    lambda o, x: np.full_like(x, o),
    lambda o, x: np.random.default_rng(0).permutation(o),
    lambda o, x: x.searchsorted(o),
    lambda o, x: x + o,
]
KINDS = [Array, OwnUfuncs, Inherits, NoUfuncs, OwnFunctions, WithMethods, Sequence, Interface]
#: What has to be served: (kind, which of the calls).
SERVED = {
    Array: {*range(12), 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 24, 25} - {3},
    OwnUfuncs: {0, 1, 2, 3, 6, 10, 11, 12, 13, 14, 15, 19},
    Inherits: {0, 1, 2, 3, 4, 5, 6},
    NoUfuncs: {0, 1, 2, 4, 5, 10, 13, 14},
    OwnFunctions: {0, 1, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 19, 20, 22, 23},
}


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("k", range(len(CALLS)))
def test_as_in_numpy_or_refused(k, kind, backend):
    f = CALLS[k]
    static = sct.to_static(f, backend=backend)
    for shift in (0.0, 1.0):  # the second call may find the program of the first one
        plain = observe(f, Call((kind(X + shift), X.copy()), {}))
        ours = observe(static, Call((kind(X + shift), X.copy()), {}))
        if isinstance(ours.error, SctError):
            assert k not in SERVED.get(kind, ()), ours.error
            return
        found = [one for one in differences(plain, ours) if not one.startswith("the exception says")]
        assert not found


def made_inside(x):
    return np.multiply(OwnUfuncs(x), 2), np.sum(OwnFunctions(x)), np.add(1, NoUfuncs(x)) if x.size > 9 else None


def test_objects_that_the_function_makes():
    static = sct.to_static(made_inside)
    for shift in (0.0, 1.0):
        assert not differences(observe(made_inside, Call((X + shift,), {})), observe(static, Call((X + shift,), {})))


def counting(o):
    o.asked = 0
    return np.multiply(o, 2), o.asked


class Counts(Array):
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        self.asked += 1
        return self.asked


def test_what_a_method_does_is_done_at_each_call():
    static, o = sct.to_static(counting), Counts(X)
    assert [static(o), o.asked, static(o), o.asked] == [(1, 1), 1, (1, 1), 1]
