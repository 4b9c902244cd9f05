"""Sets of known numbers are in Python's order after a call: it follows from all that was done to them."""

import random

import numpy as np
import pytest

import sct

BACKENDS = pytest.mark.parametrize("backend", ["numpy", "native"])
X = np.array([3.0, 1.0])


def steps(seed):
    chance = random.Random(seed)
    return (
        [chance.randrange(64) for _ in range(chance.randrange(9))],
        [(chance.choice(["add", "add", "discard", "update", "pop"]), chance.randrange(64)) for _ in range(9)],
    )


def change(found, changes):
    for name, value in changes:
        if name == "add":
            found.add(value)
        elif name == "discard":
            found.discard(value)
        elif name == "update":
            found.update([value, value + 1])
            found |= {value + 5, value + 9}
        elif found:
            found.pop()


@BACKENDS
def test_own_and_callers_sets(backend):
    def filled(x, start, changes):
        found = set(start)
        change(found, changes)
        return found, list(found), x[0]

    def given(x, found, changes):
        change(found, changes)
        return len(found), x[0]

    for seed in range(8):
        start, changes = steps(seed)
        own = sct.to_static(filled, backend=backend)
        callers = sct.to_static(given, backend=backend)
        for _ in range(2):
            seen, walked, _ = own(X, start, changes)
            assert list(seen) == walked == filled(X, start, changes)[1]
            there, plain = set(start), set(start)
            assert callers(X, there, changes)[0] == given(X, plain, changes)[0]
            assert list(there) == list(plain)


@BACKENDS
def test_updated_by_a_dict(backend):
    def f(x, found):
        for k in range(12):
            found.add(k * 8 % 61)
        found.update({1: 2, 100: 3})
        return len(found), x[0]

    static = sct.to_static(f, backend=backend)
    for _ in range(2):
        there, plain = {70, 6}, {70, 6}
        assert static(X, there) == f(X, plain)
        assert list(there) == list(plain)
