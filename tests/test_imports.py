"""What `import sct` loads, seen from a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sct.backends.native.loading import loads_without_llvm

ROOT = Path(__file__).resolve().parent.parent
LATER = (
    "logging",
    "sysconfig",
    "difflib",
    "numpy.testing",
    "numpy.ma",
    "numpy.polynomial",
    "cupy",
    "onnx",
    "llvmlite",
    "scipy",
    "rich",
    "astor",
    "matplotlib",
    "sklearn",
    "pytest",
    "unittest",
)

# How many times the calls that `import numpy` makes `import sct` may make: 0.63 on Python 3.11, 0.93 on 3.13.
BUDGET = 1.5


def python(code, **environ):
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    environ = {**os.environ, "PYTHONPATH": path, **environ}
    done = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def loaded():
    return set(python("import sys, sct; print(*sys.modules, sep='\\n')").split())


@pytest.mark.parametrize("name", LATER)
def test_import_sct_does_not_load(loaded, name):
    assert not {module for module in loaded if module == name or module.startswith(name + ".")}


def test_import_sct_loads_no_command_line(loaded):
    assert not {module for module in loaded if module.startswith(("sct.cli", "argparse"))}


def test_calling_a_static_function_loads_nothing_of_it_either(tmp_path):
    code = (
        "import sys, numpy as np, benchmarks.workloads as w, sct\n"
        "x = np.ones(4); sct.to_static(w.small_ops)(x, x)\n"
        f"print(*[m for m in {LATER!r} if m in sys.modules])"
    )
    first = python(code, SCT_CACHE_DIR=str(tmp_path))
    assert not set(first.split()) - {"llvmlite"}
    if loads_without_llvm():
        assert python(code, SCT_CACHE_DIR=str(tmp_path)).strip() == ""


def test_the_parser_of_the_command_line_loads_no_rich():
    assert python("import sys, sct.cli.main; print('rich' in sys.modules)").strip() == "False"


def test_import_is_quick():
    code = (
        "from tests.work import calls_of\n"
        "print(*(calls_of(lambda: __import__(name)) for name in ('numpy', 'sct')))"
    )
    numpy, more = map(int, python(code).split())
    assert 0 < more < BUDGET * numpy, f"{numpy} calls by numpy, {more} more by sct"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="each module is imported in a process of its own")
def test_each_module_of_the_runtime_can_be_the_first_one():
    """They import each other in rings: none may rely on another one having come before."""
    files = sorted((ROOT / "sct" / "runtime").rglob("*.py"))
    modules = [".".join(f.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for f in files]
    code = f"""
import os, sct
for name in {modules}:
    child = os.fork()
    if not child:
        try:
            __import__(name)
        except ImportError as error:
            print(name, error, flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""
    assert python(code, PYTHONWARNINGS="ignore") == ""
