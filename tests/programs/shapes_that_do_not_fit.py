"""Arrays whose extents the run decides, and handlers for those that do not fit; numbers with no result."""

import math

import numpy as np

from tests.harness import Theme, call

program = Theme("shapes that do not fit")
X = np.array([3.0, 1.0, 4.0, 1.0, 5.0, -2.0])
CALLS = (call(X), call(-X), call(X[:3]), call(np.array([1.0, -1.0, -1.0, 2.0])))


@program(*CALLS)
def rows_of_two(x):
    """A wrong `reshape`, with and without a `-1`."""
    some, found = x[x > 0], []
    try:
        found.append(some.reshape(-1, 2).sum(axis=0))
    except ValueError:
        found.append(some)
    try:
        found.append(some.reshape(2, 2)[1] * 2)
    except ValueError:
        found.append(some * 3)
    return found


@program(*CALLS)
def operands_that_do_not_fit(x):
    """Elementwise functions, in place and not; the name of the exception is not used."""
    some, others, found = x[x > 0], x[x < 4], []
    try:
        found.append(some + others)
    except ValueError as e:
        found.append(x)
    try:
        found.append(np.where(some > 1, others, 0.0))
    except ValueError:
        found.append(x)
    try:
        found.append(np.maximum(some[:, None], x[:2]))
    except Exception:
        found.append(x)
    return found


@program(*CALLS)
def products_that_do_not_fit(x):
    """`@` and `np.dot`."""
    some, others, found = x[x > 0], x[x < 4], []
    try:
        found.append(some @ others)
    except ValueError:
        found.append(-1.0)
    try:
        found.append(np.dot(np.ones((2, 3)), some)[0])
    except ValueError:
        found.append(-2.0)
    return found


@program(*CALLS)
def joined_arrays(x):
    """`concatenate`, `stack` and `broadcast_to`."""
    some, others, found = x[x > 0], x[x < 4], []
    try:
        found.append(np.stack([some, others]).sum())
    except ValueError:
        found.append(np.concatenate([some, others]).sum())
    try:
        found.append(np.concatenate([np.ones((2, len(some))), np.zeros((1, len(others)))]).sum())
    except ValueError:
        found.append(-1.0)
    try:
        found.append(np.broadcast_to(some, (2, 3)).sum())
    except ValueError:
        found.append(-2.0)
    return found


@program(*CALLS)
def written_parts(x):
    """What is written into a part of an array; that stays as it was where it does not fit."""
    some, made = x[x > 0], np.zeros((2, 3))
    try:
        made[1] = some
    except ValueError:
        made[0, 0] = -1.0
    try:
        made[..., 1] = some
    except ValueError:
        x[0] = 7.0
    try:
        x[:] = some
    except ValueError:
        x[1] = 8.0
    return made


@program(*CALLS)
def views_that_may_not_be_there(x):
    """They are in a list behind the handler, where other names have the memory, too."""
    some, found = x[x > 0], []
    try:
        found.append(some.reshape(2, 2)[1])
    except ValueError:
        found.append(some[:0])
    return found


@program(*CALLS)
def arrays_of_no_size(x):
    """Extents below 0, in Python's words."""
    n = int(x[0])
    try:
        return np.zeros((2, n)).shape
    except ValueError as e:
        return str(e)


@program(*CALLS, call(np.array([0.0, -1.0, 1e200])), call(np.array([1e200, 2.0, -0.5])))
def powers(x):
    """Too large, and of 0.0 to a power below 0."""
    found = []
    for v in x.tolist():
        try:
            found.append(v**2)
        except OverflowError as e:
            found.append(e.args)
        try:
            found.append(v**-2)
        except ZeroDivisionError as e:
            found.append(str(e))
    try:
        found.append(abs(x[0].item()) ** x[1].item())
    except ArithmeticError as e:
        found.append(type(e).__name__)
    return found


@program(*CALLS, call(np.array([0.0, -1.0, 1e200])))
def functions_of_math(x):
    """Outside of their domains, or too large."""
    found = []
    for v in x.tolist():
        for function in (math.log1p, math.acos, math.acosh, math.cosh, math.sin):
            try:
                found.append(function(v))
            except ValueError as e:
                found.append(str(e))
            except OverflowError:
                found.append("large")
        try:
            found.append(math.log(v, abs(v)))
        except (ValueError, ZeroDivisionError) as e:
            found.append(type(e).__name__)
        try:
            found.append(math.fmod(1.0, v))
        except ValueError:
            found.append(None)
    return found


@program(call(np.array([3, 1, -1])), call(np.array([-4, -2, 5])), call(np.array([0, -1, 2])))
def whole_numbers_of_none(x):
    """Shifts, roots, factorials and powers of 0."""
    found = []
    for v in x.tolist():
        for w in x.tolist():
            try:
                found.append((16 >> v, 1 << w, math.isqrt(v), math.factorial(w), math.comb(5, v)))
            except ValueError as e:
                found.append(str(e))
    try:
        found.append(x[0].item() * 0 ** x[1].item())
    except ZeroDivisionError as e:
        found.append(str(e))
    return found


@program(call(X, 2, 2), call(X, 4, 3), call(X, 4, 1), call(X, 1, -3), call(X, 5, 5))
def equal_if_they_fit(x, n, m):
    """Where shapes do not fit, arrays are not equivalent; no call of these raises."""
    a, b = x[x < n], x[x < m]
    known = np.array_equiv(x[:n], x[:m]), np.array_equiv(a, [1.0, 1.0]), np.array_equiv(a, 1.0)
    return np.array_equiv(a, b), np.array_equiv(a[:, None], b), np.array_equiv(np.stack([b, b]), b), known
