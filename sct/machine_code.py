"""What a static function shows of the machine code it runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sct.errors import SctError

__all__ = ["MachineCode", "NotCompiledError"]


class NotCompiledError(SctError):
    """There is no machine code to show: nothing was compiled yet, or the program runs on another backend."""


class MachineCode:
    """The part of a static function that shows loops, LLVM text and assembly of its latest program.

    Examples
    --------
    >>> import numpy as np, sct
    >>> @sct.to_static(backend="native")
    ... def f(x):
    ...     return np.sqrt(x) * 2.0 + 1.0
    >>> f(np.arange(100.0)).shape
    (100,)
    >>> print(f.report())
    f: machine code
      loops 1: sqrt (line 3), multiply (line 3), add (line 3)
    >>> print([line.strip() for line in f.loops().splitlines() if "sqrt" in line])
    ['f64 r10 = sqrt(r9);']
    """

    _entries: Mapping[Any, Any]

    def _compiled(self) -> Any:
        layers = list(self._entries.values())
        if not layers:
            raise NotCompiledError("nothing has been compiled yet", fix="Call the function first.")
        executable = layers[-1].executable
        if not hasattr(executable, "report"):
            why = getattr(executable, "instead", "")
            raise NotCompiledError(
                f"the latest program runs as {executable!r}",
                why=f"there is no machine code: {why}" if why else "another backend was asked for",
                fix="look at `f.program(...)`" if why else 'ask for backend="native", or look at `f.program(...)`',
            )
        return executable

    def report(self) -> str:
        """Which ops share loops, what is done in place, and what calls NumPy back, with the user's lines."""
        return str(self._compiled().report())

    def loops(self) -> str:
        """The loops over memory, as text that reads like C."""
        return str(self._compiled().loops())

    def llvm(self) -> str:
        """The optimised LLVM text."""
        return str(self._compiled().llvm())

    def asm(self) -> str:
        """The machine code as assembly."""
        return str(self._compiled().asm())
