"""Functions, methods and partials that are made anew for each call: found again by their parts, told apart by identity."""

import functools
import types

import numpy as np
import pytest

import sct

X = np.array([1.0, 2.0, 3.0])


def counted(function, backend="native"):
    return sct.to_static(function, backend=backend)


def looks(a):
    """What can be seen of a result: arrays by content, callables by being there."""
    if isinstance(a, (tuple, list)):
        return type(a), [looks(item) for item in a]
    if isinstance(a, dict):
        return dict, list(map(type, a)), [looks(item) for item in a.values()]
    if isinstance(a, np.ndarray):
        return a.dtype, a.shape, a.tolist()
    return (callable,) if callable(a) else (type(a), a)


def check(function, *cases, misses=None):
    """Each case makes the arguments anew, and says what is seen afterwards."""
    for backend in ("native", "numpy"):
        static = sct.to_static(function, backend=backend)
        for case in cases:
            seen = []
            for f in (function, static):
                args, observed = case()
                result = f(*args)
                seen.append((looks(result), looks(observed(result, *args))))
            assert seen[0] == seen[1], (backend, case)
        if misses is not None:
            assert static.cache_info().misses == misses, static.explain_cache()


def nothing(*_):
    return None


def fresh():
    return lambda z: z + 1


def twice(f, x):
    return f(x) + f(x)


def steps(f, x, n):
    for _ in range(n):
        x = x - f(x)
    return x


# -- what is found again -----------------------------------------------------------------------------


def test_a_new_lambda_is_not_a_new_trace():
    check(steps, *[lambda: ((lambda z: 0.1 * z, X, 5), nothing)] * 4, misses=1)


def test_numbers_in_a_closure_become_inputs():
    def case(k):
        return lambda: ((lambda z: k * z, X, 5), nothing)

    check(steps, *map(case, (0.1, 0.1, 0.2, 0.3, 0.4, 0.5)), misses=3)


def test_numbers_among_the_defaults_become_inputs():
    def case(k):
        return lambda: ((lambda z, k=k: k * z, X, 5), nothing)

    check(steps, *map(case, (0.1, 0.1, 0.2, 0.3, 0.4, 0.5)), misses=3)


def test_arrays_in_a_closure_are_inputs():
    def case(k):
        a = np.full(3, k)
        return lambda: ((lambda z: a * z, X, 5), nothing)

    check(steps, *map(case, (0.1, 0.2, 0.3)), misses=1)


class Model:
    def __init__(self, k):
        self.k, self.calls = k, 0

    def f(self, z):
        self.calls += 1
        return self.k * z

    def __call__(self, z):
        return self.f(z)


def test_methods_of_new_objects():
    def case(k):
        return lambda: ((Model(k).f, X), lambda r, f, x: f.__self__.calls)

    check(twice, *map(case, (2.0, 2.0, 3.0, 4.0, 5.0)), misses=3)


def test_partials():
    def case(k, **named):
        return lambda: ((functools.partial(lambda a, z, b=1: a * z + b, k, **named), X), nothing)

    check(twice, case(2.0), case(2.0), case(3.0), case(4.0), case(5.0), case(2.0, b=3), case(2.0, b=4))
    check(lambda p, x: (p, x), *[lambda: ((functools.partial(fresh()), X), lambda r, p, x: r[0] is p)] * 2)


def test_what_a_partial_holds_is_changed():
    def case():
        acc = []

        def f(acc, z):
            acc.append(1.0)
            return z * len(acc)

        return (functools.partial(f, acc), X), lambda *_: acc

    check(twice, case, case, misses=1)


def parts(p, x):
    return x * p.args[0], p.keywords, p.func(x, 1)


def test_parts_of_partials_are_read():
    check(parts, *[lambda k=k: ((functools.partial(lambda a, z: a * z, k), X), nothing) for k in (1.0, 2.0, 1.0)])


def composed(*functions):
    def f(z):
        for one in functions:
            z = one(z)
        return z

    return f


def test_functions_in_closures_of_functions():
    def case(k):
        return lambda: ((composed(lambda z: k * z, lambda z: z / 2), X, 5), nothing)

    check(steps, *map(case, (0.1, 0.1, 0.2, 0.3, 0.4)), misses=3)


