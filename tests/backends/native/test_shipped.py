"""The runtime that comes with the package: current, what it says it is, and not needed."""

import subprocess
import sys
from pathlib import Path

import pytest

from sct.backends.native import shipped as module
from sct.backends.native.abi import runtime
from sct.backends.native.loading import loads_without_llvm
from sct.backends.native.shipped import ship, shipped

ROOT = str(Path(__file__).parents[3])
pytestmark = pytest.mark.skipif(not loads_without_llvm(), reason="what is shipped is for x86-64 Linux")


def test_it_is_current():
    found = shipped("runtime", runtime.identity())
    assert found is not None, "run `python -m sct.backends.native.shipped`"
    assert all(found.address(name) for name in runtime.EXPORTS)


def test_it_is_what_its_sources_make(tmp_path, monkeypatch):
    """Byte for byte, by the version of LLVM that has made it; others may choose other instructions."""
    llvmlite = pytest.importorskip("llvmlite")
    if not llvmlite.__version__.startswith("0.50."):
        pytest.skip("made by llvmlite 0.50")
    kept = Path(module.__file__).with_name("runtime.x86_64-linux.sct").read_bytes()
    monkeypatch.setattr(module, "__file__", str(tmp_path / "shipped.py"))
    made = ship("runtime", runtime.text(), runtime.identity(), runtime.LEVEL)
    assert made.parent == tmp_path and made.read_bytes() == kept


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_another_or_a_damaged_one_is_not_used(monkeypatch, damage):
    data = module.get_data("sct.backends.native", "runtime.x86_64-linux.sct")
    monkeypatch.setattr(module, "get_data", lambda *_: data[:-1] if damage is None else damage)
    assert shipped("runtime", runtime.identity()) is None
    monkeypatch.setattr(module, "get_data", lambda *_: data)
    assert shipped("runtime", runtime.identity() + "x") is None


PROGRAM = """
import sys
import numpy as np, sct
if sys.argv[1] == "without":
    import sct.backends.native.shipped as shipped
    shipped.get_data = lambda *_: None
def plain(x, n):
    while n > 0:
        x = x * 2 + n
        n -= 1
    return x
f = sct.to_static(plain)
x = np.arange(5.0)
for _ in range(3):
    assert (f(x, 3) == plain(x, 3)).all()
assert f(np.arange(6)[::2], 2).tolist() == plain(np.arange(6)[::2], 2).tolist()
from sct.backends.native.abi.runtime import _loaded
print(type(_loaded()).__name__)
"""


@pytest.mark.parametrize(("how", "kind"), [("with", "Loaded"), ("without", "Module")])
def test_programs_run_with_it_and_without(how, kind, monkeypatch, tmp_path):
    monkeypatch.setenv("SCT_DISK_CACHE", "0")
    (tmp_path / "program.py").write_text(PROGRAM)
    monkeypatch.setenv("PYTHONPATH", ROOT)
    done = subprocess.run([sys.executable, tmp_path / "program.py", how], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == (kind, "")
