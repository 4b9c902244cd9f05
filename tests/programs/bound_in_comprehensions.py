"""`:=` in comprehensions: the name is the function's, and conditions may be known at run time only."""

import numpy as np

from tests.harness import Theme, call

program = Theme("bound_in_comprehensions")
V = np.array([1.0, -2.0, 3.0, 0.5])
MANY = np.arange(12.0)
LAST = None


@program(call(V), call(-V), call(V * 0))
def kept(x):
    """What is tested is kept."""
    return [y for v in x if (y := v * 2) > 0]


@program(call(MANY), call(-MANY))
def kept_of_many(x):
    """So many items that a loop is rolled; the name is read afterwards."""
    return [y for v in x if (y := v * v - 3) > 1.0], y


@program(call(V), call(-V))
def running(x):
    """A running sum."""
    total = 0.0
    return [total := total + v for v in x], total


@program(call(V), call(-V))
def in_displays_of_all_kinds(x):
    """Dicts and sets."""
    return {i: y for i, v in enumerate(x) if (y := v * 2) > -10}, {y for v in (1, 2, 3) if (y := v % 2)}


@program(call(V), call(-V))
def nested(x):
    """In a comprehension within a comprehension."""
    return [[z for b in x[:2] if (z := a * b) > 0] for a in x]


@program(call(V), call(-V), call(V * 0))
def witness(x):
    """The item that decided `any`."""
    if any((found := v) > 2 for v in x):
        return found
    return -1.0


@program(call(V), call(-V))
def beside_other_work(x):
    """Behind an `and`, in a loop, and over nothing."""
    last, sums = 0.0, []
    for _ in range(3):
        sums.append(sum([last := v for v in x if v > last]))
    return x[0] > 0 and [y for v in x if (y := v) > 0], sums, last, [z for v in () if (z := v)]


@program(call(V), call(-V))
def never_bound(x):
    """Over nothing, the name stays unbound."""
    kept = [y for v in () if (y := v)]
    try:
        return y
    except NameError as error:
        return kept, type(error).__name__, x


@program(call(V), call(-V), retraces=True)
def of_the_module(x):
    """The name is a global one."""
    global LAST
    return [LAST for v in x if (LAST := v * 2) > 0], LAST


@program(call(np.array([3, 2])), call(np.array([0, 2])))
def keys_come_before_values(x):
    """A key is evaluated first, and what it binds is there for the value; so are functions that are made there."""

    def said(value, function):
        print(value)
        return value + 0 * function()

    squares = {(k := i + 1): k * k for i in range(int(x[0]))}
    return squares, {said(i, lambda: i): said(i + 10, lambda: i) for i in range(int(x[1]))}
