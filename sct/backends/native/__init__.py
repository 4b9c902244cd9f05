"""The native backend: a Program as machine code, through LLVM.

`sct.loops` writes the Program as loops over memory, `emit` prints those as LLVM text, `llvm` compiles it,
`abi` makes it callable. What has no native form calls NumPy back; a program that cannot be compiled at all
(dtypes that machines do not have, effects that must not happen twice) runs on the NumPy backend.
"""

from __future__ import annotations

from typing import Any

from sct.ir.core import Program
from sct.ir.effects import is_replayable

__all__ = ["compile"]


def compile(program: Program) -> Any:
    """Compile `program` to machine code.

    Examples
    --------
    >>> import numpy as np
    >>> from sct.ir.parse import parse_program
    >>> program = parse_program('''program twice(%0: float64[n]) {
    ...   %1: float64[n] = add(%0, %0)
    ...   return %1
    ... }
    ... ''')
    >>> compile(program)(np.array([1.0, 2.0]))
    (array([2., 4.]),)
    """
    if not is_compilable(program):
        return _on_numpy(program, "it has effects that must not happen twice, or there is no machine code here")
    from sct.backends.native.executable import Executable, NoCodeError
    from sct.backends.native.plans import Known

    try:
        return Executable(lambda: program, Known.of(program))
    except NoCodeError as error:
        return _on_numpy(program, str(error))


def is_compilable(program: Program) -> bool:
    """Whether the program may run as machine code: it may be run again where the code gives up."""
    from sct.backends.native import abi

    return abi.available() and is_replayable(program)


def _on_numpy(program: Program, why: str) -> Any:
    from sct.backends import numpy as numpy_backend
    from sct.logs import log

    log("fallback", "%s is not compiled, and runs on the NumPy backend: %s", program.name, why)
    made = numpy_backend.compile(program)
    made.instead = why
    return made
