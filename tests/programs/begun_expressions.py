"""Generator expressions ask for what they go through where they stand, not where they are stepped."""

import itertools

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("begun expressions")
X = np.arange(6.0)
CALLS = [call(X), call(X + 1)]


class Counting:
    """Counts up, and writes down that it was asked for, and each of its items."""

    def __init__(self, top, log):
        self.top, self.log, self.at = top, log, 0

    def __iter__(self):
        self.log.append("asked")
        self.at = 0
        return self

    def __next__(self):
        if self.at >= self.top:
            raise StopIteration
        self.at += 1
        self.log.append(self.at)
        return self.at


class Noted:
    """The items of a list, and that it was asked for them."""

    def __init__(self, log):
        self.log = log

    def __iter__(self):
        self.log.append("asked")
        return iter([1, 2])


class Places:
    """Has items by their places only."""

    def __getitem__(self, i):
        if i > 2:
            raise IndexError
        return i * 2.0


@program(*CALLS)
def before_it_is_stepped(x):
    """A user's `__iter__` runs first."""
    log = []
    products = (k * x[0] for k in Noted(log))
    log.append("made")
    return sum(products), log


@program(*CALLS)
def an_iterator_of_its_own(x):
    """An iterator is asked for once, stepped by next and gone through to its end."""
    log = []
    products = (k * x[0] for k in Counting(3, log))
    log.append("made")
    return next(products), list(products), log


@program(*CALLS)
def inner_ones(x):
    """Only the first one is asked for there; inner ones for each item."""
    log = []
    outer = Counting(3, log)
    values = (k * v for k in outer for v in Counting(2, log) if v * x[1] > 1)
    log.append("made")
    return sum(values), any(k > x[1] for k in Counting(4, log)), max(k for k in Places()), outer.at, log


@program(*CALLS)
def never_stepped(x):
    """Also where nothing ever asks for an item."""
    log = []
    kept = (k * x[0] for k in Noted(log))
    return log, kept is None


@program(*CALLS)
def in_a_loop(x):
    """One for each turn."""
    log, total = [], 0
    for i in range(int(x[2])):
        total += sum(k * x[i] for k in Counting(2, log))
    return total, log


@program(*CALLS)
def of_nothing(x):
    """What cannot be gone through raises where the expression stands."""
    said = []
    for one in (np.array(1.0), x[:1].reshape(()), 2, None, print, Places, len(x), x.sum(), x[0], int(x[1])):
        try:
            made = (k for k in one)
            said.append("made")
            list(made)
        except TypeError as error:
            said.append(str(error))
    return said


@program(*CALLS)
def of_all_kinds(x):
    """What can, is not touched before."""
    n = int(x[2])
    grown, kinds = [v for v in x if v > 1], [[1], (1,), "ab", b"ab", {1: 2}, {1}, range(3), range(n), x, x.tolist(), {}.items()]
    kinds += [iter([1, 2]), zip(x, x), enumerate(x), map(abs, x), reversed([1]), x.flat, np.ndindex(2), Places(), grown]
    return [len(list(k for k in one)) for one in [*kinds, (v for v in x)]]  # noqa: C400


@program(*CALLS, refused=Refusal("SideEffectError", "sum(one)"))
def one_of_two(x):
    """Made in a branch, it would be stepped as only the run knows."""
    log = []
    one = (k + 1 for k in Counting(2, log)) if x[1] > 1 else (k + 2 for k in Counting(2, log))
    return sum(one), log


@program(*CALLS)
def chains(x):
    """A chain asks each of its parts when it has come to it."""
    log, said = [], []
    for one in (
        itertools.chain(Noted(log), Noted(log)),
        itertools.chain(x, Noted(log)),
        itertools.chain.from_iterable([Noted(log), [1.0]]),
        itertools.chain.from_iterable(iter([Noted(log)])),
    ):
        log.append("made")
        said.append([next(one), [v * x[1] for v in one]])
    return said, any(a > x[2] for a in itertools.chain(Noted(log), Noted(log))), log


@program(*CALLS)
def kinds_of_chains(x):
    """A chain of what a generator yields is one, too."""
    one = itertools.chain.from_iterable(v for v in (x, [1.0]))
    return hasattr(one, "__next__"), type(one).__name__, isinstance(one, itertools.chain), list(one)
