"""Lists that get longer and shorter as only the running program knows: stacks, queues, histories, results."""

import collections
import heapq

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("growing_lists")
V = np.array([3.0, -1.0, 2.0, 5.0, -4.0])
N = np.int64


# -- results -----------------------------------------------------------------------------------------


@program(call(N(27)), call(N(1)), call(N(6)))
def collatz(n):
    """The trajectory of the Collatz map."""
    path = [n]
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        path.append(n)
    return path, len(path), max(path)


@program(call(V), call(-V), call(V * 0))
def positives(x):
    """What is positive is collected."""
    out = []
    for i in range(x.shape[0]):
        if x[i] > 0:
            out.append(x[i])
    return out


@program(call(V), call(V * 0))
def places_of_maxima(x):
    """Local maxima: places and values in two lists."""
    places, values = [], []
    for i in range(1, len(x) - 1):
        if x[i - 1] < x[i] > x[i + 1]:
            places.append(i)
            values.append(float(x[i]))
    return places, values, len(places)


@program(call(N(60)), call(N(97)), call(N(1)))
def prime_factors(n):
    """Prime factors by trial division."""
    n = int(n)
    factors = []
    d = 2
    while d * d <= n:
        while n % d == 0:
            factors.append(d)
            n = n // d
        d += 1
    if n > 1:
        factors.append(n)
    return factors


@program(call(N(30)), call(N(2)), call(N(3)))
def sieve(n):
    """The sieve of Eratosthenes on a list of bools."""
    n = int(n)
    alive = [True] * n
    primes = []
    for i in range(2, n):
        if alive[i]:
            primes.append(i)
            for j in range(i * i, n, i):
                alive[j] = False
    return primes


@program(call(np.array([1, 1, 1, 2, 3, 3])), call(np.array([5])), call(np.array([1, 2, 1, 2])))
def run_length_encoding(x):
    """Runs of equal values, as pairs."""
    runs = []
    last, count = x[0], 1
    for i in range(1, len(x)):
        if x[i] == last:
            count += 1
        else:
            runs.append((last, count))
            last, count = x[i], 1
    runs.append((last, count))
    return runs


@program(call(np.array([5, 2, 4])), call(np.array([0, 0, 0])))
def run_length_decoding(counts):
    """Each index as often as its count says."""
    out = []
    for i in range(len(counts)):
        for _ in range(counts[i]):
            out.append(i)
    return out, np.array(out, dtype=np.int64)


@program(call(N(10)), call(N(0)), call(N(1)))
def fibonacci(n):
    """The next item is the sum of the last two."""
    xs = [0, 1]
    for _ in range(n):
        xs.append(xs[-1] + xs[-2])
    return xs


@program(call(N(6)), call(N(0)))
def pascal_row(n):
    """A row of Pascal's triangle, each made of the one before."""
    row = [1]
    for _ in range(n):
        new = [1]
        for k in range(1, len(row)):
            new.append(row[k - 1] + row[k])
        new.append(1)
        row = new
    return row


@program(call(N(37), N(2)), call(N(255), N(16)), call(N(0), N(10)))
def digits(n, base):
    """Digits of a number, last first, then turned round."""
    n, base = int(n), int(base)
    found = []
    while n > 0:
        found.append(n % base)
        n //= base
    found.reverse()
    return found


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


# -- operations --------------------------------------------------------------------------------------


def some(n):
    """A list of run-time length."""
    xs = []
    for i in range(n):
        xs.append(i * i - 3)
    return xs


@program(call(N(4)), call(N(1)), call(N(9)))
def slices(n):
    """Slices of a list of run-time length."""
    xs = some(n)
    return xs[1:], xs[:2], xs[-2:], xs[::-1], xs[::2], xs[1:-1], xs[n:]


