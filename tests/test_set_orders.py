"""Sets of constants are gone through in plain Python's order, however the code came to be."""

import importlib
import itertools
import random
import sys

import numpy as np
import pytest

import sct
from sct.backends.native import disk
from sct.runtime.conversion import kept_code

SHAPES = (
    "def f(x):\n    out = []\n    for c in {%s}:\n        out.append(c)\n    return out\n",
    "def f(x):\n    return [c for c in {%s}]\n",
    "def f(x):\n    return list({c: 0 for c in {%s}})\n",
    "def f(x):\n    s = {%s}\n    return list(s)\n",
    "def f(x):\n    return [x, *{%s}][1:]\n",
    "def f(x):\n    def g():\n        return list({%s})\n    return g()\n",
    "def f(x):\n    out = []\n    for c in {%s}:\n        if x[0] > 0.0:\n            out.append(c)\n    return out\n",
)
counter = itertools.count()


@pytest.fixture
def load(tmp_path, monkeypatch):
    """Import a module of some text; a second import takes it from the compiled file."""
    monkeypatch.syspath_prepend(str(tmp_path))
    cache = disk.DiskCache(tmp_path / "cache", 1 << 24)
    monkeypatch.setattr(kept_code.disk, "default", lambda: cache)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)

    def loaded(text):
        name = f"set_orders_{next(counter)}"
        (tmp_path / f"{name}.py").write_text(text)
        importlib.invalidate_caches()
        for _ in range(3):
            sys.modules.pop(name, None)
            yield importlib.import_module(name)

    return loaded


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", ["numbers", "texts", "mixed"])
def test_the_order_is_that_of_plain_python(load, shape, kind):
    rng = random.Random(f"{shape}{kind}")  # numbers whose hashes collide; texts are hashed anew in each process
    for _ in range(6):
        count = rng.choice((2, 3, 4, 5, 6, 9))
        items = {
            "numbers": [8 * k for k in rng.sample(range(40), count)],
            "texts": rng.sample("abcdefghijklmnop", count),
            "mixed": [*rng.sample((-8, 0, 16, 24.0, 2.5), 2), *rng.sample(("a", "b", None, (8, 0)), count // 2)],
        }[kind]
        for module in load(shape % ", ".join(map(repr, items))):
            assert sct.to_static(module.f)(np.ones(2)) == module.f(np.ones(2)), items


def test_folded_items_count_as_constants(load):
    text = "def f(x):\n    return [c for c in {-8, 2 * 8, 8 ** 2, 0, 24, 1 << 5}]\n"
    for module in load(text):
        assert sct.to_static(module.f)(np.ones(2)) == module.f(np.ones(2))
