"""Loops of the user's on several threads: which are, and that it changes nothing."""

import inspect
import math
import re
import time

import numpy as np
import pytest

import sct
from sct.backends.native import abi, threads
from sct.config import settings
from sct.loops.turns import spread

pytestmark = pytest.mark.skipif(
    not abi.available() or settings.num_threads < 2, reason="no native calls on this build, or one core"
)
MARK = "# shared"  # stands behind the loops that several threads may run
N = 37


@pytest.fixture(autouse=True)
def eager(monkeypatch):
    """Whatever may run on several threads does, in pieces of one turn each."""
    monkeypatch.setattr(spread, "LEAST", -1)
    monkeypatch.setattr(spread, "PIECE", 1)
    monkeypatch.setattr(spread, "UNLOCKED", -1)
    yield
    threads.set_num_threads(settings.num_threads)


def marked(function):
    lines, first = inspect.getsourcelines(function)
    return {first + k for k, line in enumerate(lines) if MARK in line}


def shared(made):
    return {int(line) for line in re.findall(r"where it pays: for \(.*:(\d+)\)", made.report())}


def outcome(function, args):
    copies = [np.copy(a) if isinstance(a, np.ndarray) else a for a in args]
    try:
        result = function(*copies)
    except Exception as error:
        return type(error), [c.tobytes() for c in copies if isinstance(c, np.ndarray)]
    results = result if isinstance(result, tuple) else (result,)
    return [np.asarray(x).tobytes() for x in (*results, *copies)]


def check(function, *args):
    """The same bits as plain Python, from any number of threads; the marked loops are shared."""
    made = sct.to_static(function, backend="native")
    expected = outcome(function, args)
    for most in (1, 2, 3, 7):
        threads.set_num_threads(most, rest=0)
        for _ in range(3):
            assert outcome(made, args) == expected
    assert shared(made) == marked(function)


def numbers(*shape):
    return np.random.default_rng(5).random(shape)


def product(a, b):
    n, m = a.shape
    c = np.zeros((n, b.shape[1]))
    for i in range(n):  # shared
        for j in range(b.shape[1]):
            s = 0.0
            for k in range(m):
                s += a[i, k] * b[k, j]
            c[i, j] = s
    return c


