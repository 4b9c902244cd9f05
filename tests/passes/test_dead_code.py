"""Dead code elimination."""

import numpy as np

from sct.passes import DeadCode
from tests.passes.checking import becomes, stays

X = np.array([0.5, -1.0, 2.0])


def test_unused_pure_ops_go_in_chains():
    becomes(
        DeadCode(),
        """
        program f(%0: float64[3], %1: float64[3]) {
          %2: float64[3] = sin(%0)
          %3: float64[3] = cos(%2)
          %4: float64[3] = add(%2, %3)
          %5: float64[3] = tanh(%0)
          return %5
        }
        """,
        """
        program f(%0: float64[3], %1: float64[3]) {
          %2: float64[3] = tanh(%0)
          return %2
        }
        """,
        X,
        X,
    )


def test_operands_that_may_not_fit_stay():
    """Python raises there, whoever uses the sum."""
    stays(
        DeadCode(),
        """
        program f(%0: float64[n], %1: float64[m]) {
          %2: float64[d0] = add(%0, %1)
          return %0
        }
        """,
        X,
        X,
    )
    becomes(
        DeadCode(),
        """
        program f(%0: float64[n], %1: float64[k, n]) {
          %2: float64[k, n] = add(%0, %1)
          %3: float64[k, n] = multiply(%2, %1)
          return %0
        }
        """,
        """
        program f(%0: float64[n], %1: float64[k, n]) {
          return %0
        }
        """,
        X,
        X[None],
    )


def test_effects_and_what_may_raise_stay():
    stays(
        DeadCode(),
        """
        program f(%0: float64[n], %1: int, %2: bool) {
          %3: float64 = getitem(%0, index=(("arg", 1),))
          return
        }
        """.replace('%0, index=(("arg", 1),)', '%0, %1, index=(("arg", 0),)'),
        X,
        0,
        True,
    )
    stays(
        DeadCode(),
        """
        program f(%0: int, %1: bool) {
          %2: int = py_floordiv(%0, %0)
          print(%2, template=("x\\n",))
          assert(%1, exception="builtins.ValueError", template=())
          if(%1) {
            yield
          } {
            raise(exception="builtins.KeyError", template=())
            yield
          }
          return
        }
        """,
        3,
        True,
    )


def test_what_surely_does_not_raise_goes():
    becomes(
        DeadCode(),
        """
        program f(%0: float64[3]) {
          %1: float64 = getitem(%0, index=(("int", 2),))
          return
        }
        """,
        "program f(%0: float64[3]) {\n  return\n}",
        X,
    )


def test_unused_results_of_an_if():
    becomes(
        DeadCode(),
        """
        program f(%0: float64[3], %1: bool) {
          %2: float64[3], %3: float64[3] = if(%1) {
            %4: float64[3] = sin(%0)
            %5: float64[3] = cos(%0)
            yield %4, %5
          } {
            yield %0, %0
          }
          return %3
        }
        """,
        """
        program f(%0: float64[3], %1: bool) {
          %2: float64[3] = if(%1) {
            %3: float64[3] = cos(%0)
            yield %3
          } {
            yield %0
          }
          return %2
        }
        """,
        X,
        True,
    )


def test_an_unused_if_goes_unless_it_prints():
    text = """
        program f(%0: float64[3], %1: bool) {{
          %2: float64[3] = if(%1) {{
            %3: float64[3] = sin(%0){extra}
            yield %3
          }} {{
            yield %0
          }}
          return %0
        }}
        """
    becomes(DeadCode(), text.format(extra=""), "program f(%0: float64[3], %1: bool) {\n  return %0\n}", X, True)
    becomes(
        DeadCode(),
        text.format(extra='\n            print(template=("x",))'),
        """
        program f(%0: float64[3], %1: bool) {
          if(%1) {
            print(template=("x",))
            yield
          } {
            yield
          }
          return %0
        }
        """,
        X,
        True,
    )


def test_loop_state_that_feeds_only_itself():
    becomes(
        DeadCode(),
        """
        program f(%0: float64[3], %1: int) {
          %2: int = constant(kind="python", value=0)
          %3: int = constant(kind="python", value=1)
          %4: float64[3], %5: float64[3], %6: int = for(%2, %1, %3, %0, %0, %2) (%7: int, %8: float64[3], %9: float64[3], %10: int) {
            %11: float64[3] = sin(%8)
            %12: float64[3] = add(%9, %8)
            %13: int = py_add(%10, %7)
            yield %11, %12, %13
          }
          return %4
        }
        """,
        """
        program f(%0: float64[3], %1: int) {
          %2: int = constant(kind="python", value=0)
          %3: int = constant(kind="python", value=1)
          %4: float64[3] = for(%2, %1, %3, %0) (%5: int, %6: float64[3]) {
            %7: float64[3] = sin(%6)
            yield %7
          }
          return %4
        }
        """,
        X,
        3,
    )


def test_state_needed_through_another_state_or_the_condition_stays():
    stays(
        DeadCode(),
        """
        program f(%0: float64[3], %1: float64[3], %2: int) {
          %3: int = constant(kind="python", value=0)
          %4: int = constant(kind="python", value=1)
          %5: float64[3], %6: float64[3], %7: int = while(%0, %1, %3) (%8: float64[3], %9: float64[3], %10: int) {
            %11: bool = py_lt(%10, %2)
            yield %11
          } (%12: float64[3], %13: float64[3], %14: int) {
            %15: int = py_add(%14, %4)
            %16: float64[3] = sin(%12)
            yield %13, %16, %15
          }
          return %5
        }
        """,
        X,
        X,
        4,
    )


def test_a_while_without_use_still_runs():
    """It might never end."""
    becomes(
        DeadCode(),
        """
        program f(%0: int, %1: float64[3]) {
          %2: int = constant(kind="python", value=1)
          %3: int, %4: float64[3] = while(%0, %1) (%5: int, %6: float64[3]) {
            %7: bool = py_lt(%5, %2)
            yield %7
          } (%8: int, %9: float64[3]) {
            %10: int = py_add(%8, %2)
            %11: float64[3] = sin(%9)
            yield %10, %11
          }
          return
        }
        """,
        """
        program f(%0: int, %1: float64[3]) {
          %2: int = constant(kind="python", value=1)
          %3: int = while(%0) (%4: int) {
            %5: bool = py_lt(%4, %2)
            yield %5
          } (%6: int) {
            %7: int = py_add(%6, %2)
            yield %7
          }
          return
        }
        """,
        -3,
        X,
    )


def test_an_unused_for_goes_if_its_step_is_known():
    text = """
        program f(%0: float64[3], %1: int) {{
          %2: int = constant(kind="python", value=1)
          %3: float64[3] = for(%2, %1, {step}, %0) (%4: int, %5: float64[3]) {{
            %6: float64[3] = sin(%5)
            yield %6
          }}
          return %0
        }}
        """
    becomes(DeadCode(), text.format(step="%2"), "program f(%0: float64[3], %1: int) {\n  return %0\n}", X, 3)
    becomes(
        DeadCode(),
        text.format(step="%1"),  # range(1, n, 0) raises
        """
        program f(%0: float64[3], %1: int) {
          %2: int = constant(kind="python", value=1)
          for(%2, %1, %1) (%3: int) {
            yield
          }
          return %0
        }
        """,
        X,
        3,
    )