def test_recursion_through_a_closure():
    def case():
        def f(n):
            return 1 if n == 0 else n * f(n - 1)

        return (lambda z: z * f(4), X), nothing

    check(twice, case, case, misses=1)


def walked(f, x):
    return sum(f(x))


def test_generators():
    def case():
        def f(z):
            for i in range(3):
                yield z * i

        return (f, X), nothing

    check(walked, case, case, misses=1)


def builtins_method(f, x):
    for v in range(3):
        f(v)
    return x


class Doubling(list):
    def append(self, v):
        super().append(v * 2)


def test_builtin_methods():
    check(builtins_method, *[lambda: (([1].append, X), lambda r, f, x: f.__self__)] * 3, misses=1)
    check(
        builtins_method,
        lambda: ((Doubling([1]).append, X), lambda r, f, x: list(f.__self__)),
        lambda: ((super(Doubling, Doubling([1])).append, X), lambda r, f, x: list(f.__self__)),
        lambda: (([1].append, X), lambda r, f, x: f.__self__),
    )
    look = [lambda d=d: ((d.get, X), nothing) for d in ({"a": 3.0}, {"a": 4.0}, {"b": 4.0})]
    check(lambda f, x: x * f("a", 2.0), *look)
    draw = [lambda n=n: ((getattr(np.random.default_rng(3), n), X), nothing) for n in ("normal", "uniform", "normal")]
    check(lambda f, x: x + f(size=3), *draw)
    check(lambda f, x: f() + x, *[lambda n=n: ((getattr(X.copy(), n), X), nothing) for n in ("sum", "sum", "max")])
    check(lambda f, x: (f(), x), *[lambda t=t: ((t.upper, X), nothing) for t in ("abc", "abd")])


@pytest.mark.parametrize(
    "function",
    [
        lambda f, x: (sorted([3, 1, 2], key=f), max([3, 1], key=f), list(map(f, [1, 2])), x),
        lambda f, x: np.vectorize(f)(x),
        lambda f, x: (callable(f), isinstance(f, types.FunctionType), type(f) is types.FunctionType, x),
    ],
)
def test_what_takes_functions(function):
    check(function, *[lambda: ((lambda v: -v if v > 1 else v, X), nothing)] * 3, misses=1)


# -- what they change --------------------------------------------------------------------------------


def test_defaults_that_are_changed():
    def positional():
        def f(x, acc=[]):  # noqa: B006
            acc.append(1.0)
            return x * len(acc)

        return (f, X), lambda r, f, x: f.__defaults__

    def named():
        def f(x, *, acc={}):  # noqa: B006
            acc["a"] = acc.get("a", 0) + 1
            return x * acc["a"]

        return (f, X), lambda r, f, x: f.__kwdefaults__

    check(twice, positional, positional, misses=1)
    check(twice, named, named, misses=1)


def test_variables_of_enclosing_functions_are_written():
    def case(start):
        def make():
            n = start

            def f(x):
                nonlocal n
                n += 1
                return x * n

            return (f, X), lambda r, f, x: f.__closure__[0].cell_contents

        return make

    check(twice, *map(case, (0, 0, 1, 2, 3, 4)))

    def of_arrays():
        n = np.zeros(3)

        def f(x):
            nonlocal n
            n = n + x
            return n

        return (f, X), lambda r, f, x: (f.__closure__[0].cell_contents, f.__closure__[0].cell_contents is r)

    check(twice, of_arrays, of_arrays, misses=1)


def three_calls(f, g, x):
    return f(x), g(x), f(x)


def pair():
    n = 1.0

    def inc(x):
        nonlocal n
        n += 1
        return x * n

    def get(x):
        return x * n

    return inc, get


def held(r, f, g, x):
    return f.__closure__[0].cell_contents, g.__closure__[0].cell_contents


def test_functions_that_share_a_variable():
    def together():
        return (*pair(), X), held

    def apart():
        return (pair()[0], pair()[1], X), held

    def two():
        return (pair()[0], pair()[0], X), held

    def one():
        inc, _ = pair()
        return (inc, inc, X), held

    check(three_calls, together, apart, together, apart)
    check(three_calls, apart, together, apart)
    check(three_calls, two, one, two)
    check(three_calls, one, two, one)


