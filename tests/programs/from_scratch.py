"""Machine learning from scratch: the algorithms of textbooks, as people write them with NumPy."""

import numpy as np

from tests.harness import Theme, call

program = Theme("from_scratch")
R = np.random.default_rng(2)
T = 1e-8


def _m(*s):
    return R.normal(size=s)


def _i(lo, hi, *s):
    return R.integers(lo, hi, s)


def rng(s=0):
    return np.random.default_rng(s)


X = _m(60, 4)
y = (X[:, 0] + X[:, 1] > 0).astype(int)
yr = X @ np.array([1.0, 2, -1, 0.5]) + 0.1 * _m(60)
X = _m(60, 4)
y = (X[:, 0] + X[:, 1] > 0).astype(int)
yr = X @ np.array([1.0, 2, -1, 0.5]) + 0.1 * _m(60)
X = _m(60, 4)
y = (X[:, 0] + X[:, 1] > 0).astype(int)
yr = X @ np.array([1.0, 2, -1, 0.5]) + 0.1 * _m(60)


@program(call(X, y, X[5:15], 3), tolerance=T)
def knn_vec(X, y, Xt, k):
    """Nearest neighbours by one matrix of distances."""
    d2 = np.sum(Xt**2, axis=1)[:, None] + np.sum(X**2, axis=1)[None, :] - 2 * Xt @ X.T
    idx = np.argpartition(d2, k, axis=1)[:, :k]
    votes = y[idx]
    return np.array([np.bincount(v, minlength=2).argmax() for v in votes])


@program(call(_m(2, 3, 8, 8), _m(4, 3, 3, 3)), tolerance=T)
def conv_im2col(x, w):
    """A convolution as one product, over windows seen by as_strided."""
    N, C, H, W = x.shape
    F, _, kh, kw = w.shape
    oh, ow = H - kh + 1, W - kw + 1
    cols = np.lib.stride_tricks.as_strided(
        x,
        shape=(N, C, kh, kw, oh, ow),
        strides=(x.strides[0], x.strides[1], x.strides[2], x.strides[3], x.strides[2], x.strides[3]),
    )
    cols = cols.reshape(N, C * kh * kw, oh * ow)
    out = w.reshape(F, -1) @ cols
    return out.reshape(N, F, oh, ow)


@program(call(_m(2, 3, 8, 8), 3, 3), tolerance=T)
def im2col_idx(x, fh, fw):
    """Patches by index arrays, and their sum back by np.add.at."""
    N, C, H, W = x.shape
    oh, ow = H - fh + 1, W - fw + 1
    i0 = np.repeat(np.arange(fh), fw)
    i0 = np.tile(i0, C)
    i1 = np.repeat(np.arange(oh), ow)
    j0 = np.tile(np.arange(fw), fh * C)
    j1 = np.tile(np.arange(ow), oh)
    i = i0.reshape(-1, 1) + i1.reshape(1, -1)
    j = j0.reshape(-1, 1) + j1.reshape(1, -1)
    k = np.repeat(np.arange(C), fh * fw).reshape(-1, 1)
    cols = x[:, k, i, j]
    cols = cols.transpose(1, 2, 0).reshape(fh * fw * C, -1)
    xb = np.zeros_like(x)
    cr = cols.reshape(C * fh * fw, -1, N).transpose(2, 0, 1)
    np.add.at(xb, (slice(None), k, i, j), cr)
    return cols, xb


A = R.random((3, 3))
A /= A.sum(1, keepdims=True)
B = R.random((3, 4))
B /= B.sum(1, keepdims=True)
pi = np.array([0.5, 0.3, 0.2])
obs = _i(0, 4, 15)
A = R.random((3, 3))
A /= A.sum(1, keepdims=True)
B = R.random((3, 4))
B /= B.sum(1, keepdims=True)
pi = np.array([0.5, 0.3, 0.2])
obs = _i(0, 4, 15)
A = R.random((3, 3))
A /= A.sum(1, keepdims=True)
B = R.random((3, 4))
B /= B.sum(1, keepdims=True)
pi = np.array([0.5, 0.3, 0.2])
obs = _i(0, 4, 15)
A = R.random((3, 3))
A /= A.sum(1, keepdims=True)
B = R.random((3, 4))
B /= B.sum(1, keepdims=True)
pi = np.array([0.5, 0.3, 0.2])
obs = _i(0, 4, 15)


