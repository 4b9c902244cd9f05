"""An array that is one of several, as a branch decides: written to, compared, returned."""

import numpy as np

from tests.harness import Theme, call

program = Theme("chosen arrays")
A = np.array([1.0, -2.0, 3.0])
B = np.array([4.0, 0.0, -1.0])


@program(call(A, B, 1.0), call(A, B, -1.0))
def written(a, b, c):
    """The write is one to the array that was chosen."""
    t = a if c > 0 else b
    t[0] = 77
    return a.sum(), b.sum(), t


@program(call(A, B, 1.0), call(A, B, -1.0))
def the_other_one(a, b, c):
    """Two names that are never one."""
    if c > 0:
        s, t = a, b
    else:
        s, t = b, a
    t[0] = 77
    s[1] += t[0]
    a[2] = 5
    return s, s is a, s is t, t.max()


@program(call(A, 1.0), call(A, -1.0))
def two_names_for_a_new_one(a, c):
    """One branch binds two names to one array that it has made."""
    if c > 0:
        t = a * 2
        s = t
    else:
        t = np.ones(3)
        s = np.ones(3)
    t[0] = 5
    return s, t


@program(call(A, B, 2.0, 1.0), call(A, B, 2.0, -1.0), call(A, B, -2.0, 1.0), call(A, B, -2.0, -1.0))
def of_three(a, b, c, d):
    """Chosen of what was chosen, and of a new one."""
    t = a if c > 0 else b
    u = t if d > 0 else a + b
    u += 1
    t[1] = u[0]
    b[2] = 8
    return t, u, u is t


@program(call(A, B, 1.0, np.int64(3)), call(A, B, -1.0, np.int64(3)))
def written_in_a_loop(a, b, c, n):
    """Written to where the loop's own writes are seen under both names."""
    t = a if c > 0 else b
    for i in range(n):
        t[i] += a[0] + b[1]
        a[1] -= 1
    return t


@program(call(A, B, 1.0), call(A, B, -1.0))
def in_a_container(a, b, c):
    """An item that a branch writes to, and the other branch replaces."""
    d = {"x": a, "y": b}
    if c > 0:
        d["x"][0] = 9
    else:
        d["x"] = b + 1
    return d["x"], d["x"] is a


@program(call(A), call(-A))
def written_through_a_chosen_view(x):
    """A view of one of two new arrays; which of them changes is known when it runs."""
    a, b = x.copy(), x.copy()
    t = a[1:] if x.sum() > 0 else b[1:]
    t[0] = 77.0
    return a, b


def _turned(x, b, a, axis):
    if b == 0 and a == 0:
        return x
    part = tuple(slice(None) if i != axis else slice(b, 0, -1) for i, _ in enumerate(x.shape))
    return np.concatenate((x[part], x), axis=axis)


def _doubled(x, n):
    return x if n == 0 else np.concatenate((x, x))


@program(call(np.arange(12.0).reshape(3, 4), np.array([[1, 2], [2, 1]])), call(np.ones((1, 1)), np.array([[1, 2], [0, 3]])))
def grown_in_branches(x, widths):
    """An array that may be the argument after each of several branches and loops, of other extents in each."""
    for axis in range(2):
        b, a = widths[axis, 0], widths[axis, 1]
        if (b > 0 or a > 0) and x.shape[axis] == 1:
            x = _doubled(x, b)
            continue
        safe = x.shape[axis] - 1
        while b > safe or a > safe:
            before = min(safe, safe * (b // safe))
            after = min(safe, safe * (a // safe))
            x = _turned(x, before, after, axis)
            b -= before
            a -= after
            safe += before + after
        x = _turned(x, b, a, axis)
    return x


def _ramp(x, n, end, axis):
    if n == 0:
        return x
    edges = np.ones(tuple(m if i != axis else n for i, m in enumerate(x.shape)))
    return np.concatenate((edges * ((end - edges) / float(n)), x), axis=axis)


@program(call(np.arange(12.0).reshape(3, 4)))
def extents_that_become_known(x):
    """Branches that the constants of the program decide, which makes extents known, and units of what has them."""
    for axis, (b, a) in enumerate(np.round(np.array([[1, 2], [2, 1]])).astype(int).tolist()):
        x = _ramp(x, b, 0, axis)
        x = _ramp(x, a, 0, axis)
    return x
