"""What a program is kept for: changed values that the trace has read must never meet a stale program."""

import copy
import functools
import importlib
import math
import os
import pickle
import sys
import types

import numpy as np
import pytest

import sct
from tests.harness import differences, observe
from tests.harness.program import call

X = np.array([1.0, -2.0, 3.0])
RATE = 2.0
TABLE = {"rate": 2.0, "names": ["a", "b"]}
STEPS = [1, 2]


def helper(x):
    return x + 1


def other_helper(x):
    return x * 100


class Config:
    rate = 2.0

    def __init__(self, gain=1.0):
        self.gain = gain

    def scale(self, x):
        return x * self.gain * self.rate


CONFIG = Config()


def same(static, *args, **kwargs):
    """The static function answers what plain Python answers, seen from outside."""
    expected = observe(static.__wrapped__, call(*args, **kwargs)())
    found = observe(static, call(*args, **kwargs)())
    assert differences(expected, found) == []
    return found


def misses(static):
    return static.cache_info().misses


# -- values of arguments -------------------------------------------------------------------------


def show(x, value):
    """Tells everything about a Python value."""
    return x * 1, value, repr(value), type(value).__name__


NAN = float("nan")
DISTINCT = [
    (-1, -2),
    (1, True),
    (1, 1.0),
    (True, 1.0),
    (0, False),
    (0.0, -0.0),
    (0, 0.0),
    (1.0, 1 + 0j),
    (0j, -0j),
    (complex(0.0, 0.0), complex(0.0, -0.0)),
    ("1", 1),
    ("", None),
    (None, False),
    (b"a", "a"),
    ((1, 2), (1, 2.0)),
    ((1, 2), (1, True + 1.0)),
    ([1, 2], (1, 2)),
    ([], ()),
    ([1], [True]),
    ([1, [2]], [1, (2,)]),
    ({"a": 1}, {"a": True}),
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
    ({1: "x"}, {True: "x"}),
    ({1: "x"}, {1.0: "x"}),
    ({"a": 1}, {"a": 1, "b": None}),
    ({1, 2}, frozenset({1, 2})),
    (2**61 - 1 + 2**61 - 1, 0),
    (hash("x"), "x"),
    (range(3), (0, 1, 2)),
    (slice(0, 2), slice(0, 2, 1)),
    (np.float32, np.float64),
    ("float32", np.float32),
    (..., None),
    (NAN, 0.0),
    (1e308 * 10, -1e308 * 10),
]


@pytest.mark.parametrize("a, b", DISTINCT, ids=repr)
def test_values_that_are_easily_confused(a, b):
    f = sct.to_static(show)
    for value in (a, b, a, b, a):
        same(f, X, value)


@pytest.mark.parametrize("value", [1, -1, 1.5, True, None, "a", (1, 2.0), NAN, -0.0, 1j, (NAN, 1), frozenset({1})], ids=repr)
def test_equal_values_hit(value):
    f = sct.to_static(show)
    for _ in range(4):
        same(f, X, copy.deepcopy(value))
    assert f.cache_info()[:2] == (3, 1)


def test_a_new_nan_is_the_same_constant():
    f = sct.to_static(show)
    for _ in range(3):
        f(X, float("nan"))
    assert misses(f) == 1


@pytest.mark.parametrize("container", [[1, 2], {"a": 1}, [[1], {"k": (1, [2])}]], ids=repr)
def test_equal_containers_hit(container):
    f = sct.to_static(lambda x, c: x * len(repr(c)))
    f(X, copy.deepcopy(container))
    f(X, copy.deepcopy(container))
    assert misses(f) == 1


def test_numpy_scalar_python_number_and_0d_array_differ():
    f = sct.to_static(lambda x, k: (x * k, k, type(k).__name__))
    for k in (2.0, np.float64(2.0), np.array(2.0), np.float32(2.0), 2, np.int64(2), True, np.True_, np.array([2.0])):
        same(f, X.astype(np.float32), k)


def test_numpy_scalars_are_inputs():
    f = sct.to_static(lambda x, k: x * k)
    for k in (1.0, -3.0, math.inf, math.nan):
        same(f, X, np.float64(k))
    assert misses(f) == 1


def test_numbers_that_keep_changing():
    f = sct.to_static(lambda x, k: x * k)
    for k in range(40):
        same(f, X, float(k))
        same(f, X, k)


