"""Managers that decorate functions: `contextlib.ContextDecorator`, and what `contextlib.contextmanager` makes."""

import contextlib

import numpy as np

from tests.harness import Theme, call

program = Theme("decorating_managers")
X, Y, Z = np.array([3.0, 5.0, 2.0]), np.array([-3.0, 5.0, 1.0, 4.0, 5.0]), np.array([-1.0])
LONG = np.array([3.0, 5.0, 2.0, 9.0, 1.0, 4.0, 8.0])
CALLS = call(X), call(Y), call(Z), call(LONG)


class Logged(contextlib.ContextDecorator):
    def __init__(self, log):
        self.log = log

    def __enter__(self):
        self.log.append("in")

    def __exit__(self, *error):
        self.log.append("out")


class Depth(contextlib.ContextDecorator):
    now = 0

    def __enter__(self):
        Depth.now += 1

    def __exit__(self, *error):
        Depth.now -= 1


class Forgiving(contextlib.ContextDecorator):
    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        return kind is ValueError


class Anew(Logged):
    made = 0

    def _recreate_cm(self):
        Anew.made += 1
        return Logged(self.log)


@contextlib.contextmanager
def logged(log, name="g"):
    try:
        log.append(name)
        yield
    except ValueError as error:
        log.append(str(error))
    finally:
        log.append("end")


LOG = []


def taken():
    """What has been logged, which is forgotten."""
    seen = list(LOG)
    LOG.clear()
    return seen


@Logged(LOG)
def outside(v):
    return v if v > 2 else -v


@logged(LOG)
def outside_too(v):
    return v + 1 if v > 0 else v


@Depth()
def deep(n, v):
    return v * Depth.now if n == 0 else deep(n - 1, v) + 1


@Forgiving()
def only_positive(v):
    if v < 0:
        raise ValueError("negative")
    return v * 2


class Machine:
    def __init__(self):
        self.runs = 0

    @Logged(LOG)
    def run(self, v):
        self.runs += 1
        return v if v > 2 else 0.0


@program(*CALLS)
def in_a_rolled_loop(x):
    """What the manager does was done as often as the trace called it."""
    log = []

    @Logged(log)
    def negated(v):
        return -v

    total = 0.0
    for v in x:
        total += negated(v)
    return total, log


@program(*CALLS)
def decorated_outside(x):
    """A function of the module, with control flow of its own."""
    return [outside(v) for v in x], taken()


@program(*CALLS)
def by_a_generator(x):
    """The generator's manager is made anew for each call."""
    total = 0.0
    for v in x:
        total += outside_too(v)
    return total, taken()


@program(*CALLS)
def made_in_the_function(x):
    """A list of the function's, given to the manager."""
    log = []

    @logged(log, name="h")
    def high(v):
        if v < 2:
            raise ValueError("low")
        return v

    return [high(v) for v in x], log


@program(*CALLS)
def in_a_branch(x):
    """Called in a branch of a loop."""
    log = []

    @logged(log)
    def negated(v):
        return -v if v > 0 else v

    total = 0.0
    for v in x:
        if v > 1:
            total += negated(v)
    return total, log


@program(*CALLS)
def in_recursion(x):
    """The manager counts how deep a recursion is."""
    return deep(2, x[0]), [deep(1, v) for v in x], Depth.now


@program(*CALLS)
def swallowed(x):
    """A manager ends what its function raises at run time."""
    return [only_positive(v) for v in x]


@program(*CALLS)
def around_a_method(x):
    """A method of the user's class."""
    machine = Machine()
    return [machine.run(v) for v in x], machine.runs, taken()


@program(*CALLS)
def made_anew(x):
    """A class that says how it is made anew for each call."""
    log = []
    Anew.made = 0

    @Anew(log)
    def doubled(v):
        return v * 2

    return [doubled(v) for v in x if v > 0], log, Anew.made
