"""Iterators that are stepped by hand: of the user's classes, of lists, arrays and generators."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("iterators")
V = np.array([1.0, -2.0, 3.0, 0.5])


class Walk:
    """Goes through a sequence, as Python's own iterators do."""

    def __init__(self, items):
        self.items = items
        self.at = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.at >= len(self.items):
            raise StopIteration
        item = self.items[self.at]
        self.at += 1
        return item


@program(call(V), call(-V))
def own_class_stepped(x):
    """An iterator of the user's class, stepped and then walked through."""
    walk = Walk(x)
    first = next(walk)
    return first, [v * 2 for v in walk], next(walk, -1.0)


@program(call(V), call(-V))
def own_class_until_it_ends(x):
    """The end of an iterator is caught."""
    walk, total = Walk(x), 0.0
    try:
        while True:
            total += next(walk)
    except StopIteration:
        pass
    return total


@program(call(V), call(-V))
def own_class_with_a_default(x):
    """A loop that ends by the default of next, or by a value."""
    walk, total = Walk(x), 0.0
    while True:
        v = next(walk, None)
        if v is None or v > 2.5:
            break
        total += v
    return total, next(walk, -1.0)


@program(call(V), call(-V))
def own_class_at_a_run_time_place(x):
    """How far the iterator got depends on a value."""
    walk = Walk([1.0, 2.0, 3.0])
    if x[0] > 0:
        next(walk)
    return sum(walk)


def squares(x):
    """The generator of some programs."""
    for v in x:
        yield v * v


@program(call(V), call(-V), call(V * 0))
def generator_stepped_then_left(x):
    """A run-time break in a loop over what is left of a generator, with an else."""
    g = squares(x)
    first, t = next(g), 0.0
    for v in g:
        t += v
        if t > 5:
            break
    else:
        t = -t
    return first, t


@program(call(V), call(-V), call(V * 0))
def list_iterator_then_left(x):
    """The same for an iterator over an array; `return` from it, and continue."""
    i = iter(x)
    first, kept = next(i), []
    for v in i:
        if v < 0:
            continue
        if v > 2:
            return first, kept
        kept.append(v)
    return kept


@program(call(V), call(-V), call(V * 0))
def what_the_generator_did(x):
    """What a generator does happens as far as items are wanted."""
    seen, held = [], np.zeros(4)

    def noted():
        for k, v in enumerate(x):
            seen.append(k)
            held[k] = v
            yield v

    g = noted()
    next(g)
    for v in g:
        if v > 0:
            break
        held[0] += 1
    return seen, held


@program(call(V), call(-V))
def own_class_left(x):
    """An iterator of the user's class knows how far it got."""
    walk, t = Walk(x), 0.0
    first = next(walk)
    for v in walk:
        if v > 2:
            break
        t += v
    return first, t, walk.at


@program(call(V), call(-V))
def what_is_left_of_an_iterator(x):
    """How many items are left is known at run time."""
    i, t = iter(x), 0.0
    next(i)
    for v in i:
        if v > 2:
            break
        t += v
    return t, list(i)


@program(call(V), call(-V))
def what_feeds_a_generator(x):
    """An iterator that a generator takes its items from is where the loop has left it."""
    source, t = iter([1.0, 2.0, 3.0, 4.0]), 0.0
    g = (v * 2 for v in source)
    next(g)
    for v in g:
        t += v
        if x[0] * t > 4:
            break
    return t, next(source, -1.0)


@program(call(V), call(-V))
def two_loops_over_one_iterator(x):
    """An inner loop takes a run-time number of items."""
    i, kept = iter(x), []
    for v in i:
        for w in i:
            if w > v:
                break
            kept.append(w)
        kept.append(v)
    return kept


@program(call(V), call(-V), refused=Refusal("StaticValueError", "for v in g:"))
def generator_that_cleans_up(x):
    """Where a generator is left, its `finally` runs."""

    def cleaning():
        try:
            for v in x:
                yield v
        finally:
            x[0] = 99

    g, t = cleaning(), 0.0
    next(g)
    for v in g:
        t += v
        if v > 0:
            break
    return t


@program(call(V), call(-V))
def generator_cleans_up_after_a_known_break(x):
    """The same where the loop is left at a place that is known."""

    def cleaning():
        try:
            for v in x:
                yield v
        finally:
            x[0] = 99

    for v in cleaning():
        break
    return v


@program(call(V), call(-V))
def letters_of_a_chosen_text(x):
    """The letters of a text that a branch has chosen, in a loop that a value may end."""
    text, n = "abcab" if x[0] > 0 else "cab", 0
    for letter in text:
        n += letter == "a"
        if n > x.max():
            break
    return n, any(c == "c" for c in text)


@program(call(V), call(-V))
def iterators_in_displays(x):
    """Lists of stars: of filters, generators and ranges."""
    return [*filter(lambda v: v > 0, x)], [*squares(x)], [*map(abs, x)], [*range(12)], [*x], [*"abc"], [*zip(x, x)]


class OfNew:
    """What goes over a list that it makes."""

    def __init__(self, xs):
        self.xs = xs

    def __iter__(self):
        return iter([int(x) for x in self.xs])


@program(call(np.arange(24)), call(np.arange(30)))
def iter_of_a_new_list(x):
    """An iterator of a list that a loop has made: it has as many items as the list, whoever goes through it."""
    data = x.tobytes()
    once = iter([int(c) * 2 for c in x])
    first = next(once)
    return [1 for _ in OfNew(x)], sum(1 for _ in data), sorted(data), first, sum(once), list(once), next(once, None)


@program(call(np.arange(24)), call(np.arange(30)))
def iter_of_a_list_that_is_changed(x):
    """The iterator sees what becomes of its list; two names of one take turns."""
    xs = [int(c) for c in x]
    it = iter(xs)
    first = next(it)
    xs.append(77)
    xs[3] = 8
    pairs = list(zip(*[iter([int(c) for c in x])] * 2))
    turns = iter([int(c) for c in x])
    return first, [j + 1 for j in it], xs, pairs, [a + next(turns) for a in turns]
