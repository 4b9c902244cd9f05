"""The control ops: what `infer` says of blocks, what kernels do, and what is refused."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from sct import ops
from sct.errors import UnsupportedCallError, VerifyError
from sct.ir.build import Builder
from sct.ir.core import ArrayConst, Block, Value
from sct.ir.types import ARRAY, PYTHON, SCALAR, UNKNOWN, Dim, Spec
from sct.ops.control import exception_class, join_specs, render
from sct.ops.infer import PY_BOOL, PY_FLOAT, PY_INT
from sct.ops.opaque import Opaque

COVERED = {"constant", "if", "while", "for", "print", "assert", "raise", "extern", "dim"}
F4 = np.dtype("float32")


def block(args, results):
    return Block(tuple(Value(s) for s in args), (), tuple(Value(s) for s in results))


def specs(name, blocks, *operands, **attrs):
    return ops.get(name).specs(tuple(blocks), operands, attrs)


def test_if_joins_extents():
    a, b = Spec(F4, (2, 3)), Spec(F4, (2, 4))
    assert specs("if", [block((), (a, PY_INT)), block((), (b, PY_INT))], PY_BOOL) == (Spec(F4, (2, UNKNOWN)), PY_INT)
    assert specs("if", [block((), (a,)), block((), (a,))], Spec(np.dtype(bool), (), SCALAR)) == (a,)
    assert specs("if", [block((), ()), block((), ())], PY_BOOL) == ()
    n = Spec(F4, (Dim("n"),))
    assert join_specs(n, n) is n and join_specs(n, Spec(F4, (2,))).shape == (UNKNOWN,)


@pytest.mark.parametrize("then, orelse", [(PY_INT, PY_FLOAT), (Spec(F4, (2,)), Spec(F4, (2, 1))), (Spec(F4), Spec(F4, (), SCALAR))])
def test_if_refuses_what_differs(then, orelse):
    with pytest.raises(VerifyError):
        specs("if", [block((), (then,)), block((), (orelse,))], PY_BOOL)


def test_if_refuses_other_forms():
    empty = block((), ())
    for blocks, pred in [([empty, empty], PY_INT), ([empty, block((), (PY_INT,))], PY_BOOL), ([empty, block((PY_INT,), ())], PY_BOOL), ([empty, empty], Spec(np.dtype(bool), (2,)))]:
        with pytest.raises(VerifyError):
            specs("if", blocks, pred)


def test_while():
    x = Spec(F4, (Dim("n"),))
    cond, body = block((x, PY_INT), (PY_BOOL,)), block((x, PY_INT), (x, PY_INT))
    assert specs("while", [cond, body], Spec(F4, (5,)), PY_INT) == (x, PY_INT)
    wrong = [
        ([cond, body], (x,)),
        ([cond, body], (x, PY_FLOAT)),
        ([cond, block((x, PY_INT), (x,))], (x, PY_INT)),
        ([cond, block((x, PY_INT), (x, PY_FLOAT))], (x, PY_INT)),
        ([block((x,), (PY_BOOL,)), body], (x, PY_INT)),
        ([block((x, PY_INT), (PY_INT,)), body], (x, PY_INT)),
        ([block((x, PY_INT), ()), body], (x, PY_INT)),
    ]
    for blocks, state in wrong:
        with pytest.raises(VerifyError):
            specs("while", blocks, *state)


def test_a_carried_extent_that_changes_must_be_a_dim():
    two, n = Spec(F4, (2,)), Spec(F4, (Dim("n"),))
    with pytest.raises(VerifyError):
        specs("while", [block((two,), (PY_BOOL,)), block((two,), (n,))], two)
    assert specs("while", [block((n,), (PY_BOOL,)), block((n,), (two,))], two) == (n,)


def test_for():
    x = Spec(F4, (3,))
    body = block((PY_INT, x), (x,))
    assert specs("for", [body], PY_INT, PY_INT, PY_INT, x) == (x,)
    for blocks, operands in [
        ([body], (PY_INT, PY_FLOAT, PY_INT, x)),
        ([block((x,), (x,))], (PY_INT, PY_INT, PY_INT, x)),
        ([block((), ())], (PY_INT, PY_INT, PY_INT)),
        ([body], (PY_INT, PY_INT, PY_INT, Spec(F4, (4,)))),
    ]:
        with pytest.raises(VerifyError):
            specs("for", blocks, *operands)


@pytest.mark.parametrize("name, args", [("if", (True,)), ("while", (1,)), ("for", (0, 1, 1))])
def test_ops_with_blocks_have_no_kernel(name, args):
    with pytest.raises(VerifyError, match="backend"):
        ops.get(name)(*args)


@pytest.mark.parametrize("value", [True, 3, -0.0, 1j, np.float32(2), np.arange(3), np.array(1.5), np.zeros((0, 2), ">i4")])
def test_constant(value):
    built = Builder()
    made = built.constant(value)
    op = built.ops[0]
    attrs = dict(op.attrs)
    assert ops.get("constant").specs((), (), attrs) == (made.spec,)
    got = ops.get("constant")(**attrs)
    assert type(got) is type(value) and np.array_equal(got, value)
    assert made.spec.kind == (ARRAY if isinstance(value, np.ndarray) else SCALAR if isinstance(value, np.generic) else PYTHON)


def test_constant_arrays_cannot_be_written():
    array = ops.get("constant")(value=ArrayConst.of(np.arange(3)), kind=ARRAY)
    with pytest.raises(ValueError):
        array[0] = 1


def test_render():
    template = ("a ", ("arg", 1, "r", ""), " b ", ("arg", 0, "", ">6.2f"), ("arg", 0, None, None), ("arg", 1, "s", "5"), "\n")
    assert render(template, (1.5, "x")) == "a 'x' b   1.501.5x    \n"
    assert render((), ()) == ""


def test_print(capsys):
    ops.get("print")(np.arange(2), 1.5, template=(("arg", 0, "", ""), " ", ("arg", 1, "", ""), "\n"))
    assert capsys.readouterr().out == "[0 1] 1.5\n"
    assert specs("print", [], PY_INT, template=()) == ()


def test_assert_and_raise():
    attrs = {"exception": "builtins.AssertionError", "template": ("got ", ("arg", 0, "", ""))}
    assert ops.get("assert")(True, 3, **attrs) is None
    with pytest.raises(AssertionError, match="^got 3$"):
        ops.get("assert")(False, 3, **attrs)
    with pytest.raises(ValueError) as caught:
        ops.get("raise")(exception="builtins.ValueError", template=())
    assert caught.value.args == ()
    assert specs("assert", [], PY_BOOL, PY_INT, **attrs) == specs("raise", [], **attrs) == ()
    with pytest.raises(VerifyError):
        specs("assert", [], PY_INT, **attrs)


class Outer:
    class Inner(Exception):
        pass


def test_exceptions_are_found_by_name():
    assert exception_class("builtins.ValueError") is ValueError
    assert exception_class("numpy.linalg.LinAlgError") is np.linalg.LinAlgError
    assert exception_class(f"{__name__}.Outer.Inner") is Outer.Inner
    with pytest.raises(VerifyError):
        exception_class("builtins.int")


def test_extern():
    x = Spec(F4, (Dim("n"),))
    assert specs("extern", [], PY_INT, function=Opaque(len), specs=(x,)) == (x,)
    call = ops.get("extern")
    array = np.zeros(3, F4)
    assert call(array, function=Opaque(lambda a: a), specs=(x,)) is array
    assert call(array, function=Opaque(lambda a: (a, 1)), specs=(x, PY_INT)) == (array, 1)
    assert call(function=Opaque(lambda: None), specs=()) == ()
    for wrong in (np.zeros(3), np.zeros((2, 2), F4), F4.type(1), 1.0):
        with pytest.raises(VerifyError):
            call(function=Opaque(lambda: wrong), specs=(x,))
    with pytest.raises(VerifyError):
        call(function=Opaque(lambda: (array,)), specs=(x, x))


def test_dim():
    x = Spec(F4, (Dim("n"), 2))
    assert specs("dim", [], x, axis=0) == (PY_INT,)
    assert ops.get("dim")(np.zeros((3, 2)), axis=-2) == 3
    with pytest.raises(VerifyError):
        specs("dim", [], x, axis=2)


def adder(n):
    def add(x, y=1):
        return x + n + y

    return add


class Method:
    def run(self):
        return 1


def test_opaque_functions_are_compared_by_content():
    one = [1]
    assert Opaque(adder(one)) == Opaque(adder(one)) and hash(Opaque(adder(one))) == hash(Opaque(adder(one)))
    assert Opaque(adder(one)) != Opaque(adder([1]))
    assert Opaque(adder(one)).digest == Opaque(adder([2])).digest
    assert Opaque(len) != Opaque(max) and Opaque(len) != len
    a, b = Method(), Method()
    assert Opaque(a.run) == Opaque(a.run) != Opaque(b.run)
    assert str(Opaque(np.sin)).endswith("sin") and "adder" in repr(Opaque(adder(one)))
    with pytest.raises(UnsupportedCallError, match="cannot be saved"):
        pickle.dumps(Opaque(len))


def test_records_and_warnings(caplog):
    """The kernels of `log_record` and `warn`."""
    place = ("file.py", 3, "function")
    with caplog.at_level("INFO", "tests.ops"):
        ops.get("log_record").kernel(2.5, template=("x = ", ("arg", 0, "", "")), logger="tests.ops", level=20, place=place, xp=np)
        ops.get("log_record").kernel(template=("no",), logger="tests.ops", level=10, place=place, xp=np)
    assert [(r.getMessage(), r.lineno, r.funcName) for r in caplog.records] == [("x = 2.5", 3, "function")]
    with pytest.warns(DeprecationWarning, match="old") as met:
        ops.get("warn").kernel(
            template=("old",), category="builtins.DeprecationWarning", place=("file.py", 3, __name__), outer=0, xp=np
        )
    assert (met[0].filename, met[0].lineno) == ("file.py", 3)
