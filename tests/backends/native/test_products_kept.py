"""Products in the disk cache: another process finds the functions of BLAS by their names, or compiles again."""

import os
import subprocess
import sys

PROGRAM = """
import sys
from dataclasses import replace
import numpy as np
import sct
from sct.backends.native import blas

form = sys.argv[1]
if form == "none":
    blas.library = lambda: None
elif form == "renamed":  # as if NumPy came with another build of the library
    found = blas.library()
    assert found is not None
    products = {k: "other_" + v for k, v in found.products.items()}
    symbols = {"other_" + name: address for name, address in found.symbols.items()}
    other = replace(found, form="other", products=products, symbols=symbols)
    blas.library = lambda: other


@sct.to_static
def f(x, n):
    for _ in range(n):
        x = x @ x.T / 100.0 + (x @ x[0])
    return x


x = np.linspace(-1.0, 1.0, 400 * 400).reshape(400, 400)
want = f.__wrapped__(x, 4)
np.testing.assert_allclose(f(x, np.array(4)), want, rtol=1e-10, atol=1e-13)
print("llvmlite" in sys.modules)
"""


def run(tmp_path, form):
    (tmp_path / "program.py").write_text(PROGRAM)
    environ = os.environ | {"SCT_CACHE_DIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "program.py", form], env=environ, capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert not done.returncode, done.stderr
    return done.stdout.strip()


def test_a_second_process_calls_blas_without_compiling(tmp_path):
    assert run(tmp_path, "plain") == "True"
    assert run(tmp_path, "plain") == "False"


def test_another_library_is_compiled_for(tmp_path):
    assert run(tmp_path, "plain") == "True"
    assert run(tmp_path, "renamed") == "True"
    assert run(tmp_path, "none") == "True"
    assert run(tmp_path, "plain") == "False"
