"""Arrays in lists and dicts of run-time length, each changed in place by a loop or by what the run picks."""

from collections import defaultdict

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("changed rows")
SHORT = np.array([1.0, -2.0, 3.0, 4.0, -5.0, 6.0, 7.0])
LONG = np.concatenate([SHORT, np.arange(-20.0, 33.0)])
CALLS = (call(SHORT), call(SHORT - 3), call(LONG), call(LONG[::-1].copy()))
LONG_CALLS = (call(LONG), call(-LONG), call(SHORT))


def positive(x):
    table = []
    for v in x:
        if v > 0:
            table.append(np.zeros(3) + v)
    return table


@program(*CALLS)
def each_one(x):
    """Each array gets one more."""
    table = positive(x)
    for row in table:
        row += 1
    return table


@program(*LONG_CALLS)
def each_one_of_many(x):
    """The same of a list of many."""
    table = positive(x)
    for row in table:
        row += 1
    return table


@program(*LONG_CALLS)
def an_element_of_each(x):
    """One element of each array is set."""
    table = [np.zeros(3) + v for v in x if v > 0]
    for row in table:
        row[0] = 1
    return table, table[1]


@program(*CALLS)
def one_place_of_each(x):
    """Another element of each."""
    table = positive(x)
    for i, row in enumerate(table):
        row[i % 3] += 1
    return table


@program(*CALLS)
def by_number(x):
    """Each array by its number."""
    table = positive(x)
    for k in range(len(table)):
        table[k] += 1
    return table


@program(*LONG_CALLS)
def by_number_and_place(x):
    """Each element of each array."""
    table = positive(x)
    for k in range(len(table)):
        for j in range(3):
            table[k][j] = k * j
    table[-1] *= 2
    return table


@program(*CALLS)
def after_an_exchange(x):
    """Two arrays change places, and are written to."""
    table = positive(x)
    i, j = 0, len(table) - 1
    table[i], table[j] = table[j], table[i]
    table[i] += 10
    table[j][1] = 5
    return table


@program(*CALLS)
def unit_sums(x):
    """Each array is divided by its sum."""
    table = []
    for v in x:
        if v > 0:
            table.append(np.array([v, v * 2]))
    for row in table:
        row /= row.sum()
    return np.array(table)


@program(*CALLS)
def triangle(x):
    """Each array less all before it."""
    table = positive(x)
    for i in range(len(table)):
        for j in range(i):
            table[i] -= table[j]
    return table


@program(*CALLS)
def elimination(x):
    """Gauss's elimination with the rows in a list."""
    table = []
    for v in x:
        if v > 0:
            table.append(np.array([v, v * v, 1.0]))
    for i in range(min(len(table), 2)):
        p = max(range(i, len(table)), key=lambda r: abs(table[r][i]))
        table[i], table[p] = table[p], table[i]
        table[i] /= table[i][i]
        for r in range(len(table)):
            if r != i:
                table[r] -= table[i] * table[r][i]
    return table


@program(*CALLS)
def by_methods(x):
    """Arrays are written to by `out=`, `sort` and `fill`."""
    table = positive(x)
    for row in table:
        np.add(row, [3, 2, 1], out=row)
        row.sort()
    for row in table:
        row[1:].fill(3)
    return table


@program(*CALLS)
def through_views(x):
    """Matrices are written to by their rows, and transposed."""
    table = []
    for v in x:
        if v > 0:
            table.append(np.zeros((2, 3)) + v)
    for m in table:
        m[0, :] = 1
        m[1] += m[0]
        m.T[1] = 9
    return table


@program(*CALLS)
def under_each_key(x):
    """Arrays under run-time keys, by key."""
    d = {}
    for v in x:
        if v > 0:
            d[int(v)] = np.zeros(3) + v
    for key in d:
        d[key] += 1
    return d


@program(*CALLS)
def each_value(x):
    """The same by `values` and `items`."""
    d = {}
    for v in x:
        if v > 0:
            d[int(v)] = np.zeros(3) + v
    for y in d.values():
        y *= 2
    for k, y in d.items():
        y[0] = k
    return d


@program(*CALLS)
def shares(x):
    """Sums under run-time keys, each divided by its own sum."""
    d = defaultdict(lambda: np.zeros(3))
    for i, v in enumerate(x):
        d[int(v) % 3][i % 3] += v
    for a in d.values():
        a /= a.sum() + 1000
    return dict(d)


@program(*CALLS)
def greatest_and_least(x):
    """What `max` and `min` answer is written to."""
    parts = [np.zeros(2) + v for v in x if v > 0]
    best = max(parts, key=lambda p: p.sum())
    best[:] = 99
    worst = min(parts, key=lambda p: p[0])
    worst += 1
    return parts


class Body:
    def __init__(self, p, v):
        self.pos, self.vel, self.grad = p, v, np.ones(2)

    def step(self, dt):
        self.pos += self.vel * dt


def bodies_of(x):
    return [Body(np.array([v, 0.0]), np.array([1.0, v])) for v in x if v > 0]


@program(*CALLS)
def moved_bodies(x):
    """Objects of run-time number move on."""
    bodies = bodies_of(x)
    for _ in range(3):
        for one in bodies:
            one.pos += one.vel * 0.1
    for k in range(len(bodies)):
        bodies[k].grad[:] = k
    return [(one.pos, one.grad) for one in bodies]


@program(*CALLS)
def moved_by_a_method(x):
    """The same by a method; then the one that is farthest."""
    bodies = bodies_of(x)
    for one in bodies:
        one.step(0.1)
    best = max(bodies, key=lambda one: one.pos[0])
    best.pos[:] = 0
    best.vel += 1
    return sum(one.pos.sum() + one.vel.sum() for one in bodies)


