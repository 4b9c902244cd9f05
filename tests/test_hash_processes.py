"""The same program, transformed code and hash in every process, whatever PYTHONHASHSEED and the order of things."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = r"""
import sys
sys.path.insert(0, {root!r})
junk = [object() for _ in range({junk})]          # other memory addresses
order = {order}
import numpy as np, sct
from sct.ir.content import content_hash
from sct.ir.text import format_program
from tests.programs import load
from tests.harness.modes import sequence

chosen = ["branches.born_in_branch", "branches.dict_from_branch", "whiles.nested", "whiles.heron",
          "for_range.two_nested", "aliases.swap_buffers_long", "closures.keyword_only",
          "workloads.small_ops", "algorithms.pagerank", "containers.nested_in", "printing.fstrings"]
programs = {{f"{{p.theme}}.{{p.name}}": p for p in load()}}
lines = []
for name in chosen[::order]:
    program = programs[name]
    function, _ = program.build(lambda f: sct.to_static(f, backend="numpy"))
    call = program.calls[0]()
    try:
        p = function.program(*call.args, **call.kwargs)
    except sct.errors.SctError as error:
        lines.append((name, "refused", error.what.replace("\n", " "), function.code))
        continue
    lines.append((name, str(content_hash(p)), format_program(p), function.code))
for line in sorted(lines):
    print(*line, sep="\n")
"""


def in_process(seed, junk=0, order=1):
    env = {**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT)}
    script = SCRIPT.format(root=str(ROOT), junk=junk, order=order)
    done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, timeout=120, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert "workloads.small_ops" in done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def first():
    return in_process(0)


@pytest.mark.parametrize("seed, junk, order", [(1, 0, 1), (12345, 100_000, 1), (7, 10, -1)])
def test_the_same_everywhere(first, seed, junk, order):
    assert in_process(seed, junk, order) == first


def test_nothing_is_refused_here(first):
    assert "refused" not in first.split("\n")


def test_no_addresses_in_texts(first):
    assert " at 0x" not in first


CONSTANTS = r"""
import sys
sys.path.insert(0, {root!r})
import numpy as np, sct
from sct.hashing import content_hash
values = [1, True, 1.0, -1, -2, 0.0, -0.0, 1j, None, "1", b"1", (1, 2), [1, 2], ("1", 2), {{"a": 1, "b": 2}}, {{"b": 2, "a": 1}},
          {{"x", "y", "z"}}, frozenset({{"x", "y", "z"}}), float("nan"), float("inf"), np.float64(1), np.float32(1), np.array(1.0),
          np.array([1.0]), np.array([1, 2]), np.array([1, 2], np.int32), np.dtype("f4"), 2**100, range(3), slice(1, 2), ..., ()]
hashes = [str(content_hash(v)) for v in values]
print(*hashes, sep="\n")
assert hashes == [str(content_hash(v)) for v in values]
assert len(set(hashes)) == len(hashes), [i for i, h in enumerate(hashes) if hashes.count(h) > 1]
"""


def test_hashes_of_constants():
    """Stable across processes, and different for values that Python takes for equal."""
    seen = set()
    for seed in (0, 1, 99):
        env = {**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT)}
        script = CONSTANTS.format(root=str(ROOT))
        done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        seen.add(done.stdout)
    assert len(seen) == 1
