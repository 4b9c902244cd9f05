"""Arrays of texts: the widths of results, which array it is, and what is refused."""

import numpy as np
import pytest

import sct
from sct import errors

BACKENDS = ("numpy", "native")
GRID = np.array([list("ab#"), list("#.c")])
NAMES = np.array(["north", "s", "east"])
C = np.array([True, False, True])


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    "function",
    [
        lambda g, w, c: np.where(c, "ab", "c"),
        lambda g, w, c: np.where(c, "a", "c"),
        lambda g, w, c: np.where(c, w, "a text longer than these"),
        lambda g, w, c: np.where(g == "#", g, "xyz"),
        lambda g, w, c: np.concatenate([w, np.array(["longer than that"])]),
        lambda g, w, c: w[c],
        lambda g, w, c: g[:, c],
        lambda g, w, c: np.zeros(3, "U7"),
        lambda g, w, c: np.full(3, "abc"),
        lambda g, w, c: w.astype("U2"),
        lambda g, w, c: np.unique(w),
        lambda g, w, c: np.pad(g, 1, constant_values="+"),
    ],
)
def test_widths_are_numpys(function, backend):
    want = function(GRID, NAMES, C)
    got = sct.to_static(function, backend=backend)(GRID.copy(), NAMES.copy(), C)
    assert (got.dtype, got.shape) == (want.dtype, want.shape)
    assert got.tolist() == want.tolist()


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("array", [GRID, NAMES])
def test_arguments_are_written_in_place_and_stay_the_same_object(array, backend):
    @sct.to_static(backend=backend)
    def write(x, text):
        x[0] = text
        return x, x[1:]

    given = array.copy()
    whole, rest = write(given, "abcdefgh")
    want = array.copy()
    want[0] = "abcdefgh"
    assert whole is given
    assert np.shares_memory(rest, given)
    assert given.tolist() == want.tolist()


def test_one_program_serves_all_extents_but_each_width_has_its_own():
    count = sct.to_static(lambda x: (x == "a").sum())
    for x in (NAMES, NAMES[:2], NAMES[:1], NAMES.astype("U9"), GRID[0], NAMES):
        assert count(x) == (x == "a").sum()
    assert count.cache_info().misses == 4


@pytest.mark.parametrize("array", [np.array(["a", "", "b"]), np.array([["", ""]])])
def test_empty_texts_among_letters_are_left_to_python(array):
    static = sct.to_static(lambda x: ["".join(x.ravel()), x == ""])
    text, empty = static(array)
    assert text == "".join(array.ravel())
    assert (empty == (array == "")).all()


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (lambda x: x * 2, "__mul__ of an array of texts"),
        (lambda x: x + 1, "added to what is no text"),
        (lambda x: -x, "__neg__ of an array of texts"),
        (lambda x: x.sum(), "ndarray.sum of an array of texts"),
        (lambda x: np.cumsum(x), "cumsum of an array of texts"),
        (lambda x: np.char.encode(x), "np.char.encode of an array of texts"),
        (lambda x: np.char.center(x, size=9), "np.char.center with such keywords"),
        (lambda x: np.char.partition(x, "a"), "np.char.partition of an array of texts"),
        (lambda x: x == np.arange(3), "compared with"),
    ],
)
@pytest.mark.parametrize("array", [GRID, NAMES])
def test_what_is_not_served_is_refused_with_its_line(function, said, array):
    with pytest.raises(errors.ObjectDtypeError, match="(?s).*") as caught:
        sct.to_static(function)(array)
    text = str(caught.value)
    assert said in text
    assert "test_text_arrays.py" in text
    assert "Fix: " in text


def test_a_text_that_is_caught_is_not_refused_silently():
    @sct.to_static
    def caught(x):
        try:
            return x + 1
        except TypeError:
            return None

    with pytest.raises(errors.SctError):
        caught(GRID)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.full_like(x, 2.0, order="F"),
        lambda x: np.full(x.shape, x[0, 0], "f4"),
        lambda x: np.isin(x, [1.0, 2.0], kind="sort"),
        lambda x: np.zeros(x.shape, "f4") + x,
    ],
)
def test_texts_that_are_no_elements_make_no_array_of_texts(function):
    x = np.array([[1.0, 2.0], [3.0, 4.0]])
    got, want = sct.to_static(function)(x), function(x)
    assert got.dtype == want.dtype
    assert (got == want).all()


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("text", ["ABC", "A"])
def test_without_axes(text, backend):
    def parts(x):
        return x.tolist(), x[()], str(x), x.shape, x.size

    found = sct.to_static(parts, backend=backend)(np.array(text))
    assert found == parts(np.array(text)) and type(found[0]) is str and type(found[1]) is np.str_
