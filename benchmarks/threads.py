"""`python -m benchmarks.threads`: loops over elements and rows, on one thread and on several.

The sides take turns in one process; every figure is the shortest time. `shared` is the part of the work, in processor
time, that other threads than the caller's have done: on a busy machine that says more than the clock.
"""

import time

import numpy as np

import sct
from sct.backends.native import threads
from sct.config import settings


def escapes(width, height, turns):
    out = np.zeros((height, width), dtype=np.int64)
    for i in range(height):
        for j in range(width):
            x = y = 0.0
            count = 0
            while count < turns and x * x + y * y <= 4.0:
                x, y = x * x - y * y - 2.0 + 3.0 * j / width, 2 * x * y - 1.0 + 2.0 * i / height
                count += 1
            out[i, j] = count
    return out


def product(a, b):
    c = np.zeros((a.shape[0], b.shape[1]))
    for i in range(a.shape[0]):
        for k in range(a.shape[1]):
            for j in range(b.shape[1]):
                c[i, j] += a[i, k] * b[k, j]
    return c


def heat(u, steps):
    v = u.copy()
    for _ in range(steps):
        for i in range(1, u.shape[0] - 1):
            for j in range(1, u.shape[1] - 1):
                v[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
        u, v = v, u
    return u


def forces(p):
    f = np.zeros(p.shape)
    for i in range(p.shape[0]):
        x = y = 0.0
        for j in range(p.shape[0]):
            dx, dy = p[j, 0] - p[i, 0], p[j, 1] - p[i, 1]
            r = np.sqrt(dx * dx + dy * dy + 0.01)
            x += dx / (r * r * r)
            y += dy / (r * r * r)
        f[i, 0], f[i, 1] = x, y
    return f


def decomposed(a):
    a = a.copy()
    n = a.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
            for j in range(k + 1, n):
                a[i, j] -= a[i, k] * a[k, j]
    return a


def smoothed(x):
    out = np.empty(x.shape)
    for i in range(x.shape[0]):
        row = x[i] - x[i].mean()
        out[i] = row / np.sqrt((row * row).sum() + 1.0)
    return out


def cases():
    random = np.random.default_rng(0).random
    return {
        escapes: (600, 400, 200), product: (random((300, 300)), random((300, 300))), heat: (random((1000, 1000)), 10),
        forces: (random((2000, 2)),), decomposed: (random((500, 500)) + 500 * np.eye(500),),
        smoothed: (random((2000, 2000)),),
    }  # fmt: skip


def once(function, args):
    """Seconds by the clock, and the part of the processor's time that was spent elsewhere."""
    began = time.perf_counter(), time.thread_time(), time.process_time()
    function(*args)
    taken, mine, all_ = time.perf_counter() - began[0], time.thread_time() - began[1], time.process_time() - began[2]
    return taken, 1 - mine / all_ if all_ else 0.0


def main(seconds=2.0):
    print(f"{'':12}{'1 thread':>10}{f'{settings.num_threads} threads':>11}{'':>7}{'shared':>8}")
    for function, args in cases().items():
        made = sct.to_static(function, backend="native")
        made(*args)
        best = {1: float("inf"), settings.num_threads: float("inf")}
        shared = 0.0
        deadline = time.perf_counter() + seconds
        while time.perf_counter() < deadline:
            for most in best:
                threads.set_num_threads(most, rest=0)
                taken, part = once(made, args)
                best[most], shared = min(best[most], taken), max(shared, part)
        one, several = best[1] * 1e3, best[settings.num_threads] * 1e3
        print(f"{function.__name__:12}{one:7.2f} ms{several:8.2f} ms{one / several:6.2f}x{shared:8.0%}")


if __name__ == "__main__":
    main()
