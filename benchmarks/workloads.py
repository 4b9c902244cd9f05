"""What is measured: plain NumPy functions as a user would write them.

Nothing here is written for a compiler: `if`, `while`, `for`, `break`, lists, helper calls, slices
and in-place assignment stand where a NumPy user would put them. `benchmarks/inputs.py` has their inputs;
`benchmarks/pricing.py` the one function that needs SciPy.
"""

import numpy as np


def mandelbrot(cr, ci, max_iter):
    zr = np.zeros_like(cr)
    zi = np.zeros_like(ci)
    count = np.zeros(cr.shape, dtype=np.int64)
    it = 0
    while it < max_iter:
        zr2 = zr * zr
        zi2 = zi * zi
        alive = zr2 + zi2 <= 4.0
        if not alive.any():
            break
        zi = np.where(alive, 2.0 * zr * zi + ci, zi)
        zr = np.where(alive, zr2 - zi2 + cr, zr)
        count = count + alive
        it += 1
    return count


def scalar_while(a, n_steps):
    target = a
    x = a
    total = 0.0
    steps = 0
    while steps < n_steps:
        if abs(x * x - target) > 1e-9 * target:
            x = 0.5 * (x + target / x)
        else:
            total += x
            target = target + 1.0
            x = target
        steps += 1
    return total


def softmax_layernorm(x, gamma, beta):
    m = np.max(x, axis=-1, keepdims=True)
    e = np.exp(x - m)
    p = e / np.sum(e, axis=-1, keepdims=True)
    mu = np.mean(p, axis=-1, keepdims=True)
    d = p - mu
    var = np.mean(d * d, axis=-1, keepdims=True)
    return d / np.sqrt(var + 1e-12) * gamma + beta


def attention(q, k, v, mask):
    """q, k, v: (B, S, H, D); mask: (B, S) bool, True where a key may be seen."""
    q = q.transpose(0, 2, 1, 3)
    k = k.transpose(0, 2, 1, 3)
    v = v.transpose(0, 2, 1, 3)
    scores = np.matmul(q, k.transpose(0, 1, 3, 2)) * (1.0 / np.sqrt(np.float32(q.shape[-1])))
    if mask is not None:
        scores = np.where(mask[:, None, None, :], scores, np.float32(-1e9))
    scores = scores - scores.max(axis=-1, keepdims=True)
    e = np.exp(scores)
    p = e / e.sum(axis=-1, keepdims=True)
    o = np.matmul(p, v)
    return o.transpose(0, 2, 1, 3).reshape(q.shape[0], q.shape[2], -1)


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


def rnn(x, h, w, u, b, c):
    """GRU (torch gate order r, z, n). x: (T, B, I), h: (B, H), w: (I, 3H), u: (H, 3H)."""
    hidden = h.shape[1]
    outs = []
    for t in range(x.shape[0]):
        gx = x[t] @ w + b
        gh = h @ u + c
        r = sigmoid(gx[:, :hidden] + gh[:, :hidden])
        z = sigmoid(gx[:, hidden : 2 * hidden] + gh[:, hidden : 2 * hidden])
        n = np.tanh(gx[:, 2 * hidden :] + r * gh[:, 2 * hidden :])
        h = (1.0 - z) * n + z * h
        outs.append(h)
    return np.stack(outs), h


def heat2d(u, alpha, tol, max_steps):
    step = 0
    while step < max_steps:
        new = u.copy()
        new[1:-1, 1:-1] = u[1:-1, 1:-1] + alpha * (
            u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4.0 * u[1:-1, 1:-1]
        )
        change = np.max(np.abs(new - u))
        u = new
        step += 1
        if change < tol:
            break
    return u, step


