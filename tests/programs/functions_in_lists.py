"""Functions, methods and partials that hold values of the run, in lists that a loop of the run fills."""

import contextlib
import functools
import heapq
from collections import defaultdict, deque
from dataclasses import dataclass

import numpy as np

from tests.harness import Theme, call
from tests.harness.program import Refusal

program = Theme("functions in lists")

A, B, NONE = np.array([4.0, 2, 3, 1, 7]), np.array([3.0, 5, 6, 2]), np.array([0.0, 5, 6, 2])


def times(i, x):
    return i * x


def plus(k):
    return lambda x: x + k


def power(k):
    def go(n):
        return 1 if n <= 0 else go(n - 1) * k

    return go


def chosen(k):
    v = k if k > 1 else -k
    for j in range(3):
        v = v + j
    return lambda x: v * x


def counter(k):
    def step():
        nonlocal k
        k += 1
        return k

    return step


class Line:
    def __init__(self, slope):
        self.slope = slope

    def at(self, x):
        return self.slope * x + 1

    def steepen(self, by=1):
        self.slope += by
        return self.slope


@dataclass
class Event:
    when: float
    act: object


@program(call(A), call(B), call(NONE))
def defaults(a):
    """`fs.append(lambda x, i=i: x * i)`: each has the number of its turn."""
    fs = []
    for i in range(int(a[0])):
        fs.append(lambda x, i=i: x * i)
    t = 0.0
    for f in fs:
        t = t * 2 + f(a[1])
    return t, len(fs), bool(fs), [f(1) for f in fs]


@program(call(A), call(B), call(NONE))
def by_index(a):
    """`fs[k](x)`, with an index of the run; an IndexError where there is none."""
    fs = []
    for i in range(int(a[0])):
        fs.append(lambda x, i=i, *, w=a[i]: x * i - w)
    return fs[int(a[3])](a[1]), fs[-1](2), fs[0].__name__, fs[1].__defaults__, fs[1].__kwdefaults__


@program(call(A), call(B))
def late_binding(a):
    """What a function sees of the one around it is what that has in the end."""
    fs, gs, hs = [], [], []
    scale = 1.0

    def put(i):
        k = i
        hs.append(lambda: k)

    for i in range(int(a[0])):
        fs.append(lambda: i)
        gs.append(lambda x, i=i: x * i + scale)
        put(i * 2)
    scale = 10.0
    return [f() for f in fs], [g(1) for g in gs], [h() for h in hs], [f() for f in [lambda: j for j in range(len(fs))]]


@program(call(A), call(B))
def changed_after_it_was_seen(a):
    """A variable that changes while the function that has it goes on is seen as it is in the end."""
    fs, seen = [], []

    def put(i):
        k = i
        fs.append(lambda: k)
        seen.append(fs[-1]())
        k = k + 100 + a[i]
        seen.append(fs[-1]())

    for i in range(int(a[0])):
        put(i)
    return [f() for f in fs], seen


@program(call(A), call(B))
def of_a_factory(a):
    """Functions that another one makes see its arguments, what it has computed, and themselves."""
    fs, gs, hs = [], [], []
    for i in range(int(a[0])):
        fs.append(plus(a[i]))
        gs.append(power(a[i]))
        hs.append(chosen(a[i]))
    return [f(2) for f in fs], [g(2) for g in gs], [h(2) for h in hs], [(lambda f: lambda x: f(f(x)))(f)(1) for f in fs]


@program(call(A), call(B))
def with_arrays(a):
    """Arrays that functions hold, which some of them change."""
    fs, gs, hs = [], [], []
    for i in range(int(a[0])):
        fs.append(lambda x, v=a * i: (v * x).sum())
        gs.append(plus(a))
        kept = np.zeros(3)

        def add(v, kept=kept):
            kept[0] += v
            return kept.sum()

        hs.append(add)
    a[0] = 50
    return [f(3.0) for f in fs], [g(3.0).sum() for g in gs], [h(1) for h in hs], [h(2) for h in hs]


@program(call(A), call(B))
def with_lists(a):
    """Lists that functions hold, and that change under another name, too."""
    fs, gs, held, log = [], [], [], []
    for i in range(int(a[0])):
        own = [i]
        fs.append(lambda x, own=own: own.append(x))
        gs.append(lambda i=i: log.append(i))
        held.append(own)
        own.append(100)
    for f in fs:
        f(3)
    for g in reversed(gs):
        g()
    return held, log


