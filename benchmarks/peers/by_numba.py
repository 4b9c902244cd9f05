"""The workloads as explicit loops, which is what numba compiles best."""

import math

import numpy as np
from numba import njit

from benchmarks import workloads


@njit
def mandelbrot(cr, ci, max_iter):
    count = np.zeros(cr.shape, dtype=np.int64)
    for i in range(cr.shape[0]):
        for j in range(cr.shape[1]):
            x, y = 0.0, 0.0
            n = 0
            while n < max_iter and x * x + y * y <= 4.0:
                x, y = x * x - y * y + cr[i, j], 2.0 * x * y + ci[i, j]
                n += 1
            count[i, j] = n
    return count


scalar_while = njit(workloads.scalar_while)  # explicit as it is


@njit
def black_scholes(s, k, t, r, sigma):
    call, put = np.empty_like(s), np.empty_like(s)
    for i in range(s.size):
        root = sigma * math.sqrt(t[i])
        d1 = (math.log(s[i] / k[i]) + (r + 0.5 * sigma * sigma) * t[i]) / root
        d2 = d1 - root
        n1 = 0.5 * (1.0 + math.erf(d1 * 0.7071067811865476))
        n2 = 0.5 * (1.0 + math.erf(d2 * 0.7071067811865476))
        discounted = k[i] * math.exp(-r * t[i])
        call[i] = s[i] * n1 - discounted * n2
        put[i] = call[i] - s[i] + discounted
    return call, put


@njit(fastmath=True)
def softmax_layernorm(x, gamma, beta):
    out = np.empty_like(x)
    rows, columns = x.shape
    for i in range(rows):
        largest = x[i, 0]
        for j in range(columns):
            largest = max(largest, x[i, j])
        total = np.float32(0.0)
        for j in range(columns):
            out[i, j] = math.exp(x[i, j] - largest)
            total += out[i, j]
        mean = np.float32(0.0)
        for j in range(columns):
            out[i, j] /= total
            mean += out[i, j]
        mean /= np.float32(columns)
        variance = np.float32(0.0)
        for j in range(columns):
            variance += (out[i, j] - mean) ** 2
        scale = np.float32(1.0) / np.sqrt(variance / np.float32(columns) + np.float32(1e-12))
        for j in range(columns):
            out[i, j] = (out[i, j] - mean) * scale * gamma[j] + beta[j]
    return out


@njit(fastmath=True)
def attention(q, k, v, mask):
    batches, positions, heads, width = q.shape
    out = np.empty((batches, positions, heads * width), np.float32)
    factor = np.float32(1.0) / np.sqrt(np.float32(width))
    for b in range(batches):
        for h in range(heads):
            queries = np.ascontiguousarray(q[b, :, h, :])
            keys = np.ascontiguousarray(k[b, :, h, :].T)
            scores = np.dot(queries, keys)
            for i in range(positions):
                largest = np.float32(-3e38)
                for j in range(positions):
                    scores[i, j] = scores[i, j] * factor if mask[b, j] else np.float32(-1e9)
                    largest = max(largest, scores[i, j])
                total = np.float32(0.0)
                for j in range(positions):
                    scores[i, j] = math.exp(scores[i, j] - largest)
                    total += scores[i, j]
                for j in range(positions):
                    scores[i, j] /= total
            out[b, :, h * width : (h + 1) * width] = np.dot(scores, np.ascontiguousarray(v[b, :, h, :]))
    return out


@njit(fastmath=True)
def rnn(x, h, w, u, b, c):
    steps, batch, width = x.shape[0], h.shape[0], h.shape[1]
    one = np.float32(1.0)
    outputs = np.empty((steps, batch, width), np.float32)
    for t in range(steps):
        gx = np.dot(x[t], w)
        gh = np.dot(h, u)
        for i in range(batch):
            for j in range(width):
                r = one / (one + math.exp(-(gx[i, j] + b[j] + gh[i, j] + c[j])))
                k = j + width
                z = one / (one + math.exp(-(gx[i, k] + b[k] + gh[i, k] + c[k])))
                k = j + 2 * width
                n = math.tanh(gx[i, k] + b[k] + r * (gh[i, k] + c[k]))
                outputs[t, i, j] = (one - z) * n + z * h[i, j]
        h = outputs[t]
    return outputs, h.copy()


@njit
def heat2d(u, alpha, tol, max_steps):
    rows, columns = u.shape
    u = u.copy()
    new = u.copy()
    step = 0
    while step < max_steps:
        change = 0.0
        for i in range(1, rows - 1):
            for j in range(1, columns - 1):
                around = u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]
                value = u[i, j] + alpha * (around - 4.0 * u[i, j])
                change = max(change, abs(value - u[i, j]))
                new[i, j] = value
        u, new = new, u
        step += 1
        if change < tol:
            break
    return u, step