def both(f, o, x):
    return f(x) * o[0]


def test_a_captured_list_that_is_an_argument_too():
    def same():
        o = [2.0]

        def f(z):
            o[0] += 1
            return z

        return (f, o, X), lambda *_: o

    def other():
        o, q = [2.0], [2.0]

        def f(z):
            q[0] += 1
            return z

        return (f, o, X), lambda *_: (o, q)

    check(both, same, other, same)
    check(both, other, same, other)


# -- which one it is ---------------------------------------------------------------------------------


def is_in_table(f, g, x):
    table = {f: 1}
    table[g] = 2
    return x * len(table), table[f]


IDENTITIES = [
    lambda f, g, x: x + 1 if f is g else x - 1,
    lambda f, g, x: x + 1 if f == g else x - 1,
    lambda f, g, x: x + 1 if f in [g] else x - 1,
    lambda f, g, x: x * len({f, g}),
    lambda f, g, x: ([f, g, f].count(g), x),
    is_in_table,
]


@pytest.mark.parametrize("function", IDENTITIES)
def test_two_arguments_are_one_or_not(function):
    def same():
        f = fresh()
        return (f, f, X), nothing

    def apart():
        return (fresh(), fresh(), X), nothing

    check(function, same, apart, same, apart, misses=2)
    check(function, apart, same, apart, same, misses=2)


known = fresh()
TABLE = {known: 2.0}


def makes_class():
    class C:
        def m(self, z):
            return z

    return C


One, Other = makes_class(), makes_class()


@pytest.mark.parametrize(
    ("function", "kept", "another"),
    [
        (lambda f, x: x + 1 if f is known else x - 1, known, None),
        (lambda f, x: x + 1 if known == f else x - 1, known, None),
        (lambda f, x: x + 1 if f in (known,) else x - 1, known, None),
        (lambda f, x: x * TABLE.get(f, 5.0), known, None),
        (lambda f, x: x + 1 if f is One.m else x - 1, One.m, Other.m),
        (lambda f, x: x + 1 if f == One.m else x - 1, One.m, Other.m),
        (lambda f, x: x + 1 if f in (One.m,) else x - 1, One.m, Other.m),
    ],
)
def test_a_function_that_the_function_knows(function, kept, another):
    def this():
        return (kept, X), nothing

    def that():
        return (another or fresh(), X), nothing

    check(function, this, that, this, that)
    check(function, that, this, that, this)


@pytest.mark.parametrize("kind", [dict.fromkeys, set])
def test_a_table_of_the_callers(kind):
    def function(f, table, x):
        return x * (3.0 if f in table else 4.0)

    def there():
        f = fresh()
        return (f, kind([f]), X), nothing

    def absent():
        return (fresh(), kind([fresh()]), X), nothing

    check(function, there, absent, there)
    check(function, absent, there, absent)


def test_methods_by_their_object():
    def same():
        o = Model(1.0)
        return (o.f, o, X), nothing

    def apart():
        return (Model(1.0).f, Model(1.0), X), nothing

    for function in (
        lambda f, o, x: x + 1 if f.__self__ is o else x - 1,
        lambda f, o, x: x + 1 if f == o.f else x - 1,
        lambda f, o, x: x + 1 if f is o.f else x - 1,
    ):
        check(function, same, apart, same)
        check(function, apart, same, apart)


def test_texts_and_numbers_of_identity():
    seen = []

    def case():
        f = fresh()
        seen[:] = [repr(f), id(f), hash(f)]
        return (f, X), lambda r, f, x: r[0] == [repr(f), id(f), hash(f), f"{f}"]

    check(lambda f, x: ([repr(f), id(f), hash(f), f"{f}"], x)[:1] and ([f"{f}" == repr(f)], x), case, case)
    static = sct.to_static(lambda f, x: (repr(f), id(f), hash(f), f"{f}", x))
    for _ in range(3):
        f = fresh()
        assert static(f, X)[:4] == (repr(f), id(f), hash(f), f"{f}")


def test_texts_and_numbers_of_identity_of_objects():
    static = sct.to_static(lambda o, x: (repr(o), id(o), hash(o), f"{[o]}", x))
    for _ in range(3):
        o = Model(1.0)
        assert static(o, X)[:4] == (repr(o), id(o), hash(o), f"{[o]}")


