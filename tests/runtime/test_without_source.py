"""Functions without source do nothing but answer, and what they read is guarded; else they are refused."""

import random

import numpy as np
import pytest

import sct
from tests.programs.handed_out import _count, _scope

X = np.arange(3.0)


@pytest.mark.parametrize("name", ["raise_limit", "drawn", "count"])
def test_what_changes_at_each_call_is_refused(name):
    inner = _count if name == "count" else _scope[name]

    def f(x):
        return x.sum() + inner()

    state, limit = random.getstate(), _scope["LIMIT"]
    with pytest.raises(sct.errors.UnsupportedCallError, match="of which there is no source|random"):
        sct.to_static(f)(X)
    assert random.getstate() == state and _scope["LIMIT"] == limit


def test_a_list_that_it_changes_is_refused():
    def f(x):
        return x.sum() + _scope["seen"](1)

    with pytest.raises(sct.errors.UnsupportedCallError, match="changes 'SEEN'"):
        sct.to_static(f)(X)


def test_a_global_that_it_reads_is_guarded(monkeypatch):
    def f(x):
        return x.sum() + _scope["limit"]()

    static = sct.to_static(f)
    assert static(X) == 6.0
    monkeypatch.setitem(_scope, "LIMIT", 10)
    assert static(X) == 13.0


def test_a_list_of_arrays_that_it_reads_or_changes():
    scope = {"ARRAYS": [np.arange(3.0), np.ones(2)]}
    exec("def total(): return len(ARRAYS)\ndef put():\n    ARRAYS[0] = ARRAYS[1]\n    return 1", scope)  # noqa: S102

    def reads(x):
        return x.sum() + scope["total"]()

    def changes(x):
        return x.sum() + scope["put"]()

    assert sct.to_static(reads)(X) == 5.0
    with pytest.raises(sct.errors.UnsupportedCallError, match="changes 'ARRAYS'"):
        sct.to_static(changes)(X)


def test_generators_are_refused():
    """They run when they are stepped, and what they change then nobody sees."""
    scope = {"made": lambda xs: (xs.append(x) for x in (1, 2))}
    exec("def counted(xs):\n    for x in (1, 2):\n        xs.append(x)\n        yield x\ndef pair(xs):\n    return made(xs), 1", scope)  # noqa: S102

    def drained(xs):
        return list(scope["counted"](xs))

    def handed_on(xs):
        return list(scope["pair"](xs)[0])

    for function in (drained, handed_on):
        given = [0]
        with pytest.raises(sct.errors.UnsupportedCallError, match="of which there is no source, answers a generator"):
            sct.to_static(function)(given)
        assert given == [0]
