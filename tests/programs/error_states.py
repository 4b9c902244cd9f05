"""`np.errstate`, `np.seterr` and filters of warnings inside of the function."""

import contextlib
import warnings

import numpy as np

from tests.harness import Theme, call

program = Theme("error states")
ZEROS = np.array([1.0, 0.0, 1000.0])
FINE = np.array([1.0, 2.0, 3.0])


@program(call(ZEROS), call(FINE))
def ignored(x):
    """Spared of warnings."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(x > 0, 1 / x, 0.0)


@program(call(FINE), call(ZEROS), call(FINE))
def raised(x):
    """A division by zero is an exception."""
    with np.errstate(divide="raise"):
        return 1 / x


@program(call(FINE), call(ZEROS))
def raised_and_caught(x):
    """And is caught."""
    with np.errstate(divide="raise"):
        try:
            return 1 / x
        except FloatingPointError as error:
            return str(error)


@program(call(FINE), call(ZEROS))
def raised_by_what_is_not_used(x):
    """What nothing uses may raise."""
    with np.errstate(all="raise"):
        try:
            np.exp(x)
        except FloatingPointError:
            return False
    return True


@program(call(FINE), call(ZEROS))
def set_and_set_back(x):
    """The older way."""
    old = np.seterr(all="raise")
    try:
        return np.log(x)
    except FloatingPointError:
        return -x
    finally:
        np.seterr(**old)


@program(call(FINE), call(ZEROS))
def asked(x):
    """The state that holds."""
    with np.errstate(over="raise"):
        inner = np.geterr()["over"]
    return x + 1, inner, np.geterr()["over"]


@program(call(FINE), call(ZEROS))
def called(x):
    """A function of the user's is called."""

    def handler(kind, flag):
        print(kind, flag)

    with np.errstate(all="call", call=handler):
        return np.exp(x)


@program(call(FINE), call(ZEROS))
def decorated_inside(x):
    """The decorator."""

    @np.errstate(divide="raise")
    def inverse(v):
        return 1 / v

    try:
        return inverse(x)
    except FloatingPointError:
        return inverse(x + 1)


@program(call(FINE), call(ZEROS))
@np.errstate(divide="raise")
def decorated(x):
    """The function itself is decorated."""
    return 1 / x


@program(call(FINE), call(ZEROS))
def on_a_stack(x):
    """Entered by an ExitStack, and suppressed."""
    with contextlib.ExitStack() as stack, contextlib.suppress(FloatingPointError):
        stack.enter_context(np.errstate(divide="raise"))
        x += 1 / x
        x += 1
    return x


@program(call(FINE), call(ZEROS))
def in_a_loop(x):
    """Another state at each turn."""
    for i in range(3):
        with np.errstate(divide="raise" if i == 1 else "ignore"):
            if x[0] > 0:
                x = x - 1 / x
    return x


@program(call(FINE), call(ZEROS))
def after_printing(x):
    """What has been printed is not printed again."""
    print("first", x[0])
    with np.errstate(divide="raise"):
        return 1 / x


@program(call(FINE, np.random.default_rng(3)), call(ZEROS, np.random.default_rng(3)))
def after_a_draw(x, rng):
    """What has been drawn is drawn again."""
    with np.errstate(divide="raise"):
        try:
            return (1 + rng.random()) / x
        except FloatingPointError:
            return rng.random()


@program(call(FINE), call(ZEROS))
def warnings_as_errors(x):
    """Warnings that are errors, of NumPy's Python code too."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return np.mean(x[x > 1.5]) + np.mean(x[x < 1.5]) / x[1]
        except RuntimeWarning:
            return -1.0


@program(call(FINE), call(FINE[:0]))
def mean_of_nothing(x):
    """NumPy's functions in Python warn on their own."""
    with warnings.catch_warnings():
        warnings.filterwarnings("error", category=RuntimeWarning)
        try:
            return float(np.mean(x))
        except RuntimeWarning:
            return None


@program(call(FINE), call(ZEROS))
def recorded(x):
    """A list of the warnings."""
    with np.errstate(all="warn"), warnings.catch_warnings(record=True) as met:
        warnings.simplefilter("always")
        y = np.log(x)
    return y, [str(one.message) for one in met]


@program(call(np.array([2**31 - 1, 2], np.int32)), call(np.array([3, 2], np.int32)))
def integers(n):
    """NumPy's integers outgrow their dtype."""
    with np.errstate(over="raise"):
        try:
            return n[0] * n[1]
        except FloatingPointError:
            return None
