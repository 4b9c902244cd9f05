"""Numbers of the run that decide how long something is, or where it begins."""

from collections import deque
from itertools import combinations, permutations, product

import numpy as np

from tests.harness import Theme, call

program = Theme("numbers that decide")

X = np.arange(12.0).reshape(3, 4)
PLACES = [call(X.copy(), np.array([k, 2])) for k in (1, 0, -1, 3, 4, -3, -9)]


@program(*PLACES)
def a_diagonal(x, at):
    """The diagonal that a number of the run says, which shares the memory of the matrix."""
    d = np.diagonal(x, at[0])
    x[0, 1] = 100
    x[2, 1] = -100
    return d, d.flags.writeable, len(d), np.diag(x, int(at[0])), x.diagonal(at[1])


@program(*PLACES)
def sums_of_diagonals(x, at):
    """The sums over diagonals whose numbers a loop of the run counts."""
    total = 0.0
    for k in range(-at[1], at[1] + 1):
        total = total * 3 + x.trace(k)
    return total, np.trace(x, offset=int(at[0]), dtype=np.float32)


@program(call(np.arange(24).reshape(2, 3, 4), np.array([1])), call(np.arange(24).reshape(2, 3, 4), np.array([-2])))
def along_other_axes(x, at):
    """The same of a cube; an axis that is not there, or there twice, is what NumPy says it is."""
    k = int(at[0])
    try:
        np.trace(x, k, 0, -3)
    except ValueError as error:
        said = str(error)
    return np.diagonal(x, k, 1, 2), np.linalg.trace(x, offset=k), np.linalg.diagonal(x, offset=k), said


@program(
    call(np.array([0.5, 0.9, 0.2, 0.7]), np.array([3])),
    call(np.array([0.5, 0.9, 0.2, 0.7]), np.array([1])),
    retraces=True,
)
def a_window_of_so_many(x, n):
    """A deque of as many items as an array of the caller says."""
    window = deque(maxlen=int(n[0]))
    means = []
    for value in x:
        window.append(value)
        means.append(sum(window) / len(window))
    return means, window


@program(call(np.array([0.5, 0.9])), call(np.array([2.0, 0.9])))
def a_window_of_no_number(x):
    """What deque takes no length of."""
    try:
        return deque([1, 2], maxlen=x[0])
    except TypeError as error:
        return str(error)


@program(call(np.array([2, 1])), call(np.array([3, 0])), call(np.array([0, -1])), retraces=True)
def so_many_of_them(n):
    """How many are combined is a number of the caller; less than none is an error."""
    many = int(n[0])
    chosen = [list(combinations("abc", many)), ["".join(p) for p in permutations("abc", many)]]
    try:
        combinations("abc", n[1])
    except ValueError as error:
        chosen.append(str(error))
    return chosen, [sum(p) for p in product([0, 1], repeat=many)]


@program(call(np.array([5, 1023, 2])), call(np.array([-1, 7, 4])), retraces=True)
def so_many_bytes(n):
    """The bytes of a number, as many as another one says."""
    return n[0].item().to_bytes(int(n[2]), "big", signed=True), int(n[1]).to_bytes(2, "little")
