"""Programs as benchmark suites have them, on arrays that are large enough for loops to be vector loops."""

import numpy as np

from tests.harness import Theme, call

program = Theme("suites")
RNG = np.random.default_rng(11)
CLOSE = 1e-9


def _m(*shape):
    return RNG.uniform(0.5, 1.5, shape)


def _i(low, high, *shape):
    return RNG.integers(low, high, shape)


@program(call(6, 25, 0.1, 0.2, 0.05), call(4, 22, 0.1, 0.2, 0.05), tolerance=CLOSE)
def channel_flow(nit, n, rho, nu, dt):
    """Flow in a channel until it is steady."""
    u = np.zeros((n, n))
    v = np.zeros((n, n))
    p = np.ones((n, n))
    udiff = 1
    stepcount = 0
    while udiff > 0.001 and stepcount < 50:
        un = u.copy()
        vn = v.copy()
        for q in range(nit):
            pn = p.copy()
            p[1:-1, 1:-1] = (pn[1:-1, 2:] + pn[1:-1, :-2] + pn[2:, 1:-1] + pn[:-2, 1:-1]) / 4
            p[1:-1, -1] = (pn[1:-1, 0] + pn[1:-1, -2] + pn[2:, -1] + pn[:-2, -1]) / 4
            p[-1, :] = p[-2, :]
            p[0, :] = p[1, :]
        u[1:-1, 1:-1] = (
            un[1:-1, 1:-1]
            - dt * un[1:-1, 1:-1] * (un[1:-1, 1:-1] - un[1:-1, :-2])
            + nu * dt * (un[2:, 1:-1] - 2 * un[1:-1, 1:-1] + un[:-2, 1:-1])
            + dt
        )
        u[0, :] = 0
        u[-1, :] = 0
        udiff = (np.sum(u) - np.sum(un)) / np.sum(u)
        stepcount += 1
    return stepcount, u, v, p


@program(call(_m(64) + 1j * _m(64), 2, 6), call(_m(81) + 0j, 3, 4), tolerance=CLOSE)
def stockham(x, Rr, K):
    """The Stockham FFT for any radix."""
    N = x.shape[0]
    y = x.copy()
    i_coord, j_coord = np.mgrid[0:Rr, 0:Rr]
    dft_mat = np.exp(-2.0j * np.pi * i_coord * j_coord / Rr)
    ii_coord, jj_coord = np.mgrid[0:Rr, 0 : Rr**K]
    for i in range(K):
        y_perm = np.transpose(np.reshape(y, (Rr**i, Rr, Rr ** (K - i - 1))), (1, 0, 2))
        D = np.exp(-2.0j * np.pi * np.arange(Rr)[:, None] * np.arange(Rr**i)[None, :] / Rr ** (i + 1))
        tmp = np.reshape(y_perm * np.reshape(D, (Rr, Rr**i, 1)), (Rr, Rr ** (K - 1)))
        y = np.reshape(dft_mat @ tmp, (N,))
    return y


@program(call(_m(30, 40), 6), call(_m(21, 23), 5), tolerance=CLOSE)
def diffuse_swapping(u, iters):
    """Diffusion with two buffers that swap."""
    tmp = u.copy()
    for _ in range(iters):
        for i in range(1, u.shape[0] - 1):
            for j in range(1, u.shape[1] - 1):
                tmp[i, j] = u[i, j] + 0.1 * (
                    u[i + 1, j] - 2 * u[i, j] + u[i - 1, j] + u[i, j + 1] - 2 * u[i, j] + u[i, j - 1]
                )
        u, tmp = tmp, u
    return u


