"""Solvers, statistics and searches in plain NumPy."""

import numpy as np

from tests.harness import Theme, call

program = Theme("solvers")
RNG = np.random.default_rng(13)


def _m(*shape, dtype=float):
    return RNG.uniform(0.5, 1.5, shape).astype(dtype)


def _spd(n):
    a = _m(n, n)
    return a @ a.T + n * np.eye(n)


def _csr(rows, cols, per_row):
    indptr = np.arange(0, rows * per_row + 1, per_row, dtype=np.uint32)
    indices = np.concatenate([np.sort(RNG.choice(cols, per_row, False)) for _ in range(rows)]).astype(np.uint32)
    return indptr, indices, _m(rows * per_row)


@program(call(_spd(5), _m(5), np.zeros(5), 1e-8), call(_spd(3), _m(3), np.zeros(3), 1e-3))
def conjugate_gradient(A, b, x, tol):
    """Conjugate gradients until the residual is small."""
    r = b - A.dot(x)
    p = r
    rs = np.dot(r, r)
    for i in range(len(b)):
        Ap = A.dot(p)
        alpha = rs / np.dot(p, Ap)
        x = x + alpha * p
        r = r - alpha * Ap
        new = np.dot(r, r)
        if np.sqrt(new) < tol:
            break
        p = r + (new / rs) * p
        rs = new
    return x, i


@program(call(_spd(5), _m(5), 20, 1e-9))
def conjugate_gradient_in_place(A, b, limit, tol):
    """Conjugate gradients with in-place updates and a while loop."""
    x = np.zeros_like(b)
    r = b.copy()
    p = r.copy()
    rr = r @ r
    n = 0
    while n < limit and rr > tol * tol:
        q = A @ p
        a = rr / (p @ q)
        x += a * p
        r -= a * q
        beta = r @ r / rr
        p *= beta
        p += r
        rr = r @ r
        n += 1
    return x, n


@program(call(*_csr(6, 5, 3), _m(5)), call(*_csr(4, 7, 2), _m(7)))
def spmv(A_row, A_col, A_val, x):
    """Sparse matrix-vector product: a slice between row pointers."""
    y = np.empty(A_row.size - 1, A_val.dtype)
    for i in range(A_row.size - 1):
        cols = A_col[A_row[i] : A_row[i + 1]]
        vals = A_val[A_row[i] : A_row[i + 1]]
        y[i] = vals @ x[cols]
    return y


@program(call(*_csr(6, 5, 3), _m(5)), call(*_csr(4, 7, 2), _m(7)))
def spmv_loops(indptr, indices, data, x):
    """Sparse matrix-vector product with scalar loops."""
    y = np.zeros(len(indptr) - 1)
    for i in range(len(y)):
        total = 0.0
        for k in range(indptr[i], indptr[i + 1]):
            total += data[k] * x[indices[k]]
        y[i] = total
    return y


@program(call((RNG.random((6, 6)) < 0.4).astype(float) + np.eye(6), 0.85, 1e-6), call(np.eye(4), 0.85, 1e-6))
def pagerank(links, d, tol):
    """PageRank by power iteration."""
    n = links.shape[0]
    P = links / links.sum(axis=0)
    rank = np.full(n, 1.0 / n)
    while True:
        new = (1 - d) / n + d * (P @ rank)
        if np.linalg.norm(new - rank, 1) < tol:
            return new
        rank = new


@program(call(RNG.normal(size=(10, 2)), np.eye(4), 0.1, 0.5))
def kalman(zs, P, q, r):
    """A constant-velocity Kalman filter."""
    x = np.zeros(4)
    F = np.eye(4)
    F[0, 2] = F[1, 3] = 1.0
    H = np.zeros((2, 4))
    H[0, 0] = H[1, 1] = 1
    Q, R = q * np.eye(4), r * np.eye(2)
    out = np.empty((len(zs), 4))
    for k, z in enumerate(zs):
        x = F @ x
        P = F @ P @ F.T + Q
        S = H @ P @ H.T + R
        K = P @ H.T @ np.linalg.inv(S)
        x = x + K @ (z - H @ x)
        P = (np.eye(4) - K @ H) @ P
        out[k] = x
    return out, P


