"""Error messages: golden texts, their parts, pickling, documentation."""

import copy
import inspect
import linecache
import pickle

import pytest

from sct import errors
from sct.errors import JoinError, Location, SctError, UnsupportedSyntaxError

CLASSES = [c for n, c in vars(errors).items() if inspect.isclass(c) and issubclass(c, SctError)]

SOURCE = """\
def f(x):
    if x.sum() > 0:
        y = x
    else:
        y = (
            "nothing")
    return y
"""


@pytest.fixture(autouse=True)
def _source():
    name = "<golden>"
    linecache.cache[name] = (len(SOURCE), None, SOURCE.splitlines(keepends=True), name)
    yield
    del linecache.cache[name]


def at(line, column, end=None, function="f", end_line=None):
    return Location("<golden>", line, column, end_line or line, end, function)


def test_a_message_with_all_parts():
    error = JoinError(
        "'y' is an array on one way and a string on the other.",
        where=at(2, 4, 19),
        why="The program has to give one kind of value to y.",
        fix="Give y an array on both ways.",
        also=(("first", at(3, 8, 13)), ("second", at(5, 8, 22, end_line=6))),
    )
    assert str(error) == (
        "\n"
        "<golden>:2:5, in f\n"
        "    if x.sum() > 0:\n"
        "    ^^^^^^^^^^^^^^^\n"
        "first: <golden>:3:9, in f\n"
        "    y = x\n"
        "    ^^^^^\n"
        "second: <golden>:5:9, in f\n"
        "    y = (\n"
        "    ^^^^^\n"
        "Why: The program has to give one kind of value to y.\n"
        "Fix: Give y an array on both ways.\n"
        "'y' is an array on one way and a string on the other."
    )


def test_a_message_of_one_line_stands_beside_the_class():
    assert str(SctError("what")) == "what"


def test_the_key_line_is_last_and_what_people_see_in_a_traceback():
    import traceback

    error = UnsupportedSyntaxError("yield is not supported.", where=at(7, 4, 12))
    assert traceback.format_exception_only(error)[-1].rstrip().endswith("\nyield is not supported.")


def test_a_place_without_source_is_still_named():
    error = SctError("what", where=Location("<gone>", 3, 4))
    assert str(error) == "\n<gone>:3:5\nwhat"


@pytest.mark.parametrize(
    "column, end, marks",
    [
        (7, 14, "       ^^^^^^^"),
        (0, None, "    ^"),  # nothing before the text is ever marked
        (4, 400, "    " + "^" * 15),  # nor behind it
        (12, 12, " " * 12 + "^"),  # an empty span is still a place
    ],
)
def test_carets(column, end, marks):
    line, under = at(2, column, end).excerpt().split("\n")
    assert line == "    if x.sum() > 0:"
    assert under == marks


@pytest.mark.parametrize("kind", CLASSES, ids=lambda c: c.__name__)
def test_a_class_explains_itself(kind):
    assert kind.__doc__ and kind.__doc__.strip().endswith((".", "`"))
    assert kind.__name__ in errors.__all__
    assert kind.default_fix == "" or kind.default_fix.endswith(".")


@pytest.mark.parametrize("kind", CLASSES, ids=lambda c: c.__name__)
@pytest.mark.parametrize("again", [lambda e: pickle.loads(pickle.dumps(e)), copy.copy, copy.deepcopy])
def test_an_error_survives_pickling_and_copying(kind, again):
    error = kind("what", where=at(1, 4, 5), why="why", also=(("there", at(3, 8)),))
    twin = again(error)
    assert type(twin) is kind
    assert str(twin) == str(error)
    assert twin.where == error.where


@pytest.mark.parametrize(
    "kind, builtin",
    [
        (errors.ArgumentsError, TypeError),
        (errors.ObjectDtypeError, TypeError),
        (errors.SpecMismatchError, TypeError),
        (errors.StaticValueError, TypeError),
        (errors.SymbolicRecursionError, RecursionError),
        (errors.UnsupportedOpError, NotImplementedError),
        (errors.ProgramTextError, ValueError),
    ],
)
def test_errors_are_also_what_python_would_have_raised(kind, builtin):
    with pytest.raises(builtin):
        raise kind("what")
