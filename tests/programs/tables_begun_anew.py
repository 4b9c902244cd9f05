"""Sets, and dicts with run-time keys, that several names may stand for: begun anew, chosen by an index, nested."""

from collections import Counter, OrderedDict, defaultdict

import numpy as np

from tests.harness import Theme, call

program = Theme("tables begun anew")
CHANCE = np.random.default_rng(2)
X = CHANCE.integers(0, 6, 14)
LONG = CHANCE.integers(0, 40, 120)
E, MORE = CHANCE.integers(0, 8, (12, 2)), CHANCE.integers(0, 30, (60, 2))
WORDS = CHANCE.integers(0, 3, (6, 3))
GRID = np.array([[(i * 3 + i // 3 + j) % 9 + 1 for j in range(9)] for i in range(9)])
TWICE = np.where(np.arange(81).reshape(9, 9) == 40, GRID[4, 5], GRID)


@program(call(X), call(LONG))
def without_repeats(x):
    """A set is collected until an element comes again."""
    out, cur = [], set()
    for v in x.tolist():
        if v in cur:
            out.append(cur)
            cur = set()
        cur.add(v)
    out.append(cur)
    return out


@program(call(X), call(LONG))
def lengths_only(x):
    """The same, of which only the lengths are kept."""
    out, cur = [], set()
    for v in x:
        if int(v) in cur:
            out.append(len(cur))
            cur = set()
        cur.add(int(v))
    return out, len(cur), 3 in cur


@program(call(X), call(LONG))
def counts_between_zeros(x):
    """Dicts of counts, a new one after each zero."""
    out, cur = [], {}
    for v in x.tolist():
        if v == 0:
            out.append(cur)
            cur = {}
        else:
            cur[v] = cur.get(v, 0) + 1
    out.append(cur)
    return out


@program(call(X), call(LONG))
def counters(x):
    """Counters that are begun anew, and the one with the most."""
    out, cur = [], Counter()
    for v in x.tolist():
        cur[v % 7] += 1
        if v % 5 == 0:
            out.append(cur)
            cur = Counter()
    best = max(out, key=lambda c: c.total()) if out else cur
    best[100] = 1
    return out, best, best is cur


@program(call(8, E), call(30, MORE))
def neighbours(n, edges):
    """A list of sets, of which run-time indices say one."""
    adj = [set() for _ in range(n)]
    for a, b in edges.tolist():
        adj[a].add(b)
        adj[b].add(a)
    return [sorted(s) for s in adj], sum(len(adj[a] & adj[b]) for a, b in edges)


@program(call(8, E), call(30, MORE))
def weights(n, edges):
    """A list of dicts: the last weight of each edge."""
    adj = [{} for _ in range(n)]
    for k, (a, b) in enumerate(edges.tolist()):
        adj[a][b] = k
        adj[b][a] = k
    return adj


@program(call(8, E), call(30, MORE))
def components(n, edges):
    """Connected components, each a set of its own."""
    adj = [set() for _ in range(n)]
    for a, b in edges.tolist():
        adj[a].add(b)
        adj[b].add(a)
    seen, found = set(), []
    for s in range(n):
        if s in seen:
            continue
        stack, comp = [s], set()
        while stack:
            u = stack.pop()
            if u not in comp:
                comp.add(u)
                stack.extend(v for v in sorted(adj[u]) if v not in comp)
        seen |= comp
        found.append(comp)
    return [sorted(c) for c in found], sorted(seen)


@program(call(WORDS), call(WORDS[:, :2]))
def trie(words):
    """A tree of dicts whose shape only the run knows."""
    root = {}
    for word in words.tolist():
        node = root
        for c in word:
            if c not in node:
                node[c] = {}
            node = node[c]
        node[-1] = {}
    count, stack = 0, [root]
    while stack:
        node = stack.pop()
        count += 1
        stack.extend(node.values())
    return root, count


@program(call(GRID), call(TWICE))
def sudoku(board):
    """Twenty-seven sets, and a return from inside."""
    rows, columns, boxes = ([set() for _ in range(9)] for _ in range(3))
    for i in range(9):
        for j in range(9):
            v = int(board[i, j])
            if v in rows[i] or v in columns[j] or v in boxes[i // 3 * 3 + j // 3]:
                return i, j
            rows[i].add(v)
            columns[j].add(v)
            boxes[i // 3 * 3 + j // 3].add(v)
    return None


@program(call(X), call(LONG))
def one_of_two(x):
    """Which of two sets a name stands for, the run decides; every name sees every change."""
    even, odd = set(), set()
    last = even
    for v in x.tolist():
        last = odd if v % 2 else even
        last.add(v)
        if v == 3:
            even, odd = odd, even
    last.add(1000)
    return sorted(even), sorted(odd), last is even, last is odd


@program(call(X), call(LONG))
def the_same_in_two_places(x):
    """A dict that is in a list twice leaves as one object."""
    cur = {}
    out = [cur]
    for v in x.tolist():
        if v % 3 == 0:
            cur = {v: 1}
            out.append(cur)
        cur[v] = len(out)
        if v % 5 == 0:
            out.append(cur)
    return out, cur


@program(call(X), call(LONG))
def groups_of_groups(x):
    """Dicts of lists that are begun anew."""
    out, cur = [], defaultdict(list)
    for k, v in enumerate(x.tolist()):
        cur[v % 4].append(k)
        if v % 7 == 0:
            out.append(cur)
            cur = defaultdict(list)
    return out, cur


@program(call(X), call(LONG))
def taken_out(x):
    """Keys that go: pop, del, discard, clear, popitem."""
    out, cur, seen = [], {}, set()
    for v in x.tolist():
        cur[v] = v * 2
        seen.add(v)
        if v % 3 == 0:
            cur.pop(v, None)
            seen.discard(v - 1)
        if v % 4 == 1:
            out.append((cur, len(seen)))
            cur, seen = {}, set()
        elif len(cur) > 3:
            cur.popitem()
        if v == 2 and 2 in cur:
            del cur[2]
    return [d for d, _ in out], [n for _, n in out]


@program(call(X), call(LONG))
def recent(x):
    """An OrderedDict as a cache, one for the even and one for the odd numbers."""
    even, odd, hits = OrderedDict(), OrderedDict(), 0
    for v in x.tolist():
        cache = odd if v % 2 else even
        if v in cache:
            hits += 1
            cache.move_to_end(v)
        else:
            cache[v] = v * v
            if len(cache) > 3:
                cache.popitem(last=False)
    return hits, even, odd


@program(call(E), call(MORE))
def pairs_as_keys(edges):
    """Tuples are keys of sets that are begun anew."""
    out, cur = [], set()
    for a, b in edges.tolist():
        if (b, a) in cur or len(cur) > 9:
            out.append(len(cur))
            cur = set()
        cur.add((a, b))
    return out, sorted(cur)


@program(call(X), call(LONG))
def in_an_attribute(x):
    """Objects hold sets, and exchange them."""

    class Bag:
        def __init__(self):
            self.items = set()

    bags = [Bag() for _ in range(3)]
    for v in x.tolist():
        bags[v % 3].items.add(v)
        if v % 5 == 0:
            bags[0].items, bags[1].items = bags[1].items, bags[0].items
    return [sorted(bag.items) for bag in bags]


@program(call(X), call(LONG))
def compared(x):
    """Equal sets are not one object."""
    a, b, n = set(), set(), 0
    for v in x.tolist():
        if v % 2:
            a = {v, v + 2}
        else:
            b = {v + 1, v + 3}
        n += (a == b) + 10 * (a is b) + 100 * (a <= b)
        if v == 4:
            b = a
    return n


@program(call(X), call(LONG))
def written_by_both_branches(x):
    """A dict in a list gets keys in both branches, and one of them appends another dict."""
    cur, seen = {int(x[0]): 1}, {}
    out = [cur]
    for v in x.tolist():
        if v not in seen:
            seen[v // 2 + 2] = v
            cur.setdefault(v, 5)
        else:
            cur[v + 1] = 2
            out.append({})
    out.append(cur)
    return out, cur, seen


@program(call(X), call(LONG))
def a_set_written_by_both_branches(x):
    """The same with sets; the first one is written to afterwards."""
    cur = {int(x[0])}
    out = [cur]
    for v in x.tolist():
        if v not in cur:
            cur.add(v)
            out.append({v + 1})
        else:
            cur.discard(v)
    out[0].add(100)
    return out, len(cur)