@program(call(np.log(_m(4) / 6), np.log(_m(4, 4) / 6), np.log(_m(4, 3) / 5), np.array([0, 2, 1, 1, 0, 2])))
def viterbi(pi, A, B, obs):
    """The most likely path, with back pointers."""
    n, t = A.shape[0], len(obs)
    delta = np.zeros((t, n))
    back = np.zeros((t, n), dtype=int)
    delta[0] = pi + B[:, obs[0]]
    for i in range(1, t):
        scores = delta[i - 1][:, None] + A
        back[i] = scores.argmax(axis=0)
        delta[i] = scores.max(axis=0) + B[:, obs[i]]
    path = np.zeros(t, dtype=int)
    path[-1] = delta[-1].argmax()
    for i in range(t - 2, -1, -1):
        path[i] = back[i + 1, path[i + 1]]
    return path, delta[-1].max()


@program(call(_m(3), _m(3, 3) / 4, _m(3, 2) / 2, np.array([0, 1, 1, 0])))
def hmm_forward(pi, A, B, obs):
    """Scaled forward algorithm."""
    alpha = pi * B[:, obs[0]]
    logp = 0.0
    for o in obs[1:]:
        c = alpha.sum()
        logp += np.log(c)
        alpha = (alpha / c) @ A * B[:, o]
    return logp + np.log(alpha.sum())


@program(call(np.array([1.0, 0.0]), 0.0, 2.0, 0.1, 1e-6), call(np.array([0.5, -1.0]), 0.0, 1.0, 0.5, 1e-9))
def rk45(y, t, end, h, tol):
    """Runge-Kutta-Fehlberg with step control."""

    def f(t, y):
        return np.array([y[1], -y[0] + 0.1 * np.sin(t)])

    taken = 0
    while t < end:
        h = min(h, end - t)
        k1 = h * f(t, y)
        k2 = h * f(t + h / 4, y + k1 / 4)
        k3 = h * f(t + 3 * h / 8, y + 3 * k1 / 32 + 9 * k2 / 32)
        k4 = h * f(t + 12 * h / 13, y + (1932 * k1 - 7200 * k2 + 7296 * k3) / 2197)
        k5 = h * f(t + h, y + 439 * k1 / 216 - 8 * k2 + 3680 * k3 / 513 - 845 * k4 / 4104)
        k6 = h * f(t + h / 2, y - 8 * k1 / 27 + 2 * k2 - 3544 * k3 / 2565 + 1859 * k4 / 4104 - 11 * k5 / 40)
        error = np.abs(k1 / 360 - 128 * k3 / 4275 - 2197 * k4 / 75240 + k5 / 50 + 2 * k6 / 55).max()
        if error <= tol:
            t += h
            y = y + 25 * k1 / 216 + 1408 * k3 / 2565 + 2197 * k4 / 4104 - k5 / 5
            taken += 1
        s = 0.84 * (tol / error) ** 0.25 if error > 0 else 2.0
        h *= min(max(s, 0.1), 4.0)
    return y, taken, t


@program(call(RNG.normal(size=(12, 2)), RNG.normal(size=(3, 2)), 10), call(np.zeros((5, 2)), np.ones((2, 2)), 10))
def k_means(points, centres, limit):
    """Lloyd's algorithm; empty clusters stay where they are."""
    labels = np.zeros(len(points), dtype=int)
    for it in range(limit):
        d = ((points[:, None, :] - centres[None, :, :]) ** 2).sum(-1)
        new = d.argmin(axis=1)
        if it > 0 and (new == labels).all():
            break
        labels = new
        for k in range(centres.shape[0]):
            members = labels == k
            if members.any():
                centres[k] = points[members].mean(axis=0)
    return labels, centres


