"""Loops over `zip`, `reversed` and `enumerate` of lists that their bodies change: random ones, and some of each kind."""

import linecache
import random

import numpy as np
import pytest

from sct import to_static
from sct.errors import SctError
from tests.runtime.same import observe

STARTS = ["list(x)", "[v for v in x if v > 0]", "[1.0, 2.0, 3.0]", "[float(x[0]), 2.0]", "[k * 1.0 for k in range(n)]"]
OTHERS = ["list(x)", "[v for v in x if v < 2]", "[4.0, 5.0, 1.0]", "xs", "x", "range(5)", "list(x[::-1])"]
LOOPS = [
    ("a, b", "zip(xs, ys)"),
    ("b, a", "zip(ys, xs)"),
    ("a, b", "zip(xs, xs)"),
    ("i, (a, b)", "enumerate(zip(xs, ys))"),
    ("a, b", "zip(reversed(xs), ys)"),
    ("a, b", "zip(xs, reversed(ys))"),
    ("(i, a), b", "zip(enumerate(xs), ys)"),
    ("a", "reversed(xs)"),
    ("i, a", "enumerate(reversed(xs))"),
    ("i, a", "enumerate(xs)"),
    ("a", "xs"),
]
LONGER = ["{0}.append(a)", "{0}.insert(0, a)", "{0}.extend([a, a])", "{0} += [a]"]
SHORTER = ["{0}.pop()", "{0}.pop(0)", "del {0}[-1]", "{0}[0] = a + 1", "{0}.clear()"]
TESTS = ["a > 1", "a < 0", "x[0] > 0", "True", "c == 2", "a in {0}"]


def program(seed):
    """The text of a function with one such loop."""
    pick = random.Random(seed)
    other = pick.choice(OTHERS)
    names = ["xs", "ys"] if other.startswith(("list", "[", "xs")) else ["xs"]
    targets, items = pick.choice(LOOPS)
    lines = [f"xs = {pick.choice(STARTS)}", f"ys = {other}", "out = []", "c = 0", f"for {targets} in {items}:"]
    lines += ["    c += 1", "    if c > 12:", "        break"]
    for _ in range(pick.randint(1, 3)):
        name = pick.choice(names)
        kind = pick.choice([LONGER, SHORTER, ["out.append(a)", "break", "continue"]])
        test = pick.choice(TESTS) + (
            " and len({0}) < 9" if kind is LONGER else " and len({0}) > 1" if kind is SHORTER else ""
        )
        lines += [f"    if {test.format(name)}:", f"        {pick.choice(kind).format(name)}"]
    lines += ["    out.append(a)", "else:", "    out.append(-100.0)", "return out, xs, list(ys), c"]
    return "def f(x, n):\n" + "".join(f"    {line}\n" for line in lines)


@pytest.mark.parametrize("seed", range(30))
def test_random_loops(seed):
    text = program(seed)
    linecache.cache[f"loop {seed}"] = (len(text), None, text.splitlines(keepends=True), f"loop {seed}")
    scope = {}
    exec(compile(text, f"loop {seed}", "exec"), scope)
    static = to_static(scope["f"], backend="numpy")
    for x, n in (([1.0, -2.0, 3.0, 0.5], np.int64(3)), ([-1.0, 2.0, 3.0, 0.5, 7.0], np.int64(2))):
        try:
            found = observe(static, [np.array(x), n])
        except SctError:
            continue
        assert found == observe(scope["f"], [np.array(x), n]), text


def growing_pairs(x):
    xs, ys = [1.0, 2.0], [3.0, 4.0, 5.0]
    for a, b in zip(xs, ys):
        if a + b > x[0] and len(xs) < 5:
            xs.append(b)
    return xs


def shrinking_backwards(x):
    xs, out = list(x), []
    for a in reversed(xs):
        if a < 0:
            xs.remove(a)
        out.append(a)
    return xs, out


def shrinking_by_known_items(x):
    xs, out = [float(x[0]), 2.0], []
    for a in reversed(xs):
        if a == 2.0:
            del xs[-1]
        out.append(a)
    return xs, out


def shrinking_beside_an_array(x):
    xs, out = [1.0, 2.0, 3.0], []
    for a, _ in zip(xs, [v for v in x if v < 2]):
        if len(xs) > 1:
            xs.pop(0)
        out.append(a)
    return xs, out


def set_beside_an_array(x):
    xs, out = [1.0, 2.0, 3.0], []
    for a, b in zip(xs, [v for v in x if v < 2]):
        xs[-1] = b
        out.append(a)
    return xs, out


def left_when_it_shrinks(x):
    xs, out = [1.0, 2.0, 3.0], []
    for i, a in enumerate(xs):
        out.append(a)
        if i == 1:
            xs.pop(0)
            break
    return xs, out, x


def longer_after_a_break(x):
    xs, out = [float(x[0]), 2.0], []
    for a in xs:
        if x[0] > 0:
            break
        if len(xs) < 5:
            xs.append(a)
        out.append(a)
    return xs, out


def pairs_after_a_break(x):
    xs, out = [float(x[0]), 2.0], []
    for i, (a, b) in enumerate(zip(xs, xs)):
        if x[0] > 0:
            break
        if len(xs) < 5:
            xs.extend([a, b])
        out.append(a * i)
    else:
        out.append(-100.0)
    return xs, out


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize(
    "plain",
    [
        growing_pairs,
        shrinking_backwards,
        shrinking_by_known_items,
        shrinking_beside_an_array,
        set_beside_an_array,
        left_when_it_shrinks,
        longer_after_a_break,
        pairs_after_a_break,
    ],
)
def test_each_turn_looks_anew(plain, backend):
    static = to_static(plain, backend=backend)
    for x in ([1.0, -2.0, 3.0, 0.5], [-1.0, 2.0, -3.0, 0.5]):
        assert observe(static, [np.array(x)]) == observe(plain, [np.array(x)])
