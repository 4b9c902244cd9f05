"""Functions that were made in a static function and leave it."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

import sct

LEAST = 10


def _counts(v: Any) -> Any:
    d: Any = defaultdict(lambda: defaultdict(lambda: LEAST))
    for x in v:
        d[int(x)][int(x) % 2] += 1
    return d


def _several(v: Any) -> Any:
    def make() -> Any:
        return [LEAST]

    make.__annotations__.clear()
    return lambda a: a + 1, lambda a: a + 2, make, make


def test_they_are_what_plain_python_makes() -> None:
    d = sct.to_static(_counts)(np.array([3, 4, 3]))
    assert d == _counts(np.array([3, 4, 3]))
    assert d[50][1] == LEAST
    assert d.default_factory.__qualname__ == "_counts.<locals>.<lambda>"


def test_each_call_makes_its_own() -> None:
    static = sct.to_static(_several)
    first, second = static(np.array([1])), static(np.array([1]))
    assert first[0] is not second[0]
    assert first[2] is first[3]
    assert [first[0](1), first[1](1), first[2]()] == [2, 3, [LEAST]]