@program(call(np.array([1, 2, 0, 3, 3, 1]), np.array([2, 0, 3, 1, 1]), 2, -1, -2), call(np.array([1, 1]), np.array([1, 0, 1]), 3, -1, -1))
def smith_waterman(a, b, match, mismatch, gap):
    """Local alignment with trace back."""
    H = np.zeros((len(a) + 1, len(b) + 1), dtype=int)
    best, at = 0, (0, 0)
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            s = match if a[i - 1] == b[j - 1] else mismatch
            H[i, j] = max(0, H[i - 1, j - 1] + s, H[i - 1, j] + gap, H[i, j - 1] + gap)
            if H[i, j] > best:
                best = H[i, j]
                at = (i, j)
    i, j = at
    length = 0
    while H[i, j] > 0:
        length += 1
        if H[i, j] == H[i - 1, j - 1] + (match if a[i - 1] == b[j - 1] else mismatch):
            i, j = i - 1, j - 1
        elif H[i, j] == H[i - 1, j] + gap:
            i -= 1
        else:
            j -= 1
    return best, length


@program(call(6, 3), call(4, 2))
def spectral_norm(n, rounds):
    """Spectral norm of an implicit matrix."""

    def a(i, j):
        return 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1)

    i, j = np.meshgrid(np.arange(n), np.arange(n), indexing="ij")
    A = a(i, j)
    u = np.ones(n)
    for _ in range(rounds):
        v = A.T @ (A @ u)
        u = A.T @ (A @ v)
    return np.sqrt((u @ v) / (v @ v))


@program(call(RNG.random(20), RNG.random(20), 5), call(RNG.random(9), RNG.random(9), 3))
def azimint(data, radius, npt):
    """Azimuthal integration by masks."""
    rmax = radius.max()
    res = np.zeros(npt, dtype=np.float64)
    for i in range(npt):
        r1 = rmax * i / npt
        r2 = rmax * (i + 1) / npt
        mask = np.logical_and((r1 <= radius), (radius < r2))
        values = data[mask]
        on = values.size > 0
        if on:
            res[i] = values.mean()
    return res


@program(call(RNG.random(20), RNG.random(20), 5), call(RNG.random(9), RNG.random(9), 3))
def azimint_hist(data, radius, npt):
    """Azimuthal integration by histograms."""
    histu = np.histogram(radius, npt)[0]
    histw = np.histogram(radius, npt, weights=data)[0]
    return histw / np.maximum(histu, 1)


@program(call(3, 2, _m(3, 3, 3) + 0j, np.array([1 + 1j, 2 - 1j]), _m(3, 3) + 0j), tolerance=1e-12)
def contour_integral(NR, num, H, zs, Y):
    """A contour integral over linear systems."""
    P0 = np.zeros((NR, NR), dtype=np.complex128)
    P1 = np.zeros((NR, NR), dtype=np.complex128)
    for z in zs:
        Tz = np.zeros((NR, NR), dtype=np.complex128)
        for n in range(3):
            zz = np.power(z, 1 - n)
            Tz += zz * H[n]
        X = np.linalg.inv(Tz) if NR == num else np.linalg.solve(Tz, Y)
        if abs(z) < 1.0:
            X = -X
        P0 += X
        P1 += z * X
    return P0, P1


@program(call(_m(2, 3), _m(3, 4, 4), _m(3, 4, 4), _m(2, 4, 4)))
def scattering(D, G, dH, out):
    """Scattering-like products in nested loops with einsum."""
    sigma = np.zeros_like(out)
    for k in range(D.shape[0]):
        for q in range(G.shape[0]):
            dHG = G[q] @ dH[q]
            sigma[k] += D[k, q] * np.einsum("ij,jk->ik", dHG, dH[q])
            out[k] += np.einsum("ij->ji", dHG) * np.trace(dH[q])
    return sigma


