"""Searches for the best, steps on bits and digits, and other loops that others would time."""

import numpy as np


def least(a):
    best = np.inf
    where = -1
    for i in range(len(a)):
        if a[i] < best:
            best = a[i]
            where = i
    return best, where


def maximal_run(a):
    best = -1e9
    run = 0.0
    for i in range(len(a)):
        run = run + a[i]
        if run < 0:
            run = 0.0
        if run > best:
            best = run
    return best


def matrix_chain(sizes):
    n = len(sizes) - 1
    cost = np.zeros((n, n))
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            best = np.inf
            for k in range(i, j):
                found = cost[i, k] + cost[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1]
                if found < best:
                    best = found
            cost[i, j] = best
    return cost[0, n - 1]


def otsu(counts):
    total = 0.0
    moment = 0.0
    for i in range(len(counts)):
        total += counts[i]
        moment += i * counts[i]
    below = 0.0
    weight = 0.0
    best = 0.0
    level = 0
    for i in range(len(counts)):
        weight += counts[i]
        if weight == 0:
            continue
        rest = total - weight
        if rest == 0:
            break
        below += i * counts[i]
        between = weight * rest * (below / weight - (moment - below) / rest) ** 2
        if between >= best:
            level = i
            best = between
    return level, best


def bits(a):
    count = 0
    for i in range(len(a)):
        x = a[i]
        while x:
            x &= x - 1
            count += 1
    return count


def divisors(a, b):
    total = 0
    for i in range(len(a)):
        x = a[i]
        y = b[i]
        while y != 0:
            x, y = y, x % y
        total += x
    return total


def powers(n):
    total = 0.0
    for j in range(n):
        x = 1.0 + j * 1e-6
        total += x**2 + x**3 - x**0.5
    return total


def queens(n):
    columns = np.zeros(n, dtype=np.int64)
    count = 0
    row = 0
    columns[0] = -1
    while row >= 0:
        columns[row] += 1
        while columns[row] < n:
            free = True
            for r in range(row):
                apart = columns[r] - columns[row]
                if apart == 0 or apart == row - r or apart == r - row:
                    free = False
                    break
            if free:
                break
            columns[row] += 1
        if columns[row] < n:
            if row == n - 1:
                count += 1
            else:
                row += 1
                columns[row] = -1
        else:
            row -= 1
    return count


def sliding_maximum(a, width):
    n = len(a)
    queue = np.zeros(n, dtype=np.int64)
    head = 0
    tail = 0
    out = np.empty(n - width + 1)
    for i in range(n):
        while head < tail and a[queue[tail - 1]] <= a[i]:
            tail -= 1
        queue[tail] = i
        tail += 1
        if queue[head] <= i - width:
            head += 1
        if i >= width - 1:
            out[i - width + 1] = a[queue[head]]
    return out


def quick_select(a, k):
    a = a.copy()
    low = 0
    high = len(a) - 1
    while low < high:
        pivot = a[(low + high) // 2]
        i = low
        j = high
        while i <= j:
            while a[i] < pivot:
                i += 1
            while a[j] > pivot:
                j -= 1
            if i <= j:
                a[i], a[j] = a[j], a[i]
                i += 1
                j -= 1
        if k <= j:
            high = j
        elif k >= i:
            low = i
        else:
            break
    return a[k]


def union_find(n, pairs):
    parent = np.arange(n)
    left = n
    for i in range(len(pairs)):
        a = pairs[i, 0]
        b = pairs[i, 1]
        while parent[a] != a:
            parent[a] = parent[parent[a]]
            a = parent[a]
        while parent[b] != b:
            parent[b] = parent[parent[b]]
            b = parent[b]
        if a != b:
            parent[a] = b
            left -= 1
    return left


def bellman_ford(n, start, ends, weights):
    distance = np.full(n, np.inf)
    distance[0] = 0.0
    for _ in range(n - 1):
        changed = False
        for e in range(len(start)):
            found = distance[start[e]] + weights[e]
            if found < distance[ends[e]]:
                distance[ends[e]] = found
                changed = True
        if not changed:
            break
    return distance


def time_warp(a, b):
    cost = np.full((len(a) + 1, len(b) + 1), np.inf)
    cost[0, 0] = 0.0
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            apart = abs(a[i - 1] - b[j - 1])
            cost[i, j] = apart + min(cost[i - 1, j], cost[i, j - 1], cost[i - 1, j - 1])
    return cost[len(a), len(b)]


def pivoted_gauss(a, b):
    n = len(b)
    for k in range(n):
        p = k
        largest = abs(a[k, k])
        for i in range(k + 1, n):
            if abs(a[i, k]) > largest:
                largest = abs(a[i, k])
                p = i
        if p != k:
            for j in range(k, n):
                a[k, j], a[p, j] = a[p, j], a[k, j]
            b[k], b[p] = b[p], b[k]
        for i in range(k + 1, n):
            factor = a[i, k] / a[k, k]
            for j in range(k, n):
                a[i, j] -= factor * a[k, j]
            b[i] -= factor * b[k]
    x = np.zeros(n)
    for i in range(n - 1, -1, -1):
        s = b[i]
        for j in range(i + 1, n):
            s -= a[i, j] * x[j]
        x[i] = s / a[i, i]
    return x
