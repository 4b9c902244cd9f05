"""Corners of NumPy that its own tests look into."""

from collections import namedtuple

import numpy as np

from tests.harness import Theme, call

program = Theme("numpy corners")

X = np.arange(12.0).reshape(3, 4)
Cell = namedtuple("Cell", "row column")


@program(call(X, Cell(1, 2)), call(X, Cell(0, -1)))
def named_place(x, cell):
    """A named tuple is an index of several axes, read and written."""
    before = x[cell]
    x[cell] += 10
    x[Cell(2, slice(1, 3))] = 0
    return before, x


@program(call(X, Cell([1, 2], [0, 3])))
def named_places(x, cells):
    """The same of lists."""
    return x[cells]


@program(call(np.array([0.0, 0, 1, 2, 0, 3, 0])), call(np.zeros(4)), call(np.zeros(0)))
def trimmed(x):
    """Zeros at the ends; of nothing but zeros nothing stays, whichever end is asked for."""
    return np.trim_zeros(x), np.trim_zeros(x, "f"), np.trim_zeros(x, "b"), np.trim_zeros(x, axis=())


@program(call(np.pad(X, ((1, 2), (0, 3)))), call(np.zeros((2, 3))))
def trimmed_box(x):
    """The box that holds all that is not zero."""
    return np.trim_zeros(x), np.trim_zeros(x, axis=0), np.trim_zeros(x, "b", axis=(-1,))


@program(call(X[:, :2], np.array([[1.0], [2], [3]])))
def inserted(x, column):
    """A number as the place turns the values, a list does not."""
    return np.insert(x, 1, column, axis=1), np.insert(x, [1], column, axis=1), np.insert(x, 1, [5, 6], axis=0)


@program(call(X), call(X.astype(np.float32)))
def spread_around_a_mean(x):
    """The mean is known, and not computed again."""
    mean = x.mean(axis=1, keepdims=True)
    return np.var(x, axis=1, mean=mean), np.std(x, axis=1, mean=mean, correction=1), np.nanstd(x, axis=1, mean=mean)


@program(call(np.int64(5)), call(np.int8(1)), call(np.int64(0)))
def tapered(n):
    """Windows of a length that the caller gives."""
    return np.hanning(n), np.hamming(n), np.bartlett(n), np.blackman(n)


@program(call(X, np.array([[0, 1], [2, 0]])), call(X, np.array(1)), call(X, np.array([1.5])), call(X, np.array([-1])))
def padded(x, widths):
    """Widths in an array."""
    return np.pad(x, widths), np.pad(x, widths, "edge"), np.pad(x, widths, constant_values=7.0)


@program(call(np.arange(5.0)), call(np.arange(8.0)))
def padded_to_a_power_of_two(x):
    """A width that is computed."""
    n = 1
    while n < x.sum():
        n *= 2
    return np.pad(x, (0, n))


@program(call(np.float32(1), np.float32(0)))
def tolerance_of_its_own_dtype(a, b):
    """A NumPy number as the tolerance takes part in the promotion."""
    return np.isclose(a, b, atol=np.float64(0.9999999999999998)), np.isclose(a, b, atol=0.9999999999999998)


@program(call())
def one_array_twice():
    """Both entries are one array."""
    rows, columns = np.diag_indices(3)
    rows[0] = 2
    return rows, columns


@program(call(X))
def fortran_constants(x):
    """Arrays in Fortran order are so, also where nothing runs."""
    a = np.array([[1.0, 2], [3, 4]], order="F")
    return a, a.flags.f_contiguous, a.ravel("K"), np.transpose([[1, 2, 3], [4, 5, 6]])


@program(call(np.arange(4.0)), call(np.arange(4)))
def optimised_to_no_axes(v):
    """What `einsum` gives for no axes is an array where it multiplies matrices at the end, else a number."""
    square = v[:, None] * v
    each = [np.einsum("i,i", v, v, optimize=how) for how in (False, True, "greedy")]
    last = np.einsum("ii", square, optimize=True), np.einsum("ij,j,i", square, v, v, optimize="optimal")
    return each, last, np.einsum("i,j->", v, v, optimize=True)


@program(call(np.arange(6.0), np.stack([np.arange(6.0) ** 2, np.cos(np.arange(6.0))], axis=1)))
def covariances_of_fits(x, y):
    """For several columns of values: scaled each by its own, unscaled one for all."""
    return [np.polyfit(x, y, deg, cov=cov) for deg in (0, 1) for cov in (True, "unscaled")]


@program(call(np.array([3.0, 1.0])), call(np.array([5.0, 2.0])))
def arrays_of_repeated_numbers(x):
    """Lists of one number, as long as only the run knows, as arrays."""
    n = int(x[0])
    return np.array([0] * n), np.array([1.5] * n) + 1, np.asarray([True] * n), np.sum((2,) * n)


