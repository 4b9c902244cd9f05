"""Deques of run-time length."""

import heapq
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


V = np.array([1.0, 2.0, -1.0])
GIVEN = [
    call(sign * V, deque(items, maxlen=most))
    for items, most in (([1.0, 2.0], None), ([], None), ([1, 2], 2), ([1, 2], 3), ([], 0))
    for sign in (1, -1)
]


@program(*GIVEN, retraces=True)
def callers(x, q):
    """A deque of the caller's gets items in branches and loops."""
    if x[0] > 0:
        q.append(x[1])
    for v in x:
        if v > 1:
            q.appendleft(v)
    return len(q), q.maxlen, list(q)


@program(*GIVEN, retraces=True)
def callers_worklist(x, q):
    """A deque of the caller's is worked off."""
    n = 0
    while q and n < 10:
        v = q.popleft()
        n += 1
        if v < x[1]:
            q.append(v + 1)
    return n


@program(*GIVEN, retraces=True)
def callers_at_once(x, q):
    """clear, extend, reverse and rotate."""
    if x[0] > 0:
        q.reverse()
        q.rotate(1)
    else:
        q.clear()
        q.extend(x)
    q += [1.0, x[0]]


@program(*GIVEN, retraces=True)
def callers_and_errors(x, q):
    """What has happened before an exception stays."""
    if x[0] > 0:
        q.pop()
    print(len(q))
    if x[1] > 0:
        raise ValueError(len(q))
    return q[0]


@program.built(*(call(x) for x in (V, -V, V, V)), retraces=True)
def windows(jit):
    """A window of the last values, in an object and around the function."""

    class Mean:
        def __init__(self):
            self.last = deque(maxlen=4)

        def see(self, v):
            self.last.append(v)
            return sum(self.last) / len(self.last)

    mean, log = Mean(), deque(maxlen=2)

    def f(x):
        total = 0.0
        for v in x:
            if v > 0:
                total += mean.see(v)
                log.appendleft(v)
        return total

    return jit(f), (mean.last, log)


@program(call(V, *[deque([1.0])] * 2), call(-V, *[deque([1.0])] * 2), call(V, deque([1.0]), deque([1.0])), retraces=True)
def one_deque_twice(x, a, b):
    """One deque as two arguments, and in a dict."""
    d = {"q": a}
    if x[0] > 0:
        d["q"].append(2.0)
    b.append(3.0)
    return a is b, len(a), len(b)


@program(call(V, deque([np.ones(2)]), deque([[1], [2]])), call(-V, deque([np.ones(2)]), deque([[1], [2]])))
def held_by_callers(x, arrays, lists):
    """Arrays and lists in deques of the caller's."""
    if x[0] > 0:
        arrays.append(arrays[0] * 2)
        lists.append([3])
    arrays[0][0] = 7
    lists[0].append(9)


@program(*GIVEN, retraces=True)
def callers_rotated(x, q):
    """A run-time number of steps."""
    q.rotate(int(x[1]))
    return list(q)


@program(call(V), call(-V), call(V * 0))
def rotated(x):
    """Numbers, texts, arrays and lists, in loops too."""
    a, b, c = deque(range(12)), deque(["a", "b", "c"]), deque([1, 2.5, True])
    d, e, f = deque([x * 2, x * 3]), deque([(1, "a"), (2, "b")], maxlen=2), deque()
    for v in x:
        a.rotate(int(v))
        a[0] += 1
    for q in (b, c, d, e, f):
        q.rotate(int(x[1]))
    return a, b, c, d, e, f


@program(call(V), call(-V))
def by_run_time_index(x):
    """Items are replaced, removed and inserted."""
    q, r = deque([1, 2]), deque([1, 2, 3])
    q[int(x[0])] = 5
    del r[int(x[0])]
    r.insert(int(x[0]), 9)
    s = deque([1.0, 2.0])
    if x[0] > 0:
        s.append(3.0)
    s += [1.0, x[1]]
    s *= 2
    return q, r, s


@program(call(V), call(-V))
def added_to_arrays(x):
    """`+=` with an array is the array's."""
    grown, short, known = deque([1.0, 2.0]), [1.0, 2.0, 4.0], [1.0, 2.0]
    if x[0] > 0:
        grown.append(3.0)
    else:
        grown.append(4.0)
    short += x[x > -10]
    grown += x
    known *= x[x > -10][:2]
    return grown, short, known


@program(call(np.array([5, 3, 8, 1]), 3), call(np.array([1, 2, 2]), 2))
def lists_in_a_heap(jobs, machines):
    """Each entry has a list, which is made anew, longer, when it is taken out and put back."""
    heap = [(0, k, []) for k in range(machines)]
    for job, duration in enumerate(jobs):
        load, k, mine = heapq.heappop(heap)
        heapq.heappush(heap, (load + int(duration), k, mine + [job]))
    return heap, max(entry[0] for entry in heap)
