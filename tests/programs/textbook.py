"""Programs of textbooks and course notes, as their authors write them."""

import numpy as np

from tests.harness import Theme, call

program = Theme("textbook")
RNG = np.random.default_rng(51)


@program(call(np.array([5])), call(np.array([9])), call(np.array([1])))
def partitions_of_a_number(n):
    """A table whose rows are read and changed in a branch below another change of the same row."""
    m = int(n[0])
    memo = [[0 for _ in range(m)] for _ in range(m + 1)]
    for i in range(m + 1):
        memo[i][0] = 1
    for n in range(m + 1):
        for k in range(1, m):
            memo[n][k] += memo[n][k - 1]
            if n - k > 0:
                memo[n][k] += memo[n - k - 1][k]
    return memo[m][m - 1]


@program(call(np.array([3.0, 1.0, 2.0, 0.5]), np.array([4])), call(np.array([1.0, 2.0, 3.0]), np.array([3])))
def records_sorted_in_place(keys, count):
    """Records that were read one by one are put in order by exchanges, and counted as they move."""
    records = []
    for i in range(int(count[0])):
        records.append([float(keys[i]), float(i), 0.0])
    n = len(records)
    for i in range(n):
        least = i
        for j in range(i + 1, n):
            if records[j][0] < records[least][0]:
                least = j
        if least != i:
            records[i], records[least] = records[least], records[i]
            records[i][2] += 1.0
            records[least][2] += 1.0
    return records


@program(call(np.array([[0, 1, 0, 0], [0, 0, 0, 1], [1, 1, 0, 0], [0, 0, 0, 0]]), (3, 0)), call(np.array([[0, 1], [1, 0]]), (1, 1)))
def shortest_way_by_best_first_search(maze, goal):
    """A* on a grid: a heap of tuples, and dicts by place."""
    import heapq

    def left(place):
        return abs(place[0] - goal[0]) + abs(place[1] - goal[1])

    start = (0, 0)
    waiting = [(left(start), 0, start)]
    came_from = {}
    cost = {start: 0}
    while waiting:
        _, so_far, here = heapq.heappop(waiting)
        if here == goal:
            path = [here]
            while here in came_from:
                here = came_from[here]
                path.append(here)
            return path[::-1], so_far
        for dy, dx in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            there = (here[0] + dy, here[1] + dx)
            if 0 <= there[0] < maze.shape[0] and 0 <= there[1] < maze.shape[1] and maze[there] == 0:
                steps = cost[here] + 1
                if steps < cost.get(there, float("inf")):
                    came_from[there] = here
                    cost[there] = steps
                    heapq.heappush(waiting, (steps + left(there), steps, there))
    return None


@program(call(np.ones(4), np.arange(4.0)), call(np.ones(4), np.arange(4.0), {"learning_rate": 0.1, "t": 3}))
def adam_with_a_dict(w, dw, config=None):
    """An optimiser whose state is a dict that the first call fills."""
    if config is None:
        config = {}
    config.setdefault("learning_rate", 1e-3)
    config.setdefault("m", np.zeros_like(w))
    config.setdefault("v", np.zeros_like(w))
    config.setdefault("t", 0)
    config["t"] += 1
    config["m"] = 0.9 * config["m"] + 0.1 * dw
    config["v"] = 0.999 * config["v"] + 0.001 * dw**2
    m = config["m"] / (1 - 0.9 ** config["t"])
    v = config["v"] / (1 - 0.999 ** config["t"])
    return w - config["learning_rate"] * m / (np.sqrt(v) + 1e-8), config


@program(call(np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]])), call(RNG.normal(size=(9, 2))))
def hull_of_points(points):
    """Sorted tuples, and two stacks that are popped while the turn is to the right."""
    points = sorted(map(tuple, points))

    def cross(o, a, b):
        return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])

    lower = []
    for p in points:
        while len(lower) >= 2 and cross(lower[-2], lower[-1], p) <= 0:
            lower.pop()
        lower.append(p)
    upper = []
    for p in reversed(points):
        while len(upper) >= 2 and cross(upper[-2], upper[-1], p) <= 0:
            upper.pop()
        upper.append(p)
    return lower[:-1] + upper[:-1]


class _Tree:
    """Of a code: a leaf has a letter."""

    def __init__(self, weight, letter=None, left=None, right=None):
        self.weight, self.letter, self.left, self.right = weight, letter, left, right

    def __lt__(self, other):
        return self.weight < other.weight


@program(call(np.array([3, 5, 2, 7])), call(np.array([1, 1, 1, 1])), call(np.array([4, 2])))
def code_of_a_heap_of_trees(weights):
    """Huffman's: which trees are joined, the run says, and a function goes down to the leaves."""
    import heapq

    heap = [_Tree(int(w), k) for k, w in enumerate(weights)]
    heapq.heapify(heap)
    while len(heap) > 1:
        a = heapq.heappop(heap)
        b = heapq.heappop(heap)
        heapq.heappush(heap, _Tree(a.weight + b.weight, None, a, b))
    codes = {}

    def walk(tree, so_far):
        if tree.letter is not None:
            codes[tree.letter] = so_far
        else:
            walk(tree.left, so_far + "0")
            walk(tree.right, so_far + "1")

    walk(heap[0], "")
    return codes


@program(call(np.array([3, 5, 2, 7])), call(np.array([1, 1])), call(np.array([9, 4, 6, 1, 5])))
def tree_of_dicts(values):
    """A search tree whose nodes are dicts, and a function that lists it."""
    root = None
    for v in values:
        node = {"value": v, "left": None, "right": None}
        if root is None:
            root = node
            continue
        here = root
        while True:
            side = "left" if v < here["value"] else "right"
            if here[side] is None:
                here[side] = node
                break
            here = here[side]

    def listed(node):
        return [] if node is None else [*listed(node["left"]), node["value"], *listed(node["right"])]

    return listed(root)


class _Letters:
    def __init__(self):
        self.next = {}
        self.ends = 0


@program(call(np.array([3, 5, 2, 7])), call(np.array([1, 1])), call(np.array([12, 13, 6])))
def words_in_a_tree_of_objects(numbers):
    """A trie of binary numbers."""
    root = _Letters()
    for v in numbers:
        here = root
        for letter in format(int(v), "b"):
            if letter not in here.next:
                here.next[letter] = _Letters()
            here = here.next[letter]
        here.ends += 1

    def size(here):
        return 1 + sum(size(one) for one in here.next.values())

    return size(root)


def _kept(values, most):
    import heapq

    heap = []
    for k, v in enumerate(values):
        if len(heap) < most:
            heapq.heappush(heap, (v, k))
        elif v > heap[0][0]:
            heapq.heapreplace(heap, (v, k))
    return heap


@program(call(np.array([3, 1, 4, 1, 5, 9, 2, 6]), 3), call(np.array([3, 1, 4]), 6), call(np.array([2.5, -1.0, 2.5, 8.0]), 2))
def greatest_of_a_stream(values, most):
    """A heap of so many pairs, whose lists are joined by what each pair is, and is not, in both."""
    return sorted(_kept(values, most), reverse=True)


@program(call(np.array([3, 1, 4, 1, 5, 9, 2, 6]), 3), call(np.array([3, 1, 4]), 6))
def greatest_of_a_stream_in_place(values, most):
    """The same, sorted where it is."""
    heap = _kept(values, most)
    heap.sort()
    return heap, heap.index((4, 2)), min(heap), (4, 2) in heap
