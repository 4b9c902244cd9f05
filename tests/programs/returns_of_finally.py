"""Returns out of a `try` whose `finally` clause may return, break or continue, too: the last one wins."""

import numpy as np

from tests.harness import Theme, call

program = Theme("returns_of_finally")
V = np.array([4.0, 2.0, 0.0, 1.0, 9.0])
W = np.array([1.0, -1.0, 5.0])
E = np.array([])


@program(call(V), call(W), call(E), call(-V))
def the_last_one_wins(x):
    """A return in `finally` takes the place of one in the body, of a handler's, and of an exception."""
    log = []

    def inner(v):
        try:
            try:
                if v == 0:
                    raise ZeroDivisionError("zero")
                if v < 0:
                    return "negative"
                if v == 9:
                    raise KeyError(v)
                log.append(("ok", v))
                return 10 / v
            except ZeroDivisionError:
                log.append("caught")
                return None
            finally:
                log.append(v)
                if v > 4:
                    return "big"
        finally:
            log.append("outer")

    return [inner(v) for v in x], log


@program(call(V), call(W), call(E))
def always_its_own(x):
    """A `finally` that always returns."""

    def inner(v):
        try:
            if v > 1:
                return 1 / v
            raise ValueError(v)
        finally:
            return v + 7  # noqa: B012

    total = 0.0
    for v in x:
        total += inner(v)
    return total


@program(call(V), call(W), call(-V), call(E))
def found_in_a_loop(x):
    """A return from loops in the body, past a `finally` that goes on, or leaves the loop around it."""
    seen = []
    for k in range(3):
        try:
            for v in x:
                for j in range(2):
                    if v * j > k + 1:
                        return "found", v, j, k, seen
            seen.append(k)
        finally:
            seen.append("end")
            if x.sum() > 6:
                break
            if k == 1 and x.sum() > 4:
                continue
            seen.append(-k)
    return "none", seen


@program(call(V), call(W), call(-V))
def no_value(x):
    """Returns without a value, and one that fails after it has been decided on."""

    def inner(y, k):
        try:
            y[k] += 1
            if y[k] > 2:
                return
            with np.errstate(all="ignore"):
                return
        finally:
            y[0] -= 1
            if y[0] < 0:
                return

    for k in range(len(x)):
        if inner(x, k) is not None:
            raise AssertionError
    return x


@program(call(V), call(W), call(-V))
def in_a_generator(x):
    """What a generator returns."""

    def walk():
        try:
            if x[0] < 0:
                return "negative"
            yield x[0]
            return "all"
        finally:
            if x[1] < 0:
                return "second"

    def around():
        said = yield from walk()
        yield said

    return list(around())
