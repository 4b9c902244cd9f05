"""The calling convention of the native backend: values in, values out."""

import gc
import sys

import numpy as np
import pytest

from sct.backends.native import abi
from tests.backends.native.abi_programs import (
    array,
    callback,
    copy_words,
    fresh_copy,
    number,
    program,
    scalar,
    status,
)

pytestmark = pytest.mark.skipif(not abi.available(), reason="no native calls on this build")

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
          "float16", "float32", "float64", "complex64", "complex128"]


def samples(dtype):
    d = np.dtype(dtype)
    if d.kind == "b":
        return np.array([True, False])
    if d.kind in "iu":
        info = np.iinfo(d)
        return np.array([info.min, info.max, 0, 1, info.max // 2], d)
    values = np.array([0.0, -0.0, 1.5, -2.25, np.inf, -np.inf, np.nan, 1e-7, 60000.0], np.empty(0, d).real.dtype)
    if d.kind == "c":
        both = np.empty(len(values), d)
        both.real, both.imag = values, values[::-1]
        return both
    return values


def same(a, b):
    return type(a) is type(b) and np.asarray(a).tobytes() == np.asarray(b).tobytes()


@pytest.mark.parametrize("dtype", DTYPES)
def test_scalars_come_through(dtype):
    words = abi.code_words(scalar(dtype))
    f = program(copy_words(words), [scalar(dtype)], [scalar(dtype)])
    for value in samples(dtype):
        (got,) = f(value)
        assert same(got, value) and got.dtype == value.dtype


@pytest.mark.parametrize(
    "dtype, values",
    [
        ("bool", [True, False]),
        ("int64", [0, 1, -1, 2**63 - 1, -(2**63), 2**30, 2**31, 2**60, -(2**30)]),
        ("float64", [0.0, -0.0, 1e300, float("inf"), float("nan")]),
        ("complex128", [0j, 1 - 2j, complex("nan"), complex(float("inf"), -0.0)]),
    ],
)
def test_python_numbers_come_through(dtype, values):
    f = program(copy_words(abi.code_words(number(dtype))), [number(dtype)], [number(dtype)])
    for value in values:
        (got,) = f(value)
        assert same(got, value) and repr(got) == repr(value)


@pytest.mark.parametrize("dtype", DTYPES)
def test_new_arrays(dtype):
    x = samples(dtype)
    f = program(fresh_copy(1, x.itemsize), [array(dtype)], [array(dtype)])
    (got,) = f(x)
    assert same(got, x) and got.dtype is np.dtype(dtype)
    assert got.base is None and got.flags.owndata and got.flags.writeable and got.flags.c_contiguous and got.flags.aligned
    got.resize(1000, refcheck=False)  # NumPy's own allocator takes it from here
    (empty,) = f(x[:0])
    assert empty.shape == (0,) and empty.dtype == x.dtype


def test_an_input_comes_back_as_itself():
    f = program(copy_words(6), [array("f8", 2)], [array("f8", 2)])
    for x in (np.eye(3), np.eye(4)[::2, ::-1], np.empty((0, 3)), np.asfortranarray(np.eye(2)), np.broadcast_to(1.0, (2, 3))):
        before = sys.getrefcount(x)
        (got,) = f(x)
        assert got is x
        del got
        assert sys.getrefcount(x) == before


def test_a_view_of_an_input():
    # rank 2 in, and its first row's words out: data, header, one extent, one stride
    body = """define i64 @prog(ptr %ctx, ptr %in, ptr %out) {
  call ptr @memcpy(ptr %out, ptr %in, i64 16)
  %n = getelementptr i64, ptr %in, i64 3
  %s = getelementptr i64, ptr %in, i64 5
  %o2 = getelementptr i64, ptr %out, i64 2
  %o3 = getelementptr i64, ptr %out, i64 3
  call ptr @memcpy(ptr %o2, ptr %n, i64 8)
  call ptr @memcpy(ptr %o3, ptr %s, i64 8)
  ret i64 0
}
"""
    x = np.arange(12.0).reshape(3, 4).copy()
    f = program(body, [array("f8", 2)], [array("f8", 1)])
    (row,) = f(x)
    assert row.tolist() == [0, 1, 2, 3] and row.base is x and row.flags.writeable
    row[0] = 7
    assert x[0, 0] == 7
    x.flags.writeable = False
    assert not f(x)[0].flags.writeable
    del x
    gc.collect()
    assert row.tolist() == [7, 1, 2, 3]
    (fresh,) = program(body, [array("f8", 2)], [array("f8", 1, fresh=True)])(np.ones((2, 2)))
    assert fresh.base is None and fresh.tolist() == [1, 1]


def test_what_is_not_as_declared_takes_the_slow_path():
    f = program(copy_words(4), [array("f8", 1)], [array("f8", 1)], slow=lambda *a: ("slow", *a))

    class Sub(np.ndarray):
        pass

    x = np.arange(6.0)
    unaligned = np.frombuffer(bytearray(8 * 6 + 1), np.uint8)[1:].view(np.float64)
    records = np.zeros(3, [("a", "f8"), ("b", "i4")])["a"]  # strides are no multiple of 8
    for odd in (
        1, 1.0, None, x.astype("f4"), x.reshape(2, 3), x.view(Sub), x.astype(">f8"), unaligned, records, np.float64(1),
        [1.0, 2.0], np.array(["a"]), np.array([None]), x.astype("M8[s]"), np.array(1.0), np.ma.array(x),
    ):
        got = f(odd)
        assert got[0] == "slow" and got[1] is odd
    assert f() == ("slow",) and f(x, x)[0] == "slow" and len(f(x, x)) == 3
    with pytest.raises(TypeError):
        f(x=x)


def test_arrays_without_dimensions(tmp_path):
    f = program(copy_words(2), [array("f8", 0)], [array("f8", 0)], slow=lambda x: "slow")
    x = np.array(3.0)
    assert f(x)[0] is x
    assert f(np.float64(3.0)) == f(3.0) == f(np.ones(1)) == "slow"
    mapped = np.memmap(tmp_path / "file", np.float64, "w+", shape=(4,))
    g = program(copy_words(4), [array("f8")], [array("f8")], slow=lambda x: "slow")
    assert g(mapped) == "slow"
    assert g(np.asarray(mapped))[0].base is mapped


def test_contiguity_is_asked_for_where_declared():
    f = program(copy_words(4), [array("f8", 1, contiguous=True)], [array("f8", 1)], slow=lambda x: "slow")
    x = np.arange(6.0)
    assert f(x[::2]) == "slow" and f(x[::-1]) == "slow"
    assert f(x)[0] is x


def test_dtypes_of_the_same_meaning():
    f = program(copy_words(4), [array("i8", 1)], [array("i8", 1)], slow=lambda x: "slow")
    alias = next(np.dtype(c) for c in "lq" if np.dtype(c).char != np.dtype("int64").char and np.dtype(c).itemsize == 8)
    assert f(np.zeros(3, alias)) == "slow"  # equal to int64, but its numbers are of another type
    import pickle

    x = pickle.loads(pickle.dumps(np.arange(3)))
    assert f(x)[0] is x
    assert f(np.zeros(3, np.dtype("i8", metadata={"unit": "m"}))) == "slow"
    assert f(np.zeros(3, np.uint64)) == "slow"


def test_odd_numbers_take_the_slow_path():
    def slow(x):
        return "slow"

    f = program(copy_words(1), [number("int64")], [number("int64")], slow=slow)

    class Int(int):
        pass

    for odd in (2**63, -(2**63) - 1, 10**40, True, 1.0, np.int64(1), Int(3), None):
        assert f(odd) == "slow"
    f = program(copy_words(1), [number("float64")], [number("float64")], slow=slow)
    assert f(1) == f(np.float64(1)) == f(True) == "slow"
    f = program(copy_words(1), [scalar("float64")], [scalar("float64")], slow=slow)
    assert f(1.0) == f(np.float32(1)) == f(np.array(1.0)) == "slow"


def test_checks_of_extents():
    f = program(copy_words(4), [array("f8", 1), array("f8", 1)], [array("f8", 1)], slow=lambda *a: "slow",
                checks=[(2, 3), (6, -1 - 2)])
    assert f(np.ones(3), np.ones(3))[0].shape == (3,)
    assert f(np.ones(4), np.ones(4)) == "slow" and f(np.ones(3), np.ones(2)) == "slow"


def test_status():
    slow = program(status(1), [], [], slow=lambda: "slow")
    assert slow() == "slow"
    with pytest.raises(MemoryError):
        program(status(3), [], [])()
    assert program(status(0), [], [])() == ()


def test_error_state_that_raises_takes_the_slow_path():
    f = program(status(0), [], [], slow=lambda: "slow")
    assert f() == ()
    for kind in ("divide", "over", "under", "invalid"):
        for mode, fast in (("ignore", True), ("warn", True), ("raise", False), ("call", False), ("print", False)):
            with np.errstate(**{kind: mode}):
                assert f() == (() if fast else "slow")
    assert f() == ()


def test_constants_are_read_only_inputs():
    table = np.arange(5.0)
    table.flags.writeable = False
    f = program(copy_words(4, first=1), [number("float64")], [array("f8")], constants=[table], constant_codes=[array("f8")])
    assert f(1.0)[0] is table


def test_callbacks():
    seen = []

    def kernel(x, n, s):
        seen.append((x, n, s))
        return x * n, s

    codes = [array("f8"), number("int64"), scalar("float32")]
    site = abi.Site(kernel, tuple(codes), (array("f8"), scalar("float32")))
    f = program(callback(), codes, [array("f8"), scalar("float32")], sites=[site])
    x = np.arange(4.0)
    y, s = f(x, 3, np.float32(0.5))
    assert y.tolist() == [0, 3, 6, 9] and y.flags.owndata and same(s, np.float32(0.5))
    assert seen[0][0] is x and seen[0][1] == 3 and type(seen[0][2]) is np.float32


def test_callback_results_are_made_as_declared():
    def made(answer, code):
        site = abi.Site(lambda: answer, (), (code,))
        return program(callback(), [], [code], sites=[site])()[0]

    x = np.arange(6.0).reshape(2, 3).T
    assert made(x, array("f8", 2)) is x
    copied = made(x, array("f8", 2, contiguous=True))
    assert copied.flags.c_contiguous and (copied == x).all()
    swapped = made(x.astype(">f8"), array("f8", 2))
    assert swapped.dtype.isnative and (swapped == x).all()
    for answer in (x[0], x.astype("f4"), None, 1.0, (x,)):
        with pytest.raises(TypeError, match=r"internal error in prog: <lambda> was to answer an array float64 of rank 2"):
            made(answer, array("f8", 2))


def test_callbacks_raise():
    def fails(x):
        raise KeyError("no")

    site = abi.Site(fails, (array("f8"),), (array("f8"),))
    f = program(callback(), [array("f8")], [array("f8")], sites=[site])
    x = np.ones(3)
    before = sys.getrefcount(x)
    for _ in range(100):
        with pytest.raises(KeyError, match="no"):
            f(x)
    gc.collect()
    assert sys.getrefcount(x) == before


def test_the_builtin_keeps_all_it_needs_and_lets_go_of_it():
    import weakref

    class Kernel:
        def __call__(self):
            return 1.0

    kernel = Kernel()
    kernel.cycle = f = program(callback(), [], [number("float64")], sites=[abi.Site(kernel, (), (number("float64"),))])
    gone = weakref.ref(kernel)
    del kernel
    gc.collect()
    assert f() == (1.0,)
    assert f.__name__ == "prog"
    del f
    gc.collect()
    assert gone() is None
