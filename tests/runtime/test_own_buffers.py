"""Where a `bytearray` is a list of the program's, what needs its memory is refused by name."""

import array

import numpy as np
import pytest

import sct
from sct.errors import SctError

X = np.array([3, 1, 2, 1, 3])


def counted(x):
    counts = bytearray(6)
    for v in x:
        counts[v] += 1
    return counts


@pytest.mark.parametrize(
    "use",
    [
        lambda x: memoryview(counted(x))[0],
        lambda x: np.array(counted(x)),
        lambda x: np.frombuffer(counted(x), np.uint8),
        lambda x: counted(x) == x,
        lambda x: x + counted(x),
        lambda x: counted(x) in x,
        lambda x: np.int64(2) == counted(x),
        lambda x: counted(x).find(x[0]),
        lambda x: counted(x) == array.array("B", [0, 2, 1, 2, 0, 0]),
        lambda x: counted(x).translate(bytes(range(256))),
        lambda x: array.array("i", [0, 1, int(x[0])]).tobytes(),
    ],
)
def test_its_memory(use):
    with pytest.raises(SctError, match="bytearray|array"):
        sct.to_static(use, full_graph=True)(X)


def test_python_has_it_where_the_program_need_not():
    def windows(x):
        b = bytearray(4)
        memoryview(b)[0] = 7
        return b, x + b[0]

    static = sct.to_static(windows)
    for _ in range(2):
        found, total = static(X)
        assert found == bytearray(b"\x07\0\0\0")
        assert np.array_equal(total, X + 7)


def test_what_leaves_is_pythons_own_each_time():
    static = sct.to_static(counted)
    first, second = static(X), static(X)
    assert type(first) is type(second) is bytearray
    assert first is not second
    first[0] = 9
    assert static(X) == counted(X) == second
