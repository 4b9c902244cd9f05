"""Deques that are made in branches, and changed afterwards: one object, whichever branch has made it."""

from collections import deque

import numpy as np

from tests.harness import Theme, call

program = Theme("deques of branches")
A = np.array([1.0, 2.0, 3.0, 4.0])
CALLS = call(A), call(-A)


@program(*CALLS)
def changed_afterwards(x):
    """Of several lengths."""
    q = deque([1, 2]) if x[0] > 0 else deque([5])
    q.append(7)
    q.appendleft(0)
    return q, q[0], len(q)


@program(*CALLS)
def with_room_for_some(x):
    """With a `maxlen`."""
    if x[0] > 0:
        q = deque([1.0, 2.0], maxlen=3)
    else:
        q = deque(maxlen=3)
    for v in x:
        q.append(v)
    return q, list(q), q.maxlen


@program(*CALLS)
def emptied(x):
    """A queue that is worked off."""
    if x[0] > 0:
        q = deque([0])
    else:
        q = deque([1, 2])
    seen = []
    while q:
        v = q.popleft()
        seen.append(v)
        if v < 5:
            q.append(v * 2 + 1)
            q.append(v + 3)
    return seen


@program(*CALLS)
def one_or_new(x):
    """One that was there, or a new one."""
    d = deque([1])
    if x[0] > 0:
        q = deque([2, 3])
    else:
        q = d
    q.append(9)
    return d, q, d is q


@program(*CALLS)
def under_two_names(x):
    """And in a list, and as an attribute's value."""
    held = []
    if x[0] > 0:
        q = r = deque([2, 3])
        held.append(q)
    else:
        q = deque([4])
        r = q
        held.append(r)
    q.append(9)
    return r, q, r is q, held, held[0] is q


@program(*CALLS)
def of_arrays(x):
    """With arrays in them."""
    if x[0] > 0:
        q = deque([x, x * 2])
    else:
        q = deque([x + 1])
    q.append(x * 3)
    return [v.sum() for v in q], len(q), q.popleft()


@program(*CALLS)
def perhaps_none(x):
    """None on one path; in a tuple; a function that knows it."""
    q = None
    if x[0] > 0:
        q = deque([1])
        pair = deque([1]), 2
        push = lambda: pair[0].append(8)  # noqa: E731
    else:
        pair = deque([3, 4]), 5
        push = lambda: pair[0].append(9)  # noqa: E731
    pair[0].append(6)
    push()
    if q is not None:
        q.append(2)
        return list(q), pair
    return [], pair


@program(*CALLS)
def one_for_each_turn(x):
    """In a loop."""
    lengths = []
    for v in x:
        q = deque([v]) if v > 2 else deque()
        q.append(0.5)
        lengths.append(len(q))
    return lengths
