"""Objects of the caller's with a hash of their own, and what `object` itself makes of an object."""

import numpy as np

from tests.harness import Theme, call

program = Theme("objects as keys")
CACHE = {}


class Shape:
    """Its hash and its equality lead to each other, by way of a cache."""

    def __init__(self, start, stop, step):
        self.start, self.stop, self.step = start, stop, step

    def __hash__(self):
        return hash((self.start, self.stop, self.step))

    def __eq__(self, other):
        return isinstance(other, Shape) and np.array_equal(self.values(), other.values())

    def values(self):
        """The numbers from start to stop."""
        key = hash((self, np.float64))
        if key in CACHE:
            return CACHE[key].copy()
        return np.linspace(self.start, self.stop, int(round((self.stop - self.start) / self.step)) + 1)


class Parity:
    """Of the same hash as others, and compared only where it must be."""

    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n % 2

    def __eq__(self, other):
        if self.n > 5:
            raise ValueError("too large")
        return self.n == other.n


class Shown:
    """With a text of its own, and no hash."""

    def __init__(self, n):
        self.n = n

    def __repr__(self):
        return f"Shown {self.n}"


@program(call(Shape(0, 8, 2), 1.0), call(Shape(1, 8, 2), 2.0))
def hashed_only(s, k):
    """`hash` compares nothing."""
    return s.values() * k, hash(s) == hash((s.start, s.stop, s.step)), hash((s, 1)) == hash((s, 2))


@program(call(Parity(1), Parity(3)), call(Parity(1), Parity(2)), call(Parity(7), Parity(3)), call(Parity(3), Parity(7)))
def compared_if_need_be(a, b):
    """Two keys of one hash are compared, which may raise."""
    d = {a: 1}
    d[b] = 2
    return len(d)


@program(call(Parity(1)), call(Parity(2)))
def one_key(a):
    """Another object that is hashed alike needs no other program."""
    return {a: "x"}[a], len({a})


@program.built(call(1), call(2), retraces=True)
def another_object_each_time(jit):
    """A hash that is of the object itself is another one for each object."""

    class Own:
        def __init__(self, n):
            self.n = n

        def __hash__(self):
            return super().__hash__() + self.n

    @jit
    def same(x, own):
        return hash(x) == own, object.__hash__(x) + x.n == own

    def run(n):
        made = [Own(n) for _ in range(3)]
        return [same(x, hash(x)) for x in made]

    return run


@program.built(call(1), call(2), retraces=True)
def methods_of_object(jit):
    """`object.__hash__(x)`, `x.__repr__()`, `x.__str__()`, `object.__getattribute__(x, name)` of other objects later."""

    class Plain:
        def __init__(self, n):
            self.n = n

    @jit
    def asked(x):
        return object.__hash__(x), x.__hash__(), object.__repr__(x), object.__getattribute__(x, "n")

    @jit
    def shown(x):
        return x.__str__(), object.__str__(x), x.__getattribute__("n")

    def run(n):
        made = [Plain(n), Plain(n), Plain(n + 1)]
        right = [asked(x) == (hash(x), hash(x), repr(x), x.n) for x in made]
        return right, [shown(Shown(k)) for k in (n, n + 1)]

    return run
