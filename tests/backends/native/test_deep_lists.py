"""Lists of lists of lists whose extents only the run knows, in machine code and in NumPy, against Python."""

import numpy as np
import pytest

import sct

SHAPES = [(2, 3, 3), (3, 4, 4), (1, 5, 2), (4, 1, 1), (3, 3, 9)]


def cubes(shape):
    return np.arange(np.prod(shape)).reshape(shape)


@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_numbers_of_two_kinds_at_any_depth(backend):
    def f(x):
        out = [[[0 for _ in range(len(x[0][0]))] for _ in range(len(x[0]))] for _ in range(len(x))]
        for i in range(len(x)):
            for j in range(len(x[0])):
                for k in range(len(x[0][0])):
                    out[i][j][k] += x[i][j][k]
        return out

    static = sct.to_static(f, backend=backend)
    for shape in (*SHAPES, *SHAPES):
        got, wanted = static(cubes(shape)), f(cubes(shape))
        assert got == wanted
        assert type(got[0][0][0]) is type(wanted[0][0][0])


def native(function):
    return sct.to_static(function, backend="native")


def _calls_back(static):
    return "NumPy called back" in static.report()


def test_all_of_it_is_machine_code():
    @native
    def f(x):
        out = [[[0.0 for _ in range(len(x[0][0]))] for _ in range(len(x[0]))] for _ in range(len(x))]
        for i in range(len(x)):
            for j in range(len(x[0])):
                for k in range(len(x[0][0])):
                    out[i][j][k] = out[i][-1 - j][k] + x[i][j][k]
        return out

    for shape in SHAPES:
        assert f(cubes(shape)) == f.__wrapped__(cubes(shape))
    assert not _calls_back(f)


def test_rows_of_rows_of_unlike_lengths():
    @native
    def f(n, x):
        out = [[[x[(i * j) % len(x)] for i in range(j)] for j in range(k)] for k in range(n)]
        for k in range(n):
            for j in range(k):
                for i in range(j):
                    out[k][j][i] += out[k][j][-1] + k
        return out

    for n in (1, 2, 6, 13):
        got, x = f(np.int64(n), np.arange(5) * 3), np.arange(5) * 3
        assert got == f.__wrapped__(n, x)
    assert not _calls_back(f)


def test_lists_in_lists_of_lists_get_longer():
    @native
    def f(at, n):
        out = [[[k] for k in range(n)] for _ in range(n)]
        for i in at.tolist():
            out[i % n][i // n % n].append(i)
            out[-1][0][0] += len(out[i % n][i // n % n])
        return out

    rng = np.random.default_rng(3)
    for size, n in ((5, 2), (40, 3), (200, 4), (0, 1)):
        at = rng.integers(0, 50, size)
        assert f(at, np.int64(n)) == f.__wrapped__(at, n)


def test_whole_rows_are_replaced_and_copied():
    @native
    def f(x):
        n = len(x)
        out = [[[v + i for v in row] for row in x] for i in range(n)]
        for i in range(n):
            out[i][0] = out[i - 1][-1][:]
            out[i] = [list(row) for row in out[i]] + [[i]]
            row = out[i][0]
            row[0] = -i
        return out

    for shape in ((2, 3), (4, 2), (5, 5)):
        assert f(cubes(shape)) == f.__wrapped__(cubes(shape))


@pytest.mark.parametrize("place", [3, -4])
def test_an_index_that_is_out_of_range_raises(place):
    @native
    def f(x, place):
        out = [[[0 for _ in row] for row in x] for _ in x]
        for i in range(len(x)):
            out[i][place][0] = 1
        return out

    for shape in ((4, 2), (5, 3)):
        assert f(cubes(shape), place) == f.__wrapped__(cubes(shape), place)
    with pytest.raises(IndexError):
        f(cubes((3, 3)), place)


def test_the_program_of_the_first_extents_stays_the_one_for_them():
    @native
    def f(x):
        out = [[0 for _ in row] for row in x]
        for i in range(len(x)):
            for j in range(len(x[0])):
                out[i][j] += x[i][j]
        return out

    small, large = cubes((2, 3)), cubes((5, 4))
    f(small), f(large)
    assert [layer.openness for layer, _ in f._quick._layers] == [0, 2]
    before = f.cache_info()
    assert f(small) == f.__wrapped__(small)
    assert f(large) == f.__wrapped__(large)
    assert f.cache_info().misses == before.misses == 2


@pytest.mark.parametrize("kind", [list, tuple])
def test_much_room_that_is_not_used_leaves_the_program_as_nothing(kind):
    @native
    def f(sizes):
        out = []
        for size in sizes.tolist():
            out.append(kind([kind(range(i)) for i in range(size)]))
        return out

    for sizes in (np.array([1, 2, 0, 3]), np.array([40, *[1] * 60]), np.array([0, 0]), np.array([], int)):
        got, wanted = f(sizes), f.__wrapped__(sizes)
        assert got == wanted
        assert [type(x) for x in got] == [type(x) for x in wanted]


@pytest.mark.parametrize("shape", [(12, 12, 12), (20, 20, 20), (6, 6, 6, 6), (3, 30, 4)])
def test_extents_that_are_known_and_not_small(shape):
    """Every level is in rows, as where only the run knows how long it is: all are, or each place has a column."""

    def f(x):
        def zeros(dims):
            return [0 if len(dims) == 1 else zeros(dims[1:]) for _ in range(dims[0])]

        out = zeros(x.shape)
        if len(x.shape) == 4:
            for i in range(x.shape[0]):
                for j in range(x.shape[1]):
                    for k in range(x.shape[2]):
                        for m in range(x.shape[3]):
                            out[i][j][k][m] += x[i][j][k][m]
            return out
        for i in range(x.shape[0]):
            for j in range(x.shape[1]):
                for k in range(x.shape[2]):
                    out[i][j][k] += x[i][j][k]
        return out

    static = native(f)
    assert static(cubes(shape)) == f(cubes(shape))
    program = static._last.program
    assert sum(1 for _ in program.body.walk()) < 1000
    assert not _calls_back(static)


def test_known_rows_have_the_extent_of_other_columns():
    """Many known rows of one length are a constant, with no more room than those of the list's other columns."""

    def f(x, n):
        rows = [[1] * 20 for _ in range(20)]
        for i in range(20):
            for j in range(20):
                rows[i][j] += x[i]
        for _ in range(n):
            rows.append([x[0]] * 20)
        return rows

    static = native(f)
    for n in (0, 2):
        assert static(np.arange(20), np.int64(n)) == f(np.arange(20), n)
