"""The kernels of PolyBench in plain NumPy: loops, slices and in-place updates, on small inputs."""

import numpy as np

from tests.harness import Theme, call

program = Theme("polybench")
RNG = np.random.default_rng(7)


def _m(*shape, dtype=float):
    return RNG.uniform(0.5, 1.5, shape).astype(dtype)


def _spd(n):
    a = _m(n, n)
    return a @ a.T + n * np.eye(n)


@program(call(1.5, 1.2, _m(5, 6), _m(5, 4), _m(4, 6)), call(0.5, 2, _m(3, 2), _m(3, 7), _m(7, 2)))
def gemm(alpha, beta, C, A, B):
    """C := alpha A B + beta C, in place."""
    C[:] = alpha * A @ B + beta * C


@program(call(1.5, 1.2, _m(4, 5), _m(5, 3), _m(3, 6), _m(4, 6)))
def k2mm(alpha, beta, A, B, C, D):
    """Two matrix products."""
    D[:] = alpha * A @ B @ C + beta * D


@program(call(_m(4, 5), _m(5, 3), _m(3, 6), _m(6, 4)))
def k3mm(A, B, C, D):
    """Three matrix products."""
    return A @ B @ C @ D


@program(call(_m(5, 7), _m(7)), call(_m(3, 3), _m(3)))
def atax(A, x):
    """A transposed times A x."""
    return (A @ x) @ A


@program(call(_m(5, 7), _m(7), _m(5)))
def bicg(A, p, r):
    """The two products of BiCG."""
    return r @ A, A @ p


@program(call(_m(5), _m(5), _m(5), _m(5), _m(5, 5)))
def mvt(x1, x2, y_1, y_2, A):
    """Matrix-vector product and transposed product, added in place."""
    x1 += A @ y_1
    x2 += y_2 @ A


@program(call(_m(5), np.zeros(5), _m(5, 5) + 5 * np.eye(5)), call(_m(7), np.zeros(7), _m(7, 7) + 5 * np.eye(7)))
def trisolv(b, x, L):
    """Forward substitution."""
    for i in range(x.shape[0]):
        x[i] = (b[i] - L[i, :i] @ x[:i]) / L[i, i]


@program(call(_spd(6)), call(_spd(9)))
def lu(A):
    """LU decomposition with scalar loops."""
    for i in range(A.shape[0]):
        for j in range(i):
            A[i, j] -= A[i, :j] @ A[:j, j]
            A[i, j] /= A[j, j]
        for j in range(i, A.shape[0]):
            A[i, j] -= A[i, :i] @ A[:i, j]


@program(call(_spd(5)), call(_spd(4)))
def lu_scalar(A):
    """LU decomposition, a triple loop."""
    n = len(A)
    for k in range(n):
        for i in range(k + 1, n):
            A[i, k] /= A[k, k]
            for j in range(k + 1, n):
                A[i, j] -= A[i, k] * A[k, j]
    return A


@program(call(_spd(6), _m(6)), call(_spd(4), _m(4)))
def ludcmp(A, b):
    """LU decomposition and both substitutions."""
    n = A.shape[0]
    x = np.zeros_like(b)
    y = np.zeros_like(b)
    for i in range(n):
        for j in range(i):
            A[i, j] -= A[i, :j] @ A[:j, j]
            A[i, j] /= A[j, j]
        for j in range(i, n):
            A[i, j] -= A[i, :i] @ A[:i, j]
    for i in range(n):
        y[i] = b[i] - A[i, :i] @ y[:i]
    for i in range(n - 1, -1, -1):
        x[i] = (y[i] - A[i, i + 1 :] @ x[i + 1 :]) / A[i, i]
    return x, y


@program(call(_spd(6)), call(_spd(8)))
def cholesky(A):
    """Cholesky decomposition in place."""
    A[0, 0] = np.sqrt(A[0, 0])
    for i in range(1, A.shape[0]):
        for j in range(i):
            A[i, j] -= np.dot(A[i, :j], A[j, :j])
            A[i, j] /= A[j, j]
        A[i, i] -= np.dot(A[i, :i], A[i, :i])
        A[i, i] = np.sqrt(A[i, i])