def train_mlp(params, vel, x, y, lr, mu):
    """One step of gradient descent with momentum; the backward pass is written by hand."""
    w1, b1, w2, b2, w3, b3 = params
    n = x.shape[0]
    h1 = np.maximum(x @ w1 + b1, 0)
    h2 = np.maximum(h1 @ w2 + b2, 0)
    logits = h2 @ w3 + b3
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.exp(z)
    s = e.sum(axis=1, keepdims=True)
    rows = np.arange(n)
    loss = -(z - np.log(s))[rows, y].mean()
    d = e / s
    d[rows, y] -= 1.0
    d = d / n
    gw3 = h2.T @ d
    gb3 = d.sum(axis=0)
    d2 = (d @ w3.T) * (h2 > 0)
    gw2 = h1.T @ d2
    gb2 = d2.sum(axis=0)
    d1 = (d2 @ w2.T) * (h1 > 0)
    gw1 = x.T @ d1
    gb1 = d1.sum(axis=0)
    grads = [gw1, gb1, gw2, gb2, gw3, gb3]
    new_vel = [mu * v + g for v, g in zip(vel, grads)]
    new_params = [p - lr * v for p, v in zip(params, new_vel)]
    return loss, new_params, new_vel


def lorenz(y):
    return np.array([10.0 * (y[1] - y[0]), y[0] * (28.0 - y[2]) - y[1], y[0] * y[1] - (8.0 / 3.0) * y[2]])


def ode_rk45(y, t_end, rtol, atol):
    t = 0.0
    h = 1e-3
    accepted = 0
    rejected = 0
    k1 = lorenz(y)
    while t < t_end:
        if t + h > t_end:
            h = t_end - t
        k2 = lorenz(y + h * (1 / 5 * k1))
        k3 = lorenz(y + h * (3 / 40 * k1 + 9 / 40 * k2))
        k4 = lorenz(y + h * (44 / 45 * k1 - 56 / 15 * k2 + 32 / 9 * k3))
        k5 = lorenz(y + h * (19372 / 6561 * k1 - 25360 / 2187 * k2 + 64448 / 6561 * k3 - 212 / 729 * k4))
        k6 = lorenz(y + h * (9017 / 3168 * k1 - 355 / 33 * k2 + 46732 / 5247 * k3 + 49 / 176 * k4 - 5103 / 18656 * k5))
        y_new = y + h * (35 / 384 * k1 + 500 / 1113 * k3 + 125 / 192 * k4 - 2187 / 6784 * k5 + 11 / 84 * k6)
        k7 = lorenz(y_new)
        e = h * (71 / 57600 * k1 - 71 / 16695 * k3 + 71 / 1920 * k4 - 17253 / 339200 * k5 + 22 / 525 * k6 - 1 / 40 * k7)
        scale = atol + rtol * np.maximum(np.abs(y), np.abs(y_new))
        err = np.sqrt(np.mean((e / scale) ** 2))
        if err <= 1.0:
            t = t + h
            y = y_new
            k1 = k7
            accepted += 1
        else:
            rejected += 1
        if err < 1e-10:
            factor = 5.0
        else:
            factor = min(5.0, max(0.2, 0.9 * err**-0.2))
        h = h * factor
    return y, accepted, rejected


def kmeans(x, c, max_iter):
    k = c.shape[0]
    labels = np.full(x.shape[0], -1)
    iters = 0
    for i in range(max_iter):
        dist = (c * c).sum(axis=1) - 2.0 * (x @ c.T)  # |x|^2 does not change the argmin
        new = dist.argmin(axis=1)
        if (new == labels).all():
            break
        labels = new
        onehot = (labels[:, None] == np.arange(k)).astype(np.float32)
        counts = onehot.sum(axis=0)
        sums = onehot.T @ x
        c = np.where(counts[:, None] > 0, sums / np.maximum(counts, 1)[:, None], c)
        iters += 1
    return c, labels, iters


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


def grad_while(a, tol, max_iter):
    """The sum of square roots by Newton steps, and its gradient by a reverse sweep written by hand."""
    x = 0.5 * (a + 1.0)
    xs = []
    it = 0
    while it < max_iter:
        xs.append(x)
        new = 0.5 * (x + a / x)
        change = np.max(np.abs(new - x))
        x = new
        it += 1
        if change < tol:
            break
    loss = x.sum()
    g = np.ones_like(x)
    ga = np.zeros_like(a)
    for x in reversed(xs):
        ga = ga + 0.5 * g / x
        g = 0.5 * g * (1.0 - a / (x * x))
    return loss, ga + 0.5 * g
