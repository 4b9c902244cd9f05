"""Functional updates in place: where they are, where they must not be."""

import textwrap

import numpy as np
import pytest

from sct.backends import get
from sct.ir.parse import parse_program
from sct.ir.verify import verify
from sct.loops.memory.ownership import Ownership
from tests.backends.running import assert_same_runs


def program(text):
    made = parse_program(textwrap.dedent(text).strip() + "\n")
    verify(made)
    return made


def plan(made):
    """For each setitem, in order, whether it is in place; and how many states are copied before loops."""
    ownership = Ownership(made)
    updates = [op in ownership.in_place for op in made.body.walk() if op.name == "setitem"]
    return updates, sum(map(len, ownership.entry_copies.values()))


def check(text, updates, copies, *args):
    made = program(text)
    assert plan(made) == (updates, copies)
    assert_same_runs(made, made, *args)


X = np.arange(6.0)


def test_inputs_and_constants_are_copied_once():
    check(
        """
        program f(%0: float64[6]) {
          %1: float = constant(kind="python", value=1.5)
          %2: float64[6] = setitem(%0, %1, index=(("int", 0),))
          %3: float64[6] = setitem(%2, %1, index=(("int", 1),))
          %4: float64[6] = setitem(%3, %1, index=(("int", 2),))
          %5: float64[2] = constant(kind="array", value=array(float64, (2,), [0.0, 1.0]))
          %6: float64[2] = setitem(%5, %1, index=(("int", 0),))
          return %4, %6
        }
        """,
        [False, True, True, False],
        0,
        X,
    )


def test_what_is_still_needed_is_copied():
    check(
        """
        program f(%0: float64[6]) {
          %1: float = constant(kind="python", value=1.5)
          %2: float64[6] = sin(%0)
          %3: float64[6] = setitem(%2, %1, index=(("int", 0),))
          %4: float64[6] = setitem(%3, %1, index=(("int", 1),))
          %5: float64[6] = add(%2, %4)
          return %5
        }
        """,
        [False, True],
        0,
        X,
    )


def test_a_living_view_forbids_it():
    text = """
        program f(%0: float64[6]) {{
          %1: float = constant(kind="python", value=1.5)
          %2: float64[6] = sin(%0)
          %3: float64[6] = getitem(%2, index=(("slice", None, None, -1),))
          {before}%4: float64[6] = setitem(%2, %1, index=(("int", 0),))
          %5: float64[6] = {after}
          return %5
        }}
        """
    check(text.format(before="", after="add(%3, %4)"), [False], 0, X)
    check(
        text.format(before="%6: float64[6] = cos(%3)\n          ", after="add(%6, %4)"),
        [True],
        0,
        X,
    )


def test_a_view_is_never_written_to():
    check(
        """
        program f(%0: float64[6]) {
          %1: float = constant(kind="python", value=1.5)
          %2: float64[6] = sin(%0)
          %3: float64[3, 2] = reshape(%2, order="C", shape=(3, 2))
          %4: float64[3, 2] = setitem(%3, %1, index=(("int", 0),))
          return %4
        }
        """,
        [False],
        0,
        X,
    )


def test_a_value_that_overlaps():
    text = """
        program f(%0: float64[6], %1: bool[6]) {{
          %2: float64[6] = sin(%0)
          %3: float64[5] = getitem(%2, index=(("slice", None, 5, None),))
          %4: float64[6] = setitem(%2, {value})
          return %4
        }}
        """
    check(text.format(value='%3, index=(("slice", 1, None, None),)'), [True], 0, X, X > 2)
    mask = np.array([True, True, False, True, True, True])
    check(text.format(value='%3, %1, index=(("arg", 0),)'), [False], 0, X, mask)
    check(text.format(value='%2, index=(("slice", None, None, -1),)'), [False], 0, X, mask)


LOOP = """
program f(%0: float64[6], %1: int) {{
  %2: int = constant(kind="python", value=0)
  %3: int = constant(kind="python", value=1)
  %4: float = constant(kind="python", value=1.5)
  %5: float64[6] = {entry}
  %6: float64[6] = for(%2, %1, %3, %5) (%7: int, %8: float64[6]) {{
    %9: float64[6] = setitem(%8, %4, %7, index=(("arg", 0),))
    yield %9
  }}
  %10: float64[6] = setitem(%6, %4, index=(("int", 5),))
  return {returned}
}}
"""


def test_a_loop_takes_over_what_dies_there():
    check(LOOP.format(entry="sin(%0)", returned="%10"), [True, True], 0, X, 4)


