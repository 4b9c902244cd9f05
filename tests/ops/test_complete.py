"""Every op has a test, and `docs/ops.md` is current."""

from __future__ import annotations

import re
from pathlib import Path

from sct import ops
from sct.ops.table import markdown
from tests.ops import test_control, test_python_numbers, test_special, test_ufuncs

HERE = Path(__file__).parent
TABLES = (test_control, test_python_numbers, test_special, test_ufuncs)
FAMILIES = {"elementwise", "elementwise_math", "comparison", "bitwise", "python_numbers", "python_math", "casts",
            "python_powers", "creation", "special", "control"}


def test_every_op_has_a_row():
    covered = set().union(*(table.COVERED for table in TABLES))
    mine = {op.name for op in ops.all_ops() if op.family in FAMILIES}
    assert mine - covered == set(), "add a row to the table of the family"
    assert covered - mine == set(), "rows of ops that are no more"


def test_every_op_is_named_in_a_test():
    """For the families whose tests go through NumPy's functions: some test names the op or the function."""
    words = set()
    for file in HERE.glob("test_*.py"):
        words |= set(re.findall(r"\w+", file.read_text()))
    untested = [op.name for op in ops.all_ops() if op.family not in FAMILIES and op.name not in words]
    assert untested == []


def test_every_op_says_what_it_does():
    for op in ops.all_ops():
        assert op.doc and op.doc.splitlines()[0].endswith((".", ":")), op.name


def test_facts_are_consistent():
    from sct.ops.registry import Fact

    for op in ops.all_ops():
        pure, effect = Fact.PURE in op.facts, Fact.EFFECT in op.facts
        assert pure + effect + (Fact.CONTROL in op.facts) + (Fact.NEW in op.facts) == 1, op.name
        assert "total" not in op.extras or Fact.RAISES in op.facts, op.name
        assert op.results >= 0


def test_the_document_is_current():
    file = HERE.parent.parent / "docs" / "ops.md"
    assert file.read_text() == markdown(), "run `python -m sct.ops.table docs/ops.md`"
