"""The arrays that NumPy makes of `x.flat`: views where the array lies in C order, else copies that are read-only."""

import numpy as np

from tests.harness import Theme, call

program = Theme("arrays_of_flat")
M = np.arange(12.0).reshape(3, 4) - 4.5


@program(call(M), call(M[:, 1:3]), call(M.T), call(M[:0]))
def made_of_flat(m):
    """An array of x.flat, and what is seen in it after a write to x."""
    a, b, c = np.asarray(m.flat), np.array(m.flat), np.copy(m.flat)
    m += 1
    return a, b, c, a.shape, a.flags.writeable, m


@program(call(M), call(M[:, 1:3]), call(M.T))
def written_through(m):
    """A write to the array of x.flat goes through, or is refused by NumPy."""
    a = np.array(m.flat)
    try:
        a[0] = 99.0
    except ValueError:
        return "read-only", m
    return "written", m


@program(call(M), call(M[:, 1:3]), call(M.T))
def converted_elements(m):
    """Another dtype makes a copy, which may be written to."""
    a = np.asarray(m.flat, dtype=np.float32)
    a[0] = 7
    return a, np.array(m.flat, dtype=int, copy=True), m


@program(call(M), call(M[1:, 1:3]), call(M.T))
def more_of_flat(m):
    """Other functions that answer views, and rows of several."""
    angles = np.asarray(m[..., 0].flat)
    rows = np.array([m.flat, m.T.flat])
    return angles.shape + (3, 3), rows, np.atleast_2d(m.flat), np.ravel(m.flat), np.reshape(m.flat, (2, -1)), np.sort(m.flat)


@program(call(M, 1), call(M, -1))
def flat_of_a_chosen_array(m, sign):
    """x.flat of an array that a branch has chosen is read."""
    x = m if m[0, 0] * sign > 0 else m[:, ::2]
    return np.asarray(x.flat).sum(), np.cos(x.flat)


@program(call(M), call(M[:, 1:3]))
def zeroed_in_place(m):
    """np.nan_to_num of x.flat writes into it, or is refused by NumPy."""
    m[0, 0] = np.nan
    try:
        made = np.nan_to_num(m.flat)
    except ValueError:
        return "read-only", m
    return made, m


@program(*[call(M, mode) for mode in (*np._CopyMode, None, True, False, 0, 2, "always")])
def modes_of_copying(m, mode):
    """copy= as a member of NumPy's own enum, as array-API libraries pass it."""
    made = np.array(m, copy=mode)
    made[0, 0] = 5
    return made, m, np.asarray([1.0, m[1, 1]], copy=mode)


@program(*[call(M, mode) for mode in (*np._CopyMode, None, True, "always")])
def modes_of_other_functions(m, mode):
    """copy= of functions that take an enum, and of a method that does not."""
    made = [np.nan_to_num(m, copy=mode)]
    made[0][0, 0] = 5
    try:
        made.append(m.astype(float, copy=mode))
    except ValueError as error:
        return made, m, str(error)
    return made, m


def _said(function):
    try:
        return function()
    except Exception as error:
        return type(error).__name__, str(error)


@program(call(np.array([3.0, 1.0, 2.0, 7.0])), call(np.array([1.0, 4.0])))
def words_about_flat(x):
    """What Python and NumPy say of it as an operand, a key and a place."""
    asked = [
        lambda: divmod(x.flat, 2),
        lambda: pow(x.flat, 2),
        lambda: divmod(2, x.flat),
        lambda: 2 - x.flat,
        lambda: 2**x.flat,
        lambda: [1, 2] * x.flat,
        lambda: x.flat + x.flat,
        lambda: x[x.flat],
        lambda: x[slice(x.flat)],
        lambda: x.flat[5],
        lambda: x.flat[2**70],
        lambda: range(x.flat),
        lambda: {x.flat: 1},
    ]
    return [_said(one) for one in asked]


@program(call(np.array([3.0, 1.0, 2.0, 7.0])), call(np.array([1.0, 4.0])))
def places_beyond_all(x):
    """Integers of which NumPy makes no place."""
    asked = [
        lambda: x[2**70],
        lambda: x[-(2**70)],
        lambda: x[2**63],
        lambda: x[2**62],
        lambda: x[2**70,],
        lambda: x.reshape(2, -1)[0, 2**70],
        lambda: x[0 : 2**70],
        lambda: x.__setitem__(2**70, 1.0),
    ]
    return [_said(one) for one in asked], x
