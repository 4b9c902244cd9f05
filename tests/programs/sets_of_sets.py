"""Sets that are made of other sets, or of the keys of dicts, and lose elements afterwards."""

from collections import Counter, OrderedDict

import numpy as np

from tests.harness import Theme, call

program = Theme("sets of sets")
CALLS = [call(np.array(v)) for v in ([1, 2, 3], [5, 1, 40, -3, 8, 16, 0], [16, 1], [2, 1, 9, 17, 33, 25, 41, 10])]


def seen_of(v):
    return set(v.tolist())


@program(*CALLS)
def union_and_discard(v):
    """Of a union, what is taken out does not come back."""
    s = seen_of(v) | {9}
    s.discard(1)
    return s, list(s)


@program(*CALLS)
def difference_and_remove(v):
    """Colours that are free, without the first one."""
    free = set(range(50)) - seen_of(v)
    free.remove(min(free))
    return free


@program(*CALLS)
def intersection_and_pop(v):
    """`pop` takes what Python's own table has first."""
    s = seen_of(v) & {1, 5, 16, 2, 40}
    first = s.pop()
    return s, first, [s]


@program(*CALLS)
def copies_and_discards(v):
    """A copy, and what it is a copy of, in several ways."""
    s = set()
    for x in v:
        s.add(int(x))
    a, b, c = s.copy(), set(s), {*s, 77}
    a.discard(1)
    b -= {16}
    c.difference_update([2, 77])
    return s, a, b, c, a | {500}


@program(*CALLS)
def cleared(v):
    """A set of sets that is emptied, and gets elements again."""
    s = seen_of(v) ^ {1, 66}
    s.clear()
    t = s | {3}
    s.add(int(v[0]))
    return s, t, len(s)


@program(*CALLS)
def in_place_and_in_branches(v):
    """Sets that operators change, and branches after that."""
    s = {100, 1}
    s |= seen_of(v)
    s ^= {1, 2}
    if v[0] > 1:
        s.discard(int(v[0]))
    t = s | {500}
    t.symmetric_difference_update({2, 100})
    return s, t


@program(*CALLS)
def emptied_by_pop(v):
    """A work list that is a difference of sets."""
    todo = set(range(45)) - seen_of(v)
    order = []
    while len(todo) > 3:
        order.append(todo.pop())
    return order, todo


@program(*CALLS)
def of_the_keys_of_a_dict(v):
    """`set(d)` makes its table at once; what is made of it goes on from there."""
    d = {}
    for x in v:
        d[int(x)] = 1
    s = set(d)
    s.discard(1)
    return s, list(s), s | {500}, list(s | {500})


@program(*CALLS)
def operators_of_keys(v):
    """What operators make of keys and sets has the order that Python's own make."""
    d, s = {}, set()
    for x in v:
        d[int(x)] = 1
        s.add(int(x) * 2 + 1)
    found = [d.keys() - {3}, d.keys() | s, d.keys() & s, d.keys() ^ s, s - d.keys(), s | d.keys(), s & d.keys()]
    found[0].discard(1)
    return found, [list(one) for one in found]


@program(*CALLS)
def operators_of_two_dicts(v):
    """Of two dicts the smaller one is gone through; keys of other kinds of dicts go one by one."""
    d, e, o, c = {}, {}, OrderedDict(), Counter()
    for x in v:
        d[int(x)] = o[int(x)] = 1
        c[int(x)] += 1
        e[int(x) * 3 % 23] = 1
    found = [d.keys() & e.keys(), e.keys() & d.keys(), d.keys() | e.keys(), o.keys() | [5, 99], c.keys() - e.keys()]
    return found, [list(one) for one in found]


@program(*CALLS)
def keys_in_place(v):
    """`s |= d.keys()` makes a new set, and `update` changes the one there is."""
    d = {}
    for x in v:
        d[int(x)] = 1
    s = t = {7, 8}
    s |= d.keys()
    t.update(d.keys())
    return s, t, s is t


@program(*CALLS)
def tuples_with_constants(v):
    """Some items of the elements are the same in all."""
    s = {(int(x), 1, 2.5) for x in v}
    s.discard((2, 1, 2.5))
    s |= {(7, 1, 2.5)}
    return s, list(s)
