"""Objects and dicts that hold arrays, where only the run says which of them a name stands for."""

from collections import defaultdict

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("arrays in pools")
X = np.array([0.5, -1.5, 2.0, 3.25, -0.75, 1.0])
CALLS = (call(X), call(-X), call(X[:3] * 2))


class Node:
    """A place, and the node that it was reached from."""

    def __init__(self, at, before=None):
        self.at, self.before = at, before


def _chain(x):
    """Nodes that hang on some earlier one, as the numbers say."""
    nodes = [Node(np.zeros(2))]
    for k, v in enumerate(x):
        near = min(nodes, key=lambda n: abs(n.at[0] - v))
        nodes.append(Node(near.at + v * 0.5 + k, near))
    return nodes


@program(call(3), call(5))
def random_tree(seed):
    """A rapidly-exploring random tree, and the way back from its last node."""
    rng = np.random.default_rng(seed)
    nodes = [Node(np.zeros(2))]
    goal = np.array([0.8, 0.8])
    for _ in range(60):
        sample = rng.random(2) if rng.random() > 0.2 else goal
        near = min(nodes, key=lambda n: np.linalg.norm(n.at - sample))
        away = sample - near.at
        node = Node(near.at + 0.1 * away / np.linalg.norm(away), near)
        nodes.append(node)
        if np.linalg.norm(node.at - goal) < 0.1:
            break
    path = []
    while node is not None:
        path.append(node.at)
        node = node.before
    return np.array(path[::-1]), len(nodes)


class State:
    def __init__(self, board, parent):
        self.board, self.parent, self.kids, self.visits, self.wins = board, parent, [], 0, 0.0


@program(call(1), call(2))
def tree_search(seed):
    """A Monte Carlo tree search: each state has a board, a parent and its children."""
    rng = np.random.default_rng(seed)
    root = State(np.zeros(3, int), None)
    for _ in range(20):
        state = root
        while len(state.kids) == 3:
            state = max(state.kids, key=lambda k: k.wins / (k.visits + 1e-9) + np.sqrt(2 * np.log(state.visits + 1) / (k.visits + 1e-9)))
        board = state.board.copy()
        board[len(state.kids)] += 1
        child = State(board, state)
        state.kids.append(child)
        won = float(rng.random() < board.sum() / 10)
        while child is not None:
            child.visits += 1
            child.wins += won
            child = child.parent
    return [k.visits for k in root.kids], root.wins, [k.board for k in root.kids]


@program(*CALLS)
def other_arrays(x):
    """Attributes are set to new arrays, and read under other names."""
    nodes = _chain(x)
    node = nodes[-1]
    while node is not None:
        node.at = node.at * 2
        node = node.before
    return [n.at.sum() for n in nodes], nodes[-1].at


@program(*CALLS, refused=Refusal("AliasError", "node.at += 1"))
def changed_in_place(x):
    """The arrays themselves are written to."""
    nodes = _chain(x)
    node = nodes[-1]
    while node is not None:
        node.at += 1
        node.at[0] *= 2
        node = node.before
    return sum(n.at.sum() for n in nodes)


@program(*CALLS)
def changed_under_another_name(x):
    """So they are by a name for one of them."""
    nodes = _chain(x)
    last = nodes[-1]
    place = last.before.at
    place += 10
    return last.before.at.sum(), place, last.at.sum()


@program(*CALLS)
def the_same_array_twice(x):
    """Two nodes hold one array, which is written to under one of them."""
    nodes = _chain(x)
    near = min(nodes, key=lambda n: n.at[0])
    other = Node(near.at, near)
    nodes.append(other)
    other.at += 100
    return near.at.sum(), other.at.sum(), [n.at[0] for n in nodes]


@program(call(X, X[:2]), call(-X, X[1:3]))
def the_argument(x, start):
    """The first node holds an argument."""
    nodes = [Node(start)]
    for v in x:
        near = min(nodes, key=lambda n: abs(n.at[0] - v))
        nodes.append(Node(near.at + v, near))
    start += 1
    return [n.at.sum() for n in nodes]


@program(*CALLS)
def rows_of_a_matrix(x):
    """The nodes hold views of a matrix that changes."""
    m = np.outer(x, [1.0, 2.0])
    nodes = [Node(m[0])]
    for k in range(1, len(x)):
        near = min(nodes, key=lambda n: abs(n.at[0] - x[k]))
        nodes.append(Node(m[k], near))
    before = nodes[-1].before.at.sum()
    m += 1
    return before, [n.at.sum() for n in nodes]


