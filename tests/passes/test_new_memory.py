"""Which arrays need memory of their own."""

import numpy as np

from sct.passes import NewMemory, optimize
from tests.passes.checking import becomes, stays

X = np.array([0.5, -1.0, 2.0])


def test_what_nobody_sees_needs_none():
    becomes(
        NewMemory(),
        """
        program f(%0: float64[3]) {
          %1: float64[3] = sin(%0)
          %2: float64[3] = new(%1)
          %3: float64[3] = add(%2, %2)
          %4: float64[3] = new(%3)
          return %4
        }
        """,
        """
        program f(%0: float64[3]) {
          %1: float64[3] = sin(%0)
          %2: float64[3] = add(%1, %1)
          %3: float64[3] = new(%2)
          return %3
        }
        """,
        X,
    )


def test_views_and_writes_tell_whose_memory_it_is():
    stays(
        NewMemory(),
        """
        program f(%0: float64[3], %1: float64) {
          %2: float64[3] = new(%0)
          %3: float64[3] = flip(%2, axis=None)
          %4: float64[3] = new(%0)
          %5: float64[3] = setitem(%4, %1, index=(("int", 0),))
          return %3, %5
        }
        """,
        X,
        np.float64(2.0),
    )


def test_new_memory_is_neither_shared_nor_moved_nor_known():
    from sct.ir.parse import parse_program
    from sct.ir.text import format_program

    text = """program f(%0: int) {
  %1: int = constant(kind="python", value=0)
  %2: int = constant(kind="python", value=1)
  %3: float64[1] = constant(kind="array", value=array(float64, (1,), [2.0]))
  %4: float64[1], %5: float64[1] = for(%1, %0, %2, %3, %3) (%6: int, %7: float64[1], %8: float64[1]) {
    %9: float64[1] = new(%3)
    yield %8, %9
  }
  return %4, %5
}
"""
    assert format_program(optimize(parse_program(text))) == text


def test_nobody_needs_what_nobody_uses():
    text = """
        program f(%0: float64[3]) {
          %1: float64[3] = new(%0)
          return %0
        }
        """
    from sct.passes import DeadCode

    becomes(DeadCode(), text, text.replace("          %1: float64[3] = new(%0)\n", ""), X)
