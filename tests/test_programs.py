"""Every program of tests/programs in every mode.

On the NumPy backend everything is checked that can be: the program is verified after each pass, survives its text,
and each value is compared with its Spec while it runs.
"""

import os

import pytest

import sct.backends.numpy
import sct.passes
from sct.ir.content import is_portable
from sct.ir.parse import parse_program
from sct.ir.text import format_program
from sct.ir.verify import verify
from tests.harness import check
from tests.programs import load
from tests.programs._page import PAGE, page
from tests.programs._parts import in_part

PROGRAMS = load()
ELSEWHERE = os.environ.get("PROGRAMS_ELSEWHERE", "")  # the part whose machine code another command runs: "1/3"


@pytest.fixture
def compiled(monkeypatch):
    """The programs that the NumPy backend has compiled, each in debug mode."""
    made = []
    compile, optimize = sct.backends.numpy.compile, sct.passes.optimize

    def checked(program):
        made.append(program)
        verify(program)
        if is_portable(program):
            text = format_program(program)
            assert format_program(parse_program(text)) == text
        return compile(program, check=True)

    monkeypatch.setattr(sct.backends.numpy, "compile", checked)
    monkeypatch.setattr(sct.passes, "optimize", lambda program: optimize(program, check=True))
    return made


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: f"{p.theme}.{p.name}")
def test_program(program, compiled):
    verdict = check(program)
    assert not verdict.failures, str(verdict)
    assert compiled or verdict.refusal


@pytest.mark.parametrize(
    "program", [p for p in PROGRAMS if not in_part(p, ELSEWHERE)], ids=lambda p: f"{p.theme}.{p.name}"
)
def test_program_as_machine_code(program):
    verdict = check(program, ("plain", "static"), "native")
    assert not verdict.failures, str(verdict)


def test_there_are_many_and_each_says_what_it_shows():
    assert len(PROGRAMS) >= 120
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
