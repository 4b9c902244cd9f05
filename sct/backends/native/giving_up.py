"""Why machine code has given up: where somebody asks, code that tells it is compiled, and run on the same inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sct.backends.native.executable import NoCodeError
from sct.backends.native.written import Written
from sct.loops.telling import Place, Telling
from sct.loops.turns.checks import BROKEN

if TYPE_CHECKING:
    from collections.abc import Callable

    from sct.ir.core import Program
    from sct.loops.known.layouts import Order

__all__ = ["Explained"]


_OTHER = object()  # what stands for the answer of another


class _Told(Exception):
    """The code has given up, with this status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Explained:
    """Answers why the machine code of `program` gives up; it must be one that may run again.

    Parameters
    ----------
    program : Program
        Without effects.
    layout : tuple of Order
        Of the inputs that are to come.
    """

    def __init__(self, program: Program, layout: tuple[Order, ...]) -> None:
        self._run: Callable[..., Any] | None = None
        self._fails: list[Place] = []
        try:
            written = Written(program, layout, Telling)
            code = written.compiled()
        except NoCodeError:
            return
        self._fails = written.fails
        self._run = written.calling.builtin(program.name, lambda: program, code, _of_another_form, _raise)

    def __call__(self, *arrays: Any) -> str:
        """The op, the reason, and the user's line, as text."""
        if self._run is None:
            return "there is no code for inputs of this layout"
        try:
            answer = self._run(*arrays)
        except _Told as told:
            return described(self._fails[told.status - BROKEN])
        except Exception as error:  # what a callback raises comes out of it, here as there
            return f"{type(error).__name__} is raised"
        if answer is not _OTHER:
            return "it is not found again where"
        return "an input or an output is not of the form that the code is for"


def described(place: Place) -> str:
    """What is said of a place."""
    op = place.op
    if op is None:
        return place.reason or "of the inputs"
    where = f"{op.source.filename}:{op.source.line}: " if op.source is not None else ""
    return f"{where}{op.name}" + (f": {place.reason}" if place.reason else "")


def _raise(status: int) -> None:
    raise _Told(status)


def _of_another_form(*arrays: Any) -> Any:
    return _OTHER
