"""Simplification by facts."""

import numpy as np
import pytest

from sct.ir.text import format_program
from sct.ops import registry
from sct.passes import Simplify
from tests.passes.checking import becomes, program, stays


def unit(op, dtype, constant, left=False, kind="array"):
    """A program that applies `op` to x and a constant, and then something that makes a new array."""
    spec = {"array": f"{dtype}[3]", "scalar": dtype, "python": dtype}[kind]
    operands = "%1, %0" if left else "%0, %1"
    return f"""program f(%0: {spec}) {{
  %1: {constant}
  %2: {spec} = {op}({operands})
  %3: bool{"[3]" if kind == "array" else "_" if kind == "scalar" else ""} = {"py_eq" if kind == "python" else "equal"}(%2, %2)
  return %3
}}
"""


def number(value):
    return f'{type(value).__name__} = constant(kind="python", value={value!r})'


@pytest.mark.parametrize(
    ("op", "dtype", "value"),
    [
        ("multiply", "float64", 1.0),
        ("multiply", "float64", 1),
        ("multiply", "float32", True),
        ("multiply", "int8", 1),
        ("divide", "float32", 1.0),
        ("power", "float64", 1.0),
        ("add", "int64", 0),
        ("subtract", "int16", 0),
        ("bitwise_or", "int64", 0),
    ],
)
def test_units(op, dtype, value):
    after = Simplify()(program(unit(op, dtype, number(value))))
    assert op not in {o.name for o in after.body.ops}


@pytest.mark.parametrize(("op", "dtype", "value"), [("multiply", "float64", 1.0), ("add", "int64", 0)])
def test_units_on_the_left(op, dtype, value):
    after = Simplify()(program(unit(op, dtype, number(value), left=True)))
    assert op not in {o.name for o in after.body.ops}


@pytest.mark.parametrize("kind", ["scalar", "python"])
def test_units_of_scalars(kind):
    op, dtype = ("py_mul", "float") if kind == "python" else ("multiply", "float64")
    after = Simplify()(program(unit(op, dtype, number(1.0), kind=kind)))
    assert op not in {o.name for o in after.body.ops}


@pytest.mark.parametrize(
    ("op", "dtype", "value", "left"),
    [
        ("add", "float64", 0.0, False),  # -0.0 + 0.0 is 0.0
        ("add", "float64", 0, False),
        ("multiply", "float64", 2.0, False),
        ("multiply", "float64", -1.0, False),
        ("divide", "float64", 1.0, True),  # 1 / x
        ("subtract", "int64", 0, True),  # 0 - x
        ("power", "float64", 1.0, True),
        ("multiply", "float64", 0.0, False),
    ],
)
def test_what_is_no_unit_stays(op, dtype, value, left):
    stays(Simplify(), unit(op, dtype, number(value), left))


def test_another_dtype_stays():
    for dtype, constant in [("float32", "float64"), ("int8", "float16")]:
        text = f"""
        program f(%0: {dtype}[3]) {{
          %1: {constant} = constant(kind="scalar", value=array({constant}, (), [1.0]))
          %2: {constant}[3] = multiply(%0, %1)
          %3: bool[3] = equal(%2, %2)
          return %3
        }}
        """
        stays(Simplify(), text)


def test_another_kind_stays():
    """`x * 1` of an array without axes is a NumPy scalar."""
    stays(
        Simplify(),
        """
        program f(%0: float64[]) {
          %1: float = constant(kind="python", value=1.0)
          %2: float64 = multiply(%0, %1)
          return %2
        }
        """,
        np.array(2.0),
    )


def test_an_array_that_the_caller_gets_stays():
    """`x * 1` is a new array, also when it is seen through a view or a branch."""
    stays(
        Simplify(),
        """
        program f(%0: float64[3], %1: bool) {
          %2: float = constant(kind="python", value=1.0)
          %3: float64[3] = multiply(%0, %2)
          %4: float64[3] = if(%1) {
            %5: float64[3] = getitem(%3, index=(("slice", None, None, -1),))
            yield %5
          } {
            %6: float64[3] = sin(%0)
            yield %6
          }
          return %4
        }
        """,
        np.arange(3.0),
        True,
    )


def test_an_array_that_python_code_gets_stays():
    from sct.ir.parse import parse_program
    from sct.ops.opaque import Opaque

    text = """program f(%0: float64[3]) {
  %1: float = constant(kind="python", value=1.0)
  %2: float64[3] = multiply(%0, %1)
  extern(%2, function=opaque("keep"), specs=())
  return
}
"""
    first = parse_program(text, opaques={"keep": Opaque(print)})
    assert Simplify()(first) is first


