"""Trees and chains whose nodes are lists, tuples, dicts or objects, joined as the run says."""

import heapq

import numpy as np

from tests.harness import Theme, call

program = Theme("grown trees")
COUNTS = (call(np.array([5, 9, 12, 13, 16, 45])), call(np.array([3, 3, 1, 7, 2, 2])), call(np.array([4, 4, 4])))
KEYS = (call(np.array([5, 2, 8, 1, 9, 3, 7])), call(np.array([6, 2, 3, 4, 5, 2, 0])), call(np.array([2, 2, 7])))


class Node:
    """A node that says nothing about order."""

    def __init__(self, weight, symbol=None, left=None, right=None):
        self.weight, self.symbol, self.left, self.right = weight, symbol, left, right


# -- Huffman codes -------------------------------------------------------------------------------------


@program(*COUNTS)
def codes_of_lists(freq):
    """The heap holds a weight and the pairs of symbols and codes, which are changed in place."""
    heap = [[w, [symbol, ""]] for symbol, w in enumerate(freq)]
    heapq.heapify(heap)
    while len(heap) > 1:
        lo = heapq.heappop(heap)
        hi = heapq.heappop(heap)
        for pair in lo[1:]:
            pair[1] = "0" + pair[1]
        for pair in hi[1:]:
            pair[1] = "1" + pair[1]
        heapq.heappush(heap, [lo[0] + hi[0]] + lo[1:] + hi[1:])
    return sorted(heapq.heappop(heap)[1:], key=lambda pair: (len(pair[-1]), pair))


@program(*COUNTS)
def codes_in_a_table(freq):
    """Each pair comes apart in the end."""
    heap = [[float(w), [symbol, ""]] for symbol, w in enumerate(freq)]
    heapq.heapify(heap)
    while len(heap) > 1:
        lo, hi = heapq.heappop(heap), heapq.heappop(heap)
        for pair in lo[1:]:
            pair[1] = "0" + pair[1]
        for pair in hi[1:]:
            pair[1] = "1" + pair[1]
        heapq.heappush(heap, [lo[0] + hi[0], *lo[1:], *hi[1:]])
    codes = [""] * len(freq)
    for symbol, code in heap[0][1:]:
        codes[symbol] = code
    return codes


@program(*COUNTS)
def lengths_by_pairs(freq):
    """A node is a symbol or a pair of nodes."""
    heap = [(int(w), k, k) for k, w in enumerate(freq)]
    heapq.heapify(heap)
    count = len(freq)
    while len(heap) > 1:
        one, _, a = heapq.heappop(heap)
        other, _, b = heapq.heappop(heap)
        heapq.heappush(heap, (one + other, count, (a, b)))
        count += 1
    lengths = np.zeros(len(freq), dtype=int)
    stack = [(heap[0][2], 0)]
    while stack:
        node, depth = stack.pop()
        if isinstance(node, tuple):
            stack.append((node[0], depth + 1))
            stack.append((node[1], depth + 1))
        else:
            lengths[node] = depth
    return lengths


@program(*COUNTS)
def lengths_by_triples(freq):
    """A node is a symbol with two nodes, or with none."""
    heap = [(w, k, (k, None, None)) for k, w in enumerate(freq)]
    heapq.heapify(heap)
    count = len(freq)
    while len(heap) > 1:
        one, _, a = heapq.heappop(heap)
        other, _, b = heapq.heappop(heap)
        heapq.heappush(heap, (one + other, count, (-1, a, b)))
        count += 1
    lengths, stack = np.zeros(len(freq), dtype=int), [(heap[0][2], 0)]
    while stack:
        (symbol, left, right), depth = stack.pop()
        if left is None:
            lengths[symbol] = depth
        else:
            stack.append((left, depth + 1))
            stack.append((right, depth + 1))
    return lengths


@program(*COUNTS)
def tree_of_pairs_that_leaves(freq):
    """The tree itself, and a part of it under another name."""
    heap = [(int(w), k, k) for k, w in enumerate(freq)]
    heapq.heapify(heap)
    count = len(freq)
    while len(heap) > 1:
        one, _, a = heapq.heappop(heap)
        other, _, b = heapq.heappop(heap)
        heapq.heappush(heap, (one + other, count, (a, b)))
        count += 1
    tree = heap[0][2]
    return tree, tree[1]


@program(*COUNTS)
def codes_by_recursion(freq):
    """A function goes down the pairs."""
    heap = [(int(w), k, k) for k, w in enumerate(freq)]
    heapq.heapify(heap)
    count = len(freq)
    while len(heap) > 1:
        one, _, a = heapq.heappop(heap)
        other, _, b = heapq.heappop(heap)
        heapq.heappush(heap, (one + other, count, (a, b)))
        count += 1
    codes = {}

    def walk(node, prefix):
        if isinstance(node, tuple):
            walk(node[0], prefix + "0")
            walk(node[1], prefix + "1")
        else:
            codes[node] = prefix

    walk(heap[0][2], "")
    return codes


@program(*COUNTS)
def lengths_by_objects(freq):
    """Objects in tuples, behind a number that tells them apart."""
    heap = [(int(w), k, Node(int(w), k)) for k, w in enumerate(freq)]
    heapq.heapify(heap)
    count = len(heap)
    while len(heap) > 1:
        one, _, a = heapq.heappop(heap)
        other, _, b = heapq.heappop(heap)
        heapq.heappush(heap, (one + other, count, Node(one + other, None, a, b)))
        count += 1
    lengths, stack = np.zeros(len(freq), int), [(heap[0][2], 0)]
    while stack:
        node, depth = stack.pop()
        if node.symbol is not None:
            lengths[node.symbol] = depth
        else:
            stack.append((node.left, depth + 1))
            stack.append((node.right, depth + 1))
    return lengths


