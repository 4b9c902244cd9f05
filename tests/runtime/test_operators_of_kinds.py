"""Operators between values of all kinds: a part of the fuzzer's table, and what was wrong in it."""

import pytest

from tests.fuzzing.check import Finding, check, check_text
from tests.fuzzing.families import FAMILIES
from tests.fuzzing.operators_of_kinds import Case

FAMILY = FAMILIES["operators of kinds"]
FROZEN = "frozenset({int(V[0]), int(V[1])})"
ONCE_WRONG = [
    Case("kept(V).keys()", "==", "{int(V[0]), int(V[1])}"),
    Case("{1: 2, 2: 4}.keys()", "!=", FROZEN),
    Case(FROZEN, "==", "kept(V).keys()"),
    Case(FROZEN, ">", "kept(V).items()"),
    Case("kept(V).items()", "&", "{int(V[0]), int(V[1])}"),
    Case("frozenset({1, 2})", "|", "kept(V)"),
    Case(FROZEN, "%", "kept(V)"),
    Case("deque(grown(V))", "in", "kept(V)"),
    Case("{1: 2, 2: 4}.keys()", "not in", FROZEN),
    Case("kept(V).keys()", "not in", "Counter(V.tolist())"),
    Case("'12'", "%", "deque(V.tolist())"),
    Case("bytearray(V.tolist())", "==", "bytes(V.tolist())"),
]


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("case", ONCE_WRONG, ids=str)
def test_what_was_wrong(case, backend):
    assert not isinstance(found := check_text(FAMILY, case.text(), 0, backend), Finding), str(found)


@pytest.mark.parametrize("first", range(0, 300, 100))
def test_some_of_the_table(first):
    outcomes = [check(FAMILY, seed, "numpy") for seed in range(first, first + 100)]
    assert [str(found) for found in outcomes if isinstance(found, Finding)] == []
    assert {"same", "refused"} <= set(outcomes)
