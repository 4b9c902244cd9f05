"""Two buffers that change places in a loop, and are written to: the caller's array is one of them, or none is."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("swapped buffers")
U = np.arange(6.0) ** 2
N = np.int64


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


@program(call(U, N(2)), call(U, N(7)))
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


@program(call(U, U[::-1], N(2)), call(U, U[::-1], N(5)))
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


TRIPS = (0, 1, 2, 3, 6)


@program(*(call(U, N(n)) for n in TRIPS))
def heat_on_the_argument(u, n):
    """The argument is one of the buffers, for a number of iterations that only the running program knows."""
    new = u.copy()
    for _ in range(n):
        new[1:-1] = 0.5 * (u[:-2] + u[2:])
        u, new = new, u
    return u


@program(*(call(U, N(n)) for n in TRIPS))
def by_a_third_name(u, n):
    """With a name in between, which lives on."""
    v = u.copy()
    for _ in range(n):
        v[1:-1] = 0.5 * (u[:-2] + u[2:])
        old = u
        u = v
        v = old
    return v, u


@program(*(call(U, U[::-1].copy(), N(n)) for n in TRIPS))
def a_ring_of_arguments(a, b, n):
    """Three buffers go round, two of them the caller's."""
    c = a * 3
    for k in range(n):
        a[k % 6] += b[0] + c[1]
        a, b, c = b, c, a
    return c, a


@program(*(call(U, N(n)) for n in TRIPS))
def where_a_condition_says_so(u, n):
    """They change places in some iterations, by a name that not every iteration binds."""
    v = u.copy()
    for k in range(n):
        v[1:-1] = 0.5 * (u[:-2] + u[2:])
        if v[1] > k:
            old = u
            u = v
            v = old
        v[2] *= 0.5
    v[0] = 9
    return v, u


@program(*(call(U, N(n)) for n in TRIPS))
def while_with_exits(u, n):
    """With break, continue and return."""
    v = u.copy()
    k = 0
    while k < n:
        k += 1
        v[1:-1] = 0.5 * (u[:-2] + u[2:])
        u, v = v, u
        if v[2] > 100:
            break
        if u[1] > 3:
            continue
        v[0] += 1
        if k > 4:
            return v, k
    return u, k


@program(*(call(U, N(n)) for n in TRIPS))
def loops_in_a_loop(u, n):
    """Both loops let them change places."""
    new = u.copy()
    for k in range(n):
        for _ in range(n):
            new[1:-1] = 0.5 * (u[:-2] + u[2:])
            u, new = new, u
        new[2] = k
        u, new = new, u
    return new


@program(*(call(U, N(n)) for n in TRIPS))
def other_names_see_it(u, n):
    """What is written to afterwards is seen under the name that stayed."""
    new, first = u.copy(), u
    for _ in range(n):
        new[1:-1] = 0.5 * (u[:-2] + u[2:])
        u, new = new, u
    u[0] = 77
    new[1] = 66
    return first, first is u, u.sum(), new


@program(*(call(U, U[::-1].copy(), N(n)) for n in TRIPS))
def one_loop_after_another(a, b, n):
    """Two of three, then, with a return."""
    c = np.ones(6)
    for _ in range(n):
        c[0] += 1
        a, b, c = b, c, a
    for i in range(n):
        if i > 1:
            return a, i
        a[0] += 1
        a, b = b, a
    return b, c


@program(*(call(U, N(n)) for n in TRIPS))
def a_new_one_at_times(x, n):
    """The argument is written to until a new array takes its place."""
    for k in range(n):
        x[0] = 7 + k
        if x[2] > 6:
            x = x + 1
    x[1] = 100
    return x


class Field:
    """Two buffers as attributes."""

    def __init__(self):
        self.u = U.copy()
        self.v = U * 2

    def step(self):
        self.v[1:-1] = 0.5 * (self.u[:-2] + self.u[2:])
        self.u, self.v = self.v, self.u


@program(*(call(Field(), N(n)) for n in TRIPS))
def attributes(field, n):
    """The buffers are attributes of the caller's object; other names for them see the writes."""
    u, v = field.u, field.v
    for _ in range(n):
        field.step()
    return u, v, field.u


@program(*(call(U, N(n)) for n in TRIPS))
def items_of_a_list(u, n):
    """The buffers are items of a list."""
    both = [u, u.copy()]
    for _ in range(n):
        both[1][1:-1] = 0.5 * (both[0][:-2] + both[0][2:])
        both[0], both[1] = both[1], both[0]
    return both


@program(*(call(U, U[::-1].copy(), N(n)) for n in TRIPS))
def items_of_a_dict(a, b, n):
    """The buffers are items of a dict, one of them replaced where a condition says so."""
    d = {"a": a, "b": b}
    for k in range(n):
        if d["a"][0] > k:
            d["b"][0] = k
        else:
            d["b"] = d["a"].copy()
        d["a"], d["b"] = d["b"], d["a"]
    return d["a"]


@program(*(call(np.add.outer(U, U), N(n)) for n in (0, 1, 5)), *(call(np.add.outer(U, U), n) for n in (4, 3000)))
def heat_in_two_dimensions(u, n):
    """Many iterations, of a number that is known or not."""
    new = u.copy()
    for _ in range(n):
        for i in range(1, 5):
            for j in range(1, 5):
                new[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
        u, new = new, u
    return u


@program(call(U, U + 1, N(2)), refused=Refusal("AliasError", "a[0] += 1"))
def one_array_under_two_names(a, b, n):
    """From the second iteration on the write to one name would have to be seen under the other."""
    for _ in range(n):
        a[0] += 1
        a[1] += b[0]
        b = a
    return a, b


@program(call(np.linspace(0.0, 1.0, 6), 900, 1e-9), call(np.linspace(0.0, 1.0, 6), 900, 0.0), call(np.ones(4), 1, 1.0))
def rows_of_one_array_at_first(x, most, tolerance):
    """Both begin as rows of one array; from the first turn on one of them is an array of its own."""
    kept, potential = np.zeros((2, len(x)))
    change = 1.0
    for turn in range(most):
        kept[:] = 0.5 * (x + np.roll(potential, 1))
        if turn % 10 == 1:
            change = np.abs(kept - potential).sum()
            if change < tolerance:
                break
        potential = kept * 0.9
    return potential, kept, change, turn