@program(call(_spd(5)), call(_spd(6)))
def cholesky_new(A):
    """Cholesky decomposition into a new array."""
    L = np.zeros_like(A)
    n = A.shape[0]
    for j in range(n):
        L[j, j] = np.sqrt(A[j, j] - np.sum(L[j, :j] ** 2))
        for i in range(j + 1, n):
            L[i, j] = (A[i, j] - np.sum(L[i, :j] * L[j, :j])) / L[j, j]
    return L


@program(call(_m(8) / 9), call(_m(5) / 9))
def durbin(r):
    """Durbin's algorithm for Toeplitz systems, with reversed slices."""
    y = np.empty_like(r)
    alpha = -r[0]
    beta = 1.0
    y[0] = -r[0]
    for k in range(1, r.shape[0]):
        beta *= 1.0 - alpha * alpha
        alpha = -(r[k] + np.dot(np.flip(r[:k]), y[:k])) / beta
        y[:k] += alpha * np.flip(y[:k])
        y[k] = alpha
    return y


@program(call(_m(8) / 9))
def durbin_reversed(r):
    """Durbin's algorithm with negative steps."""
    y = np.zeros_like(r)
    alpha, beta = -r[0], 1.0
    y[0] = alpha
    for k in range(1, len(r)):
        beta = (1.0 - alpha**2) * beta
        alpha = -(r[k] + r[k - 1 :: -1] @ y[:k]) / beta
        y[:k] = y[:k] + alpha * y[k - 1 :: -1]
        y[k] = alpha
    return y


@program(call(_m(6, 4)), call(_m(5, 5)))
def gramschmidt(A):
    """Modified Gram-Schmidt with an inner loop."""
    Q = np.zeros_like(A)
    R = np.zeros((A.shape[1], A.shape[1]), dtype=A.dtype)
    for k in range(A.shape[1]):
        nrm = np.dot(A[:, k], A[:, k])
        R[k, k] = np.sqrt(nrm)
        Q[:, k] = A[:, k] / R[k, k]
        for j in range(k + 1, A.shape[1]):
            R[k, j] = np.dot(Q[:, k], A[:, j])
            A[:, j] -= Q[:, k] * R[k, j]
    return Q, R


@program(call(7.0, _m(7, 5)), call(4, _m(4, 3)))
def correlation(float_n, data):
    """Correlation matrix, upper triangle row by row."""
    mean = np.mean(data, axis=0)
    stddev = np.std(data, axis=0)
    stddev[stddev <= 0.1] = 1.0
    data -= mean
    data /= np.sqrt(float_n) * stddev
    M = data.shape[1]
    corr = np.eye(M, dtype=data.dtype)
    for i in range(M - 1):
        corr[i + 1 :, i] = corr[i, i + 1 :] = data[:, i] @ data[:, i + 1 :]
    return corr


@program(call(7.0, _m(7, 5)), call(4.0, _m(4, 3, dtype=np.float32)))
def covariance(float_n, data):
    """Covariance matrix, mirrored."""
    mean = np.mean(data, axis=0)
    data -= mean
    cov = np.zeros((data.shape[1], data.shape[1]), dtype=data.dtype)
    for i in range(data.shape[1]):
        cov[i:, i] = cov[i, i:] = data[:, i] @ data[:, i:] / (float_n - 1.0)
    return cov


@program(call(RNG.integers(1, 20, (6, 6))), call(RNG.integers(1, 20, (4, 4)).astype(np.int32)))
def floyd_warshall(path):
    """All shortest paths, one outer minimum at a time."""
    for k in range(path.shape[0]):
        path[:] = np.minimum(path[:], np.add.outer(path[:, k], path[k, :]))


@program(call(RNG.integers(1, 20, (5, 5))))
def floyd_warshall_scalar(path):
    """All shortest paths with a conditional expression in a triple loop."""
    n = path.shape[0]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                path[i, j] = path[i, j] if path[i, j] < path[i, k] + path[k, j] else path[i, k] + path[k, j]
    return path


