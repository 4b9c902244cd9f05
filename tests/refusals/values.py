"""Run-time values where Python needs them at once, side effects that cannot be kept, unclear aliases."""

import numpy as np

from tests.refusals import UP, case

TABLE = {0: "zero", 1: "one"}


@case(np.array([1]))
def hash_of_a_value(n):
    return hash(f"{n[0]}") + len(TABLE)  # <- StaticValueError


@case(np.int64(2))
def hashed_text(n):
    return hash(f"{n}")  # <- StaticValueError


@case(np.ones((3, 4)))
def order_of_a_difference(x):
    return np.diff(x, n=int(x[0, 0]))  # <- StaticValueError


@case(np.array([1]))
def order_of_a_frozenset(n):
    return list(frozenset([n[0], 1, 2]))  # <- SideEffectError


@case(UP)
def rank_from_a_value(x):
    shape = (1,) * int(x[0])
    return np.zeros(shape)  # <- StaticValueError


@case(np.array([2, 3, 4]))
def places_in_as_many_axes(x):
    return np.unravel_index(np.arange(2), x[: x[0]])  # <- StaticValueError


@case(np.zeros((3, 1)), np.ones((3, 1)))
def grid_between_arrays(x, y):
    return np.mgrid[x:y:4j, x:y:4j]  # <- UnsupportedOpError


@case(UP)
def writes_a_file_in_a_branch(x):
    if x.sum() > 0:
        open("/dev/null", "w").write("positive")  # <- UnsupportedCallError
    return x


@case(UP)
def read_only_on_one_way(x):
    if x.sum() > 0:
        y = np.broadcast_to(x, (2, len(x)))
    else:
        y = np.zeros((2, len(x)))
    y[0, 0] = 1.0  # <- AliasError
    return y


@case(UP)
def answers_a_filter(x):
    return filter(None, x)  # <- StaticValueError
