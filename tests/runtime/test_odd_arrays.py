"""Arrays and arguments that are seldom seen: each answered as NumPy does, or refused."""

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided

import sct
from sct.errors import AliasError, StaticValueError, UnsupportedCallError, UnsupportedOpError
from tests.runtime.same import same

X = np.arange(6.0).reshape(2, 3)
FLAT = np.arange(3.0).flat
WINDOW = memoryview(bytearray(b"abc"))


@pytest.mark.parametrize(
    "f",
    [
        lambda x: x.sum(axis=True),
        lambda x: np.max(x, axis=(True,)),
        lambda x: np.argsort(x, axis=True),
        lambda x: np.cumsum(x, axis=False),
        lambda x: np.concatenate([x, x], axis=True),
        lambda x: np.add.reduce(x, axis=True),
        lambda x: np.squeeze(x[:, :1], axis=True),
        lambda x: np.flip(x, axis=np.True_),
        lambda x: np.flip(x, axis=True),
        lambda x: np.sort(x, axis=False),
        lambda x: np.stack([x, x], axis=True),
        lambda x: np.roll(x, 1, axis=True),
        lambda x: np.median(x, axis=True),
        lambda x: np.fft.fft(x, axis=True),
        lambda x: np.moveaxis(x, True, False),
    ],
)
def test_bools_as_axes(f):
    """The axes of NumPy's C code are no bools; those of its Python code may be."""
    try:
        wanted = f(X)
    except TypeError:
        with pytest.raises(TypeError):
            sct.to_static(f)(X)
    else:
        np.testing.assert_array_equal(sct.to_static(f)(X), wanted)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: np.matrix([[1, 2], [3, 4]]),
        lambda x: np.matrix([[1, 2], [3, 4]]) * x[:, :2],
        lambda x: np.ma.array([1.0, 2.0, 3.0], mask=[0, 1, 0]).mean(),
        lambda x: np.ma.arange(3) + x,
        lambda x: np.rec.array([(1, 2.0)], dtype=[("a", int), ("b", float)]).a,
    ],
)
@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
def test_derived_classes_made_inside(f):
    with pytest.raises(UnsupportedCallError, match="is a (matrix|MaskedArray|recarray)"):
        sct.to_static(f)(X)


def test_windows_on_memory():
    """What they show may change without a guard that sees it."""
    with pytest.raises(UnsupportedCallError, match="is a flatiter"):
        sct.to_static(lambda x: x + FLAT[0])(X)
    with pytest.raises(UnsupportedCallError, match="is a memoryview"):
        sct.to_static(lambda x: x + WINDOW[0])(X)
    with pytest.raises(StaticValueError, match="a flatiter cannot be returned"):
        sct.to_static(lambda x: [x.flat])(X)


def test_texts_of_generators():
    with pytest.raises(StaticValueError, match="the text of a Generator"):
        sct.to_static(lambda: print(np.random.default_rng(1)))()


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_elements_that_share_memory(backend):
    """Written through, each would have to show what the others got; also where the program is there already."""

    def f(x):
        x[0] = 100.0
        return x.sum()

    static = sct.to_static(f, backend=backend)
    for x in (X.copy(), X.copy()[:, ::2], X.copy()[::-1, ::-1], np.asfortranarray(X), np.zeros((1, 0))):
        assert static(x.copy(order="K")) == f(x.copy(order="K"))
    for _ in range(2):
        for strides in ((8, 8), (8, 16), (16, 0), (24, 16)):
            with pytest.raises(AliasError, match="some of its elements share memory"):
                static(as_strided(np.arange(60.0), (3, 3), strides))
        assert static(as_strided(np.arange(60.0), (3, 3), (48, 8))) == 360.0
        assert static(as_strided(np.arange(6.0), (3, 1), (8, 0))) == 103.0


