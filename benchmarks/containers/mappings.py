"""Programs about dicts and sets whose keys only the run knows, as a Python programmer writes them."""

import heapq
from collections import Counter, OrderedDict, defaultdict, deque


def counting(a):
    counts = {}
    for x in a.tolist():
        counts[x] = counts.get(x, 0) + 1
    return counts


def counter_common(a):
    counts = Counter()
    for x in a.tolist():
        counts[x] += 1
    return counts.most_common(5)


def two_sum(a, target):
    seen = {}
    xs = a.tolist()
    for i in range(len(xs)):
        if target - xs[i] in seen:
            return seen[target - xs[i]], i
        seen[xs[i]] = i
    return -1, -1


def sliding_distinct(a, k):
    counts = {}
    xs = a.tolist()
    best = 0
    for i in range(len(xs)):
        counts[xs[i]] = counts.get(xs[i], 0) + 1
        if i >= k:
            old = xs[i - k]
            counts[old] -= 1
            if counts[old] == 0:
                del counts[old]
        best = max(best, len(counts))
    return best


def dict_churn(a):
    d = {}
    for x in a.tolist():
        if x in d:
            d.pop(x)
        else:
            d[x] = len(d)
    return list(d.items())


def lru_ordered(a, size):
    cache = OrderedDict()
    hits = 0
    for x in a.tolist():
        if x in cache:
            cache.move_to_end(x)
            hits += 1
        else:
            cache[x] = x * x
            if len(cache) > size:
                cache.popitem(last=False)
    return hits, list(cache)


def lru_dict(a, size):
    cache = {}
    hits = 0
    for x in a.tolist():
        if x in cache:
            value = cache.pop(x)
            hits += 1
        else:
            value = x * 2
            if len(cache) >= size:
                cache.pop(next(iter(cache)))
        cache[x] = value
    return hits, list(cache)


def set_discards(a):
    live = set()
    most = 0
    for x in a.tolist():
        if x % 3 == 0:
            live.discard(x // 3)
        else:
            live.add(x)
        most = max(most, len(live))
    return most, sorted(live)


def longest_run(a):
    present = set(a.tolist())
    best = 0
    for x in a.tolist():
        if x - 1 not in present:
            y = x
            while y in present:
                y += 1
            best = max(best, y - x)
    return best


def grouped(a):
    groups = {}
    for x in a.tolist():
        key = x % 97
        if key not in groups:
            groups[key] = []
        groups[key].append(x)
    return sum(max(group) for group in groups.values()), len(groups)


def grouped_default(a):
    groups = defaultdict(list)
    for i, x in enumerate(a.tolist()):
        groups[x % 211].append(i)
    return [len(groups[key]) for key in sorted(groups)]


def tuple_keys(a, b):
    grid = {}
    for x, y in zip(a.tolist(), b.tolist()):
        key = (x % 50, y % 50)
        grid[key] = grid.get(key, 0) + x
    total = 0
    for (x, y), value in grid.items():
        total += x * y * value
    return total


def graph_dict_bfs(us, vs):
    graph = {}
    for u, v in zip(us.tolist(), vs.tolist()):
        graph.setdefault(u, []).append(v)
        graph.setdefault(v, []).append(u)
    start = us.tolist()[0]
    distance = {start: 0}
    queue = deque([start])
    while queue:
        u = queue.popleft()
        for v in graph[u]:
            if v not in distance:
                distance[v] = distance[u] + 1
                queue.append(v)
    return distance


def dijkstra_dict(us, vs, ws):
    graph = defaultdict(list)
    for u, v, w in zip(us.tolist(), vs.tolist(), ws.tolist()):
        graph[u].append((v, w))
    best = {0: 0}
    heap = [(0, 0)]
    while heap:
        d, u = heapq.heappop(heap)
        if d > best[u]:
            continue
        for v, w in graph[u]:
            if v not in best or d + w < best[v]:
                best[v] = d + w
                heapq.heappush(heap, (d + w, v))
    return best


def memo_collatz(limit):
    n = int(limit[0])
    memo = {1: 1}
    longest = 1
    best = 1
    for start in range(2, n):
        steps = 0
        x = start
        while x not in memo:
            x = x // 2 if x % 2 == 0 else 3 * x + 1
            steps += 1
        memo[start] = memo[x] + steps
        if memo[start] > longest:
            longest = memo[start]
            best = start
    return best, longest


def union_find(us, vs):
    parent = {}
    for u, v in zip(us.tolist(), vs.tolist()):
        for x in (u, v):
            if x not in parent:
                parent[x] = x
        while parent[u] != u:
            parent[u] = parent[parent[u]]
            u = parent[u]
        while parent[v] != v:
            parent[v] = parent[parent[v]]
            v = parent[v]
        if u != v:
            parent[u] = v
    roots = 0
    for x in parent:
        if parent[x] == x:
            roots += 1
    return roots


def linked_list(a):
    after = {}
    head = -1
    for x in a.tolist():
        if x not in after:
            after[x] = head
            head = x
    total = 0
    place = 0
    while head != -1:
        total += head * place
        place += 1
        head = after[head]
    return total


def trie(a):
    children = {}
    nodes = 1
    for x in a.tolist():
        node = 0
        while x > 0:
            key = (node, x % 4)
            if key not in children:
                children[key] = nodes
                nodes += 1
            node = children[key]
            x //= 4
    return nodes


def dp_dict(a, limit):
    ways = {0: 1}
    for x in a.tolist():
        new = dict(ways)
        for total, count in ways.items():
            if total + x <= limit:
                new[total + x] = (new.get(total + x, 0) + count) % 1000007
        ways = new
    return ways


def sorted_dict(a):
    counts = {}
    for x in a.tolist():
        counts[x] = counts.get(x, 0) + 1
    out = []
    for key in sorted(counts, key=lambda k: (-counts[k], k)):
        out.append(key)
    return out


def life_set(a, b, steps):
    live = set(zip(a.tolist(), b.tolist()))
    for _ in range(steps):
        counts = {}
        for x, y in live:
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    if dx or dy:
                        cell = (x + dx, y + dy)
                        counts[cell] = counts.get(cell, 0) + 1
        live = {cell for cell, n in counts.items() if n == 3 or (n == 2 and cell in live)}
    return len(live)


def neighbours(us, vs, n):
    graph = {i: [] for i in range(n)}
    for u, v in zip(us, vs):
        graph[u].append(v)
        graph[v].append(u)
    return max(graph, key=lambda k: len(graph[k])), sum(len(graph[k]) for k in graph)
