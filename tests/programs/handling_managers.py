"""Managers of generators with handlers around their `yield`: they end what is raised, or put another in its place."""

from contextlib import contextmanager

import numpy as np

from tests.harness import Theme, call

program = Theme("handling managers")
X = np.array([3.0, 1.0, 4.0, 1.0, 5.0])
CALLS = (call(X), call(-X), call(np.zeros(5)), call(np.array([1.0, 9.0, 9.0, 9.0, 9.0])))


@contextmanager
def told(log, name):
    log.append(f"begin {name}")
    try:
        yield name
    except ValueError as e:
        log.append(f"{name}: {e}")
    else:
        log.append(f"{name} done")
    finally:
        log.append(f"end {name}")
    log.append("after")


@program(*CALLS)
def ended_by_the_handler(x):
    """What it takes goes on behind the `with`; the `else` clause sees nothing of it."""
    log = []
    with told(log, "a") as name:
        if x[0] > 2:
            raise ValueError(name)
        log.append("body")
    for v in x.tolist():
        with told(log, "b"):
            if v > 4:
                raise ValueError(v)
            if v < -4:
                break
    return log


@program(*CALLS)
def seen_on_the_way(x):
    """What it does not take passes."""
    log = []
    try:
        with told(log, "a"):
            if x[0] > 2:
                raise KeyError("k")
    except KeyError as e:
        log.append(e.args)
    return log


@contextmanager
def rolled_back(state):
    saved = state.copy()
    try:
        yield state
    except Exception:
        state[:] = saved
        raise


@program(*CALLS)
def rolled_back_and_raised(x):
    """A transaction on an argument."""
    try:
        with rolled_back(x):
            for i in range(5):
                x[i] += 1
                if x[i] > 5:
                    raise RuntimeError("too large")
    except RuntimeError as e:
        return str(e)
    return None


@contextmanager
def translated(n):
    try:
        yield n
    except ValueError as e:
        n += 1
        raise LookupError(n, str(e)) from e
    except KeyError:
        n = -1


@program(*CALLS)
def another_in_its_place(x):
    """What the handler raises is for those further out."""
    try:
        with translated(5) as n:
            if x[0] > 2:
                raise ValueError("v")
            if x[0] < 0:
                raise KeyError
    except LookupError as e:
        return n, e.args
    return n


@contextmanager
def ignoring(*kinds):
    try:
        yield
    except kinds:
        pass


@program(*CALLS, call(np.array([1.0, np.nan, 2.5])))
def kinds_that_are_given(x):
    """What it takes is an argument; a loop and a function are left from inside of it."""

    def first(limit):
        for v in x:
            with ignoring(ValueError, OverflowError):
                if int(v) > limit:
                    return int(v)
        return None

    total = 0
    for v in x.tolist():
        with ignoring(ValueError):
            total += int(v)
    return total, first(3), first(0)


@contextmanager
def told_inside(log):
    try:
        yield
        log.append("within")
        raise ValueError("of the manager")
    except ValueError as e:
        log.append(str(e))


@program(*CALLS)
def raised_by_the_manager(x):
    """Behind its `yield`, after the function has returned from inside of the `with`."""
    log = []

    def inner():
        with told_inside(log):
            if x[0] > 2:
                return "early"
            if x[0] < 0:
                raise ValueError("of the body")
        return "late"

    return inner(), log
