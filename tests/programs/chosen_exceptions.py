"""What a `raise` raises is chosen by a run-time condition."""

import numpy as np

from tests.harness import Theme, call

program = Theme("chosen exceptions")
X = np.array([1.0, -2.0, 3.0, 0.5, 4.0, -1.0])
CALLS = (call(X), call(-X), call(np.abs(X)))


class Wrong(Exception):
    def __init__(self, code, more=2):
        super().__init__(code, more)
        self.code = code


@program(*CALLS)
def of_a_chosen_class(x):
    """Called, and caught by what it is."""
    kind = ValueError if x[0] > 0 else KeyError
    try:
        raise kind("z")
    except ValueError:
        return 1
    except KeyError:
        return 2


@program(*CALLS)
def a_chosen_class(x):
    """Not called, not caught."""
    kind = ValueError if x[0] > 0 else KeyError
    if x[1] < 0:
        raise kind
    return x


@program(*CALLS)
def a_chosen_object(x):
    """One of two exceptions that are made before."""
    error = ValueError("a") if x[0] > 0 else Wrong(5)
    if x[1] > 0:
        raise error
    return 3


@program(*CALLS)
def none_or_an_exception(x):
    """Raised later, if there is one."""
    error = None
    if x[0] > 0:
        error = ValueError("low")
    if error is not None:
        raise error
    return x + 1


@program(*CALLS)
def from_a_table(x):
    """Found by a run-time key."""
    errors = {0: ValueError("v"), 1: Wrong(3)}
    if x[1] > 0:
        raise errors[int(x[0] > 0)]
    return 0


@program(*CALLS)
def no_exception_at_all(x):
    """Python's TypeError, if that is what is chosen."""
    raise ValueError("a") if x[0] > 0 else 5
