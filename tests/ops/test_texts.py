"""Texts of run-time length: arrays of the codes of their letters; and lists that are made longer by others."""

import numpy as np
import pytest

from sct import ops
from sct.errors import StaticValueError
from sct.ops.texts import codes_of

TEXT = ("arg", 0, "text", "")


def text(codes):
    return "".join(map(chr, codes))


def test_text_letters():
    template = ("x=", ("arg", 0, "", ".1f"), ("arg", 1, "char", ""), ("arg", 2, "text", ">3"), ("arg", 3, ("no", "yes"), ""))
    made = ops.get("text_letters")(2.0, 97, codes_of("b"), 1, template=template)
    assert (text(made), made.dtype) == ("x=2.0a  byes", np.int64)
    assert text(ops.get("text_letters")(codes_of("a\n"), template=(("arg", 0, "text!r", ""),))) == "'a\\n'"


def test_codes_of_all_letters():
    for whole in ("", "aé€😀", "\ud800"):
        assert text(codes_of(whole)) == whole


def test_text_method():
    method = ops.get("text_method")
    s = codes_of("abcab")
    given = (("text", (TEXT,)),)
    assert text(method(s, name="upper", arguments=given, answers="text")) == "ABCAB"
    assert method(s, 98, name="find", arguments=(*given, ("text", (("arg", 1, "char", ""),))), answers="int") == 1
    assert method(s, name="startswith", arguments=(*given, ("known", ("x", "a"))), answers="bool") is True
    assert text(method(s, name="translate", arguments=(*given, ("table", ((97, "-"),))), answers="text")) == "-bc-b"
    assert text(method(7, name="format", arguments=(("value", 0), ("text", ("04d",))), answers="text")) == "0007"
    with pytest.raises(ValueError, match="substring"):
        method(s, name="index", arguments=(*given, ("known", "z")), answers="int")


def test_text_parts():
    lengths, letters = ops.get("text_parts")(
        codes_of("a,bcd,"), name="split", arguments=(("text", (TEXT,)), ("known", ","))
    )
    assert [text(row[:n]) for n, row in zip(lengths, letters, strict=True)] == ["a", "bcd", ""]


def test_text_number():
    number = ops.get("text_number")
    assert number(codes_of("-12"), template=(TEXT,), kind="int", base=10) == -12
    assert number(codes_of("ff"), template=(TEXT,), kind="int", base=16) == 255
    assert number(codes_of("1e3"), template=(TEXT,), kind="float", base=10) == 1000.0
    with pytest.raises(StaticValueError):
        number(codes_of("9" * 30), template=(TEXT,), kind="int", base=10)


def test_text_rows_and_ranks():
    form = ("choice", (("known", "b"), ("text", (("arg", 0, "", ""), "!"), ("python",)), ("text", (TEXT,), ("letters",))))
    columns = np.array([0, 1, 2, 0]), np.array([0, 5, 0, 0]), np.array([0, 0, 2, 0]), np.zeros((4, 3), int) + 97
    lengths, letters = ops.get("text_rows")(4, *columns, form=form)
    assert [text(row[:n]) for n, row in zip(lengths, letters, strict=True)] == ["b", "5!", "aa", "b"]
    assert ops.get("text_ranks")(lengths, letters).tolist() == [2, 0, 1, 2]


def test_list_extend():
    op = ops.get("list_extend")
    assert op(np.arange(2), np.arange(3)).tolist() == [0, 1, 0, 1, 2]
    owned = op.extras["owned"]
    grown = owned(owned(np.zeros(0, int), np.arange(3)), np.arange(2))
    assert grown.tolist() == [0, 1, 2, 0, 1]
    room = grown.base
    assert owned(grown, np.array([7])).base is room


def test_words_as_numbers():
    codes = np.array([["12", "-3"], ["4", "56"]]).view(np.uint32).reshape(2, 2, 2)
    words_as = ops.get("words_as")
    for dtype in ("int64", "float32"):
        made = words_as(codes, dtype=dtype)
        assert made.dtype == dtype and made.tolist() == [[12, -3], [4, 56]]
    with pytest.raises(ValueError, match="invalid literal"):
        words_as(codes + np.uint32(60), dtype="int64")
