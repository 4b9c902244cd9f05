"""Functions that call one another in both branches double at each step: that is given up, or left to plain Python."""

import numpy as np
import pytest

import sct
from sct.errors import UnrollLimitError
from sct.runtime.calls import inlining
from sct.runtime.rolling import too_long

X = np.array([1.0, 2.0, 3.0, 0.5])


def chain(length, folder):
    """So many functions, each of which calls the next one in both branches."""
    lines = ["def g0(x, m):", "    return m * 2"]
    for k in range(1, length + 1):
        lines += [f"def g{k}(x, m):", f"    if x[{k % 4}] > m:", f"        return g{k - 1}(x, m - 1) + 1"]
        lines += [f"    return g{k - 1}(x, m + 2)"]
    path = folder / f"chain_{length}.py"
    path.write_text("\n".join(lines))
    scope = {}
    exec(compile(path.read_text(), path, "exec"), scope)
    return scope[f"g{length}"]


def test_what_doubles_is_left_to_python(monkeypatch, tmp_path):
    monkeypatch.setattr(inlining, "_MUCH", 1_000)
    monkeypatch.setattr(inlining, "_OFTEN", 10)
    for length in (6, 40):
        function = chain(length, tmp_path)
        static = sct.to_static(function, backend="numpy")
        assert static(X, np.int64(-3)) == function(X, np.int64(-3))
        assert sum(1 for _ in static.program(X, np.int64(-3)).body.walk()) < 6_000


def test_what_cannot_end_is_given_up(monkeypatch, tmp_path):
    path = tmp_path / "steps.py"
    path.write_text("\n".join(["def steps(x):", *(f"    x = x * x + {k}" for k in range(150)), "    return x"]))
    scope = {}
    exec(compile(path.read_text(), path, "exec"), scope)
    monkeypatch.setattr(too_long, "MOST_RECORDED", 200)
    with pytest.raises(UnrollLimitError, match="given up after 200 ops"):
        sct.to_static(scope["steps"])(X)


def pairs_of_pairs(x, m):
    y = x[0]
    for _ in range(30):
        y = (y, y)
    s = x[1]
    for _ in range(m):
        z = y if s > 0 else (y, y)
        s = s + len(z)
    return s


def lists_of_lists(x, m):
    y = x[0]
    for _ in range(30):
        y = [y, y]
    s = x[1]
    for _ in range(m):
        z = y if s > 0 else [y, y]
        s = s + len(z)
    return s


def test_a_container_that_doubles_is_given_up():
    with pytest.raises(UnrollLimitError, match="inside of one another"):
        sct.to_static(lists_of_lists)(X, np.int64(3))


def test_tuples_that_double_are_in_pools():
    static = sct.to_static(pairs_of_pairs)
    assert [static(X, np.int64(n)) for n in (3, 0, 5)] == [pairs_of_pairs(X, np.int64(n)) for n in (3, 0, 5)]


def queue_of_chosen(a):
    made, q = [], []
    for i, v in enumerate(a):
        if v > 2:
            made.append(np.zeros(2) + v)
        else:
            q.append(np.zeros(2) + v)
        q.append(np.full(2, v))
        q[-1][1] = i
        x = np.full(2, v)
        made.append(x)
        q.append(x)
        if len(q) > 1:
            q.insert(0, q.pop())
    return len(sorted(made, key=lambda x: x[0]))


def test_arrays_that_may_be_one_in_too_many_ways(monkeypatch):
    monkeypatch.setattr(too_long, "MOST_RELATED", 20_000)
    with pytest.raises(sct.errors.SctError, match="too many arrays go through branches") as caught:
        sct.to_static(queue_of_chosen)(np.array([3.0, 1, 4, 1, 5, 9, 2, 6]))
    assert caught.value.where is not None and caught.value.where.filename == __file__


def test_a_few_chosen_arrays_are_none_of_it():
    def f(a):
        q = []
        for v in a:
            q.append(np.zeros(2) if v > 2 else np.ones(2))
        return len(q)

    assert sct.to_static(f)(np.arange(6.0)) == 6


class _Held:
    """A sequence by its `__getitem__` alone, which Python walks through until that raises."""

    def __init__(self):
        self.items = []

    def __getitem__(self, i):
        return self.items[i]


class _Popped:
    """An iterator that ends with an exception of the list's."""

    def __init__(self, items):
        self.items = items

    def __iter__(self):
        return self

    def __next__(self):
        try:
            return self.items.pop()
        except IndexError:
            raise StopIteration from None


def _filled(x):
    held = _Held()
    for v in x:
        if v > 0:
            held.items.append(v)
    return held


@pytest.mark.parametrize(
    "f",
    [
        lambda x: [v for v in _filled(x)],
        lambda x: list(_filled(x)),
        lambda x: sum(_filled(x)),
        lambda x: [v for v in _Popped(_filled(x).items)],
    ],
    ids=["comprehension", "list", "sum", "iterator"],
)
def test_an_end_that_only_the_run_knows_is_not_waited_for(f):
    x = np.arange(40.0) % 5 - 1
    try:
        assert sct.to_static(f)(x) == f(x)
    except UnrollLimitError as refused:
        assert "each of which may be there or not" in str(refused) and "test_too_long.py" in str(refused)
