"""`with` on one of several managers, as only the run knows, and on `contextlib.closing` in branches."""

import contextlib

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("chosen_managers")
CALLS = call(np.array([3.0, 5.0, 2.0])), call(np.array([-3.0, 5.0, 1.0, 4.0, 5.0])), call(np.array([-1.0]))


class Logged:
    def __init__(self, log, name, swallows=False):
        self.log, self.name, self.swallows = log, name, swallows

    def __enter__(self):
        self.log.append(f"in {self.name}")
        return self.name

    def __exit__(self, kind, error, traceback):
        self.log.append((self.name, kind.__name__ if kind else None))
        return self.swallows


class Resource:
    def __init__(self):
        self.closed = 0

    def close(self):
        self.closed += 1


SHARED = Resource()


@program(*CALLS)
def one_of_two(x):
    """Python's TypeError for sct's own value came out of the program."""
    log = []
    manager = Logged(log, "a") if x[0] > 0 else Logged(log, "b")
    with manager as name:
        log.append(name)
        total = x.sum()
    return total, log


@program(*CALLS)
def left_early(x):
    """A return inside of it."""
    log = []
    manager = Logged(log, "a") if x[0] > 0 else contextlib.nullcontext(5)
    with manager as name:
        total = x.sum()
        if total > 8:
            return "large", name, log
    return total, log


@program(*CALLS)
def one_swallows(x):
    """One of them ends an exception."""
    log = []
    manager = Logged(log, "a", True) if x[0] > 0 else Logged(log, "b")
    total = 0.0
    try:
        with manager:
            if x[-1] > 1:
                raise ValueError("v")
            total = x.sum()
    except ValueError as error:
        log.append(str(error))
    return total, log


@program(*CALLS)
def in_a_loop(x):
    """Another one at each turn."""
    log = []
    total = 0.0
    for v in x:
        with Logged(log, "a") if v > 2 else contextlib.nullcontext():
            total += v
    return total, log


@program(*CALLS)
def no_manager(x):
    """Python's own TypeError, where the run comes to it."""
    try:
        with 5 if x[0] > 0 else contextlib.nullcontext():
            return 1
    except TypeError as error:
        return str(error)


@program(*CALLS, refused=Refusal("UnsupportedCallError", "with np.errstate("))
def error_states(x):
    """What holds inside is not known."""
    with np.errstate(divide="ignore") if x[0] > 0 else np.errstate(divide="raise"):
        return 1 / (x - x[0])


@program(*CALLS)
def closing_in_a_branch(x):
    """`close` ran while the graph was built, whatever the run took."""
    resource = Resource()
    if x[0] > 0:
        with contextlib.closing(resource):
            pass
    return resource.closed


@program(*CALLS)
def closing_what_is_shared(x):
    """An object of the module is closed at each call, and was at each trace."""
    with contextlib.closing(SHARED):
        total = x.sum()
    closed, SHARED.closed = SHARED.closed, 0
    return total, closed


@program(*CALLS)
def closing_or_not(x):
    """One of several is a `closing`."""
    resource = Resource()
    with contextlib.closing(resource) if x[0] > 0 else contextlib.nullcontext(resource) as same:
        same.closed += 2
    return resource.closed
