"""Classes whose `__getattr__` notes what it is asked, or makes it: nothing but the function's own code asks them."""

import functools

import numpy as np

from tests.harness import Theme, call

program = Theme("attributes that are not there")
CALLS = [call(np.array([3.0, 1.0, 2.0])), call(np.array([-1.0, 2.0, 3.0]))]


class Made:
    """Makes each attribute when it is asked for the first time."""

    def __init__(self):
        self.given = 1.0

    def __getattr__(self, name):
        value = self.__dict__[name] = len(name)
        return value

    def __call__(self, x):
        return x + self.given

    def __add__(self, other):
        return self.given + other


class Slots:
    """Notes what is asked of it that is not there; one slot may be empty."""

    __slots__ = ("log", "v", "w")

    def __init__(self, v, log):
        self.v, self.log = v, log

    def __getattr__(self, name):
        self.log.append(name)
        raise AttributeError(name)

    def __call__(self, x):
        return x * self.v

    def __add__(self, other):
        return self.v + other

    def __eq__(self, other):
        return self.v == other.v

    def __hash__(self):
        return 1


@program(*CALLS)
def called_in_a_branch(x):
    """A callable one in a branch."""
    made = Made()
    y = made(x) if x[0] > 0.0 else x
    made.given = 2.0
    return made(y), sorted(vars(made))


@program(*CALLS)
def called_by_others(x):
    """By `map`, `filter` and `reduce`."""
    made = Made()
    found = [*map(made, x)], functools.reduce(lambda a, b: made(a) + b, [x, x]), [*filter(made, [1.0, 2.0])]
    return found, sorted(vars(made))


@program(*CALLS)
def asked_in_a_loop(x):
    """What it makes in a branch of a loop stays."""
    made, total = Made(), 0
    for v in x:
        if v > 1.5:
            total += made.other
    return total, made + x


@program(*CALLS)
def slots_changed_in_a_branch(x):
    """A slot is set in a branch."""
    log = []
    s = Slots(x[0], log)
    if x[1] > 1.5:
        s.v = x.sum()
    return s + x, s(x), list(log)


@program(*CALLS)
def an_empty_slot(x):
    """A slot that is set in a branch only."""
    log = []
    s = Slots(2.0, log)
    if x[0] > 0.0:
        s.w = x
    try:
        found = s.w + 1.0
    except AttributeError as error:
        found = str(error)
    return found, list(log), hasattr(s, "w"), list(log)


@program(*CALLS)
def slots_in_lists_and_keys(x):
    """They are counted, found as keys, and appended in a loop."""
    log = []
    s, t = Slots(2.0, log), Slots(3.0, log)
    held = [s, t, s]
    names = {s: 1, t: 2}
    for v in x:
        if v > 1.0:
            held.append(t)
    return len(held), held.count(s), names[t], [one + x[0] for one in held[:3]], list(log)


@program(*CALLS)
def decorated_by_what_makes_attributes(x):
    """A decorator comes from `__getattr__`, which fails for all other names."""
    log = []

    class Tracer:
        def __init__(self, k):
            self.k = k

        def __getattr__(self, name):
            if name != "made":
                raise AssertionError(name)
            log.append((name, self.k))
            return lambda f: f

    tracer = Tracer(int(x[1]))

    @tracer.made
    def f(y):
        return y * 2.0

    return f(x), log


class Point:
    """Its numbers have names that `__getattr__` knows, and that it counts."""

    def __init__(self, *numbers):
        self.numbers, self.asked = numbers, 0

    def __getattr__(self, name):
        if name not in ("x", "y", "z"):
            raise AttributeError(f"no {name}")
        self.asked += 1
        return self.numbers["xyz".index(name)]

    def __add__(self, other):
        return Point(*(a + b for a, b in zip(self.numbers, other.numbers, strict=True)))


@program(*CALLS)
def moved_as_far_as_wanted(x):
    """A loop goes on with another object, or with the same one."""
    p = q = Point(*x.tolist())
    for _ in range(4):
        p = p + q if p.x < 8 else p
    return p.numbers, p.asked, q.asked, p is q


@program(*CALLS)
def one_of_two_that_are_asked(x):
    """The run decides which object is asked for what it does not have, and which of them gets it."""
    p, q = Point(1.0, 2.0, 3.0), Point(*x.tolist())
    one = p if x[0] > 0 else q
    one.w = one.y * 2
    try:
        return p.w + q.w
    except AttributeError as error:
        return str(error), p.asked, q.asked, hasattr(p, "w"), hasattr(q, "w"), hasattr(one, "v")


@program(*CALLS)
def there_or_not(x):
    """None, or an object whose class is asked for what is not there."""
    p = Point(*x.tolist()) if x[0] > 0 else None
    found = p or Point(1.0, 2.0, 3.0)
    return found.x, found.asked, p is None, getattr(found, "w", -1)


@program(*CALLS)
def begun_anew_in_a_loop(x):
    """An object of a loop's gives way to a new one where the run says so."""
    p, made = Point(0.0, 0.0, 1.0), []
    for v in x:
        if v > 1:
            p = Point(p.z, float(v), p.x)
        else:
            p.numbers = (p.x + 1, p.y, p.z)
        made.append(p.numbers)
    return made, p.asked
