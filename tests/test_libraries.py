"""That `tests.fuzzing.libraries` sees what is the same, refused and wrong."""

import sys
import textwrap

import pytest

import sct
from tests.fuzzing.libraries import tried

MODULE = '''
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


def counted(xs):
    """
    >>> list(counted([1, 2]))
    [2, 3]
    """
    for x in xs:
        yield x + 1


def adder(n):
    """
    >>> adder(1)(2)
    3
    """
    return lambda x: x + n


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
    boxes = {"Box.grown": "same", "Box.sum_of": "same"}
    assert found == {"doubled": "same", "counted": "same", "adder": "refused", "drawn": "unlike", **boxes}
    assert not hasattr(sys.modules[library].Box.grown, "__wrapped__")  # as it was written
    assert rows["doubled"].calls == 2 and "a function cannot be returned" in rows["adder"].text


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
