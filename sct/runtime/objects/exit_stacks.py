"""Calls that an ExitStack is given in a branch or loop of the run: how many there are, only the run knows.

After each thing that the stack itself holds stands a list of such calls, which branches and loops join as any list.
"""

from __future__ import annotations

import contextlib
from types import FunctionType
from typing import Any, cast

from sct.runtime.libraries import exit_library
from sct.runtime.trace import Trace

__all__ = ["begun", "called_later"]


def begun(trace: Trace, stack: Any) -> None:
    """After a stack was entered or given something: what comes now in branches, is called before that."""
    if isinstance(stack, contextlib.ExitStack) and trace.made.get(stack) is trace.builder:
        calls = trace.note_new([])
        trace.exit_stacks[stack] = calls
        later: Any = _Later(trace, calls)
        stack.push(later)


def called_later(trace: Trace, stack: Any, f: Any, *args: Any) -> bool:
    """`stack.callback(f, *args)` in a branch or loop; False where that has to be refused."""
    from sct.runtime.calls.library_calls import inlined

    calls, born = trace.exit_stacks.get(stack), trace.made.get(stack)
    if calls is None or born is None or not trace.in_scope(born):
        return False
    inlined(trace, cast(FunctionType, exit_library.noted), calls, f, args)
    return True


class _Later:
    """What the stack calls in their place."""

    def __init__(self, trace: Trace, calls: list[Any]) -> None:
        self.trace, self.calls = trace, calls

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> None:
        from sct.runtime.calls.library_calls import inlined

        inlined(self.trace, cast(FunctionType, exit_library.called), self.calls)