@program(call(A, B, pi, obs), tolerance=T)
def hmm_forward_backward(A, B, pi, obs):
    """Forward and backward passes of a hidden Markov model, and one step of Baum and Welch."""
    T = len(obs)
    N = A.shape[0]
    alpha = np.zeros((T, N))
    beta = np.zeros((T, N))
    c = np.zeros(T)
    alpha[0] = pi * B[:, obs[0]]
    c[0] = alpha[0].sum()
    alpha[0] /= c[0]
    for t in range(1, T):
        alpha[t] = (alpha[t - 1] @ A) * B[:, obs[t]]
        c[t] = alpha[t].sum()
        alpha[t] /= c[t]
    beta[-1] = 1
    for t in reversed(range(T - 1)):
        beta[t] = A @ (B[:, obs[t + 1]] * beta[t + 1]) / c[t + 1]
    gamma = alpha * beta
    gamma /= gamma.sum(axis=1, keepdims=True)
    xi = np.zeros((T - 1, N, N))
    for t in range(T - 1):
        for i in range(N):
            for j in range(N):
                xi[t, i, j] = alpha[t, i] * A[i, j] * B[j, obs[t + 1]] * beta[t + 1, j]
        xi[t] /= np.sum(xi[t])
    A2 = xi.sum(0) / gamma[:-1].sum(0)[:, None]
    B2 = np.zeros_like(B)
    for k in range(B.shape[1]):
        B2[:, k] = gamma[obs == k].sum(axis=0) / gamma.sum(axis=0)
    return alpha, beta, gamma, A2, B2, np.log(c).sum()


@program(call(np.round(16 * X) / 16, 2 * y - 1, 1.0, 1e-3, 3, rng(4)), tolerance=1e-7)  # products are exact: no order of terms shows
def svm_smo(X, y, C, tol, max_passes, rng):
    """A support vector machine by sequential minimal optimisation."""
    m = X.shape[0]
    alphas = np.zeros(m)
    b = 0.0
    passes = 0
    it = 0
    K = X @ X.T
    while passes < max_passes and it < 20:
        changed = 0
        for i in range(m):
            Ei = np.sum(alphas * y * K[:, i]) + b - y[i]
            if (y[i] * Ei < -tol and alphas[i] < C) or (y[i] * Ei > tol and alphas[i] > 0):
                j = rng.integers(m)
                while j == i:
                    j = rng.integers(m)
                Ej = np.sum(alphas * y * K[:, j]) + b - y[j]
                ai, aj = alphas[i], alphas[j]
                if y[i] != y[j]:
                    L, H = max(0, aj - ai), min(C, C + aj - ai)
                else:
                    L, H = max(0, ai + aj - C), min(C, ai + aj)
                if L == H:
                    continue
                eta = 2 * K[i, j] - K[i, i] - K[j, j]
                if eta >= 0:
                    continue
                alphas[j] = np.clip(aj - y[j] * (Ei - Ej) / eta, L, H)
                if abs(alphas[j] - aj) < 1e-5:
                    continue
                alphas[i] = ai + y[i] * y[j] * (aj - alphas[j])
                b1 = b - Ei - y[i] * (alphas[i] - ai) * K[i, i] - y[j] * (alphas[j] - aj) * K[i, j]
                b2 = b - Ej - y[i] * (alphas[i] - ai) * K[i, j] - y[j] * (alphas[j] - aj) * K[j, j]
                if 0 < alphas[i] < C:
                    b = b1
                elif 0 < alphas[j] < C:
                    b = b2
                else:
                    b = (b1 + b2) / 2
                changed += 1
        passes = passes + 1 if changed == 0 else 0
        it += 1
    w = (alphas * y) @ X
    return alphas, b, w, it