def test_none_and_array():
    f = sct.to_static(lambda x, b=None: x if b is None else x + b)
    for b in (None, X, None, X * 2, np.float64(1.0)):
        same(f, X, b)


def test_same_array_twice_or_two_arrays():
    def add(a, b):
        a += 1
        return a + b

    f = sct.to_static(add)
    for _ in range(2):
        same(f, X, X)
        v = X.copy()
        same(f, v, v)
        same(f, X, X * 2)


def test_overlapping_views_of_one_buffer():
    def write(a, b):
        a[:] = b * 2
        return a.sum() + b.sum()

    f = sct.to_static(write)

    def pairs():
        base = np.arange(6.0)
        yield np.arange(3.0), np.ones(3)
        yield base[:3], base[3:]
        yield base[:3], base[1:4]
        yield base[1:4], base[:3]
        yield base[::2], base[1::2]

    for k in range(5):
        plain, static, before = (list(pairs())[k] for _ in range(3))
        try:
            result = f(*static)
        except sct.errors.AliasError:
            assert np.may_share_memory(*plain)
            plain = before  # nothing may have changed
        else:
            assert result == write(*plain)
        assert all(np.array_equal(p, s) for p, s in zip(plain, static))


def test_extra_and_missing_keyword_arguments():
    def f(x, a=1, *rest, b=2, **more):
        return x * a, rest, b, sorted(more)

    g = sct.to_static(f)
    same(g, X)
    same(g, X, 1)
    same(g, X, 1, 3)
    same(g, X, b=3)
    same(g, X, c=3)
    same(g, X, c=3, d=4)
    same(g, X, d=3, c=4)
    same(g, X)
    same(g, X, a=1, b=2)


# -- what the function reads ---------------------------------------------------------------------


@pytest.fixture
def restored():
    """Globals of this module as they were."""
    before = {name: globals()[name] for name in ("RATE", "helper", "X")}
    table, steps, config = copy.deepcopy(TABLE), list(STEPS), dict(vars(CONFIG))
    yield
    globals().update(before)
    TABLE.clear()
    TABLE.update(table)
    STEPS[:] = steps
    vars(CONFIG).clear()
    vars(CONFIG).update(config)
    Config.rate = 2.0


def test_global_number(restored):
    global RATE
    f = sct.to_static(lambda x: (x * RATE, RATE))
    for RATE in (2.0, 3.0, 2, True, -0.0, 0.0, np.float64(2.0), np.array(2.0), X, 2.0):
        same(f, X)


def test_global_array_changed_in_place(restored):
    weights = np.ones(3)
    f = sct.to_static(lambda x: x * weights)
    for k in range(4):
        same(f, X)
        weights[:] = k
    assert misses(f) == 1
    weights = np.ones(1)
    same(f, X)
    weights = np.ones(3, np.float32)
    same(f, X.astype(np.float32))


def test_a_global_appears_and_disappears(restored):
    def f(x):
        return x * LATE  # noqa: F821

    static = sct.to_static(f)
    with pytest.raises(NameError):
        static(X)
    f.__globals__["LATE"] = 3.0
    same(static, X)
    del f.__globals__["LATE"]
    with pytest.raises(NameError):
        static(X)


def test_a_global_that_shadows_a_builtin():
    def f(x):
        return x * abs(-2)

    static = sct.to_static(f)
    same(static, X)
    f.__globals__["abs"] = lambda v: 100
    try:
        same(static, X)
    finally:
        del f.__globals__["abs"]
    same(static, X)


def test_closure_cell():
    def make():
        k = 1.0

        def f(x):
            return x * k

        def change(value):
            nonlocal k
            k = value

        return sct.to_static(f), change

    f, change = make()
    for value in (1.0, 2.0, 2, True, X, "ab" and 1.0):
        change(value)
        same(f, X)


def test_two_closures_of_one_code():
    def make(k):
        return sct.to_static(lambda x: x * k)

    two, three, array = make(2.0), make(3.0), make(X)
    for f in (two, three, array, two, three, array):
        same(f, X)


def test_defaults_are_replaced():
    def f(x, k=1.0, *, n=2):
        return x * k + n

    g = sct.to_static(f)
    same(g, X)
    f.__defaults__ = (5.0,)
    assert np.array_equal(g(X), X * 5.0 + 2)
    f.__kwdefaults__ = {"n": 7}
    assert np.array_equal(g(X), X * 5.0 + 7)
    same(g, X, 1.0, n=2)


