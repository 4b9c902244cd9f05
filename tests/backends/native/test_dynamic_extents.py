"""Extents that only the run knows: equal as a rule, stretched where they are 1, refused as NumPy does where they differ."""

import itertools

import numpy as np
import pytest

import sct
from sct.backends.native.executable import Executable

RNG = np.random.default_rng(0)


@pytest.fixture
def by_machine_code(monkeypatch):
    """That no call of a test is answered by the NumPy backend in place of machine code, which nobody would see."""
    fallback, given_up = Executable._fallback, []

    def noted(self, *arrays):
        given_up.append(self.known.name)
        return fallback(self, *arrays)

    monkeypatch.setattr(Executable, "_fallback", noted)
    yield
    assert not given_up


def chain(x, y):
    return (x * y + x) / (y + 2.0) - x * 0.5


def sums(x, y):
    return ((x - y) ** 2).sum(axis=-1), np.maximum(x, y).max(), np.where(x > y, x, y * 2)


def stored(x, y):
    out = x * 2
    out[...] = y
    out += x
    return out


def three(x, y):
    z = x + 1.0
    return z * y + (y - x) * z, x + x[::-1]


def changed(x, y):
    x[1:] *= y[1:] + 1.0
    return x + y


def outer(x, y):
    return x[..., None] * y[..., None, :]


SHAPES = {
    1: [(6,), (1,), (0,), (3,)],
    2: [(4, 5), (1, 5), (4, 1), (1, 1), (0, 5), (4, 3)],
}


@pytest.mark.parametrize("function", [chain, sums, stored, three, changed, outer])
@pytest.mark.parametrize("ndim", [1, 2])
@pytest.mark.parametrize("order", ["C", "F"])
def test_as_numpy(function, ndim, order):
    specs = [sct.InputSpec([None] * ndim)] * 2
    static = sct.to_static(function, backend="native", input_spec=specs)
    for a, b in itertools.product(SHAPES[ndim], repeat=2):
        given = [np.asarray(RNG.uniform(0.5, 2, shape), order=order) for shape in (a, b)]
        mine = [np.array(x) if order == "C" else np.asfortranarray(x.copy()) for x in given]
        try:
            expected = function(*given)
        except Exception as error:
            with pytest.raises(type(error)):
                static(*mine)
        else:
            got = static(*mine)
            for x, y in zip(_flat(expected), _flat(got), strict=True):
                np.testing.assert_array_equal(x, y)
                assert np.shape(x) == np.shape(y)
            for x, y in zip(given, mine, strict=True):
                np.testing.assert_array_equal(x, y)


def _flat(x):
    return x if isinstance(x, tuple) else (x,)


def test_equal_extents_share_a_loop():
    static = sct.to_static(chain, backend="native", input_spec=[sct.InputSpec([None])] * 2)
    static(np.ones(5), np.ones(5))
    loops = [part for part in static.loops().split("for (") if "/" in part.split("}")[0]]
    assert len(loops) == 1  # all of the chain is in one


def test_stretched_again_and_again():
    """The copies that stretching takes are given back."""
    static = sct.to_static(chain, backend="native", input_spec=[sct.InputSpec([None])] * 2)
    x, y = RNG.random(100_000), RNG.random(1)
    for _ in range(50):
        np.testing.assert_allclose(static(x, y), chain(x, y))


def chosen(x, y):
    """What three numbers in registers meet is of extents that only the run knows."""
    x, y = x[:3], y[:3]
    n = x.shape[0]
    if x.shape != y.shape:
        raise ValueError
    column = -np.mean(y, axis=1)
    box = np.eye(n + 1)
    box[:n, n] = column
    line = np.zeros(n + 1)
    line[:n] = y[:, 0]
    return box, line, column.reshape(n, 1) + y, x * y[:, :1]


def test_small_arrays_in_registers_meet_extents_of_the_run():
    static = sct.to_static(chosen, backend="native")
    first = RNG.uniform(0.5, 2, (3, 10))
    static(first, first)  # one array twice, then two: the first extents are the run's own, the second ones known
    for shape in ((4, 100), (5, 7), (2, 6)):
        given = RNG.uniform(0.5, 2, shape), RNG.uniform(0.5, 2, shape)
        for mine, expected in zip(static(*given), chosen(*given), strict=True):
            assert mine.dtype == expected.dtype and mine.shape == expected.shape
            np.testing.assert_allclose(mine, expected, rtol=1e-12)
    with pytest.raises(ValueError):
        static(RNG.uniform(size=(3, 5)), RNG.uniform(size=(3, 6)))


def made_in_a_loop(x):
    for i in range(len(x)):
        g = x[i] * 2
        if g[0] > 99:
            break
    return g


def listed(x):
    found = []
    for _ in range(len(x)):
        x = x + 1
        found.append(x[:2].copy())
        found.append(x[1:3] * 2)
    return np.array(found), x


def shortened(x):
    for i in range(len(x)):
        g = x[i, 1:] * 2
    return g


@pytest.mark.parametrize("function", [made_in_a_loop, listed])
def test_what_a_loop_makes_first_has_its_extents_from_the_start(function, by_machine_code):
    """It was empty when it entered the loop, where machine code takes it to be as long: NumPy did the call instead."""

    check_shapes(function)


def found_backwards(x, wanted):
    before, todo = {0: None}, [0]
    while todo:
        at = todo.pop(0)
        if at == wanted:
            path = []
            while at is not None:
                path.append(at)
                at = before[at]
            return path[::-1]
        for other in (2 * at + 1, 2 * at + 2):
            if other < len(x) and x[other] > 0 and other not in before:
                before[other] = at
                todo.append(other)
    return None


