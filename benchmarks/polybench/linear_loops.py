"""Linear algebra with a loop for each index, as one would write it in C."""

import numpy as np


def gemm(alpha, beta, c, a, b):
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            c[i, j] *= beta
        for k in range(a.shape[1]):
            for j in range(c.shape[1]):
                c[i, j] += alpha * a[i, k] * b[k, j]
    return c


def gemm_dot(c, a, b):
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s
    return c


def syrk(alpha, beta, c, a):
    n, m = a.shape
    for i in range(n):
        for j in range(i + 1):
            c[i, j] *= beta
        for k in range(m):
            for j in range(i + 1):
                c[i, j] += alpha * a[i, k] * a[j, k]
    return c


def syr2k(alpha, beta, c, a, b):
    n, m = a.shape
    for i in range(n):
        for j in range(i + 1):
            c[i, j] *= beta
        for k in range(m):
            for j in range(i + 1):
                c[i, j] += a[j, k] * alpha * b[i, k] + b[j, k] * alpha * a[i, k]
    return c


def symm(alpha, beta, c, a, b):
    m, n = c.shape
    for i in range(m):
        for j in range(n):
            t = 0.0
            for k in range(i):
                c[k, j] += alpha * b[i, j] * a[i, k]
                t += b[k, j] * a[i, k]
            c[i, j] = beta * c[i, j] + alpha * b[i, j] * a[i, i] + alpha * t
    return c


def trmm(alpha, a, b):
    m, n = b.shape
    for i in range(m):
        for j in range(n):
            for k in range(i + 1, m):
                b[i, j] += a[k, i] * b[k, j]
            b[i, j] = alpha * b[i, j]
    return b


def gemver(alpha, beta, a, u1, v1, u2, v2, w, x, y, z):
    n = a.shape[0]
    for i in range(n):
        for j in range(n):
            a[i, j] = a[i, j] + u1[i] * v1[j] + u2[i] * v2[j]
    for i in range(n):
        for j in range(n):
            x[i] = x[i] + beta * a[j, i] * y[j]
    for i in range(n):
        x[i] = x[i] + z[i]
    for i in range(n):
        for j in range(n):
            w[i] = w[i] + alpha * a[i, j] * x[j]
    return w


def gesummv(alpha, beta, a, b, x):
    n = a.shape[0]
    y = np.zeros(n)
    for i in range(n):
        t = 0.0
        s = 0.0
        for j in range(n):
            t = a[i, j] * x[j] + t
            s = b[i, j] * x[j] + s
        y[i] = alpha * t + beta * s
    return y


def atax(a, x):
    m, n = a.shape
    y = np.zeros(n)
    for i in range(m):
        t = 0.0
        for j in range(n):
            t = t + a[i, j] * x[j]
        for j in range(n):
            y[j] = y[j] + a[i, j] * t
    return y


def bicg(a, p, r):
    n, m = a.shape
    s = np.zeros(m)
    q = np.zeros(n)
    for i in range(n):
        for j in range(m):
            s[j] = s[j] + r[i] * a[i, j]
            q[i] = q[i] + a[i, j] * p[j]
    return s, q


def mvt(a, x1, x2, y1, y2):
    n = a.shape[0]
    for i in range(n):
        for j in range(n):
            x1[i] = x1[i] + a[i, j] * y1[j]
    for i in range(n):
        for j in range(n):
            x2[i] = x2[i] + a[j, i] * y2[j]
    return x1, x2


def two_mm(alpha, beta, a, b, c, d):
    t = np.zeros((a.shape[0], b.shape[1]))
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            for k in range(a.shape[1]):
                t[i, j] += alpha * a[i, k] * b[k, j]
    for i in range(a.shape[0]):
        for j in range(d.shape[1]):
            d[i, j] *= beta
            for k in range(b.shape[1]):
                d[i, j] += t[i, k] * c[k, j]
    return d


def doitgen(a, c4):
    nr, nq, m = a.shape
    total = np.zeros(m)
    for r in range(nr):
        for q in range(nq):
            for p in range(m):
                total[p] = 0.0
                for s in range(m):
                    total[p] += a[r, q, s] * c4[s, p]
            for p in range(m):
                a[r, q, p] = total[p]
    return a


