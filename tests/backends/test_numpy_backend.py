"""The NumPy backend: kinds, control flow, locations, freeing, size."""

import itertools
import textwrap
import warnings
import weakref

import numpy as np
import pytest

from sct import backends
from sct.backends import get
from sct.backends.numpy.kernels import _OPERABLE, _SCALAR_SIGNS
from sct.errors import Location, VerifyError
from sct.ir.build import Builder
from sct.ir.parse import parse_program
from sct.ir.types import PYTHON, Spec
from sct.ops import registry
from tests.backends.running import run, same
from tests.work import calls_of

F8 = np.dtype("float64")


def compiled(text, **options):
    return get("numpy").compile(parse_program(textwrap.dedent(text).strip() + "\n"), **options)


# -- finding backends ----------------------------------------------------------------------------------


def test_backends_are_found_by_name():
    assert "numpy" in backends.names()
    with pytest.raises(backends.UnknownBackendError, match="there is no backend 'nunpy'; there are: .*numpy"):
        get("nunpy")
    for name in ("", "..", "numpy.emit", "ownership", "__init__"):
        with pytest.raises(ValueError, match="there is no backend"):
            get(name)


# -- values --------------------------------------------------------------------------------------------


def test_python_numbers_scalars_and_arrays_stay_what_they_are():
    executable = compiled(
        """
        program f(%0: float64[], %1: int, %2: float32) {
          %3: int = py_mul(%1, %1)
          %4: float32 = multiply(%2, %2)
          %5: float64 = multiply(%0, %0)
          %6: float64[] = transpose(%0, axes=None)
          %7: float = py_truediv(%1, %3)
          %8: bool = py_lt(%1, %3)
          return %3, %4, %5, %6, %7, %8, %0, %1, %2
        }
        """,
        check=True,
    )
    x = np.array(1.5)
    got = executable(x, 2**20, np.float32(0.1))
    assert [type(v).__name__ for v in got] == [
        "int", "float32", "float64", "ndarray", "float", "bool", "ndarray", "int", "float32"
    ]  # fmt: skip
    assert got[0] == 2**40 and got[6] is x


def test_ints_that_outgrow_64_bits_are_the_kernels_to_refuse():
    from sct.errors import StaticValueError

    executable = compiled("program f(%0: int) {\n  %1: int = py_mul(%0, %0)\n  return %1\n}")
    assert "k_py_mul" in executable.source and executable(3) == (9,)
    assert executable(-(2**31)) == (2**62,)
    with pytest.raises(StaticValueError, match="does not fit into 64 bits"):
        executable(2**32)


def test_constants_are_frozen_and_say_so():
    executable = compiled(
        """
        program f(%0: float64[2]) {
          %1: float64[2] = constant(kind="array", value=array(float64, (2,), [1.0, -0.0]))
          %2: float32 = constant(kind="scalar", value=array(float32, (), [0.5]))
          %3: complex = constant(kind="python", value=complex(-0.0, nan))
          %4: float = constant(kind="python", value=-inf)
          %5: float64[2] = getitem(%1, index=(("slice", None, None, -1),))
          %6: float64[2] = getitem(%0, index=(("slice", None, None, -1),))
          %7: float64[2] = add(%0, %1)
          return %1, %2, %3, %4, %5, %6, %7, %0
        }
        """,
        check=True,
    )
    x = np.array([3.0, 4.0])
    got = executable(x)
    assert not got[0].flags.writeable and not got[4].flags.writeable and got[6].flags.writeable
    assert same(got[1], np.float32(0.5)) and repr(got[2]) == "(-0+nanj)" and got[3] == -np.inf
    aliases = executable.output_aliases
    assert [a.constant for a in aliases] == [True, False, False, False, True, False, False, False]
    assert [a.inputs for a in aliases] == [(), (), (), (), (), (0,), (), (0,)]
    assert aliases[5].outputs == (7,) and aliases[0].outputs == (4,)


def test_kernels_that_mix_up_scalars_and_arrays_are_corrected():
    @registry.op("test_answers_scalar", infer=lambda x: Spec(F8, ()))
    def answers_scalar(x, *, xp):
        return np.float64(1.0)

    @registry.op("test_answers_array", infer=lambda x: Spec(F8, (), "scalar"))
    def answers_array(x, *, xp):
        return np.array(1.0)

    try:
        text = """
        program f(%0: float64[2]) {
          %1: float64[] = test_answers_scalar(%0)
          %2: float64 = test_answers_array(%0)
          return %1, %2
        }
        """
        first, second = compiled(text, check=True)(np.zeros(2))
        assert type(first) is np.ndarray and type(second) is np.float64
    finally:
        del registry._OPS["test_answers_scalar"], registry._OPS["test_answers_array"]


