"""Objects with `__slots__`, and with a `__hash__` of their own: chosen, carried, changed."""

import dataclasses

import numpy as np

from tests.harness import Theme, call

program = Theme("slotted objects")
X = np.array([1.0, -2.0, 3.0, 0.5, 4.0, -1.0])
CALLS = (call(X), call(-X), call(np.abs(X)))


class Vector:
    """A point with operators."""

    __slots__ = ("mark", "x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y

    def __neg__(self):
        return Vector(-self.x, -self.y)

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k)

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y

    def __hash__(self):
        return hash((self.x, self.y))


class First:
    __slots__ = ("p",)


class Second(First):
    __slots__ = ("q",)

    def __init__(self, p, q):
        self.p, self.q = p, q


class Open(First):
    """A slot, and a dict beside it."""

    def __init__(self, p, q):
        self.p, self.q = p, q


@dataclasses.dataclass(frozen=True, slots=True)
class Frozen:
    a: float
    b: float = 2.0


@program(*CALLS)
def turned_around(x):
    """A new object in a branch of a loop."""
    p, v = Vector(0.0, 0.0), Vector(x[0], x[1])
    turns = 0
    for _ in range(20):
        p = p + v * 0.1
        if abs(p.x) > 1.5:
            v = -v
            turns += 1
    return p, v, turns, p == v


@program(*CALLS)
def made_in_a_branch(x):
    """One of two objects is the result."""
    p = Vector(x[0], 0.0)
    if x[1] > 0:
        p = Vector(x[1], 3)
    return p


@program(*CALLS)
def slot_filled_in_a_branch(x):
    """A slot that stays empty otherwise."""
    p = Vector(x[0], 0.0)
    if x[1] > 0:
        p = Vector(x[1], 3)
        p.mark = 1
    return hasattr(p, "mark"), getattr(p, "mark", None)


@program(*CALLS)
def inherited_slots(x):
    """Slots of a base class, with and without a dict."""
    a, b = Second(x[0], 1), Open(x[1], 2)
    for v in x:
        if v > 0:
            a = Second(a.q, v)
        else:
            b = Open(v, b.p)
    return a, b, a.p, b.q


@program(*CALLS)
def changed_under_two_names(x):
    """Attributes are changed in a loop, under both names."""
    s = Second(0.0, 0)
    t = s
    for v in x:
        if v > 0:
            s.p += v
            s.q += 1
        if v < -1:
            t.q = 100
    return s, t is s


@program(*CALLS)
def one_of_two_is_changed(x):
    """The chosen object is changed, and seen to be."""
    s, u = Second(0.0, 0), Second(1.0, 1)
    w = s if x[0] > 0 else u
    w.p = 5.0
    return s, u, w


@program(*CALLS)
def many_in_a_list(x):
    """A list of run-time length of them."""
    many = [Second(v, i) for i, v in enumerate(x) if v > 0]
    for s in many:
        if s.p > 2:
            s.q = -1
    return [s.q for s in many]


@program(*CALLS)
def frozen_dataclass(x):
    """Replaced again and again."""
    p = Frozen(x[0])
    for v in x:
        if v > 0:
            p = dataclasses.replace(p, a=p.a + v)
    return p, p.a, p == Frozen(x[0])


@program(call(Second(1.0, X)), call(Second(-1.0, X)), call(Second(-1, -X)))
def of_the_caller(s):
    """The caller's object is read and changed."""
    if s.p > 0:
        s.q = s.q * 2
    else:
        s.p = s.p + s.q[0]
    return s.q


class Node:
    """A node of a search tree."""

    __slots__ = ("left", "right", "value")

    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right


def tree_of(x):
    root = None
    for v in x:
        node = Node(v)
        if root is None:
            root = node
            continue
        cur = root
        while True:
            if v < cur.value:
                if cur.left is None:
                    cur.left = node
                    break
                cur = cur.left
            else:
                if cur.right is None:
                    cur.right = node
                    break
                cur = cur.right
    return root


@program(*CALLS, call(X[:0]))
def walked_in_order(x):
    """A search tree, with a stack and the truth of nodes."""
    found, stack, cur = [], [], tree_of(x)
    while stack or cur:
        while cur:
            stack.append(cur)
            cur = cur.left
        cur = stack.pop()
        found.append(cur.value)
        cur = cur.right
    return found


@program(*CALLS)
def changed_through_other_names(x):
    """Which node is meant, the run says; what several names stand for is one."""
    root = tree_of(x)
    best = root
    for v in x:
        cur = root
        while cur.value != v:
            cur = cur.left if v < cur.value else cur.right
        cur.value += 0.25 * (cur is best)
        if v > 1:
            best = cur
    return best.value, best is root, root.value
