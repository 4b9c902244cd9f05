"""Lists of run-time length unpacked, joined by stars, made tuples, compared with each other."""

import dataclasses

import numpy as np

from tests.harness import Theme, call

program = Theme("unpacked_lists")
N = np.int64
X = np.array([3, 1, 2, 5, 4, 0])


def pos(x):
    """The items that are greater than 2, as a list."""
    out = []
    for v in x:
        if v > 2:
            out.append(int(v))
    return out


@dataclasses.dataclass
class Pt:
    """A point."""

    x: float
    y: float = 2.0


@program(call(X), call(-X))
def tup(x):
    """A tuple of a list, and its length."""
    return tuple(pos(x)), len(tuple(pos(x)))


@program(call(X), call(-X), call(X[:3]))
def tup2(x):
    """What is asked of a tuple."""
    t = tuple(pos(x))
    s = 0
    for v in t:
        s += v
    return t[1:], s, sum(t), 5 in t, t == (5, 4), t + (1,), max(t, default=-1), list(t), sorted(t)


@program(call(N(3)), call(N(0)))
def tup_gen(n):
    """Tuples of generators and ranges."""
    return tuple(i * i for i in range(n)), tuple(range(n)), tuple([i for i in range(n)][::2])


@program(call(X), call(X[:5]), call(-X))
def two(x):
    """Three names, and too many or too few values."""
    a, b, c = pos(x)
    return a + b * c


@program(call(X), call(X[:2]), call(-X))
def star(x):
    """A name and the rest."""
    a, *r = pos(x)
    return a, r, len(r)


@program(call(X), call(X[:4]))
def star2(x):
    """Both ends and the middle."""
    a, *r, b = pos(x)
    return a, r, b


@program(call(X), call(-X))
def disp(x):
    """List displays with stars."""
    p = pos(x)
    return [*p, 1], [0, *p, *p], len([*p])


@program(call(N(3)), call(N(5)))
def unpack_for(n):
    """Rows are unpacked by a for."""
    rag = [[i] * (2 if i < 4 else 1) for i in range(n)]
    t = 0
    for a, b in rag:
        t += a * b
    return t


@program(call(N(3)), call(N(0)))
def compare_all(n):
    """Lists of lists are compared and searched."""
    a = [[i] * i for i in range(n)]
    b = [[i] * i for i in range(n + 1)]
    return a == b, a != b, a < b, b > a, a <= a, a == [[], [1], [2, 2]], [1] in a, a.count([1]), len(min(b)), len(max(b))


@program(call(N(3)), call(N(4)))
def idx(n):
    """The place of a row, and a row removed."""
    a = [[i] * i for i in range(n)]
    i = a.index([2, 2])
    a.remove([1])
    return i, a


@program(call(N(3)), call(N(0)))
def lists_order(n):
    """Lists and tuples of numbers are ordered."""
    a = [i for i in range(n)]
    return a < [0, 1, 2], a > [0, 1], a <= [0, 1, 2], a >= [5], (0, 1) < tuple(a)


@program(call(N(3)), call(N(4)))
def zipd(n):
    """zip, enumerate, map, filter and reversed."""
    k = [i for i in range(n)]
    v = [i * i for i in range(n)]
    return (
        [a * b for a, b in zip(k, v)],
        list(zip(k, v)),
        list(enumerate(v)),
        list(map(lambda q: q + 1, v)),
        list(filter(lambda q: q > 1, v)),
        list(reversed(v)),
    )


@program(
    call(X),
)
def rng(x):
    """A range where NumPy takes a sequence."""
    d = np.zeros((4, 4), int)
    d[:, 0] = range(4)
    d[0] = range(4)
    return d, np.array(range(3)) + x[0], x + range(6)


@program(call(X * 1.0), call(-X * 1.0))
def repl(x):
    """A dataclass with another field."""
    p = Pt(x[0])
    q = dataclasses.replace(p, y=x[1])
    q.y += 1
    return q.y, p.y


@program(call(X, X[::-1]), call(X, X[:3]), call(X[:3], X))
def zip_strict(x, y):
    """zip(strict=True) raises where one ends before the other, after what the loop does before."""
    a, b = pos(x), pos(y)
    total = 0
    for p, q in zip(a, b, strict=True):
        print(p, q)
        total += p * q
    return total, dict(zip(a, range(3), strict=True)), list(zip(b, a, b, strict=True))


@program(call(X, X[::-1]), call(X, X[:3]), call(X[:3], X))
def zip_strict_caught(x, y):
    """The same, with a handler."""
    try:
        return list(zip(pos(x), pos(y), strict=True))
    except ValueError as e:
        return str(e)


