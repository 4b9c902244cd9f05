"""Generators with a `finally` around a `yield`, which are left early as the run says, and closed."""

import contextlib

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("closed generators")
X = np.array([1.0, -2.5, 3.25, 0.5, 4.0, -7.0])
CALLS = (call(X), call(-X), call(X[:0]))


def walked(x, log):
    try:
        for i, v in enumerate(x):
            yield i, v
    finally:
        log.append("closed")


@program(*CALLS)
def left_and_closed(x):
    """The loop leaves it where the run says, `close` ends it."""
    log = []
    items = walked(x, log)
    found = None
    for i, v in items:
        if v < 0:
            found = i
            break
    log.append("found")
    items.close()
    items.close()
    return found, log, next(items, None)


@program(*CALLS)
def closed_by_a_with(x):
    """A variable of the function around it is counted up by the generator."""
    count = 0

    def items():
        nonlocal count
        try:
            for v in x:
                count += 1
                yield v
        finally:
            count += 100

    with contextlib.closing(items()) as them:
        for v in them:
            if v < -2:
                break
    return count


@program(*CALLS)
def one_in_another(x):
    """Two of them, one for each item; jumps lead through the inner one."""
    log = []

    def items():
        k = 0
        try:
            for v in x:
                try:
                    if v > 2:
                        continue
                    yield v
                    k += 1
                finally:
                    log.append(k)
            yield 100.0
        finally:
            log.append(-1)

    them = items()
    first = next(them, 5.0)
    total = 0.0
    for v in them:
        if v < 0:
            break
        total += v
    last = next(them, None)
    them.close()
    return first, total, last, log


@program(call(X), call(-X))
def sent_until_closed(x):
    """What is sent is added up, and noted at the end."""
    log = []

    def totals():
        total = 0.0
        try:
            while True:
                v = yield total
                total += v
        finally:
            log.append(total)

    them = totals()
    next(them)
    for v in x:
        if v < -5:
            break
        them.send(v)
    them.close()
    return log


@program(call(X, 1), call(X, 3), call(X, 9))
def stepped_as_often_as_the_run_says(x, n):
    """It may come to its end before it is closed."""
    log = []
    items = walked(x, log)
    got, k = [], 0
    while k < n:
        got.append(next(items, (-1, 0.0))[1])
        k += 1
    items.close()
    return got, log


@program(call(X), refused=Refusal("SideEffectError", "yield i, v"))
def noted_after_the_end(x):
    """Python closes it when the function has ended, and its caller sees that in the list."""
    log = []
    items = walked(x, log)
    next(items)
    return log
