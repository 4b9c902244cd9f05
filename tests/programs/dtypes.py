"""dtypes: made, kept, promoted and cast through control flow."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("dtypes")
KINDS = [np.bool_, np.int8, np.uint8, np.int32, np.int64, np.uint64, np.float16, np.float32, np.float64, np.complex64, np.complex128]


@program(*(call(np.array([0, 1, 1], t), np.array([1, 1, 0], t)) for t in KINDS))
def promotion(a, b):
    """The same expressions for each dtype."""
    return a + b, a * b, a * 2, b * 0.5, a == b, np.where(a == b, a, 0), a.sum(), a.max()


@program(*(call(np.array([0, 1, 2], t)) for t in KINDS))
def through_a_branch(a):
    """A branch keeps the dtype."""
    if a.any():
        b = a * a
    else:
        b = a
    return b


@program(*(call(np.array([0, 1, 2], t)) for t in KINDS))
def through_a_loop(a):
    """A sum over a loop starts as a Python int."""
    s = 0
    for e in a:
        s = s + e
    return s


@program(call(np.array([1, 2], np.int32)), call(np.array([-1, -2], np.int32)))
def creation(x):
    """Creation functions and their dtypes."""
    return (
        np.zeros(2),
        np.ones((2, 1), dtype=np.float32),
        np.full(2, 3),
        np.full_like(x, 2.7),
        np.arange(3),
        np.arange(0, 1, 0.5),
        np.arange(x.shape[0], dtype=x.dtype),
        np.linspace(0, 1, 3),
        np.eye(2, dtype=int),
        np.zeros_like(x, dtype=float),
        np.array([1, 2.5]),
        np.array([x[0], 1]),
        np.asarray(x),
        np.empty((0,), np.int8),
    )


@program(call(np.array([1, 2], np.int32)), call(np.array([-1, -2], np.int32)))
def reductions(x):
    """dtypes of reductions and index functions."""
    return x.sum(), x.sum(dtype=np.int8), x.mean(), x.prod(), x.cumsum(), x.argmax(), np.count_nonzero(x), x.any(), x.max(), np.ptp(x)


@program(call(np.array([1.5, 2.5])), call(np.array([-1.5, 0.0])))
def explicit_scalars(x):
    """NumPy scalars made in the function are not weak."""
    return x.astype(np.float32) * np.float64(2), x.astype("f4") * 2.0, np.float32(x[0]) + x[1], np.int8(3) * np.uint8(2)


@program(call(np.array([1, 2], np.int64)), call(np.array([-1, -2], np.int64)))
def float_in_branch(x):
    """int64 arrays one way, float64 the other, used together at once."""
    if x.sum() > 0:
        y = x
    else:
        y = x * 0.5
    return y * 1.0


@program(call(np.float32([1, 2])), call(np.float32([-1, -2])))
def weak_number_from_branch(x):
    """A Python number from a branch stays weak."""
    if x.sum() > 0:
        k = 2.0
    else:
        k = 3.0
    return x * k, k


@program(call(np.float32([1, 2])), call(np.float32([-1, -2])))
def strong_number_from_branch(x):
    """A NumPy float64 from a branch promotes float32."""
    if x.sum() > 0:
        k = np.float64(2.0)
    else:
        k = np.float64(3.0)
    return x * k, k


@program(call(np.float32(2), np.float32(0.5)), call(np.float32(-2), np.float32(0.5)))
def float32_in_while(x, k):
    """A float32 state in a loop."""
    n = 0
    while abs(x) > 0.1:
        x = x * k
        n += 1
    return x, n


@program(call(np.array([[1, 2], [3, 4]], order="F")), call(np.array([[0, 0], [0, 1]], order="F")))
def fortran_order(m):
    """Memory order is no part of the values."""
    return m.ravel(), m.T @ m, m.reshape(4), m.copy()


@program(call(np.arange(8)[::2]), call(np.arange(8)[::-2]))
def strided_arguments(v):
    """Arguments that are strided views of something larger."""
    v += 1
    return v * 2, v[::-1]


@program(call(np.array([1, 300, -1])), call(np.array([0, 0, 0])))
def casts_that_lose(x):
    """Casts that wrap and truncate."""
    return x.astype(np.uint8), x.astype(np.int8), (x / 2).astype(np.int64), x.astype(bool), x.astype(np.float16)


@program(call(np.array([-1.7, 300.5, -70000.0, 2.0**63, -3e9])), call(np.array([-1.0, 0.5, 130.0, 2.0**62, -5e9], np.float32)))
def floats_to_integers(x):
    """Floats that are negative, or large, as integers without sign and narrow ones: they wrap."""
    small = x[:3] + 1
    return x.astype(np.uint64), small.astype(np.uint8), small.astype(np.int16), small.astype(np.uint32), x.astype(np.int64) >> 3


@program(call(np.array([1.0, np.nan, np.inf, -np.inf, -0.0])), call(np.array([0.0, 1.0, 2.0, 3.0, 4.0])))
def special_values(x):
    """NaN and infinities through common functions."""
    return np.isnan(x), np.isfinite(x), np.nan_to_num(x), np.sign(x), np.maximum(x, 0), np.nansum(x), x.max(), np.sort(x)


@program(call(np.array([3, 1, 2], np.uint8)), call(np.array([0, 255, 7], np.uint8)))
def image_arithmetic(x):
    """Brightness of bytes with clipping."""
    y = np.clip(x.astype(np.int16) * 2 - 50, 0, 255).astype(np.uint8)
    if y.mean() > 100:
        y = 255 - y
    return y


@program(call(np.arange(3)), call(np.zeros(3, np.float32)))
def asarray_as_float(x):
    """asarray with the default dtype, by which NumPy also reads None."""
    return np.asarray(x, dtype=float), np.asarray(x, np.float64)


UNIT = np.dtype(np.float64, metadata={"unit": "m"})


@program(call(np.ones(3, UNIT)), refused=Refusal("ObjectDtypeError", "def with_metadata"))
def with_metadata(x):
    """What NumPy's functions make of the metadata of a dtype differs from one to the other."""
    return x.dtype.metadata, x[1:]


