"""The kernels of matrix products for both widths of vectors, against NumPy."""

import ctypes

import numpy as np
import pytest

from sct.backends.native.llvm import compile_module
from sct.backends.native.product_text import kernel_text, product_functions

SIZES = [
    (1, 1, 1), (2, 3, 4), (4, 4, 4), (5, 7, 9), (8, 8, 8), (9, 17, 3), (1, 40, 12), (2, 100, 33), (13, 33, 300),
    (48, 48, 48), (29, 10, 64), (64, 64, 256), (72, 64, 200), (130, 31, 140), (16, 40, 2500), (301, 23, 7),
]  # fmt: skip


def kernel(kind, size, letter, width):
    name = f"sct_product_{kind}_{'_'.join(map(str, size))}_{letter}"
    text, kernels = product_functions([name], width)
    symbols, keep = {}, []
    for one in kernels:
        keep.append(compile_module(kernel_text(one, width), straight=True))
        symbols[one] = keep[-1].address(one)
    head = text.replace("define internal", "define").replace("alwaysinline", "")
    keep.append(compile_module(f'{head}attributes #0 = {{ nounwind "prefer-vector-width"="{width}" }}\n', symbols=symbols))
    return ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3, *[ctypes.c_int64] * 5)(keep[-1].address(name)), keep


@pytest.mark.parametrize("width", [256, 512])
@pytest.mark.parametrize("kind", ["f32", "f64"])
@pytest.mark.parametrize("letter", ["r", "s"])
def test_products(width, kind, letter):
    rng = np.random.default_rng(8)
    dtype = np.dtype("float32" if kind == "f32" else "float64")
    for m, n, k in SIZES:
        function, keep = kernel(kind, (m, n, k), letter, width)
        for turned in (False, True):
            a = rng.standard_normal((k, m) if turned else (m, k)).astype(dtype)
            a = a.T if turned else a
            b = rng.standard_normal((k, n + 3))[:, :n].astype(dtype, copy=False) if letter == "r" else None
            b = rng.standard_normal((n, k)).astype(dtype).T if b is None else np.ascontiguousarray(b.astype(dtype))
            around = np.full((m + 2, n + 5), 7.0, dtype)  # nothing beside the result is written
            c = around[1:-1, 2:-3]
            strides = [s // dtype.itemsize for s in (*a.strides, *b.strides, c.strides[0])]
            function(a.ctypes.data, b.ctypes.data, c.ctypes.data, *strides)
            bound = np.abs(a).astype("f8") @ np.abs(b).astype("f8") * (20 * np.finfo(dtype).eps)
            assert (np.abs(c - a.astype("f8") @ b.astype("f8")) <= bound).all(), (m, n, k)
            c[...] = 7.0
            assert (around == 7.0).all()
        assert keep
