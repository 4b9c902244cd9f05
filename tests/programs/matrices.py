"""Decompositions at work: PCA, Gaussian processes, least squares, eigenproblems."""

import numpy as np

from tests.harness import Theme, call

program = Theme("matrices")
RNG = np.random.default_rng(31)


def _spd(n):
    a = RNG.normal(size=(n, n))
    return a @ a.T + n * np.eye(n)


@program(call(RNG.normal(size=(12, 4)), 2), call(RNG.normal(size=(9, 5)).astype("f4"), 3))
def pca(X, k):
    """Principal components by the singular value decomposition."""
    centred = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(centred, full_matrices=False)
    sign = np.sign(Vt[:, 0])[:, None]
    return U[:, :k] * s[:k], Vt[:k] * sign[:k], s**2 / np.sum(s**2)


@program(call(RNG.uniform(0, 5, 8), RNG.normal(size=8), np.linspace(0, 5, 6), 0.8, 0.1), call(RNG.uniform(0, 5, 5), RNG.normal(size=5), np.linspace(0, 5, 3), 1.5, 0.01))
def gaussian_process(x, y, new, length, noise):
    """Regression with a squared exponential kernel, by Cholesky."""

    def kernel(a, b):
        return np.exp(-0.5 * (a[:, None] - b[None, :]) ** 2 / length**2)

    L = np.linalg.cholesky(kernel(x, x) + noise * np.eye(len(x)))
    alpha = np.linalg.solve(L.T, np.linalg.solve(L, y))
    cross = kernel(new, x)
    v = np.linalg.solve(L, cross.T)
    variance = 1.0 - (v**2).sum(axis=0)
    log_likelihood = -0.5 * y @ alpha - np.log(np.diag(L)).sum() - 0.5 * len(x) * np.log(2 * np.pi)
    return cross @ alpha, variance, log_likelihood


@program(call(_spd(4), 40), call(np.diag([3.0, 1.0]), 25))
def qr_algorithm(A, limit):
    """Eigenvalues by QR iterations until what is below the diagonal is small."""
    n = 0
    while n < limit and np.abs(np.tril(A, -1)).max() > 1e-9:
        Q, R = np.linalg.qr(A)
        A = R @ Q
        n += 1
    return np.sort(np.diag(A)), n


@program(call(np.array([1.0, -6.0, 11.0, -6.0])), call(np.array([1.0, 0.0, 1.0])), call(np.array([2.0, 0.0, -2.0, 0.0])))
def polynomial_roots(c):
    """Roots as eigenvalues of the companion matrix: real or complex."""
    n = len(c) - 1
    companion = np.zeros((n, n))
    companion[0] = -c[1:] / c[0]
    companion[1:, :-1] += np.eye(n - 1)
    roots = np.linalg.eigvals(companion)
    return roots, np.sort(np.abs(roots)), roots.dtype == complex


@program(call(np.array([[0.9, 0.1], [0.4, 0.6]])), call(np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])))
def stationary_distribution(P):
    """The eigenvector of eigenvalue one of a Markov chain."""
    values, vectors = np.linalg.eig(P.T)
    k = np.argmin(np.abs(values - 1.0))
    v = np.real(vectors[:, k])
    return v / v.sum()


@program(call(RNG.normal(size=(10, 3)), RNG.normal(size=10)), call(RNG.normal(size=(2, 3)), RNG.normal(size=2)), call(np.ones((4, 2)), np.arange(4.0)))
def least_squares_in_four_ways(A, b):
    """lstsq, pinv, QR and the normal equations."""
    x, residuals, rank, s = np.linalg.lstsq(A, b, rcond=None)
    y = np.linalg.pinv(A) @ b
    if rank == A.shape[1]:
        Q, R = np.linalg.qr(A)
        z = np.linalg.solve(R, Q.T @ b)
    else:
        z = y
    return x, residuals, rank, s, y, z


@program(call(RNG.normal(size=(6, 3)), RNG.normal(size=(6, 3))))
def procrustes(A, B):
    """The rotation that takes one cloud of points to another."""
    U, s, Vt = np.linalg.svd(A.T @ B)
    d = np.sign(np.linalg.det(U @ Vt))
    flip = np.eye(3)
    flip[2, 2] = d
    return U @ flip @ Vt, s.sum()


@program(call(RNG.normal(size=(3, 3)) * 2), call(np.zeros((2, 2))), call(RNG.normal(size=(2, 2)).astype("f4")))
def matrix_exponential(A):
    """Scaling and squaring with a Taylor series."""
    squarings = 0
    while np.linalg.norm(A, 1) > 0.5:
        A = A / 2
        squarings += 1
    term = np.eye(len(A), dtype=A.dtype)
    total = term.copy()
    for k in range(1, 12):
        term = term @ A / k
        total = total + term
    for _ in range(squarings):
        total = total @ total
    return total, squarings


@program(call(np.array([1.0, 1.0]), 1e-10), call(np.array([0.0, 0.0]), 1e-10))
def newton_system(x, tol):
    """Newton's method for a system; a singular Jacobian raises NumPy's LinAlgError."""
    for n in range(30):
        f = np.array([x[0] ** 2 + x[1] ** 2 - 4.0, x[0] * x[1] - 1.0])
        if np.linalg.norm(f) < tol:
            break
        J = np.array([[2 * x[0], 2 * x[1]], [x[1], x[0]]])
        x = x - np.linalg.solve(J, f)
    return x, n


@program(call(_spd(3)), call(np.array([[1.0, 2.0], [2.0, 1.0]])))
def definite_or_not(A):
    """cholesky raises where the matrix is not positive definite."""
    return np.linalg.cholesky(A).sum()


@program(call(RNG.normal(size=(4, 3, 3)), RNG.normal(size=(4, 3))), call(RNG.normal(size=(2, 2, 2)), RNG.normal(size=(2, 2))))
def stacks_of_matrices(A, b):
    """Batched determinants, inverses, solutions and eigenvalues."""
    S = A @ np.swapaxes(A, 1, 2)
    w, v = np.linalg.eigh(S)
    return np.linalg.det(A), np.linalg.inv(A), np.linalg.solve(A, b[..., None])[..., 0], w, np.abs(v), np.linalg.slogdet(S), np.linalg.matrix_rank(A), np.linalg.norm(A, axis=(1, 2))


@program(call(_spd(3)), call(_spd(4)))
def named_results(A):
    """The results have NumPy's own names."""
    e = np.linalg.eigh(A)
    q = np.linalg.qr(A)
    return e, e.eigenvalues.max(), q.R, np.linalg.svd(A).S, np.linalg.slogdet(A).sign, np.linalg.eig(A)


@program(call(RNG.normal(size=(8, 8)), 3, 1e-6), call(_spd(6), 2, 1e-8))
def subspace_iteration(A, k, tol):
    """Orthogonal iteration until the subspace stands still."""
    A = A @ A.T
    Q = np.eye(len(A))[:, :k]
    n = 0
    while True:
        new, _ = np.linalg.qr(A @ Q)
        n += 1
        if np.linalg.norm(new @ new.T - Q @ Q.T) < tol or n == 200:
            return np.sort(np.diag(new.T @ A @ new)), n
        Q = new


@program(call(RNG.normal(size=(5, 4)), 0.5), call(RNG.normal(size=(4, 4)), 3.0))
def low_rank(A, cut):
    """Soft thresholding of singular values; how many are left depends on the data."""
    U, s, Vt = np.linalg.svd(A, full_matrices=False)
    keep = s > cut
    return (U[:, keep] * (s[keep] - cut)) @ Vt[keep], keep.sum()
