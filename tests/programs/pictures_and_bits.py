"""Pictures, signals and bits: edges and regions, filters, checksums and random numbers."""

import itertools
import math
import string
from collections import deque

import numpy as np

from tests.harness import Theme, call

program = Theme("pictures and bits")

A = np.array
R = np.random.default_rng(0)
u64 = np.uint64
u32 = np.uint32


@program(call(np.uint64(88172645463325252), 5), call(np.uint64(1), 3), call(np.uint64(0), 2))
def xorshift(s, n):
    """64 bits, shifted and mixed."""
    out = np.empty(n, np.uint64)
    for i in range(n):
        s ^= s << u64(13)
        s ^= s >> u64(7)
        s ^= s << u64(17)
        out[i] = s
    return (out, (out >> u64(11)).astype(float) * 2.0 ** (-53), s)


class LCG:
    def __init__(self, seed):
        self.s = u32(seed)

    def __iter__(self):
        return self

    def __next__(self):
        self.s = self.s * u32(1664525) + u32(1013904223)
        return self.s


@program(call(A([42]), 4), call(A([0]), 1))
def lcg(seed, n):
    """A generator that is an iterator, with wraparound."""
    g = LCG(seed[0])
    return ([int(x) % 100 for x in itertools.islice(g, n)], g.s)


@program(call(A([49, 50, 51, 52, 53, 54, 55, 56, 57], np.uint8)), call(A([], np.uint8)), call(A([255, 0], np.uint8)))
def crc32(data):
    """A table, and the checksum of bytes."""
    table = np.zeros(256, np.uint32)
    for i in range(256):
        c = u32(i)
        for _ in range(8):
            c = c >> u32(1) ^ u32(3988292384) if c & u32(1) else c >> u32(1)
        table[i] = c
    crc = u32(4294967295)
    for b in data:
        crc = table[(crc ^ b) & 255] ^ crc >> u32(8)
    return (crc ^ u32(4294967295), f"{int(crc ^ u32(4294967295)):08x}")


B64 = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"


@program(call(A([77, 97, 110], np.uint8)), call(A([77, 97], np.uint8)), call(A([], np.uint8)), call(A([255, 254, 253, 1], np.uint8)))
def base64(data):
    """Three bytes in four letters."""
    out = []
    for i in range(0, len(data), 3):
        ch = data[i:i + 3]
        n = len(ch)
        v = 0
        for b in ch:
            v = v << 8 | int(b)
        v <<= 8 * (3 - n)
        s = [B64[v >> sh & 63] for sh in (18, 12, 6, 0)]
        out.append("".join(s[:n + 1]) + "=" * (3 - n))
    return "".join(out)


@program(call(A([[0, 0, 0], [0, 7, 0], [0, 0, 0]])), call(A([[4]])), call(np.full((3, 2), 3)))
def sandpile(g):
    """Grains that topple until none do."""
    topples = 0
    while (g >= 4).any():
        k = g // 4
        g %= 4
        g[1:] += k[:-1]
        g[:-1] += k[1:]
        g[:, 1:] += k[:, :-1]
        g[:, :-1] += k[:, 1:]
        topples += int(k.sum())
    return topples


@program(call(A([2024, 2, 29])), call(A([1970, 1, 1])), call(A([1999, 12, 31])), call(A([2023, 2, 30])))
def dates(d):
    """Days counted, or none of that date."""
    y, m, dd = (int(v) for v in d)
    leap = lambda y: y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)
    ml = [31, 29 if leap(y) else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if not 1 <= dd <= ml[m - 1]:
        raise ValueError(f"day {dd} is out of range for month {m}")
    a = (14 - m) // 12
    yy = y + 4800 - a
    mm = m + 12 * a - 3
    jd = dd + (153 * mm + 2) // 5 + 365 * yy + yy // 4 - yy // 100 + yy // 400 - 32045
    doy = sum(ml[:m - 1]) + dd
    return (jd, ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][jd % 7], doy, f"{y:04d}-{m:02d}-{dd:02d}")


