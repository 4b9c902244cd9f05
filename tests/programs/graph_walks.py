"""Algorithms on graphs that are lists of neighbours, dicts of lists and queues, made from arrays of edges."""

import collections
import heapq

import numpy as np

from tests.harness import Theme, call

program = Theme("graph_walks")
EDGES = np.array([[0, 1], [0, 2], [1, 3], [2, 3], [3, 4], [5, 6]])
WEIGHTS = np.array([2.0, 1.0, 5.0, 1.5, 1.0, 3.0])


def lists(n, edges):
    """The neighbours of each node, in both directions."""
    adj = [[] for _ in range(n)]
    for a, b in edges:
        adj[int(a)].append(int(b))
        adj[int(b)].append(int(a))
    return adj


@program(call(7, EDGES, 0), call(7, EDGES, 5), call(7, EDGES[:0], 3))
def breadth_first(n, edges, start):
    """How far each node is, by a deque."""
    adj = [[] for _ in range(n)]
    for a, b in edges:
        adj[int(a)].append(int(b))
        adj[int(b)].append(int(a))
    dist = [-1] * n
    dist[start] = 0
    queue = collections.deque([start])
    while queue:
        u = queue.popleft()
        for v in adj[u]:
            if dist[v] < 0:
                dist[v] = dist[u] + 1
                queue.append(v)
    return dist


@program(call(7, EDGES, 0), call(7, EDGES, 6))
def breadth_first_levels(n, edges, start):
    """Whole levels at a time, in lists that take each other's place."""
    adj = lists(n, edges)
    seen = np.zeros(n, dtype=bool)
    seen[start] = True
    level = [start]
    sizes = []
    while level:
        sizes.append(len(level))
        after = []
        for u in level:
            for v in adj[u]:
                if not seen[v]:
                    seen[v] = True
                    after.append(v)
        level = after
    return sizes


@program(call(7, EDGES, WEIGHTS, 0), call(7, EDGES, WEIGHTS, 5))
def dijkstra(n, edges, weights, start):
    """Shortest ways with a heap of pairs."""
    adj = [[] for _ in range(n)]
    for k in range(len(edges)):
        a, b = int(edges[k, 0]), int(edges[k, 1])
        w = float(weights[k])
        adj[a].append((b, w))
        adj[b].append((a, w))
    dist = np.full(n, np.inf)
    dist[start] = 0.0
    heap = [(0.0, start)]
    while heap:
        d, u = heapq.heappop(heap)
        if d > dist[u]:
            continue
        for v, w in adj[u]:
            if d + w < dist[v]:
                dist[v] = d + w
                heapq.heappush(heap, (d + w, v))
    return dist


@program(call(7, EDGES), call(7, EDGES[:0]))
def components(n, edges):
    """How many parts a graph has, by union and find with shortened ways."""
    parent = list(range(n))

    def find(x):
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x

    count = n
    for a, b in edges:
        ra, rb = find(int(a)), find(int(b))
        if ra != rb:
            parent[ra] = rb
            count -= 1
    return count, [find(i) for i in range(n)]


@program(call(7, EDGES), call(5, np.array([[0, 1], [1, 2], [2, 0]])))
def topological(n, edges):
    """Nodes in an order in which edges point forwards, or none."""
    after = [[] for _ in range(n)]
    missing = [0] * n
    for a, b in edges:
        after[int(a)].append(int(b))
        missing[int(b)] += 1
    queue = collections.deque(i for i in range(n) if missing[i] == 0)
    order = []
    while queue:
        u = queue.popleft()
        order.append(u)
        for v in after[u]:
            missing[v] -= 1
            if missing[v] == 0:
                queue.append(v)
    return order if len(order) == n else None


@program(call(10, EDGES, 0), call(10, EDGES, 4))
def depth_first(n, edges, start):
    """The order of a walk with a stack."""
    adj = lists(n, edges)
    seen = set()
    order = []
    stack = [start]
    while stack:
        u = stack.pop()
        if u in seen:
            continue
        seen.add(u)
        order.append(u)
        for v in reversed(adj[u]):
            if v not in seen:
                stack.append(v)
    return order


@program(call(EDGES, 0), call(EDGES, 3))
def default_dict_graph(edges, start):
    """The same with defaultdict and a set of what has been seen."""
    graph = collections.defaultdict(list)
    for a, b in edges:
        graph[int(a)].append(int(b))
        graph[int(b)].append(int(a))
    seen = {start}
    queue = collections.deque([start])
    total = 0
    while queue:
        u = queue.popleft()
        total += u
        for v in graph[u]:
            if v not in seen:
                seen.add(v)
                queue.append(v)
    return total, len(seen), sorted(seen)


@program(call(7, EDGES, WEIGHTS))
def spanning_tree(n, edges, weights):
    """Kruskal's tree: edges by weight, joined with union by size."""
    order = sorted(range(len(weights)), key=lambda k: weights[k])
    parent = np.arange(n)
    size = [1] * n
    total = 0.0
    used = []
    for k in order:
        a, b = int(edges[k, 0]), int(edges[k, 1])
        while parent[a] != a:
            a = int(parent[a])
        while parent[b] != b:
            b = int(parent[b])
        if a != b:
            if size[a] < size[b]:
                a, b = b, a
            parent[b] = a
            size[a] += size[b]
            total += float(weights[k])
            used.append(k)
    return total, used


@program(call(np.array([[0, 0, 1], [1, 0, 1], [1, 1, 0]])), call(np.ones((3, 3), dtype=int)))
def islands(grid):
    """How many patches of ones a grid has, by a stack of places."""
    rows, cols = grid.shape
    seen = np.zeros(grid.shape, dtype=bool)
    count = 0
    for r in range(rows):
        for c in range(cols):
            if grid[r, c] == 0 or seen[r, c]:
                continue
            count += 1
            seen[r, c] = True
            stack = [(r, c)]
            while stack:
                i, j = stack.pop()
                for di, dj in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                    a, b = i + di, j + dj
                    if 0 <= a < rows and 0 <= b < cols and grid[a, b] != 0 and not seen[a, b]:
                        seen[a, b] = True
                        stack.append((a, b))
    return count


@program(call(np.array([[0, 0, 1], [1, 0, 1], [1, 0, 0]])), call(np.array([[0, 1], [1, 0]])))
def maze(grid):
    """The shortest way through a maze, with a set of places."""
    rows, cols = grid.shape
    queue = collections.deque([(0, 0, 1)])
    seen = {(0, 0)}
    while queue:
        r, c, d = queue.popleft()
        if r == rows - 1 and c == cols - 1:
            return d
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            nr, nc = r + dr, c + dc
            if 0 <= nr < rows and 0 <= nc < cols and grid[nr, nc] == 0 and (nr, nc) not in seen:
                seen.add((nr, nc))
                queue.append((nr, nc, d + 1))
    return -1


@program(call(7, EDGES))
def degrees_sorted(n, edges):
    """Buckets of nodes by degree, joined again."""
    degree = [0] * n
    for a, b in edges:
        degree[a] += 1
        degree[b] += 1
    buckets = [[] for _ in range(max(degree) + 1)]
    for v in range(n):
        buckets[degree[v]].append(v)
    order = []
    for bucket in buckets:
        order.extend(bucket)
    return order
