"""Sets of the caller's, and of the world around, that get and lose elements in run-time branches and loops."""

import numpy as np

from tests.harness import Theme, call

program = Theme("callers_sets")
V = np.array([1.0, 2.0, -1.0])
SETS = [call(sign * V, set(items)) for items in ((1, 9, 17), (), ("a", 3)) for sign in (1, -1)]


@program(*SETS, retraces=True)
def more(x, s):
    """Elements come in a branch and in a loop."""
    if x[0] > 0:
        s.add(25)
        s.update([5, 25, "b"])
    for v in x:
        s.add(int(v) * 8)
    return len(s), 25 in s, s


@program(*SETS, retraces=True)
def fewer(x, s):
    """Elements go; one that is not there is Python's KeyError."""
    if x[0] > 0:
        s.discard(9)
    else:
        s.remove(17)
    return len(s)


@program(*SETS, retraces=True)
def none(x, s):
    """All of them go."""
    if x[0] > 0:
        s.clear()
    return bool(s)


@program.built(*(call(x) for x in (V, -V, V, 5 * V)), retraces=True)
def seen_before(jit):
    """What has been seen, in a global set and in that of an object."""
    seen = set()

    class Log:
        kinds = None

        def see(self, v):
            if v > 0:
                self.kinds.add("positive")
            return len(self.kinds)

    log = Log()
    log.kinds = set()

    def f(x):
        key = int(x[0]), int(x[1])
        log.see(x[0])
        if key in seen:
            return True
        seen.add(key)
        return False

    return jit(f), (seen, log)


@program(call(V, *[{1}] * 2), call(-V, *[{1}] * 2), call(V, {1}, {1}), retraces=True)
def two_names(x, a, b):
    """One set as two arguments."""
    if x[0] > 0:
        a.add(2)
    if x[1] > 0:
        b.add(3)
    return a is b, len(a), len(b)


@program(call(V, {"k": {1}}, [{1}]), call(-V, {"k": {1}}, [{1}]))
def in_others(x, d, sets):
    """Sets in dicts and lists, which change, too."""
    if x[0] > 0:
        d["k"].add(2)
        d["l"] = sets[0]
    sets[0].add(int(x[1]))
    return len(d["k"])


@program(call(V, {1}), call(-V, {1}))
def raises_afterwards(x, s):
    """What came before an exception stays."""
    if x[0] > 0:
        s.add(2)
    print(len(s))
    if x[1] > 0:
        raise ValueError(len(s))


@program(call(V, {1}), call(-V, {1}))
def more_and_fewer(x, s):
    """One comes where another one has been: the order is that of the table, as Python has it."""
    if x[0] > 0:
        s.discard(1)
        s.add(9)
