"""Numerical algorithms as one writes them: linear algebra by loops, iteration, simulation."""

import numpy as np

from tests.harness import Theme, call

program = Theme("algorithms")
RNG = np.random.default_rng(20)
A4 = RNG.normal(size=(4, 4))
SPD = A4 @ A4.T + 4 * np.eye(4)
B4 = RNG.normal(size=4)
LINKS = np.array([[0, 1, 1, 0], [1, 0, 0, 1], [0, 0, 0, 1], [1, 0, 0, 0]], float)


@program(call(LINKS, 0.85, 1e-8), call(np.eye(4), 0.85, 1e-8))
def pagerank(links, damping, tol):
    """PageRank by iteration, with dangling pages."""
    n = links.shape[0]
    out = links.sum(axis=1)
    rank = np.full(n, 1 / n)
    change = 1.0
    rounds = 0
    while change > tol:
        spread = np.where(out > 0, rank / np.where(out > 0, out, 1), 0) @ links
        new = (1 - damping) / n + damping * (spread + rank[out == 0].sum() / n)
        change = np.abs(new - rank).sum()
        rank = new
        rounds += 1
    return rank, rounds


@program(call(np.where(LINKS > 0, LINKS * 3, np.inf)), call(np.full((4, 4), np.inf)))
def floyd_warshall(d):
    """Shortest paths between all pairs."""
    d = d.copy()
    n = len(d)
    for i in range(n):
        d[i, i] = 0
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i, k] + d[k, j] < d[i, j]:
                    d[i, j] = d[i, k] + d[k, j]
    return d


@program(call(SPD), call(np.eye(4)), call(-np.eye(4)))
def cholesky(a):
    """Cholesky by loops; a matrix that is not positive definite raises."""
    n = a.shape[0]
    low = np.zeros_like(a)
    for j in range(n):
        d = a[j, j] - low[j, :j] @ low[j, :j]
        if d <= 0:
            raise ValueError(f"not positive definite at {j}")
        low[j, j] = np.sqrt(d)
        for i in range(j + 1, n):
            low[i, j] = (a[i, j] - low[i, :j] @ low[j, :j]) / low[j, j]
    return low


@program(call(A4, B4), call(np.eye(4)[::-1].copy(), B4))
def lu_solve(a, b):
    """Gaussian elimination with partial pivoting, in place on copies."""
    a, b = a.copy(), b.copy()
    n = len(b)
    for k in range(n):
        p = k + np.argmax(np.abs(a[k:, k]))
        if p != k:
            a[[k, p]] = a[[p, k]]
            b[[k, p]] = b[[p, k]]
        for i in range(k + 1, n):
            factor = a[i, k] / a[k, k]
            a[i, k:] -= factor * a[k, k:]
            b[i] -= factor * b[k]
    x = np.zeros(n)
    for k in reversed(range(n)):
        x[k] = (b[k] - a[k, k + 1 :] @ x[k + 1 :]) / a[k, k]
    return x


@program(call(SPD, B4, 1e-8), call(np.eye(4), B4 * 0, 1e-8))
def gauss_seidel(a, b, tol):
    """Gauss-Seidel: the new values are used as soon as they are there."""
    x = np.zeros_like(b)
    for sweep in range(100):
        biggest = 0.0
        for i in range(len(b)):
            new = (b[i] - a[i] @ x + a[i, i] * x[i]) / a[i, i]
            biggest = max(biggest, abs(new - x[i]))
            x[i] = new
        if biggest < tol:
            break
    return x, sweep


@program(call(SPD, B4), call(np.eye(4), B4), call(SPD, B4 * 0))
def conjugate_gradients(a, b, tol=1e-10):
    """Conjugate gradients with an early exit for a zero right side."""
    x = np.zeros_like(b)
    r = b - a @ x
    p = r.copy()
    rs = r @ r
    if rs < tol:
        return x, 0
    for k in range(10):
        ap = a @ p
        alpha = rs / (p @ ap)
        x = x + alpha * p
        r = r - alpha * ap
        new = r @ r
        if np.sqrt(new) < tol:
            break
        p = r + (new / rs) * p
        rs = new
    return x, k + 1


@program(call(np.array([1.0, 1.1, np.nan, 0.9, 3.0])), call(np.zeros(5)))
def kalman(measured):
    """A one-dimensional Kalman filter that skips missing measurements."""
    x, p = 0.0, 1.0
    track = np.empty_like(measured)
    for t, z in enumerate(measured):
        p = p + 0.01
        if not np.isnan(z):
            gain = p / (p + 0.1)
            x = x + gain * (z - x)
            p = (1 - gain) * p
        track[t] = x
    return track, p


