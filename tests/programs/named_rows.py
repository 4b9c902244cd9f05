"""Rows of lists of lists, the caller's or the function's own, that change places and have several names."""

import numpy as np

from tests.harness import Theme, call

program = Theme("named rows")
RNG = np.random.default_rng(31)


def _rows(n, m):
    """Rows of NumPy's numbers, which are the program's inputs, one by one."""
    x = RNG.integers(1, 9, size=(n, m)) / 4.0
    x[0, 0] = 0.0
    return [list(row) for row in x]


def _array(n, m):
    return np.array(_rows(n, m))


# -- rows change places ----------------------------------------------------------------------------


def _reduced(rows):
    """Gauss and Jordan: a row with a pivot is brought up, divided, and taken from the others."""
    height, width, at = len(rows), len(rows[0]), 0
    for column in range(width - 1):
        pivot = at
        while pivot < height and rows[pivot][column] == 0:
            pivot += 1
        if pivot == height:
            continue
        rows[at], rows[pivot] = rows[pivot], rows[at]
        first = rows[at][column]
        rows[at] = [v / first for v in rows[at]]
        for i in range(height):
            if i != at:
                times = rows[i][column]
                rows[i] = [v - times * w for v, w in zip(rows[i], rows[at])]
        at += 1
        if at == height:
            break
    return rows


@program(call(_rows(3, 4)), call(_rows(2, 3)))
def the_callers_are_reduced(rows):
    """In place: the list is the caller's, and so are the rows that stay."""
    return _reduced(rows)


@program(call(_rows(3, 4)), call(_rows(3, 4)))
def copies_are_reduced(rows):
    """The caller's stay as they are."""
    return _reduced([list(row) for row in rows])


@program(call(_array(3, 4)), call(_array(3, 4)))
def an_array_is_reduced(x):
    """As lists, which is what much code does."""
    return _reduced(x.tolist())


@program(call(_rows(4, 2)), call(_rows(11, 2)))
def insertion(rows):
    """Neighbours change places; then one of them is changed."""
    for i in range(1, len(rows)):
        j = i
        while j > 0 and rows[j - 1][1] > rows[j][1]:
            rows[j - 1], rows[j] = rows[j], rows[j - 1]
            j -= 1
    rows[0].append(9.0)
    return rows[0], rows[-1]


@program(call(_array(12, 2)), call(_array(30, 2)))
def selection(x):
    """The same by the place of the least."""
    rows = x.tolist()
    for i in range(len(rows)):
        least = i
        for j in range(i + 1, len(rows)):
            if rows[j][1] < rows[least][1]:
                least = j
        rows[i], rows[least] = rows[least], rows[i]
    rows[0][0] = -1.0
    return rows, [row[0] for row in rows]


# -- rows of the caller's in lists of the function's -------------------------------------------------


@program(call(_rows(12, 2), np.float64(1.0)), call(_rows(30, 2), np.float64(1.5)), call(_rows(4, 2), np.float64(1.5)))
def kept_and_left(points, limit):
    """What is kept are the caller's lists, which are changed under that name."""
    kept, left = [], []
    for p in points:
        if p[0] < limit:
            kept.append(p)
        else:
            left.append(p)
    for p in kept:
        p[1] += 1.0
    return kept, left


@program(call(_rows(12, 2)), call(_rows(25, 2)))
def the_highest(points):
    """One of many, which is changed and read under another name."""
    best = points[0]
    for p in points:
        if p[1] > best[1]:
            best = p
    best.append(7.0)
    return best, sum(len(p) for p in points)


@program(call(_rows(4, 2), np.float64(1.0)), call(_rows(12, 2), np.float64(2.0)))
def sorted_in_place(points, limit):
    """Whole rows are compared; those of the caller are put in order."""
    points.sort()
    i = 0
    while i < len(points) - 1 and points[i][0] < limit:
        i += 1
    points[i].append(limit)
    points.sort(reverse=True)
    return points[0]


def _with_one_twice(n):
    rows = _rows(n, 2)
    return [*rows, rows[1]], rows[1]


@program(call(*_with_one_twice(3), np.float64(1.2)), call(*_with_one_twice(11), np.float64(1.7)))
def one_row_twice(points, row, limit):
    """A row that is there twice, and has a name from outside."""
    i = 0
    while i < len(points) - 1 and points[i][0] < limit:
        i += 1
    points[0], points[i] = points[i], points[0]
    points[0].append(limit)
    row[0] = 9.0
    return points[0] is row, points


@program(
    call([_rows(2, 2), _rows(3, 2), _rows(1, 2)], np.float64(1.0)),
    call([_rows(1, 2), _rows(2, 2), _rows(1, 2)], np.float64(0.0)),
)
def blocks(blocks, limit):
    """Lists of lists of lists: blocks change places, and rows in them."""
    i = 0
    while i < len(blocks) - 1 and blocks[i][0][1] < limit:
        i += 1
    blocks[i], blocks[0] = blocks[0], blocks[i]
    blocks[0].append(blocks[0][0])
    blocks[0][0], blocks[0][-1] = blocks[0][-1], blocks[0][0]
    blocks[0][0][0] = 5.0
    return blocks


OUTSIDE = [[0.5, 1.0], [1.5, 2.0], [2.5, 3.0], [3.5, 4.0], [4.5, 5.0], [5.5, 6.0], [6.5, 7.0], [7.5, 8.0], [8.5, 9.0]]


