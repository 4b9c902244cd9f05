"""Writes to the arrays in a list of run-time length reach all its holders, or are refused: never lost."""

import numpy as np
import pytest

import sct


def grown(x):
    out = []
    for i in range(int(x[0])):
        out.append(x * i)
    return out


def loop(x):
    out = grown(x)
    for a in out:
        a[0] += 1
    return np.array(out)


def loop_over_a_copy(x):
    out = grown(x)
    for a in list(out):
        a[0] += 1
    return np.array(out)


def loop_counted(x):
    out = grown(x)
    for k, a in enumerate(out):
        a[0] += k + 1
    return np.array(out)


def loop_back(x):
    out = grown(x)
    for a in reversed(out):
        a[0] += 1
    return np.array(out)


def loop_over_a_part(x):
    out = grown(x)
    for a in out[:]:
        a *= 3
    return np.array(out)


def ordered(x):
    out = grown(x)
    by_second = sorted(out, key=lambda v: -v[1])
    by_second[0][0] = 5
    return np.array(out)


def held_by_a_name(x):
    out = grown(x)
    r = x + 1
    out.append(r)
    out[0][0] = 5
    return r * 2


def held_by_a_state(x):
    r = np.zeros(3)
    out = []
    for i in range(int(x[0]) + 2):
        r = r + i
        out.append(r)
        out[0][0] = 5
    return np.array(out)


def chosen_in_a_branch(x):
    out, best = [], x * 0
    for i in range(int(x[1])):
        z = x * i
        if i == 1:
            best = z
        out.append(z)
    best[1] = 7
    return np.array([v[1] for v in out])


def chosen_and_none(x):
    out, best = [], None
    for i in range(int(x[1])):
        z = x * i
        out.append(z)
        if best is None or z[0] > best[0]:
            best = z
    out[1][0] = 9
    return best


PROGRAMS = [loop, loop_over_a_copy, loop_counted, loop_back, loop_over_a_part, ordered, held_by_a_name, held_by_a_state]
PROGRAMS += [chosen_in_a_branch, chosen_and_none]


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_writes_to_items(program, backend):
    for x in (np.array([1.0, 2.0]), np.array([3.0, 4.0])):
        expected = program(x.copy())
        try:
            found = sct.to_static(program, backend=backend)(x.copy())
        except sct.errors.SctError:
            continue
        np.testing.assert_array_equal(found, expected)


def test_writes_by_index_go_through():
    def program(x):
        out = grown(x)
        out[0][0] = 5
        out[-1][1] = 7
        return np.array(out)

    x = np.array([3.0, 4.0])
    np.testing.assert_array_equal(sct.to_static(program)(x), program(x))
