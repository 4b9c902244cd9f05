"""Two buffers that change places in a loop, and are written to: the caller's array is one of them, or none is."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("swapped buffers")
U = np.arange(6.0) ** 2
N = np.int64
MOVES = Refusal("AliasError", "for _ in range(n):")
SAME = Refusal("AliasError", "new[1:-1] = ")


@program(*(call(U, n) for n in (0, 1, 2, 3, 6)))
def heat_with_a_copy(u, n):
    """Every second step writes to the caller's array."""
    new = u.copy()
    for _ in range(n):
        new[1:-1] = 0.5 * (u[:-2] + u[2:])
        u, new = new, u
    return u


@program(*(call(U, n) for n in (0, 1, 5, 40)))
def heat_inside(u, n):
    """Neither of the buffers is the caller's."""
    u = u.copy()
    new = u.copy()
    for _ in range(n):
        new[1:-1] = 0.5 * (u[:-2] + u[2:])
        u, new = new, u
    return u, new


@program(call(U, N(2)), call(U, N(7)), refused=SAME)
def heat_inside_often(u, n):
    """The same for a number of iterations that only the running program knows."""
    u = u.copy()
    new = u.copy()
    for _ in range(n):
        new[1:-1] = 0.5 * (u[:-2] + u[2:])
        u, new = new, u
    return u, new


@program(*(call(U, U[::-1], n) for n in (1, 2, 4, 5)))
def masked_and_swapped(x, y, n):
    """A write through a mask to what was the other array an iteration ago."""
    x = x.copy()
    for _ in range(n):
        m = x < y
        x[m] = x[m] + y[m]
        x = x + y
        x, y = y, x
    return x, y


@program(call(U, U[::-1], N(2)), call(U, U[::-1], N(5)), refused=MOVES)
def masked_and_swapped_often(x, y, n):
    """The same for a number of iterations that only the running program knows."""
    x = x.copy()
    for _ in range(n):
        m = x < y
        x[m] = x[m] + y[m]
        x = x + y
        x, y = y, x
    return x, y


@program(*(call(U, n) for n in (1, 2, 4, 5)))
def three_in_a_ring(x, n):
    """Three buffers of the function's own go round."""
    a, b, c = x.copy(), x * 2, x * 3
    for k in range(n):
        a[k % 6] += b[0] + c[1]
        a, b, c = b, c, a
    return a, b, c
