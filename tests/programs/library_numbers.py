"""Functions of the standard library that compute, in arms and loops as elsewhere."""

import calendar
import colorsys
import math
import statistics
from fractions import Fraction

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("library numbers")
X = np.linspace(0.0, 1.0, 5)


@program(call(np.float64(0.3)), call(np.float64(1.0)))
def colour_in_an_arm(d):
    """Behind an early return."""
    if d == 1:
        return (0, 0, 0)
    return colorsys.hsv_to_rgb(d, 1, 1)


@program(call(X), call([0.1, 0.7]), call(np.array([])))
def colours_in_a_loop(x):
    """Of each number, there and back."""
    found = []
    for v in x:
        found.append(colorsys.hls_to_rgb(*colorsys.rgb_to_hls(v, 0.3, v * 0.5)))
    return found, colorsys.rgb_to_yiq(0.1, 0.2, 0.3)


@program(call(np.array([2000, 1900, 2004])), call([2000, 2001]))
def leap_years(years):
    """A test and a sum."""
    days = 0
    for y in years:
        if calendar.isleap(y):
            days += calendar.leapdays(1900, y)
    return days, calendar.isleap(2000)


@program(call(X, np.float64(2.0)), call(-X, np.float64(2.0)))
def length_in_an_arm(x, d):
    """The graph needs a number of the caller's, and needs it in an arm only."""
    if x[1] < 0:
        return [0]
    return [0] * int(d * 2)


DATA = [call(np.array(x)) for x in ([1.0, 2.0, 4.0], [0.0, 1.0, 2.0], [3.0, 4.0], [1.0, 2.0, 4.0, 5.0])]
AVERAGES = (
    statistics.mean,
    statistics.variance,
    statistics.pvariance,
    statistics.harmonic_mean,
    statistics.median,
    statistics.fmean,
    statistics.stdev,
)


@program(*DATA)
def of_ints(x):
    """An int where the result is whole: of items, of as many as the run says, and of a generator."""
    known, some = [int(v) for v in x], [int(v) for v in x if v > -100]
    return [(f(known), f(some), f(v for v in known)) for f in AVERAGES]


@program(*DATA)
def of_truths(x):
    """The share of those that hold."""
    known, some = [bool(v > 1) for v in x], [bool(v > 1) for v in x if v > -100]
    found = [(f(known), f(some)) for f in (statistics.mean, statistics.median, statistics.mode)]
    return found, statistics.mean(int(v > 1) for v in x)


@program(*DATA)
def of_numpy_ints(x):
    """NumPy's ints stay such, but for a median of two."""
    n = x.astype(int)
    return statistics.median(n), statistics.mean(n), statistics.median([v for v in n if v > -5]), statistics.mean([1, x[0], 2.0])


@program(*DATA)
def used(x):
    """The one or the other goes on."""
    m = statistics.mean([int(v) for v in x])
    return m * 2, m // 2, isinstance(m, int), f"{m}", [m], m == 2, statistics.harmonic_mean([float(v) for v in x])


T = np.array([[1.0, -1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0]])
N = np.int64


@program(call(T, 3), call(-T, 3))
def delete_a_counted_slice(t, n):
    """`np.delete` with a slice whose bounds a loop has counted."""
    k = 0
    for i in range(n):
        if t[0, i] > 0:
            k += 1
    return np.delete(t, slice(-k - 1, -1), axis=1)


@program(call(T.T, N(2), N(1)), call(T.T, N(-2), N(5)), call(T.T, 3, 1))
def delete_slices(t, k, j):
    """Of a run-time number of rows, backwards, and with one bound of the run's."""
    u = t[t[:, 0] > k]
    v = np.delete(u, slice(1, 3), axis=0), np.delete(u, slice(None, None, 2), axis=0), np.delete(u, slice(-1, 0, -1), 0)
    return v, np.delete(t, slice(int(j), k), 0), np.delete(t, slice(k, j, -1), 1), np.delete(t, slice(j, None))


SAMPLES = (
    call(np.array([3, 1, 4, 1, 5, 9, 2, 6])),
    call(np.array([3.5, 1.0, 4.25, 1.0, 5.0])),
    call(np.array([7, 7])),
    call(np.array([], dtype=int)),
)


@program(*SAMPLES)
def cut_points(a):
    """Of groups with as many items each; too few of them raise."""
    return statistics.quantiles(a.tolist(), n=3), statistics.quantiles(a.tolist(), method="inclusive")


@program(*SAMPLES)
def most_frequent(a):
    """All of them, in the order of their first occurrence."""
    return statistics.multimode(a.tolist()), statistics.multimode([v % 2 for v in a.tolist()])


@program(*SAMPLES)
def relations_of_two_samples(a):
    """Lines through points, and how far they lie on one."""
    b = [v * v - 1.5 for v in a.tolist()]
    found = [statistics.covariance(a.tolist(), b), statistics.linear_regression(a.tolist(), b)]
    if a[0] > 3:
        found.append(statistics.linear_regression(a.tolist(), b, proportional=True))
    return found, statistics.correlation(a.tolist(), b)


@program(*SAMPLES)
def mean_of_factors(a):
    """Which has to be taken of positive numbers."""
    return statistics.geometric_mean(a.tolist())


@program(*SAMPLES)
def normal_distribution(a):
    """A known one, asked about run-time numbers."""
    normal = statistics.NormalDist(2.0, 1.5)
    return [(normal.cdf(v), normal.pdf(v), normal.zscore(v)) for v in a.tolist()], normal.inv_cdf(0.25)


@program(*SAMPLES)
def sums_of_products(a):
    """Of Python 3.12: as exact as it makes them, of lists of known and of run-time length, and of none."""
    if not hasattr(math, "sumprod"):
        return None
    some = [v for v in a.tolist() if v > 1]
    return math.sumprod(a.tolist(), [0.1 * v for v in a.tolist()]), math.sumprod(some, some), math.sumprod(a, some)


@program(*SAMPLES)
def multiplied_and_added(a):
    """Of Python 3.13: in one step."""
    if not hasattr(math, "fma"):
        return None
    return [math.fma(v, 0.1, -0.3) for v in a.tolist()]


@program(call(X), refused=Refusal("StaticValueError", "statistics.mean([v, 2.0, Fraction(1, 3)])"))
def a_mean_with_a_fraction(x):
    """Programs do not compute with fractions: the mean of one and of the run's numbers was a defect."""
    v = float(x[1])
    return statistics.mean([v, 2.0, Fraction(1, 3)])


class Whole(int):
    pass


@program(call(X), call(X - 3))
def numbers_of_own_classes_among_others(x):
    """Of an int of a user's class beside floats, Python makes a float; what adds floats asks for no class."""
    own, v = Whole(3), float(x[1])
    mixed = statistics.mean([x[0], own]), statistics.mean([own, v]), statistics.fmean([int(x[2] * 9), own])
    return mixed, math.fsum([v, own]), math.fsum([own, x[1]]), math.dist([v, own], [own, 1])


@program(call(X), call(X - 3), refused=Refusal("UnsupportedCallError", "statistics.mean([int(x[1] * 9), own])"))
def a_mean_of_own_ints(x):
    """Beside ints, it would be of that class; in a branch this was a defect."""
    own = Whole(3)
    if x[1] > 0:
        return statistics.mean([int(x[1] * 9), own])
    return own
