"""Lists and objects that are one under several names, made in branches within branches and listed there."""

import numpy as np

from tests.harness import Theme, call

program = Theme("one object")
N = np.int64


class Box:
    def __init__(self, value):
        self.value = value


@program(call(N(3), N(0)), call(N(3), N(2)), call(N(1), N(0)))
def made_in_an_inner_branch(n, m):
    """Two names for what an inner branch makes are one object after the outer one."""
    b = c = Box(4)
    if n > 1:
        if m < 2:
            b = Box(7)
            c = b
        b.value = n
    return b, c, b is c


@program(call(N(3), N(0)), call(N(3), N(2)), call(N(1), N(0)))
def list_of_an_inner_branch(n, m):
    """So are two names for a list."""
    b = c = [5]
    if n > 1:
        if m < 2:
            b = [7]
            c = b
        b[0] = n
    return b, c


@program(call(N(3), N(0)), call(N(3), N(2)), call(N(1), N(0)))
def two_of_an_inner_branch(n, m):
    """What another condition has chosen is not."""
    b, c = Box(4), Box(5)
    if n > 1:
        if m < 2:
            b = Box(7)
        if m < n - 2:
            c = b
        n = n + 1
    return b.value, c.value, n


@program(call(N(1), N(2)))
def twice_in_a_list(n, m):
    """A list that a branch appends twice leaves as one object."""
    keep = []
    if m > 1:
        r = [n, 5]
        keep.append(r)
        keep.append(r)
    return keep


@program(call(N(1), N(2)))
def in_a_list_and_a_dict(n, m):
    """So has one that goes into a list and a dict."""
    keep, d = [], {}
    if m > 1:
        r = [n, 5]
        d["2"] = r
        keep.append(r)
    return keep, d


@program(call(N(1), N(2)))
def changed_where_it_is_twice(n, m):
    """A change of one of the items is one of the other."""
    keep = []
    if m > 1:
        r = [n, 5]
        keep.append(r)
        keep.append(r)
    if keep:
        keep[0][0] = m
    return len(keep)


@program(call(N(2), N(2)), call(N(3), N(0)))
def twice_and_only_read(n, m):
    """What stays inside may be there twice."""
    keep = []
    if m > 1:
        r = [n, 5]
        keep.append(r)
        keep.append(r)
    return sum(sum(x) for x in keep), len(keep)


@program(call(N(1), N(2)), call(N(3), N(0)))
def box_of_several_kinds(n, m):
    """The attribute of an object that a loop replaces under a condition takes several forms."""
    r, s = [1, 2], [3]
    b = Box(4)
    for _ in range(n):
        r, s = s, r
        if m > 0:
            b = Box(m)
        b.value = r[0]
    return b.value, r


@program(*(call(np.int64(n), np.int64(m)) for n, m in ((1, 2), (3, 0), (0, 4), (3, 4))))
def written_after_two_choices(n, m):
    """A change of what the second branch has chosen reaches what the first one had, which nothing else names."""
    r, d = [1, 2], {}
    if n > 2:
        r = [m, 5]
    if m > 3:
        r = [m, 5]
    else:
        d["2"] = r
    r[0] += 1
    return r, d


@program(*(call(np.ones(3), np.int64(n)) for n in (0, 5)))
def equal_arrays_of_which_one_is_turned(x, n):
    """Two equal arrays are two, also where a branch answers a view of one of them."""
    d, b, y, z = np.zeros(3), np.zeros(3), x * 2, x * 2
    if n > 3:
        return d[::-1], b, y.T, z
    return b, d, z, y


@program(call(N(3)), call(N(0)))
def sets_under_two_names(n):
    """A set that is returned twice is one set."""
    a, b, c = {1, 2}, set(), frozenset((1, 4))
    d = [a, b] if n > 1 else [b]
    return a, b, c, d, c


def _squares(x, y):
    found = ((x[:, None] - y[None]) ** 2).sum(axis=-1)
    return found * 0 if x is y else found


@program(
    call(np.array([[0.0, 1], [2, 1], [4, 4]]), [np.ones((4, 2)), np.eye(2)], 9),
    call(np.array([[0.5, 1.0]]), [np.array([[3.0, 2], [1, 4]])], 0),
)
def moved_to_the_middle(points, clouds, most):
    """What a loop goes on with is none of the arrays of other shapes that it is compared with."""
    moved, turn = 1.0, 0
    while moved > 1e-6 and turn < most:
        total = np.zeros(points.shape)
        for cloud in clouds:
            weights = np.exp(-_squares(points, cloud))
            total = total + weights @ cloud / weights.sum(axis=1, keepdims=True)
        total = total / len(clouds)
        moved, points, turn = ((total - points) ** 2).sum(), total, turn + 1
    return points, turn
