"""Programs about lists, deques and heaps whose length only the run knows, as a Python programmer writes them."""

import bisect
import heapq
from collections import deque


def append_filter(a):
    kept = []
    for x in a.tolist():
        if x % 3 != 0:
            kept.append(x * 2)
    return sum(kept), len(kept)


def stack_machine(a):
    stack = []
    for x in a.tolist():
        if x % 4 == 0 and len(stack) > 1:
            b = stack.pop()
            stack[-1] = (stack[-1] + b) % 1000003
        else:
            stack.append(x)
    return len(stack), sum(stack)


def pop_front(a):
    queue = a.tolist()
    total = 0
    while len(queue) > 1:
        total += queue.pop(0) ^ queue[-1]
    return total


def insert_front(a):
    xs = []
    for x in a.tolist():
        xs.insert(0, x)
    return xs


def membership(a):
    seen = []
    for x in a.tolist():
        if x not in seen:
            seen.append(x)
    return seen


def remove_by_value(a):
    xs = a.tolist()
    for x in a.tolist():
        if x % 2 == 0:
            xs.remove(x)
    return xs


def deque_both_ends(a):
    d = deque()
    for x in a.tolist():
        if x % 2:
            d.append(x)
        else:
            d.appendleft(x)
        if len(d) > 50:
            d.popleft()
            d.pop()
    return list(d)


def sliding_maximum(a, k):
    xs = a.tolist()
    window = deque()
    out = []
    for i in range(len(xs)):
        while window and xs[window[-1]] <= xs[i]:
            window.pop()
        window.append(i)
        if window[0] <= i - k:
            window.popleft()
        if i >= k - 1:
            out.append(xs[window[0]])
    return out


def heap_sort(a):
    heap = []
    for x in a.tolist():
        heapq.heappush(heap, x)
    return [heapq.heappop(heap) for _ in range(len(heap))]


def priority_tuples(a):
    heap = []
    for i, x in enumerate(a.tolist()):
        heapq.heappush(heap, (x % 100, i))
        if len(heap) > 64:
            heapq.heappop(heap)
    return [pair[1] for pair in sorted(heap)]


def heapified(a):
    heap = a.tolist()
    heapq.heapify(heap)
    total = 0
    for k in range(len(a) // 2):
        total += k * heapq.heapreplace(heap, heap[0] + 1000)
    return total


def insertion_bisect(a):
    ordered = []
    for x in a.tolist():
        bisect.insort(ordered, x)
    return ordered


def sorted_pairs(a, b):
    pairs = []
    for x, y in zip(a.tolist(), b.tolist()):
        pairs.append((x, y))
    pairs.sort(key=lambda p: (p[1], -p[0]))
    return [p[0] for p in pairs]


def merged_intervals(a, b):
    intervals = []
    for x, y in zip(a.tolist(), b.tolist()):
        intervals.append((x, x + y % 7))
    intervals.sort()
    merged = []
    for lo, hi in intervals:
        if merged and lo <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], hi))
        else:
            merged.append((lo, hi))
    return merged


def radix_sort(a):
    xs = a.tolist()
    shift = 0
    while shift < 16:
        buckets = [[] for _ in range(16)]
        for x in xs:
            buckets[(x >> shift) & 15].append(x)
        xs = []
        for bucket in buckets:
            xs.extend(bucket)
        shift += 4
    return xs


def bucket_sort(a):
    xs = a.tolist()
    n = len(xs)
    top = max(xs) + 1
    buckets = [[] for _ in range(n)]
    for x in xs:
        buckets[x * n // top].append(x)
    out = []
    for bucket in buckets:
        bucket.sort()
        for x in bucket:
            out.append(x)
    return out


def adjacency_bfs(us, vs, n):
    graph = [[] for _ in range(n)]
    for u, v in zip(us.tolist(), vs.tolist()):
        graph[u].append(v)
        graph[v].append(u)
    distance = [-1] * n
    distance[0] = 0
    queue = deque([0])
    while queue:
        u = queue.popleft()
        for v in graph[u]:
            if distance[v] < 0:
                distance[v] = distance[u] + 1
                queue.append(v)
    return distance


def adjacency_dfs(us, vs, n):
    graph = [[] for _ in range(n)]
    for u, v in zip(us.tolist(), vs.tolist()):
        graph[u].append(v)
    seen = [False] * n
    order = []
    for start in range(n):
        if seen[start]:
            continue
        stack = [start]
        seen[start] = True
        while stack:
            u = stack.pop()
            order.append(u)
            for v in graph[u]:
                if not seen[v]:
                    seen[v] = True
                    stack.append(v)
    return order


def dijkstra_lists(us, vs, ws, n):
    graph = [[] for _ in range(n)]
    for u, v, w in zip(us.tolist(), vs.tolist(), ws.tolist()):
        graph[u].append((v, w))
    best = [10**9] * n
    best[0] = 0
    heap = [(0, 0)]
    while heap:
        d, u = heapq.heappop(heap)
        if d > best[u]:
            continue
        for v, w in graph[u]:
            if d + w < best[v]:
                best[v] = d + w
                heapq.heappush(heap, (d + w, v))
    return best


def topological(us, vs, n):
    graph = [[] for _ in range(n)]
    degree = [0] * n
    for u, v in zip(us.tolist(), vs.tolist()):
        if u < v:
            graph[u].append(v)
            degree[v] += 1
    ready = [u for u in range(n) if degree[u] == 0]
    order = []
    while ready:
        u = ready.pop()
        order.append(u)
        for v in graph[u]:
            degree[v] -= 1
            if degree[v] == 0:
                ready.append(v)
    return order


def pascal_rows(n):
    rows = [[1]]
    while len(rows) < n:
        last = rows[-1]
        row = [1]
        for k in range(len(last) - 1):
            row.append((last[k] + last[k + 1]) % 1000007)
        row.append(1)
        rows.append(row)
    return rows[-1]


def queue_of_tuples(limit):
    n = int(limit[0])
    queue = [(0, 0, 0)]
    head = 0
    total = 0
    seen = [[False] * 64 for _ in range(64)]
    seen[0][0] = True
    while head < len(queue):
        x, y, d = queue[head]
        head += 1
        total += d
        for dx, dy in ((1, 2), (2, 1), (-1, 2), (2, -1), (1, -2), (-2, 1), (-1, -2), (-2, -1)):
            nx = x + dx
            ny = y + dy
            if 0 <= nx < 64 and 0 <= ny < 64 and nx < n and not seen[nx][ny]:
                seen[nx][ny] = True
                queue.append((nx, ny, d + 1))
    return total, len(queue)


def quicksort_lists(a):
    return _quicksort(a.tolist())


def _quicksort(xs):
    if len(xs) <= 1:
        return xs
    pivot = xs[0]
    below = [x for x in xs[1:] if x < pivot]
    same = [x for x in xs if x == pivot]
    above = [x for x in xs[1:] if x > pivot]
    return _quicksort(below) + same + _quicksort(above)
