"""Arrays that branches and loops replace by ones of other extents, and write to in place."""

import numpy as np

from tests.harness import Theme, call

program = Theme("resized arrays")
X = np.arange(12.0).reshape(4, 3)
N = np.int64
V = np.array([5, -2, 7, 0, 3, -8, 1])


@program(call(X, N(1)), call(X, N(-1)))
def of_a_branch(x, c):
    """The argument or a shorter copy is written to."""
    y = x if c > 0 else np.delete(x, 0, axis=0)
    y[0] = 7.0
    return y, x.sum()


@program(call(X, N(1)), call(X, N(-1)), call(X, N(0)))
def of_three(x, c):
    """One of three, of which two are arguments' own memory."""
    other = np.zeros((2, 3))
    y = x
    if c < 0:
        y = other
    elif c == 0:
        y = x[1:].copy()
    y += 2
    return y, x, other, y is x, y is other


@program(call(np.arange(9.0), 3), call(np.arange(9.0), 30), call(np.arange(8.0), 60))
def shrinks(x, n):
    """The loop writes to the argument until it goes on with a copy of a part."""
    y = x
    for k in range(n):
        y[0] += k
        if y.sum() > 100 and len(y) > 2:
            y = y[1:].copy()
    return y.sum(), y is x


@program(call(np.arange(4.0), N(3)), call(np.arange(4.0), N(9)))
def grows(x, n):
    """Each longer one is written to by the next iteration."""
    y, k = x, 0
    while k < n:
        y[-1] *= 2
        if k % 3 == 2:
            y = np.append(y, 1.0)
        k += 1
    y[0] = -1.0
    return y, len(y)


@program(call(np.arange(8.0), 3), call(np.arange(8.0), 30), call(np.arange(8.0), 60))
def change_places(x, n):
    """Two names of different extents change places, and one gets longer."""
    z, y = x, np.zeros(3)
    for k in range(n):
        z[0] += k
        y[1] += k
        if z.sum() > 30 and k < 9:
            y, z = z, np.append(y, 1.0)
    z[0], y[0] = 5.0, 6.0
    return y, z


@program(call(X, X[:2], N(0)), call(X, X[:2], N(1)), call(X, X[:2], N(5)))
def two_arguments(a, b, n):
    """Which argument is written to, the run decides."""
    p, q = a, b
    for k in range(n):
        p, q = q, p
        p[0, 0] += k + 1.0
    p[1] = -1.0
    return p.shape, q is a


class Table:
    """A table of which stages drop rows and columns, as the simplex method does."""

    def __init__(self, rows, stages):
        self.rows, self.stages, self.over = rows, list(stages), False

    def chosen(self):
        """The column to work on; the stage is over where there is none."""
        k = np.argmax(self.rows[0, :-1])
        if self.rows[0, k] <= 0:
            self.over = True
            return 0
        column = self.rows[1:, k]
        return k + 0 * np.argmin(column)

    def stage(self):
        """Go on with fewer rows, or end."""
        self.stages.pop()
        if not self.stages:
            return self.rows
        self.rows = np.delete(self.rows, 0, axis=0)
        self.over = False
        return self.rows

    def step(self, k):
        """Change the table in place, row by row."""
        for i, x in enumerate(self.rows[:, k]):
            self.rows[i] -= x * 0.5 + 1.0
        return self.rows

    def run(self, most):
        """Until there is no stage, or for so long."""
        for _ in range(most):
            if not self.stages:
                return {"end": self.rows[0, -1], "rows": len(self.rows)}
            k = self.chosen()
            if self.over:
                self.rows = self.stage()
            else:
                self.rows = self.step(k)
        return {}


@program(call(X), call(X + 5.0), call(-X))
def stages_of_a_table(x):
    """A hundred iterations at most, each of which may change the table's form, are one loop."""
    return Table(x, ["a", "b", "c"]).run(100)


@program(call(X + 5.0, N(3)), call(X + 5.0, N(100)))
def stages_for_a_while(x, n):
    """So are as many as the run says."""
    return Table(x, ["a", "b"]).run(n)


@program(call(V, 3), call(V, 10), call(V[:0], 3), call(-V - 9, 2), call(V, -5))
def resized_to_what_is_found(v, n):
    """`np.resize` of an array, and to extents, that only the run knows."""
    found = v[v > 0]
    filled = np.resize(found, (2, 5))
    filled[0] += 1
    return filled, np.resize(found, n + found.size), np.resize(v, found.size), found


@program(call(V), call(-V), call(V[:0]), call(V > 0))
def resized_by_counts(v):
    """`np.resize` to counted extents, which may be negative."""
    k = np.int64(0)
    for x in v:
        if x > 0:
            k += 1
    try:
        return np.resize(v, k - 2), np.resize(3, (k, 2)), np.resize(v, [2, 2])
    except ValueError as error:
        return str(error)
