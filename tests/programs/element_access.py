"""Elements read and written in loops: indices that wrap, that end one too far, that two names of one array reach."""

import numpy as np

from tests.harness import Theme, call

program = Theme("element_access")
X = np.arange(12.0) - 3.5
M = np.arange(30.0).reshape(5, 6) / 7
I64 = np.int64


@program(call(X, I64(3)), call(X, I64(-4)), call(X, I64(0)), call(X, I64(9)))
def shifted(x, by):
    """The index may be negative for some turns, and may be out of bounds at the end."""
    total = 0.0
    for i in range(6):
        total += x[i + by]
    return total


@program(call(X, I64(5)), call(X, I64(6)), call(X, I64(7)), call(X, I64(-1)))
def strided(x, n):
    """Every second element, to the last and beyond."""
    out = np.zeros(12)
    for i in range(n):
        out[i] = x[2 * i + 1]
    return out


@program(call(X, I64(2)), call(X, I64(5)), call(X, I64(1)), call(X, I64(40)), call(X, I64(-3)), call(X, I64(0)))
def run_time_step(x, step):
    """A range whose step only the run knows, upwards and downwards."""
    x = x.copy()
    for k in range(step * step, 12, step):
        x[k] = -x[k]
    for k in range(11, -1, -step):
        x[k] += 1.0
    return x


@program(call(X, I64(0)), call(X, I64(4)), call(X, I64(12)), call(X, I64(13)))
def backwards(x, first):
    """Downwards, to an end that only the run knows."""
    x = x.copy()
    for c in range(11, first - 1, -1):
        t = x[c - first] + 2.0
        if t > x[c]:
            x[c] = t
    return x


@program(call(X, I64(2)), call(X, I64(12)))
def guarded(x, n):
    """An access that most turns leave out, and that would be out of bounds in them."""
    total = 0.0
    for i in range(12):
        if i + n < 12:
            total += x[i + n]
    return total


@program(call(M.copy()))
def two_names(a):
    """A row of an array and the array itself, written and read by elements."""
    row = a[2]
    for i in range(5):
        for j in range(6):
            a[i, j] = row[j] + a[2, j]
            row[j] = a[i, j] * 0.5
    return a, row


@program(call(X.copy()))
def reversed_view(x):
    """A view that goes the other way."""
    y = x[::-1]
    for i in range(12):
        x[i] = y[i] + 1.0
    return x


@program(call(M.copy(), I64(3)), call(M.copy(), I64(9)))
def triangle(a, n):
    """Bounds that depend on the index of the loop around."""
    for i in range(n):
        for j in range(i + 1, n):
            for k in range(j, i, -1):
                a[i, k] -= a[i, j] * a[j, k - i - 1]
    return a


@program(call(X, I64(2**62)), call(X, I64(-(2**62))), call(X, I64(1)))
def far_away(x, by):
    """Indices that leave 64 bits on the way."""
    total = 0.0
    for i in range(4):
        total += x[i + by + by - by - by]
    return total


@program(call(X.copy(), np.array([3, 1, -1, 5])), call(X.copy(), np.array([3, 12])), call(X.copy(), np.array([0, -13])))
def scattered(x, at):
    """Indices that come from an array."""
    for k in range(len(at)):
        x[at[k]] += x[k]
    return x


@program(call(X.copy(), 5), call(X.copy(), 40))
def kept_or_changed(x, limit):
    """A store in one branch only: the other leaves the array as it is."""
    for i in range(12):
        for j in range(12):
            if x[i] + x[j] < limit:
                x[j] = x[i] + x[j] + 1.0
    return x


@program(call(X, 3), call(X, 1), call(X, 12))
def while_index(x, step):
    """A counter of a while."""
    i = 0
    total = 0.0
    while i < len(x):
        total += x[i] - x[-i - 1]
        i += step
    return total


@program(call(np.arange(20, dtype=np.int64)))
def wrapped_around(x):
    """A ring: indices modulo the length."""
    out = np.zeros(20)
    for i in range(20):
        out[(i * 7 + 3) % 20] = x[(i - 5) % 20] + x[(i + 1) % 20] // 3
    return out


@program(call(X, I64(7)), call(X, I64(0)))
def first_is_other(x, n):
    """A sum whose first term makes another kind of number of it."""
    t = 0
    s = 0.0
    for i in range(n):
        t = x[i] * 2 + t
        s = x[i] + s
    return t, s


ODD = tuple(call(np.array([3, 1, 2]), np.float64(v)) for v in (1.5, np.nan, np.inf))


@program(*ODD)
def no_integer_in_what_is_let_go(x, s):
    """The element is that of a copy which nobody looks at: NaN raises all the same."""
    y = x.copy()
    y[0] = s
    return x


@program(*ODD)
def caught_and_made_anew(x, s):
    """The exception is the only thing that is seen of the write."""
    y = x.copy()
    try:
        y[len(x) - 1] += s * 2
        y = np.sign(x)
    except ValueError:
        s = 3
    return y, s


@program(*ODD, call(np.array([3, 1, 2]), np.int64(300)))
def no_integer_in_an_array_that_is_let_go(x, s):
    """The same of an array that is made of numbers, and of one of small integers."""
    np.array([1, s], dtype=int)
    y = x.astype(np.int8)
    y[1] = s
    return x
