"""What a user's `__bool__` and `__len__` see: each operand of a test is asked for its truth as often as in Python."""

import numpy as np

from tests.harness import Theme, call

program = Theme("asked_truths")
V = np.array([1.0, -2.0, 3.0])


class Counted:
    """Says what it is told to, and counts how often it is asked."""

    def __init__(self, answer):
        self.answer = answer
        self.asked = 0

    def __bool__(self):
        self.asked += 1
        return self.answer


class Sized:
    """Empty, and counts how often it is asked."""

    asked = 0

    def __len__(self):
        self.asked += 1
        return 0


@program(call(V), call(-V))
def tests_of_statements(x):
    """`and` and `or` in if, while and assert."""
    no, yes = Counted(False), Counted(True)
    if no and yes:
        x = x + 1
    if no or yes:
        x = x + 2
    if not (no or not yes):
        x = x + 4
    while no and yes:
        x = x + 8
    assert yes and (no or yes)
    return x, no.asked, yes.asked


@program(call(V), call(-V))
def tests_of_expressions(x):
    """`and` and `or` in conditional expressions and comprehensions."""
    no, yes = Counted(False), Counted(True)
    kept = [i for i in range(3) if no or yes]
    return x * (1 if no and yes else 2), kept, 1 if (no if yes else yes) else 2, no.asked, yes.asked


@program(call(V), call(-V))
def kept_values(x):
    """An operand that is the value of an expression is asked again when the value is tested."""
    no, yes = Counted(False), Counted(True)
    first = no and yes
    second = no or yes
    if first or second:
        x = x + 1
    return x, first is no, second is yes, no.asked, yes.asked


@program(call(V), call(-V))
def beside_run_time_values(x):
    """One operand is a run-time value."""
    no, yes = Counted(False), Counted(True)
    if no and x[0] > 0:
        x = x + 1
    if yes and x[0] > 0:
        x = x + 2
    return x, no.asked, yes.asked


@program(call(V), call(-V))
def lengths(x):
    """Truth by `__len__`."""
    empty = Sized()
    if empty and x[0] > 0:
        x = x + 1
    if empty or x[0] > 0:
        x = x + 2
    return x, empty.asked


@program(call(V), call(-V))
def bound_on_the_way(x):
    """Operands that a walrus binds."""
    no, yes = Counted(False), Counted(True)
    if no or (last := yes):
        x = x + 1
    while no and (last := no):
        x = x + 2
    return x, last is yes, no.asked, yes.asked


@program(call(V), call(-V))
def in_chains(x):
    """Comparisons that answer with an object."""
    answer = Counted(True)

    class Compared:
        def __lt__(self, other):
            return answer

        def __gt__(self, other):
            return answer

    if 0 < Compared() < 5:
        x = x + 1
    return x, answer.asked


@program(call(V), call(-V))
def by_builtins(x):
    """any, all, filter and bool."""
    no, yes = Counted(False), Counted(True)
    found = any([no, yes, no]), all([yes, no, no]), any(c for c in (no, yes)), bool(no), not yes
    kept = list(filter(None, [no, yes]))
    return x, found, kept[0] is yes, no.asked, yes.asked
