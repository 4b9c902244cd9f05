"""Calls: helpers, recursion, stars, keywords, functions as values."""

import numpy as np

from tests.harness import Theme, call

program = Theme("calls")
V = np.array([1.0, -2.0, 3.0])


def clamp(x, low=0.0, high=1.0):
    """A helper with branches on values."""
    if x < low:
        return low
    if x > high:
        return high
    return x


def normalise(x):
    """A helper that calls helpers."""
    s = np.abs(x).sum()
    if s == 0:
        return x
    return x / s


def power(x, n):
    """Recursion on a Python number."""
    if n == 0:
        return x * 0 + 1
    half = power(x, n // 2)
    return half * half * x if n % 2 else half * half


@program(call(V), call(V * 0), call(V * 0.1))
def helper_with_branches(x):
    """Helpers are converted too."""
    return clamp(x[0]), clamp(x.sum(), high=0.5), normalise(x)


@program(call(V), call(-V))
def recursion_static_depth(x):
    """Recursion whose depth is known beforehand."""
    return power(x, 10)


@program(call(V, V, V), call(V), call(V, V * 2))
def star_args(x, *rest):
    """*args."""
    for r in rest:
        x = x + r * len(rest)
    return x


@program(call(V, a=V, b=2.0), call(V), call(V, b=3.0))
def star_kwargs(x, **options):
    """**kwargs keep their order."""
    for name, value in options.items():
        print(name)
        x = x * value
    return x, sorted(options)


@program(call(V), call(-V))
def passing_stars(x):
    """Arguments are passed with stars."""

    def f(a, b=1, *c, d, **e):
        return a + b * 2 + sum(c) * 3 + d * 5 + sum(e.values())

    args = (x, 2)
    more = {"d": 3, "z": 4}
    return f(*args, **more), f(x, *[1, 2, 3], d=x), f(b=x, a=1, d=2)


@program(call(V), call(-V))
def positional_only(x):
    """Positional-only parameters of a helper; the same name in **kwargs."""

    def f(a, /, b, *, c=2, **kw):
        return a * b + c + kw.get("a", 0)

    return f(x, 3), f(x, b=x, c=1, a=100)


@program(call(V), call(-V))
def higher_order(x):
    """Functions are passed and composed."""

    def compose(*fs):
        def composed(v):
            for f in fs:
                v = f(v)
            return v

        return composed

    return compose(np.abs, np.sqrt, lambda v: v + 1, normalise)(x)


@program(call(V), call(-V))
def functions_in_dict(x):
    """A table of functions."""
    table = {"relu": lambda v: np.maximum(v, 0), "tanh": np.tanh, "own": normalise}
    return [table[k](x) for k in ("relu", "tanh", "own")]


@program(call(V), call(-V))
def bound_methods(x):
    """Bound methods of arrays and lists as values."""
    total = x.sum
    out = []
    push = out.append
    push(total())
    push(x.max())
    return out


@program(call(V), call(-V))
def helper_mutates(x):
    """A helper writes into its argument."""

    def zero_first(v):
        v[0] = 0

    zero_first(x)
    zero_first(x[1:])
    return x.sum()


@program(call(V), call(-V))
def helper_mutates_list(x):
    """A helper appends to the list it is given."""

    def collect(log, value):
        log.append(value)
        return len(log)

    log = []
    n = collect(log, x)
    n += collect(log, x * 2)
    return n, log


@program(call(V), call(-V))
def helper_in_symbolic_branch(x):
    """Helpers are called in a branch."""
    if x.sum() > 0:
        y = power(x, 3)
    else:
        y = normalise(x)
    return y


@program(call(V), call(-V))
def generator_helper(x):
    """A helper that is a generator over Python values."""

    def scales(n):
        k = 1.0
        for _ in range(n):
            yield k
            k = k / 2

    total = x * 0
    for s in scales(3):
        total = total + x * s
    return total


@program(call(V), call(-V))
def sum_min_max(x):
    """Builtins on arrays and lists of arrays."""
    return sum([x, x]), max(x[0], x[1]), abs(x), len(x), pow(x, 2), divmod(x[0], 2.0)


@program(call(V), call(-V))
def isinstance_and_type(x):
    """isinstance and type of arrays and numbers."""
    return (
        isinstance(x, np.ndarray),
        isinstance(x[0], np.floating),
        isinstance(x[0], float),
        isinstance(len(x), int),
        type(x) is np.ndarray,
        type(x.sum()).__name__,
        callable(normalise),
        hasattr(x, "shape"),
        getattr(x, "ndim"),
        getattr(x, "nothing", None),
    )


@program(call(V), call(-V))
def map_filter_reduce(x):
    """map, filter, zip and functools.reduce."""
    import functools

    doubled = list(map(lambda v: v * 2, x))
    total = functools.reduce(lambda a, b: a + b, doubled)
    return doubled, total


@program(call(V), call(-V))
def math_module(x):
    """The math module takes NumPy scalars and gives Python floats."""
    import math

    return math.sqrt(abs(x[0])), math.floor(x[1]), math.pi * x, math.hypot(x[0], x[1]), math.exp(x[2])


@program(call(V), call(-V))
def keyword_calls_of_numpy(x):
    """NumPy functions by keyword."""
    m = np.stack(arrays=[x, x * 2], axis=-1)
    return np.sum(a=m, axis=0, keepdims=True), m.mean(axis=1), np.clip(x, a_min=-1, a_max=1), np.linalg.norm(x, ord=2)


@program(call(V), call(-V))
def mutual_recursion(x):
    """Two local functions call each other."""

    def even(v, n):
        return v if n == 0 else odd(v + 1, n - 1)

    def odd(v, n):
        return v * 2 if n == 0 else even(v * 2, n - 1)

    return even(x, 5)
