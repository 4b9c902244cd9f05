"""Functions that call themselves: how deep is known, or a NumPy number of the caller's says it."""

import numpy as np

from tests.harness import Theme, call

program = Theme("recursion")
X = np.array([2.0, 3.0])


def _power(x, n):
    if n == 0:
        return np.ones_like(x)
    half = _power(x, n // 2)
    return half * half if n % 2 == 0 else half * half * x


@program(*(call(np.array([2.0, 3.0]), n) for n in (0, 5, np.int64(10))))
def power(x, n):
    """By squaring."""
    return _power(x, n)


def _fibonacci(n):
    return n if n < 2 else _fibonacci(n - 1) + _fibonacci(n - 2)


@program(call(1), call(6), call(np.int64(9)))
def fibonacci(n):
    """Two calls each."""
    return _fibonacci(n)


def _ackermann(m, n):
    return n + 1 if m == 0 else _ackermann(m - 1, 1) if n == 0 else _ackermann(m - 1, _ackermann(m, n - 1))


@program(call(2, 2), call(np.int64(1), np.int64(3)))
def ackermann(m, n):
    """An argument is a call itself."""
    return _ackermann(m, n)


def _simpson(f, a, b, eps):
    c, h = (a + b) / 2, b - a
    whole = h / 6 * (f(a) + 4 * f(c) + f(b))
    d, e = (a + c) / 2, (c + b) / 2
    halves = h / 12 * (f(a) + 4 * f(d) + 2 * f(c) + 4 * f(e) + f(b))
    if abs(halves - whole) < 15 * eps:
        return halves + (halves - whole) / 15
    return _simpson(f, a, c, eps / 2) + _simpson(f, c, b, eps / 2)


@program(call(0.0, 1.0), call(np.float64(0.0), np.float64(2.0)), tolerance=1e-12)
def adaptive_simpson(a, b):
    """The integrand decides where it is refined."""
    return _simpson(np.sin, a, b, 1e-6)


def _halvings(x):
    return 0 if x.sum() < 1 else 1 + _halvings(x / 2)


@program(call(np.array([5.0, 3.0])), call(np.array([0.5, 0.25])))
def until_small(x):
    """What an array holds decides: only the running program knows how deep, and leaves that to Python."""
    return _halvings(x)


def _rotated(xs, low, high, wanted):
    if low > high:
        return -1
    middle = (low + high) // 2
    if wanted == xs[middle]:
        return middle
    if xs[low] <= xs[middle]:
        if xs[low] <= wanted <= xs[middle]:
            return _rotated(xs, low, middle - 1, wanted)
        return _rotated(xs, middle + 1, high, wanted)
    if xs[middle] <= wanted <= xs[high]:
        return _rotated(xs, middle + 1, high, wanted)
    return _rotated(xs, low, middle - 1, wanted)


@program(*[call([4, 5, 6, 7, 0, 1, 2], np.int64(n)) for n in (0, 3, 6)])
def search_in_rotated(xs, wanted):
    """Four calls of itself under conditions: the stack ends before the number of nested branches does."""
    return _rotated(xs, np.int64(0), np.int64(len(xs) - 1), wanted)


class Tree:
    """A tree of numbers, the smaller ones on the left."""

    def __init__(self, value):
        self.value, self.left, self.right = value, None, None

    def insert(self, value):
        side = "left" if value < self.value else "right"
        if getattr(self, side) is None:
            setattr(self, side, Tree(value))
        else:
            getattr(self, side).insert(value)

    def total(self):
        return self.value + (self.left.total() if self.left else 0) + (self.right.total() if self.right else 0)


@program(call(np.array([3.0, 1.0, 4.0, 1.5])), call(np.array([1.0, 2.0, 3.0, 4.0])), tolerance=1e-12)
def tree_of_few(x):
    """Each number may make the tree one level deeper, or not: a loop cannot carry that, a few steps can be traced."""
    tree = Tree(x[0])
    for value in x[1:]:
        tree.insert(value)
    return tree.total()


def _depth(n):
    return 0 if n == 0 else 1 + _depth(n - 1)


def _endless(n):
    return _endless(n + 1)


@program(call(X, 20), call(X, 400), call(X, 5000))
def deeper_than_a_trace_gets(x, n):
    """On Python numbers: plain Python does what a trace has no stack for, or raises."""
    return x + _depth(n)


@program(call(X, 400), call(-X, 400))
def deeper_in_an_arm(x, n):
    """Only where the run gets there."""
    x[0] += 1
    if x[1] > 0:
        return x * 2
    return x + _depth(n)


@program(call(X, 1), call(-X, 1))
def without_end_in_an_arm(x, n):
    """Python's RecursionError."""
    if x[1] > 0:
        return x * 2
    return x + _endless(n)
