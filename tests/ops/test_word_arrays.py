"""Arrays of texts of the run: as wide as NumPy makes them."""

import numpy as np
import pytest

from sct import ops
from sct.ops.word_arrays import as_codes, as_words_again

X = np.array(["b", "a10", ""])
TEMPLATES = ((("arg", 0, "", ".1f"), "!"), ("ab",))


def same(codes, texts):
    made = as_words_again(codes)
    assert made.dtype == texts.dtype and made.tolist() == texts.tolist() and made.shape == texts.shape


def test_texts_of_templates():
    made = ops.get("words_made")
    for dtype in (np.dtype(str), np.dtype("U2"), np.dtype("U7")):
        codes = made(2.5, templates=TEMPLATES, shape=(2, 1), dtype=dtype, objects=False)
        same(codes, np.array([["2.5!"], ["ab"]], dtype))
    same(made(templates=((),), shape=(), dtype=np.dtype(str), objects=False), np.array(""))
    objects = np.array(np.array([""], object), str)  # which NumPy may make wider than the list
    same(made(templates=((),), shape=(1,), dtype=np.dtype(str), objects=True), objects)
    numbers = ops.get("numbers_made")
    attrs = {"templates": ((("arg", 0, "", ""),), ("7",)), "shape": (2,), "dtype": np.dtype(float), "objects": False}
    assert numbers(2.5, **attrs).tolist() == [2.5, 7.0]
    with pytest.raises(ValueError, match="could not convert string to float: 'x'"):
        numbers("x", **attrs)


def test_texts_of_rows():
    form = ("choice", (("known", "abc"), ("text", (("arg", 0, "", "d"),), ("python",)), ("word", False)))
    columns = np.array([0, 1, 2]), np.array([5, 60, 7]), as_codes(np.array(["p", "q", "wxyz"]))
    same(ops.get("words_of_rows")(3, *columns, form=form, dtype=np.dtype(str), objects=False), np.array(["abc", "60", "wxyz"]))
    columns = np.array([2, 0]), as_codes(np.array(["pqrs", "t"]))
    same(ops.get("words_of_rows")(2, *columns, form=("word", True), dtype=np.dtype(str), objects=False), np.array(["pq", ""]))
    made = ops.get("numbers_of_rows")(2, np.array([5, 60]), form=form[1][1], dtype=np.dtype(np.int32), objects=False)
    assert made.dtype == np.int32 and made.tolist() == [5, 60]


@pytest.mark.parametrize("x", [np.array([1.5, np.nan]), np.array([[1 + 2j]]), np.array([1.1], np.float32)])
def test_texts_of_numbers(x):
    for width in (3, 32):
        same(ops.get("words_of_numbers")(x, width=width), x.astype(f"U{width}"))


def test_room():
    fitted, codes = ops.get("words_fitted"), as_codes(X)
    same(fitted(codes, 5, to=0), X.astype("U5"))
    same(fitted(codes, to=2), X.astype("U2"))


def test_order():
    x = np.array(["b", "a", "ab", "a"])
    assert ops.get("words_order")(as_codes(x), kind="stable").tolist() == x.argsort(kind="stable").tolist()


def test_functions_of_texts():
    called, codes = ops.get("words_called"), as_codes(X)
    words = (("words", 0),)
    same(called(codes, module="char", name="upper", arguments=words), np.char.upper(X))
    made = called(codes, np.array([3, 4, 2]), module="char", name="rjust", arguments=(*words, ("value", 1)))
    same(made, np.char.rjust(X, [3, 4, 2]))
    made = called(codes, 7, module="np", name="add", arguments=(*words, ("text", ("n", ("arg", 1, "", "")))))
    same(made, X + "n7")
    made = called(codes, module="char", name="find", arguments=(*words, ("known", "1"), ("known", 0), ("known", None)))
    assert made.dtype == np.int64 and made.tolist() == [-1, 1, -1]
    assert called(codes, module="np", name="less", arguments=(*words, ("known", "b"))).tolist() == [False, True, True]
