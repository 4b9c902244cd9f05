"""Loops with functions of single numbers in them: roots, powers, divisors, casts, shifts that wrap."""

import math

import numpy as np


def sobel(image):
    height, width = image.shape
    out = np.zeros((height, width))
    for i in range(1, height - 1):
        for j in range(1, width - 1):
            across = image[i - 1, j + 1] + 2 * image[i, j + 1] + image[i + 1, j + 1]
            across -= image[i - 1, j - 1] + 2 * image[i, j - 1] + image[i + 1, j - 1]
            down = image[i + 1, j - 1] + 2 * image[i + 1, j] + image[i + 1, j + 1]
            down -= image[i - 1, j - 1] + 2 * image[i - 1, j] + image[i - 1, j + 1]
            out[i, j] = math.sqrt(across * across + down * down)
    return out


def thin_edges(size, angle):
    """The largest along their direction, as Canny keeps them."""
    height, width = size.shape
    out = np.zeros_like(size)
    for i in range(1, height - 1):
        for j in range(1, width - 1):
            degrees = angle[i, j] * 180.0 / math.pi
            if degrees < 22.5 or degrees >= 157.5:
                a = size[i, j + 1]
                b = size[i, j - 1]
            elif degrees < 67.5:
                a = size[i + 1, j - 1]
                b = size[i - 1, j + 1]
            elif degrees < 112.5:
                a = size[i + 1, j]
                b = size[i - 1, j]
            else:
                a = size[i - 1, j - 1]
                b = size[i + 1, j + 1]
            if size[i, j] >= a and size[i, j] >= b:
                out[i, j] = size[i, j]
    return out


def resized(image, height, width):
    h, w = image.shape
    out = np.empty((height, width))
    for i in range(height):
        y = i * (h - 1) / (height - 1)
        top = int(y)
        below = min(top + 1, h - 1)
        for j in range(width):
            x = j * (w - 1) / (width - 1)
            left = int(x)
            right = min(left + 1, w - 1)
            upper = image[top, left] * (1 - x + left) + image[top, right] * (x - left)
            lower = image[below, left] * (1 - x + left) + image[below, right] * (x - left)
            out[i, j] = upper * (1 - y + top) + lower * (y - top)
    return out


def filled(image, i, j, new):
    """The area of one colour around a place, in another colour."""
    height, width = image.shape
    old = image[i, j]
    stack = np.empty((4 * height * width, 2), dtype=np.int64)
    stack[0, 0] = i
    stack[0, 1] = j
    top = 1
    while top > 0:
        top -= 1
        i = stack[top, 0]
        j = stack[top, 1]
        if i < 0 or i >= height or j < 0 or j >= width or image[i, j] != old:
            continue
        image[i, j] = new
        for di, dj in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            stack[top, 0] = i + di
            stack[top, 1] = j + dj
            top += 1
    return image


def shifted_numbers(n, seed):
    """Random numbers from shifts of 64 bits."""
    x = np.uint64(seed)
    out = np.empty(n)
    for i in range(n):
        x ^= x << np.uint64(13)
        x ^= x >> np.uint64(7)
        x ^= x << np.uint64(17)
        out[i] = float(x >> np.uint64(11)) / 9007199254740992.0
    return out


def right_triangles(n):
    found = 0
    for a in range(1, n):
        for b in range(a, n):
            c = int(math.sqrt(a * a + b * b))
            if c * c == a * a + b * b:
                found += 1
    return found


def power_sums(x, k):
    total = 0
    for i in range(len(x)):
        total += x[i] ** k + x[i] ** 2
    return total


def coprime(n):
    found = 0
    for a in range(1, n):
        for b in range(1, a):
            if math.gcd(a, b) == 1:
                found += 1
    return found


def great_circles(latitude, longitude):
    total = 0.0
    for i in range(len(latitude)):
        for j in range(i):
            a = math.sin((latitude[i] - latitude[j]) / 2) ** 2
            b = math.sin((longitude[i] - longitude[j]) / 2) ** 2
            total += math.asin(math.sqrt(a + math.cos(latitude[i]) * math.cos(latitude[j]) * b))
    return total


def interleaved(x, y):
    """The bits of two numbers, in turn."""
    out = np.empty(len(x), dtype=np.int64)
    for i in range(len(x)):
        bits = 0
        for b in range(16):
            bits |= ((x[i] >> b) & 1) << (2 * b)
            bits |= ((y[i] >> b) & 1) << (2 * b + 1)
        out[i] = bits
    return out


def upwind(u, wind, step):
    """One step of advection: differences against the wind."""
    out = np.zeros_like(u)
    for i in range(1, len(u) - 1):
        if wind[i] > 0:
            slope = u[i] - u[i - 1]
        else:
            slope = u[i + 1] - u[i]
        out[i] = u[i] - step * wind[i] * slope
    return out


def along_lines(x, turned):
    """Neighbours of each place, in one of two directions."""
    out = np.zeros_like(x)
    for i in range(1, x.shape[0] - 1):
        for j in range(1, x.shape[1] - 1):
            if turned[i, j] > 0:
                a = x[i - 1, j]
                b = x[i + 1, j]
            else:
                a = x[i, j - 1]
                b = x[i, j + 1]
            out[i, j] = 0.5 * (a + b) - x[i, j]
    return out


def around(u, steps, share):
    """Upwind steps on a ring: the first element has the last one beside it."""
    n = len(u)
    for _ in range(steps):
        new = np.empty_like(u)
        for i in range(n):
            new[i] = u[i] - share * (u[i] - u[i - 1])
        u = new
    return u


def rule_110(cells, steps):
    """Cells on a ring that follow a rule for three neighbours."""
    n = len(cells)
    for _ in range(steps):
        new = np.zeros_like(cells)
        for i in range(n):
            new[i] = (110 >> (cells[i - 1] * 4 + cells[i] * 2 + cells[(i + 1) % n])) & 1
        cells = new
    return cells


def put_price(spot, strike, rate, width, years, n):
    """An American option on a tree of prices, which are powers that the run knows."""
    step = years / n
    up = math.exp(width * math.sqrt(step))
    rise = (math.exp(rate * step) - 1.0 / up) / (up - 1.0 / up)
    kept = math.exp(-rate * step)
    values = np.zeros(n + 1)
    for i in range(n + 1):
        values[i] = max(strike - spot * up ** (2 * i - n), 0.0)
    for level in range(n - 1, -1, -1):
        for i in range(level + 1):
            held = kept * (rise * values[i + 1] + (1 - rise) * values[i])
            used = strike - spot * up ** (2 * i - level)
            values[i] = held if held > used else used
    return values[0]
