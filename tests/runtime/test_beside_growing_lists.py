"""Lists of run-time length beside iterators, and where Python's own code gets hold of them.

A list holds one object that stands for its items, which Python's own `zip`, `chain` or `list.__setitem__` took for the
only item: wrong answers.
"""

import itertools
import operator
import string
from itertools import chain, repeat, starmap

import numpy as np
import pytest

import sct
from sct.errors import StaticValueError

BACKENDS = pytest.mark.parametrize("backend", ["numpy", "native"])
X = np.array([3.0, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 3, 2, 7])


def lists(x):
    xs, ys = [], []
    for v in x:
        if v > 2.5:
            xs.append(float(v))
        if v % 2 == 1:
            ys.append(float(v))
    return xs, ys


SERVED = {
    "map of two": lambda xs, ys: list(map(lambda a, b: a - b, xs, ys)),
    "map of three": lambda xs, ys: list(map(max, xs, ys, [1.0, 2.0, 30.0])),
    "map and range": lambda xs, ys: list(map(operator.mul, range(len(xs)), xs)),
    "map and repeat": lambda xs, ys: list(map(pow, xs, repeat(2))),
    "map, summed": lambda xs, ys: (sum(map(operator.mul, xs, ys)), any(map(operator.gt, xs, ys))),
    "map to text": lambda xs, ys: " ".join(map("{}:{}".format, xs, ys)),
    "zip and repeat": lambda xs, ys: (list(zip(xs, repeat(0.5))), list(zip(repeat("a"), xs))),
    "zip and two repeats": lambda xs, ys: [a + b + c for a, b, c in zip(xs, repeat(1.0), repeat(2.0))],
    "starmap and repeat": lambda xs, ys: list(starmap(operator.sub, zip(xs, repeat(1.0)))),
    "chained lists": lambda xs, ys: list(chain.from_iterable([xs, ys])),
    "chained tuple": lambda xs, ys: list(chain.from_iterable((xs, [1.0], ys))),
    "chained, counted": lambda xs, ys: sum(1 for _ in chain.from_iterable([xs, ys])),
    "zip and iterator": lambda xs, ys: [a for a, _ in zip(xs, iter([1, 2, 3]))],
    "map and iterator": lambda xs, ys: len(list(map(lambda a, b: a, xs, iter([1, 2, 3])))),
    "put in by name": lambda xs, ys: put_in([1.0, 2.0], xs),
    "added by name": lambda xs, ys: ([1.0].__add__(xs), (1.0,).__add__(tuple(xs)), list.__add__([2.0], ys)),
    "compared by name": lambda xs, ys: ([3.0].__eq__(xs), [3.0].__ne__(ys), [3.0].__lt__(xs), [3.0, 9.0].__ge__(xs)),
    "compress": lambda xs, ys: list(itertools.compress(xs, iter([1, 0, 1]))),
}


def put_in(r, xs):
    r.__setitem__(slice(1, 1), xs)
    return r, len(r)


@BACKENDS
@pytest.mark.parametrize("name", SERVED)
def test_as_in_python(name, backend, recwarn):
    use = SERVED[name]

    def f(x):
        return use(*lists(x))

    static = sct.to_static(f, backend=backend)
    for x in (X, X[:7], np.concatenate([X, X + 1]), X[:1], X[:0]):
        assert static(x) == f(x)
    assert not recwarn


REFUSED = {
    "repeated three times": lambda xs: [a for a, _ in zip(xs, repeat(1, 3))],
    "an iterator first": lambda xs: len(list(zip(chain([1], [2]), xs))),
    "template": lambda xs: string.Template("$a").substitute(a=xs),
}


@BACKENDS
@pytest.mark.parametrize("name", REFUSED)
def test_refused(name, backend):
    use = REFUSED[name]

    def f(x):
        return use(lists(x)[0])

    with pytest.raises(StaticValueError):
        sct.to_static(f, backend=backend)(X)
