"""Arguments that the graph has to know, which are one of a few numbers, or an axis, as the run says."""

import numpy as np
import pytest

from sct import to_static
from sct.errors import StaticValueError
from tests.runtime.same import observe

A = np.arange(1.0, 13.0).reshape(3, 4)

USES = {
    "sum": lambda a, k: np.sum(a, axis=k),
    "method": lambda a, k: a.max(k),
    "stack": lambda a, k: np.stack([a, a], axis=k),
    "expand_dims": lambda a, k: np.expand_dims(a, k),
    "ufunc": lambda a, k: np.add.accumulate(a, axis=k),
    "two": lambda a, k: np.swapaxes(a, k, 1 - k).copy(),
    "again": lambda a, k: np.diff(np.sort(a, axis=k), axis=-1 - k),
    "out": lambda a, k: np.cumsum(a, axis=k, out=a),
    "index": lambda a, k: np.take(a, [1], axis=k) * k,
    "rot90": lambda a, k: np.rot90(a, k=k),
    "diff": lambda a, k: np.diff(a, n=k),
    "array_split": lambda a, k: np.array_split(a[0], k + 2),
    "var": lambda a, k: np.var(a, ddof=k),
    "power": lambda a, k: np.linalg.matrix_power(a[:, :3], k + 1),
    "resize": lambda a, k: np.resize(a, (k + 1, 2)),
}


def by_branch(use):
    def f(a):
        k = 0
        if a[0, 0] > 0:
            k = 1
        return use(a, k)

    return f


def by_parity(use):
    def f(a):
        return use(a, int(a[1, 1]) % 2)

    return f


def by_truth(use):
    def f(a):
        total = []
        for v in a[:, 0]:
            k = int(v > 4)
            total.append(use(a, k).sum())
        return total

    return f


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("name", USES)
def test_each_number_has_a_branch(name, backend):
    for form in (by_branch, by_parity):
        plain = form(USES[name])
        static = to_static(plain, backend=backend)
        for a in (A, -A, A + 1):
            assert observe(static, [a]) == observe(plain, [a])
        assert static.cache_info().misses == 1


@pytest.mark.parametrize("name", ["sum", "method", "again", "rot90", "var"])
def test_in_a_loop(name):
    plain = by_truth(USES[name])
    assert observe(to_static(plain), [A]) == observe(plain, [A])


def widest(a):
    k = int(np.argmax(a[0]) % 3)
    return np.sort(a, axis=k - 1)


def any_axis(a):
    return np.sum(a, axis=int(a[0, 0]))


def caught(a):
    try:
        return np.expand_dims(a, int(a[0, 0]))
    except ValueError as error:
        return str(error)


def caught_of_two(a):
    try:
        return np.swapaxes(a, int(a[0, 0]), int(a[0, 1]) - 1)
    except ValueError as error:
        return str(error)


def caught_further_out(a):
    try:
        try:
            return np.concatenate([a, a], axis=int(a[0, 0]))
        finally:
            print("left")
    except IndexError as error:
        return error.args


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("plain", [widest, any_axis, caught, caught_of_two, caught_further_out])
def test_an_axis_of_which_nothing_is_known(plain, backend):
    static = to_static(plain, backend=backend)
    for first in (0.0, 1.0, -1.0, -2.0, 2.0, -3.0, 5.0):
        a = np.concatenate([[[first, 2.0, 7.0, 1.0]], A])
        assert observe(static, [a]) == observe(plain, [a])


def test_a_number_of_the_callers_in_a_loop():
    def plain(a, n, k):
        total = 0.0
        for i in range(n):
            total = total + np.sum(a * i, axis=int(k)).max()
        return total

    static = to_static(plain)
    for k in (np.int64(0), np.int64(1)):
        assert observe(static, [A, np.int64(3), k]) == observe(plain, [A, np.int64(3), k])


def test_one_of_many_is_refused():
    static = to_static(lambda a: np.diff(a, n=int(a[0, 0])))
    with pytest.raises(StaticValueError, match="'n' is known only when the program runs"):
        static(A)
    static = to_static(lambda a: np.diff(a, n=int(a[0, 0]) % 50))
    with pytest.raises(StaticValueError, match="'n' is known only when the program runs"):
        static(A)


def test_turns_that_are_told_one_by_one():
    def plain(a):
        for k in range(a.ndim):
            a = np.cumsum(np.flip(a, axis=k), axis=-1 - k)
        return a

    static = to_static(plain)
    a = np.arange(2.0**5).reshape((2,) * 5)
    assert observe(static, [a]) == observe(plain, [a])
    names = {op.name for op in static.program(a).body.ops}
    assert not names & {"if", "for", "while"}
