"""Whether an exception that the trace has raised says what Python's own would say: for handlers that ask."""

from __future__ import annotations

from sct.runtime.calls.defects import is_said_by_sct, raised_in
from sct.runtime.calls.raised_words import check_words

__all__ = ["has_pythons_words"]

_SURE_OF_ALL = frozenset(("sct.runtime.handling.tested_ops", "sct.runtime.handling.attempted_ops"))
_SURE: dict[type, frozenset[str]] = {
    AssertionError: _SURE_OF_ALL | {"sct.runtime.effects", "sct.runtime.assertion"}  # it says what the user wrote
}
_OF_PLACES = frozenset(
    [
        *("list index out of range", "list assignment index out of range", "tuple index out of range"),
        *("string index out of range", "pop index out of range", "pop from empty list", "pop from an empty deque"),
        "deque index out of range",
    ]
)


def has_pythons_words(error: BaseException) -> bool:
    """Whether the arguments are Python's: the user's code, Python or NumPy raises it, or it is as plain as can be."""
    if raised_in(error) in _SURE.get(type(error), _SURE_OF_ALL) or type(error) in (KeyError, StopIteration):
        return True  # a key says itself
    if error.__traceback__ is None or is_said_by_sct(error) or raised_in(error).startswith("sct."):
        said = error.args[0] if len(error.args) == 1 else None
        return type(error) is IndexError and type(said) is str and said in _OF_PLACES
    try:
        check_words(error, None)
    except Exception:
        return False
    return True
