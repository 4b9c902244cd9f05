"""What Python says of calls with too few or too many arguments: in its words, also where sct stands in its place."""

import operator

import numpy as np
import pytest

import sct

X = np.array([1.0, 2.0])
CALLS = {
    "len": lambda x: len(x, x),
    "abs": lambda x: abs(),
    "isinstance": lambda x: isinstance(x[0]),
    "enumerate": lambda x: enumerate(),
    "zip": lambda x: zip(x, other=1),
    "filter": lambda x: filter(x),
    "map": lambda x: map(len),
    "sorted": lambda x: sorted(x, x),
    "sum": lambda x: sum(),
    "sum by name": lambda x: sum(iterable=x),
    "min": lambda x: min(),
    "round": lambda x: round(),
    "pow": lambda x: pow(x[0]),
    "divmod": lambda x: divmod(x[0]),
    "hasattr": lambda x: hasattr(x),
    "getattr": lambda x: getattr(x),
    "next": lambda x: next(),
    "add": lambda x: operator.add(x[0]),
    "function": lambda x: two(x[0]),
    "function by name": lambda x: two(x[0], c=1),
    "lambda": lambda x: (lambda a: a)(x[0], 1),
    "class": lambda x: Held(),
    "method": lambda x: Held(1).method(x[0], 2),
}


def two(a, b):
    return a


class Held:
    def __init__(self, a):
        self.a = a

    def method(self, x):
        return x


@pytest.mark.parametrize("name", CALLS)
def test_they_are_pythons(name):
    call = CALLS[name]

    def f(x):
        said = None
        if x[0] > 0:
            try:
                call(x)
            except TypeError as error:
                said = str(error)
        return said

    assert sct.to_static(f)(X) == f(X) is not None
