"""Which names and owners lists of run-time length have, and what is one object."""

import numpy as np

from tests.harness import Refusal, Theme, call
from tests.programs.list_operations import some

program = Theme("list names")
V = np.array([3.0, -1.0, 2.0, 5.0, -4.0])
N = np.int64


# -- names, branches and owners ----------------------------------------------------------------------


@program(call(N(3)), call(N(0)))
def two_names(n):
    """Two names for one list."""
    xs = []
    ys = xs
    for i in range(n):
        xs.append(i)
        ys.append(-i)
    return xs, ys, xs is ys


@program(call([1, 2], N(3)), call([], N(2)))
def callers_list(xs, n):
    """The caller's own list grows."""
    for i in range(n):
        xs.append(i)
    return len(xs)


@program(call([1, 2, 3], N(2)), call([1], N(1)), call([1], N(2)))
def callers_list_shrinks(xs, n):
    """The caller's own list gets shorter; an error leaves it as Python does."""
    for _ in range(n):
        xs.pop()
    return xs


def push(stack, x, n):
    """A helper that changes its argument."""
    for _ in range(n):
        stack.append(x)
    return len(stack)


@program(call(N(2)), call(N(0)))
def by_a_helper(n):
    """A function that is called changes the list."""
    xs = [1]
    a = push(xs, 7, n)
    b = push(xs, 8, 2)
    return xs, a, b


class Recorder:
    """Keeps values in an attribute."""

    def __init__(self):
        self.values = []

    def add(self, x):
        self.values.append(x)


@program(call(N(4)), call(N(0)))
def in_an_attribute(n):
    """A list in an attribute of an object."""
    r = Recorder()
    for i in range(n):
        if i % 2 == 0:
            r.add(i)
    return r.values


@program(call(N(4)), call(N(0)))
def in_a_dict(n):
    """Lists in a dict."""
    d = {"even": [], "odd": []}
    for i in range(n):
        if i % 2 == 0:
            d["even"].append(i)
        else:
            d["odd"].append(i)
    return d


@program(call(V), call(-V), call(V * 0))
def tags(x):
    """Texts are collected in branches."""
    found = []
    if x.sum() > 0:
        found.append("positive sum")
    if x.max() > 4:
        found.append("large")
    if x.min() < -4:
        found.append("small")
    return found, len(found), ", ".join(found)


@program(call(V), call(-V))
def many_branches(x):
    """More branches than alternatives can be told apart one by one."""
    out = []
    for i in range(5):
        if x[i] > 0:
            out.append(i)
    for i in range(5):
        if x[i] > 1:
            out.append(i * 10)
    for i in range(5):
        if x[i] < -1:
            out.append(i * 100)
    return out


@program(call(V), call(-V))
def lengths_differ(x):
    """Branches leave lists of different length, which are used."""
    out = [x[0]]
    if x.sum() > 0:
        out.append(x[1])
        out.append(x[2])
    total = 0.0
    for v in out:
        total = total + v
    return total, len(out), out[-1], np.array(out)


@program(call(V, N(3)), call(-V, N(3)))
def rebound(x, n):
    """A list that each trip makes anew."""
    xs = []
    for i in range(n):
        xs = xs + [x[i] * i]
    return xs


@program(call(V, N(4)), call(V, N(0)))
def mixed_numbers(x, n):
    """Ints and floats in one list keep their types."""
    xs = [0]
    for i in range(n):
        if x[i] > 0:
            xs.append(float(x[i]))
        else:
            xs.append(i)
    return xs


@program(call(V, N(4)), call(V, N(0)))
def none_in_list(x, n):
    """None stands where there is no value."""
    xs = []
    for i in range(n):
        xs.append(float(x[i]) if x[i] > 0 else None)
    return xs, len([v for v in xs if v is not None])


@program(call(V), call(-V))
def early_return_of_list(x):
    """A list is returned from inside of the loop that fills it."""
    out = []
    for i in range(len(x)):
        out.append(float(x[i]))
        if x[i] < 0:
            return out
    return out


@program(call(np.arange(60.0)), call(np.zeros(60)))
def long_static_loop(x):
    """A loop with many trips appends; how long the list gets is known."""
    out = []
    for i in range(60):
        out.append(np.sin(x[i]) * i)
    a = np.array(out)
    return a + x, len(out), out[3]


@program(call(np.ones((2, 3)), N(40)))
def recurrent_states(x, n):
    """A recurrence over many steps, its states stacked."""
    h = np.zeros((2, 3))
    hs = []
    for t in range(50):
        h = np.tanh(0.5 * h + x * 0.1 * t)
        hs.append(h)
    return np.stack(hs, axis=1).shape, np.stack(hs)[::10].sum(axis=0)


# -- lists that loops of plain Python make -----------------------------------------------------------


@program(call(V), call(-V))
def rows_made_by_a_plain_loop(x):
    """What a loop that records nothing has made is changed in a branch and in a loop."""
    rows = []
    for i in range(6):
        rows.append([i])
    if x.sum() > 0:
        rows[0].append(1)
    else:
        rows[0].append(2)
    for k in range(30):
        rows[1][0] += x[k % 5]
    return rows


@program(call(V), call(-V))
def late_binding_in_comprehension(x):
    """Functions made in a comprehension see the last value of its variable."""
    doubles = [lambda v: v * i for i in range(6)]
    return [f(x) for f in doubles], [sum(v * k for v in x) for k in range(5)]


