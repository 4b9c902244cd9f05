"""What an exception says of itself, where run-time values are among its arguments."""

from __future__ import annotations

from sct.runtime.texts.text_pieces import Pieces

__all__ = ["exception_text"]


def exception_text(error: BaseException, conversion: str, depth: int) -> Pieces | None:
    """`str(error)` or `repr(error)`; None for a class that makes more of its arguments than to show them."""
    from sct.runtime.texts.deferred_text import pieces_of

    kind, args = type(error), error.args
    if conversion in ("", "s"):
        if kind.__str__ is BaseException.__str__:
            return pieces_of(args[0] if len(args) == 1 else args, "s", depth=depth)
        if kind.__str__ is KeyError.__str__:
            return pieces_of(args[0], "r", depth=depth) if len(args) == 1 else pieces_of(args, "s", depth=depth)
        return None
    if kind.__repr__ is not BaseException.__repr__:
        return None
    name = ascii(kind.__name__)[1:-1] if conversion == "a" else kind.__name__
    if len(args) == 1:
        return [f"{name}(", *pieces_of(args[0], conversion, depth=depth), ")"]
    return [name, *pieces_of(args, conversion, depth=depth)]