@program(call(np.zeros((20, 30), np.uint8), 20), tolerance=CLOSE)
def fractal_image(image, iters):
    """The Mandelbrot set, a complex number at a time, into an image of bytes."""
    min_x, max_x, min_y, max_y = -2.0, 1.0, -1.0, 1.0
    height = image.shape[0]
    width = image.shape[1]
    pixel_size_x = (max_x - min_x) / width
    pixel_size_y = (max_y - min_y) / height

    def mandel(x, y, max_iters):
        c = complex(x, y)
        z = 0.0j
        for i in range(max_iters):
            z = z * z + c
            if (z.real * z.real + z.imag * z.imag) >= 4:
                return i
        return max_iters

    for x in range(width):
        real = min_x + x * pixel_size_x
        for y in range(height):
            imag = min_y + y * pixel_size_y
            image[y, x] = mandel(real, imag, iters)
    return image


@program(call(_i(0, 256, 30, 40).astype(np.uint8)), call(_i(0, 256, 21, 13).astype(np.uint8)), tolerance=CLOSE)
def otsu(img):
    """The threshold that parts a histogram best."""
    hist = np.bincount(img.ravel(), minlength=256) / img.size
    best, thr = 0.0, 0
    for t in range(1, 256):
        w0 = hist[:t].sum()
        w1 = hist[t:].sum()
        if w0 == 0 or w1 == 0:
            continue
        m0 = (np.arange(t) * hist[:t]).sum() / w0
        m1 = (np.arange(t, 256) * hist[t:]).sum() / w1
        var = w0 * w1 * (m0 - m1) ** 2
        if var > best:
            best, thr = var, t
    return thr, best, (img > thr).astype(np.uint8)


@program(call(_i(0, 256, 20, 30).astype(float)), call(_i(0, 256, 21, 13).astype(float)), tolerance=CLOSE)
def floyd_steinberg(img):
    """Dithering that hands its error on."""
    h, w = img.shape
    for y in range(h):
        for x in range(w):
            old = img[y, x]
            new = 255.0 if old > 127 else 0.0
            img[y, x] = new
            err = old - new
            if x + 1 < w:
                img[y, x + 1] += err * 7 / 16
            if y + 1 < h:
                if x > 0:
                    img[y + 1, x - 1] += err * 3 / 16
                img[y + 1, x] += err * 5 / 16
                if x + 1 < w:
                    img[y + 1, x + 1] += err * 1 / 16
    return img


@program(call(_m(24, 30, 3)), call(_m(21, 23, 3).astype(np.float32)), tolerance=CLOSE)
def rgb_to_hsv(img):
    """Colours, by masks."""
    r, g, b = img[..., 0], img[..., 1], img[..., 2]
    mx = img.max(axis=-1)
    mn = img.min(axis=-1)
    d = mx - mn
    s = np.where(mx == 0, 0, d / mx)
    h = np.zeros_like(mx, dtype=float)
    nz = d != 0
    idx = (mx == r) & nz
    h[idx] = ((g[idx] - b[idx]) / d[idx]) % 6
    idx = (mx == g) & nz
    h[idx] = (b[idx] - r[idx]) / d[idx] + 2
    idx = (mx == b) & nz
    h[idx] = (r[idx] - g[idx]) / d[idx] + 4
    return np.stack([h / 6, s, mx], axis=-1)


@program(call(_m(30, 40), 25, 45), call(_m(33, 21), 20, 30), tolerance=CLOSE)
def bilinear_resize(img, H, W):
    """Resizing by four gathers."""
    h, w = img.shape
    ys = (np.arange(H) + 0.5) * h / H - 0.5
    xs = (np.arange(W) + 0.5) * w / W - 0.5
    y0 = np.clip(np.floor(ys).astype(int), 0, h - 1)
    x0 = np.clip(np.floor(xs).astype(int), 0, w - 1)
    y1 = np.minimum(y0 + 1, h - 1)
    x1 = np.minimum(x0 + 1, w - 1)
    wy = np.clip(ys - y0, 0, 1)[:, None]
    wx = np.clip(xs - x0, 0, 1)[None, :]
    return (
        img[np.ix_(y0, x0)] * (1 - wy) * (1 - wx)
        + img[np.ix_(y1, x0)] * wy * (1 - wx)
        + img[y0[:, None], x1] * (1 - wy) * wx
        + img[y1[:, None], x1] * wy * wx
    )


