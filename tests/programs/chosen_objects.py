"""Objects that branches choose among others, hold one another or themselves: which is which stays told."""

import dataclasses

import numpy as np

from tests.harness import Theme, call

program = Theme("chosen objects")
PAIRS = [call(np.int64(a), np.int64(b)) for a in (0, 1, 2) for b in (0, 1, 2)]
VALUES = [(1, -2, 3), (-2, 1, 0.5), (0, 2, 3, 4, 5, 6.5, 7), (3, 2, 1, 0, -1, 5, 6, -2, 2)]
ARRAYS = [call(np.array(values, float)) for values in VALUES]


class Box:
    """Something with a value."""

    def __init__(self, value):
        self.value = value


class Part:
    """What knows its neighbours."""

    def __init__(self, value, parent=None):
        self.value = value
        self.parent = parent
        self.kids = []
        self.nxt = None


@program(*PAIRS)
def chosen_twice(n, m):
    """Two names get one of two new objects each, by tests of their own."""
    if n > 1:
        b = c = Box(3)
    else:
        p, q = Box(5), Box(6)
        b = p if n else q
        c = p if m else q
    b.value += 10
    return b, c, b.value, c.value, b is c


@program(*PAIRS)
def chosen_once(n, m):
    """A loop leaves one of two new objects under two names."""
    b = c = Box(0)
    for _ in range(n):
        b = Box(m)
        if m >= 1:
            b = Box(m + 1)
        c = b
    b.value = 7
    return b.value, c.value, b is c


@program(*PAIRS)
def left_by_an_inner_loop(n, m):
    """The same with a loop in it that ends early."""
    b = c = Box(0)
    for _ in range(n):
        for _ in range(3):
            b = Box(m)
            c = b
            if m < 1:
                break
    return b, c, b is c


@program(*PAIRS)
def chosen_twice_in_a_loop(n, m):
    """Two names get one of two new objects each, in every turn."""
    b = c = Box(0)
    for _ in range(n):
        p, q = Box(m), Box(m + 1)
        b = p if n > 1 else q
        c = p if m else q
    b.value = 9
    return b, c, b.value, c.value, b is c


@program(*PAIRS)
def a_list_and_one_of_two(n, m):
    """A name gets a new list, and another one that list or one more."""
    b = c = None
    while n > 0:
        n -= 1
        p, q = [m], [m + 1]
        b = {"p": p}
        c = p if m else q
    return b, c


@program(*PAIRS)
def what_they_hold(n, m):
    """The same of what the objects hold."""
    b = c = Box(0)
    for _ in range(n):
        p, q = Box([m]), Box([m + 1])
        b = p if n > 1 else q
        c = (p if m else q).value
    return b, c, b.value is c


@program(*ARRAYS)
def linked_or_not(x):
    """A new object is linked to what is there in one branch only, and changed in the next turn."""
    cur, last = Part(x[0]), Part(0.0)
    for y in x[1:]:
        last.value = y
        if y < 3:
            last = Part(cur.value)
            cur.nxt = last
        else:
            last = Part(cur.value)
    return cur


@program(*ARRAYS)
def linked_both_ways(x):
    """Rings that a loop closes."""
    cur, last = Part(x[0]), Part(0.0)
    for y in x[1:]:
        last.nxt = cur
        if y > last.value:
            last = Part(cur.value)
        else:
            last = Part(cur.value)
            cur.nxt = last
    return cur


@program(*ARRAYS)
def a_parent_and_its_kid(x):
    """Objects that hold one another are made in a branch."""
    a = b = None
    if x[0] > 0:
        a = Part(1)
        b = Part(2, a)
        a.kids.append(b)
        a.nxt, b.nxt = b, a
    if b is not None:
        b.parent.value = 9
        a.kids[0].value = 8
        return a, b.parent is a, a.value, b.value
    return a


@program(*ARRAYS)
def holding_themselves(x):
    """A list, a dict and an object that hold themselves, made in one branch."""
    c = d = e = None
    if x[0] > 0:
        c = [1, x]
        c.append(c)
        d = {"a": [x]}
        d["a"].append(d)
        e = Part(x)
        e.nxt, e.parent = e, [e]
    return c, d, e


@program(*ARRAYS)
def holding_themselves_or_not(x):
    """A list that holds itself, or another one."""
    if x[0] > 0:
        c = [1, x]
        c[1] = c
    else:
        c = [1, [2, 3]]
    return c, c[1] is c


@program(*ARRAYS)
def in_a_tuple(x):
    """A list that holds itself as an item of a tuple."""
    c = None
    if x[0] > 0:
        c = [1]
        c.append((c, 2))
    return c


@program(*ARRAYS)
def rings_in_turns(x):
    """Two objects that hold one another, in each turn of a loop."""
    n = a = b = Part(1)
    while n.value < 5:
        a, b = Part(n.value + 1), Part(x[0])
        a.nxt, b.nxt = b, a
        n = a
    return b, a, n, a.nxt is b, b.nxt is a


@program(*ARRAYS)
def of_the_caller(x):
    """Lists from before get one another, or themselves."""
    c, d = [1], [2]
    if x[0] > 0:
        c.append(d)
        d.append(c)
    else:
        c.append(c)
        d.append(d)
    return c, d, c[1] is d, c[1] is c


@dataclasses.dataclass(order=True)
class Task:
    cost: float
    name: str = dataclasses.field(compare=False, default="task")
    tags: list = dataclasses.field(compare=False, default_factory=list)
    costs: list = dataclasses.field(compare=False, default_factory=list)
    done: dict = dataclasses.field(compare=False, default_factory=dict)


@program(*[call(x) for x in (np.array([3.0, -1.0, 2.0]), np.array([1.0, 1.0, 1.0]), np.array([-9.0]))])
def made_by_factories(x):
    """The lists and dicts that a dataclass makes for each object: those of the least one are changed."""
    tasks = [Task(v, f"t{i}") for i, v in enumerate(x)]
    best = min(tasks)
    tasks.sort(reverse=True)
    if best.cost < 1.5:
        best.tags.append("cheap")
        best.costs.append(best.cost)
    best.done["at"] = best.cost * 2
    best.costs.append(7.0)
    return best.name, best.tags, best.done, [t.cost for t in tasks], [t.costs for t in tasks]


class _Link:
    __slots__ = "nxt", "value"

    def __init__(self, value, nxt=None):
        self.value, self.nxt = value, nxt


class _Chain:
    def __init__(self, values):
        self.head = None
        for v in reversed(values):
            self.head = _Link(v, self.head)

    def __iter__(self):
        link = self.head
        while link is not None:
            yield link.value
            link = link.nxt

    def remove_if(self, test):
        before = first = _Link(None, self.head)
        while before.nxt:
            if test(before.nxt.value):
                before.nxt = before.nxt.nxt
            else:
                before = before.nxt
        self.head = first.nxt


@program(call(np.array([3, 1, 4, 1, 5, 9])), call(np.array([9, 8, 7, 6, 5, 4])), call(np.zeros(0, int)))
def links_removed(x):
    """Which links are left leads to ever more ways from one to the next: each object is looked at once."""
    chain = _Chain(list(x))
    chain.remove_if(lambda v: v > 3)
    return list(chain), sum(1 for _ in chain)