@program(call(8, RNG.integers(0, 4, 8)), call(5, RNG.integers(0, 4, 5)))
def nussinov(N, seq):
    """RNA folding by dynamic programming."""

    def match(b1, b2):
        if b1 + b2 == 3:
            return 1
        else:
            return 0

    table = np.zeros((N, N), np.int32)
    for i in range(N - 1, -1, -1):
        for j in range(i + 1, N):
            if j - 1 >= 0:
                table[i, j] = np.maximum(table[i, j], table[i, j - 1])
            if i + 1 < N:
                table[i, j] = np.maximum(table[i, j], table[i + 1, j])
            if j - 1 >= 0 and i + 1 < N:
                if i < j - 1:
                    table[i, j] = np.maximum(table[i, j], table[i + 1, j - 1] + match(seq[i], seq[j]))
                else:
                    table[i, j] = np.maximum(table[i, j], table[i + 1, j - 1])
            for k in range(i + 1, j):
                table[i, j] = np.maximum(table[i, j], table[i, k] + table[k + 1, j])
    return table


@program(call(3, 6, _m(6, 6)), call(2, 5, _m(5, 5)))
def adi(TSTEPS, N, u):
    """Alternating direction implicit heat equation."""
    v = np.empty(u.shape, dtype=u.dtype)
    p = np.empty(u.shape, dtype=u.dtype)
    q = np.empty(u.shape, dtype=u.dtype)
    DX = 1.0 / N
    DT = 1.0 / TSTEPS
    mul1, mul2 = 2.0 * DT / (DX * DX), 1.0 * DT / (DX * DX)
    a = -mul1 / 2.0
    b = 1.0 + mul1
    c = a
    d = -mul2 / 2.0
    e = 1.0 + mul2
    f = d
    for t in range(1, TSTEPS + 1):
        v[0, 1 : N - 1] = 1.0
        p[1 : N - 1, 0] = 0.0
        q[1 : N - 1, 0] = v[0, 1 : N - 1]
        for j in range(1, N - 1):
            p[1 : N - 1, j] = -c / (a * p[1 : N - 1, j - 1] + b)
            q[1 : N - 1, j] = (
                -d * u[j, 0 : N - 2] + (1.0 + 2.0 * d) * u[j, 1 : N - 1] - f * u[j, 2:N] - a * q[1 : N - 1, j - 1]
            ) / (a * p[1 : N - 1, j - 1] + b)
        v[N - 1, 1 : N - 1] = 1.0
        for j in range(N - 2, 0, -1):
            v[j, 1 : N - 1] = p[1 : N - 1, j] * v[j + 1, 1 : N - 1] + q[1 : N - 1, j]
        u[1 : N - 1, 0] = 1.0
        p[1 : N - 1, 0] = 0.0
        q[1 : N - 1, 0] = u[1 : N - 1, 0]
        for j in range(1, N - 1):
            p[1 : N - 1, j] = -f / (d * p[1 : N - 1, j - 1] + e)
            q[1 : N - 1, j] = (
                -a * v[0 : N - 2, j] + (1.0 + 2.0 * a) * v[1 : N - 1, j] - c * v[2:N, j] - d * q[1 : N - 1, j - 1]
            ) / (d * p[1 : N - 1, j - 1] + e)
        u[1 : N - 1, N - 1] = 1.0
        for j in range(N - 2, 0, -1):
            u[1 : N - 1, j] = p[1 : N - 1, j] * u[1 : N - 1, j + 1] + q[1 : N - 1, j]


@program(call(3, _m(5, 6), _m(5, 6), _m(5, 6), _m(3)), call(4, _m(4, 4), _m(4, 4), _m(4, 4), _m(4)))
def fdtd_2d(TMAX, ex, ey, hz, _fict_):
    """Two-dimensional finite-difference time domain."""
    for t in range(TMAX):
        ey[0, :] = _fict_[t]
        ey[1:, :] -= 0.5 * (hz[1:, :] - hz[:-1, :])
        ex[:, 1:] -= 0.5 * (hz[:, 1:] - hz[:, :-1])
        hz[:-1, :-1] -= 0.7 * (ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1])


@program(call(4, _m(9), _m(9)), call(6, _m(7), _m(7)))
def jacobi_1d(TSTEPS, A, B):
    """Jacobi in one dimension, back and forth."""
    for t in range(1, TSTEPS):
        B[1:-1] = 0.33333 * (A[:-2] + A[1:-1] + A[2:])
        A[1:-1] = 0.33333 * (B[:-2] + B[1:-1] + B[2:])


