"""What is measured: plain NumPy functions as a user would write them, and their inputs.

Nothing here is written for a compiler: `if`, `while`, `for`, `break`, lists, helper calls, slices
and in-place assignment stand where a NumPy user would put them.
"""

import itertools

import numpy as np


def mandelbrot(cr, ci, max_steps):
    zr = np.zeros_like(cr)
    zi = np.zeros_like(ci)
    count = np.zeros(cr.shape, dtype=np.int64)
    step = 0
    while step < max_steps:
        zr2 = zr * zr
        zi2 = zi * zi
        alive = zr2 + zi2 <= 4.0
        if not alive.any():
            break
        zi = np.where(alive, 2.0 * zr * zi + ci, zi)
        zr = np.where(alive, zr2 - zi2 + cr, zr)
        count = count + alive
        step += 1
    return count


def square_roots(a, steps):
    """Scalar Newton steps, with a branch on every one of them."""
    target = a
    x = a
    total = 0.0
    step = 0
    while step < steps:
        if abs(x * x - target) > 1e-9 * target:
            x = 0.5 * (x + target / x)
        else:
            total += x
            target = target + 1.0
            x = target
        step += 1
    return total


def price(spot, strike, years, rate, sigma):
    """European calls, with the tail of the normal distribution as a polynomial."""
    root = sigma * np.sqrt(years)
    d1 = (np.log(spot / strike) + (rate + 0.5 * sigma * sigma) * years) / root
    discounted = strike * np.exp(-rate * years)
    return spot * normal_tail(d1) - discounted * normal_tail(d1 - root)


def normal_tail(d):
    t = 1.0 / (1.0 + 0.2316419 * np.abs(d))
    series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
    tail = 0.3989422804014327 * np.exp(-0.5 * d * d) * series
    return np.where(d > 0.0, 1.0 - tail, tail)


def softmax_norm(x, gamma, beta):
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    p = e / np.sum(e, axis=-1, keepdims=True)
    d = p - np.mean(p, axis=-1, keepdims=True)
    variance = np.mean(d * d, axis=-1, keepdims=True)
    return d / np.sqrt(variance + 1e-12) * gamma + beta


def attention(q, k, v, mask):
    """q, k, v: (batch, positions, heads, width); mask: True where a key may be seen."""
    q = q.transpose(0, 2, 1, 3)
    k = k.transpose(0, 2, 1, 3)
    v = v.transpose(0, 2, 1, 3)
    scores = np.matmul(q, k.transpose(0, 1, 3, 2)) * (1.0 / np.sqrt(np.float32(q.shape[-1])))
    if mask is not None:
        scores = np.where(mask[:, None, None, :], scores, np.float32(-1e9))
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    o = np.matmul(e / e.sum(axis=-1, keepdims=True), v)
    return o.transpose(0, 2, 1, 3).reshape(q.shape[0], q.shape[2], -1)


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


def gru(x, h, w, u, b, c):
    """x: (time, batch, in); gates in the order r, z, n."""
    width = h.shape[1]
    outputs = []
    for t in range(x.shape[0]):
        gx = x[t] @ w + b
        gh = h @ u + c
        r = sigmoid(gx[:, :width] + gh[:, :width])
        z = sigmoid(gx[:, width : 2 * width] + gh[:, width : 2 * width])
        n = np.tanh(gx[:, 2 * width :] + r * gh[:, 2 * width :])
        h = (1.0 - z) * n + z * h
        outputs.append(h)
    return np.stack(outputs), h


def heat(u, rate, tolerance, max_steps):
    step = 0
    while step < max_steps:
        new = u.copy()
        new[1:-1, 1:-1] = u[1:-1, 1:-1] + rate * (
            u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4.0 * u[1:-1, 1:-1]
        )
        change = np.max(np.abs(new - u))
        u = new
        step += 1
        if change < tolerance:
            break
    return u, step


def mlp_loss(params, x, y):
    w1, b1, w2, b2, w3, b3 = params
    h1 = np.maximum(x @ w1 + b1, 0)
    h2 = np.maximum(h1 @ w2 + b2, 0)
    logits = h2 @ w3 + b3
    z = logits - logits.max(axis=1, keepdims=True)
    logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    return -logp[np.arange(x.shape[0]), y].mean()


def lorenz(y):
    return np.array(
        [10.0 * (y[1] - y[0]), y[0] * (28.0 - y[2]) - y[1], y[0] * y[1] - (8.0 / 3.0) * y[2]]
    )


