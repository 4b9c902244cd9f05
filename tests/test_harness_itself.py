"""The harness must notice everything that a wrong compiler could do: each test feeds it one wrong result."""

import functools

import numpy as np
import pytest

from sct.errors import JoinError, Location
from tests.harness import Recorder, Theme, call, check, differences, fresh

V = np.array([1.0, -2.0, 3.0])


def checked(function, wrong, *calls, **options):
    """The verdict on a "compiler" that turns `function` into `wrong(function)`."""
    theme = Theme("itself")
    theme(*(calls or (call(V), call(-V))), **options)(function)
    return check(theme.programs[0], transform=lambda f: f, to_static=lambda f: wrong(f) if wrong else f)


def built(builder, *calls, **options):
    theme = Theme("itself")
    theme.built(*(calls or (call(V),)), **options)(builder)
    return theme.programs[0]


def after(change):
    """A compiler whose results are changed."""

    def compiler(function):
        @functools.wraps(function)
        def wrong(*args, **kwargs):
            return change(function(*args, **kwargs))

        return wrong

    return compiler


def double(x):
    """Doubles."""
    return x * 2


def structure(x):
    """A nested result."""
    return {"a": [x * 1.0, (x.sum(), 1)], "b": None}


def test_a_right_compiler_passes():
    assert checked(double, None).status == "same"
    assert checked(structure, None).status == "same"


@pytest.mark.parametrize(
    "change",
    [
        lambda r: r.astype(np.float32),
        lambda r: r[:2],
        lambda r: r.reshape(1, 3),
        lambda r: np.nextafter(r, 9),
        lambda r: list(r),
        lambda r: r[0],
        lambda r: (r,),
        lambda r: None,
        lambda r: r.view(type("Sub", (np.ndarray,), {})),
        lambda r: np.where(r > 0, np.nan, r),
    ],
)
def test_a_wrong_array(change):
    assert checked(double, after(change)).status == "wrong"


@pytest.mark.parametrize(
    "change",
    [
        lambda r: {"b": None, "a": r["a"]},
        lambda r: {**r, "b": 0},
        lambda r: {**r, "a": tuple(r["a"])},
        lambda r: {**r, "a": [r["a"][0], (float(r["a"][1][0]), 1)]},
        lambda r: {**r, "a": [r["a"][0], (r["a"][1][0], 1.0)]},
        lambda r: {**r, "a": [r["a"][0], (r["a"][1][0], True)]},
        lambda r: {**r, "a": [r["a"][0], [r["a"][1][0], 1]]},
        lambda r: {"a": [*r["a"], 1], "b": None},
    ],
)
def test_a_wrong_structure(change):
    assert checked(structure, after(change)).status == "wrong"


@pytest.mark.parametrize(
    "value, instead",
    [
        (1.0, np.float64(1.0)),
        (np.float64(1.0), np.array(1.0)),
        (1, True),
        (1, 1.0),
        (0.0, -0.0),
        (np.float64(0.0), np.float64(-0.0)),
        (np.float64(1.0), np.float32(1.0)),
        ("1", 1),
        (None, np.float64(np.nan)),
        (np.array([0.0]), np.array([-0.0])),
        (np.array([1]), np.array([True])),
        (np.array([1 + 0j]), np.array([1 - 0j * 1j * 1j - 1j])),
    ],
)
def test_kinds_of_numbers(value, instead):
    def constant(x):
        """A constant."""
        return value

    def wrong(function):
        return lambda x: instead

    assert checked(constant, wrong).status == "wrong"


def test_nan_is_like_nan():
    def nans(x):
        """NaN."""
        return x * np.nan, float("nan")

    assert checked(nans, after(lambda r: (-r[0], -r[1]))).status == "same"