def test_mutable_default():
    def f(x, log=[]):  # noqa: B006
        return x * len(log)

    g = sct.to_static(f)
    for _ in range(3):
        same(g, X)
        f.__defaults__[0].append(1)


def test_attribute_of_a_global_object(restored):
    f = sct.to_static(lambda x: x * CONFIG.gain)
    for gain in (1.0, 2.0, 2, True, X, np.float32(2)):
        CONFIG.gain = gain
        same(f, X)


def test_class_attribute_and_instance_attribute(restored):
    f = sct.to_static(lambda x: x * CONFIG.rate)
    same(f, X)
    Config.rate = 5.0
    same(f, X)
    CONFIG.rate = 7.0
    same(f, X)
    del CONFIG.rate
    same(f, X)


def test_attribute_in_a_callee(restored):
    f = sct.to_static(lambda x: CONFIG.scale(x))
    for gain in (1.0, 3.0):
        CONFIG.gain = gain
        same(f, X)
    Config.rate = 9.0
    same(f, X)


def test_swapped_method(restored):
    f = sct.to_static(lambda x: CONFIG.scale(x))
    same(f, X)
    before = Config.scale
    try:
        Config.scale = lambda self, x: x - 1000
        same(f, X)
    finally:
        Config.scale = before
    same(f, X)
    CONFIG.scale = lambda x: x + 1000
    same(f, X)


def test_changed_helper(restored):
    global helper
    f = sct.to_static(lambda x: helper(x) * 2)
    for helper in (helper, other_helper, np.sqrt, lambda v: v, functools.partial(np.add, 1.0)):
        same(f, X)


def test_changed_code_of_a_helper():
    def inner(x):
        return x + 1

    f = sct.to_static(lambda x: inner(x))
    same(f, X)
    inner.__code__ = (lambda x: x - 50).__code__
    same(f, X)


def test_helper_in_a_module():
    module = types.ModuleType("made_up")
    module.rate = 2.0
    module.apply = helper
    f = sct.to_static(lambda x: module.apply(x) * module.rate)
    same(f, X)
    module.rate = 3.0
    same(f, X)
    module.apply = other_helper
    same(f, X)


@pytest.mark.parametrize(
    "change",
    [
        lambda: TABLE.update(rate=3.0),
        lambda: TABLE.update(rate=2),
        lambda: TABLE.pop("rate"),
        lambda: TABLE["names"].append("c"),
        lambda: TABLE.update(extra=1),
        lambda: (TABLE.pop("rate"), TABLE.update(rate=2.0)),
    ],
)
def test_mutated_config_dict(restored, change):
    def f(x):
        print(list(TABLE))
        return x * TABLE.get("rate", 100.0) + len(TABLE["names"])

    static = sct.to_static(f)
    same(static, X)
    change()
    same(static, X)


@pytest.mark.parametrize("change", [lambda: STEPS.append(5), lambda: STEPS.clear(), lambda: STEPS.reverse(), lambda: STEPS.__setitem__(0, True)])
def test_mutated_config_list(restored, change):
    def f(x):
        for k in STEPS:
            x = x * 2 + k
        return x, repr(STEPS)

    static = sct.to_static(f)
    same(static, X)
    change()
    same(static, X)


def test_containment_and_length_are_read(restored):
    f = sct.to_static(lambda x: x * 2 if "rate" in TABLE and len(STEPS) == 2 else x)
    same(f, X)
    STEPS.append(3)
    same(f, X)
    STEPS.pop()
    same(f, X)
    del TABLE["rate"]
    same(f, X)


def test_comprehension_over_a_global(restored):
    f = sct.to_static(lambda x: sum([x * k for k in STEPS]))
    same(f, X)
    STEPS[1] = 50
    same(f, X)


def test_argument_object_attributes():
    f = sct.to_static(lambda x, c: x * c.gain * c.rate)
    for c in (Config(1.0), Config(1.0), Config(2.0), Config(X)):
        same(f, X, c)


def test_getattr_and_hasattr_are_read(restored):
    f = sct.to_static(lambda x: x * getattr(CONFIG, "gain") if hasattr(CONFIG, "extra") else x)
    same(f, X)
    CONFIG.extra = 1
    same(f, X)
    CONFIG.gain = 11.0
    same(f, X)
    del CONFIG.extra
    same(f, X)


