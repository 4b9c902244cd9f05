"""Shapes with symbolic extents, promotion, what may raise, and what a rule costs."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sct import ops
from sct.ir.types import PYTHON, UNKNOWN, Dim, Spec
from sct.ops.infer import PY_FLOAT, PY_INT, broadcast_shapes, may_raise, promote, right_unit
from tests.ops.checked import spec_of
from tests.ops.operands import DTYPES, NUMBERS, quietly
from tests.work import calls_of

N, M = Dim("n"), Dim("m")


@pytest.mark.parametrize(
    "shapes, want",
    [
        ([()], ()), ([(), (3,)], (3,)), ([(N,), (N,)], (N,)), ([(N,), (1,)], (N,)), ([(N,), (4,)], (4,)), ([(4,), (N,)], (4,)), ([(N,), (M,)], (UNKNOWN,)),
        ([(N, 1), (1, M)], (N, M)), ([(N,), (0,)], (0,)), ([(N, 2), (3, 1, 2)], (3, N, 2)), ([(N,), (M,), (4,)], (4,)), ([(UNKNOWN,), (1,)], (UNKNOWN,)),
    ],
)  # fmt: skip
def test_broadcast_shapes(shapes, want):
    assert broadcast_shapes(*shapes) == want


shapes = st.lists(st.sampled_from([0, 1, 2, 3]), max_size=3).map(tuple)


@given(st.lists(shapes, min_size=1, max_size=3))
def test_static_shapes_broadcast_as_numpys(given_shapes):
    want = quietly(np.broadcast_shapes, *given_shapes)
    got = quietly(broadcast_shapes, *given_shapes)
    assert got[0] == want[0] and (got[0] == "error" or got == want)


@given(st.lists(shapes, min_size=2, max_size=3), st.randoms())
def test_symbolic_shapes_hold_for_what_they_stand_for(given_shapes, random):
    """Whatever extents are symbolic: a known extent in the answer is the true one, a Dim stands for it."""
    names = {n: Dim(f"n{n}") for n in range(4)}
    hidden = [tuple(names[n] if random.random() < 0.5 else n for n in s) for s in given_shapes]
    want, got = quietly(np.broadcast_shapes, *given_shapes), quietly(broadcast_shapes, *hidden)
    if got[0] == "error":
        assert want[0] == "error"
    elif want[0] == "value":
        assert len(got[1]) == len(want[1])
        for symbol, extent in zip(got[1], want[1], strict=True):
            assert symbol in (extent, names[extent], UNKNOWN)


def test_the_message_is_numpys():
    for a, b in itertools.permutations([(2,), (3,), (2, 3), (4, 1, 5), (2, 0)], 2):
        want, got = quietly(np.add, np.zeros(a), np.zeros(b)), quietly(broadcast_shapes, a, b)
        assert got[0] == want[0] and (got[0] == "value" or got == want)


def test_promotion_of_every_ufunc_is_numpys():
    for name in dir(np):
        ufunc = getattr(np, name)
        if not isinstance(ufunc, np.ufunc) or ufunc.signature is not None:
            continue
        for chars in itertools.product(DTYPES, repeat=ufunc.nin):
            operands = [np.ones(1, c) for c in chars]
            want = quietly(ufunc, *operands)
            got = quietly(promote, ufunc, *map(spec_of, operands))
            assert got[0] == want[0], (name, chars)
            if want[0] == "value":
                results = want[1] if ufunc.nout > 1 else (want[1],)
                assert got[1] == tuple(r.dtype for r in results)
            else:
                assert str(got[2]) == str(want[2])


def test_what_may_raise():
    u1, f4, i8 = (Spec(np.dtype(t), (3,)) for t in ("u1", "f4", "i8"))
    boolean = Spec(np.dtype(bool), (), PYTHON)
    cases = [
        ("add", (u1, PY_INT), True), ("add", (i8, PY_INT), False), ("add", (f4, PY_INT), False), ("add", (u1, u1), False), ("add", (u1, boolean), False),
        ("power", (i8, i8), True), ("power", (i8, u1), False), ("power", (f4, i8), False), ("pow", (i8, PY_INT), True), ("pow", (f4, PY_FLOAT), False),
        ("py_add", (PY_INT, PY_INT), False), ("py_floordiv", (PY_INT, PY_INT), True), ("py_int", (PY_FLOAT,), True), ("py_int", (PY_INT,), False),
        ("truth", (f4,), True), ("truth", (PY_FLOAT,), False), ("py_abs", (PY_FLOAT,), False), ("math_sqrt", (PY_FLOAT,), True), ("math_erf", (PY_FLOAT,), False),
        ("getitem", (f4,), None), ("sqrt", (f4,), False),
    ]  # fmt: skip
    for name, operands, want in cases:
        if want is not None:
            assert may_raise(ops.get(name), operands) is want, (name, operands)


def test_an_int_too_big_raises_where_may_raise_says_so():
    for op in ops.all_ops():
        if "ufunc" not in op.extras or op.extras["ufunc"].nin != 2:
            continue
        for char in DTYPES:
            for number in (300, -1, 2**40):
                x = np.ones(2, char)
                if quietly(op, x, 1)[0] == "value" and quietly(op, x, number)[0] == "error":
                    assert may_raise(op, (spec_of(x), spec_of(number))), (op.name, char, number)


def test_units_by_dtype():
    assert right_unit(ops.get("py_mul"), np.dtype("float64")) == 1 and right_unit(ops.get("py_mul"), np.dtype("complex128")) is None
    assert right_unit(ops.get("py_add"), np.dtype("float64")) is None and right_unit(ops.get("py_add"), np.dtype("int64")) == 0
    assert right_unit(ops.get("exp"), np.dtype("float64")) is None


def test_rules_are_cheap():
    x, y = Spec(np.dtype("float32"), (3, N)), spec_of(NUMBERS[1])
    for name, operands in [("add", (x, y)), ("where", (x, x, y)), ("py_add", (y, y)), ("exp", (x,)), ("math_exp", (y,))]:
        infer = ops.get(name).infer
        infer(*operands)
        calls = calls_of(lambda: infer(*operands))
        assert calls < 60, (name, calls)  # 31 at most, some microseconds
