"""Operators between run-time values and texts, None, containers and objects: what Python and NumPy say of them."""

import numpy as np

from tests.harness import Theme, call

program = Theme("mismatched operands")
CALLS = (call(np.array([1.0, -2.5])), call(np.array([1, 2])), call(np.array([True, False])))


class Unlike:
    """An object with no operators."""

    def __repr__(self):
        return "<unlike>"


def said(f, *args):
    try:
        return f(*args)
    except TypeError as error:
        return type(error).__name__, str(error)


@program(*CALLS)
def arrays(x):
    """NumPy's own errors."""
    out = []
    for other in ("a", None, {}, Unlike(), {1}, len):
        out.append(said(lambda: x + other))  # noqa: B023
        out.append(said(lambda: other - x))  # noqa: B023
        out.append(said(lambda: x < other))  # noqa: B023
        out.append(said(lambda: x @ other))  # noqa: B023
    return out


@program(*CALLS)
def scalars(x):
    """Items of an array."""
    v, out = x[0], []
    for other in ("a", None, {}, Unlike()):
        out.append(said(lambda: v - other))  # noqa: B023
        out.append(said(lambda: other + v))  # noqa: B023
        out.append(said(lambda: v >= other))  # noqa: B023
        out.append(said(lambda: v**other))  # noqa: B023
    return out


@program(*CALLS)
def python_numbers(x):
    """Python's own errors."""
    v, out = x[0].item(), []
    for other in ("a", None, {}, Unlike(), [], (1,)):
        out.append(said(lambda: v - other))  # noqa: B023
        out.append(said(lambda: other / v))  # noqa: B023
        out.append(said(lambda: v < other))  # noqa: B023
        out.append(said(lambda: other > v))  # noqa: B023
    return out


@program(*CALLS)
def in_place(x):
    """Nothing has been written."""
    out = []
    for other in ("a", None, Unlike()):
        v = x[1].item()
        try:
            v += other
        except TypeError as error:
            out.append(str(error))
        try:
            x *= other
        except TypeError as error:
            out.append(str(error))
    return out, x


@program(*CALLS)
def added_up_until_none(x):
    """A sum over what may be None."""
    total, missed = 0.0, []
    for v in [x[0], None, x[1], "3"]:
        try:
            total = total + v
        except TypeError as error:
            missed.append(str(error))
            continue
        finally:
            total += 1
    return total, missed


@program(call(np.array([2.0, -1.0, 3.0]), np.array([3])), call(np.array([2.0, -1.0, 3.0]), np.array([2])))
def lengths_that_do_not_fit_are_caught(x, n):
    """Arrays whose length is the run's, before the `try` in which they meet others."""
    y = np.ones(int(n[0]))
    try:
        z = np.maximum(x, y)
        x += y
    except ValueError:
        return x
    return z, x
