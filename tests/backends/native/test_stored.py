"""Modules through the disk cache, seen from processes of their own."""

import ctypes
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sct.backends.native.loading import loads_without_llvm

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = '''
import ctypes, json, sys, time
began = time.perf_counter()
import sct.backends.native.disk as disk
from sct.backends.native import key, processor, stored
given = json.loads(sys.argv[1])
if "processor" in given:
    key.processor = lambda: given["processor"]
if "compiler" in given:
    key.compiler_state = lambda: given["compiler"]
callback = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(lambda x: x + 1000)
symbols = {"sct_outside": ctypes.cast(callback, ctypes.c_void_p).value}
symbols.update(given.get("symbols", {}))
text = """
declare double @exp(double)
declare i64 @sct_outside(i64)
define double @grow(double %x) {
  %y = call double @exp(double %x)
  ret double %y
}
define i64 @add(i64 %x) {
  %y = call i64 @sct_outside(i64 %x)
  %z = mul i64 %y, 3
  ret i64 %z
}
"""
module = stored.stored_module(text, symbols=symbols, name="a test")
grow = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(module.address("grow"))
add = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(module.address("add"))
assert abs(grow(1.0) - 2.718281828459045) < 1e-15 and add(1) == 3003
report = {"llvm": "llvmlite" in sys.modules, "exports": sorted(module.exports)}
if given.get("show"):
    report["shows"] = "@grow" in module.llvm() and "grow" in module.asm()
print(json.dumps(report))
'''


@pytest.fixture
def run(tmp_path):
    def run(**given):
        environ = {**os.environ, "PYTHONPATH": str(ROOT), "SCT_CACHE_DIR": str(tmp_path / "cache"), "SCT_LOGS": "cache"}
        environ.update(given.pop("environ", {}))
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, json.dumps(given)], env=environ, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout), done.stderr

    run.folder = tmp_path / "cache"
    return run


def test_a_second_process_runs_without_compiling(run):
    assert run() == ({"llvm": True, "exports": ["add", "grow"]}, "")
    assert run() == ({"llvm": not loads_without_llvm(), "exports": ["add", "grow"]}, "")
    assert len(os.listdir(run.folder)) == 1


def test_found_code_can_still_be_looked_at(run):
    run()
    assert run(show=True)[0]["shows"]


@pytest.mark.skipif(not loads_without_llvm(), reason="whether LLVM compiled is seen by its import")
@pytest.mark.parametrize("change", ["processor", "compiler"])
def test_another_machine_or_compiler_compiles_again(run, change):
    run()
    assert run(**{change: "another"})[0]["llvm"]
    assert not run(**{change: "another"})[0]["llvm"]
    assert not run()[0]["llvm"]


def test_damage_is_compiled_away_with_one_line(run):
    run()
    (path,) = run.folder.iterdir()
    whole = path.read_bytes()
    for broken in (whole[:-1], whole[:200] + b"\xff\xff" + whole[202:]):
        path.write_bytes(broken)
        report, said = run()
        assert report["llvm"] and said.count("\n") == 1 and "is not used" in said
        assert path.read_bytes() == whole


@pytest.mark.skipif(not loads_without_llvm(), reason="LLVM's linker finds what is missing by itself")
def test_a_symbol_that_is_gone_is_compiled_again_and_then_an_error(run, tmp_path):
    run()
    with pytest.raises(AssertionError, match="UnresolvedSymbolError"):
        run(symbols={"sct_outside": 0})


def test_switched_off(run):
    assert run(environ={"SCT_DISK_CACHE": "0"})[0]["llvm"]
    assert run(environ={"SCT_CACHE_SIZE": "0"})[0]["llvm"]
    assert not run.folder.exists() or not os.listdir(run.folder)


def test_without_a_home_code_is_compiled(run, tmp_path):
    report, said = run(environ={"SCT_CACHE_DIR": "", "XDG_CACHE_HOME": "", "HOME": "/proc/nowhere"})
    assert report["llvm"]
    assert said.count("\n") == 1 and "is not kept" in said


def test_processes_that_compile_the_same_at_once(run):
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "SCT_CACHE_DIR": str(run.folder)}
    pipes = dict(stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    started = [subprocess.Popen([sys.executable, "-c", PROGRAM, "{}"], env=environ, **pipes) for _ in range(4)]
    for process in started:
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
    assert len(os.listdir(run.folder)) == 1
    assert run()[0]["llvm"] is not loads_without_llvm()


def test_a_module_in_this_process_is_kept_by_its_addresses_owner():
    from sct.backends.native.stored import stored_module

    module = stored_module("define i64 @seven() { ret i64 7 }", symbols={})
    assert ctypes.CFUNCTYPE(ctypes.c_int64)(module.address("seven"))() == 7
    with pytest.raises(KeyError):
        module.address("eight")