@program(*CALLS)
def attracted(x):
    """Bodies attract one another, and turn round at a wall."""
    bodies = bodies_of(x)
    for i in range(len(bodies)):
        for j in range(len(bodies)):
            if i != j:
                bodies[i].vel += (bodies[j].pos - bodies[i].pos) * 0.01
    for one in bodies:
        one.pos[0] += one.vel[0]
        if one.pos[0] > 5:
            one.vel[0] *= -1
    return np.array([one.pos for one in bodies])


@program(*CALLS)
def branch_by_branch(x):
    """Each array is written to in branches, and between them."""
    table = positive(x)
    for row in table:
        if row[0] > 3:
            row[:] = 0
            row[1] = 5
        elif row[0] > 2:
            row *= 2
        row += 1
        if row[0] > 2:
            row *= 3
        else:
            row[1] -= 1
        row[0] = row[1] + 2
    return table


@program(*LONG_CALLS)
def in_a_try(x):
    """The same where something is raised and caught."""
    table = positive(x)
    for row in table:
        try:
            if row[0] > 20:
                raise ValueError
            row += 1
        except ValueError:
            row *= 0
        row += 5
    return table


@program(*CALLS)
def replaced_in_a_branch(x):
    """Some places get another array."""
    table = positive(x)
    for k in range(len(table)):
        if k % 2:
            table[k][0] = 9
        elif table[k][1] > 2:
            table[k] = np.zeros(3)
        table[k] += 1
    return table


@program(*LONG_CALLS, refused=Refusal("AliasError", "row += 1"))
def another_one_by_now(x):
    """A name for what is at a place only if no branch has put another array there: refused, or the same."""
    table = positive(x)
    row = table[2]
    if x[0] > 0:
        table[1], table[2] = table[2], table[1]
    else:
        table.append(np.zeros(3))
    row += 1
    return table


@program(*CALLS)
def steps_with_what_was(x):
    """Objects keep the array of the step before."""
    bodies = bodies_of(x)
    for _ in range(3):
        for one in bodies:
            one.grad = one.pos
            one.pos = 2 * one.pos - one.vel
    return [(one.pos, one.grad) for one in bodies]


@program(*CALLS)
def a_snake(x):
    """Each object gets the array of the one before."""
    bodies = bodies_of(x)
    for k in range(len(bodies) - 1, 0, -1):
        bodies[k].pos = bodies[k - 1].pos
    bodies[0].pos = np.zeros(2)
    return [one.pos[0] for one in bodies]


@program(*CALLS, refused=Refusal("AliasError", "bodies[0].pos += 1"))
def a_snake_that_is_pulled(x):
    """The same, and one of these arrays, which two objects hold, is written to: refused, or the same."""
    bodies = bodies_of(x)
    for k in range(len(bodies) - 1, 0, -1):
        bodies[k].pos = bodies[k - 1].pos
    bodies[0].pos += 1
    return [one.pos[0] for one in bodies]


@program(*CALLS, refused=Refusal("AliasError", "a += 5"))
def two_attributes(x):
    """One array is two attributes of an object: refused, or the same."""
    bodies = bodies_of(x)
    a = bodies[0].pos
    bodies[0].vel = a
    a += 5
    return [(one.pos[0], one.vel[0]) for one in bodies]


@program(*CALLS, refused=Refusal("AliasError", "one.pos += 1"))
def two_attributes_of_the_best(x):
    """The same of the object that the run picks: refused, or the same."""
    bodies = bodies_of(x)
    best = max(bodies, key=lambda one: one.pos[0])
    best.vel = best.pos
    for one in bodies:
        one.pos += 1
    return [(one.pos[0], one.vel[0]) for one in bodies]


@program(*CALLS, refused=Refusal("AliasError", "inner[0] += 1"))
def two_places_of_inner_lists(x):
    """Some inner lists hold one array twice: refused, or the same."""
    lists = []
    for v in x:
        if v > 0:
            a, b = np.zeros(2) + v, np.zeros(2)
            lists.append([a, b])
            if v > 3:
                lists[-1][0] = b
    for inner in lists:
        inner[0] += 1
    return [(inner[0][0], inner[1][0]) for inner in lists]


FIRST = [call(np.array([0.0, 1.0, 2.0]), np.int64(n)) for n in (1, 3, 0, 5)]


@program(*FIRST)
def the_first_one_too(x, n):
    """The first array of a list, which was there before the loop, is written to by an index that the run knows."""
    q, t = x * 3, [x + 2]
    for i in range(n):
        t.append(q.copy())
        t[i % len(t)][:] = i
    return t


@program(*FIRST)
def the_first_one_alone(x, n):
    """The same by the first index."""
    t = [x + 2]
    for i in range(n):
        t[0][1:] -= 1
        t.append(x * i)
    return t[0]


@program(*FIRST)
def the_first_of_two_lists(x, n):
    """Beside numbers, and by itself."""
    t, u = [(x + 2, 0)], [x + 3]
    for i in range(n):
        t[0][0][i % 3] = 7
        u[0][i % 3] += 1
        t.append((x.copy(), i))
        u.append(x * i)
    return t, u


@program(*FIRST, refused=Refusal("AliasError", "return q"))
def the_first_one_by_its_name(x, n):
    """The list has held a copy of it since it grew."""
    q = x * 3
    u = [q]
    for i in range(n):
        u.append(x * i)
        u[i] *= 2
    return q


@program(*FIRST, refused=Refusal("AliasError", "return q"))
def the_first_one_in_an_inner_loop(x, n):
    """The same by a loop over all of them."""
    q = x * 3
    u = [q]
    for i in range(n):
        u.append(x * i)
        for e in u:
            e *= 2
    return q
