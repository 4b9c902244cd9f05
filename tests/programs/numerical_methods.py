"""Numerical methods, as textbooks have them: quadrature, roots, minima, linear systems, differential equations."""

import itertools

import numpy as np

from tests.harness import Theme, call

program = Theme("numerical methods")

A = np.array
R = np.random.default_rng(0)


@program(call(A([0.0, 1.0]), 4), call(A([-1.0, 2.0]), 1), call(A([1, 1]), 3))
def gauss_quad(ab, n):
    """Nodes and weights from a tridiagonal matrix."""
    k = np.arange(1, n)
    b = k / np.sqrt(4 * k * k - 1)
    J = np.diag(b, 1) + np.diag(b, -1)
    x, V = np.linalg.eigh(J)
    w = 2 * V[0] ** 2
    a, c = ab
    f = lambda t: np.exp(-t) * t ** 3
    return ((c - a) / 2 * np.sum(w * f((c - a) / 2 * x + (a + c) / 2)), x)


@program(call(A([0.0, 1.0])), call(A([1, 3])), call(A([0, 0])))
def romberg(ab):
    """Trapezoids extrapolated until two agree."""
    a, b = ab
    f = np.exp
    T = [[(b - a) * (f(a) + f(b)) / 2]]
    for i in range(1, 12):
        h = (b - a) / 2 ** i
        row = [T[-1][0] / 2 + h * sum((f(a + (2 * k - 1) * h) for k in range(1, 2 ** (i - 1) + 1)))]
        for j in range(1, i + 1):
            row.append(row[-1] + (row[-1] - T[-1][j - 1]) / (4 ** j - 1))
        T.append(row)
        if abs(T[-1][-1] - T[-2][-1]) < 1e-10:
            break
    for r in T:
        print(" ".join((f"{v:10.6f}" for v in r)))
    return (T[-1][-1], len(T))


@program(call(np.linspace(0, 1, 8), 2 * np.exp(-1.5 * np.linspace(0, 1, 8)), A([1.0, 1.0])), call(A([0.0, 1, 2]), A([1, 0.5, 0.2]), A([0.5, 0.1])))
def levmar(t_, y, p):
    """Least squares between gradient and Newton."""
    lam = 0.01
    r = lambda p: y - p[0] * np.exp(-p[1] * t_)
    cost = r(p) @ r(p)
    acc = rej = 0
    for it in range(40):
        e = np.exp(-p[1] * t_)
        J = np.column_stack([e, -p[0] * t_ * e])
        H = J.T @ J
        g = J.T @ r(p)
        try:
            step = np.linalg.solve(H + lam * np.diag(np.diag(H)), g)
        except np.linalg.LinAlgError:
            lam *= 10
            continue
        new = r(p + step) @ r(p + step)
        if new < cost:
            if cost - new < 1e-14:
                p = p + step
                break
            p, cost, lam = (p + step, new, lam / 3)
            acc += 1
        else:
            lam *= 2
            rej += 1
    return (p, cost < 0.001, acc, rej)


