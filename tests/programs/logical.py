"""and, or, not, the ternary and chained comparisons: values, not just truths, and as lazy as Python."""

import numpy as np

from tests.harness import Theme, call

program = Theme("logical")
V = np.array([3.0, -1.0, 4.0])
ONE, ZERO = np.array(1.0), np.array(0.0)


@program(call(ONE, ZERO), call(ZERO, ONE), call(ZERO, ZERO), call(ONE, ONE))
def and_value(a, b):
    """`a and b` is one of its operands."""
    return a and b


@program(call(ONE, ZERO), call(ZERO, ONE), call(ZERO, ZERO), call(ONE, ONE))
def or_value(a, b):
    """`a or b` is one of its operands."""
    return a or b


@program(call(np.int64(3), np.int64(0)), call(np.int64(0), np.int64(5)), call(np.int64(0), np.int64(0)))
def or_default(a, b):
    """A default by `or`, and a number behind it."""
    return (a or b or 7) * 1


@program(call(np.float64(2)), call(np.float64(0)))
def not_scalar(x):
    """`not` gives a Python bool."""
    return not x, not not x


@program(call(np.float64(0)), call(np.float64(4)))
def lazy_and(x):
    """The right operand is not evaluated after a false left one."""
    calls = []

    def right():
        print("evaluated")
        return 1 / x

    if x != 0 and right() < 1:
        return 1
    return 2


@program(call(V), call(np.abs(V)))
def lazy_or(v):
    """The right operand of `or` prints only when it is needed."""

    def total():
        print("total", v.sum())
        return v.sum()

    return bool(v.min() < 0 or total() > 3)


@program(call(np.float64(0.5)), call(np.float64(1.5)), call(np.float64(-1.5)))
def chained(x):
    """A chained comparison."""
    if 0 <= x < 1:
        return 1
    elif -1 > x > -2:
        return 2
    return 3


@program(call(np.float64(0.5)), call(np.float64(1.5)), call(np.float64(-1.5)))
def chained_evaluates_once(x):
    """The middle operand is evaluated once, the last only when needed."""

    def say(name, value):
        print(name)
        return value

    r = say("a", 0) < say("b", x) < say("c", 1)
    return bool(r)


@program(call(V), call(-V))
def ternary(v):
    """A conditional expression."""
    return v * 2 if v.sum() > 0 else v - 1


@program(call(V), call(-V), call(0 * V))
def nested_ternary(v):
    """Two of them in a row."""
    s = v.sum()
    sign = 1 if s > 0 else -1 if s < 0 else 0
    return sign, v * sign


@program(call(np.float64(4)), call(np.float64(-4)))
def ternary_lazy(x):
    """Only the chosen side is evaluated."""

    def root(a):
        print("root")
        return np.sqrt(a)

    return root(x) if x > 0 else 0.0


@program(call(V, None), call(V, V), call(V, -V))
def or_with_none(v, w):
    """A None argument is a compile-time value."""
    if w is None or w.sum() > 0:
        return v
    return v + w


@program(call(V, 0), call(V, 2), call(V, None))
def python_or_default(v, n):
    """`n or 5` on Python values."""
    return v * (n or 5)


@program(call(np.array([True, False])), call(np.array([True, True])))
def elementwise_operators(m):
    """&, | and ~ on masks."""
    return m & ~m, m | ~m, (~m).any() and m.all()


@program(call(V), call(np.abs(V)))
def any_all(v):
    """any and all of arrays, as functions and methods."""
    if any(v < 0) or np.all(v > 100):
        return 1
    if all(v > 0) and not (v > 5).any():
        return 2
    return 3


@program(call(V, 4.0), call(V, 5.0))
def membership(v, x):
    """`in` on an array."""
    return bool(x in v), x not in v


@program(call(V, "a"), call(V, "z"))
def static_membership(v, key):
    """`in` on Python containers."""
    table = {"a": 1, "b": 2}
    if key in table:
        return v * table[key]
    return v


@program(call(V, V), call(V, V + 0), call(V, None))
def identity(v, w):
    """`is` on arguments."""
    a = v
    return a is v, v is not w, w is None


@program(call(np.int64(3), np.int64(3)), call(np.int64(3), np.int64(4)))
def compare_all_ways(a, b):
    """All six comparisons."""
    return a == b, a != b, a < b, a <= b, a > b, a >= b


@program(call(np.array(3), np.array(3.0)), call(np.array(3), np.array(3.5)))
def comparison_is_numpy_bool(a, b):
    """Comparisons of arrays are NumPy bools."""
    c = a == b
    return c, type(c) is np.bool_, c + 1


@program(call(V), call(-V))
def bool_of_comparison(v):
    """A bool is used in arithmetic."""
    return (v.sum() > 0) * 10 + (v[0] < 0)


@program(call(ONE), call(ZERO))
def and_mixed_kinds(a):
    """An array and a Python string in one `and`: told apart at run time."""
    r = a > 0.5 and "yes"
    if r:
        print("got", r)
    return a


@program(call(V), call(-V))
def walrus(v):
    """A walrus in a condition, in a comparison chain and in a call."""
    if (s := v.sum()) > 0 and (m := v.max()) > 3:
        return s + m
    return abs(t := s * 2) + t


@program(call(ONE, ZERO), call(ZERO, ONE))
def xor_by_hand(a, b):
    """`!=` of two truths."""
    return bool(a) != bool(b)


@program(call(V), call(0 * V))
def min_max_builtins(v):
    """min and max of scalars, of arrays by iteration, with defaults and keys."""
    return min(v[0], v[1]), max(v), max(v[0], 2, 1.5), min(v, key=abs), max([], default=0)
