"""Lists of lists whose lengths only the running program knows: tables, buckets, graphs, groups, recurrences."""

import numpy as np

from tests.harness import Theme, call

program = Theme("ragged_lists")
N = np.int64
X = np.array([3, 1, 2, 5, 4, 0])
E = np.array([[0, 1], [1, 2], [0, 3], [3, 4]])


@program(call(N(4)), call(N(0)), call(N(6)))
def pascal(n):
    """Each row is made of the one before."""
    rows = []
    for i in range(n):
        row = [1]
        for j in range(1, i):
            row.append(rows[i - 1][j - 1] + rows[i - 1][j])
        if i > 0:
            row.append(1)
        rows.append(row)
    return rows


@program(call(X, N(3)), call(X, N(1)), call(X * 0, N(2)))
def buckets(x, n):
    """As many lists as a value says, appended to in any order."""
    b = [[] for _ in range(n)]
    for v in x:
        b[int(v) % n].append(int(v))
    return b


@program(call(X), call(X[:3]), call(X * 0))
def buckets_static(x):
    """A known number of lists, appended to in any order."""
    b = [[] for _ in range(3)]
    for v in x:
        b[int(v) % 3].append(int(v))
    return [len(r) for r in b], b


@program(call(E, N(5)), call(E[:2], N(3)), call(E * 0, N(2)))
def adjacency(e, n):
    """Both ends of an edge are appended to the lists of a graph."""
    adj = [[] for _ in range(n)]
    for a, b in e:
        adj[a].append(int(b))
        adj[b].append(int(a))
    return adj, [len(r) for r in adj]


@program(call(E, N(5)), call(E[:2], N(3)))
def bfs_adj(e, n):
    """A search over the lists of a graph."""
    adj = [[] for _ in range(n)]
    for i in range(e.shape[0]):
        adj[e[i, 0]].append(e[i, 1])
        adj[e[i, 1]].append(e[i, 0])
    seen = [False] * n
    order = []
    stack = [0]
    while stack:
        u = stack.pop()
        if seen[u]:
            continue
        seen[u] = True
        order.append(u)
        for v in adj[u]:
            if not seen[v]:
                stack.append(v)
    return order


@program(call(N(4), N(3)), call(N(2), N(5)), call(N(0), N(1)))
def table(n, m):
    """A table of zeros, written to item by item."""
    dp = [[0] * m for _ in range(n)]
    for i in range(n):
        for j in range(m):
            dp[i][j] = i * j + (dp[i - 1][j] if i > 0 else 1)
    return dp


@program(call(N(5)), call(N(0)))
def flatten(n):
    """A comprehension over the rows."""
    rows = [list(range(i)) for i in range(n)]
    flat = [v for r in rows for v in r]
    return flat, len(rows), sum(flat)


@program(call(N(5)), call(N(1)))
def concat(n):
    """Rows are joined in three ways."""
    rows = [[i] * i for i in range(n)]
    out = []
    for r in rows:
        out = out + r
    out2 = []
    for r in rows:
        out2.extend(r)
    out3 = []
    for r in rows:
        out3 += r
    return out, out2, out3


@program(call(N(5)), call(N(1)))
def sum_rows(n):
    """What sum, len and max say of rows."""
    rows = [[i + j for j in range(i)] for i in range(n)]
    return [sum(r) for r in rows], [len(r) for r in rows], max(len(r) for r in rows)


@program(call(N(12)), call(N(2)))
def divisors(n):
    """A comprehension with a condition makes each row."""
    d = []
    for i in range(1, n + 1):
        d.append([k for k in range(1, i + 1) if i % k == 0])
    return d


@program(call(N(5)), call(N(1)))
def poly_mul(n):
    """A product of polynomials, each longer than the one before."""
    p = [1]
    ps = []
    for i in range(n):
        q = [0] * (len(p) + 1)
        for k in range(len(p)):
            q[k] += p[k] * i
            q[k + 1] += p[k]
        p = q
        ps.append(p)
    return ps


@program(call(X), call(X * 0))
def runs(x):
    """The last row is made longer, or a new one begins."""
    runs = []
    for v in x:
        v = int(v)
        if runs and runs[-1][-1] < v:
            runs[-1].append(v)
        else:
            runs.append([v])
    return runs


@program(call(N(4)), call(N(3)))
def subsets(n):
    """All subsets, from the rows there are."""
    res = [[]]
    for i in range(n):
        res = res + [s + [i] for s in res]
    return res


@program(call(N(4)), call(N(3)))
def subsets2(n):
    """All subsets, added to the list itself."""
    res = [[]]
    for i in range(n):
        new = []
        for s in res:
            new.append(s + [i])
        res.extend(new)
    return res


@program(call(N(3)), call(N(4)))
def perms(n):
    """All permutations, by insertion."""
    out = [[]]
    for k in range(n):
        new = []
        for p in out:
            for i in range(len(p) + 1):
                new.append(p[:i] + [k] + p[i:])
        out = new
    return out


