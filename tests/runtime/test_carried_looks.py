"""What a loop's arrays may be is looked up for each, not for each pair: with fifty of them that took seconds."""

import numpy as np

import sct
from sct.runtime.arrays.storage import Storage


def trained(arrays, x, turns):
    slow, fast = [a * 0.5 for a in arrays], [a * 0.0 for a in arrays]
    params = [a + 1.0 for a in arrays]
    for i in range(turns):
        grads = [p * x[i] for p in params]
        for k in range(len(params)):
            slow[k] = 0.9 * slow[k] + grads[k]
            fast[k] = fast[k] * 0.5 + grads[k] ** 2
            params[k] = params[k] - slow[k] / (fast[k] + 1.0)
    return params, slow


def looks_of(n, monkeypatch):
    """How often it is looked up what an array may be, for a loop that carries three lists of `n` arrays."""
    count, reach = [0], Storage._reach

    def counted(self, *args, **options):
        count[0] += 1
        return reach(self, *args, **options)

    arguments = [np.full(5, k + 1.0) for k in range(n)], np.linspace(0.0, 1.0, 12), 9
    with monkeypatch.context() as patched:
        patched.setattr(Storage, "_reach", counted)
        got = sct.to_static(trained, backend="numpy")(*arguments)  # whose traces no disk keeps
    for mine, plain in zip(got, trained(*arguments), strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(mine, plain, strict=True))
    assert len({id(a) for arrays in got for a in arrays}) == 2 * n
    return count[0]


def test_looks_grow_with_the_arrays_and_not_with_their_pairs(monkeypatch):
    few, many = looks_of(2, monkeypatch), looks_of(8, monkeypatch)
    assert many < 11 * few
