"""Values of different kinds that a branch leaves: None, strings, other ranks, dtypes and containers."""

import functools
import itertools

import numpy as np

from tests.harness import Theme, call

program = Theme("choices")
UP = np.array([1.0, 2.0, 3.0])
DOWN = -UP


@program(call(UP), call(DOWN))
def none_or_array(x):
    """None one way, an array the other, told apart with `is None`."""
    best = None
    if x.max() > 0:
        best = x * 2
    if best is None:
        return x * 0
    return best


@program(call(UP), call(DOWN))
def none_or_array_not(x):
    """An optional is used only under `is not None`."""
    extra = None
    if x[1] > 0:
        extra = x[1] * 2
    total = x.sum()
    if extra is not None:
        total = total + extra
    return total


@program(call(UP), call(DOWN))
def same_name_two_shapes(x):
    """The branches leave arrays of different extents."""
    if x.sum() > 0:
        y = x[:2]
    else:
        y = x[1:2]
    return y * 2


@program(call(UP), call(DOWN))
def string_from_branch(x):
    """A string chosen at run time, printed and compared."""
    if x.sum() > 0:
        sign = "positive"
    else:
        sign = "negative"
    print("the sum is", sign)
    return x * 2


@program(call(UP), call(DOWN))
def function_from_branch(x):
    """A function is chosen at run time, then called."""
    if x.sum() > 0:
        f = np.sqrt
    else:
        f = np.abs
    return f(x)


@program(call(UP), call(DOWN))
def array_or_string(x):
    """An array one way, a string the other."""
    if x.sum() > 0:
        y = x
    else:
        y = "nothing"
    return y


@program(call(UP), call(DOWN))
def array_or_tuple(x):
    """An array one way, a tuple the other."""
    if x.sum() > 0:
        y = x
    else:
        y = (x, x + 1)
    return y


@program(call(UP), call(DOWN))
def lists_of_different_length(x):
    """Lists of different lengths; how long the list is, is used."""
    if x.sum() > 0:
        y = [x]
    else:
        y = [x, x * 2]
    return y, len(y), y[-1]


@program(call(UP), call(DOWN))
def dicts_with_different_keys(x):
    """Dicts with different keys."""
    if x.sum() > 0:
        y = {"a": x}
    else:
        y = {"b": x}
    return y, sum(len(k) for k in y)


@program(call(UP), call(DOWN))
def function_or_array(x):
    """A function one way, an array the other; what it is, is asked."""
    if x.sum() > 0:
        y = np.sin
    else:
        y = x
    return y(x) if callable(y) else y * 2


@program(call(UP), call(DOWN))
def different_ranks(x):
    """A vector or a matrix, then used."""
    if x.sum() > 0:
        y = x
    else:
        y = x[None]
    return y * 2, y.ndim, y.shape


@program(call(np.array([1, 2])), call(np.array([-1, -2])))
def different_dtypes(x):
    """int64 or float64, seen by the caller."""
    if x.sum() > 0:
        y = x
    else:
        y = x * 0.5
    return y, y + 1, y.dtype == np.int64


@program(call(UP), call(DOWN))
def scalar_or_array(x):
    """A NumPy scalar or an array, used."""
    if x.sum() > 0:
        y = x.sum()
    else:
        y = x
    return y, y * 2


@program(call(UP), call(DOWN))
def none_used_as_array(x):
    """None is used where an array should be: Python's TypeError, on that way only."""
    y = None
    if x.sum() > 0:
        y = x
    return y * 2


@program(call(UP), call(DOWN))
def string_used_as_array(x):
    """A string where an array should be."""
    y = "ab" if x.sum() < 0 else x
    return y * 2, len(y)


TABLE = np.arange(18.0).reshape(6, 3) - 4


@program(call(TABLE, UP), call(TABLE, UP * np.nan), call(TABLE, DOWN))
def none_as_an_index(x, scores):
    """The place of the best score is None where there is none: an index that gives one axis more."""
    best = None
    highest = -np.inf
    for i in range(len(scores)):
        if scores[i] > highest:
            highest = scores[i]
            best = i
    changed = x.copy()
    changed[best] = 0.0
    column = x[:, best].mean() if best is not None else -1.0
    return x[:, best], x[best], x[:best].sum(), changed, column