def test_property_reads(restored):
    class Box:
        k = 2.0

        @property
        def twice(self):
            return self.k * 2

    box = Box()
    f = sct.to_static(lambda x: x * box.twice)
    for k in (2.0, 5.0):
        box.k = k
        same(f, X)
    Box.twice = property(lambda self: 77.0)
    same(f, X)


def test_a_method_for_each_instance():
    class Scale:
        def __init__(self, k):
            self.k = k

        @sct.to_static
        def go(self, x):
            return x * self.k

    objects = [Scale(2.0), Scale(3.0), Scale(2.0), Scale(X)]
    for _ in range(2):
        for o in objects:
            assert np.array_equal(o.go(X), X * o.k)
    objects[0].k = 50.0
    assert np.array_equal(objects[0].go(X), X * 50.0)


def test_type_of_an_argument_object():
    class A(Config):
        def scale(self, x):
            return x + 1

    class B(Config):
        pass

    f = sct.to_static(lambda x, c: c.scale(x))
    for c in (A(), B(), A(), Config()):
        same(f, X, c)


def test_environment_variable(monkeypatch):
    """Read at each call, or refused."""
    f = sct.to_static(lambda x: x * len(os.environ.get("SCT_MADE_UP", "")))
    for text in ("", "a", "abc", None):
        monkeypatch.delenv("SCT_MADE_UP", raising=False)
        if text is not None:
            monkeypatch.setenv("SCT_MADE_UP", text)
        try:
            same(f, X)
        except sct.errors.SctError:
            return


