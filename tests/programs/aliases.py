"""Two names for one memory: arguments, results, buffers that trade places, out=."""

import numpy as np

from tests.harness import Refusal, Theme, call, fresh

program = Theme("aliases")
V = np.array([1.0, 2.0, 3.0, 4.0])
M = np.arange(12.0).reshape(3, 4)
TURNS = np.array([1.0, 2.0, -3.0, 4.0, 5.0, 0.5])


def overlapping():
    """Two arguments that are views of one buffer."""
    base = np.arange(6.0)
    return base[:4], base[2:]


def matrix_and_row():
    """A matrix and a view of its second row."""
    m = np.arange(6.0).reshape(2, 3)
    return m, m[1]


def twice():
    """The same array twice."""
    v = np.arange(4.0)
    return v, v


@program(call(V), call(-V))
def augmented_alias(v):
    """Another name for the same array sees the change."""
    w = v
    w += 5
    return v.sum(), w is v


@program(fresh(overlapping))
def overlapping_arguments(a, b):
    """Two arguments that overlap: a write to one is seen through the other."""
    a[2:] = 100.0
    b += 1
    return a.sum(), b.sum()


@program(fresh(matrix_and_row))
def matrix_and_its_row(m, row):
    """A matrix and its row as arguments."""
    row *= 10
    m[0] = m[1]
    return m.sum()


@program(fresh(twice), call(V, V + 1))
def same_array_twice(a, b):
    """One array given twice, and two arrays given once."""
    a += 1
    b *= 2
    return a, b


@program(call(V), call(-V))
def result_is_argument(v):
    """The argument itself is the result."""
    v[0] = 0.0
    return v


@program(call(V), call(-V))
def result_is_view(v):
    """The result is a view of the argument."""
    return v[1:], v[::-1], v.reshape(2, 2)


@program(call(V), call(-V))
def results_share(v):
    """Two results are one array."""
    w = v * 2
    return w, w, w[1:]


@program(call(V), call(-V))
def swap_buffers(v):
    """Two buffers trade places each step; the caller's array ends as the second last."""
    old, new = v, np.zeros_like(v)
    for _ in range(3):
        new[1:-1] = old[:-2] + old[2:]
        new[0] = old[0]
        new[-1] = old[-1]
        old, new = new, old
    return old


@program(call(V, 4), call(V, 5))
def swap_buffers_long(v, steps):
    """The same with a copy and more steps."""
    old, new = v.copy(), v.copy()
    for _ in range(steps * 3):
        new[1:-1] = 0.5 * (old[:-2] + old[2:])
        old, new = new, old
    return old, new


@program(call(V), call(-V))
def swap_elements(v):
    """Elements are swapped through a tuple."""
    v[0], v[1] = v[1], v[0]
    return v


@program(call(M), call(-M))
def swap_rows_wrong(m):
    """Rows are views, so swapping them through a tuple duplicates one, as NumPy does."""
    m[0], m[1] = m[1], m[0]
    return m


@program(call(M), call(-M))
def swap_rows_right(m):
    """Rows swap through an index list."""
    m[[0, 1]] = m[[1, 0]]
    return m


@program(call(V), call(-V))
def alias_chosen_in_branch(v):
    """Which array is written to depends on a value."""
    a = v.copy()
    b = v.copy()
    if v[0] > 0:
        t = a
    else:
        t = b
    t[0] = 77.0
    return a, b


@program(call(V), call(-V))
def out_argument(v):
    """out= writes into an array and gives it back."""
    out = np.empty_like(v)
    r = np.multiply(v, 2, out=out)
    np.add(v, out, v)
    return r, r is out


@program(call(V, np.zeros(4)), call(-V, np.ones(4)))
def out_is_argument(v, out):
    """out= is an argument of the caller's."""
    np.exp(v, out=out)
    np.maximum(out, 1.0, out=out)
    v.sum(out=out[0:1].reshape(()))


@program(call(V), call(-V))
def copy_before_write(v):
    """A copy keeps the old values."""
    old = v.copy()
    v *= 2
    return v - old, old


@program(call(np.zeros(3), 5), call(np.array([5.0, 1.0]), 5))
def argument_alone_or_in_a_tuple(v, new):
    """The changed argument itself leaves in two forms, as a value decides."""
    if v[0] == new:
        return v
    v[0] = new
    return v, 1


@program(call(np.zeros((3, 3)), (1, 1), 5), call(np.full((2, 2), 5.0), (1, 1), 5))
def argument_or_number(img, start, new):
    """An early exit answers the argument as it is, the last one a tuple with it."""
    old = img[start]
    if old == new:
        return img
    img[img == old] = new
    count = int((img == new).sum())
    if count > 100:
        return count
    return img, count


@program(call(np.zeros(3), np.ones(3), True), call(np.zeros(3), np.ones(3), False))
def one_of_two_arguments(a, b, flag):
    """Which of two changed arguments comes back is known at run time only, and in which form."""
    if a.sum() > 1:
        b[1] = 7
        return b
    a += 2
    if a[0] > 1 and b[0] > 2:
        return [a, b]
    b[0] = 4
    return [b, a], b


