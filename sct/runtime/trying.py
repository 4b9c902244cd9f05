"""`try` bodies in converted code: marks that an exception raised there may be caught."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

from sct.runtime.current import current

__all__ = ["trying"]

_PLAIN: AbstractContextManager[Any] = nullcontext()


def trying() -> AbstractContextManager[Any]:
    """A context for the body of a `try` with handlers; does nothing on plain values."""
    trace = current()
    return _PLAIN if trace is None else trace.trying()