@program(call(A), call(B))
def partials(a):
    """`partial(f, i)`, with names, in one another, and of a method of a list."""
    fs, gs, hs, log = [], [], [], []
    for i in range(int(a[0])):
        fs.append(functools.partial(times, i))
        gs.append(functools.partial(functools.partial(lambda x, y, z=1: x * y - z, i), z=a[i]))
        hs.append(functools.partial(log.append, i))
    for h in hs:
        h()
    return [f(2) for f in fs], [g(3) for g in gs], [g(3, z=0) for g in gs], log, fs[1].args, fs[1].func(2, 3)


@program(call(A), call(B))
def methods(a):
    """Methods of objects that the loop makes; what they change is seen by all who have the object."""
    fs, gs, lines = [], [], []
    for i in range(int(a[0])):
        line = Line(i)
        lines.append(line)
        fs.append(line.steepen)
        gs.append(Line(a[i]).at)
        line.slope += 0.5
    return [f(2) for f in fs], [f() for f in fs], [line.slope for line in lines], [g(2) for g in gs]


@program(call(A), call(B), call(NONE))
def of_several_kinds(a):
    """Functions of several codes, methods, partials and functions that were there, in one list."""
    fs = [abs, np.sqrt, plus(1), Line(3).at]
    for i in range(int(a[0])):
        if a[i] > 2:
            fs.append(lambda x, i=i: x * i)
        else:
            fs.append(functools.partial(times, a[i]))
        fs.append(plus(a[i]))
        fs.append(Line(i).at)
    t = 0.0
    for f in fs:
        t = t * 2 + f(3.0)
    return t, [f(1.0) for f in fs]


@program(call(A), call(B))
def in_dicts_and_tuples(a):
    """`table[i] = lambda …`, and tuples, objects and lists with a function in them."""
    table, pairs, groups, events = {}, [], defaultdict(list), []
    for i in range(int(a[0])):
        table[i] = lambda x, i=i: x * i
        pairs.append((i, functools.partial(times, i), lambda x, k=a[i]: x - k))
        groups[i % 2].append(plus(i))
        events.append(Event(a[i], lambda x, i=i: x * i))
    events.sort(key=lambda event: event.when)
    called = [table[1](3), table.get(100) is None, [k + f(2) for k, f in table.items()]]
    return called, [(i, p(2), f(3)) for i, p, f in pairs], [f(3) for f in groups[1]], [e.act(e.when) for e in events]


@program(call(A), call(B))
def changed_lists(a):
    """Lists of functions that are sorted, cut, joined, emptied."""
    fs = []
    for i in range(int(a[0])):
        fs.append(plus(a[i]))
    ordered = [f(1) for f in sorted(fs, key=lambda f: f(0))]
    fs.insert(0, plus(100))
    fs.extend([plus(3), plus(a[0])])
    fs.reverse()
    del fs[1]
    fs[0] = plus(7.5)
    out = [f(0) for f in fs + fs[:2]], [f(0) for f in fs * 2], max(fs, key=lambda f: f(0))(0), list(map(lambda f: f(2), fs))
    taken = []
    while fs:
        taken.append(fs.pop()(1))
    return ordered, out, taken


@program(call(A), call(B))
def queues(a):
    """Functions in a deque, and callbacks that were put aside with their arguments."""
    queue, later, log = deque(), [], []
    for i in range(int(a[0])):
        queue.append(lambda x, i=i: x * i)
        later.append((log.append if a[i] > 2 else lambda v: log.append(-v), (a[i],)))
    out = []
    while queue:
        out.append(queue.popleft()(2))
    for f, args in later:
        f(*args)
    return out, log


@program(call(A), call(B))
def called_by_a_stack(a):
    """`ExitStack().callback(f, k)` in a loop."""
    out = []
    with contextlib.ExitStack() as stack:
        for i in range(int(a[0])):
            stack.callback(out.append, i)
            stack.callback(lambda i=i: out.append(i * a[i]))
    return out


@program(call(A), call(B), call(NONE))
def under_one_name(a):
    """A function of one branch or the other, or of the last turn that made one."""
    f = plus(a[1]) if a[0] > 3 else plus(a[2])
    if a[0] > 3:
        g = functools.partial(times, a[1])
    else:
        g = Line(a[2]).at
    h = None
    for i in range(int(a[0])):
        if h is None or h(0) < a[i]:
            h = plus(a[i])
    return f(1), g(2), -1.0 if h is None else h(1)


@program(call(A), call(B))
def with_one_array_or_another(a):
    """Partials of two branches write to the arrays that they hold, which have other names, too."""
    x, y, log, other = np.zeros(3), np.ones(3), [1.0], [2.0]

    def put(v, i):
        v[i] += 1

    def add(xs, v):
        xs.append(v)

    if a[0] > 3:
        x[2] = 9
        f, g = functools.partial(put, x), functools.partial(add, log, a[1])
    else:
        z = x + y
        f, g = functools.partial(put, z), functools.partial(add, other, a[2])
    f(0)
    f(1)
    g()
    log.append(3.0)
    fs = []
    for i in range(int(a[0])):
        fs.append(functools.partial(times, x) if a[i] > 2 else functools.partial(times, y + i))
        x[0] += 1
    x[1] = 100
    return x, log, other, [f(2).sum() for f in fs]