@program(call(_m(40, 50) > 0.9, 3), call(_m(33, 31) > 0.9, 2), tolerance=CLOSE)
def morphology(a, n):
    """Dilation and erosion in place, by shifted views."""

    def dil(a):
        o = a.copy()
        o[1:] |= a[:-1]
        o[:-1] |= a[1:]
        o[:, 1:] |= a[:, :-1]
        o[:, :-1] |= a[:, 1:]
        return o

    def ero(a):
        return ~dil(~a)

    for _ in range(n):
        a = dil(a)
    for _ in range(n):
        a = ero(a)
    return a, a.sum(), np.count_nonzero(a, axis=0)


@program(call(_m(30, 3) * 4, 3.0, 1), call(_m(21, 3) * 4, 3.0, 1), tolerance=CLOSE)
def lennard_jones(pos, box, steps):
    """Forces between pairs in a periodic box."""
    f = np.zeros_like(pos)
    e = 0.0
    for s in range(steps):
        f[:] = 0
        e = 0.0
        for i in range(len(pos) - 1):
            d = pos[i] - pos[i + 1 :]
            d -= box * np.round(d / box)
            r2 = np.maximum((d**2).sum(axis=1), 0.3)
            i6 = r2**-3
            e += np.sum(4 * i6 * (i6 - 1))
            g = (24 * i6 * (2 * i6 - 1) / r2)[:, None] * d
            f[i] += g.sum(axis=0)
            f[i + 1 :] -= g
        pos += 1e-4 * f
        pos %= box
    return pos, f, e


@program(call(_i(0, 256, 60).astype(np.uint8)), call(_i(0, 256, 77).astype(np.uint8)[::-1]), tolerance=CLOSE)
def crc32_adler(data):
    """Two checksums, one by a table that is made first."""
    table = np.zeros(256, dtype=np.uint32)
    for i in range(256):
        c = np.uint32(i)
        for _ in range(8):
            c = (c >> np.uint32(1)) ^ np.uint32(0xEDB88320) if c & np.uint32(1) else c >> np.uint32(1)
        table[i] = c
    crc = np.uint32(0xFFFFFFFF)
    for b in data:
        crc = table[(crc ^ b) & np.uint32(0xFF)] ^ (crc >> np.uint32(8))
    a, s = 1, 0
    for b in data:
        a = (a + int(b)) % 65521
        s = (s + a) % 65521
    return crc ^ np.uint32(0xFFFFFFFF), (s << 16) | a


@program(call(_i(1, 10**6, 40)), call(_i(1, 10**5, 33)), tolerance=CLOSE)
def number_tricks(v):
    """Digits, primes, divisors and reversals of many integers."""

    def gcd(a, b):
        while b:
            a, b = b, a % b
        return a

    def digits(n):
        s = 0
        while n > 0:
            s += n % 10
            n //= 10
        return s

    def is_prime(n):
        if n < 2:
            return False
        d = 2
        while d * d <= n:
            if n % d == 0:
                return False
            d += 1
        return True

    g = v[0]
    out = np.zeros((len(v), 4), dtype=np.int64)
    for i in range(len(v)):
        g = gcd(g, v[i])
        rev, t = 0, v[i]
        while t:
            rev = rev * 10 + t % 10
            t //= 10
        out[i] = digits(v[i]), is_prime(v[i]), rev, pow(int(v[i]), 2) % 97
    return g, out


@program(call(_m(25, 20)), call(_m(21, 17)), tolerance=CLOSE)
def qr_householder(A):
    """QR by reflections."""
    m_, n = A.shape
    Rm = A.copy()
    Q = np.eye(m_)
    for k in range(n):
        x = Rm[k:, k]
        e = np.zeros_like(x)
        e[0] = np.copysign(np.linalg.norm(x), x[0])
        v = x + e
        v /= np.linalg.norm(v)
        Rm[k:, k:] -= 2 * np.outer(v, v @ Rm[k:, k:])
        Q[:, k:] -= 2 * np.outer(Q[:, k:] @ v, v)
    return Q, Rm


