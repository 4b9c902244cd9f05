"""Free variables, nonlocal, lambdas, defaults and partial."""

import functools

import numpy as np

from tests.harness import Theme, call

program = Theme("closures")
V = np.array([1.0, -2.0, 3.0])
SCALE = 2.0
TOTAL = 0


@program.built(call(V), call(-V))
def free_variable(jit):
    """A free variable of the enclosing function."""
    k = 3.0
    w = np.array([1.0, 0.0, 1.0])

    def f(x):
        return x * k + w

    return jit(f), w


@program.built(call(V), call(-V), retraces=True)
def nonlocal_counter(jit):
    """A counter in an enclosing function."""
    n = 0

    def f(x):
        nonlocal n
        n += 1
        return x * n

    return jit(f), lambda: n


@program.built(call(V), call(-V), retraces=True)
def global_counter(jit):
    """`global n; n += 1`."""
    global TOTAL
    TOTAL = 0

    def f(x):
        global TOTAL
        TOTAL += 2
        return x * TOTAL

    return jit(f), lambda: TOTAL


@program.built(call(V, np.int64(2)), call(-V, np.int64(1)), call(V, np.int64(0)), retraces=True)
def globals_in_nested_loops(jit):
    """A loop that may make no turn has the number and the maximum of another one in globals."""
    global TOTAL, MOST
    TOTAL, MOST = 0, None

    def f(x, turns):
        global TOTAL, MOST
        for _ in range(turns):
            TOTAL = 0
            for e in x:
                if e > 0:
                    TOTAL += 1
                    if MOST is None or e > MOST:
                        MOST = e
            found = TOTAL, MOST
            MOST = None
            return found
        return -1

    return jit(f), lambda: (TOTAL, MOST)


@program(call(V), call(-V))
def nonlocal_bound_later(x):
    """Control flow before the statement that binds what a function inside assigns."""
    if x[0] > 0:
        x = x * 2
    for e in x:
        if e > 5:
            break
    else:
        count = 0

        def bump(by):
            nonlocal count
            count += by

        for e in x:
            if e > 0:
                bump(2)
        return count, x
    first = x[0]

    def halved():
        nonlocal first
        first = first / 2
        return first

    return halved() if x[1] < 0 else first, first


@program.built(call(V), call(-V))
def nonlocal_array(jit):
    """A free array is rebound at each call."""
    state = np.zeros(3)

    def f(x):
        nonlocal state
        state = state * 0.5 + x
        return state

    return jit(f), lambda: state


@program.built(call(V), call(-V))
def nonlocal_in_branch(jit):
    """A free variable is changed in a branch that values choose."""
    best = np.float64(0.0)

    def f(x):
        nonlocal best
        if x.sum() > best:
            best = x.sum()
        return best

    return jit(f), lambda: best


@program.built(call(V), call(-V))
def mutated_free_array(jit):
    """A free array is written in place."""
    log = np.zeros(3)

    def f(x):
        log[0] += 1
        log[1:] = x[1:]
        return log.sum()

    return jit(f), log


@program.built(call(V), call(-V))
def lambda_function(jit):
    """A lambda."""
    return jit(lambda x: x * 2 if x.sum() > 0 else -x)


@program.built(call(V), call(-V), compiles=2)
def two_lambdas_on_a_line(jit):
    """Two lambdas on one line are told apart."""
    f, g = jit(lambda x: x + 1), jit(lambda x: x * 10)
    return lambda x: (f(x), g(x))


@program(call(V), call(V, 5.0), call(V, k=6.0), call(-V, 1, 2))
def defaults(x, k=2.0, n=3):
    """Default values, given and not given."""
    return x * k + n


@program(call(V, k=3.0), call(V, k=3.0, shift=V), call(-V, k=1.0))
def keyword_only(x, *, k, shift=None):
    """Keyword-only parameters."""
    if shift is not None:
        x = x + shift
    return x * k