@pytest.mark.parametrize(
    ("kernel", "message"),
    [
        (lambda x, xp: x.astype("f4"), "its dtype is float32"),
        (lambda x, xp: np.zeros(3), r"its shape is \(3,\)"),
        (lambda x, xp: np.zeros((2, 1)), r"its shape is \(2, 1\)"),
        (lambda x, xp: 1.0, "it is a builtins.float"),
        (lambda x, xp: x[::-1], "shares memory with an operand"),
        (lambda x, xp: x, "shares memory with an operand"),
    ],
)
def test_check_notices_a_wrong_kernel(kernel, message):
    registry.op("test_wrong", infer=lambda x: x)(lambda x, *, xp: kernel(x, xp))
    try:
        executable = compiled("program f(%0: float64[2]) {\n  %1: float64[2] = test_wrong(%0)\n  return %1\n}", check=True)
        with pytest.raises(VerifyError, match=message):
            executable(np.zeros(2))
    finally:
        del registry._OPS["test_wrong"]


def test_check_notices_wrong_inputs_and_extents():
    executable = compiled("program f(%0: float64[n], %1: float64[n]) {\n  %2: float64[n] = add(%0, %1)\n  return %2\n}", check=True)
    executable(np.zeros(2), np.zeros(2))
    executable(np.zeros(3), np.zeros(3))
    with pytest.raises(VerifyError, match=r"its shape is \(1,\), and n was 3"):
        executable(np.zeros(3), np.zeros(1))
    with pytest.raises(VerifyError, match="it is a builtins.float"):
        executable(1.0, np.zeros(1))


def test_operators_on_scalars_are_the_ufuncs():
    """The generated code uses Python's operators on NumPy scalars: the same types, bits and exceptions."""
    import operator

    names = {"add": operator.add, "subtract": operator.sub, "multiply": operator.mul, "divide": operator.truediv,
             "floor_divide": operator.floordiv, "remainder": operator.mod, "less": operator.lt, "less_equal": operator.le, "greater": operator.gt, "greater_equal": operator.ge,
             "equal": operator.eq, "not_equal": operator.ne}  # fmt: skip
    assert names.keys() == _SCALAR_SIGNS.keys()
    numbers = [0, 1, -1, 300, 2**40, 2**70, 0.0, -0.0, 1.5, float("nan"), 1e300, True]
    scalars = []
    for char in _OPERABLE.replace("FD", ""):  # of complex numbers, the scalars' own are meant: `numbers_and_kinds`
        dtype = np.dtype(char)
        values = (0, 1, 3, np.iinfo(dtype).max, np.iinfo(dtype).min) if dtype.kind in "iu" else (-0.0, 0.1, np.nan, -np.inf, 1e-40, 3e38)
        scalars += [dtype.type(v) for v in values]

    def outcome(function, *args):
        try:
            result = function(*args)
        except Exception as error:
            return type(error), str(error)
        return type(result), result.tobytes()

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, function in names.items():
            ufunc = registry.get(name).numpy[0]
            for a, b in itertools.product(scalars, scalars + numbers):
                for args in ((a, b), (b, a)):
                    assert outcome(function, *args) == outcome(ufunc, *args), (name, args)


def test_operators_on_python_numbers_are_the_kernels():
    numbers = [0, 1, -7, 2**62, -(2**63), True, 0.5, -0.0, float("nan"), 1e308, 1 + 2j]
    from sct.backends.numpy.kernels import _PYTHON_SIGNS

    def outcome(function, *args):
        try:
            (result,) = function(*args)
        except Exception as error:
            return type(error), str(error)
        return type(result), repr(result)

    for name in _PYTHON_SIGNS:
        definition = registry.get(name)
        for a, b in itertools.product(numbers, numbers):
            specs = [Spec(np.dtype({"bool": "bool", "int": "int64", "float": "float64", "complex": "complex128"}[type(v).__name__]), (), PYTHON) for v in (a, b)]
            builder = Builder()
            args = [builder.argument(spec) for spec in specs]
            try:
                result = builder.one(name, *args)
            except Exception:
                continue
            executable = get("numpy").compile(builder.program([result], inputs=2))
            wanted = outcome(lambda x, y: (definition.kernel(x, y, xp=np),), a, b)
            assert outcome(executable, a, b) == wanted, (name, a, b)


