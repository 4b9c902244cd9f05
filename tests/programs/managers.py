"""The user's managers: `with` around and inside of run-time control flow."""

import contextlib

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("managers")
V = np.array([1.0, -2.0, 3.0, 0.5, 4.0, -1.0])


class Ctx:
    def __init__(self, log, x, swallow=False):
        self.log = log
        self.x = x
        self.swallow = swallow

    def __enter__(self):
        if self.x[0] > 0:
            self.log[0] += 1
        else:
            self.log[0] -= 1
        print("enter", self.x[0])
        return self.x * 2

    def __exit__(self, t, v, tb):
        self.log[1] += self.x[1]
        print("exit", t)
        return self.swallow


@program(call(V), call(-V))
def with_user(x):
    """A manager: user."""
    log = [0, 0.0]
    with Ctx(log, x) as y:
        z = y + 1
    return z, log


@program(call(V), call(-V))
def with_user_return(x):
    """A manager: user return."""
    log = [0, 0.0]

    def f():
        with Ctx(log, x) as y:
            if y[0] > 0:
                return y[1]
        return None

    return f(), log


@program(call(V), call(-V))
def with_user_loop(x):
    """A manager: user loop."""
    log = [0, 0.0]
    t = 0.0
    for i in range(5):
        with Ctx(log, x) as y, Ctx(log, y) as z:
            if z[0] > 4:
                continue
            t += z[i]
    return t, log


@program(call(V), call(-V))
def with_swallow(x):
    """A manager: swallow."""
    log = [0, 0.0]
    with Ctx(log, x, True) as y:
        raise ValueError("s")
    return log


@program(call(V), call(-V))
def with_swallow_rt(x):
    """A manager: swallow rt."""
    log = [0, 0.0]
    y = 0
    with Ctx(log, x, True):
        if x[0] > 0:
            raise ValueError("s")
        y = 1
    return y


class Quiet:
    """Prints what does not depend on values."""

    def __enter__(self):
        print("in")
        return self

    def __exit__(self, *error):
        print("out")


@program(call(V), call(-V))
def prints(x):
    """A manager that prints does so at each call."""
    with Quiet():
        y = x + 1
    return y


@program(call(V), call(-V))
def suppressed(x):
    """What is raised at run time, and suppressed."""
    i = 0
    with contextlib.suppress(IndexError):
        i = x.argmax()
        _ = x[i + 4]
    return i


@program(call(V), call(-V))
def suppressed_static(x):
    """What is raised in any case, and suppressed."""
    d = {}
    with contextlib.suppress(KeyError):
        x = x + d["a"]
    return x


@program(call(V), call(-V))
def null_context(x):
    """A manager that does nothing."""
    with contextlib.nullcontext(x) as y:
        return y + 1


@program(call(V), call(-V))
def stack_in_branches(x):
    """An ExitStack for each number, one in a branch, one that a loop of known length fills."""
    log = []
    for v in x:
        with contextlib.ExitStack() as stack:
            if v > 0:
                log.append(0.0)
            stack.callback(log.append, v)
    if x.sum() > 0:
        with contextlib.ExitStack() as stack:
            stack.callback(log.append, 3.0)
            stack.enter_context(contextlib.suppress(ValueError))
            log.append(7.0)
    with contextlib.ExitStack() as stack:
        for k in range(3):
            stack.callback(log.append, x[k] + k)
        log.append("body")
    return log


@program(call(V), call(-V))
def stack_in_doubt(x):
    """Only the run knows which calls an ExitStack holds."""
    log = []
    with contextlib.ExitStack() as stack:
        for v in x:
            if v < 0:
                stack.callback(log.append, "below zero")
                continue
            stack.callback(log.append, v)
        log.append("body")
    return log


@program(call(V), call(-V))
def calls_between_managers(x):
    """Calls that branches give an ExitStack come in their order, also where an exception leaves the `with`."""
    log = []

    def early(stack):
        if x[0] > 0:
            stack.callback(log.append, "early")
            return 1
        return 2

    try:
        with contextlib.ExitStack() as stack:
            stack.enter_context(noted(log))
            if x[0] > 0:
                stack.callback(log.append, x[1])
            stack.enter_context(contextlib.suppress(ValueError))
            if x[1] > 0:
                stack.callback(lambda: log.append("lambda"))
            stack.callback(log.append, "always")
            moved = stack.pop_all()
            log.append(early(stack))
            raise KeyError("body")
    except KeyError:
        log.append("caught")
    moved.close()
    return log


@program(call(V), refused=Refusal("SideEffectError", "stack.enter_context(noted(log))"))
def stack_entered_in_a_branch(x):
    """What a branch has entered would have to be left where the branch was taken."""
    log = []
    with contextlib.ExitStack() as stack:
        if x.sum() > 0:
            stack.enter_context(noted(log))
    return log


@program(call(V), refused=Refusal("SideEffectError", "stack.close()"))
def stack_closed_in_a_branch(x):
    """An ExitStack that is closed early, or not."""
    log = []
    with contextlib.ExitStack() as stack:
        stack.callback(log.append, 3.0)
        if x.sum() > 0:
            stack.close()
        log.append(2.0)
    return log


@program(call(V), refused=Refusal("SideEffectError", "with stack:"))
def stack_left_in_a_branch(x):
    """An ExitStack that a `with` in a branch leaves, or nobody."""
    log = []
    stack = contextlib.ExitStack()
    stack.callback(log.append, 1.0)
    if x.sum() > 0:
        with stack:
            log.append(2.0)
    stack.close()
    return log


@contextlib.contextmanager
def noted(log):
    log.append("enter")
    try:
        yield len(log)
    except LookupError as e:
        log.append(f"swallow {type(e).__name__}")
    finally:
        log.append("leave")


T = np.array([1, 2, 4, 5, 0, 4])


@program(call(T), call(T + (T == 0)), call(T[:0]), call(-T))
def generators_in_turns(x):
    """A manager that is a generator with a `finally`, entered in each turn, where the turn may raise."""
    log = []
    for v in x.tolist():
        with noted(log):
            log.append(12 // v)
    return log


@program(call(T), call(T - 3), call(T[:0]), call(T[:2]))
def generators_that_swallow_in_turns(x):
    """The same where it swallows what the turn raises, and where it does not."""
    log = []
    for v in x.tolist():
        with noted(log) as n:
            if v == -1:
                raise ValueError(f"negative after {n}")
            log.append(x[v + 1])
    return log


NO_SOURCE = {}
exec("def leave(self, kind, error, traceback):\n    self.log.append('left')\n    return kind is ValueError\n", NO_SOURCE)


class Unread:
    """What its `__exit__` answers, nobody can read."""

    def __init__(self, log):
        self.log = log

    def __enter__(self):
        return self

    __exit__ = NO_SOURCE["leave"]


@program(call(V), call(-V))
def left_without_source(x):
    """A function of which there is no source may end an exception."""
    log = []
    with Unread(log):
        if x[0] > 0:
            raise ValueError("seen")
        log.append("in")
    return log, x.sum()
