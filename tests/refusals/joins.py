"""Values that two ways through a branch, or two trips of a loop, leave and that cannot be joined."""

import numpy as np

from tests.refusals import UP, case


@case(UP)
def array_or_string(x):
    if x.sum() > 0:  # <- JoinError
        y = x
    else:
        y = "nothing"
    return y


@case(UP)
def array_or_tuple(x):
    if x.sum() > 0:  # <- JoinError
        y = x
    else:
        y = (x, x)
    return y


@case(UP)
def lists_of_different_length(x):
    if x.sum() > 0:  # <- JoinError
        y = [x]
    else:
        y = [x, x]
    return y


@case(UP)
def dicts_with_different_keys(x):
    if x.sum() > 0:  # <- JoinError
        y = {"a": x}
    else:
        y = {"b": x}
    return y


@case(UP)
def function_or_array(x):
    if x.sum() > 0:  # <- JoinError
        y = np.sin
    else:
        y = x
    return y


@case(UP)
def different_ranks(x):
    if x.sum() > 0:  # <- JoinError
        y = x
    else:
        y = x[None]
    return y


@case(np.array([1, 2]))
def dtype_is_seen(x):
    if x.sum() > 0:  # <- JoinError
        y = x
    else:
        y = x * 0.5
    return y


@case(UP)
def scalar_or_array(x):
    if x.sum() > 0:  # <- JoinError
        y = x.sum()
    else:
        y = x
    return y


@case(UP)
def loop_changes_rank(x):
    y = x
    while y.sum() < 100:  # <- JoinError
        y = y[None] * 2
    return y


@case(UP)
def loop_changes_type(x):
    y = x
    while x.sum() < 100:  # <- JoinError
        y = "text"
        x = x * 2
    return y
