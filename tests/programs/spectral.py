"""Fourier methods: filters, spectral solvers, convolutions, spectra."""

import numpy as np

from tests.harness import Theme, call

program = Theme("spectral")
RNG = np.random.default_rng(21)


@program(call(RNG.normal(size=64), 0.1), call(RNG.normal(size=50).astype("f4"), 0.2))
def low_pass(x, cutoff):
    """Cut the high frequencies of a signal."""
    spectrum = np.fft.rfft(x)
    frequencies = np.fft.rfftfreq(len(x))
    spectrum[frequencies > cutoff] = 0
    return np.fft.irfft(spectrum, n=len(x))


@program(call(RNG.normal(size=30), RNG.normal(size=7)), call(RNG.normal(size=16), RNG.normal(size=4)))
def fast_convolution(a, b):
    """Convolution by the convolution theorem."""
    n = len(a) + len(b) - 1
    return np.fft.irfft(np.fft.rfft(a, n) * np.fft.rfft(b, n), n)


@program(call(np.sin(np.linspace(0, 2 * np.pi, 32, endpoint=False)), 0.1, 0.01, 20))
def heat_equation(u, nu, dt, steps):
    """The heat equation in Fourier space, one exact factor a step."""
    k = np.fft.fftfreq(u.size, d=1.0 / u.size)
    factor = np.exp(-nu * k**2 * dt)
    for _ in range(steps):
        u = np.fft.ifft(np.fft.fft(u) * factor).real
    return u


@program(call(np.exp(-10 * np.linspace(-1, 1, 32) ** 2), 1e-3, 30))
def burgers_pseudo_spectral(u, dt, steps):
    """Burgers' equation: derivatives in Fourier space, products in real space."""
    n = len(u)
    k = 2j * np.pi * np.fft.rfftfreq(n, 1.0 / n)
    for _ in range(steps):
        v = np.fft.rfft(u)
        du = np.fft.irfft(k * v, n)
        d2u = np.fft.irfft(k * k * v, n)
        u = u + dt * (-u * du + 0.01 * d2u)
    return u


@program(call(RNG.normal(size=(8, 8))), call(RNG.normal(size=(6, 8))))
def poisson_2d(f):
    """Poisson's equation on a torus by fft2."""
    n, m = f.shape
    kx = np.fft.fftfreq(n) * n
    ky = np.fft.fftfreq(m) * m
    k2 = kx[:, None] ** 2 + ky[None, :] ** 2
    k2[0, 0] = 1.0
    u = np.fft.fft2(f) / -k2
    u[0, 0] = 0.0
    return np.real(np.fft.ifft2(u))


@program(call(RNG.normal(size=(12, 10)), 3), call(RNG.normal(size=(9, 9)), 2))
def image_high_pass(image, radius):
    """Remove the low frequencies around the shifted centre."""
    spectrum = np.fft.fftshift(np.fft.fft2(image))
    rows, cols = image.shape
    i, j = np.arange(rows)[:, None], np.arange(cols)[None, :]
    mask = (i - rows // 2) ** 2 + (j - cols // 2) ** 2 > radius**2
    return np.abs(np.fft.ifft2(np.fft.ifftshift(spectrum * mask)))


@program(call(RNG.normal(size=100), 16), call(RNG.normal(size=64), 8))
def short_time_spectrum(x, width):
    """Windowed spectra in a loop."""
    window = np.hanning(width)
    count = (len(x) - width) // (width // 2) + 1
    out = np.zeros((count, width // 2 + 1))
    for i in range(count):
        start = i * (width // 2)
        out[i] = np.abs(np.fft.rfft(x[start : start + width] * window)) ** 2
    return out, out.argmax(axis=1)


@program(call(RNG.normal(size=20)), call(RNG.normal(size=21).astype("f4")), call(np.arange(6)))
def all_transforms(x):
    """Every transform of a line, in NumPy's dtypes."""
    return (
        np.fft.fft(x, norm="ortho"), np.fft.ifft(x, 5), np.fft.rfft(x, norm="forward"), np.fft.irfft(x), np.fft.hfft(x, 8), np.fft.ihfft(x),
        np.fft.fftn(x), np.fft.rfftn(x), np.fft.irfftn(x), np.fft.ifftn(x, norm="ortho"),
    )  # fmt: skip


@program(call(RNG.normal(size=(2, 3, 4))), call(RNG.normal(size=(2, 4, 4))))
def several_axes(x):
    """fft2, rfft2 and fftn over chosen axes, with lengths."""
    return np.fft.fft2(x, axes=(0, 2)), np.fft.rfft2(x), np.fft.irfft2(np.fft.rfft2(x), s=x.shape[1:]), np.fft.fftn(x, s=(4, 2), axes=(1, 2)), np.fft.fftshift(x, axes=1)


@program(call(RNG.normal(size=32), 0.5), call(np.zeros(32), 0.5))
def while_noisy(x, tolerance):
    """Filter until the signal is smooth enough."""
    n = 0
    while np.abs(np.diff(x)).max() > tolerance and n < 20:
        spectrum = np.fft.rfft(x)
        spectrum[-1 - n :] = 0
        x = np.fft.irfft(spectrum, len(x))
        n += 1
    return x, n


@program(call(np.zeros(0)), call(np.ones(4)))
def of_nothing(x):
    """An empty signal has no transform: NumPy's own error."""
    return np.fft.fft(x)


def _halves(x):
    n = x.shape[0]
    if n % 2 > 0:
        raise ValueError("the size must be a power of two")
    if n <= 2:
        k = np.arange(n).reshape((n, 1))
        return np.dot(np.exp(-2j * np.pi * k * np.arange(n) / n), x)
    even, odd = _halves(x[::2]), _halves(x[1::2])
    factor = np.exp(-2j * np.pi * np.arange(n) / n)
    return np.concatenate([even + factor[: n // 2] * odd, even + factor[n // 2 :] * odd])


@program(call(RNG.normal(size=16)), call(RNG.normal(size=8)), call(RNG.normal(size=6)))
def recursive_fft(x):
    """Cooley and Tukey's transform as textbooks write it; LLVM's vectors of straight code went wrong in it."""
    return _halves(x)
