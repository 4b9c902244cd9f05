"""Loops of few trips inside of one another: what is short on its own is long together."""

import numpy as np

from tests.harness import Theme, call

program = Theme("small nests")
RNG = np.random.default_rng(5)


def _c(*shape):
    return RNG.normal(size=shape) + 1j * RNG.normal(size=shape)


@program(
    call(RNG.integers(0, 4, (4, 2)), _c(4, 2, 2, 3, 3), _c(2, 3, 4, 3, 3), _c(2, 2, 4, 2, 2, 2)),
    call(RNG.integers(0, 3, (3, 3)), _c(3, 3, 3, 2, 2), _c(2, 4, 3, 2, 2), _c(1, 3, 3, 3, 3, 3)),
    tolerance=1e-9,
)
def self_energy(near, coupling, green, phonon):
    """A sum over eight short indices, with a shift that must not go below zero."""
    total = np.zeros_like(green)
    for k in range(green.shape[0]):
        for energy in range(green.shape[1]):
            for q in range(phonon.shape[0]):
                for shift in range(phonon.shape[1]):
                    for i in range(phonon.shape[-2]):
                        for j in range(phonon.shape[-1]):
                            for a in range(near.shape[0]):
                                for b in range(near.shape[1]):
                                    if energy >= shift:
                                        left = green[k, energy - shift, near[a, b]] @ coupling[a, b, i]
                                        total[k, energy, a] += left @ (coupling[a, b, j] * phonon[q, shift, a, b, i, j])
    return total


@program(call(RNG.normal(size=(3, 3, 3, 3)), RNG.normal(size=(3, 3))), tolerance=1e-12)
def rotated_tensor(c, r):
    """A tensor of rank four, turned: every loop is short."""
    out = np.zeros((3, 3, 3, 3))
    for i in range(3):
        for j in range(3):
            for k in range(3):
                for l in range(3):
                    for p in range(3):
                        for q in range(3):
                            for s in range(3):
                                for t in range(3):
                                    out[i, j, k, l] += r[i, p] * r[j, q] * r[k, s] * r[l, t] * c[p, q, s, t]
    return out


@program(call(RNG.normal(size=(6, 2)), ["x", "y"]), call(RNG.normal(size=(5, 3)), ["u", "v", "w"]))
def named_axes(points, names):
    """The index of the short loop is needed as a Python value, so it stays as it is."""
    found = {}
    for k in range(points.shape[1]):
        low, high = points[0, k], points[0, k]
        for i in range(1, points.shape[0]):
            for step in range(2):
                for sign in range(2):
                    value = points[i, k] + step * 0.5 - sign * 0.25
                    if value < low:
                        low = value
                    elif value > high:
                        high = value
        found[names[k]] = (low, high)
    return found


@program(call(np.array([1.0, 2.0, 3.0]), 3), call(np.array([1.0, -2.0]), 2))
def widening(x, n):
    """What a short loop carries changes its kind on the way."""
    count, total = 0, 0
    for a in range(n):
        for b in range(n):
            for c in range(len(x)):
                total = total + x[c] * (a + b)
                if x[c] > a:
                    count += 1
        last = (a, b, c)
    return count, total, last
