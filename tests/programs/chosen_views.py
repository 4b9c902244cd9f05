"""Views of an array that a branch has chosen: written to, compared, returned, with the arrays below them."""

import numpy as np

from tests.harness import Refusal, Theme, call, fresh

program = Theme("chosen views")
A = np.array([1.0, -2.0, 3.0, 0.5])
B = np.array([4.0, 0.0, -1.0, 7.0])
M = np.arange(12.0).reshape(3, 4)


@program(call(A, B, 1.0), call(A, B, -1.0))
def written(a, b, c):
    """The write reaches the array below."""
    v = a[1:] if c > 0 else b[:3]
    v[0] = 5
    return a.sum(), b.sum(), v


@program(call(A, B, np.float64(1)), call(A, B, np.float64(-1)))
def of_what_changes(a, b, c):
    """Views of arguments that the function has changed come back as views of those."""
    a *= 2
    if c > 0:
        return a[1:]
    return a[:2], b


@program(call(A, B, np.float64(1)), call(A, B, np.float64(-1)))
def below_is_written(a, b, c):
    """A write to the array below is seen through the view."""
    v = a[::-1] if c > 0 else b.reshape(2, 2).T.reshape(-1)
    a[0] = 70
    b += 1
    return v.sum(), v


@program(call(A, B, np.float64(1)), call(A, B, np.float64(-1)))
def made_in_the_branch(a, b, c):
    """What one branch has made leaves it whole and in parts."""
    if c > 0:
        t = a + 1
        v, w = t[1:], t[:3]
    else:
        t = b
        v, w = b[:3], a[1:]
    v[0] = 50
    t[2] += 4
    w += 1
    return v, w, t, a


@program(call(A, B, np.float64(1)), call(A, B, np.float64(-1)))
def parts_of_a_new_one(a, b, c):
    """Two views of an array that only they know."""
    if c > 0:
        t = a + 1
    else:
        t = b * 2
    v, w = t[1:], t[:3]
    v[0] = 9
    return v, w


@program(call(A, B, np.float64(1), 1.0), call(A, B, np.float64(1), -1.0), call(A, B, np.float64(-1), 1.0))
def views_of_views(a, b, c, d):
    """Chosen of what was chosen."""
    v = a[1:] if c > 0 else b[1:]
    w = v[::-1] if d > 0 else a[:3]
    u = w[1:] if c > d else v[:2]
    u[0] = 30
    a[1] += 2
    w[2] -= 1
    return u, v, w, a, b


@program(call(M, np.int64(0), 1.0), call(M, np.int64(2), -1.0))
def rows_at_run_time(m, i, c):
    """Rows at an index that only the run knows."""
    r = m[i] if c > 0 else m[i - 1]
    r += 10
    m[0] = 1
    return r, m


@program(call(M, B, np.float64(1)), call(M, B, np.float64(-1)))
def one_object(m, b, c):
    """A view that was there before is the object itself afterwards."""
    row = m[1]
    if c > 0:
        row = b
    other = b * 2
    if c > 0:
        other = row
    return row, other


@program(call(A, B, np.float64(1), np.int64(3)), call(A, B, np.float64(-1), np.int64(2)))
def in_a_loop(a, b, c, n):
    """Written to in a loop that reads the array below."""
    v = a[1:] if c > 0 else b[1:]
    for i in range(n):
        v[i] += a[0] + b[1]
        a[1] -= 1
    return v


@program(call(A, B, np.float64(1)), call(A, B, np.float64(-1)))
def in_a_branch(a, b, c):
    """Written to in a further branch."""
    v = a[1:] if c > 0 else b[1:]
    if v[0] > 0:
        v[1] = 8
    else:
        a[2] = 6
    return v.max(), a, b


@program(call(A * 1j, B, 1.0), call(A * 1j, B, -1.0))
def imaginary(z, b, c):
    """A part of complex numbers."""
    v = z.imag if c > 0 else b
    v[1:3] = 2
    return v, z


@program(call(A, np.float64(0)), call(A, np.float64(5)))
def equal_in_a_branch(a, n):
    """What two names compute alike are two arrays, as in Python."""
    t = a * 2
    u = a * 2 if a[0] > n else a + 1
    return t, u


