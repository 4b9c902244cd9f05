"""Small arrays stay in registers: joined, stretched, combined, without calling NumPy back."""

import numpy as np
import pytest

import sct
from tests.harness import differences, observe
from tests.harness.program import call

RNG = np.random.default_rng(0)
A, B = RNG.random(3) - 0.5, RNG.random(3)
M = RNG.random((2, 3))
EMPTY = np.zeros((0, 3))


def same(function, *args):
    static = sct.to_static(function, backend="native")
    for _ in range(2):
        assert differences(observe(function, call(*args)()), observe(static, call(*args)())) == []
    return static


CASES = {
    "concatenate": (lambda a, b: np.concatenate((a, b, a)), (A, B)),
    "concatenate dtypes": (lambda a, b: np.concatenate((a, b)), (A.astype("f4"), np.arange(3))),
    "concatenate complex": (lambda a, b: np.concatenate((a, b * 1j)), (A, B)),
    "concatenate rows": (lambda m: np.concatenate((m, m[:1] * 2), axis=0)[1:], (M,)),
    "concatenate columns": (lambda m: np.concatenate((m[:, :1], m[:, 1:]), axis=-1), (M,)),
    "concatenate nothing": (lambda m, a: np.concatenate((m, a[None])), (EMPTY, A)),
    "stack": (lambda a, b: np.stack((a, b * 2)), (A, B)),
    "stack last": (lambda a, b: np.stack((a, b), axis=-1).sum(axis=0), (A, B)),
    "hstack": (lambda a, b: np.hstack((a, b[:2])), (A, B)),
    "vstack": (lambda a, b: np.vstack((a, b, a + b)), (A, B)),
    "outer": (lambda a, b: np.outer(a, b) @ a, (A, B)),
    "outer of integers": (lambda a, b: np.outer(a, b), (np.arange(3, dtype="i1"), np.arange(2, dtype="u2"))),
    "triu": (lambda a, b: np.triu(np.outer(a, b), 1) - np.tril(np.outer(a, b), -1), (A, B)),
    "triangles": (lambda m: (np.triu(m), np.tril(m, 1), np.triu(m, -5), np.tril(m, 9)), (M,)),
    "broadcast_to": (lambda a: np.broadcast_to(a[:, None], (3, 3)) * a, (A,)),
    "meshgrid": (lambda a, b: np.meshgrid(a, b)[1] - np.meshgrid(a, b, indexing="ij")[0], (A, B)),
    "diff": (lambda a: np.diff(a * 2), (A,)),
    "diff from memory": (lambda a: np.diff(a), (RNG.random(10),)),
    "diff twice": (lambda m: (np.diff(m, 2), np.diff(m, axis=0), np.diff(m.T, n=2, axis=0), np.diff(m, 3)), (M,)),
    "diff of truths": (lambda a: np.diff(a > 0), (A,)),
    "gradient": (lambda a: np.gradient(a, 0.5), (A,)),
    "mask": (lambda a, b: a[b > 0.4], (A, B)),
    "nonzero": (lambda a: np.nonzero(a > 0), (A,)),
    "argwhere": (lambda m: np.argwhere(m > 0.5), (M,)),
}


@pytest.mark.parametrize("name", CASES)
def test_in_registers(name):
    function, args = CASES[name]
    assert "called back" not in str(same(function, *args).report())


def test_vectors_of_three_in_a_loop():
    def rigid(points, axis, n):
        out = []
        for k in range(n):
            p = points[k]
            frame = np.stack((p, np.cross(p, axis), np.outer(p, axis) @ axis))
            out.append(np.concatenate((frame[0, :2], np.diff(frame[1]))).sum() + np.triu(frame).sum())
        return np.array(out)

    assert "called back" not in str(same(rigid, RNG.random((20, 3)), B, 20).report())


def test_extents_that_do_not_fit_still_raise():
    same(lambda a, b: np.concatenate((a, b[None])), A, B)
    same(lambda a, b: np.stack((a, b[:2])), A, B)
    same(lambda a: np.broadcast_to(a, (3, 2)), A)
