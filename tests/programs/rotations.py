"""Arrays that an iteration makes, writes to and leaves behind: rotations, pivots, work vectors."""

import numpy as np

from tests.harness import Theme, call

program = Theme("rotations")
RNG = np.random.default_rng(3)
M = RNG.normal(size=(5, 5))


@program(call(M), call(np.eye(4)), tolerance=1e-7)
def jacobi_eigenvalues(A):
    """Jacobi's rotations, each a matrix of its own."""
    A = (A + A.T) / 2
    n = len(A)
    V = np.eye(n)
    for sweep in range(50):
        off = np.sqrt(np.sum(np.tril(A, -1) ** 2))
        if off < 1e-12:
            break
        for p in range(n - 1):
            for q in range(p + 1, n):
                if abs(A[p, q]) < 1e-300:
                    continue
                theta = (A[q, q] - A[p, p]) / (2 * A[p, q])
                t = np.sign(theta) / (abs(theta) + np.sqrt(theta * theta + 1)) if theta != 0 else 1.0
                c = 1 / np.sqrt(t * t + 1)
                s = t * c
                J = np.eye(n)
                J[p, p] = J[q, q] = c
                J[p, q] = s
                J[q, p] = -s
                A = J.T @ A @ J
                V = V @ J
    return np.sort(np.diag(A)), sweep


@program(call(np.eye(9), 9), call(np.eye(4), 4), call(np.eye(2), 2))
def identity_in_each_iteration(A, n):
    """np.eye in two loops, written to, then added."""
    for p in range(n):
        for q in range(n):
            J = np.eye(n)
            J[q, p] = 0.5
            A = A + J
    return A, J


@program(call(np.arange(12.0), 4), call(np.arange(5.0), 12))
def lists_made_arrays(x, n):
    """np.array of a list, np.arange and np.linspace as work arrays of an iteration."""
    total = 0.0
    for i in range(n):
        w = np.array([1.0, 2.0, 3.0])
        w[i % 3] += x[i % len(x)]
        k = np.arange(5)
        k[k > i] = -1
        ends = np.linspace(0, 1, 3)
        ends *= w
        total += ends.sum() + k.sum()
    return total, w, k


@program(call(np.ones(6), 7), call(np.ones(3), 3))
def given_to_an_outer_name(x, n):
    """The array that one iteration made is written to in the next."""
    last = np.array([0.0, 0.0])
    for i in range(n):
        last[0] += x[i % x.size]
        new = np.array([0.0, 1.0])
        new[0] = last[0] * 2
        last = new
    last[1] = 5
    return last, new