@program(call(A), call(B))
def one_that_leaves(a):
    """One function leaves with the values in it."""
    fs = []
    for i in range(int(a[0])):
        fs.append(lambda x, i=i: x * i)
    return fs[1], fs[1](3)


@program(call(A), call(B), refused=Refusal("AliasError", "def list_that_leaves(a):"))
def list_that_leaves(a):
    """Which of the functions are one object, only the run knows."""
    fs = []
    for i in range(int(a[0])):
        fs.append(lambda x, i=i: x * i)
    return fs


@program(call(A), call(B), refused=Refusal("AliasError", "def late_ones_that_leave(a):"))
def late_ones_that_leave(a):
    """One stands for two in the program, and Python has two."""
    fs = []
    for i in range(int(a[0])):
        fs.append(lambda: i)
    return fs[0], fs[1]


@program(call(A), call(B), refused=Refusal("AliasError", "def late_list_that_leaves(a):"))
def late_list_that_leaves(a):
    """All of them, which the program does not tell apart."""
    fs = []
    for i in range(int(a[0])):
        fs.append(lambda: i)
    return fs


@program(call(A), call(B), refused=Refusal("StaticValueError", "fs[0] is fs[1]"))
def which_it_is(a):
    """Identity of functions in a list."""
    fs = []
    for i in range(int(a[0])):
        fs.append(functools.partial(times, i))
    return fs[0] is fs[1]


@program(call(A), call(B), refused=Refusal("StaticValueError", "fs.index(fs[1])"))
def place_of_one(a):
    """Functions are searched for by identity."""
    fs = []
    for i in range(int(a[0])):
        fs.append(plus(i))
    return fs.index(fs[1])


@program(call(A), call(B), refused=Refusal("StaticValueError", "(1, fs[0]) == (1, fs[1])"))
def in_compared_tuples(a):
    """Tuples with functions of which one stands for several."""
    fs = []
    for i in range(int(a[0])):
        fs.append(lambda: i)
    return (1, fs[0]) == (1, fs[1])


@program(call(A), call(B), refused=Refusal("StaticValueError", "id(fs[0])"))
def addresses(a):
    """`id` of such functions."""
    fs = []
    for i in range(int(a[0])):
        fs.append(lambda: i)
    return id(fs[0]) == id(fs[1])


@program(call(A), call(B), refused=Refusal("SideEffectError", "fs[0].count = 3"))
def attribute_of_one(a):
    """An attribute of a function that stands for several."""
    fs = []
    for i in range(int(a[0])):
        fs.append(lambda: i)
    fs[0].count = 3
    return getattr(fs[1], "count", 0)


@program(call(A), call(B), refused=Refusal("JoinError", "for i in range(int(a[0])):"))
def with_attributes(a):
    """A function with an attribute is more than what it holds."""
    fs = []
    for i in range(int(a[0])):
        f = lambda x, i=i: x * i  # noqa: E731
        f.count = i
        fs.append(f)
    return fs[1].count


@program(call(A), call(B), refused=Refusal("JoinError", "for i in range(int(a[0])):"))
def that_change_what_they_see(a):
    """`nonlocal` in functions of a list: each has a variable of its own, which is kept nowhere else."""
    fs = []
    for i in range(int(a[0])):
        fs.append(counter(i))
    return fs[0](), fs[0](), fs[1]()


@program(call(A), call(B), refused=Refusal("JoinError", "for i in range(int(a[0])):"))
def in_one_another(a):
    """Each holds the one before: how many there are, only the run knows."""
    f = abs
    for i in range(int(a[0])):
        f = lambda x, g=f: g(x) + i  # noqa: E731
    return f(1)


@program(call(A), call(B), refused=Refusal("JoinError", "functools.reduce("))
def composed(a):
    """`reduce` that puts functions into one another."""
    fs = []
    for i in range(int(a[0])):
        fs.append(plus(a[i]))
    return functools.reduce(lambda f, g: lambda x: g(f(x)), fs)(1)


@program(call(A), call(B), refused=Refusal("StaticValueError", "heapq.heappush("))
def on_a_heap(a):
    """Tuples on a heap are compared, and so may be the functions in them."""
    heap = []
    for i in range(int(a[0])):
        heapq.heappush(heap, (a[i], i, lambda x, i=i: x * i))
    return len(heap)
