"""Functions that a program returns: made anew at each call, with the variables around them, as Python makes them."""

import dataclasses
import enum
import functools
import inspect
import math

import numpy as np
import pytest

import sct

SCALE = 3


def adder(x):
    k = float(x[0])

    def add(y, z=k, *, w: int = 3):
        """Add k."""
        return y + k + z + w + SCALE

    return add


def use_adder(add):
    return add(1), add(1, 2, w=5), add.__name__, add.__qualname__, add.__doc__, str(inspect.signature(add)), add.__module__


def counters(x):
    n = int(x.sum())

    def up(by=1):
        nonlocal n
        n += by
        return n

    up()
    return up, lambda: n


def use_counters(pair):
    up, seen = pair
    return seen(), up(), up(10), seen(), up.__closure__[0] is seen.__closure__[0]


def recursive(x):
    base = x.max()

    def power(n):
        return 1 if n < 1 else base * power(n - 1)

    return [power, power]


def use_recursive(found):
    return found[0] is found[1], found[0](3), found[0].__closure__[1].cell_contents is found[0]


def mutual(x):
    def even(n):
        return True if n == 0 else odd(n - 1)

    def odd(n):
        return False if n == 0 else even(n - 1)

    return {"odd": odd, "even": even, "x": x + 1}


def use_mutual(found):
    return found["odd"](7), found["even"](7), found["x"]


def sharing(x):
    y = x * 2
    log = [y]

    def write(i, v):
        y[i] = v
        x[i] = -v
        log.append(v)
        return log

    return y, log, write


def use_sharing(found):
    y, log, write = found
    same = write(0, 9.0) is log
    return y, log, same, log[0] is y


def wrapped(x):
    k = x[0]

    def inner(a, *rest, b=2, **more):
        """Said inside."""
        return a * k + b + len(rest) + len(more)

    @functools.wraps(inner)
    def outer(*args, **kwargs):
        return inner(*args, **kwargs) + 1

    outer.calls = [k]
    return outer


def use_wrapped(f):
    return f(1, 2, b=3, c=4), f.__name__, f.__doc__, f.calls, f.__wrapped__(1), str(inspect.signature(f))


def chosen(x):
    scale = x.sum()
    if scale > 0:
        f = lambda v: v * scale  # noqa: E731
    else:
        f = lambda v: v - scale  # noqa: E731
    return f, np.sum if scale > 0 else np.mean


def use_chosen(found):
    f, g = found
    return f(2.0), g is np.sum, g is np.mean


def unset(x):
    def later():
        return value

    if len(x) > 100:
        value = 1
    return later


def use_unset(f):
    with pytest.raises(NameError, match="free variable 'value'"):
        f()
    return f.__name__


def curried(x):
    return lambda a: lambda b: (a + b + x[0], x.shape)


def use_curried(f):
    return f(1)(2)


def steps(x):
    total = x.sum()

    def each(n):
        for i in range(n):
            yield i * total

    return each


def use_steps(f):
    return list(f(3))


class Holder:
    def __init__(self, f):
        self.f = f


def held(x):
    k = x[-1]
    return Holder(lambda: k), [math.floor, np.linalg.norm, str.upper, len]


def use_held(found):
    return found[0].f(), [f.__name__ for f in found[1]]


def composed(x):
    k = x[0]

    def compose(*functions):
        def run(v):
            for f in reversed(functions):
                v = f(v)
            return v

        return run

    return compose(lambda v: v + k, np.sqrt, lambda v: v * 4)


def use_composed(f):
    return f(4.0)


def assigned_later(x):
    n = 0

    def seen():
        return n

    if x.sum() > 0:
        n = 1
    return seen


def one_for_each(x):
    found = []
    for v in x:
        if v > 0:
            found.append(lambda v=v: v)
    return found


def use_each(found):
    return [f() for f in found]


def stepping(x):
    state = {"n": 0, "x": x}

    def step():
        state["n"] += 1
        state["x"] = state["x"] * 2
        return state["n"], state["x"].sum()

    step()
    return step, state


def use_stepping(found):
    step, state = found
    return step(), step(), state["n"], state["x"]


def of_a_branch(x):
    k = x.sum()
    if k > 0:

        def f():
            return k

    else:

        def f():
            return -k

    return f


def use_one(f):
    return f()


CASES = [
    (assigned_later, use_one), (one_for_each, use_each), (stepping, use_stepping), (of_a_branch, use_one),
    (adder, use_adder), (counters, use_counters), (recursive, use_recursive), (mutual, use_mutual),
    (sharing, use_sharing), (wrapped, use_wrapped), (chosen, use_chosen), (unset, use_unset), (curried, use_curried),
    (steps, use_steps), (held, use_held), (composed, use_composed),
]  # fmt: skip


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize(("make", "use"), CASES, ids=lambda f: f.__name__)
def test_as_in_python(make, use, backend):
    static = sct.to_static(make, backend=backend)
    for x in (np.array([1.0, 2.0, 4.0]), np.array([-3.0, 2.0]), np.array([1.0, -2.0, 4.0, 1.0]), np.array([1.0, 2.0, 4.0])):
        mine, theirs = x.copy(), x.copy()
        np.testing.assert_equal(use(static(mine)), use(make(theirs)))
        np.testing.assert_equal(mine, theirs)