@program(call(A, B, np.int64(6)), call(A, B, np.int64(1)), call(A, B, np.int64(0)))
def equal_in_a_loop(a, b, n):
    """What is computed alike in each iteration is an array each time."""
    x, y = a, b
    for _ in range(n):
        x = y
        y = a * 2
    return x, y


@program(call(A, B, np.int64(6)), call(A, B, np.int64(2)))
def rotated_zeros(a, b, n):
    """New arrays among what changes places, one of them written to afterwards."""
    items = [a, b, a * 2]
    for _ in range(n):
        items[0], items[2], items[1] = items[2], items[1], items[0]
        items[1] = np.zeros(4)
    items[1] += 1
    return items[0], items[1], items[2]


@program(call(A))
def a_row_of_zeros(a):
    """A view of what a loop has left of a constant."""
    rows = np.zeros((2, 3))
    r = rows[0]
    for i in range(10):
        r = rows[i % 2]
    return rows, r, a


@program(call(A, 9.0), call(A, -3.0))
def items_that_are_one(a, limit):
    """Items of a list of run-time length are compared."""
    items = [a, a + 1]
    i = 0
    while items[i][0] < limit:
        items.append(items[i] + 2)
        i += 1
    x = items[1]
    return items[1] is x, items[0].sum()


@program(call(A, 9.0), refused=Refusal("StaticValueError", "items[0] is a"))
def item_or_argument(a, limit):
    """Whether an item is the caller's array is not known."""
    items = [a, a + 1]
    i = 0
    while items[i][0] < limit:
        items.append(items[i] + 2)
        i += 1
    return items[0] is a


@program(call(M, 2.0), refused=Refusal("AliasError", "for i in range(30)"))
def view_from_a_loop(m, limit):
    """Which row of a changed argument a loop has found is not told."""
    m += 1
    best = m[0]
    for i in range(30):
        if m[i % 3, 0] > limit:
            best = m[i % 3]
    return best


@program(call(A, M, np.int64(4)), call(A, M, np.int64(1)))
def row_of_what_changes(a, m, n):
    """An array that is the first argument or a row of the second, which are both written to."""
    c = a
    w = m * 2
    for a in m:
        if n <= 2:
            c.fill(3)
            c = w[0]
            break
    a[1] = 4
    return w


@program(call(A, B, 0.0), call(A, B, 9.0))
def in_two_results(a, b, limit):
    """A chosen array in one of two results that a branch decides about."""
    d = b * 2
    c = a if a.max() > limit else d
    if a.max() > limit:
        return d[1:], c
    return a, b, c, d


@program(call(A, B, M, np.int64(1)), call(A, B, M, np.int64(20)), call(A, B, M, np.int64(12)))
def rows_that_change_places(a, b, m, n):
    """What an inner branch chose of the rows that an outer one chose is still a row."""
    w, d = m * 2, b * 2
    if n <= 10:
        d, a = a, w[0]
    if n < 12:
        if n <= 11:
            d, a = a, w[1]
        if n < 13:
            if n <= 12:
                d, a = a, w[2]
    d[1:] = 2
    return w, a.sum()


@program(call(A, B, M, 100.0), call(A, B, M, -1.0), call(A, B, M, 20.0))
def rows_before_an_early_return(a, b, m, limit):
    """The row before the last one, of a loop that may return."""
    d = b * 2
    w = m * 2
    for row in w:
        if row.sum() > limit:
            return w, d
        d, a = a, row
    d[1:] = 2
    return w, a.sum()


@program(fresh(lambda: (A.copy(),) * 2), call(A, B), fresh(lambda: (-abs(A),) * 2))
def one_that_may_be_the_other_way_round(a, b):
    """Two arrays of which one may be the other, beside what may be a view of the second."""
    c = a
    d = b * 2
    if b[-1] > 0:
        a = d
        c = a[::-1]
    a[b > 1] = 0
    return a, b, c, d


