"""Stacks, queues, deques, heaps, and histories of states, as long as only the running program knows."""

import collections
import heapq

import numpy as np

from tests.harness import Theme, call

program = Theme("worklists")
V = np.array([3.0, -1.0, 2.0, 5.0, -4.0])
N = np.int64


# -- stacks, queues and worklists --------------------------------------------------------------------


@program(call(np.array([2, 3, -1, 4, -2])), call(np.array([7])), call(np.array([1, 2, 3, -1, -1])))
def stack_machine(code):
    """Numbers are pushed; -1 adds, -2 multiplies."""
    stack = []
    for i in range(len(code)):
        op = code[i]
        if op == -1:
            b = stack.pop()
            a = stack.pop()
            stack.append(a + b)
        elif op == -2:
            b = stack.pop()
            a = stack.pop()
            stack.append(a * b)
        else:
            stack.append(op)
    return stack


@program(call(V, N(6)), call(V, N(2)))
def stacks_in_stacks(x, n):
    """Each of what is pending begins a stack of its own."""
    total, rows = 0.0, [n]
    while rows:
        r = rows.pop()
        if r > 3:
            rows.append(r - 3)
        columns = [r]
        while columns:
            c = columns.pop()
            if c > 1:
                columns.append(c - 2)
            seen = np.zeros(5)
            deep = [c]
            while deep:
                d = deep.pop()
                seen[d % 5] += x[d % 5]
                if d > 2:
                    deep.append(d - 1)
            total += seen.sum() + seen[r % 5]
    return total


@program(call(np.array([1, 2, -2, 3, -3, -1])), call(np.array([1, -2])), call(np.array([], dtype=np.int64)))
def balanced(brackets):
    """Whether brackets match: k opens, -k closes."""
    stack = []
    for i in range(len(brackets)):
        b = brackets[i]
        if b > 0:
            stack.append(b)
        elif not stack or stack.pop() != -b:
            return False
    return not stack


@program(call(N(36)), call(N(1)), call(N(7)))
def worklist(n):
    """A worklist that may get longer than it was."""
    todo, seen = [n], []
    while todo:
        u = todo.pop()
        seen.append(u)
        if u > 1:
            todo.append(u // 2)
            if u % 3 == 0:
                todo.append(u // 3)
    return seen


GRID = np.array([[0, 0, 1, 0], [1, 0, 1, 0], [0, 0, 0, 0], [0, 1, 1, 0]])


@program(call(GRID, N(0), N(0)), call(1 - GRID, N(1), N(0)))
def flood_fill(grid, r, c):
    """Depth-first search over the cells of a grid; the stack holds pairs."""
    filled = np.zeros_like(grid)
    order = []
    stack = [(int(r), int(c))]
    while stack:
        i, j = stack.pop()
        if i < 0 or j < 0 or i >= grid.shape[0] or j >= grid.shape[1]:
            continue
        if grid[i, j] != 0 or filled[i, j] != 0:
            continue
        filled[i, j] = 1
        order.append((i, j))
        stack.append((i + 1, j))
        stack.append((i - 1, j))
        stack.append((i, j + 1))
        stack.append((i, j - 1))
    return filled, order


ADJ = np.array([[0, 1, 1, 0, 0], [1, 0, 0, 1, 0], [1, 0, 0, 1, 0], [0, 1, 1, 0, 1], [0, 0, 0, 1, 0]])


@program(call(ADJ, N(0)), call(ADJ, N(4)), call(ADJ * 0, N(2)))
def breadth_first(adj, start):
    """Distances by breadth-first search with a queue."""
    n = adj.shape[0]
    dist = np.full(n, -1)
    dist[start] = 0
    queue = [int(start)]
    order = []
    while queue:
        u = queue.pop(0)
        order.append(u)
        for v in range(n):
            if adj[u, v] and dist[v] < 0:
                dist[v] = dist[u] + 1
                queue.append(v)
    return dist, order


@program(call(ADJ, N(0)), call(ADJ * 0, N(2)))
def level_by_level(adj, start):
    """Breadth-first search with one list for each level."""
    n = adj.shape[0]
    seen = np.zeros(n, dtype=bool)
    seen[start] = True
    level = [int(start)]
    sizes = []
    while level:
        sizes.append(len(level))
        after = []
        for u in level:
            for v in range(n):
                if adj[u, v] and not seen[v]:
                    seen[v] = True
                    after.append(v)
        level = after
    return sizes


@program(call(ADJ), call(ADJ * 0))
def topological_order(adj):
    """Kahn's algorithm on the upper triangle."""
    n = adj.shape[0]
    edges = np.triu(adj, 1)
    degree = edges.sum(axis=0)
    ready = [i for i in range(n) if degree[i] == 0]
    order = []
    while ready:
        u = ready.pop()
        order.append(u)
        for v in range(n):
            if edges[u, v]:
                degree[v] -= 1
                if degree[v] == 0:
                    ready.append(v)
    return order


POINTS = np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0], [1.0, 0.5], [1.5, 1.5]])


