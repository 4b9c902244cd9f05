"""What is kept on disk for a Program: a process that finds it lowers nothing, and computes the same."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sct.backends.native import abi, plans
from sct.backends.native.entry import Entry
from sct.backends.native.plans import Known
from sct.ir.build import Builder
from sct.ir.parse import parse_program
from sct.ir.types import Spec
from sct.ops.opaque import Opaque

ROOT = Path(__file__).resolve().parents[3]
LOWERING = ("sct.loops.lower", "sct.loops.families", "sct.backends.native.emit", "sct.backends.native.math")
LOWERING += ("sct.backends.native.llvm", "llvmlite")
PROGRAM = '''
import json, sys
import numpy as np
import sct
from sct.backends.native import disk, plans
given = json.loads(sys.argv[1])
if "state" in given:
    plans._state = lambda: given["state"]

table = np.array([[3.0, 1.0], [2.0, 5.0]])

@sct.to_static(backend="native")
def f(x, y, n):
    """Called back (partition), a constant array, a mutated argument, a view, the argument itself, a scalar."""
    y[1:] += table[0]
    part = np.partition(x.ravel(), 2)
    total = 0.0
    for row in x:
        total += row.sum() * n
    return part, y.T, x, total, table

x = np.arange(6.0)[::-1].reshape(2, 3).copy()
y = np.ones((3, 2))
results = []
for a in (x, np.asfortranarray(x)):
    part, turned, same, total, constant = f(a, y, 2)
    results.append([part.tolist(), turned.tolist(), total, constant.tolist(), y.tolist()])
    assert same is a and np.shares_memory(turned, y) and not turned.flags.owndata
    assert constant is table and type(total) is np.float64
report = {"results": results, "imported": [m for m in sys.argv[2:] if m in sys.modules]}
if given.get("show"):
    report["shows"] = ["partition" in f.report(), "r" in f.loops(), "@sct_program" in f.llvm(), "ret" in f.asm()]
print(json.dumps(report))
'''


@pytest.fixture
def run(tmp_path):
    def run(**given):
        environ = {**os.environ, "PYTHONPATH": str(ROOT), "SCT_CACHE_DIR": str(tmp_path / "cache"), "SCT_LOGS": "cache"}
        program = tmp_path / "program.py"
        program.write_text(PROGRAM)
        argv = [sys.executable, str(program), json.dumps(given), *LOWERING]
        done = subprocess.run(argv, env=environ, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout), done.stderr

    run.folder = tmp_path / "cache"
    return run


native = pytest.mark.skipif(not abi.available(), reason="no machine code here")


@native
def test_a_second_process_lowers_nothing(run):
    first, _ = run()
    again, _ = run()
    assert first["imported"] and not again["imported"]
    assert again["results"] == first["results"]
    shown, _ = run(show=True)
    assert shown["shows"] == [True] * 4 and shown["results"] == first["results"]


@native
def test_a_change_of_what_lowers_is_lowered_again_and_not_compiled(run):
    first, _ = run(state="before")
    changed, _ = run(state="after")
    assert "sct.loops.lower" in changed["imported"] and "llvmlite" not in changed["imported"]
    assert changed["results"] == first["results"]
    assert "sct.loops.lower" in run(state="")[0]["imported"]  # unknown: nothing is kept for the Program


@native
@pytest.mark.parametrize("metadata", [{}, {"calling": [1]}, {"calling": 5}, {"module": "0" * 32}])
def test_what_is_of_another_form_is_written_again(run, metadata):
    first, _ = run()
    for path in run.folder.iterdir():
        entry = Entry.from_bytes(path.stem, path.read_bytes())
        if "module" in entry.metadata:
            path.write_bytes(Entry(b"", {**entry.metadata, **metadata} if metadata else {}).to_bytes(path.stem))
    again, _ = run()
    assert again["results"] == first["results"] and "sct.loops.lower" in again["imported"]
    assert not run()[0]["imported"]


@native
def test_code_that_was_dropped_is_compiled_again(run):
    first, _ = run()
    for path in run.folder.iterdir():
        entry = Entry.from_bytes(path.stem, path.read_bytes())
        if "module" not in entry.metadata and entry.metadata["name"] == "f":
            path.unlink()
    again, _ = run()
    assert again["results"] == first["results"] and "llvmlite" in again["imported"]
    assert not run()[0]["imported"]


def test_the_key_knows_program_layout_and_processor(monkeypatch):
    text = "program f(%0: float64[3]) {{\n  %1: float64[3] = {}(%0, %0)\n  return %1\n}}\n"
    add, multiply = (Known.of(parse_program(text.format(name))) for name in ("add", "multiply"))
    keys = [plans.plan_key(add, (True,)), plans.plan_key(add, (False,)), plans.plan_key(multiply, (True,))]
    monkeypatch.setattr(plans, "vector_width", lambda: 1024)
    keys.append(plans.plan_key(add, (True,)))
    assert len(set(keys)) == 4 and None not in keys
    assert keys[3] == plans.plan_key(Known.of(parse_program(text.format("add"))), (True,))


def test_a_program_that_calls_python_back_has_no_key():
    builder = Builder()
    spec = Spec(np.dtype("float64"), (3,))
    x = builder.argument(spec)
    (made,) = builder.op("extern", (x,), {"function": Opaque(np.sort), "specs": (spec,)})
    assert plans.plan_key(Known.of(builder.program([made], inputs=1, name="f")), (True,)) is None