def test_decided_branches_are_taken():
    first = program("""
        program f(%0: float64[3]) {
          %1: bool = constant(kind="python", value=False)
          %2: float64[3] = if(%1) {
            %3: float64[3] = sin(%0)  # user.py:2
            yield %3
          } {
            print(template=("no\\n",))  # user.py:5
            %4: float64[3] = cos(%0)  # user.py:6
            yield %4
          }
          return %2
        }
    """)
    assert format_program(Simplify()(first), sources=True) == """program f(%0: float64[3]) {
  %1: bool = constant(kind="python", value=False)
  print(template=("no\\n",))  # user.py:5
  %2: float64[3] = cos(%0)  # user.py:6
  return %2
}
"""


def test_a_taken_branch_makes_extents_known():
    becomes(
        Simplify(),
        """
        program f(%0: float64[2], %1: float64[3], %2: bool) {
          %3: bool = constant(kind="python", value=True)
          %4: float64[d0] = if(%3) {
            yield %0
          } {
            yield %1
          }
          %5: float64[d0] = sin(%4)
          %6: float64[d1] = if(%2) {
            %7: float64[d0] = cos(%5)
            yield %7
          } {
            yield %1
          }
          %8: float64[d2] = if(%2) {
            yield %5
          } {
            yield %0
          }
          return %6, %8
        }
        """,
        """
        program f(%0: float64[2], %1: float64[3], %2: bool) {
          %3: bool = constant(kind="python", value=True)
          %4: float64[2] = sin(%0)
          %5: float64[d1] = if(%2) {
            %6: float64[2] = cos(%4)
            yield %6
          } {
            yield %1
          }
          %7: float64[2] = if(%2) {
            yield %4
          } {
            yield %0
          }
          return %5, %7
        }
        """,
        np.arange(2.0),
        np.arange(3.0),
        True,
    )


def test_units_of_what_has_become_known():
    becomes(
        Simplify(),
        """
        program f(%0: float64[2], %1: float64[3]) {
          %2: bool = constant(kind="python", value=True)
          %3: float = constant(kind="python", value=1.0)
          %4: float64[d0] = if(%2) {
            yield %0
          } {
            yield %1
          }
          %5: float64[d0] = sin(%4)
          %6: float64[d0] = multiply(%5, %3)
          %7: float64[d0] = cos(%6)
          return %7
        }
        """,
        """
        program f(%0: float64[2], %1: float64[3]) {
          %2: bool = constant(kind="python", value=True)
          %3: float = constant(kind="python", value=1.0)
          %4: float64[2] = sin(%0)
          %5: float64[2] = cos(%4)
          return %5
        }
        """,
        np.arange(2.0),
        np.arange(3.0),
    )


@pytest.fixture
def involution():
    """`negative`, declared to undo itself."""
    extras = registry.get("negative").extras
    before = dict(extras)
    extras["involution"] = True
    yield
    extras.clear()
    extras.update(before)


def test_involutions(involution):
    becomes(
        Simplify(),
        """
        program f(%0: float64[3]) {
          %1: float64[3] = negative(%0)
          %2: float64[3] = negative(%1)
          %3: float64[3] = sin(%2)
          return %3
        }
        """,
        """
        program f(%0: float64[3]) {
          %1: float64[3] = negative(%0)
          %2: float64[3] = sin(%0)
          return %2
        }
        """,
        np.array([0.0, -0.0, np.nan]),
    )


@pytest.fixture
def inverse():
    """`transpose`, declared to be undone by the inverse permutation."""
    extras = registry.get("transpose").extras
    before = dict(extras)
    extras["inverse"] = lambda ndim, axes=None: {
        "axes": tuple(int(k) for k in np.argsort(axes if axes is not None else range(ndim)[::-1]))
    }
    yield
    extras.clear()
    extras.update(before)


@pytest.mark.parametrize(
    ("first", "second", "gone"),
    [
        ("None", "None", True),
        ("(2, 0, 1)", "(1, 2, 0)", True),
        ("(2, 0, 1)", "(2, 0, 1)", False),
        ("None", "(2, 1, 0)", True),
        ("(0, 2, 1)", "None", False),
    ],
)
def test_inverses(inverse, first, second, gone):
    text = f"""
        program f(%0: float64[2, 2, 2]) {{
          %1: float64[2, 2, 2] = transpose(%0, axes={first})
          %2: float64[2, 2, 2] = transpose(%1, axes={second})
          %3: float64[2, 2, 2] = sin(%2)
          return %3
        }}
    """
    after = Simplify()(program(text))
    assert (len(after.body.ops) == 2) is gone
    from tests.backends.running import assert_same_runs

    assert_same_runs(after, program(text), np.arange(8.0).reshape(2, 2, 2))
