"""The steps of layers against the layers themselves: programs of many kinds, run by NumPy, called through builtins."""

import pytest

from sct import quick_call
from sct.backends.native import abi
from tests.harness import check
from tests.programs import load

pytestmark = pytest.mark.skipif(not abi.available(), reason="no native calls on this build")

THEMES = {
    "aliases", "branches", "choices", "classes", "closures", "containers", "defaults", "dtypes", "early_return",
    "empty_and_zero_d", "numbers_and_kinds", "objects", "views_inplace",
}  # fmt: skip
PROGRAMS = [p for p in load() if p.theme in THEMES]


@pytest.fixture(autouse=True)
def numpy_layers_too(monkeypatch):
    monkeypatch.setattr(quick_call, "BACKENDS", ("native", "numpy"))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: f"{p.theme}.{p.name}")
def test_program(program):
    verdict = check(program, modes=("static",))
    assert not verdict.failures, str(verdict)


def test_they_are_many():
    assert len(PROGRAMS) > 150
