"""Algorithms whose lists grow, shrink, hold lists and are sorted."""

import bisect
import collections
import heapq

import numpy as np

from tests.harness import Theme, call

program = Theme("list_algorithms")
X = np.array([3, 1, 2, 3, 3, 0, 1, 7, 2])


@program(call(30), call(2), call(1))
def sieve(n):
    """Primes, from a list of flags."""
    flags = [True] * (n + 1)
    flags[0] = False
    flags[1] = False
    for i in range(2, int(n**0.5) + 1):
        if flags[i]:
            for j in range(i * i, n + 1, i):
                flags[j] = False
    return [i for i in range(n + 1) if flags[i]]


@program(call(X), call(X[:0]), call(X * 0))
def run_lengths(x):
    """Runs as pairs of value and length; and back."""
    runs = []
    for v in x:
        v = int(v)
        if runs and runs[-1][0] == v:
            runs[-1] = (v, runs[-1][1] + 1)
        else:
            runs.append((v, 1))
    back = []
    for v, n in runs:
        back.extend([v] * n)
    return runs, back


@program(call(X), call(X[:1]))
def run_lengths_in_lists(x):
    """The same with lists that are changed."""
    runs = []
    for v in x:
        if runs and runs[-1][0] == v:
            runs[-1][1] += 1
        else:
            runs.append([int(v), 1])
    return runs


@program(call(np.array([1, 2, 3])), call(np.array([5])), call(np.array([4, 4, 1, 0])))
def permutations(x):
    """All orders, by a stack of choices."""
    n = len(x)
    out = []
    path = []
    used = [False] * n
    pos = [0] * (n + 1)
    depth = 0
    while depth >= 0:
        if depth == n:
            out.append(path[:])
            depth -= 1
            if depth >= 0:
                used[path.pop()] = False
            continue
        i = pos[depth]
        while i < n and used[i]:
            i += 1
        if i < n:
            pos[depth] = i + 1
            used[i] = True
            path.append(i)
            depth += 1
            pos[depth] = 0
        else:
            pos[depth] = 0
            depth -= 1
            if depth >= 0:
                used[path.pop()] = False
    return [[int(x[i]) for i in p] for p in out]


@program(call(np.arange(12).reshape(3, 4)), call(np.arange(3).reshape(3, 1)))
def spiral(m):
    """A matrix along a spiral."""
    out = []
    top, bottom, left, right = 0, m.shape[0] - 1, 0, m.shape[1] - 1
    while top <= bottom and left <= right:
        for j in range(left, right + 1):
            out.append(int(m[top, j]))
        top += 1
        for i in range(top, bottom + 1):
            out.append(int(m[i, right]))
        right -= 1
        if top <= bottom:
            for j in range(right, left - 1, -1):
                out.append(int(m[bottom, j]))
            bottom -= 1
        if left <= right:
            for i in range(bottom, top - 1, -1):
                out.append(int(m[i, left]))
            left += 1
    return out


@program(call(X, 3), call(X, 1), call(X, 9))
def sliding_maximum(x, k):
    """The greatest number in each window, by a deque of places."""
    q = collections.deque()
    out = []
    for i in range(len(x)):
        while q and x[q[-1]] <= x[i]:
            q.pop()
        q.append(i)
        if q[0] <= i - k:
            q.popleft()
        if i >= k - 1:
            out.append(int(x[q[0]]))
    return out


@program(call(np.array([[0.0, 1], [2, 2], [5, 1], [1, 1]]), np.array([0.0, 0.0]), 2))
def nearest(points, at, k):
    """The nearest points, by sorting pairs."""
    d = []
    for i in range(len(points)):
        d.append((float(np.sum((points[i] - at) ** 2)), i))
    near = sorted(d, key=lambda p: p[0])[:k]
    return [i for _, i in near], points[[i for _, i in near]].mean(axis=0)


@program(call(X), call(X[:1]))
def longest_increasing(x):
    """The length of the longest increasing subsequence, by bisection."""
    tails = []
    for v in x:
        v = int(v)
        k = bisect.bisect_left(tails, v)
        if k == len(tails):
            tails.append(v)
        else:
            tails[k] = v
    return len(tails), tails


@program(call(X), call(X[:0]))
def heap_sorted(x):
    """Sorted by a heap."""
    heap = []
    for v in x:
        heapq.heappush(heap, int(v))
    return [heapq.heappop(heap) for _ in range(len(heap))]


