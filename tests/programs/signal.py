"""Signals, bits and small neural networks in plain NumPy."""

import numpy as np

from tests.harness import Theme, call

program = Theme("signal")
RNG = np.random.default_rng(17)


def _n(*shape, dtype=float):
    return RNG.normal(size=shape).astype(dtype)


@program(call(_n(8)), call(_n(16).astype(np.complex64)))
def fft_radix2(x):
    """Iterative radix-2 FFT with bit reversal."""
    n = x.shape[0]
    bits = int(np.log2(n))
    rev = np.zeros(n, dtype=int)
    for i in range(bits):
        rev |= ((np.arange(n) >> i) & 1) << (bits - 1 - i)
    y = x[rev].astype(complex)
    size = 2
    while size <= n:
        half = size // 2
        w = np.exp(-2j * np.pi * np.arange(half) / size)
        y = y.reshape(-1, size)
        even, odd = y[:, :half].copy(), y[:, half:] * w
        y[:, :half] = even + odd
        y[:, half:] = even - odd
        y = y.reshape(-1)
        size *= 2
    return y


@program(call(_n(8)), call(_n(4)))
def fft_recursive(x):
    """Recursive FFT."""

    def fft(x):
        n = len(x)
        if n == 1:
            return x + 0j
        e, o = fft(x[::2]), fft(x[1::2])
        t = np.exp(-2j * np.pi * np.arange(n // 2) / n) * o
        return np.concatenate([e + t, e - t])

    return fft(x)


@program(call(np.frombuffer(b"hello world", np.uint8)), call(np.frombuffer(b"", np.uint8)))
def crc32(data):
    """CRC-32, bit by bit on np.uint32."""
    crc = np.uint32(0xFFFFFFFF)
    for byte in data:
        crc = crc ^ np.uint32(byte)
        for _ in range(8):
            if crc & np.uint32(1):
                crc = (crc >> np.uint32(1)) ^ np.uint32(0xEDB88320)
            else:
                crc = crc >> np.uint32(1)
    return crc ^ np.uint32(0xFFFFFFFF)


@program(call(0x1021, np.frombuffer(b"123456789", np.uint8)), call(0x8005, np.frombuffer(b"abc", np.uint8)))
def crc16(poly, data):
    """CRC-16 on Python ints and a uint8 array."""
    crc = 0xFFFF
    for b in data:
        cur = 0xFF & b
        for _ in range(0, 8):
            if (crc & 0x0001) ^ (cur & 0x0001):
                crc = (crc >> 1) ^ poly
            else:
                crc >>= 1
            cur >>= 1
    crc = ~crc & 0xFFFF
    crc = (crc << 8) | ((crc >> 8) & 0xFF)
    return crc & 0xFFFF


@program(call(np.frombuffer(b"some bytes here", np.uint8)), call(np.frombuffer(b"x", np.uint8)))
def fnv1a(data):
    """FNV-1a with wrapping uint64 arithmetic."""
    h = np.uint64(14695981039346656037)
    for b in data:
        h = (h ^ np.uint64(b)) * np.uint64(1099511628211)
    return h


@program(call(np.arange(1, 9, dtype=np.uint32), 3))
def xorshift(state, rounds):
    """Many xorshift generators at once, in place."""
    for _ in range(rounds):
        state ^= state << 13
        state ^= state >> 17
        state ^= state << 5
    return state / 4294967296.0


@program(call(np.array([0x12345678, 0xFFFFFFFF, 0], np.uint32)))
def popcount(x):
    """Bits set, the parallel way."""
    x = x - ((x >> 1) & 0x55555555)
    x = (x & 0x33333333) + ((x >> 2) & 0x33333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F
    return (x * 0x01010101) >> 24


@program(call(-2.0, 0.5, -1.0, 1.0, 6, 5, 10, 2.0), call(-1.0, 0.0, -1.0, 1.0, 4, 4, 3, 2.0))
def mandelbrot_masks(xmin, xmax, ymin, ymax, XN, YN, maxiter, horizon):
    """Escape times with masks over the whole grid."""
    X = np.linspace(xmin, xmax, XN, dtype=np.float64)
    Y = np.linspace(ymin, ymax, YN, dtype=np.float64)
    C = X + Y[:, None] * 1j
    N = np.zeros(C.shape, dtype=np.int64)
    Z = np.zeros(C.shape, dtype=np.complex128)
    for n in range(maxiter):
        I = np.less(abs(Z), horizon)
        N[I] = n
        Z[I] = Z[I] ** 2 + C[I]
    N[N == maxiter - 1] = 0
    return Z, N


@program(call(5, 4, 10, 2.0), call(4, 4, 5, 2.0))
def mandelbrot_shrinking(xn, yn, itermax, horizon):
    """Escape times with shrinking index arrays."""
    Xi, Yi = np.mgrid[0:xn, 0:yn]
    C = np.linspace(-2.0, 0.5, xn)[Xi] + 1j * np.linspace(-1.0, 1.0, yn)[Yi]
    N_ = np.zeros(C.shape, dtype=np.int64)
    Z_ = np.zeros(C.shape, dtype=np.complex128)
    Xi, Yi, C = Xi.reshape(-1), Yi.reshape(-1), C.reshape(-1)
    Z = np.zeros(C.shape, np.complex128)
    for i in range(itermax):
        if not len(Z):
            break
        np.multiply(Z, Z, Z)
        np.add(Z, C, Z)
        I = abs(Z) > horizon
        N_[Xi[I], Yi[I]] = i + 1
        Z_[Xi[I], Yi[I]] = Z[I]
        np.logical_not(I, I)
        Z = Z[I]
        Xi, Yi = Xi[I], Yi[I]
        C = C[I]
    return Z_.T, N_.T


@program(call(-0.5 + 0.5j, 50), call(2 + 2j, 50), call(0j, 20))
def mandelbrot_point(c, limit):
    """One point with Python complex numbers."""
    z = 0j
    for n in range(limit):
        if abs(z) > 2:
            return n
        z = z * z + c
    return limit


@program(call(_n(2, 7, 6, 3, dtype=np.float32), _n(3, 3, 3, 4, dtype=np.float32), _n(4, dtype=np.float32)))
def conv2d_bias(x, weights, bias):
    """Convolution as a loop over output pixels."""
    K = weights.shape[0]
    N, H, W = x.shape[0], x.shape[1] - K + 1, x.shape[2] - K + 1
    out = np.empty((N, H, W, weights.shape[3]), dtype=np.float32)
    for i in range(H):
        for j in range(W):
            out[:, i, j, :] = np.sum(
                x[:, i : i + K, j : j + K, :, np.newaxis] * weights[np.newaxis, :, :, :], axis=(1, 2, 3)
            )
    return out + bias


@program(
    call(_n(2, 8, 8, 1), _n(3, 3, 1, 2), _n(2), _n(18, 3), _n(3)),
    call(_n(1, 8, 8, 1), _n(3, 3, 1, 2), _n(2), _n(18, 3), _n(3)),
)
def small_net(x, w1, b1, w2, b2):
    """Convolution, relu, pooling, a dense layer and a softmax, as functions."""

    def relu(x):
        return np.maximum(x, 0)

    def conv(x, w):
        k = w.shape[0]
        h, wd = x.shape[1] - k + 1, x.shape[2] - k + 1
        out = np.zeros((x.shape[0], h, wd, w.shape[3]))
        for i in range(k):
            for j in range(k):
                out += x[:, i : i + h, j : j + wd, :] @ w[i, j]
        return out

    def maxpool2d(x):
        out = np.empty((x.shape[0], x.shape[1] // 2, x.shape[2] // 2, x.shape[3]), dtype=x.dtype)
        for i in range(x.shape[1] // 2):
            for j in range(x.shape[2] // 2):
                out[:, i, j, :] = np.max(x[:, 2 * i : 2 * i + 2, 2 * j : 2 * j + 2, :], axis=(1, 2))
        return out

    def softmax(x):
        m = np.max(x, axis=-1, keepdims=True)
        e = np.exp(x - m)
        return e / np.sum(e, axis=-1, keepdims=True)

    x = maxpool2d(relu(conv(x, w1) + b1))
    x = np.reshape(x, (x.shape[0], -1))
    return softmax(x @ w2 + b2)


@program(call(_n(9), _n(3)), call(_n(4), _n(4)))
def convolve(x, h):
    """Full convolution by accumulation into slices."""
    y = np.zeros(len(x) + len(h) - 1)
    for i, c in enumerate(h):
        y[i : i + len(x)] += c * x
    return y, np.convolve(x, h)


@program(call(_n(9), np.array([0.2, 0.2]), np.array([1.0, -0.6])), call(_n(1), np.array([1.0, 0.5]), np.array([1.0, 0.1])))
def iir_filter(x, b, a):
    """A direct-form filter with a delay line."""
    y = np.zeros_like(x)
    z = np.zeros(len(b))
    for n in range(len(x)):
        y[n] = b[0] * x[n] + z[0]
        for k in range(1, len(b)):
            z[k - 1] = b[k] * x[n] - a[k] * y[n] + (z[k] if k < len(b) - 1 else 0.0)
    return y


@program(call(_n(16), 2), call(_n(8), 3))
def haar(x, levels):
    """Haar wavelets in place on shrinking views."""
    n = len(x)
    for _ in range(levels):
        v = x[:n]
        a, d = (v[::2] + v[1::2]) / np.sqrt(2), (v[::2] - v[1::2]) / np.sqrt(2)
        v[: n // 2] = a
        v[n // 2 :] = d
        n //= 2


@program(call(RNG.integers(0, 5, 12), 5), call(RNG.integers(0, 3, 6).astype(np.uint8), 3))
def histograms(x, bins):
    """Counting three ways."""
    count = np.zeros(bins, dtype=int)
    for v in x:
        count[v] += 1
    other = np.zeros(bins, dtype=int)
    np.add.at(other, x, 1)
    return count, other, np.bincount(x, minlength=bins)


@program(call(_n(6, 4), 0.1, 0.9, 1e-8), call(_n(3, 2), 0.01, 0.5, 1e-8))
def batch_norm(x, lr, momentum, eps):
    """Batch normalisation and running statistics."""
    mean, var = np.zeros(x.shape[1]), np.ones(x.shape[1])
    for _ in range(3):
        mu, s2 = x.mean(0), x.var(axis=0)
        x = (x - mu) / np.sqrt(s2 + eps)
        mean = momentum * mean + (1 - momentum) * mu
        var *= momentum
        var += (1 - momentum) * s2
    return x, mean, var


@program(call(_n(5, 8), _n(8, 8), _n(8, 8), _n(8, 8), 2), call(_n(3, 4), _n(4, 4), _n(4, 4), _n(4, 4), 1), tolerance=1e-12)
def causal_attention(x, wq, wk, wv, heads):
    """Masked self-attention split into heads."""
    t, d = x.shape
    q, k, v = (np.stack(np.split(x @ w, heads, axis=1)) for w in (wq, wk, wv))
    s = np.einsum("hid,hjd->hij", q, k) / np.sqrt(d // heads)
    s[:, np.triu_indices(t, 1)[0], np.triu_indices(t, 1)[1]] = -np.inf
    s -= s.max(-1, keepdims=True)
    p = np.exp(s)
    p /= p.sum(-1, keepdims=True)
    return np.concatenate(list(p @ v), axis=1)


@program(call(_n(4, 3), _n(12, 3), _n(12, 3), _n(12), np.zeros(3), np.zeros(3)))
def lstm(xs, W, U, b, h, c):
    """An LSTM over a sequence."""

    def sigmoid(x):
        return 1.0 / (1.0 + np.exp(-x))

    hs = []
    for x in xs:
        z = W @ x + U @ h + b
        i, f, o, g = np.split(z, 4)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
        hs.append(h)
    return np.array(hs), c


@program(call(RNG.integers(0, 256, (5, 6, 3)).astype(np.uint8)), call(np.full((2, 2, 3), 255, np.uint8)))
def image_ops(img):
    """Grey, threshold, invert, crop and flip on uint8 pixels."""
    grey = (0.299 * img[..., 0] + 0.587 * img[..., 1] + 0.114 * img[..., 2]).astype(np.uint8)
    bright = np.clip(img.astype(np.int16) + 40, 0, 255).astype(np.uint8)
    img[::2] = 255 - img[::2]
    img[:, ::-1][:, :1] //= 2
    return grey, bright, grey > grey.mean(), img[::-1, ::-1], img + np.uint8(10)


@program(call(np.array([3, 1, 2, 5, 4])), call(np.array([2.5, -1.0, 2.5])))
def bubble_sort(x):
    """Bubble sort with swaps by tuple assignment."""
    n = len(x)
    for i in range(n):
        swapped = False
        for j in range(n - 1 - i):
            if x[j] > x[j + 1]:
                x[j], x[j + 1] = x[j + 1], x[j]
                swapped = True
        if not swapped:
            break
    return x


@program(call(30), call(2), call(100))
def sieve(n):
    """Primes by striking out slices."""
    prime = np.ones(n + 1, dtype=bool)
    prime[:2] = False
    for i in range(2, int(n**0.5) + 1):
        if prime[i]:
            prime[i * i :: i] = False
    return np.nonzero(prime)[0], prime.sum()


@program(call(RNG.random(8), RNG.random(8)), call(RNG.random(3), RNG.random(3)))
def l1_and_arc_distance(a, b):
    """Outer differences; great circles."""
    t = np.sin((b - a) / 2) ** 2 + np.cos(a) * np.cos(b) * np.sin((b[::-1] - a) / 2) ** 2
    return np.abs(a[:, np.newaxis] - b).sum(1), 2 * np.arctan2(np.sqrt(t), np.sqrt(1 - t))
