"""Expressions of arrays of many sizes and kinds, small ones with many operations, and whole functions of NumPy."""

import numpy as np


def polynomial(x):
    return 3 * x**3 - 2 * x**2 + x - 5


def standardise(x):
    return (x - x.mean()) / x.std()


def norm_distance(x, y):
    return np.sqrt(np.sum((x - y) ** 2))


def gaussian(x):
    return np.exp(-0.5 * ((x - 0.3) / 1.2) ** 2) / (1.2 * np.sqrt(2 * np.pi))


def sum_rows(m):
    return m.sum(axis=1)


def sum_columns(m):
    return m.sum(axis=0)


def mean_variance(m):
    return m.mean(axis=1), m.var(axis=1)


def row_norms(m):
    return np.sqrt((m * m).sum(axis=1))


def count_between(x):
    return np.sum((x > -0.5) & (x < 0.5))


def relu(x):
    return np.maximum(x, 0)


def distances(m):
    return np.sqrt(((m[:, None, :] - m[None, :, :]) ** 2).sum(-1))


def small_steps(x, y):
    a = x + y
    b = x * y - a
    c = np.sqrt(a * a + b * b)
    d = c / (1.0 + c)
    e = np.where(d > 0.5, a, b)
    return e.sum() + c.max() - d.min() + np.dot(x, y)


def small_rotation(v, angle):
    c, s = np.cos(angle), np.sin(angle)
    m = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    w = m @ v
    return w / np.linalg.norm(w) + np.cross(v, w)


def in_a_loop(x, n):
    v = np.zeros(3)
    for i in range(n):
        v = 0.9 * v + x * (i % 3)
        v[0] -= v.sum() * 0.01
    return v


def integer_mix(a, b):
    return ((a * 31 + b) % 1009 ^ (a >> 3)) & 255


def integer_division(a, b):
    return a // b + a % b


def bits(a):
    return (a & 0x55) | ((a >> 1) & 0x55), ~a, a << 2


def truths(a, b):
    return (a & ~b) | (b & ~a), a.sum(), b.any(), a.all()


def where_three(x, y):
    return np.where(x > 0, x, np.where(y > 0, y, -1.0))


def masked_sum(x):
    return x[x > 0].sum()


def take_indices(x, i):
    return x[i] * 2


def scatter_add(x, i):
    out = np.zeros(256)
    np.add.at(out, i % 256, x)
    return out


def sorting(x):
    return np.sort(x)


def ordering(x):
    return np.argsort(x, kind="stable")


def searching(x, q):
    return np.searchsorted(x, q)


def uniques(i):
    return np.unique(i)


def unique_counts(i):
    return np.unique(i, return_counts=True)


def bin_counts(i):
    return np.bincount(i)


def histogram(x):
    return np.histogram(x, bins=50)[0]


def running(x):
    return np.cumsum(x)


def differences(x):
    return np.diff(x)


def extremes(x):
    return x.argmax(), x.argmin(), x.max(), x.min(), np.ptp(x)


def median(x):
    return np.median(x)


def percentiles(x):
    return np.percentile(x, [5, 50, 95])


def partitioned(x):
    return np.partition(x, 100)[:100]


def nonzeros(x):
    return np.nonzero(x > 0.5)[0]


def members(i, j):
    return np.isin(i, j)


def moving_mean(x):
    c = np.cumsum(np.insert(x, 0, 0.0))
    return (c[20:] - c[:-20]) / 20


def convolved(x, w):
    return np.convolve(x, w, "same")


def interpolated(x, q):
    return np.interp(q, x, x * x)


def complex_mix(z, w):
    return z * w + np.conj(z) / (1 + w * w)


def complex_parts(z):
    return np.abs(z), np.angle(z), z.real**2 + z.imag**2


def spectrum(x):
    return np.abs(np.fft.rfft(x * np.hanning(len(x)))) ** 2


def filtered(x):
    f = np.fft.fft(x)
    f[20:-20] = 0
    return np.fft.ifft(f).real


def small_solve(a, b):
    return np.linalg.solve(a, b)


def small_inverse(a):
    return np.linalg.inv(a) @ a


def small_eigen(a):
    return np.linalg.eigvalsh(a + a.T)


def least_squares(a, b):
    return np.linalg.inv(a.T @ a) @ (a.T @ b)


def product(a, b):
    return a @ b


def batched(a, b):
    return np.einsum("bij,bjk->bik", a, b)


def outer_sum(x, y):
    return np.add.outer(x, y).sum(axis=1)


def stacking(x, y):
    return np.vstack([x, y, x + y]).T.copy()


def rolling(x):
    return np.roll(x, 3) + x[::-1]


def tiling(m):
    return np.tile(m, (2, 3)) + np.repeat(np.repeat(m, 2, axis=0), 3, axis=1)


def padding(m):
    return np.pad(m, 1, mode="edge")


def transposed(m):
    return m.T + m


def trigonometry(x):
    return np.sin(x) * np.cos(2 * x) + np.tan(x / 3)


def logarithms(x):
    y = np.abs(x) + 1
    return np.log(y) + np.log10(y) - np.log2(y) + np.log1p(y)


def single_roots(x):
    return np.cbrt(x) + np.sqrt(np.abs(x))


def nan_mean(x):
    return np.nanmean(x), np.nansum(x), np.isnan(x).sum()