@program(call(TABLE, UP), call(TABLE, UP * np.nan), call(TABLE, DOWN))
def none_to_be_unpacked(x, scores):
    """What is None or a pair: unpacking None raises Python's error."""
    best = (-np.inf, None)
    for i in range(len(scores)):
        if scores[i] > best[0]:
            best = (scores[i], (i, x[:, i].mean()))
    place, mean = best[1]
    return place, mean


@program(call(TABLE, UP), call(TABLE, DOWN), call(TABLE, UP * 0))
def a_chosen_subscript(x, y):
    """A slice, a pair or a number: each subscript means something else."""
    key = slice(1, 3) if y[0] > 0 else (0, 1) if y[0] < 0 else 2
    z = x.copy()
    z[key] += 1
    return x[key], z


@program(call(TABLE, TABLE[:, 0]), call(TABLE + 9, -TABLE[:, 1]), tolerance=1e-12)
def stumps(x, y):
    """A decision stump: its column and threshold are None before they are found."""

    class Stump:
        def __init__(self):
            self.column = None
            self.threshold = None

        def predict(self, x):
            made = np.ones(len(x))
            made[x[:, self.column] < self.threshold] = -1
            return made

    stump = Stump()
    least = float("inf")
    for j in range(x.shape[1]):
        for threshold in np.unique(x[:, j]):
            made = np.where(x[:, j] < threshold, -1, 1)
            error = np.mean(made != np.sign(y))
            if error < least:
                least = error
                stump.column = j
                stump.threshold = threshold
    return stump.predict(x), stump.column, least


# -- functions that are chosen, in the hands of others -------------------------------------------------


F, G = np.array([1.0, 2.0, -3.0, 4.0]), np.array([-1.0, -2.0, -3.0, 4.0, 5.0])


@program(call(F), call(G))
def mapped(x):
    """`map` of one of several functions."""
    f = (lambda v: v + 1) if x[0] > 0 else (lambda v: v * 2)
    g = np.sin if x[0] > 0 else abs
    t = 0
    for v in map(f, x):
        t += v
    for v in map(f, range(3)):
        t += v
    made = map(g, x)
    first = next(made)
    return t, list(map(f, x)), tuple(map(f, (1, 2))), sum(map(g, x)), first, list(made), list(zip(map(f, x), x))


@program(call(F), call(G))
def mapped_over_two(x):
    """`map`, `starmap` and `reduce` with one of several functions of two arguments."""
    f = (lambda a, b: a + b) if x[0] > 0 else (lambda a, b: a * b)
    one = list(map(f, x, x)), list(map(f, [1, 2], [3, 4])), list(itertools.starmap(f, zip(x, x)))
    return one, functools.reduce(f, x), functools.reduce(max if x[0] > 0 else f, x.tolist(), 3.0)


@program(call(F), call(G))
def filtered(x):
    """`filter`, `any` and sorting by one of several functions."""
    f = (lambda v: v > 1) if x[0] > 0 else (lambda v: v < 0)
    log = []
    put = log.append if x[0] > 0 else (lambda v: log.append(v * 2))
    for _ in map(put, x):
        pass
    return list(filter(f, x)), list(filter(f, [1, 2, -1])), any(map(f, x)), log, max(x, key=f)


@program(call(UP), call(DOWN), call(np.array([1.0, -1.0])), call(np.array([-1.0, 1.0])))
def updated_by_one_of_several(x):
    """Dicts and sets that get what one of two dicts or sets holds."""
    a, b = {1: 2}, {3: 4, 1: 0}
    one = a if x[0] > 0 else b
    c, d, e = {0: 0}, {9}, {**(a if x[1] > 0 else b), 7: 7}
    c.update(one)
    d.update(one)
    d |= {1} if x[1] > 0 else {2, 9}
    return c, d, e, {5: 5} | one, dict(one), set(one), list(one), {*one}


@program(call(np.array([1, 1, 2, 9, 1, 9, 17])), call(np.array([3, 2, 1, 0, -1, 5])))
def updated_by_one_of_a_list(x):
    """Which set of a list it is, the run decides."""
    current, last = {int(x[0])}, {int(x[0])}
    out = [set() for _ in range(5)]
    for y in x[1:]:
        last.update(current)
        current = out[y % len(out)]
        current.add(int(y))
    return last, out