# -- control flow --------------------------------------------------------------------------------------


def test_while_for_if_and_print(capsys):
    executable = compiled(
        """
        program collatz(%0: int) {
          %1: int = constant(kind="python", value=0)
          %2: int = constant(kind="python", value=1)
          %3: int = constant(kind="python", value=2)
          %4: int = constant(kind="python", value=3)
          %5: int, %6: int = while(%0, %1) (%7: int, %8: int) {
            %9: bool = py_gt(%7, %2)
            yield %9
          } (%10: int, %11: int) {
            %12: int = py_mod(%10, %3)
            %13: bool = truth(%12)
            %14: int = if(%13) {
              %15: int = py_mul(%10, %4)
              %16: int = py_add(%15, %2)
              yield %16
            } {
              %17: int = py_floordiv(%10, %3)
              yield %17
            }
            %18: int = py_add(%11, %2)
            yield %14, %18
          }
          for(%1, %3, %2) (%19: int) {
            print(%19, template=("i=", ("arg", 0, "", ""), "\\n"))
            yield
          }
          for(%1, %3, %2) (%20: int) {
            yield
          }
          return %6
        }
        """,
        check=True,
    )
    assert executable(27) == (111,)
    assert capsys.readouterr().out == "i=0\ni=1\n"


def test_state_is_assigned_all_at_once():
    executable = compiled("""
        program fibonacci(%0: int) {
          %1: int = constant(kind="python", value=0)
          %2: int = constant(kind="python", value=1)
          %3: int, %4: int = for(%1, %0, %2, %1, %2) (%5: int, %6: int, %7: int) {
            %8: int = py_add(%6, %7)
            yield %7, %8
          }
          return %3
        }
    """)
    assert [executable(n)[0] for n in range(10)] == [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]


def nested(depth, name):
    """`depth` loops or branches inside each other."""
    builder = Builder()
    x = builder.argument(Spec(F8, (2,)))
    yes = builder.argument(Spec(np.dtype("bool"), (), PYTHON))
    zero, one = builder.constant(0), builder.constant(1)

    def inside(outer, value, left):
        if left == 0:
            return outer.one("add", value, x)
        block = outer.child()
        if name == "if":
            other = outer.child()
            blocks = block.close([inside(block, value, left - 1)]), other.close([value])
            return outer.op("if", [yes], blocks=blocks)[0]
        block.argument(Spec(np.dtype("int64"), (), PYTHON))
        state = block.argument(value.spec)
        return outer.op("for", [zero, one, one, value], blocks=(block.close([inside(block, state, left - 1)]),))[0]

    return builder.program([inside(builder, x, depth)], inputs=2)


@pytest.mark.parametrize("name", ["if", "for"])
@pytest.mark.parametrize("depth", [1, 13, 14, 15, 30, 120])
def test_deep_nesting(name, depth):
    program = nested(depth, name)
    (got,), _ = run(program, np.array([1.0, 2.0]), True)
    assert same(got, np.array([2.0, 4.0]))


def test_long_programs():
    builder = Builder()
    x = builder.argument(Spec(F8, (2,)))
    y = x
    for k in range(20_000):
        y = builder.one("add" if k % 2 else "subtract", y, x)
    executable = get("numpy").compile(builder.program([y], inputs=1))
    assert same(executable(np.array([1.0, 2.0]))[0], np.array([1.0, 2.0]))


def test_compiling_is_quick():
    builder = Builder()
    x = builder.argument(Spec(F8, (2,)))
    y = x
    for _ in range(150):
        y = builder.one("sin", builder.one("add", y, x))
    program = builder.program([y], inputs=1)
    assert calls_of(lambda: get("numpy").compile(program)) < 40_000  # 76 for each op: 6 to 15 ms


# -- exceptions ----------------------------------------------------------------------------------------


