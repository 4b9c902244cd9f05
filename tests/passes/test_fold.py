"""Constant folding."""

import numpy as np
import pytest

from sct.ir.text import format_program
from sct.passes import Fold, optimize
from tests.passes.checking import becomes, program, stays


def test_scalars_arrays_and_python_numbers():
    before = program("""
        program f() {
          %0: float = constant(kind="python", value=2.0)
          %1: float64 = sqrt(%0)  # user.py:1
          %2: int = constant(kind="python", value=3)
          %3: int = py_add(%2, %2)  # user.py:2
          %4: float64[2] = constant(kind="array", value=array(float64, (2,), [1.0, -0.0]))
          %5: float64[2] = multiply(%4, %1)  # user.py:3
          return %1, %3, %5
        }
    """)
    after = Fold()(before)
    assert format_program(after, sources=True) == """program f() {
  %0: float = constant(kind="python", value=2.0)
  %1: float64 = constant(kind="scalar", value=array(float64, (), [1.4142135623730951]))  # user.py:1
  %2: int = constant(kind="python", value=3)
  %3: int = constant(kind="python", value=6)  # user.py:2
  %4: float64[2] = constant(kind="array", value=array(float64, (2,), [1.0, -0.0]))
  %5: float64[2] = constant(kind="array", value=array(float64, (2,), [1.4142135623730951, -0.0]))  # user.py:3
  return %1, %3, %5
}
"""


def test_known_extents():
    becomes(
        Fold(),
        """
        program f(%0: float64[3, n]) {
          %1: int = dim(%0, axis=0)
          %2: int = dim(%0, axis=1)
          %3: int = dim(%0, axis=-2)
          return %1, %2, %3
        }
        """,
        """
        program f(%0: float64[3, n]) {
          %1: int = constant(kind="python", value=3)
          %2: int = dim(%0, axis=1)
          %3: int = constant(kind="python", value=3)
          return %1, %2, %3
        }
        """,
        np.zeros((3, 2)),
    )


def test_inside_blocks_with_constants_from_outside():
    becomes(
        Fold(),
        """
        program f(%0: bool) {
          %1: float = constant(kind="python", value=2.0)
          %2: float = if(%0) {
            %3: float = py_mul(%1, %1)
            yield %3
          } {
            yield %1
          }
          return %2
        }
        """,
        """
        program f(%0: bool) {
          %1: float = constant(kind="python", value=2.0)
          %2: float = if(%0) {
            %3: float = constant(kind="python", value=4.0)
            yield %3
          } {
            yield %1
          }
          return %2
        }
        """,
        True,
    )


@pytest.mark.parametrize(
    "ops",
    [
        '%1: float = constant(kind="python", value=0.0)\n  %2: float64 = log(%1)',  # warns
        '%1: float = constant(kind="python", value=-1.0)\n  %2: float64 = sqrt(%1)',  # warns
        '%1: float = constant(kind="python", value=0.0)\n  %2: float = py_truediv(%1, %1)',  # raises
        '%1: int = constant(kind="python", value=9223372036854775807)\n  %2: int = py_add(%1, %1)',  # raises
        '%1: float = constant(kind="python", value=1e300)\n  %2: float64 = square(%1)',  # warns
        '%1: float = constant(kind="python", value=1.0)\n  print(%1, template=())\n  %2: float64 = sin(%0)',
        "%2: float64 = sin(%0)",
    ],
)
def test_what_raises_warns_or_is_not_constant_stays(ops):
    stays(Fold(), f"program f(%0: float) {{\n  {ops}\n  return %2\n}}")


def test_large_results_stay():
    text = """
    program f() {
      %0: float = constant(kind="python", value=2.0)
      %1: float64[100, 100] = broadcast_to(%0, shape=(100, 100))
      return %1
    }
    """
    stays(Fold(), text)
    assert Fold(limit=10**6)(program(text)) is not program(text)
    assert all(op.name == "constant" for op in Fold(limit=10**6)(program(text)).body.ops)


def test_a_list_of_as_many_numbers_as_there_are_is_kept():
    n = 1000
    numbers = [f'%{k}: float = constant(kind="python", value={k}.5)' for k in range(n)]
    packed = f"%{n}: float64[{n}] = list_pack({', '.join(f'%{k}' for k in range(n))})"
    text = "\n".join(["program f() {", *numbers, packed, f"return %{n}", "}"])
    ops = Fold()(program(text)).body.ops
    assert {op.name for op in ops} == {"constant"}
    (made,) = [op for op in ops if op.results[0].spec.shape == (n,)]
    assert made.attr("value").array().tolist() == [k + 0.5 for k in range(n)]


def test_the_whole_pipeline_reaches_a_constant():
    before = program("""
        program f(%0: float64[4]) {
          %1: int = dim(%0, axis=0)
          %2: int = constant(kind="python", value=3)
          %3: bool = py_gt(%1, %2)
          %4: float64[4] = if(%3) {
            %5: float64[4] = sin(%0)
            yield %5
          } {
            %6: float64[4] = cos(%0)
            yield %6
          }
          return %4
        }
    """)
    after = optimize(before, check=True)
    assert format_program(after) == "program f(%0: float64[4]) {\n  %1: float64[4] = sin(%0)\n  return %1\n}\n"
