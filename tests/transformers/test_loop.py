"""Loop: becomes, behaves, refuses."""

import pytest

from sct.errors import ContractError
from sct.transformers.break_continue import BreakContinue
from sct.transformers.examples import becomes
from sct.transformers.loop import Loop
from sct.transformers.names import Unbound
from tests.transformers.lists import check_becomes

BOTH = (Unbound, Loop)


def test_while():
    check_becomes(
        BOTH,
        """
        def f(n):
            while n > 0:
                n -= 1
            return n
        """,
        """
        def f(n):

            def get_state():
                return (n,)

            def set_state(state):
                nonlocal n
                n, = state

            def test():
                return n > 0

            def body():
                nonlocal n
                n -= 1
            _sct.convert_while(test, body, get_state, set_state, ('n',))
            return n
        """,
    )


def test_a_walrus_in_the_test_is_state():
    text = becomes(BOTH, "def f(g):\n    while (x := g()):\n        pass\n    return x")
    assert "def test():\n        nonlocal x\n        return (x := g())" in text
    assert "return _sct.ld(x)" not in text  # the test is always evaluated


def test_for_with_break():
    check_becomes(
        (BreakContinue, Unbound, Loop),
        """
        def f(xs):
            for (i, *j) in xs:
                if i:
                    break
            return j
        """,
        """
        def f(xs):
            stopped = False
            j = _sct.Undefined('j')

            def get_state():
                return (j, stopped)

            def set_state(state):
                nonlocal j, stopped
                j, stopped = state

            def body(item):
                nonlocal j, stopped
                i, *j = item
                if i:
                    stopped = True
            _sct.convert_for(xs, body, lambda: not stopped, get_state, set_state, ('j', 'stopped'))
            return _sct.ld(j)
        """,
    )


def test_nested_loops_share_through_both_bodies():
    text = becomes(
        BOTH, "def f(a):\n    i = j = s = 0\n    for i in a:\n        for j in i:\n            s += j\n    return i, j, s"
    )
    inner = text.partition("def body(item):")[2]
    assert "nonlocal i, j, s" in inner and "('j', 's')" in inner and "('i', 'j', 's')" in inner


def test_a_loop_without_names():
    text = becomes(BOTH, "def f(g):\n    while g():\n        pass")
    assert "_sct.convert_while(test, body, get_state, set_state, ())" in text


def test_an_else_clause_has_to_be_gone():
    with pytest.raises(ContractError, match="else clause"):
        becomes(BOTH, "def f(c):\n    while c:\n        pass\n    else:\n        c = 1")


@pytest.mark.parametrize("jump", ["return 1", "break", "continue"])
def test_refuses_jumps(jump):
    with pytest.raises(ContractError, match="would leave a local function"):
        becomes(BOTH, f"def f(c):\n    while c:\n        {jump}")


def test_loops_in_generators_are_left():
    assert "_sct" not in becomes(BOTH, "def f(c):\n    def g():\n        for i in c:\n            yield i\n    return g")
