"""for over range: few trips and many, bounds that depend on values, the index as a number."""

import numpy as np

from tests.harness import Theme, call

program = Theme("for_range")
X = np.array([1.5, -2.0, 3.0, 0.5])


@program(call(X), call(X * 2))
def few_trips(x):
    """Three trips."""
    for i in range(3):
        x = x * 0.5 + i
    return x


@program(call(X), call(X * 0))
def many_trips(x):
    """A hundred trips with a decaying state."""
    total = 0.0
    for i in range(100):
        total = total + x.sum() / (i + 1)
        x = x * 0.9
    return x, total


@program(call(X), call(-X))
def index_elements(x):
    """The index reads and writes elements."""
    y = np.zeros_like(x)
    for i in range(len(x)):
        y[i] = x[i] * i
    return y


@program(call(X, np.int64(3)), call(X, np.int64(0)), call(X, np.int64(50)))
def bound_by_value(x, n):
    """The bound is an array value."""
    for i in range(n):
        x = x + i
    return x


@program(call(X, 3), call(X, 0), call(X, 50))
def bound_by_python_int(x, n):
    """The bound is a Python int."""
    for i in range(n):
        x = x + i
    return x


@program(call(X))
def start_stop_step(x):
    """All three arguments of range, also a negative step."""
    s = 0.0
    for i in range(10, 0, -3):
        s += i * x[i % 4]
    for j in range(1, 4, 2):
        s -= x[j]
    return s


@program(call(X, np.int64(2)), call(X, np.int64(-2)))
def symbolic_step(x, step):
    """The step is an array value, up or down."""
    total = 0
    for i in range(0, 10 * step, step):
        total = total * 2 + i
    return total, x


@program(call(X))
def index_after_loop(x):
    """The loop variable keeps its last value."""
    for i in range(7):
        x = x + 1
    return x, i


@program(call(X, np.int64(0)), call(X, np.int64(4)))
def index_after_maybe_no_trip(x, n):
    """The loop variable was bound before, and stays when there is no trip."""
    i = -1
    for i in range(n):
        x = x + i
    return x, i


@program(call(X))
def empty_range(x):
    """range(0) never binds its variable."""
    for i in range(0):
        x = x * 100
    return x


@program(call(np.arange(12.0).reshape(3, 4)), call(np.ones((3, 4))))
def two_nested(a):
    """Two nested loops over a matrix."""
    s = 0.0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            s += a[i, j] * (i - j)
    return s


@program(call(np.arange(16.0).reshape(4, 4)), call(np.ones((4, 4))))
def triangular(a):
    """The inner bound is the outer index."""
    b = a.copy()
    for i in range(4):
        for j in range(i):
            b[i, j] = 0.0
    return b


@program(call(X), call(-X))
def rebind_index(x):
    """The body rebinds the loop variable; the next trip is not impressed."""
    s = 0
    for i in range(5):
        i = i * 10
        s = s + i
    return s + x, i


@program(call(X), call(-X))
def branch_in_loop(x):
    """Values decide in the body."""
    pos = 0
    neg = 0
    for i in range(4):
        if x[i] > 0:
            pos += 1
        else:
            neg += 1
    return pos, neg


@program(call(X))
def list_of_layers(x):
    """The index picks from a Python list."""
    scales = [1.0, 0.5, 0.25]
    for i in range(len(scales)):
        x = x * scales[i]
    return x


@program(call(X))
def append_in_loop(x):
    """A list grows in a loop with few trips."""
    out = []
    for i in range(4):
        out.append(x * i)
    return out


@program(call(X))
def append_in_long_loop(x):
    """A list grows in a loop with many trips."""
    out = []
    for i in range(40):
        out.append(x.sum() * i)
    return np.array(out)


@program(call(X, np.int64(5)), call(X, np.int64(1)))
def append_in_symbolic_loop(x, n):
    """A list grows as often as a value says."""
    out = []
    for i in range(n):
        out.append(x * i)
    return np.stack(out)


@program(call(X))
def int_then_float(x):
    """The sum is an int before the loop and a float in it."""
    s = 0
    for i in range(30):
        s = s + x[i % 4]
    return s


@program(call(np.float32([1, 2, 3])), call(np.float32([0, 0, 0])))
def accumulate_float32(x):
    """A Python float accumulates float32 scalars."""
    s = 0.0
    for i in range(3):
        s += x[i]
    return s


@program(call(X), call(X + 1))
def previous_and_current(x):
    """A name of the last trip is used in the next."""
    prev = x[0]
    d = 0.0
    for i in range(1, 4):
        cur = x[i]
        d += abs(cur - prev)
        prev = cur
    return d


@program(call(X))
def for_in_range_list(x):
    """range objects are values: reversed, indexed, counted."""
    r = range(2, 9, 3)
    s = 0.0
    for i in reversed(r):
        s = s * 10 + i
    return s + len(r) + r[1], x


@program(call(np.zeros((2, 0))), call(np.zeros((2, 0)) + 1))
def over_empty_axis(a):
    """The extent of the axis is zero."""
    s = 1.0
    for j in range(a.shape[1]):
        s += a[0, j]
    return s
