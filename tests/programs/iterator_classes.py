"""The user's iterator and iterable classes, whose ends only the running program knows."""

import numpy as np

from tests.harness import Theme, call

program = Theme("iterator classes")
X = np.array([1.0, -2.0, 3.0, 0.5, 4.0, -1.0])
CALLS = (call(X), call(-X), call(np.abs(X)))


class Positive:
    """An iterable: its `__iter__` is a generator."""

    def __init__(self, values):
        self.values = values

    def __iter__(self):
        for v in self.values:
            if v > 0:
                yield v


class Halvings:
    """An iterator that stops at small values."""

    def __init__(self, value):
        self.value = value

    def __iter__(self):
        return self

    def __next__(self):
        if self.value < 0.1:
            raise StopIteration
        self.value = self.value / 2
        return self.value


class Nexts:
    """An iterator that looks for its next item in a loop, and says what it does."""

    def __init__(self, values):
        self.values, self.at = values, 0

    def __iter__(self):
        self.at = 0
        return self

    def __next__(self):
        while self.at < len(self.values):
            value = self.values[self.at]
            self.at += 1
            if value > 0:
                print("found", value)
                return value
        print("end")
        raise StopIteration()


class Guarded:
    """An iterator that turns an exception into its end."""

    def __init__(self, values):
        self.values, self.at = values, 0

    def __iter__(self):
        return self

    def __next__(self):
        try:
            value = self.values[self.at]
        except IndexError:
            raise StopIteration from None
        if value > 3.5:
            raise ValueError("too large")
        self.at += 1
        return None if value < 0 else value


class Capped(Halvings):
    """Asks its base class first."""

    def __init__(self, value, most):
        super().__init__(value)
        self.left = most

    def __next__(self):
        if self.left == 0:
            raise StopIteration
        self.left -= 1
        if self.value < 0.2:
            raise StopIteration
        return super().__next__()


@program(*CALLS)
def iterable_in_builtins(x):
    """All that takes its items."""
    p = Positive(x)
    return sum(p), list(p), max(p, default=None), len(tuple(p)), sorted(p), [*p, 1.0], any(v > 3 for v in p), 3.0 in p


@program(*CALLS)
def iterable_in_tools(x):
    """Numbered, paired, mapped."""
    total = 0
    for i, v in enumerate(Positive(x), 3):
        total += i * v
    for a, b in zip(Positive(x), x, strict=False):
        total += a * b
    return total, list(map(lambda v: v * 2, Positive(x))), {i: v for i, v in enumerate(Positive(x))}


@program(*CALLS)
def iterator_walked_through(x):
    """A `for`, a list, a sum."""
    total = 0.0
    for h in Halvings(x[2]):
        total += h
    return total, list(Halvings(x[2])), sum(Halvings(x[0])), [h for h in Halvings(x[2]) if h < 1]


@program(*CALLS)
def iterator_left_in_the_middle(x):
    """What it stands at is an attribute; the second loop goes on there."""
    h, total = Halvings(x[2]), 0.0
    for v in h:
        if v < 0.5:
            break
        total += v
    between = h.value
    for v in h:
        total += 100 * v
    return total, between, h


@program(*CALLS)
def iterator_that_prints(x):
    """Side effects happen at each step, also before the end; it begins anew."""
    n = Nexts(x)
    return list(n), sum(n), n.at


@program(*CALLS)
def iterator_of_nested_loops(x):
    """One inside of the other."""
    total = 0.0
    for a in Halvings(x[2]):
        for b in Halvings(a):
            total += a * b
    return total


@program(*CALLS)
def iterator_that_catches(x):
    """An IndexError ends it, another exception leaves it; None is an item."""
    return list(Guarded(x))


@program(*CALLS)
def iterator_that_catches_small(x):
    """The same without large values."""
    return list(Guarded(np.minimum(x, 3.0)))


@program(*CALLS)
def asked_by_hand(x):
    """`iter` answers the iterator itself."""
    h = iter(Halvings(5.0))
    return next(h), next(h), h.value, next(Positive(np.abs(x)).__iter__())


@program(*CALLS)
def known_end(x):
    """An end that is known while the program is made."""
    total = 0.0
    for k, h in enumerate(Capped(8.0, 3)):
        total += h * x[k]
    return total, list(Capped(8.0, 2))


class Pair:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def __iter__(self):
        yield self.a
        yield self.b


class Other:
    def __init__(self, a):
        self.a = a

    def __iter__(self):
        return iter((self.a, self.a * 2))


@program(call(np.array([1.0, -2.0, 3.0])), call(np.array([-1.0, 2.0, -3.0])))
def unpacked_one_of_two(x):
    """One of two objects with an `__iter__` is unpacked, and one of a list."""
    one = Pair(x[0], 2.0) if x[0] > 0 else Other(x[1])
    a, b = one
    pairs = [Pair(x[0], 2.0), Pair(x[1], 3.0)]
    c, *d = pairs[int(x[2] > 0)]
    return a, b, c, d, list(one), sum(one)


@program(*CALLS)
def of_a_class_in_the_function(x):
    """A loop that leaves it early; others go on."""

    class Items:
        def __init__(self, values):
            self.values, self.at = values, 0

        def __iter__(self):
            return self

        def __next__(self):
            if self.at >= len(self.values):
                raise StopIteration
            self.at += 1
            return self.values[self.at - 1]

    items = Items(x)
    total = 0.0
    for v in items:
        if v < 0:
            break
        total += v
    third = next(items, 9.0)
    return total, third, list(items), items.at


class Evens:
    """The old way to be walked through: by index, up to an IndexError."""

    def __init__(self, n):
        self.n, self.asked = n, 0

    def __getitem__(self, i):
        self.asked += 1
        if i >= self.n:
            raise IndexError(i)
        return 2 * i


class Skipping(Evens):
    """Another condition, after which it goes on."""

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if 0 <= i < self.n:
            return i * i
        raise IndexError


@program(call(np.array([3, 7, 0])), call(np.array([7, -1, 1])), call(np.array([0, 2, 5])))
def walked_by_index(x):
    """A class with a `__getitem__` alone, whose end is known only when the program runs."""
    some, total = Evens(int(x[0])), 0
    for v in some:
        total += v
    found = [v for v in Evens(int(x[1]))], 4 in Evens(int(x[0])), max(Evens(int(x[1])), default=-1)
    return total, some.asked, found, list(Skipping(max(int(x[2]), 0))), sum(Skipping(max(int(x[0]), 0)))


@program(call(np.array([3, 7, 0])))
def walked_by_index_to_a_known_end(x):
    """The same where the end is known: items are told one by one."""
    first, second, third = Evens(3)
    return first, second + x[0], [*Evens(2)], list(zip(Evens(4), x)), dict(enumerate(Skipping(3)))
