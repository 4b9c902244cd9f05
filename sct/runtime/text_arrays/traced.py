"""What the parts of this room do in a trace: call NumPy's functions of codes, and leave to Python what they do not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sct.runtime.current import current

__all__ = ["called", "leave_unless"]


def called(f: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """`f(*args, **kwargs)`, as the user's code calls it."""
    from sct.runtime.call import convert_call

    return convert_call(f)(*args, **kwargs)


def leave_unless(test: Any, text: str) -> None:
    """Plain Python runs where `test` does not hold: the program does not do what `text` says."""
    trace = current()
    assert trace is not None
    trace.effect("assert", (test,), {"exception": "sct.errors.StaticValueError", "template": (text,)})
