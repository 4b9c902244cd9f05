"""The verifier: finds what breaks a rule, and shows it."""

from dataclasses import replace

import numpy as np
import pytest

from sct.errors import Location, VerifyError
from sct.ir.core import Block, Op, Value
from sct.ir.parse import parse_program
from sct.ir.types import Dim, Spec
from sct.ir.verify import verify

GOOD = """program f(%0: float64[3, n], %1: int) {
  %2: int = constant(kind="python", value=0)
  %3: int = constant(kind="python", value=1)
  %4: bool = py_lt(%1, %2)
  %5: float64[3, d0] = if(%4) {
    %6: float64[3, 2] = constant(kind="array", value=array(float64, (3, 2), [0, 0, 0, 0, 0, 0]))
    yield %6
  } {
    yield %0
  }
  %7: float64[3, d1] = for(%2, %1, %3, %5) (%8: int, %9: float64[3, d1]) {
    %10: float64[3, d1] = sin(%9)
    yield %10
  }
  return %7
}
"""


def test_a_good_program_passes():
    verify(parse_program(GOOD))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("%10: float64[3, d1] = sin", "%10: float32[3, d1] = sin", "result 0 of sin is float32"),
        ("%10: float64[3, d1] = sin", "%10: float64[3, d9] = sin", "result 0 of sin is float64"),
        ("%10: float64[3, d1] = sin", "%10: float64 = sin", "result 0 of sin is float64 \\(scalar\\)"),
        ("%10: float64[3, d1] = sin", "%10: float64[3, ?] = sin", "its unknown extent has no name|result 0 of sin"),
        ("%5: float64[3, d0] = if", "%5: float64[3, 2] = if", "result 0 of if is float64"),
        ("if(%4)", "if(%1)", "if does not fit its operands: the predicate"),
        ("yield %10", "yield %8", "for does not fit its operands"),
        ("yield %10", "yield", "for does not fit its operands"),
        ("for(%2, %1, %3, %5)", "for(%2, %1, %3)", "for does not fit its operands"),
        ("%10: float64[3, d1] = sin(%9)", "%10: float64[3, d1] = sinus(%9)", "there is no op 'sinus'"),
        ("%4: bool = py_lt(%1, %2)", "%4: bool = py_lt(%1)", "py_lt does not fit"),
        ("%4: bool = py_lt(%1, %2)", "%4: bool = py_lt(%1, %2, axis=1)", "py_lt does not fit"),
        ("return %7", "return %6", "result 0 of a block is a value that is not defined there"),
        ("sin(%9)", "sin(%6)", "operand 0 of sin is defined later or in another block"),
    ],
)
def test_broken_programs(old, new, message):
    assert GOOD.count(old) == 1
    with pytest.raises(VerifyError, match=message):
        verify(parse_program(GOOD.replace(old, new)))


def test_the_error_shows_the_op_in_its_place():
    text = GOOD.replace("%10: float64[3, d1] = sin(%9)", "%10: int8[3, d1] = sin(%9)  # user.py:7")
    with pytest.raises(VerifyError) as caught:
        verify(parse_program(text))
    message = str(caught.value)
    assert "->     %10: int8[3, d1] = sin(%9)  # user.py:7" in message
    assert caught.value.where == Location("user.py", 7)
    assert message.splitlines()[-1] == "result 0 of sin is int8[3, d1] (array)"


def test_a_value_defined_twice():
    program = parse_program(GOOD)
    op = program.body.ops[0]
    body = replace(program.body, ops=(op, *program.body.ops))
    with pytest.raises(VerifyError, match="a value is defined twice"):
        verify(replace(program, body=body))


def test_a_block_cannot_see_what_comes_after_it():
    spec = Spec(np.dtype("float64"), (2,))
    x, y, late = Value(spec), Value(spec), Value(spec)
    ops = (Op("sin", (late,), (), (y,)), Op("sin", (x,), (), (late,)))
    program = replace(parse_program(GOOD), body=Block((x,), ops, (y,)), inputs=1)
    with pytest.raises(VerifyError, match="operand 0 of sin is not defined before it"):
        verify(program)


@pytest.mark.parametrize(
    ("mutated", "message"),
    [
        (((0, 1),), "not there"),
        (((5, 0),), "not there"),
        (((1, 0),), "to be written into"),
        (((0, 0), (0, 0)), "written back twice"),
    ],
)
def test_mutated(mutated, message):
    program = parse_program(GOOD)
    with pytest.raises(VerifyError, match=message):
        verify(replace(program, mutated=mutated))


def test_too_many_inputs():
    with pytest.raises(VerifyError, match="3 inputs"):
        verify(replace(parse_program(GOOD), inputs=3))


def test_blocks_where_none_belong():
    program = parse_program(GOOD)
    op = replace(program.body.ops[2], blocks=(Block((), (), ()),))
    ops = tuple(op if k == 2 else old for k, old in enumerate(program.body.ops))
    with pytest.raises(VerifyError, match="py_lt takes no blocks"):
        verify(replace(program, body=replace(program.body, ops=ops)))


def test_unknown_extents_have_names():
    value = Value(Spec(np.dtype("float64"), (Dim("?"),)))
    program = replace(parse_program(GOOD), body=Block((value,), (), ()), inputs=1)
    with pytest.raises(VerifyError, match="its unknown extent has no name"):
        verify(program)
