"""What plain Python did, with a warning, and what now has a result or a refusal that names the line."""

from collections import deque

import numpy as np
import pytest

from sct import to_static
from sct.errors import SctError
from sct.runtime.iteration.iterables import ListChanged

BACKENDS = pytest.mark.parametrize("backend", ["native", "numpy"])
X = np.array([1.0, 2.0, -3.0, 4.0])


def chain(number):
    """A function with so many `elif`s, as its source and as itself."""
    elifs = "".join(f"    elif n == {k}:\n        r = {k}.5\n" for k in range(1, number))
    text = f"def f(n):\n    if n == 0:\n        r = 0.0\n{elifs}    else:\n        r = -1.0\n    return r\n"
    return text


def from_text(text, path):
    """The function `f` of a file."""
    path.write_text(text)
    names = {}
    exec(compile(text, str(path), "exec"), names)
    return names["f"]


def test_a_long_chain_is_refused_at_its_line(tmp_path):
    f = to_static(from_text(chain(200), tmp_path / "chain.py"))
    with pytest.raises(SctError, match="recursion limit was reached"):
        f(np.int64(3))


def test_a_short_chain_is_served(tmp_path):
    plain = from_text(chain(20), tmp_path / "chain.py")
    f = to_static(plain)
    assert [f(np.int64(k)) for k in (0, 3, 19, 20)] == [plain(k) for k in (0, 3, 19, 20)]


def grows(x):
    q = deque([1.0])
    for _ in q:
        if x[0] > 0:
            q.append(2.0)
    return len(q)


def numbered(x):
    q = deque([1.0, 2.0])
    for _, _ in enumerate(q):
        if x[0] > 0:
            q.append(2.0)
    return len(q)


def turns(x):
    q = deque([1.0, 2.0])
    for _ in q:
        if x[0] > 0:
            q.rotate(1)
    return q


@BACKENDS
@pytest.mark.parametrize("f", [grows, numbered, turns])
def test_deques_that_may_change_are_refused(f, backend):
    with pytest.raises(ListChanged, match=r"for .* in "):
        to_static(f, backend=backend)(-X)


def grows_always(x):
    q = deque([1.0, 2.0])
    for v in q:
        q.append(v + x[0])
    return len(q)


def test_a_deque_that_changes_always_raises_as_in_python():
    with pytest.raises(RuntimeError, match="mutated"):
        to_static(grows_always)(X)


def added_at(x):
    np.add.at(x, [0, 1], 1.0)
    return x.sum()


@BACKENDS
def test_at_of_read_only_arrays_is_refused(backend):
    x = X.copy()
    x.setflags(write=False)
    with pytest.raises(SctError, match=r"np\.add\.at(.|\n)*read-only"):
        to_static(added_at, backend=backend)(x)
    y = X.copy()
    assert to_static(added_at, backend=backend)(y) == 6.0 and y[0] == 2.0


def no_shape(x):
    a, b = x.reshape(None), np.reshape(x, None, copy=True)
    a[0] = 9.0
    b[1] = 8.0
    return np.reshape(x[0], None), np.reshape(3.0, None), np.reshape(np.outer(x, x).T, None, order="F")


@BACKENDS
def test_no_shape_is_a_view(backend):
    x, y = X.copy(), X.copy()
    for mine, theirs in zip(to_static(no_shape, backend=backend)(x), no_shape(y), strict=True):
        assert type(mine) is type(theirs) and np.array_equal(mine, theirs)
    assert x.tolist() == y.tolist()


@BACKENDS
def test_numpys_truths_are_no_precision(backend):
    def f(x):
        return np.array2string(x, precision=np.True_)

    for g in (f, to_static(f, backend=backend)):
        with pytest.raises(TypeError, match="must be an integer"):
            g(X)


def folded_lists(x):
    xs = [v for v in x if v > 0]
    return np.add.reduce(xs), np.maximum.accumulate(xs), np.multiply.outer(xs, xs), np.add.reduceat(xs, [0, 1])


def ranges_of_names(x):
    return np.add.reduce(range(int(x[0]) + 3)), np.multiply.accumulate(deque([1.0, x[1]]))


@BACKENDS
@pytest.mark.parametrize("plain", [folded_lists, ranges_of_names])
def test_methods_of_ufuncs_take_what_functions_take(plain, backend):
    for mine, theirs in zip(to_static(plain, backend=backend)(X), plain(X), strict=True):
        np.testing.assert_array_equal(mine, theirs, strict=True)