def test_equal_code_in_two_files(tmp_path, monkeypatch):
    """The same text in two modules reads two sets of globals."""
    for name, rate in (("first_copy", 2.0), ("second_copy", 5.0)):
        (tmp_path / f"{name}.py").write_text(f"RATE = {rate}\n\n\ndef f(x):\n    return x * RATE\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    functions = [sct.to_static(importlib.import_module(name).f) for name in ("first_copy", "second_copy")]
    for _ in range(2):
        for f, rate in zip(functions, (2.0, 5.0)):
            assert np.array_equal(f(X), X * rate)
    for name in ("first_copy", "second_copy"):
        sys.modules.pop(name)


# -- specs of arrays -----------------------------------------------------------------------------


def test_new_shapes_and_dtypes():
    f = sct.to_static(lambda x: (x * 2).sum(axis=0))
    for x in (np.ones(3), np.ones(4), np.ones((2, 3)), np.ones((5, 3)), np.ones(3, np.float32), np.ones(3, int), np.ones(0), np.ones(1)):
        same(f, x)
        same(f, x * 0)


def test_a_shape_that_broadcasts_is_not_taken_for_another():
    f = sct.to_static(lambda x, y: x + y)
    for m in (3, 4, 5, 1, 0, 3, 7):
        same(f, np.ones((m, 2)), np.ones((m, 2)))
    same(f, np.ones((1, 2)), np.ones((5, 2)))
    same(f, np.ones((5, 2)), np.ones((1, 2)))
    with pytest.raises(ValueError, match="could not be broadcast"):
        f(np.ones((5, 2)), np.ones((6, 2)))


def test_few_programs_for_many_shapes():
    f = sct.to_static(lambda x: np.tanh(x) * 2 + 1)
    for n in range(2, 30):
        same(f, np.arange(float(n)))
    assert misses(f) <= 4


def test_shape_as_a_number():
    f = sct.to_static(lambda x: (x * x.shape[0], x.shape, len(x), x.size))
    for n in (3, 4, 5, 0, 1):
        same(f, np.ones(n))


def test_strides_and_order_do_not_matter():
    f = sct.to_static(lambda x: x * 2 + x.sum())
    base = np.arange(12.0).reshape(3, 4)
    for x in (base, np.asfortranarray(base), base[::-1], base[:, ::-1], np.arange(24.0).reshape(3, 8)[:, ::2]):
        same(f, x)
    assert misses(f) <= 3


def test_byte_order_and_read_only():
    f = sct.to_static(lambda x: x * 2)
    frozen = X.copy()
    frozen.setflags(write=False)
    assert np.array_equal(f(frozen), frozen * 2)
    assert np.array_equal(f(X), X * 2)

    def write(x):
        x[0] = 9.0

    g = sct.to_static(write)
    g(X.copy())
    with pytest.raises(ValueError, match="read-only"):
        g(frozen)
    assert np.array_equal(frozen, X)


# -- the cache itself ----------------------------------------------------------------------------


def test_bounded():
    f = sct.to_static(show)
    size = f.cache_info().maxsize
    for k in range(size + 20):
        f(X, f"name {k}")
    assert f.cache_info().currsize == size
    same(f, X, "name 0")


def test_clear_cache():
    f = sct.to_static(show)
    f(X, 1)
    f.clear_cache()
    assert f.cache_info().currsize == 0
    same(f, X, 1)
    assert f.cache_info()[:2] == (0, 1)


def test_an_error_leaves_the_cache_whole():
    def f(x, bad):
        if bad:
            return x + np.random.normal(size=3)
        return x * 2

    g = sct.to_static(f)
    same(g, X, False)
    for _ in range(2):
        with pytest.raises(sct.errors.SctError):
            g(X, True)
    before = g.cache_info()
    same(g, X, False)
    after = g.cache_info()
    assert (after.currsize, after.hits - before.hits) == (1, 1)


def test_nothing_to_explain_at_first():
    f = sct.to_static(show)
    assert f.explain_cache() == ""


@pytest.mark.parametrize(
    "first, second, words",
    [
        ((X, 1), (X, 2), ("value", "1", "2")),
        ((X, 1), (X, 1.0), ("value", "1", "1.0")),
        ((X, "a"), (X, "b"), ("value", "'a'", "'b'")),
        ((X, [1, 2]), (X, [1, 3]), ("value", "2", "3")),
        ((X, 1), (X.astype(np.float32), 1), ("x", "float64", "float32")),
        ((X, 1), (X.reshape(1, 3), 1), ("x", "3")),
    ],
)
def test_explain_names_the_argument(first, second, words):
    f = sct.to_static(show)
    f(*first)
    f(*second)
    text = f.explain_cache()
    assert all(w in text for w in words), text


def test_explain_names_globals_and_attributes(restored):
    global RATE

    def f(x):
        return x * RATE * CONFIG.gain * TABLE["rate"]

    g = sct.to_static(f)
    g(X)
    RATE = 3.0
    g(X)
    assert "RATE" in g.explain_cache() and "3.0" in g.explain_cache()
    CONFIG.gain = 4.0
    g(X)
    assert all(word in g.explain_cache().splitlines()[-1] for word in ("CONFIG", "gain", "1.0", "4.0"))
    TABLE["rate"] = 5.0
    g(X)
    assert "TABLE" in g.explain_cache().splitlines()[-1] and "rate" in g.explain_cache().splitlines()[-1]


def test_explain_names_the_closure_cell():
    k = 1.0
    f = sct.to_static(lambda x: x * k)
    f(X)
    k = 2.0
    f(X)
    assert "k" in f.explain_cache() and "2.0" in f.explain_cache()


# -- the object that the decorator makes -----------------------------------------------------------


@sct.to_static
def module_level(x, k=2.0):
    """Doc."""
    return x * k


def test_looks_like_the_function():
    assert module_level.__name__ == "module_level"
    assert module_level.__doc__ == "Doc."
    assert module_level.__module__ == __name__
    assert module_level.__wrapped__.__defaults__ == (2.0,)


def test_pickle_and_deepcopy():
    for again in (pickle.loads(pickle.dumps(module_level)), copy.deepcopy(module_level), copy.copy(module_level)):
        assert np.array_equal(again(X, 3.0), X * 3.0)


def test_rollback_and_transformed():
    assert module_level.rollback() is module_level.__wrapped__
    assert np.array_equal(module_level.transformed(X, 4.0), X * 4.0)
    assert "def module_level" in module_level.code


def test_disabled():
    f = sct.to_static(show)
    with sct.enable_to_static(False):
        same(f, X, 1)
    assert f.cache_info().misses == 0
    same(f, X, 1)
    assert f.cache_info().misses == 1


def test_static_functions_call_each_other():
    inner = sct.to_static(lambda x: x * 2 if x.sum() > 0 else x)

    def outer(x):
        return inner(x) + inner(-x)

    f = sct.to_static(outer)
    assert np.array_equal(f(X), X)
    assert np.array_equal(f(-X), X)
    assert inner.cache_info().misses == 0
