"""What `to_static` takes: kinds of callables, options, and what it refuses at once."""

import functools
import pickle

import numpy as np
import pytest

import sct
from sct.errors import ObjectDtypeError, SourceUnavailableError, SpecMismatchError
from sct.input_spec import InputSpec

X = np.arange(4.0)


def halve(x, k=2):
    if x.sum() > 3:
        return x / k
    return x - k


class Scale:
    def __init__(self, weight):
        self.weight = weight

    @sct.to_static
    def method(self, x):
        return x * self.weight if x.sum() > 0 else x

    @sct.to_static
    def __call__(self, x):
        return x * self.weight + 1

    @staticmethod
    @sct.to_static
    def inner(x):
        return x + 1

    @sct.to_static
    @staticmethod
    def outer(x):
        return x + 2

    @classmethod
    @sct.to_static
    def inner_class(cls, x):
        return cls.__name__, x + 3

    @sct.to_static
    @classmethod
    def outer_class(cls, x):
        return cls.__name__, x + 4


class Derived(Scale):
    pass


def test_methods_of_every_kind():
    scale = Scale(3)
    np.testing.assert_array_equal(scale.method(X), X * 3)
    np.testing.assert_array_equal(scale(X), X * 3 + 1)
    for owner in (Scale, scale):
        np.testing.assert_array_equal(owner.inner(X), X + 1)
        np.testing.assert_array_equal(owner.outer(X), X + 2)
    for method, extra in ((Derived.inner_class, 3), (Derived.outer_class, 4)):
        name, value = method(X)
        assert name == "Derived"
        np.testing.assert_array_equal(value, X + extra)


def test_a_bound_method_that_is_static_already():
    static = sct.to_static(Scale(5).method, name="five")
    np.testing.assert_array_equal(static(X), X * 5)
    assert static.program(X).name == "five"
    np.testing.assert_array_equal(static.rollback()(X), X * 5)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(static))(X), X * 5)
    np.testing.assert_array_equal(sct.to_static(Scale(5))(X), X * 5 + 1)


def test_name_is_the_program_s():
    assert sct.to_static(halve, name="half of it").program(X).name == "half of it"
    assert sct.to_static(halve).program(X).name == "halve"


@pytest.mark.parametrize("fn", [len, np.sin])
def test_what_is_not_written_in_python(fn):
    with pytest.raises(SourceUnavailableError, match="is not a Python function"):
        sct.to_static(fn)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ([InputSpec([None]), 2, 3], "is for 3 parameters, and the function has 2"),
        ({"y": InputSpec([None])}, "is for a parameter 'y', and there is none"),
        ([X], "of parameter 'x' holds float64\\[4\\]"),
        ([[{"a": float}]], "of parameter 'x' holds float"),
    ],
)
def test_specs_that_fit_no_parameter(spec, message):
    with pytest.raises(SpecMismatchError, match=message) as caught:
        sct.to_static(halve, input_spec=spec)
    assert "def halve(x, k=2):" in str(caught.value)


@pytest.mark.parametrize("dtype", [object, "U3", "S2", "M8[s]", [("a", "f8")]])
def test_specs_of_no_numbers(dtype):
    with pytest.raises(ObjectDtypeError, match="nothing that a program can hold"):
        InputSpec([2], dtype)


@pytest.mark.parametrize("options", [{"input_spec": 5}, {"input_spec": "x"}, {"passes": (int,)}, {"passes": [3]}])
def test_options_of_the_wrong_kind(options):
    with pytest.raises(TypeError):
        sct.to_static(halve, **options)


def test_passes_may_be_a_list():
    static = sct.to_static(halve, passes=list(sct.transformers.PIPELINE))
    np.testing.assert_array_equal(static(X), X / 2)
    np.testing.assert_array_equal(sct.transform(static, list(sct.transformers.PIPELINE))(X), X / 2)


@pytest.mark.parametrize("bad", [3, "", "a b", [3]])
def test_ignore_module_takes_names(bad):
    with pytest.raises(TypeError, match="takes modules and their dotted names"):
        sct.ignore_module(bad)


def test_not_to_static_takes_functions():
    with pytest.raises(TypeError, match="marks functions and classes, not 3"):
        sct.not_to_static(3)


@pytest.mark.parametrize("args", [(), (X, 1, 2), (np.array([None]),), (np.array([b"a"]),)])
def test_calls_that_are_refused_say_where_why_and_what_to_do(args):
    static = sct.to_static(halve)
    static(X)
    with pytest.raises(sct.errors.SctError) as caught:
        static(*args)
    text = str(caught.value)
    assert "def halve(x, k=2):" in text
    assert "Why: " in text and "Fix: " in text
    assert static.cache_info().currsize == 1


def test_a_wrapper_that_looks_at_its_arguments_has_no_input_spec():
    """It would get by position, and with the defaults, what the call gives by name or leaves out."""

    def counting(f):
        @functools.wraps(f)
        def inner(*args, **kwargs):
            return f(*args, **kwargs) + len(args) + 10 * len(kwargs)

        return inner

    def passing(f):
        @functools.wraps(f)
        def inner(*args, **kwargs):
            return f(*args, **kwargs) + 1.0

        return inner

    def scaled(x, k=2.0):
        return x * k

    x, spec = np.arange(3.0), [sct.InputSpec([None], "float64")]
    counted = sct.to_static(counting(scaled), input_spec=spec, backend="numpy")
    with pytest.raises(sct.errors.ArgumentsError, match="looks at how its arguments are given"):
        counted(x)
    assert np.array_equal(counted(x, 3.0), counting(scaled)(x, 3.0))
    passed = sct.to_static(passing(scaled), input_spec=spec, backend="numpy")
    assert np.array_equal(passed(x), passing(scaled)(x)) and np.array_equal(passed(x=x, k=3.0), passing(scaled)(x, 3.0))
