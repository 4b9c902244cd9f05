"""Loops in loops over lists, dicts and sets that only the run fills: what costs most to trace."""

import collections


def match_three(board):
    """Cells that lie three in a row go, and what is above falls down, until nothing does."""
    g, score, n = [[int(v) for v in row] for row in board], 0, len(board)
    while True:
        gone = set()
        for i in range(n):
            for j in range(n):
                if g[i][j] == 0:
                    continue
                if j + 2 < n and g[i][j] == g[i][j + 1] == g[i][j + 2]:
                    gone |= {(i, j), (i, j + 1), (i, j + 2)}
                if i + 2 < n and g[i][j] == g[i + 1][j] == g[i + 2][j]:
                    gone |= {(i, j), (i + 1, j), (i + 2, j)}
        if not gone:
            return score, g
        score += len(gone)
        for i, j in gone:
            g[i][j] = 0
        for j in range(n):
            column = [g[i][j] for i in range(n) if g[i][j]]
            column = [0] * (n - len(column)) + column
            for i in range(n):
                g[i][j] = column[i]


def seats(plan):
    """Neighbours sit down and stand up until nobody moves any more."""
    g, rounds = [[["L", "#", "."][int(v)] for v in row] for row in plan], 0
    h, w = len(g), len(g[0])
    while True:
        new, changed = [row[:] for row in g], False
        for i in range(h):
            for j in range(w):
                taken = 0
                for a, b in ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
                    if 0 <= i + a < h and 0 <= j + b < w and g[i + a][j + b] == "#":
                        taken += 1
                if g[i][j] == "L" and taken == 0:
                    new[i][j], changed = "#", True
                elif g[i][j] == "#" and taken >= 4:
                    new[i][j], changed = "L", True
        g, rounds = new, rounds + 1
        if not changed:
            return sum(row.count("#") for row in g), rounds


def betweenness(edges, n):
    """How many shortest paths lead through each node, by Brandes."""
    near = {i: [] for i in range(n)}
    for u, v in edges:
        near[int(u)].append(int(v))
        near[int(v)].append(int(u))
    found = dict.fromkeys(near, 0.0)
    for start in near:
        order, before = [], {w: [] for w in near}
        paths, far = dict.fromkeys(near, 0), dict.fromkeys(near, -1)
        paths[start], far[start] = 1, 0
        queue = collections.deque([start])
        while queue:
            v = queue.popleft()
            order.append(v)
            for w in near[v]:
                if far[w] < 0:
                    queue.append(w)
                    far[w] = far[v] + 1
                if far[w] == far[v] + 1:
                    paths[w] += paths[v]
                    before[w].append(v)
        share = dict.fromkeys(near, 0.0)
        while order:
            w = order.pop()
            for v in before[w]:
                share[v] += paths[v] / paths[w] * (1 + share[w])
            if w != start:
                found[w] += share[w]
    return found


def components(edges, n):
    """Strongly connected components, by Tarjan with calls of itself."""
    graph = {i: [] for i in range(n)}
    for u, v in edges:
        graph[int(u)].append(int(v))
    index, low, on, stack, out, count = {}, {}, set(), [], [], [0]

    def visit(v):
        index[v] = low[v] = count[0]
        count[0] += 1
        stack.append(v)
        on.add(v)
        for w in graph[v]:
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in on:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            part = []
            while True:
                w = stack.pop()
                on.discard(w)
                part.append(w)
                if w == v:
                    break
            out.append(part)

    for v in graph:
        if v not in index:
            visit(v)
    return out


def tallies(numbers):
    """Loops inside of one another, each with a dict or set of its own that those inside of it fill."""
    kinds = 0
    for a in numbers:
        sizes = set()
        for b in numbers:
            seen = {}
            for c in numbers:
                found = set()
                for d in numbers:
                    found.add(int(a + b + c + d) % 7)
                seen[len(found) + int(c) % 3] = seen.get(len(found), 0) + 1
            sizes.add(len(seen))
        kinds += len(sizes)
    return kinds
