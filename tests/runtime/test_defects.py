"""A defect of sct is an InternalError at the user's line, and never taken for an exception of the user's."""

import contextlib
import linecache
import warnings

import numpy as np
import pytest

import sct
from sct import errors, passes
from sct.runtime.calls import foreign_call
from sct.runtime.calls.defects import is_users
from sct.runtime.numpy_functions import numpy_calls
from sct.runtime.trace import Trace

X = np.arange(6.0)


def straight(x):
    y = x + 1.0
    return np.sqrt(y)


def in_a_branch(x):
    if x[0] > 0:
        x = np.sqrt(x)
    return x


def in_a_loop(x):
    total = 0.0
    for i in range(x.shape[0]):
        total += np.sqrt(x[i])
    return total


def caught(x):
    try:
        return np.sqrt(x)
    except Exception:
        return x


class Swallows:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        return True


def swallowed(x):
    with Swallows():
        x = np.sqrt(x)
    return x


def suppressed(x):
    with contextlib.suppress(AttributeError, KeyError, NameError, AssertionError):
        x = np.sqrt(x)
    return x


FUNCTIONS = [straight, in_a_branch, in_a_loop, caught, swallowed, suppressed]


def broken(kind):
    def call(*args, **kwargs):
        if kind is AttributeError:
            return Trace.no_such_attribute
        if kind is KeyError:
            return {}["no such key"]
        if kind is NameError:
            return no_such_name  # noqa: F821
        if kind is UnboundLocalError:
            return not_yet  # noqa: F821
        if kind is TypeError:
            return None + 1
        if kind is ValueError:
            return int("x")
        if kind is IndexError:
            return [][0]
        if kind is ZeroDivisionError:
            return 1 // 0
        not_yet = None
        raise kind("sct's own")

    # as if it stood in sct
    return type(call)(
        call.__code__, {"__name__": "sct.runtime.numpy_functions.numpy_calls", "Trace": Trace}, "call", None, call.__closure__
    )


@pytest.mark.parametrize("kind", [AttributeError, KeyError, NameError, AssertionError, UnboundLocalError])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_a_defect_while_tracing(function, kind, monkeypatch):
    monkeypatch.setattr(numpy_calls, "call_numpy", broken(kind))
    static = sct.to_static(function)
    with pytest.raises(errors.InternalError) as raised:
        static(X)
    error = raised.value
    assert type(error.__cause__).__name__ == kind.__name__
    assert error.where.filename == __file__
    assert "np.sqrt" in str(error) and kind.__name__ in error.what
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        plainly = sct.to_static(function, full_graph=False)
        assert repr(plainly(X)) == repr(function(X))


@pytest.mark.parametrize("kind", [TypeError, ValueError, IndexError, ZeroDivisionError])
def test_a_defect_that_a_handler_would_take(kind, monkeypatch):
    monkeypatch.setattr(numpy_calls, "call_numpy", broken(kind))
    with pytest.raises(errors.InternalError, match=kind.__name__) as raised:
        sct.to_static(caught)(X)
    assert raised.value.where.filename == __file__
    with pytest.warns(errors.PlainPythonWarning, match=f"raised {kind.__name__}"):
        assert np.array_equal(sct.to_static(swallowed)(X), swallowed(X))


def with_effects(x, noise):
    x += 1.0
    print("before", x[0])
    k = noise.integers(10)
    if x[0] > 0:
        x[1] = k
        x = np.sqrt(x)
    print("after", x[1])
    return x, noise.integers(10)


