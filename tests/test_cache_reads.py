"""Whatever a trace has read is a guard: globals, closures, defaults, attributes, containers, helpers."""

import copy
import functools
import importlib
import os
import sys
import types

import numpy as np
import pytest

import sct
from sct import errors
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
    """What another process or thread may change at any time is refused, not frozen."""
    monkeypatch.setenv("SCT_MADE_UP", "abc")
    f = sct.to_static(lambda x: x * len(os.environ.get("SCT_MADE_UP", "")))
    with pytest.raises(errors.UnsupportedCallError, match="environ"):
        f(X)



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