@program(call(np.array([0.2, 3.0, 7.1])), call(np.array([8.0, 1.0])))
def rows_of_a_global(x):
    """Rows that are found in a global."""
    found = []
    for v in x:
        i = 0
        while OUTSIDE[i][0] < v:
            i += 1
        found.append(OUTSIDE[i])
    found[0], found[-1] = found[-1], found[0]
    return found


class Table:
    def __init__(self, rows):
        self.rows = rows

    def at(self, v):
        i = 0
        while i < len(self.rows) - 1 and self.rows[i][0] < v:
            i += 1
        return self.rows[i]


@program(
    call(Table([[k / 2, 1.0] for k in range(12)]), np.array([0.2, 3.0, 2.9])),
    call(Table([[k / 2, 1.0] for k in range(12)]), np.array([4.0, 0.1, 4.0])),
)
def rows_of_an_attribute(table, x):
    """Rows that are met in a loop first, of an object: they have been there all the time."""
    found = []
    for v in x:
        if v > 0.5:
            row = table.at(v)
            row[1] += v
            found.append(row)
    return found


# -- one of several lists, step by step --------------------------------------------------------------


LISTS = [[np.float64(v) for v in (1, 2)], [np.float64(v) for v in (4, 5, 6)]]


@program(call(*LISTS, np.float64(1)), call(*LISTS, np.float64(-1)))
def by_index(xs, ys, k):
    """Of different lengths: which has how many is known when the program runs."""
    chosen = xs if k > 0 else ys
    pairs = [(i, v * w) for i, (v, w) in enumerate(zip(chosen, ys))]
    for i, v in enumerate(chosen):
        if v > 1.5:
            chosen[i] = 0.0
    return pairs, list(zip(chosen, range(5))), sum(v * w for v, w in zip(chosen, chosen))


@program(call(*LISTS, np.float64(1)), call(*LISTS, np.float64(-1)))
def longer_on_the_way(xs, ys, k):
    """A list that grows while it is gone through."""
    chosen, n = xs if k > 0 else ys, 0
    for v, w in zip(chosen, ys):
        if n < 2:
            chosen.append(v + w)
        n += 1
        if n > 20:
            break
    return xs, n


# -- lists that calls, slices and operators make -----------------------------------------------------


def _spans(n):
    return np.sort(RNG.integers(0, 5 * n, size=(n, 2)) * 1.0, axis=1)


def _merged(spans):
    merged = [spans[0]]
    for span in spans[1:]:
        if span[0] <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], span[1])
        else:
            merged.append(span)
    return merged


@program(call(_spans(5)), call(_spans(30)))
def merged_spans(x):
    """Rows of an array as lists, in order, of which some are put together."""
    return _merged(sorted(x.tolist()))


@program(call([list(row) for row in _spans(4)]), call([list(row) for row in _spans(12)]))
def merged_spans_of_the_caller(spans):
    """The same of the caller's own."""
    return _merged(sorted(spans, key=lambda span: span[0]))


@program(call(_array(4, 2)), call(_array(10, 2)))
def halves(x):
    """Parts of a list, and a list of both parts, hold the same rows."""
    rows = x.tolist()
    first, second = rows[: len(rows) // 2], rows[len(rows) // 2 :]
    both = second + first
    both[0][0] = 9.0
    return first, second, both


@program(call([np.float64(v) for v in (1, -3, 2)], [np.float64(v) for v in (-1, 1)]))
def polynomial_division(a, b):
    """A remainder that is another list after each step."""
    quotient = []
    while len(a) >= len(b):
        shifted = [0] * (len(a) - len(b)) + b
        quotient.append(a[-1] / b[-1])
        a = [v - w * quotient[-1] for v, w in zip(a, shifted)]
        a.pop()
    rest = a
    return quotient, rest


@program(call([np.float64(1), np.float64(2)], np.int64(5)), call([np.float64(3), np.float64(-1)], np.int64(0)))
def polynomial_power(p, n):
    """Squares and products, as many as the run says."""

    def times(a, b):
        made = [0.0] * (len(a) + len(b) - 1)
        for i, v in enumerate(a):
            for k, w in enumerate(b):
                made[i + k] += v * w
        return made

    made = [1.0]
    while n > 0:
        if n % 2:
            made = times(made, p)
        p = times(p, p)
        n //= 2
    return made, p


@program(call(_array(7, 3)), call(_array(12, 3)))
def ragged_in_order(x):
    """Lists of different lengths are compared as Python compares them."""
    lists = [row[: k % 3 + 1] for k, row in enumerate(x.tolist())]
    return sorted(lists), sorted(lists, reverse=True), sorted(lists, key=lambda one: one[::-1])


# -- rows that are compared with what they may be -------------------------------------------------------

NANS = [call(np.array(m), np.array(x)) for m in ([np.nan, 1.0], [2.0, np.nan]) for x in ([1.0, 0.0], [0.0, 1.0])]


@program(*NANS)
def the_chosen_row_equals_itself(m, x):
    """What a row holds is not compared where the rows are one: not even NaN, which equals nothing."""
    p, q = [m[0]], {"k": m[0]}
    r = p if x[0] > x[1] else [m[1]]
    s = q if x[0] > x[1] else {"k": m[1]}
    return r == p, r != p, r in [p], p <= r, p < r, s == q, [s, q].count(q), s in ({"k": 5.0}, q)


@program(*NANS)
def the_chosen_row_with_an_array_is_removed(m, x):
    """Nor arrays, which have no truth of their own."""
    rows = [{"k": m[0], "a": x}, {"k": m[1], "a": x + 1}]
    row = rows[0] if x[0] > x[1] else rows[1]
    same = row == rows[0] if x[0] > x[1] else 7
    rows.remove(row)
    return rows, same
