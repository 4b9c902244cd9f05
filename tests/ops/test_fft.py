"""All of numpy.fft, over dtypes, lengths, axes, norms and errors; the ops `fft`, `fftn`, `fftshift`, `fftfreq`."""

from __future__ import annotations

import numpy as np
import pytest

from tests.ops.test_bindings import check

REAL = np.random.default_rng(0).normal(size=(4, 5))
CUBE = np.random.default_rng(1).normal(size=(2, 3, 4))
ARRAYS = {
    "f8": REAL, "f4": REAL.astype("f4"), "f2": REAL.astype("f2"), "c8": (REAL + 1j).astype("c8"), "c16": REAL * (1 + 2j), "bool": REAL > 0,
    "i2": (REAL * 9).astype("i2"), "u8": (REAL * REAL * 9).astype("u8"), "vector": REAL[0], "cube": CUBE, "strided": REAL[::2, ::-1],
    "fortran": np.asfortranarray(REAL), "one": np.ones((1, 1)), "empty": np.ones((0, 3)), "0-d": np.array(2.0), "scalar": np.float64(2), "list": [1.0, 2.0, 3.0],
    "big": REAL.astype(">f8"),
}  # fmt: skip
each_array = pytest.mark.parametrize("x", ARRAYS.values(), ids=ARRAYS)
LINES = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
PLANES = ("fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn", "irfftn")


@pytest.mark.filterwarnings("ignore")
@each_array
@pytest.mark.parametrize("name", LINES)
def test_along_an_axis(name, x):
    function = getattr(np.fft, name)
    check(function, x)
    for axis in (0, -1, 1, 3):
        check(function, x, axis=axis)
    for n in (1, 2, 7, 0, -1):
        check(function, x, n)
        check(function, x, n=n, axis=0)
    for norm in ("ortho", "forward", "backward", "none"):
        check(function, x, norm=norm)
    check(function, x, None, -1, "ortho")


@pytest.mark.filterwarnings("ignore")
@each_array
@pytest.mark.parametrize("name", PLANES)
def test_over_axes(name, x):
    function = getattr(np.fft, name)
    check(function, x)
    for norm in ("ortho", "forward"):
        check(function, x, norm=norm)
    for axes in ((0,), (0, 1), (1, 0), (-1,), (2, 0), (0, 0)):
        check(function, x, axes=axes)
        check(function, x, s=(3,) * len(axes), axes=axes)
    check(function, x, s=(2, 6), axes=(0, 1))
    check(function, x, s=(-1, 6), axes=(0, 1))
    check(function, x, s=(4, -1), axes=(0, 1))
    check(function, x, s=(2,), axes=(0, 1))
    check(function, x, (4, 4), (-2, -1), "ortho")


@each_array
@pytest.mark.parametrize("function", [np.fft.fftshift, np.fft.ifftshift])
def test_shifts(function, x):
    if np.ndim(x):
        check(function, x)
    for axes in (0, -1, (0,), (1, 0), 5):
        check(function, x, axes=axes)


@pytest.mark.parametrize("function", [np.fft.fftfreq, np.fft.rfftfreq])
def test_frequencies(function):
    for n in (1, 2, 5, 8, np.int64(4)):
        check(function, n)
        for d in (0.1, 2, np.float32(0.5), np.float64(0.5), np.array(0.25), np.array([0.5])):
            check(function, n, d)
            check(function, n, d=d)
    check(function, 2.5)
    check(function, 0)