@program(call(2), refused=Refusal("UnsupportedOpError", "np.zeros(n, UNIT)"))
def made_with_metadata(n):
    """So it does where an array is made."""
    return np.zeros(n, UNIT)


BOUNDS = [[0, 255], [256, -1], [65536, -129], [-(2**31) - 1, 2**32], [-32769, 0]]
REALS = [[1.5, np.nan], [1e39, np.inf], [-65000.0, 64999.0]]
SMALL = ([-128], np.int8), ([255], np.uint8), ([2**63], np.uint64), ([-130], np.int16)
SMALL += ([-65000, 1e38], np.float32), ([-6500, 1e3], np.float16), ([-65000, 1e38j], complex), ([True, False], bool)


@program(*(call(np.array(v)) for v in (*BOUNDS, *REALS)), *(call(np.array(v, t)) for v, t in SMALL))
def smallest_types(x):
    """`np.min_scalar_type` of numbers of the run, NumPy's and Python's."""
    return [np.min_scalar_type(v) for v in x], [np.min_scalar_type(v) for v in x.tolist()], np.min_scalar_type(x)


@program(call(np.array([[1, 2, 2], [9, 0, 30]])), call(np.array([[1, 2, 2], [9, 0, 300]])), call(np.array([[70_000, 0]])))
def relabelled(labels):
    """An array of the smallest dtype that holds the greatest label."""
    new, kind = np.unique(labels), np.min_scalar_type(int(labels.max()))
    forward = np.zeros(int(labels.max()) + 1, dtype=kind)
    forward[new] = np.arange(len(new))
    return forward[labels], labels.astype(kind).sum(), kind.name, kind == np.uint8


@program(call(np.array([5, 7])), call(np.array([5, 7, 3])))
def no_dtype_of_objects(n):
    """A dtype that a branch chooses, one of which is that of objects, which is not used."""
    if n.max() > 20:
        dtype = object
    elif n.max() > 10:
        dtype = np.int64
    else:
        dtype = np.dtype("long")
    out = np.empty_like(n, dtype=dtype)
    out[n < 6] = 1
    out[n >= 6] = 2
    return out


@program(*(call(np.arange(3.0), np.array([k])) for k in (0, 1)), call(np.array([1 + 1e-15j]), np.array([1])))
def known_beside_chosen(x, n):
    """A dtype that is known, on the left of one of several: NumPy's own asks what it meets for its dtype."""
    chosen = np.float32 if n[0] else np.dtype("f8")
    y = x.astype(np.complex64) if n[0] else x
    close = np.real_if_close(x)
    found = [x.dtype == chosen, x.dtype != chosen, x.dtype == y.dtype, x.dtype <= y.dtype, x.dtype in (chosen, np.int64)]
    return found, y.dtype == x.dtype, x.dtype != close.dtype, np.dtype("f4") == (None if n[0] else "f4"), close


@program(call(np.arange(3.0)), refused=Refusal("ObjectDtypeError", "np.empty(3, dtype=object)"))
def objects_that_leave(x):
    """The refusal names the line that has made the array, not that of the function."""
    made = np.empty(3, dtype=object)
    for k in range(3):
        made[k] = x[k]
    return made


@program(call(np.arange(3.0)), refused=Refusal("ObjectDtypeError", 'np.array(["a", "bc"], dtype=object)'))
def texts_as_objects(x):
    """The same where no number of the run is in it."""
    made = [np.array(["a", "bc"], dtype=object)]
    return x + 1, made
