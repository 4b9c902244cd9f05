"""Numerical algorithms as one writes them: simulation, linear algebra by loops, statistics, learning."""

import numpy as np

from tests.harness import Theme, call

program = Theme("algorithms")
RNG = np.random.default_rng(20)
A4 = RNG.normal(size=(4, 4))
SPD = A4 @ A4.T + 4 * np.eye(4)
B4 = RNG.normal(size=4)
POINTS = np.concatenate([RNG.normal(0, 0.3, (8, 2)), RNG.normal(3, 0.3, (8, 2))])
LINKS = np.array([[0, 1, 1, 0], [1, 0, 0, 1], [0, 0, 0, 1], [1, 0, 0, 0]], float)


@program(call(np.linspace(-2, 0.5, 6)[:, None] + 1j * np.linspace(-1, 1, 5), 12), call(np.zeros((6, 5), complex), 12))
def mandelbrot(c, limit):
    """Escape times of a grid of complex numbers, stopping early when all have escaped."""
    z = np.zeros_like(c)
    escaped_at = np.full(c.shape, limit)
    for k in range(limit):
        inside = np.abs(z) <= 2
        if not inside.any():
            break
        z[inside] = z[inside] ** 2 + c[inside]
        escaped_at[(np.abs(z) > 2) & (escaped_at == limit)] = k
    return escaped_at


@program(call(2.0, 30), call(np.float64(2.0), 30), call(np.float64(5.0), 30))
def roots_in_turn(a, steps):
    """Heron's rule; once converged, on to the next number (a scalar state machine)."""
    target, x, total = a, a, 0.0
    for _ in range(steps):
        if abs(x * x - target) > 1e-9 * target:
            x = 0.5 * (x + target / x)
        else:
            total += x
            target = target + 1.0
            x = target
    return total, target


@program(call(np.array([90.0, 100.0, 110.0]), 100.0, 0.5, 0.02, 0.3), call(np.array([9.0, 10.0, 11.0]), 100.0, 0.5, 0.02, 0.3))
def black_scholes(spot, strike, years, rate, vol):
    """Prices of calls and puts, with an own normal distribution function."""

    def phi(x):
        k = 1.0 / (1.0 + 0.2316419 * np.abs(x))
        poly = k * (0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
        tail = np.exp(-0.5 * x * x) / np.sqrt(2 * np.pi) * poly
        return np.where(x >= 0, 1.0 - tail, tail)

    spread = vol * np.sqrt(years)
    d1 = (np.log(spot / strike) + (rate + 0.5 * vol**2) * years) / spread
    d2 = d1 - spread
    buy = spot * phi(d1) - strike * np.exp(-rate * years) * phi(d2)
    return buy, buy - spot + strike * np.exp(-rate * years)


@program(call(RNG.normal(size=(3, 5)).astype(np.float32)), call(np.zeros((3, 5), np.float32)))
def softmax_then_layer_norm(x):
    """Row softmax, then layer normalisation, in float32."""
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    p = e / e.sum(axis=-1, keepdims=True)
    centred = p - p.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + np.float32(1e-6))


@program(
    call(RNG.normal(size=(2, 4, 2, 3)), RNG.normal(size=(2, 4, 2, 3)), RNG.normal(size=(2, 4, 2, 3)), None),
    call(*RNG.normal(size=(3, 2, 4, 2, 3)), np.array([[True, True, False, False], [True, True, True, True]])),
)
def attention(q, k, v, mask):
    """Multi-head attention with an optional mask."""
    q, k, v = (t.transpose(0, 2, 1, 3) for t in (q, k, v))
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    if mask is not None:
        scores = np.where(mask[:, None, None, :], scores, -1e9)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    out = (weights @ v).transpose(0, 2, 1, 3)
    return out.reshape(out.shape[0], out.shape[1], -1)


