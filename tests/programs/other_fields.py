"""Geometry, finance, genes, images, physics and numerical recipes: whole methods, as books and repositories print them."""

import itertools
import math

import numpy as np

from tests.harness import Theme, call

program = Theme("other_fields")

SQ = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
D5 = np.array([[0, 5, 9, 9, 8], [5, 0, 10, 10, 9], [9, 10, 0, 8, 7], [9, 10, 8, 0, 3], [8, 9, 7, 3, 0]], float)


def R(s=0):
    return np.random.default_rng(s)


def pts(n, s=0):
    return R(s).normal(size=(n, 2))


def ipts(n, s=0):
    return R(s).integers(0, 20, (n, 2))


def im(h, w, s=0):
    return R(s).random((h, w))


def u8(h, w, s=0):
    return R(s).integers(0, 256, (h, w)).astype(np.uint8)


def bw(h, w, s=0, p=0.5):
    return R(s).random((h, w)) < p


def sym(n, s=0):
    a = R(s).normal(size=(n, n))
    return (a + a.T) / 2


def cross(o, a, b):
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


@program(call(pts(12)), call(pts(30, 1)), call(ipts(15)), tolerance=1e-8)
def jarvis(points):
    """Gift wrapping: the hull as rows of the points."""
    n = len(points)
    if n < 3:
        return []
    l = 0
    for i in range(1, n):
        if points[i][0] < points[l][0]:
            l = i
    hull = []
    p = l
    while True:
        hull.append(points[p])
        q = (p + 1) % n
        for i in range(n):
            val = (points[i][1] - points[p][1]) * (points[q][0] - points[i][0]) - (points[i][0] - points[p][0]) * (
                points[q][1] - points[i][1]
            )
            if val < 0:
                q = i
        p = q
        if p == l:
            break
        if len(hull) > n:
            break
    return np.array(hull)


@program(call(pts(12)), call(pts(30, 1)), call(ipts(15)), tolerance=1e-8)
def monotone_chain(points):
    """Tuples of a set of rows, sorted, on a stack of hull points."""
    pts_ = sorted(set(map(tuple, points)))
    if len(pts_) <= 1:
        return pts_
    lower = []
    for p in pts_:
        while len(lower) >= 2 and cross(lower[-2], lower[-1], p) <= 0:
            lower.pop()
        lower.append(p)
    upper = []
    for p in reversed(pts_):
        while len(upper) >= 2 and cross(upper[-2], upper[-1], p) <= 0:
            upper.pop()
        upper.append(p)
    return lower[:-1] + upper[:-1]


@program(
    call(np.array(SQ)),
    call(np.array([[0, 0], [2, 0], [3, 1], [2, 3], [0, 2]])),
    call(np.array([[0, 0], [2, 0], [3, 1], [2, 3], [0, 2]], dtype=float)[:, ::1]),
    tolerance=1e-8,
)
def rotating_calipers(hull):
    """The farthest pair of a convex polygon."""
    n = len(hull)
    k = 1
    best = 0
    pair = (0, 0)
    for i in range(n):
        j = (i + 1) % n
        while True:
            nk = (k + 1) % n
            a = (
                abs(np.cross_(hull[i], hull[j], hull[nk]))
                if hasattr(np, "cross_")
                else abs(
                    (hull[j][0] - hull[i][0]) * (hull[nk][1] - hull[i][1])
                    - (hull[j][1] - hull[i][1]) * (hull[nk][0] - hull[i][0])
                )
            )
            b = abs(
                (hull[j][0] - hull[i][0]) * (hull[k][1] - hull[i][1])
                - (hull[j][1] - hull[i][1]) * (hull[k][0] - hull[i][0])
            )
            if a > b:
                k = nk
            else:
                break
        for q in (i, j):
            d = np.hypot(hull[q][0] - hull[k][0], hull[q][1] - hull[k][1])
            if d > best:
                best = d
                pair = (q, k)
    return best, pair


@program(
    call(np.array([2.0, 2.0]), np.array(SQ)),
    call((5.0, 2.0), SQ),
    call(np.array([1, 1]), np.array([[0, 0], [3, 0], [0, 3]])),
    tolerance=1e-8,
)
def point_in_polygon(p, poly):
    """Crossings counted over the edges."""
    x, y = p
    inside = False
    j = len(poly) - 1
    for i in range(len(poly)):
        xi, yi = poly[i]
        xj, yj = poly[j]
        if ((yi > y) != (yj > y)) and (x < (xj - xi) * (y - yi) / (yj - yi) + xi):
            inside = not inside
        j = i
    return inside


