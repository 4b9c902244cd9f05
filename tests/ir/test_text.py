"""Program text: printed canonically, parsed back, refused with the line."""

import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sct.errors import Location, ProgramTextError
from sct.ir.attr_text import attr_text
from sct.ir.build import Builder, freeze_attrs
from sct.ir.core import ArrayConst, Op, Program, Value
from sct.ir.parse import parse_program
from sct.ir.text import format_op, format_program, programs_equal
from sct.ir.tokens import Line, tokenize
from sct.ir.types import ARRAY, PYTHON, SCALAR, Dim, Spec
from sct.ops.opaque import Opaque

EVERYTHING = '''program "<lambda>"(%0: float64[3, n], %1: int; %2: bool_, %3: bool[2]) {
  %4: bool = truth(%2)
  %5: float64[3, n] = if(%4) {
    %6: float64[3, n] = sin(%0)
    yield %6
  } {
    raise(exception="builtins.ValueError", template=("a \\"quote\\" \\u00e4 # {", ("arg", 0, "r", "")))
    yield %0
  }
  %7: int = constant(kind="python", value=0)
  %8: int = constant(kind="python", value=1)
  %9: float64[3, n] = for(%7, %1, %8, %5) (%10: int, %11: float64[3, n]) {
    %12: int, %13: float64[3, n] = while(%10, %11) (%14: int, %15: float64[3, n]) {
      %16: bool = py_lt(%14, %1)
      yield %16
    } (%17: int, %18: float64[3, n]) {
      %19: int = py_add(%17, %8)
      yield %19, %18
    }
    yield %13
  }
  print(%1, template=())
  return %9
}
mutated 0 -> 0
metadata key = (1, "x")
'''


def read(text):
    tokens, _ = tokenize(text, 1)
    line = Line(tokens, 1)
    value = line.attr()
    line.finish()
    return value


def content(value):
    """A form that tells 1 from True and 1.0, 0.0 from -0.0, and finds NaN equal to itself."""
    if isinstance(value, tuple):
        return tuple(content(v) for v in value)
    if isinstance(value, float):
        return "float", struct.pack(">d", value)
    if isinstance(value, complex):
        return "complex", content(value.real), content(value.imag)
    return type(value), value


def test_round_trip_of_everything():
    program = parse_program(EVERYTHING)
    assert format_program(program) == EVERYTHING
    assert program.inputs == 2 and program.captures == 2
    assert program.mutated == ((0, 0),)
    assert programs_equal(program, parse_program(EVERYTHING))


ATTRS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.complex_numbers()
    | st.text()
    | st.binary(max_size=8)
    | st.sampled_from([np.dtype("float32"), np.dtype(">i4"), Dim("n"), Dim("a b"), Dim("?")])
    | st.sampled_from([Spec(np.dtype("bool"), (), k) for k in (ARRAY, SCALAR, PYTHON)])
    | st.just(Spec(np.dtype("int8"), (2, Dim("a b")))),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=8,
)


@given(ATTRS)
def test_attributes_round_trip(value):
    assert content(read(attr_text(value))) == content(value)


@pytest.mark.parametrize(
    "array",
    [
        np.array(1.5),
        np.array([0.0, -0.0, np.nan, -np.inf]),
        np.arange(100, dtype=">i2"),
        np.arange(16, dtype="u1").reshape(2, 8),
        np.array([1 + 2j, complex(-0.0, np.nan)], "complex64"),
        np.array([True, False]),
        np.zeros((0, 3), "float16"),
        np.array([struct.unpack("<d", bytes.fromhex("010000000000f87f"))[0]]),  # a NaN with a payload
        np.array([0.1, 1e-45, 3e38], "float32"),
        np.array([2**64 - 1], "uint64"),
        np.array(["2020-01-01"], "datetime64[D]"),
    ],
    ids=str,
)
def test_arrays_round_trip_bit_for_bit(array):
    value = ArrayConst.of(array)
    assert read(attr_text(value)) == value
    assert read(attr_text(value)).array().tobytes() == array.tobytes()


def test_what_has_no_text_is_refused():
    with pytest.raises(ProgramTextError, match="builtins.object has no text form"):
        attr_text(object())
    with pytest.raises(ProgramTextError, match="has no text form"):
        attr_text(np.dtype([("a", "i4")]))


def test_big_numbers_and_strings():
    for value in (2**64, -(10**5000), "\ud800", "a\nb", '"', "\\"):
        assert read(attr_text(value)) == value
        assert "\n" not in attr_text(value)