@program(call(RNG.normal(size=(5, 2, 3)), np.zeros((2, 4)), RNG.normal(size=(3, 4)), RNG.normal(size=(4, 4)), 5))
def recurrent_net(x, h, w, u, steps):
    """A gated recurrent layer whose outputs are collected in a list."""

    def sigmoid(a):
        return 1 / (1 + np.exp(-a))

    outputs = []
    for t in range(steps):
        gate = sigmoid(x[t] @ w + h)
        h = gate * np.tanh(h @ u) + (1 - gate) * h
        outputs.append(h)
    return np.stack(outputs), h


@program(call(np.pad(np.ones((4, 4)), 1), 0.2, 1e-2, 50), call(np.zeros((6, 6)), 0.2, 1e-2, 50))
def heat(u, alpha, tolerance, limit):
    """Heat conduction until it is steady."""
    for step in range(limit):
        new = u.copy()
        inner = u[1:-1, 1:-1]
        new[1:-1, 1:-1] += alpha * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4 * inner)
        change = np.abs(new - u).max()
        u = new
        if change < tolerance:
            return u, step
    return u, limit


@program(call([RNG.normal(size=(3, 4)), np.zeros(4), RNG.normal(size=(4, 2)), np.zeros(2)], RNG.normal(size=(5, 3)), np.array([0, 1, 1, 0, 1]), 0.1))
def train_step(params, x, y, rate):
    """A step of gradient descent for a two-layer network, with the gradients by hand."""
    w1, b1, w2, b2 = params
    h = np.maximum(x @ w1 + b1, 0)
    logits = h @ w2 + b2
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    rows = np.arange(len(y))
    loss = -np.log(p[rows, y]).mean()
    p[rows, y] -= 1
    p /= len(y)
    dh = (p @ w2.T) * (h > 0)
    grads = [x.T @ dh, dh.sum(axis=0), h.T @ p, p.sum(axis=0)]
    for param, grad in zip(params, grads):
        param -= rate * grad
    return loss


@program(call(np.array([1.0, 0.0]), 3.0, 1e-4), call(np.array([0.0, -2.0]), 1.0, 1e-4))
def adaptive_rk(y, t_end, tol):
    """Heun-Euler with step size control, for a pendulum."""

    def f(y):
        return np.array([y[1], -np.sin(y[0])])

    t, h, rejected = 0.0, 0.1, 0
    while t < t_end:
        h = min(h, t_end - t)
        k1 = f(y)
        k2 = f(y + h * k1)
        error = 0.5 * h * np.abs(k2 - k1).max()
        if error <= tol:
            t = t + h
            y = y + 0.5 * h * (k1 + k2)
        else:
            rejected += 1
        h = h * min(2.0, max(0.2, 0.9 * np.sqrt(tol / (error + 1e-300))))
    return y, rejected


@program(call(POINTS, POINTS[[0, 1]], 10), call(POINTS, POINTS[[0, 8]], 10), call(POINTS, POINTS[:2] + 100, 10))
def kmeans(x, centres, limit):
    """Lloyd's algorithm with a convergence test and empty clusters left where they are."""
    labels = np.full(len(x), -1)
    for step in range(limit):
        distance = ((x[:, None, :] - centres[None]) ** 2).sum(axis=-1)
        new = distance.argmin(axis=1)
        if (new == labels).all():
            break
        labels = new
        for k in range(len(centres)):
            members = labels == k
            if members.any():
                centres[k] = x[members].mean(axis=0)
    return centres, labels, step


@program(call(np.array([1.0, -2.0]), np.array([0.5, 1.0])), call(np.array([-1.0, -2.0]), np.array([0.5, 1.0])))
def small_ops(x, y):
    """A dozen small operations and an if."""
    a = x * y + 1.0
    b = np.sqrt(a * a + 0.5)
    if x.sum() > y.sum() - 3:
        c = np.tanh(b) - y
    else:
        c = np.exp(-b) + y
    return np.maximum(c, 0.1) * x / (1.0 + b) - 0.25 * c


