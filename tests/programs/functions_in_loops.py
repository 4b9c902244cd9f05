"""Functions that are made inside of a loop whose turns only the run knows."""

import functools

import numpy as np

from tests.harness import Theme, call
from tests.harness.program import Refusal

program = Theme("functions in loops")

X, N = np.array([1.0, -2, 3]), np.int64(3)


def times(k):
    def product(v):
        return v * k

    return product


@program(call(X, N), call(X, np.int64(0)), call(2, N))
def lambda_of_constants(x, n):
    """The same function in each turn."""
    for _ in range(n):
        f = lambda a, b=1: a + b  # noqa: E731
        x = f(x, b=x)
    return x


@program(call(X, N), call(X[:1], np.int64(1)))
def sees_what_changes(x, n):
    """A variable of the function around it, as it is when the lambda runs."""
    for i in range(n):
        y = x * i
        f = lambda v: v + y + x  # noqa: B023, E731
        y = y + 1
        x = f(i)
    return x, f(1)


@program(call(X, N))
def changes_what_it_sees(x, n):
    """A `nonlocal` of a function that is made in the loop."""
    total = 0.0
    for i in range(n):

        def add(v):
            nonlocal total
            total = total + v
            return total

        y = add(x[i])
    return total, y


@program(call(np.float64(1)), call(np.float64(100)))
def in_a_while(x):
    """A `def` in a `while`, used after it."""
    g = None
    while x < 10:

        def g(y, k=2):  # noqa: F811
            return x * k + y

        x = g(x)
    return x, g(1) if g else 0


@program(call(X, N), call(X, np.int64(0)))
def one_of_two(x, n):
    """A function from before the loop, or one of the last turn."""
    f = lambda v: v * 2  # noqa: E731
    for i in range(n):
        x = f(x)
        f = lambda v: v + i  # noqa: B023, E731
    return f(x)


@program(call(X, N))
def of_its_turn(x, n):
    """Defaults, closures of other functions and partials that belong to one turn."""
    for i in range(n):
        f = lambda v, k=i, *, j=(i, 1): v + k + j[0]  # noqa: E731
        g = times(i + 1)
        h = functools.partial(np.add, i)
        x = f(x) + g(x) + h(x)
    return x


@program(call(X))
def chosen_in_its_turn(x):
    """One of two functions of this turn."""
    while x.sum() < 100:
        step = times(x.max() + 1)
        if x[0] > 4:
            step = times(3)
        x = step(x)
    return x


@program(call(X, N))
def swapped(x, n):
    """Functions of one `def` from before the loop stay two."""
    f, g = times(2), times(3)
    for _ in range(n):
        x = f(x)
        f, g = g, f
    return f(x)


@program(call(X, N))
def in_a_list(x, n):
    """All of them see the last turn, as in Python."""
    kept = []
    for i in range(n):
        kept.append(lambda v: v + i)  # noqa: B023
    return [f(1) for f in kept], x


@program(call(X, N))
def used_by_others(x, n):
    """Keys of sorts and extremes."""
    for i in range(n):
        order = sorted(range(3), key=lambda k: x[k] * (i + 1))  # noqa: B023
        x = x + max(x, key=lambda v: v - i)  # noqa: B023
    return x, order


@program(call(X, N), refused=Refusal("StaticValueError", "p is q"))
def which_of_them(x, n):
    """Which turn's function a name stands for is not known."""
    p = q = None
    for i in range(n):
        f = lambda v: v + 1  # noqa: E731
        if i == 0:
            p = f
        q = f
    return p is q, x


@program(call(X, N), call(-X, np.int64(1)), call(X, np.int64(0)))
def used_after_its_turn(x, n):
    """What it holds is that of the last turn, if there was one."""
    for i in range(n):
        f = times(i)
        x = f(x)
    return f(x)


@program(call(np.array([3.0, 1.0])), call(np.array([-2.0, 3.0])), call(np.array([0.0, 2.0])))
def lists_of_functions_of_the_last_turn(x):
    """Functions that a loop has made see the variable of its last turn, and none are called where there was none."""
    fs, gs = [], []
    for i in range(int(abs(x[0]))):
        k = x[1] * i
        fs.append(lambda: i)

        def g():
            return k, i

        gs.append(g)
    out = []
    for f in fs:
        out.append(f())
    return out, [f() for f in fs], [fs[0]() for _ in range(len(fs))], [g()[0] for g in gs], len(fs)
