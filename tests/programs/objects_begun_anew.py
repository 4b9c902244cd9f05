"""Objects and dicts that several names may stand for, as only the run says: begun anew, chosen, linked to one another."""

import copy
import heapq

import numpy as np

from tests.harness import Theme, call

program = Theme("objects begun anew")
FEW = np.array([1.0, 4.0, 3.0, 0.0, 2.0, 4.0, 1.0, 3.0, 3.0, 2.0, 0.0, 4.0])
MANY = np.random.default_rng(8).integers(0, 30, 150).astype(float)
KEYS = [call(FEW), call(FEW[:1]), call(MANY)]


class Part:
    """What is between two high values."""

    kind = "part"

    def __init__(self, start=0.0):
        self.start = start
        self.count = 0

    def add(self, _):
        self.count += 1

    @property
    def end(self):
        return self.start + self.count


class Node:
    def __init__(self, key, after=None):
        self.key = key
        self.after = after


class Tree:
    def __init__(self, key):
        self.key, self.count = key, 1
        self.left = self.right = None


class Member:
    """One of those that are joined: at first its own parent."""

    def __init__(self, number):
        self.number, self.size = number, 1
        self.parent = self


@program(*KEYS)
def parts(xs):
    """A new object after each high value; the last one has two names."""
    out, cur = [], Part()
    for x in xs:
        if x > 2:
            out.append(cur)
            cur = Part(x)
        cur.add(x)
    out.append(cur)
    return out, cur, [(part.end, part.kind) for part in out], out[0] is cur


@program(*KEYS)
def dicts(xs):
    """The same with dicts, which are copied, compared and walked through as well."""
    out, cur = [], {"start": 0.0, "count": 0}
    for x in xs:
        if x > 2:
            out.append(cur)
            cur = {"start": float(x), "count": 0}
        cur["count"] += 1
    out.append(cur)
    total, copied, merged = 0.0, dict(cur), {**cur, "more": 1}
    copied["count"] = -1
    for key, value in out[0].items():
        out[0]["count"] = 100  # which is seen under the second key
        total += value * len(key)
    return out, cur, copied, merged, total, cur == out[-1], cur == copied, sorted(cur), cur.get("none", 7)


@program(*KEYS)
def best_is_changed(xs):
    """The best one is a name for one of many."""
    parts = [Part(x) for x in xs]
    best = parts[0]
    for part in parts:
        if part.start > best.start:
            best = part
    best.count = 7
    least = min(parts, key=lambda part: part.start)
    least.count += 100
    return parts, best, least, best is least, parts.index(best), best in parts[1:]


@program(call(FEW), call(np.array([1.0, 3.0, 2.0, 4.0, 1.0])), call(FEW[:1]))
def least_of_several_lengths(xs):
    """The least item of a list that is one of a few: its change is seen in the list."""
    out, cur = [], Part()
    for i in range(min(len(xs), 5)):
        if xs[i] > 2:
            out.append(cur)
            cur = Part(xs[i])
        cur.count += 1
    out.append(cur)
    least = min(out, key=lambda part: part.count)
    least.count += 10
    first = sorted(out, key=lambda part: -part.count)[0]
    first.count += 100
    return [part.count for part in out]


@program(*KEYS)
def indexed(xs):
    """One of many by a run-time index, from either end."""
    parts = [Part(float(i)) for i in range(100)]
    for x in xs:
        parts[int(x) * 3].count += 1
        parts[-1 - int(x)].start -= 0.5
    a, b = parts[int(xs[0])], parts[1]
    a.count, b.count = 5, 6
    return parts, a, b, a is b, a == b, a != parts[0]


@program(*KEYS)
def search_tree(xs):
    """A binary tree of run-time shape, and its items in order."""
    root = None
    for x in xs:
        if root is None:
            root = Tree(x)
            continue
        tree = root
        while tree.key != x:
            side = tree.left if x < tree.key else tree.right
            if side is None:
                break
            tree = side
        if tree.key == x:
            tree.count += tree is not root or tree.left is not None or tree.right is not None
        elif x < tree.key:
            tree.left = Tree(x)
        else:
            tree.right = Tree(x)
    out, stack, tree = [], [], root
    while stack or tree is not None:
        while tree is not None:
            stack.append(tree)
            tree = tree.left
        tree = stack.pop()
        out.append((tree.key, tree.count))
        tree = tree.right
    return out, root


@program(*KEYS)
def sorted_chain(xs):
    """A linked list that is kept sorted, reversed, and left whole."""
    head = None
    for x in xs:
        node = Node(x)
        if head is None or x < head.key:
            node.after = head
            head = node
        else:
            place = head
            while place.after is not None and place.after.key <= x:
                place = place.after
            node.after = place.after
            place.after = node
    before = None
    while head is not None:
        head.after, before, head = before, head, head.after
    return before


@program(*KEYS)
def ring(xs):
    """Nodes of which the last one comes before the first one."""
    first = last = Node(xs[0])
    for x in xs[1:]:
        if x != last.key:
            last.after = Node(x)
            last = last.after
    last.after = first
    return first, last


@program(call(FEW), call(MANY[:40]))
def members(xs):
    """Sets that are joined, by members who know their parents."""

    def top(member):
        while member.parent is not member:
            member = member.parent
        return member

    members = [Member(i) for i in range(len(xs))]
    for i in range(len(xs) - 1):
        if abs(xs[i] - xs[i + 1]) < 3:
            a, b = top(members[i]), top(members[i + 1])
            if a is not b:
                if a.size < b.size:
                    a, b = b, a
                b.parent = a
                a.size += b.size
    return [top(member).number for member in members], [member.size for member in members]


@program(*KEYS)
def groups_by_key(xs):
    """A dict for each key that is met, found again by walking through all of them."""
    groups = []
    for x in xs:
        found = None
        for group in groups:
            if group["key"] == x % 5:
                found = group
        if found is None:
            found = {"key": x % 5, "count": 0, "items": []}
            groups.append(found)
        found["count"] += 1
        found["items"].append(x)
    return groups


@program(*KEYS)
def swapped(xs):
    """Two names change places as the run says."""
    a, b = Part(1.0), Part(2.0)
    for x in xs:
        if x > 2:
            a, b = b, a
        a.count += 1
        b.start += x
    again = copy.copy(a)
    again.count = -1
    return a, b, again, a.count, b.count


@program(*KEYS)
def from_a_heap(xs):
    """Objects that come out of a heap in the order of their keys."""
    heap = []
    for i, x in enumerate(xs):
        heapq.heappush(heap, (x, i, Part(x)))
    out = []
    while heap:
        _, i, part = heapq.heappop(heap)
        part.count = i
        out.append(part)
    return out


@program(*KEYS)
def removed_and_raised(xs):
    """Some are taken out of the list, and an exception ends the walk through the others."""
    out, cur = [], Part()
    for x in xs:
        if x > 2:
            out.append(cur)
            cur = Part(x)
        elif x == 0 and out:
            cur = out.pop()
        cur.count += 1
    out.insert(0, cur)
    if len(out) > 2:
        out.remove(out[1])
    try:
        for part in out:
            part.count += 10
            if part.start > 3:
                raise ValueError("high")
    except ValueError as error:
        return str(error), out
    return out
