"""C's `long` and `long long` are of one width on most machines: equal dtypes, of which one is named int64."""

import numpy as np
import pytest

import sct
from sct.errors import SctError

ALIAS = next(c for c in "ilq" if np.dtype(c) == np.int64 and np.dtype(c).char != np.dtype(np.int64).char)


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_an_array_of_the_other_one_is_refused_also_later(backend):
    static = sct.to_static(lambda x: (x + 1, x.dtype.char), backend=backend)
    x = np.arange(3)
    for _ in range(3):
        assert static(x)[0].dtype.char == static(x)[1] == x.dtype.char
        with pytest.raises(SctError, match="is equal to int64"):
            static(x.astype(ALIAS))
        with pytest.raises(SctError, match="is equal to int64"):
            static(np.dtype(ALIAS).type(3))


@pytest.mark.parametrize(
    "make",
    [
        lambda x: x.astype(ALIAS),
        lambda x: np.zeros(3, ALIAS) + x,
        lambda x: np.array(x, dtype=ALIAS),
        lambda x: np.add(x, 1, dtype=ALIAS),
        lambda x: x.sum(dtype=np.dtype(ALIAS)),
        lambda x: np.dtype(ALIAS).type(x[0]),
        lambda x: x + np.zeros(3, ALIAS),
        lambda x: x.view(ALIAS),
        lambda x: np.full_like(x, 2, dtype=ALIAS),
    ],
)
def test_making_one_is_refused(make):
    x = np.arange(3)
    wanted = make(x)
    try:
        found = sct.to_static(lambda x: make(x + 0), backend="native")(x)
    except SctError:
        return
    assert found.dtype.char == wanted.dtype.char
    assert type(found) is type(wanted)


def test_the_dtype_itself_is_what_it_is():
    static = sct.to_static(lambda x: (x + 1, np.dtype(ALIAS).char, np.dtype(ALIAS) == x.dtype))
    assert static(np.arange(3))[1:] == (ALIAS, True)
