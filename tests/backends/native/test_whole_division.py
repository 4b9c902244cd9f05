"""Floor division and its rest where signs are known while the code is written, and where they are not."""

import numpy as np
import pytest

import sct


def tables(a, b):
    """Under tests that tell signs."""
    out = np.empty((len(a), len(b), 2), a.dtype)
    for i in range(len(a)):
        for j in range(len(b)):
            if b[j] > 0 and a[i] >= 0:
                out[i, j] = a[i] // b[j], a[i] % b[j]
            elif b[j] > 0:
                out[i, j] = a[i] // b[j], a[i] % b[j]
            else:
                out[i, j] = a[i] // b[j], a[i] % b[j]
    return out


def by_numbers(a):
    """By numbers, of what is known not to be negative, and not."""
    out = np.empty((len(a), 6), a.dtype)
    for i in range(len(a)):
        out[i] = a[i] // 7, a[i] % 7, (i - 3) // 7 % 5, (i - 3) % 7, i // 3, i % 3
    return out


def of_python(n, m):
    """Python's ints."""
    found = []
    for i in range(-n, n):
        found.append((i // m, i % m, divmod(i, m)))
    return found


def buckets(a, n):
    """Rests as indices."""
    out = np.zeros(n, np.int64)
    for i in range(len(a)):
        out[a[i] % n] += 1
        out[int(a[i]) % n] += 1
    return out


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.int64, np.uint8, np.uint64])
def test_of_all_integers(dtype):
    info = np.iinfo(dtype)
    ends = [info.max, info.max - 1, info.min, info.min + 1]
    a = np.array([0, 1, 2, 3, 6, 7, 8, *ends, *([-1, -2, -7, -8] if info.min else [])], dtype)
    for function, args in ((tables, (a, a)), (by_numbers, (a,))):
        static = sct.to_static(function, backend="native")
        np.testing.assert_array_equal(static(*args), function(*args))


@pytest.mark.parametrize("m", [1, 2, 3, -1, -3, -4, 7])
def test_of_pythons_ints(m):
    assert sct.to_static(of_python, backend="native")(40, m) == of_python(40, m)


def test_rests_are_indices():
    a = np.random.default_rng(0).integers(-100, 100, 500)
    assert (sct.to_static(buckets, backend="native")(a, 7) == buckets(a, 7)).all()