@program(call(_i(0, 60, 90), _i(0, 60, 90), 60), call(_i(0, 20, 40), _i(0, 20, 40), 20), tolerance=CLOSE)
def union_find(a, b, n):
    """Components with path halving, in a function that changes its closure."""
    p = np.arange(n)
    size = np.ones(n, dtype=int)

    def find(x):
        while p[x] != x:
            p[x] = p[p[x]]
            x = p[x]
        return x

    comps = n
    for u, v in zip(a, b):
        ru, rv = find(u), find(v)
        if ru != rv:
            if size[ru] < size[rv]:
                ru, rv = rv, ru
            p[rv] = ru
            size[ru] += size[rv]
            comps -= 1
    return comps, p, size


@program(call(_m(40), _m(40) * 3), call(_m(21), _m(21) * 3), tolerance=CLOSE)
def interp_spline(x, y):
    """A natural cubic spline, built and evaluated."""
    x = np.cumsum(x)
    n = len(x)
    h = np.diff(x)
    al = 3 * (np.diff(y)[1:] / h[1:] - np.diff(y)[:-1] / h[:-1])
    l = np.ones(n)
    mu = np.zeros(n)
    z = np.zeros(n)
    for i in range(1, n - 1):
        l[i] = 2 * (x[i + 1] - x[i - 1]) - h[i - 1] * mu[i - 1]
        mu[i] = h[i] / l[i]
        z[i] = (al[i - 1] - h[i - 1] * z[i - 1]) / l[i]
    c = np.zeros(n)
    b = np.zeros(n - 1)
    d = np.zeros(n - 1)
    for j in reversed(range(n - 1)):
        c[j] = z[j] - mu[j] * c[j + 1]
        b[j] = (y[j + 1] - y[j]) / h[j] - h[j] * (c[j + 1] + 2 * c[j]) / 3
        d[j] = (c[j + 1] - c[j]) / (3 * h[j])
    t = np.linspace(x[0], x[-1], 100)
    k = np.clip(np.searchsorted(x, t) - 1, 0, n - 2)
    dx = t - x[k]
    return y[k] + b[k] * dx + c[k] * dx**2 + d[k] * dx**3


@program(call(np.zeros(3)), call(np.array([1.0, -1.0])), tolerance=1e-8)
def nelder_mead(x0):
    """The simplex method on a list of lists, which several branches change and sort."""

    def f(x):
        return np.sum((x - np.arange(len(x))) ** 2) + np.sin(x[0])

    best = f(x0)
    idle = 0
    simplex = [[x0, best]]
    for i in range(len(x0)):
        x = x0.copy()
        x[i] = x[i] + 0.1
        simplex.append([x, f(x)])
    steps = 0
    while True:
        simplex.sort(key=lambda pair: pair[1])
        if steps >= 60:
            return simplex[0]
        steps += 1
        if simplex[0][1] < best - 1e-8:
            idle = 0
            best = simplex[0][1]
        else:
            idle += 1
        if idle >= 10:
            return simplex[0]
        centre = [0.0] * len(x0)
        for pair in simplex[:-1]:
            for i, c in enumerate(pair[0]):
                centre[i] += c / (len(simplex) - 1)
        centre = np.array(centre)
        reflected = centre + (centre - simplex[-1][0])
        score = f(reflected)
        if simplex[0][1] <= score < simplex[-2][1]:
            del simplex[-1]
            simplex.append([reflected, score])
            continue
        if score < simplex[0][1]:
            expanded = centre + 2.0 * (centre - simplex[-1][0])
            further = f(expanded)
            del simplex[-1]
            simplex.append([expanded, further] if further < score else [reflected, score])
            continue
        contracted = centre - 0.5 * (centre - simplex[-1][0])
        score = f(contracted)
        if score < simplex[-1][1]:
            del simplex[-1]
            simplex.append([contracted, score])
            continue
        smaller = []
        for pair in simplex:
            x = simplex[0][0] + 0.5 * (pair[0] - simplex[0][0])
            smaller.append([x, f(x)])
        simplex = smaller
