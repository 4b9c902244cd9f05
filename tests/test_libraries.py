"""That `tests.fuzzing.libraries` sees what is the same, refused and wrong."""

import sys
import textwrap

import pytest

import sct
from tests.fuzzing.libraries import tried

MODULE = '''
import functools
import random

import numpy as np


def doubled(x):
    """
    >>> doubled(np.array([1.0, 2.0]))
    array([2., 4.])
    >>> doubled(np.array([3]))
    array([6])
    """
    return x * 2


def misprinted(x):
    """
    >>>misprinted(2)
    2
    """
    return x


def counted(xs):
    """
    >>> counted([])  # doctest: +LIKE_OTHERS
    >>> list(counted([1, 2]))
    [2, 3]
    """
    for x in xs:
        yield x + 1


def opened(name):
    """
    >>> opened("/nowhere")
    Traceback (most recent call last):
    FileNotFoundError: [Errno 2] No such file or directory: '/nowhere'
    """
    return open(name)


def drawn():
    """
    >>> 0 <= next(drawn.turns) <= 1
    True
    >>> drawn() > 0
    True
    """
    return next(drawn.turns)


drawn.turns = iter(range(1, 10**6))


def unused(x):
    return x


class Box:
    """
    >>> Box(2).grown(np.ones(2))
    array([3., 3.])
    """

    def __init__(self, n):
        self.n = n

    def grown(self, x):
        return self.sum_of(x)

    def sum_of(self, x):
        return x + self.n


def logged(function):
    @functools.wraps(function)
    def logging(*args):
        return function(*args)

    return logging


@logged
def wrapped(x):
    """
    >>> wrapped(np.ones(2))
    array([2., 2.])
    """
    return helped(x)


def written(function):
    scope = {"function": function}
    exec("def made(x): return function(x)", scope)
    return functools.wraps(function)(scope["made"])


@written
def unkept(x):
    return x + 1


def calls_unkept(x):
    """
    >>> calls_unkept(np.ones(2))
    array([2., 2.])
    """
    return unkept(x)


@functools.lru_cache
def kept(n):
    """
    >>> kept(2)
    3
    """
    return n + 1


def helped(x):
    return x + 1


class Kinds:
    """
    >>> Kinds.twice(2), Kinds().one, Kinds.name()
    (4, 1, 'Kinds')
    """

    @staticmethod
    def twice(n):
        return 2 * n

    @classmethod
    def name(cls):
        return cls.__name__

    @property
    def one(self):
        return 1
'''


@pytest.fixture
def library(tmp_path, monkeypatch):
    (tmp_path / "a_library_of_others.py").write_text(textwrap.dedent(MODULE))
    monkeypatch.syspath_prepend(tmp_path)
    yield "a_library_of_others"
    sys.modules.pop("a_library_of_others", None)


def test_what_became_of_each(library):
    rows = {row.name: row for row in tried(library)}
    found = {name: row.status for name, row in rows.items()}
    same = ["doubled", "counted", "Box.grown", "Box.sum_of", "wrapped", "wrapped.__wrapped__", "kept", "helped"]
    same += ["Kinds.twice", "Kinds.name", "Kinds.one"]

    same += ["unkept.__wrapped__", "calls_unkept"]
    refused = ["opened", "unkept"]
    assert found == {**dict.fromkeys(refused, "refused"), "drawn": "unlike", **dict.fromkeys(same, "same")}
    assert not hasattr(sys.modules[library].Box.grown, "__wrapped__")  # as it was written
    assert rows["doubled"].calls == 2 and "opens a file" in rows["opened"].text


def test_wrong_answers_are_seen(library):
    def broken(function, backend):
        static = sct.to_static(function, backend=backend)
        return lambda *args: static(*args) + 1 if function.__name__ in ("doubled", "grown") else static(*args)

    rows = {row.name: row for row in tried(library, to_static=broken)}
    assert {name for name, row in rows.items() if row.status == "wrong"} == {"doubled", "Box.grown"}
    assert "array([2., 4.])" in rows["doubled"].text or "[2. 4.]" in rows["doubled"].text


def test_defects_are_no_refusals(library):
    def broken(function, backend):
        def fails(*args):
            raise sct.errors.InternalError("a defect")

        return fails

    assert {row.status for row in tried(library, to_static=broken)} == {"wrong", "unlike"}


def test_functions_can_call_each_other_without_what_decorators_have_made(library):
    rows = {row.name: row for row in tried(library, unwrapped=True)}
    assert rows["unkept"].status == "refused" and "source" in rows["unkept"].text
    assert rows["calls_unkept"].status == "same"


def test_copies_are_the_users_own():
    rows = {row.name: row.status for row in tried("bisect", copied=True)} or {}
    assert not rows  # of which there are no doctests
    rows = {row.name: row for row in tried("heapq", copied=True)}
    assert not [row for row in rows.values() if row.status == "wrong"]