def test_a_loop_copies_once_what_it_may_not_take():
    check(LOOP.format(entry="sin(%0)", returned="%10, %5"), [True, True], 1, X, 4)
    check(LOOP.format(entry='getitem(%0, index=(("slice", None, None, None),))', returned="%10"), [True, True], 1, X, 4)


def test_no_copy_in_any_iteration():
    """The cost of an iteration does not grow with the array."""
    import time

    executable = get("numpy").compile(program(LOOP.format(entry="sin(%0)", returned="%10").replace("[6]", "[n]")))
    x = np.zeros(2_000_000)
    start = time.perf_counter()
    executable(x, 2000)
    assert time.perf_counter() - start < 2.0  # 2000 copies would take some 2000 * 2 ms


def test_nested_loops():
    check(
        """
        program f(%0: float64[3, 2]) {
          %1: int = constant(kind="python", value=0)
          %2: int = constant(kind="python", value=3)
          %3: int = constant(kind="python", value=2)
          %4: int = constant(kind="python", value=1)
          %5: float64[3, 2] = for(%1, %2, %4, %0) (%6: int, %7: float64[3, 2]) {
            %8: float64[3, 2] = for(%1, %3, %4, %7) (%9: int, %10: float64[3, 2]) {
              %11: int = py_add(%6, %9)
              %12: float64[3, 2] = setitem(%10, %11, %6, %9, index=(("arg", 0), ("arg", 1)))
              yield %12
            }
            yield %8
          }
          return %5
        }
        """,
        [True],
        1,
        np.zeros((3, 2)),
    )


def test_states_that_change_places():
    """Double buffering: both buffers are written to, so both are copied at first."""
    check(
        """
        program f(%0: float64[6], %1: float64[6], %2: int) {
          %3: int = constant(kind="python", value=0)
          %4: int = constant(kind="python", value=1)
          %5: float64[6], %6: float64[6] = for(%3, %2, %4, %0, %1) (%7: int, %8: float64[6], %9: float64[6]) {
            %10: float64[6] = setitem(%8, %7, index=(("int", 0),))
            yield %9, %10
          }
          return %5, %6
        }
        """,
        [True],
        2,
        X,
        X + 1,
        5,
    )


def test_states_that_share_a_buffer():
    check(
        """
        program f(%0: float64[6], %1: int) {
          %2: int = constant(kind="python", value=0)
          %3: int = constant(kind="python", value=1)
          %4: float64[6] = sin(%0)
          %5: float64[6], %6: float64[6] = for(%2, %1, %3, %4, %4) (%7: int, %8: float64[6], %9: float64[6]) {
            %10: float64[6] = setitem(%8, %7, index=(("int", 0),))
            yield %10, %10
          }
          return %5, %6
        }
        """,
        [False],
        0,
        X,
        3,
    )


def test_a_state_that_becomes_an_outer_array():
    check(
        """
        program f(%0: float64[6], %1: int) {
          %2: int = constant(kind="python", value=0)
          %3: int = constant(kind="python", value=1)
          %4: float64[6] = sin(%0)
          %5: float64[6] = cos(%0)
          %6: float64[6], %7: float64 = for(%2, %1, %3, %4, %3) (%8: int, %9: float64[6], %10: float64) {
            %11: float64[6] = setitem(%9, %8, index=(("int", 0),))
            %12: float64 = getitem(%11, index=(("int", 0),))
            yield %5, %12
          }
          return %6, %7
        }
        """.replace("%4, %3)", "%4, %13)").replace(
            "%5: float64[6] = cos(%0)",
            '%5: float64[6] = cos(%0)\n          %13: float64 = constant(kind="scalar", value=array(float64, (), [0.0]))',
        ),
        [False],
        0,
        X,
        3,
    )


def test_a_view_of_the_last_iteration():
    """The state of one iteration is seen by the next through a view: no writing over it."""
    check(
        """
        program f(%0: float64[6], %1: int) {
          %2: int = constant(kind="python", value=0)
          %3: int = constant(kind="python", value=1)
          %4: float64[6] = sin(%0)
          %5: float64[6] = cos(%0)
          %6: float64[6], %7: float64[6] = for(%2, %1, %3, %4, %5) (%8: int, %9: float64[6], %10: float64[6]) {
            %11: float64[6] = getitem(%9, index=(("slice", None, None, -1),))
            %12: float64[6] = setitem(%9, %8, index=(("int", 0),))
            %13: float64[6] = add(%12, %10)
            yield %13, %11
          }
          return %6, %7
        }
        """,
        [False],
        0,
        X,
        3,
    )


