"""Builtins on plain values are the builtins; in their place may stand the user's own."""

import builtins

import pytest

from sct.runtime.numbers.builtins_ import convert_builtin

NAMES = """
    int float bool complex len range enumerate zip min max sum any all isinstance abs round divmod pow sorted reversed map
    filter getattr setattr hasattr iter next list tuple dict set
""".split()


@pytest.mark.parametrize("name", NAMES)
def test_plain_builtins_are_themselves(name):
    f = getattr(builtins, name)
    assert convert_builtin(f) is f


def test_a_users_function_of_that_name():
    def len(x):
        return "mine"

    assert convert_builtin(len)([]) == "mine"