@program(call(np.arange(12.0).reshape(3, 4)), call(np.arange(7.0)))
def shapes_that_do_not_fit(a):
    """What NumPy says of them, with an extent that is to be found."""
    said = []
    for shape in [(2, -1), (5, 3), (-1,), (-1, 5), (0, -1), (2, -1, 3)]:
        try:
            said.append(a.reshape(shape).sum(axis=-1))
        except ValueError as error:
            said.append(str(error))
    return said


Z = np.array([1 + 2j, complex(np.nan, 1), complex(np.inf, np.nan), complex(-np.inf, -0.0)])


@program(
    call(Z, np.float64(3)),
    call(Z.astype("c8"), np.float64(2.5)),
    call(Z.reshape(2, 2).T, np.float64(-1)),
    call(Z, np.arange(4.0)),
    call(Z, np.ones((2, 4))),
    call(Z, np.array([1j, 2, 3, 4])),
    call(Z[1], np.float64(3)),
    call(np.array(Z[1]), np.float64(3)),
)
def complex_ones_to_numbers(z, y):
    """Both parts of complex numbers that are no numbers, or infinite, are replaced, also in place."""
    made = np.nan_to_num(z, nan=y), np.nan_to_num(z, posinf=y, neginf=-y)
    return *made, np.nan_to_num(z, copy=False, nan=y) if np.ndim(z) else z


@program(
    call(np.array(np.nan), np.float64(3)),
    call(np.array(1.5), np.float64(3)),
    call(np.float32(np.nan), np.float64(3)),
    call(np.array([np.nan]), np.float64(3)),
    call(np.array(3), np.float64(3)),
)
def one_to_a_number(x, y):
    """An array without axes becomes a NumPy scalar."""
    return np.nan_to_num(x, nan=y), np.nan_to_num(x), np.nan_to_num(x, nan=2.0)


@program(
    call(np.array([1.0, 0, 2]), 2),
    call(np.array([]), 3),
    call(np.array([1.0, 3]), 2),
    call(np.array([]), 1),
    call(np.array([2, 2]), 1),
)
def sums_of_nothing(x, n):
    """`np.bincount` with weights: of no elements, its counts are integers."""
    return np.bincount(x.astype(int), weights=x + 0.5, minlength=2), np.bincount(x.astype(int), x)


@program(call(np.arange(4.0), 0), call(np.arange(4.0), 2), call(np.arange(4.0), 3))
def parts_that_there_are_not(v, n):
    """Division by the number of parts is NumPy's, and so is its error, which the function catches."""
    try:
        return np.split(v, n), np.hsplit(v, n)
    except (ValueError, ZeroDivisionError) as error:
        return type(error).__name__, str(error)


@program(call(np.arange(6.0).reshape(2, 3)), call(np.arange(6).reshape(2, 3)))
def padded_up_to_values_of_the_run(x):
    """Constants of each side, and where ramps end."""
    ends = (np.min(x) - 2 * x[0, 1], np.max(x) + 1)
    sides = ((x[0, 0], x[0, 1]), (x[1, 1], 7))
    constant = np.pad(x, (2, 3), constant_values=(x[0, 0], x[0, 1])), np.pad(x, ((1, 2), (0, 1)), constant_values=sides)
    ramps = np.pad(x, (2, 3), "linear_ramp", end_values=ends), np.pad(x, 1, mode="linear_ramp", end_values=x[1, 2])
    widths = np.pad(x, (0, int(x[0, 1])), mode="linear_ramp", end_values=ends), np.pad(x, int(x[0, 2]), constant_values=x[1, 1])
    return constant, ramps, widths


@program(call(np.arange(3)))
def a_copy_that_is_not_to_be(x):
    """Another layout, dtype or a list need a copy."""
    a, found = np.array([[1, 2, 4], [3, 4, int(x[1])]]), []
    for make in (
        lambda: np.array(a.T, copy=False, order="C"), lambda: np.asarray(a, copy=False, order="F"),
        lambda: np.array(a, copy=False, dtype=float), lambda: np.array([x[0]], copy=False),
    ):  # fmt: skip
        try:
            found.append(make())
        except ValueError as error:
            found.append(str(error))
    return found


@program(call(np.arange(-3, 9), 1.0), call(np.arange(12, dtype=np.uint8), 1.0), call(X, 1), call(X[:, :1] > 1, 1.0))
def to_the_first(x, exponent):
    """A number to the first power is itself, as a float: of arrays of whole numbers Python asks for it so, too."""
    return x**exponent, np.power(x, exponent), np.power(x[:2], 1.0)


CASTS = [
    (np.inf, "unsafe"), (np.float16(np.inf), "unsafe"), (np.int64(300), "unsafe"), (np.int64(300), "same_kind"),
    (300, "unsafe"), (3.7, "unsafe"), (3.7, "safe"), (np.complex64(2 + 1j), "unsafe"), (np.array(300), "same_kind"),
]  # fmt: skip


