"""Sums of rows in NumPy's order: blocks that are added together, and rows that lie in memory already."""

import re

import numpy as np
import pytest

import sct

LENGTHS = [127, 128, 129, 256, 257, 264, 288, 320, 352, 384, 388, 416, 448, 480, 511, 512, 513, 544, 640, 768, 1000, 1024,
           1032, 1536, 2048, 2080, 4096, 4104, 5000, 8192, 10240]  # fmt: skip


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64])
def test_sums_of_all_lengths_are_numpys_to_the_last_bit(dtype):
    def sums(x):
        return x.sum(), (x * x.dtype.type(3)).sum(), x[1:].sum()

    static = sct.to_static(sums, backend="native", input_spec=[sct.InputSpec([None], np.dtype(dtype).name)])
    r = np.random.default_rng(1)
    for n in LENGTHS:
        x = (r.standard_normal(n) * 10 ** r.uniform(-3, 3, n)).astype(dtype)
        assert static(x) == sums(x), n


def kept(x):
    e = x * x.dtype.type(3)
    return e / e.sum(axis=-1, keepdims=True), e


def used_again(x):
    e = x * x.dtype.type(3)
    p = e / e.sum(axis=-1, keepdims=True)
    d = p - p.mean(axis=-1, keepdims=True)
    return d * d.sum(axis=-1, keepdims=True)


def written_over(x):
    """The loop that sums a row writes another one where that lies."""
    e = x.reshape(-1, 2, x.shape[1]).sum(axis=1)
    q = e * 2 + 1
    return q / np.abs(q).max(axis=-1, keepdims=True), e.sum(axis=-1)


def twice(x):
    e = x * x.dtype.type(3)
    return e - e.sum(axis=-1, keepdims=True) - (e * e).sum(axis=-1, keepdims=True), e.sum()


def backwards(x):
    e = x * x.dtype.type(3)
    return e[:, ::-1].sum(axis=-1), e[:, 1:].sum(axis=-1), e.T.sum(axis=-1), e


def within(x):
    e = x * x.dtype.type(3)
    e[1:, 2:] = e[:-1, :-2] + x[1:, 2:]
    return e.sum(axis=-1), e


def in_three(x):
    e = (x * x.dtype.type(3)).reshape(2, -1, x.shape[1])
    return e - e.sum(axis=-1, keepdims=True), e.sum(axis=1), e.sum(axis=(1, 2))


def diagonals(x):
    """The row that a turn fills is another one in the next."""
    e = x[:, : len(x)] * x.dtype.type(3)
    return np.trace(e), np.trace(e[::-1]), np.diagonal(e).sum(), np.einsum("ii->", e), (x[:, :1] * x[0, : len(x)]).trace()


@pytest.mark.parametrize("program", [diagonals, kept, used_again, written_over, twice, backwards, within, in_three])
@pytest.mark.parametrize("spec", [None, [None, None]], ids=["known", "unknown"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex128])
def test_rows_that_the_loop_keeps_are_added_where_they_are(program, spec, dtype):
    specs = None if spec is None else [sct.InputSpec(spec, np.dtype(dtype).name)]
    static = sct.to_static(program, backend="native", input_spec=specs)
    r = np.random.default_rng(2)
    for n in (25, 200, 384, 1024, 5000):
        x = (r.standard_normal((20, n)) * 10 ** r.uniform(-3, 3, (20, n))).astype(dtype)
        for got, wanted in zip(static(x.copy()), program(x.copy()), strict=True):
            row = program not in (diagonals, backwards, in_three)  # which lies in memory as it is
            np.testing.assert_allclose(got, wanted, rtol=0 if row else 1e-4, atol=0 if row else 1e-2)


def test_rows_that_the_loop_keeps_are_written_once():
    def share(x):
        e = np.exp(x)
        return e / e.sum(axis=-1, keepdims=True)

    static = sct.to_static(share, backend="native")
    static(np.ones((3, 800)))
    waiting = [int(size) for size in re.findall(r"alloca \[(\d+) x i8\]", static.llvm())]
    assert not any(size >= 8 * 800 for size in waiting)  # no third row, of what waits to be added
