"""Writes to attributes and items, `del` of them, and the augmented assignments.

On plain values these are the statements themselves. While a trace is under way, what is about to
change is first shown to the transaction, which can then undo it, or join it after a branch.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from sct.runtime.current import current

__all__ = [
    "del_attr", "del_item", "iadd", "iand", "ifloordiv", "ilshift", "imatmul", "imod", "imul", "ior",
    "ipow", "irshift", "isub", "itruediv", "ixor", "store_attr", "store_item",
]  # fmt: skip


def store_attr(target: Any, name: str, value: Any) -> None:
    """`target.name = value`."""
    if current() is not None:
        from sct.runtime import mutation

        mutation.before_attr(target, name)
    setattr(target, name, value)


def del_attr(target: Any, name: str) -> None:
    """`del target.name`."""
    if current() is not None:
        from sct.runtime import mutation

        mutation.before_attr(target, name)
    delattr(target, name)


def store_item(target: Any, key: Any, value: Any) -> None:
    """`target[key] = value`."""
    if current() is not None:
        from sct.runtime import mutation

        mutation.before_item(target, key, value)
    target[key] = value


def del_item(target: Any, key: Any) -> None:
    """`del target[key]`."""
    if current() is not None:
        from sct.runtime import mutation

        mutation.before_item(target, key, None)
    del target[key]


def _augmented(apply: Callable[[Any, Any], Any], symbol: str) -> Callable[[Any, Any], Any]:
    def augmented(target: Any, value: Any) -> Any:
        if current() is not None:
            from sct.runtime import mutation

            mutation.before_augmented(target, value)
        return apply(target, value)

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
