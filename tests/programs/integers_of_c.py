"""`long` and `long long`, which have as many bits: dtypes that are equal, and two, to NumPy and to whoever asks."""

import numpy as np

from tests.harness import Theme, call

program = Theme("integers of C")

Q, L = np.arange(-3, 5, dtype="q"), np.arange(-3, 5)
UQ = np.arange(8, dtype="Q")
BOTH = (call(Q, L), call(L, Q), call(Q, Q), call(L, L))


@program(*BOTH, call(UQ, Q))
def arithmetic(x, y):
    """Which of the two a result has, differs from operator to operator."""
    return x + y, y - x, x * 2, x // 2, x % 3, x & y, x | 1, ~x, x << abs(y), x / 2, x < y, -x, abs(x), x**2, x**3, x @ x


@program(*BOTH)
def numbers(x, y):
    """Operators of numbers are not what the ufuncs are."""
    a, b = x[0], y[1]
    made = a + b, a - 2, 3 * a, a // 2, a % b, divmod(a, 2), 7 // b, a & b, a << 1, a ** abs(b), np.floor_divide(a, 2)
    return made, np.int8(1) // a, np.int64(5) + a, a + np.int64(5), np.longlong(2) * b, [type(v).__name__ for v in made]


@program(*BOTH)
def asked(x, y):
    """What a program asks of the dtype."""
    kinds = x.dtype.char, x.dtype.num, x.dtype.type.__name__, x.dtype.name, str(x.dtype), x.dtype == y.dtype
    of_one = type(x[0]).__name__, isinstance(x[0], np.int64), isinstance(x[0], np.longlong), isinstance(x[0], np.integer)
    return kinds, of_one, np.issubdtype(x.dtype, np.int64), np.result_type(x, y).char, repr(x), repr(x[0]), f"{x[0]}"


@program(call(Q), call(L))
def made_as(x):
    """Arrays made of one as the other."""
    made = x.astype(np.longlong), x.astype("l"), np.asarray(x, "q"), np.array(x, "l"), x.astype("q", copy=False)
    filled = np.zeros(3, "q"), np.full_like(x, 2, dtype="q"), np.arange(4, dtype=np.ulonglong), np.eye(2, dtype="Q")
    return made, filled, np.longlong(x[0]), np.int64(x[0]), np.longlong(x), x.view("q"), np.fromiter(x, "q")


@program(call(Q), call(L))
def seen_as_the_other(x):
    """An array of the other dtype on the same memory, as `np.asarray` makes it."""
    y = np.asarray(x, np.longlong)
    y[0] = 9
    return x, y, y is x


@program(call(Q), call(L), call(UQ))
def reduced(x):
    """Reductions and what orders or counts."""
    sums = x.sum(), x.prod(), x.mean(), x.max(), np.cumsum(x), np.sum(x, dtype="q"), np.add.reduce(x), x.argmax()
    sets = np.sort(x), np.unique(x % 3, return_counts=True), np.bincount(x % 2), np.searchsorted(x, x[2]), np.diff(x)
    return sums, sets, np.where(x > 1, x, 0), np.concatenate([x, np.arange(2)]), np.clip(x, 0, 2), np.median(x)


@program(*BOTH)
def chosen(x, y):
    """An array that a branch chooses is of one of the two."""
    made = x if x[0] < y[1] else y
    number = x[0] if y[2] > 5 else y[0]
    return made, made.dtype.char, number, type(number).__name__


@program(*BOTH)
def loops(x, y):
    """What a loop carries, lists and keys."""
    total, first, kept, seen = 0, x[0], [], {}
    for a, b in zip(x, y):
        total += a
        first = first + b
        kept.append(a if a > 1 else b)
        seen[a] = seen.get(b, 0) + 1
    while first < 100:
        first = first * first + 1
    return total, first, kept, np.array(kept), seen, [type(k).__name__ for k in seen], type(total).__name__


@program(*BOTH)
def in_place(x, y):
    """Updates, and functions that write into an array that is there."""
    x += 1
    x //= 2
    x **= 2
    x[1:] -= y[:-1]
    np.add(x, y, out=y)
    np.add.at(x, [0, 0], 5)
    np.cumsum(y, out=y)
    return x, y, x.dtype.char


@program(call(Q, 2), call(L, 3), call(Q, 5), call(L, 7))
def counted(x, n):
    """Loops that count, whose number of turns the run says."""
    k = np.longlong(n)
    rows = np.zeros((k, 2), x.dtype)
    for i in range(k):
        rows[i] = x[i % k]
    return rows, k // 2, [0] * k, x[k], np.random.default_rng(3).permutation(x)