@program(call(np.array([1.0, 0.0]), 0.1, 20), call(np.array([0.0, 0.0]), 0.1, 20))
def rk4(y, h, steps):
    """Runge-Kutta for an oscillator, with the path in an array."""

    def f(y):
        return np.array([y[1], -y[0]])

    path = np.zeros((steps + 1, 2))
    path[0] = y
    for i in range(steps):
        k1 = f(y)
        k2 = f(y + h / 2 * k1)
        k3 = f(y + h / 2 * k2)
        k4 = f(y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        path[i + 1] = y
    return path


@program(call(np.float64(0.0), np.float64(2.0)), call(np.float64(1.0), np.float64(9.0)), call(np.float64(3.0), np.float64(4.0)))
def bisection(low, high):
    """A root of x**3 - x - 2; None where there is no change of sign."""

    def f(x):
        return x**3 - x - 2

    if f(low) * f(high) > 0:
        return None
    while high - low > 1e-10:
        middle = 0.5 * (low + high)
        if f(low) * f(middle) <= 0:
            high = middle
        else:
            low = middle
    return 0.5 * (low + high)


@program(call(SPD), call(np.diag([1.0, 2.0, 3.0, 4.0])))
def power_iteration(a):
    """The largest eigenvalue."""
    v = np.ones(a.shape[0])
    value = 0.0
    for step in range(200):
        w = a @ v
        new = np.abs(w).max()
        v = w / new
        if abs(new - value) < 1e-9:
            break
        value = new
    return value, v, step


@program(call(SPD, B4), call(np.eye(4), B4))
def jacobi(a, b):
    """Jacobi's iteration, all components at once."""
    d = np.diag(a)
    rest = a - np.diag(d)
    x = np.zeros_like(b)
    k = 0
    while np.linalg.norm(a @ x - b) > 1e-6 and k < 200:
        x = (b - rest @ x) / d
        k += 1
    return x, k


@program(call(RNG.normal(size=(4, 3)), np.zeros((4, 3)), np.ones(4), 5), call(np.eye(4, 3), np.ones((4, 3)), np.ones(4), 5))
def n_body(x, v, mass, steps):
    """Bodies under gravity, updated in place."""
    for _ in range(steps):
        force = np.zeros_like(x)
        for i in range(len(x)):
            for j in range(len(x)):
                if i != j:
                    d = x[j] - x[i]
                    force[i] += mass[j] * d / (d @ d + 0.01) ** 1.5
        v += 0.01 * force
        x += 0.01 * v
    return 0.5 * (mass * (v**2).sum(axis=1)).sum()


@program(call(np.array([1.0, 2.0, 3.0]), np.float64(2.0)), call(np.array([0.0, 0.0, 0.0]), np.float64(2.0)))
def horner(coefficients, x):
    """A polynomial and its derivative."""
    value, slope = 0.0, 0.0
    for c in coefficients:
        slope = slope * x + value
        value = value * x + c
    return value, slope


@program(call(np.array([[2.0, 1.0], [1.0, 3.0]])), call(np.eye(2)))
def matrix_power(a):
    """A power by repeated squaring; the exponent is a Python number."""
    result = np.eye(len(a))
    n = 13
    while n:
        if n & 1:
            result = result @ a
        a = a @ a
        n >>= 1
    return result


@program(call(np.array([[1.0, 1.0], [1.0, 2.0], [1.0, 3.0]]), np.array([1.0, 2.0, 2.0])), call(np.ones((3, 2)), np.zeros(3)))
def gradient_descent(x, y):
    """Least squares by gradient descent with a step that halves when the loss grows."""
    w = np.zeros(2)
    rate, last = 0.1, np.inf
    for _ in range(40):
        residual = x @ w - y
        loss = (residual**2).mean()
        if loss > last:
            rate *= 0.5
        last = loss
        w -= rate * 2 * x.T @ residual / len(y)
    return w, rate, loss


@program(call(np.array([2.0, 2.0, 1.0, 1.0])), call(np.array([-2.0, 2.0, -1.0, 1.0])))
def trapezoid_until_sign_change(y):
    """The area under a curve up to the first change of sign."""
    area = 0.0
    for left, right in zip(y[:-1], y[1:]):
        if left * right < 0:
            break
        area += 0.5 * (left + right)
    else:
        print("no change of sign")
    return area