@program(call(X), call(X[::-1].copy()), call(X[:3]))
def parts_of_arrays(x):
    """A slice whose bounds are run-time numbers has as many items as there are names, or raises."""
    i = x[2]
    a, b = x[i : i + 2]
    apart = lambda p, q: p - 2 * q  # noqa: E731
    first, *rest = x[x > 1]
    return a - b, first, rest, [p * q for p, q in (x[k : k + 2] for k in x[:2])], apart(*x[i : i + 2])


@program(call(np.array([1, 2, 0, 3, 2, 5, 9])), call(np.array([1, 2, 0, 7, 9])), call(np.array([9])))
def instructions(code):
    """A machine whose instructions are slices of its memory."""
    at = total = 0
    while code[at] != 9:
        operation, left, right = code[at : at + 3]
        total += left * right if operation == 1 else left - right
        at += 3
    return total


@program(call(np.arange(12.0).reshape(6, 2), 1), call(np.arange(12.0).reshape(6, 2), 2))
def rows_that_are_views(m, i):
    """The rows of a part of a matrix are written to."""
    start = int(m[i, 0]) - 1
    upper, lower = m[start : start + 2]
    upper += 10
    lower[0] = -1
    return m.sum(), upper


@program(call(X), call(X[::-1].copy()))
def pairs_of_two_kinds(x):
    """One of two arrays of several dtypes is unpacked."""
    pair = x[:2]
    if x[0] > 2:
        pair = x[:2] * 0.5
    low, high = pair
    return low, high


@program(call(X), call(-X), call(X[1:]))
def ranges_after_stars(x):
    """Ranges, iterators and generators of run-time length in displays and calls."""
    n = int(abs(x[0]))
    one = (*range(n),), [*range(n), 5], (*range(n, 3 * n, 2), 7, *pos(x)), [*pos(x), *range(n)]
    two = [*reversed(range(n)), 1], [*zip(range(n), x)], (*(int(v) for v in x if v > 2), 3)
    return one, two, max(*range(n), 1), x[(*range(n), 0),], sorted({*range(n), 9})


@program(call(X), call(-X))
def stars_come_first(x):
    """What comes after a star is taken before the rest is evaluated."""
    xs = pos(x)

    def more():
        xs.append(9)
        return len(xs)

    it = iter([1, 2, 3])
    return [*xs, more(), *xs], (*xs, more()), xs, [*it, next(it, 7), *it]


class Box:
    """Something of the user's that can be walked through."""

    def __init__(self, *items):
        self.items = items

    def __iter__(self):
        return iter(self.items)


@program(call(X), call(-X))
def stars_of_many_kinds(x):
    """Texts, sets, objects of the user's and what is no iterable after stars."""
    said = []
    for v in (5, x[0], float(x[0]), None, "ab", x[:1], Box(1, x[0])):
        for form in range(3):
            try:
                said.append([*v] if form == 0 else (*v, 1) if form == 1 else len({*v}))
            except TypeError as error:
                said.append(str(error))
    s = {1, 2, 3}
    n = int(abs(x[0]))
    return said, {*s, n}, len({*s, *range(n)}), (*"abc", n), {*(), n}


@program(call(X), call(X[:1]))
def walked_ranges_in_tuples(x):
    """A `for` over a display of ranges of run-time length."""
    t, rest = 0, []
    for i in range(len(x)):
        for j in (*range(i), *range(i + 1, len(x))):
            t += x[i] * x[j]
        rest.append((*range(i), -1))
    return t, rest


def positive(x):
    """A tuple of as many items as the run selects."""
    return tuple([float(v) for v in x if v > 0])


M = np.arange(30.0) - 20


@program(call(M), call(-M), call(M[:25]))
def tuples_by_index(x):
    """`reversed`, `enumerate` and `zip` of tuples of run-time length."""
    t, total = positive(x), 0.0
    for i, v in enumerate(t):
        total += i * v
    for u, v in zip(t, reversed(t)):
        total += u * v
    return total, list(reversed(t)), list(reversed((*x, 5))), list(zip(t, range(3))), list(enumerate((*t, 1.0), 2))


@program(call(M), call(M[:25]))
def numbers_are_not_joined_to_lists(x):
    """Operators between a list of run-time length and a Python number raise; NumPy's numbers make arrays of it."""
    a, said = [float(v) for v in x if v > 0], []
    for use in (lambda: a + float(x[0]), lambda: float(x[0]) - a, lambda: a / float(x[0]), lambda: a + bool(x[0])):
        try:
            said.append(use())
        except TypeError as error:
            said.append(str(error))
    return said, a + x[0], x[0] - a
