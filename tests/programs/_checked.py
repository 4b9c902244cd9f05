"""The NumPy backend in debug mode: all that can be checked of a program while it is made and while it runs."""

import contextlib
from unittest import mock

import sct.backends.numpy
import sct.passes
from sct.ir.content import is_portable
from sct.ir.parse import parse_program
from sct.ir.text import format_program
from sct.ir.verify import verify


@contextlib.contextmanager
def checked():
    """Each program is verified after each pass, survives its text, and each value is compared with its Spec.

    Yields
    ------
    list of Program
        Those that the NumPy backend has compiled since.
    """
    made = []
    compile, optimize = sct.backends.numpy.compile, sct.passes.optimize

    def compile_checked(program):
        made.append(program)
        verify(program)
        if is_portable(program):
            text = format_program(program)
            assert format_program(parse_program(text)) == text
        return compile(program, check=True)

    with (
        mock.patch.object(sct.backends.numpy, "compile", compile_checked),
        mock.patch.object(sct.passes, "optimize", lambda program: optimize(program, check=True)),
    ):
        yield made


__all__ = ["checked"]
