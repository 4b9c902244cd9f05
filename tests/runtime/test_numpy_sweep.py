"""What calling every NumPy function with every keyword, in three layouts and three shapes, has found."""

import numpy as np
import pytest

import sct
from tests.runtime.same import observe

A = np.arange(6.0).reshape(2, 3)
B = np.arange(20.0).reshape(4, 5)
C = np.arange(12.0).reshape(3, 4)
TURNED = [np.asfortranarray(A), np.asfortranarray(B), C[::-1, ::-1], C]
BACKENDS = pytest.mark.parametrize("backend", ["numpy", "native"])
STRICT = pytest.mark.filterwarnings("error::sct.errors.PlainPythonWarning")


def order(x):
    """How it lies in memory, as later code sees it."""
    return x.ravel("K").tolist(), x.T.reshape(-1).tolist(), bool(x.flags.c_contiguous), bool(x.flags.f_contiguous)


def laid_out(f, backend, calls):
    """The order of the result of `f`, asked within the program, at calls that differ in shape and layout."""

    def asked(*args):
        made = f(*args)
        return made.ravel("K"), made.T.reshape(-1), made.flags.c_contiguous, made.flags.f_contiguous

    static = sct.to_static(asked, backend=backend)
    for args in calls:
        got = static(*args)
        assert (got[0].tolist(), got[1].tolist(), *got[2:]) == order(f(*args))


ORDERS = {
    "zeros like, of another shape": lambda x: np.zeros_like(x, shape=(2, 3)),
    "full like, of another shape": lambda x: np.full_like(x, 1, shape=(2, 3)),
    "as x lies": lambda x: np.array(x, order="A"),
    "Fortran's order": lambda x: (x + 1).astype(int, order="F"),
    "C order": lambda x: np.copy(x * 2, order="C"),
    "ufunc in an order": lambda x: np.sqrt(x, order="F"),
    "one deleted": lambda x: np.delete(x, 0, axis=1),
    "one of a list deleted": lambda x: np.delete(x, [1], axis=0),
    "several deleted": lambda x: np.delete(x, [0, 1], axis=1),
    "a slice deleted": lambda x: np.delete(x, slice(0, 2), axis=1),
    "one inserted": lambda x: np.insert(x, 1, 9, axis=1),
    "several inserted": lambda x: np.insert(x, [0, 1], 9, axis=0),
}


@STRICT
@BACKENDS
@pytest.mark.parametrize("name", ORDERS)
def test_an_order_that_was_asked_for_is_a_guard(name, backend):
    laid_out(ORDERS[name], backend, [(x,) for x in (*TURNED, TURNED[0])])


@STRICT
@BACKENDS
def test_run_time_places_are_deleted_into_the_order_of_the_array(backend):
    laid_out(lambda x, k: np.delete(x, k, axis=k), backend, [(x, k % 2) for k, x in enumerate(TURNED)])


CALLED_BACK = [
    lambda x: x.astype(int),
    lambda x: np.arctan(x),
    lambda x: np.where(x == 0, x, 1j),
    lambda x: np.float_power(x, 2),
    lambda x: x.astype(np.float16),
]


@STRICT
@pytest.mark.filterwarnings("ignore::numpy.exceptions.ComplexWarning")
@pytest.mark.parametrize("k", range(len(CALLED_BACK)))
def test_what_numpy_computes_of_turned_arrays_is_read_as_it_lies(k):
    f = CALLED_BACK[k]

    def turned(x):
        made = f(x)
        return made.T.copy(), made.T.reshape(-1) * 1, made

    x = np.asfortranarray(np.arange(6.0).reshape(2, 3) * (1 + 0.5j))
    for got, wanted in zip(sct.to_static(turned, backend="native")(x), turned(x), strict=True):
        assert got.dtype == wanted.dtype and got.tolist() == wanted.tolist()


@STRICT
@BACKENDS
def test_extents_of_arrays_with_gaps_are_checked(backend):
    static = sct.to_static(lambda x, n: np.reshape(x, n), backend=backend)
    for x, n in ((C[:, ::-1], 1), (B[:, ::-1], 2), (A[::-1, ::-1], 6), (B[:, ::-1], 6)):
        assert observe(static, (x, n)) == observe(static.__wrapped__, (x, n))


