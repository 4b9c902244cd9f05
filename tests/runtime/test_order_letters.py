"""`order=` in small letters, and of new arrays that get a shape beside the array that they are like."""

from __future__ import annotations

import linecache

import numpy as np
import pytest

import sct
from sct.errors import UnsupportedOpError

ARRAYS = [
    np.arange(6.0).reshape(2, 3),
    np.asfortranarray(np.arange(6.0).reshape(2, 3)),
    np.arange(24.0).reshape(2, 3, 4).transpose(1, 0, 2),
    np.arange(24.0).reshape(2, 3, 4).T,
]
USES = [
    "x.flatten(order=o)", "x.ravel(order=o)", "np.ravel(x, order=o)", "x.reshape(-1, order=o)", "np.reshape(x, (-1, 2), order=o)",
    "x.copy(order=o)", "np.array(x, order=o)", "np.zeros_like(x, order=o)", "np.zeros_like(x, order=o, shape=(3, 2))",
    "np.full_like(x, 2.0, order=o, shape=(3, 2))", "np.ones_like(x, order=o, shape=(2, 3, 2))", "np.zeros((2, 3), order=o) + x.size",
    "np.asarray(x, order=o)", "np.asanyarray(x, order=o)", "np.add(x, 1, order=o)", "x.astype('f4', order=o)",
]  # fmt: skip


def function(use):
    source = f"def f(x, o):\n    return {use}\n"
    linecache.cache[use] = (len(source), None, source.splitlines(True), use)
    scope = {"np": np}
    exec(compile(source, use, "exec"), scope)
    return scope["f"]


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("use", USES)
def test_orders(use, backend):
    plain = function(use)
    for x in ARRAYS:
        for order in "cfakCFAK" if backend == "numpy" else "cfk":
            static = sct.to_static(plain, backend=backend)  # how x lies is no guard: each call is the first
            try:
                expected = plain(x, order)
            except ValueError as error:
                with pytest.raises(ValueError, match=str(error)):
                    static(x, order)
                continue
            try:
                seen = static(x, order)
            except UnsupportedOpError:
                continue
            assert seen.tolist() == expected.tolist()
            assert backend != "numpy" or seen.strides == expected.strides


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_a_new_array_beside_one_with_gaps_lies_like_it(backend):
    def f(x, row):
        rows = np.broadcast_to(row, (4, 6))
        return np.zeros_like(x[::2, ::2], shape=(2, 3)), np.ones_like(x.T[::2], shape=(3, 2)), np.full_like(rows, 2, shape=(2, 2))

    x, row = np.ones((6, 8)), np.ones(6)
    for seen, expected in zip(sct.to_static(f, backend=backend)(x, row), f(x, row), strict=True):
        assert seen.tolist() == expected.tolist()
        assert backend != "numpy" or seen.strides == expected.strides
