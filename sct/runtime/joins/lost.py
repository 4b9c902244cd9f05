"""A value that could not leave the branch or loop body that made it."""

from __future__ import annotations

from typing import Any, NoReturn

from sct.errors import SctError
from sct.runtime.current import missing

__all__ = ["Lost"]


class Lost:
    """Stands for a value that cannot be joined; every use raises the error that says why."""

    __slots__ = ("error",)

    def __init__(self, error: SctError) -> None:
        object.__setattr__(self, "error", error)

    def sct_refuse(self) -> NoReturn:
        """Raise the error."""
        raise missing(self.error)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        self.sct_refuse()


def _install() -> None:
    def use(self: Lost, *args: Any, **kwargs: Any) -> Any:
        self.sct_refuse()

    names = (
        "add sub mul truediv floordiv mod pow matmul and or xor lshift rshift radd rsub rmul rtruediv rfloordiv rmod "
        "rpow rmatmul rand ror rxor lt le gt ge eq ne neg pos abs invert bool int float complex index len iter next "
        "getitem setitem contains call setattr array_ufunc array_function array enter exit"
    )
    for name in names.split():
        setattr(Lost, f"__{name}__", use)
    Lost.__hash__ = None  # type: ignore[assignment]


_install()
