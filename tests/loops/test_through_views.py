"""Writes through views become one op that is done in place; views that outlive nothing hold no reference."""

import numpy as np
import pytest

import sct
from sct.ir.parse import parse_program
from sct.ir.text import format_program
from sct.loops.known.lent import lent_views
from sct.loops.known.liveness import Liveness
from sct.loops.memory.through_views import through_views
from sct.ops import update_view
from sct.passes import optimize


def written(program):
    return format_program(through_views(program))


def traced(function, *args):
    return optimize(sct.to_static(function).program(*args))


M = np.arange(200.0).reshape(20, 10)


def rows(m):
    for i in range(m.shape[0]):
        row = m[i]
        for j in range(m.shape[1]):
            row[j] = 1.0
    return m


def of_views(m):
    t = m.reshape(10, 20).T[1:]
    for i in range(19):
        t[i, 0] = 2.0
    return m


def parts(m):
    z = m + 1j
    im = z.imag
    for i in range(20):
        im[i, i % 10] = 3.0
    return z


@pytest.mark.parametrize("function", [rows, of_views, parts])
@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_in_place(function, backend):
    text = written(traced(function, M.copy()))
    assert text.count("update_view(") == 1
    assert "setitem(" not in text
    static = sct.to_static(function, backend=backend)
    assert np.array_equal(static(M.copy()), function(M.copy()))
    if backend == "native":
        report = static.report()
        assert "in place: setitem of a view" in report
        assert "copy" not in report
        assert "called back" not in report


def test_what_is_read_later_stays():
    program = parse_program("""program p(%0: float64[20, 10], %1: int) {
  %2: float64[10] = getitem(%0, %1, index=(("arg", 0),))
  %3: float = constant(kind="python", value=1.5)
  %4: float64[10] = setitem(%2, %3, %1, index=(("arg", 0),))
  %5: float64[20, 10] = setitem(%0, %4, %1, index=(("arg", 0),))
  return %5, %4
}
""")
    assert through_views(program) is program


def test_another_place_is_no_way_back():
    program = parse_program("""program p(%0: float64[20, 10], %1: int, %2: int) {
  %3: float64[10] = getitem(%0, %1, index=(("arg", 0),))
  %4: float64[10] = setitem(%3, %1, %1, index=(("arg", 0),))
  %5: float64[20, 10] = setitem(%0, %4, %2, index=(("arg", 0),))
  %6: float64[10, 20] = transpose(%0)
  %7: float64[10, 20] = setitem(%6, %1, %1, index=(("arg", 0),))
  %8: float64[20, 10] = reshape(%7, shape=(20, 10))
  return %5, %8
}
""")
    assert through_views(program) is program


def test_a_view_that_may_fail_elsewhere_is_kept():
    """The row is looked up once, before a loop that may not turn at all."""

    def f(m, n):
        row = m[n + 30]
        for j in range(n):
            row[j] = 1.0
        return m

    with pytest.raises(IndexError, match="index 30 is out of bounds for axis 0 with size 20"):
        sct.to_static(f)(M.copy(), 0)


def test_errors_are_those_of_the_view():
    def f(m, n):
        row = m[n]
        row[n + 5] = 1.0
        return m

    for n in (20, 6):
        with pytest.raises(IndexError) as plain:
            f(M.copy(), n)
        m = M.copy()
        with pytest.raises(IndexError) as static:
            sct.to_static(f)(m, n)
        assert str(static.value) == str(plain.value)
        assert np.array_equal(m, M)


def test_the_kernel_copies_or_not():
    path = (("reshape", 0, (("shape", (-1,)),)), ("getitem", 1, (("index", (("slice", ("arg", 0), None, None),)),)))
    for m in (M.copy(), np.asfortranarray(M), M[::2, ::-1], np.zeros((0, 3))):
        if not m.size:
            continue
        wanted = m.reshape(-1).copy()
        wanted[3:][2] = -5
        found = update_view.update_view(m, -5, 3, 2, path=path, index=(("arg", 0),))
        assert np.array_equal(found, wanted.reshape(m.shape))
        assert not np.shares_memory(found, m)


def test_what_is_lent():
    program = parse_program("""program p(%0: float64[20, 10], %1: int) {
  %2: float64[20, 10] = add(%0, %0)
  %3: float64[10] = getitem(%2, %1, index=(("arg", 0),))
  %4: float64[10] = getitem(%2, %1, index=(("slice", 1, None, None), ("arg", 0)))
  %5: float64 = getitem(%3, %1, index=(("arg", 0),))
  %6: float64[20, 10] = add(%2, %5)
  %7: float64[10, 20] = transpose(%6)
  return %4, %6
}
""")
    ops = {op.results[0]: k for k, op in enumerate(program.body.ops, 2)}
    lent = lent_views(program, Liveness(program))
    assert sorted(ops[value] for value in lent) == [3, 7]  # 4 leaves; 3 and 7 are gone before 2 and 6


def first_columns(x, y):
    """The first columns of what is made while others wait: they do not lie together."""
    a = x - x.sum(axis=0, keepdims=True)
    low = y.min(axis=-1)
    column = a[:, :1] * low[:1]
    return np.linalg.norm(a, axis=-1), column.max(axis=0)


@pytest.mark.parametrize("shape", [(20, 7), (9, 30), (3, 2), (300, 8)])
def test_first_columns_are_not_first_rows(shape):
    x, y = np.random.default_rng(0).random((2, *shape))
    for spec in (None, [sct.InputSpec([None, None], "float64")] * 2):
        static = sct.to_static(first_columns, backend="native", input_spec=spec)
        for found, wanted in zip(static(x, y), first_columns(x, y), strict=True):
            np.testing.assert_allclose(found, wanted, rtol=1e-13)
