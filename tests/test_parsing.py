"""The parser is asked again where threads spoiled its count (CPython 3.11), and never otherwise."""

import ast

import pytest

from sct import parsing


@pytest.fixture
def spoiled(monkeypatch):
    """Let the parser fail as the race makes it fail, so many times; the number of calls so far."""
    calls = []

    def arrange(times):
        def sometimes(text, mode):
            calls.append(text)
            if len(calls) <= times:
                raise SystemError("AST constructor recursion depth mismatch (before=39, after=32)")
            return once(text, mode)

        once = parsing._once
        monkeypatch.setattr(parsing, "_once", sometimes)
        return calls

    return arrange


def test_a_spoiled_count_is_asked_again(spoiled):
    calls = spoiled(3)
    assert ast.unparse(parsing.parsed("x = 1")) == "x = 1"
    assert len(calls) == 4


def test_an_error_that_stays_is_raised(spoiled):
    calls = spoiled(10**6)
    with pytest.raises(SystemError, match="depth mismatch"):
        parsing.parsed("x = 1")
    assert len(calls) == parsing.TRIES


def test_a_wrong_text_is_not_tried_again(spoiled):
    calls = spoiled(0)
    with pytest.raises(SyntaxError):
        parsing.parsed("x = = 1")
    assert len(calls) == 1


def test_an_expression():
    assert isinstance(parsing.parsed("a + b", "eval"), ast.Expression)


def test_nothing_in_the_package_goes_past_it(pytestconfig):
    asks = [
        path.name
        for path in (pytestconfig.rootpath / "sct").rglob("*.py")
        if any(
            word in line and ">>>" not in line
            for line in path.read_text("utf8").splitlines()
            for word in ("ast.parse(", "PyCF_ONLY_AST")
        )
    ]
    assert asks == ["parsing.py"]
