"""What each workload is called with: seeded, so that every run and every peer gets the same numbers."""

import importlib
import itertools

import numpy as np


def rng():
    return np.random.default_rng(12345)


def mandelbrot():
    re, im = np.linspace(-2.2, 0.8, 512), np.linspace(-1.5, 1.5, 512)
    return np.tile(re, (512, 1)), np.tile(im[:, None], (1, 512)), 200


def mandelbrot_masked():
    re, im, most = mandelbrot()
    return re + 1j * im, most


def black_scholes():
    r, n = rng(), 1_000_000
    return r.uniform(10, 50, n), r.uniform(10, 50, n), r.uniform(0.25, 2.0, n), 0.03, 0.25


def floats(r, shape, scale=1.0):
    return r.standard_normal(shape, dtype=np.float32) * np.float32(scale)


def softmax_layernorm():
    r = rng()
    return floats(r, (2048, 1024)), floats(r, 1024), floats(r, 1024)


def attention():
    r = rng()
    mask = np.ones((2, 256), dtype=bool)
    mask[0, 200:] = False
    mask[1, 230:] = False
    return *(floats(r, (2, 256, 8, 64)) for _ in range(3)), mask


def rnn():
    r = rng()
    weights = [floats(r, (64, 192), 0.125), floats(r, (64, 192), 0.125), floats(r, 192, 0.1), floats(r, 192, 0.1)]
    return floats(r, (200, 16, 64)), np.zeros((16, 64), np.float32), *weights


def heat2d():
    u = rng().random((256, 256))
    u[0, :], u[-1, :] = 1.0, 0.0
    return u, 0.2, 3e-4, 500


def train_mlp():
    r = rng()
    params = []
    for a, b in itertools.pairwise([64, 128, 64, 10]):
        params += [floats(r, (a, b), (2.0 / a) ** 0.5), np.zeros(b, np.float32)]
    speed = [floats(r, p.shape, 0.01) for p in params]
    return params, speed, floats(r, (128, 64)), r.integers(0, 10, 128), 0.1, 0.9


def kmeans():
    # with this seed the labels do not depend on how sums are rounded
    r = np.random.default_rng(4)
    centers = r.standard_normal((16, 8)) * 1.5
    x = (centers[r.integers(0, 16, 20000)] + r.standard_normal((20000, 8))).astype(np.float32)
    return x, x[r.choice(20000, 16, replace=False)].copy(), 30


def small_ops():
    r = rng()
    x = r.standard_normal(100)
    x[0] = abs(x.sum()) + 1.0
    return x, r.standard_normal(100)


# name: module, inputs, what it stresses
WORKLOADS = {
    "mandelbrot": ("workloads", mandelbrot, "512x512 float64, at most 200 masked steps, early exit"),
    "mandelbrot_masked": ("masked", mandelbrot_masked, "512x512 complex128, z[mask] = z[mask] ** 2 + c[mask]"),
    "bisection": ("masked", lambda: (rng().uniform(0.5, 9.0, 500_000),), "500,000 intervals, halved through masks"),
    "scalar_while": ("workloads", lambda: (2.0, 100_000), "100,000 scalar steps with a branch each"),
    "black_scholes": ("pricing", black_scholes, "1,000,000 options: a chain of elementwise functions"),
    "softmax_layernorm": ("workloads", softmax_layernorm, "2048x1024 float32, reductions"),
    "attention": ("workloads", attention, "2x8x256x64 float32, key mask"),
    "rnn": ("workloads", rnn, "GRU, 200 steps, batch 16, width 64, float32, list and stack"),
    "heat2d": ("workloads", heat2d, "256x256 float64 stencil, at most 500 steps, early stop"),
    "train_mlp": ("workloads", train_mlp, "64-128-64-10, batch 128, float32: loss, gradient, step"),
    "ode_rk45": ("workloads", lambda: (np.ones(3), 20.0, 1e-6, 1e-9), "adaptive steps on 3-vectors"),
    "kmeans": ("workloads", kmeans, "20,000x8, k=16, float32, until the labels stand still"),
    "small_ops": ("workloads", small_ops, "12 small operations and one if"),
    "grad_while": ("workloads", lambda: (rng().uniform(0.5, 100.0, 1000), 1e-10, 50), "gradient through a while"),
}

EDGES = np.array([[0, 1], [1, 2], [2, 0], [2, 3], [3, 4], [4, 5], [5, 3], [1, 4], [0, 5]])

# the same, of which only the first call is of interest
TRACED = {
    "match_three": ("walks", lambda: (rng().integers(0, 4, (5, 5)),), "sets of cells, lists of lists"),
    "seats": ("walks", lambda: (rng().integers(0, 3, (6, 7)),), "lists of lists of characters, four loops deep"),
    "betweenness": ("walks", lambda: (EDGES, 6), "dicts of lists, queues"),
    "components": ("walks", lambda: (EDGES, 6), "dicts of lists, recursion"),
    "tallies": ("walks", lambda: (rng().integers(0, 9, 12),), "dicts and sets made in loops, four deep"),
}


def workload(name):
    """The function of that name and what makes its inputs; imports no more than it needs."""
    module, make_inputs, _ = (WORKLOADS | TRACED)[name]
    return getattr(importlib.import_module(f"benchmarks.{module}"), name), make_inputs
