"""Python's bools are indices of sequences: 0 or 1, also where only the running program knows which."""

import numpy as np
import pytest

import sct

X = np.array([0.5])


def of_known(m, x):
    return (m, 3)[m > 1], [1.5, 2][float(x[0]) > m], ("a", "b")[m > 2], {True: 1, False: 2}[m > 1], "xy"[m > 1], range(5)[m > 1]


def stored(m, x):
    a, b = [1, 2, 3], [[1], [2]]
    a[m > 1] = 9
    b[m > 1].append(5)
    return a, b, ([x], [x + 1])[m > 1]


def of_grown(m, x):
    a = []
    for k in range(m + 2):
        a.append(k * 3)
    a[m > 1] = 7
    return a[m > 1], a[(m > 1) :], a[-(m > 1)], a.pop(m > 1), a


def of_functions(m, x):
    return (np.sin, np.cos)[m > 1](x), (lambda v: v + 1, lambda v: v * 2)[not m](x)


def out_of_range(m, x):
    return (0,)[m > 1]


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("function", [of_known, stored, of_grown, of_functions, out_of_range], ids=lambda f: f.__name__)
@pytest.mark.filterwarnings("error::sct.errors.PlainPythonWarning")
def test_they_choose_as_in_plain_python(function, backend):
    static = sct.to_static(function, backend=backend)
    for m in (0, 1, 2, 3):
        try:
            expected = function(m, X)
        except IndexError as error:
            with pytest.raises(IndexError, match=str(error)):
                static(m, X)
        else:
            assert repr(static(m, X)) == repr(expected)