@program(call(4, _m(6, 7), _m(6, 7)))
def jacobi_2d(TSTEPS, A, B):
    """Jacobi in two dimensions, back and forth."""
    for t in range(1, TSTEPS):
        B[1:-1, 1:-1] = 0.2 * (A[1:-1, 1:-1] + A[1:-1, :-2] + A[1:-1, 2:] + A[2:, 1:-1] + A[:-2, 1:-1])
        A[1:-1, 1:-1] = 0.2 * (B[1:-1, 1:-1] + B[1:-1, :-2] + B[1:-1, 2:] + B[2:, 1:-1] + B[:-2, 1:-1])


@program(call(3, 6, _m(6, 6)), call(2, 5, _m(5, 5)))
def seidel_2d(TSTEPS, N, A):
    """Gauss-Seidel, rows vectorised and columns in a loop."""
    for t in range(0, TSTEPS - 1):
        for i in range(1, N - 1):
            A[i, 1:-1] += A[i - 1, :-2] + A[i - 1, 1:-1] + A[i - 1, 2:] + A[i, 2:] + A[i + 1, :-2] + A[i + 1, 1:-1] + A[i + 1, 2:]
            for j in range(1, N - 1):
                A[i, j] += A[i, j - 1]
                A[i, j] /= 9.0


@program(call(3, _m(5, 5, 5), _m(5, 5, 5)))
def heat_3d(TSTEPS, A, B):
    """Heat equation in three dimensions."""
    for t in range(1, TSTEPS):
        B[1:-1, 1:-1, 1:-1] = (
            0.125 * (A[2:, 1:-1, 1:-1] - 2.0 * A[1:-1, 1:-1, 1:-1] + A[:-2, 1:-1, 1:-1])
            + 0.125 * (A[1:-1, 2:, 1:-1] - 2.0 * A[1:-1, 1:-1, 1:-1] + A[1:-1, :-2, 1:-1])
            + 0.125 * (A[1:-1, 1:-1, 2:] - 2.0 * A[1:-1, 1:-1, 1:-1] + A[1:-1, 1:-1, 0:-2])
            + A[1:-1, 1:-1, 1:-1]
        )
        A[1:-1, 1:-1, 1:-1] = (
            0.125 * (B[2:, 1:-1, 1:-1] - 2.0 * B[1:-1, 1:-1, 1:-1] + B[:-2, 1:-1, 1:-1])
            + 0.125 * (B[1:-1, 2:, 1:-1] - 2.0 * B[1:-1, 1:-1, 1:-1] + B[1:-1, :-2, 1:-1])
            + 0.125 * (B[1:-1, 1:-1, 2:] - 2.0 * B[1:-1, 1:-1, 1:-1] + B[1:-1, 1:-1, 0:-2])
            + B[1:-1, 1:-1, 1:-1]
        )


@program(call(0.25, _m(6, 7)), call(0.5, _m(5, 5, dtype=np.float32)))
def deriche(alpha, imgIn):
    """Deriche's recursive edge filter."""
    k = (1.0 - np.exp(-alpha)) * (1.0 - np.exp(-alpha)) / (1.0 + alpha * np.exp(-alpha) - np.exp(2.0 * alpha))
    a1 = a5 = k
    a2 = a6 = k * np.exp(-alpha) * (alpha - 1.0)
    a3 = a7 = k * np.exp(-alpha) * (alpha + 1.0)
    a4 = a8 = -k * np.exp(-2.0 * alpha)
    b1 = 2.0 ** (-alpha)
    b2 = -np.exp(-2.0 * alpha)
    c1 = c2 = 1
    y1 = np.empty_like(imgIn)
    y1[:, 0] = a1 * imgIn[:, 0]
    y1[:, 1] = a1 * imgIn[:, 1] + a2 * imgIn[:, 0] + b1 * y1[:, 0]
    for j in range(2, imgIn.shape[1]):
        y1[:, j] = a1 * imgIn[:, j] + a2 * imgIn[:, j - 1] + b1 * y1[:, j - 1] + b2 * y1[:, j - 2]
    y2 = np.empty_like(imgIn)
    y2[:, -1] = 0.0
    y2[:, -2] = a3 * imgIn[:, -1]
    for j in range(imgIn.shape[1] - 3, -1, -1):
        y2[:, j] = a3 * imgIn[:, j + 1] + a4 * imgIn[:, j + 2] + b1 * y2[:, j + 1] + b2 * y2[:, j + 2]
    imgOut = c1 * (y1 + y2)
    y1[0, :] = a5 * imgOut[0, :]
    y1[1, :] = a5 * imgOut[1, :] + a6 * imgOut[0, :] + b1 * y1[0, :]
    for i in range(2, imgIn.shape[0]):
        y1[i, :] = a5 * imgOut[i, :] + a6 * imgOut[i - 1, :] + b1 * y1[i - 1, :] + b2 * y1[i - 2, :]
    y2[-1, :] = 0.0
    y2[-2, :] = a7 * imgOut[-1, :]
    for i in range(imgIn.shape[0] - 3, -1, -1):
        y2[i, :] = a7 * imgOut[i + 1, :] + a8 * imgOut[i + 2, :] + b1 * y2[i + 1, :] + b2 * y2[i + 2, :]
    imgOut[:] = c2 * (y1 + y2)
    return imgOut


