"""LLVM text in, machine code out."""

import ctypes
import gc
import os
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("llvmlite")

from sct.backends.native.llvm import CompileError, UnresolvedSymbolError, compile_module, host, load_object

TWICE = "define i64 @twice(i64 %x) { %y = shl i64 %x, 1 ret i64 %y }"
SUM = """
define double @sum(ptr %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %t = fadd reassoc double %s, %v
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret double %t
}
"""


def call(module, name, *arguments):
    kinds = [ctypes.c_int64] * (len(arguments) + 1)
    return ctypes.CFUNCTYPE(*kinds)(module.address(name))(*arguments)


def test_the_code_runs():
    module = compile_module(TWICE)
    assert module.exports == ("twice",)
    assert call(module, "twice", -21) == -42


def test_internal_functions_are_not_exported():
    module = compile_module("define internal i64 @one() noinline { ret i64 1 }\ndefine i64 @f() { %y = call i64 @one() ret i64 %y }")
    assert module.exports == ("f",)
    with pytest.raises(KeyError, match="one"):
        module.address("one")


def test_hidden_functions_are_kept_and_not_exported():
    module = compile_module("define hidden i64 @one() { ret i64 1 }\n" + TWICE)
    assert module.exports == ("twice",)
    assert "one:" in module.asm()


def test_equal_names_in_two_modules_do_not_meet():
    one = compile_module("define i64 @f() { ret i64 1 }")
    two = compile_module("define i64 @f() { ret i64 2 }")
    assert (call(one, "f"), call(two, "f")) == (1, 2)


def test_code_outlives_what_was_compiled_after_it():
    module = compile_module(TWICE)
    for _ in range(20):
        compile_module(TWICE)
    gc.collect()
    assert call(module, "twice", 4) == 8


def test_objects_are_loaded_again():
    again = load_object(compile_module(TWICE).object_bytes, ["twice"])
    assert call(again, "twice", 4) == 8
    with pytest.raises(CompileError, match="no text"):
        again.asm()


def test_compiling_is_deterministic():
    assert compile_module(SUM).object_bytes == compile_module(SUM).object_bytes


def test_given_symbols_are_called():
    answer = ctypes.CFUNCTYPE(ctypes.c_int64)(lambda: 42)
    symbols = {"sct_test_answer": ctypes.cast(answer, ctypes.c_void_p).value}
    text = "declare i64 @sct_test_answer()\ndefine i64 @f() { %y = call i64 @sct_test_answer() ret i64 %y }"
    module = compile_module(text, symbols=symbols)
    assert call(module, "f") == 42
    assert call(load_object(module.object_bytes, ["f"], symbols=symbols), "f") == 42


@pytest.mark.parametrize(
    "text",
    [
        "declare i64 @sct_test_nobody()\ndefine i64 @f() { %y = call i64 @sct_test_nobody() ret i64 %y }",
        "@sct_test_nobody = external global i64\ndefine ptr @f() { ret ptr @sct_test_nobody }",
    ],
)
def test_unresolved_symbols_are_errors_that_name_them(text):
    with pytest.raises(UnresolvedSymbolError, match="sct_test_nobody"):
        compile_module(text)


def test_unresolved_symbols_of_an_object_are_errors():
    answer = ctypes.CFUNCTYPE(ctypes.c_int64)(lambda: 42)
    symbols = {"sct_test_answer": ctypes.cast(answer, ctypes.c_void_p).value}
    text = "declare i64 @sct_test_answer()\ndefine i64 @f() { %y = call i64 @sct_test_answer() ret i64 %y }"
    code = compile_module(text, symbols=symbols).object_bytes
    with pytest.raises(UnresolvedSymbolError):
        load_object(code, ["f"])
    with pytest.raises(UnresolvedSymbolError):
        load_object(code, ["g"], symbols=symbols)
    with pytest.raises(UnresolvedSymbolError):
        load_object(b"no object", ["f"])


def test_a_declaration_that_nobody_uses_needs_nobody():
    assert compile_module("declare i64 @sct_test_nobody()\n" + TWICE).exports == ("twice",)


@pytest.mark.parametrize("text", ["define what", "define i64 @f(i64 %x) { %y = shl i64 %x, 1 ret i32 %y }"])
def test_bad_text_is_an_error(text):
    with pytest.raises(CompileError, match="LLVM refuses"):
        compile_module(text)


def test_vectorising_is_an_option():
    assert "<" in compile_module(SUM).llvm().partition("define")[2]
    assert "<" not in compile_module(SUM, vectorise=False).llvm().partition("define")[2]


def test_code_that_passes_break_stays_scalar(monkeypatch):
    """LLVM 22 may use a vector before it is made, and then ends the process while it writes machine code."""
    from llvmlite import binding

    from sct.backends.native import llvm

    run, tried, fresh = llvm._run_passes, [], []

    def noted(*args):
        run(*args)
        tried.append(args[-1])
        fresh.append(args[-1])

    def verified(module):
        if fresh and fresh.pop():
            raise RuntimeError("Instruction does not dominate all uses!")
        verify(module)

    verify = binding.ModuleRef.verify
    monkeypatch.setattr(llvm, "_run_passes", noted)
    monkeypatch.setattr(binding.ModuleRef, "verify", verified)
    assert compile_module(TWICE).address("twice")
    assert tried == [True, False]
    monkeypatch.setattr(llvm, "_run_passes", lambda *args: noted(*args[:-1], True))
    with pytest.raises(CompileError, match="does not dominate"):
        compile_module(TWICE)


def test_asm_names_the_function():
    assert "twice:" in compile_module(TWICE).asm()


def test_the_host_is_known():
    assert host().triple and host().cpu
    assert host() == host()


def test_threads_compile_at_the_same_time():
    def work(k):
        module = compile_module(f"define i64 @f(i64 %x) {{ %y = add i64 %x, {k} ret i64 %y }}")
        return call(module, "f", 1)

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, range(40))) == list(range(1, 41))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_children_of_a_process_that_compiles_can_compile():
    script = """
        import os, threading
        from sct.backends.native.llvm import compile_module

        def text(k):
            return f"define i64 @f(i64 %x) {{ %y = add i64 %x, {k} ret i64 %y }}"

        ended = threading.Event()

        def work():
            k = 0
            while not ended.is_set():
                compile_module(text(k := k + 1))

        thread = threading.Thread(target=work)
        thread.start()
        for k in range(10):
            child = os.fork()
            if not child:
                compile_module(text(k)).address("f")
                os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
        ended.set()
        thread.join()
        print("fine")
    """
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=60
    )
    assert done.stdout == "fine\n", done.stderr