def test_what_the_loop_reads_from_outside_is_not_overwritten():
    check(
        """
        program f(%0: float64[6], %1: int) {
          %2: int = constant(kind="python", value=0)
          %3: int = constant(kind="python", value=1)
          %4: float64[6] = sin(%0)
          %5: float64[6] = for(%2, %1, %3, %4) (%6: int, %7: float64[6]) {
            %8: float64[6] = setitem(%7, %6, index=(("int", 0),))
            %9: float64[6] = setitem(%4, %6, index=(("int", 1),))
            %10: float64[6] = add(%8, %9)
            yield %10
          }
          return %5
        }
        """,
        [True, False],
        1,
        X,
        3,
    )


@pytest.mark.parametrize(("other", "updates"), [("%2", [True]), ("%0", [True])])
def test_in_a_branch(other, updates):
    check(
        f"""
        program f(%0: float64[6], %1: bool) {{
          %2: float64[6] = sin(%0)
          %3: float64[6] = if(%1) {{
            %4: float = constant(kind="python", value=1.5)
            %5: float64[6] = setitem(%2, %4, index=(("int", 0),))
            yield %5
          }} {{
            yield {other}
          }}
          return %3
        }}
        """,
        updates,
        0,
        X,
        True,
    )


def test_in_both_branches_and_after():
    check(
        """
        program f(%0: float64[6], %1: bool) {
          %2: float64[6] = sin(%0)
          %3: float = constant(kind="python", value=1.5)
          %4: float64[6] = if(%1) {
            %5: float64[6] = setitem(%2, %3, index=(("int", 0),))
            yield %5
          } {
            %6: float64[6] = setitem(%2, %3, index=(("int", 1),))
            yield %6
          }
          %7: float64[6] = setitem(%4, %3, index=(("int", 2),))
          return %7
        }
        """,
        [True, True, True],
        0,
        X,
        False,
    )


def test_a_branch_that_hands_on_a_view_or_an_input():
    check(
        """
        program f(%0: float64[6], %1: bool) {
          %2: float64[6] = sin(%0)
          %3: float = constant(kind="python", value=1.5)
          %4: float64[6] = if(%1) {
            yield %2
          } {
            yield %0
          }
          %5: float64[6] = setitem(%4, %3, index=(("int", 2),))
          return %5
        }
        """,
        [False],
        0,
        X,
        False,
    )


def test_the_state_of_a_while_is_seen_by_its_condition():
    check(
        """
        program f(%0: float64[6]) {
          %1: float64[6] = sin(%0)
          %2: int = constant(kind="python", value=0)
          %3: int = constant(kind="python", value=1)
          %4: int = constant(kind="python", value=5)
          %5: float64[6], %6: int = while(%1, %2) (%7: float64[6], %8: int) {
            %9: float64[6] = setitem(%7, %8, index=(("int", 0),))
            %10: float64 = getitem(%9, index=(("int", 0),))
            %11: bool_ = less(%10, %4)
            %12: bool = truth(%11)
            yield %12
          } (%13: float64[6], %14: int) {
            %15: int = py_add(%14, %3)
            %16: float64[6] = setitem(%13, %15, index=(("int", 1),))
            yield %16, %15
          }
          return %5
        }
        """,
        [False, True],
        0,
        X,
    )


def test_what_python_code_may_keep_is_not_overwritten():
    from sct.ops.opaque import Opaque

    kept = []
    text = """program f(%0: float64[6]) {
  %1: float = constant(kind="python", value=1.5)
  %2: float64[6] = sin(%0)
  extern(%2, function=opaque("keep"), specs=())
  %3: float64[6] = setitem(%2, %1, index=(("int", 0),))
  return %3
}
"""
    made = parse_program(text, opaques={"keep": Opaque(kept.append)})
    assert plan(made) == ([False], 0)
    get("numpy").compile(made)(X)
    assert kept[0][0] == np.sin(0.0)