def product_in_place(a, b, c):
    for i in range(a.shape[0]):  # shared
        for j in range(b.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def escapes(n, turns):
    out = np.zeros((n, 2 * n), dtype=np.int64)
    for i in range(n):  # shared
        for j in range(2 * n):
            x = y = 0.0
            count = 0
            while count < turns and x * x + y * y <= 4.0:
                x, y = x * x - y * y - 2.0 + 1.5 * j / n, 2 * x * y - 1.0 + 2.0 * i / n
                count += 1
            out[i, j] = count
    return out


def steps(u, count):
    v = u.copy()
    for _ in range(count):
        for i in range(1, u.shape[0] - 1):  # shared
            for j in range(1, u.shape[1] - 1):
                v[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
        u, v = v, u
    return u


def forces(p, f):
    n = p.shape[0]
    for i in range(n):  # shared
        x = y = 0.0
        for j in range(n):
            if i != j:
                dx, dy = p[j, 0] - p[i, 0], p[j, 1] - p[i, 1]
                r = np.sqrt(dx * dx + dy * dy + 0.01)
                x += dx / (r * r * r)
                y += dy / (r * r * r)
        f[i, 0] = x
        f[i, 1] = y


def down(a):
    n = a.shape[0]
    for i in range(n - 1, -1, -1):  # shared
        for j in range(a.shape[1]):
            a[i, j] = a[i, j] * 2 + i
    return a.sum()


def columns(a):
    for j in range(a.shape[1]):  # shared
        for i in range(1, a.shape[0]):
            a[i, j] += a[i - 1, j]


def pairs(a):
    for i in range(a.shape[0] // 2):  # shared
        for j in range(a.shape[1]):
            even, odd = a[2 * i, j], a[2 * i + 1, j]
            a[2 * i, j] = even + odd
            a[2 * i + 1, j] = even - odd


def decomposed(a):
    n = a.shape[0]
    for k in range(n):
        for i in range(k + 1, n):  # shared
            a[i, k] /= a[k, k]
            for j in range(k + 1, n):
                a[i, j] -= a[i, k] * a[k, j]


def two_arrays(x):
    small = np.zeros(x.shape, dtype=np.float32)
    truth = np.zeros(x.shape, dtype=bool)
    for i in range(x.shape[0]):  # shared
        for j in range(x.shape[1]):
            small[i, j] = x[i, j]
            if x[i, j] > 0.5:
                truth[i, j] = True
    return small, truth


def in_registers(x):
    out = np.zeros((x.shape[0], 3))
    for i in range(x.shape[0]):  # shared
        t = np.zeros(3)
        for j in range(x.shape[1]):
            t[0] += x[i, j]
            t[1] = max(t[1], x[i, j])
            t[2] -= t[0] * 0.5
        for j in range(3):
            out[i, j] = t[j]
    return out


def in_memory(x):
    out = np.zeros((x.shape[0], 3))
    for i in range(x.shape[0]):  # shared
        t = np.zeros(3)
        for j in range(x.shape[1]):
            t[j % 3] += x[i, j]
        for j in range(3):
            out[i, j] = t[j]
    return out


def rows(x):
    out = np.empty(x.shape)
    for i in range(x.shape[0]):  # shared
        row = x[i] - x[i].mean()
        out[i] = row / np.sqrt((row * row).sum() + 1.0)
    return out


def sorted_rows(x):
    out = np.empty(x.shape)
    for i in range(x.shape[0]):  # shared
        row = x[i].copy()
        for a in range(1, row.shape[0]):
            b = a
            while b > 0 and row[b - 1] > row[b]:
                row[b - 1], row[b] = row[b], row[b - 1]
                b -= 1
        out[i] = row
    return out


def smoothed(x, count):
    out = np.zeros(x.shape)
    for i in range(x.shape[0]):  # shared
        row = x[i].copy()
        for _ in range(count):
            new = row.copy()
            new[1:-1] = (row[:-2] + row[1:-1] + row[2:]) * 0.25
            row = new
        out[i, :] = row
    return out


def flat(x, y):
    for i in range(x.shape[0]):  # shared
        y[i] = np.sqrt(x[i]) / (1.0 + x[i]) if x[i] > 0.25 else -x[i]


def through_rows(a):
    for i in range(a.shape[0]):  # shared
        row = a[i]
        for j in range(a.shape[1]):
            row[j] = row[j] * 0.5 + i


def pictures(x, k):
    out = np.empty_like(x)
    h, w = x.shape
    for i in range(h):  # shared
        for j in range(w):
            t = 0.0
            for a in range(-1, 2):
                for b in range(-1, 2):
                    t += x[min(max(i + a, 0), h - 1), min(max(j + b, 0), w - 1)] * k[a + 1, b + 1]
            out[i, j] = t
    return out


def complexes(z, count):
    out = np.zeros(z.shape, dtype=np.complex128)
    for i in range(z.shape[0]):  # shared
        for j in range(count):
            out[i] = out[i] * out[i] + z[i]
    return out


def from_the_end(a, at):
    for i in range(a.shape[0]):  # shared
        for j in range(a.shape[1]):
            a[i - at, j] += i


SHARED = [
    (product, numbers(N, 17), numbers(17, 19)), (product_in_place, numbers(N, 17), numbers(17, 19), numbers(N, 19)),
    (escapes, N, 40), (steps, numbers(N, 29), 4), (forces, numbers(N, 2), np.zeros((N, 2))), (down, numbers(N, 12)),
    (columns, numbers(N, 12)), (pairs, numbers(N, 12)), (decomposed, numbers(N, N) + np.eye(N) * N),
    (two_arrays, numbers(N, 31)), (in_registers, numbers(N, 31)), (flat, numbers(200), np.zeros(200)),
    (through_rows, numbers(N, 12)), (pictures, numbers(N, 12), numbers(3, 3)),
    (from_the_end, numbers(N, 12), np.int64(0)), (from_the_end, numbers(N, 12), np.int64(5)),
    (from_the_end, numbers(N, 12), np.int64(-N)), (complexes, numbers(N) * 0.2 + 0.3j * numbers(N), 5),
]  # fmt: skip


@pytest.mark.parametrize("case", SHARED, ids=lambda case: case[0].__name__)
def test_turns_of_their_own_are_shared(case):
    check(*case)


def neighbours(a):
    for i in range(1, a.shape[0] - 1):
        for j in range(a.shape[1]):
            a[i, j] = a[i - 1, j] + a[i + 1, j]


def shifted(a):
    for i in range(a.shape[0] - 1):
        for j in range(a.shape[1]):
            a[i + 1, j] = a[i, j] * 2.0


def indirect(a, at):
    for i in range(at.shape[0]):
        for j in range(a.shape[1]):
            a[at[i], j] += j + i


def halves(a):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            a[i // 2, j] = a[i, j] + j


def remainders(a):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            a[i % 7, j] += a[i, j]


def transposed(a):
    for i in range(a.shape[0]):
        for j in range(a.shape[0]):
            a[i, j] = a[j, i] + 1.0


def symmetric(x):
    n = x.shape[0]
    d = np.zeros((n, n))
    for i in range(n):
        for j in range(i):
            d[i, j] = x[i] - x[j]
            d[j, i] = -d[i, j]
    return d


def one_place(a, out):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            out[0, j] = a[i, j]


def histogram(x, out):
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            out[int(x[i, j] * 5)] += 1


def running(a):
    s = 0.0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            s += a[i, j]
            a[i, j] = s
    return s


def last_one(a, out):
    last = 0.0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            out[i, j] = a[i, j] + last
        last = a[i, 0]


def overlapping_pairs(a):
    for i in range(a.shape[0] - 1):
        for j in range(a.shape[1]):
            a[i, j] += 1.0
            a[i + 1, j] += a[i, j]


def gauss_jordan(a):
    n = a.shape[0]
    for k in range(n):
        for i in range(n):
            if i != k:
                f = a[i, k] / a[k, k]
                for j in range(n):
                    a[i, j] -= f * a[k, j]


def shortest(d):
    n = d.shape[0]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i, k] + d[k, j] < d[i, j]:
                    d[i, j] = d[i, k] + d[k, j]


def other_view(a):
    b = a[::-1]
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            a[i, j] = b[i, j] + 1.0


def changed_through_a_view(a):
    b = a.T
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            b[j, i] = a[i, j] * 2 + a[i - 1, j]


def first_found(a, out):
    for i in range(a.shape[0]):
        if a[i, 0] > 0.9:
            break
        for j in range(a.shape[1]):
            out[i, j] = a[i, j]


def kept_row(a, out):
    row = a[0]
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            out[i, j] = row[j]
        row = a[i]


def swapped(a, b):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            a[i, j] = b[i, j] + 1.0
        a, b = b, a
    return a


def drawn(out):
    rng = np.random.default_rng(3)
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = rng.random()


def a_row_after_the_other(a):
    for i in range(a.shape[0]):
        for j in range(1, a.shape[1]):
            a[i, j] += a[i - 3, j - 1]


ALONE = [
    (a_row_after_the_other, numbers(N, 12)),
    (neighbours, numbers(N, 12)), (shifted, numbers(N, 12)), (halves, numbers(N, 12)), (remainders, numbers(N, 12)),
    (indirect, numbers(N, 12), np.array([3, 3, 1, 0, 3])), (transposed, numbers(N, N)), (symmetric, numbers(N)),
    (one_place, numbers(N, 12), np.zeros((2, 12))), (histogram, numbers(N, 12), np.zeros(6, dtype=np.int64)),
    (running, numbers(N, 12)), (last_one, numbers(N, 12), np.zeros((N, 12))), (overlapping_pairs, numbers(N, 12)),
    (gauss_jordan, numbers(N, N) + N * np.eye(N)), (shortest, numbers(N, N)), (other_view, numbers(N, 12)),
    (changed_through_a_view, numbers(N, 12)), (first_found, numbers(N, 12), np.zeros((N, 12))),
    (kept_row, numbers(N, 12), np.zeros((N, 12))), (swapped, numbers(N, 12), numbers(N, 12)), (drawn, np.zeros((N, 3))),
]  # fmt: skip


@pytest.mark.parametrize("case", ALONE, ids=lambda case: case[0].__name__)
def test_turns_that_need_each_other_are_not(case):
    check(*case)


def fails(a, at, out):
    for i in range(a.shape[0]):  # shared
        for j in range(a.shape[1]):
            out[i, j] = a[i, at[i] + j]


def test_a_failure_in_one_turn_is_pythons():
    at = np.zeros(N, dtype=np.int64)
    at[[5, 20, N - 1]] = 1
    check(fails, numbers(N, 12), at, np.zeros((N, 12)))
    check(fails, numbers(N, 12), at * 0, np.zeros((N, 12)))


def divides(a, d):
    out = np.zeros(a.shape, dtype=np.int64)
    for i in range(a.shape[0]):  # shared
        for j in range(a.shape[1]):
            out[i, j] = 1000 // int(a[i, j] + d[i])
    return out


def test_errors_of_numbers_are_pythons():
    d = np.ones(N)
    a = np.zeros((N, 4))
    check(divides, a, d)
    d[17] = 0.0
    check(divides, a, d)


def fails_with_memory(a, at, out):
    for i in range(a.shape[0]):  # shared
        row = a[i] * 2.0
        for j in range(a.shape[1]):
            out[i, j] = row[at[i] + j]


def test_what_a_failing_turn_has_made_is_given_back():
    at = np.zeros(N, dtype=np.int64)
    at[[5, 20, N - 1]] = 1
    check(fails_with_memory, numbers(N, 12), at, np.zeros((N, 12)))
    check(fails_with_memory, numbers(N, 12), at * 0, np.zeros((N, 12)))


def endless(a, limit):
    for i in range(a.shape[0]):  # shared
        while a[i] < limit[i]:
            a[i] += 1.0
        if a[i] > 5.0:
            a[i] = limit[i + 1000]


def test_a_failure_ends_what_would_go_on_for_ever():
    a, limit = np.zeros(64), np.zeros(64)
    limit[0], limit[20] = 10.0, np.inf
    with pytest.raises(IndexError):
        sct.to_static(endless, backend="native")(a, limit)


def overlapping(a, b):
    for i in range(a.shape[0]):  # shared
        for j in range(a.shape[1]):
            a[i, j] = b[i, j] + 1.0


@pytest.mark.parametrize("shift", [-2, -1, 0, 1, 2])
def test_arguments_that_overlap(shift):
    made = sct.to_static(overlapping, backend="native")

    def outcome(function):
        memory = np.arange((N + 4) * 6.0).reshape(N + 4, 6)
        function(memory[2 : 2 + N], memory[2 + shift : 2 + shift + N])
        return memory.tobytes()

    threads.set_num_threads(3, rest=0)
    assert outcome(made) == outcome(overlapping)
    assert outcome(made) == outcome(overlapping)


def test_threads_take_part():
    made = sct.to_static(endless_sums, backend="native")
    args = (np.zeros(40), 20_000)
    made(*args)
    threads.set_num_threads(2, rest=0)
    before = time.thread_time(), time.process_time()
    for _ in range(20):
        made(*args)
    mine, all_ = time.thread_time() - before[0], time.process_time() - before[1]
    assert mine < 0.95 * all_


def endless_sums(x, count):
    for i in range(x.shape[0]):  # shared
        s = 0.0
        for j in range(count):
            s = s * 0.5 + j
        x[i] = s


def lengths(a, b):
    out = np.zeros(len(a))
    for i in range(len(a)):  # shared
        total = 0.0
        for j in range(a.shape[1]):
            total += math.sqrt(a[i, j] * a[i, j] + b[j]) / (1.0 + b[j])
        out[i] = total
    return out


def test_sums_whose_terms_are_computed_beforehand():
    rng = np.random.default_rng(2)
    check(lengths, rng.random((N, 101)), rng.random(101))