def test_results_are_the_arguments():
    def function(f, g, x):
        return f, x, [g, f]

    def apart():
        return (fresh(), fresh(), X), lambda r, f, g, x: (r[0] is f, r[2][0] is g, r[2][1] is f)

    def same():
        f = fresh()
        return (f, f, X), lambda r, f, g, x: (r[0] is f, r[2][0] is g, r[2][1] is f)

    check(function, apart, apart, same, same, misses=2)


class Holder:
    f = None


def stored(o, f, x):
    o.f = f
    o.items.append(f)
    return x + 1


def test_effects_take_the_argument():
    def case():
        o = Holder()
        o.items = []
        return (o, fresh(), X), lambda r, o, f, x: (o.f is f, o.items[0] is f)

    check(stored, case, case, misses=1)


def chosen(f, g, x):
    return f if x[0] > 0 else g


def test_one_of_two():
    def case(x):
        return lambda: ((fresh(), fresh(), x), lambda r, f, g, x: (r is f, r is g))

    check(chosen, case(X), case(X), case(-X), misses=1)


# -- what is part of them ----------------------------------------------------------------------------


def test_names_and_attributes():
    def named(name, doc=None):
        def case():
            f = fresh()
            f.__name__, f.__doc__ = name, doc
            return (f, X), nothing

        return case

    check(
        lambda f, x: (f.__name__, f.__qualname__, f.__doc__, f(x)),
        named("a"), named("b"), named("a"), named("a", "doc"),
    )  # fmt: skip

    def tagged(tag):
        def case():
            f = fresh()
            if tag is not None:
                f.tag = tag
            return (f, X), nothing

        return case

    check(lambda f, x: x * getattr(f, "tag", 1.0), *map(tagged, (None, 2.0, None, 3.0)))
    check(lambda f, x: x * 2 if hasattr(f, "tag") else x, *map(tagged, (None, 2.0, None)))

    def counts(f, x):
        f.count = getattr(f, "count", 0) + 1
        return f(x)

    check(counts, *[lambda: ((fresh(), X), lambda r, f, x: f.count)] * 2)


def test_other_code_and_other_globals():
    f = fresh()

    def swapped():
        f.__code__ = (lambda z: z * 3).__code__
        return (f, X), nothing

    check(twice, lambda: ((f, X), nothing), swapped)
    spaces = [{"k": 2.0}, {"k": 3.0}]
    code = compile("f = lambda z: z", "<made>", "exec")
    for space in spaces:
        exec(code, space)
    check(lambda f, x: (f.__globals__["k"], x), *[lambda s=s: ((s["f"], X), nothing) for s in spaces])


def test_wraps_takes_what_it_is_of():
    def function(f, x):
        @functools.wraps(f)
        def g(z):
            return f(z) * 2

        return g(x), g.__name__

    def named(name):
        def case():
            f = fresh()
            f.__name__ = name
            return (f, X), nothing

        return case

    check(function, *map(named, ("a", "b", "a")))


def test_nothing_of_the_callers_is_kept_alive():
    import gc
    import weakref

    static = sct.to_static(twice)
    big = np.zeros(1000)
    died = weakref.ref(big)
    static(lambda z, big=big: z + big[0], X)
    del big
    gc.collect()
    assert died() is None


def helper(v):
    return v + 1


def told(x):
    return hasattr(helper, "nope"), getattr(helper, "nope", 5), x


def caught(x):
    try:
        return helper.nope
    except AttributeError as error:
        return str(error)


def at_times(x):
    if x[0] > 0:
        return helper.nope
    return x[0]


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_attributes_that_functions_do_not_have(backend):
    functions = [told, caught, at_times]
    statics = [sct.to_static(f, backend=backend) for f in functions]

    def answers(calls):
        found = []
        for call in calls:
            for x in (np.zeros(2), np.ones(2)):
                try:
                    found.append(repr(call(x)))
                except AttributeError as error:
                    found.append(str(error))
        return found

    assert answers(statics) == answers(functions)
    helper.nope = 3
    try:
        assert answers(statics) == answers(functions)
    finally:
        del helper.nope
    assert answers(statics) == answers(functions)