N, S, Q = np.array([1.5, -2.0, 0.5, 3.0]), np.array(2.5), np.float64(2.5)
U = np.array([2, 3], np.uint32), np.array([1, 4294967295], np.uint32)
SAME = {
    "running sum of no axis": (lambda s: np.cumsum(s, axis=0), (S,)),
    "a power that turns negative": (lambda u, v: np.power(u, v, dtype="i4"), U),
    "dot into": (lambda v, o: np.dot(v, v, out=o), (N, np.zeros(()))),
    "sum of a number into": (lambda q, o: q.sum(out=o), (Q, np.zeros(()))),
    "round of a number into": (lambda q, o: np.round(q, out=o), (Q, np.zeros(()))),
    "sum of no axis into": (lambda s, o: np.sum(s, out=o), (S, np.zeros(()))),
    "no NaN, in place": (lambda s: (np.nan_to_num(s, copy=False), s), (np.array(np.nan),)),
    "no NaN in a number, in place": (lambda q: np.nan_to_num(q, copy=False), (Q,)),
    "sort along None": (lambda v: v.sort(axis=None), (N,)),
    "partition along None": (lambda v: v.partition(1, axis=None), (N,)),
    "the method has no correction": (lambda v: v.std(correction=1), (N,)),
    "the function has": (lambda v: np.std(v, correction=1), (N,)),
    "no copy of a list": (lambda q: np.array([q, q], copy=False), (Q,)),
    "no copy of a list, asarray": (lambda v: np.asarray([v, v], copy=False), (N,)),
    "the order of no array": (lambda v: np.full(2, v[0], order="A"), (N,)),
    "ones in no such order": (lambda v: np.ones(len(v), order="K"), (N,)),
    "no copy, in another order": (lambda x: np.array(x, order="F", copy=False), (A,)),
    "no copy, in its order": (lambda x: np.asarray(x, order="C", copy=False), (A,)),
    "no copy of what was turned": (lambda x: np.asarray(x.T, order="F", copy=False), (A,)),
    "hfft into": (lambda v, o: (np.fft.hfft(v, out=o), o), (N, np.zeros(6))),
    "ifft2 into": (lambda x, o: (np.fft.ifft2(x, out=o), o), (A, np.zeros((2, 3), complex))),
    "fft2 into": (lambda x, o: (np.fft.fft2(x, out=o), o), (A, np.zeros((2, 3), complex))),
    "axes are several": (lambda x: np.fft.fft2(x, axes=0), (A,)),
    "a histogram between no edges": (lambda v, e: np.histogram(v, bins=e), (N, np.zeros(0))),
    "cells between no edges": (lambda v, e: np.histogram2d(v, v, bins=[e, e]), (N, np.zeros(0))),
    "fft2 over all axes": (lambda t: (np.fft.fft2(t, axes=None), np.fft.irfft2(t, axes=None)), (np.arange(24.0).reshape(2, 3, 4),)),
    "one axis of vectors": (lambda x: np.linalg.vecdot(x, x, axis=(0,)), (A,)),
    "gradient along no axis": (lambda x: np.gradient(x, 2.0, axis=()), (A,)),
    "one vector spans a grid": (lambda v: np.meshgrid(v, copy=False)[0].flags.writeable, (N,)),
}  # fmt: skip


@STRICT
@BACKENDS
@pytest.mark.parametrize("name", SAME)
def test_as_numpy(name, backend):
    f, args = SAME[name]
    assert observe(sct.to_static(f, backend=backend), args) == observe(f, args)


@STRICT
@BACKENDS
def test_numbers_of_bins_that_change(backend):
    def f(v, n):
        return np.histogram_bin_edges(v, bins=n), np.histogram2d(v, v, bins=n), np.histogram(v, n)

    static = sct.to_static(f, backend=backend)
    for n in (2, 3, 1, 4):
        assert observe(static, (N, n)) == observe(f, (N, n))


def test_lengths_and_out_of_transforms_are_refused():
    with pytest.raises(sct.errors.UnsupportedOpError, match="out= and lengths at once"):
        sct.to_static(lambda x, o: np.fft.fftn(x, s=(4, 4), axes=(0, 1), out=o))(A, np.zeros((4, 4), complex))


SMALL = {
    "full": lambda q: np.full((2, 3), q, order="F"),
    "asfortranarray": lambda q: np.asfortranarray(np.full((2, 3), q)),
    "of a list": lambda q: np.array([[q, 1], [2, 3]], order="F"),
    "copied": lambda q: np.full((2, 3), q).copy("F"),
    "computed of a turned one": lambda q: np.full((2, 3), q).T + 1,
    "converted": lambda q: np.full((2, 3), q).astype(np.float32, order="F"),
    "computed": lambda q: np.full((2, 3), q, order="F") * q,
}


@STRICT
@BACKENDS
@pytest.mark.parametrize("name", SMALL)
def test_small_arrays_leave_in_their_order(name, backend):
    got, wanted = sct.to_static(SMALL[name], backend=backend)(Q), SMALL[name](Q)
    assert got.strides == wanted.strides and got.tolist() == wanted.tolist()


@STRICT
@BACKENDS
def test_a_grid_without_a_copy_shows_a_vector_with_gaps(backend):
    def f(v):
        (grid,) = np.meshgrid(v[::2], copy=False)
        grid[0] = 9
        return grid

    assert observe(sct.to_static(f, backend=backend), (N,)) == observe(f, (N,))
