"""`f(*xs)` where only the running program knows how many items there are."""

import dataclasses
import itertools
import math

import numpy as np

from tests.harness import Theme, call

program = Theme("spread arguments")
V, FEW, NONE = np.arange(1.0, 13.0), np.arange(1.0, 4.0), np.zeros(12)


def total(*xs):
    """The sum of the arguments."""
    result = 0
    for x in xs:
        result += x
    return result


def greatest(first, *rest):
    """The greatest of the arguments, of which there is one at least."""
    best = first
    for x in rest:
        if x > best:
            best = x
    return best


def weighted(a, b, *xs, k=1):
    """A function that takes some arguments by name."""
    return a + b * k + sum(xs) + len(xs)


class Sum:
    """Adds up."""

    def __init__(self):
        self.value = 0.0

    def add(self, *xs):
        """Add these."""
        for x in xs:
            self.value += x
        return self.value


@program(call(V), call(FEW), call(NONE))
def to_star(x):
    """All items go to the function's `*args`, also beside others."""
    ys = [v for v in x if v > 1.5]
    return total(*ys), total(1, *ys), total(*ys, *ys, 2)


@program(call(V), call(FEW), call(NONE))
def to_names(x):
    """Some of the items go to parameters with names; too few of them are an error."""
    ys = [float(v) for v in x if v > 1.5]
    return weighted(1, 2, *ys, k=3), weighted(0, *ys, 5), greatest(*ys), weighted(*ys)


@program(call(V), call(NONE))
def to_methods(x):
    """A bound method."""
    ys = [float(v) for v in x if v > 3]
    box = Sum()
    box.add(*ys)
    return box.add(1, *ys), box.value


@program(call(FEW), call(V), call(FEW[:2]))
def to_exactly_two(x):
    """Neither more nor fewer."""

    def difference(a, b):
        return a - b

    ys = [float(v) for v in x if v > 1.5]
    return difference(*ys)


@program(call(V), call(FEW), call(NONE))
def to_builtins(x):
    """`max`, `min`, `gcd` and `lcm`."""
    ys = [float(v) for v in x if v > 1.5]
    ks = [int(v) for v in x if v % 2 == 0]
    return math.gcd(*ks), math.lcm(*ks[:5]), min(*ys, 0.5), max(*ys)


@program(call(V), call(FEW), call(NONE))
def to_print(x):
    """Printed one after the other."""
    ys = [float(v) for v in x if v > 1.5]
    print(*ys)
    print("all:", *ys, sep="-", end="!\n")


@program(call(V), call(NONE))
def to_zip(x):
    """The columns of rows; none without rows."""
    rows = [(v, -v) for v in x if v > 3]
    return list(zip(*rows)), [sum(column) for column in zip(*rows)]


@program(call(V), call(NONE))
def to_zip_and_names(x):
    """The columns under names."""
    points = [(float(v), float(-v)) for v in x if v > 3]
    xs, ys = zip(*points)
    return sum(xs), sum(ys)


@program(call(V), call(NONE))
def to_chain(x):
    """Rows one after the other."""
    rows = [[float(v), float(-v)] for v in x if v > 3]
    return list(itertools.chain(*rows)), sum(itertools.chain(*rows))


@program(
    call(np.arange(6).reshape(2, 3)), call(np.arange(12).reshape(3, 4)), call(np.arange(600).reshape(20, 30)),
    call(np.zeros((0, 3), int)), call(np.zeros((3, 0), int)),
)  # fmt: skip
def rows_turned_into_columns(x):
    """`zip(*rows)` of lists whose lengths only the run knows."""
    rows = [[v + 1 for v in row] for row in x]
    return list(zip(*rows)), [list(column) for column in zip(*rows)], list(map(sum, zip(*rows)))


@program(call(np.array([3, 2, 5])), call(np.array([4, 0, 1])), call(np.array([], int)), call(np.arange(2, 40)))
def columns_of_unlike_rows(sizes):
    """They end with the shortest."""
    return list(zip(*[list(range(n)) for n in sizes]))


class Powers:
    """A polynomial, by its coefficients."""

    def __init__(self, *coefficients):
        self.coefficients = np.trim_zeros(np.asarray(coefficients, float), "b")

    def __call__(self, x):
        return sum(c * x**k for k, c in enumerate(self.coefficients))

    def __mul__(self, other):
        return Powers(*np.convolve(self.coefficients, other.coefficients))


@dataclasses.dataclass
class Interval:
    """What has a generated `__init__`."""

    low: float
    high: float


@program(call(np.array([1.0, 2.0, 0.0])), call(np.array([0.0, 3.0])), call(np.array([5.0])))
def to_classes(x):
    """The arguments of the user's `__init__`."""
    p, q = Powers(*[v for v in x if v >= 0]), Powers(1, 2)
    product = p * q
    return product(2.0), product.coefficients, len(Powers(7, *[v for v in x if v > 1]).coefficients)


@program(call(np.array([1.0, 2.0, 0.0])), call(np.array([3.0])))
def to_a_dataclass(x):
    """As many as it has fields, or an error."""
    made = Interval(*[float(v) for v in x if v > 0])
    return made.low, made.high


@program(call(V), call(FEW), call(NONE))
def to_hypot(x):
    """`math.hypot` of them all."""
    ys = [float(v) for v in x if v > 1.5]
    return math.hypot(*ys), [math.hypot(*row) for row in [[v, v + 1] for v in ys]]


@program(
    call(np.array([[0.0, 0.0], [3.0, 4.0], [1.0, 1.0]]), np.array([0.5, 1.0])),
    call(np.array([[0, 0], [1, 1]]), np.array([1, 2])), call(np.array([[0.0, 1.0]]), np.array([0.5])),
    call(np.zeros((0, 2)), np.zeros(3)),
)  # fmt: skip
def distances_of_rows(points, at):
    """`math.dist` of rows that are in a list of run-time length, from each other, an array and a list."""
    near = [p for p in points.tolist() if abs(p[0]) < 2]
    best = 9.0
    for i, p in enumerate(near):
        for q in near[i + 1 :]:
            best = min(best, math.dist(p, q))
    return best, [math.dist(p, [0, 0]) for p in near], [math.dist(at, p) for p in near]
