"""Texts that NumPy makes of arrays and numbers, and the options for them."""

import numpy as np

from tests.harness import Theme, call

program = Theme("array texts")

X = np.arange(6.0).reshape(2, 3) / 3


@program(call(X), call(-X[:, :2]), call(X.astype(np.float32)))
def few_digits(x):
    """Within the `with`, and not after it."""
    with np.printoptions(precision=2, suppress=True):
        print(x, [x[0], 1])
        inside = str(x * 1e-5)
    print(x)
    return inside, str(x), repr(x)


@program(call(X))
def nested_options(x):
    """The inner ones add to the outer ones; a text keeps those it was made under."""
    with np.printoptions(precision=3):
        with np.printoptions(sign="+", linewidth=20):
            a = f"{x} {x[0]!r}"
        b = str(x)
    return a, b, len(b), b.split(), a[:5] + b[-3:]


@program(call(X, 3), call(X, 0))
def options_of_the_turn(x, n):
    """Options that are set anew in each iteration."""
    shown = []
    for i in range(n):
        with np.printoptions(precision=i + 1):
            shown.append(str(x[0]))
    return shown


@program(call(X), call(X - 1))
def left_early(x):
    """The `with` is left by a `return` that the run decides."""
    with np.printoptions(precision=2):
        if x[0, 0] >= 0:
            return str(x)
    return repr(x)


@program(call(X), call(X + 1))
def raised_inside(x):
    """An exception shows the array as its place asks for."""
    with np.printoptions(precision=1):
        if x[0, 0] == 0:
            raise ValueError(f"bad {x}")
    return str(x)


@program(call(X), call(X * 1e6))
def made_by_functions(x):
    """NumPy's functions that answer texts."""
    return (
        np.array2string(x, precision=2, separator=", ", prefix="x = "),
        np.array_repr(x, precision=3),
        np.array_str(x[0]),
        np.array2string(x, threshold=2, edgeitems=1),
        np.format_float_positional(x[1, 1], precision=3),
        np.format_float_scientific(x[0, 1], precision=2),
    )


@program(call(np.array([5, -3, 200])), call(np.array([0, 7, 1], np.int8)))
def in_another_base(n):
    """Bits and digits of run-time integers."""
    total = int(n.sum()) + 3
    return [np.binary_repr(k) for k in n], np.binary_repr(total, width=12), np.base_repr(abs(total), 7), np.base_repr(10)


@program(call(X, 2), call(X, 4))
def digits_of_an_argument(x, digits):
    """Options that a plain number gives."""
    with np.printoptions(precision=digits, floatmode="fixed", nanstr="-"):
        return "%s" % x, "{}".format(x * np.nan), f"{x[1]}"