@program(call(N(4)), call(N(2)), call(N(9)))
def set_items(n):
    """Items are replaced, at known and unknown places."""
    xs = some(n)
    xs[0] = 100
    xs[-1] = xs[0] + 1
    xs[n // 2] += 5
    return xs


@program(call(N(4), N(5)), call(N(2), N(-1)), call(N(2), N(-3)))
def index_error(n, k):
    """An index out of range raises as a list does."""
    xs = some(n)
    return xs[k]


@program(call(N(4), N(4)), call(N(4), N(3)))
def index_error_on_write(n, k):
    """So does a write."""
    xs = some(n)
    xs[k] = 0
    return xs


@program(call(N(2)), call(N(3)), call(N(0)))
def pop_too_often(n):
    """Popping from an empty list raises."""
    xs = some(n)
    a = xs.pop()
    b = xs.pop()
    return a, b, xs.pop()


@program(call(N(5), N(2)), call(N(5), N(-5)), call(N(5), N(5)))
def pop_at(n, k):
    """Popping at a place."""
    xs = some(n)
    return xs.pop(k), xs.pop(0), xs


@program(call(N(5), N(2)), call(N(5), N(-9)), call(N(0), N(3)))
def insert_at(n, k):
    """Inserting anywhere."""
    xs = some(n)
    xs.insert(k, 77)
    xs.insert(0, -77)
    return xs


@program(call(N(5), N(1)), call(N(3), N(2)), call(N(3), N(7)))
def delete_at(n, k):
    """Deleting items and ends."""
    xs = some(n)
    del xs[k]
    ys = list(xs)
    del ys[1:]
    zs = xs.copy()
    del zs[:1]
    return xs, ys, zs


@program(call(N(5)), call(N(1)), call(N(0)))
def clear_and_refill(n):
    """A list is emptied and used again."""
    xs = some(n)
    m = len(xs)
    xs.clear()
    empty = not xs
    xs.append(m)
    return xs, empty


@program(call(N(6), N(1)), call(N(2), N(5)))
def search(n, k):
    """in, index, count and remove."""
    xs = some(n)
    xs.append(1)
    found = k in xs
    where = xs.index(1)
    many = xs.count(1)
    xs.remove(1)
    return found, 99 not in xs, where, many, xs


@program(call(N(2)), call(N(0)))
def remove_missing(n):
    """Removing what is not there raises."""
    xs = some(n)
    xs.remove(50)
    return xs


@program(call(N(3)), call(N(0)))
def join_lists(n):
    """Lists are added, extended and repeated."""
    xs, ys = some(n), some(n + 1)
    both = xs + ys
    both += [1, 2]
    both.extend(xs)
    ys.extend(range(n))
    return both, [9] + xs, xs + [9], xs * 2, ys


@program(call(N(3)), call(N(0)), call(N(-2)))
def repeat_run_time_times(n):
    """A list is repeated as often as a value says."""
    xs = [0] * int(n)
    ys = int(n) * [1, 2]
    xs.append(5)
    return xs, ys, len(ys)


@program(call(N(6)), call(N(1)), call(N(0)))
def sorted_and_reversed(n):
    """sort, sorted, reversed and reverse."""
    xs = [3]
    for i in range(n):
        xs.append((i * 7) % 5)
    ys = sorted(xs)
    zs = sorted(xs, reverse=True)
    xs.sort()
    back = list(reversed(zs))
    zs.reverse()
    return xs, ys, zs, back


@program(call(N(6)), call(N(1)))
def sorted_by_key(n):
    """Sorting pairs, by themselves and by a key."""
    pairs = []
    for i in range(n):
        pairs.append(((i * 7) % 5, -i))
    return sorted(pairs), sorted(pairs, key=lambda p: p[1]), max(pairs), min(pairs, key=lambda p: p[0])


@program(call(N(6)), call(N(1)))
def numbers_of_it(n):
    """sum, min, max, any, all and len."""
    xs = some(n)
    return sum(xs), min(xs), max(xs), any(x > 3 for x in xs), all(x < 100 for x in xs), len(xs), sum(xs) / len(xs)


@program(call(N(0)))
def numbers_of_none(n):
    """The sum of nothing is 0, the minimum an error."""
    xs = some(n)
    return sum(xs), min(xs)


@program(call(N(4)), call(N(0)))
def walk_over(n):
    """for over a list, with its index, with another, backwards."""
    xs = some(n)
    total = 0
    for x in xs:
        total = total * 3 + x
    for i, x in enumerate(xs):
        total += i * x
    for x, y in zip(xs, xs[1:]):
        total += x * y
    for x in reversed(xs):
        total = total * 2 - x
    return total


@program(call(N(4)), call(N(0)))
def compare_lists(n):
    """Lists are compared."""
    xs = some(n)
    ys = some(n)
    zs = xs + [1]
    return xs == ys, xs == zs, xs != ys, xs == [-3, -2, 1, 6]


@program(call(N(4)), call(N(1)))
def arrays_of_it(n):
    """Arrays are made of it."""
    xs = some(n)
    a = np.array(xs)
    return a, np.asarray(xs, dtype=float), np.mean(xs), np.sum(xs), np.max(xs), a * 2, np.cumsum(xs), np.sqrt(np.abs(xs))


@program(call(V[:2], N(3)), call(V[:2], N(1)))
def arrays_of_arrays(x, n):
    """Rows are stacked in all ways."""
    rows = []
    for i in range(n):
        rows.append(x * i)
    return np.stack(rows), np.vstack(rows), np.concatenate(rows), np.hstack(rows), np.array(rows), np.mean(rows, axis=0)


@program(call(V[:2], N(0)))
def stack_of_nothing(x, n):
    """There is nothing to stack."""
    rows = []
    for i in range(n):
        rows.append(x * i)
    return np.stack(rows)


@program(call(N(3)), call(N(0)))
def printed(n):
    """A list is printed."""
    xs = some(n)
    print(xs, len(xs))
    print(f"xs = {xs}")
    return str(xs)


@program(call(N(4)), call(N(1)))
def as_tuple(n):
    """A tuple of it, and a list of that."""
    xs = some(n)
    t = tuple(xs)
    return t, list(t), len(t)


# -- comprehensions ----------------------------------------------------------------------------------


@program(call(V), call(-np.abs(V)))
def filtered(x):
    """A comprehension with a condition on values."""
    big = [v for v in x if v > 0]
    return big, len(big), [i for i in range(len(x)) if x[i] < 0]


@program(call(N(4)), call(N(0)))
def over_run_time_range(n):
    """A comprehension over a range of run-time length."""
    return [i * i for i in range(n)], [i for i in range(n) if i % 2], sum([i for i in range(n)])


@program(call(V, N(2)), call(V, N(0)))
def comprehension_of_list(x, n):
    """Comprehensions of lists of run-time length."""
    xs = [float(v) for v in x if v > n]
    return [v * 2 for v in xs], [(i, v) for i, v in enumerate(xs) if v > 2]


@program(call(N(3), N(2)), call(N(0), N(2)))
def nested_comprehension(n, m):
    """Two loops in one comprehension."""
    return [i * 10 + j for i in range(n) for j in range(m) if i != j]


@program(call(N(3)), call(N(0)))
def list_of_range(n):
    """list() of a run-time range and of an array."""
    a = np.arange(n)
    return list(range(n)), list(a), list(enumerate(range(n)))


# -- names, branches and owners ----------------------------------------------------------------------


@program(call(N(3)), call(N(0)))
def two_names(n):
    """Two names for one list."""
    xs = []
    ys = xs
    for i in range(n):
        xs.append(i)
        ys.append(-i)
    return xs, ys, xs is ys


@program(call([1, 2], N(3)), call([], N(2)))
def callers_list(xs, n):
    """The caller's own list grows."""
    for i in range(n):
        xs.append(i)
    return len(xs)


@program(call([1, 2, 3], N(2)), call([1], N(1)), call([1], N(2)))
def callers_list_shrinks(xs, n):
    """The caller's own list gets shorter; an error leaves it as Python does."""
    for _ in range(n):
        xs.pop()
    return xs


def push(stack, x, n):
    """A helper that changes its argument."""
    for _ in range(n):
        stack.append(x)
    return len(stack)


@program(call(N(2)), call(N(0)))
def by_a_helper(n):
    """A function that is called changes the list."""
    xs = [1]
    a = push(xs, 7, n)
    b = push(xs, 8, 2)
    return xs, a, b


class Recorder:
    """Keeps values in an attribute."""

    def __init__(self):
        self.values = []

    def add(self, x):
        self.values.append(x)


@program(call(N(4)), call(N(0)))
def in_an_attribute(n):
    """A list in an attribute of an object."""
    r = Recorder()
    for i in range(n):
        if i % 2 == 0:
            r.add(i)
    return r.values


@program(call(N(4)), call(N(0)))
def in_a_dict(n):
    """Lists in a dict."""
    d = {"even": [], "odd": []}
    for i in range(n):
        if i % 2 == 0:
            d["even"].append(i)
        else:
            d["odd"].append(i)
    return d


@program(call(V), call(-V), call(V * 0))
def tags(x):
    """Texts are collected in branches."""
    found = []
    if x.sum() > 0:
        found.append("positive sum")
    if x.max() > 4:
        found.append("large")
    if x.min() < -4:
        found.append("small")
    return found, len(found), ", ".join(found)


@program(call(V), call(-V))
def many_branches(x):
    """More branches than alternatives can be told apart one by one."""
    out = []
    for i in range(5):
        if x[i] > 0:
            out.append(i)
    for i in range(5):
        if x[i] > 1:
            out.append(i * 10)
    for i in range(5):
        if x[i] < -1:
            out.append(i * 100)
    return out


@program(call(V), call(-V))
def lengths_differ(x):
    """Branches leave lists of different length, which are used."""
    out = [x[0]]
    if x.sum() > 0:
        out.append(x[1])
        out.append(x[2])
    total = 0.0
    for v in out:
        total = total + v
    return total, len(out), out[-1], np.array(out)


@program(call(V, N(3)), call(-V, N(3)))
def rebound(x, n):
    """A list that each trip makes anew."""
    xs = []
    for i in range(n):
        xs = xs + [x[i] * i]
    return xs


@program(call(V, N(4)), call(V, N(0)))
def mixed_numbers(x, n):
    """Ints and floats in one list keep their types."""
    xs = [0]
    for i in range(n):
        if x[i] > 0:
            xs.append(float(x[i]))
        else:
            xs.append(i)
    return xs


@program(call(V, N(4)), call(V, N(0)))
def none_in_list(x, n):
    """None stands where there is no value."""
    xs = []
    for i in range(n):
        xs.append(float(x[i]) if x[i] > 0 else None)
    return xs, len([v for v in xs if v is not None])


@program(call(V), call(-V))
def early_return_of_list(x):
    """A list is returned from inside of the loop that fills it."""
    out = []
    for i in range(len(x)):
        out.append(float(x[i]))
        if x[i] < 0:
            return out
    return out


@program(call(np.arange(60.0)), call(np.zeros(60)))
def long_static_loop(x):
    """A loop with many trips appends; how long the list gets is known."""
    out = []
    for i in range(60):
        out.append(np.sin(x[i]) * i)
    a = np.array(out)
    return a + x, len(out), out[3]


@program(call(np.ones((2, 3)), N(40)))
def recurrent_states(x, n):
    """A recurrence over many steps, its states stacked."""
    h = np.zeros((2, 3))
    hs = []
    for t in range(50):
        h = np.tanh(0.5 * h + x * 0.1 * t)
        hs.append(h)
    return np.stack(hs, axis=1).shape, np.stack(hs)[::10].sum(axis=0)


# -- lists that loops of plain Python make -----------------------------------------------------------


@program(call(V), call(-V))
def rows_made_by_a_plain_loop(x):
    """What a loop that records nothing has made is changed in a branch and in a loop."""
    rows = []
    for i in range(6):
        rows.append([i])
    if x.sum() > 0:
        rows[0].append(1)
    else:
        rows[0].append(2)
    for k in range(30):
        rows[1][0] += x[k % 5]
    return rows


@program(call(V), call(-V))
def late_binding_in_comprehension(x):
    """Functions made in a comprehension see the last value of its variable."""
    doubles = [lambda v: v * i for i in range(6)]
    return [f(x) for f in doubles], [sum(v * k for v in x) for k in range(5)]


@program(call(V), call(-V))
def values_seen_before(x):
    """A loop whose iterations need nothing new of the program."""
    first = [x[i] for i in range(5)]
    again = []
    for i in range(5):
        again.append((x[i], "abcde"[i]))
    return first, again, sorted([(x[i], "abcde"[i]) for i in range(5)])


# -- what is one object ------------------------------------------------------------------------------


@program(call(V, N(3)), refused=Refusal("AliasError", "x += 1"))
def changed_after_appending(x, n):
    """One array is appended again and again, and changed in place in between."""
    x = x.copy()
    out = []
    for _ in range(n):
        out.append(x)
        x += 1
    return np.array(out)


@program(call(V, N(3)), call(V, N(1)))
def buffer_copied(x, n):
    """Copies of a buffer that is written to."""
    buffer = np.zeros(3)
    out = []
    for i in range(n):
        buffer[0] = i + x[0]
        out.append(buffer.copy())
    return np.stack(out), buffer, out


@program(call(V, N(3)), call(V, N(5)))
def arrays_changed_in_the_list(x, n):
    """Arrays in the list are written to in place."""
    out = []
    for i in range(n):
        out.append(x * i)
    out[0] += 1
    out[1][2] = 5
    last = out[-1]
    last[0] = 77
    return np.stack(out), out


@program(call(V, N(3)), refused=Refusal("AliasError", ""))
def result_is_an_item(x, n):
    """The last state is the last item: one object, which a buffer of rows cannot tell."""
    out = []
    for _ in range(n):
        x = x + 1
        out.append(x)
    return x, out


@program(call(V, N(3)), refused=Refusal("AliasError", ""))
def one_array_many_times(x, n):
    """One array is appended many times."""
    y = x * 2
    out = []
    for _ in range(n):
        out.append(y)
    return out


@program(call(N(3)), call(N(5)), call(N(0)))
def appends_while_walking(n):
    """A worklist that a for goes over while it grows."""
    todo = [n]
    for u in todo:
        if u > 0:
            todo.append(u - 1)
    return todo


@program(call(N(3)), call(N(6)))
def removes_while_walking(n):
    """Python skips items when a list shrinks under its for."""
    xs = some(n)
    for u in xs:
        if u < 3:
            xs.remove(u)
    return xs


@program(call(N(40), V), call(N(0), V))
def grouped(n, x):
    """Items go to the list that a value says."""
    groups = [[], [], []]
    for i in range(n):
        groups[i % 3].append(i)
    for i in range(5):
        groups[int(x[i]) % 3].append(float(x[i]))
    return groups


TABLE = [(i * 37) % 101 for i in range(256)]


@program(call(np.array([3, 200, 255, -1]), N(7)), call(np.array([0, 0, 0, -256]), N(-1)), call(np.array([1, 2, 3, 256]), N(0)))
def long_table(codes, k):
    """A long list of numbers is looked up."""
    total = 0
    for c in codes:
        total = total * 2 + TABLE[c]
    return total, TABLE[k]


@program(call(N(3)), call(N(5)))
def caught(n):
    """An error of a list, caught."""
    xs = some(n)
    try:
        for _ in range(4):
            xs.pop()
    except IndexError:
        return "empty", xs
    return "left", xs


@program(call(N(3)), call(N(0)))
def texts(n):
    """Texts of numbers are collected."""
    out = []
    for i in range(n):
        out.append(f"{i}: {i / 2:.2f}")
    return out


@program(call(N(-1)), call(N(2)), call(N(9)))
def ends_of_a_known_list(n):
    """Slices of a known list at run-time places."""
    t = [10, 20, 30, 40]
    return t[n:], t[:n], t[n : n + 1], t[::-1][n:], (t * 2)[n:]


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
