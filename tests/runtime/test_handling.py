"""Exceptions that the function handles are control flow of the program, where nobody else sees them first."""

import contextlib
import io
import sys

import numpy as np
import pytest

import sct
from tests.programs import attempts, ended_iterators, endings, handlers, handling_managers, load, shapes_that_do_not_fit

LEFT_TO_PYTHON = {
    "ends_inside_of_generators": "a RuntimeError that the generator itself makes",
    "ends_of_maps": "what ends Python's own map",
    "names_are_deleted": "words of Python's that sct says in its place",
    "properties_that_raise": "what hasattr sees",
    "raised_by_the_manager": "what the manager's own code raises",
    "properties_with_another_answer": "what `__getattr__` is asked instead",
    "views_that_may_not_be_there": "a view that is made once more, for what shares memory with it",
}
MODULES = (attempts, ended_iterators, endings, handlers, handling_managers, shapes_that_do_not_fit)
PROGRAMS = {one.name: (one, module) for module in MODULES for one in load(module.__name__.split(".")[-1])}
LEAVING = ("raised_again", "whole_numbers_of_some")
X = np.array([5.0, 1.0, 7.0, 90.0])


def is_run_by_python(static, function, made):
    """Whether a call that is served already runs the user's own code."""
    seen = []

    def watch(frame, event, _):
        if event == "call" and frame.f_code is function.__code__:
            seen.append(frame.f_lineno)

    sys.setprofile(watch)
    try:
        with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
            static(*made.args, **made.kwargs)
    finally:
        sys.setprofile(None)
    return bool(seen)


def run(function, *args):
    static = sct.to_static(function, backend="numpy")
    assert static(*args) == function(*args)


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_programs_go_on_in_their_handlers(name):
    program, module = PROGRAMS[name]
    function = getattr(module, name)
    static = sct.to_static(function, backend="numpy")
    for made in program.calls:
        with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
            static(*made().args)
    found = any(is_run_by_python(static, function, made()) for made in program.calls)
    assert found == (name in LEFT_TO_PYTHON or name in LEAVING)


def in_a_stack(x):
    log = []
    try:
        with contextlib.ExitStack() as stack:
            stack.callback(log.append, x[1])
            if x[0] > 4:
                raise ValueError
    except ValueError:
        log.append(0.0)
    return log


def in_a_manager_that_raises(x):
    class Raising:
        def __enter__(self):
            return self

        def __exit__(self, kind, error, traceback):
            if kind is not None:
                raise LookupError("instead")

    try:
        with Raising():
            if x[0] > 4:
                raise ValueError
    except LookupError as e:
        return str(e)
    return 2


@contextlib.contextmanager
def catching(log):
    try:
        yield
    except ValueError:
        log.append(1)


def in_a_generator_that_catches(x):
    log = []
    try:
        with catching(log):
            if x[0] > 4:
                raise ValueError
            if x[3] > 5:
                raise KeyError
    except KeyError:
        log.append(2)
    return log


def with_others_that_came_before(x):
    try:
        try:
            if x[0] > 4:
                raise KeyError(1)
            if x[3] > 50:
                raise IndexError(2)
        except LookupError:
            raise ValueError("v") from None
    except ValueError as e:
        return type(e.__context__).__name__, e.__context__.args
    try:
        if x[0] > 0.3:
            raise ValueError from KeyError(7)
        if x[3] > 5:
            raise ValueError from IndexError(8)
    except ValueError as e:
        return e.__cause__.args
    return 5


def in_a_generator(x):
    def through():
        for v in x:
            yield v

    n = 0.0
    try:
        for v in through():
            if v > 50:
                raise ValueError
            n += v
    except ValueError:
        n = -n
    return n


def by_the_end_of_an_iterator(x):
    def first(limit):
        for v in x:
            if v > limit:
                return v
        raise StopIteration

    try:
        return next(first(v) for v in (4, 100))
    except StopIteration:
        return -1


@pytest.mark.parametrize(
    "function",
    [
        in_a_stack, in_a_manager_that_raises, in_a_generator_that_catches, in_a_generator, by_the_end_of_an_iterator, with_others_that_came_before,
    ],
)  # fmt: skip
def test_what_others_see_first_is_left_to_python(function):
    for x in (X, X / 10):
        run(function, x)


def test_what_no_handler_takes_leaves_the_function():
    def function(x):
        try:
            if x[0] > 4:
                raise KeyError(3)
        except ValueError:
            return 1
        return 2

    with pytest.raises(KeyError):
        sct.to_static(function, backend="numpy")(X)
    run(function, X / 10)


def test_handlers_stay_pythons_where_a_jump_would_be_refused():
    def function(x):
        s = t = {1, 2}
        q = {7, 8} if x[0] > 0 else [1]
        try:
            s |= q
        except TypeError:
            return 5
        return s, t, s is t, q

    for x in (X, -X):
        run(function, x)
