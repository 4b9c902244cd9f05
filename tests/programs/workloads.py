"""The twelve workloads that compilers are measured on, on small inputs."""

import numpy as np

from tests.harness import Theme, call

program = Theme("workloads")
RNG = np.random.default_rng(20)
POINTS = np.concatenate([RNG.normal(0, 0.3, (8, 2)), RNG.normal(3, 0.3, (8, 2))])


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
