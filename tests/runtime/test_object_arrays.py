"""Arrays of dtype object, made of what is known while the graph is built: values that programs carry but do not hold."""

import numpy as np
import pytest

import sct
from sct.errors import ObjectDtypeError


class Filter:
    """What filters commonly start as: a column of Nones stands for the measurement that has not come yet."""

    def __init__(self, size):
        self.z = np.array([[None] * size]).T
        self.x = np.zeros((size, 1))

    def update(self, z):
        self.z = np.array([[z]] * len(self.x))
        self.x += 0.5 * (self.z - self.x)


def followed(measured):
    made = Filter(2)
    form = made.z.shape, made.z.ndim, made.z.size, made.z.dtype == object
    for z in measured:
        made.update(z)
    return made.x, made.z, form


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_a_placeholder_that_is_replaced(backend):
    static = sct.to_static(followed, backend=backend)
    for measured in (np.arange(3.0), np.arange(6.0)):
        x, z, form = static(measured)
        want_x, want_z, want_form = followed(measured)
        assert np.array_equal(x, want_x)
        assert np.array_equal(z, want_z)
        assert z.dtype == want_z.dtype
        assert form == want_form


def stored(z):
    z[0] = 3


def added(z):
    z += 1


@pytest.mark.parametrize("change", [stored, added])
@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_changed_where_only_the_program_knows(change, backend):
    """Nothing of it is undone when the other branch is traced."""

    def in_branch(x):
        z = np.array([1, 2], dtype=object)
        if x[0] > 5:
            change(z)
        return np.equal(z, 1)

    def always(x):
        z = np.array([1, 2], dtype=object)
        change(z)
        return np.equal(z, 2), x * 2

    x = np.array([7.0, 1.0])
    with pytest.raises(ObjectDtypeError, match="changed in a branch or loop"):
        sct.to_static(in_branch, backend=backend)(x)
    for got, want in zip(sct.to_static(always, backend=backend)(x), always(x), strict=True):
        assert np.array_equal(got, want)


def test_what_asks_for_sparse_arrays_of_scipy():
    sparse = pytest.importorskip("scipy.sparse")

    @sct.to_static
    def asked(x):
        return sparse.issparse(x), sparse.isspmatrix(x[1:]), sparse.issparse([x]), sparse.issparse(None)

    assert asked(np.ones(3)) == (False, False, False, False)


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_arrays_of_several_lengths_as_objects(backend):
    """They were taken for an array of numbers, which NumPy would not make: plain Python did the call, with a warning."""

    def parts(x):
        return np.array([x[:2], x], dtype=object)

    with pytest.raises(ObjectDtypeError, match="dtype object"):
        sct.to_static(parts, backend=backend)(np.arange(3.0))


@pytest.mark.parametrize("show", [str, repr, format, lambda a: f"{a} {a!r}", lambda a: "%s" % a, lambda a: f"{[a]}"])
def test_texts(show):
    """str() of an array of objects was what repr() makes of it."""

    def function(x):
        a = np.array([[1, None], [2.5, "a"]], dtype=object)
        return x[0], show(a), show(np.array(2**70)), show(np.array([2**70, 1])), np.array_str(a)

    for x in (np.ones(2), np.zeros(2)):
        assert sct.to_static(function)(x) == function(x)


def test_texts_under_other_print_options():
    function = sct.to_static(lambda x: str(np.array([None] * 20, dtype=object)))
    whole = function(np.ones(1))
    with np.printoptions(threshold=5):
        assert function(np.ones(1)) == "[None None None ... None None None]" != whole
    assert function(np.ones(1)) == whole


class Shown:
    def __repr__(self):
        return "shown"


class Placed:
    pass


@pytest.mark.parametrize("kind", [Shown, Placed])
@pytest.mark.parametrize("show", [str, repr, np.array_repr])
def test_texts_of_users_objects(kind, show):
    with pytest.raises(sct.errors.StaticValueError, match="the text of an array of objects"):
        sct.to_static(lambda x: show(np.array([kind(), None], dtype=object)))(np.ones(1))
