"""Random small functions behave the same after the passes."""

import textwrap

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sct.transformers import PIPELINE
from sct.transformers.plainly import plainly
from tests.transformers.lists import behaves, plain_part


class Cm:
    """A manager that may swallow (1), and may raise when it is left (2)."""

    def __init__(self, kind):
        self.kind = kind

    def __enter__(self):
        return self.kind

    def __exit__(self, error, value, traceback):
        steps("exit", self.kind, error is None)
        if self.kind == 2:
            raise KeyError("exit")
        return self.kind == 1


class Budget(BaseException):
    """Ends a function that would run for too long."""


def start():
    steps.left = 60


def steps(*args):
    steps.left -= 1
    if steps.left < 0:
        raise Budget
    print(*args)
    return args[-1]


GIVEN = {"Cm": Cm, "start": start, "steps": steps}

NAMES = st.sampled_from(["a", "b", "c", "n"])
SIMPLE = st.one_of(NAMES, st.integers(-2, 5).map(str))


def _compound(inner):
    return st.one_of(
        st.builds("({} and {})".format, inner, inner),
        st.builds("({} or {})".format, inner, inner),
        st.builds("(not {})".format, inner),
        st.builds("({} if {} else {})".format, inner, inner, inner),
        st.builds("({} < {} <= {})".format, inner, inner, inner),
        st.builds("({} + {})".format, inner, inner),
        st.builds("({} // {})".format, inner, inner),
        st.builds("({} := {})".format, NAMES, inner),
        st.builds("({} in [{}, {}])".format, inner, inner, inner),
        st.builds("steps('x', {})".format, inner),
        st.builds("sum([i or {} for i in range(3)])".format, inner),
        st.builds("len(f'{{{}}}{{steps({})!r:>4}}{{{}}}')".format, SIMPLE, SIMPLE, SIMPLE),
        st.builds("(lambda c: {})({})".format, SIMPLE, inner),
    )


EXPRESSION = st.recursive(SIMPLE, _compound, max_leaves=6)
TEST = st.one_of(EXPRESSION, st.builds("{} % {} == {}".format, NAMES, st.integers(2, 3), st.integers(0, 1)))


def _indent(lines):
    return textwrap.indent("\n".join(lines), "    ")


@st.composite
def block(draw, depth, in_loop, in_finally=False):
    """A list of statements, each a text."""
    return draw(st.lists(statement(depth, in_loop, in_finally), min_size=1, max_size=3))


@st.composite
def statement(draw, depth, in_loop, in_finally):
    kinds = ["assign", "assign", "augmented", "print", "raise"]
    kinds += ["return", "return"] if not in_finally else []
    kinds += ["break", "continue"] * 2 if in_loop else []
    if depth:
        kinds += ["if", "if", "else", "while", "for", "for", "try", "finally", "with", "delete", "match", "def"]
    kind = draw(st.sampled_from(kinds))
    name, test = draw(NAMES), draw(TEST)
    body = lambda loop=in_loop, last=in_finally: _indent(draw(block(depth - 1, loop, last)))  # noqa: E731
    if kind == "assign":
        return f"{name} = {test}"
    if kind == "augmented":
        return f"{name} += {test}"
    if kind == "print":
        return f"steps('at', {test})"
    if kind == "raise":
        return f"if {test}: raise ValueError({draw(SIMPLE)})"
    if kind == "return":
        return f"return {test}"
    if kind in ("break", "continue"):
        return kind
    if kind == "if":
        return f"if {test}:\n{body()}"
    if kind == "else":
        return f"if {test}:\n{body()}\nelif {draw(TEST)}:\n{body()}\nelse:\n{body()}"
    if kind in ("while", "for"):
        head = f"while steps('while', {test})" if kind == "while" else f"for {name} in range({draw(SIMPLE)})"
        inside = f"{head}:\n{body(True)}"
        return inside + (f"\nelse:\n{body()}" if draw(st.booleans()) else "")
    if kind == "try":
        caught = draw(st.sampled_from(["ValueError", "(ZeroDivisionError, KeyError)", "NameError as e"]))
        text = f"try:\n{body()}\nexcept {caught}:\n{body()}"
        text += f"\nelse:\n{body()}" if draw(st.booleans()) else ""
        return text + (f"\nfinally:\n{body(False, True)}" if draw(st.booleans()) else "")
    if kind == "finally":
        return f"try:\n{body()}\nfinally:\n{body(False, True)}"
    if kind == "with":
        managers = ", ".join(f"Cm({k})" for k in draw(st.lists(st.integers(0, 2), min_size=1, max_size=2)))
        return f"with {managers} as {name}:\n{body()}"
    if kind == "delete":
        return f"{name} = 1\ndel {name}"
    if kind == "match":
        return (
            f"match {test}:\n    case 0 | 1:\n{textwrap.indent(body(), '    ')}\n"
            f"    case {name} if {draw(TEST)}:\n{textwrap.indent(body(), '    ')}\n"
            f"    case _:\n{textwrap.indent(body(), '    ')}"
        )
    inner = _indent(draw(block(depth - 1, False, False)))
    declared = f"    nonlocal {name}\n" if draw(st.booleans()) else ""
    return f"def g(c=0, a=a):\n{declared if name not in 'ca' else ''}{inner}\nsteps('g', g({draw(SIMPLE)}))"


@st.composite
def function(draw):
    body = _indent(draw(block(3, False)))
    return f"def f(n, a, b=2):\n    start()\n{body}\n    return a, b, n\n"


@pytest.mark.parametrize("passes", [plain_part(), PIPELINE], ids=["jumps and expressions", "all"])
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(source=function())
def test_random_functions_behave(passes, source):
    behaves(source, (0, 1), (3, 0), (5, 2), passes=passes, given=GIVEN)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(source=function())
def test_random_functions_behave_written_out_plainly(source):
    text = behaves(source, (0, 1), (3, 0), (5, 2), passes=PIPELINE, given=GIVEN, last=plainly)
    assert "_sct" not in text.replace("_sct.match_", "")
