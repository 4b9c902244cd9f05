"""A compiled Program that can be called, and what stands in for it where it does not apply."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.backends.native import plans
from sct.backends.native.plans import Known
from sct.errors import SctError
from sct.garbage import first_import
from sct.ir.core import Program
from sct.logs import log
from sct.loops.known.layouts import Order
from sct.loops.memory.ownership import OutputAliases

if TYPE_CHECKING:
    from sct.backends.native.written import Written
    from sct.backends.numpy import Executable as Definition

__all__ = ["Executable", "NoCodeError"]


class NoCodeError(Exception):
    """The program has values that machines do not have, or is so long that compiling it would take minutes."""


class GaveUpError(SctError):
    """Machine code gave up after it had printed or drawn random numbers: the plain function is run instead."""


class Executable:
    """Machine code for one Program: `executable(*inputs, *captures)` answers the tuple of outputs.

    Arrays that are not C-contiguous get code of their own, compiled when they first come. Where the code
    gives up (an index out of bounds, an integer that overflows), the NumPy executable answers or raises.

    Parameters
    ----------
    make : callable
        Answers the program; called when somebody asks, where the disk cache has the code.
    known : Known
        What has to be known of it at once.

    Attributes
    ----------
    program : Program
        What it was made from.
    run : callable
        A builtin; calling it directly saves a call.
    output_aliases : tuple of OutputAliases
        One for each output.
    written : tuple of int
        The inputs, of those in `program.mutated`, that have been written back when a call is done; the output is that
        array itself then. Inputs of another layout may not have been.
    given_up : int
        At how many calls another has answered in place of the machine code.
    """

    def __init__(self, make: Callable[[], Program], known: Known) -> None:
        self._make = make
        self.known = known
        self._variants: dict[tuple[Order, ...], Callable[..., Any]] = {}
        self.given_up = 0
        self._explained: dict[tuple[Order, ...], Callable[..., str]] = {}
        self._lock = threading.Lock()
        first = known.arrays
        self.code = Variant(self, first)
        self.output_aliases: tuple[OutputAliases, ...] = self.code.calling.aliases
        self.written = self.code.calling.written
        self._variants[first] = self._fallback
        self.run: Callable[..., Any] = self.code.callable(self._other)

    @cached_property
    def program(self) -> Program:
        """What it was made from."""
        return self._make()

    @cached_property
    def definition(self) -> Definition:
        """The same program on the NumPy backend: what it means."""
        from sct.backends import numpy as numpy_backend

        return numpy_backend.compile(self.program)

    @property
    def source(self) -> str:
        """The LLVM text."""
        return self.code.written.text

    def report(self) -> str:
        """What became of the program, for people."""
        said = self.code.written.report()
        if not self.given_up:
            return said
        return f"{said}\n  gave up at {self.given_up} of the calls: SCT_LOGS=fallback tells where, and why"

    def loops(self) -> str:
        """The loops over memory, as text that reads like C."""
        return self.code.written.loops()

    def llvm(self) -> str:
        """The optimised LLVM text."""
        return self.code.module.llvm()

    def asm(self) -> str:
        """The machine code as assembly."""
        return self.code.module.asm()

    def __call__(self, *arrays: Any) -> tuple[Any, ...]:
        return self.run(*arrays)  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"<native executable of {self.known.name}>"

    def _fallback(self, *arrays: Any) -> Any:
        self.given_up += 1
        log("fallback", lambda: self._told(arrays))
        if self.known.once:
            raise GaveUpError(f"the machine code of {self.known.name} gave up", fix="Run the plain function.")
        return self.definition.run(*arrays)

    def _told(self, arrays: tuple[Any, ...]) -> str:
        """What is said of it where somebody listens."""
        said = f"{self.known.name}: the machine code gave up, and plain Python or the NumPy backend answers"
        if self.known.once:
            return f"{said}: it prints or draws, and is not run again to find out why"
        from sct.backends.native.giving_up import Explained

        layout = tuple([_order(a) for a in arrays])
        with self._lock:
            explained = self._explained.get(layout)
            if explained is None:
                explained = self._explained[layout] = Explained(self.program, layout)
        return f"{said}: {explained(*arrays)}"

    def _other(self, *arrays: Any) -> Any:
        """The inputs are not as the first variant takes them, or it gave up."""
        layout = tuple([_order(a) for a in arrays])
        found = self._variants.get(layout)
        if found is None:
            with self._lock:
                found = self._variants.get(layout)
                if found is None:
                    found = self._variants[layout] = self._variant(layout)
        return found(*arrays)

    def _variant(self, layout: tuple[Order, ...]) -> Callable[..., Any]:
        """The code for inputs of this layout; where there is none, that is known at the next call."""
        try:
            return Variant(self, layout).callable(self._fallback)
        except NoCodeError as error:
            log("fallback", "no machine code for inputs of this layout, and the NumPy backend answers: %s", error)
            return self._fallback


class Variant:
    """The code for inputs of one layout: what the disk cache has of it, or else written and compiled here.

    Attributes
    ----------
    calling : Calling
        How it is called.
    module : Code
        The machine code.
    """

    def __init__(self, owner: Executable, contiguous: tuple[Order, ...]) -> None:
        self._owner = owner
        self.contiguous = contiguous
        key = plans.plan_key(owner.known, contiguous)
        found = plans.recall(key, lambda: self.written.text)
        if found is not None:
            self.calling, self.module = found
            return
        again = contiguous != owner.known.arrays
        self.calling, self.module = self.written.calling, self.written.compiled(again)
        plans.keep(key, owner.known.name, self.calling, self.module)

    @cached_property
    def written(self) -> Written:
        """The code before it is compiled; made again where the disk cache had what runs, and somebody looks."""
        with first_import("sct.backends.native.written"):
            from sct.backends.native.written import Written

        return Written(self._owner.program, self.contiguous)

    def callable(self, slow: Callable[..., Any]) -> Callable[..., Any]:
        """The builtin around the code; `slow` answers where it does not apply."""
        owner = self._owner
        return self.calling.builtin(owner.known.name, lambda: owner.program, self.module, slow)


def _order(array: Any) -> Order:
    if type(array) is not np.ndarray:
        return False
    return True if array.flags.c_contiguous else "F" if array.flags.f_contiguous else False
