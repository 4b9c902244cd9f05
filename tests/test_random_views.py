"""Random programs on arrays, views of them, and names that branches and loops choose: as plain Python, or refused."""

import linecache
import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import sct
from sct.errors import SctError
from tests.harness import Call
from tests.harness.observe import differences, observe

NAMES = ["a", "b", "c", "d"]


def number(r):
    x = r.choice(NAMES)
    return r.choice([f"{x}.sum()", f"{x}[0]", f"float({x}[-1])", "i", "n", "m[1, 2]"])


def condition(r):
    return r.choice([f"{number(r)} > {r.randint(-1, 3)}", f"n > {r.randint(0, 3)}", "i % 2 == 0"])


def array(r):
    """Four numbers: an array, a view or a copy."""
    x = r.choice(NAMES)
    views = [f"{x}[::-1]", f"{x}[:]", f"{x}.reshape(2, 2).T.reshape(-1)", f"m[{r.choice(['0', 'i % 3'])}]", "m[1, ::-1]"]
    new = [f"{x} * 2", f"{x}.copy()", "np.zeros(4)"]
    chosen = f"{r.choice([x, *views])} if {condition(r)} else {r.choice(NAMES)}"
    return r.choice([x, r.choice(views), r.choice(views), r.choice(new), chosen])


def write(r):
    x, y = r.choice(NAMES), r.choice(NAMES)
    return r.choice(
        [f"{x}[0] = {number(r)}", f"{x} += 1", f"{x}[1:] = {y}[:-1]", f"m[0] = {x}", f"{x}[i % 4] -= 1",
         f"np.add({x}, {y}, out={x})", f"{x}.sort()"]
    )  # fmt: skip


def statements(r, depth):
    lines = []
    for _ in range(r.randint(1, 3)):
        kind = r.random()
        if kind < 0.4:
            lines.append(f"{r.choice(NAMES)} = {array(r)}")
        elif kind < 0.7:
            lines.append(write(r))
        elif kind < 0.75 and depth:
            lines.append(f"return {r.choice(NAMES)}[1:], {r.choice(NAMES)}")
        elif depth < 2:
            head = f"if {condition(r)}:" if kind < 0.9 else f"for i in range({r.choice(['n', '3'])}):"
            lines += [head, *("    " + line for line in statements(r, depth + 1))]
    return lines or ["pass"]


def program(seed):
    r = random.Random(seed)
    lines = ["c, d, i = a, b * 2, 0", *(line for _ in range(4) for line in statements(r, 0)), "return a, b, c, d, m"]
    text = "import numpy as np\ndef f(a, b, m, n):\n" + "".join(f"    {line}\n" for line in lines)
    name = f"<random views {seed}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    scope = {}
    exec(compile(text, name, "exec"), scope)
    return scope["f"], text


def arguments(seed, k):
    rng = np.random.default_rng(k)
    m = rng.integers(-3, 4, (3, 4)) * 1.0
    base = rng.integers(-3, 4, 8) * 1.0
    a, b = [(base[:4].copy(), base[4:].copy()), (base[:4], base[2:6]), (m[1], base[:4].copy())][seed % 3]
    return Call((a, b, m, np.int64([2, 4, 0][k])), {})


@settings(max_examples=15, deadline=None, derandomize=True)
@given(st.integers(0, 100_000))
def test_random_views(seed):
    f, text = program(seed)
    static = sct.to_static(f, backend="numpy")
    for k in range(3):
        want, got = observe(f, arguments(seed, k)), observe(static, arguments(seed, k))
        if isinstance(got.error, SctError):
            return
        assert not differences(want, got), text