@program(call(np.array([2.0, 9.0]), 1e-10), call(np.array([1.0, 1.0]), 1e-10))
def gradient_through_while(a, tol):
    """Square roots by Newton and the gradient of their sum, by walking back over the list of iterates."""
    x, xs = 0.5 * (a + 1.0), []
    for _ in range(20):
        xs.append(x)
        new = 0.5 * (x + a / x)
        done = np.abs(new - x).max() < tol
        x = new
        if done:
            break
    g, ga = np.ones_like(x), np.zeros_like(a)
    for x_k in reversed(xs):
        ga = ga + 0.5 * g / x_k
        g = 0.5 * g * (1.0 - a / (x_k * x_k))
    return x.sum(), ga + 0.5 * g


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


@program(call(np.array([[0, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0]]), 3), call(np.zeros((5, 5), int), 3))
def game_of_life(board, generations):
    """Conway's game; stops when nothing lives."""
    for _ in range(generations):
        if board.sum() == 0:
            break
        neighbours = sum(
            np.roll(np.roll(board, dy, 0), dx, 1) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dy, dx) != (0, 0)
        )
        board = ((neighbours == 3) | ((board == 1) & (neighbours == 2))).astype(int)
    return board


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


@program(call(np.array([0, 1, 2, 2, 0])), call(np.array([2, 2, 2, 2, 2])))
def viterbi(observed):
    """The likeliest path of hidden states, traced back through a table."""
    start = np.log(np.array([0.6, 0.4]))
    move = np.log(np.array([[0.7, 0.3], [0.4, 0.6]]))
    emit = np.log(np.array([[0.5, 0.4, 0.1], [0.1, 0.3, 0.6]]))
    n = len(observed)
    score = start + emit[:, observed[0]]
    came_from = np.zeros((n, 2), dtype=int)
    for t in range(1, n):
        ways = score[:, None] + move
        came_from[t] = ways.argmax(axis=0)
        score = ways.max(axis=0) + emit[:, observed[t]]
    path = np.zeros(n, dtype=int)
    path[-1] = score.argmax()
    for t in range(n - 1, 0, -1):
        path[t - 1] = came_from[t, path[t]]
    return path, score.max()


@program(call(np.array([1, 2, 3, 4]), np.array([2, 3, 5])), call(np.array([1, 1, 1, 1]), np.array([1, 1, 1])), call(np.array([], int), np.array([5])))
def edit_distance(a, b):
    """The number of edits between two sequences."""
    table = np.zeros((len(a) + 1, len(b) + 1), dtype=int)
    table[:, 0] = np.arange(len(a) + 1)
    table[0] = np.arange(len(b) + 1)
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + cost)
    return table[-1, -1]


