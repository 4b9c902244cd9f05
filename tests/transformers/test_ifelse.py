"""IfElse: becomes, behaves, refuses."""

import pytest

from sct.errors import ContractError
from sct.transformers.examples import becomes
from sct.transformers.ifelse import IfElse
from sct.transformers.names import Unbound
from tests.transformers.lists import check_becomes

BOTH = (Unbound, IfElse)


def test_an_unbound_name_starts_as_undefined():
    check_becomes(
        BOTH,
        """
        def f(c):
            if c:
                x = 1
            return x
        """,
        """
        def f(c):
            x = _sct.Undefined('x')

            def get_state():
                return (x,)

            def set_state(state):
                nonlocal x
                x, = state

            def body():
                nonlocal x
                x = 1

            def orelse():
                pass
            _sct.convert_ifelse(c, body, orelse, get_state, set_state, ('x',))
            return _sct.ld(x)
        """,
    )


def test_a_branch_that_binds_nothing_has_an_empty_state():
    check_becomes(
        BOTH,
        """
        def f(c):
            if c:
                print(c)
        """,
        """
        def f(c):

            def get_state():
                return ()

            def set_state(state):
                pass

            def body():
                print(c)

            def orelse():
                pass
            _sct.convert_ifelse(c, body, orelse, get_state, set_state, ())
        """,
    )


def test_globals_may_be_missing():
    check_becomes(
        BOTH,
        """
        def f(c):
            if c:
                global n
                n = 1
        """,
        """
        def f(c):
            global n

            def get_state():
                try:
                    n_1 = n
                except NameError:
                    n_1 = _sct.Undefined('n')
                return (n_1,)

            def set_state(state):
                global n
                n, = state
                if n.__class__ is _sct.Undefined:
                    del n

            def body():
                global n
                pass
                n = 1

            def orelse():
                pass
            _sct.convert_ifelse(c, body, orelse, get_state, set_state, ('n',))
        """,
    )


def test_a_deletion_makes_a_name_undefined():
    text = becomes(BOTH, "def f(c):\n    x = 1\n    if c:\n        del x\n    return x")
    assert "    x = 1\n" in text and "x = _sct.Undefined('x')" in text.partition("def body")[2]
    assert "return _sct.ld(x)" in text
    assert "_sct.ld(x)\n" not in text.partition("def body")[2].partition("orelse")[0]  # it surely has a value there


def test_names_that_a_nested_function_rebinds_belong_to_the_state():
    text = becomes(
        BOTH,
        """
        def f(c):
            n = 0
            def bump():
                nonlocal n
                n += 1
            if c:
                bump()
            return n
        """,
    )
    assert "('n',)" in text


def test_user_names_win_over_generated_ones():
    text = becomes(BOTH, "def f(body, state):\n    if body:\n        state = get_state\n    return state")
    assert "def body_1():" in text and "def set_state(state_1):" in text and "def get_state_1():" in text


def test_class_bodies_and_generators_are_left():
    text = becomes(
        BOTH,
        """
        def f(c):
            class C:
                if c:
                    x = 1
                def m(self):
                    if c:
                        return 1
            def g():
                if c:
                    yield 1
            async def h():
                if c:
                    await c
        """,
    )
    assert text.count("if c:") == 4 and "_sct" not in text


def test_temporaries_are_no_state():
    class Temporary(Unbound):
        def run(self, tree):
            self.ctx.temporaries.add("t")
            return super().run(tree)

    text = becomes((Temporary, IfElse), "def f(c):\n    if c:\n        t = c\n        x = t\n    return x")
    assert "('x',)" in text and "nonlocal t" not in text


@pytest.mark.parametrize("jump", ["return 1", "x = [(yield)]"])
def test_refuses_what_would_leave_the_branch(jump):
    source = f"def f(c):\n    if c:\n        {jump}"
    if "yield" in jump:  # a generator is left alone
        assert "_sct" not in becomes(BOTH, source)
        return
    with pytest.raises(ContractError, match="would leave a local function") as caught:
        becomes(BOTH, source)
    assert caught.value.where.line == 3


def test_refuses_a_break_of_a_loop_around():
    with pytest.raises(ContractError, match="IfElse met a Break"):
        becomes((IfElse,), "def f(c):\n    for i in c:\n        if i:\n            break")
