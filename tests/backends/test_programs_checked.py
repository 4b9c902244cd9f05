"""Every program of tests/programs once more, with everything checked that can be checked.

The program is verified after each pass, survives its text, and each value is compared with its Spec while
it runs.
"""

import pytest

import sct.backends.numpy
import sct.passes
from sct.ir.content import is_portable
from sct.ir.parse import parse_program
from sct.ir.text import format_program
from sct.ir.verify import verify
from tests.harness import check
from tests.programs import load

PROGRAMS = load()


@pytest.fixture
def compiled(monkeypatch):
    """The programs that were compiled, each in debug mode."""
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
    verdict = check(program, modes=("static",))
    assert not verdict.failures, str(verdict)
    assert compiled or verdict.refusal