@njit
def lorenz(y, k):
    k[0] = 10.0 * (y[1] - y[0])
    k[1] = y[0] * (28.0 - y[2]) - y[1]
    k[2] = y[0] * y[1] - (8.0 / 3.0) * y[2]


@njit
def ode_rk45(y, t_end, rtol, atol):
    y = y.copy()
    k1, k2, k3, k4, k5, k6, k7 = (
        np.empty(3),
        np.empty(3),
        np.empty(3),
        np.empty(3),
        np.empty(3),
        np.empty(3),
        np.empty(3),
    )
    z = np.empty(3)
    t, h = 0.0, 1e-3
    accepted, rejected = 0, 0
    lorenz(y, k1)
    while t < t_end:
        if t + h > t_end:
            h = t_end - t
        for i in range(3):
            z[i] = y[i] + h * (1 / 5 * k1[i])
        lorenz(z, k2)
        for i in range(3):
            z[i] = y[i] + h * (3 / 40 * k1[i] + 9 / 40 * k2[i])
        lorenz(z, k3)
        for i in range(3):
            z[i] = y[i] + h * (44 / 45 * k1[i] - 56 / 15 * k2[i] + 32 / 9 * k3[i])
        lorenz(z, k4)
        for i in range(3):
            z[i] = y[i] + h * (19372 / 6561 * k1[i] - 25360 / 2187 * k2[i] + 64448 / 6561 * k3[i] - 212 / 729 * k4[i])
        lorenz(z, k5)
        for i in range(3):
            z[i] = y[i] + h * (
                9017 / 3168 * k1[i] - 355 / 33 * k2[i] + 46732 / 5247 * k3[i] + 49 / 176 * k4[i] - 5103 / 18656 * k5[i]
            )
        lorenz(z, k6)
        for i in range(3):
            z[i] = y[i] + h * (
                35 / 384 * k1[i] + 500 / 1113 * k3[i] + 125 / 192 * k4[i] - 2187 / 6784 * k5[i] + 11 / 84 * k6[i]
            )
        lorenz(z, k7)
        total = 0.0
        for i in range(3):
            e = h * (
                71 / 57600 * k1[i]
                - 71 / 16695 * k3[i]
                + 71 / 1920 * k4[i]
                - 17253 / 339200 * k5[i]
                + 22 / 525 * k6[i]
                - 1 / 40 * k7[i]
            )
            total += (e / (atol + rtol * max(abs(y[i]), abs(z[i])))) ** 2
        err = math.sqrt(total / 3)
        if err <= 1.0:
            t += h
            y[:] = z
            k1[:] = k7
            accepted += 1
        else:
            rejected += 1
        h *= 5.0 if err < 1e-10 else min(5.0, max(0.2, 0.9 * err**-0.2))
    return y, accepted, rejected


@njit(fastmath=True)
def kmeans(x, c, max_iter):
    points, width = x.shape
    k = c.shape[0]
    c = c.copy()
    labels = np.full(points, -1)
    sums = np.empty_like(c)
    counts = np.empty(k, np.float32)
    iters = 0
    for _ in range(max_iter):
        sums[:] = 0
        counts[:] = 0
        changed = False
        for i in range(points):
            best, least = 0, np.float32(np.inf)
            for j in range(k):
                distance = np.float32(0.0)
                for d in range(width):
                    distance += (x[i, d] - c[j, d]) ** 2
                if distance < least:
                    best, least = j, distance
            changed |= best != labels[i]
            labels[i] = best
            counts[best] += 1
            for d in range(width):
                sums[best, d] += x[i, d]
        if not changed:
            break
        for j in range(k):
            if counts[j] > 0:
                for d in range(width):
                    c[j, d] = sums[j, d] / counts[j]
        iters += 1
    return c, labels, iters


@njit
def small_ops(x, y):
    positive = x.sum() > 0
    out = np.empty_like(x)
    for i in range(x.size):
        a = x[i] * y[i] + 1.0
        b = math.sqrt(a * a + 0.5)
        c = math.tanh(b) - y[i] if positive else math.exp(-b) + y[i]
        out[i] = max(c, 0.1) * x[i] / (1.0 + b) - 0.25 * c
    return out


@njit
def grad_while(a, tol, max_iter):
    n = a.size
    xs = np.empty((max_iter + 1, n))
    xs[0] = 0.5 * (a + 1.0)
    it = 0
    while it < max_iter:
        change = 0.0
        for i in range(n):
            xs[it + 1, i] = 0.5 * (xs[it, i] + a[i] / xs[it, i])
            change = max(change, abs(xs[it + 1, i] - xs[it, i]))
        it += 1
        if change < tol:
            break
    loss = xs[it].sum()
    out = np.empty_like(a)
    for i in range(n):
        g, ga = 1.0, 0.0
        for k in range(it - 1, -1, -1):
            x = xs[k, i]
            ga += 0.5 * g / x
            g = 0.5 * g * (1.0 - a[i] / (x * x))
        out[i] = ga + 0.5 * g
    return loss, out
