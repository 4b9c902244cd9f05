"""An array made in an iteration, changed in place and then handed on under another name, where a loop may stop."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("moved arrays")
RNG = np.random.default_rng(5)
A = RNG.normal(size=(4, 4))
ZERO = np.zeros((4, 4))
CLOSE = 1e-12


@program(call(A), call(A @ A.T), call(ZERO), tolerance=CLOSE)
def power_iteration(m):
    """The power method: the next vector is normalised in place."""
    v = np.ones(m.shape[0]) / np.sqrt(m.shape[0])
    value = 0.0
    for k in range(100):
        w = m @ v
        norm = np.linalg.norm(w)
        if norm == 0:
            return 0.0, v, k
        w /= norm
        if abs(norm - value) < 1e-9:
            return norm, w, k
        v, value = w, norm
    return value, v, k


@program(call(A, 3), call(ZERO, 3), tolerance=CLOSE)
def stops_when_zero(m, n):
    """The loop breaks before the write."""
    v = np.ones(4)
    for _ in range(n):
        w = m @ v
        norm = np.linalg.norm(w)
        if norm == 0:
            break
        w /= norm
        v = w
    return v


@program(call(A, np.array(5)), call(ZERO, np.array(2)), tolerance=CLOSE)
def stops_when_zero_often(m, n):
    """The same, as often as only the running program knows."""
    v = np.ones(4)
    k = 0
    while k < n:
        k += 1
        w = m @ v
        norm = np.linalg.norm(w)
        if norm == 0:
            break
        w /= norm
        v = w
    return v, k


@program(call(A, 4), call(ZERO, 4), tolerance=CLOSE)
def skips_the_large(m, n):
    """An iteration may end before the write."""
    v = np.ones(4)
    for _ in range(n):
        w = m @ v
        if w[0] > 1:
            continue
        w /= 2
        v = w
    return v


@program(*(call(np.ones(3), np.ones(3), 1.0, d) for d in (1.0, -1.0)))
def written_under_another_name(a, b, c, d):
    """The array of the function around is written to under a name that may be another array."""
    y = a * np.sum(b)
    if y.sum() * c > 0:
        w = a * 3
        x = y if y.sum() * d > 0 else w
        x += 1
    return y * 2


@program(*(call(np.ones(3), np.zeros(3), np.int64(n)) for n in (0, 1, 2)))
def copy_of_a_branch_in_a_loop(a, b, n):
    """What a branch has made may get another name in a loop: both names are one array then."""
    d = b * 2
    if n > 0:
        b = a.copy()
    for _ in range(n):
        d = b
    d += 1
    return a, b, d


@program(
    *(call(np.arange(3.0), np.int64(n)) for n in (0, 1, 2)),
    refused=Refusal("AliasError", "d += 1"),
)
def reversed_after_a_loop(b, n):
    """A loop writes to what another loop may have made the caller's array, under a name that moves on."""
    d = b * 2
    for _ in range(n):
        d = b
    for _ in range(n):
        d += 1
        d = d[::-1]
    return b, d


@program(*(call(np.arange(2.0) + low, np.arange(2.0) - 2, np.int64(n)) for n in (0, 1, 6) for low in (1, 4)))
def written_where_all_names_have_moved(a, b, n):
    """A write to what three ifs have chosen: what one of the others holds by then is no news."""
    c = a
    d = b * 2
    if n > 0:
        a = d[:]
    if c[0] > 3:
        if n > 5:
            c = d[::-1]
        a = c
    if c[0] > 1:
        c = b * 0
    c[0] -= 1
    return a, b, c, d