@program(call(X, y, 5), tolerance=T)
def adaboost(X, y, n_clf):
    """Boosted stumps, the best one kept in a dict."""
    y = np.where(y == 0, -1, 1)
    n, d = X.shape
    w = np.full(n, 1 / n)
    clfs = []
    for _ in range(n_clf):
        best = {"err": float("inf"), "f": 0, "t": 0.0, "p": 1}
        for f in range(d):
            for t in X[::6, f]:
                pred = np.ones(n)
                pred[X[:, f] < t] = -1
                err = np.sum(w[y != pred])
                p = 1
                if err > 0.5:
                    err = 1 - err
                    p = -1
                if err < best["err"]:
                    best = {"err": err, "f": f, "t": t, "p": p}
        pred = np.ones(n)
        pred[best["p"] * X[:, best["f"]] < best["p"] * best["t"]] = -1
        alpha = 0.5 * np.log((1 - best["err"] + 1e-10) / (best["err"] + 1e-10))
        w *= np.exp(-alpha * y * pred)
        w /= w.sum()
        clfs.append((alpha, best["f"], best["t"], best["p"]))
    return clfs, w


@program(call(X, y, rng(1)), tolerance=T)
def kfold(X, y, rng):
    """Cross validation over shuffled folds."""
    idx = np.arange(len(X))
    rng.shuffle(idx)
    folds = np.array_split(idx, 5)
    accs = []
    for i in range(5):
        te = folds[i]
        tr = np.concatenate([folds[j] for j in range(5) if j != i])
        Xt, yt = X[tr], y[tr]
        mu0, mu1 = Xt[yt == 0].mean(0), Xt[yt == 1].mean(0)
        d0 = np.linalg.norm(X[te] - mu0, axis=1)
        d1 = np.linalg.norm(X[te] - mu1, axis=1)
        accs.append(np.mean((d1 < d0) == (y[te] == 1)))
    return np.mean(accs), np.std(accs)


class Layer:
    def __init__(self, i, o, rng):
        self.W = rng.standard_normal((i, o)) * 0.1
        self.b = np.zeros(o)

    def forward(self, x):
        self.x = x
        return x @ self.W + self.b

    def backward(self, g, lr):
        dx = g @ self.W.T
        self.W -= lr * self.x.T @ g
        self.b -= lr * g.sum(0)
        return dx


class Tanh:
    def forward(self, x):
        self.y = np.tanh(x)
        return self.y

    def backward(self, g, lr):
        return g * (1 - self.y**2)


@program(call(X, yr, rng(1)), tolerance=1e-7)
def mlp_classes(X, y, rng):
    """A small network of layers that keep their input, trained backwards."""
    net = [Layer(X.shape[1], 8, rng), Tanh(), Layer(8, 1, rng)]
    hist = []
    for ep in range(20):
        o = X
        for l in net:
            o = l.forward(o)
        e = o - y[:, None]
        g = 2 * e / len(X)
        for l in reversed(net):
            g = l.backward(g, 0.1)
        hist.append(float((e**2).mean()))
    return hist, net[0].W


@program(call(_m(30, 2), 0.5, 3), tolerance=T)
def dbscan(X, eps, minpts):
    """Clusters by density, with a queue that grows."""
    n = len(X)
    labels = np.full(n, -1)
    visited = np.zeros(n, bool)
    c = 0
    D = np.sqrt(((X[:, None] - X[None]) ** 2).sum(-1))
    for i in range(n):
        if visited[i]:
            continue
        visited[i] = True
        nb = np.where(D[i] <= eps)[0]
        if len(nb) < minpts:
            continue
        labels[i] = c
        queue = list(nb)
        k = 0
        while k < len(queue):
            j = queue[k]
            k += 1
            if not visited[j]:
                visited[j] = True
                nb2 = np.where(D[j] <= eps)[0]
                if len(nb2) >= minpts:
                    queue.extend(nb2)
            if labels[j] == -1:
                labels[j] = c
        c += 1
    return labels, c