@program(*CALLS)
def the_nodes_leave(x):
    """All of them, as the objects that they are."""
    nodes = _chain(x)
    return [(n.at, n.before is nodes[0]) for n in nodes]


@program(*CALLS)
def the_arrays_of_a_way_leave(x):
    """A list of them, each of which is that of a node."""
    node = _chain(x)[-1]
    found = []
    while node is not None:
        found.append(node.at)
        node = node.before
    return found


@program(*CALLS)
def dicts_of_arrays(x):
    """Dicts instead of objects."""
    nodes = [{"at": np.zeros(2), "up": None}]
    for v in x:
        near = min(nodes, key=lambda n: abs(n["at"][0] - v))
        nodes.append({"at": near["at"] + v, "up": near})
    node, total = nodes[-1], np.zeros(2)
    while node is not None:
        total = total + node["at"]
        node["at"] = total
        node = node["up"]
    return total, [n["at"].sum() for n in nodes]


@program(*CALLS)
def arrays_of_other_shapes(x):
    """Nodes whose arrays differ in length."""
    nodes = [Node(np.zeros(1))]
    for v in x:
        near = min(nodes, key=lambda n: abs(n.at[0] - v))
        nodes.append(Node(np.append(near.at, v), near))
    return [len(n.at) for n in nodes]


@program(*CALLS, refused=Refusal("JoinError", "while head is not None:"))
def linked_blocks(x):
    """A list of blocks, each with an array and the next one; from the back to the front, with changes on the way."""
    head = None
    for v in x:
        if v > 0 or head is None:
            node = Node(np.full(3, v), head)
            head = node
        else:
            head.at = head.at + v
    values = []
    while head is not None:
        if head.at[0] > 1:
            head.at[1:] = -1
        values.append(head.at.sum())
        head = head.before
    return values


@program(*CALLS)
def one_of_two_kept(x):
    """The better one is kept, and written to."""
    best = Node(np.zeros(2))
    for v in x:
        new = Node(np.array([v, -v]), best)
        if v > best.at[0]:
            best = new
    kept = best.at
    best.at = best.at + 1
    kept[0] = 7
    return best.at, kept, best.before is None


@program(*CALLS)
def exchanged(x):
    """Arrays go from one node to another."""
    nodes = _chain(x)
    a, b = nodes[-1], nodes[-1].before
    a.at, b.at = b.at, a.at
    a.at[0] += 5
    return a.at.sum(), b.at.sum(), [n.at.sum() for n in nodes]


GROUPED = (call(np.array([[3.0, 2.0], [2.0, 1.0], [3.0, 5.0], [2.0, 2.0]])), call(np.array([[1.0, 2.0]])), call(np.arange(40.0).reshape(20, 2) % 7))


@program(*GROUPED)
def groups_by_key(rows):
    """Lists of arrays under keys, in another order."""
    groups = defaultdict(list)
    for row in rows:
        groups[int(row[0])].append(row + 1)
    return {k: groups[k] for k in sorted(groups)}


@program(*GROUPED)
def means_of_groups(rows):
    """What is computed of such lists."""
    groups = {}
    for row in rows:
        groups.setdefault(int(row[0]), []).append(row * 2)
    return {k: np.mean(v, axis=0) for k, v in groups.items()}


@program(*GROUPED)
def buckets_that_are_not_empty(rows):
    """Lists of arrays in a list, some of which leave."""
    buckets = [[] for _ in range(3)]
    for row in rows:
        buckets[int(row[0]) % 3].append(row + 1)
    buckets[1].append(rows[0] * 0)
    return [b for b in buckets if b], [len(b) for b in buckets]


@program(*GROUPED)
def one_of_two_lists(rows):
    """Which list it is that gets another array, the run says."""
    few, many = [], []
    for row in rows:
        one = few if row[0] > 2 else many
        one.append(row + 1)
        if len(one) > 2:
            one.pop()
    return few, many, [x.sum() for x in few + many]


@program(*GROUPED[:2])
def the_callers_list_of_arrays(rows):
    """Lists of rows of the caller's array, of which the run says which one gets another array."""
    return _put([rows[0]], [rows[-1], rows[0] + 1], rows)


def _put(first, second, rows):
    for row in rows:
        one = first if row[0] > 2 else second
        one.append(row * 2)
    return first, second


@program(*CALLS, refused=Refusal("AliasError", "if y > 1:"))
def dicts_of_the_callers_arrays(x):
    """With a key that only the run puts in: it is not told yet that the arrays are the caller's own."""
    p, q = {"a": x}, {"a": x + 1}
    for y in x:
        if y > 1:
            p["w"] = y
        p, q = q, p
    return p, q
