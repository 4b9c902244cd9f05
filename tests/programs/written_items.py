"""Arrays that are in lists, tuples and objects in lists, written to in place where only the run knows how many there are."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("written items")
RNG = np.random.default_rng(5)
PLACES = RNG.integers(0, 9, 40)
X = RNG.normal(size=40)
CALLS = (call(PLACES, X), call(PLACES[::-1].copy(), -X))


class Cell:
    def __init__(self, v):
        self.w, self.n = np.full(2, v), 0


def rows_of(x):
    rows = []
    for v in x:
        rows.append(np.full(2, v))
    return rows


@program(call(np.int64(4)), call(np.int64(0)))
def last_one_in_a_branch(n):
    """The array that was appended last, and the first one, are written to in branches."""
    a, i = [], 0
    while i < n:
        a.append(np.full(2, float(i)))
        if i % 2:
            a[-1] += 1
        if i > 2:
            a[0][1] = 9
        i += 1
    return a


@program(*CALLS)
def after_a_branch(places, x):
    """An array is written to in a branch, beside one that was appended after the loop."""
    a = rows_of(x)
    a.append(np.zeros(2))
    if x[0] > 0:
        a[0] += 1
    else:
        a[-1][0] = 5
    return a


@program(*CALLS)
def none_until_then(places, x):
    """Each place holds None until it gets an array of its own, which is written to at once."""
    out = [None] * 9
    for k, v in zip(places, x):
        if out[k] is None:
            out[k] = np.zeros(2)
        out[k][0] += v
    return [o is None for o in out], sum(o[0] for o in out if o is not None)


@program(*CALLS)
def put_in_twice(places, x):
    """One array is at two places."""
    a = []
    for v in x:
        z = np.full(2, v)
        a.append(z)
        a.append(z)
        a[-1][0] = 5
    return a[0][0], a[1][0], a[2][0]


@program(*CALLS)
def one_place_gets_another_one(places, x):
    """The array of one place is put at another one, and written to."""
    a = rows_of(x)
    a[1] = a[0]
    a[0][0] = 5
    return a[0][0], a[1][0], a[2][0]


@program(*CALLS)
def perhaps_another_one(places, x):
    """The same in a branch."""
    a = rows_of(x)
    if x[1] > 0:
        a[2] = a[3]
    elif x[2] > 0:
        a[2][0] = 9
    if x[0] > -1:
        a[3][0] += 1
    return sum(z[0] for z in a)


@program(*CALLS, refused=Refusal("AliasError", "a[0][0] = 5"))
def which_are_one(places, x):
    """Which places hold the same array, only the run knows."""
    a = rows_of(x)
    for k in range(len(places)):
        a[places[k]] = a[places[0]]
    a[0][0] = 5
    return a[0][0], a[1][0], a[2][0]


@program(*CALLS, refused=Refusal("AliasError", "d[int(places[0])][0] += 1"))
def one_under_all_keys(places, x):
    """One array under each key."""
    d, z = {}, np.zeros(2)
    for k in places:
        d[int(k)] = z
    d[int(places[0])][0] += 1
    return sum(y[0] for y in d.values()), z


@program(*CALLS)
def changed_places(places, x):
    """Arrays that have changed places are items as often as before."""
    a = rows_of(x)
    for i in range(20):
        a[i], a[39 - i] = a[39 - i], a[i]
    for i in places:
        a[i] += 1
    return sum(z[0] for z in a)


@program(*CALLS)
def in_tuples(places, x):
    """Arrays in tuples in a list."""
    a = []
    for v in x:
        a.append((np.full(2, v), np.zeros(1)))
    for i in places:
        a[i][1][0] += a[i][0][0]
    for z, y in a:
        y += z[0]
    for i, (z, _) in enumerate(a):
        if x[i] > 0:
            z[0] = 0
    return a


@program(*CALLS)
def one_in_a_tuple_twice(places, x):
    """One array is in a tuple twice."""
    a = []
    for v in x:
        z = np.full(2, v)
        a.append((z, z))
    a[3][0][0] += 1
    return sum(z[0][0] + z[1][0] for z in a)


@program(*CALLS)
def one_in_all_tuples(places, x):
    """One array is in all of the tuples."""
    a, w = [], np.ones(2)
    for v in x:
        a.append((np.full(2, v), w))
    a[3][1][0] += 1
    return sum(z[0][0] + z[1][0] for z in a), w


@program(*CALLS)
def in_inner_lists(places, x):
    """Arrays in lists in a list."""
    a = []
    for v in x:
        a.append([np.full(2, v), 1])
    a[3][0][0] += 1
    for i in places:
        a[i][0][1] += 1
    return sum(z[0][0] + z[0][1] for z in a)


@program(*CALLS)
def in_objects(places, x):
    """Arrays of objects in a list, by their attributes and by a name."""
    a = []
    for v in x:
        a.append(Cell(v))
    for i in places:
        a[i].w += 1
        a[i].n += 1
        c = a[i]
        if x[i] > 0:
            c.w[0] += 1
        c.n += 1
    return sum(z.w[0] for z in a), a[1].n


@program(*CALLS)
def in_dicts(places, x):
    """Arrays in dicts in a list, and in tuples in a dict."""
    a, d = [], {}
    for k, v in zip(places, x):
        a.append({"w": np.full(2, v), "n": 1})
        d[int(k)] = (np.full(2, v), np.zeros(1))
    for i in places:
        a[i]["w"][0] += 1
        a[i]["n"] += 1
        d[int(i)][1][0] += 1
    return sum(z["w"][0] for z in a), sum(z[1][0] - z[0][0] for z in d.values())


@program(*CALLS)
def one_in_all_lists(places, x):
    """One array in all of the lists."""
    a, z = [], np.zeros(2)
    for _ in x:
        a.append([z, 1])
    a[3][0][0] += 1
    return sum(y[0][0] for y in a), z


@program(*CALLS)
def other_names(places, x):
    """A copy of the list, and a name for an item."""
    a = rows_of(x)
    b = list(a)
    y = a[1]
    if x[0] > -1:
        a[1][0] = 5
    return b[1][0], y[0]


@program(call(np.ones(3), np.int64(5)), refused=Refusal("AliasError", "u[i % len(u)][1][0] += i"))
def twice_in_a_tuple_that_is_gone_through(x, n):
    """An array that a tuple holds twice is written to in a branch, and the tuples are gone through."""
    p, t, u = x + 1, [(x + 2,)], [(x * 3, x * 4)]
    for i in range(n):
        if i % 3 == 0:
            u.append((p, p))
        else:
            u[i % len(u)][1][0] += i
        for e, g in zip(t, u):
            pass
    return p
