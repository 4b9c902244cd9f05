"""Iterators of sequences that run-time values step: in branches, in loops, and after loops that end early."""

import itertools

import numpy as np

from tests.harness import Theme, call

program = Theme("stepped iterators")
X = np.array([3.0, -1.0, 2.5, 0.0, 7.0, -4.5])


@program(call(X), call(-X), call(X[:0]))
def pairs(x):
    """Each turn takes a second item, if there is one."""
    items, out = iter(x), []
    for v in items:
        w = next(items, None)
        out.append(v if w is None else v + w)
    return out


@program(call(X), call([1.0, -2.0, 5.0]))
def skips(x):
    """What follows a negative item is left out."""
    items, total = iter(x), 0.0
    for v in items:
        total += v
        if v < 0:
            next(items, None)
    return total


@program(call(X), call(-X))
def taken_in_a_branch(x):
    """How many have been taken depends on the first."""
    items = iter(x)
    first = next(items)
    second = next(items) if first > 0 else 0.0
    return first, second, list(items)


@program(call(X), call(X + 10))
def rest_of_a_loop(x):
    """What a loop that ends early has left."""
    items = iter(x)
    for v in items:
        if v < 0:
            break
    else:
        return None
    return next(items), sum(items)


@program(call(X), call(X[:1]))
def until_it_stops(x):
    """`StopIteration` is caught."""
    items, out = iter(x), []
    while True:
        try:
            v = next(items)
        except StopIteration:
            return out
        out.append(v * 2 if v > 0 else next(items, 0.0))


@program(call(np.int64(8)), call(np.int64(0)))
def of_a_range(n):
    """A range of run-time length."""
    items, total = iter(range(int(n))), 0
    for i in items:
        if i % 3 == 0:
            next(items, None)
        total += i
    return total


@program(call(X), call(-X))
def the_list_grows(x):
    """What the loop appends is gone through, too."""
    values = [1.0, 2.0]
    items, out = iter(values), []
    for v in items:
        out.append(v)
        if x[0] > 0 and len(values) < 4:
            values.append(v * 2)
    return out, next(items, None)


@program(call(X))
def the_list_grows_behind_enumerate(x):
    """An iterator over an iterator does not know."""
    values = [1.0, 2.0]
    out = []
    for i, v in enumerate(values):
        out.append(v + i)
        if x[0] > 0 and len(values) < 4:
            values.append(v * 2)
    return out


@program(call(X), call(-X))
def the_list_grows_afterwards(x):
    """Iterators that are done do not matter."""
    values, total = [1.0, -2.0], 0.0
    for i, v in enumerate(values):
        total += v * i
        if x[i] > 0:
            values[i] = 5.0
    total += sum(map(abs, values)) + sum(a * b for a, b in zip(values, x, strict=False))
    if x[0] > 0:
        values.append(9.0)
    return values, total


NAMES = np.array([3, 1, 2, 3, 3, 0, 1, 7])


@program(call(NAMES), call(NAMES[::-1]))
def numbered_as_they_come(x):
    """`next` of an `itertools.count` in branches: each new key gets the next number."""
    ids, weights = itertools.count(1), itertools.count(0.5, 0.25)
    known, total = {}, 0.0
    for v in x.tolist():
        if v not in known:
            known[v] = next(ids)
        if v > 2:
            total += v * next(weights)
    return known, next(ids), total, weights


@program(call(NAMES), call(NAMES[::-1]))
def in_turn(x):
    """`next` of `itertools.cycle` in branches, also of a list that changes before it has been gone through."""
    values = [1, 2, 3]
    numbers, names, changing = itertools.cycle((1, 10, 100)), itertools.cycle("ab"), itertools.cycle(values)
    total, called, kept = 0, [], []
    for v in x:
        if v > 2:
            total += next(numbers)
            called.append(next(names))
            kept.append(next(changing))
        values[1] = 7
    values[2] = 9
    return total, called, kept, next(changing), [next(numbers) for _ in range(4)], changing


@program(call("3+4*5", np.array([2, 3])), call("1", np.array([1, 1])), call("6*", np.array([5, 1])), call("", np.array([1, 1])), call("é", np.array([1, 1])))
def words_of_a_text(text, x):
    """The letters of a text: the loop takes more of them in a branch, and ends where it may."""
    letters = iter(text)
    total = 0
    for c in letters:
        if c == "+":
            total += int(next(letters)) * x[0]
        elif c == "*":
            total *= int(next(letters)) * x[1]
        else:
            total += ord(c) - 48
        if total > 30:
            break
    return total, next(letters, None), "".join(letters)


@program(call(X, "abcd"), call(-X, "é"), call(X[:0], "ab"))
def read_from_a_text(x, text):
    """As a tape that only some turns read."""
    tape = iter(text)
    read = [next(tape, "-") for v in x if v > 0]
    return read, list(tape)


@program(call(X), call(-X))
def counted_from_a_truth(x):
    """`itertools.count` makes ints of a truth where it counts by one in C, and hands it on where it does not."""
    known, found = itertools.count(True), bool(x[0] > 0)
    first = next(known), next(itertools.count(found)), next(itertools.count(found, True)), next(itertools.count(found, 2))
    return *first, next(itertools.count(True, 0.5)), [v for v, _ in zip(known, x[:2])]