@program(call(np.zeros(5), 100, 10.0), call(np.zeros(5), 3, 10.0))
def returned_from_a_loop(u, n, limit):
    """A loop writes to its argument and returns it, or goes on to its end."""
    for step in range(n):
        u[1:-1] += 0.1
        if u.sum() > limit:
            return u, step
    return u


@program(call(np.zeros(5), 100, 10.0), call(np.zeros(5), 3, 10.0))
def returned_from_loops(u, n, limit):
    """The same in two loops, with an array that the function makes, and a name that moves."""
    v = u * 2
    w = v * 2
    for i in range(n):
        while v[0] < i:
            v[0] += 1
            w = w + v
            w[1] -= 1
            if w.sum() > limit:
                return (w, v), i
            if v[1] > limit:
                return None
        v[1:] += 0.5
    return v


@program(call(np.zeros(5), 6), refused=Refusal("AliasError", "u[1:-1] += 1"))
def kept_while_the_loop_goes_on(u, n):
    """A pair with the array is kept in one iteration, and the array changed in the next ones."""
    found = None
    for i in range(n):
        u[1:-1] += 1
        if u.sum() > 10 and found is None:
            found = (u, i)
    return found


@program(call(np.array([2.0, -2.0, 3.0]), np.int64(2)), call(np.array([2.0, -2.0, 3.0]), np.int64(0)))
def masked_store_where_no_return(a, n):
    """A few elements of a small argument are overwritten, unless the function has returned."""
    if n > 0:
        return [a, n]
    a[a > 1] = 0


@program(call(np.array([1.0, 2.0]), np.array([0.0, 2.0, 3.0]), np.int64(2)), call(V, -V, np.int64(2)))
def view_in_one_branch(a, b, n):
    """A view of an argument, and the argument itself, come back from a branch; it is sorted in the other."""
    if b[-1] > 0:
        return b[1:], b, [a[::-1]]
    b.sort()


@program(call(np.ones(3), np.ones(3), np.int64(2)), call(np.ones(3), np.ones(3), np.int64(5)))
def small_array_made_in_a_loop(a, b, n):
    """Three elements that each iteration makes anew, and a branch returns in a pair."""
    s = 0.0
    d = a
    while s < n:
        s = s + 1
        d = np.zeros(3)
    if n > 3:
        return b, d
    return d


@program(call(TURNS), call(-TURNS))
def handed_on_by_a_loop(x):
    """A loop hands one list to two names, or two lists: what is written through one name may be seen by the other."""
    cur, last = [1.0], [0.0]
    for y in x:
        if y > 1:
            cur[0] = y
            last = cur
        else:
            cur = [y]
    last[0] = 8.0
    return cur, last


@program(call(TURNS), call(-TURNS))
def dicts_handed_on_by_a_loop(x):
    """The same of dicts."""
    cur, last = {"a": 1.0}, {"a": 0.0}
    for y in x:
        if y > 1:
            last = cur
        else:
            cur = {"a": y}
    last["a"] = 8.0
    return cur, last


@program(call(TURNS), call(-TURNS))
def handed_on_and_read(x):
    """What is only read, or written where no other name is left, may be either."""
    cur, last = [1.0], [0.0]
    for y in x:
        if y > 1:
            last = cur
        else:
            cur = [y]
    total = cur[0] + last[0]
    cur = [2.0]
    last[0] = 8.0
    return cur, last, total


@program(call(TURNS), call(-TURNS))
def chosen_and_appended(x):
    """A list that a branch chooses is an item of a list of run-time length, and leaves beside it."""
    out, cur = [], [x[0]]
    if x[1] > 0:
        cur = [x[1]]
        out.append([x[1], 1.0])
    out.append(cur)
    return out, cur


@program(call(TURNS), call(-TURNS))
def chosen_and_appended_alone(x):
    """Of the list of the lists alone, nobody can tell."""
    out, cur = [], [x[0]]
    if x[1] > 0:
        cur = [x[1]]
        out.append([x[1], 1.0])
    out.append(cur)
    return out, len(cur)


@program(call(np.arange(8.0)), call(np.arange(9.0)), call(np.arange(9.0)[::-1]))
def spread_in_place(x):
    """NumPy copies element by element here, and reads what it has just written."""
    x[::2] = x[: (len(x) + 1) // 2]
    return x


@program(call(np.arange(16.0).reshape(4, 4)))
def a_column_into_a_row(a):
    """The column is read where the row has been written."""
    np.copyto(a[1], a[:, 2])
    return a


@program(call(np.arange(8.0), np.arange(25.0).reshape(5, 5)), call(np.arange(9.0), np.arange(16.0).reshape(4, 4)))
def copied_within(x, a):
    """Elements are read before they are written, or the views run in opposite directions."""
    x[: (len(x) + 1) // 2] = x[::2]
    x[1:] = x[:-1]
    x[::2] = x[::-2]
    for i in range(len(a)):
        a[i, i + 1 :] = a[i + 1 :, i]
    a[2] = a[:, 1]
    return x, a
