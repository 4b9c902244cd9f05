"""Algorithms as others write them down: nothing in them was written for sct."""

import functools
from collections import defaultdict, deque

import numpy as np

from tests.harness import Theme, call

program = Theme("as others write")
X = np.array([1.0, -2.0, 3.0])
_WORDS = [int((p ** (1 / 3) % 1) * 2**32) for p in range(2, 312) if all(p % j for j in range(2, p))]
K256 = np.array(_WORDS, dtype=np.uint32)
ALPHA = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def rotr(x, n):
    return (x >> np.uint32(n)) | (x << np.uint32(32 - n))


@program(call(np.array([[5, 1], [2, 4], [9, 7], [6, 6]])), call(np.zeros((0, 2), int)))
def merge_intervals(iv):
    """Lists of two numbers that grow together."""
    iv = sorted([min(a, b), max(a, b)] for a, b in iv)
    out = []
    for s, e in iv:
        if out and s <= out[-1][1]:
            out[-1][1] = max(out[-1][1], e)
        else:
            out.append([s, e])
    return out


@program(call(np.frombuffer(b"kitten", np.uint8), np.frombuffer(b"sitting", np.uint8)), call(np.zeros(0, int), np.array([1, 2])))
def edit_ops(a, b):
    """A table, and the way back through it as a text."""
    m, n = len(a), len(b)
    d = np.zeros((m + 1, n + 1), dtype=int)
    d[:, 0] = np.arange(m + 1)
    d[0, :] = np.arange(n + 1)
    for i in range(1, m + 1):
        for j in range(1, n + 1):
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + (a[i - 1] != b[j - 1]))
    ops = ""
    i, j = m, n
    while i > 0 or j > 0:
        if i > 0 and j > 0 and d[i, j] == d[i - 1, j - 1] + (a[i - 1] != b[j - 1]):
            ops = ("=" if a[i - 1] == b[j - 1] else "s") + ops
            i, j = i - 1, j - 1
        elif i > 0 and d[i, j] == d[i - 1, j] + 1:
            ops = "d" + ops
            i -= 1
        else:
            ops = "i" + ops
            j -= 1
    return d[m, n], ops


@program(call(np.array([3.0, 5.0]), np.array([[1.0, 0], [0, 2], [3, 2]]), np.array([4.0, 12, 18])), call(np.ones(2), np.array([[-1.0, 1.0]]), np.array([2.0])))
def simplex(c, A, b):
    """Pivots until none is left, or no bound is."""
    m, n = A.shape
    T = np.zeros((m + 1, n + m + 1))
    T[:m, :n] = A
    T[:m, n:n + m] = np.eye(m)
    T[:m, -1] = b
    T[-1, :n] = -c
    basis = list(range(n, n + m))
    it = 0
    while True:
        j = int(np.argmin(T[-1, :-1]))
        if T[-1, j] >= -1e-12:
            break
        ratios = [T[i, -1] / T[i, j] if T[i, j] > 1e-12 else np.inf for i in range(m)]
        i = int(np.argmin(ratios))
        if ratios[i] == np.inf:
            raise ArithmeticError("unbounded")
        T[i] /= T[i, j]
        for r in range(m + 1):
            if r != i:
                T[r] -= T[r, j] * T[i]
        basis[i] = j
        it += 1
    x = np.zeros(n + m)
    for i, bi in enumerate(basis):
        x[bi] = T[i, -1]
    return x[:n], T[-1, -1], basis, it


@program(call(np.array([0, 2, 1, 1]), np.array([0.6, 0.4]), np.array([[0.7, 0.3], [0.4, 0.6]]), np.array([[0.5, 0.4, 0.1], [0.1, 0.3, 0.6]])))
def viterbi(obs, pi, A, B):
    """A list of dicts of pairs, and the way back."""
    T, N = len(obs), len(pi)
    V = [{s: (np.log(pi[s]) + np.log(B[s, obs[0]]), None) for s in range(N)}]
    for t in range(1, T):
        V.append({})
        for s in range(N):
            best, prev = max((V[t - 1][p][0] + np.log(A[p, s]), p) for p in range(N))
            V[t][s] = (best + np.log(B[s, obs[t]]), prev)
    s = max(V[-1], key=lambda k: V[-1][k][0])
    path = [s]
    for t in range(T - 1, 0, -1):
        s = V[t][s][1]
        path.insert(0, s)
    return path


@program(call(6, np.array([[0, 1], [0, 2], [1, 3], [2, 3], [3, 4]])), call(3, np.array([[0, 1], [1, 2], [2, 0]])))
def topo_kahn(n, edges):
    """Neighbours in a defaultdict, a queue, and an exception with what was found."""
    adj = defaultdict(list)
    indeg = [0] * n
    for u, v in edges:
        adj[u].append(v)
        indeg[v] += 1
    q = deque(i for i in range(n) if indeg[i] == 0)
    order = []
    while q:
        u = q.popleft()
        order.append(u)
        for v in adj[u]:
            indeg[v] -= 1
            if indeg[v] == 0:
                q.append(v)
    if len(order) != n:
        raise ValueError(f"cycle: only {len(order)} of {n}")
    return order


