"""print and f-strings on plain values."""

import io
import math

import numpy as np
import pytest

from sct.runtime.printing import convert_print
from sct.runtime.texts.format_text import fstring


def test_print_is_print():
    assert convert_print(print) is print
    out = io.StringIO()
    convert_print(print)("a", 1, sep="-", end="!", file=out)
    assert out.getvalue() == "a-1!"


def test_another_print_is_called():
    said = []
    convert_print(said.append)("x")
    assert said == ["x"]


@pytest.mark.parametrize("value", [1, 2.5, "é", None, np.float64(1.5), np.arange(3), [1, "a"], {"k": 1}], ids=repr)
def test_fstring(value):
    assert fstring("v=", (value, "", ""), ".") == f"v={value}."
    assert fstring((value, "r", ""), (value, "s", ">5"), (value, "a", "")) == f"{value!r}{value!s:>5}{value!a}"


def test_fstring_specs():
    width = 9
    assert fstring((math.pi, "", fstring((width, "", ""), ".3f"))) == f"{math.pi:{width}.3f}"
    assert fstring() == ""
    assert fstring(("x",)) == "x"
    with pytest.raises(ValueError) as ours:
        fstring((1, "", "q"))
    with pytest.raises(ValueError) as python:
        f"{1:q}"
    assert str(ours.value) == str(python.value)
