"""Loops on bits, digits, powers and complex numbers, and searches that are left early."""

import math

import numpy as np


def ones(a):
    count = 0
    for i in range(len(a)):
        x = int(a[i])
        while x:
            x &= x - 1
            count += 1
    return count


def digits_of_two(n):
    count = 0
    for i in range(n):
        x = i
        while x > 0:
            count += x & 1
            x >>= 1
    return count


def seventh_powers(x):
    total = 0.0
    for i in range(len(x)):
        total += x[i] ** 7
    return total


def lines(edges, angles):
    """How many points lie on each line, as Hough counts them."""
    height, width = edges.shape
    most = int(math.sqrt(height * height + width * width)) + 1
    found = np.zeros((2 * most, angles), dtype=np.int64)
    for y in range(height):
        for x in range(width):
            if edges[y, x]:
                for k in range(angles):
                    angle = k * math.pi / angles
                    found[round(x * math.cos(angle) + y * math.sin(angle)) + most, k] += 1
    return found


def basins(n, most):
    """Which root of z**3 = 1 Newton's steps come to, and how fast."""
    out = np.zeros((n, n), dtype=np.int64)
    for i in range(n):
        for j in range(n):
            z = complex(-2 + 4 * j / n, -2 + 4 * i / n)
            for k in range(most):  # noqa: B007
                if z == 0:
                    break
                step = (z**3 - 1) / (3 * z**2)
                z = z - step
                if abs(step) < 1e-6:
                    break
            out[i, j] = k
    return out


def least_factors(n):
    least = np.zeros(n + 1, np.int64)
    primes = np.zeros(n + 1, np.int64)
    known = 0
    for i in range(2, n + 1):
        if least[i] == 0:
            least[i] = i
            primes[known] = i
            known += 1
        j = 0
        while j < known and primes[j] <= least[i] and i * primes[j] <= n:
            least[i * primes[j]] = primes[j]
            j += 1
    return primes[:known]


def repeated(grid):
    """In how many rows of nine some number stands twice."""
    found = 0
    for row in range(len(grid)):
        twice = False
        for i in range(9):
            for j in range(i):
                if grid[row, i] == grid[row, j]:
                    twice = True
                    break
            if twice:
                break
        if twice:
            found += 1
    return found


def within(grid):
    """In how many rows no number stands at its own place."""
    found = 0
    for row in range(len(grid)):
        free = True
        for k in range(9):
            if grid[row, k] == k:
                free = False
                break
        if free:
            found += 1
    return found


def reversed_bits(a):
    out = np.zeros(len(a), np.int64)
    for i in range(len(a)):
        x = a[i]
        bits = 0
        for _ in range(32):
            bits = (bits << 1) | (x & 1)
            x >>= 1
        out[i] = bits
    return out


def apart(a, b):
    """In how many bits two lists of numbers differ."""
    count = 0
    for i in range(len(a)):
        x = a[i] ^ b[i]
        while x:
            count += x & 1
            x >>= 1
    return count


def odd_primes(n):
    half = n // 2
    prime = np.ones(half, np.bool_)
    i = 3
    while i * i < n:
        if prime[i // 2]:
            j = i * i
            while j < n:
                prime[j // 2] = False
                j += 2 * i
        i += 2
    count = 0
    for k in range(half):
        if prime[k]:
            count += 1
    return count


def run_time_powers(x, k):
    total = 0.0
    for i in range(len(x)):
        total += x[i] ** (k + i % 2)
    return total
