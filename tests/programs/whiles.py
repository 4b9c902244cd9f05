"""while loops: trip counts that depend on values, and none at all."""

import numpy as np

from tests.harness import Theme, call

program = Theme("whiles")


@program(call(np.array(100.0)), call(np.array(0.5)), call(np.array(1e6)))
def halve_until_small(x):
    """A 0-d array is halved; the trips are counted in a Python int."""
    n = 0
    while x > 1:
        x = x / 2
        n += 1
    return x, n


@program(call(27), call(1), call(np.int64(27)), call(np.int64(1)))
def collatz(n):
    """The Collatz steps of a number."""
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


@program(call(np.int64(48), np.int64(18)), call(np.int64(7), np.int64(0)), call(np.int64(13), np.int64(5)))
def gcd(a, b):
    """Euclid's algorithm, swapping two names each trip."""
    while b:
        a, b = b, a % b
    return a


@program(call(np.array([3.0, 1.0, 2.0]), 1e-3), call(np.array([0.0, 0.0, 0.0]), 1e-3))
def shrink(x, tol):
    """A condition on a reduction of an array."""
    while np.abs(x).max() > tol:
        x = x * 0.5
    return x


@program(call(np.array([1.0, 2.0]), 0), call(np.array([1.0, 2.0]), 3))
def zero_trips(x, n):
    """The bound is a Python number, perhaps zero."""
    i = 0
    while i < n:
        x = x + i
        i += 1
    return x, i


@program(call(np.array([5.0, 1.0])), call(np.array([50.0, 1.0])))
def born_in_body(x):
    """A name that is first bound in the body is read after at least one trip."""
    n = 0
    while n < 2 or x.sum() > 10:
        last = x.sum()
        x = x * 0.5
        n = n + 1
    return last, n


@program(call(np.array([0.1, 0.1])), call(np.array([50.0, 1.0])))
def maybe_born_in_body(x):
    """After no trips at all the name is unbound, as in Python."""
    while x.sum() > 10:
        last = x * 1
        x = x * 0.5
    return last


@program(call(np.array(2.0)), call(np.array(0.0)))
def int_becomes_float(x):
    """The counter starts as int and is a float after the first trip."""
    t = 0
    while x > 0:
        t = t + 0.5
        x = x - 1
    return t


@program(call(np.array(40)), call(np.array(2)), call(np.array(0)))
def fibonacci(n):
    """Two numbers carried."""
    a, b = 0, 1
    while n > 0:
        a, b = b, a + b
        n = n - 1
    return a


@program(call(np.arange(6.0)), call(np.zeros(6)))
def nested(x):
    """A loop in a loop; the inner bound depends on the outer counter."""
    total = 0.0
    i = 0
    while i < x.shape[0]:
        j = 0
        while x[i] > j:
            total = total + x[i] * j
            j += 1
        i += 1
    return total


@program(call(np.array([1.0, 2.0])), call(np.array([9.0, 2.0])))
def condition_has_a_call(x):
    """The condition calls a function of the user's."""

    def big(v):
        return v.sum() > 3

    n = 0
    while big(x):
        x = x - 1
        n += 1
    return x, n


@program(call(np.array(5)), call(np.array(0)))
def not_in_condition(n):
    """`not` and `or` in the condition."""
    k = 0
    while not (n <= 0 or k > 3):
        n = n - 1
        k = k + 1
    return n, k


@program(call(np.array([1, 5, 3])), call(np.array([0, 0, 0])))
def walrus_in_condition(x):
    """A walrus keeps what was tested."""
    n = 0
    while (m := x.max()) > 0:
        x = np.where(x == m, 0, x)
        n = n + m
    return n, m


@program(call(np.array(3)), call(np.array(0)))
def while_else_without_break(n):
    """The else of a loop that always ends by its condition."""
    while n > 0:
        n = n - 1
    else:
        n = n + 100
    return n


@program(call(np.array([4.0, 9.0, 2.0])), call(np.array([1.0, 1.0, 1.0])))
def heron(a):
    """Square roots by Heron's rule until nothing changes much."""
    x = a * 1.0
    change = 1.0
    while change > 1e-9:
        new = 0.5 * (x + a / x)
        change = np.max(np.abs(new - x))
        x = new
    return x


@program(call(np.array([1.0, 3.0])), call(np.array([100.0, 3.0])))
def growing_list_static(x):
    """A loop on Python values appends to a list."""
    parts = []
    while len(parts) < 4:
        parts.append(x * len(parts))
    return parts


@program(call(np.array(1.0)), call(np.array(100.0)))
def growing_list_symbolic(x):
    """A list grows once per trip, and the number of trips depends on values."""
    history = [x]
    while history[-1] < 50:
        history.append(history[-1] * 2)
    return np.stack(history)


@program(call(np.array([3, 1, 2])), call(np.array([1, 2, 3])))
def state_in_array(x):
    """Elements are written at an index that moves."""
    out = np.zeros(3, dtype=np.int64)
    i = 0
    while i < 3 and x[i] != 2:
        out[i] = x[i] * 10
        i += 1
    return out, i


@program(call(np.int64(10)), call(np.int64(255)), call(np.int64(0)))
def bits(n):
    """Count the bits that are set."""
    count = 0
    while n:
        count += n & 1
        n >>= 1
    return count


@program(call(np.array([1.0, 2.0, 4.0])), call(np.array([0.0, 0.0, 0.0])))
def print_each_trip(x):
    """Printing happens once a trip."""
    k = 0
    while x.sum() > 1:
        print("trip", k, x)
        x = x / 2
        k += 1
    print("done")
    return x