@pytest.mark.parametrize("kind", [TypeError, ValueError, IndexError, ZeroDivisionError])
def test_a_defect_that_looks_like_an_error_of_the_user_is_not_believed(kind, monkeypatch, capsys):
    """Plain Python is asked, and answers as if the program had not begun: it has changed, drawn and printed nothing."""
    monkeypatch.setattr(numpy_calls, "call_numpy", broken(kind))
    static, found, printed = sct.to_static(with_effects), [], []
    for function in (with_effects, static, static):
        x = np.arange(6.0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found.append((function(x, np.random.default_rng(5)), x))
        printed.append(capsys.readouterr().out)
    assert repr(found[0]) == repr(found[1]) == repr(found[2])
    assert printed[0] == printed[1] == printed[2]


@pytest.mark.parametrize("kind", [TypeError, ValueError, IndexError])
def test_a_defect_in_a_pass(kind, monkeypatch):
    def fail(program):
        raise kind("sct's own")

    monkeypatch.setattr(passes, "optimize", fail)
    with pytest.raises(errors.InternalError, match=kind.__name__) as raised:
        sct.to_static(straight)(X)
    assert raised.value.where.line == straight.__code__.co_firstlineno


def users(kind):
    def helper(x):
        raise kind("the user's own")

    def function(x):
        if x.shape[0] == 6:
            helper(x)
        return x

    return function


@pytest.mark.parametrize("kind", [AttributeError, KeyError, NameError, AssertionError, TypeError, IndexError])
def test_the_same_from_the_user_stays_theirs(kind):
    function = users(kind)
    with pytest.raises(kind, match="the user's own") as raised:
        sct.to_static(function)(X)
    assert type(raised.value) is kind


def test_what_python_raises_for_the_user_stays_theirs():
    def missing(x):
        return x.no_such_attribute

    def key(x):
        return {"a": x}["b"]

    def name(x):
        return no_such_name_at_all + x  # noqa: F821

    for function, kind in ((missing, AttributeError), (key, KeyError), (name, NameError)):
        with pytest.raises(kind) as raised:
            sct.to_static(function)(X)
        assert not isinstance(raised.value, errors.SctError)


def test_a_program_that_raises_where_plain_python_does_not_is_told_of():
    static = sct.to_static(straight, backend="numpy")
    static(X)
    (layer,) = static._entries.values()

    def fail(*args, **kwargs):
        raise ValueError("of no use")

    static._last.call = layer.call = fail
    with pytest.warns(errors.PlainPythonWarning, match="straight: the program raised ValueError.*of no use") as told:
        found = static(X)
    assert np.array_equal(found, straight(X))
    assert told[0].filename == __file__


OWN_ZIPS = """
def listed(): return [a for a, b in zip([1], [], strict=True)]
def all_of(): return all(a for a, b in zip([1], [], strict=True))
def looped():
    for a, b in zip([1], [], strict=True): pass
def made(): return dict(zip([1], [], strict=True))
def over_lines():
    return [
        a
        for a, b in zip(
            [1],
            [],
            strict=True,
        )
        if a
    ]
def over_lines_lazily():
    return all(
        a
        for a, b in zip([1], [], strict=True)
    )
def walked(pairs): return [a for a, b in pairs]
def walked_lazily(pairs): return all(a for a, b in pairs)
"""


def test_lengths_that_differ_in_zips_of_our_own():
    ours, theirs = {"__name__": "sct.runtime.somewhere"}, {"__name__": "users"}
    linecache.cache["own zips"] = (len(OWN_ZIPS), None, OWN_ZIPS.splitlines(keepends=True), "own zips")
    for scope in (ours, theirs):
        exec(compile(OWN_ZIPS, "own zips", "exec"), scope)

    def told(function, *args):
        with pytest.raises(ValueError, match="argument 2 is shorter") as caught:
            function(*args)
        return is_users(caught.value)

    for name in ("listed", "all_of", "looped", "made", "over_lines", "over_lines_lazily"):
        assert not told(ours[name])
        assert told(theirs[name])
    for name in ("walked", "walked_lazily"):  # what the user has zipped
        assert told(ours[name], zip([1], [], strict=True))


@pytest.mark.parametrize("go_through", [list, dict, lambda pairs: [a for a, b in pairs], lambda pairs: max(pairs)])
def test_lengths_that_differ_in_zips_of_the_user(go_through):
    def f(x):
        return x, go_through(zip([1, 2], [3], strict=True))

    with pytest.raises(ValueError, match="argument 2 is shorter") as caught:
        sct.to_static(f)(X)
    assert type(caught.value) is ValueError


def test_a_message_that_only_the_run_knows():
    def f(x):
        bad = ""
        for k in range(len(x)):
            if x[k] < 2:
                bad += f" {k}"
        if bad:
            raise ValueError("too small:" + bad)
        return x

    with pytest.raises(ValueError, match="too small: 0 1"):
        sct.to_static(f)(X)


OWN_NEXTS = """
def found(): return next(k for k in [] if k)
def over_lines():
    return next(
        k
        for k in []
        if k
    )
def stepped(steps): return next(steps)
"""


def test_what_our_own_code_does_not_find():
    ours, theirs = {"__name__": "sct.runtime.somewhere"}, {"__name__": "users"}
    linecache.cache["own nexts"] = (len(OWN_NEXTS), None, OWN_NEXTS.splitlines(keepends=True), "own nexts")
    for scope in (ours, theirs):
        exec(compile(OWN_NEXTS, "own nexts", "exec"), scope)

    def told(function, *args):
        with pytest.raises(StopIteration) as caught:
            function(*args)
        return is_users(caught.value)

    for name in ("found", "over_lines"):
        assert not told(ours[name])
        assert told(theirs[name])
    assert told(ours["stepped"], iter([]))


def chosen(x):
    y = [1.0, 2.0] if x[0] > 3 else x
    return np.sqrt(y)


def chosen_in_a_branch(x):
    y = [1.0, 2.0] if x[0] > 3 else x
    if x[1] > 0:
        y = np.sqrt(y)
    return y


@pytest.mark.parametrize("function", [chosen, chosen_in_a_branch])
def test_what_our_own_code_asks_of_one_of_several(function, monkeypatch):
    def call(trace, args):
        return args[0].storage

    ours = type(call)(call.__code__, {"__name__": "sct.runtime.numpy_functions.numpy_calls"})
    monkeypatch.setattr(foreign_call, "distribute_call", lambda f, args, kwargs: ours(None, args))
    with pytest.raises(errors.InternalError, match="'list' object has no attribute 'storage'"):
        sct.to_static(function)(X)


@pytest.mark.parametrize("name", ["storage", "spec", "born", "steps", "python_type", "sct_value"])
def test_our_own_attributes_are_none_of_an_array(name):
    scope = {}
    text = f"def f(x): return getattr(x, '{name}', 7), getattr(x[0], '{name}', 8), hasattr(x, '{name}')\n"
    text += f"def g(x): return x.{name}\ndef h(x): return (x if x[0] > 3 else [1.0]).{name}\n"
    linecache.cache[f"of {name}"] = (len(text), None, text.splitlines(keepends=True), f"of {name}")
    exec(compile(text, f"of {name}", "exec"), scope)
    assert sct.to_static(scope["f"])(X) == (7, 8, False)
    for function in (scope["g"], scope["h"]):
        with pytest.raises(AttributeError, match=f"has no attribute '{name}'") as raised:
            sct.to_static(function)(X)
        assert type(raised.value) is AttributeError


def test_attributes_of_what_stands_for_a_range_or_zip():
    def length(x):
        return zip(x, x).length

    def length_of_range(x):
        return range(int(x[5])).length

    def count(x):
        return range(int(x[5])).count(0)

    for function in (length, length_of_range):
        with pytest.raises(AttributeError, match="has no attribute 'length'"):
            sct.to_static(function)(X)
    assert sct.to_static(count)(X) == count(X)