@program(call(POINTS), call(POINTS[:3]), call(POINTS * 0.0))
def convex_hull(points):
    """Andrew's monotone chain: points are popped while they make a wrong turn."""
    order = np.lexsort((points[:, 1], points[:, 0]))
    hull = []
    for k in range(len(order)):
        i = int(order[k])
        while len(hull) >= 2:
            a, b = hull[-2], hull[-1]
            cross = (points[b, 0] - points[a, 0]) * (points[i, 1] - points[a, 1]) - (
                points[b, 1] - points[a, 1]
            ) * (points[i, 0] - points[a, 0])
            if cross <= 0:
                hull.pop()
            else:
                break
        hull.append(i)
    return hull


@program(call(np.array([2.0, 1.0, 5.0, 6.0, 2.0, 3.0])), call(np.array([1.0])), call(np.array([3.0, 2.0, 1.0])))
def largest_rectangle(heights):
    """The largest rectangle under a histogram, by a stack of places."""
    stack = []
    best = 0.0
    for i in range(len(heights) + 1):
        h = heights[i] if i < len(heights) else 0.0
        while stack and heights[stack[-1]] >= h:
            top = stack.pop()
            width = i - stack[-1] - 1 if stack else i
            area = heights[top] * width
            if area > best:
                best = area
        stack.append(i)
    return float(best)


@program(call(np.array([3, 1, 4, 1, 5, 9, 2, 6])), call(np.array([1])))
def next_greater(x):
    """For each item the next greater one, by a stack that falls."""
    out = np.full(len(x), -1)
    stack = []
    for i in range(len(x)):
        while stack and x[stack[-1]] < x[i]:
            out[stack.pop()] = x[i]
        stack.append(i)
    return out, stack


@program(call(np.array([5.0, 2.0, 8.0, 1.0, 9.0, 3.0])), call(np.array([1.0, 1.0])), call(np.array([4.0])))
def quicksort_with_stack(x):
    """Quicksort without recursion: ranges wait on a stack."""
    x = x.copy()
    stack = [(0, len(x) - 1)]
    while stack:
        lo, hi = stack.pop()
        if lo >= hi:
            continue
        pivot = x[hi]
        i = lo
        for j in range(lo, hi):
            if x[j] < pivot:
                x[i], x[j] = float(x[j]), float(x[i])
                i += 1
        x[i], x[hi] = float(x[hi]), float(x[i])
        stack.append((lo, i - 1))
        stack.append((i + 1, hi))
    return x


@program(call(np.array([1.0, 4.0, 6.0]), np.array([2.0, 3.0, 9.0])), call(np.array([1.0]), np.array([])))
def merge_sorted(a, b):
    """Two sorted arrays are merged into a list."""
    i = j = 0
    out = []
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            out.append(a[i])
            i += 1
        else:
            out.append(b[j])
            j += 1
    while i < len(a):
        out.append(a[i])
        i += 1
    while j < len(b):
        out.append(b[j])
        j += 1
    return out


# -- histories ---------------------------------------------------------------------------------------


@program(call(np.array(2.0)), call(np.array(0.5)))
def newton_history(a):
    """Newton's iterates for a square root."""
    x = float(a)
    history = [x]
    while abs(x * x - a) > 1e-12 and len(history) < 50:
        x = 0.5 * (x + float(a) / x)
        history.append(x)
    return history, np.array(history)


@program(call(np.array([1.0, 2.0]), 0.1), call(np.array([0.0, 0.0]), 0.1))
def losses(w, rate):
    """Gradient descent that stops early, with the history of losses."""
    history = []
    for _ in range(200):
        loss = (w**2).sum()
        history.append(loss)
        if loss < 1e-3:
            break
        w = w - rate * 2 * w
    return w, history


@program(call(np.array([1.0, 0.0]), 0.01), call(np.array([0.5, 0.5]), 0.1))
def adaptive_steps(y0, tolerance):
    """An adaptive solver that keeps times and states."""
    t, h, y = 0.0, 0.1, y0 * 1.0
    ts, ys = [t], [y.copy()]
    while t < 1.0:
        if t + h > 1.0:
            h = 1.0 - t
        k1 = np.array([y[1], -y[0]])
        mid = y + 0.5 * h * k1
        k2 = np.array([mid[1], -mid[0]])
        error = np.abs(h * (k2 - k1)).max()
        if error <= tolerance:
            t += h
            y = y + h * k2
            ts.append(t)
            ys.append(y.copy())
            h *= 1.5
        else:
            h *= 0.5
    return np.array(ts), np.array(ys), len(ts)


@program(call(np.array([1.0, 2.0]), N(5)), call(np.array([1.0, 2.0]), N(0)))
def states_as_list(x, n):
    """The states themselves come back as a list of arrays."""
    states = [x.copy()]
    for _ in range(n):
        x = x * 0.5 + 1.0
        states.append(x.copy())
    return states


