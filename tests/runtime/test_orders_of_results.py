"""A second call with an argument that is laid out otherwise: what depends on it, strides and flags included."""

import linecache

import numpy as np
import pytest

import sct
from sct.errors import StaticValueError, UnsupportedOpError

NEW = [
    "x.copy()", "(x * 2).copy('C')", "x.copy('F')", "x.copy('K')", "np.copy(x, order='A')", "np.array(x, order='C')",
    "x.astype('f4', order='C')", "(x * 2).astype('f4', order='F')", "np.zeros_like(x, order='C')", "np.zeros_like(x, shape=(4, 3))",
    "np.full_like(x, 3, order='F')", "np.ones_like(x, order='A', shape=(2, 2))", "np.add(x, 1, order='C')", "np.modf(x, order='C')[0]",
    "np.delete(x, 0, 0)", "np.delete(x, [0], 1)", "np.insert(x, 0, 1.0, 0)", "x.nonzero()[0]", "np.argwhere(x)", "np.where(x > 2)[1]",
]  # fmt: skip
ASKED = [
    "x.strides", "(x + 1).flags.c_contiguous", "x.T.flags['F']", "x.flags.fnc", "x.ravel(order='K')", "np.ravel(x * 2, order='A')",
    "np.reshape(x * 2, (5, 4), order='A')", "x.copy(order='K').ravel('K')", "np.isfortran(x)", "(x + 0j).real.strides", "x.flatten('A')",
]  # fmt: skip


def arguments():
    x = np.arange(20.0).reshape(4, 5)
    gaps = np.arange(80.0)
    yield from (x, np.asfortranarray(x), gaps.reshape(8, 10)[::2, ::2], x[::-1], np.asfortranarray(x)[:, ::-1], x.copy("F"))
    yield from (gaps[:40].reshape(8, 5)[:4], gaps.reshape(10, 8).T[::2, ::2], np.ones((4, 5)))


def function(expression):
    source, name = f"def f(x):\n    return {expression}\n", f"<orders {expression}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    scope = {"np": np}
    exec(compile(source, name, "exec"), scope)
    return scope["f"]


def seen(x):
    if not isinstance(x, np.ndarray):
        return x
    strides = [s for s, n in zip(x.strides, x.shape, strict=True) if n > 1]
    return x.tolist(), strides, x.flags.c_contiguous, x.flags.f_contiguous, x.flags.writeable


@pytest.mark.parametrize("first", [0, 1, 2])
@pytest.mark.parametrize("expression", NEW + ASKED)
def test_numpy(expression, first):
    f = function(expression)
    static = sct.to_static(f, backend="numpy")
    calls = list(arguments())
    for x in (calls[first], *calls):
        assert seen(static(x)) == seen(f(x))


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("expression", [*NEW[:3], *NEW[4:6], *NEW[14:18], *ASKED])
def test_native(expression, first):
    f = function(expression)
    static = sct.to_static(f, backend="native")
    calls = list(arguments())
    for x in (calls[first], *calls):
        assert seen(static(x)) == seen(f(x))


def test_one_program_is_enough_for_copies():
    static = sct.to_static(lambda x: x.copy() + x.sum())
    for x in arguments():
        static(x)
    assert static.cache_info().misses == 1


def test_flags_are_no_number():
    assert sct.to_static(lambda x: (x.flags == 3, x.flags != 3))(np.ones(3)) == (False, True)


@pytest.mark.parametrize("use", [repr, str, lambda flags: f"{flags}", lambda flags: flags.num])
def test_flags_of_an_argument_as_a_whole_are_refused(use):
    with pytest.raises((StaticValueError, UnsupportedOpError)):
        sct.to_static(lambda x: use(x.flags))(np.ones(3))


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("part", ["real", "imag"])
def test_parts_of_complex_numbers_have_gaps(part, backend):
    """They were taken for contiguous where the function had made the complex numbers: `ravel` is a copy."""

    def f(x):
        z = x * (1 + 2j)
        w = getattr(z, part)
        r = w.ravel()
        r[0] = 9
        t = z.T.imag.reshape(-1)
        t[1] = 7
        return w, r, t, w.strides, w.flags.c_contiguous, z[..., ::2].real.strides

    static = sct.to_static(f, backend=backend)
    for x in (np.arange(4.0), np.arange(6.0).reshape(2, 3)):
        for got, want in zip(static(x), f(x), strict=True):
            assert np.array_equal(got, want)
