"""Loops over one of many lists that only the run fills: the body is there once, and takes items from the list that it is."""

import collections

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("one of many lists")

PAIRS = np.array([[0, 1], [1, 2], [2, 3], [3, 0], [1, 3], [2, 0]])
SHORT = PAIRS[:3]


def _near(pairs, n):
    near = {i: [] for i in range(n)}
    for u, v in pairs:
        near[int(u)].append(int(v))
        near[int(v)].append(int(u))
    return near


@program(call(PAIRS, np.array(0)), call(PAIRS, np.array(3)), call(SHORT, np.array(2)))
def breadth_first(pairs, start):
    """What a turn puts into other lists and dicts."""
    near = _near(pairs, 4)
    far, queue = dict.fromkeys(near, -1), collections.deque([int(start)])
    far[int(start)] = 0
    w = None
    while queue:
        v = queue.popleft()
        for w in near[v]:
            if far[w] < 0:
                far[w] = far[v] + 1
                queue.append(w)
    return far, w


@program(call(PAIRS, np.array(1)), call(SHORT, np.array(3)), call(SHORT, np.array(0)))
def left_early(pairs, at):
    """`break`, `else`, `continue`, and what the loop's own name is afterwards."""
    near, seen, w = _near(pairs, 4), [], -1
    for w in near[int(at)]:
        if w == 2:
            continue
        if w > 2:
            break
        seen.append(w)
    else:
        seen.append(-5)
    return seen, w


@program(call(PAIRS, np.array(1)), call(SHORT, np.array(3)), call(SHORT, np.array(0)))
def returned_from(pairs, at):
    """`return` in the loop."""
    near = _near(pairs, 4)
    for k, w in enumerate(near[int(at)]):
        for u in near[w]:
            if u > int(at):
                return k, w, u
    return None


@program(call(PAIRS, np.array(1)), call(SHORT, np.array(3)))
def grows_meanwhile(pairs, at):
    """The list that it goes through gets more items."""
    near, seen = _near(pairs, 4), 0
    for w in near[int(at)]:
        seen += w
        if len(near[int(at)]) < 6:
            near[int(at)].append(w + 1)
    return seen, near


@program(
    call(PAIRS, np.array(1), np.array(1)), call(PAIRS, np.array(1), np.array(2)), call(SHORT, np.array(3), np.array(0))
)
def another_grows_meanwhile(pairs, at, other):
    """A list that may be the one that it goes through gets more items."""
    near, seen = _near(pairs, 4), 0
    for w in near[int(at)]:
        seen += w
        if len(near[int(other)]) < 6:
            near[int(other)].append(w)
    return seen, near


@program(
    call(PAIRS, np.array(1), np.array(1)), call(PAIRS, np.array(1), np.array(2)), call(SHORT, np.array(3), np.array(0))
)
def written_meanwhile(pairs, at, other):
    """An item that is still to come may be replaced."""
    near, seen = _near(pairs, 4), []
    for w in near[int(at)]:
        seen.append(w)
        near[int(other)][-1] = w + 10
    return seen, near


@program(
    call(PAIRS, np.array(1), np.array(1)), call(PAIRS, np.array(1), np.array(2)), call(SHORT, np.array(3), np.array(0))
)
def emptied_meanwhile(pairs, at, other):
    """Nothing is left of a list that may be the one that it goes through."""
    near, seen = _near(pairs, 4), []
    for w in near[int(at)]:
        seen.append(w)
        near[int(other)].clear()
    return seen, near


@program(call(PAIRS, np.array(1)), call(SHORT, np.array(3)))
def begun_anew_meanwhile(pairs, at):
    """Another list takes its place under the key: the loop goes on with the one that it has."""
    near, seen = _near(pairs, 4), []
    for w in near[int(at)]:
        seen.append(w)
        near[int(at)] = [w, w]
    return seen, near


@program(call(PAIRS, np.array(1)), call(SHORT, np.array(3)))
def one_under_two_keys(pairs, at):
    """Two of the lists are one, which grows under the other key."""
    near, seen = _near(pairs, 4), []
    near[3] = near[1]
    for w in near[int(at)]:
        seen.append(w)
        if len(near[3]) < 5:
            near[3].append(w)
    return seen, near, near[1] is near[3]