@program.built(call(V), call(-V))
def partial(jit):
    """functools.partial of a user function, called from another."""

    def power(x, n, shift=0.0):
        return x**n + shift

    square = functools.partial(power, n=2)

    def f(x):
        return square(x) + square(x, shift=1.0)

    return jit(f)


@program.built(call(V), call(-V))
def closure_made_inside(jit):
    """A function makes functions and calls them."""

    def make(k):
        def g(x):
            return x * k

        return g

    def f(x):
        fs = [make(k) for k in (1, 2, 3)]
        return sum(g(x) for g in fs)

    return jit(f)


@program.built(call(V), call(-V))
def late_binding(jit):
    """Closures in a loop see the last value, defaults the value of their trip."""

    def f(x):
        late = [lambda: x * k for k in range(3)]
        early = [lambda k=k: x * k for k in range(3)]
        return [g() for g in late], [g() for g in early]

    return jit(f)


@program(call(V), call(-V))
def nonlocal_within(x):
    """A local function changes a name of the function being compiled."""
    n = 0
    total = x * 0

    def add(y):
        nonlocal n, total
        n += 1
        total = total + y

    add(x)
    if x.sum() > 0:
        add(x * 2)
    return n, total


@program(call(V), call(-V))
def global_constant(x):
    """A global number and a global function."""
    return helper(x) * SCALE


def helper(x):
    """Used by global_constant."""
    return x + SCALE


@program.built(call(V), call(-V))
def decorated_helper(jit):
    """A helper behind a decorator that keeps functools.wraps."""

    def loud(g):
        @functools.wraps(g)
        def wrapper(*args, **kwargs):
            print("calling", g.__name__)
            return g(*args, **kwargs)

        return wrapper

    @loud
    def half(x):
        return x / 2

    def f(x):
        return half(x) + half(x=x * 3)

    return jit(f)


@program.built(call(V), call(-V))
def recursive_closure(jit):
    """A local function that calls itself, to a depth known beforehand."""

    def f(x):
        def fold(v, depth):
            if depth == 0:
                return v
            return fold(v * 0.5 + 1, depth - 1)

        return fold(x, 4)

    return jit(f)


@program.built(call(V), call(-V), retraces=True)
def mutable_default(jit):
    """A mutable default keeps what was put into it."""

    def f(x, log=[]):  # noqa: B006
        log.append(1)
        return x * 2

    g = jit(f)
    return g, f.__defaults__


@program.built(call(V), call(-V))
def lambda_in_expression(jit):
    """Lambdas as keys and in map and filter."""

    def f(x):
        parts = list(map(lambda p: p * 2, [x, x + 1]))
        kept = [p for p in filter(None, [0, 1, 2])]
        best = max([3, -5, 4], key=lambda n: n * n)
        return parts, kept, best

    return jit(f)


@program(call(V), call(-V), call(np.arange(12.0)))
def methods_that_count(x):
    """Methods of a class made here write to variables of the function around it."""
    total, above = 0.0, 0

    class Tally:
        def add(self, v):
            nonlocal total
            total = total + v

        @staticmethod
        def note(v):
            nonlocal above
            if v > 1:
                above += 1

    tally = Tally()
    for v in x:
        tally.add(v)
        Tally.note(v)
    return total, above


@program(call(V), call(-V))
def methods_that_read_late(x):
    """Methods of a class made here see what a variable is when they are called."""

    class Scaled:
        def of(self, v):
            return v * k

    scaled, r = Scaled(), x
    for k in range(4):
        r = r + scaled.of(x)
    k = 0
    for v in x:
        if v > 0:
            k += 1
        r = r + scaled.of(x)
    return r, k


@program(call(V), call(-V))
def two_counters(x):
    """Each call of the function around has variables of its own."""

    def counter():
        count = 0

        class Counter:
            def hit(self):
                nonlocal count
                count += 1

        return Counter(), lambda: count

    (a, hits_of_a), (b, hits_of_b) = counter(), counter()
    a.hit()
    b.hit()
    for v in x:
        if v > 0:
            a.hit()
    return hits_of_a(), hits_of_b()