@program(call(V), call(-V))
def values_seen_before(x):
    """A loop whose iterations need nothing new of the program."""
    first = [x[i] for i in range(5)]
    again = []
    for i in range(5):
        again.append((x[i], "abcde"[i]))
    return first, again, sorted([(x[i], "abcde"[i]) for i in range(5)])


# -- what is one object ------------------------------------------------------------------------------


@program(call(V, N(3)), refused=Refusal("AliasError", "x += 1"))
def changed_after_appending(x, n):
    """One array is appended again and again, and changed in place in between."""
    x = x.copy()
    out = []
    for _ in range(n):
        out.append(x)
        x += 1
    return np.array(out)


@program(call(V, N(3)), call(V, N(1)))
def buffer_copied(x, n):
    """Copies of a buffer that is written to."""
    buffer = np.zeros(3)
    out = []
    for i in range(n):
        buffer[0] = i + x[0]
        out.append(buffer.copy())
    return np.stack(out), buffer, out


@program(call(V, N(3)), call(V, N(5)))
def arrays_changed_in_the_list(x, n):
    """Arrays in the list are written to in place."""
    out = []
    for i in range(n):
        out.append(x * i)
    out[0] += 1
    out[1][2] = 5
    last = out[-1]
    last[0] = 77
    return np.stack(out), out


@program(call(V, N(3)), refused=Refusal("AliasError", ""))
def result_is_an_item(x, n):
    """The last state is the last item: one object, which a buffer of rows cannot tell."""
    out = []
    for _ in range(n):
        x = x + 1
        out.append(x)
    return x, out


@program(call(V, N(3)))
def one_array_many_times(x, n):
    """One array is appended many times."""
    y = x * 2
    out = []
    for _ in range(n):
        out.append(y)
    return out


@program(call(N(3)), call(N(5)), call(N(0)))
def appends_while_walking(n):
    """A worklist that a for goes over while it grows."""
    todo = [n]
    for u in todo:
        if u > 0:
            todo.append(u - 1)
    return todo


@program(call(N(3)), call(N(6)))
def removes_while_walking(n):
    """Python skips items when a list shrinks under its for."""
    xs = some(n)
    for u in xs:
        if u < 3:
            xs.remove(u)
    return xs


@program(call(N(40), V), call(N(0), V))
def grouped(n, x):
    """Items go to the list that a value says."""
    groups = [[], [], []]
    for i in range(n):
        groups[i % 3].append(i)
    for i in range(5):
        groups[int(x[i]) % 3].append(float(x[i]))
    return groups


TABLE = [(i * 37) % 101 for i in range(256)]


@program(call(np.array([3, 200, 255, -1]), N(7)), call(np.array([0, 0, 0, -256]), N(-1)), call(np.array([1, 2, 3, 256]), N(0)))
def long_table(codes, k):
    """A long list of numbers is looked up."""
    total = 0
    for c in codes:
        total = total * 2 + TABLE[c]
    return total, TABLE[k]


@program(call(N(3)), call(N(5)))
def caught(n):
    """An error of a list, caught."""
    xs = some(n)
    try:
        for _ in range(4):
            xs.pop()
    except IndexError:
        return "empty", xs
    return "left", xs


@program(call(N(3)), call(N(0)))
def texts(n):
    """Texts of numbers are collected."""
    out = []
    for i in range(n):
        out.append(f"{i}: {i / 2:.2f}")
    return out


@program(call(N(-1)), call(N(2)), call(N(9)))
def ends_of_a_known_list(n):
    """Slices of a known list at run-time places."""
    t = [10, 20, 30, 40]
    return t[n:], t[:n], t[n : n + 1], t[::-1][n:], (t * 2)[n:]


RUN_TIME_KEYS = (call(np.array([1.0, 5, 1, 2, 5, 1, -1])), call(np.array([0.0, 0])), call(np.array([3.0, -3])))


@program(*RUN_TIME_KEYS)
def arrays_under_keys(x):
    """Arrays that are made under keys of the run, and written to in place."""
    totals, last, counts = {}, {}, {}
    for v in x:
        k = int(v)
        if k not in totals:
            totals[k] = np.zeros(2)
        totals[k][0] += v
        last[k] = np.full(2, v)
        if k in counts:
            counts[k][1] += 1
        else:
            counts[k] = np.ones(2)
    return totals, last, counts


@program(*RUN_TIME_KEYS)
def arrays_in_one_list_or_the_other(x):
    """Each array goes to one of two lists, or to both, and changes afterwards."""
    low, high, some = [], [], []
    for v in x:
        z = np.zeros(2)
        if v > 0:
            high.append(z)
        else:
            low.append(z)
        if v > 1:
            some.append(z)
        z[0] = v
    return low, high, some


@program(call(np.array([0.0, 1.0, 3.0, 2.0]), np.int64(2)), call(np.zeros(2), np.int64(0)), call(np.zeros(2), np.int64(-1)))
def another_list_in_the_branch_that_is_not_taken(a, k):
    """One branch leaves a list alone which a loop in the other one may replace: its arrays are not the loop's."""
    d = a + 1
    xs, ys = [a, a], [d, d]
    if k <= 0:
        i = 0
        while i < k + 2:
            i += 1
            if i > 1:
                ys = xs
    return ys


@program(call(np.array([0.0, 1.0, 3.0, 2.0]), np.int64(2)), call(np.zeros(2), np.int64(0)), call(np.zeros(2), np.int64(-1)))
def no_turn_in_the_branch(a, k):
    """The same where the loop has no turn."""
    d = a + 1
    xs, ys = [a, a], (d, d)
    if k > 0:
        pass
    else:
        i = 0
        while i < k:
            i += 1
            ys = xs
    return ys, d