def test_a_tolerance_lets_rounding_through_but_nothing_more():
    assert checked(double, after(lambda r: np.nextafter(r, 9)), tolerance=1e-12).status == "same"
    assert checked(double, after(lambda r: r + 1e-6), tolerance=1e-12).status == "wrong"
    assert checked(double, after(lambda r: r.astype("f4")), tolerance=1e-2).status == "wrong"


def increment(x):
    """In place."""
    x += 1


def test_a_missed_mutation():
    assert checked(increment, lambda f: lambda x: f(x.copy())).status == "wrong"


def test_a_mutation_too_many():
    assert checked(double, lambda f: lambda x: (f(x), increment(x))[0]).status == "wrong"


def test_a_missed_mutation_of_a_list():
    def grow(parts):
        """Appends."""
        parts.append(parts[0])

    assert checked(grow, lambda f: lambda parts: f(list(parts)), call([V])).status == "wrong"


def test_an_item_replaced_instead_of_changed():
    def change(parts):
        """In place in a list."""
        parts[0] += 1

    def replace(parts):
        parts[0] = parts[0] + 1

    assert checked(change, lambda f: replace, call([V])).status == "wrong"
    assert checked(change, None, call([V])).status == "same"


def test_a_lost_alias_of_the_argument():
    def identity(x):
        """The argument."""
        return x

    assert checked(identity, lambda f: lambda x: x.copy()).status == "wrong"
    assert checked(identity, lambda f: lambda x: x[:]).status == "wrong"


def test_a_lost_view():
    def view(x):
        """A view."""
        return x[1:]

    assert checked(view, lambda f: lambda x: x[1:].copy()).status == "wrong"


def test_a_view_where_there_should_be_a_copy():
    def copy(x):
        """A copy."""
        return x[1:].copy()

    assert checked(copy, lambda f: lambda x: x[1:]).status == "wrong"


def test_results_that_should_be_one_object():
    def twice(x):
        """One array in two places."""
        y = x * 2
        return y, y

    assert checked(twice, after(lambda r: (r[0], r[0].copy()))).status == "wrong"
    assert checked(twice, after(lambda r: (r[0], r[0][:]))).status == "wrong"


def test_overlapping_arguments_are_made_afresh():
    def pair():
        base = np.arange(4.0)
        return base[:3], base[1:]

    def write(a, b):
        """Writes one, reads the other."""
        a[1] = 100.0
        return b.sum()

    assert checked(write, None, fresh(pair)).status == "same"
    assert checked(write, lambda f: lambda a, b: f(a, b.copy()), fresh(pair)).status == "wrong"


def test_a_refusal_of_overlapping_arguments_changes_nothing():
    def pair():
        base = np.arange(4.0)
        return base[:3], base[1:]

    recorder = Recorder()
    args = pair()
    assert not differences(recorder.describe(args=args), recorder.describe(args=args))


def test_a_read_only_result():
    assert checked(double, after(lambda r: (r.setflags(write=False), r)[1])).status == "wrong"


def shout(x):
    """Prints."""
    print("sum", x.sum())
    return x * 1


@pytest.mark.parametrize(
    "wrong",
    [
        lambda f: lambda x: x * 1,
        lambda f: lambda x: (print("sum", x.sum(), end=""), x * 1)[1],
        lambda f: lambda x: (f(x), f(x))[1],
    ],
)
def test_printing(wrong):
    assert checked(shout, wrong).status == "wrong"


def fail(x):
    """Raises."""
    if x[0] < 0:
        raise ValueError("negative")
    return x * 1


def raising(error):
    def wrong(x):
        if x[0] < 0:
            raise error
        return x * 1

    return lambda f: wrong


@pytest.mark.parametrize("error", [KeyError("negative"), ValueError("positive"), RuntimeError("negative"), UnicodeError("negative")])
def test_another_exception(error):
    assert checked(fail, raising(error)).status == "wrong"


def test_no_exception_and_an_exception_too_many():
    assert checked(fail, lambda f: lambda x: x * 1).status == "wrong"
    assert checked(double, raising(ValueError("negative"))).status == "wrong"
    assert checked(fail, raising(ValueError("negative"))).status == "same"


