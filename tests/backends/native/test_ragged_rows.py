"""Lists of lists in machine code: items that are read and changed where they lie, against Python."""

import numpy as np
import pytest

import sct
from sct.ops import registry


def native(function):
    return sct.to_static(function, backend="native")




@native
def pushed(at, xs, n):
    rows = [[] for _ in range(n)]
    for i, x in zip(at.tolist(), xs.tolist(), strict=True):
        rows[i].append(x)
    return rows


@native
def pushed_pairs(at, xs, n):
    rows = [[] for _ in range(n)]
    for i, x in zip(at.tolist(), xs.tolist(), strict=True):
        rows[i].append((x, i))
    total = 0
    for row in rows:
        for x, i in row:
            total = (total * 31 + x * i) % 1000003
    return rows, total


@native
def element_set(at, xs, n):
    rows = [[0, 0] for _ in range(n)]
    for i, x in zip(at.tolist(), xs.tolist(), strict=True):
        rows[i].append(x)
        rows[i][-1] += 1
        rows[i][0] = x + rows[i][1]
    return rows


@native
def set_at(at, places, n):
    rows = [[i] * (i + 1) for i in range(n)]
    for i, j in zip(at.tolist(), places.tolist(), strict=True):
        rows[i][j] = 7
    return rows


@native
def pushed_while_read(at, n):
    """The row that is walked through, and others, grow meanwhile."""
    rows = [[k] for k in range(n)]
    for i in at.tolist():
        row = rows[i]
        for x in range(len(row)):
            rows[(i + x) % n].append(row[x])
    return rows


@native
def popped(at, n):
    rows = [[1, 2, 3] for _ in range(n)]
    total = 0
    for i in at.tolist():
        if len(rows[i]) > 0:
            total += rows[i].pop()
        else:
            rows[i].append(total)
    return rows, total


@native
def read_rows(at, n):
    rows = [[] for _ in range(n)]
    for i in at.tolist():
        rows[i].append(i)
    out = []
    for i in at.tolist():
        row = rows[i]
        out.append(len(row) + sum(row) + (3 if i in row else 0))
    return out


@native
def kept_row(at, n):
    rows = [[] for _ in range(n)]
    for i in at.tolist():
        rows[i].append(i)
    best = list(rows[0])
    for i in at.tolist():
        if len(rows[i]) > len(best):
            best = list(rows[i])
        rows[i].append(-1)
    return best, rows


def check(function, *given_):
    assert function(*given_) == function.__wrapped__(*given_)


def walks(low):
    """Indices of six rows, one walk a seed; some of them count from the end."""
    for seed in range(4):
        yield np.random.default_rng(seed).integers(low, 6, 40)


XS = np.arange(40) * 3


@pytest.mark.parametrize("function", [pushed, pushed_pairs, element_set])
def test_writes(function):
    for at in walks(-6):
        check(function, at, XS, 12)


@pytest.mark.parametrize("function", [popped, read_rows])
def test_reads(function):
    for at in walks(-6):
        check(function, at, 12)


@pytest.mark.parametrize("function", [kept_row, pushed_while_read])
def test_rows_that_grow_while_others_know_them(function):
    for at in walks(0):
        check(function, at[:10], 12)


def test_a_long_row():
    at = np.array([0] * 3000 + [5] * 10)
    check(pushed, at, np.arange(len(at)), 16)


def test_the_push_is_one_store():
    pushed(np.array([1, 2, 3, 4] * 4), np.arange(16), 16)
    assert "list_append" not in pushed.report()


@pytest.mark.parametrize(("i", "j"), [(2, 2), (2, 3), (2, -3), (2, -4), (16, 0), (-17, 0), (-1, -1)])
def test_indices_out_of_range(i, j):
    at, places = np.array([1, 2, i]), np.array([0, 1, j])
    try:
        expected = set_at.__wrapped__(at, places, 16)
    except IndexError as error:
        with pytest.raises(IndexError) as caught:
            set_at(at, places, 16)
        assert str(caught.value) == str(error)
    else:
        assert set_at(at, places, 16) == expected


def test_push_out_of_range():
    with pytest.raises(IndexError, match="list index out of range"):
        pushed(np.array([1, 2, 16] * 4), np.arange(12), 16)


@pytest.mark.parametrize("owned", [False, True])
def test_the_kernel(owned):
    op = registry.get("list_put")
    rows = np.array([[1, 2], [3, 0]])

    def put(*given_, appends):
        if owned:
            return op.extras["owned"](rows.copy(), *given_, appends=appends)
        return op.kernel(rows, *given_, appends=appends, xp=np)

    assert put(1, 1, 1, 9, appends=True).tolist() == [[1, 2], [3, 9]]
    assert put(0, 2, 2, 9, appends=True)[0, :3].tolist() == [1, 2, 9]
    assert put(-2, 2, -1, 9, appends=False).tolist() == [[1, 9], [3, 0]]
    for given_ in ((2, 1, 0), (1, 1, 1), (1, 1, -2)):
        with pytest.raises(IndexError, match="assignment"):
            put(*given_, 9, appends=False)
    assert rows.tolist() == [[1, 2], [3, 0]]


def neighbours_of_a_star(edges, n):
    found = [[] for _ in range(n)]
    for k in range(edges.shape[0]):
        found[int(edges[k, 0])].append(int(edges[k, 1]))
    rows = []
    for k in range(n):
        rows.append(found[n - 1 - k])
    return len(rows), sum(found[0])


@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_one_long_item_among_many_is_left_to_plain_python(backend, monkeypatch):
    monkeypatch.setattr(sct.ops.lists, "MOST_PADDED", 100_000)
    monkeypatch.setattr(sct.loops.lists.lists, "MOST_PADDED", 100_000)
    static = sct.to_static(neighbours_of_a_star, backend=backend)
    few = np.stack([np.arange(1000) % 100, np.arange(1000)], axis=1)
    assert static(few, np.int64(100)) == neighbours_of_a_star(few, 100)
    star = np.stack([np.zeros(1000, np.int64), np.arange(1000)], axis=1)
    with pytest.warns(sct.errors.PlainPythonWarning, match="as much memory as the longest"):
        assert static(star, np.int64(100)) == neighbours_of_a_star(star, 100)