def adaptive_ode(y, end, rtol, atol):
    """Heun and Euler as an embedded pair, with a step size that adapts."""
    t = 0.0
    h = 1e-3
    accepted = 0
    while t < end:
        if t + h > end:
            h = end - t
        k1 = lorenz(y)
        k2 = lorenz(y + h * k1)
        new = y + 0.5 * h * (k1 + k2)
        scale = atol + rtol * np.maximum(np.abs(y), np.abs(new))
        error = np.sqrt(np.mean((0.5 * h * (k2 - k1) / scale) ** 2))
        if error <= 1.0:
            t = t + h
            y = new
            accepted += 1
        if error < 1e-10:
            factor = 5.0
        else:
            factor = min(5.0, max(0.2, 0.9 * error**-0.5))
        h = h * factor
    return y, accepted


def kmeans(x, c, max_steps):
    k = c.shape[0]
    labels = np.full(x.shape[0], -1)
    steps = 0
    for _ in range(max_steps):
        distances = (c * c).sum(axis=1) - 2.0 * (x @ c.T)
        new = distances.argmin(axis=1)
        if (new == labels).all():
            break
        labels = new
        onehot = (labels[:, None] == np.arange(k)).astype(np.float32)
        counts = onehot.sum(axis=0)
        sums = onehot.T @ x
        c = np.where(counts[:, None] > 0, sums / np.maximum(counts, 1)[:, None], c)
        steps += 1
    return c, labels, steps


def small_ops(x, y):
    a = x * y + 1.0
    b = np.sqrt(a * a + 0.5)
    if x.sum() > 0:
        c = np.tanh(b) - y
    else:
        c = np.exp(-b) + y
    d = np.maximum(c, 0.1) * x
    e = d / (1.0 + b)
    return e - 0.25 * c


def _rng():
    return np.random.default_rng(20240)


def _mandelbrot():
    re, im = np.linspace(-2.2, 0.8, 256), np.linspace(-1.5, 1.5, 256)
    return np.tile(re, (256, 1)), np.tile(im[:, None], (1, 256)), 100


def _price():
    r, n = _rng(), 200_000
    return r.uniform(10, 50, n), r.uniform(10, 50, n), r.uniform(0.25, 2.0, n), 0.03, 0.25


def _floats(shape, scale=1.0):
    return _rng().standard_normal(shape, dtype=np.float32) * np.float32(scale)


def _softmax_norm():
    return _floats((512, 1024)), _floats(1024), _floats(1024)


def _small_ops():
    return tuple(_rng().standard_normal((2, 100)))


def _attention():
    mask = np.ones((2, 128), dtype=bool)
    mask[0, 100:] = False
    return *(_floats((2, 128, 8, 64)) for _ in range(3)), mask


def _gru():
    weights = _floats((64, 192), 0.125), _floats((64, 192), 0.125), _floats(192, 0.1), _floats(192, 0.1)
    return _floats((100, 16, 64)), np.zeros((16, 64), np.float32), *weights


def _mlp():
    widths = [64, 128, 64, 10]
    params = []
    for a, b in itertools.pairwise(widths):
        params += [_floats((a, b), 0.1), np.zeros(b, np.float32)]
    return params, _floats((128, 64)), _rng().integers(0, 10, 128)


def _heat():
    u = _rng().random((128, 128))
    u[0, :], u[-1, :] = 1.0, 0.0
    return u, 0.2, 3e-4, 200


def _kmeans():
    r = np.random.default_rng(4)
    centers = r.standard_normal((16, 8)) * 1.5
    x = (centers[r.integers(0, 16, 5000)] + r.standard_normal((5000, 8))).astype(np.float32)
    return x, x[r.choice(5000, 16, replace=False)].copy(), 20


# function, its inputs, what it stresses
WORKLOADS = (
    (mandelbrot, _mandelbrot, "256x256 float64, at most 100 masked steps, early exit"),
    (square_roots, lambda: (np.float64(2.0), 5000), "5000 scalar steps with a branch each"),
    (price, _price, "200,000 options: a chain of elementwise functions"),
    (softmax_norm, _softmax_norm, "512x1024 float32, reductions"),
    (attention, _attention, "2x8x128x64 float32, key mask"),
    (gru, _gru, "100 steps, batch 16, width 64, float32, list and stack"),
    (heat, _heat, "128x128 float64 stencil, at most 200 steps, early stop"),
    (mlp_loss, _mlp, "64-128-64-10, batch 128, float32, loss"),
    (adaptive_ode, lambda: (np.array([1.0, 1.0, 1.0]), 0.5, 1e-4, 1e-7), "adaptive steps on 3-vectors"),
    (kmeans, _kmeans, "5000x8, k=16, float32, until the labels stand still"),
    (small_ops, _small_ops, "12 small operations and one if"),
)
