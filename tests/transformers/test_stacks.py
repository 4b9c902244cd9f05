"""Functions that call themselves: which get a second body, and in which order that does things."""

import pytest

from sct.transformers.examples import becomes
from sct.transformers.stacks import Stacks


def _made(source):
    return becomes(Stacks, source)


@pytest.mark.parametrize(
    "source",
    [
        "def f(n):\n    return n",  # it does not call itself
        "def f(n):\n    f = g\n    return f(n)",  # another function of its name
        "def f(n):\n    try:\n        return f(n - 1)\n    except ValueError:\n        return 0",
        "def f(n):\n    return [lambda: n, f(n - 1)]",  # a function in it
        "def f(n):\n    if n:\n        x = 1\n    return x + f(n - 1)",  # it may have no value
        "def f(*n):\n    return f(*n)",
        "def f(n, len):\n    return len + f(n - 1, len)",  # `len` is something else
        "def f(n):\n    global out\n    out.append(f(n - 1), f(n - 2))",  # which may be another list by then
        "def f(n):\n    return {f(n - 1): 1}",
        "def f(n):\n    return 0 < f(n - 1) < 2",
        "def f(n):\n    yield from f(n - 1)",
    ],
)
def test_left_as_it_is(source):
    assert "own_stack" not in _made(source)


@pytest.mark.parametrize(
    ("source", "first", "then"),
    [
        ("def f(n):\n    return a[n] + f(n - 1)", "part = a[n]", "called_itself"),
        ("def f(n):\n    a[0] += f(n - 1)", "old = a[0]", "called_itself"),
        ("def f(n):\n    return f(n - 1) + f(n - 2)", "f, n - 1)", "f, n - 2)"),
        ("def f(n):\n    return g(h(n), f(n - 1))", "part = h(n)", "called_itself"),
        ("def f(n):\n    x = n and f(n - 1)\n    return x", "truth = n", "if truth:"),
    ],
)
def test_the_order_of_evaluation(source, first, then):
    made = _made(source)
    step = made[made.index("def step") : made.index("stack = []")]
    assert 0 <= step.index(first) < step.index(then)


def test_what_stays_is_not_kept():
    made = _made("def f(a, n, m):\n    x = a[n]\n    y = f(a, n - 1, m)\n    return x + y")
    assert "stack.append((at, x))" in made
    assert "('n',), f" in made


def test_variables_of_the_function_around():
    made = _made("def f(n):\n    nonlocal count\n    count += 1\n    return n and f(n - 1)")
    step = made[made.index("def step") :]
    assert "count = None" not in made
    assert "nonlocal count" in step
