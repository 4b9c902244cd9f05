"""Every program of tests/programs in every mode.

On the NumPy backend everything is checked that can be: the program is verified after each pass, survives its text,
and each value is compared with its Spec while it runs.
"""

import dataclasses
import os

import numpy as np
import pytest

import sct
import sct.passes
from sct.errors import VerifyError
from tests.harness import check
from tests.programs import load
from tests.programs._checked import checked
from tests.programs._gives_up import GIVES_UP
from tests.programs._page import PAGE, page
from tests.programs._parts import in_part

PROGRAMS = load()
# The part whose machine code another command runs, as it runs the others on the NumPy backend: "1/3".
ELSEWHERE = os.environ.get("PROGRAMS_ELSEWHERE", "")


@pytest.mark.parametrize(
    "program", [p for p in PROGRAMS if not ELSEWHERE or in_part(p, ELSEWHERE)], ids=lambda p: f"{p.theme}.{p.name}"
)
def test_program(program):
    with checked() as compiled:
        verdict = check(program)
    assert not verdict.failures, str(verdict)
    assert compiled or verdict.refusal


@pytest.mark.parametrize(
    "program", [p for p in PROGRAMS if not in_part(p, ELSEWHERE)], ids=lambda p: f"{p.theme}.{p.name}"
)
def test_program_as_machine_code(program):
    known = f"{program.theme}.{program.name}" in GIVES_UP
    verdict = check(program, ("plain", "static"), "native", gives_up=None if known else False)
    assert not verdict.failures, str(verdict)


def test_what_is_checked_notices_a_pass_that_makes_an_invalid_program(monkeypatch):
    def twice(program):  # an op that is there twice defines its results twice: the NumPy backend would run it
        ops = program.body.ops
        return dataclasses.replace(program, body=dataclasses.replace(program.body, ops=(*ops, ops[-1])))

    optimize = sct.passes.optimize
    monkeypatch.setattr(sct.passes, "optimize", lambda program, **options: optimize(program, (twice,), **options))
    double = sct.to_static(backend="numpy")(lambda x: x * 2)
    assert double(np.ones(2)).tolist() == [2, 2]
    with checked(), pytest.raises(VerifyError, match="a value is defined twice"):
        sct.to_static(backend="numpy")(lambda x: x * 2)(np.ones(2))


def test_there_are_many_and_each_says_what_it_shows():
    assert len(PROGRAMS) >= 300
    assert all(p.doc for p in PROGRAMS)


def test_each_program_is_of_one_part():
    for count in (1, 3):
        parts = [[p for p in PROGRAMS if in_part(p, f"{k}/{count}")] for k in range(count)]
        assert all(parts) and sorted(map(id, sum(parts, []))) == sorted(map(id, PROGRAMS))
    assert not any(in_part(p, "") for p in PROGRAMS)
    with pytest.raises(ValueError, match="'3/3' is no part: there are 0/3 to 2/3"):
        in_part(PROGRAMS[0], "3/3")


def test_the_page_is_what_the_programs_say():
    expected = page(PROGRAMS)
    if PAGE.read_text(encoding="utf-8") != expected and not os.environ.get("CI"):
        PAGE.write_text(expected, encoding="utf-8")
        pytest.skip("docs/programs.md was written again: commit it")
    assert PAGE.read_text(encoding="utf-8") == expected, "write it again with: python -m tests.programs"