@program(call(A([-1.2, 1.0])), call(A([2.0, 2.0])), call(A([1.0, 1.0])))
def bfgs(x):
    """A quasi-Newton method with backtracking."""
    f = lambda x: (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2
    g = lambda x: A([-2 * (1 - x[0]) - 400 * x[0] * (x[1] - x[0] ** 2), 200 * (x[1] - x[0] ** 2)])
    H = np.eye(2)
    gr = g(x)
    hist = [f(x)]
    I = np.eye(2)
    while np.linalg.norm(gr) > 1e-05 and len(hist) < 60:
        p = -H @ gr
        a = 1.0
        while f(x + a * p) > f(x) + 0.0001 * a * gr @ p:
            a /= 2
            if a < 1e-10:
                break
        s = a * p
        xn = x + s
        gn = g(xn)
        y = gn - gr
        sy = s @ y
        if sy > 1e-12:
            rho = 1 / sy
            H = (I - rho * np.outer(s, y)) @ H @ (I - rho * np.outer(y, s)) + rho * np.outer(s, s)
        x, gr = (xn, gn)
        hist.append(f(x))
    return (np.round(x, 4), len(hist))


@program(call(A([3.0, 5]), A([[1.0, 0], [0, 2], [3, 2]]), A([4.0, 12, 18])), call(A([1.0]), A([[-1.0]]), A([1.0])), call(A([2.0, 1]), A([[1.0, 1]]), A([3.0])))
def simplex(c, Am, b):
    """Linear programs by pivots, or unbounded."""
    m, n = Am.shape
    T = np.zeros((m + 1, n + m + 1))
    T[:m, :n] = Am
    T[:m, n:n + m] = np.eye(m)
    T[:m, -1] = b
    T[-1, :n] = -c
    basis = list(range(n, n + m))
    pivots = []
    while (T[-1, :-1] < -1e-09).any():
        col = int(np.argmin(T[-1, :-1]))
        ratios = [(T[i, -1] / T[i, col], i) for i in range(m) if T[i, col] > 1e-09]
        if not ratios:
            raise ArithmeticError("unbounded")
        _, row = min(ratios)
        T[row] /= T[row, col]
        for i in range(m + 1):
            if i != row:
                T[i] -= T[i, col] * T[row]
        basis[row] = col
        pivots.append((row, col))
    x = np.zeros(n + m)
    for i, bi in enumerate(basis):
        x[bi] = T[i, -1]
    return (x[:n], T[-1, -1], pivots)


S5 = R.normal(size=(6, 6)) + 6 * np.eye(6)
SY = S5 + S5.T


@program(call(SY), call(A([[2.0, 1], [1, 2]])), call(A([[1.0]])))
def jacobi_eig(Am):
    """Eigenvalues by rotations, in sweeps."""
    M = Am.copy()
    n = len(M)
    V = np.eye(n)
    sweeps = 0
    while sweeps < 20:
        off = np.sqrt(np.sum(np.tril(M, -1) ** 2))
        if off < 1e-10:
            break
        for p, q in itertools.combinations(range(n), 2):
            if abs(M[p, q]) < 1e-14:
                continue
            th = (M[q, q] - M[p, p]) / (2 * M[p, q])
            t_ = (1 if th >= 0 else -1) / (abs(th) + np.sqrt(th * th + 1))
            c = 1 / np.sqrt(t_ * t_ + 1)
            s = t_ * c
            J = np.eye(n)
            J[p, p] = J[q, q] = c
            J[p, q] = s
            J[q, p] = -s
            M = J.T @ M @ J
            V = V @ J
        sweeps += 1
    w = np.diag(M)
    o = w.argsort()
    return (w[o], np.abs(V[:, o]), sweeps)


@program(call(R.normal(size=(5, 3))), call(np.eye(2)), call(np.zeros((3, 2))))
def svd_jacobi(Am):
    """Singular values by rotations of two columns, in two matrices at once."""
    U = Am.copy()
    m, n = U.shape
    V = np.eye(n)
    for sweep in range(30):
        conv = 0.0
        for i in range(n - 1):
            for j in range(i + 1, n):
                a, b, g = (U[:, i] @ U[:, i], U[:, j] @ U[:, j], U[:, i] @ U[:, j])
                if a * b > 0:
                    conv = max(conv, abs(g) / np.sqrt(a * b))
                if g == 0:
                    continue
                z = (b - a) / (2 * g)
                t_ = np.sign(z) if z else 1.0
                t_ = t_ / (abs(z) + np.sqrt(1 + z * z))
                c = 1 / np.sqrt(1 + t_ * t_)
                s = c * t_
                for M in (U, V):
                    M[:, i], M[:, j] = (c * M[:, i] - s * M[:, j], s * M[:, i] + c * M[:, j])
        if conv < 1e-12:
            break
    sv = np.sqrt((U ** 2).sum(0))
    return (np.sort(sv)[::-1], sweep)


@program(call(np.sin(np.linspace(0, np.pi, 17))), call(np.ones(5)), call(np.zeros(9)))
def multigrid(f):
    """V-cycles: recursion on coarser grids."""

    def smooth(u, f, h, n=2):
        for _ in range(n):
            u[1:-1] = 0.5 * (u[:-2] + u[2:] + h * h * f[1:-1])

    def vcycle(u, f, h):
        smooth(u, f, h)
        if len(u) <= 3:
            return u
        r = np.zeros_like(u)
        r[1:-1] = f[1:-1] + (u[:-2] - 2 * u[1:-1] + u[2:]) / h ** 2
        rc = r[::2].copy()
        rc[1:-1] = 0.25 * r[1:-3:2] + 0.5 * r[2:-2:2] + 0.25 * r[3:-1:2]
        e = vcycle(np.zeros(len(rc)), rc, 2 * h)
        ef = np.zeros_like(u)
        ef[::2] = e
        ef[1::2] = 0.5 * (e[1:] + e[:-1])
        u += ef
        smooth(u, f, h)
        return u
    u = np.zeros_like(f)
    h = 1 / (len(f) - 1)
    res = []
    for c in range(6):
        vcycle(u, f, h)
        r = np.abs(f[1:-1] + (u[:-2] - 2 * u[1:-1] + u[2:]) / h ** 2).max()
        res.append(r)
        if r < 1e-06:
            break
    return (u, res)


@program(call(A([1.0, 1, 1]), A([4.0, 4, 4, 4]), A([1.0, 1, 1]), A([5.0, 6, 6, 5])), call(A([]), A([2.0]), A([]), A([4.0])))
def thomas(a, b, c, d):
    """A tridiagonal system, or none."""
    n = len(b)
    cp = np.zeros(n)
    dp = np.zeros(n)
    for i in range(n):
        m = b[i] - (a[i - 1] * cp[i - 1] if i else 0)
        if m == 0:
            raise ZeroDivisionError("singular")
        cp[i] = c[i] / m if i < n - 1 else 0
        dp[i] = (d[i] - (a[i - 1] * dp[i - 1] if i else 0)) / m
    x = np.empty(n)
    x[-1] = dp[-1]
    for i in reversed(range(n - 1)):
        x[i] = dp[i] - cp[i] * x[i + 1]
    return x


class Spline:
    def __init__(self, x, y):
        self.x, self.y = (x, y)
        n = len(x)
        h = np.diff(x)
        M = np.eye(n)
        rhs = np.zeros(n)
        for i in range(1, n - 1):
            M[i, i - 1:i + 2] = (h[i - 1], 2 * (h[i - 1] + h[i]), h[i])
            rhs[i] = 6 * ((y[i + 1] - y[i]) / h[i] - (y[i] - y[i - 1]) / h[i - 1])
        self.m = np.linalg.solve(M, rhs)

    def __call__(self, q):
        if not self.x[0] <= q <= self.x[-1]:
            raise ValueError(f"{q:.3f} outside [{self.x[0]}, {self.x[-1]}]")
        i = min(np.searchsorted(self.x, q, side="right") - 1, len(self.x) - 2)
        h = self.x[i + 1] - self.x[i]
        a = (self.x[i + 1] - q) / h
        b = 1 - a
        return a * self.y[i] + b * self.y[i + 1] + ((a ** 3 - a) * self.m[i] + (b ** 3 - b) * self.m[i + 1]) * h * h / 6


@program(call(A([0.0, 1, 2, 3]), A([0.0, 1, 4, 9]), A([0.5, 1.5, 3.0])), call(A([0.0, 1]), A([0.0, 1]), A([0.25])), call(A([0.0, 1, 2]), A([0.0, 1, 0]), A([2.5])))
def spline(x, y, q):
    """A natural cubic spline, an object that is called."""
    s = Spline(x, y)
    return [s(v) for v in q]


@program(call(R.random((6, 2)), R.random(6), R.random((3, 2))), call(A([[0.0]]), A([1.0]), A([[0.5]])))
def rbf(X, y, Q):
    """Interpolation by kernels in a dict, one of which may be singular."""
    kern = {"gauss": lambda r: np.exp(-(2 * r) ** 2), "mq": lambda r: np.sqrt(1 + r ** 2), "tps": lambda r: np.where(r > 0, r ** 2 * np.log(np.maximum(r, 1e-300)), 0.0)}
    out = {}
    for name, phi in kern.items():
        D = np.linalg.norm(X[:, None] - X[None], axis=-1)
        try:
            w = np.linalg.solve(phi(D) + (1e-09 * np.eye(len(X)) if name != "tps" else 0), y)
        except np.linalg.LinAlgError as e:
            out[name] = str(e)
            continue
        out[name] = phi(np.linalg.norm(Q[:, None] - X, axis=-1)) @ w
    return out


@program(call(8, A([0.1, 0.5, -0.9])), call(1, A([0.0])), call(4, A([])))
def chebyshev(n, q):
    """A series, summed by Clenshaw, of numbers and arrays."""
    k = np.arange(n + 1)
    x = np.cos(np.pi * (k + 0.5) / (n + 1))
    f = np.exp(x)
    c = np.array([2 / (n + 1) * np.sum(f * np.cos(j * np.arccos(x))) for j in range(n + 1)])
    c[0] /= 2

    def clenshaw(t_):
        b1 = b2 = 0.0
        for a in c[:0:-1]:
            b1, b2 = (a + 2 * t_ * b1 - b2, b1)
        return c[0] + t_ * b1 - b2
    return (c, [clenshaw(v) for v in q], clenshaw(q))


@program(call(A([0.0, 0.2, 0.5, 1.0]), 1.0), call(A([0.0, 1.0]), -2.0))
def fem1d(nodes, load):
    """Finite elements assembled with np.ix_."""
    n = len(nodes)
    K = np.zeros((n, n))
    F = np.zeros(n)
    for e in range(n - 1):
        h = nodes[e + 1] - nodes[e]
        ke = A([[1, -1], [-1, 1]]) / h
        fe = load * h / 2 * np.ones(2)
        dof = np.ix_([e, e + 1], [e, e + 1])
        K[dof] += ke
        F[[e, e + 1]] += fe
    free = np.setdiff1d(np.arange(n), [0, n - 1])
    u = np.zeros(n)
    if free.size:
        u[free] = np.linalg.solve(K[np.ix_(free, free)], F[free])
    return (u, K)


@program(call(6, 5, 3), call(4, 4, 0))
def lbm(nx, ny, steps):
    """A fluid on a lattice, around an obstacle."""
    cxs = A([0, 1, 0, -1, 0, 1, -1, -1, 1])
    cys = A([0, 0, 1, 0, -1, 1, 1, -1, -1])
    w = A([4 / 9] + [1 / 9] * 4 + [1 / 36] * 4)
    F = np.ones((ny, nx, 9))
    F[..., 1] += 0.5
    obst = np.zeros((ny, nx), bool)
    obst[ny // 2, nx // 2] = True
    opp = [0, 3, 4, 1, 2, 7, 8, 5, 6]
    for it in range(steps):
        for i, cx, cy in zip(range(9), cxs, cys):
            F[:, :, i] = np.roll(F[:, :, i], (cx, cy), axis=(1, 0))
        bnd = F[obst][:, opp]
        rho = F.sum(2)
        ux = (F * cxs).sum(2) / rho
        uy = (F * cys).sum(2) / rho
        Feq = np.zeros(F.shape)
        for i, (cx, cy, wi) in enumerate(zip(cxs, cys, w)):
            cu = cx * ux + cy * uy
            Feq[:, :, i] = rho * wi * (1 + 3 * cu + 4.5 * cu ** 2 - 1.5 * (ux ** 2 + uy ** 2))
        F += -(F - Feq) / 0.6
        F[obst] = bnd
    return (F.sum(2), F.sum())


@program(call(np.ones(10) + 0.1 * np.eye(10)[4], 4), call(np.ones(4), 2))
def shallow(h, n):
    """Shallow water between two walls."""
    hu = np.zeros_like(h)
    g = 9.81
    dx = 0.1
    t_ = 0
    for _ in range(n):
        c = np.abs(hu / h) + np.sqrt(g * h)
        dt = 0.4 * dx / c.max()
        U = np.stack([h, hu])
        F = np.stack([hu, hu ** 2 / h + 0.5 * g * h * h])
        Fh = 0.5 * (F[:, 1:] + F[:, :-1]) - 0.5 * c.max() * (U[:, 1:] - U[:, :-1])
        U[:, 1:-1] -= dt / dx * (Fh[:, 1:] - Fh[:, :-1])
        U[:, 0] = U[:, 1] * [1, -1]
        U[:, -1] = U[:, -2] * [1, -1]
        h, hu = U
        t_ += dt
    return (h, hu, t_)