def test_what_happens_before_an_exception_counts():
    def write_then_fail(x):
        """Writes, then raises."""
        x[0] = 100.0
        raise ValueError("after the write")

    def no_write(x):
        raise ValueError("after the write")

    assert checked(write_then_fail, lambda f: no_write).status == "wrong"


def test_state_that_is_watched():
    def counter(jit):
        """A counter."""
        count = {"n": 0}

        @jit
        def f(x):
            count["n"] += 1
            return x * 1

        return f, count

    def forgets(f):
        return lambda x: x * 1

    assert check(built(counter), transform=lambda f: f, to_static=lambda f: f).status == "same"
    assert check(built(counter), transform=lambda f: f, to_static=forgets).status == "wrong"


def test_only_the_second_call_is_wrong():
    def stale(f):
        first = []

        def wrong(x):
            if not first:
                first.append(f(x))
            return first[0].copy()

        return wrong

    assert checked(double, stale).status == "wrong"


class Caching:
    """A compiler with a cache counter that can be told to compile too often."""

    def __init__(self, misses_per_call):
        self.step = misses_per_call

    def __call__(self, function):
        cache = type("Info", (), {"misses": 0})()

        def static(*args):
            cache.misses += self.step or not cache.misses
            return function(*args)

        static.cache_info = lambda: cache
        return static


def test_a_second_call_must_be_a_hit():
    assert checked(double, Caching(0)).status == "same"
    verdict = checked(double, Caching(1))
    assert "compiled again" in str(verdict)
    assert checked(double, Caching(1), retraces=True).status == "same"


def refusing(line, touch=False):
    def compiler(function):
        def static(x):
            if touch:
                x += 1
            raise JoinError("cannot join", where=Location(__file__, line))

        return static

    return compiler


LINE = double.__code__.co_firstlineno + 2


def test_refusals_are_to_be_expected():
    from tests.harness import Refusal

    expected = Refusal("JoinError", "return x * 2")
    assert checked(double, refusing(LINE)).status == "wrong"
    assert checked(double, refusing(LINE), refused=expected).status == "refused"
    assert checked(double, refusing(LINE + 20), refused=expected).status == "wrong"
    assert checked(double, refusing(LINE), refused=Refusal("AliasError", "return x * 2")).status == "wrong"
    assert checked(double, refusing(LINE, touch=True), refused=expected).status == "wrong"
    assert checked(double, None, refused=expected).status == "wrong"


def test_the_transformed_mode_is_checked_too():
    theme = Theme("itself")
    theme(call(V))(double)
    verdict = check(theme.programs[0], transform=after(lambda r: r + 1), to_static=lambda f: f)
    assert [f.mode for f in verdict.failures] == ["transformed"] * 2


def test_a_program_that_is_not_repeatable():
    def leaky(jit):
        """State outside of the builder."""

        def f(x):
            V2[0] += 1
            return V2 * 1

        return jit(f)

    V2 = np.zeros(1)
    assert "not repeatable" in str(check(built(leaky), transform=lambda f: f, to_static=lambda f: f))


def small(x):
    """A determinant, whose bits machine code may lose."""
    return np.linalg.det(x)


@pytest.mark.parametrize(
    ("scale", "gives_up", "status", "said"),
    [
        (1.0, False, "same", ""),
        (1e-120, False, "wrong", "machine code gave up at 2 calls"),
        (1e-120, True, "same", ""),
        (1.0, True, "wrong", "machine code gives up no more"),
        (1e-120, None, "same", ""),
    ],
)
def test_machine_code_that_gives_up_is_to_be_expected(scale, gives_up, status, said):
    theme = Theme("itself")
    theme(call(np.eye(3) * scale))(small)
    verdict = check(theme.programs[0], ("static",), "native", gives_up=gives_up)
    assert verdict.status == status and said in str(verdict)