def test_results_larger_than_operands():
    """What has no array of its own is as large as those that have."""

    def f(x):
        out = np.zeros((2, 2, 3))
        return np.modf(x, out=(out, None)), np.divmod(x, 2.0, out=(None, out)), out, np.modf(x, out=(x, None)), x

    same(f, (X,))


def layouts(f, *args):
    return [(a.strides, a.tolist()) if isinstance(a, np.ndarray) else a for a in f(*args)]


@pytest.mark.parametrize(
    "x",
    [np.asfortranarray(X), np.arange(24.0).reshape(2, 3, 4).transpose(1, 2, 0), np.broadcast_to(X[0], (2, 3)),
     X[::-1, ::-1], np.arange(24.0).reshape(2, 3, 4)[:, ::2].swapaxes(0, 1)],
)  # fmt: skip
def test_order_of_memory(x):
    def f(x):
        y = x + 1
        z = y * 2
        return [
            x.ravel("K"), y.ravel("K"), z.flatten("K"), y.strides, z.strides, (x > 1).strides, np.copy(x).strides,
            np.array(x).strides, x.copy().strides, x.astype(int).ravel("K"),
        ]  # fmt: skip

    assert layouts(sct.to_static(f, backend="numpy"), x) == layouts(f, x)
    assert [a.tolist() for a in sct.to_static(f)(x)[:3]] == [a.tolist() for a in f(x)[:3]]


def test_equal_copies_are_laid_out_alike():
    def f(x):
        return np.copy(x), np.array(x)

    x = np.asfortranarray(X)
    assert layouts(sct.to_static(f, backend="numpy"), x) == layouts(f, x)


def test_fields():
    """A dtype of fields is refused as one, not misread."""
    with pytest.raises(UnsupportedOpError, match="astype has no static support for dtype"):
        sct.to_static(lambda x: x.astype([("a", int), ("b", int)]))(X)


def test_limits_as_results():
    def f(x):
        return np.finfo(x.dtype), np.iinfo(np.int16), [np.finfo(np.float32).eps]

    found = sct.to_static(f)(X)
    assert found[0] is np.finfo(np.float64) and found[1].max == 32767 and found[2] == [np.finfo(np.float32).eps]


def test_settings_of_the_caller():
    """They may be others at the next call."""
    with pytest.raises(UnsupportedCallError):
        sct.to_static(lambda x: np.getbufsize())(X)
    static = sct.to_static(lambda x: np.geterr()["divide"])
    for mode in ("ignore", "warn", "ignore"):
        with np.errstate(divide=mode):
            assert static(X) == mode


def test_arrays_in_place_of_nan():
    """They are broadcast to the whole, and cast to its dtype."""
    x = np.array([[np.nan, 1.0, np.inf], [-np.inf, np.nan, np.nan]])

    def filled(x, nan):
        return np.nan_to_num(x, nan=nan, posinf=np.array([[7], [8]]))

    for given in (x, x.astype(np.float32), x[0, :1], np.array([1, 2, 3])):
        for nan in ([1.0, 2.0, 3.0], np.arange(3), np.float32(4), np.array([[1.5], [2]]), np.array([1j, 0, 0])):
            static = sct.to_static(filled)
            try:
                expected = filled(given, nan)
            except (TypeError, ValueError) as error:
                with pytest.raises(type(error)):
                    static(given, nan)
            else:
                np.testing.assert_array_equal(static(given, nan), expected, strict=True)
    of_both = x.astype(complex)
    of_both.imag = x[::-1]
    np.testing.assert_array_equal(sct.to_static(filled)(of_both, np.arange(3)), filled(of_both, np.arange(3)), strict=True)


def test_lists_that_are_placed():
    """A list is converted to the dtype of the array, an array is not."""

    def f(x, mask):
        np.place(x, mask, [1.5, 2.5])
        np.place(x, ~mask, ())
        return x

    same(f, (np.array([1, 2, 3]), np.array([True, True, True])), (np.array([1, 2, 3]), np.array([True, False, True])))