def cholesky(a):
    n = a.shape[0]
    for i in range(n):
        for j in range(i):
            for k in range(j):
                a[i, j] -= a[i, k] * a[j, k]
            a[i, j] /= a[j, j]
        for k in range(i):
            a[i, i] -= a[i, k] * a[i, k]
        a[i, i] = np.sqrt(a[i, i])
    return a


def lu(a):
    n = a.shape[0]
    for i in range(n):
        for j in range(i):
            for k in range(j):
                a[i, j] -= a[i, k] * a[k, j]
            a[i, j] /= a[j, j]
        for j in range(i, n):
            for k in range(i):
                a[i, j] -= a[i, k] * a[k, j]
    return a


def ludcmp(a, b):
    n = a.shape[0]
    x = np.zeros(n)
    y = np.zeros(n)
    for i in range(n):
        for j in range(i):
            w = a[i, j]
            for k in range(j):
                w -= a[i, k] * a[k, j]
            a[i, j] = w / a[j, j]
        for j in range(i, n):
            w = a[i, j]
            for k in range(i):
                w -= a[i, k] * a[k, j]
            a[i, j] = w
    for i in range(n):
        w = b[i]
        for j in range(i):
            w -= a[i, j] * y[j]
        y[i] = w
    for i in range(n - 1, -1, -1):
        w = y[i]
        for j in range(i + 1, n):
            w -= a[i, j] * x[j]
        x[i] = w / a[i, i]
    return x


def trisolv(l, b):  # noqa: E741
    n = b.shape[0]
    x = np.zeros(n)
    for i in range(n):
        x[i] = b[i]
        for j in range(i):
            x[i] -= l[i, j] * x[j]
        x[i] = x[i] / l[i, i]
    return x


def durbin(r):
    n = r.shape[0]
    y = np.zeros(n)
    z = np.zeros(n)
    y[0] = -r[0]
    beta = 1.0
    alpha = -r[0]
    for k in range(1, n):
        beta = (1.0 - alpha * alpha) * beta
        total = 0.0
        for i in range(k):
            total += r[k - i - 1] * y[i]
        alpha = -(r[k] + total) / beta
        for i in range(k):
            z[i] = y[i] + alpha * y[k - i - 1]
        for i in range(k):
            y[i] = z[i]
        y[k] = alpha
    return y


def gramschmidt(a):
    m, n = a.shape
    q = np.zeros((m, n))
    r = np.zeros((n, n))
    for k in range(n):
        norm = 0.0
        for i in range(m):
            norm += a[i, k] * a[i, k]
        r[k, k] = np.sqrt(norm)
        for i in range(m):
            q[i, k] = a[i, k] / r[k, k]
        for j in range(k + 1, n):
            for i in range(m):
                r[k, j] += q[i, k] * a[i, j]
            for i in range(m):
                a[i, j] -= q[i, k] * r[k, j]
    return q, r


def correlation(data):
    n, m = data.shape
    mean = np.zeros(m)
    deviation = np.zeros(m)
    corr = np.eye(m)
    for j in range(m):
        for i in range(n):
            mean[j] += data[i, j]
        mean[j] /= n
        for i in range(n):
            deviation[j] += (data[i, j] - mean[j]) * (data[i, j] - mean[j])
        deviation[j] = np.sqrt(deviation[j] / n)
        if deviation[j] <= 0.1:
            deviation[j] = 1.0
    for i in range(n):
        for j in range(m):
            data[i, j] -= mean[j]
            data[i, j] /= np.sqrt(float(n)) * deviation[j]
    for i in range(m - 1):
        for j in range(i + 1, m):
            for k in range(n):
                corr[i, j] += data[k, i] * data[k, j]
            corr[j, i] = corr[i, j]
    return corr


def covariance(data):
    n, m = data.shape
    mean = np.zeros(m)
    cov = np.zeros((m, m))
    for j in range(m):
        for i in range(n):
            mean[j] += data[i, j]
        mean[j] /= n
    for i in range(n):
        for j in range(m):
            data[i, j] -= mean[j]
    for i in range(m):
        for j in range(i, m):
            for k in range(n):
                cov[i, j] += data[k, i] * data[k, j]
            cov[i, j] /= n - 1.0
            cov[j, i] = cov[i, j]
    return cov


def spmv(rows, columns, values, x):
    n = rows.shape[0] - 1
    y = np.zeros(n)
    for i in range(n):
        s = 0.0
        for k in range(rows[i], rows[i + 1]):
            s += values[k] * x[columns[k]]
        y[i] = s
    return y
