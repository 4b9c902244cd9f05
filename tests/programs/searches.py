"""Searches: counters kept by hand, loops that are left early, small buffers read at places that only the run knows."""

import numpy as np

from tests.harness import Theme, call

program = Theme("searches")

X = np.cos(np.arange(30.0) * 1.7)


@program(call(np.sort(X), X[:9] * 1.1), call(np.zeros(1), X[:3]))
def places_by_halving(table, wanted):
    """Binary search with Python's own integers."""
    places = np.empty(len(wanted), dtype=np.int64)
    for k in range(len(wanted)):
        low, high = 0, len(table)
        while low < high:
            middle = (low + high) // 2
            if table[middle] < wanted[k]:
                low = middle + 1
            else:
                high = middle
        places[k] = low
    return places


@program(call(X.reshape(5, 6).copy()), call((X * 100).astype(np.uint8).reshape(6, 5)))
def medians_of_windows(image):
    """Nine neighbours in a buffer that is sorted in place."""
    rows, columns = image.shape
    result = image.copy()
    window = np.zeros(9, dtype=image.dtype)
    for i in range(1, rows - 1):
        for j in range(1, columns - 1):
            count = 0
            for di in range(-1, 2):
                for dj in range(-1, 2):
                    window[count] = image[i + di, j + dj]
                    count += 1
            for k in range(1, 9):
                item = window[k]
                hole = k - 1
                while hole >= 0 and window[hole] > item:
                    window[hole + 1] = window[hole]
                    hole -= 1
                window[hole + 1] = item
            result[i, j] = window[4]
    return result


@program(call(4), call(6))
def queens(n):
    """How many ways there are to place queens, going back by hand."""
    places = np.zeros(n, dtype=np.int64)
    places[0] = -1
    row = ways = 0
    while row >= 0:
        places[row] += 1
        while places[row] < n:
            free = True
            for other in range(row):
                gap = abs(places[other] - places[row])
                if gap == 0 or gap == row - other:
                    free = False
                    break
            if free:
                break
            places[row] += 1
        if places[row] == n:
            row -= 1
        elif row == n - 1:
            ways += 1
        else:
            row += 1
            places[row] = -1
    return ways


@program(call(np.abs(X) + 0.1, 1e-12), call(np.ones(2), 0.5))
def roots_by_steps(numbers, enough):
    """Newton's method; what the last turn found is not taken."""
    roots = np.empty_like(numbers)
    for k in range(len(numbers)):
        x = numbers[k]
        for _ in range(50):
            better = 0.5 * (x + numbers[k] / x)
            if abs(better - x) < enough:
                break
            x = better
        roots[k] = x
    return roots


@program(call(X.copy()), call(np.array([3, 1, 2, 2, 3, 1], dtype=np.int32)))
def sorted_by_exchange(items):
    """Elements change places where they must; in the other branches nothing happens to the array."""
    n = len(items)
    gap = n // 2
    while gap > 0:
        for i in range(n):
            other = i ^ gap
            if i < other < n:
                if i & gap == 0:
                    if items[i] > items[other]:
                        items[i], items[other] = items[other], items[i]
                elif items[i] < items[other]:
                    items[i], items[other] = items[other], items[i]
        gap //= 2
    return items


@program(call(2**62, 3), call(-(2**62), 3), call(5, 3), call(2**63 - 4, 2))
def counting_near_the_end(start, times):
    """Integers that leave 64 bits go on in Python; counters that start far out are watched."""
    i = 0
    at = start
    while i < times:
        at += start // 4 + 1
        i += 1
    return at, i


@program(call(X[:7].copy(), 3), call(X[:7].copy(), -2), call(X[:7].copy(), 9), call(X[:7].copy(), -9))
def looked_at_where_it_was_tested(x, k):
    """A test of an index holds in its branch only, and not after it."""
    total = 0.0
    n = 0
    while n < 3:
        if 0 <= k and k < len(x):
            total += x[k]
        n += 1
    total += x[k]
    return total


@program(call(np.array([5, 3, 9, 1, 7, 2, 8, 4, 6]), 4), call(np.array([2, 1]), 0))
def kth_by_partition(items, k):
    """Quickselect: both ends close in on the place."""
    low, high = 0, len(items) - 1
    while low < high:
        pivot = items[(low + high) // 2]
        i, j = low, high
        while i <= j:
            while items[i] < pivot:
                i += 1
            while items[j] > pivot:
                j -= 1
            if i <= j:
                items[i], items[j] = items[j], items[i]
                i += 1
                j -= 1
        if k <= j:
            high = j
        elif k >= i:
            low = i
        else:
            break
    return items[k], low, high
