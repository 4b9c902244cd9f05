"""The native math functions as code: vectorised, without calls, deterministic, each once."""

import re

import pytest

pytest.importorskip("llvmlite")

from benchmarks.vector_math import array_function
from sct.backends.native.llvm import compile_module, host
from sct.backends.native.math import CASTS, FUNCTIONS, INTEGER_FUNCTIONS, INTEGER_TYPES, library

SLOW_WAY = ("sin", "cos", "tan", "fmod", "remainder", "floor_divide", "power")
"""Functions that look once per vector whether any lane needs a slow way."""

NAMES = [f"sct.{name}.{tag}" for name in FUNCTIONS for tag in ("f64", "f32")]
NAMES += [f"sct.{name}.{tag}" for name in INTEGER_FUNCTIONS for tag in INTEGER_TYPES]
NAMES += [f"sct.cast.{source}.{target}" for source, target in CASTS]

x86 = pytest.mark.skipif(not host().triple.startswith("x86_64") or not host().fma, reason="looks for x86-64 instructions")


def loop_of(asm):
    return asm[asm.index("\nloop:") :].partition(".Lfunc_end")[0]


def calls(asm):
    return set(re.findall(r"\b(?:call|jmp)q?\s+\"?([A-Za-z_][\w.@]*)", asm))


@x86
@pytest.mark.parametrize("tag", ["f64", "f32"])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_loops_are_vectorised_and_call_nothing(function, tag):
    asm = array_function(f"{function}.{tag}").module.asm()
    loop = loop_of(asm)
    lanes = 4 if tag == "f64" else 8
    assert "%ymm" in loop
    called = {name.partition("@")[0] for name in calls(asm)}
    if function in SLOW_WAY:
        assert f"sct.{function}.v{lanes}.{tag}" in called
        called = {name for name in called if not name.startswith("sct.")}
    assert not called


@x86
def test_wider_vectors():
    if "+avx512f" not in host().features:
        pytest.skip("the processor has no wider vectors")
    assert "%zmm" in loop_of(array_function("exp.f64", 512).module.asm())
    assert "sct.sin.v8.f64" in loop_of(array_function("sin.f64", 512).module.asm())


def test_everything_goes_into_one_module():
    text = library(NAMES)
    for name in NAMES:
        assert len(re.findall(rf"define [^@]*@{re.escape(name)}\(", text)) == 1
    assert compile_module(text, opt=1).exports == ()


def test_the_text_does_not_depend_on_order_or_repetition():
    assert library(NAMES) == library([*reversed(NAMES), *NAMES])
    assert library([]).strip() == ""


@pytest.mark.parametrize("name", ["sct.sine.f64", "sct.exp.f16", "sct.cast.f64.i7", "exp"])
def test_unknown_functions_are_errors(name):
    with pytest.raises(KeyError, match=re.escape(name)):
        library([name])


def test_nothing_else_is_needed():
    """Every symbol that is called is defined or LLVM's own."""
    text = library(NAMES)
    used = set(re.findall(r"@(?!llvm\.)([\w.]+)", text))
    defined = set(re.findall(r"^define [^@]*@([\w.]+)\(", text, re.MULTILINE)) | set(re.findall(r"^@([\w.]+) =", text, re.MULTILINE))
    assert used <= defined
