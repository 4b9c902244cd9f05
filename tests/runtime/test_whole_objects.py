"""Objects with `__index__` where Python wants an integer: asked in the program, for what they are at each call."""

import math

import numpy as np
import pytest

import sct
from tests.runtime.same import form

asked = []


class Index:
    """An object that stands for an integer, which changes."""

    def __init__(self, number):
        self.number = number

    def __index__(self):
        asked.append(self.number)
        return self.number


N, ITEMS = Index(1), [1.0, 2.0, 3.0, 4.0]


def _written(x):
    items = list(ITEMS)
    items[N] = 9.0
    items[N:] = [x[0]]
    del items[N]
    return items


def _rows(x):
    total = 0.0
    for k in range(N):
        total += x[k]
    return total


USES = {
    "range": lambda x: [k * 2 for k in range(N)],
    "range from": lambda x: list(range(N, 5, N)),
    "range itself": lambda x: (range(N), len(range(N)), 3 in range(N)),
    "loop": _rows,
    "item": lambda x: (ITEMS[N], "abcdef"[N], (1, 2, 3, 4)[N], x[N]),
    "slice": lambda x: (ITEMS[:N], ITEMS[N:], "abcdef"[:N], x[N:], x[::N]),
    "places of an array": lambda x: x[N, None],
    "written": _written,
    "repeated": lambda x: ([0] * N, "a" * N, (1,) * N, N * [1.5]),
    "digits": lambda x: (hex(N), bin(N), oct(N), chr(N)),
    "round": lambda x: round(2.12345, N),
    "math": lambda x: (math.comb(9, N), math.factorial(N), math.gcd(12, N)),
    "bytes": lambda x: len(bytes(N)),
    "methods": lambda x: ("ab".ljust(N), "a b c d".split(" ", N), "abcabc".find("b", N), list(ITEMS).pop(N)),
    "enumerate": lambda x: [(k, v) for k, v in enumerate(ITEMS, N)],
    "float": lambda x: (float(N), complex(N), int(N)),
    "drawn": lambda x: np.random.default_rng(0).random(N),
    "drawn in a shape": lambda x: np.random.default_rng(0).normal(size=(N, 2)),
}


@pytest.mark.filterwarnings("error::sct.errors.PlainPythonWarning")
@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("name", USES)
def test_asked_at_each_call(name, backend):
    function = USES[name]

    def use(x):
        return x[0], function(x)

    static, x = sct.to_static(use, backend=backend), np.arange(4.0) + 1
    for number in (1, 2, 2, 3):
        N.number = number
        asked.clear()
        want = form(use(x)), list(asked)
        asked.clear()
        assert (form(static(x)), list(asked)) == want, number