@program(*[call(np.zeros(3, dtype), *cast) for cast in CASTS for dtype in ("i1", "f4", "c8")])
def copied_casts(x, value, casting):
    """What is copied is cast like an array, also where a number would not fit."""
    try:
        np.copyto(x, value, casting=casting, where=[True, False, True])
    except (TypeError, OverflowError) as error:
        return type(error).__name__, x
    return x


@program(call(np.array([0, 1, 2, 1]), X[0]), call(np.array([0, 1, 0, 0]), X[0]))
def choices_one_by_one(i, x):
    """The method takes them as arguments, too."""
    return i.choose(x, x * 10, -x), i.choose([x, -x, x]), np.ndarray.choose(i % 2, x, -x), i.choose(x, -x, mode="clip")


@program(*[call(np.array([6, 2, 4, 0]), np.array(k, "i2")) for k in ([], [1], [2, 0])], call(X[0], np.array([])))
def no_places(x, kth):
    """Nothing is put in its place, which floats would not name."""
    y = x.copy()
    y.partition(kth)
    return y, np.partition(x, kth), x.argpartition(kth)


@program(call(np.array([True, False])), call(np.array([False, False])))
def pieces_of_a_list(mask):
    """The numbers are Python's, and what decides is of the run."""
    found = np.piecewise([0.5, 1], [mask, ~mask], [lambda x: x + 1, 3])
    return np.piecewise([0, 0], mask, [1]), found, np.piecewise(3, mask[0], [1, 2])


@program(call(X, np.array([-1.0, 2, np.inf])), call(X, np.array([0.0, 5, 9])))
def bins_and_edges(x, edges):
    """A number of bins beside edges; the edges that are given are answered themselves."""
    counts, (made, given) = np.histogramdd(x[:, :2], bins=[3, edges])
    return counts, made, given is edges, np.histogramdd(x[:, :2], bins=(edges, [0, 4, 12]))


@program(call(X, np.uint64(1)), call(X, np.uint8(5)), call(X, np.int8(3)))
def resized_by_small_integers(x, n):
    """Counts of NumPy's other integers, of which floats would come."""
    return np.resize(x, n), np.resize(x, (n, 2))


@program(call(np.arange(24.0).reshape(2, 3, 4)))
def whole_axes(x):
    """None among lengths is the whole axis, of which NumPy warns."""
    forward = [f(x, s=(4, None, 5), axes=(0, 1, 2)) for f in (np.fft.fftn, np.fft.rfftn, np.fft.irfftn)]
    return forward, np.fft.irfft2(x, s=(None, None)), np.fft.fft2(x[x[:, 0, 0] > 0], s=(None, 3), axes=(1, 2))


PATHS = [call("cab,cdd->ab", np.ones((3, 4, 5)), np.ones((3, 2, 2)), optimize=["einsum_path", (1,), (0, 1)])]


@program(*PATHS)
def path_in_a_list(*operands, **how):
    """The path that is given is put into the list that is answered."""
    return np.einsum_path(*operands, **how)


@program(call(X, None), call(X, 1))
def to_a_device(x, stream):
    """There is one device, and no stream."""
    return x.to_device("cpu", stream=stream)


LAID_OUT = [(X, (2, 6)), (X.T, (3, 4)), (X.T, (2, 2, 3)), (X[::2], (8,)), (X[::2], (2, 2, 2)), (X[:, ::2], (6,)), (X[:0], (0, 3))]


@program(*[call(x, shape) for x, shape in LAID_OUT])
def reshaped_without_a_copy(x, shape):
    """A view is answered, or an error where there is none; what is computed here is laid out as it is."""
    y = x * 2
    try:
        view = x.reshape(shape, copy=False)
        view[...] = 7
        return np.reshape(y, -1, copy=False), np.reshape(y.T, y.size, copy=False), np.reshape(x[0, 0], 1, copy=False)
    except (ValueError, IndexError) as error:
        return str(error)


@program(*[call(np.arange(100, 106).astype(dtype), np.zeros(6, out)) for dtype, out in (("i2", "i2"), ("u1", "i4"), ("?", "f8"))])
def computed_in_the_dtype_of_out(x, out):
    """Methods of ufuncs compute in the dtype of `out`, where that holds all: sums of small integers wrap around."""
    found = [np.add.reduce(x, out=out[:1].reshape(())).copy(), np.multiply.accumulate(x, out=out).copy()]
    found += [np.add.reduceat(x, np.arange(6), out=out).copy(), np.subtract.accumulate(x, out=out).copy()]
    return found, np.logical_and.reduce(x, out=out[1:2].reshape(())), np.add.reduceat(x, [0, 2], axis=None), out


@program(call(X[0], [1.0]), call(X[0], 3), call(X[0], None))
def no_array_for_the_answer(x, out):
    """What is given as `out` is no array, of which NumPy says so."""
    return np.add.reduce(x, out=out)
