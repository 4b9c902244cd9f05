"""Casts, creation and the elementwise functions that are no ufuncs, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from sct import ops
from sct.errors import UnsupportedOpError
from sct.ir.types import UNKNOWN
from tests.ops.checked import Checked, fits, plain, same, spec_of
from tests.ops.operands import DTYPES, NUMBERS, check, forms, quietly

SPECIAL = {
    "fix": [np.fix, {}], "angle": [np.angle, {}, {"deg": True}], "sinc": [np.sinc, {}], "i0": [np.i0, {}], "isreal": [np.isreal, {}],
    "iscomplex": [np.iscomplex, {}], "isposinf": [np.isposinf, {}], "isneginf": [np.isneginf, {}],
    "round": [np.round, {}, {"decimals": 1}, {"decimals": -1}],
    "nan_to_num": [np.nan_to_num, {}, {"nan": 3.0, "posinf": 1.0, "neginf": -2.0}],
}  # fmt: skip
CREATION = {"zeros", "ones", "full", "zeros_like", "ones_like", "full_like", "eye", "tri", "arange", "linspace", "logspace", "geomspace"}
COVERED = {*SPECIAL, *CREATION, "where", "clip", "isclose", "isclose_within", "astype", "astype_exactly", "cast", "asarray", "copy", "new"}


@pytest.mark.parametrize("name", SPECIAL)
def test_unary(name):
    function, *calls = SPECIAL[name]
    for attrs in calls:
        for char in DTYPES:
            for x in forms(char).values():
                check(ops.get(name), lambda x: function(x, **attrs), x, **attrs)
        for x in NUMBERS:
            check(ops.get(name), lambda x: function(x, **attrs), x, **attrs)


FORMS = [("vector", "vector"), ("matrix", "column"), ("0-d", "vector"), ("scalar", "0-d"), ("scalar", "scalar"), ("empty", "one")]


def test_isclose_within():
    x = np.array([1.0, 2.0, 3.0])
    check(ops.get("isclose_within"), np.isclose, x, x + 1, np.float32(0.5), x)


def test_isclose():
    for char in DTYPES:
        operands = forms(char)
        for form, other in FORMS:
            check(ops.get("isclose"), np.isclose, operands[form], operands[other])
        for number in NUMBERS:
            check(ops.get("isclose"), np.isclose, operands["vector"], number)
            check(ops.get("isclose"), np.isclose, number, operands["scalar"])
    for attrs in ({"rtol": 0.5}, {"atol": 1.0}, {"equal_nan": True}):
        check(ops.get("isclose"), lambda x, y: np.isclose(x, y, **attrs), forms("d")["vector"], forms("d")["strided"], **attrs)
    check(ops.get("isclose"), np.isclose, True, 2)


@pytest.mark.skipif(np.lib.NumpyVersion(np.__version__) < "2.4.0", reason="NumPy 2.4 has it")
def test_astype_exactly():
    for x in (np.array([1.0, 2.0]), np.array([1, 200]), np.float32(1.5), np.array([[np.nan]])):
        for dtype in map(np.dtype, ("i1", "f4", "f8", "u2")):
            check(ops.get("astype_exactly"), lambda x: x.astype(dtype, casting="same_value"), x, dtype=dtype)


def test_where():
    condition = np.arange(12) % 3 == 0
    for char in DTYPES:
        x = forms(char)
        for mask in (condition, condition[:1], condition[0], True, condition.reshape(3, 4), np.arange(4), 1.5):
            for form, other in FORMS:
                check(ops.get("where"), np.where, mask, x[form], x[other])
            for number in NUMBERS:
                check(ops.get("where"), np.where, mask, x["one"], number)
                check(ops.get("where"), np.where, mask, number, x["0-d"])
        for b in DTYPES:
            check(ops.get("where"), np.where, condition, x["vector"], forms(b)["vector"])
    check(ops.get("where"), np.where, condition, 1, 2.5)


def test_clip():
    for char in DTYPES:
        x = forms(char)
        for b in DTYPES:
            y = forms(b)
            check(ops.get("clip"), np.clip, x["vector"], y["one"], y["vector"])
            check(ops.get("clip"), np.clip, x["scalar"], y["0-d"], y["scalar"])
        for number in NUMBERS:
            check(ops.get("clip"), np.clip, x["matrix"], number, x["column"])
            check(ops.get("clip"), np.clip, x["0-d"], number, 5)
    check(ops.get("clip"), np.clip, 7, 0, 5)
    check(ops.get("clip"), np.clip, np.zeros(3), np.zeros(2), 5)


# -- casts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("casting", ["unsafe", "safe", "same_kind", "equiv", "no"])
def test_astype(casting):
    for char in DTYPES:
        for dtype in map(np.dtype, DTYPES):
            for x in forms(char).values():
                check(ops.get("astype"), lambda x: x.astype(dtype, casting=casting), x, dtype=dtype, casting=casting)


def test_astype_of_a_python_number():
    check(ops.get("astype"), lambda x: x.astype("f4"), 1.5, dtype=np.dtype("f4"))


def complex_to_real(x):
    return np.asarray(x).dtype.kind == "c"


def test_cast_is_the_scalar_class():
    for dtype in map(np.dtype, DTYPES):
        for char in DTYPES:
            for x in forms(char).values():
                check(ops.get("cast"), dtype.type, x, dtype=dtype, refused=complex_to_real)
        for x in (*NUMBERS, 300, -1, 2**62, float("inf")):
            check(ops.get("cast"), dtype.type, x, dtype=dtype)


def test_asarray():
    for dtype in (None, *map(np.dtype, DTYPES)):
        for char in DTYPES:
            for x in forms(char).values():
                check(ops.get("asarray"), lambda x: np.array(x, dtype=dtype), x, dtype=dtype)
        for x in (*NUMBERS, 300, -1, 2**62, float("inf")):
            check(ops.get("asarray"), lambda x: np.array(x, dtype=dtype), x, dtype=dtype)


def test_copies_are_new():
    for name in ("asarray", "copy", "new"):
        for char in DTYPES:
            for x in forms(char).values():
                check(ops.get(name), np.array, x)
        x = np.arange(3)
        assert not np.shares_memory(ops.get(name)(x), x)


def test_total_casts_do_not_raise():
    """What `total` says cannot raise does not, whatever the value."""
    for name in ("cast", "asarray"):
        op = ops.get(name)
        for dtype in map(np.dtype, DTYPES):
            for x in [*NUMBERS, 300, -1, *(n for c in DTYPES for n in forms(c)["vector"]), *(np.array(n) for n in forms("d")["vector"])]:
                if spec_of(x).dtype.kind == "c" and dtype.kind != "c":
                    continue
                if op.extras["total"](spec_of(x), dtype=dtype):
                    assert quietly(op, x, dtype=dtype)[0] == "value", (name, x, dtype)


# -- creation --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["zeros", "ones"])
def test_blank(name):
    function = getattr(np, name)
    for dtype in (None, *map(np.dtype, DTYPES)):
        check(ops.get(name), lambda: function((2, 3), dtype), shape=(2, 3), dtype=dtype)
    for shape in [(), (0,), (2, 0, 3), (-1,), (2, -3)]:
        check(ops.get(name), lambda: function(shape), shape=shape)
    for n in (3, True, np.int8(2), np.array(2), -1, 2.5, np.float32(1)):
        check(ops.get(name), lambda n: function((2, n)), n, shape=(2, ("arg", 0)))
    check(ops.get(name), lambda n, m: function((m, 2, n)), 3, 4, shape=(("arg", 1), 2, ("arg", 0)))
    assert ops.get(name).infer(spec_of(3), shape=(2, ("arg", 0))).shape == (2, UNKNOWN)


def test_full():
    for char in DTYPES:
        for value in (*forms(char).values(), *NUMBERS):
            check(ops.get("full"), lambda v: np.full((3, 4), v), value, shape=(3, 4))
            check(ops.get("full"), lambda v: np.full((12,), v, char), value, shape=(12,), dtype=np.dtype(char))
    check(ops.get("full"), lambda v, n: np.full((n, 2), v), np.float32(1), 3, shape=(("arg", 0), 2))
    check(ops.get("full"), lambda v: np.full((3,), v), np.zeros((1, 1, 3)), shape=(3,))
    check(ops.get("full"), lambda v: np.full((3,), v, "u1"), 300, shape=(3,), dtype=np.dtype("u1"))


@pytest.mark.parametrize("name", ["zeros_like", "ones_like"])
def test_like(name):
    for char in DTYPES:
        for x in (*forms(char).values(), *NUMBERS):
            check(ops.get(name), getattr(np, name), x)
            check(ops.get(name), lambda x: getattr(np, name)(x, "f4"), x, dtype=np.dtype("f4"))


def test_full_like():
    for char in DTYPES:
        for x in forms(char).values():
            for value in (*NUMBERS, np.float32(2), forms("d")["vector"]):
                check(ops.get("full_like"), np.full_like, x, value)
                check(ops.get("full_like"), lambda x, v: np.full_like(x, v, dtype="d"), x, value, dtype=np.dtype("d"))


@pytest.mark.parametrize("name", ["eye", "tri"])
def test_diagonals(name):
    function = getattr(np, name)
    for shape in [(3, 3), (2, 4), (0, 2), (4, 1)]:
        for k in (0, 1, -1, 7):
            check(ops.get(name), lambda: function(*shape, k), shape=shape, k=k)
    for dtype in map(np.dtype, DTYPES):
        check(ops.get(name), lambda: function(2, 3, dtype=dtype), shape=(2, 3), dtype=dtype)
    check(ops.get(name), lambda n, k: function(n, n, k), 4, 1, shape=(("arg", 0), ("arg", 0)), k=("arg", 1))


def test_arange():
    for bounds in [(0, 5, 1), (2, 9, 3), (5, 0, -2), (0, 1, 0.1), (0.0, 2, 1), (0, 5, 0), (True, 4, 1), (3, 3, 1), (0, np.float32(3), 1)]:
        check(ops.get("arange"), np.arange, *bounds)
        check(ops.get("arange"), lambda *b: np.arange(*b, dtype="f4"), *bounds, dtype=np.dtype("f4"))
    for char in "bBhHiIlLefd":
        n = np.array([3], char)[0]
        check(ops.get("arange"), np.arange, 0, n, 1)
        check(ops.get("arange"), np.arange, np.array(n), 7, n)
    with pytest.raises(UnsupportedOpError):
        ops.get("arange").infer(spec_of(0), spec_of(1j), spec_of(1))


@pytest.mark.parametrize("name", ["linspace", "logspace", "geomspace"])
def test_spaced(name):
    function, op = getattr(np, name), ops.get(name)
    ends = [(0, 2), (1.5, 3), (1, 2.5), (np.float32(1), np.float32(2)), (np.arange(1, 4), 7), (np.ones((2, 1)), np.arange(3.0)), (1j, 2), (np.ones(2), np.ones(3)), (np.array(1), 2)]
    for start, stop in ends:
        for num in (0, 1, 4, -1) if name != "geomspace" else (0, 1, 4):  # geomspace looks at the ends first
            check(op, lambda a, b: function(a, b, num), start, stop, num=num)
        for attrs in ({"endpoint": False}, {"dtype": np.dtype("i4")}, {"dtype": np.dtype("f4")}, {"axis": -1}):
            check(op, lambda a, b: function(a, b, 3, **attrs), start, stop, num=3, **attrs)
        check(op, lambda a, b, n: function(a, b, n), start, stop, 5, num=("arg", 0))
    if name == "logspace":
        check(op, lambda a, b: function(a, b, 3, base=2.0), 0, 4, num=3, base=2.0)


def test_results_of_checked_values_are_checked():
    """The harness sees a rule that answers another kind, dtype or extent."""
    x = np.arange(3.0)
    assert fits(spec_of(x), x) and not fits(spec_of(x), x[:2]) and not fits(spec_of(x), x.astype("f4")) and not fits(spec_of(x[0]), np.array(0.0))
    assert same(plain((Checked(x), 1)), (x, 1)) and not same(x, x + 1)


def broken(kernel, infer):
    from sct.ops.registry import OpDef

    return OpDef("broken", kernel, infer)


@pytest.mark.parametrize(
    "kernel, infer",
    [
        (lambda x, *, xp: xp.sqrt(x), lambda x: x.with_(dtype=np.dtype("f4"))),
        (lambda x, *, xp: xp.sqrt(x), lambda x: x.with_(shape=(4,))),
        (lambda x, *, xp: xp.sqrt(x), lambda x: x.with_(kind="scalar")),
        (lambda x, *, xp: xp.sqrt(x), lambda x: (x, x)),
        (lambda x, *, xp: xp.cbrt(x), lambda x: x),
        (lambda x, *, xp: xp.sqrt(x.astype("f4")), lambda x: x.with_(dtype=np.dtype("f4"))),
    ],
)
def test_the_table_sees_wrong_ops(kernel, infer):
    x = np.arange(3.0)
    check(broken(lambda x, *, xp: xp.sqrt(x), lambda x: x), np.sqrt, x)
    with pytest.raises(AssertionError):
        check(broken(kernel, infer), np.sqrt, x)


def test_the_table_sees_wrong_errors():
    def fails(x, *, xp):
        raise TypeError("other words")

    with pytest.raises(AssertionError):
        check(broken(fails, lambda x: x), np.sqrt, np.arange(3.0))
    with pytest.raises(AssertionError):
        check(broken(fails, lambda x: x), np.linalg.inv, np.zeros((2, 3)))
