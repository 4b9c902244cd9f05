"""Loops that search: counters kept by hand, early exits, elements that change places, small buffers."""

import numpy as np


def binary_search(table, wanted):
    places = np.empty(len(wanted), dtype=np.int64)
    for k in range(len(wanted)):
        low = 0
        high = len(table)
        while low < high:
            middle = (low + high) // 2
            if table[middle] < wanted[k]:
                low = middle + 1
            else:
                high = middle
        places[k] = low
    return places


def bitonic_sort(a):
    n = a.shape[0]
    size = 2
    while size <= n:
        gap = size // 2
        while gap > 0:
            for i in range(n):
                j = i ^ gap
                if j > i:
                    if (i & size) == 0:
                        if a[i] > a[j]:
                            kept = a[i]
                            a[i] = a[j]
                            a[j] = kept
                    else:
                        if a[i] < a[j]:
                            kept = a[i]
                            a[i] = a[j]
                            a[j] = kept
            gap //= 2
        size *= 2
    return a


def quick_sort(a):
    stack = np.zeros(128, dtype=np.int64)
    stack[1] = a.shape[0] - 1
    top = 2
    while top > 0:
        top -= 2
        low = stack[top]
        high = stack[top + 1]
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
                    kept = a[i]
                    a[i] = a[j]
                    a[j] = kept
                    i += 1
                    j -= 1
            stack[top] = i
            stack[top + 1] = high
            top += 2
            high = j
    return a


def insertion_sort(a):
    for i in range(1, a.shape[0]):
        item = a[i]
        j = i - 1
        while j >= 0 and a[j] > item:
            a[j + 1] = a[j]
            j -= 1
        a[j + 1] = item
    return a


def collatz(n):
    longest = 0
    at = 0
    for i in range(1, n):
        x = i
        steps = 0
        while x != 1:
            if x % 2 == 0:
                x //= 2
            else:
                x = 3 * x + 1
            steps += 1
        if steps > longest:
            longest = steps
            at = i
    return longest, at


def occurrences(text, pattern):
    m = pattern.shape[0]
    back = np.zeros(m, dtype=np.int64)
    k = 0
    for i in range(1, m):
        while k > 0 and pattern[k] != pattern[i]:
            k = back[k - 1]
        if pattern[k] == pattern[i]:
            k += 1
        back[i] = k
    count = 0
    k = 0
    for i in range(text.shape[0]):
        while k > 0 and pattern[k] != text[i]:
            k = back[k - 1]
        if pattern[k] == text[i]:
            k += 1
        if k == m:
            count += 1
            k = back[k - 1]
    return count


def median_filter(image):
    rows, columns = image.shape
    out = image.copy()
    window = np.zeros(9, dtype=image.dtype)
    for y in range(1, rows - 1):
        for x in range(1, columns - 1):
            k = 0
            for dy in range(-1, 2):
                for dx in range(-1, 2):
                    window[k] = image[y + dy, x + dx]
                    k += 1
            for i in range(1, 9):
                item = window[i]
                j = i - 1
                while j >= 0 and window[j] > item:
                    window[j + 1] = window[j]
                    j -= 1
                window[j + 1] = item
            out[y, x] = window[4]
    return out


def runs(a):
    out = np.zeros((a.shape[0], 2), dtype=np.int64)
    n = a.shape[0]
    count = 0
    i = 0
    while i < n:
        j = i
        while j < n and a[j] == a[i]:
            j += 1
        out[count, 0] = a[i]
        out[count, 1] = j - i
        count += 1
        i = j
    return out, count


def merge(a, b):
    out = np.empty(len(a) + len(b))
    i = 0
    j = 0
    k = 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            out[k] = a[i]
            i += 1
        else:
            out[k] = b[j]
            j += 1
        k += 1
    while i < len(a):
        out[k] = a[i]
        i += 1
        k += 1
    while j < len(b):
        out[k] = b[j]
        j += 1
        k += 1
    return out


def edges(mask):
    rows, columns = mask.shape
    count = 0
    for i in range(rows):
        for j in range(columns):
            if mask[i, j] and not mask[(i + 1) % rows, j]:
                count += 1
    return count


def viterbi(seen, moves, shows, start):
    steps = len(seen)
    states = moves.shape[0]
    score = np.zeros((steps, states))
    back = np.zeros((steps, states), dtype=np.int64)
    for s in range(states):
        score[0, s] = start[s] + shows[s, seen[0]]
    for t in range(1, steps):
        for s in range(states):
            best = -np.inf
            place = 0
            for r in range(states):
                found = score[t - 1, r] + moves[r, s]
                if found > best:
                    best = found
                    place = r
            score[t, s] = best + shows[s, seen[t]]
            back[t, s] = place
    path = np.zeros(steps, dtype=np.int64)
    path[steps - 1] = np.argmax(score[steps - 1])
    for t in range(steps - 2, -1, -1):
        path[t] = back[t + 1, path[t + 1]]
    return path


def palindromes(a):
    n = len(a)
    count = 0
    for middle in range(2 * n - 1):
        left = middle // 2
        right = left + middle % 2
        while left >= 0 and right < n and a[left] == a[right]:
            count += 1
            left -= 1
            right += 1
    return count


def shell_sort(a):
    n = len(a)
    gap = n // 2
    while gap > 0:
        for i in range(gap, n):
            item = a[i]
            j = i
            while j >= gap and a[j - gap] > item:
                a[j] = a[j - gap]
                j -= gap
            a[j] = item
        gap //= 2
    return a


def hull(points):
    """The lower half of the convex hull of points that are sorted."""
    n = points.shape[0]
    kept = np.zeros(2 * n, dtype=np.int64)
    k = 0
    for i in range(n):
        while k >= 2:
            ax = points[kept[k - 1], 0] - points[kept[k - 2], 0]
            ay = points[kept[k - 1], 1] - points[kept[k - 2], 1]
            bx = points[i, 0] - points[kept[k - 2], 0]
            by = points[i, 1] - points[kept[k - 2], 1]
            if ax * by - ay * bx > 0:
                break
            k -= 1
        kept[k] = i
        k += 1
    return kept[:k]


def repeats(a):
    """How many pieces a window of 64 leaves, as Lempel and Ziv cut them."""
    n = len(a)
    i = 0
    count = 0
    while i < n:
        best = 0
        for start in range(max(0, i - 64), i):
            k = 0
            while i + k < n and k < 15 and a[start + k] == a[i + k]:
                k += 1
            if k > best:
                best = k
        i += max(best, 1)
        count += 1
    return count


def window_medians(x, width):
    out = np.zeros(len(x) - width + 1)
    for i in range(len(out)):
        window = x[i : i + width].copy()
        window.sort()
        out[i] = window[width // 2]
    return out


def in_common(a, b):
    """How many numbers two sorted lists share."""
    i = j = count = 0
    while i < len(a) and j < len(b):
        if a[i] == b[j]:
            count += 1
            i += 1
            j += 1
        elif a[i] < b[j]:
            i += 1
        else:
            j += 1
    return count


def widest(heights):
    """The largest area between two walls."""
    i, j, best = 0, len(heights) - 1, 0.0
    while i < j:
        best = max(best, (j - i) * min(heights[i], heights[j]))
        if heights[i] < heights[j]:
            i += 1
        else:
            j -= 1
    return best


def filtered(image):
    """The median of each place and its neighbours, by NumPy's name for it."""
    out = image.copy()
    for i in range(1, image.shape[0] - 1):
        for j in range(1, image.shape[1] - 1):
            out[i, j] = np.median(image[i - 1 : i + 2, j - 1 : j + 2])
    return out