def test_numbering_does_not_depend_on_names_or_lines():
    def make(hint, where):
        b = Builder()
        x = b.argument(Spec(np.dtype("float64"), (3,)), hint)
        y = b.op("sin", [x], source=where)[0]
        return b.program([y], inputs=1)

    a, b = make("x", None), make("y", Location("f.py", 3, 0, None, None, "f"))
    assert programs_equal(a, b)
    assert "# f.py:3" in format_program(b, sources=True)
    again = parse_program(format_program(b, sources=True))
    assert again.body.ops[0].source == Location("f.py", 3)


def test_op_in_context():
    program = parse_program(EVERYTHING)
    op = next(op for op in program.body.walk() if op.name == "py_add")
    assert "->       %19: int = py_add(%17, %8)" in format_op(program, op)


def test_opaques_are_given_back():
    function = Opaque(len)
    result = Value(Spec(np.dtype("int64"), (), PYTHON))
    call = Op("extern", (), freeze_attrs({"function": function, "specs": (result.spec,)}), (result,))
    from sct.ir.core import Block

    text = format_program(Program(Block((), (call,), (result,)), 0))
    assert 'function=opaque("builtins.len")' in text
    with pytest.raises(ProgramTextError, match=r"line 2: .*builtins\.len"):
        parse_program(text)
    assert format_program(parse_program(text, opaques={"builtins.len": function})) == text


def changed(old, new):
    assert EVERYTHING.count(old) == 1, EVERYTHING.count(old)
    return EVERYTHING.replace(old, new)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: the text ends before the program does"),
        ("programm f() {", "line 1: expected 'program'"),
        ("program f(%0: float64[3] {", "line 1: expected ','"),
        ("program f(%0: float65[3]) {", "line 1: 'float65' is no dtype"),
        ("program f(%0: float) {\n  return %0\n", "line 3: the text ends .* line 1 opens is not closed"),
        ("program f(%0: object[3]) {", "line 1: 'object' is no dtype"),
        ("program f(%0: int8[-1]) {", "line 1: an extent is a natural number"),
        ("program f(%0: int8[1]) {\n}", "line 2: a block ends without 'return'"),
        ("program f() {\n  yield\n}", "line 2: expected 'return'"),
        (changed("%6: float64[3, n] = sin(%0)", "%6: float64[3, n] = sin(%99)"), "line 4: %99 is used before"),
        (changed("%6: float64[3, n] = sin(%0)", "%6: float64[3, n] = sin(%6)"), "line 4: %6 is used before"),
        (changed("%8: int = constant", "%7: int = constant"), "line 11: %7 is defined twice"),
        (changed('value=1)', 'value=@)'), "line 11: cannot read '@"),
        (changed('kind="python", value=1', 'value=1, kind="python"'), "line 11: attributes stand in the order"),
        (changed('value=1)', 'value=1'), "line 11: expected '\\)'"),
        (changed("  return %9\n}\n", "  return %9\n  return %9\n}\n"), "line 24: expected '}'"),
        (changed("mutated 0 -> 0", "mutated 0 -> -1"), "line 25: -1 is no index"),
        (changed("metadata key", "meta key"), "line 26: unexpected 'meta'"),
        (changed("print(%1, template=())", "print(template=(), %1)"), "line 22: operands come before"),
        (changed("print(%1, template=())", 'print(template=array(int8, (3,), "AAAA AA"))'), "line 22"),
        (changed("print(%1, template=())", "print(template=array(int8, (2,), [1, 300]))"), "line 22: these are no int8"),
        (changed("print(%1, template=())", "print(template=array(int8, (3,), [1]))"), "line 22: 1 bytes are no int8"),
        (changed("print(%1, template=())", "print(template=what(1))"), "line 22: there is no attribute of the form"),
        (changed("print(%1, template=())", "print(template=1e999999x)"), "line 22"),
        (changed("print(%1, template=())", f"print(template={'(' * 9000})"), "nested too deeply|line 22"),
    ],
)
def test_bad_text_is_refused_with_its_line(text, message):
    with pytest.raises(ProgramTextError, match=message):
        parse_program(text)


@given(st.data())
def test_damaged_text_never_crashes(data):
    """Any damage is a ProgramTextError or another Program."""
    at = data.draw(st.integers(0, len(EVERYTHING) - 1))
    insert = data.draw(st.sampled_from(["", "(", ")", "%0", '"', "0", ",", "}", "{", "\n", "-", ":", "nan"]))
    cut = data.draw(st.integers(0, 3))
    text = EVERYTHING[:at] + insert + EVERYTHING[at + cut :]
    try:
        program = parse_program(text)
    except ProgramTextError:
        return
    assert programs_equal(parse_program(format_program(program)), program)