@program(
    call(np.array(SQ)),
    call(np.array([[0, 0], [4, 0], [4, 4], [2, 1], [0, 4]], dtype=float)),
    call(np.array([[0, 0], [4, 0], [4, 4], [2, 1], [0, 4]])),
    tolerance=1e-8,
)
def ear_clipping(poly):
    """A list of indices that loses an ear at a time; for-else raises."""

    def area(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    idx = list(range(len(poly)))
    tris = []
    guard = 0
    while len(idx) > 3 and guard < 100:
        guard += 1
        m = len(idx)
        for k in range(m):
            i, j, l = idx[k - 1], idx[k], idx[(k + 1) % m]
            a, b, c = poly[i], poly[j], poly[l]
            if area(a, b, c) <= 0:
                continue
            ear = True
            for q in idx:
                if q in (i, j, l):
                    continue
                p = poly[q]
                if area(a, b, p) >= 0 and area(b, c, p) >= 0 and area(c, a, p) >= 0:
                    ear = False
                    break
            if ear:
                tris.append((i, j, l))
                idx.pop(k)
                break
        else:
            raise ValueError("no ear found")
    tris.append(tuple(idx))
    return tris


@program(call(pts(20), 0.5), call(pts(50, 1), 0.1), call(pts(2), 1.0), tolerance=1e-8)
def douglas_peucker_stack(points, eps):
    """A stack of ranges instead of recursion."""
    stack = [(0, len(points) - 1)]
    keep = np.ones(len(points), dtype=bool)
    while stack:
        start, end = stack.pop()
        dmax, index = 0.0, start
        line = points[end] - points[start]
        ln = np.linalg.norm(line)
        for i in range(index + 1, end):
            if keep[i]:
                v = points[i] - points[start]
                d = abs(line[0] * v[1] - line[1] * v[0]) / ln if ln > 0 else np.linalg.norm(v)
                if d > dmax:
                    index, dmax = i, d
        if dmax > eps:
            stack.append((start, index))
            stack.append((index, end))
        else:
            for i in range(start + 1, end):
                keep[i] = False
    return points[keep]


@program(call(pts(10)), call(ipts(25)), call(pts(7, 3)), tolerance=1e-8)
def graham_scan(points):
    """Lists of an array, sorted by angle and distance."""
    start = min(points.tolist(), key=lambda p: (p[1], p[0]))

    def key(p):
        return (math.atan2(p[1] - start[1], p[0] - start[0]), (p[0] - start[0]) ** 2 + (p[1] - start[1]) ** 2)

    hull = []
    for p in sorted(points.tolist(), key=key):
        while (
            len(hull) > 1
            and (hull[-1][0] - hull[-2][0]) * (p[1] - hull[-2][1]) - (hull[-1][1] - hull[-2][1]) * (p[0] - hull[-2][0])
            <= 0
        ):
            hull.pop()
        hull.append(p)
    return hull


@program(call(pts(8)), call(pts(15, 2)), call(pts(3, 2)), tolerance=1e-8)
def welzl_iter(points):
    """The smallest circle around points, by functions that answer a centre and a radius."""

    def circle2(a, b):
        c = (a + b) / 2
        return c, np.linalg.norm(a - c)

    def circle3(a, b, c):
        m = 2 * np.array([b - a, c - a])
        rhs = np.array([b @ b - a @ a, c @ c - a @ a])
        ctr = np.linalg.solve(m, rhs)
        return ctr, np.linalg.norm(a - ctr)

    c, r = points[0], 0.0
    for i in range(1, len(points)):
        if np.linalg.norm(points[i] - c) > r + 1e-9:
            c, r = points[i], 0.0
            for j in range(i):
                if np.linalg.norm(points[j] - c) > r + 1e-9:
                    c, r = circle2(points[i], points[j])
                    for k in range(j):
                        if np.linalg.norm(points[k] - c) > r + 1e-9:
                            c, r = circle3(points[i], points[j], points[k])
    return c, r


@program(
    call(100.0, 100.0, 1.0, 0.05, 0.2, 50, "call"),
    call(100.0, 110.0, 1.0, 0.05, 0.2, 20, "put"),
    call(np.float64(90), 100, 0.5, 0.01, 0.3, 3, "put"),
    tolerance=1e-8,
)
def american_binomial(S, K, T, r, sigma, N, kind):
    """A tree of prices, backwards."""
    dt = T / N
    u = np.exp(sigma * np.sqrt(dt))
    d = 1 / u
    p = (np.exp(r * dt) - d) / (u - d)
    disc = np.exp(-r * dt)
    ST = np.array([S * u**j * d ** (N - j) for j in range(N + 1)])
    if kind == "call":
        V = np.maximum(ST - K, 0)
    else:
        V = np.maximum(K - ST, 0)
    for i in range(N - 1, -1, -1):
        for j in range(i + 1):
            cont = disc * (p * V[j + 1] + (1 - p) * V[j])
            s = S * u**j * d ** (i - j)
            ex = max(s - K, 0) if kind == "call" else max(K - s, 0)
            V[j] = max(cont, ex)
    return V[0]


@program(
    call(36.0, 40.0, 0.06, 0.2, 1.0, 50, 2000, 1),
    call(44.0, 40.0, 0.06, 0.4, 2.0, 10, 200, 2),
    call(30.0, 40.0, 0.06, 0.2, 1.0, 4, 16, 3),
    tolerance=1e-8,
)
def longstaff_schwartz(S0, K, r, sigma, T, steps, paths, seed):
    """Paths of a generator, and a regression over those in the money."""
    rng = np.random.default_rng(seed)
    dt = T / steps
    df = np.exp(-r * dt)
    z = rng.standard_normal((steps, paths))
    S = np.zeros((steps + 1, paths))
    S[0] = S0
    for t in range(1, steps + 1):
        S[t] = S[t - 1] * np.exp((r - 0.5 * sigma**2) * dt + sigma * np.sqrt(dt) * z[t - 1])
    h = np.maximum(K - S, 0)
    V = np.copy(h[-1])
    for t in range(steps - 1, 0, -1):
        itm = h[t] > 0
        V = V * df
        if itm.sum() > 3:
            reg = np.polyfit(S[t][itm], V[itm], 2)
            C = np.polyval(reg, S[t][itm])
            ex = h[t][itm] > C
            idx = np.where(itm)[0][ex]
            V[idx] = h[t][idx]
    return df * V.mean()


@program(call("GATTACA", "GCATGCU"), call("TACGGGCCCGCTAC", "TAGCCCTATCGGTCA"), call("A", "T"), tolerance=1e-8)
def smith_waterman(a, b, match=3, mismatch=-3, gap=2):
    """A local alignment, and two texts built while going back."""
    H = np.zeros((len(a) + 1, len(b) + 1), int)
    for i, j in itertools.product(range(1, H.shape[0]), range(1, H.shape[1])):
        m = H[i - 1, j - 1] + (match if a[i - 1] == b[j - 1] else mismatch)
        H[i, j] = max(m, H[i - 1, j] - gap, H[i, j - 1] - gap, 0)
    i, j = np.unravel_index(H.argmax(), H.shape)
    ra, rb = "", ""
    while H[i, j] > 0:
        if H[i, j] == H[i - 1, j - 1] + (match if a[i - 1] == b[j - 1] else mismatch):
            ra = a[i - 1] + ra
            rb = b[j - 1] + rb
            i, j = i - 1, j - 1
        elif H[i, j] == H[i - 1, j] - gap:
            ra = a[i - 1] + ra
            rb = "-" + rb
            i -= 1
        else:
            ra = "-" + ra
            rb = b[j - 1] + rb
            j -= 1
    return ra, rb, H.max()


@program(call(D5), call(D5[:4, :4]), call(np.asfortranarray(D5[1:, 1:])), tolerance=1e-8)
def neighbour_joining(D):
    """A matrix that gets smaller, and the index of its smallest element in it."""
    D = D.copy()
    nodes = list(range(len(D)))
    edges = []
    nxt = len(D)
    while len(nodes) > 2:
        n = len(nodes)
        s = D.sum(axis=1)
        Q = (n - 2) * D - s[:, None] - s[None, :]
        np.fill_diagonal(Q, np.inf)
        i, j = np.unravel_index(np.argmin(Q), Q.shape)
        li = 0.5 * D[i, j] + (s[i] - s[j]) / (2 * (n - 2))
        lj = D[i, j] - li
        edges.append((nxt, nodes[i], float(li)))
        edges.append((nxt, nodes[j], float(lj)))
        d = 0.5 * (D[i] + D[j] - D[i, j])
        keep = [k for k in range(n) if k != i and k != j]
        newD = np.zeros((n - 1, n - 1))
        newD[:-1, :-1] = D[np.ix_(keep, keep)]
        newD[-1, :-1] = newD[:-1, -1] = d[keep]
        D = newD
        nodes = [nodes[k] for k in keep] + [nxt]
        nxt += 1
    edges.append((nodes[0], nodes[1], float(D[0, 1])))
    return edges


@program(
    call(D5, list("abcde")),
    call(D5[:3, :3], ["x", "y", "z"]),
    call(np.asfortranarray(D5[1:, 1:]), list("pqrs")),
    tolerance=1e-8,
)
def upgma(D, labels):
    """Clusters and distances in dicts; a Newick text grows."""
    clusters = {i: (labels[i], 1, 0.0) for i in range(len(labels))}
    dist = {(i, j): D[i, j] for i in range(len(D)) for j in range(i)}
    nxt = len(labels)
    while len(clusters) > 1:
        (a, b), d = min(dist.items(), key=lambda kv: kv[1])
        la, na, ha = clusters.pop(a)
        lb, nb, hb = clusters.pop(b)
        new = (f"({la},{lb})", na + nb, d / 2)
        for k in list(clusters):
            dka = dist.pop((max(a, k), min(a, k)))
            dkb = dist.pop((max(b, k), min(b, k)))
            dist[(nxt, k)] = (dka * na + dkb * nb) / (na + nb)
        dist.pop((max(a, b), min(a, b)), None)
        clusters[nxt] = new
        nxt += 1
    return list(clusters.values())[0]


@program(call(R().normal(size=30), 4), call(np.sin(np.arange(50.0)), 2), call(np.ones(8), 3), tolerance=1e-8)
def levinson_durbin(x, order):
    """A list of coefficients that gets longer by one in each turn."""
    r = np.correlate(x, x, mode="full")[len(x) - 1 : len(x) + order]
    a = [1.0]
    e = r[0]
    ks = []
    for m in range(1, order + 1):
        acc = r[m]
        for i in range(1, m):
            acc += a[i] * r[m - i]
        k = -acc / e
        ks.append(k)
        new = a + [0.0]
        for i in range(1, m + 1):
            new[i] = (a[i] if i < m else 0.0) + k * a[m - i]
        a = new
        e *= 1 - k * k
        if e <= 0:
            break
    return np.array(a), e, ks


@program(
    call(np.sin(np.linspace(0, 20, 100)) + 0.5 * np.sin(np.linspace(0, 100, 100))),
    call(R().normal(size=60)),
    call(np.arange(20.0)),
    tolerance=1e-8,
)
def emd_sift(x, max_imfs=3):
    """Sifting: envelopes through lists of extrema."""
    t = np.arange(len(x))
    residue = x.astype(float).copy()
    imfs = []
    for _ in range(max_imfs):
        h = residue.copy()
        for _ in range(8):
            mx = [i for i in range(1, len(h) - 1) if h[i - 1] < h[i] >= h[i + 1]]
            mn = [i for i in range(1, len(h) - 1) if h[i - 1] > h[i] <= h[i + 1]]
            if len(mx) < 2 or len(mn) < 2:
                break
            up = np.interp(t, [0] + mx + [len(h) - 1], np.concatenate([[h[mx[0]]], h[mx], [h[mx[-1]]]]))
            lo = np.interp(t, [0] + mn + [len(h) - 1], np.concatenate([[h[mn[0]]], h[mn], [h[mn[-1]]]]))
            h = h - (up + lo) / 2
        if len(mx) < 2:
            break
        imfs.append(h)
        residue = residue - h
    return imfs, residue


@program(call(R().normal(size=60), 0.5), call(np.sin(np.arange(60.0) / 3), 0.3), call(np.zeros(5), 0.5), tolerance=1e-8)
def peakdet(v, delta):
    """Peaks as tuples whose place is nan at first."""
    maxtab, mintab = [], []
    x = np.arange(len(v))
    mn, mx = np.inf, -np.inf
    mnpos, mxpos = np.nan, np.nan
    lookformax = True
    for i in np.arange(len(v)):
        this = v[i]
        if this > mx:
            mx = this
            mxpos = x[i]
        if this < mn:
            mn = this
            mnpos = x[i]
        if lookformax:
            if this < mx - delta:
                maxtab.append((mxpos, mx))
                mn = this
                mnpos = x[i]
                lookformax = False
        else:
            if this > mn + delta:
                mintab.append((mnpos, mn))
                mx = this
                mxpos = x[i]
                lookformax = True
    return np.array(maxtab), np.array(mintab)


@program(call(["normal", "cold", "dizzy"]), call(["dizzy"]), call(["normal"] * 5), tolerance=1e-8)
def viterbi_dicts(obs):
    """States by name, dicts of dicts, and a list that grows at its front."""
    states = ("Healthy", "Fever")
    start_p = {"Healthy": 0.6, "Fever": 0.4}
    trans_p = {"Healthy": {"Healthy": 0.7, "Fever": 0.3}, "Fever": {"Healthy": 0.4, "Fever": 0.6}}
    emit_p = {
        "Healthy": {"normal": 0.5, "cold": 0.4, "dizzy": 0.1},
        "Fever": {"normal": 0.1, "cold": 0.3, "dizzy": 0.6},
    }
    V = [{}]
    for st in states:
        V[0][st] = {"prob": start_p[st] * emit_p[st][obs[0]], "prev": None}
    for t in range(1, len(obs)):
        V.append({})
        for st in states:
            max_tr = V[t - 1][states[0]]["prob"] * trans_p[states[0]][st]
            prev_sel = states[0]
            for prev in states[1:]:
                tr = V[t - 1][prev]["prob"] * trans_p[prev][st]
                if tr > max_tr:
                    max_tr = tr
                    prev_sel = prev
            V[t][st] = {"prob": max_tr * emit_p[st][obs[t]], "prev": prev_sel}
    opt = []
    max_prob = 0.0
    best = None
    for st, data in V[-1].items():
        if data["prob"] > max_prob:
            max_prob = data["prob"]
            best = st
    opt.append(best)
    previous = best
    for t in range(len(V) - 2, -1, -1):
        opt.insert(0, V[t + 1][previous]["prev"])
        previous = V[t + 1][previous]["prev"]
    print("The steps of states are " + " ".join(opt) + " with highest probability of %s" % max_prob)
    return opt


@program(
    call(u8(8, 8) % 3, (0, 0), 9), call(np.zeros((5, 5), int), (2, 2), 1), call(u8(8, 8) % 2, (3, 3), 1), tolerance=1e-8
)
def flood_fill_stack(img, seed, new):
    """A stack of pixels, some of them outside."""
    old = img[seed]
    if old == new:
        return img
    stack = [seed]
    n = 0
    while stack:
        y, x = stack.pop()
        if y < 0 or y >= img.shape[0] or x < 0 or x >= img.shape[1]:
            continue
        if img[y, x] != old:
            continue
        img[y, x] = new
        n += 1
        for dy, dx in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
            stack.append((y + dy, x + dx))
    print("filled", n)
    return img


@program(call(u8(6, 8), 2), call(im(5, 5), 1), call(R().random((5, 6, 3)), 2), tolerance=1e-8)
def seam_carve(img, k):
    """A seam at a time is cut out by a mask."""
    img = img.astype(float)
    for _ in range(k):
        g = img if img.ndim == 2 else img.mean(axis=2)
        dy, dx = np.gradient(g)
        e = np.abs(dx) + np.abs(dy)
        M = e.copy()
        back = np.zeros_like(M, dtype=int)
        r, c = M.shape
        for i in range(1, r):
            for j in range(c):
                if j == 0:
                    idx = np.argmin(M[i - 1, j : j + 2])
                    back[i, j] = idx + j
                    me = M[i - 1, idx + j]
                else:
                    idx = np.argmin(M[i - 1, j - 1 : j + 2])
                    back[i, j] = idx + j - 1
                    me = M[i - 1, idx + j - 1]
                M[i, j] += me
        mask = np.ones((r, c), dtype=bool)
        j = np.argmin(M[-1])
        for i in reversed(range(r)):
            mask[i, j] = False
            j = back[i, j]
        if img.ndim == 3:
            mask = np.stack([mask] * 3, axis=2)
            img = img[mask].reshape((r, c - 1, 3))
        else:
            img = img[mask].reshape((r, c - 1))
    return img


@program(call(R().random(10) * 5), call(np.zeros(4)), call(R().integers(0, 9, 12).astype(float)[::2]), tolerance=1e-8)
def felzenszwalb_edt1d(f):
    """A lower envelope of parabolas."""
    n = len(f)
    d = np.zeros(n)
    v = np.zeros(n, dtype=int)
    z = np.zeros(n + 1)
    k = 0
    z[0], z[1] = -np.inf, np.inf
    for q in range(1, n):
        s = ((f[q] + q * q) - (f[v[k]] + v[k] ** 2)) / (2 * q - 2 * v[k])
        while s <= z[k]:
            k -= 1
            s = ((f[q] + q * q) - (f[v[k]] + v[k] ** 2)) / (2 * q - 2 * v[k])
        k += 1
        v[k] = q
        z[k] = s
        z[k + 1] = np.inf
    k = 0
    for q in range(n):
        while z[k + 1] < q:
            k += 1
        d[q] = (q - v[k]) ** 2 + f[v[k]]
    return d


@program(call(u8(7, 8)), call(im(6, 6) * 255), call(u8(10, 10)[1::2]), tolerance=1e-8)
def floyd_steinberg(img):
    """Errors handed on to the neighbours."""
    pix = img.astype(float)
    h, w = pix.shape
    for y in range(h):
        for x in range(w):
            old = pix[y, x]
            new = np.round(old / 255.0) * 255
            pix[y, x] = new
            err = old - new
            if x + 1 < w:
                pix[y, x + 1] += err * 7 / 16
            if y + 1 < h:
                if x > 0:
                    pix[y + 1, x - 1] += err * 3 / 16
                pix[y + 1, x] += err * 5 / 16
                if x + 1 < w:
                    pix[y + 1, x + 1] += err * 1 / 16
    return pix.clip(0, 255).astype(np.uint8)


@program(call(bw(10, 10, 0, 0.7)), call(np.pad(np.ones((5, 6), int), 2)), call(np.zeros((4, 4), int)), tolerance=1e-8)
def zhang_suen(img):
    """Thinning: lists of pixels to clear, twice a turn."""
    img = img.astype(np.uint8).copy()

    def neighbours(x, y, im):
        return [
            im[x - 1][y],
            im[x - 1][y + 1],
            im[x][y + 1],
            im[x + 1][y + 1],
            im[x + 1][y],
            im[x + 1][y - 1],
            im[x][y - 1],
            im[x - 1][y - 1],
        ]

    def transitions(n):
        n = n + n[0:1]
        return sum((n1, n2) == (0, 1) for n1, n2 in zip(n, n[1:]))

    changing1 = changing2 = 1
    while changing1 or changing2:
        changing1 = []
        rows, cols = img.shape
        for x in range(1, rows - 1):
            for y in range(1, cols - 1):
                P2, P3, P4, P5, P6, P7, P8, P9 = n = neighbours(x, y, img)
                if (
                    img[x][y] == 1
                    and 2 <= sum(n) <= 6
                    and transitions(n) == 1
                    and P2 * P4 * P6 == 0
                    and P4 * P6 * P8 == 0
                ):
                    changing1.append((x, y))
        for x, y in changing1:
            img[x][y] = 0
        changing2 = []
        for x in range(1, rows - 1):
            for y in range(1, cols - 1):
                P2, P3, P4, P5, P6, P7, P8, P9 = n = neighbours(x, y, img)
                if (
                    img[x][y] == 1
                    and 2 <= sum(n) <= 6
                    and transitions(n) == 1
                    and P2 * P4 * P8 == 0
                    and P2 * P6 * P8 == 0
                ):
                    changing2.append((x, y))
        for x, y in changing2:
            img[x][y] = 0
    return img


@program(call(bw(8, 8, 1, 0.6)), call(np.pad(np.ones((3, 4), bool), 1)), call(np.zeros((4, 4), bool)), tolerance=1e-8)
def moore_boundary(img):
    """A boundary followed around, with two nested breaks."""
    start = None
    for y in range(img.shape[0]):
        for x in range(img.shape[1]):
            if img[y, x]:
                start = (y, x)
                break
        if start:
            break
    if start is None:
        return []
    dirs = [(0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1)]
    boundary = [start]
    cur = start
    d = 0
    for _ in range(img.size * 4):
        for k in range(8):
            nd = (d + k) % 8
            ny, nx = cur[0] + dirs[nd][0], cur[1] + dirs[nd][1]
            if 0 <= ny < img.shape[0] and 0 <= nx < img.shape[1] and img[ny, nx]:
                cur = (ny, nx)
                d = (nd + 5) % 8
                break
        else:
            break
        if cur == start:
            break
        boundary.append(cur)
    return boundary


@program(call(12, 8, 10), call(6, 6, 3), call(5, 4, 1), tolerance=1e-8)
def lattice_boltzmann(Nx, Ny, Nt):
    """Nine densities streamed and collided around a cylinder."""
    NL = 9
    idxs = np.arange(NL)
    cxs = np.array([0, 0, 1, 1, 1, 0, -1, -1, -1])
    cys = np.array([0, 1, 1, 0, -1, -1, -1, 0, 1])
    weights = np.array([4 / 9, 1 / 9, 1 / 36, 1 / 9, 1 / 36, 1 / 9, 1 / 36, 1 / 9, 1 / 36])
    F = np.ones((Ny, Nx, NL))
    np.random.seed(42)
    F += 0.01 * np.random.randn(Ny, Nx, NL)
    X, Y = np.meshgrid(range(Nx), range(Ny))
    F[:, :, 3] += 2 * (1 + 0.2 * np.cos(2 * np.pi * X / Nx * 4))
    rho = np.sum(F, 2)
    for i in idxs:
        F[:, :, i] *= 100 / rho
    cyl = (X - Nx / 4) ** 2 + (Y - Ny / 2) ** 2 < (Ny / 4) ** 2
    for it in range(Nt):
        for i, cx, cy in zip(idxs, cxs, cys):
            F[:, :, i] = np.roll(F[:, :, i], cx, axis=1)
            F[:, :, i] = np.roll(F[:, :, i], cy, axis=0)
        bndryF = F[cyl, :]
        bndryF = bndryF[:, [0, 5, 6, 7, 8, 1, 2, 3, 4]]
        rho = np.sum(F, 2)
        ux = np.sum(F * cxs, 2) / rho
        uy = np.sum(F * cys, 2) / rho
        Feq = np.zeros(F.shape)
        for i, cx, cy, w in zip(idxs, cxs, cys, weights):
            Feq[:, :, i] = (
                rho * w * (1 + 3 * (cx * ux + cy * uy) + 9 * (cx * ux + cy * uy) ** 2 / 2 - 3 * (ux**2 + uy**2) / 2)
            )
        F += -(1.0 / 0.6) * (F - Feq)
        F[cyl, :] = bndryF
    return F


@program(
    call(R().normal(size=(4, 3)), R(1).random(4), 20),
    call(R(2).normal(size=(2, 3)), np.ones(2), 5),
    call(R(2).normal(size=(6, 3))[::2], np.ones(3), 5),
    tolerance=1e-8,
)
def leapfrog_nbody(pos, mass, steps):
    """Forces by broadcasting, half a step at a time."""
    dt, eps = 0.01, 0.1
    mass = mass.reshape(-1, 1)
    vel = np.zeros_like(pos)
    vel -= np.mean(mass * vel, 0) / np.mean(mass)

    def getAcc(pos):
        x, y, z = pos[:, 0:1], pos[:, 1:2], pos[:, 2:3]
        dx, dy, dz = x.T - x, y.T - y, z.T - z
        inv_r3 = dx**2 + dy**2 + dz**2 + eps**2
        inv_r3[inv_r3 > 0] = inv_r3[inv_r3 > 0] ** (-1.5)
        ax = (dx * inv_r3) @ mass
        ay = (dy * inv_r3) @ mass
        az = (dz * inv_r3) @ mass
        return np.hstack((ax, ay, az))

    acc = getAcc(pos)
    save = np.zeros((len(pos), 3, steps + 1))
    save[:, :, 0] = pos
    KE = np.zeros(steps + 1)
    t = 0
    for i in range(steps):
        vel += acc * dt / 2.0
        pos += vel * dt
        acc = getAcc(pos)
        vel += acc * dt / 2.0
        t += dt
        save[:, :, i + 1] = pos
        KE[i + 1] = 0.5 * np.sum(np.sum(mass * vel**2))
    return save, KE, t


@program(
    call(
        np.array([[2.0, 0.5], [0.5, 1.0]]),
        np.array([-3.0, -2.0]),
        np.array([[1.0, 1.0], [-1.0, 0.0], [0.0, -1.0]]),
        np.array([1.0, 0.0, 0.0]),
    ),
    call(np.eye(3), np.ones(3), np.eye(3), np.zeros(3)),
    call(np.eye(2), np.array([-5.0, -5.0]), np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([1.0, 2.0])),
    tolerance=1e-8,
)
def active_set_qp(Q, c, A, b):
    """A list of active constraints; it raises where it does not converge."""
    n = len(c)
    x = np.zeros(n)
    W = [i for i in range(len(b)) if abs(A[i] @ x - b[i]) < 1e-12]
    for it in range(50):
        m = len(W)
        K = np.zeros((n + m, n + m))
        K[:n, :n] = Q
        if m:
            K[:n, n:] = A[W].T
            K[n:, :n] = A[W]
        K += 1e-12 * np.eye(n + m)
        rhs = np.concatenate([-(Q @ x + c), np.zeros(m)])
        sol = np.linalg.solve(K, rhs)
        p, lam = sol[:n], sol[n:]
        if np.linalg.norm(p) < 1e-8:
            if m == 0 or lam.min() >= -1e-9:
                return x, W, it
            W.pop(int(np.argmin(lam)))
        else:
            alpha, blk = 1.0, -1
            for i in range(len(b)):
                if i in W:
                    continue
                ap = A[i] @ p
                if ap > 1e-12:
                    a = (b[i] - A[i] @ x) / ap
                    if a < alpha:
                        alpha, blk = a, i
            x = x + alpha * p
            if blk >= 0:
                W.append(blk)
    raise RuntimeError("did not converge")


@program(
    call(np.array([[1.0, 1.0], [0.0, 1.0]]), np.array([[0.0], [1.0]]), np.eye(2), np.eye(1)),
    call(np.eye(2) * 0.5, np.eye(2), np.eye(2), np.eye(2)),
    call(np.asfortranarray(np.array([[1.0, 0.1], [0.0, 1.1]])), np.array([[0.0], [1.0]]), np.eye(2), np.eye(1)),
    tolerance=1e-8,
)
def dlqr(A, B, Q, R):
    """A Riccati equation until it settles."""
    X = Q
    Xn = Q
    for i in range(150):
        Xn = A.T @ X @ A - A.T @ X @ B @ np.linalg.inv(R + B.T @ X @ B) @ B.T @ X @ A + Q
        if (abs(Xn - X)).max() < 0.01:
            break
        X = Xn
    K = np.linalg.inv(B.T @ X @ B + R) @ (B.T @ X @ A)
    eig, _ = np.linalg.eig(A - B @ K)
    return K, X, np.sort(np.abs(eig))


@program(call(sym(4)), call(sym(3, 1)), call(np.diag([3.0, 2.0, 1.0])), tolerance=1e-8)
def qr_shifted(A):
    """Shifted steps on a part that gets smaller."""
    A = A.copy()
    n = A.shape[0]
    eig = []
    its = 0
    while n > 1:
        while abs(A[n - 1, n - 2]) > 1e-10 and its < 200:
            mu = A[n - 1, n - 1]
            Q, R = np.linalg.qr(A[:n, :n] - mu * np.eye(n))
            A[:n, :n] = R @ Q + mu * np.eye(n)
            its += 1
        eig.append(A[n - 1, n - 1])
        n -= 1
    eig.append(A[0, 0])
    return sorted(eig), its


@program(
    call(R().normal(size=(5, 3))),
    call(R(1).normal(size=(3, 3))),
    call(np.asfortranarray(R(2).normal(size=(6, 2)))),
    tolerance=1e-8,
)
def jacobi_svd(A):
    """One-sided rotations until all columns are orthogonal."""
    U = A.copy().astype(float)
    m, n = U.shape
    V = np.eye(n)
    conv = True
    sweeps = 0
    while conv and sweeps < 30:
        conv = False
        sweeps += 1
        for p in range(n - 1):
            for q in range(p + 1, n):
                alpha = U[:, p] @ U[:, p]
                beta = U[:, q] @ U[:, q]
                gamma = U[:, p] @ U[:, q]
                if abs(gamma) > 1e-12 * np.sqrt(alpha * beta):
                    conv = True
                    zeta = (beta - alpha) / (2 * gamma)
                    t = np.sign(zeta) / (abs(zeta) + np.sqrt(1 + zeta**2)) if zeta != 0 else 1.0
                    c = 1 / np.sqrt(1 + t * t)
                    s = c * t
                    tmp = U[:, p].copy()
                    U[:, p] = c * tmp - s * U[:, q]
                    U[:, q] = s * tmp + c * U[:, q]
                    V[:, [p, q]] = V[:, [p, q]] @ np.array([[c, s], [-s, c]])
    S = np.linalg.norm(U, axis=0)
    order = np.argsort(S)[::-1]
    return S[order], np.abs(V[:, order]), sweeps


@program(
    call(3, np.arange(10.0), R().normal(size=6), 4.3),
    call(2, np.array([0.0, 0, 0, 1, 2, 2, 2]), np.arange(4.0), 0.5),
    call(1, np.arange(6), np.arange(4), 2),
    tolerance=1e-8,
)
def de_boor(p, t, c, x):
    """A spline at a point, in a list."""
    k = int(np.searchsorted(t, x, side="right")) - 1
    d = [c[j + k - p] for j in range(0, p + 1)]
    for r in range(1, p + 1):
        for j in range(p, r - 1, -1):
            alpha = (x - t[j + k - p]) / (t[j + 1 + k - r] - t[j + k - p])
            d[j] = (1.0 - alpha) * d[j - 1] + alpha * d[j]
    return d[p]


@program(
    call(np.arange(6.0), np.sin(np.arange(6.0)), np.linspace(0, 5, 8)),
    call(np.array([0.0, 1, 3]), np.array([1.0, 2, 0]), [0.5, 2.0]),
    call(np.arange(5), np.arange(5) ** 2, np.array([1.5])),
    tolerance=1e-8,
)
def natural_cubic_spline(x, y, xs):
    """Lists of the textbook, and a place found for each point."""
    n = len(x) - 1
    h = [x[i + 1] - x[i] for i in range(n)]
    alpha = [0] * (n + 1)
    for i in range(1, n):
        alpha[i] = 3 / h[i] * (y[i + 1] - y[i]) - 3 / h[i - 1] * (y[i] - y[i - 1])
    l, mu, z = [1], [0], [0]
    for i in range(1, n):
        l.append(2 * (x[i + 1] - x[i - 1]) - h[i - 1] * mu[i - 1])
        mu.append(h[i] / l[i])
        z.append((alpha[i] - h[i - 1] * z[i - 1]) / l[i])
    b, c, d = [0] * n, [0] * (n + 1), [0] * n
    for j in range(n - 1, -1, -1):
        c[j] = z[j] - mu[j] * c[j + 1]
        b[j] = (y[j + 1] - y[j]) / h[j] - h[j] * (c[j + 1] + 2 * c[j]) / 3
        d[j] = (c[j + 1] - c[j]) / (3 * h[j])
    out = []
    for v in xs:
        j = min(max(np.searchsorted(x, v) - 1, 0), n - 1)
        dx = v - x[j]
        out.append(y[j] + b[j] * dx + c[j] * dx**2 + d[j] * dx**3)
    return out


@program(
    call([2.0, 3.0], [[1.0, 1.0], [1.0, 3.0], [2.0, 1.0]], [4.0, 6.0, 5.0]),
    call(np.array([3.0, 5.0]), np.array([[1.0, 0], [0, 2], [3, 2]]), np.array([4.0, 12.0, 18.0])),
    call(np.array([1.0]), np.array([[-1.0]]), np.array([1.0])),
    tolerance=1e-8,
)
def simplex_tableau(c, A, b):
    """Pivots on a tableau; ratios in a list of tuples."""
    m, n = len(A), len(c)
    T = np.zeros((m + 1, n + m + 1))
    T[:m, :n] = A
    T[:m, n : n + m] = np.eye(m)
    T[:m, -1] = b
    T[-1, :n] = -np.array(c)
    basis = list(range(n, n + m))
    while np.any(T[-1, :-1] < -1e-9):
        col = int(np.argmin(T[-1, :-1]))
        ratios = []
        for i in range(m):
            if T[i, col] > 1e-9:
                ratios.append((T[i, -1] / T[i, col], i))
        if not ratios:
            raise ValueError("unbounded")
        row = min(ratios)[1]
        T[row] /= T[row, col]
        for i in range(m + 1):
            if i != row:
                T[i] -= T[i, col] * T[row]
        basis[row] = col
    x = np.zeros(n)
    for i, bi in enumerate(basis):
        if bi < n:
            x[bi] = T[i, -1]
    return x, T[-1, -1], basis


@program(call(np.array([1.0, -6, 11, -6])), call([1, 0, -1]), call(np.array([2.0, 1, 0, 3, 1])), tolerance=1e-8)
def durand_kerner(coeffs):
    """All roots at once, in complex numbers of Python."""
    c = [complex(a) / coeffs[0] for a in coeffs]
    n = len(c) - 1
    roots = [(0.4 + 0.9j) ** i for i in range(n)]
    for it in range(100):
        new = []
        for i in range(n):
            p = 0
            for a in c:
                p = p * roots[i] + a
            q = 1
            for j in range(n):
                if i != j:
                    q *= roots[i] - (new[j] if j < i else roots[j])
            new.append(roots[i] - p / q)
        if max(abs(a - b) for a, b in zip(new, roots)) < 1e-12:
            break
        roots = new
    return sorted(np.round(roots, 6).tolist(), key=lambda z: (z.real, z.imag))


@program(
    call(R().normal(size=(10, 2)), R(1).normal(size=10), 0.1),
    call(R(2).normal(size=(6, 3)), R(3).normal(size=6), 1.0),
    call(np.ones((3, 1)), np.zeros(3), 0.5),
    tolerance=1e-8,
)
def lasso_cd(X, y, lam):
    """Coordinate descent."""
    n, p = X.shape
    w = np.zeros(p)
    z = (X**2).sum(0)
    for it in range(100):
        old = w.copy()
        for j in range(p):
            r = y - X @ w + X[:, j] * w[j]
            rho = X[:, j] @ r
            w[j] = 0.0 if abs(rho) <= lam else (rho - math.copysign(lam, rho)) / z[j]
        if np.max(np.abs(w - old)) < 1e-10:
            break
    return w, it


@program(
    call(np.array([0, 1, 0, 2, 1, 0, 1, 3, 2, 1, 2, 1])), call([4, 2, 0, 3, 2, 5]), call(np.zeros(3)), tolerance=1e-8
)
def rain_water(h):
    """A stack of walls."""
    stack = []
    total = 0
    for i, x in enumerate(h):
        while stack and h[stack[-1]] < x:
            b = stack.pop()
            if not stack:
                break
            total += (i - stack[-1] - 1) * (min(x, h[stack[-1]]) - h[b])
        stack.append(i)
    return total
