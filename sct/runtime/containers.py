"""Writes to attributes and items, `del` of them, and the augmented assignments.

On plain values these are the statements themselves. While a trace is under way, what is about to
change is first shown to the transaction, which can then undo it, or join it after a branch.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from sct.runtime.current import current
from sct.shown import no_attribute

__all__ = [
    "del_attr", "del_item", "iadd", "iand", "ifloordiv", "ilshift", "imatmul", "imod", "imul", "ior",
    "ipow", "irshift", "isub", "itruediv", "ixor", "store_attr", "store_item",
]  # fmt: skip


def store_attr(target: Any, name: str, value: Any) -> None:
    """`target.name = value`."""
    trace = current()
    if trace is None:
        setattr(target, name, value)
        return
    from sct.runtime.stand_ins import StandIn
    from sct.runtime.state import mutation

    if isinstance(target, StandIn):
        raise no_attribute(target.stands_for, name, target)
    mutation.store_attr(trace, target, name, value)


def del_attr(target: Any, name: str) -> None:
    """`del target.name`."""
    trace = current()
    if trace is None:
        delattr(target, name)
        return
    from sct.runtime.state import mutation

    mutation.del_attr(trace, target, name)


def store_item(target: Any, key: Any, value: Any) -> None:
    """`target[key] = value`."""
    trace = current()
    if trace is None:
        target[key] = value
        return
    from sct.runtime.state import mutation

    mutation.store_item(trace, target, key, value)


def del_item(target: Any, key: Any) -> None:
    """`del target[key]`."""
    trace = current()
    if trace is None:
        del target[key]
        return
    from sct.runtime.state import mutation

    mutation.del_item(trace, target, key)


def _augmented(apply: Callable[[Any, Any], Any], symbol: str) -> Callable[[Any, Any], Any]:
    def augmented(target: Any, value: Any) -> Any:
        trace = current()
        if trace is None:
            return apply(target, value)
        from sct.runtime.calls.raised_words import name_augmented
        from sct.runtime.state import augmenting

        try:
            return augmenting.augment(trace, apply, target, value)
        except TypeError as error:
            name_augmented(error, symbol, target, value)
            raise

    augmented.__name__ = augmented.__qualname__ = apply.__name__
    augmented.__doc__ = f"What `x` holds after `x {symbol} value`, for `x` = `target`."
    return augmented


iadd = _augmented(operator.iadd, "+=")
isub = _augmented(operator.isub, "-=")
imul = _augmented(operator.imul, "*=")
imatmul = _augmented(operator.imatmul, "@=")
itruediv = _augmented(operator.itruediv, "/=")
ifloordiv = _augmented(operator.ifloordiv, "//=")
imod = _augmented(operator.imod, "%=")
ipow = _augmented(operator.ipow, "**=")
iand = _augmented(operator.iand, "&=")
ior = _augmented(operator.ior, "|=")
ixor = _augmented(operator.ixor, "^=")
ilshift = _augmented(operator.ilshift, "<<=")
irshift = _augmented(operator.irshift, ">>=")