def test_a_list_that_is_part_of_another_or_nothing(by_machine_code):
    """Nobody could tell whether an empty column is the constant or a part of it: NumPy did the call instead."""

    static, x = sct.to_static(found_backwards), np.array([1, 1, 0, 1, 1, 1, 0, 0, 1])
    for wanted in (8, 2, 0, 7, 4):
        assert static(x, np.int64(wanted)) == found_backwards(x, np.int64(wanted))


def test_what_a_loop_makes_first_of_a_part():
    check_shapes(shortened)


def check_shapes(function):
    static = sct.to_static(function)
    for shape in ((5, 10), (7, 5), (4, 3), (30, 20)):
        x = np.random.default_rng(0).normal(size=shape)
        found, wanted = static(x), function(x)
        for a, b in zip(*((y if isinstance(y, tuple) else (y,)) for y in (found, wanted)), strict=True):
            np.testing.assert_array_equal(a, b)


def stretched_twice(x, y):
    """Both factors are stretched, and the second one is not made before that."""
    changed = (x > x) * 1.0
    changed[::2] += x[::2]
    return (y[:, :1] * changed[:1]).sum(axis=0), y[:, :1] * changed[:1], changed


def test_what_is_stretched_lives_until_it_is_read():
    """Making the second one gave back the first one, whose memory others took before it was read."""
    static = sct.to_static(stretched_twice, backend="native", input_spec=[sct.InputSpec([None, None], "float64")] * 2)
    for shape in ((4, 4), (9, 30), (30, 9), (1, 5), (5, 1)):
        x, y = RNG.random(shape), RNG.random(shape)
        for found, wanted in zip(static(x, y), stretched_twice(x, y), strict=True):
            np.testing.assert_allclose(found, wanted, rtol=1e-14)


UNREAD = [
    lambda x, i: (x[i], x * 2)[1], lambda x, i: x[i].shape[0] + x[:1], lambda x, i: (np.take(x, i), x * 2)[1],
    lambda x, i: (x + i, x * 2)[1], lambda x, i: (x[i] * x[:2], x * 2)[1], lambda x, i: (x[i].max(), x * 2)[1],
]  # fmt: skip


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("function", UNREAD)
def test_what_nobody_reads_raises_as_well(function, backend):
    spec = [sct.InputSpec([None], "float64"), sct.InputSpec([None], "int64")]
    static = sct.to_static(function, backend=backend, input_spec=spec)
    for i in ([0, 1, 1], [2, 0], [3, 1, 0], [0], []):
        x, i = np.arange(3.0), np.array(i, int)
        try:
            expected = function(x, i)
        except (ValueError, IndexError) as error:
            with pytest.raises(type(error)):
                static(x, i)
        else:
            np.testing.assert_array_equal(static(x, i), expected)


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_an_extent_of_the_run_beside_none_is_looked_at(backend):
    def none_beside(x):
        return np.zeros(0) + x

    def both(x, y):
        return np.where(x > 0, x, y)

    static, two = sct.to_static(none_beside, backend=backend), sct.to_static(both, backend=backend)
    for n in (1, 0, 1):
        assert static(np.ones(n)).shape == (0,)
    for n in (4, 3, 2):
        with pytest.raises(ValueError, match="broadcast"):
            static(np.ones(n))
        with pytest.raises(ValueError, match="broadcast"):
            two(np.ones(0), np.ones(n))


def in_two_loops(x):
    near = [[] for _ in range(len(x))]
    for i in range(len(x)):
        near[x[i]].append(i)
    for i in range(len(x)):
        if x[i] != 1:
            near[x[i]].append(2 * i)
    return near


def in_inner_loops(x):
    near = [[] for _ in range(len(x))]
    for k in (1, 2, 3):
        for i in range(len(x)):
            for j in range(x[i]):
                near[j].append((i, k * j))
    return near


@pytest.mark.parametrize("function", [in_two_loops, in_inner_loops])
def test_lists_in_a_list_that_grow_in_several_loops(function, by_machine_code):
    """The room that the first loop has left was taken to be all that there ever is: NumPy did the call instead."""

    static = sct.to_static(function)
    for x in (np.array([3, 1, 0, 3, 2, 2]), np.array([0, 0, 0]), np.array([2, 0, 1, 0])):
        assert static(x) == function(x)


def greater(xs, k):
    return [0.0] if k == 0 or not xs else greater([v for v in xs if v > xs[0]], k - 1) + [xs[0]]


def merged(a, b):
    found = []
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            found.append(a[i])
            i += 1
        else:
            found.append(b[j])
            j += 1
    return found + a[i:] + b[j:]


def sorted_by_halves(xs):
    if len(xs) <= 1:
        return xs
    half = len(xs) // 2
    return merged(sorted_by_halves(xs[:half]), sorted_by_halves(xs[half:]))


@pytest.mark.parametrize(
    "function", [lambda x: np.array(greater(list(x), 50)), lambda x: np.array(sorted_by_halves([v for v in x if v > -9]))]
)
def test_room_for_lists_is_not_as_long_as_one_of_them_is_now(function, by_machine_code):
    """A stack of lists was said to have room for what the list at hand holds: NumPy did the call, in 60 times the time."""

    x = np.random.default_rng(0).normal(size=60)
    static = sct.to_static(function, backend="native")
    for given in (x, -x):
        np.testing.assert_array_equal(static(given), function(given))
