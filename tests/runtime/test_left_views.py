"""Lists of views that a run-time loop leaves: which objects they are, whose memory they share, what writes to them do."""

import numpy as np
import pytest

import sct


def _split(x, n):
    for i in range(n):
        if x[i] > 1.5:
            return np.split(x, 2)
    return None


def _parts(x, n):
    for i in range(n):
        if x[i] > 100:
            return np.array_split(x, 4)
    return np.array_split(x, 4)


def _own(x, n):
    y = x * 2
    for i in range(n):
        if y[i] > 1.5:
            return np.split(y, 2)
    return []


def _left(x, n):
    r = None
    for i in range(n):
        if x[i] > 1.5:
            r = [x[:2], x[2:]]
            break
    return r


def _twice(x, n):
    for i in range(n):
        if x[i] > 1.5:
            return np.split(x, 2), np.split(x, 2)
    return None


def _alike(x, n):
    y = x * 2
    for i in range(n):
        if y[i] > 3:
            return {"a": y[:3], "b": [y[3:], y[:3]]}
    return {"a": y, "b": []}


def _swapped(x, n):
    r = [x[:3], x[3:]]
    for _ in range(n):
        r = [r[1], r[0]]
    return r


def _met(x, n):
    a = x[:3]
    r = [a, a]
    for i in range(n):
        if x[i] > 2.5:
            r = [r[0], x[:3]]
    return r, a


def _turned(x, n):
    p = [x[:2], x[2:4], x[4:]]
    for i in range(n):
        if x[i] > 2:
            p = [p[1], p[1], p[0]]
    return p, x


def _columns(x, n):
    m = x.reshape(2, 3)
    for i in range(n):
        if x[i] > 1.5:
            return np.hsplit(m, 3)
    return np.vsplit(m, 2)


def _one_twice(x, n):
    for i in range(n):
        if x[i] > 1.5:
            p = np.split(x, 2)
            return p + p
    return None


def _arrays(value):
    if isinstance(value, np.ndarray):
        return [value]
    items = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return [x for item in items for x in _arrays(item)]


def _seen(function, x, n):
    x = x.copy()
    made = function(x, n)
    arrays = [*_arrays(made), x]
    one = [[a is b for b in arrays] for a in arrays]
    shared = [[np.shares_memory(a, b) for b in arrays] for a in arrays]
    before = repr(made)
    for k, a in enumerate(arrays):
        a += (k + 1) * 10
    return before, repr(made), x.tolist(), one, shared


V = np.array([3.0, 1.0, 2.0, 5.0, 4.0, 8.0])


@pytest.mark.filterwarnings("error::sct.errors.PlainPythonWarning")
@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize(
    "function", [_split, _parts, _own, _left, _twice, _one_twice, _alike, _swapped, _met, _turned, _columns]
)
def test_which_objects_leave(function, backend):
    static = sct.to_static(function, backend=backend)
    for x, n in ((V, 3), (V, 0), (V[::-1], 2), (V * 0, 3), (V, 6)):
        assert _seen(static, x, np.int64(n)) == _seen(function, x, np.int64(n)), n
