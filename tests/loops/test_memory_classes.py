"""Pieces of memory that cannot overlap: all that an array may point into is one piece."""

import numpy as np

import sct
from sct.loops.memory.storage import Storage
from tests.programs.stencils import total_variation


def test_all_roots_of_an_array_are_of_one_class(monkeypatch, tmp_path):
    monkeypatch.setenv("SCT_CACHE_DIR", str(tmp_path))
    classify, seen = Storage._classify, []

    def checked(self):
        classify(self)
        arrays = [touch.arr for nest in self.nests for touch in self.memory.touches[nest]]
        arrays += [arr for arr, _ in self.storage.values()]
        seen.extend(len({self.classes.get(root) for root in arr.roots}) for arr in arrays if arr.roots)

    monkeypatch.setattr(Storage, "_classify", checked)
    static = sct.to_static(total_variation)
    x = np.arange(36.0).reshape(6, 6)
    static(x, 0.1, 3)
    assert seen
    assert set(seen) == {1}
