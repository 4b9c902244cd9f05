"""scipy.special in whole programs, imported in every usual way."""

import math

import numpy as np
import scipy.special
import scipy.special as sp
from scipy import stats
from scipy.interpolate import BSpline, CloughTocher2DInterpolator, LinearNDInterpolator, PPoly
from scipy.signal import find_peaks_cwt
from scipy.spatial import Delaunay, cKDTree
from scipy.special import erf, expit, logsumexp, softmax

from tests.harness import Refusal, Theme, call

program = Theme("scipy_functions")
X3 = np.array([0.5, 1.5, 2.25])
RNG = np.random.default_rng(4)


@program(call(RNG.uniform(10, 50, 20), RNG.uniform(10, 50, 20), 0.5, 0.02, 0.3), call(RNG.uniform(10, 50, 9).astype("f4"), RNG.uniform(10, 50, 9).astype("f4"), 1.0, 0.01, 0.2), tolerance=1e-5)
def black_scholes(s, k, t, r, sigma):
    """Prices of options."""
    d1 = (np.log(s / k) + (r + 0.5 * sigma**2) * t) / (sigma * np.sqrt(t))
    d2 = d1 - sigma * np.sqrt(t)
    n1, n2 = 0.5 * (1 + erf(d1 / np.sqrt(2.0))), 0.5 * (1 + scipy.special.erf(d2 / np.sqrt(2.0)))
    return s * n1 - k * np.exp(-r * t) * n2, sp.erfc(d1)


@program(call(RNG.normal(size=(30, 3)), (RNG.random(30) < 0.5).astype(float), 10, 0.1))
def logistic_regression(X, y, steps, rate):
    """Gradient descent with expit."""
    w = np.zeros(X.shape[1])
    for _ in range(steps):
        w -= rate * X.T @ (expit(X @ w) - y) / len(y)
    return w, -np.mean(sp.xlogy(y, expit(X @ w)) + sp.xlog1py(1 - y, -expit(X @ w)))


@program(call(RNG.normal(size=(20, 2)), 3, 10), call(RNG.normal(size=(15, 2)), 2, 5))
def gaussian_mixture(X, k, steps):
    """Expectation maximisation in the logarithm."""
    n, d = X.shape
    means = X[:k].copy()
    weights = np.full(k, 1.0 / k)
    for _ in range(steps):
        square = ((X[:, None, :] - means[None]) ** 2).sum(axis=2)
        log_p = np.log(weights) - 0.5 * square - 0.5 * d * np.log(2 * np.pi)
        total = logsumexp(log_p, axis=1, keepdims=True)
        resp = np.exp(log_p - total)
        counts = resp.sum(axis=0)
        means = resp.T @ X / counts[:, None]
        weights = counts / n
    return means, weights, total.sum(), softmax(log_p, axis=1), sp.log_softmax(log_p, axis=0)


@program(call(2.5, 0.5), call(np.float64(2.5), np.float64(0.5)), call(np.array([1.0, 2.0]), 0.25))
def gamma_functions(x, y):
    """Gamma and its relatives, of numbers and arrays."""
    return sp.gamma(x), sp.gammaln(x), sp.digamma(x), sp.beta(x, y), sp.betainc(x, x, y), sp.gammainc(x, y), sp.loggamma(x), sp.polygamma(1, x), sp.erfinv(y), sp.logit(y)


@program(call(0.3), call(np.float64(1.7)))
def math_functions(x):
    """The same from Python's math, of run-time numbers."""
    total = 0.0
    while x < 5.0:
        total += math.erf(x) + math.gamma(x) - math.lgamma(x) * math.erfc(x)
        x += 1.0
    return total


@program(call(np.array([0.1, 0.9]), np.zeros(2)))
def ufuncs_with_out(x, y):
    """out= fills the caller's array; results of two ufuncs at once."""
    z = sp.expit(x, out=y)
    a, b = sp.fresnel(x)
    return z is y, a, b, sp.log1p(x) - sp.expm1(x)


