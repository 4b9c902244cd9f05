"""`try` bodies in converted code: marks that an exception raised there may be caught."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from sct.runtime.calls.defects import defects_pass
from sct.runtime.current import current

__all__ = ["trying"]

_PLAIN: AbstractContextManager[Any] = nullcontext()


def trying() -> AbstractContextManager[Any]:
    """A context for the body of a `try` with handlers; does nothing on plain values."""
    trace = current()
    return _PLAIN if trace is None else _traced(trace)


@contextmanager
def _traced(trace: Any) -> Iterator[None]:
    with trace.trying(), defects_pass(trace.where):
        yield
