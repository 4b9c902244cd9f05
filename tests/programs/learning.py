"""Learning from data with NumPy alone: mixtures, machines, attention, walks."""

import numpy as np

from tests.harness import Theme, call

program = Theme("learning")

A = np.array
R = np.random.default_rng(0)


X1 = R.normal(size=(20, 3))
y1 = (X1[:, 0] * X1[:, 1] > 0).astype(int)


class GaussianNB:
    def fit(self, X, y):
        self.classes = np.unique(y)
        self.params = {}
        for c in self.classes:
            Xc = X[y == c]
            self.params[c] = {"mu": Xc.mean(0), "var": Xc.var(0) + 1e-09, "prior": len(Xc) / len(X)}
        return self

    def predict(self, X):
        ll = []
        for c in self.classes:
            p = self.params[c]
            ll.append(np.log(p["prior"]) - 0.5 * np.sum(np.log(2 * np.pi * p["var"]) + (X - p["mu"]) ** 2 / p["var"], axis=1))
        return self.classes[np.argmax(np.array(ll), axis=0)]


@program(call(X1, y1), call(X1[:6], A([2, 2, 2, 5, 5, 5])))
def nb(X, y):
    """Naive Bayes, with a dict for each class."""
    return GaussianNB().fit(X, y).predict(X)


@program(call(X1, 2), call(X1[:10], 3))
def gmm(X, k):
    """A mixture of Gaussians by expectation and maximisation."""
    n, d = X.shape
    mu = X[:k].copy()
    S = np.stack([np.eye(d)] * k)
    pi = np.full(k, 1 / k)
    prev = -np.inf
    for it in range(50):
        r = np.zeros((n, k))
        for j in range(k):
            diff = X - mu[j]
            q = np.einsum("ni,ij,nj->n", diff, np.linalg.inv(S[j]), diff)
            r[:, j] = pi[j] * np.exp(-0.5 * q) / np.sqrt((2 * np.pi) ** d * np.linalg.det(S[j]))
        ll = np.log(r.sum(1)).sum()
        r /= r.sum(1, keepdims=True)
        nk = r.sum(0)
        mu = r.T @ X / nk[:, None]
        for j in range(k):
            diff = X - mu[j]
            S[j] = r[:, j] * diff.T @ diff / nk[j] + 0.001 * np.eye(d)
        pi = nk / n
        if abs(ll - prev) < 0.0001:
            break
        prev = ll
    return (mu, pi, ll, it)


@program(call(X1, np.where(y1 == 1, 1, -1), 1.0), call(X1[:6, :2], A([1, -1, 1, -1, 1, -1]), 0.5))
def svm_smo(X, y, C):
    """A support vector machine, two multipliers at a time, the second one drawn."""
    rng = np.random.default_rng(3)
    n = len(y)
    alpha = np.zeros(n)
    b = 0.0
    K = X @ X.T
    passes = 0
    iters = 0

    def f(i):
        return alpha * y @ K[:, i] + b
    while passes < 3 and iters < 50:
        changed = 0
        for i in range(n):
            Ei = f(i) - y[i]
            if y[i] * Ei < -0.001 and alpha[i] < C or (y[i] * Ei > 0.001 and alpha[i] > 0):
                j = int(rng.integers(0, n - 1))
                if j >= i:
                    j += 1
                Ej = f(j) - y[j]
                ai, aj = (alpha[i], alpha[j])
                if y[i] != y[j]:
                    L, H = (max(0, aj - ai), min(C, C + aj - ai))
                else:
                    L, H = (max(0, ai + aj - C), min(C, ai + aj))
                if L == H:
                    continue
                eta = 2 * K[i, j] - K[i, i] - K[j, j]
                if eta >= 0:
                    continue
                alpha[j] = np.clip(aj - y[j] * (Ei - Ej) / eta, L, H)
                if abs(alpha[j] - aj) < 1e-05:
                    continue
                alpha[i] = ai + y[i] * y[j] * (aj - alpha[j])
                b1 = b - Ei - y[i] * (alpha[i] - ai) * K[i, i] - y[j] * (alpha[j] - aj) * K[i, j]
                b2 = b - Ej - y[i] * (alpha[i] - ai) * K[i, j] - y[j] * (alpha[j] - aj) * K[j, j]
                if 0 < alpha[i] < C:
                    b = b1
                elif 0 < alpha[j] < C:
                    b = b2
                else:
                    b = (b1 + b2) / 2
                changed += 1
        passes = passes + 1 if changed == 0 else 0
        iters += 1
    return (alpha, b, alpha * y @ X, iters)


@program(call(X1[:4], True), call(X1[:6], False))
def attention(X, causal):
    """Two heads of attention, with or without a mask."""
    g = np.random.default_rng(1)
    d = X.shape[1]
    heads = 2
    dk = 4
    Wq, Wk, Wv = (g.normal(size=(heads, d, dk)) for _ in range(3))
    Wo = g.normal(size=(heads * dk, d))
    out = []
    for q, k, v in zip(Wq, Wk, Wv):
        s = X @ q @ (X @ k).T / np.sqrt(dk)
        if causal:
            s = np.where(np.tril(np.ones_like(s)) == 1, s, -np.inf)
        s = np.exp(s - s.max(-1, keepdims=True))
        s /= s.sum(-1, keepdims=True)
        out.append(s @ (X @ v))
    y = np.concatenate(out, axis=-1) @ Wo + X
    return (y - y.mean(-1, keepdims=True)) / np.sqrt(y.var(-1, keepdims=True) + 1e-05)


@program(call(A([0.9]), 20), call(A([0.5]), 5))
def q_learning(gam, episodes):
    """A table of values, learnt by walking."""
    rng = np.random.default_rng(42)
    n = 6
    Q = np.zeros((n, 2))
    total = 0
    for e in range(episodes):
        s = 2
        steps = 0
        while s not in (0, n - 1) and steps < 30:
            a = rng.integers(2) if rng.random() < 0.2 else int(np.argmax(Q[s]))
            s2 = s + (1 if a else -1)
            r = 1.0 if s2 == n - 1 else -0.01
            Q[s, a] += 0.5 * (r + gam[0] * Q[s2].max() * (s2 not in (0, n - 1)) - Q[s, a])
            s = s2
            steps += 1
        total += steps
    return (Q, total)