@program(call(PAIRS, np.array(1)), call(SHORT, np.array(3)))
def of_other_kinds(pairs, at):
    """Ints in one list, floats or both in others; a NumPy number is one afterwards."""
    near = _near(pairs, 4)
    for u, v in pairs:
        near[0].append(u / 2)
        near[1].append(v)
    total, seen = 0, []
    for w in near[int(at)]:
        total = total + w
        seen.append(w)
    return total, seen, [type(w) is int for w in seen]


@program(call(PAIRS, np.array(1)), call(SHORT, np.array(3)))
def of_pairs(pairs, at):
    """Tuples of numbers, unpacked and kept; which is which object, too."""
    near = {i: [] for i in range(4)}
    for k, (u, v) in enumerate(pairs):
        near[int(u)].append((int(v), k / 2))
        near[int(v)].append((int(u), -k / 2))
    cost, kept = 0.0, []
    for pair in near[int(at)]:
        w, length = pair
        cost += w * length
        kept.append(pair)
    return cost, kept, kept == near[int(at)]


@program(
    call(PAIRS, np.array(1)),
    call(SHORT, np.array(3)),
    refused=Refusal("AliasError", "return [pair is near[int(at)][0] for pair in near[int(at)]]"),
)
def is_the_same_pair(pairs, at):
    """Whether an item is the object that the list holds."""
    near = {i: [] for i in range(4)}
    for k, (u, v) in enumerate(pairs):
        near[int(u)].append((int(v), k))
        near[int(v)].append((int(u), k))
    return [pair is near[int(at)][0] for pair in near[int(at)]]


@program(call(PAIRS, np.array(1)), call(SHORT, np.array(3)))
def in_comprehensions(pairs, at):
    """In comprehensions, generators and functions of Python's."""
    near = _near(pairs, 4)
    return (
        [w * 2 for w in near[int(at)] if w],
        sum(w + 1 for w in near[int(at)]),
        max(near[int(at)]),
        {w: w + 1 for w in near[int(at)]},
    )


@program(call(PAIRS, np.array(1)), call(SHORT, np.array(3)))
def raises_inside(pairs, at):
    """An exception in a turn, behind a change."""
    near, seen = _near(pairs, 4), []
    for w in near[int(at)]:
        seen.append(w)
        if w == 2:
            raise ValueError(len(seen))
    return seen


@program(call(PAIRS, np.array(0)), call(SHORT, np.array(2)))
def by_recursion(pairs, start):
    """Depth first, by a function that calls itself in the loop."""
    near, seen = _near(pairs, 4), []

    def visit(v):
        seen.append(v)
        for w in near[v]:
            if w not in seen:
                visit(w)

    visit(int(start))
    return seen


@program(call(PAIRS, np.array(0)), call(SHORT, np.array(2)))
def rows_are_written(pairs, at):
    """An array is written to at the items."""
    near, degree = _near(pairs, 4), np.zeros(4)
    for w in near[int(at)]:
        degree[w] += len(near[w])
        degree[int(at)] -= 1
    return degree


@program(call(np.array([0, 0, 0, 1, 4])), call(np.array([0, 1, 2, 3, 2])), call(np.array([0, 1, 0, 0, 3])))
def made_of_earlier_ones(ws):
    """Each is one of those before, and one item more: of more lengths than there are alternatives for."""
    best = [[]]
    for w in ws:
        best.append(best[w] + [w + 10])
    return best[-1]


@program(*[call(*map(np.array, ks)) for ks in ((1, 0, 2, 2), (0, 1, 1, 3), (0, 2, 3, 4), (0, 0, 1, 4), (1, 2, 0, 1))])
def of_several_of_each_length(a, b, c, k):
    """Lists of one length that come from several names share their places, those of other lengths do not."""
    p = [a] if a > 0 else [a, a + 1]
    q = [b + 2] if b == 0 else [b + 3, b + 4] if b == 1 else [b + 5, b + 6, b + 7]
    r = [c + 12] if c == 0 else [c + 13, c + 14] if c == 1 else [c + 15, c + 16] * 2 if c == 2 else [c + 20] * 3
    y = [] if k == 0 else [k + 30] if k == 1 else p if k == 2 else q if k == 3 else r
    return y, len(y), sum(y)
