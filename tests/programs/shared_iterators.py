"""Iterators that two loops or generators take from, as the run decides."""

from itertools import chain, count, cycle, tee

import numpy as np

from tests.harness import Theme, call

program = Theme("shared iterators")
V = np.array([1.0, -2.0, 3.0, 0.5, 4.0, -1.0])
CALLS = call(V), call(-V), call(V * 3)


def _small(pairs):
    for a, b in pairs:
        if a > 2:
            return
        yield a * b


def _positive(pairs):
    for a, b in pairs:
        if b < 0:
            return
        yield a + b


@program(*CALLS)
def taken_from_by_two(x):
    """Two generators take from a zip, one after the other, and what is left is seen."""
    xs = [float(v) for v in x if v > -5]
    ys = [2.0 * v for v in xs]
    z = zip(xs, ys, strict=False)
    return list(_small(z)), list(_positive(z)), list(z)


@program(*CALLS)
def chained(x):
    """The same of a chain."""
    xs = [float(v) for v in x if v > -5]
    ys = [2.0 * v for v in xs]
    z = zip(xs, ys, strict=False)
    c = chain(z, zip(ys, xs))
    return list(_small(c)), list(_positive(c)), list(z)


@program(*CALLS)
def mapped(x):
    """The same of a map over an enumerate."""
    xs = [float(v) for v in x if v > -5]
    z = enumerate(xs)
    c = map(lambda p: (p[0] + 1, p[1]), z)
    return list(_small(c)), list(_positive(c)), list(z)


@program(*CALLS)
def two_in_turns(x):
    """A loop takes from one generator, and its body from another one over the same enumerate."""
    xs = [float(v) for v in x if v > -5]
    z = enumerate(xs)
    g, h = _small(z), _positive(z)
    out = []
    for v in g:
        out.append(v)
        w = next(h, None)
        if w is not None:
            out.append(w)
    return out, list(z)


@program(*CALLS)
def through_a_generator(x):
    """The same, with a generator between them."""
    xs = [float(v) for v in x if v > -5]
    z = (p for p in enumerate(xs))
    g, h = _small(z), _positive(z)
    out = []
    for v in g:
        out.append(v)
        w = next(h, None)
        if w is not None:
            out.append(w)
    return out, list(z)


@program(*CALLS)
def through_a_chain(x):
    """A `while` with `next`, of two generators over a chain that begins with the enumerate."""
    xs = [float(v) for v in x if v > -5]
    z = enumerate(xs)
    c = chain(z, zip(xs, xs))
    g, h = _small(c), _positive(c)
    out = []
    while True:
        a = next(g, None)
        if a is None:
            break
        out.append(a)
        b = next(h, None)
        if b is not None:
            out.append(b)
    return out, list(c)


@program(*CALLS)
def through_a_filter(x):
    """A loop in a loop, over two generators of one filter."""
    xs = [float(v) for v in x if v > -5]
    z = enumerate(xs)
    c = filter(lambda p: p[1] > -1.5, z)
    g, h = _small(c), _positive(c)
    out = []
    for a in g:
        out.append(a)
        if a > 1:
            for b in h:
                out.append(b)
                if b > 3:
                    break
    return out, list(z)


@program(*CALLS)
def neighbours(x):
    """A zip of a list and its rest, which are as long as the array."""
    xs = [float(v) for v in x]
    z = zip(xs, xs[1:])
    c = filter(lambda p: p[1] > -1.5, z)
    g, h = _small(c), _positive(c)
    out = []
    for a in g:
        out.append(a)
        if a > 1:
            for b in h:
                out.append(b)
                if b > 3:
                    break
    return out, list(z)


@program(*CALLS)
def loops_in_loops(x):
    """A loop over an enumerate goes on with it in its body."""
    z = enumerate(x.tolist())
    out = []
    for i, a in z:
        if a > 2:
            for j, b in z:
                out.append(b)
                if b < 1:
                    break
        out.append(i)
    return out


@program(*CALLS)
def one_of_two(x):
    """A branch decides which generator takes from it."""
    xs = [float(v) for v in x if v > -5]
    z = zip(xs, xs)
    c = ((a + 1, b) for a, b in z)
    if x[0] > 0:
        taken = list(_small(c))
    else:
        taken = list(_positive(c))
    return taken, list(c), list(z)


COUNTS = call(np.array([2, 1])), call(np.array([0, 1])), call(np.array([1, 3]))


@program(*COUNTS)
def in_a_list_of_run_time_length(n):
    """Iterators over lists leave in a list, as far as they have got, and are of Python's types."""
    made = [iter([1, 2, 3]) for _ in range(n[0])]
    for it in made:
        next(it)
    return made, [type(it).__name__ for it in made]


@program(*COUNTS)
def of_which_type(n):
    """What iterators are that a branch may have stepped."""
    made = zip([1, 2], "ab"), enumerate([1, 2]), count(), cycle([1, 2]), tee([1, 2])[0], iter([3, 4])
    if n[0] > 1:
        for it in made:
            next(it)
    kinds = [type(it).__name__ for it in made], [isinstance(it, zip) for it in made]
    return kinds, type(made[-1]) is type(iter([])), [next(it) for it in made]