@program(call(3, 4, 5, _m(3, 4, 5), _m(5, 5)))
def doitgen(NR, NQ, NP, A, C4):
    """Multi-resolution kernel: a reshape, a product and a write-back."""
    A[:] = np.reshape(np.reshape(A, (NR, NQ, 1, NP)) @ C4, (NR, NQ, NP))


@program(call(_m(3, 4, 5), _m(5, 5)))
def doitgen_loops(A, C4):
    """Multi-resolution kernel with loops and a buffer."""
    NR, NQ, NP = A.shape
    total = np.zeros(NP)
    for r in range(NR):
        for q in range(NQ):
            total[:] = A[r, q, :] @ C4
            A[r, q, :] = total


@program(call(1.5, 1.2, _m(5, 5), _m(5, 3)), call(1.5, 1.2, _m(4, 4), _m(4, 6)))
def syrk(alpha, beta, C, A):
    """Symmetric rank-k update of the lower triangle."""
    for i in range(A.shape[0]):
        C[i, : i + 1] *= beta
        for k in range(A.shape[1]):
            C[i, : i + 1] += alpha * A[i, k] * A[: i + 1, k]


@program(call(1.5, 1.2, _m(5, 5), _m(5, 3), _m(5, 3)))
def syr2k(alpha, beta, C, A, B):
    """Symmetric rank-2k update of the lower triangle."""
    for i in range(A.shape[0]):
        C[i, : i + 1] *= beta
        for k in range(A.shape[1]):
            C[i, : i + 1] += A[: i + 1, k] * alpha * B[i, k] + B[: i + 1, k] * alpha * A[i, k]


@program(call(1.5, 1.2, _m(5, 6), _m(5, 5), _m(5, 6)))
def symm(alpha, beta, C, A, B):
    """Symmetric matrix product with a temporary row."""
    temp2 = np.empty((C.shape[1],), dtype=C.dtype)
    C *= beta
    for i in range(C.shape[0]):
        for j in range(C.shape[1]):
            C[:i, j] += alpha * B[i, j] * A[i, :i]
            temp2[j] = B[:i, j] @ A[i, :i]
        C[i, :] += alpha * B[i, :] * A[i, i] + alpha * temp2


@program(call(1.5, _m(5, 5), _m(5, 4)), call(2.5, _m(6, 6), _m(6, 2)))
def trmm(alpha, A, B):
    """Triangular matrix product in place."""
    for i in range(B.shape[0]):
        for j in range(B.shape[1]):
            B[i, j] += np.dot(A[i + 1 :, i], B[i + 1 :, j])
    B *= alpha


@program(call(1.5, 1.2, _m(5, 5), *(_m(5) for _ in range(8))))
def gemver(alpha, beta, A, u1, v1, u2, v2, w, x, y, z):
    """Vector multiplication and matrix addition."""
    A += np.outer(u1, v1) + np.outer(u2, v2)
    x += beta * y @ A + z
    w += alpha * A @ x


@program(call(1.5, 1.2, _m(5, 5), _m(5, 5), _m(5)))
def gesummv(alpha, beta, A, B, x):
    """Summed matrix-vector products."""
    return alpha * A @ x + beta * B @ x
