"""Kernels of scientific programs, in the form of NPBench: whole arrays, slices, time steps."""

import numpy as np


def jacobi_1d(steps, a, b):
    for _ in range(1, steps):
        b[1:-1] = 0.33333 * (a[:-2] + a[1:-1] + a[2:])
        a[1:-1] = 0.33333 * (b[:-2] + b[1:-1] + b[2:])


def jacobi_2d(steps, a, b):
    for _ in range(1, steps):
        b[1:-1, 1:-1] = 0.2 * (a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1])
        a[1:-1, 1:-1] = 0.2 * (b[1:-1, 1:-1] + b[1:-1, :-2] + b[1:-1, 2:] + b[2:, 1:-1] + b[:-2, 1:-1])


def gesummv(alpha, beta, a, b, x):
    return alpha * a @ x + beta * b @ x


def gemver(alpha, beta, a, u1, v1, u2, v2, w, x, y, z):
    a += np.outer(u1, v1) + np.outer(u2, v2)
    x += beta * y @ a + z
    w += alpha * a @ x


def atax(a, x):
    return (a @ x) @ a


def bicg(a, p, r):
    return r @ a, a @ p


def covariance(data):
    mean = np.mean(data, axis=0)
    data = data - mean
    return data.T @ data / (data.shape[0] - 1.0)


def correlation(data):
    mean = data.mean(axis=0)
    deviation = np.sqrt(np.mean((data - mean) ** 2, axis=0))
    deviation[deviation <= 0.1] = 1.0
    scaled = (data - mean) / (np.sqrt(float(data.shape[0])) * deviation)
    return scaled.T @ scaled


def softmax(x):
    big = np.max(x, axis=-1, keepdims=True)
    e = np.exp(x - big)
    return e / np.sum(e, axis=-1, keepdims=True)


def arc_distance(theta1, phi1, theta2, phi2):
    t = np.sin((theta2 - theta1) / 2) ** 2 + np.cos(theta1) * np.cos(theta2) * np.sin((phi2 - phi1) / 2) ** 2
    return 2 * np.arctan2(np.sqrt(t), np.sqrt(1 - t))


def compute(a, b, low, high):
    return np.clip(a, low, high) * 4 + b * 3 + 9


def go_fast(a):
    trace = 0.0
    for i in range(a.shape[0]):
        trace += np.tanh(a[i, i])
    return a + trace


def nbody_forces(position, mass, softening):
    x, y, z = position[:, 0:1], position[:, 1:2], position[:, 2:3]
    dx, dy, dz = x.T - x, y.T - y, z.T - z
    inverse = (dx**2 + dy**2 + dz**2 + softening**2) ** -1.5
    return np.hstack(((dx * inverse) @ mass, (dy * inverse) @ mass, (dz * inverse) @ mass))


def hdiff(field, coefficient):
    laplace = 4.0 * field[1:-1, 1:-1] - (field[2:, 1:-1] + field[:-2, 1:-1] + field[1:-1, 2:] + field[1:-1, :-2])
    flow_x = laplace[1:, 1:-1] - laplace[:-1, 1:-1]
    flow_x = np.where(flow_x * (field[2:-1, 2:-2] - field[1:-2, 2:-2]) > 0, 0, flow_x)
    flow_y = laplace[1:-1, 1:] - laplace[1:-1, :-1]
    flow_y = np.where(flow_y * (field[2:-2, 2:-1] - field[2:-2, 1:-2]) > 0, 0, flow_y)
    return field[2:-2, 2:-2] - coefficient * (flow_x[1:] - flow_x[:-1] + flow_y[:, 1:] - flow_y[:, :-1])


def mandelbrot(z, c, turns):
    count = np.zeros(c.shape, np.int64)
    for _ in range(turns):
        inside = np.abs(z) < 2.0
        count[inside] += 1
        z = np.where(inside, z * z + c, z)
    return count


def conjugate_gradient(a, b, turns):
    x = np.zeros_like(b)
    r = b - a @ x
    p = r.copy()
    rs = r @ r
    for _ in range(turns):
        ap = a @ p
        alpha = rs / (p @ ap)
        x += alpha * p
        r -= alpha * ap
        new = r @ r
        p = r + (new / rs) * p
        rs = new
    return x


def histogram_loop(x, bins):
    counts = np.zeros(bins, np.int64)
    for i in range(len(x)):
        counts[int(x[i] * bins)] += 1
    return counts


def power_law(x, a, b):
    return a * x**b + (x + 1.0) ** -0.7
