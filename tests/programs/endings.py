"""What stands between an exception and its handler: `finally` clauses see it on the way, in Python's order."""

import numpy as np

from tests.harness import Theme, call

program = Theme("endings")
X = np.array([5.0, 1.0, 7.0, 90.0, 2.0, 3.0])
BOTH = (call(X), call(X / 100))


class Own(Exception):
    """Raised by the programs."""


@program(*BOTH)
def clauses_in_order(x):
    """All that is printed, on both ways."""
    for v in x:
        try:
            try:
                print("begun", v)
                if v > 4:
                    raise ValueError(v)
                print("done")
            finally:
                print("finally", v)
            print("behind")
        except ValueError as e:
            print("caught", e)
        else:
            print("else")


@program(*BOTH)
def nested_clauses(x):
    """Two clauses, two kinds of exceptions for one handler that asks, in a loop."""
    log = []
    for v in x:
        try:
            try:
                try:
                    if v > 50:
                        raise KeyError(v)
                    if v > 4:
                        raise ValueError(v)
                    log.append(v)
                finally:
                    log.append(-1.0)
            finally:
                log.append(-2.0)
        except (KeyError, ValueError) as e:
            log.append(e.args[0])
    return log


@program(*BOTH)
def clauses_of_functions(x):
    """In a function that is called, with a return in the body."""
    log = []

    def doubled(v):
        try:
            if v > 4:
                raise ValueError("large", v)
            return v * 2
        finally:
            log.append(v)

    n = 0.0
    for v in x:
        try:
            n += doubled(v)
        except ValueError as e:
            n -= len(e.args)
    return n, log


@program(*BOTH)
def clauses_that_raise(x):
    """What a clause raises takes the place of what it sees."""
    try:
        try:
            if x[0] > 4:
                raise ValueError(x[0])
        finally:
            if x[1] > 0.5:
                raise KeyError(x[1])
    except KeyError as e:
        return e.args
    except ValueError:
        return "value"
    return "none"


@program(*BOTH)
def clauses_that_go_on(x):
    """A clause that swallows the exception."""
    n = 0
    for v in x:
        try:
            try:
                if v > 4:
                    raise ValueError(x[0])
                n += 1
            finally:
                if v == 7:
                    continue
                n += 10
        except ValueError:
            n += 100
    return n


@program(*BOTH)
def loops_in_clauses(x):
    """Loops are left inside and outside of a clause, for handlers that ask or do not."""
    n = 0.0
    try:
        for v in x:
            try:
                for w in x:
                    if v * w > 300:
                        raise ValueError("product", v, w)
                    n += w
            finally:
                n += 0.5
    except ValueError as e:
        return n, e.args
    return n, ()


@program(call(X), call(X / 100), call(X * np.array([1, 1, 1, 0, 1, 1])))
def kinds_that_leave_a_loop(x):
    """A handler for several kinds, which asks which one it is and what it says."""
    n = 0.0
    try:
        for v in x:
            if v > 50:
                raise KeyError(v)
            n += 1 / (int(v) - 7)
    except Exception as e:
        return n, type(e).__name__, str(e)
    return n


@program(*BOTH)
def handlers_for_loops(x):
    """Each of them asks."""
    n = 0.0
    try:
        for v in x:
            if v > 50:
                raise KeyError("far", v)
            if v > 6:
                raise Own(n)
            n += v
    except KeyError as e:
        return n, e.args[1]
    except Own as e:
        return e.args[0] + 1000
    return n


@program(*BOTH)
def loops_in_handlers_with_a_name(x):
    """The name is deleted behind loops with names of their own."""
    n = 0
    try:
        if x[0] > 4:
            raise ValueError(x[0])
    except ValueError as e:
        n = e.args[0]
        for v in x:
            while n < 20:
                n += v
                if n > 9:
                    break
    try:
        return n, e is None
    except NameError:
        return n


@program(*BOTH)
def names_that_are_gone(x):
    """A handler's name is deleted also where the handler is left by an exception."""
    e = None
    try:
        try:
            if x[0] > 4:
                raise ValueError(x[0])
        except ValueError as e:
            if x[1] > 0:
                raise KeyError from None
    except KeyError:
        pass
    try:
        return 1 if e is None else 2
    except NameError:
        return 3