@program(call(N(4)), call(N(1)))
def transpose(n):
    """A comprehension over two indices."""
    m = [[i * n + j for j in range(n)] for i in range(n)]
    return [[m[j][i] for j in range(n)] for i in range(n)]


@program(call(N(3)), call(N(5)))
def sort_in_place(n):
    """Rows are sorted and reversed in place."""
    out = [[(i * 7 + j * 5) % 4 for j in range(i + 1)] for i in range(n)]
    for r in out:
        r.sort()
    for r in out:
        r.reverse()
    return out


@program(call(N(3)), call(N(6)))
def pop_rows(n):
    """Rows are taken from the end."""
    out = [[i] * i for i in range(n)]
    total = 0
    while out:
        r = out.pop()
        total += len(r) * 10 + sum(r)
        if r:
            total += r[-1]
    return total


@program(call(N(3)), call(N(6)))
def dict_of_lists(n):
    """Rows go to a list that a value picks."""
    d = {"a": [], "b": []}
    for i in range(n):
        d["a" if i % 2 else "b"].append([i] * i)
    return d


@program(call(N(3)), call(N(6)))
def enumerate_rows(n):
    """Two nested enumerates."""
    out = [[i * j for j in range(i)] for i in range(n)]
    t = 0
    for i, r in enumerate(out):
        for j, v in enumerate(r):
            t += i * v - j
    return t


@program(call(N(3)), call(N(6)))
def threed(n):
    """Three levels of lists, written to on the diagonal."""
    c = [[[0 for k in range(n)] for j in range(n)] for i in range(n)]
    for i in range(n):
        c[i][i][i] = i
    return c


@program(call(N(3)), call(N(6)))
def tuples_with_lists(n):
    """Tuples that hold lists."""
    out = []
    for i in range(n):
        out.append((i, [i] * i))
    return out


@program(call(N(3)), call(N(6)))
def queue_paths(n):
    """Paths in a queue."""
    q = [[0]]
    found = []
    while q:
        p = q.pop(0)
        if p[-1] >= n:
            found.append(p)
            continue
        q.append(p + [p[-1] + 1])
        q.append(p + [p[-1] + 2])
    return found


@program(call(X), call(X[:4]))
def matrix_mul_lists(x):
    """A product of matrices that are lists."""
    n = int(x[0])
    a = [[i + j for j in range(n)] for i in range(n)]
    b = [[i - j for j in range(n)] for i in range(n)]
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c


@program(call(N(4)), call(N(2)))
def while_build(n):
    """Rows of at most two items."""
    k = 0
    out = []
    while k < n:
        cur = []
        while len(cur) < 2 and k < n:
            cur.append(k)
            k += 1
        out.append(cur)
    return out


@program(call(N(6)), call(N(3)))
def topo(n):
    """An order of a graph."""
    adj = [[] for _ in range(n)]
    indeg = [0] * n
    for i in range(n):
        for j in range(i + 1, n):
            if (i * j) % 3 == 0:
                adj[i].append(j)
                indeg[j] += 1
    q = [i for i in range(n) if indeg[i] == 0]
    order = []
    while q:
        u = q.pop(0)
        order.append(u)
        for v in adj[u]:
            indeg[v] -= 1
            if indeg[v] == 0:
                q.append(v)
    return order, adj


@program(call(N(6)), call(N(3)))
def dict_groups(n):
    """Lists in a dict, picked by a value."""
    g = {0: [], 1: [], 2: []}
    for i in range(n):
        g[i % 3].append(i)
    return g


@program(call(N(3)), call(N(5)))
def pairs_in_a_grid(n):
    """Rows of pairs, changed in loops inside of loops: the columns of the pairs start as one array."""
    grid = [[[0, 0] for j in range(n)] for k in range(n + 1)]
    for i in range(2, n + 1):
        for j in range(2):
            if 3 < i:
                grid[i][j][1] = 5
            else:
                grid[i][j][0] = 1
    return grid


P = np.random.default_rng(3).random((7, 2))
POINTS = (call(P), call(P[::-1] + 0.5), call(P[:4]))


@program(*POINTS)
def clusters_that_are_joined(points):
    """Lists of arrays in a list: two of them become one, as often as the loop says."""
    clusters = [[p] for p in points]
    while len(clusters) > 3:
        best = (np.inf, 0, 1)
        for i in range(len(clusters)):
            for j in range(i + 1, len(clusters)):
                d = np.linalg.norm(np.mean(clusters[i], axis=0) - np.mean(clusters[j], axis=0))
                if d < best[0]:
                    best = (d, i, j)
        _, i, j = best
        clusters[i] = clusters[i] + clusters.pop(j)
    return [np.mean(c, axis=0) for c in clusters], [len(c) for c in clusters]


@program(*POINTS)
def neighbours_that_are_joined(points):
    """The same of neighbours, while a number of the run says so."""
    lists = [[p] for p in points]
    k = 0
    while k < min(points[0, 0] * 5, 2):
        lists[k] = lists[k] + lists[k + 1]
        k += 1
    return [len(one) for one in lists], [sum(p.sum() for p in one) for one in lists]
