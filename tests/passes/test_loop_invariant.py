"""Loop-invariant code motion."""

import numpy as np

from sct.passes import LoopInvariant
from tests.passes.checking import becomes, stays

X = np.array([0.5, -1.0, 2.0])
FOR = """
program f(%0: float64[3], %1: float64[3], %2: int) {{
  %3: int = constant(kind="python", value=0)
  %4: int = constant(kind="python", value={n})
  %5: int = constant(kind="python", value=1)
  %6: float64[3] = for(%3, {stop}, %5, %0) (%7: int, %8: float64[3]) {{
    %9: float64[3] = sin(%1)
    %10: float64[3] = cos(%9)
    %11: float64[3] = multiply(%8, %10)
    yield %11
  }}
  return %6
}}
"""


def test_out_of_a_loop_that_surely_runs():
    becomes(
        LoopInvariant(),
        FOR.format(n=3, stop="%4"),
        """
        program f(%0: float64[3], %1: float64[3], %2: int) {
          %3: int = constant(kind="python", value=0)
          %4: int = constant(kind="python", value=3)
          %5: int = constant(kind="python", value=1)
          %6: float64[3] = sin(%1)
          %7: float64[3] = cos(%6)
          %8: float64[3] = for(%3, %4, %5, %0) (%9: int, %10: float64[3]) {
            %11: float64[3] = multiply(%10, %7)
            yield %11
          }
          return %8
        }
        """,
        X,
        X,
        0,
    )


def test_not_out_of_a_loop_that_may_not_run():
    """sin(inf) warns, and with np.errstate(all="raise") it raises."""
    stays(LoopInvariant(), FOR.format(n=3, stop="%2"), X, X, 0)
    stays(LoopInvariant(), FOR.format(n=0, stop="%4"), X, X, 0)
    stays(LoopInvariant(), FOR.format(n=-1, stop="%4"), X, X, 0)


def test_what_cannot_warn_moves_anyway():
    becomes(
        LoopInvariant(),
        """
        program f(%0: float64[3, 3], %1: int, %2: bool[3]) {
          %3: int = constant(kind="python", value=0)
          %4: int = constant(kind="python", value=1)
          %5: float64[3, 3] = for(%3, %1, %4, %0) (%6: int, %7: float64[3, 3]) {
            %8: float = constant(kind="python", value=2.0)
            %9: float64[3, 3] = transpose(%0, axes=None)
            %10: bool[3] = logical_not(%2)
            %11: float64[3, 3] = multiply(%9, %8)
            print(%10, template=("x",))
            yield %11
          }
          return %5
        }
        """,
        """
        program f(%0: float64[3, 3], %1: int, %2: bool[3]) {
          %3: int = constant(kind="python", value=0)
          %4: int = constant(kind="python", value=1)
          %5: float = constant(kind="python", value=2.0)
          %6: float64[3, 3] = transpose(%0, axes=None)
          %7: bool[3] = logical_not(%2)
          %8: float64[3, 3] = for(%3, %1, %4, %0) (%9: int, %10: float64[3, 3]) {
            %11: float64[3, 3] = multiply(%6, %5)
            print(%7, template=("x",))
            yield %11
          }
          return %8
        }
        """,
        np.arange(9.0).reshape(3, 3),
        2,
        np.array([True, False, True]),
    )


def test_the_condition_of_a_while_runs_at_least_once():
    becomes(
        LoopInvariant(),
        """
        program f(%0: float64, %1: float64) {
          %2: float64 = while(%0) (%3: float64) {
            %4: float64 = exp(%1)
            %5: bool_ = less(%3, %4)
            yield %5
          } (%6: float64) {
            %7: float64 = sinh(%1)
            %8: float64 = add(%6, %7)
            yield %8
          }
          return %2
        }
        """,
        """
        program f(%0: float64, %1: float64) {
          %2: float64 = exp(%1)
          %3: float64 = while(%0) (%4: float64) {
            %5: bool_ = less(%4, %2)
            yield %5
          } (%6: float64) {
            %7: float64 = sinh(%1)
            %8: float64 = add(%6, %7)
            yield %8
          }
          return %3
        }
        """,
        np.float64(0.5),
        np.float64(1.5),
    )


def test_what_may_raise_or_has_effects_stays():
    stays(
        LoopInvariant(),
        """
        program f(%0: float64[n], %1: int, %2: int) {
          %3: int = constant(kind="python", value=0)
          %4: int = constant(kind="python", value=1)
          %5: int = constant(kind="python", value=2)
          %6: float64[n] = for(%3, %5, %4, %0) (%7: int, %8: float64[n]) {
            %9: float64 = getitem(%0, %1, index=(("arg", 0),))
            %10: int = py_floordiv(%1, %2)
            print(%1, template=("x",))
            yield %8
          }
          return %6
        }
        """,
        X,
        1,
        2,
    )


def test_out_of_several_loops_and_not_out_of_branches():
    becomes(
        LoopInvariant(),
        """
        program f(%0: float64[3], %1: bool) {
          %2: int = constant(kind="python", value=0)
          %3: int = constant(kind="python", value=1)
          %4: int = constant(kind="python", value=2)
          %5: float64[3] = for(%2, %4, %3, %0) (%6: int, %7: float64[3]) {
            %8: float64[3] = for(%2, %4, %3, %7) (%9: int, %10: float64[3]) {
              %11: float64[3] = sin(%0)
              %12: float64[3] = sin(%7)
              %13: float64[3] = if(%1) {
                %14: float64[3] = cos(%0)
                yield %14
              } {
                %15: float64[3] = multiply(%11, %12)
                yield %15
              }
              yield %13
            }
            yield %8
          }
          return %5
        }
        """,
        """
        program f(%0: float64[3], %1: bool) {
          %2: int = constant(kind="python", value=0)
          %3: int = constant(kind="python", value=1)
          %4: int = constant(kind="python", value=2)
          %5: float64[3] = sin(%0)
          %6: float64[3] = for(%2, %4, %3, %0) (%7: int, %8: float64[3]) {
            %9: float64[3] = sin(%8)
            %10: float64[3] = for(%2, %4, %3, %8) (%11: int, %12: float64[3]) {
              %13: float64[3] = if(%1) {
                %14: float64[3] = cos(%0)
                yield %14
              } {
                %15: float64[3] = multiply(%5, %9)
                yield %15
              }
              yield %13
            }
            yield %10
          }
          return %6
        }
        """,
        X,
        False,
    )
