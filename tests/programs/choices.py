"""Values of different kinds that a branch leaves: None, strings, other ranks, dtypes and containers."""

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
