"""Arguments that the compiled code changes where they lie: what the caller sees afterwards, come what may."""

import copy
import signal
import time

import numpy as np
import pytest

import sct
from sct.backends.native import abi
from tests.runtime.changing_functions import arguments, build, everything, function_text

pytestmark = pytest.mark.skipif(not abi.available(), reason="no native calls on this build")


def static(function):
    return sct.to_static(function, backend="native")


def written(function, *args):
    """The arguments that the code itself changes."""
    compiled = static(function)
    compiled(*copy.deepcopy(args))
    return compiled._last.executable.written


def add_one(x):
    x += 1.0


def inner_part(u):
    u[1:-1, 1:-1] = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])


def seidel(u):
    for _ in range(3):
        for i in range(1, u.shape[0] - 1):
            for j in range(1, u.shape[1] - 1):
                u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])


def lu(a):
    for k in range(a.shape[0]):
        for i in range(k + 1, a.shape[0]):
            a[i, k] /= a[k, k]
            for j in range(k + 1, a.shape[0]):
                a[i, j] -= a[i, k] * a[k, j]


def under_a_branch(x):
    if x[0, 0] > 0.0:
        x[1:] *= 2.0


SQUARE = np.random.default_rng(0).random((12, 12)) + 12 * np.eye(12)


@pytest.mark.parametrize("function", [add_one, inner_part, seidel, lu, under_a_branch])
def test_plain_updates_need_no_copy(function):
    assert written(function, SQUARE) == (0,)


def moved_on(x, y, n):
    for _ in range(n):
        x += 0.5 * y
        if y[0] > 0.2:
            x *= 0.5
    return x * 1.0


def from_another(x, y, n):
    z = x
    for _ in range(n):
        z = z + y
        z = np.where(z > 3.0, z - 3.0, z)
    return z


def with_the_old(x, y, n):
    first, change = x.copy(), 0.0
    for _ in range(n):
        old = x.copy()
        x += y * 0.25
        change = np.abs(x - old).max()
    return first, change


@pytest.mark.parametrize("function", [moved_on, from_another, with_the_old])
@pytest.mark.parametrize("turns", [0, 1, 6])
def test_whole_arrays_are_updated_in_loops(function, turns):
    compiled = static(function)
    compiled(np.ones(40), np.ones(40), np.int64(2))
    expected, found = [np.random.default_rng(3).random((2, 40)) for _ in range(2)]
    want, got = function(*expected, np.int64(turns)), compiled(*found, np.int64(turns))
    np.testing.assert_array_equal(found, expected)
    for a, b in zip(want if isinstance(want, tuple) else (want,), got if isinstance(got, tuple) else (got,), strict=True):
        np.testing.assert_allclose(b, a, rtol=1e-15)


def test_an_update_in_a_branch_needs_no_memory():
    compiled = static(in_a_branch)
    x = np.ones((30, 30))
    compiled(x, 1.0)
    assert compiled._last.executable.written == (0,)
    assert "sct_alloc" not in compiled.loops()
    compiled(x, -1.0)
    assert x[0, 0] == 2.5


def in_a_branch(x, y):
    if y > 0.0:
        x += 1.5


def exchanged(x, y):
    t = x.copy()
    x[:] = y
    y[:] = t


def mirrored(x, y):
    x[:] = x[::-1]
    y[:] = y[::-1] + x


def one_value_twice(x, y):
    x += 1.0
    y[:] = x
    return x, x + 0.0, y * 1.0


def before_and_after(x, y):
    old = x.copy()
    x[2] = 7.0
    y += old
    return old, x[1:4]


def one_of_both(x, y):
    if x[0] > 2.0:
        t = y * 2.0
    else:
        t = y
        t[2] = 0.5
    x *= x[::-1] + 1.5
    return (t,)


def swapped_in_a_loop(x, y):
    for _ in range(3):
        t = x.copy()
        x[:] = y
        y[:] = t * 2.0


def called_back_in_between(x, y):
    x += 1.0
    y[:] = np.partition(x, 3)
    x *= 2.0
    return np.partition(y, 4), x


