"""Which nests share loops is found without asking of every two nests."""

import runpy

import numpy as np
import pytest

import sct
from sct.loops import families as families
from sct.loops.lower import Lowering
from sct.loops.nests.group import Memory


def written(folder, body, count):
    """A function of so many times this body."""
    path = folder / "written.py"
    lines = [line.format(k=k) for k in range(count) for line in body]
    path.write_text("\n".join(["import numpy as np", "def function(x, y):", *lines, "    return x, y"]))
    return runpy.run_path(str(path))["function"]


CHAIN = ["    x = np.sqrt(np.abs(x) + y) * y - {k}"]
STORES = [
    "    x[: {k} + 1] = np.sqrt(np.abs(x[: {k} + 1]) + y[: {k} + 1])",
    "    y[{k} + 1 :] = y[{k} + 1 :] * 0.5 + x[{k} + 1 :]",
]


@pytest.mark.parametrize(("body", "count"), [(CHAIN, 30), (STORES, 5)])
def test_few_nests_are_compared(body, count, monkeypatch, tmp_path):
    function = written(tmp_path, body, count)
    given = [np.arange(500.0) + 1.0, np.arange(500.0) + 0.5]
    wanted = function(*(g.copy() for g in given))
    program = sct.to_static(function, backend="native").program(*given)
    found = sct.to_static(function, backend="native")(*given)
    np.testing.assert_allclose(found, wanted, rtol=1e-12)

    compared = []
    pairs = Memory._pairs
    monkeypatch.setattr(Memory, "_pairs", lambda self, a, b: compared.append((a, b)) or pairs(self, a, b))
    Lowering(program, (True, True)).run()
    assert len(program.body.ops) > 3 * count
    assert len(compared) < 20 * count
