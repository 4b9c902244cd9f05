"""Every program of tests/programs in every mode."""

import os

import pytest

from tests.harness import check
from tests.programs import load
from tests.programs._page import PAGE, page

PROGRAMS = load()


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: f"{p.theme}.{p.name}")
def test_program(program):
    verdict = check(program)
    assert not verdict.failures, str(verdict)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: f"{p.theme}.{p.name}")
def test_program_as_machine_code(program):
    verdict = check(program, ("plain", "static"), "native")
    assert not verdict.failures, str(verdict)


def test_there_are_many_and_each_says_what_it_shows():
    assert len(PROGRAMS) >= 120
    assert all(p.doc for p in PROGRAMS)


def test_the_page_is_what_the_programs_say():
    expected = page(PROGRAMS)
    if PAGE.read_text(encoding="utf-8") != expected and not os.environ.get("CI"):
        PAGE.write_text(expected, encoding="utf-8")
        pytest.skip("docs/programs.md was written again: commit it")
    assert PAGE.read_text(encoding="utf-8") == expected, "write it again with: python -m tests.programs"