@program(call(A, 1), call(A, 0), fresh(lambda: (A.copy()[::-1], 1)))
def view_of_what_is_chosen(a, n):
    """A view that may be one of the array which another may be."""
    c, d = a, a * 2
    c = np.squeeze(d[:, None]) if n > a[0] - 1 else c
    if a[-1] < 3:
        a = d
    np.add(d, c, out=a)
    return a, c, d


@program(call(A, np.arange(8.0), np.int64(2)), refused=Refusal("AliasError", "if n < 3"))
def of_an_unknown_layout(a, b, n):
    """Whether a reshape is a view depends on what was chosen, two branches further in."""
    c, d = a, a * 2
    if n < 3:
        if c.max() > n + 2:
            return c.reshape(2, 2)
        d = b[::2]
    if n > 0:
        if a[0] > 0:
            return d.reshape(2, 2).T
        b += 1
    return a


@program(call(A, np.int64(2)), call(A, np.int64(0)), refused=Refusal("AliasError", "while s > 0"))
def from_an_inner_loop(a, n):
    """A view of a changed argument that leaves a loop in a loop."""
    a[0] = 3
    s = n * 1
    while s > 0:
        for _ in range(n):
            return a[1:]
        s -= 1
    return a[1:]


@program(call(A))
def copied_onto_itself(a):
    """`np.copyto` of what is read-only onto itself does nothing."""
    b = np.broadcast_to(a, (4,))
    np.copyto(b, b)
    return b.sum()


SIZES = [call(np.arange(float(n)), np.int64(k)) for n, k in ((4, 1), (6, 3), (8, 0), (10, 2), (4, 1))]


@program(*SIZES)
def beside_what_only_a_branch_has(a, k):
    """Of any extent: an array that a branch has made leaves it together with its views."""
    b, c = None, a
    if k > 0:
        f = np.zeros(a.shape[0])
        if k > 1:
            f = f + 1
        a = f[::-1]
        b = f
        c = f[::2]
    return b, a, c


@program(*SIZES)
def in_loops_that_answer(a, k):
    """Of any extent: whether the second is the first, or a row, is not told, and seen in what comes out."""
    d, m = a, np.arange(3.0)[:, None] * a
    for _ in m:
        if k > 1:
            return a, d
        d = m[1]
    q = d
    if k > 2:
        a = a + 1
        q = a[:]
    return None, a, q.sum()


@program(call(np.arange(12.0).reshape(3, 4), np.zeros(4), 2), call(np.arange(12.0).reshape(3, 4), np.zeros(4), 0))
def answered_from_a_loop(m, a, n):
    """A view, and what may be that view, answered from inside of a loop."""
    e = m[1]
    if n > 0:
        a = e
    k = 0
    while k < n:
        k += 1
        return e, a
    return a, e


TURNS = tuple(call(A, B, k) for k in (1, 5, 3, 0))


@program(*TURNS)
def moved_on_by_a_second_loop(a, b, k):
    """What a loop may have made a view of another array is in a second one's name, and is the argument if not."""
    for _ in range(3, k):
        b = a.T
    c = a
    for _ in range(k):
        c = b
    return c


@program(*TURNS)
def moved_on_by_way_of_another_name(a, b, k):
    """The same with one more name between, and a view that the second loop may make."""
    for _ in range(3, k):
        b = a.T
    c = d = a
    for i in range(k):
        c = d
        d = b
        if i == 7:
            c = a[:]
    return c, d, b


@program(*TURNS)
def moved_on_from_nothing(a, b, k):
    """The name has no array before, or None."""
    for _ in range(3, k):
        b = a.T
    c = None
    for _ in range(k):
        c = b
    return c, b


@program(call(A, B, M, np.int64(2), np.int64(1)), refused=Refusal("AliasError", "if n > 2"))
def answered_from_two_loops_and_a_branch(a, b, m, n, k):
    """Which of the views an answer is, and whether it is an argument, no test tells: what a branch has ended knew."""
    e = a.ravel()
    if n > 2:
        return b, e, a, m, b
    for _ in range(k):
        if n == k:
            for _ in range(n):
                return e[1:], a, a, b, e
        else:
            return a, b, m, e, a
        e = m[1]
    return None