@program(call(X.astype(float)), call(np.array([2.0])))
def running_median(x):
    """Medians so far, by two heaps."""
    low, high, out = [], [], []
    for v in x:
        v = float(v)
        if low and v > -low[0]:
            heapq.heappush(high, v)
        else:
            heapq.heappush(low, -v)
        if len(low) > len(high) + 1:
            heapq.heappush(high, -heapq.heappop(low))
        elif len(high) > len(low):
            heapq.heappush(low, -heapq.heappop(high))
        out.append(-low[0] if len(low) > len(high) else (high[0] - low[0]) / 2)
    return out


@program(call(np.array([1.5, 0.2, 0.9, 0.1, 0.5])), call(np.array([0.0])))
def bucket_sorted(x):
    """Sorted by buckets."""
    n = len(x)
    buckets = [[] for _ in range(n)]
    top = x.max() + 1
    for v in x:
        buckets[int(v / top * n)].append(float(v))
    out = []
    for b in buckets:
        b.sort()
        out += b
    return out


@program(call(np.array([170, 45, 75, 90, 2, 802])), call(np.array([0, 0])))
def radix_sorted(x):
    """Sorted by digits, through ten lists."""
    items = x.tolist()
    place = 1
    while max(items) // place > 0:
        digits = [[] for _ in range(10)]
        for v in items:
            digits[v // place % 10].append(v)
        items = [v for d in digits for v in d]
        place *= 10
    return items


@program(call(X, np.array([2, 5])), call(X, np.array([0, 9])))
def chunks_joined(x, cuts):
    """Parts of different lengths in a list, joined in another order."""
    chunks = []
    a = 0
    for b in cuts:
        chunks.append(x[a:b])
        a = b
    chunks.append(x[a:])
    return np.concatenate(chunks[::-1]), [len(c) for c in chunks]


@program(call(X, 4), call(X, 20))
def chunks_walked(x, size):
    """Chunks of a size, walked through."""
    chunks = [x[i : i + size] for i in range(0, len(x), size)]
    out = []
    for c in chunks:
        out.append(int(c.sum()))
    return out


@program(call(5), call(1), call(0))
def pascal(n):
    """Pascal's triangle: rows of rising length."""
    rows = []
    for i in range(n):
        row = [1] * (i + 1)
        for j in range(1, i):
            row[j] = rows[i - 1][j - 1] + rows[i - 1][j]
        rows.append(row)
    return rows


@program(call(X), call(X[:0]))
def copies_written(x):
    """Copies of a list of lists, written to afterwards."""
    rows = [[] for _ in range(4)]
    for v in x:
        rows[int(v) % 4].append(int(v))
    fresh = [list(r) for r in rows]
    for r in fresh:
        r.append(-1)
    same = rows[:]
    same.append([9])
    return rows, fresh, len(same)


@program(call(X, 3))
def printed_rows(x, k):
    """Rows are printed."""
    rows = [[] for _ in range(k)]
    for v in x:
        rows[int(v) % k].append(int(v))
    print(rows, len(rows))
    for r in rows:
        print(r)
    return sum(len(r) for r in rows)


@program(call(X), call(X[:1]))
def next_greater(x):
    """The next greater number of each, by a stack."""
    out = [-1] * len(x)
    stack = []
    for i in range(len(x)):
        while stack and x[stack[-1]] < x[i]:
            out[stack.pop()] = int(x[i])
        stack.append(i)
    return out


@program(call(np.array([1, 5, 9]), np.array([2, 3, 10, 11])), call(X[:0], X[:2]))
def merged_sorted(a, b):
    """Two sorted arrays merged into a list."""
    out = []
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            out.append(int(a[i]))
            i += 1
        else:
            out.append(int(b[j]))
            j += 1
    out.extend(a[i:].tolist())
    out.extend(b[j:].tolist())
    return out


@program(call(6), call(4))
def queens(n):
    """How many ways n queens stand, by backtracking with lists."""
    count = 0
    cols = []
    start = 0
    while True:
        found = False
        for c in range(start, n):
            ok = True
            for r in range(len(cols)):
                if cols[r] == c or abs(cols[r] - c) == len(cols) - r:
                    ok = False
                    break
            if ok:
                cols.append(c)
                found = True
                break
        if found and len(cols) < n:
            start = 0
            continue
        if found:
            count += 1
        elif not cols:
            return count
        start = cols.pop() + 1


@program(call(np.array([3, 4, 5]), 2), call(np.array([1, 1, 1, 1]), 3))
def subsets(x, k):
    """All choices of k, as lists."""
    out = [[]]
    for v in x:
        out = out + [s + [int(v)] for s in out if len(s) < k]
    return [s for s in out if len(s) == k]
