"""Names for items of lists, while the items are changed through the list or under other names."""

import numpy as np

from tests.harness import Theme, call

program = Theme("names of items")
X = np.arange(12) * 7 % 11
N = np.int64
PLACES = [call(X, N(k), N(p)) for k, p in ((1, 1), (1, 2), (0, -4), (-1, 0))]


def _rows(xs):
    rows = []
    for x in xs:
        rows.append([x, x + 1])
    return rows


@program(*PLACES)
def several_names(xs, k, p):
    """Which of them are one list, the places say."""
    rows = _rows(xs)
    a, b, first = rows[k], rows[p], rows[0]
    a[1] += 5
    b.append(7)
    first[0] = 100
    rows[k].append(3)
    return rows, a[1], len(b), b[0], first[0], sum(a)


@program(*PLACES)
def in_a_loop(xs, k, p):
    """Each turn changes an item that may have a name."""
    rows = _rows(xs)
    a, first = rows[k], rows[0]
    for i in range(len(rows)):
        rows[i][1] += i
        if a[1] > 2:
            rows[p][0] = -1
    return rows, first[1], a[0], a[1]


@program(*PLACES)
def in_branches(xs, k, p):
    """Changed in another way on each path."""
    rows = _rows(xs)
    a = rows[k]
    if xs[0] > 2:
        rows[p].append(8)
    else:
        rows[p][0] = -1
    a[0] += 10
    return rows, len(a)


@program(*PLACES)
def dicts(xs, k, p):
    """Dicts, and a loop over all of them."""
    rows = []
    for x in xs:
        rows.append({"v": x, "n": 0})
    a, b = rows[k], rows[p]
    a["n"] += 1
    if xs[0] > 2:
        b["n"] += 10
    for row in rows:
        row["v"] *= 2
    return a["n"], b["n"], a["v"] + b["v"], rows


@program(*PLACES)
def grows_while_it_is_walked(xs, k, p):
    """The list that a loop goes through may be the one that it makes longer."""
    rows, total = _rows(xs), 0
    a = rows[k]
    for v in a:
        total += v
        if len(rows[p]) < 5:
            rows[p].append(1)
    return total, len(a), rows


@program(*PLACES)
def changed_while_it_is_walked(xs, k, p):
    """Or whose last item it replaces."""
    rows, total = _rows(xs), 0
    a = rows[k]
    for v in a:
        total = total * 3 + v
        rows[p][-1] = 9
    return total, a[1], rows


@program(*PLACES)
def argument_of_a_function(xs, k, p):
    """The parameter is an item."""
    rows = _rows(xs)

    def size(row):
        rows[p].append(1)
        return len(row) + sum(row)

    return size(rows[k]), size(rows[k])


@program(call(X), call(X[:1]))
def the_first_row(xs):
    """The row that was there before the loop leaves the function beside the list."""
    first = [xs[0]]
    out = [first]
    for x in xs[1:]:
        if x >= out[-1][-1]:
            out[-1].append(x)
        else:
            out.append([x])
    return len(out), first[-1], len(first)


@program(*PLACES)
def no_names(xs, k, p):
    """What has no name any more is read anew."""
    rows, total = _rows(xs), 0
    for _ in range(3):
        total += rows[k][0]
        rows[p][0] += 1
    rows[k][1] += 1
    rows[p][1] += 10
    return rows, total, rows[k][1]


@program(*PLACES)
def two_leave(xs, k, p):
    """Two items are one object if they have one place."""
    rows = _rows(xs)
    return rows[k], {"x": rows[p]}


@program(*PLACES)
def last_before_it_grew(xs, k, p):
    """The last item is the last but one afterwards."""
    rows = _rows(xs)
    a, b = rows[-1], rows[k]
    rows.append([0])
    a.append(p)
    return a, rows, b


@program(*PLACES)
def an_iterator_is_under_way(xs, k, p):
    """Python's own iterator, over what may become longer."""
    rows = _rows(xs)
    a = rows[k]
    it = iter(a)
    first = next(it)
    rows[p].append(7)
    return first, list(it)


@program(*PLACES, call(X, N(2), N(-8)))
def joined_names(xs, k, p):
    """Whether two names leave as one object depends on a branch, too."""
    rows = []
    for x in xs:
        rows.append({"v": x, "n": 0})
    a, b = rows[p], rows[2]
    if k != p:
        a = rows[k]
    return a, b