def test_each_call_makes_them_anew():
    static = sct.to_static(counters)
    x = np.array([1.0, 2.0])
    first, second = static(x), static(x)
    assert first[0] is not second[0]
    assert [first[0](), first[0](), second[0]()] == [5, 6, 5]


def outside():
    total = 0

    def count(x):
        def add(n):
            nonlocal total
            total += n
            return total

        add(1)
        return add, x.sum()

    return count, lambda: total


def test_variables_from_outside_are_the_same():
    results = []
    for convert in (lambda f: f, sct.to_static):
        count, seen = outside()
        static = convert(count)
        first, second = static(np.ones(3))[0], static(np.ones(3))[0]
        results.append((first(10), second(100), seen(), static(np.ones(2))[1], seen()))
    assert results[0] == results[1]


def given(x, handlers):
    k = x[0]
    handlers.append(lambda v: v + k)


def test_functions_left_with_the_caller():
    handlers, static = [], sct.to_static(given)
    static(np.array([1.0]), handlers)
    static(np.array([2.0]), handlers)
    assert [f(10) for f in handlers] == [11.0, 12.0]


def test_a_function_is_not_what_plain_python_is_asked_for():
    """The functions are the user's code: their source and their code can be looked at."""
    found = sct.to_static(adder)(np.array([1.0]))
    assert found.__code__ is next(c for c in adder.__code__.co_consts if inspect.iscode(c))


# -- classes -----------------------------------------------------------------------------------------


def of_a_local_class(x):
    k = x.sum()

    class Scaled:
        """Scales."""

        first = x[0]
        seen = []

        def __init__(self, v):
            self.v = v
            Scaled.seen.append(v)

        def by(self, n=x[1]):
            return self.v * k * n

        @property
        def twice(self):
            return self.v * 2 * k

        @twice.setter
        def twice(self, v):
            self.v = v / k / 2

        @staticmethod
        def bare(n):
            return n + k

        @classmethod
        def made(cls, v):
            return cls(v + k)

    class More(Scaled):
        def by(self, n=1):
            return super().by(n) + 1

    return More(3.0), Scaled


def use_local_class(found):
    a, kind = found
    b = kind.made(2.0)
    a.twice = 10.0
    says = a.by(), b.by(), b.by(2), a.twice, kind.bare(1), kind.first, a.seen, type(a).__mro__[1] is kind
    return says, isinstance(b, kind), kind.__name__, kind.__qualname__, kind.__doc__, type(a).by.__qualname__


def rows_of_a_local_class(x):
    k = x.sum()

    class Row:
        def __init__(self, v):
            self.v = v

        def scaled(self):
            return self.v * k

    rows = []
    for v in x:
        if v > 0:
            rows.append(Row(v))
    return rows


def use_rows(rows):
    return [row.scaled() for row in rows]


def of_methods(x):
    k = x[0]

    class Of:
        @classmethod
        def made(cls):
            return cls.__name__, k

    return Of.made, Holder.__init__, functools.partial(lambda a, *, b: (a, b, k), x[1], b=x)


def use_methods(found):
    made, init, bound = found
    return made(), init is Holder.__init__, bound(), type(bound).__name__


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize(
    ("make", "use"),
    [(of_a_local_class, use_local_class), (rows_of_a_local_class, use_rows), (of_methods, use_methods)],
    ids=lambda f: f.__name__,
)
def test_classes_hold_what_the_call_has_found(make, use, backend):
    static = sct.to_static(make, backend=backend)
    for x in (np.array([1.0, 2.0, 4.0]), np.array([-3.0, 2.0, 0.5]), np.array([1.0, 2.0, 4.0])):
        np.testing.assert_equal(use(static(x.copy())), use(make(x.copy())))


def counting(x):
    class Counted:
        made = []
        most = 0

        def __init__(self, v):
            self.v = v
            Counted.made.append(v)
            Counted.most = max(Counted.most, len(Counted.made))

    @dataclasses.dataclass
    class Point:
        x: float
        tags: list = dataclasses.field(default_factory=list)

        def norm(self):
            return abs(self.x) + Counted.most

    class Colour(enum.Enum):
        RED = 1

    return Counted(1), Counted, Point(x[0]), Colour.RED


def test_classes_are_made_anew_with_what_they_hold():
    static, results = sct.to_static(counting), []
    for f in (counting, static):
        (a, kind, p, red), (b, other, *_) = f(np.ones(2)), f(np.ones(2))
        kind(7)
        p.tags.append(1)
        results.append((kind.made, kind.most, other.made, kind is other, type(a) is kind, type(b) is other, p.norm(), p.tags))
        results[-1] += (repr(p), p == type(p)(1.0, [1]), red.name, type(p)(2.0).tags)
    assert results[0] == results[1]


def test_a_class_with_hooks_is_refused():
    class Base:
        kinds = []

        def __init_subclass__(cls):
            Base.kinds.append(cls.__name__)

    def f(x):
        class Own(Base):
            k = x.sum()

        return Own()

    with pytest.raises(sct.errors.SctError, match="by the user's own Base.__init_subclass__"):
        sct.to_static(f)(np.ones(2))