@program(call(np.linspace(0.0, 1.0, 7)), call(np.linspace(0.0, 1.0, 2)))
def history_of_dicts(x):
    """Each step leaves a record."""
    log = []
    total = 0.0
    for i in range(len(x)):
        total += float(x[i])
        if total > 0.1:
            log.append({"step": i, "total": total})
    return log


@program(call(V, N(3)), call(V, N(0)), call(V, N(9)))
def window_sums(x, w):
    """Sums over a sliding window that is kept as a list."""
    window = []
    sums = []
    for i in range(len(x)):
        window.append(x[i])
        if len(window) > w:
            window.pop(0)
        sums.append(sum(window))
    return sums


# -- deques ------------------------------------------------------------------------------------------


@program(call(ADJ, N(0)), call(ADJ, N(4)), call(ADJ * 0, N(2)))
def queue_of_a_deque(adj, start):
    """Breadth-first search with a deque."""
    n = adj.shape[0]
    dist = np.full(n, -1)
    dist[start] = 0
    queue = collections.deque([int(start)])
    while queue:
        u = queue.popleft()
        for v in range(n):
            if adj[u, v] and dist[v] < 0:
                dist[v] = dist[u] + 1
                queue.append(v)
    return dist, len(queue)


@program(call(N(4)), call(N(0)), call(N(1)))
def both_ends(n):
    """A deque is used at both ends."""
    d = collections.deque()
    for i in range(n):
        if i % 2:
            d.append(i)
        else:
            d.appendleft(-i)
    d.rotate(1)
    total = 0
    for i, v in enumerate(d):
        total += i * v
    last = d.pop() if d else None
    return total, last, len(d), list(d), 2 in d


@program(call(N(1)), call(N(2)), call(N(3)))
def empty_deque(n):
    """Popping from an empty deque."""
    d = collections.deque([5])
    for i in range(n):
        d.append(i)
    d.popleft()
    d.popleft()
    d.popleft()
    return d[0], d[-1]


# -- lists that change while they are enumerated ----------------------------------------------------------


@program(call(V), call(np.arange(12.0) - 4), call(-V), call(V[:0]))
def strand_sort(x):
    """What continues the strand is popped from the list that is enumerated."""
    left, done = list(x), []
    while left:
        strand = [left.pop(0)]
        for i, v in enumerate(left):
            if v > strand[-1]:
                strand.append(v)
                left.pop(i)
        for v in strand:
            for k, w in enumerate(done):
                if w >= v:
                    done.insert(k, v)
                    break
            else:
                done.append(v)
    return done


@program(call(V), call(-V), call(np.arange(40.0) % 7 - 2))
def numbered_breadth_first(open_):
    """The numbers of the places in a list of places that grows while it is enumerated."""
    places = [0]
    for number, place in enumerate(places, 1):
        for step in (place + 1, place + 2):
            if step < len(open_) and open_[step] > 0 and step not in places:
                places.append(step)
    return places, number


@program(call(V), call(-V), call(np.arange(9.0) - 4))
def walked_again_and_again(x):
    """Iterators inside of iterators hold a list no longer than they are walked."""
    kept, weights, total = [], [], 0.0
    for k in range(len(x)):
        for v, w in zip(reversed(kept), reversed(weights)):
            total += v * w
        for i, v in enumerate(reversed(kept)):
            total = total / 2 + i * v
        total += sum(map(abs, reversed(kept)))
        if x[k] > 0:
            kept.append(x[k])
            weights.append(k * 0.5)
        if len(kept) > 3:
            kept.pop(0)
            weights.pop(0)
    return total, kept, weights


# -- heaps -------------------------------------------------------------------------------------------


WEIGHTS = np.array([[0, 4, 1, 0, 0], [4, 0, 2, 5, 0], [1, 2, 0, 8, 10], [0, 5, 8, 0, 2], [0, 0, 10, 2, 0]])


@program(call(WEIGHTS, N(0)), call(WEIGHTS, N(4)), call(WEIGHTS * 0, N(1)))
def dijkstra(weights, start):
    """Shortest paths with a heap of pairs."""
    n = weights.shape[0]
    dist = np.full(n, 10**6)
    dist[start] = 0
    heap = [(0, int(start))]
    order = []
    while heap:
        d, u = heapq.heappop(heap)
        if d > dist[u]:
            continue
        order.append(u)
        for v in range(n):
            w = int(weights[u, v])
            if w > 0 and d + w < dist[v]:
                dist[v] = d + w
                heapq.heappush(heap, (d + w, v))
    return dist, order


@program(call(np.array([5.0, 2.0, 8.0, 1.0, 9.0, 3.0])), call(np.array([1.0, 1.0, 0.0])))
def heap_sort(x):
    """A heap is built from run-time numbers and emptied."""
    heap = [float(v) for v in x]
    heapq.heapify(heap)
    smallest = heapq.heappushpop(heap, 4.5)
    before = heapq.heapreplace(heap, 0.5)
    out = []
    while heap:
        out.append(heapq.heappop(heap))
    return out, smallest, before
