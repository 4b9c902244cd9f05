"""`==` and `!=` of arrays and objects that are no numbers: NumPy compares element by element."""

import linecache

import numpy as np
import pytest

import sct
from tests.harness import same_calls


class Plain:
    pass


class First:
    __array_ufunc__ = None


class Above:
    __array_priority__ = 10.0


class Orders:
    def __lt__(self, other):
        return "lt"

    def __gt__(self, other):
        return "gt"


class Items:
    def __len__(self):
        return 3

    def __getitem__(self, k):
        return [0.0, 1.0, 5.0][k]


SERVED = """Plain(); First(); Above(); Orders(); Plain; object(); None; 's'; b'x'; {'a': 1}; {}; {1, 2}; frozenset(); ...; slice(1)
len; np; lambda: 1; (i for i in ()); iter([1]); dict(a=1).keys(); dict(a=1).items(); [1, 2, 3]; (1, 2, 3); []; 1j; True"""
REFUSED = "Items(); np.dtype(float); np.float64; bytearray(b'abc'); memoryview(b'abc')"
FORMS = """o == x; x == o; o != x; x != o; o in [x]; x in [o]; x in (o, x); [o].count(x); [x, o].index(x); [o] == [x]
(o, x) != (x, o); dict(a=x) == dict(a=o); o is x; x is not o; (x == o) is (x == o); isinstance(x == o, np.ndarray)"""
VALUES = {
    "arrays": [lambda: (np.arange(3.0),), lambda: (np.arange(3),), lambda: (np.zeros(0),), lambda: (np.ones((2, 3)),)],
    "of no dimensions": [lambda: (np.array(1.0),)],
    "scalars": [lambda: (np.float64(1.0),), lambda: (np.int64(2),)],
}


def function_of(thing, form):
    text = f"def f(x):\n    o = {thing}\n    return {form}\n"
    name = f"<compared {thing} {form}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    scope = dict(globals())
    exec(compile(text, name, "exec"), scope)
    return scope["f"]


def parts(text):
    return [part.strip() for line in text.splitlines() for part in line.split(";")]


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("thing", parts(SERVED))
def test_as_numpy_compares(thing, backend):
    for form in parts(FORMS):
        function = function_of(thing, form)
        for calls in VALUES.values():
            refused = same_calls(function, sct.to_static(function, backend=backend), calls)
            assert not refused or form != "o == x"


@pytest.mark.parametrize("thing", parts(REFUSED))
def test_what_has_items_or_bytes_is_refused(thing):
    for form in ("o == x", "x == o", "x != o", "o in [x]", "x < o"):
        function = function_of(thing, form)
        for calls in VALUES.values():
            same_calls(function, sct.to_static(function), calls)
    with pytest.raises(sct.errors.SctError):
        sct.to_static(function_of(thing, "x == o"))(np.arange(3.0))
