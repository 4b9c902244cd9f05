"""What generators return, as the caller reads it from the StopIteration that ends them."""


import numpy as np

from tests.harness import Theme, call

program = Theme("answers_of_generators")
A = np.array


def running():
    total = 0
    while True:
        v = yield total
        if v is None:
            return total if total > 3 else "little"
        total += v


def pair(x):
    yield x[0]
    return x[1] + 1


def through(x):
    for v in x:
        if v < 0:
            return None
        yield v
    return "all"


@program(call(A([3, 1])), call(A([0, 1])), call(A([-3, 9])))
def sent_in_a_loop(x):
    """An answer after sends that only the run decides about."""
    g = running()
    next(g)
    sums = []
    for v in x:
        if v > 0:
            sums.append(g.send(v))
    try:
        g.send(None)
    except StopIteration as stop:
        sums.append(stop.value)
    return sums


@program(call(A([3, 1])), call(A([0, 1])))
def sent_in_a_branch(x):
    """An answer after a send in a branch."""
    g = running()
    next(g)
    a = 0
    if x[0] > 0:
        a = g.send(x[0])
    try:
        g.send(None)
    except StopIteration as stop:
        return a, stop.value
    return a


@program(call(A([3, 1])), call(A([0, 1])))
def told_once(x):
    """A generator that has ended says so again, without what it has returned."""
    g = pair(x)
    n = 0
    if x[0] > 0:
        n = next(g)
    out = []
    for _ in range(3):
        try:
            out.append(next(g))
        except StopIteration as stop:
            out.append(stop.value)
            out.append(stop.args)
    return n, out


@program(call(A([3, 1])), call(A([-1, 2])))
def none_is_no_argument(x):
    """`return None` leaves a StopIteration with no arguments."""
    g = through(x)
    n = next(g, 7)
    try:
        while True:
            n += next(g)
    except StopIteration as stop:
        return n, stop.args, stop.value, str(stop)


@program(call(A([3, 1])), call(A([0, 1])))
def delegated_twice(x):
    """`yield from` a generator that has ended answers None."""

    def outer(g):
        a = yield from g
        b = yield from g
        return a, b

    g = through(x)
    h = outer(g)
    got = []
    if x[0] > 0:
        got.append(next(h))
    for v in h:
        got.append(v)
    try:
        next(outer(g))
    except StopIteration as stop:
        got.append(stop.value)
    return got


@program(call(A([3, 1])), call(A([0, 1])))
def left_to_the_caller(x):
    """The StopIteration leaves the function, with its value."""
    g = pair(x)
    if x[0] > 0:
        next(g)
    next(g)
    return next(g)


@program(call(A([3, 1, 4])), call(A([1, 1])), call(A([], dtype=int)))
def averaged(x):
    """A coroutine that answers a tuple or None, in a delegating one."""

    def average():
        total, n = 0, 0
        while True:
            term = yield
            if term is None:
                break
            total += term
            n += 1
        return (total / n, n) if n else None

    results = {}

    def grouped(key):
        while True:
            results[key] = yield from average()

    for key in ("a", "b"):
        g = grouped(key)
        next(g)
        for v in x:
            if v != 1 or key == "a":
                g.send(v)
        g.send(None)
    return results
