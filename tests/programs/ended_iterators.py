"""Iterators whose end is a StopIteration that the function handles, where only the run knows when that is."""

import contextlib

import numpy as np

from tests.harness import Theme, call

program = Theme("ended iterators")
X = np.array([3.0, 1.0, 4.0, 1.0, 5.0])
CALLS = (call(X), call(-X), call(np.zeros(3)))


@program(*CALLS)
def taken_one_by_one(x):
    """The loop is left in the handler of `next`."""
    items, total = iter([v for v in x.tolist() if v > 1]), 0.0
    while True:
        try:
            v = next(items)
        except StopIteration:
            break
        total += v
    return total


@program(*CALLS)
def taken_in_pairs(x):
    """The last one may have no other; the handler is inside of a `for` over the same iterator."""
    items, pairs = iter([v for v in x.tolist() if v > 0]), []
    for a in items:
        try:
            pairs.append((a, next(items)))
        except StopIteration:
            pairs.append((a, -1.0))
    return pairs


@program(*CALLS)
def loops_left_at_the_end(x):
    """The handler stands around the loop; so does a suppress."""
    items, total = zip([v for v in x.tolist() if v > 1], x), 0.0
    try:
        while True:
            a, b = next(items)
            total += a * b
    except StopIteration:
        total += 0.5
    with contextlib.suppress(StopIteration):
        for _ in range(9):
            total += next(items)[0]
    return total


@program(*CALLS)
def first_of_some(x):
    """The first item that there may be, by a generator expression."""
    try:
        return next(i for i, v in enumerate(x) if v > 3)
    except StopIteration as e:
        return e.value, e.args, str(e)


def counted(x):
    n = 0
    for v in x:
        if v > 1:
            n += 1
            yield v
    return n


@program(*CALLS)
def answers_of_generators_that_end(x):
    """What a generator returns, as `value` and in `args`."""
    items, total = counted(x), 0.0
    while True:
        try:
            total += next(items)
        except StopIteration as e:
            return total, e.value, e.args


@program(*CALLS)
def begun_anew_at_the_end(x):
    """A walk round and round."""
    items, total, turns = iter(x), 0.0, 0
    while turns < 9:
        turns += 1
        try:
            total += next(items)
        except StopIteration:
            items = iter(x)
    return total


class Checked:
    """Its own handler says where it ends; what else it raises is for others."""

    def __init__(self, x):
        self.x, self.at = x, 0

    def __iter__(self):
        return self

    def __next__(self):
        try:
            v = self.x[self.at]
        except IndexError:
            raise StopIteration
        self.at += 1
        if v > 4:
            raise ValueError("large", v)
        return v


@program(*CALLS)
def classes_with_handlers_of_their_own(x):
    """A `for` and `next` over an object of the user's."""
    total, items, got = 0.0, Checked(x.tolist()), []
    try:
        for v in Checked(x):
            total += v
    except ValueError as e:
        total += 100 * e.args[1]
    while len(got) < 7:
        try:
            got.append(next(items))
        except ValueError:
            got.append(-1.0)
        except StopIteration:
            got.append(-2.0)
    return total, got


def doubled(items):
    items = iter(items)
    while True:
        try:
            v = next(items)
        except StopIteration:
            return
        yield 2 * v


def inverses(items):
    for v in items:
        try:
            w = 1 / v
        except ZeroDivisionError:
            continue
        yield w


@program(*CALLS)
def generators_that_end_by_a_handler(x):
    """`return` and `continue` in a handler of a generator, which is run through."""
    some = [v for v in x.tolist() if v != 1]
    return list(doubled(some)), sum(inverses(some)), [v for v in zip(doubled([1.0, 2.0]), inverses([0.0, 4.0]))]


@program(*CALLS)
def generators_that_end_by_a_handler_stepped(x):
    """The same, asked for one item after the other."""
    items, got = doubled([v for v in x.tolist() if v != 1]), []
    while True:
        try:
            got.append(next(items))
        except StopIteration:
            return got


@program(*CALLS, call(np.arange(12.0)), call(np.arange(12.0) / 9))
def bodies_over_generators(x):
    """What the body of a loop over a generator raises is for the handlers around that loop."""
    total = 0.0
    try:
        for v in counted(x):
            if v > 4:
                raise KeyError(v)
            total += v
    except KeyError as e:
        total = -total - e.args[0]
    return total


class Cut:
    """Walked through by index: an IndexError is its end."""

    def __init__(self, x):
        self.x = x

    def __getitem__(self, i):
        if i > 3 or self.x[i] < 0:
            raise IndexError("cut")
        return self.x[i]


@program(call(X), call(-X), call(np.array([1.0, 2.0, -1.0, 3.0])))
def ends_of_others(x):
    """The exception ends what asks for the item, and no handler sees it."""
    total, how = 0.0, "end"
    try:
        for v in Cut(x):
            total += v
        cut = list(Cut(x.tolist()))
    except IndexError:
        how = "caught"
    return total, how, cut


def refusing(v):
    if v > 3:
        raise StopIteration
    return v + 1


@program(*CALLS)
def ends_of_maps(x):
    """A function that `map` or `iter` calls ends that."""
    try:
        return list(map(refusing, x.tolist()))
    except StopIteration:
        return "stopped"


def unguarded(items):
    items = iter(items)
    while True:
        yield next(items)


@program(*CALLS)
def ends_inside_of_generators(x):
    """In the code of a generator it becomes a RuntimeError."""
    try:
        return list(unguarded([v for v in x.tolist() if v > 1]))
    except RuntimeError as e:
        return str(e)
    except StopIteration:
        return "stopped"