@program(call(RNG.normal(size=8)), call(np.ones(8)))
def fft_recursive(x):
    """The fast Fourier transform by recursion on halves."""

    def fft(v):
        n = len(v)
        if n == 1:
            return v.astype(complex)
        even, odd = fft(v[::2]), fft(v[1::2])
        turn = np.exp(-2j * np.pi * np.arange(n // 2) / n) * odd
        return np.concatenate([even + turn, even - turn])

    return fft(x)


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


@program(call(np.array([5, 2, 9, 1, 5])), call(np.array([1, 2, 3, 4, 5])), call(np.array([5, 4, 3, 2, 1])))
def insertion_sort(v):
    """Sorts the caller's array in place."""
    for i in range(1, len(v)):
        key = v[i]
        j = i - 1
        while j >= 0 and v[j] > key:
            v[j + 1] = v[j]
            j -= 1
        v[j + 1] = key


@program(call(30), call(np.int64(30)), call(np.int64(2)))
def sieve(n):
    """Primes below n."""
    if n > 2:
        is_prime = np.ones(30, dtype=bool)
    else:
        is_prime = np.zeros(30, dtype=bool)
    is_prime[:2] = False
    for k in range(2, 6):
        if is_prime[k]:
            is_prime[k * k :: k] = False
    return np.nonzero(is_prime)[0]


@program(call(np.array([3, 1, 4, 1, 5])), call(np.zeros(5, int)))
def prefix_sums(v):
    """Running sums by hand, beside cumsum."""
    out = np.empty_like(v)
    total = 0
    for i, e in enumerate(v):
        total += e
        out[i] = total
    return out, bool((out == np.cumsum(v)).all()), total


@program(call(np.array([0.1, 0.5, 0.55, 0.9, 1.5]), 4), call(np.array([0.0, 0.0, 1.0, -1.0, 0.3]), 4))
def histogram(values, bins):
    """Counts per bin; outliers are counted apart."""
    counts = np.zeros(bins, dtype=np.int64)
    outliers = 0
    for x in values:
        if 0 <= x < 1:
            counts[int(x * bins)] += 1
        else:
            outliers += 1
    return counts, outliers


@program(call(np.array([10, 30, 5, 60])), call(np.array([1, 1, 1, 1])))
def matrix_chain(dims):
    """The cheapest way to multiply a chain of matrices."""
    n = len(dims) - 1
    cost = np.zeros((n, n), dtype=np.int64)
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            best = None
            for k in range(i, j):
                c = cost[i, k] + cost[k + 1, j] + dims[i] * dims[k + 1] * dims[j + 1]
                if best is None or c < best:
                    best = c
            cost[i, j] = best
    return cost[0, -1], cost


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


@program(call(np.array([1, 3, 5, 7, 9]), np.int64(7)), call(np.array([1, 3, 5, 7, 9]), np.int64(4)))
def binary_search(v, key):
    """The place of a key, or the place where it would stand, negative."""
    low, high = 0, len(v)
    while low < high:
        middle = (low + high) // 2
        if v[middle] < key:
            low = middle + 1
        elif v[middle] > key:
            high = middle
        else:
            return middle
    return -low - 1


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


@program(call(np.array([2.0, 8.0, 1.0, 9.0]), 3), call(np.array([4.0, 4.0, 4.0, 4.0]), 3))
def moving_average(v, width):
    """A moving average by slices, with the ends left out."""
    out = []
    for i in range(len(v) - width + 1):
        out.append(v[i : i + width].mean())
    return np.array(out)


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


@program(call(np.array([3, 0, 1, 2])), call(np.array([0, 1, 2, 3])), call(np.array([1, 0, 3, 2])))
def cycles(perm):
    """The number of cycles of a permutation."""
    seen = np.zeros(len(perm), dtype=bool)
    count = 0
    for start in range(len(perm)):
        if seen[start]:
            continue
        count += 1
        k = start
        while not seen[k]:
            seen[k] = True
            k = perm[k]
    return count


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


@program(call(LINKS, 0), call(np.eye(4), 0), call(LINKS, 2))
def breadth_first(links, start):
    """Distances from a node, level by level."""
    n = links.shape[0]
    distance = np.full(n, -1)
    frontier = np.zeros(n, dtype=bool)
    frontier[start] = True
    level = 0
    while frontier.any():
        distance[frontier] = level
        frontier = (links[frontier].sum(axis=0) > 0) & (distance < 0)
        level += 1
    return distance


@program(call(np.array([3, 4, 2]), np.array([4, 5, 3]), 6), call(np.array([9, 9, 9]), np.array([4, 5, 3]), 6))
def knapsack(weight, value, capacity):
    """The best value for a capacity, by dynamic programming backwards in place."""
    best = np.zeros(capacity + 1, dtype=np.int64)
    for w, v in zip(weight, value):
        for c in range(capacity, 0, -1):
            if c >= w:
                best[c] = max(best[c], best[c - w] + v)
    return best