FUNCTIONS = [
    exchanged, mirrored, one_value_twice, before_and_after, one_of_both, swapped_in_a_loop, called_back_in_between,
]  # fmt: skip


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("shape", [(8,), (64,), (16,)])
def test_every_object_is_what_plain_python_leaves(function, shape):
    compiled = static(function)
    for _ in range(3):
        expected, found = [np.random.default_rng(1).random((2, *shape)) for _ in range(2)]
        want, got = function(*expected), compiled(*found)
        np.testing.assert_allclose(found, expected, rtol=1e-14)
        for a, b in zip(want or (), got or (), strict=True):
            np.testing.assert_array_equal(a, b)
            assert [np.shares_memory(a, x) for x in expected] == [np.shares_memory(b, x) for x in found]


def test_an_argument_that_is_returned_is_the_callers_object():
    compiled = static(one_value_twice)
    x, y = np.ones(20), np.ones(20)
    found = compiled(x, y)
    assert found[0] is x
    assert found[1] is not x


def out_of_bounds_halfway(x, order):
    for i in range(order.shape[0]):
        x[order[i]] += 1.0
        x[0] *= 2.0


def overflows_halfway(x, n):
    x[0] = 5.0
    for i in range(4):
        n = n * n
        x[i] += 1.0
    x[1] = n
    return n


def raises_in_a_callback(x, y):
    x += 1.0
    return np.linalg.solve(y, x)


@pytest.mark.parametrize(
    ("function", "second"),
    [
        (out_of_bounds_halfway, np.array([1, 2, 99, 3])),
        (out_of_bounds_halfway, np.array([1, 2, -7, 3])),
        (overflows_halfway, 10_000),
        (raises_in_a_callback, np.zeros((6, 6))),
    ],
)
def test_what_was_written_before_an_exception(function, second):
    compiled = static(function)
    for _ in range(2):
        expected, found = np.arange(6.0), np.arange(6.0)
        answers = []
        for one, x in ((function, expected), (compiled, found)):
            try:
                answers.append(str(one(x, second)))
            except (IndexError, np.linalg.LinAlgError) as error:
                answers.append((type(error), str(error)))
        assert answers[0] == answers[1]
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("order", ["F", "strided", "swapped"])
def test_arrays_of_other_layouts(order):
    def made():
        x = np.random.default_rng(2).random((6, 8))
        return {"F": np.asfortranarray(x), "strided": x[::2, ::2], "swapped": x.astype(">f8")}[order]

    for function in (add_one, inner_part, under_a_branch_of_rows):
        compiled = static(function)
        compiled(np.random.default_rng(2).random(made().shape))
        for _ in range(2):
            expected, found = made(), made()
            function(expected)
            compiled(found)
            np.testing.assert_allclose(found, expected, rtol=1e-14)


def under_a_branch_of_rows(x):
    if x.sum() > 0.0:
        x[1:] *= 2.0


def test_read_only_arrays_are_refused_as_plain_python_does():
    compiled = static(add_one)
    compiled(np.ones(20))
    x = np.ones(20)
    x.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        compiled(x)
    assert x.sum() == 20


def takes_long(x, n):
    for _ in range(n):
        for i in range(1, x.shape[0]):
            x[i] = x[i - 1] * 0.5 + 1.0


class LateError(Exception):
    pass


def test_an_exception_of_a_signal_handler_comes_out():
    """It is not answered by another run, which would change the array once more."""
    compiled = static(takes_long)
    compiled(np.ones(2000), 3)

    def raises(*_):
        raise LateError

    before = signal.signal(signal.SIGALRM, raises)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    begin = time.monotonic()
    try:
        with pytest.raises(LateError) as caught:
            compiled(np.ones(2000), 10**9)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - begin < 20
    assert vars(caught.value) == {}


def no_memory_afterwards(x):
    x[0] += 1.0
    big = np.zeros((1_000_000, 10_000_000))
    big[1, 2] = x[0]
    x[1] = big[1].sum()


def test_out_of_memory_after_a_write():
    compiled = static(no_memory_afterwards)
    for _ in range(2):
        x = np.zeros(20)
        with pytest.raises(MemoryError):
            compiled(x)
        assert x[0] == 1.0


@pytest.mark.parametrize("seed", range(40))
def test_random_functions(seed):
    text = function_text(seed)
    function = build(text, f"<changing {seed}>")
    compiled = static(function)
    for call in range(2):
        expected, found = arguments(seed + 7000 * call), arguments(seed + 7000 * call)
        want, got = everything(function, expected), everything(compiled, found)
        if got is None:
            return  # refused
        assert want.keys() == got.keys(), text
        for key, value in want.items():
            if isinstance(value, np.ndarray):
                np.testing.assert_allclose(got[key], value, rtol=1e-9, err_msg=text)
            else:
                assert got[key] == value, text
