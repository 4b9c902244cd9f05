"""Functions of libraries as ops: the templates of their calls, what they are seen to answer, and what is checked."""

import numpy as np
import pytest

from sct import ops
from sct.ir.types import ARRAY, Dim, Spec
from sct.ops.library import MOST_RESULTS, calling, found
from sct.ops.stand_ins import leaves_of, measured, rebuilt

F8, I8 = np.dtype("f8"), np.dtype("i8")
COUNTS = "library_1 library_2 library_3 library_4 library_5 library_6 library_7 library_8 library_9 library_10 library_11 library_12"


def test_one_op_for_each_number_of_results():
    assert [ops.get(name).results for name in COUNTS.split()] == list(range(1, MOST_RESULTS + 1))


def test_calls():
    call = ((("arg", 0), ("list", ("=", 1.0), ("arg", 1))), (("x", ("tuple", ("=", None))),))
    assert calling(lambda *args, **kwargs: (args, kwargs), call)(7, 8) == ((7, [1.0, 8]), {"x": (None,)})
    assert found("numpy:linalg.norm") is np.linalg.norm


def test_what_is_answered_is_checked():
    convolve = ops.get("library_1")
    x, y = np.arange(3.0), np.ones(2)
    call = ((("arg", 0), ("arg", 1)), ())
    right, wrong = ((F8, ARRAY, (4,)),), ((F8, ARRAY, (5,)),)
    assert np.array_equal(convolve(x, y, function="numpy:convolve", call=call, results=right), np.convolve(x, y))
    with pytest.raises(TypeError, match="numpy.convolve answered"):
        convolve(x, y, function="numpy:convolve", call=call, results=wrong)
    with pytest.raises(TypeError, match="answered"):  # a view of an argument
        convolve(x, function="numpy:ravel", call=((("arg", 0),), ()), results=((F8, ARRAY, (3,)),))


def test_library_check():
    check = ops.get("library_check")
    call = ((("arg", 0), ("=", 2.0)), ())
    check(np.full(2, 2.0), function="numpy.testing:assert_allclose", call=call)
    with pytest.raises(AssertionError, match="Not equal to tolerance"):
        check(np.full(2, 3.0), function="numpy.testing:assert_allclose", call=call)


@pytest.mark.parametrize(
    "function, shapes, expected",
    [
        (np.outer, [(3,), (4,)], [(3, 4)]),
        (np.outer, [(Dim("n"),), (4,)], [((0, 0), 4)]),
        (np.outer, [(30_000,), (2,)], [(30_000, 2)]),
        (np.convolve, [(Dim("n"),), (Dim("m"),)], [(None,)]),
        (np.convolve, [(30_000,), (2,)], [(30_001,)]),
        (lambda x: np.linalg.svd(x), [(Dim("n"), 3)], [((0, 0), (0, 0)), (3,), (3, 3)]),
        (np.diff, [(Dim("n"), 4)], [((0, 0), 3)]),
    ],
)
def test_extents(function, shapes, expected):
    outcome = measured(function, tuple(Spec(F8, shape, ARRAY) for shape in shapes), (), ())
    assert [extents for _, _, extents in outcome.results] == expected


def test_arrangements():
    def answer(x):
        return x + 1, {"a": [x.sum(), None], "b": 3}

    outcome = measured(answer, (Spec(I8, (4,), ARRAY),), (), ())
    assert rebuilt(outcome.tree, (1, 2, 3)) == (1, {"a": [2, None], "b": 3})
    assert list(leaves_of((1, None, [2, {"x": 3}]), (0,))) == [2, 3]


@pytest.mark.parametrize("bad", [lambda x: x.fill(0), lambda x: x[1:], lambda x: "text", lambda x: {1}, lambda x: iter(x)])
def test_what_cannot_be_foreseen(bad):
    with pytest.raises((TypeError, ValueError)):
        measured(bad, (Spec(F8, (4,), ARRAY),), (), ())