@program(*COUNTS)
def lengths_by_dicts(freq):
    """Dicts as nodes, in a list that is sorted at each step."""
    nodes = [(int(w), k, {"symbol": k, "left": None, "right": None}) for k, w in enumerate(freq)]
    count = len(nodes)
    while len(nodes) > 1:
        nodes.sort(key=lambda entry: entry[:2])
        one, _, a = nodes.pop(0)
        other, _, b = nodes.pop(0)
        nodes.append((one + other, count, {"symbol": -1, "left": a, "right": b}))
        count += 1
    lengths, stack = np.zeros(len(freq), int), [(nodes[0][2], 0)]
    while stack:
        node, depth = stack.pop()
        if node["left"] is None:
            lengths[node["symbol"]] = depth
        else:
            stack.append((node["left"], depth + 1))
            stack.append((node["right"], depth + 1))
    return lengths


# -- chains of pairs -----------------------------------------------------------------------------------


@program(*KEYS)
def pairs_reversed(x):
    """A chain of pairs, and the one that has them the other way round."""
    chain, k = None, 0
    while k < x[0] and k < len(x):
        chain = (int(x[k]), chain)
        k += 1
    back = None
    while chain is not None:
        key, chain = chain
        back = (key, back)
    return back


@program(*KEYS)
def pairs_summed(x):
    """The items by index, and truth of what is left."""
    chain, k = (), 0
    while k < x[0] and k < len(x):
        if x[k] > 1:
            chain = (x[k], chain)
        k += 1
    total = 0
    while chain:
        total += chain[0]
        chain = chain[1]
    return total


@program(*KEYS)
def kinds_of_pairs(x):
    """What is asked of a tuple that is one of many."""
    chain, k = None, 0
    while k < x[0] and k < len(x):
        chain = (int(x[k]), chain)
        k += 1
    rest = chain[1]
    asked = type(chain) is tuple, isinstance(rest, tuple), len(chain), rest is None, chain is rest
    return asked, tuple(chain) is chain, chain[:] is chain, chain[:1], chain + (1,), [*chain], chain[0] in chain


@program(*KEYS)
def pairs_in_order(x):
    """Each key goes to its place: the pairs before it are made anew."""
    chain, k = None, 0
    while k < x[0] and k < len(x):
        smaller, rest = [], chain
        while rest is not None and rest[0] < x[k]:
            smaller.append(rest[0])
            rest = rest[1]
        rest = (x[k], rest)
        while smaller:
            rest = (smaller.pop(), rest)
        chain = rest
        k += 1
    keys = []
    while chain is not None:
        keys.append(int(chain[0]))
        chain = chain[1]
    return keys


# -- what begins alike ---------------------------------------------------------------------------------


@program(*KEYS)
def lists_behind_ties(x):
    """Lists that begin alike are ordered by the lists in them."""
    rows = [[int(k) % 3, [-i, i]] for i, k in enumerate(x)]
    rows[int(x[0]) % len(rows)][1].append(7)
    rows.sort()
    rows[0][1].append(6)
    return rows


@program(*KEYS)
def texts_behind_ties(x):
    """Pairs of a length and a list with a text."""
    rows = []
    for i, k in enumerate(x):
        if k > 1:
            rows.append([i, "a" * (int(k) % 3)])
    return sorted(rows, key=lambda row: (len(row[1]), row), reverse=True)


@program(*KEYS)
def texts_that_grow_in_one(x):
    """One of the lists of texts gets another, longer one."""
    rows = [["x" * (int(k) % 4), "y"] for k in x]
    rows[int(x[0]) % len(rows)].append("long" + str(int(x[1])))
    return rows


# -- quadtrees -----------------------------------------------------------------------------------------


class Quarter:
    """A square with a point, or with four squares in it."""

    def __init__(self, x, y, half):
        self.x, self.y, self.half = x, y, half
        self.mass, self.point, self.parts = 0.0, -1, None

    def part(self, x, y):
        """The square in it that a point is in."""
        return self.parts[(1 if x >= self.x else 0) + (2 if y >= self.y else 0)]

    def split(self):
        """Make the four squares."""
        h = self.half / 2
        self.parts = [Quarter(self.x + a, self.y + b, h) for b in (-h, h) for a in (-h, h)]


@program(call(np.array([[0.1, 0.2], [0.8, 0.3], [0.5, 0.9], [0.2, 0.7], [0.6, 0.6]])))
def points_in_quarters(points):
    """A function that calls itself puts each point where its coordinates say."""

    def insert(square, k, depth):
        x, y = points[k]
        if square.mass == 0.0:
            square.point = k
        elif depth < 4:
            if square.parts is None:
                square.split()
                other, square.point = square.point, -1
                insert(square.part(*points[other]), other, depth + 1)
            insert(square.part(x, y), k, depth + 1)
        square.mass += 1.0

    root = Quarter(0.5, 0.5, 0.5)
    for k in range(len(points)):
        insert(root, k, 0)
    count, stack = 0, [root]
    while stack:
        square = stack.pop()
        count += 1
        if square.parts is not None:
            stack.extend(square.parts)
    return count, root.mass


@program(call(np.int64(1)), call(np.int64(4)), call(np.int64(0)))
def chain_beside_classes(n):
    """A chain of pairs; the pair of classes that is asked for in the same loop is none of them."""
    chain, name, lists = ((n,),), "s", 0
    for _ in range(n):
        if isinstance(name, (list, tuple)) or isinstance(chain, (list, (tuple, dict))):
            lists += 1
        chain = (chain, n)
    return lists
