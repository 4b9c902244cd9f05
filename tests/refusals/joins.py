"""Values that two ways through a branch, or two trips of a loop, leave and that cannot be joined."""

import numpy as np

from tests.refusals import UP, case


@case(UP)
def loop_changes_rank(x):
    y = x
    while y.sum() < 100:  # <- JoinError
        y = y[None] * 2
    return y


@case(UP)
def loop_nests_tuples(x):
    y = (x,)
    while x.sum() < 100:  # <- JoinError
        y = (y, x)
        x = x * 2
    return y


@case(UP)
def new_function_each_trip(x):
    f = abs
    while x.sum() < 100:  # <- JoinError
        f = lambda v, g=f: g(v) + 1
        x = x * 2
    return f(x)


@case(np.array([2, 1, 0]))
def array_changed_behind_its_views(x):
    parts, i = [], 0
    while i < len(x):
        parts.append(x[i : i + x[i]])
        i += 1 + x[i]
    x += 1  # <- AliasError
    return parts
