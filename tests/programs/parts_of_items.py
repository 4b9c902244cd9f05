"""Containers in the items of lists: changed at run-time indices, through the list and under names of their own."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("parts of items")
X = np.arange(12) * 7 % 11
N = np.int64
PLACES = [call(X, N(k), N(p)) for k, p in ((1, 1), (1, 2), (0, -4), (-1, 0))]


@program(call(X, N(1), N(2)), call(X[::2].copy(), N(0), N(0)))
def cube(xs, k, p):
    """Lists in lists in lists."""
    counts = [[[0 for _ in range(3)] for _ in range(3)] for _ in range(3)]
    for x in xs:
        counts[x % 3][(x + k) % 3][p] += x
    return counts


@program(call(X, N(1), N(2)))
def cube_by_names(xs, k, p):
    """Each level has a name."""
    counts = [[[0] * 4 for _ in range(4)] for _ in range(4)]
    for x in xs:
        plane = counts[x % 4]
        row = plane[k]
        row[p] += x
        plane[0][0] -= 1
    return counts


class Particle:
    def __init__(self, number):
        self.number, self.log, self.place = number, [], [0, number]


@program(call(X, N(1)), call(X, N(3)))
def lists_of_objects(xs, k):
    """Objects that keep what has happened to them."""
    particles = [Particle(i) for i in range(4)]
    for x in xs:
        particles[x % 4].log.append(x)
        particles[k].place[0] += 1
    return [(q.number, len(q.log), q.place) for q in particles]


@program(call(X), call(X[:3]))
def lists_of_dicts(xs):
    """Dicts with a count and a list."""
    groups = [{"n": 0, "items": []} for _ in range(4)]
    for x in xs:
        group = groups[x % 4]
        group["n"] += 1
        group["items"].append(x)
    return groups


@program(*PLACES)
def a_new_part(xs, k, p):
    """What has been put into an item is changed under the name that it had."""
    rows = []
    for x in xs:
        rows.append({"l": [x], "n": x})
    new = [1]
    d = rows[k]
    d["l"] = new
    new.append(p)
    return rows


@program(*PLACES)
def names_of_parts(xs, k, p):
    """Parts under names, and the items that they are in."""
    rows = []
    for x in xs:
        rows.append([[x], [0]])
    a, b, c = rows[k][0], rows[p][1], rows[p]
    a.append(3)
    b.append(4)
    c[0].append(5)
    rows[k][1].append(6)
    return rows, len(a), len(b), len(c[1])


@program(*PLACES)
def in_a_loop(xs, k, p):
    """A name from before the loop."""
    rows = []
    for x in xs:
        rows.append([[x], [p]])
    a = rows[k][0]
    for i in range(len(rows)):
        rows[i][0].append(i)
        a.append(9)
    return rows


@program(*PLACES)
def a_part_of_two(xs, k, p):
    """One list in two items, or twice in one: both see what it gets."""
    rows = []
    for x in xs:
        rows.append({"l": [x]})
    rows[k]["l"] = rows[p]["l"]
    rows[k]["l"].append(8)
    return [r["l"] for r in rows]


@program(*PLACES)
def changed_after_it_was_lost(xs, k, p):
    """A name that may stand for one of two items is written to."""
    t, rows = 0, []
    for x in xs:
        rows.append({"l": [x], "n": 1})
    b = rows[p]
    t += rows[k]["n"] + sum(rows[k]["l"])
    rows[0]["l"] = [k]
    b["l"] = [t]
    return rows, t


@program(*PLACES)
def a_part_is_replaced(xs, k, p):
    """Which of two lists an item holds depends on the indices."""
    rows, z = [], [5]
    for x in xs:
        rows.append({"l": [x], "n": 1})
    a = rows[k]
    rows[0]["l"] = z
    a["l"] = [7]
    z.append(p)
    a = rows[k]
    return a, z


# -- two names for what is in items, which leaves the function ------------------------------------------


@program(*PLACES)
def in_one_item_or_two(xs, k, p):
    """The lists in two items are one list where the items are one."""
    rows = [[[x]] for x in xs.tolist()]
    return rows[k][0], rows[p][0], rows[2][0]


@program(*PLACES[:1], refused=Refusal("AliasError", "a.append(8)"))
def one_of_them_changes(xs, k, p):
    """The other name would show it, if it stands for the same list."""
    rows = [[[x]] for x in xs.tolist()]
    a, b = rows[k][0], rows[p][0]
    a.append(8)
    return b, len(b)


@program(*PLACES)
def of_an_item_of_two_lists(xs, k, p):
    """It is in another list, too."""
    rows = [{"v": [x]} for x in xs.tolist()]
    q = rows[2]
    kept = [q]
    return [rows[k]["v"]], q["v"], len(kept)