@program(call(np.frombuffer(b"abracadabra abracadabra", np.uint8)), call(np.array([1, 0, 1, 1], np.uint8)))
def lz77(data, window=8):
    """The longest earlier match, and back."""
    i = 0
    out = []
    n = len(data)
    while i < n:
        best_len, best_off = 0, 0
        for j in range(max(0, i - window), i):
            k = 0
            while i + k < n - 1 and data[j + k] == data[i + k]:
                k += 1
            if k > best_len:
                best_len, best_off = k, i - j
        out.append((best_off, best_len, int(data[i + best_len])))
        i += best_len + 1
    dec = []
    for off, ln, c in out:
        for _ in range(ln):
            dec.append(dec[-off])
        dec.append(c)
    return out, dec == data.tolist()


@program(call(np.array([0, 2, 1, 0, 0, 1])), call(np.array([1, 0, 1])))
def arithmetic_coding(syms):
    """Intervals within intervals, bits as a text, and back."""
    counts = np.bincount(syms, minlength=3)
    p = counts / counts.sum()
    cum = np.concatenate(([0.0], np.cumsum(p)))
    lo, hi = 0.0, 1.0
    for s in syms:
        w = hi - lo
        lo, hi = lo + w * cum[s], lo + w * cum[s + 1]
    code = (lo + hi) / 2
    bits = ""
    v, scale = 0.0, 0.5
    while not lo <= v < hi:
        if v + scale <= code:
            v += scale
            bits += "1"
        else:
            bits += "0"
        scale /= 2
    dec = []
    lo, hi = 0.0, 1.0
    for _ in range(len(syms)):
        w = hi - lo
        s = int(np.searchsorted(cum, (code - lo) / w, side="right") - 1)
        dec.append(s)
        lo, hi = lo + w * cum[s], lo + w * cum[s + 1]
    return code, bits, dec


@program(call(np.frombuffer(b"hello!?", np.uint8)), call(np.zeros(0, np.uint8)))
def base64_enc(data):
    """Slices of three, and letters by index."""
    out = []
    for i in range(0, len(data), 3):
        chunk = data[i:i + 3]
        b = 0
        for c in chunk:
            b = (b << 8) | int(c)
        b <<= 8 * (3 - len(chunk))
        for k in range(4):
            if k <= len(chunk):
                out.append(ALPHA[(b >> (18 - 6 * k)) & 0x3F])
            else:
                out.append("=")
    return "".join(out)


@program(call(np.frombuffer(b"hello", np.uint8)), call(np.zeros(0, np.uint8)), call(np.arange(70).astype(np.uint8)))
def sha256(msg):
    """Words of 32 bits that wrap, eight names that rotate."""
    h = np.array([0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19], dtype=np.uint32)
    L = len(msg)
    padlen = (55 - L) % 64
    padded = np.concatenate([msg, [np.uint8(0x80)], np.zeros(padlen, np.uint8), np.array([(8 * L >> (56 - 8 * i)) & 0xFF for i in range(8)], dtype=np.uint8)])
    with np.errstate(over="ignore"):
        for blk in padded.reshape(-1, 64):
            w = np.zeros(64, dtype=np.uint32)
            b = blk.reshape(16, 4).astype(np.uint32)
            w[:16] = (b[:, 0] << 24) | (b[:, 1] << 16) | (b[:, 2] << 8) | b[:, 3]
            for i in range(16, 64):
                s0 = rotr(w[i-15], 7) ^ rotr(w[i-15], 18) ^ (w[i-15] >> np.uint32(3))
                s1 = rotr(w[i-2], 17) ^ rotr(w[i-2], 19) ^ (w[i-2] >> np.uint32(10))
                w[i] = w[i-16] + s0 + w[i-7] + s1
            a, b_, c, d, e, f, g, hh = h
            for i in range(64):
                S1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)
                ch = (e & f) ^ (~e & g)
                t1 = hh + S1 + ch + K256[i] + w[i]
                S0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)
                maj = (a & b_) ^ (a & c) ^ (b_ & c)
                t2 = S0 + maj
                hh, g, f, e, d, c, b_, a = g, f, e, d + t1, c, b_, a, t1 + t2
            h += np.array([a, b_, c, d, e, f, g, hh], dtype=np.uint32)
    return "".join(f"{int(x):08x}" for x in h)


@program.built(call(X), call(X, 2.0), call(X, b=3.0), call(a=X), call(X, 1.0, c=2.0), call(X), retraces=True)
def what_a_decorator_was_given(jit):
    """A wrapper sees its arguments as they were written, without the defaults of what it wraps."""

    def counting(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            return len(args), sorted(kwargs), function(*args, **kwargs)

        return wrapper

    @jit
    @counting
    def shifted(a, b=2.0, *, c=0.0):
        return a + b + c

    return shifted


@program.built(call(X), call(X, 2.0), call(X, mode="twice"), call(X, out=3.0), retraces=True)
def a_default_of_the_decorator(jit):
    """It gives one argument by name, and hands on what comes after it."""

    def by_default(function):
        @functools.wraps(function)
        def wrapper(image, factor=None, *args, **kwargs):
            if factor is None:
                factor = 5.0
            return function(image, factor=factor, *args, **kwargs)  # noqa: B026

        return wrapper

    @jit
    @by_default
    def scaled(image, factor=None, out=None, *, mode="once"):
        return image * factor, out, mode

    return scaled
