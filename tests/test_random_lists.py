"""Random programs with lists in them, against plain Python."""

from __future__ import annotations

import textwrap

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sct
from sct.errors import SctError
from tests.harness.observe import differences, observe
from tests.harness.program import Call

NAMES = ("a", "b")
NUMBERS = st.sampled_from(["i", "n", "k", "1", "-2", "len(a)", "len(b)", "i * i - n", "(k + i) % 3"])
TESTS = st.sampled_from(["n > 2", "i % 2 == 0", "k < 1", "a", "not b", "len(a) > len(b)", "i in a", "a == b"])


@st.composite
def statements(draw, depth):
    """A few lines that change the lists `a` and `b` and the number `k`."""
    lines = []
    for _ in range(draw(st.integers(1, 3))):
        lines += draw(statement(depth))
    return lines


@st.composite
def statement(draw, depth):
    """One of them."""
    x, y = draw(st.sampled_from(NAMES)), draw(st.sampled_from(NAMES))
    e, f = draw(NUMBERS), draw(NUMBERS)
    simple = [
        f"{x}.append({e})",
        f"{x}.append({e})",
        f"{x}.insert({e}, {f})",
        f"if {x}: k = k + {x}.pop()",
        f"if len({x}) > 1: k = {x}.pop(0)",
        f"if {x}: {x}[-1] = {e}",
        f"if {x}: k = {x}[{e} % len({x})]",
        f"{x}.extend({y})",
        f"{x} = {x} + [{e}]",
        f"{x} = {x}[{e}:]",
        f"{x} = {x}[:{e}]",
        f"{x} = [v + {e} for v in {y} if v > {f}]",
        f"{x} = [v * 2 for v in range({e})]",
        f"{x} = sorted({y})",
        f"{x}.reverse()",
        f"{x} = list({y})",
        f"k = k + sum({x})",
        f"k = max({x}) if {x} else {e}",
        f"for v in {x}: k = k - v",
        f"if {e} in {x}: {x}.remove({e})",
        "k = k % 7",
        f"{x} = {y}",
        f"{x} = []",
        f"{x} += [{e}, {f}]",
        f"{x} = [{e}] * ({f} % 4)",
        f"del {x}[:1]",
    ]
    kinds = ["simple"] * 6 + (["if", "ifelse", "for", "while"] if depth else [])
    kind = draw(st.sampled_from(kinds))
    if kind == "simple":
        return [draw(st.sampled_from(simple))]
    body = [f"    {line}" for line in draw(statements(depth - 1))]
    if kind == "if":
        return [f"if {draw(TESTS)}:", *body]
    if kind == "ifelse":
        return [f"if {draw(TESTS)}:", *body, "else:", *(f"    {line}" for line in draw(statements(depth - 1)))]
    if kind == "for":
        bound = draw(st.sampled_from(["n", "3", "n % 3", "30"]))
        leave = draw(st.sampled_from([[], [f"    if {draw(TESTS)}: break"], ["    if len(a) + len(b) > 40: break"]]))
        return [f"for i in range({bound}):", *body, *leave, "    if len(a) + len(b) > 60: break"]
    t = f"t{depth}"
    return [f"{t} = 0", f"while {draw(TESTS)} and {t} < 5:", f"    {t} += 1", *body, "    if len(a) + len(b) > 60: break"]


@st.composite
def programs(draw):
    """The source of a function of one number."""
    start = draw(st.sampled_from(["a, b = [], []", "a, b = [n], []", "a, b = [1, 2], [n]", "a = b = []"]))
    body = draw(statements(2))
    return "\n".join(["def f(n):", "    i = k = 0", f"    {start}", *(f"    {line}" for line in body), "    return a, b, k, a is b"])


def check(source, n):
    """Run it plainly and statically; a refusal is fine, another answer is not."""
    import linecache

    name = f"<random lists {abs(hash(source))}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    scope = {}
    exec(compile(source, name, "exec"), scope)
    static = sct.to_static(scope["f"])
    for value in (n, n + 3):
        plain = observe(scope["f"], Call((np.int64(value),), {}))
        seen = observe(static, Call((np.int64(value),), {}))
        if isinstance(seen.error, SctError):
            return "refused"
        found = differences(plain, seen)
        assert not found, f"{source}\n\nn = {value}\n" + "\n".join(found)
    return "same"


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs(), st.integers(0, 5))
def test_random_lists(source, n):
    check(source, n)


@pytest.mark.parametrize(
    "body",
    [
        # operators on one of several lists, which hold rows
        """
        a, b, k = [1, 2], [n], 0
        for i in range(3):
            a += [len(a), i * i - n]
            if len(b) > 1: k = b.pop(0)
            a = [v + len(b) for v in a if v > k]
            if k < 1: break
        del a[:1]
        return a, b, k
        """,
        # one container under two names, which a branch has made
        """
        a, b, k = [n], [], 0
        if n > 2:
            if k in a:
                a = [len(a)] * (k % 4)
                b.extend(a)
                a = [k % 3] * (k * k - n % 4)
            else:
                a = []
            b = a
            b.insert(1, n)
        else:
            b.extend(a)
            b = a
        return a, b, a is b
        """,
        # a list that is made of another one in a loop, and has its length for a while
        """
        a, b, k = [0], [0, 1, 2], 0
        for i in range(n + 1):
            a = sorted(b)
            if len(b) > 1: k = b.pop(0)
        return a, b, k
        """,
        # a NumPy integer repeats a list, too
        """
        a = [1] * (n % 4)
        b = (n % 3) * [1, 2]
        return a, b
        """,
        # `stack and …` in a condition that is evaluated again and again
        """
        out, stack = [], []
        for i in range(8):
            while stack and (stack[-1] * 7) % 5 < (i * n) % 4:
                out.append(stack.pop())
            stack.append(i)
        return out, stack
        """,
    ],
)
def test_found_by_chance(body):
    """Programs that were wrong once."""
    source = "def f(n):\n" + textwrap.indent(textwrap.dedent(body), "    ")
    for n in (0, 3):
        assert check(source, n) == "same"
