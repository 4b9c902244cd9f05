"""The order of the passes, and whether the tests above would notice a pass that is wrong."""

import dataclasses
import inspect

import numpy as np
import pytest

from sct.errors import VerifyError
from sct.ir.core import Block, Op
from sct.ir.text import format_program
from sct.passes import DEFAULT, optimize
from sct.passes.rewrite import Rewriter
from tests.passes.checking import becomes, program

PRINTS = """
program f(%0: float64[3]) {
  print(template=("a\\n",))
  print(template=("b\\n",))
  %1: float64[3] = sin(%0)
  return %1
}
"""
SWAPPED = PRINTS.replace('"a', '"?').replace('"b', '"a').replace('"?', '"b')
X = np.array([0.5, -1.0, 2.0])


def test_passes_are_frozen_and_documented():
    for one in DEFAULT:
        assert dataclasses.is_dataclass(one)
        with pytest.raises(dataclasses.FrozenInstanceError):
            one.anything = 1
        assert "After" in (type(one).__doc__ or ""), f"{one} does not show what it does"
        assert hash(one) == hash(type(one)())


def test_every_pass_has_a_reason():
    import sct.passes

    text = inspect.getsource(sct.passes)
    lines = text[text.index("DEFAULT: ") :].split("\n)")[0].splitlines()[1:]
    assert len(lines) == len(DEFAULT)
    assert all("  # " in line for line in lines)


def test_an_unchanged_program_is_the_same_object():
    made = program(PRINTS)
    assert optimize(made) is made
    assert Rewriter().program(made) is made


class _Edit(Rewriter):
    def __init__(self, change):
        super().__init__()
        self.change = change

    def block(self, block):
        made = super().block(block)
        return Block(made.args, self.change(made.ops), made.results)


def swapped(ops):
    """Effects in another order."""
    return (ops[1], ops[0], *ops[2:])


def dropped(ops):
    return ops[1:]


def doubled(ops):
    return (ops[0], *ops)


def renamed(ops):
    last = ops[-1]
    return (*ops[:-1], Op("cos", last.args, last.attrs, last.results))


@pytest.mark.parametrize("change", [swapped, dropped, doubled, renamed])
def test_the_tester_notices_a_wrong_pass(change):
    """Even if the author of the pass has written down the wrong program as the expected one."""

    def wrong(made):
        return _Edit(change).program(made)

    expected = format_program(wrong(program(PRINTS)))
    with pytest.raises(AssertionError):
        becomes(wrong, PRINTS, expected, X)
    with pytest.raises(AssertionError):
        becomes(wrong, PRINTS, PRINTS, X)


def test_the_tester_notices_a_pass_that_does_nothing():
    with pytest.raises(AssertionError):
        becomes(lambda made: made, PRINTS, SWAPPED, X)


def test_check_notices_an_invalid_program():
    def wrong(made):
        return _Edit(lambda ops: (*ops[:-1], Op("sum", *(getattr(ops[-1], n) for n in ("args", "attrs", "results"))))).program(made)

    with pytest.raises(VerifyError):
        optimize(program(PRINTS), (wrong,), check=True)


def test_lines_are_kept():
    text = """
    program f(%0: float64[3], %1: int) {
      %2: int = constant(kind="python", value=0)  # user.py:1
      %3: int = constant(kind="python", value=2)  # user.py:1
      %4: int = constant(kind="python", value=1)  # user.py:1
      %5: float64[3], %6: int = for(%2, %3, %4, %0, %2) (%7: int, %8: float64[3], %9: int) {  # user.py:2
        %10: int = py_mul(%3, %3)  # user.py:3
        %11: float64[3] = multiply(%8, %10)  # user.py:4
        %12: float64[3] = sin(%0)  # user.py:5
        %13: float64[3] = multiply(%12, %11)  # user.py:6
        yield %13, %7
      }
      return %5
    }
    """
    after = optimize(program(text), check=True)
    assert {op.name: op.source.line for op in after.body.walk() if op.name != "constant"} == {"for": 2, "multiply": 6, "sin": 5}
    assert all(op.source is not None for op in after.body.walk())
