"""Loops on several threads: the same bits whatever their number, and the same errors."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

import sct
from sct.backends.native import abi, threads
from sct.config import settings
from sct.loops.known import layouts
from sct.loops.nests import pieces
from sct.loops.turns import spread
from tests.backends.native.test_random_programs import RANDOM, SETTINGS, Silent, assert_same

pytestmark = pytest.mark.skipif(
    not abi.available() or settings.num_threads < 2, reason="no native calls on this build, or one core"
)
COUNT = 40_013  # long enough for pieces, and no multiple of anything


@pytest.fixture
def eager(monkeypatch):
    """Whatever may run on several threads does, however short it is."""
    monkeypatch.setattr(spread, "LEAST", -1)
    monkeypatch.setattr(spread, "PIECE", 20_000)
    monkeypatch.setattr(spread, "UNLOCKED", -1)
    yield
    threads.set_num_threads(settings.num_threads)


def elementwise(x, y):
    return np.exp(x) * y + x / (1 + y * y)


def rows(x, y):
    m = x.reshape(163, -1)[:, :200] if x.size % 163 == 0 else x[:32_000].reshape(160, 200)
    e = np.exp(m - m.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True), m.mean(axis=1), m.std(axis=1), m.argmax(axis=1)


def long_rows(x, y):
    m = x[:40_000].reshape(4, 10_000)
    n = y[:40_000].reshape(4, 10_000)
    e = np.exp(m - m.max(axis=1, keepdims=True)) * n
    return e.cumsum(axis=1), e / e.sum(axis=1, keepdims=True)


def sums(x, y):
    return x.sum(), ((x - y) ** 2).sum(), x.mean(), x.std(), (x[::2] * 3).sum(), x.astype(np.float32).sum()


def complex_sums(x, y):
    z = x + 1j * y
    return z.sum(), (z * z).mean()


def extremes(x, y):
    x[17], x[30_001] = np.nan, np.nan
    y[20_000] = y[35_000] = 7.0
    return x.max(), x.argmin(), y.max(), y.argmax(), np.abs(y).min(), -(y * 0.0).min()


def counts(x, y):
    k = (x * 1000).astype(np.int64)
    return k.sum(), (x > 0.5).sum(), np.count_nonzero(y > 0.25), (x < 2).all(), (y > 2).any(), (k | 1).prod()


def ordered(x, y):
    return (1 + x / 1000).prod(), x.cumsum(), np.linalg.norm(x)


def both(x, y):
    return np.sqrt(x).sum(), np.sqrt(x).max(), (np.sqrt(x) > 0.5).sum()


def written(x, y):
    x[1:-1] = y[2:] + y[:-2]
    x[x > 1.5] = -1.0
    y[:] = y[::-1] * 2
    x[1:] = x[:-1] + 1.0
    return x, y


def stencil(x, y):
    a = x[:40_000].reshape(200, 200).copy()
    for _ in range(3):
        a[1:-1, 1:-1] = 0.25 * (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:])
    return a, a.sum(), a.T.sum(axis=1), a.sum(axis=0)


def gathered(x, y):
    at = (y * (x.size - 1)).astype(np.int64)
    return x[at] * 2, x[at].sum()


def columns(x, y):
    m, n = x[:40_000].reshape(50, 800), y[:40_000].reshape(50, 800)
    a = np.sqrt(m) * n
    three = x[:30_000].reshape(10, 600, 5)
    return m.sum(axis=0), a.mean(axis=0), a.std(axis=0), a.max(axis=0), m.argmin(axis=0), three.sum(axis=(0, 2)), (
        np.exp(three) / np.exp(three).sum(axis=0)
    ), a


def tall(x, y):
    m = x[:40_000].reshape(-1, 20) if x.size == COUNT else x[:39_000].reshape(-1, 600)
    return (m - m.mean(axis=0)) / m.std(axis=0), m.all(axis=0), (m > 0.5).sum(axis=0), (m * m).prod(axis=0)


FUNCTIONS = [
    columns, tall,
    elementwise, rows, long_rows, sums, complex_sums, extremes, counts, ordered, both, written, stencil, gathered
]  # fmt: skip


def operands(count=COUNT, seed=5):
    rng = np.random.default_rng(seed)
    return rng.random(count), rng.random(count)


def outputs(function, args):
    result = function(*args)
    return [np.asarray(r) for r in (result if isinstance(result, tuple) else (result,))] + list(args)


def same(a, b):
    pairs = zip(a, b, strict=True)
    return all(x.dtype == y.dtype and x.shape == y.shape and x.tobytes() == y.tobytes() for x, y in pairs)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_the_number_of_threads_changes_nothing(eager, function):
    made = sct.to_static(function, backend="native")
    short = (300, 0) if function in (elementwise, counts) else ()
    for count in (COUNT, COUNT - 12, *short):  # the second has extents that are known at run time
        expected = outputs(function, operands(count))
        found = {}
        for most in (1, 2, 3, 7):
            threads.set_num_threads(most, rest=0)
            found[most] = outputs(made, operands(count))
        for x, y in zip(expected, found[1], strict=True):
            np.testing.assert_allclose(y, x, rtol=1e-13, atol=1e-13)
        assert all(same(found[1], other) for other in found.values())
    assert "several threads" in made.loops() or function is ordered


@pytest.mark.parametrize("function", [sums, both, extremes, counts, complex_sums], ids=lambda f: f.__name__)
def test_folds_have_the_bits_of_numpy(eager, function):
    made = sct.to_static(function, backend="native")
    threads.set_num_threads(3, rest=0)
    for count in (COUNT, 70_001, 65_536, 131_072 + 8):
        assert same(outputs(made, operands(count)), outputs(function, operands(count)))


def test_short_loops_stay_as_they_are():
    made = sct.to_static(elementwise, backend="native")
    made(*operands(500))
    assert "several threads" not in made.loops()
    assert "several threads" not in made.report()


def test_long_loops_are_parallel():
    made = sct.to_static(elementwise, backend="native")
    made(*operands(4_000_000))
    assert "several threads" in made.loops()
    assert "several threads" in made.report()
    assert "sct_gil_release" in made.loops()


def test_an_index_out_of_bounds_raises_as_one_thread_does(eager):
    def pick(x, at):
        return x[at] * 2.0

    made = sct.to_static(pick, backend="native")
    threads.set_num_threads(3, rest=0)
    x, _ = operands()
    at = np.arange(COUNT)
    assert (made(x, at) == pick(x, at)).all()
    at[COUNT - 3], at[11] = COUNT, -COUNT - 5
    with pytest.raises(IndexError) as plain:
        pick(x, at)
    for _ in range(5):
        with pytest.raises(IndexError, match=str(plain.value)):
            made(x, at)


@SETTINGS
@given(RANDOM)
def test_random_programs(random):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layouts, "SMALL", -1)
        patch.setattr(spread, "LEAST", -1)
        patch.setattr(spread, "PIECE", 1)
        patch.setattr(spread, "UNLOCKED", -1)
        patch.setattr(pieces, "LEAST", 1)
        patch.setattr(pieces, "HALVINGS", 0)
        threads.set_num_threads(3, rest=0)
        assert_same(Silent(random).program())
    threads.set_num_threads(settings.num_threads)


FORKED = """
import os, sys
sys.path.insert(0, {root!r})
import numpy as np, sct
from tests.backends.native.test_threads_loops import elementwise, operands, outputs, same
from sct.backends.native import threads
f = sct.to_static(elementwise, backend="native")
expected = outputs(f, operands(4_000_000))
pid = os.fork()
if pid == 0:
    assert same(outputs(f, operands(4_000_000)), expected)
    assert len(os.listdir("/proc/self/task")) > 1 if os.path.exists("/proc/self/task") else True
    os._exit(0)
assert os.waitpid(pid, 0)[1] == 0
assert same(outputs(f, operands(4_000_000)), expected)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_child_has_threads_of_its_own():
    root = str(Path(__file__).resolve().parents[3])
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORKED.format(root=root)], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("count", ["1", "2"])
def test_sct_num_threads(count):
    code = (
        "import numpy as np, linecache, sct\n"
        "from tests.backends.native.test_threads_loops import elementwise, operands\n"
        "f = sct.to_static(elementwise, backend='native'); f(*operands(4_000_000)); print('several' in f.loops())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120,
        env={**os.environ, "SCT_NUM_THREADS": count},
    )  # fmt: skip
    assert done.stdout.strip() == str(count != "1"), done.stderr