def test_states_that_hand_each_other_on_do_not_keep_the_analysis_busy():
    """Once endless: a state that takes over what another one held before."""
    check(
        """
        program f(%0: float64[6], %1: int) {
          %2: int = constant(kind="python", value=0)
          %3: int = constant(kind="python", value=1)
          %4: float64[6] = sin(%0)
          %5: float64[6], %6: float64[6], %7: float64[6] = for(%2, %1, %3, %4, %0, %0) (%8: int, %9: float64[6], %10: float64[6], %11: float64[6]) {
            %12: float64[6] = setitem(%9, %8, index=(("int", 0),))
            %13: float64[6] = setitem(%10, %8, index=(("int", 1),))
            %14: float64[6] = setitem(%11, %8, index=(("int", 2),))
            yield %12, %11, %12
          }
          return %5, %6, %7
        }
        """,
        [False, False, False],
        0,
        X,
        4,
    )


def test_inputs_that_cannot_be_written_to():
    frozen = np.arange(6.0)
    frozen.setflags(write=False)
    made = program(LOOP.format(entry='getitem(%0, index=(("slice", None, None, None),))', returned="%10"))
    (result,) = get("numpy").compile(made)(frozen, 3)
    assert result.flags.writeable and frozen[0] == 0.0


def test_the_layout_is_kept():
    made = program("program f(%0: float64[2, 3]) {\n  %1: float = constant(kind=\"python\", value=1.0)\n  %2: float64[2, 3] = setitem(%0, %1, index=((\"int\", 0),))\n  return %2\n}")
    (result,) = get("numpy").compile(made)(np.asfortranarray(np.zeros((2, 3))))
    assert result.flags.f_contiguous


def test_a_loop_in_a_branch_takes_over_what_dies_with_the_branch():
    """The loop's first update found a second reference, and copied all of the list."""
    made = program(
        """
        program f(%0: int, %1: int) {
          %2: int = constant(kind="python", value=0)
          %3: int = constant(kind="python", value=1)
          %4: int64[d1] = list_repeat(%2, %0)
          %5: int64[d2] = for(%2, %1, %3, %4) (%6: int, %7: int64[d2]) {
            %8: int = py_mod(%6, %0)
            %9: bool = py_gt(%8, %2)
            %10: int64[d3] = if(%9) {
              %11: int64[d4] = for(%2, %8, %3, %7) (%12: int, %13: int64[d4]) {
                %14: int64[d5] = list_append(%13, %12)
                yield %14
              }
              yield %11
            } {
              %15: int64[d2] = list_set(%7, %2, %6)
              yield %15
            }
            yield %10
          }
          return %5
        }
        """
    )
    ownership = Ownership(made)
    inner = [op for op in made.body.walk() if op.name == "for"][1]
    assert ownership.entry_moves[inner] == {0} and ownership.entry_copies[inner] == ()
    assert_same_runs(made, made, 3, 8)


RAISING = """
program f(%0: int, %1: int) {
  %2: int = constant(kind="python", value=0)
  %3: int = constant(kind="python", value=1)
  %4: int64[d1] = list_repeat(%2, %3)
  %5: int64[d1] = list_repeat(%2, %3)
  %6: int64[d2], %7: int64[d3] = for(%2, %0, %3, %4, %5) (%8: int, %9: int64[d2], %10: int64[d3]) {
    %11: bool = py_lt(%8, %1)
    %12: int64[d4], %13: int64[d5] = if(%11) {
      %14: int64[d6] = list_append(%9, %8)
      %15: int64[d7] = list_append(%10, %2)
      yield %14, %15
    } {
      ENDS
      %16: int64[0] = constant(kind="array", value=array(int64, (0,), []))
      yield %16, %16
    }
    yield %12, %13
  }
  return %6, %7
}
"""
RAISE = 'raise(exception="builtins.ValueError", template=("too many",))'
NESTED = f"""
      %17: bool = py_lt(%8, %2)
      %18: int = if(%17) {{
        {RAISE}
        yield %2
      }} {{
        {RAISE}
        yield %3
      }}
"""


@pytest.mark.parametrize("ends", [RAISE, NESTED])
def test_what_a_branch_that_raises_yields_is_no_memory_of_the_result(ends):
    """The empty lists that stand there made each state of the loop a copy in each turn."""
    made = program(RAISING.replace("ENDS", ends))
    ownership = Ownership(made)
    assert {op for op in made.body.walk() if op.name == "list_append"} == ownership.in_place
    assert_same_runs(made, made, 40, 40)
    for backend in ("numpy", "native"):
        with pytest.raises(ValueError, match="too many"):
            get(backend).compile(made)(40, 7)


def test_what_a_branch_that_may_raise_yields_is_copied():
    made = program(RAISING.replace("ENDS", ""))
    assert not Ownership(made).in_place
    assert_same_runs(made, made, 40, 7)
