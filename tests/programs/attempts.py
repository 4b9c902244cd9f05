"""What functions of Python and NumPy raise, as the run decides, under a handler of the same function."""

import math

import numpy as np

from tests.harness import Theme, call

program = Theme("attempts")
X = np.array([5.0, 1.0, 7.0, 90.0])
NUMBERS = (call(X), call(X / 100), call(X * np.nan), call(X * np.inf), call(X.astype("f4") * -np.inf))
A, SINGULAR = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[1.0, 2.0], [2.0, 4.0]])
ROWS = np.arange(144.0).reshape(12, 12) % 7 + np.eye(12)
TWICE = ROWS.copy()
TWICE[3] = TWICE[4]
MATRICES = (call(A), call(SINGULAR), call(A * np.nan), call(SINGULAR.astype(int)), call(ROWS), call(TWICE), call(np.stack([A, SINGULAR])))
MATRICES += (call(SINGULAR.astype("f4")), call(np.zeros((3, 3))), call(SINGULAR + 0j))


@program(*MATRICES)
def inverses(a):
    """Of one matrix or several, also where there is none."""
    try:
        return np.linalg.inv(a)
    except np.linalg.LinAlgError:
        return None


@program(*MATRICES)
def solutions(a):
    """With what is said where there is none; a vector and a matrix beside it."""
    try:
        return np.linalg.solve(a, a[..., :, :1]), np.linalg.solve(a, np.ones(a.shape[-1])) if a.ndim == 2 else None
    except np.linalg.LinAlgError as e:
        return str(e)


@program(call(A @ A.T), call(A), call(A * np.nan), call(ROWS @ ROWS.T), call(-ROWS @ ROWS.T), call(np.stack([A @ A.T, A])))
def factors(a):
    """Of what is not positive definite."""
    try:
        return np.linalg.cholesky(a)
    except np.linalg.LinAlgError as e:
        return str(e)


@program(call(np.stack([A, SINGULAR, A])), call(np.stack([A, A])))
def one_after_the_other(matrices):
    """In a loop, with another attempt in the handler, which may raise as well."""
    found, bad = [], 0
    for a in matrices:
        try:
            x = np.linalg.solve(a, a[0])
        except np.linalg.LinAlgError:
            bad += 1
            try:
                x = np.linalg.solve(a - a, a[0])
            except ValueError as e:
                x = a[0] * len(str(e))
        found.append(x)
    return found, bad


@program(*NUMBERS)
def whole_numbers(x):
    """Of what is none, and of infinities."""
    try:
        return int(x[0]), round(float(x[1])), math.floor(x[2])
    except OverflowError:
        return -1
    except ValueError as e:
        return str(e)


@program(*NUMBERS)
def whole_numbers_of_some(x):
    """A handler for one of the two; the other leaves the function."""
    try:
        return int(x[0])
    except ValueError:
        return -1


@program(*NUMBERS)
def powers_of_e(x):
    """Too large for a float, in a loop."""
    n = 0.0
    for v in x:
        try:
            n += math.exp(v * 10) + math.expm1(v)
        except OverflowError as e:
            n += len(str(e))
    return n


@program(call(np.array([709.782712893384])), call(np.array([709.7827128933841])), call(np.array([709.7827128933840])))
def the_last_that_fits(x):
    """The largest that `math.exp` takes, and the one behind it."""
    try:
        return math.exp(x[0])
    except OverflowError:
        return -1.0


@program(*NUMBERS)
def the_best_of_none(x):
    """Arrays and lists that turn out to be empty."""
    far = x[x > 80]
    try:
        return far.max(), np.argmin(far), min([float(v) for v in x if v > 80])
    except ValueError as e:
        return str(e)
