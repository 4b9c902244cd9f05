"""Loops over Python's own sequences, by `enumerate`, `zip` and `reversed`, which a run-time condition may end."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("python sequences")

N = np.int64
FEW, MANY = [5, 3, 8, 1, 9], [(7 * k) % 101 for k in range(80)]
WANTED = [call(FEW, N(8)), call(FEW, N(4)), call(MANY, N(60)), call(MANY, N(200))]


@program(*WANTED)
def first_place(xs, wanted):
    """The index of a number in a list."""
    for i, x in enumerate(xs):
        if x == wanted:
            return i
    return -1


@program(*WANTED)
def last_place(xs, wanted):
    """The same from the end."""
    found = None
    for i, x in zip(range(len(xs) - 1, -1, -1), reversed(xs), strict=True):
        if x == wanted:
            found = i
            break
    else:
        i = "none"
    return found, i


@program(*WANTED)
def neighbours(xs, wanted):
    """Pairs that have a sum."""
    for i, (a, b) in enumerate(zip(xs, xs[1:], strict=False), start=1):
        if a + b > wanted:
            return i, a, b
    return None


@program(*WANTED)
def of_a_dict(xs, wanted):
    """The items of a dict, numbered."""
    names = dict(zip("abcde", xs, strict=False))
    for i, (name, x) in enumerate(names.items()):
        if x == wanted:
            return i, name
    return names


@program(*WANTED)
def named_and_left(xs, wanted):
    """An iterator with a name, which nobody asks afterwards."""
    places = enumerate(xs)
    for _place, x in places:
        if x == wanted:
            break
    return x


@program(*WANTED)
def gone_on_with(xs, wanted):
    """What is left of an iterator whose loop ended where Python knows."""
    back = reversed(xs)
    for i, x in enumerate(back):
        if i == 1:
            break
    return x * wanted, next(back), list(back)


@program(call(FEW, N(8)), refused=Refusal("SideEffectError", "next(back)"))
def gone_on_with_unknown(xs, wanted):
    """What is left depends on the number."""
    back = reversed(xs)
    for _i, x in enumerate(back):
        if x == wanted:
            break
    return next(back)


@program(*WANTED)
def pairs_of_steps(xs, wanted):
    """The body takes items too."""
    pairs, made = zip(xs, xs, strict=True), []
    for a, _ in pairs:
        made.append(a * next(pairs, (3, 4))[1] + wanted)
    return made


@program(call(FEW, N(8)))
def a_list_that_changes(xs, wanted):
    """Python goes by the index, whatever becomes of the list."""
    made = []
    for i, x in enumerate(xs):
        made.append(x * wanted + i)
        if x == 3:
            xs.append(7)
        if x == 1:
            del xs[0:3]
    return made, xs


@program(call([float(k) ** 2 for k in range(60)], np.array([3.5, 900.0])))
def bins(edges, x):
    """A long list of numbers is gone through by a loop of the program."""
    places = []
    for value in x:
        place = 0
        for edge in edges:
            if edge > value:
                break
            place += 1
        places.append(place)
    return places, sum(edge * x[0] for edge in edges)