def test_exceptions_keep_their_type_and_name_the_users_line(tmp_path):
    path = tmp_path / "user.py"
    path.write_text("def f(x, i):\n    return x[i]\n")
    builder = Builder()
    x = builder.argument(Spec(F8, (3,)))
    i = builder.argument(Spec(np.dtype("int64"), (), PYTHON))
    where = Location(str(path), 2, 11, 2, 15, "f")
    y = builder.op("getitem", [x, i], {"index": (("arg", 0),)}, source=where)[0]
    executable = get("numpy").compile(builder.program([y], inputs=2))
    with pytest.raises(IndexError) as caught:
        executable(np.zeros(3), 7)
    assert str(caught.value) == "index 7 is out of bounds for axis 0 with size 3"
    assert caught.value.__notes__ == [f'File "{path}", line 2, in f\n  return x[i]']


def test_the_innermost_op_is_named_in_parts_too():
    builder = Builder()
    x = builder.argument(Spec(F8, (3,)))
    i = builder.argument(Spec(np.dtype("int64"), (), PYTHON))
    zero, one = builder.constant(0), builder.constant(1)

    def inside(outer, depth):
        if depth == 0:
            value = outer.op("getitem", [x, i], {"index": (("arg", 0),)}, source=Location("u.py", 42, 0, None, None, "g"))[0]
            outer.op("print", [value], {"template": ("",)})
            return
        block = outer.child()
        block.argument(i.spec)
        inside(block, depth - 1)
        outer.op("for", [zero, one, one], blocks=(block.close([]),), source=Location("u.py", depth))

    inside(builder, 40)
    executable = get("numpy").compile(builder.program([], inputs=2))
    with pytest.raises(IndexError) as caught:
        executable(np.zeros(3), 7)
    assert caught.value.__notes__ == ['File "u.py", line 42, in g']


def test_refusals_of_kernels_know_their_place():
    from sct.errors import StaticValueError

    executable = compiled("program f(%0: int) {\n  %1: int = py_mul(%0, %0)  # user.py:7\n  return %1\n}")
    with pytest.raises(StaticValueError) as caught:
        executable(2**40)
    assert caught.value.where == Location("user.py", 7)


def test_recorded_exceptions_are_raised():
    executable = compiled("""
        program f(%0: bool, %1: int) {
          assert(%0, %1, exception="builtins.AssertionError", template=("bad ", ("arg", 0, "", "")))
          %2: int = if(%0) {
            yield %1
          } {
            raise(exception="builtins.KeyError", template=())
            yield %1
          }
          return %2
        }
    """)
    assert executable(True, 3) == (3,)
    with pytest.raises(AssertionError, match=r"^bad 3$"):
        executable(False, 3)


# -- memory --------------------------------------------------------------------------------------------


def test_arrays_are_freed_after_their_last_use():
    alive = []

    def infer(x):
        return x

    def kernel(x, *, xp):
        alive.append(sum(ref() is not None for ref in refs))
        made = np.array(x)
        refs.append(weakref.ref(made))
        return made

    refs = []
    registry.op("test_counted", infer=infer)(kernel)
    try:
        lines = "\n".join(f"  %{k}: float64[2] = test_counted(%{k - 1})" for k in range(1, 9))
        compiled(f"program f(%0: float64[2]) {{\n{lines}\n  return %8\n}}")(np.zeros(2))
        assert alive == [0, 1, 1, 1, 1, 1, 1, 1]
        alive.clear()
        refs.clear()
        compiled("""
            program f(%0: float64[2]) {
              %1: int = constant(kind="python", value=0)
              %2: int = constant(kind="python", value=5)
              %3: int = constant(kind="python", value=1)
              %4: float64[2] = for(%1, %2, %3, %0) (%5: int, %6: float64[2]) {
                %7: float64[2] = test_counted(%6)
                %8: float64[2] = test_counted(%7)
                yield %8
              }
              return %4
            }
        """)(np.zeros(2))
        assert max(alive) == 1
    finally:
        del registry._OPS["test_counted"]


def test_generated_code_is_only_the_kernels():
    source = compiled("""
        program f(%0: float64[3], %1: float64[3]) {
          %2: float = constant(kind="python", value=2.0)
          %3: float64[3] = multiply(%0, %2)
          %4: float64[3] = add(%3, %1)
          return %4
        }
    """).source
    assert source == textwrap.dedent("""\
        def run(v0, v1):
          try:
            v3 = np_multiply(v0, 2.0)
            v4 = np_add(v3, v1)
            del v3
            return (v4, )
          except Exception as error:
            note(error)
            raise
        """)