@program(call(np.array([3.0, -1.0]), 30), call(np.array([0.0, 0.0]), 5))
def newton_system(x, limit):
    """Newton's method for two equations with a solve."""
    for n in range(limit):
        f = np.array([x[0] ** 2 + x[1] - 3, x[0] - x[1] ** 3 + 1])
        J = np.array([[2 * x[0], 1.0], [1.0, -3 * x[1] ** 2]])
        if np.abs(np.linalg.det(J)) < 1e-12:
            break
        step = np.linalg.solve(J, f)
        x = x - step
        if np.linalg.norm(step) < 1e-10:
            break
    return x, n


@program(call(_m(5, 5), 1e-10, 200))
def power_method(A, tol, limit):
    """The dominant eigenpair."""
    v = np.ones(A.shape[0]) / np.sqrt(A.shape[0])
    lam = 0.0
    for _ in range(limit):
        w = A @ v
        new = np.dot(v, w)
        v = w / np.linalg.norm(w)
        if abs(new - lam) < tol:
            lam = new
            break
        lam = new
    return lam, v


@program(call(_spd(4), 5), call(_spd(3), 2))
def jacobi_eigenvalues(A, sweeps):
    """Cyclic Jacobi rotations in place."""
    n = len(A)
    V = np.eye(n)
    for _ in range(sweeps):
        for p in range(n - 1):
            for q in range(p + 1, n):
                if A[p, q] == 0:
                    continue
                theta = (A[q, q] - A[p, p]) / (2 * A[p, q])
                t = np.sign(theta) / (np.abs(theta) + np.sqrt(theta**2 + 1)) if theta != 0 else 1.0
                c = 1 / np.sqrt(t * t + 1)
                s = t * c
                Ap, Aq = A[:, p].copy(), A[:, q].copy()
                A[:, p], A[:, q] = c * Ap - s * Aq, s * Ap + c * Aq
                Ap, Aq = A[p].copy(), A[q].copy()
                A[p], A[q] = c * Ap - s * Aq, s * Ap + c * Aq
                Vp = V[:, p].copy()
                V[:, p] = c * Vp - s * V[:, q]
                V[:, q] = s * Vp + c * V[:, q]
    return np.diag(A), V


@program(call(_m(4, 5)), call(np.array([[0.0, 2, 1], [1, 1, 1]])))
def gauss_jordan(M):
    """Elimination with row swaps."""
    n = M.shape[0]
    for k in range(n):
        p = k + np.argmax(np.abs(M[k:, k]))
        if p != k:
            M[[k, p]] = M[[p, k]]
        M[k] /= M[k, k]
        for i in range(n):
            if i != k:
                M[i] -= M[i, k] * M[k]
    return M[:, n:]


@program(call(np.array([1.3, 0.7, 0.8])), call(np.array([-1.2, 1.0])), call(np.ones(3)))
def limited_memory_bfgs(x0):
    """L-BFGS: steps and changes of the gradient in lists, of which the oldest leave, walked backwards and forwards."""

    def value(x):
        return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)

    def gradient(x):
        g = np.zeros_like(x)
        g[:-1] = -400 * x[:-1] * (x[1:] - x[:-1] ** 2) - 2 * (1 - x[:-1])
        g[1:] += 200 * (x[1:] - x[:-1] ** 2)
        return g

    x, g, steps, changes = x0.copy(), gradient(x0), [], []
    for turn in range(40):
        if np.abs(g).max() < 1e-6:
            break
        q, factors = g.copy(), []
        for s, y in zip(reversed(steps), reversed(changes)):
            factors.append(s.dot(q) / y.dot(s))
            q -= factors[-1] * y
        if steps:
            q *= steps[-1].dot(changes[-1]) / changes[-1].dot(changes[-1])
        for s, y, a in zip(steps, changes, reversed(factors)):
            q += (a - y.dot(q) / y.dot(s)) * s
        t = 1.0
        while value(x - t * q) > value(x) - 1e-4 * t * g.dot(q) and t > 1e-10:
            t *= 0.5
        s, new = -t * q, gradient(x - t * q)
        y = new - g
        if s.dot(y) > 1e-10:
            steps.append(s)
            changes.append(y)
            if len(steps) > 3:
                steps.pop(0)
                changes.pop(0)
        x, g = x + s, new
    return x, turn, len(steps)
