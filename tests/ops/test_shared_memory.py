"""Whole programs with every kernel watched: what shares memory with an operand is declared as a view."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from sct.ops import registry
from tests.harness import check
from tests.ops.checked import spec_of
from tests.programs import load

THEMES = ["ragged_lists", "ragged_items", "growing_lists", "list operations", "run_time_keys", "views_inplace", "masks"]


def watched(definition, found):
    """`definition` with a kernel that notes in `found` when a result shares memory that it should not share."""

    def kernel(*args, **kwargs):
        got = definition.kernel(*args, **kwargs)
        arrays = [a for a in args if isinstance(a, np.ndarray)]
        results = [r for r in (got if isinstance(got, tuple) else (got,)) if isinstance(r, np.ndarray) and r.size]
        if any(np.may_share_memory(r, a) for r in results for a in arrays):
            attrs = {k: v for k, v in kwargs.items() if k != "xp"}
            declared = "view" in definition.extras
            if declared and "is_view" in definition.extras:
                declared = definition.extras["is_view"](*[spec_of(a) for a in args], **attrs)
            if not declared:
                found.add(definition.name)
        return got

    return dataclasses.replace(definition, kernel=kernel)


@pytest.fixture
def sharing(monkeypatch):
    found = set()
    for name, definition in list(registry._OPS.items()):
        monkeypatch.setitem(registry._OPS, name, watched(definition, found))
    return found


def test_the_watch_finds_a_view(sharing):
    undeclared = watched(dataclasses.replace(registry.get("transpose"), extras={}), sharing)
    undeclared.kernel(np.ones((2, 3)), axes=None, xp=np)
    assert sharing == {"transpose"}


@pytest.mark.parametrize("theme", THEMES)
def test_views_are_declared(theme, sharing):
    chosen = [program for program in load() if program.theme == theme]
    assert chosen
    for program in chosen:
        check(program, ["static"], "numpy")
    assert not sharing
