"""Objects of libraries that are changed where it may happen any number of times, or that come from outside: refused.

Answers were those of a change that always happens.
"""

import collections
import contextlib
import graphlib
import hashlib
import zlib
from array import array

import numpy as np
import pytest

import sct
from sct.errors import SideEffectError, UnsupportedCallError
from tests.harness import Call
from tests.harness.observe import differences, observe


class Mine(collections.UserList):
    """A class of the user's with methods of a library."""


def appended_to_an_array(n):
    m = array("i", [0, 0])
    if n > 2:
        m.append(1)
    return len(m), sum(m)


def grown_in_a_loop(n):
    m = array("i")
    for _ in range(n):
        m.append(4)
    return len(m)


def multiplied(n):
    m = array("i", [1])
    if n > 2:
        m *= 2
    return len(m)


def deleted(n):
    m = array("d", [1.0, 2.0])
    if n > 2:
        del m[0]
    return m[0]


def through_a_view(n):
    m = array("d", [1.0, 2.0])
    if n > 2:
        memoryview(m)[0] = 5.0
    return m[0]


def user_list(n):
    m = collections.UserList([0, 0])
    if n > 2:
        m.append(1)
    return len(m)


def user_list_made_longer(n):
    m = collections.UserList([0, 0])
    if n > 2:
        m += [1]
    return len(m)


def user_dict(n):
    m = collections.UserDict(a=1)
    if n > 2:
        m.pop("a")
    return len(m)


def of_a_class_of_the_users(n):
    m = Mine([1])
    if n > 2:
        m.extend([4, 5])
    return len(m)


def sorter(n):
    m = graphlib.TopologicalSorter({"a": ["b"]})
    if n > 2:
        m.add("c")
    return len(list(m.static_order()))


def digest(n):
    m = hashlib.sha256(b"a")
    if n > 2:
        m.update(b"x")
    return int(m.hexdigest()[:8], 16)


def compressed(n):
    m = zlib.compressobj()
    if n > 2:
        m.compress(b"abc")
    return len(m.flush())


IN_BRANCHES = [sorter, digest, compressed]


@pytest.mark.parametrize("function", IN_BRANCHES, ids=lambda f: f.__name__)
def test_in_a_branch(function):
    static = sct.to_static(function)
    with pytest.raises(SideEffectError, match="may happen any number of times"):
        static(np.int64(1))


SERVED = [
    appended_to_an_array, grown_in_a_loop, multiplied, deleted,
    user_list, user_list_made_longer, user_dict, of_a_class_of_the_users,
]  # fmt: skip


@pytest.mark.parametrize("function", SERVED)
def test_classes_in_python_are_converted(function):
    static = sct.to_static(function)
    for n in (1, 5):
        assert static(np.int64(n)) == function(np.int64(n))


@pytest.mark.parametrize("held", [collections.UserList, lambda numbers: array("i", numbers), bytearray])
@pytest.mark.parametrize("change", [lambda m: m.append(1), lambda m: m.__iadd__(m), lambda m: m.__setitem__(0, 5)])
def test_from_outside(held, change):
    plain, static = held([0]), held([0])
    for m, jit in ((plain, lambda f: f), (static, sct.to_static)):
        with contextlib.suppress(BufferError):  # a bytearray that is joined to itself
            jit(lambda n, m=m, change=change: (change(m), n))(np.int64(1))
    assert plain == static and list(plain) == list(static)


def test_from_outside_what_is_refused():
    """It stays as it was."""
    held = array("Q", [1])
    with pytest.raises(SideEffectError, match="from outside the function is changed"):
        sct.to_static(lambda n, m=held: (m.append(2), n))(np.int64(1))
    assert list(held) == [1]


def always(n):
    m, a, h, u = Mine([1]), array("i", [1]), hashlib.md5(), collections.UserList([3, 1])
    m.append(2)
    m += [3]
    m[0] = 9
    a.append(2)
    a *= 2
    a[0] = 7
    h.update(b"abc")
    for i in range(int(n) * 0 + 3):
        n = n + u.count(3) + len(u.copy()) + (u + [1]).index(1) + i
    return n + len(m), sum(a), m[0], int(h.hexdigest()[:8], 16)


def returned(n):
    m = array("d", [1.0, 2.0])
    m.append(3.0)
    return m, [m, n], array("b")


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("function", [always, returned])
def test_what_always_happens(function, backend):
    static = sct.to_static(function, backend=backend)
    for n in (1, 4, 1):
        call = Call((np.int64(n),), {})
        assert not differences(observe(function, call), observe(static, call))
    assert function is not returned or static(np.int64(1))[0] is not static(np.int64(1))[0]


def stored(n):
    m = array("i", [0, 1])
    m[n] = 5
    return sum(m)


def test_run_time_values_beside_arrays():
    with pytest.raises(UnsupportedCallError, match=r"an array\.array of which only the run knows .*, beside one of NumPy's"):
        sct.to_static(lambda n: array("d", [0.0]) * n)(np.int64(3))
    with pytest.raises(UnsupportedCallError, match=r"memoryview\(\) of an array\.array of which only the run knows"):
        sct.to_static(through_a_view)(np.int64(3))
    assert sct.to_static(lambda x: array("d", x))(np.ones(3)) == array("d", [1.0, 1.0, 1.0])
    assert sct.to_static(stored)(np.int64(1)) == 5
