"""Where machine code gives up, it is said on request: the op, the reason, and the user's line."""

import logging

import numpy as np
import pytest

import sct


@pytest.fixture
def told(caplog):
    """What the log `fallback` says."""
    caplog.set_level(logging.DEBUG, logger="sct.fallback")
    return lambda: [record.getMessage() for record in caplog.records if record.name == "sct.fallback"]


def line_of(f, text):
    """The line of the file on which a statement of `f` stands."""
    import inspect

    lines, first = inspect.getsourcelines(f)
    return first + next(k for k, line in enumerate(lines) if text in line)


def test_an_index_out_of_bounds(told):
    def f(x, i):
        s = 0.0
        for k in range(len(x)):
            s += x[i + k]
        return s

    g = sct.to_static(f, backend="native")
    x = np.arange(5.0)
    assert g(x, 0) == 10.0 and not told()
    assert "gave up" not in g.report()
    for _ in range(2):
        with pytest.raises(IndexError, match="index 5 is out of bounds"):
            g(x, 1)
    assert len(told()) == 2
    assert f"{__file__}:{line_of(f, 'x[i + k]')}: getitem: an index is out of bounds" in told()[0]
    assert "gave up at 2 of the calls" in g.report()


def test_an_integer_that_outgrows_64_bits(told):
    @sct.to_static(backend="native")
    def f(x, n):
        p = 1
        for v in range(n):
            p *= int(x[v])
        return p

    x = np.full(70, 3)
    assert f(x, 10) == 3**10 and not told()
    assert f(x, 70) == 3**70
    assert "py_mul: an integer outgrows 64 bits" in told()[0]


def test_what_only_plain_python_does(told):
    @sct.to_static(backend="native")
    def f(x):
        try:
            if x[0] > 1:
                raise ValueError("large")
            return 0
        except (ValueError, KeyError) as error:
            return str(error.__traceback__ is None)

    assert f(np.zeros(2)) == 0
    assert f(np.full(2, 2.0)) == "False"
    assert told()[0].endswith("raise: ValueError is raised inside of a `try` that may take it")


def test_the_first_of_several_places_and_arguments_stay_as_they_are(told):
    @sct.to_static(backend="native")
    def f(x, n):
        x += 1.0
        for k in range(n):
            x[k] = x[k + 1]

    x = np.arange(4.0)
    f(x, 3)
    np.testing.assert_array_equal(x, [2.0, 3.0, 4.0, 4.0])
    with pytest.raises(IndexError):
        f(x, 4)
    assert len(told()) == 1 and "getitem: an index is out of bounds" in told()[0]
    np.testing.assert_array_equal(x, [4.0, 5.0, 5.0, 5.0])


def test_programs_that_print_are_not_run_again(told, capsys):
    @sct.to_static(backend="native")
    def f(x, n):
        print("begun", n)
        return x[n]

    f(np.arange(3.0), 1)
    capsys.readouterr()
    with pytest.raises(IndexError):
        f(np.arange(3.0), 5)
    assert capsys.readouterr().out == "begun 5\n"
    assert told()[0].endswith("not run again to find out why")


def test_nothing_is_compiled_where_nobody_listens(monkeypatch):
    from sct.backends.native.executable import Executable

    monkeypatch.setattr(Executable, "_told", lambda *_: pytest.fail("asked"))

    @sct.to_static(backend="native")
    def f(x, i):
        return x[i]

    f(np.arange(3.0), 1)
    with pytest.raises(IndexError):
        f(np.arange(3.0), 4)