@program(call(X[:30], 10.0, 20, rng(0)), tolerance=1e-5)
def tsne_grad(X, perp, iters, rng):
    """Perplexities of t-SNE by bisection, row by row."""
    n = len(X)
    sx = np.sum(X**2, 1)
    D = np.add(np.add(-2 * np.dot(X, X.T), sx).T, sx)
    P = np.zeros((n, n))
    beta = np.ones(n)
    for i in range(n):
        bmin, bmax = -np.inf, np.inf
        Di = D[i, np.concatenate((np.r_[0:i], np.r_[i + 1 : n]))]
        for _ in range(30):
            p = np.exp(-Di * beta[i])
            s = p.sum()
            H = np.log(s) + beta[i] * np.sum(Di * p) / s
            diff = H - np.log(perp)
            if np.abs(diff) < 1e-5:
                break
            if diff > 0:
                bmin = beta[i].copy()
                beta[i] = beta[i] * 2 if bmax == np.inf else (beta[i] + bmax) / 2
            else:
                bmax = beta[i].copy()
                beta[i] = beta[i] / 2 if bmin == -np.inf else (beta[i] + bmin) / 2
        P[i, np.concatenate((np.r_[0:i], np.r_[i + 1 : n]))] = p / s
    return P, beta


class Norm:
    """Batch normalisation that keeps running means."""

    def __init__(self, n):
        self.params = {"gain": np.ones(n), "shift": np.zeros(n)}
        self.grads = {}
        self.mean = np.zeros(n)

    def forward(self, x):
        self.mean = 0.9 * self.mean + 0.1 * x.mean(0)
        self.scale = 1 / np.sqrt(x.var(0) + 1e-5)
        self.normal = (x - x.mean(0)) * self.scale
        return self.params["gain"] * self.normal + self.params["shift"]

    def backward(self, g):
        self.grads["gain"] = (g * self.normal).sum(0)
        self.grads["shift"] = g.sum(0)
        return g * self.params["gain"] * self.scale


class Dense:
    """A layer of weights."""

    def __init__(self, n, m, rng):
        self.params = {"w": rng.standard_normal((n, m))}
        self.grads = {}

    def forward(self, x):
        self.x = x
        return x @ self.params["w"]

    def backward(self, g):
        self.grads["w"] = self.x.T @ g
        return g @ self.params["w"].T


class Adam:
    """Moments for each parameter, made when it is met first."""

    def __init__(self):
        self.t = 0
        self.m, self.v = {}, {}

    def step(self, layers):
        self.t += 1
        for i, layer in enumerate(layers):
            for name, p in layer.params.items():
                g = layer.grads[name]
                if (i, name) not in self.m:
                    self.m[i, name], self.v[i, name] = np.zeros_like(p), np.zeros_like(p)
                self.m[i, name] = 0.9 * self.m[i, name] + 0.1 * g
                self.v[i, name] = 0.999 * self.v[i, name] + 0.001 * g**2
                m = self.m[i, name] / (1 - 0.9**self.t)
                v = self.v[i, name] / (1 - 0.999**self.t)
                p -= 0.01 * m / (np.sqrt(v) + 1e-8)


@program(call(X, y, 3, 8), call(X[:20], y[:20], 2, 10), tolerance=1e-7)
def train_with_adam(X, y, epochs, size):
    """Layers, batches of a permutation, and an optimiser that keeps its state in dicts."""
    rng = np.random.default_rng(0)
    layers = [Dense(X.shape[1], 4, rng), Norm(4), Dense(4, 2, rng)]
    optimiser = Adam()
    losses = []
    for epoch in range(epochs):
        order = rng.permutation(len(X))
        total = 0.0
        for start in range(0, len(X), size):
            batch = order[start : start + size]
            z = X[batch]
            for layer in layers:
                z = layer.forward(z)
            e = np.exp(z - z.max(1, keepdims=True))
            p = e / e.sum(1, keepdims=True)
            total += -np.log(p[np.arange(len(batch)), y[batch]]).sum()
            g = p.copy()
            g[np.arange(len(batch)), y[batch]] -= 1
            for layer in reversed(layers):
                g = layer.backward(g)
            optimiser.step(layers)
        losses.append(total / len(X))
        print(f"epoch {epoch}: {losses[-1]:.3f}")
    return losses, layers[1].mean, optimiser.t
