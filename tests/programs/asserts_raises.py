"""assert and raise: the same exception, at the same moment, with the same message."""

import numpy as np

from tests.harness import Theme, call

program = Theme("asserts_raises")
V = np.array([1.0, -2.0, 3.0])


class Unsteady(ValueError):
    """An exception of the user's."""

    def __init__(self, where, value=None):
        super().__init__(f"unsteady at {where}")
        self.where = where


@program(call(V), call(-V))
def assert_message(x):
    """An assertion with a message that has a value in it."""
    assert x.sum() > 0, f"sum is {x.sum()}"
    return x * 2


@program(call(V), call(-V))
def assert_bare(x):
    """An assertion without a message."""
    assert x.sum() > 0
    return x


@program(call(V), call(-V))
def assert_after_print_and_write(x):
    """What came before the failed assertion has happened."""
    print("checking")
    x[0] = 100.0
    assert x[1] < 0, "second is not negative"
    x[1] = 200.0
    return x


@program(call(V), call(-V))
def assert_static(x):
    """An assertion on Python values, with several kinds of message."""
    assert x.ndim == 1, "vectors only"
    assert isinstance(x, np.ndarray)
    assert x.shape[0] == 3, ("shape", x.shape)
    return x


@program(call(V), call(V[:2]))
def assert_shape(x):
    """An assertion on the shape fails for other shapes."""
    assert x.shape == (3,), f"expected three, got {x.shape[0]}"
    return x


@program(call(V), call(-V))
def raise_in_branch(x):
    """raise under a condition."""
    if x.sum() < 0:
        raise ValueError("the sum is negative")
    return np.sqrt(x.sum())


@program(call(V), call(-V))
def raise_with_value(x):
    """The message has run-time values in it."""
    if x[0] < 0:
        raise ValueError(f"first is {x[0]:.1f}, sum {x.sum()}")
    return x


@program(call(V), call(-V))
def raise_two_args(x):
    """Two arguments of an exception."""
    if x[0] < 0:
        raise KeyError("no", 3)
    return x


@program(call(V), call(-V))
def raise_class(x):
    """raise of a class without a call."""
    if x[0] < 0:
        raise StopIteration
    return x


@program(call(V), call(-V))
def raise_own(x):
    """An exception class of the user's."""
    if x[0] < 0:
        raise Unsteady("start")
    return x


@program(call(V), call(-V), call(V * 0))
def raise_in_loop(x):
    """raise from a loop, after some of the work is done."""
    total = 0.0
    for i in range(3):
        if x[i] < -2.5:
            raise RuntimeError(f"too low at {i}")
        total += x[i]
    return total


@program(call(np.array(5)), call(np.array(-5)))
def raise_in_while(n):
    """raise in a while, else it ends."""
    k = 0
    while n != 0:
        n = n - 1
        k += 1
        if k > 20:
            raise ArithmeticError("no end")
    return k


@program(call(V), call(-V))
def caught_static(x):
    """try and except on Python values."""
    table = {"a": 1.0}
    try:
        k = table["b"]
    except KeyError:
        k = 5.0
    else:
        k = 6.0
    finally:
        x = x + 1
    return x * k


@program(call(V), call(-V))
def caught_as(x):
    """The caught exception is used."""
    try:
        [][1]
    except (IndexError, KeyError) as error:
        message = str(error)
    return x, message


@program(call(V), call(-V))
def caught_symbolic(x):
    """An exception that depends on a value is caught: done right or refused, never lost."""
    try:
        if x.sum() < 0:
            raise ValueError("negative")
        y = x * 2
    except ValueError:
        y = x * 100
    return y


@program(call(V, 1), call(V, 7))
def index_error_static(x, k):
    """A Python index out of range."""
    return x[k]


@program(call(V, np.int64(1)), call(V, np.int64(7)), call(V, np.int64(-3)))
def index_error_symbolic(x, k):
    """A run-time index out of range."""
    return x[k]


@program(call(V, [1.0, 2.0]), call(V, []))
def zero_division(x, parts):
    """Python's ZeroDivisionError."""
    return x * (1 / len(parts))


@program(call(np.array([3, 4])), call(np.array([0, 4])))
def python_zero_division(x):
    """Division of Python ints that came from an array."""
    n = int(x[0])
    return 10 // n, x


@program(call(V, V), call(V, V[:2]))
def shape_mismatch(x, y):
    """NumPy's ValueError of shapes that do not broadcast."""
    return x + y


@program(call(np.ones((2, 3)), np.ones(3)), call(np.ones((2, 3)), np.ones(2)))
def matmul_mismatch(a, b):
    """NumPy's ValueError of matmul."""
    return a @ b


@program(call(V, "x"), call(V, 1))
def type_error(x, k):
    """Python's TypeError of unsuitable operands."""
    return len(k) * x


@program(call(V), call(-V))
def attribute_error(x):
    """Arrays have no such attribute."""
    if len(x) == 3:
        return x.volume
    return x


@program(call(V), call(-V))
def name_error(x):
    """A name that is nowhere."""
    y = x * 2
    return y + undefined_name  # noqa: F821


@program(call(V), call(-V))
def reraise_and_chain(x):
    """raise from, in a static handler."""
    try:
        int("no")
    except ValueError as error:
        raise RuntimeError("could not read") from error


@program(call(V), call(-V))
def not_implemented(x):
    """A branch that is not implemented."""
    if x.sum() > 0:
        return x
    else:
        raise NotImplementedError
