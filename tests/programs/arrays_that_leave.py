"""Arrays out of lists and dicts of run-time length that leave in other lists: each is the object that Python has."""

from collections import defaultdict, deque

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("arrays that leave")
I = np.array([3, 1, 4, 1, 5, 9, 2, 6])
CALLS = (call(I), call(I[::-1]), call(I[:2]))


def _sums(a):
    """Arrays under keys, which are written to."""
    found = defaultdict(lambda: np.zeros(3))
    for i, v in enumerate(a):
        found[int(v) % 3][i % 3] += v
    return found


@program(*CALLS)
def a_dict_in_another_order(a):
    """Of the keys."""
    d = _sums(a)
    return {k: d[k] for k in sorted(d)}


@program(*CALLS)
def a_dict_sorted_by_its_items(a):
    """As people do it."""
    d = {}
    for i, v in enumerate(a):
        k = int(v) % 3
        if k not in d:
            d[k] = np.zeros(3)
        d[k][i % 3] += v
    return dict(sorted(d.items()))


@program(*CALLS)
def some_of_a_dict(a):
    """Those whose key fits."""
    d = _sums(a)
    return {k: v for k, v in d.items() if k > 0}, len(d)


@program(*CALLS)
def values_in_order(a):
    """A list of them."""
    d = _sums(a)
    return [d[k] for k in sorted(d, reverse=True)]


@program(*CALLS)
def one_array_many_times(a):
    """By an index that comes again: one object in all places."""
    made = []
    for v in a:
        made.append(np.full(2, v))
    return [made[int(v) % len(made)] for v in a], len(made)


@program(*CALLS)
def the_list_and_some_of_it(a):
    """Both lists leave, with arrays in common."""
    made = []
    for v in a:
        made.append(np.full(2, v))
    return made, [x for x in made if x[0] > 2]


@program(*CALLS)
def two_orders(a):
    """A list of pairs, and two more of what is in it."""
    made = []
    for v in a:
        made.append((int(v), np.full(2, v)))
    made.sort(key=lambda pair: pair[0])
    return [x for _, x in made], [x for k, x in made if k % 2]


def _back(a):
    points, before = [np.zeros(2)], [-1]
    for v in a:
        near = int(np.argmin([abs(p[0] - v) for p in points]))
        points.append(points[near] + v * 0.5 + 1)
        before.append(near)
    path, k = [], len(points) - 1
    while k >= 0:
        path.append(points[k])
        k = before[k]
    return path[::-1], len(points)


@program(*CALLS)
def a_way_back(a):
    """Along the places from which each array was reached."""
    return _back(a)


@program(call(np.arange(40.0) % 7), call(np.arange(50.0) % 5))
def a_long_way_back(a):
    """Along the places, of so many that they are a list of the run, from which each array was reached."""
    return _back(a)


@program(*CALLS)
def written_to_in_the_list(a):
    """Items that are changed where they are, and then taken."""
    made = []
    for v in a:
        made.append(np.full(2, v))
    for k in range(len(made)):
        made[k][0] += k
    return [made[int(v) % len(made)] for v in a]


@program(*CALLS)
def in_either_of_two_lists(a):
    """Which list an array goes to, the run says; both, joined, leave."""
    small, large = [], []
    for v in a:
        x = np.array([v, -v])
        if v > 3:
            large.append(x)
        else:
            small.append(x)
    return small + large, large


@program(*CALLS)
def replaced_in_one_of_two_lists(a):
    """Alternatives of a list have an array in common, and others of their own."""
    large, small, zero = [], [], np.zeros(2)
    for v in a:
        if large and v > 3:
            large[int(v) % len(large)] = np.ones(2)
        if v > 2:
            large.append(zero.copy())
        else:
            small.append(zero.copy())
    return large + small, large[::-1]


@program(*CALLS)
def a_bounded_queue(a):
    """The last of them, and the greatest of these."""
    last = deque(maxlen=3)
    for v in a:
        last.append(np.array([v, 1]))
    return list(last), max(last, key=lambda x: x[0]).sum()


@program(*CALLS)
def exchanged_places(a):
    """Arrays change places, and leave under both names."""
    made = []
    for v in a:
        made.append(np.array([v]))
    for k in range(len(made) - 1):
        if made[k][0] > made[k + 1][0]:
            made[k], made[k + 1] = made[k + 1], made[k]
    kept = [x for x in made if x[0] > 1]
    return made, kept


@program(*CALLS, refused=Refusal("AliasError", "made[k] += 1"))
def taken_then_changed(a):
    """Some are taken before the list is written to: refused, or the same."""
    made = []
    for v in a:
        made.append(np.full(2, v))
    some = [x for x in made if x[0] > 2]
    for k in range(len(made)):
        made[k] += 1
    return some, sum(x.sum() for x in made)


@program(*CALLS)
def put_in_place_of_others(a):
    """An item is replaced by another one of the list."""
    made = []
    for v in a:
        made.append(np.full(2, v))
    made[0] = made[-1]
    return made


@program(*CALLS, refused=Refusal("AliasError", "return [x for x in made"))
def an_argument_among_them(a):
    """The argument itself is one of the items."""
    made = [a]
    for v in a:
        made.append(a + v)
    return [x for x in made if x[0] > 3]


@program(*CALLS)
def rows_of_lists(a):
    """Lists of arrays in a list."""
    rows = [[] for _ in range(3)]
    for v in a:
        rows[int(v) % 3].append(np.full(2, v))
    return [row for row in rows if row], [x for row in rows for x in row]


@program(*CALLS)
def one_array_in_many_lists(a):
    """Of a dict: each list has the same one, again and again."""
    d, x = {}, np.zeros(2)
    for v in a:
        d.setdefault(int(v) % 3, []).append(x)
    return d


@program(*CALLS)
def the_first_in_many_lists(a):
    """So it is with one that was taken out of another list."""
    d, made = {}, []
    for v in a:
        made.append(np.full(2, v))
        d.setdefault(int(v) % 3, []).append(made[0])
    return d


@program(*CALLS, refused=Refusal("AliasError", "][0][0] += 7"))
def written_to_in_many_lists(a):
    """What is written to it in one list would be seen in all: refused, or the same."""
    d, x = {}, np.zeros(2)
    for v in a:
        d.setdefault(int(v) % 3, []).append(x)
    d[int(a[0]) % 3][0][0] += 7
    return [y.sum() for ys in d.values() for y in ys]


@program(*CALLS, refused=Refusal("AliasError", "np.mean(v, axis=0)"))
def means_of_one_array(a):
    """What is computed of lists that hold one known array, and leave with it."""
    d, x = {}, np.zeros(2)
    found = [[], []]
    for v in a:
        d.setdefault(int(v) % 3, []).append(x)
        found[0 if v > 2 else 1].append(np.full(2, v))
    return {k: np.mean(v, axis=0) for k, v in d.items()}, [len(c) for c in found], d
