"""Deques of run-time length."""

from collections import deque

import numpy as np

from tests.harness import Theme, call

program = Theme("queues")
N = np.int64
X = np.array([3, 1, 2, 3, 3, 0, 1, 7, 2, 5, 5, 11, 3])
E = np.array([[0, 1], [1, 2], [2, 3], [0, 4], [4, 3], [5, 6]])


@program(call(X), call(X[:0]), call(X * 0))
def d1(x):
    """Made of generators and lists."""
    q = deque((v for v in x.tolist() if v > 2))
    r = deque([v for v in x.tolist() if v > 2])
    q.append(100)
    return (q, r, len(q), list(r))


@program(call(X, 1), call(X[:2], 1), call(X * 0, 1))
def d2(x, k):
    """With a largest length."""
    q = deque([int(v) for v in x if v > 2], maxlen=3)
    q.append(5)
    q.appendleft(6)
    q.extend([1, 2])
    q.extendleft([8, 9, 10])
    p = q.copy()
    p.append(77)
    q.rotate(1)
    return (q, p, list(q), q[0], q[-1], q.maxlen)


@program(call(7), call(N(9)), call(N(1)))
def d3(n):
    """Cards are put under the pile."""
    q = deque(range(n))
    t = 0
    while len(q) > 1:
        q.append(q.popleft())
        t += q.popleft()
    return (q[0], t)


@program(call(X))
def d4(x):
    """The last three, of two ends."""
    q = deque(maxlen=3)
    out = []
    for v in x:
        if v % 2:
            q.append(int(v))
        else:
            q.appendleft(int(v))
        out.append(sum(q))
    return (out, q)


@program(call(X))
def d5(x):
    """No room at all."""
    q = deque(maxlen=0)
    for v in x:
        if v > 2:
            q.append(int(v))
    return (len(q), q)


@program(call(X, X))
def d6(x, y):
    """Pairs that go round."""
    q = deque()
    for v in x:
        if v > 2:
            q.append((int(v), float(v) * 2))
    for v in y:
        if q and v > 2:
            a, b = q.popleft()
            q.append((a + 1, b))
        elif len(q) > 2:
            q.pop()
    q.reverse()
    return (q, q.count((4, 6.0)), q.index(q[1]), (1, 2.0) in q)


@program(call(7, E), call(3, np.array([[0, 1], [1, 2], [2, 0]])))
def topo(n, edges):
    """A topological order, or none where there is a cycle."""
    indeg = [0] * n
    adj = [[] for _ in range(n)]
    for a, b in edges:
        adj[a].append(b)
        indeg[b] += 1
    q = deque([i for i in range(n) if indeg[i] == 0])
    order = []
    while q:
        u = q.popleft()
        order.append(u)
        for v in adj[u]:
            indeg[v] -= 1
            if indeg[v] == 0:
                q.append(v)
    return order if len(order) == n else []


@program(call(X))
def maxlen_filter(x):
    """The last three of some."""
    q = deque(maxlen=3)
    for v in x:
        if v > 1:
            q.append(int(v))
    return (list(q), q)


@program(call(X, 2), call(X, N(3)))
def rot(x, n):
    """Rotations."""
    q = deque()
    for v in x:
        if v > 0:
            q.append(int(v))
    q.rotate(int(n))
    q.appendleft(9)
    q.rotate(-1)
    return (list(q), q.pop(), q.popleft(), len(q))


@program(call(7, 3), call(N(7), N(3)))
def josephus(n, k):
    """Every k-th leaves a circle."""
    q = deque(range(n))
    out = []
    while q:
        q.rotate(-(k - 1))
        out.append(q.popleft())
    return out


@program(call(X), call(-X), call(X[:2]))
def added_in_one_go(x):
    """What is added to a queue at once: generators, arrays and lists of run-time length, the queue itself."""
    q = deque([0])
    q += [int(v) for v in x if v > 0]
    number = len(q)
    q.extend(v for v in x if v < 0)
    q.extend(x[x > 0])
    q += (v * 2 for v in x if v > 0)
    q += q
    last = deque([0], maxlen=3)
    last += [v for v in x if v > 0]
    last.extendleft(v for v in x if v < 0)
    return number, list(q), len(q), list(last)