@program(call(np.sin(np.arange(20) * 0.5), A([0.25, 0.5, 0.25]), A([1.0, -0.3])), call(A([1.0, 0, 0]), A([1.0]), A([1.0, 0.5, 0.25])), call(A([]), A([1.0]), A([1.0])))
def iir(x, b, a):
    """A recursive filter with its state."""
    y = np.zeros_like(x)
    zi = np.zeros(max(len(a), len(b)) - 1)
    b_ = np.pad(b, (0, len(zi) + 1 - len(b)))
    a_ = np.pad(a, (0, len(zi) + 1 - len(a)))
    for n, v in enumerate(x):
        y[n] = b_[0] * v + (zi[0] if len(zi) else 0)
        for i in range(len(zi)):
            zi[i] = b_[i + 1] * v - a_[i + 1] * y[n] + (zi[i + 1] if i + 1 < len(zi) else 0)
    return (y, zi)


@program(call(R.normal(size=32), 8, 4), call(np.ones(9), 4, 2))
def stft(x, n, hop):
    """Windows transformed, and put together again."""
    w = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(n) / n)
    fr = np.lib.stride_tricks.sliding_window_view(x, n)[::hop]
    S = np.fft.rfft(fr * w, axis=1)
    y = np.zeros(len(x))
    norm = np.zeros(len(x))
    for i, f in enumerate(np.fft.irfft(S, n)):
        y[i * hop:i * hop + n] += f * w
        norm[i * hop:i * hop + n] += w ** 2
    return (np.abs(S), np.divide(y, norm, out=np.zeros_like(y), where=norm > 1e-10))


@program(call(np.sin(np.arange(64) * 2 * np.pi * 5 / 64), A([3.0, 5.0, 7.0]), 64.0), call(np.ones(4), A([0.0]), 4.0))
def goertzel(x, freqs, fs):
    """The strength of some frequencies."""
    out = {}
    for f in freqs:
        k = int(0.5 + len(x) * f / fs)
        w = 2 * math.pi * k / len(x)
        c = 2 * math.cos(w)
        s1 = s2 = 0.0
        for v in x:
            s1, s2 = (v + c * s1 - s2, s1)
        out[float(f)] = s1 * s1 + s2 * s2 - c * s1 * s2
    best = max(out, key=out.get)
    print(f"best {best:.1f} Hz")
    return out


@program(call(A([[0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1.0]])), call(np.zeros((2, 3))))
def dist_transform(m):
    """The distance to the nearest, by a queue."""
    d = np.where(m > 0, 0, np.inf)
    h, w = d.shape
    q = deque(((i, j) for i, j in np.argwhere(m > 0)))
    while q:
        i, j = q.popleft()
        for p, r in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
            if 0 <= p < h and 0 <= r < w and (d[p, r] == np.inf):
                d[p, r] = d[i, j] + 1
                q.append((p, r))
    return d


@program(call(np.eye(6), 8), call(np.zeros((3, 4)), 4))
def hough(edges, nth):
    """Lines, by votes."""
    th = np.linspace(-np.pi / 2, np.pi / 2, nth, endpoint=False)
    diag = int(np.ceil(np.hypot(*edges.shape)))
    acc = np.zeros((2 * diag + 1, nth), np.uint64)
    for y, x in zip(*np.nonzero(edges)):
        rho = np.round(x * np.cos(th) + y * np.sin(th)).astype(int) + diag
        acc[rho, np.arange(nth)] += u64(1)
    peak = np.unravel_index(acc.argmax(), acc.shape)
    return (acc, (peak[0] - diag, th[peak[1]]) if acc.any() else None)


IM = (R.random((10, 12)) * 255).astype(np.uint8)


@program(call(IM.astype(float), np.roll(IM, 1, 1).astype(float), 2), call(IM[:5, :5], IM[:5, :5], 1))
def lucas_kanade(a, b, r):
    """The flow between two pictures."""
    Iy, Ix = np.gradient(a.astype(float))
    It = b.astype(float) - a
    flow = np.zeros(a.shape + (2,))
    for i in range(r, a.shape[0] - r):
        for j in range(r, a.shape[1] - r):
            w = np.s_[i - r:i + r + 1, j - r:j + r + 1]
            M = np.stack([Ix[w].ravel(), Iy[w].ravel()], 1)
            v, *_ = np.linalg.lstsq(M, -It[w].ravel(), rcond=None)
            flow[i, j] = v
    return flow
