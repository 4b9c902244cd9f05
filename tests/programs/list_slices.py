"""Slices of lists of run-time length that are assigned to and deleted."""

import numpy as np

from tests.harness import Theme, call

program = Theme("list_slices")
N = np.int64
X = np.array([3, 1, 2, 3, 3, 0, 1, 7, 2, 5, 5, 11, 3])


def mk(x):
    """What is above zero."""
    return [int(v) for v in x if v > 0]


@program(
    call(X, None, None),
    call(X, None, -1),
    call(X, 0, 1),
    call(X, 0, -60),
    call(X, -3, 5),
    call(X, 50, None),
    call(X, 50, -1),
    call(X, N(3), N(1)),
    call(X, N(-3), N(100)),
    call(X * 0, 0, 1),
)
def s1(x, i, j):
    """Two items in place of some."""
    a = mk(x)
    a[i:j] = [10, 20]
    return a


@program(
    call(X, None, None, 2),
    call(X, 1, 9, 3),
    call(X, None, None, -2),
    call(X, 8, 1, -3),
    call(X, N(-2), None, -1),
    call(X, 5, 2, 1),
    call(X, None, None, 0),
    call(X * 0, None, None, 2),
)
def s2(x, i, j, k):
    """Some are deleted, with a step."""
    a = mk(x)
    del a[i:j:k]
    return a


@program(call(X, 2, 5), call(X, N(3), N(6)))
def s3(x, i, j):
    """Ends and beginnings, under two names."""
    a = mk(x)
    b = a
    a[i:j] = a[j:]
    b[:0] = [9]
    a[len(a) :] = [1]
    a[2:] = []
    return (a, b)


@program(call(X, None, None, 2), call(X, 1, 9, 3), call(X, None, None, -2), call(X, 8, 1, -3))
def s4(x, i, j, k):
    """With a step, as many as there are."""
    a = mk(x)
    a[i:j:k] = [7] * len(a[i:j:k])
    return a


@program(call(X, 7), call(X, 5))
def s5(x, k):
    """With a step, perhaps as many as there are."""
    a = mk(x)
    a[::k] = [1, 2]
    return a


@program(call(X, N(2)), call(X, N(0)), call(X, N(-1)))
def s6(x, n):
    """A list of known items gets others at a run-time place."""
    a = list(range(6))
    a[n : n + 2] = mk(x)
    del a[:n]
    a[1:n] = [0.5]
    return a


@program(call(X))
def s8(x):
    """Neighbours are added up."""
    a = mk(x)
    for k in range(3):
        a[k : k + 2] = [sum(a[k : k + 2])]
        del a[-1:]
    return a


@program(call(X))
def slice_assign(x):
    """Longer, shorter, at the end."""
    out = []
    for v in x:
        if v > 0:
            out.append(int(v))
    out[1:3] = [10, 20, 30]
    del out[0:2]
    out[len(out) :] = [5]
    del out[::2]
    return out


@program(call(X))
def rev_prefix(x):
    """A reversed and a sorted part."""
    a = [int(v) for v in x if v > 0]
    k = len(a) // 2
    a[:k] = a[:k][::-1]
    a[k:] = sorted(a[k:])
    return a


@program(call(X, 2, 5), call(X, N(0), N(6)))
def written_after_reversal(x, i, k):
    """A list that was reversed is written to, grows and shrinks."""
    a, b, c = mk(x), mk(x), mk(x)[::2]
    a.insert(i, k)
    a.reverse()
    a[0] = 7
    b = b[::-1]
    b.append(k)
    c.insert(1, k)
    c.pop(2)
    return a, b, c


@program(call(X, 2), call(X, N(1)))
def rows_after_reversal(x, i):
    """So are lists of pairs, and of lists."""
    pairs, lists = [], []
    for k in range(x[0] + 2):
        pairs.append((k, k * k))
        lists.append([j + k for j in range(k)])
    pairs = pairs[::2]
    lists.reverse()
    first = lists[i]
    pairs.pop(0)
    pairs[i - 1] = (5, 5)
    lists.append([2])
    return pairs, lists, len(first), pairs[::-1][0]


@program(call(X, 1.5), call(X, N(2)), call(X, np.float64(0.0)))
def bounds_of_an_empty_list(x, i):
    """Bounds that are no integers are an error for an empty list, too."""
    return [][i * x[0] :]


@program(call(X), call(-X))
def sorted_of_none(x):
    """A list of which it turns out that it is empty is sorted by a key."""
    a = [int(x[0])]
    a[int(x[5])] = 3
    _, *a = a
    a.sort(key=lambda q: -q)
    return a, sorted(a, key=lambda q: -q), max(a, key=lambda q: -q, default=9)


@program(call(N(50)), call(N(2)), call(100))
def sieve(n):
    """Steps that only the running program knows: as many items as there were."""
    n = int(n)
    prime = [True] * (n + 1)
    prime[:2] = [False, False]
    for i in range(2, int(n**0.5) + 1):
        if prime[i]:
            prime[i * i :: i] = [False] * len(prime[i * i :: i])
    return [i for i, there in enumerate(prime) if there]


BOUNDS = [(0, 7, 2), (1, -1, 2), (5, 0, -2), (-1, -8, -3), (9, 2, -1), (-9, 9, 3), (4, 0, 1), (0, 1, 0)]


@program(*(call(X[:7], N(i), N(j), N(step)) for i, j, step in BOUNDS), retraces=True)
def any_step(x, i, j, step):
    """Of any sign, with and without bounds; zero raises."""
    a = x.tolist()
    b = list(a)
    a[int(i) : int(j) : int(step)] = [0.5] * len(x[i:j:step])
    del b[i::step]
    c = list(b)
    del c[:j:step]
    return a, b, c


@program(*(call(X[:7], N(step), n) for step in (2, -2, 1, -1) for n in (3, 4, 7)))
def of_another_size(x, step, n):
    """More items than the slice has: only a step of one takes them."""
    a = x.tolist()
    a[:: int(step)] = list(range(n))
    return a


@program(call(np.int64(35)), call(np.int64(5)), call(np.int64(99)))
def one_of_many_beginnings(n):
    """How much of a list is meant, a loop says that is left; after the last turn it may be nothing."""
    primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
    for k, limit in enumerate([10, 20, 30, 40, 50, 60, 70, 80, 90], 1):
        if n < limit:
            some = primes[:k]
            break
    total = 0
    for p in some:
        total += p
    return total, some


@program(*[call(np.int64(k), np.int64(n)) for k, n in ((1, 2), (2, 3), (3, 0), (0, 3))])
def whole_lists_of_several(k, n):
    """A list gets the items of one of several, whole: it stays another one."""
    a = b = []
    c, d = [], [[], []]
    for k in range(n):
        a = a if n > 2 else [n, k, 3]
        a.append(k)
        c[:] = b
        c.append(8)
        d[k % 2][:] = a
        d[k % 2].append(9)
    return b is c, a, b, c, d


@program(*[call(np.int64(n)) for n in (0, 1, 2, 5)])
def parts_of_several(n):
    """Parts of one of two lists are put into others."""
    b, c = [[1], [2]], [9]
    for k in range(n):
        c[1:] = b[k % 2]
        b[1 - k % 2][:1] = c
        b[k % 2][::2] = b[k % 2][::2]
        c[:] = b[1 - k % 2]
    return b, c
