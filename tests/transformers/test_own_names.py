"""Names that nothing outside of a branch or loop body reads are no state of it."""

import pytest

from sct.transformers import PIPELINE
from sct.transformers.analysis import plain_names, scopes_of
from sct.transformers.examples import becomes
from tests.transformers.lists import behaves


def states(source):
    """The names that each statement shares with the code around it, inner statements first."""
    text = becomes(PIPELINE, source)
    lines = [line.strip() for line in text.splitlines() if ", get_state" in line]
    return [eval(line[line.index("(", line.index("set_state")) : -1]) if "(" in line.partition("set_state")[2] else () for line in lines]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(c, x):\n    if c:\n        t = x + 1\n        x = t * t\n    return x", [("x",)]),
        ("def f(xs):\n    s = 0\n    for x in xs:\n        t = x + 1\n        s += t\n    return s", [("s",)]),
        ("def f(xs):\n    s = 0\n    for x in xs:\n        t = x + 1\n        s += t\n    return s, t", [("s", "t")]),
        ("def f(c, x):\n    if c:\n        t = 1\n    else:\n        t = 2\n    return x", [("t",)]),  # in both arms
        ("def f(xs):\n    for x in xs:\n        if x:\n            t = x\n        x(t)", [("t",), ("t",)]),  # of the turn before
        ("def f(xs):\n    for x in xs:\n        g = lambda: x\n        g()", [("x",)]),
        ("def f(xs):\n    for x in xs:\n        g = (x + y for y in xs)\n        g()", [("x",)]),
        ("def f(xs):\n    for x in xs:\n        g = [x + y for y in xs]\n        g()", [()]),
        ("def f(xs):\n    for x in xs:\n        y = x\n        del y", [("y",)]),
        ("def f(xs):\n    for x in xs:\n        import math\n        math.sin(x)", [("math",)]),
        ("def f(xs):\n    for x in xs:\n        global y\n        y = x", [("y",)]),
        ("def f(x):\n    while x:\n        y = x - 1\n        x = y and x\n", [("x",)]),
    ],
)
def test_states(source, expected):
    assert states(source) == expected


@pytest.mark.parametrize(
    ("source", "args"),
    [
        ("def f(xs):\n    made = []\n    for x in xs:\n        made.append(lambda: x)\n    return [g() for g in made]", ([1, 2, 3],)),
        ("def f(xs):\n    made = []\n    for x in xs:\n        y = x * x\n        made.append(y + z for z in (1, 2))\n    return [sum(g) for g in made]", ([1, 2, 3],)),
        ("def f(xs):\n    made = []\n    for x in xs:\n        def g(k=x):\n            return k + x\n        made.append(g)\n    return [g() for g in made]", ([1, 2, 3],)),
        ("def f(xs):\n    s = 0\n    for k, x in enumerate(xs):\n        if k:\n            s += before\n        before = x\n    return s", ([1, 2, 3],)),
        ("def f(xs):\n    for x in xs:\n        y = x\n        if x > 1:\n            del y\n        y\n    return 1", ([1, 2, 3],)),
        ("def f(xs):\n    s = 0\n    for x in xs:\n        try:\n            y = 1 / x\n        except ZeroDivisionError as e:\n            y = len(str(e))\n        s += y\n    return s", ([1, 0, 3],)),
        ("def f(xs):\n    for x in xs:\n        if x > 1:\n            y = x\n    return y", ([1],)),
        ("def f(xs):\n    s = 0\n    for x in xs:\n        s += sum([(last := x) * z for z in xs]) + last\n    return s", ([1, 2],)),
    ],
)  # fmt: skip
def test_code_that_runs_later_sees_what_python_shows(source, args):
    behaves(source, args)


def test_a_name_is_plain_in_all_of_its_scopes():
    import gast

    tree = gast.parse("def f(x):\n    y = x\n    def g():\n        y = 1\n        return lambda: y\n    return g")
    assert plain_names(scopes_of(tree)) == {"x"}