@program(call(np.array([1, 2, 3]), X3), call(np.array([2, 1]), X3[:2]), call(2, 1.5), call(np.array([], int), X3[:0]))
def functions_of_orders(n, x):
    """Functions of scipy.special that Python code computes, with arrays of orders."""
    waves = sp.spherical_jn(n, x)
    if np.sum(waves) > 0.5:
        waves = waves + sp.spherical_yn(n, x, derivative=True)
    more = sp.spherical_in(n, x), sp.spherical_kn(n, x), sp.stirling2(5, n), sp.factorialk(n, 2)
    return waves, more, sp.polygamma(n, x), sp.lambertw(x), sp.lambertw(x, -1)


PLACES = np.random.default_rng(0).random((20, 2))
TREE = cKDTree(PLACES)


@program(call(PLACES), call(PLACES[::-1] * 2))
def near_a_point(x):
    """The indices of the points near one point, as a list: of a tree of the function's, and of the caller's."""
    tree, seen, order = cKDTree(x), np.zeros(len(x), bool), []
    for i in range(len(x)):
        if not seen[i]:
            near = tree.query_ball_point(x[i], 0.15)
            seen[near] = True
            order += [j for j in near if j != i]
    return order, TREE.query_ball_point(x[0], r=0.3), TREE.query(x, k=2)


@program(call(PLACES), refused=Refusal("UnsupportedOpError", "TREE.query_ball_point(x, 0.2)"))
def near_many_points(x):
    """Of many points, SciPy answers an array of lists."""
    return TREE.query_ball_point(x, 0.2)


CORNERS = RNG.random((12, 2))
TRIANGLES = Delaunay(CORNERS)
INSIDE = RNG.random((5, 2))
BENT = BSpline(np.arange(7.0), np.array([-1.0, 2.0, 0.0, -1.0]), 2)


@program(call(CORNERS, INSIDE), call(CORNERS * 2, INSIDE[0]), call(CORNERS[:5], INSIDE + 5))
def triangles(corners, places):
    """In which triangle places are, of the caller's triangles and of the program's, and what is between the corners."""
    found = TRIANGLES.find_simplex(places), Delaunay(corners).find_simplex(places, tol=1e-3) >= 0
    heights = corners[:, 0] + corners[:, 1] ** 2
    between = LinearNDInterpolator(corners, heights, fill_value=0.0)(places)
    return found, between, np.isnan(CloughTocher2DInterpolator(corners, heights)(places))


@program(call(np.array([2.5, 3.5])), call(np.array([2.0, 2.25, 9.0])))
def pieces_of_polynomials(x):
    """Splines by their coefficients."""
    pieces = PPoly(np.ones((2, 2)) * x[0], np.array([0.0, 1.0, 5.0]))
    return BENT(x), BSpline(np.arange(7.0), np.ones(4) * x[0], 2).derivative()(x), pieces.antiderivative()(x)


@program(
    call(np.array([1.5, np.nan, 3.0, 4.0, 2.5]), np.array([1, 0, 2, 3, 1])),
    call(np.array([2.0, 1.0, 0.5]), np.array([0, 4, 0])),
    call(np.array([2.0, 1.0]), np.array([0, 0])),
)
def p_values_where_there_are_some(statistics, degrees):
    """The function of a library takes two arrays that a mask has cut to one length, which only the run knows."""
    found = np.full(len(degrees), np.nan)
    some = degrees > 0
    found[some] = stats.chi2.sf(statistics[some], degrees[some])
    return found, stats.kstwobign.sf(statistics[some]), stats.gennorm.pdf(statistics[some] / 4, 1.3)


@program(call(np.sin(np.arange(60) * 0.4) + np.arange(60) / 50, 5), call(np.cos(np.arange(40) * 0.9), 3))
def peaks_of_several_widths(x, widest):
    """How many peaks there are only the run knows."""
    found = find_peaks_cwt(vector=x, widths=np.arange(1, widest + 1))
    return found, len(found), x[found].sum()
